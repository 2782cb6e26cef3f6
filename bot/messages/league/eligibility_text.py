"""The lines that say in which leagues a match counts, what it has changed there, and why it doesn't count in the others."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import assert_never

from bot.competition.eligibility import CountedMatch, EligibilityCheck, LeagueEligibility
from bot.league import eligibility, league
from bot.league.eligibility import WhyNot
from bot.messages.league.decimals import decimal_text
from bot.messages.names import Names
from bot.messages.table.render_context import STANDINGS_COMMAND, WhereItCounts
from bot.messages.text import keep_together, lines_that_fit, safe_text, timestamp
from bot.messages.words import Words
from bot.rummy.variant.length import Length
from bot.tables.table import Obstacle, Phase, Table

_MOST = 8  # leagues, or games, that are named in a sentence
_MOST_ELSEWHERE = 2
_ROOM = 1200  # characters: a lobby and a result must fit into one message


class EligibilityText:
    """The league's implementation of the `Eligibility` port of the table's messages."""

    def __init__(self, check: EligibilityCheck) -> None:
        self._check = check

    async def where_it_counts(self, table: Table) -> WhereItCounts:
        """Return in which leagues the match of this table will count or, after its end, what it has changed there.

        For a match that may count nowhere, return why.
        """
        if (obstacles := table.obstacles) and not table.is_private:
            return WhereItCounts(lambda say, _names: obstacle_lines(obstacles, say))
        if table.phase == Phase.OVER:
            return WhereItCounts(partial(result_lines, await self._check.counted(table)))
        leagues = await self._check.expected(table)
        return WhereItCounts(lambda say, _names: eligibility_lines(leagues, say))

    async def leagues_of(self, table: Table) -> tuple[int, ...]:
        return await self._check.leagues_of(table)


def obstacle_lines(obstacles: Sequence[Obstacle], say: Words) -> list[str]:
    """Return a line for each reason why a match counts in no league and no rating."""
    return [_obstacle_line(one, say) for one in obstacles]


def _obstacle_line(obstacle: Obstacle, say: Words) -> str:
    match obstacle:
        case Obstacle.COMPUTERS:
            return say("Doesn't count in leagues and ratings: matches with computers never do.")
        case Obstacle.PAUSES:
            return say("Doesn't count in leagues and ratings: matches at a table that pauses never do.")
        case _:
            assert_never(obstacle)


def result_lines(counted: CountedMatch, say: Words, names: Names) -> list[str]:
    """Return a line for each league whose standings the match has changed, and one for each where it doesn't count."""
    changes: dict[tuple[tuple[int, Fraction], ...], list[str]] = {}
    for one in counted.changes:
        changes.setdefault(one.points, []).append(one.league)
    lines = [_change_line(leagues, points, say, names) for points, leagues in changes.items()]
    if lines:
        lines[-1] += STANDINGS_COMMAND
    missing = _without_unexpected(counted.leagues)
    return lines_that_fit([*lines, *(not_counted_line(one.league, one.why_not, say) for one in missing if one.why_not)], _ROOM)


def _without_unexpected(leagues: Sequence[LeagueEligibility]) -> list[LeagueEligibility]:
    """Return the leagues that people expect a match to count in: first those of its channel, then a few of other channels."""
    expected = [one for one in leagues if one.is_expected]
    return [
        *(one for one in expected if not one.is_elsewhere),
        *[one for one in expected if one.is_elsewhere][:_MOST_ELSEWHERE],
    ]


def _change_line(leagues: Sequence[str], points: Sequence[tuple[int, Fraction]], say: Words, names: Names) -> str:
    changes = ", ".join(keep_together(f"{names.person(person)} {_signed(won)}") for person, won in points)
    if leagues == [""]:
        return f"**{say('Points in the standings: {changes}', changes=changes)}**"
    return f"**{say('Points in {leagues}: {changes}', leagues=_league_list(leagues, say), changes=changes)}**"


def _signed(points: Fraction) -> str:
    """Return the points with their sign: `+3`, `-2`, `0`."""
    return f"{'+' if points > 0 else ''}{decimal_text(points)}"


def eligibility_lines(leagues: Sequence[LeagueEligibility], say: Words, *, everywhere: bool = False) -> list[str]:
    """Return a line that says where the match counts, and one for each league where it doesn't although people may expect it.

    With `everywhere`, each league has a line. If there is no room for all lines, "…" stands for the rest.
    """
    fitting, lines = dict[tuple[int, ...], list[str]](), list[str]()
    for one in leagues:
        if one.why_not is None:
            fitting.setdefault(one.sizes, []).append(one.league)
    for sizes, names in sorted(fitting.items()):
        if sizes:
            lines.append(
                say(
                    "Counts in {leagues} with {sizes} players.",
                    leagues=_league_list(names, say),
                    sizes=say.any_of(map(str, sizes)),
                )
            )
        else:
            lines.append(say("Counts in: {leagues}", leagues=_league_list(names, say)))
    ends: dict[int, list[str]] = {}
    for one in leagues:
        if one.why_not is None and one.season_end is not None:
            ends.setdefault(one.season_end, []).append(one.league)
    for end, names in sorted(ends.items()):
        lines.append(
            say(
                "If it ends after {time}, it counts in the next season of {leagues}.",
                time=timestamp(end, "f"),
                leagues=_league_list(names, say),
            )
        )
    shown = leagues if everywhere else _without_unexpected(leagues)
    return lines_that_fit(
        [*lines, *(not_counted_line(one.league, one.why_not, say) for one in shown if one.why_not is not None)], _ROOM
    )


def _league_list(names: Sequence[str], say: Words) -> str:
    shown = [safe_text(name) for name in names[:_MOST]]
    return say.all_of(shown if len(names) <= _MOST else [*shown, "…"])


def not_counted_line(name: str, why: WhyNot, say: Words) -> str:
    """Return the sentence that says why a match does not count in the league of this name."""
    shown = safe_text(name)
    match why:
        case eligibility.Voided():
            return say("Doesn't count in {league}: an organiser has voided the match.", league=shown)
        case eligibility.FewerThanTwoPeople():
            return say("Doesn't count in {league}: fewer than two people played.", league=shown)
        case eligibility.NoPointsFor(people=people):
            return say(
                "Doesn't count in {league}: no points are set for matches with {people} players.", league=shown, people=people
            )
        case eligibility.TooShort(shortest=shortest):
            return _too_short_line(shortest, shown, say)
        case eligibility.NotPlayed() if not name:
            return say(
                "Doesn't count in the standings: no deal was finished. Players who left get the last place, without points."
            )
        case eligibility.NotPlayed():
            return say(
                "Doesn't count in {league}: no deal was finished. Players who left get the last place, without points.",
                league=shown,
            )
        case eligibility.TooManyRematches(most=most, people=2):
            return say.many(
                "Doesn't count in {league}: only one match per day between the same two players counts.",
                "Doesn't count in {league}: only {count} matches per day between the same two players count.",
                most,
                league=shown,
            )
        case eligibility.TooManyRematches(most=most):
            return say.many(
                "Doesn't count in {league}: only one match per day of the same two players at larger tables counts.",
                "Doesn't count in {league}: only {count} matches per day of the same two players at larger tables count.",
                most,
                league=shown,
            )
        case league.OtherServer():
            return say("Doesn't count in {league}: it belongs to another server.", league=shown)
        case league.OtherChannel(channel=channel):
            return say("Doesn't count in {league}: only matches in {channel} count.", league=shown, channel=f"<#{channel}>")
        case league.OtherGame(games=games):
            return say(
                "Doesn't count in {league}: only matches of {games} count.", league=shown, games=_league_list(games, say)
            )
        case league.OtherRules():
            return say("Doesn't count in {league}: only matches with a game's own rules and length count.", league=shown)
        case league.NoClock():
            return say("Doesn't count in {league}: this league requires a clock.", league=shown)
        case _:
            assert_never(why)


def _too_short_line(shortest: Length, shown: str, say: Words) -> str:
    """Return the sentence that says that the rules don't reach the length which a league requires."""
    match shortest:
        case Length.FULL:
            return say("Doesn't count in {league}: only matches of full length count.", league=shown)
        case Length.SHORT:
            return say("Doesn't count in {league}: too short. Everyone must deal once, two players twice.", league=shown)
        case Length.ONE:
            raise AssertionError("no match is too short for one deal")
        case _:
            assert_never(shortest)
