"""Who may break off a match or remove a player: an organiser, but not one who plays in it or has lost the role."""

import pytest

from bot.tables.table import Phase
from tests.desk import SERVER, Desk
from tests.interactions.table.lobbies import open_table, sit_down, table_of
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


async def test_an_organiser_breaks_off_a_match_that_counts_in_a_league_and_no_other(desk: Desk) -> None:
    await desk["Ann"].slash("league organisers", role=_KEEPERS)
    desk.roles["Bob"] = [_KEEPERS]
    await open_table(desk, "Cleo", "Dan")
    await desk["Cleo"].slash("table start")
    await desk["Bob"].refused("table cancel", "Only members with Manage Server, or league organisers", table=1)
    await create_league(desk["Ann"], "Cup")
    await desk["Cleo"].refused("table cancel", "Only members with Manage Server, or league organisers", table=1)
    asked = (await desk["Bob"].slash("table cancel", table=1)).message
    await desk["Bob"].submit(await desk["Bob"].press(asked, "Yes, cancel the match"), why="they have left")
    assert not list(desk.bot.services.tables.in_play)


async def test_a_manager_of_another_server_cannot_break_off_a_match_of_this_one(desk: Desk) -> None:
    ann = desk["Ann"]
    await ann.slash("table new", thread=False, in_="abroad")
    await sit_down(desk, "Bob")
    await ann.slash("table start", in_="abroad")
    for place in ("rummy", "dm"):
        await ann.refused("table cancel", "Only members with Manage Server", in_=place, table=1)
    assert "Only members with Manage Server" in said((await ann.forge({"custom_id": "t:1:break_off"})).message)
    assert table_of(desk).phase == Phase.DEAL


async def test_neither_a_manager_who_plays_nor_everyone_as_an_organiser_removes_a_person(desk: Desk) -> None:
    await desk["Ann"].slash("league organisers", role=SERVER)
    desk.roles["Finn"] = [SERVER]
    await open_table(desk, "Ann", "Bob", "Cleo")
    await desk["Ann"].slash("table start")
    bob, refused = desk["Bob"], "Only members with Manage Server, or organisers, can remove a player."
    await desk["Finn"].refused("table remove", refused, person=bob.id, table=1)
    await desk["Ann"].refused("table remove", "You're playing this match, so you can't remove anyone.", person=bob.id)
    number = desk.store.people.find(bob.id).number
    for custom_id in (f"t:1:{number}:remove", f"t:1:{number}:yes_remove"):
        assert refused in said((await desk["Cleo"].forge({"custom_id": custom_id})).message)
    assert not table_of(desk).seats.removed
