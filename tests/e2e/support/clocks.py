"""Matches with a clock, and what people are shown of it."""

from bot import app
from bot.tables.events import Clock, Pace
from bot.tables.rule_requests import ChangeClock
from bot.tables.table import Table
from bot.tables.time_requests import time_is_up_at
from tests.e2e.support.club import Clock as MovableClock
from tests.e2e.support.club import Club, Witness, until
from tests.e2e.support.hand_controls import button_id, table_number
from tests.e2e.support.tables import open_table, play_by_commands


async def start_timed_match(
    club: Club, bot: app.Bot, pace: Pace, *names: str, pauses: bool = False, **options: object
) -> Table:
    """Open a table in the channel with a clock, start its match, and return it when the first turn is shown."""
    lobby = await open_table(club, names[0], **options)
    number = table_number(lobby)
    assert number is not None
    if club.table(number).clock != (clock := Clock(pace, pauses)):
        await bot.services.tables.change(number, club.person_number(names[0]), ChangeClock(clock))
        await club.until_sent(number)
    for name in names[1:]:
        answer = await club[name].press(lobby, button_id(club[name].now(lobby), "join"))
        assert answer.outcome == "update", answer
    answer = await club[names[0]].press(lobby, button_id(club[names[0]].now(lobby), "start"))
    assert answer.outcome in ("deferred_update", "update"), answer
    await club.until_sent(number)
    return club.table(number)


async def let_time_run_out(club: Club, clock: MovableClock) -> None:
    """Let the time pass until the current turn is played, or the table pauses."""
    before = club.table()
    up_at = time_is_up_at(before)
    clock.advance((up_at - clock()) / 60_000)
    await until(lambda: (now := club.table()).current_turn != before.current_turn or now.timing.paused_for is not None)
    await club.until_sent()


async def make_away(club: Club, clock: MovableClock, name: str) -> Witness:
    """Let the time of this person run out twice in a row, while the others play."""
    number = club.person_number(name)
    while not (table := club.table()).timing.is_away(number):
        if table.person_to_act() == number:
            await let_time_run_out(club, clock)
        else:
            await pass_turn(club)
    return club[name]


async def pass_turn(club: Club) -> None:
    """Let the person on turn draw and discard, and lay nothing: so no deal ends early."""
    await play_by_commands(club)
    await club.until_sent()
