"""Messages that people delete, that a forger names, and that the bot posted and does not know."""

import asyncio

import pytest

from bot import app
from bot.discord import error_boundary
from bot.tables.table import Phase
from playground.objects.user_objects import user_object
from playground.rest import message_routes
from playground.world.entities import Message
from tests.e2e.support.checks import check_no_error, check_posted_once
from tests.e2e.support.club import WAIT, Club, until
from tests.e2e.support.commands import press_forged
from tests.e2e.support.hand_controls import discard_button, offered_moves, table_number
from tests.e2e.support.league_messages import delete_message
from tests.e2e.support.tables import draw_from_stock, legal_discards, newest_page, open_table, play_turn, start_match
from tests.people import Json, labels, said
from tests.processes import Process


async def test_a_message_that_is_deleted_twice_is_posted_again_once(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    opened = newest_page(club)
    key = next(key for key, (_, message) in club.surfaces().items() if message == opened["id"])
    await delete_message(club, opened)
    posted = len(club["Finn"].messages("rummy"))
    await play_turn(club)
    again = await club["Finn"].until(lambda: next(iter(club["Finn"].messages("rummy")[posted:]), None))
    assert club.surfaces()[key][1] == again["id"] != opened["id"]
    await delete_message(club, again)
    await play_turn(club)
    await club.until_sent()
    assert club.surfaces()[key][1] is None
    assert len(club["Finn"].messages("rummy")) == posted, "it is not posted a third time"
    for _ in range(2):
        await play_turn(club)
    await club["Finn"].until(lambda: club.on_turn().name in said(newest_page(club)))
    assert len(club["Finn"].messages("rummy")) == posted + 1, "the next round has a message of its own"


@pytest.mark.parametrize("deferred", [False, True], ids=["at_once", "deferred"])
async def test_a_press_on_a_hand_that_is_deleted_meanwhile_brings_a_new_hand(
    club: Club, bot: app.Bot, monkeypatch: pytest.MonkeyPatch, *, deferred: bool
) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    if deferred:
        monkeypatch.setattr(error_boundary, "_DEFER_AFTER", 0)
    person = club.on_turn()
    for what in ("draw", "discard"):
        hand = next(message for message in reversed(person.dms) if offered_moves(message))
        await club.add_fault(*(("PATCH", "/webhooks/") if deferred else ("POST", "/callback$")), delay=0.3)
        button = "Draw" if what == "draw" else discard_button(hand)
        pressing = asyncio.create_task(person.press(hand, button))
        await asyncio.sleep(0.15)
        await club.control("forget", {"channel_id": hand["channel_id"], "message_id": hand["id"]})
        assert (await pressing).outcome == ("deferred_update" if deferred else "message")
        await until(lambda: bot.boundary.under_way == 0)
        await club.until_sent()
        assert hand["id"] != person.dms[-1]["id"], "there is a new one"
    assert club.on_turn() is not person
    monkeypatch.undo()
    for _ in range(3):
        await play_turn(club)
    assert len([message for message in person.dms if "Your turn" in said(message)]) == 1, "one hand is kept up to date"
    check_no_error(club)


async def test_a_press_under_a_deleted_lobby_posts_the_lobby_again(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann")
    await club.add_fault("POST", "/callback$", delay=0.3)
    joining = asyncio.create_task(club["Bob"].press(lobby, "Join"))
    await asyncio.sleep(0.1)
    await delete_message(club, lobby)
    answered = await joining
    assert answered.outcome == "message"
    await club.until_sent()
    again = newest_page(club)
    assert again["id"] == answered.message["id"]
    await club["Ann"].press(again, "Start")
    await club.until_sent()
    assert club.table().phase == Phase.DEAL


async def test_the_bot_remembers_few_messages_during_a_long_match(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=3)
    remembered = []
    for _ in range(20):
        await until(lambda: club.table().person_to_act() is not None)  # the next deal begins after a pause
        await play_turn(club)
        messages = bot.services.courier._deliveries[1]._messages
        remembered.append(len(messages.posted.stored.surfaces))
    assert len(club.surfaces()) > 8
    assert max(remembered) <= 6, "the lobby, the place, the first deal, a round and two hands"


async def test_a_press_that_names_a_public_message_puts_no_hand_into_it(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    person, public = club.on_turn(), newest_page(club)
    before, step = said(public), club.table().step
    reply = await press_forged(club, person.name, public, f"m:1:{step}:draw stock")
    assert reply["outcome"] == "message"
    assert reply["message"]["flags"] & 64, "only the person sees it"
    await bot.services.courier.flush()
    assert "Your turn" not in said(person.now(public))
    assert said(person.now(public)) == before, "the edit after the next play shows the draw"
    await person.until(lambda: not any("draw stock" in offered_moves(it) for it in person.dms))


async def test_after_a_restart_a_press_that_names_a_newer_public_message_puts_no_hand_into_it(club: Club) -> None:
    """Then a message that is newer than the stored hand may be a hand that was posted and not stored."""
    async with club.bot():
        await start_match(club, "Ann", "Bob", deals=1)
        person, public = club.on_turn(), (await club["Finn"].slash("table new")).message
        assert int(public["id"]) > int(person.dms[-1]["id"])
    async with club.bot() as bot:
        reply = await press_forged(club, person.name, public, f"m:1:{club.table().step}:draw stock")
        assert reply["outcome"] == "message"
        assert reply["message"]["flags"] & 64, "only the person sees it"
        await bot.services.courier.flush()
        assert "Your turn" not in said(person.now(public))


async def test_a_press_that_names_the_hand_of_another_table_leaves_that_hand_as_it_is(club: Club, bot: app.Bot) -> None:
    for number in (1, 2):
        await start_match(club, "Ann", "Bob", deals=1)
        if club.on_turn(number).name != "Ann":
            await play_turn(club, table=number)
    ann = club["Ann"]
    hands = {table_number(message): message for message in ann.dms if offered_moves(message)}
    before = said(hands[2])
    reply = await press_forged(club, "Ann", hands[2], f"m:1:{club.table(1).step}:draw stock")
    assert reply["outcome"] == "message", "a new message, and no update of the one that was pressed"
    await bot.services.courier.flush()
    await club.until_sent(1)
    assert said(ann.now(hands[2])) == before
    assert "draw stock" in offered_moves(ann.now(hands[2])), "table 2 waits for Ann's draw"
    assert "draw stock" not in offered_moves(ann.now(hands[1])), "the courier shows the draw at table 1"


async def test_a_forged_press_cannot_leave_a_match_without_being_asked(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    person, events = club.on_turn(), club.event_count()
    reply = await press_forged(club, person.name, person.dms[-1], f"m:1:{club.table().step}:leave")
    assert reply["outcome"] == "message"
    assert club.event_count() == events


BEHIND, AHEAD = 3600.0, -600.0
"""Seconds from the bot's clock to Discord's, for a clock that is behind and one that is ahead."""


async def kill_while_posting_a_round(club: Club, bot: Process) -> str:
    """Kill the bot after Discord has the page of a new round and before the bot hears of it; return the message's id.

    The first round of a match must have just begun.
    """
    for _ in range(3):
        await play_turn(club)
    channel = club["Ann"].channel_id("rummy")
    known = {it["id"] for it in club["Finn"].messages("rummy")}
    await club.add_fault("POST", f"/channels/{channel}/messages$", delay=60, applied=True)
    playing = asyncio.create_task(play_turn(club))
    new = await club["Finn"].until(lambda: [it["id"] for it in club["Finn"].messages("rummy") if it["id"] not in known])
    bot.kill()
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    await club.clear_faults()
    return str(new[0])


async def chat(club: Club, count: int) -> None:
    """Let Finn write so many messages in the channel."""
    world, finn = club.pg.world, club["Finn"]
    channel = finn.channel_id("rummy")
    pattern = next(reversed(world.messages[channel].values()))
    for number in range(count):
        id_ = world.ids.next()
        body = {
            **pattern.body,
            "id": id_,
            "author": user_object(world.people[finn.id]),
            "components": [],
            "content": str(number),
        }
        club.pg.simulation.message_changes.post(Message(id_, channel, finn.id, body), [])


async def searches(club: Club, since: int) -> list[Json]:
    """Return the requests that listed the messages of #rummy."""
    listed = f"/channels/{club['Finn'].channel_id('rummy')}/messages"
    return [it for it in await club.requests(since) if it["method"] == "GET" and it["path"] == listed]


async def until_searched(club: Club, since: int) -> None:
    async with asyncio.timeout(WAIT):
        while not await searches(club, since):  # noqa: ASYNC110
            await asyncio.sleep(0.02)


@pytest.fixture
def no_nonces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Discord recognise no nonce, as some minutes after a kill."""
    monkeypatch.setattr(message_routes, "NONCE_SECONDS", -2 * BEHIND)


@pytest.mark.usefixtures("no_nonces")
@pytest.mark.parametrize("skew", [BEHIND, AHEAD], ids=["behind", "ahead"])
async def test_an_unknown_message_is_deleted_whatever_the_time_on_this_machine_is(club: Club, skew: float) -> None:
    await club.control("clock", {"forward": skew})
    bot = await club.start_bot()
    await start_match(club, "Ann", "Bob", deals=50)
    known = club.surfaces()
    unknown = await kill_while_posting_a_round(club, bot)
    await club.start_bot()
    await club.until_sent()
    await club["Finn"].until(lambda: unknown not in {it["id"] for it in club["Finn"].messages("rummy")})
    check_posted_once(club)
    assert len(club.surfaces()) == len(known) + 1, "the turn was posted again"
    check_no_error(club)


@pytest.mark.usefixtures("no_nonces")
async def test_a_message_that_is_posted_during_the_search_is_not_deleted_on_a_machine_whose_clock_is_ahead(club: Club) -> None:
    await club.control("clock", {"forward": AHEAD})
    bot = await club.start_bot()
    await start_match(club, "Ann", "Bob", deals=50)
    person, before = club.on_turn(), club.event_count()
    await draw_from_stock(person)
    await until(lambda: club.event_count() > before)
    bot.kill()
    channel = club["Ann"].channel_id("rummy")
    await club.add_fault("GET", "/messages$", delay=2, times=0)
    await club.add_fault("POST", f"/channels/{channel}/messages$", delay=3, applied=True)
    since = await club.last_request()
    bot = await club.start_bot()
    await until_searched(club, since)
    await person.slash("discard", card=max(legal_discards(club)).removeprefix("discard "))
    await club.until_sent()
    assert await bot.stop() == 0, "deletions are finished"
    await club.until_sent()
    check_posted_once(club)
    assert labels(newest_page(club)) == ["My hand", "Table"]
    check_no_error(club)


@pytest.mark.usefixtures("no_nonces")
async def test_an_unknown_message_is_found_behind_the_messages_of_others(club: Club) -> None:
    bot = await club.start_bot()
    await start_match(club, "Ann", "Bob", deals=50)
    unknown = await kill_while_posting_a_round(club, bot)
    await chat(club, 350)
    since = await club.last_request()
    await club.start_bot()
    await club.until_sent()
    await club["Finn"].until(lambda: unknown not in {it["id"] for it in club["Finn"].messages("rummy")})
    assert len(await searches(club, since)) == 4, "one hundred messages with each request, and none from before the table"
    check_no_error(club)


@pytest.mark.usefixtures("no_nonces")
async def test_the_search_reads_at_most_a_thousand_messages_of_a_channel(club: Club) -> None:
    bot = await club.start_bot()
    await start_match(club, "Ann", "Bob", deals=50)
    await kill_while_posting_a_round(club, bot)
    await chat(club, 1200)
    since = await club.last_request()
    await club.start_bot()
    await club.until_sent()
    assert len(await searches(club, since)) == 10
    check_no_error(club)


@pytest.mark.usefixtures("no_nonces")
async def test_an_outage_during_the_search_only_delays_it(club: Club) -> None:
    bot = await club.start_bot()
    await start_match(club, "Ann", "Bob", deals=50)
    unknown = await kill_while_posting_a_round(club, bot)
    await club.add_fault("GET", f"/channels/{club['Ann'].channel_id('rummy')}/messages$", times=6, status=500)
    since = await club.last_request()
    await club.start_bot()
    await until_searched(club, since)
    await club.control("guild", {"available": False})
    await until(lambda: "waits for its server" in club.bot_log, 60)
    await club.clear_faults()
    await club.control("guild", {"available": True})
    await club["Finn"].until(lambda: unknown not in {it["id"] for it in club["Finn"].messages("rummy")})
