"""A host at the playground's page changes house rules in their forms, on a phone."""

from playwright.async_api import Locator, Page, expect

from bot import app
from tests.e2e.browser.page import PHONE, Pages, Seat, check_layout, take_picture
from tests.e2e.support.club import ARTIFACTS, Club
from tests.e2e.support.tables import open_table


async def test_a_host_changes_house_rules_in_a_form(club: Club, bot: app.Bot, pages: Pages) -> None:
    await open_table(club, "Ann", "Bob", target=100)
    page = await pages.open("ann/rummy", PHONE)
    ann = Seat(page, "Ann")
    await ann.press("More")
    await ann.press("House rules")
    topics = ann.messages.last
    await expect(topics).to_contain_text("Rami without house rules.")
    await check_layout(page)
    await take_picture(page, ann, "house-rules-topics")

    await _look_at_every_form(page, ann)
    await topics.get_by_role("button", name="Scoring").click()
    form = ann.pane.get_by_test_id("modal")
    await expect(form.locator(".field > label")).to_have_text(
        ["Scoring *", "Target score *", "Number of deals *", "Blocked deals *", "Ties *"]
    )
    await expect(_question(form, "Target score")).to_contain_text("Target: 100 points")
    await check_layout(page)
    await _take_picture(page, "house-rules-form")
    await _choose(form, ann, "Target score", "No target score")
    await _choose(form, ann, "Ties", "Ties are played off")
    await form.get_by_test_id("modal-submit").click()
    await expect(topics).to_contain_text("The match would never end.")
    await take_picture(page, ann, "house-rules-refused")

    await topics.get_by_role("button", name="Edit again").click()
    await expect(_question(form, "Target score")).to_contain_text("No target score")
    await expect(_question(form, "Ties")).to_contain_text("Ties are played off")
    await _choose(form, ann, "Number of deals", "6 deals")
    await form.get_by_test_id("modal-submit").click()
    await expect(topics).to_contain_text("ties are played off")
    await expect(topics.get_by_role("button", name="Edit again")).to_have_count(0)
    await take_picture(page, ann, "house-rules-changed")
    rules = club.table().variant
    assert (rules.match_target, rules.match_deals, rules.tie) == ("none", 6, "extra_deal")
    await club.until_sent()
    await expect(ann.messages.first).to_contain_text("ties are played off")


def _question(form: Locator, title: str) -> Locator:
    return form.locator(".field").filter(has=form.page.get_by_text(title, exact=False)).first


async def _look_at_every_form(page: Page, seat: Seat) -> None:
    """Open each form, check that nothing sticks out, and leave it."""
    for number, title in enumerate(
        ("Melding", "Turns and going out", "Sets and runs", "Cards and players", "Dealing and the stock")
    ):
        await seat.messages.last.get_by_role("button", name=title).click()
        form = seat.pane.get_by_test_id("modal")
        await expect(form.get_by_role("heading")).to_have_text(title)
        await check_layout(page)
        await _take_picture(page, f"house-rules-form-{number}")
        await form.get_by_role("button", name="Cancel").click()
        await expect(form).to_have_count(0)


async def _choose(form: Locator, seat: Seat, title: str, answer: str) -> None:
    await form.get_by_label(title).click()
    await seat.pane.get_by_role("option", name=answer, exact=True).click()


async def _take_picture(page: Page, name: str) -> None:
    ARTIFACTS.mkdir(parents=True, exist_ok=True)
    await page.screenshot(path=ARTIFACTS / f"{name}.png")
