"""Pictures that Discord refuses, that can't be rendered or come late: the text arrives."""

import asyncio
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot import app
from bot.delivery import pictures as attached_pictures
from bot.discord import error_boundary
from bot.messages.pictures.card_pictures import HandPicture
from bot.messages.pictures.picture import Shown
from bot.messages.pictures.sprites import Sprites
from bot.rummy.cards import physical_card
from bot.rummy.legal_moves import legal_moves
from bot.tables.match_requests import Forfeit
from tests.e2e.support.checks import check_no_error, check_posted_once
from tests.e2e.support.club import Club, Witness, until
from tests.e2e.support.forms import choose_setting
from tests.e2e.support.hand_controls import controls, discard_button, offered_moves
from tests.e2e.support.pictures import file_ids, files_of, pictured, shown_pictures
from tests.e2e.support.tables import cancel_table, draw_from_stock, newest_page, open_table, play_match, play_turn, start_match
from tests.people import Json, said

Log = list[Any]
TOO_LARGE = {"status": 413, "code": 40005, "message": "Request entity too large"}
NO_PERMISSION = "Ramino needs Attach Files here"
render_picture = attached_pictures.render_picture


@pytest.fixture
def log() -> Iterator[Log]:
    """What the bots of this process log."""
    with capture_logs() as entries:
        yield entries


def warnings(log: Log) -> list[str]:
    return [entry["event"] for entry in log if entry["log_level"] not in ("debug", "info")]


def newest_hand(person: Witness) -> Json:
    return next(message for message in reversed(person.dms) if "Your turn" in said(message))


def refused(requests: list[Json]) -> list[Json]:
    return [entry for entry in requests if entry["status"] >= 400]


async def test_a_post_and_an_edit_that_are_too_large_arrive_without_pictures(club: Club, bot: app.Bot, log: Log) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    assert shown_pictures(newest_page(club))
    channel = f"/channels/{club['Ann'].channel_id('rummy')}/messages"
    await club.add_fault("PATCH", channel, **TOO_LARGE)
    await club.add_fault("POST", "/messages$", **{**TOO_LARGE, "code": 0})
    before = await club.last_request()
    await play_turn(club)
    other = club.on_turn()
    assert not shown_pictures(newest_page(club))
    assert not shown_pictures(newest_hand(other))
    assert "draw stock" in offered_moves(newest_hand(other))
    assert len(refused(await club.requests(before))) == 2
    assert warnings(log) == ["Discord refuses a picture"] * 2
    drawn = await draw_from_stock(other)
    assert not shown_pictures(drawn.message), "the channel gets text for ten minutes"
    pass_minutes(bot, 10)
    await other.press(drawn.message, discard_button(drawn.message))
    await club.until_sent()
    assert shown_pictures(newest_page(club)), "then files are tried again"
    check_posted_once(club)
    assert len(warnings(log)) == 2


def pass_minutes(bot: app.Bot, minutes: int) -> None:
    """Let channels get text only for so many minutes less."""
    pictures = bot.services.api.pictures
    pictures._text_until = {channel: until - 60 * minutes for channel, until in pictures._text_until.items()}


FAILED: dict[str, Any] = {"status": 500, "code": 0, "message": "Internal Server Error"}


async def test_a_channel_that_refuses_files_is_tried_once_in_four_turns(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    for fault in (FAILED, TOO_LARGE):
        await club.add_fault(None, "/(messages|callback|@original)", times=0, files=True, **fault)
        before = await club.last_request()
        for _ in range(4):
            await play_turn(club)
        channels = len(bot.services.api.pictures._text_until)
        refusals = refused(await club.requests(before))
        assert len(refusals) == channels == 3, "the table's channel and two direct messages"
        assert not shown_pictures(newest_page(club))
        await club.clear_faults()
        pass_minutes(bot, 10)


@pytest.mark.parametrize(("fault", "applied"), [(TOO_LARGE, False), (FAILED, True)], ids=["not_counted", "counted"])
async def test_a_reply_whose_files_are_refused_arrives_once_even_if_discord_counts_it(
    club: Club, bot: app.Bot, fault: dict[str, Any], *, applied: bool
) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    person = club.on_turn()
    await club.add_fault("POST", "/callback$", files=True, applied=applied, **fault)
    await person.slash("hand")
    await until(lambda: bot.boundary.under_way == 0)
    [shown] = [message for message in person.hidden if offered_moves(message)]
    assert applied or not shown_pictures(shown)
    pass_minutes(bot, 10)
    await club.add_fault("POST", "/callback$", files=True, applied=applied, **fault)
    await draw_from_stock(person)
    await club.until_sent()
    hand = newest_hand(person)
    assert discard_button(hand)
    assert applied or not shown_pictures(hand)
    assert len([message for message in person.dms if offered_moves(message)]) == 1
    pass_minutes(bot, 10)
    assert shown_pictures((await person.slash("hand")).message)


async def test_a_press_that_discord_takes_long_for_is_deferred_and_shown_once(
    club: Club, bot: app.Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(error_boundary, "_DEFER_AFTER", 0.5)
    await start_match(club, "Ann", "Bob", deals=1)
    person = club.on_turn()
    for applied in (False, True):
        await club.add_fault("POST", "/callback$", delay=1.5, applied=applied)
        asked = await person.slash("hand")
        assert asked.outcome == ("message" if applied else "deferred")
        await person.until(lambda: any(offered_moves(message) for message in person.hidden))
        await until(lambda: bot.boundary.under_way == 0)
        hands = [message for message in person.hidden if offered_moves(message)]
        assert len(hands) == 1
        await person.dismiss(hands[0])


async def test_a_late_reply_that_is_too_large_arrives_without_pictures(
    club: Club, bot: app.Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    person = club.on_turn()
    render_slowly(monkeypatch, 2.0)
    monkeypatch.setattr(error_boundary, "_DEFER_AFTER", 0.5)
    await club.add_fault("PATCH", "/webhooks/", **TOO_LARGE)
    assert (await person.slash("hand")).outcome == "deferred"
    await person.until(lambda: any(offered_moves(message) for message in person.hidden))
    assert not any(shown_pictures(message) for message in person.hidden)
    pass_minutes(bot, 10)
    assert (await person.slash("hand")).outcome == "message", "it is cached now"
    assert shown_pictures(person.hidden[-1])


def render_slowly(monkeypatch: pytest.MonkeyPatch, seconds: float) -> dict[bytes, Shown]:
    """Let every picture take so long; return what each shows, by its file's content."""
    rendered: dict[bytes, Shown] = {}

    def render(shows: Shown, sprites: Sprites) -> bytes:
        data = render_picture(shows, sprites)
        rendered[data] = shows
        time.sleep(seconds)
        return data

    monkeypatch.setattr(attached_pictures, "render_picture", render)
    return rendered


async def test_a_picture_that_takes_long_delays_a_reply_and_loses_none(
    club: Club, bot: app.Bot, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    person = club.on_turn()
    monkeypatch.setattr(error_boundary, "_DEFER_AFTER", 0.5)
    render_slowly(monkeypatch, 1.3)
    drawn = await draw_from_stock(person)
    assert drawn.outcome == "deferred_update"
    await club.until_sent()
    await person.until(lambda: len(shown_pictures(newest_hand(person))) == 2 and "you drew" in said(newest_hand(person)))
    assert warnings(log) == []


@pytest.mark.parametrize("seconds", [0.05, 0.25])
async def test_a_hand_that_changes_while_it_is_rendered_ends_with_its_own_picture(
    club: Club, bot: app.Bot, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    rendered = render_slowly(monkeypatch, seconds)
    person = club.on_turn()
    number = club.person_number(person.name)
    hand = newest_hand(person)
    drawing = asyncio.create_task(draw_from_stock(person, hand))
    await until(lambda: cards_of(club, number) != () and "draw stock" not in moves_of(club, number))
    discard = next(move for move in moves_of(club, number) if move.startswith("discard"))
    again = next(custom_id for custom_id in controls(hand) if custom_id.endswith(":take"))
    pressing = asyncio.create_task(person.press(hand, again))
    await person.slash("discard", card=discard.removeprefix("discard "))
    await asyncio.gather(drawing, pressing, return_exceptions=True)
    await club.until_sent()
    await bot.services.courier.idle()
    await club.until_sent()
    shown = person.now(hand)
    assert "Your turn" not in said(shown)
    [data] = files_of(club, shown)
    picture = rendered[data]
    assert isinstance(picture, HandPicture)
    in_picture = [card for group in (*picture.melds, picture.loose) for card in group]
    assert sorted(map(physical_card, in_picture)) == sorted(cards_of(club, number))


def cards_of(club: Club, person: int) -> tuple[str, ...]:
    table = club.table()
    seat = table.seats.seat_of(person)
    return tuple(table.match.deal.hands[seat])


def moves_of(club: Club, person: int) -> list[str]:
    table = club.table()
    seat = table.seats.seat_of(person)
    return list(map(str, legal_moves(table.match, seat)))


async def test_a_kept_picture_that_is_gone_is_uploaded_again(club: Club, bot: app.Bot, log: Log) -> None:
    await start_match(club, "Ann", "Bob", "Cleo", deals=1)
    person = club.on_turn()
    drawn = (await draw_from_stock(person)).message
    stored = club.pg.world.messages[drawn["channel_id"]][drawn["id"]]
    club.pg.world.messages[drawn["channel_id"]][drawn["id"]] = type(stored)(
        **{name: getattr(stored, name) for name in stored.__struct_fields__} | {"uploads": ()}
    )
    leaving = next(name for name in ("Ann", "Bob", "Cleo") if name != person.name)
    before = await club.last_request()
    await bot.services.tables.change(1, club.person_number(leaving), Forfeit())
    await person.until(lambda: file_ids(person.now(drawn)) not in ([], file_ids(drawn)))
    edits = [it for it in await club.requests(before) if it["path"].endswith(drawn["id"])]
    assert [(it["status"], len(it["files"])) for it in edits] == [(400, 1), (200, 2)]
    assert len(files_of(club, person.now(drawn))) == 2
    assert warnings(log) == ["Discord refuses a picture"]
    await club.until_sent()


async def permit_files(club: Club, bot: app.Bot, *, is_allowed: bool) -> None:
    """Let the bot attach files in #rummy, or forbid it, and wait until it has been notified."""
    await club.control("channels/rummy/permissions", {} if is_allowed else {"deny": ["attach_files"]})
    [server], channel = bot.client.guilds, int(club["Ann"].channel_id("rummy"))
    await until(lambda: bot.services.api.may_attach(server.id, channel) == is_allowed)


@pytest.mark.usefixtures("short_deals")
async def test_without_attach_files_the_table_is_text_and_the_host_knows_why(club: Club, bot: app.Bot, log: Log) -> None:
    await permit_files(club, bot, is_allowed=False)
    lobby = await open_table(club, "Ann", "Bob", deals=1, thread=True)
    assert NO_PERMISSION in said(lobby)
    before = await club.last_request()
    await club["Ann"].press(lobby, "Start")
    await club.until_sent()
    await play_match(club, {"Ann": "dm", "Bob": "slash"}, place=lobby["id"])
    requests = await club.requests(before)
    public = [club["Finn"].messages(place) for place in ("rummy", lobby["id"])]
    assert not refused(requests)
    assert not any(pictured(messages) for messages in public)
    assert not any(NO_PERMISSION in said(message) for messages in public for message in messages), "only while it can be helped"
    assert any(it["files"] for it in requests), "hands are sent in direct messages"
    assert warnings(log) == []


async def test_the_lobby_names_no_permission_to_a_server_that_wants_text(club: Club, bot: app.Bot) -> None:
    assert NO_PERMISSION not in said(await open_table(club, "Ann", "Bob"))
    await permit_files(club, bot, is_allowed=False)
    await cancel_table(club, "Ann")
    await choose_setting(club, "table_pictures", "text")
    assert NO_PERMISSION not in said((await club["Ann"].slash("table new", thread=False)).message)


@pytest.mark.journey
async def test_a_permission_that_is_taken_away_and_given_back_changes_the_next_messages(
    club: Club, bot: app.Bot, log: Log
) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    assert shown_pictures(newest_page(club))
    before = await club.last_request()
    await permit_files(club, bot, is_allowed=False)
    await play_turn(club)
    assert not shown_pictures(newest_page(club))
    await permit_files(club, bot, is_allowed=True)
    await play_turn(club)
    assert shown_pictures(newest_page(club))
    assert not refused(await club.requests(before))
    assert warnings(log) == []


async def test_a_permission_that_is_taken_away_unnoticed_costs_one_refused_request(
    club: Club, bot: app.Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    monkeypatch.setattr(type(bot.services.api), "may_attach", lambda *_: True)
    await club.control("channels/rummy/permissions", {"deny": ["attach_files"]})
    before = await club.last_request()
    await play_turn(club)
    assert [entry["status"] for entry in refused(await club.requests(before))] == [403]
    assert not shown_pictures(newest_page(club))
    check_posted_once(club)


async def test_a_bot_with_damaged_card_pictures_plays_in_text(
    club: Club, log: Log, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "cards"
    folder.mkdir()
    for file in app.CARD_PICTURES.glob("*.*"):
        (folder / file.name).write_bytes(file.read_bytes())
    sheet = folder / "large-two.png"
    sheet.write_bytes(sheet.read_bytes()[:5000])
    read_sprites = app.read_sprites
    monkeypatch.setattr(app, "read_sprites", lambda: read_sprites(folder))
    async with club.bot():
        await start_match(club, "Ann", "Bob", deals=1)
        await play_turn(club)
        await play_turn(club, way="slash")
    assert not any(entry["files"] for entry in await club.requests())
    assert warnings(log) == ["everything is shown as text"]


@pytest.mark.parametrize("applied", [True, False], ids=["arrived", "not_arrived"])
async def test_a_bot_killed_between_an_upload_and_storing_it_shows_the_picture_once(club: Club, applied: bool) -> None:
    bot = await club.start_bot()
    lobby = await open_table(club, "Ann", "Bob", deals=1)
    await club.add_fault("POST", "/messages$", after=1, times=0, delay=60, applied=applied)
    await club["Ann"].press(lobby, "Start")
    await club.until_faults(3)
    bot.kill()
    await club.clear_faults()
    await club.start_bot()
    await club.until_sent()
    check_posted_once(club)
    assert len(shown_pictures(newest_page(club))) == 1
    for name in ("Ann", "Bob"):
        assert len(club[name].dms) == 1
        assert shown_pictures(club[name].dms[0])
    await play_turn(club)
    check_no_error(club)


async def test_a_bot_that_is_stopped_while_it_renders_leaves_no_thread_and_no_task(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with club.bot():
        await start_match(club, "Ann", "Bob", deals=1)
        rendered = render_slowly(monkeypatch, 0.7)
        pressing = asyncio.create_task(draw_from_stock(club.on_turn()))
        await until(lambda: bool(rendered))
    assert (await pressing).outcome != "failed", "what is under way is finished"
    await until(lambda: not [it for it in threading.enumerate() if it.name.startswith("pictures")])


async def test_a_bot_with_pictures_ends_without_delay(club: Club) -> None:
    bot = await club.start_bot()
    await start_match(club, "Ann", "Bob", deals=1)
    before = club.event_count()
    drawing = asyncio.create_task(draw_from_stock(club.on_turn()))
    await until(lambda: club.event_count() > before)
    assert await bot.stop() == 0
    await asyncio.gather(drawing, return_exceptions=True)
    check_no_error(club)
