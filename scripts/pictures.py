"""Takes the pictures of the documents and writes them to docs/: `.venv/bin/python -m scripts.pictures`.

People play at the playground, always the same deals, until a turn comes that shows enough, and to the end. The standings and
ratings are those of a season that is generated from a seed.
"""

import asyncio
import tempfile
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from playwright.async_api import Browser, async_playwright

from bot.league.league import League
from bot.league.scheme import read_scheme
from bot.rummy.events import Awaited
from bot.rummy.view import View
from tests.e2e.support.club import open_club
from tests.e2e.support.league_messages import ask
from tests.e2e.support.pictures import upload_card_emoji
from tests.e2e.support.quick_matches import play_until
from tests.e2e.support.seasons import store_season
from tests.e2e.support.tables import start_match
from tests.seeded_deals import seeded_deals

DOCS = Path(__file__).parents[1] / "docs"
CHROMIUM = "/usr/bin/chromium-headless-shell"
DISCARD, AGAIN = ".message [data-custom-id*=':discard']", ".message [data-custom-id$=':again']"
PICTURES_LOADED = "[...document.images].every(one => one.complete && one.naturalWidth)"
MOST_BYTES = 200 * 1024
REGULARS = ("Eve", "Finn", "Gina", "Hugo", "Ida", "Jon", "Kim", "Leo", "Mia", "Ned")


async def main() -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        await play(browser, "rami", 8, ("Ann", "Bob"), is_turn_to("meld", "layoff"), "phone", wide="table", end="match-end")
        await play(browser, "wrotham", 26, ("Ann", "Bob"), is_turn_to("swap", "meld", melds=1), "wrotham")
        await play(browser, "cuccu", 8, ("Ann", "Bob", "Cleo"), is_turn_to("meld"), "cuccu", table="cuccu-table")
        await show_season(browser)
        await browser.close()
    for file in DOCS.glob("*.png"):
        print(f"{file.name}: {file.stat().st_size // 1024} KiB")
        assert file.stat().st_size <= MOST_BYTES


def is_turn_to(*kinds: str, melds: int = 2) -> Callable[[View], bool]:
    """Return a function that says whether the player on turn can make moves of these kinds; so many melds are on the table."""

    def is_wanted(view: View) -> bool:
        if view.awaits != Awaited.PLAY or view.deal is None or len(view.deal.melds) < melds:
            return False
        return {str(move).split()[0] for move in view.moves}.issuperset(kinds)

    return is_wanted


async def play(
    browser: Browser,
    game: str,
    seed: int,
    names: tuple[str, ...],
    is_wanted: Callable[[View], bool],
    phone: str,
    *,
    table: str = "",
    wide: str = "",
    end: str = "",
) -> None:
    """Play a match from this seed, and take pictures: of the first wanted turn the hand on a `phone`, the `table` in the
    channel, both on a `wide` screen; and of the `end` of the match.
    """
    with tempfile.TemporaryDirectory() as folder, seeded_deals(seed):
        async with open_club(Path(folder), *names) as club:
            await upload_card_emoji(club)
            async with club.bot() as bot:
                await start_match(club, *names, variant=game, deals=5)
                await play_until(club, bot, is_wanted)
                name = club.on_turn().name.lower()
                other = next(one for one in names if one.lower() != name).lower()
                await take_on_phone(browser, f"{club.pg.url}/#{name}/dm", phone, ready=DISCARD)
                if table:
                    await take_on_phone(browser, f"{club.pg.url}/#{other}/rummy", table, ready=".message .gallery")
                if wide:
                    url = f"{club.pg.url}/#{other}/rummy,{name}/dm"
                    await take(browser, url, DOCS / f"{wide}.png", width=1280, height=880, ready=DISCARD)
                if end:
                    await play_until(club, bot, lambda view: view.placings is not None)
                    await take_on_phone(browser, f"{club.pg.url}/#{other}/rummy", end, ready=AGAIN)


async def show_season(browser: Browser) -> None:
    """Take pictures of a league's standings and of four people's ratings, after a season generated from a seed."""
    league = League(server=0, name="Mondays", scheme=read_scheme("2: 3 0; 3: 4 2 0; 4: 5 3 1 0; 5: 6 4 2 1 0"), rated=True)
    people = ("Ann", "Bob", "Cleo", "Dan")
    with tempfile.TemporaryDirectory() as folder:
        async with open_club(Path(folder), *people) as club:
            await store_season(club, league, matches=150, people=len(people) + len(REGULARS), names=REGULARS)
            async with club.bot():
                url = f"{club.pg.url}/#ann/rummy"
                await ask(club["Ann"], "leaderboard")
                await take_on_phone(browser, url, "standings", height=640, ready=".message pre")
                compared = zip(("person", "second", "third", "fourth"), people, strict=True)
                await ask(club["Ann"], "stats", **{option: club[name].id for option, name in compared})
                await take_on_phone(browser, url, "ratings", height=640, ready=".message .gallery")


async def take_on_phone(browser: Browser, url: str, name: str, *, height: int = 812, ready: str) -> None:
    await take(browser, url, DOCS / f"{name}.png", width=375, height=height, scale=2, ready=ready)


async def take(browser: Browser, url: str, file: Path, *, width: int, height: int, scale: int = 1, ready: str) -> None:
    """Take a picture of a page once the element `ready` is shown and pictures are loaded; the sizes are in CSS pixels."""
    context = await browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=scale,
        color_scheme="dark",
        is_mobile=scale > 1,
        bypass_csp=True,  # for PICTURES_LOADED
    )
    page = await context.new_page()
    await page.goto(url)
    await page.locator(ready).last.wait_for()
    await page.wait_for_function(PICTURES_LOADED)
    await page.screenshot(path=file)
    await context.close()
    with Image.open(file) as picture:
        picture.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(file, optimize=True)


if __name__ == "__main__":
    asyncio.run(main())
