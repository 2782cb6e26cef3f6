"""The lines about the clock: until when a turn may last, for whom the table pauses, and whose turns are played without waiting.

Times are Discord's own relative timestamps, so that no message is edited as the time passes. So each one must still be true
when it has passed: a time limit stands beside that with the time bank, which runs then.
"""

from bot.messages.table.render_context import RenderContext
from bot.messages.text import timestamp
from bot.tables.table import Phase
from bot.tables.table_times import bank_of, closes_at, time_is_up_at


def time_limit_line(context: RenderContext) -> str:
    """Return until when the current turn may last, without and with the time bank; empty if no clock runs."""
    table, say = context.table, context.say
    person, clock, up_at = table.person_to_act(), table.turn_clock, time_is_up_at(table)
    if person is None or clock is None or clock.until is None or up_at is None or table.plays_by_itself():
        return ""
    if not bank_of(table, person):
        return say("Time limit: {when}", when=timestamp(up_at, "R"))
    if clock.reminders:
        return say("The time bank is running. Time limit: {when}", when=timestamp(up_at, "R"))
    when, bank_ends = timestamp(clock.until, "R"), timestamp(up_at, "R")
    return say("Time limit: {when} · with the time bank: {bank_ends}", when=when, bank_ends=bank_ends)


def waiting_lines(context: RenderContext) -> list[str]:
    """Return a line for the person for whom the table is paused, and for each whose turns are played without waiting."""
    table, say, names = context.table, context.say, context.names
    if table.phase != Phase.DEAL:
        return []
    lines = []
    if table.paused_for is not None:
        paused = say("Time's up: the table is paused until {name} presses a button.", name=names.person(table.paused_for))
        lines.append(f"{paused} {_closing_sentence(context)}")
    for person in table.seated_people():
        if not table.is_away(person):
            continue
        name = names.person(person)
        if table.may_count:
            text = say("{name} is away: each turn is a draw and a discard until they press a button of this table.", name=name)
        else:
            text = say("{name} is away: a computer plays their turns until they press a button of this table.", name=name)
        lines.append(text)
    return lines


def own_lines(context: RenderContext, person: int) -> list[str]:
    """Return what a player must know of their own clock: the table is paused for them, or turns are played for them."""
    table, say = context.table, context.say
    if table.phase != Phase.DEAL:
        return []
    if table.paused_for == person:
        paused = say("Your time was up: the table is paused until you press a button.")
        return [f"{paused} {_closing_sentence(context)}"]
    others_are_away = all(table.is_away(one) for one in table.seated_people() if one != person)
    if table.is_away(person) and others_are_away:  # each turn has its time then: nobody is kept waiting
        return [
            say(
                "Each of your turns is played for you when its time is up, until you press a button of this table. "
                "The seat is still yours."
            )
        ]
    if table.is_away(person):
        return [
            say(
                "Your turns are played for you without waiting, until you press a button of this table. "
                "The seat is still yours."
            )
        ]
    if person in table.missed_turns and others_are_away:
        return [say("Your time was up, so your turn was played for you.")]
    if person in table.missed_turns:
        return [
            say(
                "Your time was up, so your turn was played for you. If you miss the next one too, nobody waits for you "
                "any more until you press a button of this table."
            )
        ]
    return []


def _closing_sentence(context: RenderContext) -> str:
    """Return when a paused table is closed."""
    at = closes_at(context.table)
    assert at is not None, "a table pauses in a turn that has a clock"
    return context.say("If nobody moves, the table closes {when}.", when=timestamp(at, "R"))
