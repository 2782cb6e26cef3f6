"""The table of a schedule as a code block, in the layout of the standings."""

from bot.competition.schedule_ports import FixtureState
from bot.league.schedule import ScheduleRow, schedule_table
from bot.messages.league.people_table import table_lines
from bot.messages.league.schedule.schedule_lines import ScheduleContext
from bot.messages.league.standings import name_some
from bot.messages.text import decimal_text
from bot.messages.words import Words


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
    # Translators: the short heading of the column of matches in /leaderboard
    matches = say("mat.")
    # Translators: the short heading of the column of points in /leaderboard
    points = say("pts")
    # Translators: the short heading of the column of card points in the table of a schedule
    cards = say("cards")
    lines = table_lines(
        ("#", matches, points, cards),
        [(f"{row.position}.", str(row.matches), decimal_text(row.points), str(row.cards)) for row in rows],
        [row.person for row in rows],
        context.names,
        reader=context.reader,
        has_own_row=False,
    )
    body = "\n".join(lines)
    return [f"```\n{body}\n```", f"-# {say('Only matches of this schedule. Equal points: head to head, then card points.')}"]
