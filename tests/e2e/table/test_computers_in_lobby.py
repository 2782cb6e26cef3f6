"""Computers and the clock in a lobby, by buttons and by commands, up to the first turn of a person."""

import pytest

from bot import app
from bot.tables.events import ClockChanged
from bot.tables.pace import Clock, Pace
from tests.e2e.support.club import Club, until
from tests.e2e.support.commands import check_refusal, forged_reply
from tests.e2e.support.tables import newest_page, open_table
from tests.people import find, labels, said


@pytest.fixture
def quick_computers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "COMPUTER_SECONDS", (0.0, 0.0))


@pytest.mark.usefixtures("quick_computers", "bot")
async def test_a_person_starts_a_table_with_computers_that_play_in_the_channel(club: Club) -> None:
    lobby = await open_table(club, "Ann", deals=1)
    assert find(lobby, "Start")["disabled"]
    for option in ("Add an easy computer", "Add a normal computer", "Add a normal computer", "Remove Computer 3 (normal)"):
        assert (await club["Ann"].choose(lobby, "q:1", option)).outcome == "update"
    text = said(club["Ann"].now(lobby)).replace("\\", "")
    assert "2. Computer 1 (easy)\n3. Computer 2 (normal)" in text
    assert "Played for fun" in text
    assert "Computer 1" in str(await club["Ann"].autocomplete("table show", "table"))
    await club["Ann"].press(club["Ann"].now(lobby), "Start")
    await until(lambda: club.table().person_to_act() is not None)
    await club.until_sent()
    assert "Ann's turn" in said(newest_page(club))
    assert len(club.table().occupants) == 3


async def test_only_the_host_adds_computers_and_changes_the_clock(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob")
    before, messages = club.event_count(), len(club["Finn"].messages("rummy"))
    for reply in (
        await club["Bob"].press(lobby, "Clock"),
        await club["Bob"].choose(lobby, "q:1", "add_easy"),
        await forged_reply(club, "Bob", lobby, "t:1:remove_computer"),
        await forged_reply(club, "Bob", lobby, "q:1", "1:remove_computer"),
    ):
        check_refusal(club, reply, before, messages, ("Only the host",))
    for value in ("1:2:remove_computer", "x", "7:add_easy:"):
        check_refusal(club, await forged_reply(club, "Ann", lobby, "q:1", value), before, messages, ("understand",))
    for command, options in (("computer add", {"level": "easy"}), ("computer remove", {}), ("clock", {"pace": "slow"})):
        reply = await club["Bob"].slash(f"table {command}", **options)
        check_refusal(club, reply, before, messages, ("Only the host",))
    refused = await club["Ann"].slash("table computer remove", number=3)
    check_refusal(club, refused, before, messages, ("isn't at this table",))


async def test_the_clock_is_chosen_in_a_form_and_the_others_agree_to_it(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob")
    assert club.table().clock == Clock(Pace.LIVE)
    opened = await club["Ann"].press(lobby, "Clock")
    assert (await club["Ann"].submit(opened.modal, pace=["slow"], time_is_up=["pause"])).outcome == "update"
    assert club.table().clock == Clock(Pace.SLOW, pauses=True)
    await club.until_sent()
    shown = club["Bob"].now(lobby)
    assert "The clock has changed" in said(shown)
    assert "the table pauses when time is up" in said(shown).replace("\u00a0", " ")
    refused = await club["Ann"].slash("table start")
    assert "shows what has changed. Waiting for Bob to press **Agree**" in said(refused.message)
    await club["Bob"].press(shown, "Agree")
    again = await club["Ann"].press(club["Ann"].now(lobby), "Clock")
    refused = await club["Ann"].submit(again.modal)
    assert "already has this clock" in said(refused.message)
    assert sum(isinstance(event, ClockChanged) for event in club.events()) == 1


async def test_commands_open_a_table_with_a_clock_and_change_its_computers_and_clock(club: Club, bot: app.Bot) -> None:
    await club["Ann"].slash("table new", clock="quick")
    assert club.table().clock == Clock(Pace.QUICK)
    await club["Ann"].slash("table computer add", level="normal")
    await club["Ann"].slash("table computer add", level="easy")
    shown = (await club["Ann"].slash("table computer remove", number=1)).message
    assert "Computer 2" in said(shown)
    assert "Computer 1" not in said(shown)
    await club["Ann"].slash("table clock", pace="slow", pause=True)
    assert club.table().clock == Clock(Pace.SLOW, pauses=True)
    refused = await club["Ann"].slash("table clock", pace="none", pause=True)
    assert "Without a time limit, a table never pauses." in said(refused.message)
    assert club.table().clock == Clock(Pace.SLOW, pauses=True), "nothing has changed"
    await club["Ann"].slash("table clock", pace="none")
    assert club.table().clock == Clock(Pace.NONE)


@pytest.mark.usefixtures("quick_computers", "bot")
async def test_a_match_of_one_person_with_computers_is_played_again_with_them(club: Club) -> None:
    lobby = await open_table(club, "Ann", deals=1, clock="slow")
    await club["Ann"].choose(lobby, "q:1", "add_easy")
    await club["Ann"].press(club["Ann"].now(lobby), "Start")
    await until(lambda: club.table().match is not None)
    asked = (await club["Ann"].press((await club["Ann"].slash("table show")).message, "End the match")).message
    await club["Ann"].press(asked, "Yes, end the match")
    await club.until_sent()
    await club["Ann"].press(newest_page(club), "Play again")
    await club.until_sent(2)
    assert club.table(2).computers == club.table(1).computers
    assert club.table(2).clock == Clock(Pace.SLOW)
    assert "Start" in labels(newest_page(club), enabled=True)
