"""Who may break off a match or remove a player: an organiser, but not one who plays in it or has lost the role."""

import pytest

from bot.tables.table import Phase
from tests.desk import Desk
from tests.interactions.table.lobbies import open_table, table_of
from tests.leagues import create_league
from tests.people import labels, said

_KEEPERS = 5


@pytest.fixture(autouse=True)
def in_server(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everyone in the channel see its table, as Discord says who is in the server."""
    monkeypatch.setattr(desk.bot.services.api, "find_server", lambda server: object())


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


@pytest.mark.parametrize("what", ["remove", "cancel"])
async def test_an_organiser_who_loses_the_role_while_the_form_is_open_changes_nothing(desk: Desk, what: str) -> None:
    await start_match_of_organiser(desk, "Ann", "Dan", "Eve")
    options = {"person": desk["Dan"].id} if what == "remove" else {}
    asked = (await desk["Bob"].slash(f"table {what}", **options)).message
    form = await desk["Bob"].press(asked, labels(asked)[0])
    del desk.roles["Bob"]
    assert "organisers, can" in said((await desk["Bob"].submit(form, why="so")).message)
    assert "organisers, can" in said((await desk["Bob"].press(asked, labels(asked)[0])).message)
    table = table_of(desk)
    assert (table.phase, table.seats.removed) == (Phase.DEAL, {})


async def test_an_organiser_cannot_close_a_lobby_with_the_form_for_matches(desk: Desk) -> None:
    await desk["Ann"].slash("league organisers", role=_KEEPERS)
    desk.roles["Bob"] = [_KEEPERS]
    await create_league(desk["Ann"], "Cup")
    await open_table(desk, "Ann", "Dan")
    assert "hasn't started" in said((await desk["Bob"].forge({"custom_id": "t:1:break_off"})).message)
    assert table_of(desk).phase == Phase.LOBBY


async def test_a_match_is_broken_off_only_for_a_reason(desk: Desk) -> None:
    await start_match_of_organiser(desk, "Ann", "Dan")
    asked = (await desk["Ann"].slash("table cancel")).message
    form = await desk["Ann"].press(asked, labels(asked)[0])
    assert "Give a reason" in said((await desk["Ann"].submit(form, why="\u200b\u200d\u202e ")).message)
    assert table_of(desk).phase == Phase.DEAL
