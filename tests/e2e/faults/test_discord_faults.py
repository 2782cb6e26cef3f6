"""Faults of Discord and the network, and people who leave or block the bot: nothing is lost or done twice."""

import asyncio

import pytest

from bot import app
from bot.rummy.events import CardDrawn, MatchEnded, SeatLeft
from tests.e2e.support.checks import check_all, check_dms, check_pings, check_posted_once, check_secrecy
from tests.e2e.support.club import Club, until
from tests.e2e.support.hand_controls import controls, newest_with, offered_moves
from tests.e2e.support.league_messages import delete_message
from tests.e2e.support.tables import (
    break_off,
    draw_from_stock,
    mentions,
    newest_page,
    open_table,
    play_match,
    play_turn,
    start_match,
)
from tests.messages.catalogue_files import entry, write_catalogue
from tests.people import labels, said

FAULTS = [
    {"status": 429, "retry_after": 0.1},
    {"status": 500},
    {"status": 500, "applied": True},
    {"delay": 0.5},
    {"delay": 0.5, "applied": True},
    {"drop": True},
    {"drop": True, "applied": True},
]
NAMES = [" ".join(f"{key}_{value}" for key, value in fault.items()).replace(" ", "_") for fault in FAULTS]
CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
ROUTES = {
    "a direct message": ("POST", "/messages$"),
    "an edit": ("PATCH", "/channels/"),
    "an answer": ("POST", "/callback$"),
    "the removal of an old hand": ("DELETE", "/channels/"),
}


@pytest.mark.parametrize("fault", FAULTS, ids=NAMES)
async def test_a_match_goes_on_after_a_fault_in_each_kind_of_request(
    club: Club, bot: app.Bot, fault: dict[str, object]
) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    for method, path in ROUTES.values():
        await club.add_fault(method, path, **fault)
    await play_turn(club)
    await club.add_fault("POST", "/messages$", after=1, **fault)  # the message of the turn in the channel
    await play_turn(club)
    await club.clear_faults()
    for _ in range(2):
        await play_turn(club)
    check_posted_once(club)
    check_dms(club, "Ann", "Bob")
    check_pings(club)
    check_secrecy(club)
    person = club.on_turn()
    assert [offered_moves(message) for message in person.dms if offered_moves(message)]


async def test_a_duplicate_press_makes_one_move(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    for _ in range(3):
        person = club.on_turn()
        hand = next(message for message in person.dms if controls(message))
        before = club.event_count()
        await club.control("gateway", {"do": "duplicate"})
        reply = await draw_from_stock(person, hand)
        assert reply.outcome == "update"
        await club.until_sent()
        assert club.event_count() == before + 1
        await play_turn(club)
    check_posted_once(club)


async def test_a_duplicate_command_opens_one_table(club: Club, bot: app.Bot) -> None:
    await club.control("gateway", {"do": "duplicate"})
    await open_table(club, "Ann")
    await until(lambda: sum(entry.path.endswith("/callback") for entry in club._log) == 2)  # both are answered
    await until(lambda: bot.boundary.under_way == 0)
    assert club.query("SELECT number FROM tables") == [(1,)]
    assert len(club["Bob"].messages("rummy")) == 1


async def test_presses_that_arrive_in_reverse_order_all_count(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann")
    await club.control("gateway", {"do": "hold"})
    joining = [asyncio.create_task(club[name].press(lobby, "Join")) for name in ("Bob", "Cleo", "Dan")]
    await until(lambda: len(club.pg.simulation.gateway._held or ()) == 3)
    await club.control("gateway", {"do": "reorder"})
    assert {(await reply).outcome for reply in joining} == {"update"}
    await club.until_sent()
    assert len(club.table().seats.people) == 4
    text = str(club["Ann"].now(lobby)["components"])
    assert all(name in text for name in ("Ann", "Bob", "Cleo", "Dan"))


@pytest.mark.parametrize("do", ["drop", "reconnect", "invalid"])
async def test_a_press_counts_also_when_the_gateway_connection_is_lost(club: Club, bot: app.Bot, do: str) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    await play_turn(club)
    await club.control("gateway", {"do": do, "resumable": True})
    person = club.on_turn()
    hand = next(message for message in person.dms if controls(message))
    before = club.event_count()
    reply = await draw_from_stock(person, hand)
    if reply.outcome == "failed":  # the answer came too late, so the player presses again
        await draw_from_stock(person, hand)
    await club.until_sent()
    assert club.event_count() == before + 1
    await play_turn(club)
    check_posted_once(club)


async def test_a_move_counts_and_the_hand_is_updated_although_the_answer_was_late(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    person = club.on_turn()
    hand = next(message for message in person.dms if controls(message))
    await club.add_fault("POST", "/callback$", times=2, delay=3.3)
    reply = await draw_from_stock(person, hand)
    assert reply.outcome == "failed"
    await club.until_sent()
    assert isinstance(club.events()[-1], CardDrawn)
    await person.until(lambda: any(move.startswith("discard") for move in offered_moves(person.now(hand))))


async def test_closed_direct_messages_are_tried_once_and_announced_once(club: Club, bot: app.Bot) -> None:
    await club.close_dms("Bob")
    await start_match(club, "Ann", "Bob", "Cleo", deals=1)
    await play_match(club, {"Ann": "dm", "Bob": "hand", "Cleo": "slash"})
    await check_all(club, closed=("Bob",))
    log = await club.requests()
    assert sum(entry["status"] == 403 for entry in log) == 1
    member = [entry for entry in log if "/members/" in entry["path"]]
    turns = sum(isinstance(event, CardDrawn) for event in club.events())
    assert len(member) <= turns


@pytest.mark.parametrize("dms", ["open", "closed"])
async def test_a_player_who_leaves_the_server_leaves_the_table(club: Club, bot: app.Bot, dms: str) -> None:
    if dms == "closed":
        await club.close_dms("Cleo")
    await start_match(club, "Ann", "Bob", "Cleo", deals=1)
    while club.on_turn().name == "Cleo":
        await play_turn(club, way="hand" if dms == "closed" else "dm")
    await club.control("people/Cleo", {"in_guild": False})
    for _ in range(4):
        if any(isinstance(event, SeatLeft) for event in club.events()):
            break
        await play_turn(club)
        await club.until_sent()
    assert any(isinstance(event, SeatLeft) for event in club.events())
    await club.until_sent()
    await play_match(club, {"Ann": "dm", "Bob": "dm"})
    assert isinstance(club.events()[-1], MatchEnded)
    check_posted_once(club)


async def test_a_deleted_message_is_posted_again_and_pings_nobody_again(club: Club, bot: app.Bot) -> None:
    await club.close_dms("Ann", "Bob")
    await start_match(club, "Ann", "Bob", deals=1)
    await play_turn(club, way="hand")
    person = club.on_turn()
    await until(lambda: mentions(club) and person.id in said(mentions(club)[-1]))
    pings, message = len(person.pings), newest_page(club)
    await delete_message(club, message)
    await play_turn(club, way="hand")
    await club.until_sent()
    again = await club["Finn"].until(lambda: next((it for it in club["Finn"].messages("rummy") if "Table" in labels(it)), None))
    assert again["id"] != message["id"]
    assert len(person.pings) == pings
    await delete_message(club, again)
    for _ in range(3):
        await until(lambda: mentions(club) and club.on_turn().id in said(mentions(club)[-1]))
        await play_turn(club, way="hand")


async def test_a_table_without_its_channel_goes_on_by_direct_messages_and_can_be_cancelled(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=2)
    await play_turn(club)
    await club.control(f"channels/{club['Ann'].channel_id('rummy')}", method="DELETE")
    for _ in range(3):
        await play_turn(club)
    since = await club.last_request()
    await play_turn(club)
    assert not [entry for entry in await club.requests(since) if entry["status"] == 404]
    await break_off(club, "Ann", in_="lounge", table=1)
    await club.until_sent()
    table = club.table()
    assert table.match.is_broken_off
    assert not club.results()


async def test_a_table_waits_while_the_bot_is_out_of_the_server_and_then_goes_on(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    await play_turn(club)
    await club.control("guild", {"bot": False})
    await until(lambda: not bot.client.guilds)
    since = await club.last_request()
    person = club.on_turn()
    hand = next(message for message in person.dms if controls(message))
    await draw_from_stock(person, hand)
    await bot.services.courier.idle()
    refused = [entry for entry in await club.requests(since) if entry["status"] >= 400]
    assert not refused, refused
    await club.control("guild", {"bot": True})
    await club.until_sent()
    for _ in range(4):
        await play_turn(club)
    check_posted_once(club)
    check_dms(club, "Ann", "Bob")


async def test_a_table_waits_after_a_start_until_discord_announces_its_server(club: Club) -> None:
    async with club.bot():
        await start_match(club, "Ann", "Bob", deals=1)
        await play_turn(club)
        lobby = await open_table(club, "Cleo")
    await club.control("guild", {"available": False, "locale": "it"})
    async with club.bot(
        write_catalogue(
            club.folder / "locales",
            "it",
            entry("My hand", "La mia mano", context="button"),
            entry("Join", "Entra", context="button"),
        )
    ) as bot:
        since = await club.last_request()
        person = club.on_turn()
        drawn = await draw_from_stock(person)
        assert "table 1" in said(drawn.message)
        assert (await club["Dan"].press(lobby, "Join")).outcome == "deferred_update"
        await bot.services.courier.idle()
        assert {entry["route"] for entry in await club.requests(since)} == {CALLBACK}
        await club.control("guild", {"available": True})
        await club.until_sent()
        await club.until_sent(2)
        assert "Entra" in labels(club["Finn"].now(lobby))
        await play_turn(club)
        assert ["La mia mano", "Table"] in [labels(message) for message in club["Finn"].messages("rummy")]
        assert "table 1" in said(club.on_turn().dms[-1])


async def test_the_bot_retries_a_direct_message_after_a_false_report_of_no_common_server(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob", deals=1)
    dm = club["Bob"].channel_id("dm")
    await club.add_fault("POST", f"/channels/{dm}/messages", status=403, code=50278, message="no mutual guilds")
    await club.add_fault("GET", "/members/", status=403, code=50001, message="Missing Access")
    await club["Ann"].press(lobby, "Start")
    await club.until_sent()
    await club["Bob"].until(lambda: club["Bob"].dms)
    assert not mentions(club)
    for _ in range(4):
        await play_turn(club)
    check_posted_once(club)


async def test_the_channel_says_so_if_a_member_accepts_no_direct_messages_from_servers(club: Club, bot: app.Bot) -> None:
    await club.control("people/Bob", {"dms": "no_mutual_guild"})
    await start_match(club, "Ann", "Bob", deals=1)
    await until(lambda: mentions(club))
    assert "your DMs are closed" in said(mentions(club)[-1])
    await play_match(club, {"Ann": "dm", "Bob": "hand"})
    await check_all(club, closed=("Bob",))


async def test_a_player_who_cannot_be_messaged_does_not_stop_the_others(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob", "Cleo", deals=1)
    dm = club["Bob"].channel_id("dm")
    await club.add_fault("POST", f"/channels/{dm}/messages", times=0, status=403, code=0, message="not today")
    await club["Ann"].press(lobby, "Start")
    await club.until_sent()
    await club["Cleo"].until(lambda: club["Cleo"].dms)
    await club["Ann"].until(lambda: newest_with(club["Ann"].messages("rummy"), "hand"))
    await play_match(club, {"Ann": "dm", "Bob": "hand", "Cleo": "dm"})
