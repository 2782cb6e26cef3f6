"""Four presses lead from nothing to the first card with friends, and one to a match alone."""

import re
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Page, expect

from bot import app
from tests.e2e.browser.page import PHONE, SHAPES, WHOLE, WIDE, Language, Pages, Seat, check_layout, take_picture
from tests.e2e.support.club import Club
from tests.e2e.support.hand_controls import offered_moves
from tests.e2e.support.players import Player
from tests.e2e.support.tables import open_table
from tests.e2e.table.test_daily import play_to_the_end
from tests.people import labels
from tests.rummy.presets import NAMES
from tests.seeded_deals import seeded_deals

_LOG = ".pane[data-person=ann] .log"
HIGHEST = 640
"""The pixels of a message that fits the screen of a phone."""
HIGHEST_START = 560
"""The pixels of a message that a phone shows without scrolling, for somebody new."""


async def test_the_screens_before_a_match_fit_and_help_is_one_screen_of_a_phone(club: Club, bot: app.Bot, pages: Pages) -> None:
    await open_table(club, "Cleo", variant="cuccu")
    page = await pages.open("ann/rummy", PHONE)
    ann = Seat(page, "Ann")
    heights = {}
    for command, text in (
        ("/help", "Rummy with Ramino"),
        ("/settings", "Your settings"),
        ("/play", "Play against computers"),
    ):
        await ann.command(command)
        await expect(ann.messages.last).to_contain_text(text)
        heights[command] = await _height(page, ann, f"start-{command[1:]}")
        if command == "/settings":
            await ann.press("Server settings")
            await expect(ann.messages.last).to_contain_text("Channels for tables")
            heights["server"] = await _height(page, ann, "start-server")
    await ann.press("With friends …")
    await expect(ann.messages.last).to_contain_text("Everyone there will see it and can join.")
    heights["friends"] = await _height(page, ann, "start-friends")
    await ann.press("Open the table")
    await expect(ann.messages.last).to_contain_text("Ann (host)")
    heights["lobby"] = await _height(page, ann, "start-lobby")
    await ann.press("More")
    await expect(ann.messages.last).to_contain_text("House rules")
    heights["more"] = await _height(page, ann, "start-more")
    await ann.press("Cancel the table")
    await expect(ann.messages.last).to_contain_text("Cancel this table?")
    heights["cancel"] = await _height(page, ann, "start-cancel")
    await ann.press("Yes, cancel the table")
    await expect(ann.messages.last).to_contain_text("was cancelled")
    print(heights)
    room = await page.locator(_LOG).evaluate("it => it.clientHeight")
    assert heights["/help"] <= room, (heights, room)
    assert heights["friends"] <= HIGHEST_START
    assert heights["/settings"] <= HIGHEST + 10  # seven settings


@pytest.mark.parametrize("size", ["phone", "wide"])
async def test_the_first_screens_for_somebody_new_fit_a_phone(club: Club, pages: Pages, language: Language, size: str) -> None:
    async with club.bot(language.locales):
        for person, command, name in (
            *(("Ann", "/play", "new"), ("Bob", "/play variant:ramino", "game"), ("Cleo", "/play clock:quick", "friends")),
            *(("Dan", "/play variant:canasta", "nearest"), ("Eve", "/daily", "daily")),
        ):
            page = await pages.open(f"{person.lower()}/rummy", SHAPES[size])
            seat = Seat(page, person)
            await seat.command(command)
            await expect(seat.messages).to_have_count(1)
            height = await _height(page, seat, f"first-minute-{name}-{size}")
            print(f"{name}: {height} px high, {size}")
            assert size == "wide" or name in ("game", "nearest") or height <= HIGHEST_START, name


@pytest.mark.parametrize("size", ["phone", "wide"])
@pytest.mark.usefixtures("short_deals")
async def test_the_screens_of_the_deal_of_the_day_and_of_an_unknown_game_fit(club: Club, pages: Pages, size: str) -> None:
    club.limits["moves_per_second"] = 0
    async with club.bot():
        begun = await club["Ann"].press((await club["Ann"].slash("daily")).message, "Start")
        end = await play_to_the_end(club, "Ann", begun.message)
        result = (await club["Ann"].press(end, "Result")).message
        for person, name in (("Ann", "result"), ("Bob", "share")):
            page = await pages.open(f"{person.lower()}/rummy", SHAPES[size])
            seat = Seat(page, person)
            if name == "share":
                await club["Ann"].press(result, "Share")
                await expect(seat.messages.last).to_contain_text("Play this deal")
            await _height(page, seat, f"daily-{name}-{size}")
        await seat.press("Play this deal")
        await expect(seat.messages.last).to_contain_text("You have one attempt")
        await _height(page, seat, f"daily-card-{size}")
        for game, most in (("canasta", 700), ("Tonk", 640)):
            await seat.command(f"/play variant:{game}")
            await expect(seat.messages.last).to_contain_text(f"There's no “{game}” here yet.")
            assert await _height(page, seat, f"unknown-{game}-{size}") <= most
        await seat.press("With friends …")
        await seat.press("Open the table")
        await expect(seat.messages.last).to_contain_text("Bob (host)")
        await _height(page, seat, f"opened-{size}")


async def test_the_first_message_of_the_rules_of_every_game_fits_a_phone(club: Club, bot: app.Bot, pages: Pages) -> None:
    page = await pages.open("ann/rummy", PHONE)
    ann = Seat(page, "Ann")
    for name in NAMES:
        await ann.command(f"/rules variant:{name}")
        await expect(ann.messages.last).to_contain_text("Goal")
        await expect(ann.messages.last.locator("img[alt*='Run:']")).to_be_visible()
        height = await _height(page, ann, f"rules-{name}")
        assert height <= HIGHEST + 10 * (name in ("contract", "romme", "scala40")), name  # which have the most that is special
        await ann.press("More rules")
        await expect(ann.messages.last).to_contain_text("Leaving")
        await _height(page, ann, f"rules-{name}-more")


async def _height(page: Page, seat: Seat, name: str) -> int:
    """Check the layout, save a picture, and return the height of the newest message in pixels."""
    await take_picture(page, seat, name)
    await check_layout(page)
    box = await seat.messages.last.bounding_box()
    return round(box["height"])


@pytest.mark.journey
async def test_four_presses_lead_from_nothing_to_the_first_card(club: Club, bot: app.Bot, pages: Pages) -> None:
    page = await pages.open("ann/rummy,bob/rummy", WIDE)
    ann, bob = Seat(page, "Ann"), Seat(page, "Bob")
    await ann.command("/play")
    await ann.press("With friends …")
    await ann.press("Open the table")
    await expect(bob.messages.last).to_contain_text("1 more player needed")
    await bob.press("Join")
    await expect(ann.messages.last).to_contain_text("Waiting for Ann to press Start")
    await ann.press("Start")
    await ann.open("Ramino")
    await expect(ann.cards.first).to_be_visible()
    for seat in (ann, bob):
        await seat.open("Ramino")
        await expect(seat.hand).to_contain_text("Table")
    print(f"presses from /play to the first card: {ann.presses} by the host, {bob.presses} by the other player")
    assert (ann.presses, bob.presses) == (3, 1)


@pytest.fixture
async def seeded_bot(club: Club) -> AsyncIterator[app.Bot]:
    """A connected bot whose deals last longer than a turn."""
    with seeded_deals(1):
        async with club.bot() as parts:
            yield parts


@pytest.mark.journey
@pytest.mark.usefixtures("seeded_bot")
async def test_the_screens_of_a_match_alone_fit_a_phone_and_one_press_shows_the_cards(pages: Pages) -> None:
    page = await pages.open("ann/rummy", PHONE)
    ann = Seat(page, "Ann")
    await ann.command("/play")
    await expect(ann.messages.last).to_contain_text("Play against computers")
    await take_picture(page, ann, "alone-menu")
    await check_layout(page)
    await ann.choose("g:against", "Ramino with the Cuccù deck")
    await expect(ann.messages.last).to_contain_text("Only you see the match")
    await take_picture(page, ann, "alone-opponents")
    await check_layout(page)
    await ann.press("Back")
    await expect(ann.messages.last).to_contain_text("Play against computers")
    await ann.press("Play now")
    await expect(ann.cards.first).to_be_visible()
    await ann.hand.scroll_into_view_if_needed()
    await take_picture(page, ann, "alone-hand")
    await check_layout(page)
    await ann.hand.get_by_role("button", name="Draw").click()
    await ann.hand.locator("button[data-custom-id*=':discard ']").first.click()
    await expect(ann.hand).to_contain_text(re.compile("Your turn: draw|Discard it anyway"))
    if await ann.hand.get_by_role("button", name="Keep it").count():
        await ann.hand.locator("[data-custom-id^='d:']").click()
    await expect(ann.hand).to_contain_text("Your turn: draw")
    await take_picture(page, ann, "alone-turn")
    await check_layout(page)
    await ann.press("Table")
    await expect(ann.messages.last).to_contain_text("Turns, newest first")
    await take_picture(page, ann, "alone-table")
    await ann.press("End the match")
    await ann.press("Yes, end the match")
    await expect(ann.messages.last).to_contain_text("Match cancelled")
    await take_picture(page, ann, "alone-end")
    await check_layout(page)


async def test_the_end_of_a_deal_and_of_a_match_alone_fit(club: Club, bot: app.Bot, pages: Pages) -> None:
    message = (await club["Ann"].slash("play", computers=3, in_="dm")).message
    player, seen = Player(club, club["Ann"], "hand"), set[str]()
    while "Play again" not in labels(message):
        if moves := offered_moves(message):
            message = (await player.press_move(message, player.choose_move(moves))).message
            continue
        if not seen:
            await _pictures(pages, "pause")
        seen.add("pause")
        message = (await club["Ann"].press(message, "Next deal")).message
    await _pictures(pages, "over")
    assert seen


async def _pictures(pages: Pages, name: str) -> None:
    page = await pages.open("ann/dm", WHOLE["phone"])
    await take_picture(page, Seat(page, "Ann"), f"alone-{name}")
    await check_layout(page)


async def test_the_fullest_lobby_fits(club: Club, bot: app.Bot, pages: Pages) -> None:
    lobby = await open_table(club, "Ann", "Bob", thread=True)
    await club["Ann"].choose(lobby, "q:1", "add_normal")
    await club["Ann"].slash("table clock", pace="slow", pause=True)
    page = await pages.open("ann/rummy", PHONE)
    await take_picture(page, Seat(page, "Ann"), "computers-lobby")
    await check_layout(page)
