"""The answers of a variant that contradict each other: one reason for each kind, and when it holds.

A contradiction prints as the sentence for the author of a variant's file; the sentences for a host are in `bot/messages/`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from bot.rummy.first_melds import can_be_worth
from bot.rummy.games import GAMES, lays_melds
from bot.rummy.variant import Variant

PACK = {"french52": 52, "cuccu40": 40}
MOST_PACKS, MOST_JOKERS, MOST_CARDS_EACH = 2, 6, 14
"""The limits of a table: its melds are found quickly whatever its other answers are."""
MOST_AT_WROTHAM = 5  # RULES 5.14


class Reason(StrEnum):
    """Why answers contradict each other, with the facts in braces.

    NO_VALUE: of `question`, `hand_size` or `packs`, for some numbers of players. TARGET_OUT_OF_REACH: totals may fall deal
    after deal, and no number of deals ends the match (RULES 5.21). SETS_TOO_LARGE: no cards make the smallest set; a deck in
    which there are only runs has no such fault (RULES 8.10). STOCK_TOO_SMALL: after the deal the stock has less than a card for
    each player. WROTHAM_FOR_TOO_MANY: an extra card for the starter, and deals melded all at once (RULES 5.14).
    TABLE_TOO_LARGE: more packs, jokers or cards in hand, the `question`, than a table can have.
    """

    LEAST_ABOVE_MOST = "players = [{least}, {most}]: the least number of players is above the most."
    TOO_MANY_FOR_GAME = "players = [{least}, {players}]: at most {most} can play this game."
    NO_VALUE = "{question}: no value for {players} players, who are allowed at this table."
    TABLE_TOO_LARGE = "{question} = {value}: at most {most}, because the melds of larger hands take too long to find."
    NO_END = "match_target, match_deals: one of the two must say when the match ends."
    PAYMENT_WITH_TARGET = "scoring = 'payment' with a match_target: payment is played over a fixed number of deals."
    PAYMENT_ALL_PENALTY = "scoring = 'payment' with blocked_scoring = 'all_penalty': nobody would be paid."
    TARGET_OUT_OF_REACH = (
        "blocked_scoring = 'all_penalty' with a match_target alone: totals may fall deal after deal, "
        "so match_deals must say when the match ends."
    )
    SUITED_FIGURES = "set_kind = 'distinct_figures' with run_suited = true: sets of any suits need runs of any suits."
    SWAP_WITHOUT_WILD = "wild_swap without wild: there is no wild card to swap."
    SWAP_WITHOUT_LAY_OFFS = "wild_swap with layoff_scope = 'none': a meld that may not be touched cannot give its joker."
    SMALLEST_SET_ABOVE_LARGEST = "set_size = [{least}, {most}]: the smallest set is larger than the largest."
    SETS_TOO_LARGE = "set_size: sets of {least} cards cannot be; the largest there can be have {most}."
    STOCK_TOO_SMALL = (
        "hand_size: {players} players with {each} cards each leave {stock} of {cards} cards for the stock; "
        "at least {players} are needed."
    )
    WROTHAM_FOR_TOO_MANY = (
        "players = [{least}, {players}]: where the starter has an extra card and deals are melded all at once, "
        "at most {most} can play."
    )
    HAND_TOO_SMALL = "hand_size: with {size} in hand nobody could ever meld and go out; at least {needed} are needed."
    OWN_STOCK_BY_RESULT = (
        "stock = 'own' with next_dealer = '{next_dealer}': the cards of a deal would depend on how the deal before it ended."
    )
    NO_UPCARD = "opening = 'starter_extra': no upcard is turned that could say how a deal is played."
    FIRST_MELD_TOO_HIGH = "first_meld = {points}: the melds of no hand can be worth so much."


@dataclass(frozen=True, slots=True)
class Contradiction:
    """`facts` are those that the texts of its reason name."""

    reason: Reason
    facts: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        listed = {name: ", ".join(map(str, fact)) for name, fact in self.facts.items() if isinstance(fact, tuple)}
        return self.reason.format(**{**self.facts, **listed})


def contradiction(reason: Reason, **facts: Any) -> Contradiction:
    return Contradiction(reason, facts)


def contradictions(variant: Variant) -> Iterator[Contradiction]:
    """Yield all contradictions. Those that depend on the number of players are checked for the most players (RULES 5.23)."""
    least, most = variant.players
    if least > most:
        yield contradiction(Reason.LEAST_ABOVE_MOST, least=least, most=most)
        return
    if most > (limit := GAMES[variant.game].most_players):
        yield contradiction(Reason.TOO_MANY_FOR_GAME, least=least, players=most, most=limit)
    for question in ("hand_size", "packs"):
        table = getattr(variant, question)
        missing = [players for players in range(least, most + 1) if isinstance(table, dict) and players not in table]
        if missing:
            yield contradiction(Reason.NO_VALUE, question=question, players=tuple(missing))
            return
    yield from tables_too_large(variant)
    if variant.match_target == "none" and variant.match_deals == "none":
        yield contradiction(Reason.NO_END)
    if variant.scoring == "payment" and variant.match_target != "none":
        yield contradiction(Reason.PAYMENT_WITH_TARGET)
    if variant.scoring == "payment" and variant.blocked_scoring == "all_penalty":
        yield contradiction(Reason.PAYMENT_ALL_PENALTY)
    is_falling = variant.scoring == "winner_collects" and variant.blocked_scoring == "all_penalty"
    if is_falling and variant.match_target != "none" and variant.match_deals == "none":
        yield contradiction(Reason.TARGET_OUT_OF_REACH)
    if variant.set_kind == "distinct_figures" and variant.run_suited and variant.deck == "french52":
        yield contradiction(Reason.SUITED_FIGURES)
    if variant.wild_swap != "never" and variant.wild == "none":
        yield contradiction(Reason.SWAP_WITHOUT_WILD)
    if variant.wild_swap != "never" and variant.layoff_scope == "none":
        yield contradiction(Reason.SWAP_WITHOUT_LAY_OFFS)
    smallest_set, largest_set = variant.set_size
    if smallest_set > largest_set:
        yield contradiction(Reason.SMALLEST_SET_ABOVE_LARGEST, least=smallest_set, most=largest_set)
    if not variant.has_sets() and not (variant.deck == "cuccu40" and variant.set_kind == "same_rank"):
        yield contradiction(Reason.SETS_TOO_LARGE, least=smallest_set, most=variant.largest_set())
    yield from stock_too_small(variant, most)
    if most > MOST_AT_WROTHAM and variant.opening == "starter_extra" and variant.meld_all_at_once not in ("never", ()):
        yield contradiction(Reason.WROTHAM_FOR_TOO_MANY, least=least, players=most, most=MOST_AT_WROTHAM)
    if variant.stock == "own" and variant.next_dealer != "rotate":
        yield contradiction(Reason.OWN_STOCK_BY_RESULT, next_dealer=variant.next_dealer)
    if variant.opening == "starter_extra" and (variant.knock_limit == "upcard" or variant.spades_double):
        yield contradiction(Reason.NO_UPCARD)
    needed = variant.smallest_meld() - (variant.out_by == "any" and lays_melds(variant.game))
    smallest = min(variant.cards_each(players) for players in range(least, most + 1))
    if smallest < needed:
        yield contradiction(Reason.HAND_TOO_SMALL, size=smallest, needed=needed)
    first = variant.first_meld
    if first != "none" and variant.meld_all_at_once != "always":
        to_lay = {players: variant.cards_each(players) + (variant.out_by == "any") for players in range(least, most + 1)}
        if not all(can_be_worth(first, variant, variant.deck_for(players), cards) for players, cards in to_lay.items()):
            yield contradiction(Reason.FIRST_MELD_TOO_HIGH, points=first)


def stock_too_small(variant: Variant, players: int) -> Iterator[Contradiction]:
    """Yield the fault for this number of players, if the stock would be too small."""
    cards, each = variant.packs_for(players) * PACK[variant.deck] + variant.jokers, variant.cards_each(players)
    left = cards - players * each - 1
    if left < players:
        yield contradiction(Reason.STOCK_TOO_SMALL, players=players, each=each, stock=left, cards=cards)


def tables_too_large(variant: Variant) -> Iterator[Contradiction]:
    """Yield what is beyond the limits, for the number of players for which it is largest."""
    allowed = range(variant.players[0], variant.players[1] + 1)
    for question, value, most in (
        ("packs", max(map(variant.packs_for, allowed)), MOST_PACKS),
        ("jokers", variant.jokers, MOST_JOKERS),
        ("hand_size", max(map(variant.cards_each, allowed)), MOST_CARDS_EACH),
    ):
        if value > most:
            yield contradiction(Reason.TABLE_TOO_LARGE, question=question, value=value, most=most)
