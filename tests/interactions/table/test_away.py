"""A person for whom turns are played: anything that they press or type at the table brings them back."""

from bot.tables.seat_events import CameBack
from bot.tables.time_requests import TimeIsUp, time_is_up_at
from tests.desk import Desk
from tests.interactions.table.lobbies import open_table, pass_turn, sit_down, table_of, until_turn_of
from tests.people import said

MINUTE = 60_000


async def make_away(desk: Desk, name: str) -> None:
    """Let the time of this person run out twice in a row, while the others play."""
    person = desk.store.people.find(desk[name].id).number
    while not (table := table_of(desk)).timing.is_away(person):
        if table.person_to_act() == person:
            at = (time_is_up_at(table) or 0) + MINUTE
            await desk.bot.services.tables.change(1, None, TimeIsUp(table.step, at))
        else:
            await pass_turn(desk)


async def times_back(desk: Desk) -> int:
    return sum(isinstance(event, CameBack) for event in await desk.store.log.read_events(1))


async def test_any_button_or_command_of_the_table_brings_a_person_back(desk: Desk) -> None:
    ann = desk["Ann"]
    await open_table(desk, "Ann", deals=20)
    await ann.slash("table clock", pace="quick")
    await sit_down(desk, "Bob")
    await ann.slash("table start")
    await until_turn_of(desk, "Ann")
    drawing = f"m:1:{table_of(desk).step}:draw stock"
    for nth, way in enumerate(("t:1:hand", "t:1:show", "t:1:back", drawing, "/draw", "/hand", "/table show"), start=1):
        await make_away(desk, "Ann")
        options = {"from": "stock"} if way == "/draw" else {}
        reply = await (ann.slash(way[1:], **options) if way[0] == "/" else ann.forge({"custom_id": way}))
        assert said(reply.message)
        assert (await times_back(desk), table_of(desk).timing.missed_turns) == (nth, {}), way
        if way == drawing:
            assert "out of date" in said(reply.message)
