"""A match against computers on the page, by buttons alone: the screens on the way, on a wide page and on a phone."""

import re
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import expect

from bot import app
from tests.e2e.browser.page import SHAPES, WHOLE, Pages, Seat, check_layout, take_picture
from tests.e2e.support.club import Club
from tests.e2e.support.hand_controls import offered_moves
from tests.e2e.support.players import Player
from tests.e2e.support.tables import open_table
from tests.people import labels
from tests.seeded_deals import seeded_deals


@pytest.fixture
async def seeded_bot(club: Club) -> AsyncIterator[app.Bot]:
    """A connected bot whose deals last longer than a turn."""
    with seeded_deals(1):
        async with club.bot() as parts:
            yield parts


@pytest.mark.usefixtures("seeded_bot")
async def test_the_screens_of_a_match_alone_fit_and_one_press_shows_the_cards(pages: Pages) -> None:
    for shape, size in SHAPES.items():
        page = await pages.open("ann/rummy", size)
        ann = Seat(page, "Ann")
        await ann.command("/play")
        await expect(ann.messages.last).to_contain_text("Play against computers")
        await take_picture(page, ann, f"alone-menu-{shape}")
        await check_layout(page)
        await ann.press("Choose opponents")
        await expect(ann.messages.last).to_contain_text("Only you see this match")
        await take_picture(page, ann, f"alone-opponents-{shape}")
        await check_layout(page)
        await ann.press("Back")
        await expect(ann.messages.last).to_contain_text("Open a table for everyone here")
        await ann.press("Play now")
        await expect(ann.cards.first).to_be_visible()
        await ann.hand.scroll_into_view_if_needed()
        await take_picture(page, ann, f"alone-hand-{shape}")
        await check_layout(page)
        await ann.hand.get_by_role("button", name="Draw from the stock").click()
        await ann.hand.locator("button[data-custom-id*=':discard ']").first.click()
        await expect(ann.hand).to_contain_text(re.compile("Your turn: draw|Discard it anyway"))
        if await ann.hand.get_by_role("button", name="Keep it").count():
            await ann.hand.locator("[data-custom-id^='d:']").click()
        await expect(ann.hand).to_contain_text("Your turn: draw")
        await take_picture(page, ann, f"alone-turn-{shape}")
        await check_layout(page)
        await ann.press("Table")
        await expect(ann.messages.last).to_contain_text("Turns of this deal")
        await take_picture(page, ann, f"alone-table-{shape}")
        await ann.press("End the match")
        await ann.press("Yes, end the match")
        await expect(ann.messages.last).to_contain_text("The match was broken off")
        await take_picture(page, ann, f"alone-end-{shape}")
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
    for shape, size in WHOLE.items():
        page = await pages.open("ann/dm", size)
        await take_picture(page, Seat(page, "Ann"), f"alone-{name}-{shape}")
        await check_layout(page)


async def test_the_fullest_lobby_fits(club: Club, bot: app.Bot, pages: Pages) -> None:
    lobby = await open_table(club, "Ann", "Bob", thread=True)
    await club["Ann"].choose(lobby, "q:1", "add_normal")
    await club["Ann"].slash("table clock", pace="slow", pause=True)
    for shape, size in SHAPES.items():
        page = await pages.open("ann/rummy", size)
        ann = Seat(page, "Ann")
        await take_picture(page, ann, f"computers-lobby-{shape}")
        await check_layout(page)
