"""When something happens by itself in a match (epoch ms): a reminder, the end of a turn or pause, the table's closing."""

from bot.tables.table import Phase, Table


def next_deadline(table: Table) -> int | None:
    """Return when something happens by itself in the match; None in a lobby, and without a clock."""
    if table.match is None or table.phase == Phase.OVER:
        return None
    times = (table.next_deal_at, time_is_up_at(table), reminder_at(table), table.end_vote_until, closes_at(table))
    return min((at for at in times if at is not None), default=None)


def time_is_up_at(table: Table) -> int | None:
    """Return when the time of the person whose turn it is will be up; None without a clock."""
    person, clock = table.person_to_act(), table.turn_clock
    if person is None or clock is None or clock.until is None or table.paused_for is not None:
        return None
    return clock.until + bank_of(table, person)


def bank_of(table: Table, person: int) -> int:
    """Return what is left of the person's time bank, in milliseconds."""
    return table.banks.get(person, table.clock.times.bank)


def reminder_at(table: Table) -> int | None:
    """Return when the person whose turn it is will be reminded next, or None."""
    clock, reminders, up_at = table.turn_clock, table.clock.times.reminders, time_is_up_at(table)
    if clock is None or clock.until is None or up_at is None or clock.reminders >= len(reminders):
        return None
    at = clock.until - reminders[clock.reminders]
    return None if at == up_at else at


def closes_at(table: Table) -> int | None:
    """Return when the table is closed if nobody moves, but not before the time of the current turn is up."""
    return None if table.turn_clock is None else max(table.turn_clock.idle_until, time_is_up_at(table) or 0)


def reminded_turn(table: Table) -> str | None:
    """Return the current deal and turn, and the count of its reminders: `3.12`, `3.12.1`. Its player is notified of each."""
    if table.match is None or table.match.deal is None or table.phase != Phase.DEAL:
        return None
    turn = f"{table.match.deal.number}.{table.match.deal.turn.number}"
    count = 0 if table.turn_clock is None else table.turn_clock.reminders_of_turn
    return f"{turn}.{count}" if count else turn
