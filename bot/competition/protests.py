"""Protests of players against the result of a match, and the answers of organisers, as lines of the log."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated

from bot.competition.action_effects import concerned_leagues
from bot.competition.corrections import checked_reason
from bot.competition.match_history import MatchHistory, MatchRecord
from bot.league.ledger import Ledger
from bot.league.organiser_actions import Line, LogLine, NewLine, ProtestAnswered, Protested
from bot.storage.league.ledgers import StoredLedgers
from bot.wording.sentence import NumberCode, Refusal, Refused


class NotYourMatch(Refusal):
    """Only the players of a match protest against its result."""

    match: NumberCode
    sentence = "You didn't play match {match}. Only its players can protest."


class AlreadyProtested(Refusal):
    """A person protests once against a match."""

    match: Annotated[int, "`/match id:{}`"]
    sentence = "You've already protested. {match} shows it."


class NoOpenProtest(Refusal):
    """The protest against this match has been answered, or was never made."""

    match: Annotated[int, "`/match id:{}`"]
    sentence = "This protest isn't open any more. {match} shows the answer."


@dataclass(frozen=True, slots=True)
class Protest:
    """The line of a protest, and that of its answer, if there is one."""

    line: LogLine
    answer: LogLine | None = None


def protests_in(lines: Sequence[LogLine]) -> list[Protest]:
    """Return the protests among these lines about a match, each with its answer."""
    answers = {one.what.person: one for one in lines if isinstance(one.what, ProtestAnswered)}
    return [Protest(one, answers.get(one.by)) for one in lines if isinstance(one.what, Protested)]


class Protests:
    """Every method raises Refused. `now` returns epoch milliseconds."""

    def __init__(self, ledgers: StoredLedgers, match_history: MatchHistory, now: Callable[[], int]) -> None:
        self._ledgers = ledgers
        self._match_history = match_history
        self._now = now

    async def check(self, server: int, match: int, *, by: int) -> MatchRecord:
        """Return the match against which this player can protest."""
        record = await self._match_history.match(server, match)
        if by not in record.players:
            raise Refused(NotYourMatch(match))
        _check_first(await self._ledgers.lines_about(server, match), match, by)
        return record

    async def protest(self, server: int, match: int, why: str, *, by: int) -> None:
        """Store a player's only protest against a match; if it was played for no league, for all of them."""
        record = await self.check(server, match, by=by)
        line = Line(self._now(), by, Protested(match), checked_reason(why), _leagues(record))
        await self._add(server, line, lambda lines: _check_first(lines, match, by))

    async def find_open(self, server: int, match: int, person: int) -> str:
        """Return the reason of a person's protest that waits for an answer."""
        await self._match_history.match(server, match)
        return _open_reason(await self._ledgers.lines_about(server, match), match, person)

    async def answer(self, server: int, match: int, answer: str, *, by: int, person: int) -> None:
        """Store an organiser's only answer to a person's protest."""
        record = await self._match_history.match(server, match)
        what, is_own = ProtestAnswered(match, person), by in record.players
        line = Line(self._now(), by, what, checked_reason(answer), _leagues(record), is_own=is_own)
        await self._add(server, line, lambda lines: _open_reason(lines, match, person))

    async def _add(self, server: int, line: Line, check: Callable[[Sequence[LogLine]], object]) -> None:
        async def make(ledger: Ledger) -> NewLine:
            check((await self._ledgers.lines(server, ledger.lines(line.match or 0)))[::-1])
            return NewLine(line)

        await self._ledgers.add(server, make)


def _leagues(record: MatchRecord) -> tuple[int, ...] | None:
    return concerned_leagues([one.term for one in record.verdicts], record.original) or None


def _check_first(lines: Sequence[LogLine], match: int, by: int) -> None:
    if any(one.line.by == by for one in protests_in(lines)):
        raise Refused(AlreadyProtested(match))


def _open_reason(lines: Sequence[LogLine], match: int, person: int) -> str:
    for one in protests_in(lines):
        if one.line.by == person and one.answer is None:
            return one.line.why
    raise Refused(NoOpenProtest(match))
