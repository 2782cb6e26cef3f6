"""Contract rummy: as basic rummy, and the melds that are laid are the deal's contract, once for each seat."""

from collections.abc import Sequence

from bot.rummy.events import CardsDealt, DealEnded, Event, MeldLaid, TakenBack
from bot.rummy.match import Match
from tests.rummy.gauntlet.game_facts import GameFacts
from tests.rummy.gauntlet.games import rummy
from tests.rummy.transcript_words import deal_of

CONTRACTS = (
    *("set 3, set 3", "run 4, set 3", "run 4, run 4", "set 3, set 3, set 3"),
    *("run 4, set 3, set 3", "run 4, run 4, set 3", "run, run, run"),
)


def check_end(events: Sequence[Event], match: Match, caused: Sequence[Event]) -> None:
    """Check that a deal ends by basic rummy, and that each seat lays nothing but its contract in it."""
    rummy.check_end(events, match, caused)
    if not (laid := [event for event in caused if isinstance(event, MeldLaid)]):
        return
    number, deals = match.regular_deals or deal_of(match).number, match.variant.match_deals
    length = min(7, deals) if isinstance(deals, int) else 7
    contract = CONTRACTS[[at * 7 // length for at in range(length)][(number - 1) % length]]
    is_last = contract == CONTRACTS[-1]
    sizes = [str(meld.kind) if is_last else f"{meld.kind} {len(meld.cards)}" for meld in laid]
    assert ", ".join(sorted(sizes)) == contract, f"{laid} are the contract of deal {number}"
    assert not is_last or any(isinstance(event, DealEnded) for event in caused), "the last contract is the whole hand"
    since = max(at for at, event in enumerate(events) if isinstance(event, CardsDealt))
    own = [event for event in events[since:] if isinstance(event, MeldLaid) and event.seat == laid[0].seat]
    back = [event.what for event in events[since:] if isinstance(event, TakenBack) and event.seat == laid[0].seat]
    assert len(own) - sum(isinstance(what, MeldLaid) for what in back) == len(laid), "no seat lays another meld"


FACTS = GameFacts(check_end)
