"""Messages that are slow, refused or gone: each waits for itself alone, and none is left as it was."""

import asyncio

import pytest

from bot import app
from bot.delivery import hand_messages, table_delivery
from bot.interactions.table import hand_actions
from bot.tables.seat_events import ClockShifted
from tests.e2e.support.club import Club, Witness, until
from tests.e2e.support.hand_controls import controls, discard_button, newest_with, offered_moves
from tests.e2e.support.league_messages import read
from tests.e2e.support.players import Player
from tests.e2e.support.tables import (
    draw_from_stock,
    legal_discards,
    make_place,
    mentions,
    newest_page,
    open_table,
    play_by_commands,
    play_match,
    play_turn,
    start_match,
)
from tests.people import Json, labels, parts, said

DISTURBANCES: dict[str, dict[str, object]] = {
    "refused": {"status": 403, "code": 50013},
    "500": {"status": 500},
    "429 for a minute": {"status": 429, "retry_after": 60},
    "no answer for a minute": {"delay": 60},
}
HASTE = 14.0
"""Seconds: less than discord.py's five attempts take, and than a hand waits to be posted anew."""


async def play_to_next_hand(club: Club) -> None:
    """Play a turn by the buttons of the direct message, and wait for the next player's hand."""
    person = club.on_turn()
    other = next(member for name, member in club.members.items() if name in ("Ann", "Bob") and member is not person)
    drawn = await draw_from_stock(person)
    await person.press(drawn.message, discard_button(drawn.message))
    await other.until(lambda: any(offered_moves(it) for it in other.dms), HASTE)


@pytest.mark.parametrize("disturbance", DISTURBANCES)
async def test_a_disturbed_edit_in_the_channel_delays_no_hand(club: Club, bot: app.Bot, disturbance: str) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    channel = club["Ann"].channel_id("rummy")
    await club.add_fault("PATCH", f"/channels/{channel}/", times=0, **DISTURBANCES[disturbance])
    for _ in range(4):
        await play_to_next_hand(club)
    await club.clear_faults()


async def test_two_replies_at_a_time_never_show_an_older_hand(club: Club, bot: app.Bot) -> None:
    """The first reply is slow, so that the next press comes while it is under way: the states that arrive never go back."""
    await start_match(club, "Ann", "Bob", deals=3)
    for _ in range(8):
        person, since = club.on_turn(), await club.last_request()
        hand = next(message for message in person.dms if "draw stock" in offered_moves(message))
        await club.add_fault("POST", "/callback$", delay=1.3)
        step = club.table().step
        drawing = asyncio.create_task(draw_from_stock(person, hand))
        await until(lambda step=step: club.table().step != step)  # type: ignore[misc]
        discard, shown = max(legal_discards(club)), await person.slash("hand")
        while "draw stock" in offered_moves(shown.message):  # the draw is stored, and not in memory yet
            shown = await person.slash("hand")
        discarded = await Player(club, person, "dm").press_move(shown.message, discard)
        assert "Waiting for" in said(discarded.message)
        await drawing
        await bot.services.courier.flush()
        await club.until_sent()
        written = [str(entry["body"]) for entry in await club.requests(since) if hand["id"] in entry["path"]]
        assert "Waiting for" in written[-1] if written else True
        now = next(message for message in person.dms if message["id"] == hand["id"])
        assert not offered_moves(now), said(now)


async def test_an_archived_thread_is_reopened_and_its_message_mended(club: Club, bot: app.Bot) -> None:
    lobby = await start_match(club, "Ann", "Bob", thread=True, deals=1)
    thread = lobby["id"]
    finn = club["Ann"]
    await finn.until(lambda: finn.sees(thread) and newest_with(finn.messages(thread), "hand"))
    await play_turn(club, place=thread)
    opened = finn.messages(thread)[-1]
    await club.control(f"channels/{thread}", {"archived": True})
    await play_turn(club, place=thread)
    await finn.until(lambda: said(finn.messages(thread)[-1]).count("discarded") == 2)
    assert finn.messages(thread)[-1]["id"] != opened["id"]
    await finn.until(lambda: opened["id"] not in {it["id"] for it in finn.messages(thread)})


async def take_thread(club: Club, thread: str, how: str) -> None:
    """Delete or lock a thread of #rummy, or take the bot's permission to write in threads there."""
    lost = {"locked": ["manage_threads"], "forbidden": ["manage_threads", "send_messages_in_threads"]}.get(how, [])
    await club.control("channels/rummy/permissions", {"deny": lost})
    if how == "locked":
        await club.control(f"channels/{thread}", {"locked": True})
    elif how == "deleted":
        await club.control(f"channels/{thread}", method="DELETE")


@pytest.mark.parametrize("how", ["deleted", "locked", "forbidden"])
async def test_a_table_goes_on_in_its_channel_without_its_thread(club: Club, bot: app.Bot, how: str) -> None:
    await club.close_dms("Ann", "Bob")
    lobby = await start_match(club, "Ann", "Bob", thread=True, deals=1)
    thread = lobby["id"]
    await club["Ann"].until(lambda: club["Ann"].sees(thread) and newest_with(club["Ann"].messages(thread), "hand"))
    await take_thread(club, thread, how)
    for turn in range(4):
        person = club.on_turn()
        if turn:
            await until(lambda person=person: mentions(club) and person.id in said(mentions(club)[-1]))
        hand = (await person.slash("hand")).message
        drawn = await draw_from_stock(person, hand)
        await person.press(drawn.message, discard_button(drawn.message))
        await club.until_sent()
    assert labels(newest_page(club)) == ["My hand", "Table"]
    assert club.on_turn().name in said(newest_page(club))
    await club.until_sent()
    opened = next(it for it in club["Finn"].messages("rummy") if labels(it) == ["To the table"])
    leads_to = next(it["url"] for it in parts(opened["components"]) if "url" in it)
    assert thread not in leads_to
    assert club["Ann"].channel_id("rummy") in leads_to


async def test_a_table_that_was_opened_in_a_locked_thread_goes_on_in_the_channel_of_that(club: Club, bot: app.Bot) -> None:
    thread = (await club.control("channels", {"name": "aside", "parent": "rummy"}))["id"]
    for name in ("Ann", "Bob"):
        await club[name].until(lambda name=name: club[name].sees(thread))
    await club.close_dms("Ann", "Bob")
    await start_match(club, "Ann", "Bob", in_="aside", deals=1)
    await take_thread(club, thread, "locked")
    drawn = await draw_from_stock(club.on_turn(), (await club.on_turn().slash("hand", in_="aside")).message)
    await club.on_turn().press(drawn.message, discard_button(drawn.message))
    await until(lambda: mentions(club) and club.on_turn().id in said(mentions(club)[-1]))


def told(person: Witness) -> list[Json]:
    """Return the direct messages that say that a table waits for its private thread."""
    return [it for it in person.dms if "this table's private thread" in said(it)]


async def test_a_private_table_waits_until_the_bot_is_in_its_thread_again(club: Club, bot: app.Bot) -> None:
    people = ["Bob", "Cleo"]
    await club.control("channels/rummy/permissions", {"deny": ["manage_threads"]})
    place = await make_place(club, "private thread")
    await club.control(f"channels/{place}", {"members": [*people, "Ramino"]})
    await start_match(club, *people, in_=place, deals=1)
    for outage in (1, 2):
        await club.control(f"channels/{place}", {"members": people})
        drawn = await draw_from_stock(club.on_turn())
        await club.on_turn().press(drawn.message, discard_button(drawn.message))
        for name in people:
            await club[name].until(lambda name=name, outage=outage: len(told(club[name])) == outage)
        log = read((await club["Ann"].slash("league log", in_="lounge")).message)
        assert log.count("Table 1 waits") == outage
        await until(lambda: any(isinstance(event, ClockShifted) for event in club.events()))
        assert not club["Ann"].messages("rummy")
        await club.control(f"channels/{place}", {"members": [*people, "Ramino"]})
        await bot.services.courier.flush()
        await club.until_sent()
        assert club.on_turn().name in said(club["Bob"].messages(place)[-1])
        assert len(told(club["Bob"])) == outage


@pytest.mark.parametrize("turns", [1, 3])
async def test_a_page_whose_confirmation_was_lost_shows_what_happened_meanwhile(club: Club, bot: app.Bot, turns: int) -> None:
    """The nonce makes Discord return the first message, which is out of date."""
    await start_match(club, "Ann", "Bob", deals=1)
    known = {it["id"] for it in club["Finn"].messages("rummy")}
    for _ in range(3):
        await play_by_commands(club)
    await play_by_commands(club, discards=False)
    messages = f"/channels/{club['Ann'].channel_id('rummy')}/messages$"
    await club.add_fault("POST", messages, drop=True, applied=True)
    await club.on_turn().slash("discard", card=max(legal_discards(club)).removeprefix("discard "))
    await until(lambda: "My hand" in labels(newest_page(club)) and newest_page(club)["id"] not in known)
    for _ in range(turns):
        await play_by_commands(club)
    await bot.services.courier.flush()
    await club.until_sent()
    shown = [it for it in club["Finn"].messages("rummy") if not it["flags"] & 64]
    assert [it["id"] for it in shown if "My hand" in labels(it)] == [shown[-1]["id"]], "only the newest round is open"


@pytest.mark.parametrize("discards", [False, True])
async def test_a_hand_whose_confirmation_was_lost_shows_what_happened_meanwhile(
    club: Club, bot: app.Bot, *, discards: bool
) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    other = club["Bob" if club.on_turn().name == "Ann" else "Ann"]
    known = {it["id"] for it in other.dms}
    await club.add_fault("POST", f"/channels/{other.dms[-1]['channel_id']}/messages$", drop=True, applied=True)
    await play_by_commands(club)
    await other.until(lambda: any(it["id"] not in known for it in other.dms))
    await play_by_commands(club, discards=discards)
    await bot.services.courier.flush()
    await club.until_sent()
    await other.until(lambda: len(other.dms) == 1)
    assert ("Waiting for" in said(other.dms[0])) == discards
    assert "draw stock" not in offered_moves(other.dms[0])


async def test_a_finished_turn_mentions_nobody(club: Club, bot: app.Bot) -> None:
    await club.close_dms("Ann", "Bob")
    await start_match(club, "Ann", "Bob", deals=1)
    await play_turn(club, way="hand")
    await until(lambda: mentions(club))
    (mention,) = mentions(club)
    assert club.on_turn().id in said(mention)
    assert "<@" not in said(newest_page(club))
    await play_turn(club, way="hand")
    await until(lambda: mention["id"] not in {it["id"] for it in mentions(club)})


async def test_an_old_hand_is_deleted_when_direct_messages_are_closed_in_a_match(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    person = club.on_turn()
    other = club["Bob" if person.name == "Ann" else "Ann"]
    assert len(other.dms) == 1
    await club.close_dms(other.name)
    await play_turn(club)
    await other.until(lambda: not other.dms)
    await until(lambda: other.pings)


async def test_direct_messages_that_are_open_again_get_the_next_hand(
    club: Club, bot: app.Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hand_messages, "_RETRY_AFTER", 0.0)
    await start_match(club, "Ann", "Bob", deals=1)
    await club.close_dms("Ann", "Bob")
    for _ in range(2):
        await play_turn(club, way="hand")
    await until(lambda: not club["Ann"].dms and not club["Bob"].dms)
    for name in ("Ann", "Bob"):
        await club.control(f"people/{name}", {"dms": "open"})
    person = await play_turn(club, way="hand")
    other = club["Bob" if person.name == "Ann" else "Ann"]
    await other.until(lambda: any(offered_moves(it) for it in other.dms))


async def test_a_bot_that_was_down_for_long_leaves_no_unknown_message_with_buttons(club: Club) -> None:
    """Discord has forgotten the nonces: what was posted and not stored is deleted."""
    bot = await club.start_bot()
    await start_match(club, "Ann", "Bob", deals=3)
    await play_turn(club)
    await club.add_fault("POST", "/channels/", delay=60, applied=True, times=2)
    playing = asyncio.create_task(play_turn(club))
    await club.until_faults(1)
    bot.kill()
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    await club.clear_faults()
    await club.control("clock", {"forward": 3600})
    await club.start_bot()
    await club.until_sent()
    known = {message for _, message in club.surfaces().values()}
    for name in ("Ann", "Bob"):
        unknown = [it for it in club[name].dms if controls(it) and it["id"] not in known]
        assert not unknown, club[name]
    assert not [it for it in club["Finn"].messages("rummy") if "My hand" in labels(it) and it["id"] not in known]
    await play_match(club, {"Ann": "dm", "Bob": "dm"})


async def test_the_people_at_a_table_are_added_to_its_thread(club: Club, bot: app.Bot) -> None:
    lobby = await start_match(club, "Ann", "Bob", thread=True, deals=1)
    wanted = {club[name].id for name in ("Ann", "Bob")}
    await until(lambda: wanted <= set(club.pg.world.channels[lobby["id"]].members))


async def test_everyone_is_pinged_although_the_first_posts_were_lost(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob", "Cleo", deals=5)
    await club.close_dms("Ann", "Bob", "Cleo")
    await club.add_fault("POST", f"/channels/{club['Ann'].channel_id('rummy')}/messages$", after=1, times=2, drop=True)
    await club["Ann"].press(lobby, "Start")
    await club.until_sent()
    await until(lambda: all(club[name].pings for name in ("Ann", "Bob", "Cleo")))


async def test_a_temporary_error_does_not_keep_the_players_out_of_their_thread(club: Club, bot: app.Bot) -> None:
    await club.add_fault("PUT", "/thread-members/", status=500, times=5)
    lobby = await open_table(club, "Ann", "Bob", thread=True, deals=1)
    await club["Ann"].press(lobby, "Start")
    wanted = {club[name].id for name in ("Ann", "Bob")}
    channels = club.pg.world.channels
    await until(lambda: lobby["id"] in channels and wanted <= set(channels[lobby["id"]].members), 45)


async def test_a_reply_that_fails_after_the_move_delays_no_later_message(
    club: Club, bot: app.Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    person, show_hand = club.on_turn(), hand_actions.show_hand

    async def fail(*_arguments: object, **_options: object) -> None:
        raise OSError("the disk is slow")

    monkeypatch.setattr(hand_actions, "show_hand", fail)
    reply = await draw_from_stock(person)
    assert "Something went wrong" in said(reply.message)
    monkeypatch.setattr(hand_actions, "show_hand", show_hand)
    for _ in range(2):
        await play_turn(club, way="slash")
    await person.until(lambda: any("draw stock" in offered_moves(it) for it in person.dms), HASTE)


CLOSED = {"status": 403, "code": 50007}
COMMITMENT = "Shuffle:"


def posted(club: Club) -> list[Json]:
    """Return the public messages in #rummy."""
    return [it for it in club["Finn"].messages("rummy") if not it["flags"] & 64]


def direct_messages(club: Club, name: str) -> str:
    """Return the path of requests that send a person direct messages."""
    return f"/channels/{club[name].dms[-1]['channel_id']}/messages$"


async def test_a_deals_hands_wait_for_its_announcement(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob", deals=1)
    await club.add_fault("POST", f"/channels/{club['Ann'].channel_id('rummy')}/messages$", delay=1.5)
    await club["Ann"].press(lobby, "Start")
    await club.until_sent()
    announced = next(it for it in posted(club) if COMMITMENT in said(it))
    for name in ("Ann", "Bob"):
        assert int(club[name].dms[0]["id"]) > int(announced["id"])
        assert COMMITMENT not in said(club[name].dms[0])


async def test_a_deals_hands_carry_the_commitment_if_its_announcement_takes_too_long(
    club: Club, bot: app.Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_delivery, "_ANNOUNCEMENT_WAIT", 0.5)
    lobby = await open_table(club, "Ann", "Bob", deals=1)
    await club.add_fault("POST", f"/channels/{club['Ann'].channel_id('rummy')}/messages$", delay=8)
    await club["Ann"].press(lobby, "Start")
    await until(lambda: club["Ann"].dms and club["Bob"].dms)
    assert not [it for it in posted(club) if COMMITMENT in said(it)]
    commitment = said(club["Ann"].dms[0]).partition(COMMITMENT)[2].split("`")[1]
    assert COMMITMENT in said(club["Bob"].dms[0])
    await until(lambda: any(commitment in said(it) for it in posted(club)))


async def test_a_round_does_not_wait_for_a_slow_hand_and_a_late_failure_mentions_the_player(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    other = club["Bob" if club.on_turn().name == "Ann" else "Ann"]
    pings = len(other.pings)
    await club.add_fault("POST", direct_messages(club, other.name), delay=8, **CLOSED)
    await play_by_commands(club)
    await other.until(lambda: other.name in said(newest_page(club)).partition("###")[2])
    assert len(other.pings) == pings
    await until(lambda: len(other.pings) > pings)
    await club.until_sent()
    (mention,) = mentions(club)
    assert other.id in said(mention)
    await play_turn(club, way="hand")
    await until(lambda: not mentions(club))


async def test_pages_that_were_over_before_they_could_be_posted_become_one_message(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", "Cleo", deals=1)
    known = {it["id"] for it in posted(club)}
    await club.add_fault("POST", f"/channels/{club['Ann'].channel_id('rummy')}/messages$", delay=6)
    for _ in range(12):
        await play_by_commands(club)
    await bot.services.courier.flush()
    await club.until_sent()
    new = [it for it in posted(club) if it["id"] not in known]
    assert len(new) == 3, "the page that was slow, the late ones together, and the round that is open"
    assert said(new[1]).count("discarded") == 6
    assert not labels(new[1])
    assert labels(new[2]) == ["My hand", "Table"]


async def test_a_turn_takes_at_most_two_transactions_of_the_delivery(
    club: Club, bot: app.Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    surfaces, saves = bot.services.courier._sources.surfaces, 0
    save = surfaces.save

    async def counted(*arguments: object) -> None:
        nonlocal saves
        saves += 1
        await save(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(type(surfaces), "save", lambda _self, *arguments: counted(*arguments))
    for _ in range(8):
        await play_turn(club)
        await bot.services.courier.idle()
    assert saves <= 16
