"""The main screens of a match and of a league in the language of the longest words, on a phone and on a desktop.

The pictures are in var/artifacts/languages, such as `lobby-phone-de.png`.
"""

from playwright.async_api import Locator, Page, expect

from bot import app
from bot.league.league import League
from bot.messages.rules.house_rule_labels import topic_title
from bot.messages.words import Languages, Words
from bot.rummy.events import Awaited
from bot.rummy.view import View
from tests.e2e.browser.page import SHAPES, Pages, Seat, check_layout
from tests.e2e.support.club import ARTIFACTS, Club, Witness
from tests.e2e.support.hand_controls import button_id, newest_with, table_number
from tests.e2e.support.quick_matches import play_until
from tests.e2e.support.seasons import PLACE_POINTS, store_season
from tests.e2e.support.tables import one_turn_deals
from tests.people import Json
from tests.seeded_deals import seeded_deals

FOLDER = ARTIFACTS / "languages"
LOCALE = "de"
SIZES = {shape: {**size, "height": 1600} for shape, size in SHAPES.items()}
"""Tall enough for every message."""
FOUR = ("Ann", "Bob", "Cleo", "Dan")
LEAGUE = "Ramino, Mondays"
SEED = 3
"""Of a match in which Ann can meld when there are melds on the table."""


class Screens:
    """Ann's pages in a language, a wide one and one on a phone."""

    def __init__(self, say: Words, pages: dict[str, Page]) -> None:
        self._say = say
        self._pages = pages
        self._seats = {shape: Seat(page, "Ann") for shape, page in pages.items()}

    @classmethod
    async def open(cls, pages: Pages, say: Words) -> "Screens":
        return cls(say, {shape: await pages.open("ann/rummy", SIZES[shape], locale=say.locale) for shape in SHAPES})

    async def show(self, channel: str) -> None:
        for seat in self._seats.values():
            await seat.open(channel)

    async def look(self, screen: str, text: str) -> None:
        """Check and take the pictures of the newest message with this text."""
        for shape, seat in self._seats.items():
            await self._look(screen, shape, seat.messages.filter(has_text=text).last)

    async def look_at_form(self, screen: str, button: str, title: str) -> None:
        """Open a form by a button with such a custom_id, check and take its picture, and close it."""
        for shape, seat in self._seats.items():
            await seat.pane.locator(f"button[data-custom-id^='{button}']").last.click()
            form = seat.pane.get_by_test_id("modal")
            await expect(form.get_by_role("heading")).to_have_text(title)
            await self._look(screen, shape, form)
            await self._pages[shape].keyboard.press("Escape")

    async def _look(self, screen: str, shape: str, shown: Locator) -> None:
        await expect(shown).to_be_visible()
        for picture in await shown.locator("img").all():
            await expect(picture).not_to_have_js_property("naturalWidth", 0)
        await check_layout(self._pages[shape])
        await shown.screenshot(path=FOLDER / f"{screen}-{shape}-{self._say.locale}.png")


def can_meld(view: View, seat: int | None) -> bool:
    """Return True if the player in this seat has drawn a card and a meld, and there are melds on the table."""
    if view.awaits != Awaited.PLAY or view.viewer != seat or view.deal is None:
        return False
    return bool(view.deal.melds) and view.arrangement is not None and bool(view.arrangement.melds)


async def press(person: Witness, message: Json | None, button: str) -> Json:
    """Press the button whose custom_id ends in this word, and return the answer."""
    assert message is not None
    message = person.now(message)
    return (await person.press(message, button_id(message, button))).message


async def test_the_main_screens_of_a_language_fit_a_phone_and_a_desktop(club: Club, pages: Pages) -> None:
    say = Languages.read(app.LOCALES).for_locale(LOCALE)
    await club.control("guild", {"locale": LOCALE})
    for name in FOUR:
        await club.control(f"people/{name}", {"locale": LOCALE})
    league = League(server=0, name=LEAGUE, scheme=PLACE_POINTS, rated=True, least=3)
    await store_season(club, league, matches=80, people=6)  # two weeks: on any day, some matches ended before this Monday
    club.deal_pause = 3600
    with seeded_deals(SEED):
        async with club.bot() as bot:
            screens = await Screens.open(pages, say)
            await look_at_match(club, bot, screens, say)
            await look_at_answers(club, screens, say)


async def look_at_match(club: Club, bot: app.Bot, screens: Screens, say: Words) -> None:
    ann = club["Ann"]
    await ann.slash("table new", deals=4, thread=False)
    lobby = await ann.until(lambda: newest_with(ann.messages("rummy"), "join"))
    number = table_number(lobby)
    assert number is not None
    for name in FOUR[1:]:
        await press(club[name], lobby, "join")
    await screens.look("lobby", say.button("Start"))
    more = await press(ann, lobby, "more")
    topics = await press(ann, more, "rules")
    await screens.look_at_form("house-rules", f"r:{number}:scoring", topic_title("scoring", say))
    await ann.dismiss(topics)
    await press(ann, lobby, "start")
    table = await bot.services.tables.get(number)
    seat = table.seats.seat_of(club.person_number("Ann"))
    await play_until(club, bot, lambda view: can_meld(view, seat), number)
    await screens.look("round", say("{name}'s turn", name="Ann"))
    await press(ann, newest_with(ann.messages("rummy"), "show"), "show")
    await screens.look("table", say("Turns, newest first"))
    await screens.show("Ramino")
    await screens.look("hand", say("Your turn: you drew {card}", card="|").partition("|")[0])
    await screens.show("rummy")
    await play_until(club, bot, lambda view: bool(view.ended_deals), number)
    await screens.look("pause", say.button("Ready ({count} of {all})", count=0, all=len(FOUR)))
    with one_turn_deals():
        await play_until(club, bot, lambda view: view.placings is not None, number)
    await screens.look("match-end", say.button("Play again"))


async def look_at_answers(club: Club, screens: Screens, say: Words) -> None:
    for screen, command, options, text in (
        ("standings", "leaderboard", {"league": LEAGUE}, say("± since Monday")),
        ("league", "league list", {"league": LEAGUE}, say.button("Play a match that counts")),
        ("rules", "rules", {"variant": "rami"}, say.button("More rules")),
        ("settings", "settings", {}, say("Your settings")),
        ("help", "help", {}, say("Rummy with Ramino")),
    ):
        await club["Ann"].slash(command, **options)
        await screens.look(screen, text)
