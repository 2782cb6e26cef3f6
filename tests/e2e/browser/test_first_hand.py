"""A newcomer plays the first hand on a phone, from the offer under `/play` to a real match."""

from playwright.async_api import expect

from bot import app
from bot.messages.first_hand import step_sentence
from tests.e2e.browser.page import PHONE, Pages, Seat, check_layout, take_picture
from tests.e2e.support.club import Club
from tests.messages.shown_text import ENGLISH


async def test_a_newcomer_wins_the_first_hand_on_a_phone(club: Club, bot: app.Bot, pages: Pages) -> None:
    page = await pages.open("ann/rummy", PHONE)
    ann = Seat(page, "Ann")
    await ann.command("/play")
    await expect(ann.messages.last).to_contain_text("New to rummy?")
    await take_picture(page, ann, "first-hand-offer")
    await ann.press("Learn to play")
    for number, step in enumerate(bot.services.first_hand):
        await expect(ann.messages.last).to_contain_text(step_sentence(number, ENGLISH).replace("**", ""))
        await take_picture(page, ann, f"first-hand-{number:02}")
        await check_layout(page)
        if step.move is not None:
            await ann.messages.last.locator(f"button[data-custom-id$=':{step.move}']").click()
        elif number == 0:
            await ann.press("Start")
    await expect(ann.messages.last).to_contain_text("You win!")
    await ann.press("Play an easy computer")
    await expect(ann.hand).to_contain_text("Your turn")
    assert ann.presses + len(bot.services.first_hand) - 2 == 12
