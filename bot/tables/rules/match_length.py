"""The lengths of a match that a lobby offers as buttons, and how many turns each takes."""

from collections.abc import Mapping
from math import ceil
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from bot.rummy.contradictions import contradictions
from bot.rummy.variant import EVERYONE_DEALS, Length, Variant
from bot.tables.events import OwnEnd, Pace
from bot.tables.refusals import LengthNotOffered
from bot.tables.rules.rule_changes import usual_target
from bot.tables.table import Table
from bot.wording.sentence import Refused

TURN_SECONDS, COMPUTER_SECONDS = 20, 1.5
"""How long a turn of a person, and one of a computer, is taken to last."""


def own_end(variant: Variant) -> OwnEnd:
    """Return how a match ends by the rules of this game."""
    return variant.match_target, variant.match_deals


def offered_lengths(variant: Variant, preset: Variant, end: OwnEnd) -> dict[Length, Variant]:
    """Return the rules of the table with each length that it can be played at.

    `preset` is the game that the house rules of the variant change, and `end` is the end by its own rules. A game whose rules
    are about numbered deals has no short match, because the later deals would be missing.
    """
    lengths = {Length.ONE: _ending(variant, "none", 1)}
    if isinstance(preset.meld_all_at_once, str) and isinstance(variant.meld_all_at_once, str):
        lengths[Length.SHORT] = _ending(variant, "none", EVERYONE_DEALS)
    target, deals = end
    lengths[Length.FULL] = _ending(variant, usual_target(variant, preset) if target == preset.match_target else target, deals)
    return {length: rules for length, rules in lengths.items() if not any(contradictions(rules))}


def change_length(variant: Variant, preset: Variant, end: OwnEnd, length: Length) -> Variant:
    """Return the rules with this length. Raise Refused(LengthNotOffered)."""
    lengths = offered_lengths(variant, preset, end)
    if length not in lengths:
        raise Refused(LengthNotOffered())
    return lengths[length]


def current_length(variant: Variant, preset: Variant, end: OwnEnd) -> Length | None:
    """Return the length that the rules have; None if the host has chosen another end."""
    return next((length for length, rules in offered_lengths(variant, preset, end).items() if rules == variant), None)


def reached_length(variant: Variant, preset: Variant, players: int) -> Length:
    """Return the longest length that a match of so many players surely reaches by these rules, whichever end was chosen.

    Full is what the preset's own rules say, also for a game that somebody has saved with another end. A target below that might
    be reached in one deal, and so counts as one deal. A game without a short match has only the other two lengths.
    """
    offered = offered_lengths(variant, preset, own_end(preset))
    lengths = {length: rules.with_deals_for(players) for length, rules in offered.items()}
    played = variant.with_deals_for(players)
    if Length.FULL in lengths:
        full = lengths[Length.FULL]
        if not _is_at_least(played.match_target, full.match_target):
            return Length.ONE
        if _is_at_least(played.match_deals, full.match_deals):
            return Length.FULL
    elif played.match_target != "none":
        return Length.ONE
    short = lengths.get(Length.SHORT)
    return Length.SHORT if short and _is_at_least(played.match_deals, short.match_deals) else Length.ONE


def _is_at_least(limit: int | str, other: int | str) -> bool:
    """Return True if a match that ends at this limit is not shorter than one that ends at the other; `none` is no limit."""
    if isinstance(limit, int):
        return isinstance(other, int) and limit >= other
    return True


def _ending(variant: Variant, target: int | Literal["none"], deals: int | Literal["none", "everyone_deals"]) -> Variant:
    return replace(variant, match_target=target, match_deals=deals)


class MeasuredTurns(Struct, frozen=True, forbid_unknown_fields=True):
    """The turns of a deal, and of a match by the game's own rules, on average: as robots play them."""

    deal: float
    match: float


class TurnEstimates(Struct, frozen=True):
    """How many turns each game takes, by the name of the preset and the number of players."""

    turns: Mapping[str, Mapping[int, MeasuredTurns]]

    def minutes(self, variant: Variant, preset: Variant, players: int, computers: int = 0) -> int | None:
        """Return how long a match takes if so many of the players are computers.

        Return None if its game hasn't been measured with this number of players. A target that isn't the preset's own is taken
        to need turns in proportion.
        """
        measured = self.turns.get(preset.name, {}).get(players)
        if measured is None:
            return None
        limits = list[float]()
        deals = variant.with_deals_for(players).match_deals
        if isinstance(deals, int):
            limits.append(deals * measured.deal)
        if variant.match_target != "none":
            usual = preset.match_target if preset.match_target != "none" else variant.match_target
            limits.append(max(measured.deal, measured.match * variant.match_target / usual))
        round_seconds = (players - computers) * TURN_SECONDS + computers * COMPUTER_SECONDS
        return ceil(min(limits, default=measured.match) * round_seconds / players / 60)


NO_ESTIMATES = TurnEstimates({})
LONG_MATCH = 120  # minutes: from here on, hours are shown
_FEW, _STEP = 20, 5  # minutes


def expected_minutes(table: Table, turns: TurnEstimates) -> int | None:
    """Return how long the match takes, roughly; None if that isn't known, or if turns may take days."""
    if table.clock.pace == Pace.SLOW:
        return None
    return turns.minutes(table.played_variant, table.preset, table.expected_players)


def round_minutes(minutes: int) -> int:
    """Return an estimated length as it is shown: from 20 minutes on, in steps of five."""
    return minutes if minutes < _FEW else _STEP * round(minutes / _STEP)
