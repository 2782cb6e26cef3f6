"""The screens of a match on the page, also with a running clock and at a paused table."""

from statistics import median

from playwright.async_api import Locator, Page, expect

from bot import app
from bot.tables.events import Pace
from tests.e2e.browser.page import SHAPES, WHOLE, Pages, Seat, check_layout, take_picture
from tests.e2e.support.clocks import let_time_run_out, start_timed_match
from tests.e2e.support.club import Clock, Club
from tests.e2e.support.quick_matches import make_away, play_to_pause, settle, start
from tests.e2e.support.tables import newest_page, play_match, play_turn, press_ready, start_match, waiting_player
from tests.seeded_deals import seeded_deals

FOUR = ("Ann", "Bob", "Cleo", "Dan")
MOST = {
    "finished turn": 40,
    "round": 700,
    "hand": 812,
    "table": 860,  # with six turns of two lines each, which are rare
    "pause": 700,
    "match end": 812,
    "match end in the hand": 860,  # with how close it was, and the heading of the last deal
}
"""Pixels at 375 px: a message that is higher than the screen can't be read at a glance."""
LINE_HEIGHTS = """it => [...it.querySelectorAll("p")].flatMap(paragraph => {
    const texts = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT), lines = [document.createRange()];
    lines[0].setStart(paragraph, 0);
    for (let text; (text = texts.nextNode()); ) {
        for (let at = text.data.indexOf("\\n"); at >= 0; at = text.data.indexOf("\\n", at + 1)) {
            lines.at(-1).setEnd(text, at);
            lines.push(document.createRange());
            lines.at(-1).setStart(text, at + 1);
        }
    }
    lines.at(-1).setEnd(paragraph, paragraph.childNodes.length);
    return lines.map(line => ({text: line.toString(), height: line.getBoundingClientRect().height}));
})"""
"""Each line of a text as it was written, and its height; a line that is too wide for the screen is higher than one row."""


class Screens:
    """What one person sees on a wide page and on a phone at the same time. `heights` are those on the phone, in pixels."""

    def __init__(self, seats: dict[str, Seat], pages: dict[str, Page]) -> None:
        self._seats = seats
        self._pages = pages
        self.heights = dict[str, float]()

    @classmethod
    async def open(cls, pages: Pages, name: str) -> "Screens":
        opened = {shape: await pages.open(f"{name.lower()}/rummy", WHOLE[shape]) for shape in SHAPES}
        return cls({shape: Seat(page, name) for shape, page in opened.items()}, opened)

    @property
    def phone(self) -> Seat:
        return self._seats["phone"]

    async def show(self, channel: str) -> None:
        for seat in self._seats.values():
            await seat.open(channel)

    async def look(self, screen: str, text: str) -> None:
        """Check and take the pictures of the newest message, which has this text."""
        for shape, seat in self._seats.items():
            await expect(seat.messages.last).to_contain_text(text)
            await check_layout(self._pages[shape])
            await take_picture(self._pages[shape], seat, f"match-{shape}-{screen.replace(' ', '-')}")
        self.heights[screen] = await height(self.phone.messages.last)

    async def press(self, screen: str, button: str, text: str) -> None:
        """Press a button of the newest message, and look at the reply that only this person sees."""
        await self.phone.press(button)
        await self.look(screen, text)

    async def dismiss(self) -> None:
        for seat in self._seats.values():
            await seat.messages.last.get_by_role("button", name="Dismiss message").click()

    async def command(self, screen: str, command: str, text: str) -> None:
        await self.phone.command(command)
        await self.look(screen, text)


async def height(shown: Locator) -> int:
    box = await shown.bounding_box()
    return round(box["height"])


async def turn_heights(messages: Locator) -> list[float]:
    """Return the height of each line about a finished turn, in pixels."""
    texts = await messages.locator(".text-display").all()
    lines = [line for text in texts for line in await text.evaluate(LINE_HEIGHTS)]
    return [line["height"] for line in lines if "discarded" in line["text"]]


async def test_the_screens_of_a_match_fit_a_phone_and_a_desktop(club: Club, pages: Pages) -> None:
    club.deal_pause = 3600
    with seeded_deals(11):
        await check_screens(club, pages)


async def check_screens(club: Club, pages: Pages) -> None:
    async with club.bot():
        ann, finn = await Screens.open(pages, "Ann"), await Screens.open(pages, "Finn")
        await start_match(club, *FOUR, deals=2)
        for _ in range(9):
            await play_turn(club)
        while club.on_turn().name != "Ann":
            await play_turn(club)
        await club.until_sent()
        await ann.look("round", "Ann's turn")
        turns = await turn_heights(ann.phone.messages)
        assert len(turns) >= 9
        ann.heights["finished turn"] = median(turns)
        await ann.press("table", "Table", "Turns of this deal")
        await ann.press("fairness", "Check shuffle", "fingerprint")
        await ann.dismiss()
        await finn.press("onlooker", "Table", "Turns of this deal")
        await ann.show("Ramino")
        await ann.look("hand", "Your turn")
        await ann.show("rummy")
        while club.table().phase == "deal":
            await play_turn(club)
        await club.until_sent()
        await ann.look("pause", "Next deal in")
        for name in FOUR:
            await press_ready(club[name])
        await play_match(club, dict.fromkeys(FOUR, "dm"))
        await ann.look("match end", "Play again")
        await ann.show("Ramino")
        await ann.look("match end in the hand", "Play again")
        await ann.show("rummy")
        await club["Bob"].press(club["Bob"].dms[-1], "Play again")
        await ann.look("play again", "Rematch of table")
        await ann.command("rules", "/rules", "Rami")
    print("".join(f"\n{name}: {pixels:g} px high at 375 px" for name, pixels in ann.heights.items()))
    assert {name: pixels for name, pixels in ann.heights.items() if pixels > MOST.get(name, pixels)} == {}


async def check_screen(pages: Pages, whose: str, name: str) -> None:
    """Take pictures of what a person sees, such as `ann/dm`, and check that it fits."""
    for shape, size in WHOLE.items():
        page = await pages.open(whose, size)
        await take_picture(page, Seat(page, whose.partition("/")[0]), f"seats-{name}-{shape}")
        await check_layout(page)


async def test_the_screens_of_a_running_clock_and_of_a_paused_table_fit(club: Club, clock: Clock, pages: Pages) -> None:
    async with club.bot() as bot:
        await start_timed_match(club, bot, Pace.LIVE, "Ann", "Bob", pauses=True, deals=1)
        person, other = club.on_turn(), waiting_player(club, "Ann", "Bob")
        await check_screen(pages, "finn/rummy", "clock")
        await check_screen(pages, f"{person.name.lower()}/dm", "clock-hand")
        await let_time_run_out(club, clock)
        await check_screen(pages, f"{person.name.lower()}/dm", "paused-hand")
        await other.press(newest_page(club), "Table")
        await check_screen(pages, f"{other.name.lower()}/rummy", "paused-table")


async def test_the_screens_of_a_vote_and_of_a_person_who_is_away_fit(club: Club, bot: app.Bot, pages: Pages) -> None:
    await start(club, bot, "Ann", "Bob", "Cleo", "Dan", "Eve", computer=True)
    asked = (await club["Dan"].slash("table leave")).message
    await check_screen(pages, "dan/rummy", "leaving")
    await club["Dan"].press(asked, "Yes, leave the match")
    await make_away(club, bot, "Eve")
    await settle(club, bot)
    await check_screen(pages, "finn/rummy", "vote")
    await check_screen(pages, "eve/dm", "away-hand")


async def test_the_screens_of_a_seat_that_is_offered_and_taken_fit(club: Club, pages: Pages) -> None:
    club.deal_pause = 600
    async with club.bot() as bot:
        await start(club, bot, "Ann", "Bob", computer=True)
        await play_to_pause(club, bot)
        await check_screen(pages, "dan/rummy", "seat-offered")
        await club["Dan"].press(newest_page(club), "Take a computer's seat")
        await check_screen(pages, "dan/rummy", "seat-taken")
