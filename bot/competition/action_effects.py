"""What an organiser's action changes in the standings of running seasons, computed before it is stored."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from bot.league.days import week_of
from bot.league.eligibility import is_counting
from bot.league.league import League
from bot.league.ledger import Ledger
from bot.league.match_facts import MatchResult
from bot.league.seasons import Season, SeasonTable, Term, saved_standings
from bot.league.standings import Effect, Standing, Total, compare_standings, compute_standings, compute_totals, match_shares


def concerned_leagues(terms: Iterable[Term], match: MatchResult) -> tuple[int, ...]:
    """Return the leagues for which the match was played, whether it counts there or not."""
    return tuple(dict.fromkeys(term.number for term in terms if term.season.holds(match) and term.fits(match)))


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
    rows = (_standings(rules, ledger.totals(term), now), _standings(league, compute_totals(league, new), now))
    effect = compare_standings(league.name, *rows, matches=len(changed), by=by)
    if league.rated != rules.rated:
        changed |= {match.number for match in new}
    is_own = any(match.number in changed and match.seat_of(by) is not None for match in (*old, *new))
    return effect, is_own or (effect is not None and any(move.person == by for move in effect.moves))


def effect_of_reopening(
    ledger: Ledger, saved: SeasonTable, league: League, number: int, now: int, by: int
) -> tuple[Effect, bool]:
    """Return what is otherwise in a season that goes on than in the table `saved` at its end: newer matches and corrections.

    Return also whether that affects matches of the organiser `by`. `number` is that of the league.
    """
    over = saved.season
    then = ledger.counting(Term(number, league, over), until=over.end or 0)
    counted = ledger.counting(Term(number, league, Season(over.number, over.begin)))
    changed = _changed(league, then, league, counted)
    is_own = any(match.number in changed and match.seat_of(by) is not None for match in (*then, *counted))
    rows = _standings(league, compute_totals(league, counted), now)
    effect = compare_standings(league.name, saved_standings(saved), rows, matches=len(changed), by=by)
    return effect or Effect(league.name, 0, 0), is_own


def effects_of_correction(ledger: Ledger, before: MatchResult, after: MatchResult, now: int, by: int) -> tuple[Effect, ...]:
    """Return what changes in the running seasons if a match is as it is `after` a correction."""
    found = []
    for term in sorted(ledger.terms, key=lambda one: one.league.key):
        if term.season.end is not None or not term.season.holds(before) or not term.fits(before):
            continue
        old, new = ([one] if is_counting(term.league, one, term.number) else [] for one in (before, after))
        matches = len(_changed(term.league, old, term.league, new))
        totals = dict(ledger.totals(term))
        for person, total in ledger.totals_of_match(term, after).items():
            totals.pop(person, None)
            if total is not None:
                totals[person] = total
        rows = (_standings(term.league, ledger.totals(term), now), _standings(term.league, totals, now))
        found.append(compare_standings(term.league.name, *rows, matches=matches, by=by))
    return tuple(one for one in found if one is not None)


def _changed(rules: League, old: Iterable[MatchResult], league: League, new: Iterable[MatchResult]) -> set[int]:
    """Return the matches that are worth something else to somebody: `old` count by `rules`, and `new` by `league`."""
    before, after = ({match.number: match for match in counted} for counted in (old, new))
    in_both = before.keys() & after.keys()
    changed = {number for number in in_both if match_shares(rules, before[number]) != match_shares(league, after[number])}
    return changed | (before.keys() ^ after.keys())


def _standings(league: League, totals: Mapping[int, Total], now: int) -> list[Standing]:
    return compute_standings(totals, league.scheme.ties, least=league.least, week=week_of(now, league.zone))
