"""The lines about the clock: until when a turn may last, for whom the table waits, and whose turns are played without waiting.

Times are Discord's own relative timestamps, so that no message is edited as the time passes.
"""

from bot.messages.table.render_context import RenderContext
from bot.messages.text import timestamp
from bot.tables.table import Phase
from bot.tables.table_times import bank_of, time_is_up_at


def time_limit_line(context: RenderContext) -> str:
    """Return until when the current turn may last, and that the time bank runs from then on; empty if no clock runs."""
    table, say = context.table, context.say
    person, clock, up_at = table.person_to_act(), table.turn_clock, time_is_up_at(table)
    if person is None or clock is None or clock.until is None or up_at is None or table.plays_by_itself():
        return ""
    bank = bank_of(table, person)
    if not bank:
        return say("Time limit: {when}", when=timestamp(up_at, "R"))
    if clock.reminders:
        return say("The time bank is running. Time limit: {when}", when=timestamp(up_at, "R"))
    minutes = f"{bank // 60_000}:{bank // 1000 % 60:02}"
    when = timestamp(clock.until, "R")
    return say("Time limit: {when}, then {minutes} min once a match", when=when, minutes=minutes)


def waiting_lines(context: RenderContext) -> list[str]:
    """Return a line for the person for whom the table waits, and for each whose turns are played without waiting."""
    table, say, names = context.table, context.say, context.names
    if table.phase != Phase.DEAL:
        return []
    lines = []
    if table.paused_for is not None:
        lines.append(say("Time's up: the table waits for {name}.", name=names.person(table.paused_for)))
    for person in table.seated_people():
        if not table.is_away(person):
            continue
        if table.may_count:
            text = say(
                "{name} is away: each turn is a draw and a discard. Any press brings them back.", name=names.person(person)
            )
        else:
            text = say("{name} is away: the computer plays their turns. Any press brings them back.", name=names.person(person))
        lines.append(text)
    return lines


def own_lines(context: RenderContext, person: int) -> list[str]:
    """Return what a player must know of their own clock: the table waits for them, or turns are played for them."""
    table, say = context.table, context.say
    if table.phase != Phase.DEAL:
        return []
    if table.paused_for == person:
        return [say("Your time was up. The table waits for you.")]
    if table.is_away(person):
        return [say("Your turns are played for you until you press something. The seat is still yours.")]
    if person in table.missed_turns:
        return [say("Your time was up, so your turn was played. After a second time, nobody waits until you press something.")]
    return []
