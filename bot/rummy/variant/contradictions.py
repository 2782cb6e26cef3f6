"""The answers of a variant that contradict each other: one record for each reason, with its facts.

A record prints as the sentence for the author of a variant's file; the sentences for a host are in `bot/messages/`.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.rummy.variant.variant import Variant

PACK = {"french52": 52, "cuccu40": 40}
MOST_PACKS, MOST_JOKERS, MOST_CARDS_EACH = 2, 6, 14
"""The limits of a new table: its melds are found quickly whatever its other answers are."""
MOST_AT_WROTHAM = 5  # RULES 5.14


@dataclass(frozen=True, slots=True)
class LeastAboveMost:
    least: int
    most: int

    def __str__(self) -> str:
        return f"players = {[self.least, self.most]}: the least number of players is above the most."


@dataclass(frozen=True, slots=True)
class NoValueFor:
    question: str
    players: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.question}: no value for {', '.join(map(str, self.players))} players, who are allowed at this table."


@dataclass(frozen=True, slots=True)
class NoEnd:
    def __str__(self) -> str:
        return "match_target, match_deals: one of the two must say when the match ends."


@dataclass(frozen=True, slots=True)
class PaymentWithTarget:
    def __str__(self) -> str:
        return "scoring = 'payment' with a match_target: payment is played over a fixed number of deals."


@dataclass(frozen=True, slots=True)
class PaymentAllPenalty:
    def __str__(self) -> str:
        return "scoring = 'payment' with blocked_scoring = 'all_penalty': nobody would be paid."


@dataclass(frozen=True, slots=True)
class TargetOutOfReach:
    """Totals may fall deal after deal, and no number of deals ends the match (RULES 5.21)."""

    def __str__(self) -> str:
        return (
            "blocked_scoring = 'all_penalty' with a match_target alone: totals may fall deal after deal, "
            "so match_deals must say when the match ends."
        )


@dataclass(frozen=True, slots=True)
class SuitedFigures:
    def __str__(self) -> str:
        return "set_kind = 'distinct_figures' with run_suited = true: the deck with figures has no suits."


@dataclass(frozen=True, slots=True)
class SwapWithoutWild:
    def __str__(self) -> str:
        return "wild_swap without wild: there is no wild card to swap."


@dataclass(frozen=True, slots=True)
class SwapWithoutLayOffs:
    def __str__(self) -> str:
        return "wild_swap with layoff_scope = 'none': a meld that may not be touched cannot give its joker."


@dataclass(frozen=True, slots=True)
class SmallestSetAboveLargest:
    smallest: int
    largest: int

    def __str__(self) -> str:
        return f"set_size = {[self.smallest, self.largest]}: the smallest set is larger than the largest."


@dataclass(frozen=True, slots=True)
class SetsTooLarge:
    """No cards make the smallest set. A deck in which there are only runs has no such fault (RULES 8.10)."""

    smallest: int
    possible: int

    def __str__(self) -> str:
        return f"set_size: sets of {self.smallest} cards cannot be; the largest there can be have {self.possible}."


@dataclass(frozen=True, slots=True)
class StockTooSmall:
    """After the deal the stock has less than a card for each player."""

    players: int
    each: int
    stock: int
    cards: int

    def __str__(self) -> str:
        return (
            f"hand_size: {self.players} players with {self.each} cards each leave {self.stock} of {self.cards} cards "
            f"for the stock; at least {self.players} are needed."
        )


@dataclass(frozen=True, slots=True)
class WrothamForTooMany:
    """More players than Wrotham's deals are for: an extra card for the starter, and deals melded all at once (RULES 5.14)."""

    least: int
    players: int
    most: int

    def __str__(self) -> str:
        return (
            f"players = {[self.least, self.players]}: where the starter has an extra card and deals are melded all at once, "
            f"at most {self.most} can play."
        )


@dataclass(frozen=True, slots=True)
class HandTooSmall:
    smallest: int
    needed: int

    def __str__(self) -> str:
        return f"hand_size: with {self.smallest} in hand nobody could ever meld and go out; at least {self.needed} are needed."


@dataclass(frozen=True, slots=True)
class TableTooLarge:
    """More packs, jokers or cards in hand than a new table can have; `question` is one of the three."""

    question: str
    value: int
    most: int

    def __str__(self) -> str:
        return f"{self.question} = {self.value}: at most {self.most}, because the melds of larger hands take too long to find."


Contradiction = (
    TableTooLarge
    | LeastAboveMost
    | NoValueFor
    | NoEnd
    | PaymentWithTarget
    | PaymentAllPenalty
    | TargetOutOfReach
    | SuitedFigures
    | SwapWithoutWild
    | SwapWithoutLayOffs
    | SmallestSetAboveLargest
    | SetsTooLarge
    | StockTooSmall
    | WrothamForTooMany
    | HandTooSmall
)


def contradictions(variant: Variant) -> Iterator[Contradiction]:
    """Yield all contradictions. Those that depend on the number of players are checked for the most players (RULES 5.23)."""
    least, most = variant.players
    if least > most:
        yield LeastAboveMost(least, most)
        return
    for question in ("hand_size", "packs"):
        table = getattr(variant, question)
        missing = [players for players in range(least, most + 1) if isinstance(table, dict) and players not in table]
        if missing:
            yield NoValueFor(question, tuple(missing))
            return
    yield from tables_too_large(variant)
    if variant.match_target == "none" and variant.match_deals == "none":
        yield NoEnd()
    if variant.scoring == "payment" and variant.match_target != "none":
        yield PaymentWithTarget()
    if variant.scoring == "payment" and variant.blocked_scoring == "all_penalty":
        yield PaymentAllPenalty()
    is_falling = variant.scoring == "winner_collects" and variant.blocked_scoring == "all_penalty"
    if is_falling and variant.match_target != "none" and variant.match_deals == "none":
        yield TargetOutOfReach()
    if variant.set_kind == "distinct_figures" and variant.run_suited:
        yield SuitedFigures()
    if variant.wild_swap != "never" and variant.wild == "none":
        yield SwapWithoutWild()
    if variant.wild_swap != "never" and variant.layoff_scope == "none":
        yield SwapWithoutLayOffs()
    if variant.set_size[0] > variant.set_size[1]:
        yield SmallestSetAboveLargest(*variant.set_size)
    if not variant.has_sets() and not (variant.deck == "cuccu40" and variant.set_kind == "same_rank"):
        yield SetsTooLarge(variant.set_size[0], variant.largest_set())
    yield from stock_too_small(variant, most)
    if most > MOST_AT_WROTHAM and variant.opening == "starter_extra" and variant.meld_all_at_once not in ("never", ()):
        yield WrothamForTooMany(least, most, MOST_AT_WROTHAM)
    smallest_meld = min(variant.set_size[0], variant.run_size) if variant.has_sets() else variant.run_size
    needed = smallest_meld - (variant.out_by == "any")
    smallest = min(variant.cards_each(players) for players in range(least, most + 1))
    if smallest < needed:
        yield HandTooSmall(smallest, needed)


def stock_too_small(variant: Variant, players: int) -> Iterator[StockTooSmall]:
    """Yield the fault for this number of players, if the stock would be too small."""
    cards, each = variant.packs_for(players) * PACK[variant.deck] + variant.jokers, variant.cards_each(players)
    left = cards - players * each - 1
    if left < players:
        yield StockTooSmall(players, each, left, cards)


def tables_too_large(variant: Variant) -> Iterator[TableTooLarge]:
    """Yield what is beyond the limits, for the number of players for which it is largest."""
    allowed = range(variant.players[0], variant.players[1] + 1)
    for question, value, most in (
        ("packs", max(map(variant.packs_for, allowed)), MOST_PACKS),
        ("jokers", variant.jokers, MOST_JOKERS),
        ("hand_size", max(map(variant.cards_each, allowed)), MOST_CARDS_EACH),
    ):
        if value > most:
            yield TableTooLarge(question, value, most)


def contradictions_besides_size(variant: Variant) -> tuple[Contradiction, ...]:
    """Return the contradictions of a variant that may have been saved by an earlier version: larger tables are still played."""
    return tuple(fault for fault in contradictions(variant) if not isinstance(fault, TableTooLarge))
