"""Protests of players against the result of a match, and the answers of organisers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.competition.corrections import checked_reason
from bot.competition.log_ports import OrganiserLog
from bot.competition.protested_match import ProtestedMatch, ProtestedMatches
from bot.competition.refusals import (
    AlreadyProtested,
    AnswerMissing,
    HasNotProtested,
    LeagueRefused,
    NoOpenProtest,
    NotYourMatch,
    ProtestTooLate,
    TooManyProtests,
    WhichProtest,
)
from bot.league.days import DAY_MS
from bot.league.organiser_actions import Action, LogLine, NewLine, ProtestAnswered, Protested

PROTEST_TIME_MS = 7 * DAY_MS
"""How long after the end of a match its players may protest."""
MOST_PROTESTS = 5
"""How often a person may protest in 24 hours: protests are posted, also by guests, in a channel where few people may write."""


@dataclass(frozen=True, slots=True)
class Protest:
    """The line of a protest, and that of its answer, if there is one."""

    line: LogLine
    answer: LogLine | None = None


class Protests:
    """The protests of a server, as lines of its log. `now` returns epoch milliseconds."""

    def __init__(self, log: OrganiserLog, matches: ProtestedMatches, now: Callable[[], int]) -> None:
        self._log = log
        self._matches = matches
        self._now = now

    async def of_match(self, match: int) -> list[Protest]:
        """Return the protests against a match, the oldest first."""
        return protests_in(await self._log.of_match(match))

    async def players(self, server: int, match: int) -> tuple[int, ...]:
        """Return the people who can protest against a match. Raise LeagueRefused."""
        return (await self._matches.find(server, match)).players

    async def protest(self, server: int, match: int, why: str, *, by: int) -> ProtestedMatch:
        """Store a protest of a player, once for each person and match. Return the match. Raise LeagueRefused."""
        reason, now = checked_reason(why), self._now()
        found = await self._matches.find(server, match)
        if by not in found.players:
            raise LeagueRefused(NotYourMatch(match))

        def check(lines: Sequence[LogLine], recent: Sequence[LogLine]) -> None:
            for one in protests_in(lines):
                if one.line.by == by:
                    raise LeagueRefused(AlreadyProtested(match, None if one.answer is None else one.answer.why))
            if now > (until := found.at + PROTEST_TIME_MS):
                raise LeagueRefused(ProtestTooLate(match, until))
            if sum(isinstance(one.what, Protested) for one in recent) >= MOST_PROTESTS:
                raise LeagueRefused(TooManyProtests(MOST_PROTESTS))

        await self._log.add(_line(found, now, by, Protested(match), reason), check)
        return found

    async def open_protest(self, match: int, person: int) -> str:
        """Return the reason of a person's protest against a match. Raise LeagueRefused unless it waits for an answer."""
        protests = await self.of_match(match)
        _whom_to_answer(protests, match, person)
        return next(one.line.why for one in protests if one.line.by == person)

    async def answer(self, server: int, match: int, answer: str, *, by: int, person: int | None = None) -> int:
        """Store an organiser's answer to the protest of a person; without one, to the only open protest.

        Return who protested. Raise LeagueRefused.
        """
        if not answer.split():
            raise LeagueRefused(AnswerMissing())
        said, now = checked_reason(answer), self._now()
        found = await self._matches.find(server, match)
        asked = _whom_to_answer(await self.of_match(match), match, person)

        def check(lines: Sequence[LogLine], _: Sequence[LogLine]) -> None:
            _whom_to_answer(protests_in(lines), match, asked)

        line = _line(found, now, by, ProtestAnswered(match, asked), said, is_own=by in found.players)
        await self._log.add(line, check)
        return asked


def protests_in(lines: Sequence[LogLine]) -> list[Protest]:
    """Return the protests among these lines about a match, each with its answer."""
    answers = {one.what.person: one for one in lines if isinstance(one.what, ProtestAnswered)}
    return [Protest(one, answers.get(one.by)) for one in lines if isinstance(one.what, Protested)]


def _whom_to_answer(protests: Sequence[Protest], match: int, person: int | None) -> int:
    """Return the person whose protest is answered. Raise LeagueRefused."""
    waiting = tuple(one.line.by for one in protests if one.answer is None)
    if not waiting:
        raise LeagueRefused(NoOpenProtest(match, answered=bool(protests)))
    if person is None:
        if len(waiting) > 1:
            raise LeagueRefused(WhichProtest(match, waiting))
        return waiting[0]
    if person not in waiting:
        raise LeagueRefused(HasNotProtested(match, person))
    return person


def _line(match: ProtestedMatch, at: int, by: int, what: Action, why: str, *, is_own: bool = False) -> NewLine:
    return NewLine(match.server, at, by, what, why, leagues=match.leagues, is_own=is_own)
