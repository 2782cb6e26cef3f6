"""A thread for each table: the switch in the lobby, the line that its channel has of it, and draws that are shown at once."""

import asyncio

import pytest

from bot import app
from tests.e2e.support.checks import check_posted_once
from tests.e2e.support.club import Club, until
from tests.e2e.support.commands import check_refusal, forged_reply
from tests.e2e.support.forms import press_more
from tests.e2e.support.league_messages import delete_message, read
from tests.e2e.support.tables import draw_from_stock, newest_page, open_table, play_match, play_turn, start_match
from tests.messages.shown_text import ENGLISH
from tests.people import Json, labels, parts, said


def in_channel(club: Club) -> list[Json]:
    """Return the bot's public messages in #rummy."""
    return [message for message in club["Finn"].messages("rummy") if not message["flags"] & 64 and message["type"] != 18]


@pytest.mark.journey
async def test_a_table_gets_a_thread_unless_its_host_switches_it_off(club: Club, bot: app.Bot) -> None:
    lobby = (await club["Ann"].slash("table new", deals=1)).message
    await club["Bob"].press(lobby, "Join")
    await check_refusal(club, forged_reply(club, "Bob", lobby, "t:1:no_thread"), "Ann")
    more = (await club["Ann"].press(lobby, "More")).message
    assert "Own thread" in labels((await club["Ann"].press(more, "✓ Own thread")).message)
    assert not club.table().people_to_agree, "nobody has to agree to it"
    assert "✓ Own thread" in labels((await club["Ann"].press(more, "Own thread")).message)
    await club["Ann"].press(more, "✓ Own thread")
    await club["Ann"].press(lobby, "Start")
    await club.until_sent()
    assert not [one for one in await club.requests() if one["path"].endswith("/threads")]
    assert "Table" in labels(newest_page(club))


@pytest.mark.journey
@pytest.mark.usefixtures("short_deals")
async def test_the_thread_has_each_result_once_and_its_channel_one_line_that_is_edited(club: Club, bot: app.Bot) -> None:
    lobby = await start_match(club, "Ann", "Bob", thread=True, deals=2)
    thread = lobby["id"]
    assert {"Ann", "Bob"} <= {name for name in ("Ann", "Bob") if club[name].id in club.pg.world.channels[thread].members}
    assert labels(club["Finn"].now(lobby)) == ["My hand", "To the table"]
    since = await club.last_request()
    await play_match(club, {"Ann": "dm", "Bob": "dm"}, place=thread)
    (line,) = in_channel(club)
    assert (line["id"], labels(line)) == (lobby["id"], ["To the table"])
    assert said(line).count("wins!") + said(line).count("share first") == 1
    links = [it["url"] for it in parts(line["components"]) if it.get("url")]
    assert links == [f"https://discord.com/channels/{club.table().server}/{thread}"]
    edits = [one for one in await club.requests(since) if one["method"] == "PATCH" and one["path"].endswith(f"/{line['id']}")]
    assert ["after deal 1" in str(one["body"]) for one in edits] == [True, False], "one edit a deal"
    texts = [read(message) for message in club["Finn"].messages(thread)]
    for result in ("End of deal 1", "End of the match"):
        assert sum(text.count(result) for text in texts) == 1
    check_posted_once(club, places=("rummy", thread))
    end = club["Finn"].messages(thread)[-1]
    assert labels(end) == ["Play again", "Details", "Replay"]
    assert "End of deal 2" in said((await club["Finn"].press(end, "Details")).message)
    assert "table 2" in said((await club["Bob"].press(end, "Play again")).message)


async def test_the_line_links_to_a_match_that_started_while_the_lobby_was_edited(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob", thread=True, deals=1)
    await club.add_fault("POST", "/interactions/.*/callback", delay=0.6)
    await club.add_fault("POST", "/channels/.*/threads", delay=0.4)
    joining = asyncio.create_task(club["Cleo"].press(lobby, "Join"))
    await until(lambda: len(club.table().seats.people) == 3)
    await club["Ann"].press(lobby, "Start")
    await joining
    await club.until_sent()
    assert labels(club["Finn"].now(lobby)) == ["My hand", "To the table"]


@pytest.mark.usefixtures("short_deals")
async def test_a_deleted_line_is_posted_again_once(club: Club, bot: app.Bot) -> None:
    lobby = await start_match(club, "Ann", "Bob", thread=True, deals=3)
    thread = lobby["id"]
    for deal in (1, 2):
        await delete_message(club, in_channel(club)[0])
        while club.table().phase == "deal":
            await play_turn(club, place=thread)
        await club.until_sent()
        assert [f"after deal {deal}" in said(line) for line in in_channel(club)] == ([True] if deal == 1 else [])
        for name in ("Ann", "Bob"):
            await club[name].slash("table ready", in_=thread)
    await play_match(club, {"Ann": "dm", "Bob": "dm"}, place=thread)
    assert in_channel(club) == []


async def test_in_the_channel_people_see_their_cards_without_opening_the_thread(club: Club, bot: app.Bot) -> None:
    lobby = await start_match(club, "Ann", "Bob", thread=True, deals=1)
    opened = club["Finn"].now(lobby)
    for name in ("Ann", "Bob"):
        shown = (await club[name].press(opened, "My hand")).message
        assert shown["flags"] & 64, "only they see it"
        seat, match = club.table().seats.seat_of(club.person_number(name)), club.table().match
        assert all(ENGLISH.card(card) in said(shown) for card in match.deal.hands[seat])
    assert "My hand" not in labels((await club["Finn"].press(opened, "My hand")).message)


@pytest.mark.usefixtures("short_deals")
async def test_without_a_thread_a_match_is_in_the_channel_and_has_no_second_score(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob", thread=True, deals=1)
    await club.control("channels/rummy/permissions", {"deny": ["create_public_threads"]})
    await club["Ann"].press(lobby, "Start")
    await club.until_sent()
    await play_match(club, {"Ann": "dm", "Bob": "dm"})
    texts = [read(message) for message in in_channel(club)]
    assert sum("End of the match" in text for text in texts) == 1
    assert sum(entry["path"].endswith("/threads") for entry in await club.requests()) == 1, "it is tried once"
    check_posted_once(club)


@pytest.mark.usefixtures("repeats_at_once", "short_deals")
async def test_a_line_that_a_stopped_bot_could_not_edit_is_edited_after_the_start(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.run._CLOSE_SECONDS", 0.5)
    async with club.bot():
        lobby = await start_match(club, "Ann", "Bob", thread=True, deals=2)
        while club.table().phase == "deal":
            await play_turn(club, place=lobby["id"])
        await club.until_sent()
        await club.add_fault(None, "/channels/.*/messages", status=500, times=0)
        for name in ("Ann", "Bob"):
            await club[name].slash("table ready", in_=lobby["id"])
    await club.clear_faults()
    async with club.bot():
        await play_match(club, {"Ann": "dm", "Bob": "dm"}, place=lobby["id"])
    (line,) = map(said, in_channel(club))
    assert line.count("wins!") + line.count("share first") == 1
    check_posted_once(club, places=("rummy", lobby["id"]))


@pytest.mark.usefixtures("short_deals")
async def test_a_line_that_cannot_be_edited_ends_no_match(club: Club, bot: app.Bot) -> None:
    lobby = await start_match(club, "Ann", "Bob", thread=True, deals=2)
    await club.add_fault("PATCH", f"/channels/{club['Ann'].channel_id('rummy')}/messages", status=403, code=50013, times=0)
    await play_match(club, {"Ann": "dm", "Bob": "dm"}, place=lobby["id"])
    assert "End of the match" not in read(in_channel(club)[0])
    assert any("wins" in said(message) or "share" in said(message) for message in club["Finn"].messages(lobby["id"]))


async def test_the_switch_for_a_thread_is_hidden_where_none_can_be_opened(club: Club, bot: app.Bot) -> None:
    await club.control("channels/rummy/permissions", {"deny": ["create_public_threads"]})
    await club["Ann"].until(lambda: True)
    lobby = (await club["Ann"].slash("table new", deals=1)).message
    assert not club.table().thread
    more = (await club["Ann"].press(lobby, "More")).message
    assert not any("thread" in label for label in labels(more))
    await check_refusal(club, forged_reply(club, "Ann", lobby, "t:1:thread"), "Create Public Threads")


async def test_a_draw_is_shown_at_once_if_the_table_says_so(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob", deals=1)
    await press_more(club["Ann"], lobby, "Show each draw")
    await club["Ann"].press(lobby, "Start")
    await club.until_sent()
    page = newest_page(club)
    await draw_from_stock(club.on_turn())
    await bot.services.courier.idle()
    await club["Finn"].until(lambda: "drew" in said(club["Finn"].now(page)))
