"""The screens of clocks and changing seats, on a wide page and on a phone: a pause, a vote, an offered seat."""

from bot import app
from bot.tables.pace import Pace
from tests.e2e.browser.page import WHOLE, Pages, Seat, check_layout, take_picture
from tests.e2e.support.clocks import let_time_run_out, start_timed_match
from tests.e2e.support.club import Clock, Club
from tests.e2e.support.quick_matches import make_away, play_to_pause, settle, start
from tests.e2e.support.tables import newest_page, waiting_player


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
