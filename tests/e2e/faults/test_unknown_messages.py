"""Messages that a killed bot posted and could not record: the next one finds and deletes them, and none of its own."""

import asyncio

import pytest

from playground.objects.user_objects import user_object
from playground.rest import message_routes
from playground.world.entities import Message
from tests.e2e.support.checks import check_no_error, check_posted_once
from tests.e2e.support.club import Club, until
from tests.e2e.support.tables import draw_from_stock, legal_discards, newest_page, play_turn, start_match
from tests.people import Json, labels
from tests.processes import Process

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


@pytest.fixture(autouse=True)
def _no_nonces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Discord recognise no nonce, as some minutes after a kill."""
    monkeypatch.setattr(message_routes, "NONCE_SECONDS", -2 * BEHIND)


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
    await club.start_bot()
    async with asyncio.timeout(10):
        while not await searches(club, since):  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    await person.slash("discard", card=max(legal_discards(club)).removeprefix("discard "))
    await club.until_sent()
    await asyncio.sleep(0.5)  # for deletions
    check_posted_once(club)
    assert labels(newest_page(club)) == ["My hand", "Table"]
    check_no_error(club)


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


async def test_an_outage_during_the_search_only_delays_it(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(message_routes, "NONCE_SECONDS", -2 * BEHIND)
    bot = await club.start_bot()
    await start_match(club, "Ann", "Bob", deals=50)
    unknown = await kill_while_posting_a_round(club, bot)
    await club.add_fault("GET", f"/channels/{club['Ann'].channel_id('rummy')}/messages$", times=6, status=500)
    since = await club.last_request()
    await club.start_bot()
    async with asyncio.timeout(15):
        while not await searches(club, since):  # noqa: ASYNC110  (the requests are asked for)
            await asyncio.sleep(0.02)
    await club.control("guild", {"available": False})
    await until(lambda: "waits for its server" in club.bot_log, 60)
    await club.clear_faults()
    await club.control("guild", {"available": True})
    await club["Finn"].until(lambda: unknown not in {it["id"] for it in club["Finn"].messages("rummy")}, 20)
