"""A person's matches as lines to look back on, the newest first: those that count nowhere too, and why."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.league.facts import MatchResult, oldest_first
from bot.league.placings import Placing, league_placings


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """`people` by place, then in the order of their seats; with computers at the table they are not all who played."""

    match: int
    ended: int
    game: str
    people: tuple[Placing, ...]
    deals: int
    computers: int
    voided: bool


def history_line(match: MatchResult) -> HistoryLine:
    return HistoryLine(
        match=match.number,
        ended=match.ended,
        game=match.variant.title,
        people=tuple(sorted(league_placings(match), key=lambda one: one.place)),
        deals=len(match.deals),
        computers=sum(seat.computer for seat in match.seats),
        voided=match.voided,
    )


def history_lines(history: Iterable[MatchResult], person: int | None = None) -> list[HistoryLine]:
    """Of this person, or of everybody; `history` as it is corrected."""
    found = [match for match in oldest_first(history) if person is None or match.seat_of(person) is not None]
    return [history_line(match) for match in reversed(found)]
