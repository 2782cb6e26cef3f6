"""House rules of a table: the host changes them, everyone agrees to them, and the first deal fixes them."""

import pytest

from bot import app
from bot.tables.events import RulesAgreed
from bot.tables.table import Phase
from tests.e2e.support.checks import check_all
from tests.e2e.support.club import Club
from tests.e2e.support.commands import check_refusal, check_refused, press_forged
from tests.e2e.support.forms import choose_answers, chosen_labels, open_form, open_topics, send_form
from tests.e2e.support.hand_controls import newest_with
from tests.e2e.support.tables import open_table, play_match, start_match
from tests.people import labels, said
from tests.rummy.presets import NAMES


async def test_a_changed_rule_is_shown_in_the_lobby_and_everyone_must_agree(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob", "Cleo")
    assert "House rules" not in said(lobby)
    topics = await choose_answers(club["Ann"], await open_topics(club, lobby), "melding", melds_per_turn="unlimited")
    form = await open_form(club["Ann"], topics, "melding")
    assert chosen_labels(form)["melds_per_turn"] == "Any number of melds a turn"
    await club.until_sent()
    for name in ("Bob", "Finn"):
        text = said(club[name].now(lobby))
        assert "The house rules have changed" in text
        assert "any number of melds a turn" in text
        assert all(missing in text.splitlines()[-1] for missing in ("Bob", "Cleo"))
        assert "Ann" not in text.splitlines()[-1]
    assert labels(club["Bob"].now(lobby))[:3] == ["Start", "Join", "Agree"]
    before, messages = club.event_count(), len(club["Finn"].messages("rummy"))
    check_refusal(club, await club["Ann"].slash("table start"), before, messages, ("Bob", "Cleo", "Agree"))
    assert (await club["Bob"].press(lobby, "Agree")).outcome == "update"
    before = club.event_count()
    assert (await club["Bob"].press(lobby, "Agree")).outcome == "deferred_update"
    assert club.event_count() == before
    await club["Cleo"].press(lobby, "Agree")
    await club.until_sent()
    text = said(club["Dan"].now(lobby))
    assert "have changed" not in text
    assert "any number of melds a turn" in text, "the lobby shows the house rule"
    assert "Agree" not in labels(club["Dan"].now(lobby))
    assert (await club["Ann"].press(lobby, "Start")).outcome in ("deferred_update", "update")
    assert club.table().variant.melds_per_turn == "unlimited"
    assert [type(event) for event in club.events()].count(RulesAgreed) == 2


async def test_agree_and_start_count_only_for_the_current_rules(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob", "Cleo")
    await club["Ann"].slash("table rule", rule="ace", answer="high")
    old = (await club["Bob"].slash("table show")).message
    join = (await club["Dan"].slash("table show")).message
    await club["Ann"].slash("table rule", rule="out_by", answer="discard_only")
    await club.until_sent()
    before = club.event_count()
    reply = await club["Bob"].press(old, "Agree")
    assert reply.outcome == "update"
    assert "the last card must be discarded" in said(reply.message), "the current rules are shown"
    await club["Bob"].until(lambda: "That button is out of date." in said(club["Bob"].messages("rummy")[-1]))
    assert (await club["Dan"].press(join, "Join")).outcome == "update"
    assert club.event_count() == before
    await club["Bob"].press(club["Bob"].now(old), "Agree")
    await club["Cleo"].press(club["Cleo"].now(lobby), "Agree")
    await press_forged(club, "Ann", lobby, "t:1:1:start")
    await club["Ann"].until(lambda: "That button is out of date." in said(club["Ann"].messages("rummy")[-1]))
    assert club.table().phase == Phase.LOBBY
    assert [type(event) for event in club.events()[before:]] == [RulesAgreed, RulesAgreed]


async def test_agree_in_a_stale_lobby_shows_the_current_rules(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob")
    await club["Ann"].slash("table rule", rule="ace", answer="high")
    await club.until_sent()
    await club.add_fault("PATCH", "messages", delay=1)
    await club["Ann"].slash("table rule", rule="out_by", answer="discard_only")
    reply = await club["Bob"].press(lobby, "Agree")
    assert "the last card must be discarded" in said(reply.message)
    await club["Bob"].until(lambda: "That button is out of date." in said(club["Bob"].messages("rummy")[-1]))
    assert club.table().people_to_agree
    await club.until_sent()
    await club["Bob"].press(club["Bob"].now(lobby), "Agree")
    assert not club.table().people_to_agree


@pytest.mark.thorough
async def test_a_match_with_house_rules_can_be_played(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob")
    topics = await open_topics(club, lobby)
    topics = await choose_answers(club["Ann"], topics, "melding", melds_per_turn="unlimited")
    topics = await choose_answers(club["Ann"], topics, "turns", rummy="double")
    await choose_answers(club["Ann"], topics, "scoring", match_target="none", match_deals="1")
    await club.until_sent()
    await club["Bob"].press(lobby, "Agree")
    await club["Ann"].press(lobby, "Start")
    await club.until_sent()
    shown = said((await club["Cleo"].slash("table show")).message)
    assert "any number of melds a turn" in shown
    await play_match(club, {"Ann": "dm", "Bob": "hand"})
    assert club.table().match is not None
    await check_all(club)


async def test_rules_cannot_change_after_the_first_deal(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob")
    topics = await open_topics(club, lobby)
    form = await open_form(club["Ann"], topics, "sets")
    await club["Ann"].press(lobby, "Start")
    await club.until_sent()
    before, messages = club.event_count(), len(club["Finn"].messages("rummy"))
    check_refusal(club, await club["Ann"].submit(form, ace=["high"]), before, messages, ("first card",))
    check_refusal(club, await club["Ann"].press(topics, "Jokers"), before, messages, ("first card",))
    await check_refused(club, club["Ann"], "table rule", "first card", rule="ace", answer="high")
    assert club.table().phase == Phase.DEAL


async def test_an_open_form_and_missing_agreements_survive_a_restart(club: Club) -> None:
    async with club.bot():
        lobby = await open_table(club, "Ann", "Bob")
        topics = await choose_answers(club["Ann"], await open_topics(club, lobby), "sets", ace="high")
        form = await open_form(club["Ann"], topics, "turns")
        await club.until_sent()
    async with club.bot():
        await club.until_sent()
        topics = await send_form(club["Ann"], form, out_by="discard_only")
        assert "ace high" in said(topics)
        await club.until_sent()
        assert "the last card must be discarded" in said(club["Bob"].now(lobby))
        await club["Bob"].press(lobby, "Agree")
        await club["Ann"].press(lobby, "Start")
        await club.until_sent()
        assert club.table().variant.ace == "high"


async def test_the_rules_command_shows_the_rules_of_the_channels_table(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    plain = said((await club["Cleo"].slash("rules")).message)
    assert "1 meld per turn" in plain
    assert "Going rummy" not in plain
    await open_table(club, "Dan", "Eve", in_="lounge", variant="ramino")
    await club["Dan"].slash("table rule", in_="lounge", rule="melds_per_turn", answer="unlimited")
    ramino = said((await club["Cleo"].slash("rules", in_="lounge")).message)
    assert "as many melds per turn as you like" in ramino
    assert "Going rummy" in ramino
    assert newest_with(club["Cleo"].messages("lounge"), "join")
    for game in NAMES:
        reply = await club["Cleo"].slash("rules", variant=game)
        assert reply.message["flags"] & 64
        assert "The rules of" in said(reply.message)
