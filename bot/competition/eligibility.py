"""In which leagues a match counts, and why not in the others: on the lobby, and on the result."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import assert_never

from bot.competition.match_history import Past
from bot.competition.refusals import RecordRefused
from bot.competition.standings import Records
from bot.league import eligibility, league
from bot.league.eligibility import NoPointsFor, WhyNot
from bot.league.league import League
from bot.league.scheme import has_points_for
from bot.league.season_terms import TermVerdict
from bot.messages.names import as_many, safe
from bot.messages.words import Words
from bot.tables.table import Phase, Table

_MOST = 8  # leagues, or games, that are named in a sentence
_ROOM = 1200  # characters: a lobby and a result must stay messages


@dataclass(frozen=True, slots=True)
class Counts:
    """Whether a match counts in the league of this name; `why_not` is None if it does, or will.

    `sizes`: only matches of so many people do; empty where all that the game allows do.
    """

    league: str
    why_not: WhyNot | None = None
    sizes: tuple[int, ...] = ()

    @property
    def elsewhere(self) -> bool:
        """Nobody has expected the match to count in this league: it is played in another channel."""
        return isinstance(self.why_not, league.OtherServer | league.OtherChannel)


class Counting:
    """What the records say of a table's match: before its end where it would count, after it where it does."""

    def __init__(self, records: Records, past: Past) -> None:
        self._records = records
        self._past = past

    async def of(self, table: Table) -> tuple[Counts, ...]:
        if table.phase != Phase.OVER:
            found = (_expected(one.league, table) for one in await self._records.leagues(table.server))
            return tuple(one for one in found if one is not None)
        try:
            judged = await self._past.counting_of(table.server, table.number)
        except RecordRefused:  # it was broken off
            return ()
        return said_of(judged)


def _expected(league_: League, table: Table) -> Counts | None:
    """None for a league of another channel or other games: nobody expects the match to count there."""
    why = league.misfit(league_, table)
    if isinstance(why, league.OtherRules):
        return Counts(league_.name, why)
    if why is not None:
        return None
    if (people := _players(table)) is not None:
        return Counts(league_.name, None if has_points_for(league_.scheme, people) else NoPointsFor(people))
    least, most = table.variant.players
    sizes = tuple(size for size in range(least, most + 1) if has_points_for(league_.scheme, size))
    if not sizes:
        return None
    return Counts(league_.name, sizes=sizes if len(sizes) <= most - least else ())


def _players(table: Table) -> int | None:
    """How many play, where that is known: once the match has begun, and where the seats are kept for some."""
    if table.match is not None:
        return table.match.seats
    return None if table.reserved is None else len(table.reserved.people)


def said_of(judged: Iterable[TermVerdict]) -> tuple[Counts, ...]:
    return tuple(Counts(one.term.league.name, one.why_not) for one in judged)


def where_it_counts(leagues: Sequence[Counts], say: Words, *, everywhere: bool = False) -> list[str]:
    """On the lobby and the result: where the match counts, and a line for each league of this place (or of all) where not.

    No more than there is room for, with dots for the others.
    """
    fitting, lines = dict[tuple[int, ...], list[str]](), list[str]()
    for one in leagues:
        if one.why_not is None:
            fitting.setdefault(one.sizes, []).append(one.league)
    for sizes, names in sorted(fitting.items()):
        if sizes:
            lines.append(
                say("Counts in {leagues} if {sizes} play.", leagues=_listed(names, say), sizes=say.any_of(map(str, sizes)))
            )
        else:
            lines.append(say("Counts in: {leagues}", leagues=_listed(names, say)))
    shown = [one for one in leagues if everywhere or not one.elsewhere]
    return as_many([*lines, *(why_not(one.league, one.why_not, say) for one in shown if one.why_not is not None)], _ROOM)


def _listed(names: Sequence[str], say: Words) -> str:
    shown = [safe(name) for name in names[:_MOST]]
    return say.all_of(shown if len(names) <= _MOST else [*shown, "…"])


def why_not(name: str, why: WhyNot, say: Words) -> str:
    shown = safe(name)
    match why:
        case eligibility.Voided():
            return say("Does not count in {league}: an organiser has voided the match.", league=shown)
        case eligibility.FewerThanTwoPeople():
            return say("Does not count in {league}: fewer than two people played.", league=shown)
        case eligibility.NoPointsFor(people=people):
            return say("Does not count in {league}: there are no points for matches of {people}.", league=shown, people=people)
        case eligibility.TooManyRematches(most=most):
            return say.many(
                "Does not count in {league}: one match a day of the same people counts.",
                "Does not count in {league}: {count} matches a day of the same people count.",
                most,
                league=shown,
            )
        case league.OtherServer():
            return say("Does not count in {league}: it is of another server.", league=shown)
        case league.OtherChannel(channel=channel):
            return say("Does not count in {league}: it is played in {channel}.", league=shown, channel=f"<#{channel}>")
        case league.OtherGame(games=games):
            return say("Does not count in {league}: it is played with {games}.", league=shown, games=_listed(games, say))
        case league.OtherRules():
            return say(
                "Does not count in {league}: only matches by a game's own rules do, and of its own length.", league=shown
            )
        case _:
            assert_never(why)
