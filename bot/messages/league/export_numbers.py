"""The numbers of people and channels in exported files: valid in one export, and never Discord's.

They count from 1. People have them in the order in which the bot first saw them, so all parts of an export agree.
"""

from collections.abc import Iterable
from dataclasses import replace as replace_field

from msgspec.structs import replace

from bot.competition.match_export import ExportedMatch
from bot.league.corrections import Change, Correction, PutBack, Remove, SwapBack, SwapPeople
from bot.league.league import League
from bot.league.match_facts import MatchResult
from bot.league.standings.standings import Standing


class ExportNumbers:
    """The numbers of these people; channels, and people of matches that end meanwhile, get theirs when they first come up."""

    def __init__(self, people: Iterable[int]) -> None:
        self._people = {person: number for number, person in enumerate(sorted(people), start=1)}
        self._channels: dict[int, int] = {}

    def person(self, person: int) -> int:
        """Return the number of a person."""
        return self._people.setdefault(person, len(self._people) + 1)

    def channel(self, channel: int) -> int:
        """Return the number of a channel; 0 if the match has none."""
        return self._channels.setdefault(channel, len(self._channels) + 1) if channel else 0

    def league(self, league: League) -> League:
        """Return the definition of a league with the number of its channel."""
        return replace(league, server=0, channel=None if league.channel is None else self.channel(league.channel))

    def standing(self, row: Standing) -> Standing:
        return replace_field(row, person=self.person(row.person))

    def exported(self, one: ExportedMatch) -> ExportedMatch:
        """Return an exported match with the numbers of this export."""
        return replace_field(
            one,
            match=self._match(one.match),
            original=self._match(one.original),
            verdicts=tuple(replace_field(verdict, points=self._by_person(verdict.points)) for verdict in one.verdicts),
            corrections=tuple(map(self._correction, one.corrections)),
        )

    def _match(self, match: MatchResult) -> MatchResult:
        seats = tuple(seat if seat.computer else replace(seat, person=self.person(seat.person)) for seat in match.seats)
        return replace(match, server=0, seats=seats, channel=self.channel(match.channel))

    def _by_person(self, parts: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
        return tuple((self.person(person), own) for person, own in parts)

    def _correction(self, made: Correction) -> Correction:
        return replace(made, by=self.person(made.by), change=self._change(made.change))

    def _change(self, change: Change) -> Change:
        match change:
            case SwapPeople() | SwapBack():
                return replace(change, first=self.person(change.first), second=self.person(change.second))
            case Remove() | PutBack():
                return replace(change, person=self.person(change.person))
            case _:
                return change
