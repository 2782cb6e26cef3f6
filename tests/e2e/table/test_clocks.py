"""The clock as people see it: the time left, one reminder, a turn that is played for them, and their seat back at any press."""

import random
import re
from unittest.mock import AsyncMock

import pytest

from bot import app
from bot.rummy.events import CardDiscarded
from bot.rummy.legal_moves import legal_moves
from bot.tables.events import Pace
from bot.tables.match_requests import Play
from bot.tables.seat_events import CameBack, PersonReminded, TablePaused, TurnPlayedFor
from bot.tables.time_requests import time_is_up_at
from tests.background.test_deadline_sleeper import until_looked
from tests.e2e.support.checks import check_dms, check_only_newest_has_buttons, check_pings, check_posted_once
from tests.e2e.support.clocks import let_time_run_out, make_away, pass_turn, start_timed_match
from tests.e2e.support.club import Clock, Club, until
from tests.e2e.support.hand_controls import controls
from tests.e2e.support.tables import (
    draw_from_stock,
    legal_discards,
    mentions,
    newest_page,
    play_match,
    play_turn,
    waiting_player,
)
from tests.people import labels, said
from tests.tables.table_service import idle

HOUR = 60.0
"""In minutes, as the clock is advanced."""


@pytest.fixture(autouse=True)
def _short_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "COMPUTER_SECONDS", (0.05, 0.1))


def count(club: Club, kind: type) -> int:
    return sum(isinstance(event, kind) for event in club.events())


def shown_time(club: Club) -> str:
    """Return the time limit of the current turn as the messages show it."""
    return f"<t:{time_is_up_at(club.table()) // 1000}:R>"


async def test_the_time_of_a_turn_is_shown_where_the_turn_is_without_a_request_more(club: Club, clock: Clock) -> None:
    async with club.bot() as bot:
        await start_timed_match(club, bot, Pace.LIVE, "Ann", "Bob", deals=1)
        for _ in range(3):
            person, since = club.on_turn(), await club.last_request()
            assert shown_time(club) in said(newest_page(club))
            assert any(shown_time(club) in said(message) for message in person.dms)
            shown = await person.press(newest_page(club), "Table")
            assert shown_time(club).replace(":R>", ":T>") in said(shown.message)
            before = await club.last_request()
            await play_turn(club)
            await bot.services.courier.idle()
            sent = [entry for entry in await club.requests(before) if "/callback" not in entry["path"]]
            assert len(sent) <= 3, "the round, the new hand, and the old one deleted"
            assert since < before
        check_posted_once(club)
        check_dms(club, "Ann", "Bob")


@pytest.mark.journey
@pytest.mark.usefixtures("short_deals")
async def test_a_reminder_is_one_new_hand_that_says_the_bank_is_running_also_after_a_restart(club: Club, clock: Clock) -> None:
    async with club.bot() as bot:
        await start_timed_match(club, bot, Pace.LIVE, "Ann", "Bob", deals=1)
        person = club.on_turn()
        (old,), pings = person.dms, len(person.pings)
        clock.advance(1.6)
        await until(lambda: count(club, PersonReminded))
        await club.until_sent()
        await person.until(lambda: len(person.dms) == 1 and person.dms[0]["id"] != old["id"])
        assert "Using extra time" in said(person.dms[0])
        assert len(person.pings) == pings + 1
    async with club.bot() as bot:
        await until_looked(bot.deadlines)
        await bot.services.courier.flush()
        await club.until_sent()
        assert len(person.pings) == pings + 1
        assert count(club, PersonReminded) == 1
        await play_turn(club)
        await play_match(club, {"Ann": "dm", "Bob": "dm"})
    check_dms(club, "Ann", "Bob")
    check_pings(club)


async def test_a_bot_killed_before_it_stored_a_reminder_does_not_send_it_again(club: Club, clock: Clock) -> None:
    async with club.bot() as bot:
        await start_timed_match(club, bot, Pace.LIVE, "Ann", "Bob", deals=1)
        await bot.services.courier.flush()
        person = club.on_turn()
        key = f"hand {club.person_number(person.name)}"
        before = club.query("SELECT message, note FROM surfaces WHERE key = ?", key)[0]
        told = club.query("SELECT told FROM tables")[0][0]
        clock.advance(1.6)
        await person.until(lambda: [it["id"] for it in person.dms] not in ([], [str(before[0])]))
        await club.until_sent()
        pings = len(person.pings)
    club.write_database("UPDATE surfaces SET message = ?, note = ? WHERE key = ?", *before, key)  # as a kill leaves it
    club.write_database("UPDATE tables SET told = ?", told)
    async with club.bot() as bot:
        await club.until_sent()
        await bot.services.courier.flush()
        assert club.query("SELECT note FROM surfaces WHERE key = ?", key)[0][0] == f"{before[1]}.1"
        assert (len(person.pings), len(person.dms)) == (pings, 1)
        assert count(club, PersonReminded) == 1
        check_dms(club, "Ann", "Bob")


@pytest.mark.journey
@pytest.mark.usefixtures("short_deals")
async def test_a_nudge_is_one_mention_that_goes_with_the_turn_also_if_the_bot_stops_before_it(club: Club, clock: Clock) -> None:
    async with club.bot() as bot:
        await start_timed_match(club, bot, Pace.SLOW, "Ann", "Bob", deals=1)
        await club.until_sent()
        person = club.on_turn()
        other = club["Bob" if person.name == "Ann" else "Ann"]
        assert said((await person.slash("nudge")).message) == "It's your own turn. `/hand` shows your cards."
        pings, dms = len(person.pings), [it["id"] for it in person.dms]
        page = newest_page(club)
        assert f"{person.name} got a reminder." in said((await other.press(page, "Nudge")).message)
        await person.until(lambda: mentions(club))
        await club.until_sent()
        (shown,) = mentions(club)
        assert f"{other.name} is waiting for you. Press **My hand**." in said(shown)
        assert (len(person.pings), [it["id"] for it in person.dms]) == (pings + 1, dms)
        assert re.search(r"already got a reminder\. Try again <t:\d+:f>\.", said((await other.slash("nudge")).message))
        assert len(mentions(club)) == 1
    club.write_database("DELETE FROM surfaces WHERE key LIKE 'nudge %'")  # as a kill leaves it
    club.write_database("UPDATE tables SET told = told - 1")
    async with club.bot():
        await until(lambda: club.query("SELECT message FROM surfaces WHERE key LIKE 'nudge %'"))
        assert [it["id"] for it in mentions(club)] == [shown["id"]]
        assert "already got a reminder" in said((await other.slash("nudge")).message)
        await play_turn(club)
        await person.until(lambda: not mentions(club))


async def test_a_person_with_closed_direct_messages_is_reminded_by_one_mention(club: Club, clock: Clock) -> None:
    await club.close_dms("Ann", "Bob")
    async with club.bot() as bot:
        await start_timed_match(club, bot, Pace.SLOW, "Ann", "Bob", deals=1)
        person = club.on_turn()
        await person.until(lambda: mentions(club))
        await club.until_sent()
        pings = len(person.pings)
        for number, hours in enumerate((12.1, 11.0), start=1):
            (before,) = mentions(club)
            clock.advance(hours * HOUR)
            await until(lambda before=before: [it["id"] for it in mentions(club)] not in ([], [before["id"]]))
            await club.until_sent()
            (now,) = mentions(club)
            assert count(club, PersonReminded) == number
            assert "it's still your turn" in said(now)
            assert shown_time(club) in said(now)
            assert len(person.pings) == pings + number
        await bot.services.courier.flush()
        check_posted_once(club)


@pytest.mark.journey
async def test_a_turn_that_the_clock_played_says_so_in_its_line(club: Club, clock: Clock) -> None:
    async with club.bot() as bot:
        await start_timed_match(club, bot, Pace.QUICK, "Ann", "Bob", "Cleo", deals=1)
        person = club.on_turn()
        await let_time_run_out(club, clock)
        await until(lambda: f"{person.name}**\N{NO-BREAK SPACE}· time's up" in said(newest_page(club)))
        await person.until(lambda: any("Ramino played your turn" in said(message) for message in person.dms))
        check_posted_once(club)


@pytest.mark.journey
async def test_a_press_brings_a_person_back_for_whom_turns_were_played(club: Club, clock: Clock) -> None:
    async with club.bot() as bot:
        await start_timed_match(club, bot, Pace.QUICK, "Ann", "Bob", deals=20)
        ann = await make_away(club, clock, "Ann")
        await until(lambda: club.on_turn().name == "Bob")
        await club.until_sent()
        assert "Ann is away" in said(newest_page(club))
        await ann.until(lambda: any("I'm back" in labels(message) for message in club["Ann"].dms))
        pings = len(ann.pings)
        await pass_turn(club)
        await until(lambda: club.on_turn().name == "Bob")
        await club.until_sent()
        assert len(ann.pings) == pings, "nobody is pinged for a turn that is played without waiting"
        before = count(club, CameBack)
        reply = await ann.press(next(it for it in ann.dms if "I'm back" in labels(it)), "I'm back")
        assert reply.outcome in ("message", "update"), reply
        assert count(club, CameBack) == before + 1
        assert not club.table().timing.is_away(club.person_number("Ann"))
        await club.until_sent()
        assert "Ann is away" not in said(newest_page(club))
        await pass_turn(club)
        assert (club.on_turn().name, club.table().plays_by_itself()) == ("Ann", False)
        await pass_turn(club)
        check_posted_once(club)


@pytest.mark.journey
async def test_a_paused_table_waits_and_goes_on_with_a_press(club: Club, clock: Clock) -> None:
    async with club.bot() as bot:
        await start_timed_match(club, bot, Pace.QUICK, "Ann", "Bob", pauses=True, deals=1)
        person, other = club.on_turn(), waiting_player(club, "Ann", "Bob")
        await let_time_run_out(club, clock)
        assert count(club, TablePaused) == 1
        await until(lambda: f"The table is waiting for {person.name}." in said(newest_page(club)))
        await person.until(lambda: any("The table is waiting for you" in said(message) for message in person.dms))
        clock.advance(5)
        await until_looked(bot.deadlines)
        assert club.on_turn() is person
        await other.press(newest_page(club), "Table")
        assert club.table().timing.paused_for is not None, "only the person themselves ends the pause"
        await person.press(newest_page(club), "My hand")
        assert club.table().timing.paused_for is None
        left = (time_is_up_at(club.table()) or 0) - clock()
        assert 28_000 < left <= 30_000
        await club.until_sent()
        assert shown_time(club) in said(newest_page(club))
        await play_turn(club)
        check_dms(club, "Ann", "Bob")


async def test_the_clock_and_a_press_over_the_wire_end_each_turn_once(club: Club, clock: Clock) -> None:
    dice = random.Random(7)
    wins = {"clock": 0, "press": 0}
    async with club.bot() as bot:
        await start_timed_match(club, bot, Pace.QUICK, "Ann", "Bob", deals=20)
        for _ in range(5):
            if club.table().phase != "deal":
                break
            person = club.on_turn()
            hand = next(message for message in person.dms if controls(message))
            await draw_from_stock(person, hand)
            await club.until_sent()
            before, events = club.table(), len(club.events())
            card = max(legal_discards(club)).removeprefix("discard ")
            up_at = time_is_up_at(before)
            clock.advance((up_at - clock() - dice.randrange(0, 80)) / 60_000)
            reply = await person.slash("discard", card=card)
            await until(lambda turn=before.current_turn: club.table().current_turn != turn)
            await club.until_sent()
            new = club.events()[events:]
            assert sum(isinstance(event, CardDiscarded) for event in new) == 1, new
            by_clock = any(isinstance(event, TurnPlayedFor) for event in new)
            assert by_clock != any(isinstance(event, CardDiscarded) and event.card == card for event in new) or by_clock
            assert reply.outcome in ("message", "deferred", "update")
            wins["clock" if by_clock else "press"] += 1
            for name in ("Ann", "Bob"):
                await club[name].slash("hand")  # nobody is away in the next turn
    assert sum(wins.values()) >= 4, wins
    check_posted_once(club)
    check_only_newest_has_buttons(club)


async def test_a_slow_match_over_days_keeps_its_time_over_a_restart(club: Club, clock: Clock) -> None:
    """Turns of several hours, a reminder before and after a start, a deadline that passes while the bot is down."""
    async with club.bot() as bot:
        await start_timed_match(club, bot, Pace.SLOW, "Ann", "Bob", deals=1)
        for hours, reminders in ((3, 0), (23.5, 2), (11, 2)):
            clock.advance(hours * HOUR)
            await until_looked(bot.deadlines)
            await until(lambda reminders=reminders: count(club, PersonReminded) == reminders)
            await club.until_sent()
            await play_turn(club)
        clock.advance(13 * HOUR)
        await until(lambda: count(club, PersonReminded) == 3)
        await club.until_sent()
        left = (time_is_up_at(club.table()) or 0) - clock()
        waiting = club.on_turn()
    clock.advance(40 * HOUR)  # the time of the turn would have been up
    async with club.bot():
        await until(lambda: (time_is_up_at(club.table()) or 0) - clock() > 0)
        assert abs((time_is_up_at(club.table()) or 0) - clock() - left) < 8000
        assert (club.on_turn(), count(club, TurnPlayedFor)) == (waiting, 0)
        await club.until_sent()
        await until(lambda: shown_time(club) in said(newest_page(club)))
        clock.advance(10.5 * HOUR)
        await until(lambda: count(club, PersonReminded) == 4)
        await let_time_run_out(club, clock)
        assert count(club, TurnPlayedFor) == 1
        await play_turn(club)
        await club.until_sent()
    check_posted_once(club)
    check_dms(club, "Ann", "Bob")


async def test_while_the_gateway_is_cut_no_clock_runs(club: Club, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("discord.Client.before_identify_hook", AsyncMock())  # which waits for five seconds
    async with club.bot() as bot:
        await start_timed_match(club, bot, Pace.QUICK, "Ann", "Bob", deals=1)
        left, turn = (time_is_up_at(club.table()) or 0) - clock(), club.table().current_turn
        await club.control("gateway", {"do": "close", "code": 4000})
        await until(lambda: bot.client.silence() is None)
        assert bot.client.is_ready(), "discord.py says so all the time"
        await until_looked(bot.deadlines)
        clock.advance(HOUR)
        await until_looked(bot.deadlines)
        assert club.table().current_turn == turn
        await club.control("gateway", {"do": "accept"})
        await until(lambda: (time_is_up_at(club.table()) or 0) > clock())
        assert club.table().current_turn == turn
        assert abs((time_is_up_at(club.table()) or 0) - clock() - left) < 8000
        await until(lambda: club["Ann"].bot_is_online)
        await play_turn(club)
        await club.until_sent()
        check_posted_once(club)


async def test_no_turn_runs_out_while_discord_refuses_all_messages_so_that_nobody_can_see_it(club: Club, clock: Clock) -> None:
    async with club.bot() as bot:
        await start_timed_match(club, bot, Pace.QUICK, "Ann", "Bob", deals=1)
        for method in ("POST", "PATCH", "DELETE", "GET", "PUT"):
            await club.add_fault(method, ".", times=0, status=503)
        turn = club.table().current_turn
        while (table := club.table()).current_turn == turn:
            person = table.person_to_act()
            move = idle(legal_moves(table.match, table.seats.seat_of(person) or 0))
            await bot.services.tables.change(table.number, person, Play(move))
        turn = table.current_turn
        await until(lambda: bot.services.api.failures.failing_for() is not None)
        await until_looked(bot.deadlines)
        clock.advance(2)
        await until_looked(bot.deadlines)
        assert bot.client.silence() is not None, "the connection is open"
        assert (club.table().current_turn, count(club, TurnPlayedFor)) == (turn, 0)
        await club.clear_faults()
        await until(lambda: (time_is_up_at(club.table()) or 0) > clock(), 60)
        assert (club.table().current_turn, count(club, TurnPlayedFor)) == (turn, 0)
        await club.until_sent(timeout=90)


async def test_no_turn_runs_out_while_a_connection_that_looks_open_is_silent(club: Club, clock: Clock) -> None:
    async with club.bot() as bot:
        await start_timed_match(club, bot, Pace.QUICK, "Ann", "Bob", deals=1)
        turn, up_at = club.table().current_turn, time_is_up_at(club.table())
        clock.forward += up_at - clock() - 3000
        await club.control("gateway", {"do": "mute"})
        await until(lambda: clock() > up_at and not bot.deadlines._uptime._was_up)
        assert bot.client.silence() is not None, "the connection is open"
        assert (club.table().current_turn, count(club, TurnPlayedFor)) == (turn, 0)
        await club.control("gateway", {"do": "unmute"})
        await until(lambda: (time_is_up_at(club.table()) or 0) > clock())
        assert club.table().current_turn == turn


async def test_a_turn_on_a_quiet_connection_runs_out_at_its_time(
    club: Club, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    async with club.bot() as bot:
        await start_timed_match(club, bot, Pace.QUICK, "Ann", "Bob", deals=1)
        await until(lambda: (bot.client.silence() or 0.0) > 2.1)
        clock.advance(2)
        await until(lambda: count(club, TurnPlayedFor))
        assert "Can't keep up" not in caplog.text
