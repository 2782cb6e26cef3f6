"""From nothing to the first card: `/play`, the lobby with its people, computers and length, and cancelling it."""

import asyncio

import pytest

from bot import app
from bot.delivery.table_delivery import TableDelivery
from bot.messages.table.channel.story_pages import LOBBY
from bot.rummy.events import MatchStarted
from bot.tables.events import RulesAgreed
from tests.e2e.support.checks import check_dms
from tests.e2e.support.club import Club, until
from tests.e2e.support.hand_controls import table_number
from tests.e2e.support.tables import cancel_table, newest_page, open_table, play_match, start_match
from tests.people import Json, find, labels, parts, said


async def open_by_play(club: Club) -> Json:
    """Let Ann open a table by the buttons of `/play`, and return its lobby, to which her message then links."""
    menu = (await club["Ann"].slash("play")).message
    assert menu["flags"] & 64, "only this person sees the menu"
    asked = await club["Ann"].press(menu, "With friends …")
    reply = await club["Ann"].press(asked.message, "Open the table")
    assert reply.outcome == "update", reply
    (lobby,) = await club["Bob"].until(lambda: club["Bob"].messages("rummy"))
    (url,) = [it["url"] for it in parts(reply.message["components"]) if it.get("url")]
    assert url == f"https://discord.com/channels/{club.table().server}/{lobby['channel_id']}/{lobby['id']}"
    return lobby


def chosen_length(message: Json) -> str:
    """Return the value of the chosen length: `short`."""
    return next(option["value"] for option in find(message, "q:1:length")["options"] if option.get("default"))


@pytest.mark.journey
async def test_three_presses_lead_from_nothing_to_the_first_card(club: Club, bot: app.Bot) -> None:
    lobby = await open_by_play(club)
    joining = (await club["Bob"].slash("play")).message
    assert "Ann" in said(joining), "the menu offers the table that is open here"
    assert "Bob" in said((await club["Bob"].press(joining, "Join table 1")).message)
    await club["Ann"].until(lambda: "Bob" in said(club["Ann"].now(lobby)))
    await bot.services.courier.flush()
    assert [message["id"] for message in club["Bob"].messages("rummy") if not message["flags"] & 64] == [lobby["id"]]
    assert chosen_length(lobby) == "short"
    assert (await club["Ann"].press(lobby, "Start")).outcome == "deferred_update"
    await club.until_sent()
    assert all(club[name].dms for name in ("Ann", "Bob"))


async def test_a_match_that_starts_at_once_needs_no_edit_but_the_lobbys(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    read = TableDelivery._read

    async def read_late(delivery: TableDelivery) -> None:
        await asyncio.sleep(0.3)  # the start comes before the courier has read the table
        await read(delivery)

    monkeypatch.setattr(TableDelivery, "_read", read_late)
    async with club.bot():
        since = await club.last_request()
        lobby = await start_match(club, "Ann", "Bob")
        edited = [it["path"].rpartition("/")[2] for it in await club.requests(since) if it["method"] == "PATCH"]
        frozen, (channel, message) = club["Cleo"].now(lobby), club.surfaces()["deal 1"]
    assert edited == [lobby["id"]]
    links = [it["url"] for it in parts(frozen["components"]) if it.get("url")]
    assert links == [f"https://discord.com/channels/{club.table().server}/{channel}/{message}"]
    assert not labels(frozen, enabled=True)


@pytest.mark.journey
async def test_a_second_press_under_play_opens_no_second_table(club: Club, bot: app.Bot) -> None:
    menu = (await club["Ann"].slash("play")).message
    asked = (await club["Ann"].press(menu, "With friends …")).message
    replies = await asyncio.gather(*(club["Ann"].press(asked, "Open the table") for _ in range(5)))
    assert [reply.outcome for reply in replies].count("deferred_update") == 4, "nothing is said to a press that comes twice"
    assert club.query("SELECT count(*) FROM tables") == [(1,)]
    assert "table 2" in said((await club["Ann"].slash("table new")).message), "by command, a second one can be opened"


async def test_play_offers_only_tables_with_a_seat_for_the_person(club: Club, bot: app.Bot) -> None:
    await open_table(club, "Ann", "Bob", variant="wrotham")
    await open_table(club, "Cleo")
    await open_table(club, "Dan", in_="lounge")
    assert [label for label in labels((await club["Eve"].slash("play")).message) if label.startswith("Join")] == [
        "Join table 2"
    ]
    assert not [label for label in labels((await club["Cleo"].slash("play")).message) if label.startswith("Join")]


async def test_a_stale_button_of_play_joins_only_what_is_shown(club: Club, bot: app.Bot) -> None:
    await open_table(club, "Ann")
    menu = (await club["Bob"].slash("play")).message
    await club["Ann"].slash("table rule", rule="ace", answer="high")
    reply = await club["Bob"].press(menu, "Join table 1")
    assert "1 house rule" in labels(reply.message), "the current lobby is shown instead"
    assert club.table().seats.people == (club.person_number("Ann"),)
    await club["Bob"].press(reply.message, "Join")
    assert len(club.table().seats.people) == 2


async def test_a_changed_length_needs_agreement_and_a_guest_who_joins_later_needs_none(club: Club, bot: app.Bot) -> None:
    lobby = await open_by_play(club)
    await club["Bob"].press(lobby, "Join")
    reply = await club["Bob"].choose(lobby, "q:1:length", "one_deal")
    assert "Only the host" in said(reply.message)
    await club["Ann"].choose(lobby, "q:1:length", "full")
    await club.until_sent()
    text = said(club["Bob"].now(lobby))
    assert "Waiting for Bob to press **Agree**." in text
    assert text.replace("\u00a0", " ").count("first to 100 points") == 2, "in the head, and among what has changed"
    assert "any number of deals" not in text
    await club["Ann"].choose(lobby, "q:1:length", "short")
    await club.until_sent()
    assert "Agree" not in said(club["Bob"].now(lobby)), "Bob had sat down to a short match"
    await club["Cleo"].press(club["Cleo"].now(lobby), "Join")
    assert "everyone deals once: 3 deals" in said(club["Cleo"].now(lobby)).replace("\u00a0", " ")
    await club["Ann"].press(club["Ann"].now(lobby), "Start")
    await club.until_sent()
    started = next(event for event in club.events() if isinstance(event, MatchStarted))
    assert started.variant.match_deals == 3
    assert not any(isinstance(event, RulesAgreed) for event in club.events())


@pytest.mark.usefixtures("short_deals")
async def test_one_person_can_play_at_two_tables_in_one_channel(club: Club, bot: app.Bot) -> None:
    first = await start_match(club, "Ann", "Bob", deals=1)
    second = await start_match(club, "Ann", "Cleo", deals=1)
    assert (table_number(first), table_number(second)) == (None, None) or first["id"] != second["id"]
    reply = await club["Ann"].slash("hand")
    assert all(number in said(reply.message) for number in ("1", "2")), "the answer asks which table"
    for number in (1, 2):
        shown = await club["Ann"].slash("hand", table=number)
        assert f"table {number}" in said(shown.message)
    assert not (await club["Bob"].slash("hand")).message["content"], "Bob has one table only"
    choices = await club["Ann"].autocomplete("hand", "table")
    assert [choice["value"] for choice in choices] == [1, 2]
    await asyncio.gather(
        play_match(club, {"Ann": "dm", "Bob": "dm"}, table=1), play_match(club, {"Ann": "dm", "Cleo": "dm"}, table=2)
    )
    check_dms(club, "Ann", "Bob", "Cleo")


async def test_a_press_that_comes_too_late_for_a_closed_table_leaves_nothing_in_memory(club: Club, bot: app.Bot) -> None:
    """The press was checked while the table was open, and asks for its promise when everything is shown."""
    lobby = await open_table(club, "Ann", "Bob")
    await cancel_table(club, "Ann", lobby)
    courier = bot.services.courier
    await courier.flush()
    await until(lambda: not courier._deliveries)
    promised = await courier.promise_press(1, LOBBY, int(lobby["id"]))
    assert promised is not None, "it is the lobby's message"
    promised.withdraw()
    (await courier.promise_edit(1, LOBBY)).withdraw()
    assert not courier._deliveries
    assert courier.behind == 0


@pytest.fixture
def quick_computers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "COMPUTER_SECONDS", (0.0, 0.0))


@pytest.mark.journey
@pytest.mark.usefixtures("quick_computers", "bot")
async def test_a_person_starts_a_table_with_computers_that_play_in_the_channel(club: Club) -> None:
    lobby = await open_table(club, "Ann", deals=1)
    assert find(lobby, "Start")["disabled"]
    for option in ("Add an easy computer", "Add a normal computer", "Add a normal computer", "Remove Mina ⚙"):
        assert (await club["Ann"].choose(lobby, "q:1", option)).outcome == "update"
    text = said(club["Ann"].now(lobby)).replace("\\", "")
    assert "2. Rosa ⚙ (easy)\n3. Otto ⚙ (normal)" in text
    assert "Casual match (computers): unrated" in text
    assert "Rosa ⚙" in str(await club["Ann"].autocomplete("table show", "table"))
    offered = [await club["Ann"].autocomplete("table computer remove", "name", typed) for typed in ("o", "", "x")]
    otto = {"name": "Otto ⚙", "value": "#2"}
    assert offered == [[otto], [{"name": "Rosa ⚙", "value": "#1"}, otto], []]
    await club["Ann"].press(club["Ann"].now(lobby), "Start")
    await until(lambda: club.table().person_to_act() is not None)
    await club.until_sent()
    assert "Ann's turn" in said(newest_page(club))
    assert len(club.table().seats.occupants) == 3
