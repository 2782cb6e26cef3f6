"""Takes the README's pictures and writes them to docs/: `.venv/bin/python -m scripts.pictures`.

People play at the playground, always the same deals, until a turn comes that shows enough. The standings and ratings are
those of a season that is generated from a seed.
"""

import asyncio
import random
import tempfile
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

from playwright.async_api import Browser, async_playwright

from bot import app
from bot.league.league import League
from bot.league.scheme.scheme_text import read_scheme
from tests.e2e.support.club import Club, open_club
from tests.e2e.support.hand_controls import controls, offered_moves
from tests.e2e.support.league.league_reading import ask
from tests.e2e.support.league.played_season import store_season
from tests.e2e.support.tables import play_turn, start_match
from tests.e2e.support.witness import Witness

DOCS = Path(__file__).parents[1] / "docs"
CHROMIUM = "/usr/bin/chromium"
MOST_TURNS = 60
REGULARS = ("Eve", "Finn", "Gina", "Hugo", "Ida", "Jon", "Kim", "Leo", "Mia", "Ned")
ALL_MOVES = frozenset(("meld", "layoff", "discard"))


async def main() -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        await play(browser, "rami", 20, ("Ann", "Bob"), ALL_MOVES, phone="phone", wide="table")
        await play(browser, "wrotham", 19, ("Ann", "Bob"), frozenset(("swap", "meld")), phone="wrotham")
        await play(browser, "cuccu", 5, ("Ann", "Bob", "Cleo"), ALL_MOVES, phone="cuccu")
        await show_season(browser)
        await browser.close()


async def play(
    browser: Browser, game: str, seed: int, names: tuple[str, ...], wanted: frozenset[str], *, phone: str, wide: str = ""
) -> None:
    """Play a match from this seed until somebody can make all the `wanted` moves, and take pictures of their turn."""
    generator = random.Random(seed)
    seeded = SimpleNamespace(token_hex=lambda size: generator.randbytes(size).hex())
    with tempfile.TemporaryDirectory() as folder, mock.patch.object(app, "secrets", seeded):
        async with open_club(Path(folder), *names) as club, club.bot():
            await start_match(club, *names, variant=game)
            player = await play_until_possible(wanted, club)
            if wide:
                other = next(name for name in names if name != player.name)
                url = f"{club.pg.url}/#{other}/rummy,{player.name}/dm".lower()
                await take(browser, url, DOCS / f"{wide}.png", width=1280, height=880)
            url = f"{club.pg.url}/#{player.name}/dm".lower()
            await take(browser, url, DOCS / f"{phone}.png", width=375, height=812, scale=2)
    for file in filter(None, (wide, phone)):
        print(f"{file}.png: {(DOCS / f'{file}.png').stat().st_size // 1024} KiB")


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
                await take(browser, url, DOCS / "standings.png", width=375, height=640, scale=2, ready=".message pre")
                compared = zip(("person", "second", "third", "fourth"), people, strict=True)
                await ask(club["Ann"], "stats", **{option: club[name].id for option, name in compared})
                await take(
                    browser, url, DOCS / "ratings.png", width=375, height=640, scale=2, ready=".message img[src*=ratings]"
                )


async def play_until_possible(wanted: frozenset[str], club: Club) -> Witness:
    """Play until a player who has drawn can make all the `wanted` moves; return that player."""
    for _ in range(MOST_TURNS):
        player = club.on_turn()
        hand = next(message for message in player.dms if controls(message))
        if "draw stock" in offered_moves(hand):
            hand = (await player.press(hand, "Draw from the stock")).message
            await club.until_sent()
        table = club.table().match
        assert table is not None
        assert table.deal is not None
        if wanted <= {move.split()[0] for move in offered_moves(hand)} and len(table.deal.melds) > (wanted == ALL_MOVES):
            return player
        await play_turn(club)
        if club.table().person_to_act() is None:
            break
    raise SystemExit("No such turn comes with this seed; choose another.")


async def take(
    browser: Browser,
    url: str,
    file: Path,
    *,
    width: int,
    height: int,
    scale: int = 1,
    ready: str = ".message [data-custom-id*=':discard']",
) -> None:
    """Take a picture of a page once the element `ready` is shown; the sizes are in CSS pixels."""
    context = await browser.new_context(
        viewport={"width": width, "height": height}, device_scale_factor=scale, color_scheme="dark", is_mobile=scale > 1
    )
    page = await context.new_page()
    await page.goto(url)
    await page.locator(ready).last.wait_for()
    await page.screenshot(path=file)
    await context.close()


if __name__ == "__main__":
    asyncio.run(main())
