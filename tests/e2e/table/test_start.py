"""From nothing to a match: `/play`, `/help`, the length of the match, and cancelling a table."""

import asyncio

import pytest

from bot import app
from bot.delivery.table_delivery import TableDelivery
from bot.discord import error_boundary
from bot.rummy.events import MatchStarted
from bot.rummy.variant import EVERYONE_DEALS
from bot.tables.events import LobbyClosed, RulesAgreed
from bot.tables.table import Phase
from tests.e2e.support.club import Club
from tests.e2e.support.commands import check_refusal, forged_reply
from tests.e2e.support.hand_controls import newest_with
from tests.e2e.support.tables import cancel_table, open_table, play_match, start_match
from tests.people import Json, Reply, labels, said


async def open_by_play(club: Club, name: str = "Ann", game: str = "Rami", in_: str = "rummy") -> Json:
    """Open a table with one press under `/play`, and return its lobby."""
    menu = (await club[name].slash("play", in_=in_)).message
    assert menu["flags"] & 64, "only this person sees the menu"
    reply = await club[name].press(menu, game)
    assert reply.outcome == "message", reply
    assert not reply.message["flags"] & 64, "everyone sees the lobby"
    return reply.message


def length_label(message: Json, length: str) -> str:
    """Return the label of the button with this length, with its minutes and, if it is chosen, its mark."""
    return next(label for label in labels(message) if label.removeprefix("✓ ").split(",")[0] == length)


async def test_three_presses_lead_from_nothing_to_the_first_card(club: Club, bot: app.Bot) -> None:
    lobby = await open_by_play(club)
    joining = (await club["Bob"].slash("play")).message
    assert "Ann" in said(joining), "the menu offers the table that is open here"
    assert "Bob" in said((await club["Bob"].press(joining, "Join table 1")).message)
    await club["Ann"].until(lambda: "Bob" in said(club["Ann"].now(lobby)))
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
    assert edited == [lobby["id"]]


async def test_the_lobby_of_play_is_posted_once_and_short(club: Club, bot: app.Bot) -> None:
    lobby = await open_by_play(club)
    await bot.services.courier.flush()
    assert [message["id"] for message in club["Bob"].messages("rummy")] == [lobby["id"]]
    assert not [one for one in await club.requests() if one["route"].endswith("/messages")], "the answer is the lobby"
    assert club.table().variant.match_deals == EVERYONE_DEALS
    assert "✓ Short" in length_label(lobby, "Short")


async def test_a_lobby_that_took_long_to_open_is_still_for_everyone(
    club: Club, bot: app.Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    menu = (await club["Ann"].slash("play")).message
    monkeypatch.setattr(error_boundary, "_DEFER_AFTER", 0.0)
    assert (await club["Ann"].press(menu, "Rami")).outcome == "deferred_update"
    lobby = await club["Bob"].until(lambda: newest_with(club["Bob"].messages("rummy"), "join"))
    await bot.services.courier.flush()
    assert [message["id"] for message in club["Bob"].messages("rummy")] == [lobby["id"]]
    monkeypatch.undo()
    await club["Bob"].press(lobby, "Join")
    assert len(club.table().people) == 2


async def test_a_game_saved_in_the_server_is_offered_and_full_means_its_own_end(club: Club, bot: app.Bot) -> None:
    await open_table(club, "Ann", target=60)
    await club["Ann"].slash("variant save", name="Zia Pina")
    await cancel_table(club, "Ann")
    menu = (await club["Bob"].slash("play")).message
    lobby = (await club["Bob"].choose(menu, "g:open", "Zia Pina")).message
    assert "Zia Pina, table 2" in said(lobby)
    await club["Bob"].press(lobby, length_label(lobby, "Full"))
    assert club.table(2).variant.match_target == 60


async def test_a_second_press_under_play_opens_no_second_table(club: Club, bot: app.Bot) -> None:
    menu = (await club["Ann"].slash("play")).message

    async def press_after(delay: float) -> Reply:
        await asyncio.sleep(delay)
        return await club["Ann"].press(menu, "Rami")

    # one person can't press twice within a millisecond; Discord repeats a press with the same time
    replies = await asyncio.gather(*(press_after(place * 0.003) for place in range(5)))
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
    assert "ace high" in said(reply.message), "the current lobby is shown instead"
    assert club.table().people == (club.person_number("Ann"),)
    await club["Bob"].press(reply.message, "Join")
    assert len(club.table().people) == 2


FORGED = ["g:open:whist", "g:rules:whist", "g:open:" + "x" * 60, "g:open", "g:nothing", "g:rules", "g:open:rami:hourly"]
FORGED += ["g:against:whist", "g:choose", "g:begin:rami:2:easy:x", "g:begin:rami:2:hard:0"]
FORGED += ["g:begin:rami:9:easy:0", "g:begin:rami:0:easy:0"]


@pytest.mark.parametrize("custom_id", FORGED)
async def test_a_forged_press_of_the_menu_changes_nothing(club: Club, bot: app.Bot, custom_id: str) -> None:
    menu = (await club["Ann"].slash("play")).message
    before, messages = club.event_count(), len(club["Finn"].messages("rummy"))
    check_refusal(club, await forged_reply(club, "Ann", menu, custom_id), before, messages, ())


async def test_help_leads_to_the_rules_the_games_and_the_settings(club: Club, bot: app.Bot) -> None:
    help_ = (await club["Bob"].slash("help")).message
    assert help_["flags"] & 64
    assert "Going rummy" in said((await club["Bob"].press(help_, "Ramino")).message)
    assert "Choose a game" in said((await club["Bob"].press(help_, "Play")).message)
    help_ = (await club["Bob"].slash("help")).message
    assert "Your settings" in said((await club["Bob"].press(help_, "Settings")).message)


async def test_a_changed_length_needs_agreement_and_a_guest_who_joins_later_needs_none(club: Club, bot: app.Bot) -> None:
    lobby = await open_by_play(club)
    await club["Bob"].press(lobby, "Join")
    reply = await club["Bob"].press(lobby, length_label(club["Bob"].now(lobby), "One deal"))
    assert "Only the host" in said(reply.message)
    await club["Ann"].press(lobby, length_label(club["Ann"].now(lobby), "Full"))
    await club.until_sent()
    text = said(club["Bob"].now(lobby))
    assert "Waiting for Bob to press **Agree**." in text
    assert text.replace("\u00a0", " ").count("first to 100 points") == 2, "in the head, and among what has changed"
    assert "any number of deals" not in text
    await club["Ann"].press(lobby, length_label(club["Ann"].now(lobby), "Short"))
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
async def test_a_short_match_of_two_has_four_deals(club: Club, bot: app.Bot) -> None:
    lobby = await open_by_play(club)
    await club["Ann"].press(lobby, "✓ Own thread")
    await club["Bob"].press(club["Bob"].now(lobby), "Join")
    await club["Ann"].press(club["Ann"].now(lobby), "Start")
    await club.until_sent()
    assert "4 deals" in said((await club["Bob"].slash("table show")).message).replace("\u00a0", " ")
    await play_match(club, {"Ann": "dm", "Bob": "dm"})
    match = club.table().match
    assert match is not None
    assert len(match.ended_deals) == 4


async def test_the_length_that_is_chosen_already_is_refused(club: Club, bot: app.Bot) -> None:
    lobby = await open_by_play(club)
    before, messages = club.event_count(), len(club["Finn"].messages("rummy"))
    reply = await club["Ann"].press(lobby, length_label(lobby, "Short"))
    check_refusal(club, reply, before, messages, ("already",))
    await club["Ann"].slash("table rule", rule="scoring", answer="payment 6")
    before, messages = club.event_count(), len(club["Finn"].messages("rummy"))
    check_refusal(club, await forged_reply(club, "Ann", lobby, "t:1:full"), before, messages, ("length",))


async def test_cancel_asks_for_confirmation_and_a_started_match_is_not_closed_by_it(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Bob", "Cleo")
    before, messages = club.event_count(), len(club["Finn"].messages("rummy"))
    check_refusal(club, await club["Cleo"].press(lobby, "Cancel the table"), before, messages, ("Bob",))
    asked = (await club["Bob"].press(lobby, "Cancel the table")).message
    assert asked["flags"] & 64
    assert club.event_count() == before, "nothing is closed without the confirmation"
    check_refusal(club, await forged_reply(club, "Cleo", lobby, "t:1:close"), before, messages, ("Bob",))
    await club["Bob"].press(lobby, "Start")
    await club.until_sent()
    before, messages = club.event_count(), len(club["Finn"].messages("rummy"))
    check_refusal(club, await club["Bob"].press(asked, "Yes, cancel the table"), before, messages, ("started",))
    assert club.table().phase == Phase.DEAL


async def test_a_manager_cancels_a_lobby_of_others(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Bob", "Cleo")
    await cancel_table(club, "Ann", lobby)
    assert club.events()[-1] == LobbyClosed("cancelled")
    await club.until_sent()
    assert not labels(club["Cleo"].now(lobby))


async def test_a_match_from_play_in_another_game_is_played_to_its_end(club: Club, bot: app.Bot) -> None:
    lobby = await open_by_play(club, game="Wrotham rami")
    assert "✓ Full" in length_label(lobby, "Full"), "Wrotham has no short match"
    await club["Ann"].press(lobby, length_label(lobby, "One deal"))
    assert club.table().variant.match_deals == 1
    await start_match(club, "Cleo", "Dan", variant="cuccu", deals=1)
    await play_match(club, {"Cleo": "dm", "Dan": "dm"}, table=2)
    assert newest_with(club["Finn"].messages("rummy"), "join")
