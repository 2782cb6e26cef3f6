"""The match history of a person or a server, a line per match; it includes matches that count nowhere."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.league.match_facts import MatchResult, oldest_first
from bot.league.placings import Placing, league_placings


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """A match of the history. `people` are sorted by place, then by seat; `computers` counts the seats of computers."""

    match: int
    ended: int
    game: str
    people: tuple[Placing, ...]
    deals: int
    computers: int
    is_voided: bool


def history_line(match: MatchResult) -> HistoryLine:
    return HistoryLine(
        match=match.number,
        ended=match.ended,
        game=match.variant.title,
        people=tuple(sorted(league_placings(match), key=lambda one: one.place)),
        deals=len(match.deals),
        computers=sum(seat.computer for seat in match.seats),
        is_voided=match.voided,
    )


def history_lines(history: Iterable[MatchResult], person: int | None = None) -> list[HistoryLine]:
    """Return the lines of this person, or of everyone, the newest first; `history` has its corrections applied."""
    found = [match for match in oldest_first(history) if person is None or match.seat_of(person) is not None]
    return [history_line(match) for match in reversed(found)]
