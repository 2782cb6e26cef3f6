"""Who may break off a match: an organiser, but not one who plays in it."""

from bot.tables.table import Phase
from tests.desk import Desk
from tests.interactions.table.lobbies import open_table, table_of
from tests.leagues import create_league
from tests.people import labels, said

_KEEPERS = 5


async def start_match_of_organiser(desk: Desk, *names: str) -> None:
    """Let Ann make Bob an organiser, and start a match of these people that counts in a league."""
    await desk["Ann"].slash("league organisers", role=_KEEPERS)
    desk.roles["Bob"] = [_KEEPERS]
    await create_league(desk["Ann"], "Cup")
    await open_table(desk, *names)
    await desk[names[0]].slash("table start")


async def test_an_organiser_cannot_break_off_their_own_match(desk: Desk) -> None:
    await start_match_of_organiser(desk, "Bob", "Dan")
    await desk["Bob"].refused("table cancel", "your own match", "another organiser", "Manage Server", table=1)
    assert "your own match" in said((await desk["Bob"].forge({"custom_id": "t:1:break_off"})).message)
    sent = {"custom_id": "e:1", "components": [{"component": {"type": 4, "custom_id": "why", "value": "I am losing"}}]}
    assert "your own match" in said((await desk["Bob"].forge(sent, is_form=True)).message)
    assert table_of(desk).phase == Phase.DEAL


async def test_an_organiser_who_has_left_a_match_cannot_break_it_off(desk: Desk) -> None:
    await start_match_of_organiser(desk, "Bob", "Dan", "Eve")
    asked = (await desk["Bob"].slash("table leave", table=1)).message
    await desk["Bob"].press(asked, labels(asked)[0])
    assert len(table_of(desk).seated_people()) == 2
    await desk["Bob"].refused("table cancel", "your own match", table=1)


async def test_a_member_with_manage_server_may_break_off_their_own_match(desk: Desk) -> None:
    await start_match_of_organiser(desk, "Ann", "Dan")
    asked = (await desk["Ann"].slash("table cancel", table=1)).message
    form = await desk["Ann"].press(asked, labels(asked)[0])
    await desk["Ann"].submit(form, why="too late")
    assert not list(desk.bot.services.tables.in_play)
