"""The page in a real browser, with a small bot: what newcomers do on their first evening."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import discord
import pytest
from discord import app_commands, ui
from playwright.async_api import Browser, Page, Route, expect

from playground.server import Playground
from tests.conftest import PATIENCE
from tests.e2e.browser.page import Pages
from tests.playground.conftest import running

WIDE, PHONE = {"width": 1400, "height": 900}, {"width": 360, "height": 740}
NASTY = "<img src=x onerror=\"document.title='hacked'\"> **bold** `**code**` [x](javascript:alert(1)) ||secret||"


class Form(ui.Modal, title="House rules"):
    name = ui.Label(text="Table name", component=ui.TextInput(max_length=20))
    pace = ui.Label(
        text="Pace",
        component=ui.RadioGroup(
            options=[discord.RadioGroupOption(label="Live", value="live"), discord.RadioGroupOption(label="Slow", value="slow")]
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"{self.name.component.value} plays {self.pace.component.value}")


class Guests(ui.Modal, title="Guests"):
    who = ui.Label(text="Members", component=ui.UserSelect(max_values=3, required=True))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        values = self.who.component.values
        assert all(isinstance(one, discord.Member) for one in values)
        await interaction.response.send_message("invited " + " and ".join(one.display_name for one in values))


class Lobby(ui.View):
    """A button of each kind of answer, and a menu of several cards."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.joined = 0

    @ui.button(label="Join", custom_id="join", style=discord.ButtonStyle.success)
    async def join(self, interaction: discord.Interaction, _: ui.Button) -> None:
        self.joined += 1
        await interaction.response.edit_message(content=f"joined {self.joined}")

    @ui.button(label="Rules", custom_id="rules")
    async def rules(self, interaction: discord.Interaction, _: ui.Button) -> None:
        await interaction.response.send_modal(Form())

    @ui.button(label="Guests", custom_id="guests")
    async def guests(self, interaction: discord.Interaction, _: ui.Button) -> None:
        await interaction.response.send_modal(Guests())

    @ui.button(label="Peek", custom_id="peek")
    async def peek(self, interaction: discord.Interaction, _: ui.Button) -> None:
        await interaction.response.send_message("your hand: A♠", ephemeral=True)

    @ui.button(label="Sleep", custom_id="sleep", style=discord.ButtonStyle.danger)
    async def sleep(self, interaction: discord.Interaction, _: ui.Button) -> None:
        """Answer nothing."""

    @ui.select(
        custom_id="meld",
        placeholder="Lay down",
        min_values=2,
        max_values=3,
        options=[discord.SelectOption(label=card) for card in ("2♣", "3♣", "4♣")],
    )
    async def meld(self, interaction: discord.Interaction, select: ui.Select) -> None:
        await interaction.response.send_message("melded " + " ".join(select.values))


class Bot(discord.Client):
    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.02)
        self.up = asyncio.Event()
        self.tree = app_commands.CommandTree(self)

        table = app_commands.Group(name="table", description="Tables")

        @table.command(name="new", description="Open a table")
        async def new(interaction: discord.Interaction, variant: str, seats: int = 4) -> None:
            await interaction.response.send_message(f"table of {variant} for {seats}", view=Lobby())

        @new.autocomplete("variant")
        async def variants(_: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
            return [app_commands.Choice(name=n, value=n.lower()) for n in ("Rami", "Ramino", "Gin") if typed in n]

        @self.tree.command(name="nasty", description="What must stay text")
        async def nasty(interaction: discord.Interaction) -> None:
            await interaction.response.send_message(NASTY)

        @self.tree.command(name="write", description="A direct message to somebody")
        async def write(interaction: discord.Interaction, to: discord.User) -> None:
            await to.send(f"It is your turn, {to.mention}")
            await interaction.response.send_message("done", ephemeral=True)

        @self.tree.command(name="seat", description="Needs no option")
        async def seat(interaction: discord.Interaction, loud: bool = False) -> None:
            await interaction.response.send_message(f"loud: {loud}")

        @self.tree.command(name="invite", description="Says what was typed")
        async def invite(interaction: discord.Interaction, people: str) -> None:
            await interaction.response.send_message(f"`{people}`", ephemeral=True)

        self.tree.add_command(table)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_ready(self) -> None:
        self.up.set()


@pytest.fixture
async def bot(pg: Playground) -> AsyncIterator[Bot]:
    async with running(pg, Bot()) as bot:
        yield bot


@pytest.fixture
async def pages(pg: Playground, bot: Bot, browser: Browser) -> AsyncIterator[Pages]:
    """`await pages.open("ann", size)`: a page of its own; whatever goes wrong in its scripts fails the test."""
    async with AsyncExitStack() as stack:
        pages = Pages(pg.url, browser, stack)
        yield pages
    assert pages.errors == []


def pane(page: Page, person: str):
    return page.locator(f".pane[data-person={person}]")


async def command(seat, text: str) -> None:
    """Type a command to its end and send it."""
    await seat.get_by_test_id("composer").fill(text + " ")
    await seat.get_by_test_id("send").click()


async def lobby(seat):
    """Open a table and return its message."""
    known = await seat.locator("[data-message-id]").count()
    await command(seat, "/table new variant:rami")
    message = seat.locator("[data-message-id]").nth(known)
    await expect(message.get_by_role("button", name="Join")).to_be_visible()
    return seat.locator(f'[data-message-id="{await message.get_attribute("data-message-id")}"]')


async def seen_by(page: Page, person: str, message):
    """Return the same message in another person's half of the page."""
    return pane(page, person).locator(f'[data-message-id="{await message.get_attribute("data-message-id")}"]')


@pytest.mark.thorough
async def test_the_page_shows_two_people_and_the_bot(pages):
    page = await pages.open("ann,bob", WIDE)
    for person in ("ann", "bob"):
        seat = pane(page, person)
        await expect(seat.get_by_test_id("channel-title")).to_have_text("rummy")
        await expect(seat.get_by_test_id("bot-status")).to_have_attribute("data-online", "true")
    await page.get_by_test_id("close-second-pane").click()
    await expect(pane(page, "bob")).to_have_count(0)
    await expect(page).to_have_url(re.compile("#ann/rummy$"))
    await page.get_by_test_id("open-second-pane").click()
    await expect(page.locator(".pane")).to_have_count(2)


@pytest.mark.thorough
async def test_a_press_on_another_person_switches_to_them(pages):
    page = await pages.open("ann/lounge", WIDE)
    await page.locator("[data-pick-person=cleo]").click()
    await expect(pane(page, "cleo").get_by_test_id("channel-title")).to_have_text("lounge")
    await expect(page).to_have_url(re.compile("#cleo/lounge$"))


@pytest.mark.thorough
async def test_a_command_can_be_sent_with_the_keyboard_alone(pages):
    page = await pages.open("ann", WIDE)
    seat = pane(page, "ann")
    await seat.get_by_test_id("composer").focus()
    await page.keyboard.type("/tab")
    await page.keyboard.press("Enter")
    await page.keyboard.type("Rami")
    await expect(seat.locator("[data-suggestion=Gin]")).to_have_count(0)
    await expect(seat.locator("[data-suggestion=Rami]")).to_have_attribute("aria-selected", "true")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await seat.locator("[data-add-option=seats]").click()
    await page.keyboard.type("3")
    await page.keyboard.press("Enter")
    await expect(seat.locator(".message").last).to_contain_text("table of ramino for 3")
    await expect(seat.locator(".message").last).to_contain_text("Ann used /table")
    await expect(seat.get_by_test_id("composer")).to_be_focused()


@pytest.mark.thorough
async def test_options_can_be_typed_with_their_names_and_no_key_is_lost(pages):
    page = await pages.open("ann", WIDE)
    seat = pane(page, "ann")
    await seat.get_by_test_id("composer").focus()
    await page.keyboard.type("/table new variant:Canasta seats:6")
    await page.keyboard.press("Enter")
    await expect(seat.locator(".message").last).to_contain_text("table of Canasta for 6")
    await expect(seat.get_by_test_id("composer")).to_be_focused()
    await page.keyboard.type("/seat who:everybody")
    await page.keyboard.press("Enter")
    await expect(seat.get_by_test_id("composer-notice")).to_contain_text("who:everybody")
    await seat.get_by_role("button", name="Do not send this command").click()
    await page.keyboard.type("/seat loud:True")
    await page.keyboard.press("Enter")
    await expect(seat.locator(".message").last).to_contain_text("loud: True")


@pytest.mark.thorough
async def test_a_name_behind_an_at_sign_is_sent_as_a_mention(pages):
    page = await pages.open("ann", WIDE)
    seat = pane(page, "ann")
    await seat.get_by_test_id("composer").focus()
    await page.keyboard.type("/invite")
    await page.keyboard.press("Enter")
    await page.keyboard.type("@Bo")
    await expect(seat.locator(".suggestion")).to_have_count(1)
    await page.keyboard.press("Enter")
    await page.keyboard.type("and @cleo, nobody@dan")
    await page.keyboard.press("Enter")
    answer = seat.locator(".message").last
    await expect(answer).to_contain_text(re.compile(r"<@\d+> and <@\d+>, nobody"))
    await answer.get_by_role("button", name="Dismiss message").click()
    await expect(seat.locator(".message.ephemeral")).to_have_count(0)


@pytest.mark.thorough
async def test_the_composer_explains_that_it_takes_only_commands(pages):
    page = await pages.open("ann", WIDE)
    seat = pane(page, "ann")
    await seat.get_by_test_id("composer").fill("hello")
    await page.keyboard.press("Enter")
    await expect(seat.get_by_test_id("composer-notice")).to_contain_text("only slash commands")
    await seat.get_by_test_id("composer").fill("/table new ")
    await seat.get_by_test_id("send").click()
    await expect(seat.get_by_test_id("composer-notice")).to_contain_text("variant is missing")


@pytest.mark.thorough
async def test_both_people_see_a_press_and_a_double_click_is_one_press(pages):
    page = await pages.open("ann,bob", WIDE)
    message = await lobby(pane(page, "ann"))
    clicked_twice = asyncio.Event()

    async def deliver(route: Route) -> None:
        await clicked_twice.wait()
        await route.continue_()

    await page.route("**/local/interactions", deliver)
    await message.get_by_role("button", name="Join").dblclick()
    clicked_twice.set()
    other = await seen_by(page, "bob", message)
    for shown in (message, other):
        await expect(shown).to_contain_text("joined 1")
    await other.get_by_role("button", name="Join").click()
    await expect(message).to_contain_text("joined 2")
    await expect(message).to_contain_text("(edited)")


@pytest.mark.thorough
async def test_a_click_counts_although_the_message_changes_before_it_ends(pages):
    page = await pages.open("ann,bob", WIDE)
    message = await lobby(pane(page, "ann"))
    await message.get_by_role("button", name="Join").hover()
    await page.mouse.down()
    other = await seen_by(page, "bob", message)
    await other.get_by_role("button", name="Join").evaluate("button => button.click()")
    await expect(other).to_contain_text("joined 1")
    await page.mouse.up()
    for shown in (message, other):
        await expect(shown).to_contain_text("joined 2")


@pytest.mark.thorough
async def test_a_click_on_a_channel_counts_although_the_list_changes_before_it_ends(pages, pg):
    page = await pages.open("ann,bob", WIDE)
    seat = pane(page, "ann")
    await seat.locator("[data-channel-name=lounge]").hover()
    await page.mouse.down()
    await page.request.post(f"{pg.url}/control/channels", data={"name": "cellar"})
    await expect(pane(page, "bob").locator("[data-channel-name=cellar]")).to_be_visible()
    await page.mouse.up()
    await expect(seat.get_by_test_id("channel-title")).to_have_text("lounge")
    await expect(seat.locator("[data-channel-name=cellar]")).to_be_visible()


@pytest.mark.thorough
async def test_a_select_takes_several_choices(pages):
    page = await pages.open("ann", WIDE)
    seat = pane(page, "ann")
    message = await lobby(seat)
    await message.locator("[data-custom-id=meld]").click()
    await seat.get_by_role("option", name="2♣").click()
    await expect(seat.get_by_role("button", name="Done")).to_be_disabled()
    await seat.get_by_role("option", name="4♣").click()
    await seat.get_by_role("button", name="Done").click()
    await expect(seat.locator(".message").last).to_contain_text("melded 2♣ 4♣")


@pytest.mark.thorough
async def test_a_modal_can_be_filled_in_and_sent(pages):
    page = await pages.open("ann", WIDE)
    seat = pane(page, "ann")
    message = await lobby(seat)
    await message.get_by_role("button", name="Rules").click()
    form = seat.get_by_test_id("modal")
    await form.get_by_test_id("modal-submit").click()
    await expect(form.get_by_test_id("modal-problem")).to_contain_text("Table name: this is needed")
    await form.get_by_label("Table name").fill("The corner")
    await form.get_by_label("Slow").check()
    await form.get_by_test_id("modal-submit").click()
    await expect(form).to_have_count(0)
    await expect(seat.locator(".message").last).to_contain_text("The corner plays slow")


@pytest.mark.thorough
async def test_members_are_chosen_in_a_modal(pages):
    page = await pages.open("ann", WIDE)
    seat = pane(page, "ann")
    message = await lobby(seat)
    await message.get_by_role("button", name="Guests").click()
    form = seat.get_by_test_id("modal")
    await form.get_by_test_id("modal-submit").click()
    await expect(form.get_by_test_id("modal-problem")).to_contain_text("Members: choose something")
    await form.get_by_label("Members").click()
    await expect(seat.get_by_role("option")).to_have_count(7)  # six people and the bot
    for name in ("Bob", "Cleo"):
        await seat.get_by_role("option", name=name).click()
    await seat.get_by_role("button", name="Done").click()
    await form.get_by_test_id("modal-submit").click()
    await expect(form).to_have_count(0)
    await expect(seat.locator(".message").last).to_contain_text("invited Bob and Cleo")


@pytest.mark.thorough
async def test_an_ephemeral_message_is_shown_to_one_person_who_can_dismiss_it(pages):
    page = await pages.open("ann,bob", WIDE)
    message = await lobby(pane(page, "ann"))
    await message.get_by_role("button", name="Peek").click()
    secret = pane(page, "ann").locator(".message.ephemeral").last
    await expect(secret).to_contain_text("your hand: A♠")
    await expect(secret).to_contain_text("Only you can see this")
    await expect(pane(page, "bob").get_by_text("your hand")).to_have_count(0)
    await secret.get_by_role("button", name="Dismiss message").click()
    await expect(pane(page, "ann").locator(".message.ephemeral")).to_have_count(0)


@pytest.mark.thorough
async def test_an_unanswered_press_shows_its_failure_below_the_message(pages):
    page = await pages.open("ann", WIDE)
    message = await lobby(pane(page, "ann"))
    button = message.get_by_role("button", name="Sleep")
    await button.click()
    await expect(button).to_have_attribute("aria-busy", "true")
    await expect(message.get_by_text("This interaction failed")).to_be_visible()
    await expect(button).not_to_have_attribute("aria-busy", "true")


@pytest.mark.thorough
async def test_a_message_is_shown_as_text_and_never_as_markup(pages):
    page = await pages.open("ann", WIDE)
    seat = pane(page, "ann")
    await command(seat, "/nasty")
    message = seat.locator(".message").last
    await expect(message).to_contain_text("<img src=x onerror=")
    await expect(message.locator("strong", has_text="bold")).to_be_visible()
    await expect(message.locator("code")).to_have_text("**code**")
    await expect(message.locator("img, .content a")).to_have_count(0)
    await message.get_by_role("button", name="Spoiler").click()
    await expect(message.get_by_text("secret")).to_be_visible()
    assert await page.title() != "hacked"


@pytest.mark.thorough
async def test_a_direct_message_pings_its_recipient(pages):
    page = await pages.open("ann,bob", WIDE)
    await command(pane(page, "ann"), "/write to:Bob")
    bob = pane(page, "bob")
    await expect(bob.get_by_role("button", name="direct message with Ramino, 1 pings")).to_be_visible()
    await expect(pane(page, "ann").get_by_role("button", name="Bob, 1 pings")).to_be_visible()
    await bob.get_by_role("button", name="direct message with Ramino").click()
    await expect(bob.locator(".message").last).to_contain_text("It is your turn, @Bob")
    await expect(bob.locator(".badge")).to_have_count(0)
    await expect(page).to_have_url(re.compile("#ann/rummy,bob/dm$"))


@pytest.mark.thorough
async def test_a_phone_shows_one_person_and_nothing_overflows(pages):
    page = await pages.open("ann,bob", PHONE)
    seat = pane(page, "ann")
    await expect(page.locator(".pane")).to_have_count(1)
    message = await lobby(seat)

    async def sticks_out() -> int:
        return await page.evaluate(
            "Math.max(...['html', '.pane', '.scroller'].map(s => document.querySelector(s))"
            ".map(e => e.scrollWidth - e.clientWidth))"
        )

    assert await sticks_out() == 0
    await message.locator("[data-custom-id=meld]").click()
    await expect(seat.get_by_role("option")).to_have_count(3)
    assert await sticks_out() == 0
    await page.keyboard.press("Escape")
    await seat.get_by_test_id("open-drawer").click()
    await seat.locator("[data-channel-name=lounge]").click()
    await expect(seat.get_by_test_id("channel-title")).to_have_text("lounge")
    assert await sticks_out() == 0
    small = await seat.locator("button:visible").evaluate_all("all => all.filter(b => b.offsetHeight < 40).length")
    assert small == 0


@pytest.mark.thorough
async def test_older_messages_are_loaded_when_one_scrolls_up(pg, bot, pages):
    page = await pages.open("ann", WIDE)
    response = await page.request.post(f"{pg.url}/control/channels", data={"name": "attic"})
    attic = bot.get_partial_messageable(int((await response.json())["id"]))
    sent = [await attic.send(f"message {number}") for number in range(330)]
    await page.reload()
    seat = pane(page, "ann")
    await seat.locator("[data-channel-name=attic]").click()
    messages, scroller = seat.locator(".message"), seat.locator(".scroller")
    await expect(messages).to_have_count(200)
    await expect(messages.last).to_be_in_viewport()
    await expect(seat.locator(".beginning")).to_contain_text("Older messages are loading")
    await sent[10].edit(content="message 10, edited")  # a message that isn't loaded yet
    for shown in (300, 330):
        first = messages.filter(has_text=f"message {330 - await messages.count()}").first
        await scroller.evaluate("it => it.scrollTop = 0")
        await expect(messages).to_have_count(shown)
        await expect(first).to_be_in_viewport()
    await expect(seat.locator(".beginning h2")).to_have_text(re.compile("attic"))
    texts = [text.splitlines()[-1] for text in await messages.all_inner_texts()]
    assert texts == [f"message {number}" + ", edited (edited)" * (number == 10) for number in range(330)]
    await scroller.evaluate("it => it.scrollTop = it.scrollHeight")
    await attic.send("the newest")
    await expect(messages.last).to_contain_text("the newest")
    await expect(messages.last).to_be_in_viewport()


@pytest.mark.thorough
async def test_the_page_reconnects_after_a_restart(bot, pages):
    back = asyncio.ensure_future(bot.wait_for("ready", timeout=PATIENCE / 1000))
    page = await pages.open("ann", WIDE)
    seat = pane(page, "ann")
    await lobby(seat)
    async with page.expect_websocket(lambda socket: "/local/events" in socket.url):
        await page.evaluate("fetch('/control/restart', {method: 'POST'})")
    await expect(seat.get_by_test_id("link-status")).to_have_count(0)
    await expect(seat.locator(".message:not(.ephemeral)")).to_have_count(1)
    await back  # discord.py, closed between "connect" and "ready", calls `on_ready` without a loop
