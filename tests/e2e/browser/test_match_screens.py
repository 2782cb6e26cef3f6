"""The screens of a match on a phone, also with a running clock and at a paused table, in a language with longer words."""

from statistics import median

from playwright.async_api import Locator, Page, expect

from bot.messages.words import Words
from bot.tables.events import Pace
from tests.e2e.browser.page import WHOLE, Language, Pages, Seat, check_layout, take_picture
from tests.e2e.support.clocks import let_time_run_out, start_timed_match
from tests.e2e.support.club import Clock, Club
from tests.e2e.support.quick_matches import make_away, play_to_pause, settle, start
from tests.e2e.support.tables import (
    newest_page,
    play_match,
    play_turn,
    press_ready,
    start_match,
    waiting_player,
)
from tests.seeded_deals import seeded_deals

FOUR = ("Ann", "Bob", "Cleo", "Dan")
MOST = {
    "finished turn": 40,
    "round": 700,
    "hand": 812,
    "table": 860,  # with six turns of two lines each, which are rare
    "pause": 700,
    "match end": 560,
    "match end in the hand": 560,
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
    """What one person sees on a phone. `heights` are in pixels."""

    def __init__(self, phone: Seat, page: Page, language: str) -> None:
        self.phone = phone
        self._page = page
        self._language = language
        self.heights = dict[str, float]()

    @classmethod
    async def open(cls, pages: Pages, name: str, language: str) -> "Screens":
        page = await pages.open(f"{name.lower()}/rummy", WHOLE["phone"])
        return cls(Seat(page, name), page, language)

    async def show(self, channel: str) -> None:
        await self.phone.open(channel)

    async def look(self, screen: str, text: str) -> None:
        """Check and take the picture of the newest message, which has this text."""
        await expect(self.phone.messages.last).to_contain_text(text)
        await check_layout(self._page)
        await take_picture(self._page, self.phone, f"match-{self._language}-{screen.replace(' ', '-')}")
        self.heights[screen] = await height(self.phone.messages.last)

    async def press(self, screen: str, button: str, text: str) -> None:
        """Press a button of the newest message, and look at the reply that only this person sees."""
        await self.phone.press(button)
        await self.look(screen, text)

    async def dismiss(self) -> None:
        await self.phone.messages.last.get_by_role("button", name="Dismiss message").click()

    async def command(self, screen: str, command: str, text: str) -> None:
        await self.phone.command(command)
        await self.look(screen, text)


async def height(shown: Locator) -> int:
    box = await shown.bounding_box()
    return round(box["height"])


async def turn_heights(messages: Locator, say: Words) -> list[float]:
    """Return the height of each line about a finished turn, in pixels."""
    discarded = say("discarded {card}", card="|").partition("|")[0]
    texts = await messages.locator(".text-display").all()
    lines = [line for text in texts for line in await text.evaluate(LINE_HEIGHTS)]
    return [line["height"] for line in lines if discarded in line["text"]]


async def test_the_screens_of_a_match_fit_a_phone(club: Club, pages: Pages, language: Language) -> None:
    club.deal_pause = 3600
    with seeded_deals(11):
        await check_screens(club, pages, language)


async def check_screens(club: Club, pages: Pages, language: Language) -> None:
    say = language.say
    async with club.bot(language.locales) as bot:
        await start_match(club, *FOUR, deals=2)
        for _ in range(9):
            await play_turn(club)
        while club.on_turn().name != "Ann":
            await play_turn(club)
        await club.until_sent()
        ann = await Screens.open(pages, "Ann", language.name)
        await ann.look("round", say("{name}'s turn", name="Ann"))
        turns = await turn_heights(ann.phone.messages, say)
        assert len(turns) >= 9
        ann.heights["finished turn"] = median(turns)
        table, turns_shown = say.button("Table"), say("Turns, newest first")
        await ann.press("table", table, turns_shown)
        await ann.press("check shuffle", say.button("Check shuffle"), say("The seed appears here after the deal."))
        await ann.press("proof", say.button("Details"), say("Its fingerprint, shown before the first card (SHA-256):"))
        await ann.dismiss()
        finn = await Screens.open(pages, "Finn", language.name)
        await finn.press("onlooker", table, turns_shown)
        await finn.show("lounge")
        await ann.show("Ramino")
        await ann.look("hand", say("Your turn: draw a card"))
        await ann.show("lounge")  # where nothing is rendered while others play
        await play_to_pause(club, bot)
        await ann.show("rummy")
        await ann.look("pause", say("End of deal {number}", number=1))
        await ann.show("lounge")
        for name in FOUR:
            await press_ready(club[name])
        await play_match(club, dict.fromkeys(FOUR, "dm"))
        await ann.show("rummy")
        again = say.button("Play again")
        await ann.look("match end", again)
        await ann.press("match details", say.button("Details"), say("End of deal {number}", number=2))
        await ann.dismiss()
        await ann.show("Ramino")
        await ann.look("match end in the hand", again)
        await ann.show("rummy")
        await club["Bob"].press(club["Bob"].dms[-1], again)
        await ann.look("play again", say("Rematch of table {number}: same rules, same seats, next dealer.", number=1))
        await ann.command("rules", "/rules", "Rami")
    print("".join(f"\n{name}: {pixels:g} px high at 375 px" for name, pixels in ann.heights.items()))
    assert {name: pixels for name, pixels in ann.heights.items() if pixels > MOST.get(name, pixels)} == {}


async def check_screen(pages: Pages, language: Language, whose: str, name: str) -> None:
    """Take pictures of what a person sees, such as `ann/dm`, and check that it fits."""
    page = await pages.open(whose, WHOLE["phone"])
    await take_picture(page, Seat(page, whose.partition("/")[0]), f"seats-{language.name}-{name}")
    await check_layout(page)


async def test_the_screens_of_a_running_clock_and_of_a_paused_table_fit(
    club: Club, clock: Clock, pages: Pages, language: Language
) -> None:
    async with club.bot(language.locales) as bot:
        await start_timed_match(club, bot, Pace.LIVE, "Ann", "Bob", pauses=True, deals=1)
        person, other = club.on_turn(), waiting_player(club, "Ann", "Bob")
        await check_screen(pages, language, "finn/rummy", "clock")
        await check_screen(pages, language, f"{person.name.lower()}/dm", "clock-hand")
        await let_time_run_out(club, clock)
        await check_screen(pages, language, f"{person.name.lower()}/dm", "paused-hand")
        await other.press(newest_page(club), language.say.button("Table"))
        await check_screen(pages, language, f"{other.name.lower()}/rummy", "paused-table")


async def test_the_screens_of_a_vote_and_of_a_person_who_is_away_fit(club: Club, pages: Pages, language: Language) -> None:
    async with club.bot(language.locales) as bot:
        await start(club, bot, "Ann", "Bob", "Cleo", "Dan", "Eve", computer=True)
        asked = (await club["Dan"].slash("table leave")).message
        await check_screen(pages, language, "dan/rummy", "leaving")
        await club["Dan"].press(asked, language.say.button("Yes, leave the match"))
        await make_away(club, bot, "Eve")
        await settle(club, bot)
        await check_screen(pages, language, "finn/rummy", "vote")
        await check_screen(pages, language, "eve/dm", "away-hand")


async def test_the_screens_of_a_seat_that_is_offered_and_taken_fit(club: Club, pages: Pages, language: Language) -> None:
    club.deal_pause = 600
    async with club.bot(language.locales) as bot:
        await start(club, bot, "Ann", "Bob", computer=True)
        await play_to_pause(club, bot)
        await check_screen(pages, language, "dan/rummy", "seat-offered")
        await club["Dan"].press(newest_page(club), language.say.button("Take a computer's seat"))
        await check_screen(pages, language, "dan/rummy", "seat-taken")
