"""Tables at the desk: opened, joined, started and looked at."""

from collections.abc import Mapping

from bot.tables.lobby_requests import Join
from bot.tables.table import Table
from tests.desk import Asker, Desk
from tests.people import Json


async def open_table(desk: Desk, *names: str, **options: object) -> Json:
    """Let the first person open a table and the others join it, and return the lobby's message."""
    lobby = (await desk[names[0]].slash("table new", thread=False, **options)).message
    for name in names[1:]:
        await sit_down(desk, name)
    return lobby


async def sit_down(desk: Desk, name: str, number: int = 1) -> None:
    """Let a person join a table. Whether they see it, only Discord could say."""
    person = await desk.store.people.add_or_update(desk[name].id, name, "en-US")
    await desk.bot.services.tables.change(number, person.number, Join())


async def start_match(desk: Desk, *names: str, rules: Mapping[str, str] = {}, **options: object) -> tuple[Asker, Asker]:
    """Let these people start a match with these house rules, and return the person on turn and another one."""
    host, *guests = names
    await open_table(desk, host, **options)
    for rule, answer in rules.items():
        await desk[host].slash("table rule", rule=rule, answer=answer)
    for name in guests:
        await sit_down(desk, name)
    await desk[host].slash("table start")
    numbers = [desk.store.people.find(desk[name].id).number for name in names]
    at = numbers.index(table_of(desk).person_to_act())
    return desk[names[at]], desk[names[at - 1]]


def table_of(desk: Desk, number: int = 1) -> Table:
    return next(table for table in desk.bot.services.tables.in_play if table.number == number)
