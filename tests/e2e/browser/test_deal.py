"""Two people at the playground's page, with the bot as a user starts it: a deal from `/table new` to the leaderboard."""

import asyncio
import re
import sys
import time
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Locator, expect

from tests.e2e.browser.page import WIDE, Pages, Seat
from tests.e2e.support.cards import card_value
from tests.e2e.support.checks import check_all
from tests.e2e.support.club import WAIT, Club

MOST_TURNS = 60

# `python -m bot` with a fixed shuffle: a short deal in which both players meld and lay off.
FIXED_SHUFFLE = """
import runpy
from tests.seeded_deals import seeded_deals
with seeded_deals(2):
    runpy.run_module("bot", run_name="__main__")
"""


@pytest.fixture
async def bot(club: Club) -> AsyncIterator[None]:
    """The bot in its own process, which must exit without an error."""
    settings = club._env() | {"DEAL_PAUSE_SECONDS": "1", "LOG_LEVEL": "WARNING"}
    command = (sys.executable, "-c", FIXED_SHUFFLE, "run")
    with (club.folder / "bot.log").open("ab") as log:
        process = await asyncio.create_subprocess_exec(*command, cwd=club.folder, env=settings, stdout=log, stderr=log)
    try:
        await club["Ann"].until(lambda: club["Ann"].bot_is_online and club["Ann"].commands)
        yield
        process.terminate()
        assert await asyncio.wait_for(process.wait(), WAIT) == 0, club.bot_log
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert not club.bot_log, "the bot has logged a warning"


def hand_of(club: Club, name: str) -> list[str]:
    """Return the person's hand according to the stored events."""
    table = club.table()
    seat = table.seats.seat_of(club.person_number(name))
    return sorted(card[:-1] + "♣♦♥♠"["CDHS".index(card[-1])] for card in table.match.deal.hands[seat])


async def cards_on(shown: Locator) -> list[str]:
    """Return the cards that the description of a hand's picture names."""
    described = await shown.get_attribute("alt") or ""
    return sorted(
        " ".join(re.findall(r"(?:Meld|Cards|Other cards):([^.]*)\.", described.replace("\N{NO-BREAK SPACE}", " "))).split()
    )


async def test_two_people_can_play_a_deal_on_the_page(club: Club, bot: None, pages: Pages) -> None:
    page = await pages.open("ann/rummy,bob/rummy", WIDE)
    ann, bob = Seat(page, "Ann"), Seat(page, "Bob")
    await _sit_down(ann, bob)

    await expect(ann.messages.last.get_by_role("button", name="My hand")).to_be_visible()
    first, second = (ann, bob) if club.on_turn().name == "Ann" else (bob, ann)
    await _turn_in_the_channel(club, first, second)

    await second.open("Ramino")
    await first.open("Ramino")
    turns, laid = 1, 0
    while (whose := club.table().person_to_act()) is not None:
        seat = ann if club.person_of(whose).name == "Ann" else bob
        await expect(seat.hand).to_contain_text("Your turn: draw a card")
        assert await cards_on(seat.cards) == hand_of(club, seat.name)
        turns += 1
        takes = turns % 5 == 2 and await seat.hand.get_by_role("button", name="Take").count()
        await seat.draw("Take" if takes else "Draw")
        laid += await seat.lay_all()
        if await seat.hand.get_by_text("Your turn").count():
            await seat.discard()
        club[seat.name].pressed_at.append(time.time() * 1000)  # on the page
        await club.until_sent()
        assert turns < MOST_TURNS, "the deal does not end"
    assert laid >= 4

    await _check_the_end(club, ann, bob)
    await check_all(club)


async def _sit_down(ann: Seat, bob: Seat) -> None:
    await ann.command("/table new variant:rami deals:1 thread:False")
    await expect(bob.messages.last).to_contain_text("Ann (host)")
    await expect(bob.messages.last).to_contain_text("1 deal")
    await bob.press("Join")
    for seat in (ann, bob):
        await expect(seat.messages.last.locator("li")).to_have_text(["Ann (host)", "Bob"])
    await ann.press("Start")
    await expect(ann.pane).to_contain_text("The match has started.")
    await expect(ann.pane).to_contain_text("Shuffle: ")
    await ann.pane.get_by_role("button", name="To the table").click()
    await expect(ann.messages.filter(has_text="Shuffle: ")).to_be_in_viewport()
    assert len(ann.pane.page.context.pages) == 1, "the link led away from the page"


async def _turn_in_the_channel(club: Club, first: Seat, second: Seat) -> None:
    """Play the first turn in #rummy: My hand, its draw button, and `/discard` with a card that the bot suggests."""
    await expect(first.messages.last).to_contain_text(f"{first.name}'s turn")
    for seat in (second, first):
        await seat.messages.filter(has_text="'s turn").last.get_by_role("button", name="My hand").click()
        await expect(seat.hand).to_contain_text("Only you can see this")
        assert await cards_on(seat.cards) == hand_of(club, seat.name)
    assert await cards_on(first.cards) != await cards_on(second.cards)
    await expect(second.hand).to_contain_text("Waiting for")
    await first.draw()

    composer = first.pane.get_by_test_id("composer")
    await composer.fill("/discard ")
    suggested = first.pane.locator("[data-suggestion]")
    await expect(suggested).to_have_count(11)
    card = max(await suggested.all_inner_texts(), key=card_value)
    await suggested.filter(has_text=card).click()
    await first.pane.get_by_test_id("send").click()
    for seat in (first, second):
        await expect(seat.pane).to_contain_text(re.compile(rf"{first.name}\s· drew\s· discarded {card}"))
        await expect(seat.pane).to_contain_text(f"{second.name}'s turn")


async def _check_the_end(club: Club, ann: Seat, bob: Seat) -> None:
    """Check the score with every hand, the seed, the winner and the standings."""
    for seat in (ann, bob):
        await seat.open("rummy")
    match = club.table().match
    ended = match.ended_deals[0]
    winner = club.person_of(club.table().seats.occupants[ended.winner]).name
    loser = "Bob" if winner == "Ann" else "Ann"
    points = sum(ended.points)
    for seat in (ann, bob):
        result = seat.messages.filter(has_text=f"{winner} wins!")
        await expect(result.get_by_role("button", name="Replay")).to_be_visible()
        await result.get_by_role("button", name="Details").click()
        details = seat.messages.filter(has_text="End of deal 1")
        await expect(details).to_contain_text(re.compile(rf"{winner} went out.*: \+{points}"))
        await expect(details).to_contain_text(re.compile(rf"{loser} had .+ = "))
    await ann.command("/leaderboard")
    await expect(ann.messages.last.locator("pre")).to_contain_text(re.compile(rf"1\.\s+›?{winner}\s+1\s+1\s+1\s+1"))
