"""Whether a deal follows from what was fixed before it: its seed, cards and draws, computed again from the log. Pure."""

from collections.abc import Iterable, Sequence
from enum import StrEnum

from msgspec.structs import replace

from bot.rummy.apply import apply
from bot.rummy.cards import commitment
from bot.rummy.decide import deal_cards, decide
from bot.rummy.events import CardDrawn, CardsDealt, StockRecycled
from bot.rummy.events import Event as MatchEvent
from bot.rummy.match import Match
from bot.rummy.moves import DRAW, DealCards
from bot.rummy.refusals import IllegalMove
from bot.tables.deals import seed_from, seed_of_deal, words_digest
from bot.tables.events import Event
from bot.tables.table import Table


class ShuffleCheck(StrEnum):
    """The result: what doesn't follow, or that all does. ALONE if nothing that was fixed before the deal covers its seed."""

    CHECKED = "checked"
    ALONE = "alone"
    CHAIN = "chain"
    PARTS = "parts"
    DEALT = "dealt"
    DRAWN = "drawn"


def check_shuffle(table: Table, events: Iterable[Event], number: int) -> ShuffleCheck:
    """Check the deal with this number of a table, of which these are all events so far."""
    match: Match | None = None
    check = ShuffleCheck.CHECKED
    for event in events:
        if not isinstance(event, MatchEvent):
            continue
        if match is not None and isinstance(event, CardsDealt) and event.deal == number:
            check = _check_seed(table, event)
            if check in (ShuffleCheck.CHAIN, ShuffleCheck.PARTS):
                return check
            if replace(event, made_of=None) not in deal_cards(match, DealCards(event.seed)):
                return ShuffleCheck.DEALT
        deal = None if match is None else match.deal
        is_checked = deal is not None and deal.number == number
        if is_checked and isinstance(event, CardDrawn | StockRecycled) and event not in _drawing(match):
            return ShuffleCheck.DRAWN
        try:
            match = apply(match, event)
        except ValueError:  # what is played wasn't drawn
            if not is_checked:
                raise
            return ShuffleCheck.DRAWN
    return check


def _drawing(match: Match | None) -> Sequence[MatchEvent]:
    """Return what drawing from the stock causes now; nothing where it is refused."""
    try:
        return decide(match, None if match is None else match.seat_to_act(), DRAW)
    except IllegalMove:
        return ()


def _check_seed(table: Table, dealt: CardsDealt) -> ShuffleCheck:
    lobby, parts = table.lobby, dealt.made_of
    if lobby.deals:
        is_right = dealt.seed == seed_of_deal(lobby.deals, dealt.deal)
        return ShuffleCheck.CHECKED if is_right else ShuffleCheck.PARTS
    if parts is None or lobby.chain is None:
        return ShuffleCheck.ALONE
    link = parts.link
    for _ in range(dealt.deal + 1):
        link = commitment(link)
    if link != lobby.chain.fingerprint:
        return ShuffleCheck.CHAIN
    is_right = dealt.seed == seed_from(parts) and parts.words == words_digest(lobby.words.values())
    return ShuffleCheck.CHECKED if is_right else ShuffleCheck.PARTS
