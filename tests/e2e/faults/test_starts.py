"""Starts with a damaged log, a restored database, old commands or a second bot; connections that end for good."""

import json
from pathlib import Path

import aiohttp
import pytest

from bot import app
from bot.maintenance import back_up, restore
from bot.settings import Settings
from bot.tables.events import SPELLING
from tests.databases import new_database
from tests.e2e.support.checks import check_no_error
from tests.e2e.support.club import Club
from tests.e2e.support.forms import choose_own
from tests.e2e.support.hand_controls import controls
from tests.e2e.support.tables import draw_from_stock, open_table, play_match, play_turn, start_match
from tests.people import Json, Reply, parts, said
from tests.processes import Process

DAMAGES = {
    "torn": 'UPDATE events SET event = substr(event, 1, 9) WHERE "table" = 1 AND version = 1',
    "lost": 'DELETE FROM events WHERE "table" = 1 AND version = 1',
    "newer": f'UPDATE events SET spelling = {SPELLING + 1} WHERE "table" = 1',
}


@pytest.mark.parametrize("damage", DAMAGES)
async def test_a_damaged_log_stops_only_its_own_table(club: Club, damage: str) -> None:
    async with club.bot():
        lobby = await open_table(club, "Ann", "Bob", deals=1)
        await start_match(club, "Cleo", "Dan", deals=1)
        waiting = await open_table(club, "Ann")
    club.write_database(DAMAGES[damage])
    club.write_database("UPDATE tables SET told = told - 1")
    bot = await club.start_bot()
    for table in (2, 3):
        await club.until_sent(table)
    for reply in (await club["Eve"].press(lobby, "Join"), await club["Ann"].slash("table show", table=1)):
        assert "Table 1 can't be loaded" in said(reply.message)
        assert reply.message["flags"] & 64
    assert "Eve" in said((await club["Eve"].press(waiting, "Join")).message)
    await play_match(club, {"Cleo": "dm", "Dan": "dm"}, table=2)
    assert await bot.stop() == 0
    wrong = [line for line in map(json.loads, club.bot_log.splitlines()) if line["level"] != "info"]
    assert wrong
    assert {(line["level"], line["table"]) for line in wrong} == {("error", 1)}
    assert "Traceback" not in club.bot_log


TURNS = 3


def settings(club: Club) -> Settings:
    return Settings(database_url=club.database_url)  # type: ignore[arg-type]


def custom_ids(message: Json) -> list[str]:
    return [it["custom_id"] for it in parts(message["components"]) if "custom_id" in it]


def messages_known(club: Club, table: int) -> dict[str, Json]:
    """Return the messages that the database knows of a table and that exist, by key."""
    there = {one["id"]: one for name in ("Ann", "Bob") for one in (*club[name].messages("rummy"), *club[name].dms)}
    surfaces = club.surfaces(table)
    return {key: there[message] for key, (_, message) in surfaces.items() if message is not None and message in there}


async def test_a_restored_match_is_shown_again_and_buttons_from_before_the_restore_reach_no_table(
    club: Club, tmp_path: Path
) -> None:
    bot = await club.start_bot()
    for name in ("Ann", "Bob"):
        await choose_own(club, name, "new_message", "always")
    await start_match(club, "Ann", "Bob", deals=50)
    for _ in range(TURNS):
        await play_turn(club)
    lobby = await open_table(club, "Cleo")
    await club.until_sent(1)
    await club.until_sent(2)
    person, at_backup = club.on_turn(), club.event_count()
    back_up(settings(club), tmp_path / "copy.db")
    for _ in range(TURNS):
        await play_turn(club)
    await club.until_sent(1)
    later = await open_table(club, "Dan")  # table 3, which the backup doesn't know
    old_hand = next(message for message in club.on_turn().dms if controls(message))
    holder = club.on_turn()
    public = {message["id"] for message in club["Finn"].messages("rummy")}
    bot.kill()
    restore(settings(club), tmp_path / "copy.db")
    assert club.event_count() == at_backup

    await club.start_bot()
    for table in (1, 2):
        await club.until_sent(table)
    (marker,) = {id_.rpartition("~")[2] for message in messages_known(club, 1).values() for id_ in custom_ids(message)}
    assert 0 < len(marker) <= 6
    assert club.on_turn() is person
    assert public <= {message["id"] for message in club["Finn"].messages("rummy")}, "the record in the channel stays"
    assert club.query("SELECT told FROM tables WHERE number = 2") == [(1,)]

    eves = await open_table(club, "Eve")  # table 3 again, but another one
    assert custom_ids(eves)[0].startswith("t:3:")
    before = club.event_count()
    await holder.until(lambda: old_hand["id"] not in {message["id"] for message in holder.dms})
    answer = await club["Finn"].press(later, custom_ids(later)[1])
    assert "This button is from before Ramino went back to a backup" in said(answer.message), answer
    assert answer.message["flags"] & 64
    assert club.event_count() == before, "they changed nothing"

    hand = next(message for message in reversed(person.dms) if controls(message))
    assert (await draw_from_stock(person, hand)).outcome == "update", "the buttons of the hand that is shown again work"
    for _ in range(TURNS):
        await play_turn(club, way="slash")
    await club.until_sent(1)
    assert club.event_count() > before + TURNS
    joined = await club["Finn"].press(club["Finn"].now(lobby), "Join")
    assert joined.outcome == "update", joined
    check_no_error(club)


async def test_a_command_of_another_version_is_refused_with_advice(club: Club, bot: app.Bot) -> None:
    commands = [
        {"name": "shuffle", "description": "Gone", "type": 1},
        {"name": "discard", "description": "Took no card", "type": 1},
    ]
    async with aiohttp.ClientSession(headers={"Authorization": "Bot any"}) as session:
        url = f"{club.pg.api_url}/applications/{bot.client.application_id}/commands"
        async with session.put(url, json=commands) as answer:
            assert answer.status == 200
    await club["Ann"].until(lambda: any(command["name"] == "shuffle" for command in club["Ann"].commands))
    for name in ("shuffle", "discard"):
        reply = await club["Ann"].slash(name)
        assert reply.outcome == "message", reply
        assert reply.message["flags"] & 64
        assert "choose it again" in said(reply.message)


SAID = "another bot with the same token"


def _reports(club: Club) -> list[str]:
    return [line["level"] for line in map(json.loads, club.bot_log.splitlines()) if SAID in line["event"]]


async def _ask(club: Club, times: int) -> list[Reply]:
    return [await club["Ann"].slash("help") for _ in range(times)]


async def test_another_bot_on_another_database_is_reported_once_by_each(club: Club, tmp_path: Path) -> None:
    new_database(tmp_path / "other.db")
    first = await club.start_bot()
    second = await club.start_bot(DATABASE_URL=f"sqlite:///{tmp_path / 'other.db'}")
    assert {reply.outcome for reply in await _ask(club, 40)} == {"message"}
    assert await first.stop() == 0
    assert await second.stop() == 0
    assert 1 <= len(_reports(club)) <= 2  # a bot that was always first has noticed nothing
    assert set(_reports(club)) == {"error"}


async def test_repeated_events_and_repeated_answers_are_no_other_bot(club: Club) -> None:
    bot = await club.start_bot()
    for _ in range(3):
        await club.control("gateway", {"do": "duplicate"})
        await _ask(club, 1)
    for do in ({"drop": True}, {"status": 502}):
        await club.add_fault("POST", "/callback$", applied=True, **do)
        await _ask(club, 1)
    assert await bot.stop() == 0
    assert not _reports(club)
    assert "reply did not arrive" in club.bot_log


SENTENCES = {
    4004: "Discord does not accept DISCORD_TOKEN",
    4012: "Install the newest version",
    4013: "Install the newest version",
    4014: "privileged intents",
}


def _check_end(club: Club, log: str, code: int) -> None:
    assert SENTENCES[code] in log.splitlines()[-1], log
    assert "Traceback" not in log
    assert "trying again" not in log


@pytest.mark.parametrize("code", SENTENCES)
async def test_a_close_while_the_bot_runs_ends_it_with_one_sentence(club: Club, code: int) -> None:
    bot = await club.start_bot()
    await club.control("gateway", {"do": "close", "code": code})
    assert await bot.ended() == 2
    _check_end(club, club.bot_log, code)


@pytest.mark.parametrize("code", SENTENCES)
async def test_a_close_at_the_start_ends_the_bot_with_one_sentence(club: Club, code: int) -> None:
    await club.control("gateway", {"do": "close", "code": code})
    log = club.folder / "refused.log"
    bot = Process("bot", "run", folder=club.folder, log=log, environment=club._env())
    assert await bot.ended() == 2
    _check_end(club, log.read_text("utf-8"), code)


@pytest.mark.parametrize("code", [4000, 4010, 4011])
async def test_after_another_close_the_bot_connects_again(club: Club, code: int) -> None:
    bot = await club.start_bot()
    await club.control("gateway", {"do": "close", "code": code})
    await club.control("gateway", {"do": "accept"})
    await club["Ann"].until(lambda: not club["Ann"].bot_is_online)
    await club["Ann"].until(lambda: club["Ann"].bot_is_online)
    assert (await club["Ann"].slash("help")).outcome == "message"
    assert "Traceback" not in club.bot_log
    assert await bot.stop() == 0
