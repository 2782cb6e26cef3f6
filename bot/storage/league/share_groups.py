"""The shares of the matches that count in some terms, summed in groups by the database."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import msgspec
from sqlalchemy import Connection, Select, bindparam, func, select

from bot.league.days import DAY_MS, start_of_week, week_of
from bot.league.eligibility import rematches_over_limit
from bot.league.league import League, why_match_does_not_fit
from bot.league.scheme.scheme import has_points_for
from bot.league.seasons.season_terms import Term
from bot.league.standings.share_groups import ShareGroup
from bot.rummy.variant.variant import Variant
from bot.storage.schema.results import counted_matches, match_shares, played_variants, results

_FINISH = [match_shares.c[name] for name in ("person", "size", "place", "sharing", "left")]
_GROUPS = select(*_FINISH, func.count(), func.sum(match_shares.c.cards))
_IN_SPAN = (
    match_shares.c.server == bindparam("of_server"),
    match_shares.c.ended >= bindparam("begin"),
    match_shares.c.ended < bindparam("end"),
)
_SHARES = select(*_FINISH, match_shares.c.cards, match_shares.c.channel, match_shares.c.variant).where(
    match_shares.c.server == bindparam("of_server"),
    match_shares.c.ended.in_(bindparam("ends", expanding=True)),
    match_shares.c.table.in_(bindparam("matches", expanding=True)),
)
_PLAYED = select(counted_matches.c.variant).where(counted_matches.c.server == bindparam("of_server")).distinct()
_VARIANTS = select(played_variants).where(played_variants.c.number.in_(_PLAYED))
_SIZES = select(counted_matches.c.size).where(counted_matches.c.server == bindparam("of_server")).distinct()
_FIRST_FROM = select(func.min(results.c.ended)).where(
    results.c.server == bindparam("of_server"), results.c.ended >= bindparam("begin")
)
_IN_TERM = (
    counted_matches.c.server == bindparam("of_server"),
    counted_matches.c.ended >= bindparam("begin"),
    counted_matches.c.ended < bindparam("end"),
)
_IN_ORDER = (counted_matches.c.ended, counted_matches.c.table)
_EARLIER = (
    select(
        counted_matches.c.people,
        counted_matches.c.ended,
        func.lag(counted_matches.c.ended, bindparam("rematches"))
        .over(partition_by=counted_matches.c.people, order_by=_IN_ORDER)
        .label("earlier"),
    )
    .where(*_IN_TERM)
    .subquery()
)
_PEOPLE_NEAR_LIMIT = select(_EARLIER.c.people).where(_EARLIER.c.ended - _EARLIER.c.earlier < 2 * DAY_MS)
_NEAR_LIMIT = (
    select(*(counted_matches.c[name] for name in ("table", "ended", "people", "size", "channel", "variant")))
    .where(*_IN_TERM, counted_matches.c.people.in_(_PEOPLE_NEAR_LIMIT))
    .order_by(counted_matches.c.people, *_IN_ORDER)
)
"""Only the matches of people who have played so many within two days: no day is longer, in any time zone."""
_FOREVER, _AT_ONCE, _MOST_NAMED = 2**62, 500, 10_000


@dataclass(frozen=True, slots=True)
class _Setting:
    """Where and by which rules a match was played."""

    server: int
    home: int
    variant: Variant
    house_rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fitting:
    """The matches that fit a league: those of these variants and sizes, in this channel. None: any."""

    variants: frozenset[int] | None
    sizes: frozenset[int] | None
    channel: int | None

    def holds(self, size: int, channel: int, variant: int) -> bool:
        return (
            (self.variants is None or variant in self.variants)
            and (self.sizes is None or size in self.sizes)
            and self.channel in (None, channel)
        )


def read_share_groups(
    connection: Connection, terms: Sequence[Term], *, since: int, variant: str | None, now: int
) -> list[tuple[int, list[ShareGroup]]]:
    """Return the groups of shares in the matches that count in the terms, by week: before the current week, then by week.

    `since` (epoch ms) and `variant` (its name) limit the matches. The terms are of one league.
    """
    if not terms:
        return []
    league = terms[0].league
    fitting, shown = _read_fitting(connection, league, None), _read_fitting(connection, league, variant)
    over = [(term, _read_ends_over_limit(connection, term, fitting)) for term in terms]
    found = []
    for week, begin, end in _weeks(connection, league, now):
        groups = list[ShareGroup]()
        for term, ends in over:
            first, last = (
                max(begin, since, term.season.begin),
                min(end, _FOREVER if term.season.end is None else term.season.end),
            )
            if first < last:
                groups += _read_groups(connection, league.server, shown, first, last)
                groups += _read_uncounted(connection, league.server, shown, first, last, ends)
        found.append((week, groups))
    return found


def _weeks(connection: Connection, league: League, now: int) -> Iterator[tuple[int, int, int]]:
    """Yield the time before the current week, then each week in which a match ended: its number, begin and end (epoch ms)."""
    week = week_of(now, league.zone)
    end = start_of_week(week, league.zone)
    yield week - 1, 0, end
    week -= 1
    while (ended := connection.execute(_FIRST_FROM, {"of_server": league.server, "begin": end}).scalar()) is not None:
        week, begin = max(week + 1, week_of(ended, league.zone)), end
        end = start_of_week(week + 1, league.zone)
        yield week, begin, end


def _read_fitting(connection: Connection, league: League, variant: str | None) -> Fitting:
    rows = [(row.number, *_setting(row.answers, row.house_rules)) for row in connection.execute(_VARIANTS, _of(league))]
    home = league.channel or 0
    fitting = {
        number
        for number, played, rules in rows
        if variant in (None, played.name)
        and why_match_does_not_fit(league, _Setting(league.server, home, played, rules)) is None
    }
    sizes = set(connection.execute(_SIZES, _of(league)).scalars())
    worth = {size for size in sizes if has_points_for(league.scheme, size)}
    return Fitting(
        None if len(fitting) == len(rows) else frozenset(fitting), None if worth == sizes else frozenset(worth), league.channel
    )


def _of(league: League) -> dict[str, object]:
    return {"of_server": league.server}


@lru_cache(maxsize=1000)
def _setting(answers: str, house_rules: str) -> tuple[Variant, tuple[str, ...]]:
    return msgspec.json.decode(answers, type=Variant), msgspec.json.decode(house_rules, type=tuple[str, ...])


def _read_ends_over_limit(connection: Connection, term: Term, fitting: Fitting) -> dict[int, int]:
    """Return the ends of the matches that don't count because of the limit of rematches, by number."""
    season, league = term.season, term.league
    about = _of(league) | {
        "begin": season.begin,
        "end": _FOREVER if season.end is None else season.end,
        "rematches": league.rematches,
    }
    ends = dict[int, int]()

    def near() -> Iterator[tuple[int, int, str]]:
        for number, ended, people, size, channel, variant in connection.execute(_NEAR_LIMIT, about):
            if fitting.holds(size, channel, variant):
                ends[number] = ended
                yield number, ended, people

    over = rematches_over_limit(league, near())
    return {number: ends[number] for number in sorted(over)}


def _read_groups(connection: Connection, server: int, shown: Fitting, begin: int, end: int) -> Iterator[ShareGroup]:
    statement = _GROUPS.where(*_IN_SPAN).group_by(*_FINISH)
    if shown.channel is not None:
        statement = statement.where(match_shares.c.channel == shown.channel)
    if shown.sizes is not None:
        statement = statement.where(match_shares.c.size.in_(shown.sizes))
    about = {"of_server": server, "begin": begin, "end": end}
    for part in _parts(statement, shown.variants):
        yield from map(ShareGroup._make, connection.execute(part, about))


def _parts(statement: Select[tuple[int, ...]], variants: frozenset[int] | None) -> Iterator[Select[tuple[int, ...]]]:
    """Yield the statement for some variants at a time: the number of parameters is limited."""
    if variants is None:
        yield statement
        return
    numbers = sorted(variants)
    for at in range(0, len(numbers), _MOST_NAMED):
        yield statement.where(match_shares.c.variant.in_(numbers[at : at + _MOST_NAMED]))


def _read_uncounted(
    connection: Connection, server: int, shown: Fitting, begin: int, end: int, ends: dict[int, int]
) -> Iterator[ShareGroup]:
    """Yield groups that take away the shares of these matches, which are given with their ends."""
    matches = [(number, ended) for number, ended in ends.items() if begin <= ended < end]
    for at in range(0, len(matches), _AT_ONCE):
        some = matches[at : at + _AT_ONCE]
        about = {"of_server": server, "matches": [number for number, _ in some], "ends": [ended for _, ended in some]}
        for row in connection.execute(_SHARES, about):
            if shown.holds(row.size, row.channel, row.variant):
                yield ShareGroup(row.person, row.size, row.place, row.sharing, row.left, -1, -row.cards)
