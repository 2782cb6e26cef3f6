"""Answers to house rules: which are offered, and which are refused with their reason."""

import sqlite3
from contextlib import closing

import msgspec
from msgspec.structs import replace

from bot import app
from bot.tables.rules.house_rules import HOUSE_RULES
from bot.tables.rules.variant_code import write_code
from tests.e2e.support.club import Club
from tests.e2e.support.house_rules_panel import choose_answer, current_answer, offered_answers, open_panel, rules_in_panel
from tests.e2e.support.refusals import check_refusal, check_refused
from tests.e2e.support.tables import open_table
from tests.e2e.table.test_saved_variants import save_game
from tests.people import parts, said
from tests.rummy.presets import variant


async def test_each_house_rule_can_be_changed_in_the_panel_and_by_command(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann")
    panel = await open_panel(club, lobby)
    jokers, figures, aces = {"wild", "wild_min_naturals", "wild_swap", "joker_points"}, {"figure_points"}, {"ace", "ace_points"}
    assert await rules_in_panel(club, panel) == set(HOUSE_RULES) - jokers - figures, (
        "rules about cards that the deck lacks are left out"
    )
    await club["Ann"].slash("table rule", rule="jokers", answer="2")
    assert await rules_in_panel(club, panel) == set(HOUSE_RULES) - figures
    await club["Ann"].slash("table rule", rule="jokers", answer="0")
    await club["Ann"].slash("table rule", rule="deck", answer="cuccu40")
    assert club.table().variant.players == (2, 5)
    assert await rules_in_panel(club, panel) == set(HOUSE_RULES) - jokers - aces - {"court_points"}
    await club["Ann"].slash("table rule", rule="deck", answer="french52")
    offered = await club["Ann"].autocomplete("table rule", "rule", "set_u")
    assert [choice["value"] for choice in offered] == ["set_unique"]
    answers = await club["Ann"].autocomplete("table rule", "answer", rule="ace")
    assert [choice["value"] for choice in answers] == ["low", "high_or_low", "around_corner", "high"]
    answers = await club["Ann"].autocomplete("table rule", "answer", rule="scoring")
    assert [choice["value"] for choice in answers] == ["winner_collects", "penalty", "payment 6"]
    reply = await club["Ann"].slash("table rule", rule="hand_size", answer="2:12 3:9 4:8 5:7 6:6")
    assert reply.message["flags"] & 64
    assert club.table().variant.hand_size == {2: 12, 3: 9, 4: 8, 5: 7, 6: 6}
    assert current_answer(reply.message, "hand_size") == "2:12 3:9 4:8 5:7 6:6", "the panel also offers the typed answer"


async def test_a_contradictory_answer_is_refused_in_the_panel(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob", "Cleo")
    panel = await open_panel(club, lobby)
    before = club.event_count()
    for page, rule, answer, reason in (
        ("house", "match_target", "none", "The match must end somehow"),
        ("cards", "set_kind", "distinct_figures", "igures"),
        ("dealing", "players", "2-2", "at most 2 players"),
        ("dealing", "hand_size", "20", "At most 14 cards"),
        ("points", "blocked_scoring", "all_penalty", "Choose a number of deals"),
    ):
        panel = (await choose_answer(club["Ann"], panel, "page", page)).message
        assert answer not in offered_answers(panel, rule), "only answers that can be played are offered"
        await check_refused(club, club["Ann"], "table rule", reason, rule=rule, answer=answer)
    assert club.event_count() == before
    assert "changed" not in said(club["Bob"].now(lobby))


async def test_a_panel_that_is_out_of_date_refuses_what_can_no_longer_be_played(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob")
    panel = await open_panel(club, lobby)
    points = (await choose_answer(club["Ann"], panel, "page", "dealing")).message
    assert "2-2" in offered_answers(points, "players")
    await club["Cleo"].press(lobby, "Join")
    before = club.event_count()
    reply = await choose_answer(club["Ann"], points, "players", "2-2")
    assert "at most 2 players" in said(reply.message)
    assert "2-2" not in offered_answers(reply.message, "players")
    assert club.event_count() == before


async def test_only_the_host_can_change_rules_and_the_others_can_read_them(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob")
    read = await open_panel(club, lobby, "Bob")
    assert "The rules of Rami" in said(read)
    assert not [it for it in parts(read["components"]) if it["type"] == 3]
    await check_refused(club, club["Bob"], "table rule", "Ann", rule="ace", answer="high")
    await check_refused(club, club["Cleo"], "table rule", rule="ace", answer="high", table=1)
    panel = await open_panel(club, lobby)
    await club["Ann"].press(lobby, "Leave")
    before, messages = club.event_count(), len(club["Finn"].messages("rummy"))
    reply = await club["Ann"].choose(panel, "r:1:ace", "high")
    check_refusal(club, reply, before, messages, ())


async def test_each_wrong_rule_or_answer_is_refused_with_its_own_sentence(club: Club, bot: app.Bot) -> None:
    await open_table(club, "Ann")
    sentences = [
        await check_refused(club, club["Ann"], "table rule", "colour", rule="colour", answer="red"),
        await check_refused(club, club["Ann"], "table rule", "red", "`low`", rule="ace", answer="red"),
        await check_refused(club, club["Ann"], "table rule", rule="ace", answer="low"),
        await check_refused(club, club["Ann"], "table rule", "1001", rule="match_target", answer="1001"),
    ]
    assert len(set(sentences)) == len(sentences)


async def test_contradictions_of_the_first_version_are_refused_with_a_reason(club: Club, bot: app.Bot) -> None:
    """RULES 5.14, 5.21, 5.25."""
    lobby = await open_table(club, "Ann", variant="wrotham")
    panel = await open_panel(club, lobby)
    panel = (await choose_answer(club["Ann"], panel, "page", "dealing")).message
    assert "2-5" in offered_answers(panel, "players")
    assert "2-6" not in offered_answers(panel, "players")
    await check_refused(club, club["Ann"], "table rule", "At most 5", rule="players", answer="2-6")


async def test_a_saved_game_of_the_first_version_that_contradicts_itself_says_why(club: Club) -> None:
    old = replace(variant("rami"), name="zia pina", title="Zia Pina", blocked_scoring="all_penalty")
    async with club.bot():
        await save_game(club)
    answers = msgspec.json.encode(old).decode()
    with closing(sqlite3.connect(club.database)) as database:
        database.execute("UPDATE variants SET answers = ?", (answers,))
        database.commit()
    async with club.bot():
        assert "Zia Pina" in said((await club["Bob"].slash("variant list")).message)
        assert "The rules of Zia Pina" in said((await club["Bob"].slash("rules", variant="zia pina")).message)
        sentence = await check_refused(
            club, club["Bob"], "table new", "can't be played the way it was saved", variant="zia pina"
        )
        assert "Choose a number of deals" in sentence
        await check_refused(club, club["Bob"], "variant add", "Choose a number of deals", code=write_code(old))
        await open_table(club, "Bob", variant="zia pina", deals=2)
        assert club.table(2).variant.match_deals == 2
