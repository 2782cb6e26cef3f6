"""Leagues on the page of a phone."""

from playwright.async_api import expect

from bot import app
from bot.league.league import League
from tests.e2e.browser.page import PHONE, WHOLE, Pages, Seat, check_layout, take_picture
from tests.e2e.support.club import ARTIFACTS, Club
from tests.e2e.support.league_messages import answer, answer_protest, protest
from tests.e2e.support.seasons import DIFFICULT_NAMES, NAMES, PLACE_POINTS, store_season
from tests.league.leagues import LEAGUES

WIDTHS = """() => {
    const text = [...document.querySelectorAll(".message pre code")].at(-1).firstChild, lines = text.data.split("\\n");
    let at = 0;
    return lines.map(line => {
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + Math.min(lines[0].length, line.length));
        at += line.length + 1;
        return line.length < lines[0].length ? 0 : Math.round(range.getBoundingClientRect().width);
    }).filter(width => width);
}"""
"""The width of each line in the last table that is as long as its heading."""


async def test_league_messages_fit_the_page(club: Club, pages: Pages) -> None:
    league = League(server=0, name="Ramino, Mondays", scheme=PLACE_POINTS, rated=True, zone="Europe/Rome", least=3)
    await store_season(club, league, matches=120, people=40, names=DIFFICULT_NAMES)
    async with club.bot():
        commands: list[tuple[str, dict[str, object]]] = [
            ("leaderboard", {}),
            ("stats", {"second": club["Bob"].id, "third": club["Cleo"].id, "fourth": club["Dan"].id}),
            ("history", {}),
            ("match", {"match": 120}),
            ("leaderboard", {"by": "rating"}),
            ("league list", {"league": "Ramino, Mondays"}),
            ("league list", {}),
            ("league season-end", {"league": "Ramino, Mondays"}),
            ("leaderboard", {"season": "1"}),
        ]
        page = await pages.open("ann/rummy", PHONE)
        for command, options in commands:
            asked = await club["Ann"].slash(command, **options)
            if command == "league season-end":
                await take_picture(page, Seat(page, "Ann"), "league-question")
                await check_layout(page)
            await answer(club["Ann"], asked)
            name = "-".join((*command.split(), *(one for one in options if one in ("by", "season"))))
            await take_picture(page, Seat(page, "Ann"), f"league-{name}")
            await check_layout(page)


async def test_the_numbers_of_a_table_are_aligned_and_a_chart_keeps_its_shape(club: Club, pages: Pages) -> None:
    leagues = [one for one in LEAGUES if one.name in ("By placing", "Cards")]
    await store_season(club, *leagues, matches=100, people=20, names=list(NAMES.values())[6:20])
    async with club.bot():
        page = await pages.open("ann/rummy", PHONE)
        await page.set_viewport_size(WHOLE["phone"])  # type: ignore[arg-type]
        ann = Seat(page, "Ann")
        for league in leagues:
            await club["Ann"].slash("leaderboard", league=league.name)
            for number in (1, 2):
                await expect(ann.messages.last).to_contain_text(f"page {number} of 2")
                assert len(set(await page.evaluate(WIDTHS))) == 1, "the numbers are aligned"
                if number == 1:
                    await ann.press("Next")
        await club["Ann"].slash("stats", second=club["Bob"].id)
        picture = ann.messages.last.locator(".gallery img")
        await expect(picture).to_have_js_property("naturalWidth", 800)
        box = await picture.bounding_box()
        assert 200 < box["width"] <= PHONE["width"]
        assert abs(box["width"] / box["height"] - 800 / 480) < 0.02


async def test_a_league_is_created_by_form_and_its_card_fits_the_page(club: Club, bot: app.Bot, pages: Pages) -> None:
    page = await pages.open("ann/rummy", PHONE)
    ann = Seat(page, "Ann")

    async def look(name: str) -> None:
        await check_layout(page)
        await page.screenshot(path=ARTIFACTS / f"card-{name}.png")

    await ann.command("/league create")
    form = ann.pane.get_by_test_id("modal")
    await expect(form.get_by_role("heading")).to_have_text("New league")
    await look("form")
    await form.get_by_label("Name of the league").fill("Ramino, Mondays")
    for title, chosen in (("Points", "Points by place"), ("Season", "New season: every Monday")):
        await form.get_by_label(title).click()
        await ann.pane.get_by_role("option", name=chosen).click()
    await look("filled-in")
    await form.get_by_test_id("modal-submit").click()
    await expect(ann.messages.last).to_contain_text("League created.")
    await take_picture(page, ann, "card-card")
    await check_layout(page)
    await ann.messages.filter(has_text="Play a match").last.get_by_role("button", name="More").click()
    await expect(ann.messages.last).to_contain_text("Time zone: UTC")
    await take_picture(page, ann, "card-settings")
    for title in ("House rules", "Played in", "Time zone"):
        await ann.messages.last.get_by_role("combobox").click()
        await look("settings")
        await ann.pane.get_by_role("option", name=title).click()
        await expect(form.get_by_role("heading")).to_have_text("Ramino, Mondays")
        await look(f"setting-{title.lower().replace(' ', '-')}")
        if title != "Time zone":
            await page.keyboard.press("Escape")
    await form.get_by_label("Time zone").fill("Europe/Rome")
    await form.get_by_test_id("modal-submit").click()
    await expect(ann.messages.last).to_contain_text("League updated.")
    card = ann.messages.filter(has_text="Play a match").last
    await card.get_by_role("button", name="Rules").click()
    await expect(ann.messages.last).to_contain_text("Europe/Rome")
    await expect(ann.messages.last).to_contain_text("Counts only after everyone has had a turn.")
    await take_picture(page, ann, "card-rules")
    await check_layout(page)
    await card.get_by_role("button", name="Play a match that counts").click()
    await expect(ann.messages.last).to_contain_text("Counts for: Ramino, Mondays")
    await take_picture(page, ann, "card-lobby")
    await check_layout(page)


async def test_a_protest_and_its_answer_fit_the_page(club: Club, pages: Pages) -> None:
    cup = League(server=0, name="Cup", announcements=int(club["Ann"].channel_id("lounge")))
    history = await store_season(club, cup, matches=30, people=6)
    number = next(one.number for one in reversed(history) if one.seat_of(2) is not None)
    async with club.bot() as bot:
        page, lounge = [await pages.open(f"ann/{channel}", PHONE) for channel in ("rummy", "lounge")]
        await protest(club, "Bob", number, "Ann looked at my cards " * 10)
        await club["Ann"].slash("match", match=number)
        await take_picture(page, Seat(page, "Ann"), "protest-match")
        await check_layout(page)
        await answer_protest(club, "Ann", number, "I didn't", "Bob")
        for _ in range(2):
            await bot.league_clock.run_once()
        await expect(Seat(lounge, "Ann").messages.last).to_contain_text("answered Bob's protest")
        await take_picture(lounge, Seat(lounge, "Ann"), "protest-announced")
        await check_layout(lounge)
