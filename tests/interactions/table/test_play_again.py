"""**Play again** without a place to post in: what is kept, what is refused, and the table of all deals."""

from pathlib import Path

import pytest

from bot.interactions.table import play_again
from bot.messages import names
from bot.players.choice import Level
from bot.tables.events import Clock, Pace
from bot.tables.match_requests import AskEnd
from bot.tables.rule_requests import AddComputer, ChangeClock, ChangeSettings
from tests.desk import Asker, Desk, open_desk
from tests.interactions.table.lobbies import open_table, play_short_match, sit_down, table_of
from tests.people import Reply, said


@pytest.fixture(autouse=True)
def anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tables be opened in every place: that of a match is known to Discord only."""

    async def check_nothing(*_: object) -> None:
        pass

    monkeypatch.setattr(play_again, "_check_place", check_nothing)


async def press_again(person: Asker) -> Reply:
    return await person.forge({"custom_id": "t:1:again"})


async def check_refused(desk: Desk, name: str, fact: str) -> None:
    before = await desk.stored()
    reply = await press_again(desk[name])
    assert fact in said(reply.message)
    assert reply.message["flags"] & 64
    assert await desk.stored() == before


async def test_playing_again_keeps_computers_clock_and_hints(desk: Desk) -> None:
    await open_table(desk, "Ann", deals=1)
    tables, ann = desk.bot.services.tables, desk.store.people.find(desk["Ann"].id).number
    for request in (AddComputer(Level.EASY), ChangeClock(Clock(Pace.SLOW)), ChangeSettings(hints=True)):
        await tables.change(1, ann, request)
    await desk["Ann"].slash("table start")
    await tables.change(1, ann, AskEnd())
    assert "at table 2" in said((await press_again(desk["Ann"])).message)
    again = table_of(desk, 2)
    assert (again.seats.computers, again.clock, again.hints) == ({-1: Level.EASY}, Clock(Pace.SLOW), True)


async def test_nobody_joins_changed_rules_unseen_by_playing_again(desk: Desk) -> None:
    await play_short_match(desk, "Ann", "Bob")
    await press_again(desk["Ann"])
    await desk["Ann"].slash("table rule", rule="going out", answer="the last card must be discarded", table=2)
    await check_refused(desk, "Bob", "The rematch at table 2 has new settings.")
    await sit_down(desk, "Bob", 2)
    assert len(table_of(desk, 2).seats.people) == 2


async def test_an_old_button_says_what_became_of_the_match(desk: Desk) -> None:
    await play_short_match(desk, "Ann", "Bob")
    await press_again(desk["Ann"])
    asked = (await desk["Ann"].slash("table cancel", table=2)).message
    await desk["Ann"].press(asked, "Yes, cancel the table")
    await check_refused(desk, "Bob", "The rematch at table 2 was closed.")


async def test_people_who_are_together_at_another_table_are_told_so(desk: Desk) -> None:
    await play_short_match(desk, "Ann", "Bob")
    await desk["Bob"].slash("table new", thread=False)
    for name in ("Ann", "Cleo"):
        await sit_down(desk, name, 2)
    await check_refused(desk, "Ann", "You're all at table 2 already")


async def test_a_deleted_person_is_not_awaited(desk: Desk) -> None:
    await play_short_match(desk, "Ann", "Bob", "Cleo")
    await press_again(desk["Ann"])
    bob, cleo = (desk.store.people.find(desk[name].id).number for name in ("Bob", "Cleo"))
    assert set(table_of(desk, 2).awaited_people) == {bob, cleo}
    pictures = desk.bot.services.api.pictures
    pictures._keep(b"a bracket with Cleo", b"drawn")
    await desk["Cleo"].slash("privacy delete-me", sure=True)
    assert not pictures._rendered
    assert names._shown_name.cache_info().currsize == 0
    assert table_of(desk, 2).awaited_people == (bob,)


@pytest.mark.parametrize("limit", ["open_lobbies", "lobbies_per_minute"])
async def test_the_limits_of_tables_hold_for_playing_again(tmp_path: Path, limit: str) -> None:
    async with open_desk(tmp_path, **({"lobbies_per_minute": 0} | {limit: 1})) as desk:
        await play_short_match(desk, "Ann", "Bob")
        if limit == "open_lobbies":
            await open_table(desk, "Ann")
        await check_refused(desk, "Ann", "")
        before = len(list(desk.bot.services.tables.in_play))
        await press_again(desk["Bob"])
        assert len(list(desk.bot.services.tables.in_play)) == before + 1, "it is Ann's limit"


async def test_everyone_sees_the_details_by_a_press(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk.bot.services.api, "find_server", lambda server: object())
    await play_short_match(desk, "Ann", "Bob", deals=40)
    for name in ("Ann", "Finn"):
        shown = (await desk[name].forge({"custom_id": "t:1:details"})).message
        assert shown["flags"] & 64
        assert " 40\n" in said(shown)
        assert "…\n```" not in said(shown)
