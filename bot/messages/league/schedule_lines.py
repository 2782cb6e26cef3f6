"""The lines of a schedule: its head, its rounds, its overdue tables, how often people meet, and the table of its points."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.competition.schedules import unplayed_fixtures
from bot.league.fixtures import Fixture, FixtureState, StoredSchedule
from bot.league.match_facts import MatchResult, league_placings
from bot.league.schedule import ScheduleRow, pairs_by_meetings, schedule_table
from bot.league.scheme import BY_WINS, Scheme
from bot.league.seasons import StoredLeague
from bot.messages.league.pages import table_lines
from bot.messages.league.standings import name_some
from bot.messages.names import Names, names_of
from bot.messages.rules.game_labels import match_goal
from bot.messages.text import capitalized, join_parts, lines_that_fit, safe_text, timestamp
from bot.messages.words import Words
from bot.tables.ports import KnownPeople

_MOST_LATE = 500
_MOST_MEETINGS = 6


@dataclass(frozen=True, slots=True)
class ScheduleContext:
    """What a schedule is rendered with: its league's number and name, the names of its people, and the time (epoch ms).

    `is_over` means that nothing in it is played any more. `reader` is the person it is rendered for; None means everyone.
    `scheme` is that of the league. `results` are the matches, by fixture, also the voided ones.
    """

    league: int
    league_name: str
    schedule: StoredSchedule
    names: Names
    now: int
    is_over: bool = False
    reader: int | None = None
    scheme: Scheme = BY_WINS
    results: Mapping[int, MatchResult] = field(default_factory=dict)


def schedule_context(
    stored: StoredLeague,
    schedule: StoredSchedule,
    results: Mapping[int, MatchResult],
    people: KnownPeople,
    say: Words,
    now: int,
    reader: int | None = None,
) -> ScheduleContext:
    """Return a schedule with the names of its people, in this language; with a `reader`, for that person."""
    played = {seat.person for match in results.values() for seat in match.people()}
    names = names_of(people, {*schedule.people, *played, *(() if reader is None else (reader,))}, say)
    is_over = stored.archived_at is not None or schedule.is_replaced
    return ScheduleContext(stored.number, stored.name, schedule, names, now, is_over, reader, stored.league.scheme, results)


@dataclass(frozen=True, slots=True)
class RoundBlock:
    """Lines that stay together on a page."""

    text: str
    fixtures: tuple[Fixture, ...]


def head_lines(context: ScheduleContext, say: Words) -> list[str]:
    """Return the league's name, the game, how much has been played, how a match ends, and whether the schedule was replaced."""
    schedule = context.schedule
    played, game = len(schedule.fixtures) - len(unplayed_fixtures(schedule)), safe_text(say.game(schedule.variant.title))
    sizes = {len(one.people) for one in schedule.fixtures}
    head = [
        f"### {safe_text(context.league_name)}",
        say("{game}: {played} of {all} played", game=game, played=played, all=len(schedule.fixtures)),
        capitalized(join_parts(match_goal(schedule.variant, say, sizes.pop() if len(sizes) == 1 else None))),
    ]
    return [*head, say("**Another schedule is in use now.**")] if schedule.is_replaced else head


def overdue_lines(context: ScheduleContext, late: Sequence[Fixture], say: Words) -> list[str]:
    """Return the tables that are not played though their date is over; none without such tables."""
    if not late:
        return []
    lines = [f"- {_fixture_line(one, context, say)}" for one in late]
    return [say("**Overdue:**"), *lines_that_fit(lines, _MOST_LATE)]


def round_block(
    context: ScheduleContext, number: int, fixtures: Sequence[Fixture], byes: Sequence[int], say: Words
) -> RoundBlock:
    """Return a round with its date, its tables, and the people who have a bye."""
    title = [f"**{say('Round {number}', number=number)}**"]
    due = next((one.due for one in fixtures if one.due is not None), None)
    if due is not None:
        title.append(say("play by {date}", date=timestamp(due, "f")))
        if due < context.now and any(one.state != FixtureState.PLAYED for one in fixtures):
            title.append(say("overdue"))
    lines = [" · ".join(title), *(f"- {_fixture_line(one, context, say)}" for one in fixtures)]
    if byes:
        lines.append(f"-# {say('Bye: {names}', names=say.all_of(map(context.names.person, byes)))}")
    return RoundBlock("\n".join(lines), tuple(fixtures))


def _fixture_line(fixture: Fixture, context: ScheduleContext, say: Words) -> str:
    """Return the people of a fixture, and its table, or how its match ended."""
    people, table = " – ".join(map(context.names.person, fixture.people)), f"`{fixture.table}`"
    result = context.results.get(fixture.number)
    match fixture.state:
        case FixtureState.PLAYED if result is not None and not result.voided:
            return fixture_result(result, context.names, say)
        case FixtureState.PLAYED:
            return say("{people}: played, match {number}", people=people, number=table)
        case FixtureState.WAITING if result is not None and result.voided:
            return say("{people}: match {number} was voided", people=people, number=f"`{result.number}`")
        case FixtureState.OPEN:
            place = f"<#{fixture.channel}>"
            return say("{people}: open, table {number} in {channel}", people=people, number=table, channel=place)
        case FixtureState.WAITING:
            return people


def unplayed_match_lines(context: ScheduleContext, say: Words) -> list[str]:
    """Return what a match that ended before it was played is worth, if there is one that hasn't been voided."""
    if not any(match.is_walkover and not match.voided for match in context.results.values()):
        return []
    return [f"-# {say('A match that ended too early gives no points. An organiser can void it for a replay.')}"]


def meeting_lines(schedule: StoredSchedule, say: Words) -> list[str]:
    """Return how many pairs meet never, once, twice and so on, unless all meet once; a long list is cut."""
    meetings = list(pairs_by_meetings(schedule.rounds).items())[:_MOST_MEETINGS]
    if [times for times, _ in meetings] == [1]:
        return []
    return [f"-# {_meetings_line(times, pairs, say)}" for times, pairs in meetings]


def _meetings_line(times: int, pairs: int, say: Words) -> str:
    """Return how many pairs meet this many times."""
    if times == 0:
        return say("Pairs of players who never meet: {pairs}", pairs=pairs)
    if times == 1:
        return say("Pairs of players who meet once: {pairs}", pairs=pairs)
    if times == 2:
        return say("Pairs of players who meet twice: {pairs}", pairs=pairs)
    return say("Pairs of players who meet {times} times: {pairs}", times=times, pairs=pairs)


def fixture_result(match: MatchResult, names: Names, say: Words) -> str:
    """Return who finished before whom, with the points of each person, as Markdown. `match` is corrected and not voided."""
    points = {seat.person: f"{names.person(seat.person)} ({seat.points})" for seat in match.people()}
    order = sorted(league_placings(match), key=lambda one: one.place)
    first = say.all_of(points[one.person] for one in order if one.place == 1)
    others = say.all_of(points[one.person] for one in order if one.place > 1)
    winners, number = sum(one.place == 1 for one in order), f"`{match.number}`"
    if match.is_walkover:
        people = say.all_of(names.person(one.person) for one in order)
        result = say("{people}: ended too early, match {number}", people=people, number=number)
    elif not first:
        result = say("{people}: no winner, match {number}", people=others, number=number)
    elif not others:
        result = say("{people} tied, match {number}", people=first, number=number)
    elif winners > 1:
        result = say("{winners} tied, ahead of {others}, match {number}", winners=first, others=others, number=number)
    else:
        result = say("{winner} beat {others}, match {number}", winner=first, others=others, number=number)
    left = [names.person(one.person) for one in order if one.has_left]
    return f"{result} · {say('left: {names}', names=say.all_of(left))}" if left else result


def schedule_rows(context: ScheduleContext) -> list[ScheduleRow]:
    """Return the table of the matches that have been played in the schedule."""
    schedule = context.schedule
    played = [one.number for one in schedule.fixtures if one.state == FixtureState.PLAYED]
    matches = [context.results[number] for number in played if number in context.results]
    return schedule_table(schedule.people, matches, context.scheme)


def winner_lines(context: ScheduleContext, say: Words) -> list[str]:
    """Return the line that says who has won the schedule, and by what; none while a match is missing."""
    if any(one.state != FixtureState.PLAYED for one in context.schedule.fixtures):
        return []
    rows = schedule_rows(context)
    first = [row.person for row in rows if row.position == 1]
    who = name_some(first, context.names, say)
    if len(first) > 1:
        return [say("Shared first place in this schedule: {names}", names=who)]
    if len(rows) < 2 or rows[0].parts != rows[1].parts:
        return [say("Winner of this schedule: {name}", name=who)]
    if rows[0].head_to_head != rows[1].head_to_head:
        return [say("Winner of this schedule: {name} (equal points; ahead in head to head)", name=who)]
    return [say("Winner of this schedule: {name} (equal points; more card points)", name=who)]


def schedule_table_lines(context: ScheduleContext, say: Words) -> list[str]:
    """Return the code block, and the line that says how people with equal points are ordered."""
    rows = schedule_rows(context)
    lines = table_lines(
        ("#", say.column("played"), say.column("points"), say.column("cards")),
        [(f"{row.position}.", str(row.matches), say.decimal(row.points), str(row.cards)) for row in rows],
        [row.person for row in rows],
        context.names,
        reader=context.reader,
        has_own_row=False,
    )
    body = "\n".join(lines)
    return [f"```\n{body}\n```", f"-# {say('Scheduled matches only. Ties: head to head, then card points.')}"]
