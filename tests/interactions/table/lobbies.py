"""Tables at the desk: opened, joined, started, looked at, and played to their end."""

from collections.abc import Mapping

from bot.players.choice import Level
from bot.players.computer_player import choose_move
from bot.rummy.legal_moves import legal_moves
from bot.rummy.view import view_for
from bot.tables.lobby_requests import Join
from bot.tables.match_requests import Play, Ready
from bot.tables.table import Phase, Table
from tests.desk import Asker, Desk
from tests.e2e.support.tables import one_turn_deals
from tests.people import Json
from tests.tables.table_service import idle


async def open_table(desk: Desk, *names: str, **options: object) -> Json:
    """Let the first person open a table and the others join it, and return the lobby's message."""
    lobby = (await desk[names[0]].slash("table new", thread=False, **options)).message
    for name in names[1:]:
        await sit_down(desk, name)
    return lobby


async def open_by_play(person: Asker) -> Json:
    """Let a person open a table by the buttons of `/play`, and return what their message shows then."""
    menu = (await person.slash("play")).message
    asked = (await person.press(menu, "With friends …")).message
    return (await person.press(asked, "Open the table")).message


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


async def play_short_match(desk: Desk, *names: str, deals: int = 1) -> str:
    """Play a match of deals in which the first turn can go out, and return the winner's name."""
    tables = desk.bot.services.tables
    with one_turn_deals():
        await desk[names[0]].slash("table new", thread=False, deals=deals)
        number = max(table.number for table in tables.in_play)
        for name in names[1:]:
            await sit_down(desk, name, number)
        await desk[names[0]].slash("table start", table=number)
        while (table := await tables.get(number)).phase != Phase.OVER:
            if table.phase == Phase.PAUSE:
                waiting = next(person for person in table.seated_people() if person not in table.ready_people)
                await tables.change(number, waiting, Ready())
            else:
                move = choose_move(view_for(table.match, table.match.seat_to_act()), Level.NORMAL, str(table.version))
                await tables.change(number, table.person_to_act(), Play(move))
    winner = table.seats.occupants[table.match.placings.index(1)]
    return next(name for name in names if desk.store.people.find(desk[name].id).number == winner)


async def pass_turn(desk: Desk, number: int = 1) -> None:
    """Let the person on turn make the first moves that end it, and lay nothing."""
    tables = desk.bot.services.tables
    turn = (await tables.get(number)).current_turn
    while (table := await tables.get(number)).current_turn == turn and table.phase == Phase.DEAL:
        moves = legal_moves(table.match, table.match.seat_to_act())
        await tables.change(number, table.person_to_act(), Play(idle(moves)))


async def until_turn_of(desk: Desk, name: str, number: int = 1) -> None:
    person = desk.store.people.find(desk[name].id).number
    while table_of(desk, number).person_to_act() != person:
        await pass_turn(desk, number)
