"""Corrections of matches and protests, and what an organiser's action changes in the standings of running seasons.

Standings and ratings are then as if the match had always been as corrected. Final tables of seasons stay as they are. An effect
is computed before its action is stored.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from msgspec.structs import replace

from bot.competition.match_history import MatchHistory, MatchRecord, NoSuchMatch
from bot.league.corrections import LONGEST_REASON, Change, Correction, apply_change, check_change, check_repetition
from bot.league.days import week_of
from bot.league.eligibility import is_counting
from bot.league.league import League, is_blank
from bot.league.ledger import Ledger
from bot.league.match_facts import MatchResult
from bot.league.organiser_actions import Corrected, Line, LogLine, NewLine, ProtestAnswered, Protested
from bot.league.scheme import Ranking
from bot.league.seasons import Season, SeasonTable, Term, saved_standings
from bot.league.standings import Effect, Standing, Total, compare_standings, compute_standings, compute_totals, match_shares
from bot.storage.league.ledgers import StoredLedgers
from bot.wording.sentence import NumberCode, Refusal, Refused


def concerned_leagues(terms: Iterable[Term], match: MatchResult) -> tuple[int, ...]:
    """Return the leagues for which the match was played, whether it counts there or not."""
    return tuple(dict.fromkeys(term.number for term in terms if term.holds(match) and term.fits(match)))


def effect_of_edit(ledger: Ledger, term: Term, league: League, now: int, by: int) -> tuple[Effect | None, bool]:
    """Return what new rules change in a running season, and whether that affects matches of the organiser `by`.

    Other tie-breakers, or another number of matches to be ranked, affect them if the organiser moves.
    """
    rules = term.league
    if league == replace(rules, name=league.name, season_end=league.season_end, announcements=league.announcements):
        return None, False
    old, new = ledger.counting(term), ledger.counting(replace(term, league=league))
    changed = {match.number for match in old} ^ {match.number for match in new}
    if league.scheme != rules.scheme:
        changed = _changed(rules, old, league, new)
    rows = (_standings(rules, ledger.totals(term), old, now), _standings(league, compute_totals(league, new), new, now))
    effect = compare_standings(league.name, *rows, matches=len(changed), by=by)
    if league.rated != rules.rated:
        changed |= {match.number for match in new}
    is_own = any(match.number in changed and match.seat_of(by) is not None for match in (*old, *new))
    return effect, is_own or (effect is not None and any(move.person == by for move in effect.moves))


def effect_of_reopening(
    ledger: Ledger, term: Term, saved: SeasonTable | None, league: League, now: int, by: int
) -> tuple[Effect, bool]:
    """Return what is otherwise in a season that goes on than in the table `saved` at its end: newer matches and corrections.

    Return also whether that affects matches of the organiser `by`. `saved` is None if it wasn't final yet. `league` is what
    the league is now.
    """
    over = term.season
    then = ledger.counting(replace(term, league=league), until=None if over.awaits else over.final or over.end)
    counted = ledger.counting(Term(term.number, league, Season(over.number, over.begin)))
    changed = _changed(league, then, league, counted)
    is_own = any(match.number in changed and match.seat_of(by) is not None for match in (*then, *counted))
    rows = _standings(league, compute_totals(league, counted), counted, now)
    before = _standings(term.league, ledger.totals(term), then, now) if saved is None else saved_standings(saved)
    effect = compare_standings(league.name, before, rows, matches=len(changed), by=by)
    return effect or Effect(league.name, 0, 0), is_own


def effects_of_correction(ledger: Ledger, before: MatchResult, after: MatchResult, now: int, by: int) -> tuple[Effect, ...]:
    """Return what changes in the seasons that aren't final if a match is as it is `after` a correction."""
    found = []
    for term in sorted(ledger.terms, key=lambda one: one.league.key):
        if term.season.is_over or not term.holds(before) or not term.fits(before):
            continue
        old, new = ([one] if is_counting(term.league, one, term.number) else [] for one in (before, after))
        matches = len(_changed(term.league, old, term.league, new))
        totals = dict(ledger.totals(term))
        ledger.change_totals(totals, term, after)
        counted = ledger.counting(term) if term.league.ranking == Ranking.RATING else []
        rest = [one for one in counted if one.number != before.number]
        corrected = sorted((*rest, *new), key=lambda one: (one.ended, one.number))
        rows = (
            _standings(term.league, ledger.totals(term), counted, now),
            _standings(term.league, totals, corrected, now),
        )
        found.append(compare_standings(term.league.name, *rows, matches=matches, by=by))
    return tuple(one for one in found if one is not None)


def _changed(rules: League, old: Iterable[MatchResult], league: League, new: Iterable[MatchResult]) -> set[int]:
    """Return the matches that are worth something else to somebody: `old` count by `rules`, and `new` by `league`."""
    before, after = ({match.number: match for match in counted} for counted in (old, new))
    in_both = before.keys() & after.keys()
    changed = {number for number in in_both if match_shares(rules, before[number]) != match_shares(league, after[number])}
    return changed | (before.keys() ^ after.keys())


def _standings(league: League, totals: Mapping[int, Total], counted: Iterable[MatchResult], now: int) -> list[Standing]:
    return compute_standings(league, totals, counted, week=week_of(now, league.zone))


class ReasonMissing(Refusal):
    sentence = "Your text is empty. Write a few words."


class ReasonTooLong(Refusal):
    count: int
    sentence = "The reason can have at most {count} characters. Shorten it."


@dataclass(frozen=True, slots=True)
class CorrectionEffects:
    """What a correction changed in running seasons, and the seasons that it can't change any more.

    `ended_terms` are seasons that have ended and in which the match counted, whether it was voided later or not, because their
    tables still contain it. `is_rated` is True if the match counts in a rated league before or after the correction.
    """

    running: tuple[Effect, ...] = ()
    ended_terms: tuple[Term, ...] = ()
    is_rated: bool = False


def effects_of(running: tuple[Effect, ...], before: MatchRecord, after: MatchRecord) -> CorrectionEffects:
    """Return the effects of a correction on a match, given its record before and after."""
    unvoided = [one for record in (before, after) for one in record.unvoided]
    ended = [one.term for one in unvoided if one.term.season.end is not None and one.changes_standings]
    by_season = {term.key: term for term in ended}
    counting = [one.term for record in (before, after) for one in record.verdicts if one.why_not is None]
    return CorrectionEffects(running, tuple(by_season.values()), is_rated=any(term.league.rated for term in counting))


@dataclass(eq=False)
class Corrections:
    """The corrections of matches, stored one by one. `now` returns epoch milliseconds."""

    _ledgers: StoredLedgers
    _now: Callable[[], int]

    async def correct(
        self, server: int, match: int, change: Change, *, by: int, why: str
    ) -> tuple[Correction, tuple[Effect, ...]]:
        """Store a correction by this person. Return it with what it changed in running seasons. Raise Refused."""
        reason = checked_reason(why)

        async def make(ledger: Ledger) -> NewLine:
            now = ledger.not_before(self._now())
            return NewLine(await asyncio.to_thread(_line_of, ledger, Corrected(match, change), now, by, reason))

        line = await self._ledgers.add(server, make)
        assert line is not None, "it is made whenever it isn't refused"
        return Correction(match, change, by, line.at, reason), line.effects


def checked_reason(why: str) -> str:
    """Return the reason on one line. Raise Refused if it is missing or too long."""
    reason = " ".join(why.split())
    if is_blank(reason):
        raise Refused(ReasonMissing())
    if len(reason) > LONGEST_REASON:
        raise Refused(ReasonTooLong(LONGEST_REASON))
    return reason


def optional_reason(why: str) -> str:
    """Return the reason on one line, or nothing if none was given. Raise Refused if it is too long."""
    return "" if is_blank(why) else checked_reason(why)


def _line_of(ledger: Ledger, what: Corrected, now: int, by: int, why: str) -> Line:
    """Return the line of a correction. Raise Refused if it doesn't fit."""
    match, played = ledger.match(what.match), ledger.played(what.match)
    if match is None or played is None:
        raise Refused(NoSuchMatch(what.match))
    earlier = [one.change for one in ledger.corrections(match.number)]
    fault = check_change(match, what.change) or check_repetition(earlier, what.change)
    if fault is not None:
        raise Refused(fault)
    return Line(
        now,
        by,
        what,
        why,
        concerned_leagues(ledger.terms, played),
        effects_of_correction(ledger, match, apply_change(match, what.change), now, by),
        is_own=any(seat.person == by and not seat.computer for seat in played.seats),
    )


class NotYourMatch(Refusal):
    match: NumberCode
    sentence = "You didn't play match {match}. Only its players can protest."


class AlreadyProtested(Refusal):
    match: Annotated[int, "`/match match:{}`"]
    sentence = "You've already protested. {match} shows it."


class NoOpenProtest(Refusal):
    """The protest against this match has been answered, or was never made."""

    match: Annotated[int, "`/match match:{}`"]
    sentence = "This protest is closed. {match} shows the answer."


@dataclass(frozen=True, slots=True)
class Protest:
    """The line of a protest, and that of its answer, if there is one."""

    line: LogLine
    answer: LogLine | None = None


def protests_in(lines: Sequence[LogLine]) -> list[Protest]:
    """Return the protests among these lines about a match, each with its answer."""
    answers = {one.what.person: one for one in lines if isinstance(one.what, ProtestAnswered)}
    return [Protest(one, answers.get(one.by)) for one in lines if isinstance(one.what, Protested)]


@dataclass(eq=False)
class Protests:
    """Every method raises Refused. `now` returns epoch milliseconds."""

    _ledgers: StoredLedgers
    _match_history: MatchHistory
    _now: Callable[[], int]

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
