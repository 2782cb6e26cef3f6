"""Answers to house rules: which are offered, and which are refused with their reason."""

import sqlite3
from contextlib import closing

import msgspec
from msgspec.structs import replace

from bot import app
from bot.tables.rules.house_rules import HOUSE_RULES
from bot.tables.rules.saved_variants import write_code
from tests.e2e.support.club import Club
from tests.e2e.support.commands import check_refusal, check_refused
from tests.e2e.support.forms import (
    EDIT_AGAIN,
    choose_answers,
    chosen_labels,
    offered_answers,
    open_form,
    open_topics,
    rules_in_forms,
    send_form,
)
from tests.e2e.support.tables import open_table
from tests.e2e.table.test_saved_variants import save_game
from tests.people import Json, find, labels, said
from tests.rummy.presets import variant


async def test_each_house_rule_is_in_a_form_and_in_the_command(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann")
    topics = await open_topics(club, lobby)
    jokers, figures, aces = {"joker_points"}, {"figure_points"}, {"ace", "ace_points"}
    found = await rules_in_forms(club, topics)
    assert len(found) == len(set(found))
    assert set(found) == set(HOUSE_RULES) - jokers - figures, "rules about cards that the deck lacks are left out"
    await club["Ann"].slash("table rule", rule="jokers", answer="2")
    assert set(await rules_in_forms(club, topics)) == set(HOUSE_RULES) - figures
    await club["Ann"].slash("table rule", rule="jokers", answer="0")
    await club["Ann"].slash("table rule", rule="deck", answer="cuccu40")
    assert club.table().variant.players == (2, 5)
    assert set(await rules_in_forms(club, topics)) == set(HOUSE_RULES) - jokers - aces - {"court_points"}


async def test_the_rule_command_offers_and_takes_words(club: Club, bot: app.Bot) -> None:
    await open_table(club, "Ann")
    offered = await club["Ann"].autocomplete("table rule", "rule", "aces in")
    assert [(choice["name"], choice["value"]) for choice in offered] == [("Aces in runs: ace low: A-2-3", "ace")]
    for rule in ("ace", "Aces in runs"):
        answers = await club["Ann"].autocomplete("table rule", "answer", rule=rule)
        assert [choice["name"] for choice in answers] == [
            "Ace low: A-2-3",
            "Ace high or low: A-2-3, Q-K-A",
            "Ace around the corner: K-A-2",
            "Ace high: Q-K-A",
        ]
    answers = await club["Ann"].autocomplete("table rule", "answer", rule="scoring")
    assert [choice["value"] for choice in answers] == ["winner_collects", "penalty", "payment 6"]
    assert answers[2]["name"].replace("\N{NO-BREAK SPACE}", " ").endswith("hand · 6 deals")
    for rule, answer, question, value in (
        ("Aces in runs", "Ace high or low: A-2-3, Q-K-A", "ace", "high_or_low"),
        ("aces in runs: ace low: A-2-3", "corner", "ace", "around_corner"),
        ("cards dealt", "2:12 3:9 4:8 5:7 6:6", "hand_size", {2: 12, 3: 9, 4: 8, 5: 7, 6: 6}),
        ("TARGET SCORE", "350", "match_target", 350),
        ("going out", "the last card must be discarded", "out_by", "discard_only"),
        ("out_by", "any", "out_by", "any"),
    ):
        reply = await club["Ann"].slash("table rule", rule=rule, answer=answer)
        assert reply.message["flags"] & 64
        assert getattr(club.table().variant, question) == value
    form = await open_form(club["Ann"], reply.message, "cards")
    shown = chosen_labels(form)["hand_size"].replace("\xa0", " ")
    assert shown.startswith("Cards each: 12 with 2 players"), "the form has the typed answer"


async def test_a_contradiction_refuses_the_whole_form_and_edit_again_keeps_the_choices(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob", "Cleo")
    topics = await open_topics(club, lobby)
    before = club.event_count()
    for topic, answers, reason in (
        ("scoring", {"match_target": "none", "tie": "extra_deal"}, "The match would never end."),
        ("sets", {"set_kind": "distinct_figures", "run_size": "4"}, "go with runs of any suits"),
        ("cards", {"hand_size": "14", "players": "2-5"}, "need 76 cards, but there are only 52"),
        ("scoring", {"blocked_scoring": "all_penalty"}, "Choose a number of deals instead"),
        ("jokers", {"wild_swap": "on_turn"}, "can't be swapped"),
        ("scoring", {"scoring": "payment", "tie": "extra_deal"}, "Payment needs a number of deals"),
    ):
        form = await open_form(club["Ann"], topics, topic)
        sent = {rule: answer for rule, answer in answers.items() if answer in offered_answers(form, rule)}
        topics = await send_form(club["Ann"], form, **sent)
        assert reason in said(topics)
        assert labels(topics)[0] == EDIT_AGAIN
        again = await open_form(club["Ann"], topics, EDIT_AGAIN)
        wanted = {rule: label_of(form, rule, answer) for rule, answer in sent.items()}
        assert chosen_labels(again) == chosen_labels(form) | wanted
        assert reason in said(await send_form(club["Ann"], again)), "sent again as it is, it is refused again"
    assert club.event_count() == before
    assert "changed" not in said(club["Bob"].now(lobby))
    again = await open_form(club["Ann"], topics, EDIT_AGAIN)
    topics = await send_form(club["Ann"], again, match_deals="6")
    rules = club.table().variant
    assert (rules.scoring, rules.match_deals, rules.tie) == ("payment", 6, "extra_deal")
    assert EDIT_AGAIN not in labels(topics)


def label_of(form: Json, rule: str, answer: str) -> str:
    return next(str(option["label"]) for option in find(form, rule)["options"] if option["value"] == answer)


async def test_a_form_offers_no_range_of_players_with_too_few_seats(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob")
    topics = await open_topics(club, lobby)
    form = await open_form(club["Ann"], topics, "cards")
    assert "2-2" in offered_answers(form, "players")
    await club["Cleo"].press(lobby, "Join")
    before = club.event_count()
    topics = await send_form(club["Ann"], form, players="2-2")
    assert "3 players are at this table, but with these rules at most 2 can play" in said(topics)
    assert "2-2" not in offered_answers(await open_form(club["Ann"], topics, EDIT_AGAIN), "players")
    assert club.event_count() == before


async def test_a_form_overwrites_no_rule_that_was_changed_after_it_was_opened(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann")
    topics = await open_topics(club, lobby)
    form = await open_form(club["Ann"], topics, "sets")
    await club["Ann"].slash("table rule", rule="ace", answer="high")
    before = club.event_count()
    topics = await send_form(club["Ann"], form, ace="around_corner", run_size="4")
    assert "These rules have changed since your form was opened." in said(topics)
    assert "ace high: Q-K-A" in said(topics)
    assert (club.event_count(), club.table().variant.run_size) == (before, 3), "nothing was changed"
    again = await open_form(club["Ann"], topics, EDIT_AGAIN)
    chosen = chosen_labels(again)
    assert (chosen["ace"], chosen["run_size"]) == ("Ace around the corner: K-A-2", "Runs of 4 cards or more")
    await send_form(club["Ann"], again)
    assert (club.table().variant.ace, club.table().variant.run_size) == ("around_corner", 4), "now the host has seen both"


async def test_a_form_leaves_newer_answers_that_it_does_not_touch(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann")
    form = await open_form(club["Ann"], await open_topics(club, lobby), "sets")
    await club["Ann"].slash("table rule", rule="ace", answer="high")
    await club["Ann"].slash("table rule", rule="jokers", answer="2")
    await send_form(club["Ann"], form, run_size="4")
    rules = club.table().variant
    assert (rules.ace, rules.jokers, rules.run_size) == ("high", 2, 4)


async def test_a_form_that_changes_nothing_says_so(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann")
    topics = await open_topics(club, lobby)
    before = club.event_count()
    topics = await choose_answers(club["Ann"], topics, "melding")
    assert "Nothing has changed" in said(topics)
    assert EDIT_AGAIN not in labels(topics)
    assert club.event_count() == before


async def test_only_the_host_can_change_rules_and_the_others_can_read_them(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob")
    read = await open_topics(club, lobby, "Bob")
    assert "The rules of Rami" in said(read)
    assert not labels(read)
    await check_refused(club, club["Bob"], "table rule", "Ann", rule="ace", answer="high")
    await check_refused(club, club["Cleo"], "table rule", rule="ace", answer="high", table=1)
    topics = await open_topics(club, lobby)
    form = await open_form(club["Ann"], topics, "sets")
    await club["Ann"].press(lobby, "Leave")
    before, messages = club.event_count(), len(club["Finn"].messages("rummy"))
    check_refusal(club, await club["Ann"].submit(form, ace=["high"]), before, messages, ())
    check_refusal(club, await club["Ann"].press(topics, "Sets and runs"), before, messages, ("Bob",))


async def test_each_wrong_rule_or_answer_is_refused_with_its_own_sentence(club: Club, bot: app.Bot) -> None:
    await open_table(club, "Ann")
    sentences = [
        await check_refused(club, club["Ann"], "table rule", "colour", rule="colour", answer="red"),
        await check_refused(club, club["Ann"], "table rule", "“red”", "Aces in runs", "ace low", rule="ace", answer="red"),
        await check_refused(club, club["Ann"], "table rule", rule="ace", answer="low"),
        await check_refused(club, club["Ann"], "table rule", "1001", "none", "50", rule="match_target", answer="1001"),
    ]
    assert len(set(sentences)) == len(sentences)


async def test_contradictions_of_the_first_version_are_refused_with_a_reason(club: Club, bot: app.Bot) -> None:
    """RULES 5.14, 5.21, 5.25."""
    lobby = await open_table(club, "Ann", variant="wrotham")
    topics = await choose_answers(club["Ann"], await open_topics(club, lobby), "cards", players="2-6")
    assert "At most 5 people can play" in said(topics)
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
