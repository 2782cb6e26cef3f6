"""The shares of the matches that count in some terms, summed for each person by the database.

Python gets one row for each person: while it converts rows, it holds its lock, and a move waits for it.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace
from sqlalchemy import ColumnElement, Connection, Select, bindparam, case, func, or_, select

from bot.league.days import start_of_week, week_of
from bot.league.eligibility import why_setting_does_not_fit
from bot.league.league import League
from bot.league.rematch_limit import Meetings
from bot.league.scheme.scheme import Scheme, has_points_for
from bot.league.seasons.season_terms import Term
from bot.league.standings.summed_totals import Finish, finish_parts, parts_per_card_point, possible_finishes, sums_of
from bot.league.standings.totals import Sums
from bot.rummy.variant.length import Length
from bot.rummy.variant.variant import Variant
from bot.storage.league.matches.meetings import END, SPAN
from bot.storage.schema.results import counted_matches, match_shares, played_variants, result_seats, results

_FINISH = [match_shares.c[name] for name in ("person", "size", "place", "sharing", "left")]
_GROUPS = select(*_FINISH, func.count().label("matches"), func.sum(match_shares.c.cards).label("cards")).group_by(*_FINISH)
_IN_SPAN = (
    match_shares.c.server == bindparam("of_server"),
    match_shares.c.ended >= bindparam("begin"),
    match_shares.c.ended < bindparam("end"),
)
_IS_NAMED = (
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
    results.c.server == bindparam("of_server"),
    bindparam("begin") <= END,
    bindparam("end") > END,
)
_NEAR_LIMIT = (
    select(counted_matches.c.ended, counted_matches.c.people)
    .join_from(results, counted_matches, counted_matches.c.table == results.c.table)
    .where(
        *_IN_TERM,
        results.c.met >= bindparam("least"),
        case((counted_matches.c.size == 2, bindparam("rematches")), else_=bindparam("larger_rematches")) <= results.c.met,
    )
    .order_by(counted_matches.c.ended)
)
"""The matches whose people had met so often that they might be over the limit."""
_WITH_PEOPLE = (
    select(*(counted_matches.c[name] for name in ("table", "ended", "people", "earlier", "size", "channel", "variant")))
    .where(
        counted_matches.c.table.in_(
            select(result_seats.c.table).where(
                result_seats.c.person.in_(bindparam("people", expanding=True)),
                result_seats.c.server == bindparam("of_server"),
                result_seats.c.ended.between(bindparam("first"), bindparam("last")),
            )
        )
    )
    .order_by(counted_matches.c.ended, counted_matches.c.table)
)
_FOREVER, _AT_ONCE, _MOST_NAMED = 2**62, 500, 10_000
_Number = TypeVar("_Number", int, ColumnElement[int])


@dataclass(frozen=True, slots=True)
class _Setting:
    """Where, by which rules and for which schedule a match was played; `home` is 0."""

    server: int
    home: int
    variant: Variant
    house_rules: tuple[str, ...]
    has_clock: bool
    is_walkover: bool
    length: Length
    league: int


@dataclass(frozen=True, slots=True)
class _Played:
    """What a server has played: settings by their stored numbers, and the sizes of its matches."""

    variants: Mapping[int, _Setting]
    sizes: frozenset[int]


@dataclass(frozen=True, slots=True)
class Fitting:
    """The matches that fit a league: those of these variants (None: any) and sizes, in this channel (None: any).

    The `fixtures` are the variants of matches of its schedules, which fit in any channel; the `walkovers` those of walkovers.
    """

    variants: frozenset[int] | None
    sizes: frozenset[int]
    channel: int | None
    fixtures: frozenset[int]
    walkovers: frozenset[int]

    def is_limited(self, size: int, channel: int, variant: int) -> bool:
        """Return True if a match fits and is subject to the limit of rematches."""
        if variant in self.fixtures or variant in self.walkovers or size not in self.sizes:
            return False
        return (self.variants is None or variant in self.variants) and self.channel in (None, channel)


def read_share_sums(
    connection: Connection, terms: Sequence[Term], *, since: int, variant: str | None, now: int
) -> list[tuple[int, dict[int, Sums]]]:
    """Return the sums by person of the matches that count in the terms: those before the current week, then by week.

    `since` (epoch ms) and `variant` (its name) limit the matches. The terms are of one league.
    """
    if not terms:
        return []
    league = terms[0].league
    played = _read_played(connection, league)
    fitting, shown = _fitting(terms[0], played, None), _fitting(terms[0], played, variant)
    over = [(term, _read_ends_over_limit(connection, term, fitting)) for term in terms]
    found = []
    for week, begin, end in _weeks(connection, league, now):
        sums = _ShareSums(connection, league, shown)
        for term, ends in over:
            first, last = (
                max(begin, since, term.season.begin),
                min(end, _FOREVER if term.season.end is None else term.season.end),
            )
            if first < last:
                sums.add_matches(first, last)
                sums.take_away([(number, ended) for number, ended in ends.items() if first <= ended < last])
        found.append((week, sums.by_person()))
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


def _read_played(connection: Connection, league: League) -> _Played:
    rows = connection.execute(_VARIANTS, _of(league))
    variants = {
        row.number: _Setting(
            league.server,
            0,
            *_rules(row.answers, row.house_rules),
            has_clock=bool(row.has_clock),
            is_walkover=bool(row.is_walkover),
            length=Length(row.length),
            league=row.league,
        )
        for row in rows
    }
    return _Played(variants, frozenset(connection.execute(_SIZES, _of(league)).scalars()))


def _fitting(term: Term, played: _Played, name: str | None) -> Fitting:
    """Return which of the matches fit; with a name, only those of this variant."""
    anywhere = replace(term.league, channel=None)
    fitting = {
        number: setting
        for number, setting in played.variants.items()
        if name in (None, setting.variant.name) and why_setting_does_not_fit(anywhere, setting, term.number) is None
    }
    return Fitting(
        None if len(fitting) == len(played.variants) else frozenset(fitting),
        frozenset(size for size in played.sizes if has_points_for(term.league.scheme, size)),
        term.league.channel,
        frozenset(number for number, setting in fitting.items() if setting.league == term.number != 0),
        frozenset(number for number, setting in fitting.items() if setting.is_walkover),
    )


def _of(league: League) -> dict[str, object]:
    return {"of_server": league.server}


@lru_cache(maxsize=1000)
def _rules(answers: str, house_rules: str) -> tuple[Variant, tuple[str, ...]]:
    return msgspec.json.decode(answers, type=Variant), msgspec.json.decode(house_rules, type=tuple[str, ...])


def _read_ends_over_limit(connection: Connection, term: Term, fitting: Fitting) -> dict[int, int]:
    """Return the ends of the matches that don't count because of the limit of rematches, by number."""
    season, league = term.season, term.league
    about: dict[str, object] = {
        **_of(league),
        "begin": season.begin,
        "end": _FOREVER if season.end is None else season.end,
        "least": min(league.rematches, league.larger_rematches),
        "rematches": league.rematches,
        "larger_rematches": league.larger_rematches,
    }
    near = [(ended, _people(people)) for ended, people in connection.execute(_NEAR_LIMIT, about)]
    ends = dict[int, int]()
    for begin, last, who in _stretches(near):
        meetings, first = Meetings(league), max(begin, season.begin)
        for number, ended, people, earlier, size, channel, variant in connection.execute(
            _WITH_PEOPLE, {**_of(league), "people": sorted(who), "first": first, "last": last}
        ):
            if fitting.is_limited(size, channel, variant) and meetings.add(ended, _with_earlier(people, earlier)):
                ends[number] = ended
    return ends


def _people(text: str) -> list[int]:
    return [int(person) for person in text.split(",")]


def _with_earlier(people: str, earlier: str) -> dict[int, int]:
    numbers = _people(people)
    return dict(zip(numbers, _people(earlier), strict=True)) if earlier else dict.fromkeys(numbers, 0)


def _stretches(matches: Iterable[tuple[int, list[int]]]) -> Iterator[tuple[int, int, set[int]]]:
    """Yield each stretch of time that holds some of the matches with the two days before each: its ends and their people.

    The matches are an end and people each, in order. A stretch begins before every day of its matches does.
    """
    begin, last, people = 0, -1, set[int]()
    for ended, some in matches:
        if people and ended - SPAN > last:
            yield begin, last, people
            people = set()
        if not people:
            begin = ended - SPAN
        last = ended
        people.update(some)
    if people:
        yield begin, last, people


class _ShareSums:
    """Sums by person that grow: lists of the numbers of matches, parts, card points, first places, second places …"""

    def __init__(self, connection: Connection, league: League, shown: Fitting) -> None:
        self._connection = connection
        self._league = league
        self._shown = shown
        self._found: dict[int, list[int]] = {}

    def add_matches(self, begin: int, end: int) -> None:
        """Add the matches that ended from `begin` until before `end` (epoch ms)."""
        self._add(_IN_SPAN, {"begin": begin, "end": end}, 1)

    def take_away(self, matches: Sequence[tuple[int, int]]) -> None:
        """Take matches away, each given by its number and end."""
        for at in range(0, len(matches), _AT_ONCE):
            some = matches[at : at + _AT_ONCE]
            self._add(_IS_NAMED, {"matches": [number for number, _ in some], "ends": [ended for _, ended in some]}, -1)

    def by_person(self) -> dict[int, Sums]:
        """Return the sums of the people with a match."""
        return {
            person: sums_of(matches, parts, cards, places)
            for person, (matches, parts, cards, *places) in self._found.items()
            if matches
        }

    def _add(self, conditions: Sequence[ColumnElement[bool]], about: Mapping[str, object], times: int) -> None:
        for statement in self._statements(conditions):
            for row in self._connection.execute(statement, {"of_server": self._league.server, **about}):
                person, *sums = map(int, row)
                before = self._found.get(person) or [0] * len(sums)
                self._found[person] = [old + times * new for old, new in zip(before, sums, strict=True)]

    def _statements(self, conditions: Sequence[ColumnElement[bool]]) -> Iterator[Select[Any]]:
        """Yield a statement for some variants at a time: the number of parameters is limited."""
        shown = self._shown
        if not shown.sizes:
            return
        groups = _GROUPS.where(*conditions, match_shares.c.size.in_(shown.sizes))
        if shown.channel is not None:
            is_fixture = match_shares.c.variant.in_(shown.fixtures)
            groups = groups.where(or_(match_shares.c.channel == shown.channel, is_fixture))
        if shown.variants is None:
            yield _sums_of_groups(groups, self._league.scheme, shown.sizes)
            return
        numbers = sorted(shown.variants)
        for at in range(0, len(numbers), _MOST_NAMED):
            some = groups.where(match_shares.c.variant.in_(numbers[at : at + _MOST_NAMED]))
            yield _sums_of_groups(some, self._league.scheme, shown.sizes)


def _sums_of_groups(groups: Select[Any], scheme: Scheme, sizes: Collection[int]) -> Select[Any]:
    """Return the statement that sums groups of equal finishes for each person, in the columns of `_ShareSums`."""
    group = groups.subquery()
    key = case(
        (group.c.sharing == 0, 0), (group.c.left, -group.c.size), else_=_key(group.c.size, group.c.place, group.c.sharing)
    )
    parts = {_key_of(one): finish_parts(scheme, one) for size in sizes for one in possible_finishes(size)}
    return select(
        group.c.person,
        func.sum(group.c.matches),
        func.sum(group.c.matches * case(parts, value=key) + group.c.cards * parts_per_card_point(scheme)),
        func.sum(group.c.cards),
        *(func.sum(case((group.c.place == place, group.c.matches), else_=0)) for place in range(1, max(sizes) + 1)),
    ).group_by(group.c.person)


def _key_of(one: Finish) -> int:
    """Return the number for a finish: 0 after a walkover, and the same for everyone else who left a match of this size."""
    if not one.sharing:
        return 0
    return -one.size if one.has_left else _key(one.size, one.place, one.sharing)


def _key(size: _Number, place: _Number, sharing: _Number) -> _Number:
    """Return one number for a finish, so that SQL compares one."""
    return (size * 100 + place) * 100 + sharing
