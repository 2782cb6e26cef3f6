"""Three presses lead from nothing to the first card, and one to a match alone."""

import re
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Page, expect

from bot import app
from tests.e2e.browser.page import PHONE, WHOLE, WIDE, Pages, Seat, check_layout, take_picture
from tests.e2e.support.club import Club
from tests.e2e.support.hand_controls import offered_moves
from tests.e2e.support.players import Player
from tests.e2e.support.tables import open_table
from tests.people import labels
from tests.rummy.presets import NAMES
from tests.seeded_deals import seeded_deals

_LOG = ".pane[data-person=ann] .log"
HIGHEST = 640
"""The pixels of a message that fits the screen of a phone."""


async def test_the_screens_before_a_match_fit_and_help_is_one_screen_of_a_phone(club: Club, bot: app.Bot, pages: Pages) -> None:
    await open_table(club, "Cleo", variant="cuccu")
    page = await pages.open("ann/rummy", PHONE)
    ann = Seat(page, "Ann")
    heights = {}
    for command, text in (
        ("/help", "Rummy with Ramino"),
        ("/settings", "Your settings"),
        ("/play", "Open a table for everyone here"),
    ):
        await ann.command(command)
        await expect(ann.messages.last).to_contain_text(text)
        heights[command] = await _height(page, ann, f"start-{command[1:]}")
        if command == "/settings":
            await ann.press("Server settings")
            await expect(ann.messages.last).to_contain_text("Channels for tables")
            heights["server"] = await _height(page, ann, "start-server")
    await ann.messages.last.get_by_role("button", name="Rami", exact=True).click()
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


async def test_the_first_message_of_the_rules_of_every_game_fits_a_phone(club: Club, bot: app.Bot, pages: Pages) -> None:
    page = await pages.open("ann/rummy", PHONE)
    ann = Seat(page, "Ann")
    for name in NAMES:
        await ann.command(f"/rules variant:{name}")
        await expect(ann.messages.last).to_contain_text("Goal")
        await expect(ann.messages.last.locator("img[alt*='Run:']")).to_be_visible()
        height = await _height(page, ann, f"rules-{name}")
        assert height <= HIGHEST, name
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
async def test_three_presses_lead_from_nothing_to_the_first_card(club: Club, bot: app.Bot, pages: Pages) -> None:
    page = await pages.open("ann/rummy,bob/rummy", WIDE)
    ann, bob = Seat(page, "Ann"), Seat(page, "Bob")
    await ann.command("/play")
    await ann.press("Rami", exact=True)
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
    assert (ann.presses, bob.presses) == (2, 1)


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
    await ann.press("Choose opponents")
    await expect(ann.messages.last).to_contain_text("Only you see this match")
    await take_picture(page, ann, "alone-opponents")
    await check_layout(page)
    await ann.press("Back")
    await expect(ann.messages.last).to_contain_text("Open a table for everyone here")
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
