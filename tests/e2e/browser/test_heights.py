"""How high the messages of a match are on a phone, printed: `pytest -s tests/e2e/browser/test_heights.py`. With pictures."""

from playwright.async_api import Locator, expect

from tests.e2e.browser.page import SHAPES, WHOLE, Pages, Seat, check_layout, take_picture
from tests.e2e.support.club import Club
from tests.e2e.support.tables import play_match, play_turn, press_ready, start_match

FOUR = ("Ann", "Bob", "Cleo", "Dan")
MOST = {"round": 700, "finished turn": 60, "hand": 812, "pause": 500, "match end": 500, "match end in the hand": 500}
"""Pixels at 375 px: a message that is higher than the screen can't be read at a glance."""


async def height(shown: Locator) -> int:
    box = await shown.bounding_box()
    assert box is not None
    return round(box["height"])


async def test_the_messages_of_a_match_fit_a_phone(club: Club, pages: Pages) -> None:
    club.deal_pause = 3600
    async with club.bot():
        phone = await pages.open("ann/rummy", WHOLE["phone"])
        ann, heights = Seat(phone, "Ann"), dict[str, int]()
        await start_match(club, *FOUR, deals=2)
        for _ in range(9):
            await play_turn(club)
        while club.on_turn().name != "Ann":
            await play_turn(club)
        await expect(ann.messages.last).to_contain_text("Ann's turn")
        heights["round"] = await height(ann.messages.last)
        await take_picture(phone, ann, "match-phone-round")
        finished = ann.messages.filter(has_text="discarded").filter(has_not_text="turn").first.locator(".text-display")
        heights["finished turn"] = round(await height(finished) / 5)  # four turns, and the line above them
        await ann.open("Ramino")
        await expect(ann.messages.last).to_contain_text("Your turn")
        heights["hand"] = await height(ann.messages.last)
        await take_picture(phone, ann, "match-phone-hand")
        await check_layout(phone)
        while club.table().phase == "deal":
            await play_turn(club)
        await club.until_sent()
        await ann.open("rummy")
        await expect(ann.messages.last).to_contain_text("Next deal in")
        heights["pause"] = await height(ann.messages.last)
        await take_picture(phone, ann, "match-phone-pause")
        for name in FOUR:
            await press_ready(club[name])
        await play_match(club, dict.fromkeys(FOUR, "dm"))
        await expect(ann.messages.last).to_contain_text("Play again")
        heights["match end"] = await height(ann.messages.last)
        await take_picture(phone, ann, "match-phone-end")
        await check_layout(phone)
        await ann.open("Ramino")
        await expect(ann.messages.last).to_contain_text("Play again")
        heights["match end in the hand"] = await height(ann.messages.last)
        await take_picture(phone, ann, "match-phone-end-hand")
        await club["Bob"].press(club["Bob"].dms[-1], "Play again")
        for shape in SHAPES:
            page = await pages.open("ann/rummy", WHOLE[shape])
            seat = Seat(page, "Ann")
            await expect(seat.messages.last).to_contain_text("plays again")
            await take_picture(page, seat, f"match-{shape}-play-again")
            await check_layout(page)
    print("".join(f"\n{name}: {pixels} px high at 375 px" for name, pixels in heights.items()))
    assert {name: pixels for name, pixels in heights.items() if pixels > MOST[name]} == {}
