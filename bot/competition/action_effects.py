"""What an organiser's action changes in the standings of running seasons, computed before it is stored."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from bot.competition.ports import ServerHistory
from bot.league.corrections import apply_corrections
from bot.league.days import week_of
from bot.league.league import League
from bot.league.match_facts import MatchResult
from bot.league.organiser_actions import Effect
from bot.league.seasons.season_table import SeasonTable, saved_standings
from bot.league.seasons.season_terms import Term, counting_in_term
from bot.league.seasons.seasons import Season
from bot.league.standings.cached_totals import CachedChanges
from bot.league.standings.standings import Standing, compute_standings
from bot.league.standings.standings_effect import compare_standings
from bot.league.standings.totals import Total, compute_totals, match_shares


@dataclass(frozen=True, slots=True)
class RunningSeason:
    """A running season with the totals of all its people."""

    term: Term
    totals: Mapping[int, Total]


def concerned_leagues(terms: Iterable[Term], match: MatchResult) -> tuple[int, ...]:
    """Return the leagues for which the match was played, whether it counts there or not."""
    return tuple(dict.fromkeys(term.number for term in terms if term.season.holds(match) and term.fits(match)))


def effect_of_edit(
    running: RunningSeason, league: League, history: ServerHistory, now: int, by: int
) -> tuple[Effect | None, bool]:
    """Return what the new rules change in the running season, and whether that affects matches of the organiser `by`.

    Other tie-breakers, or another number of matches to be ranked, affect them if the organiser moves.
    """
    term, rules = running.term, running.term.league
    if league == replace(rules, name=league.name, season_end=league.season_end, announcements=league.announcements):
        return None, False
    matches = apply_corrections(history.matches, history.corrections)
    old, new = (counting_in_term(replace(term, league=one), matches) for one in (rules, league))
    changed = {match.number for match in old} ^ {match.number for match in new}
    if league.scheme != rules.scheme:
        changed = _changed(rules, old, league, new)
    rows = (_standings(rules, running.totals, now), _standings(league, compute_totals(league, new), now))
    effect = compare_standings(league.name, *rows, matches=len(changed), by=by)
    if league.rated != rules.rated:
        changed |= {match.number for match in new}
    is_own = any(match.number in changed and match.seat_of(by) is not None for match in matches)
    return effect, is_own or (effect is not None and any(move.person == by for move in effect.moves))


def effect_of_reopening(
    saved: SeasonTable, league: League, number: int, history: ServerHistory, now: int, by: int
) -> tuple[Effect, bool]:
    """Return what is otherwise in a season that goes on than in the table `saved` at its end: newer matches and corrections.

    Return also whether that affects matches of the organiser `by`. `number` is that of the league, and `history` has the
    server's matches since the season began.
    """
    over = saved.season
    made_until_end = [one for one in history.corrections if one.at < (over.end or 0)]
    then = counting_in_term(Term(number, league, over), apply_corrections(history.matches, made_until_end))
    reopened = Season(over.number, over.begin)
    matches = apply_corrections(history.matches, history.corrections)
    counted = counting_in_term(Term(number, league, reopened), matches)
    changed = _changed(league, then, league, counted)
    is_own = any(match.number in changed and match.seat_of(by) is not None for match in matches)
    rows = _standings(league, compute_totals(league, counted), now)
    effect = compare_standings(league.name, saved_standings(saved), rows, matches=len(changed), by=by)
    return effect or Effect(league.name, 0, 0), is_own


def effects_of_correction(
    running: Iterable[RunningSeason],
    before: Sequence[MatchResult],
    after: Sequence[MatchResult],
    changes: CachedChanges,
    now: int,
    by: int,
) -> tuple[Effect, ...]:
    """Return what a correction changes; `before` and `after` are the matches of its people, `changes` those of their totals."""
    found = []
    for season in running:
        term, league = season.term, season.term.league
        old, new = (counting_in_term(term, history) for history in (before, after))
        matches = len(_changed(league, old, league, new))
        totals = dict(season.totals)
        for (number, nth, person), total in changes.totals.items():
            if (number, nth) == (term.number, term.season.number):
                totals.pop(person, None)
                if total is not None:
                    totals[person] = total
        rows = (_standings(league, season.totals, now), _standings(league, totals, now))
        found.append(compare_standings(league.name, *rows, matches=matches, by=by))
    return tuple(one for one in found if one is not None)


def effects_of_recount(
    running: Iterable[RunningSeason], before: Sequence[MatchResult], after: Sequence[MatchResult], now: int, by: int
) -> tuple[Effect, ...]:
    """Return what a correction changes; `before` and `after` are all matches of the server in the running seasons."""
    found = []
    for term in (season.term for season in running):
        league = term.league
        old, new = (counting_in_term(term, history) for history in (before, after))
        matches = len(_changed(league, old, league, new))
        rows = [_standings(league, compute_totals(league, counted), now) for counted in (old, new)]
        found.append(compare_standings(league.name, *rows, matches=matches, by=by))
    return tuple(one for one in found if one is not None)


def _changed(rules: League, old: Iterable[MatchResult], league: League, new: Iterable[MatchResult]) -> set[int]:
    """Return the matches that are worth something else to somebody: `old` count by `rules`, and `new` by `league`."""
    before, after = ({match.number: match for match in counted} for counted in (old, new))
    in_both = before.keys() & after.keys()
    changed = {number for number in in_both if match_shares(rules, before[number]) != match_shares(league, after[number])}
    return changed | (before.keys() ^ after.keys())


def _standings(league: League, totals: Mapping[int, Total], now: int) -> list[Standing]:
    return compute_standings(totals, league.scheme.ties, least=league.least, week=week_of(now, league.zone))
