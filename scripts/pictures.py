"""Takes the pictures of the README anew, docs/table.png and docs/phone.png: `.venv/bin/python -m scripts.pictures`.

Two people play a deal at the playground, always the same one, until a turn comes that shows what there is to see.
"""

import asyncio
import random
import tempfile
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

from playwright.async_api import Browser, async_playwright

from bot import app
from tests.e2e.club import Club, Witness, open_club
from tests.e2e.players import controls, offered, start_match, turn

DOCS = Path(__file__).parents[1] / "docs"
CHROMIUM = "/usr/bin/chromium"
SEED = 619
MOST_TURNS = 40


async def main() -> None:
    dice = random.Random(SEED)
    loaded = SimpleNamespace(token_hex=lambda size: dice.randbytes(size).hex())
    with tempfile.TemporaryDirectory() as folder, mock.patch.object(app, "secrets", loaded):
        async with open_club(Path(folder), "Ann", "Bob") as club, club.bot(), async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
            await start_match(club, "Ann", "Bob", variant="rami")
            player = await until_there_is_much_to_do(club)
            other = "Bob" if player.name == "Ann" else "Ann"
            wide = f"{other}/rummy,{player.name}/dm".lower()
            await take(browser, f"{club.pg.url}/#{wide}", DOCS / "table.png", width=1280, height=880)
            phone = f"{club.pg.url}/#{player.name.lower()}/dm"
            await take(browser, phone, DOCS / "phone.png", width=375, height=812, scale=2)
            await browser.close()
    for file in (DOCS / "table.png", DOCS / "phone.png"):
        print(f"{file.name}: {file.stat().st_size // 1024} KiB")


async def until_there_is_much_to_do(club: Club) -> Witness:
    """Until somebody has drawn and can meld and lay off; who."""
    for _ in range(MOST_TURNS):
        player = club.on_turn()
        hand = next(message for message in player.dms if controls(message))
        table = club.table().match
        moves = {move.split()[0] for move in offered((await player.press(hand, "Draw from the stock")).message)}
        await club.told()
        if {"meld", "layoff", "discard"} <= moves and table and table.deal and len(table.deal.melds) > 1:
            return player
        await turn(club)
    raise SystemExit(f"No such turn comes with seed {SEED}; choose another.")


async def take(browser: Browser, url: str, file: Path, *, width: int, height: int, scale: int = 1) -> None:
    context = await browser.new_context(
        viewport={"width": width, "height": height}, device_scale_factor=scale, color_scheme="dark", is_mobile=scale > 1
    )
    page = await context.new_page()
    await page.goto(url)
    await page.locator(".message [data-custom-id$=':discard']").last.wait_for()
    await page.screenshot(path=file)
    await context.close()


if __name__ == "__main__":
    asyncio.run(main())
