"""The page of a finished match in a browser: its board step by step, its controls, and how it looks on every screen."""

import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.async_playwright import Axe
from msgspec.structs import replace
from playwright.async_api import Browser, Locator, Page, expect

from bot.messages.names import Names
from bot.rummy.events import CardsDealt
from bot.tables.events import Event, TableOpened
from bot.tables.replay import Step, replay_of
from tests.e2e.browser.page import PHONE, WIDE
from tests.messages.replay.board_reader import page_data
from tests.messages.replay.pages import names_in, page_of
from tests.messages.replay.random_matches import RandomMatch
from tests.rummy.presets import variant
from tests.seeds import seeds

BOARDS = """() => {
    const cards = it => [...it.querySelectorAll("[data-card]")].map(card => card.dataset.card), found = [];
    for (;;) {
        const line = document.querySelector("main section [aria-current]");
        const other = line.matches("ul") ? "end" : "deal", seats = [...document.querySelectorAll(".seat")];
        found.push({
            where: document.getElementById("where").textContent,
            seats: seats.map(it => [...it.querySelectorAll("b, .about")].map(it => it.textContent.trim())),
            hands: seats.map(cards),
            turn: document.querySelector(".seat.turn")?.dataset.seat ?? "",
            melds: [...document.querySelectorAll("#melds li")].map(it => [cards(it), it.lastChild.previousSibling.textContent]),
            piles: [document.getElementById("piles").textContent, cards(document.getElementById("piles"))],
            line: [line.closest("section").id, line.matches("li") ? [...line.parentElement.children].indexOf(line) + 1 : other],
        });
        if (document.getElementById("on").ariaDisabled === "true") return found;
        document.getElementById("on").click();
    }
}"""
Open = Callable[..., Any]
CHECKED = "Checked: this deal was decided before the first card ✓"


@pytest.fixture
async def open_page(browser: Browser, tmp_path: Path) -> AsyncIterator[Open]:
    """Open a page from a file. It may ask for nothing else, and write nothing to the console."""
    faults: list[str] = []
    async with AsyncExitStack() as stack:

        async def open_page(page: bytes, address: str = "", **options: Any) -> Page:
            file = tmp_path / "ramino-1.html"
            file.write_bytes(page)
            context = await browser.new_context(**options)
            stack.push_async_callback(context.close)
            shown = await context.new_page()
            shown.on("console", lambda message: faults.append(message.text))
            shown.on("pageerror", lambda error: faults.append(str(error)))
            shown.on("request", lambda request: faults.append(request.url) if "ramino-1" not in request.url else None)
            await shown.goto(f"{file.as_uri()}{address}")
            return shown

        yield open_page
    assert faults == []


def board_of(step: Step, number: int, names: Names) -> dict[str, Any]:
    """Return what the browser shows of a step, from the events alone."""
    deal, match, occupants = step.deal, step.match, step.table.seats.occupants
    own_parts, to_act = match.variant.stock == "own", None if deal.end is not None else deal.turn.seat
    seats = []
    for seat, player in enumerate(occupants):
        about = [f"Cards: {len(deal.hands[seat])}", f"Points: {match.scores[seat]}"]
        about += [f"Own stock: {deal.stock_seats.count(seat)}"] if own_parts else []
        about += ["left"] if seat in match.left_seats else []
        about += ["to play"] if seat == to_act else []
        seats.append([names.plain(player), " · ".join(about)])
    end = "deal" if number == 0 else "end"
    return {
        "seats": seats,
        "hands": [sorted(hand) for hand in deal.hands],
        "turn": "" if to_act is None else str(to_act),
        "melds": [[list(meld.cards), names.plain(occupants[meld.owner])] for meld in deal.melds],
        "piles": [
            len(deal.discard_pile),
            None if own_parts else len(deal.stock),
            [*deal.discard_pile[-1:], *deal.turn.retired_cards],
        ],
        "line": [f"{deal.number}-1", end if step.turn is None else step.turn],
    }


async def check_in_browser(page: Page, events: Sequence[Event]) -> None:
    """Step through the whole match, and compare each board with the events."""
    replay, boards = replay_of(1, events), iter(await page.evaluate(BOARDS))
    names = names_in(replay)
    for deal in replay.deals:
        for number, step in enumerate(deal.steps):
            shown, expected = next(boards), board_of(step, number, names)
            where = f"Deal {deal.number} of {len(replay.deals)}, step {number + 1} of {len(deal.steps)}"
            text, cards = shown["piles"]
            stock = re.search(r"Stock: (\d+)", text)
            sizes = [int(re.findall(r"Discards: (\d+)", text)[0]), None if stock is None else int(stock[1])]
            shown |= {"hands": [sorted(hand) for hand in shown["hands"]], "piles": [*sizes, cards]}
            assert shown == expected | {"where": where}, f"{where}: {step.event}"
    assert next(boards, None) is None
    checked = page.get_by_text(CHECKED)
    await expect(checked).to_have_count(len(replay.deals))


@pytest.mark.parametrize("seed", seeds(0, 15))
async def test_the_board_of_every_step_is_that_of_the_events(open_page: Open, seed: int) -> None:
    for nth in range(3):
        match = RandomMatch(3 * seed + nth)
        await check_in_browser(await open_page(page_of(match.events)), match.events)


async def test_the_board_of_a_long_match_is_that_of_the_events(open_page: Open) -> None:
    match = RandomMatch(4, variant("wrotham", match_deals=30), 2, moves=3000, leaving=0)
    written = page_of(match.events)
    assert b"</c-h>" not in written  # the script makes the boxes
    page = await open_page(written)
    await check_in_browser(page, match.events)
    assert await page.locator("section ol [role=img]").count() > 1000


async def move_focus(page: Page, key: str, wanted: Locator) -> None:
    """Move the focus to a control by this key alone."""
    for _ in range(30):
        if await wanted.evaluate("it => it === document.activeElement"):
            return
        await page.keyboard.press(key)
    raise AssertionError("the key doesn't lead there")


@pytest.mark.journey
async def test_the_controls_the_keys_the_address_and_the_views_show_any_step(open_page: Open) -> None:
    events = RandomMatch(6, variant("rami"), 3, moves=400, leaving=0).events
    page = await open_page(page_of(events), "#2-7")
    where, hands = page.locator("#where"), page.locator(".seat")
    await expect(where).to_contain_text("Deal 2 of")
    await expect(where).to_contain_text("step 7 of")
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("ArrowLeft")
    await expect(where).to_contain_text("step 8 of")
    await expect(page).to_have_url(re.compile("#2-8$"))
    first, last = "1 of", r"(\d+) of \1$"
    for name, deal, step in (
        ("Start of the deal", 2, first),
        ("One step back", 1, last),
        ("One step on", 2, first),
        ("End of the deal", 2, last),
        ("Next deal", 3, first),
    ):
        await move_focus(page, "Tab", page.get_by_role("button", name=name))
        await page.keyboard.press("Enter")
        await expect(where).to_have_text(re.compile(rf"Deal {deal} of \d+, step {step}"))
        await expect(page).to_have_url(re.compile(rf"#{deal}-\d+$"))  # steps in quick succession would share one
    await expect(page).to_have_url(re.compile("#3-1$"))
    await page.go_back()
    await expect(page).to_have_url(re.compile(r"#2-\d+$"))
    await expect(where).to_contain_text("Deal 2 of")
    await page.get_by_role("link", name="Deal 1").click()
    await expect(where).to_have_text(re.compile(r"Deal 1 of \d+, step 1 of"))
    await expect(page.locator("#board")).to_be_in_viewport()
    view = page.get_by_role("combobox", name="Whose hand")
    await expect(hands.locator("[data-card]")).to_have_count(21)
    await move_focus(page, "Shift+Tab", view)
    await page.keyboard.press("ArrowDown")
    await expect(hands.locator("[data-card]")).to_have_count(7)
    await expect(hands.locator("c-b")).to_have_count(14)
    await expect(hands.nth(0).get_by_role("img").first).to_have_accessible_name(re.compile(r"^\w+ of \w+$"))
    await expect(where).to_have_text(re.compile(r"Deal 1 of \d+, step 1 of"))


async def test_an_address_without_a_step_shows_one(open_page: Open) -> None:
    match = page_of(RandomMatch(6, variant("rami"), 3, leaving=0).events)
    for address in ("#0-0", "#99-9999", "#2-", "#x", "#1-1-1"):
        page = await open_page(match, address)
        await expect(page.locator("#where")).to_have_text(re.compile(r"Deal \d+ of \d+, step \d+ of \d+"))


async def test_a_changed_seed_deal_or_stock_is_found(open_page: Open) -> None:
    page = page_of(RandomMatch(6, variant("rami"), 3, leaving=0).events)
    deal = page_data(page)["deals"][0]
    seed, link, message = re.findall(r"<code>(.+?)</code>", page.decode())[2:5]
    first, second = deal["hands"][0].split()[:2]
    drawn = re.findall(r"(?:^|;)d([^;]+)", deal["steps"])
    for old, new, fault in (
        (seed, seed[::-1], "The seed doesn't match its fingerprint."),
        (f"{link}</code>", f"{link[::-1]}</code>", "The link doesn't lead to the fingerprint of all shuffles."),
        (f"{message}</code>", f"{int(message) + 1}</code>", "The seed isn't made from the link, the message and the words."),
        (
            f"{link}</code> <code>{message}</code>",
            "</code>",
            "Checked, but the fingerprint of all shuffles doesn't cover this deal.",
        ),
        (f'"{first} {second}', f'"{second} {first}', "The cards don't follow from the seed."),
        (f"d{drawn[0]};", f"d{drawn[1]};", "The stock doesn't follow from the seed."),
    ):
        assert old in page.decode()
        shown = await open_page(page.decode().replace(old, new, 1).encode())
        await expect(shown.locator("main > section output").nth(1)).to_have_text(fault)


async def test_a_match_of_an_earlier_version_without_a_chain_is_checked_deal_by_deal(open_page: Open) -> None:
    events = [
        replace(event, chain=None)
        if isinstance(event, TableOpened)
        else replace(event, made_of=None)
        if isinstance(event, CardsDealt)
        else event
        for event in RandomMatch(6, variant("rami"), 3, leaving=0).events
    ]
    page = page_of(events)
    shown = await open_page(page)
    await expect(shown.get_by_text(CHECKED)).to_have_count(len(page_data(page)["deals"]))
    seed = re.findall(r"<code>(.+?)</code>", page.decode())[1]
    changed = await open_page(page.decode().replace(seed, seed[::-1]).encode())
    await expect(changed.get_by_text("The seed doesn't match its fingerprint.")).to_have_count(1)


async def test_words_of_an_earlier_version_are_checked_and_changed_ones_are_found(open_page: Open) -> None:
    page = page_of(RandomMatch(6, variant("rami"), 3, leaving=0, words={2: "5c" * 32, 1: "0f" * 32}).events)
    count = len(page_data(page)["deals"])
    shown = await open_page(page)
    await expect(shown.get_by_text(CHECKED)).to_have_count(count)
    await expect(shown.locator("header ~ main > details p.about").last).to_contain_text(
        f"mixed into every shuffle:\n1. Player 2: {'5c' * 32}\n2. Player 1: {'0f' * 32}"
    )
    changed = await open_page(page.replace(b'"words":["5c', b'"words":["6c'))
    fault = "The seed isn't made from the link, the message and the words."
    await expect(changed.get_by_text(fault)).to_have_count(count)


SCREENS: tuple[tuple[str, Any, Any], ...] = (
    ("rami", "light", WIDE),
    ("cuccu", "dark", PHONE),
    ("cuccu", "light", PHONE),
    ("wrotham", "dark", WIDE),
)


async def test_the_page_fits_every_screen_and_is_readable(open_page: Open) -> None:
    for game, theme, size in SCREENS:
        players = min(4, variant(game).players[1])
        events = RandomMatch(3, variant(game), players, moves=200).events
        page = await open_page(page_of(events), "#1-20", viewport=size, color_scheme=theme)
        await expect(page.locator("#board")).to_be_visible()
        await expect(page.locator("main > section output").last).not_to_be_empty()
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        found = (await Axe().run(page)).response["violations"]
        assert not [one["id"] for one in found if one["impact"] in ("serious", "critical")], found
        plain = await open_page(page_of(events), viewport=size, color_scheme=theme, java_script_enabled=False)
        await expect(plain.get_by_role("heading", name="Deal 1", exact=True)).to_be_visible()
        await expect(plain.locator("#board")).to_be_hidden()
        await expect(plain.locator("section ol li").first).to_be_visible()
