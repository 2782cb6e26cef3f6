"""The lines that say in which leagues a match counts, what it has changed there, and why it doesn't count in the others."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from bot.competition.eligibility import CountedMatch, EligibilityCheck, LeagueEligibility
from bot.league.match_facts import MatchResult, league_placings
from bot.messages.league.organiser_log import CorrectPress, ProtestPress
from bot.messages.names import Names
from bot.messages.sentences import sentence_text
from bot.messages.table.clock import obstacle_lines
from bot.messages.table.render_context import STANDINGS_COMMAND, WhereItCounts
from bot.messages.text import join_parts, keep_together, lines_that_fit, safe_text, timestamp
from bot.messages.words import Words
from bot.tables.events import Reservation
from bot.tables.table import Phase, Table

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
            counted = await self._check.counted(table)
            counts = any(one.why_not is None for one in counted.leagues)
            protest, shows = ProtestPress(table.number) if counts else None, not await self._check.hides_deals(table)
            is_in_round = table.lobby.tournament and table.match is not None and table.match.placings is not None
            correct = CorrectPress(table.number) if counts or is_in_round else None
            lines, corrected = partial(result_lines, counted), partial(corrected_lines, counted.corrected)
            return WhereItCounts(lines, corrected=corrected, protest=protest, correct=correct, shows_deals=shows)
        count = lobby_lines if table.match is None else eligibility_lines
        leagues = await self._check.expected(table)
        tournament = await self._check.tournament(table)
        return WhereItCounts(partial(count, leagues), partial(round_lines, tournament, table.lobby.reserved))

    async def leagues_of(self, table: Table) -> tuple[int, ...]:
        return await self._check.leagues_of(table)


def round_lines(tournament: str, reserved: Reservation | None, say: Words, names: Names) -> list[str]:
    """Return the line that says in which round of which tournament a match is played; none for other matches."""
    if not tournament or reserved is None:
        return []
    people = " – ".join(map(names.person, reserved.people))
    facts = {"league": safe_text(tournament), "number": reserved.round, "people": people}
    return [say("**{league}**, round {number}: {people}", **facts)]


def corrected_lines(corrected: MatchResult | None, say: Words, names: Names) -> list[str]:
    """Return a line with the places of a match that was corrected."""
    if corrected is None:
        return []
    if corrected.voided:
        return [f"**{say('Voided by an organiser')}**"]
    placings = sorted(league_placings(corrected), key=lambda one: one.place)
    places = join_parts(f"{one.place}. {names.person(one.person)}" for one in placings)
    return [say("**Corrected by an organiser**: {places}", places=places)]


def result_lines(counted: CountedMatch, say: Words, names: Names) -> list[str]:
    """Return a line for each league whose standings the match has changed, and one for each where it doesn't count."""
    changes: dict[tuple[tuple[int, Fraction], ...], list[str]] = {}
    for league, won in counted.changes:
        changes.setdefault(won, []).append(league)
    lines = [_change_line(leagues, points, say, names) for points, leagues in changes.items()]
    if lines:
        lines[-1] += STANDINGS_COMMAND
    return lines_that_fit([*lines, *_missing_lines(_without_unexpected(counted.leagues), say, names)], _ROOM)


def _without_unexpected(leagues: Sequence[LeagueEligibility]) -> list[LeagueEligibility]:
    """Return the leagues that people expect a match to count in: first those of its channel, then a few of other channels."""
    expected = [one for one in leagues if one.is_expected]
    return [
        *(one for one in expected if not one.is_elsewhere),
        *[one for one in expected if one.is_elsewhere][:_MOST_ELSEWHERE],
    ]


def _change_line(leagues: Sequence[str], points: Sequence[tuple[int, Fraction]], say: Words, names: Names) -> str:
    shown = [one for one in points if one[1]] or points
    signed = ((names.person(person), f"{'+' if won > 0 else ''}{say.decimal(won)}") for person, won in shown)
    changes = ", ".join(keep_together(f"{name} {won}") for name, won in signed)
    if leagues == [""]:
        return f"**{say('Server standings: {changes}', changes=changes)}**"
    return f"**{say('Points in {leagues}: {changes}', leagues=_league_list(leagues, say), changes=changes)}**"


def eligibility_lines(leagues: Sequence[LeagueEligibility], say: Words, names: Names, *, everywhere: bool = False) -> list[str]:
    """Return a line that says where the match counts, and one for each league where it doesn't although people may expect it.

    With `everywhere`, each league has a line. If there is no room for all lines, "…" stands for the rest.
    """
    shown = leagues if everywhere else _without_unexpected(leagues)
    return lines_that_fit(
        [*_counting_lines(leagues, say), *_season_end_lines(leagues, say), *_missing_lines(shown, say, names)], _ROOM
    )


def lobby_lines(leagues: Sequence[LeagueEligibility], say: Words, names: Names) -> list[str]:
    """Return the same lines; if the match counts somewhere, add what it takes once it has started."""
    lines = eligibility_lines(leagues, say, names)
    if any(one.why_not is None for one in leagues):
        lines.append(f"-# {say('Counts only after everyone has had a turn. Leavers come last.')}")
    return lines


def _counting_lines(leagues: Sequence[LeagueEligibility], say: Words) -> list[str]:
    """Return a line for each set of numbers of players with which the match counts in some leagues."""
    fitting, lines = dict[tuple[int, ...], list[str]](), list[str]()
    for one in leagues:
        if one.why_not is None:
            fitting.setdefault(one.sizes, []).append(one.league)
    for sizes, fitting_leagues in sorted(fitting.items()):
        if sizes:
            counting = _league_list(fitting_leagues, say)
            lines.append(
                say("It counts for {leagues} only with {sizes} players.", sizes=say.any_of(map(str, sizes)), leagues=counting)
            )
        else:
            lines.append(say("Counts for: {leagues}", leagues=join_parts(_first_leagues(fitting_leagues))))
    return lines


def _season_end_lines(leagues: Sequence[LeagueEligibility], say: Words) -> list[str]:
    """Return a line for each time at which seasons of the leagues in which the match counts end soon."""
    ends: dict[int, list[str]] = {}
    for one in leagues:
        if one.why_not is None and one.season_end is not None:
            ends.setdefault(one.season_end, []).append(one.league)
    return [
        say(
            "Counts for the next season of {leagues} if it starts after {time}.",
            leagues=_league_list(found, say),
            time=timestamp(end, "f"),
        )
        for end, found in sorted(ends.items())
    ]


def _missing_lines(leagues: Sequence[LeagueEligibility], say: Words, names: Names) -> list[str]:
    """Return the reasons why a match doesn't count; for a league without a name, the server's standings."""
    return [
        sentence_text(one.why_not, say, names, league=safe_text(one.league) if one.league else say("Server standings"))
        for one in leagues
        if one.why_not is not None
    ]


def _league_list(names: Sequence[str], say: Words) -> str:
    return say.all_of(_first_leagues(names))


def _first_leagues(names: Sequence[str]) -> list[str]:
    shown = [safe_text(name) for name in names[:_MOST]]
    return shown if len(names) <= _MOST else [*shown, "…"]
