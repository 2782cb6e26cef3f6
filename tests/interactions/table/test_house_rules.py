"""House rules of a lobby: the answers that forms and `/table rule` offer and take, what changes with them, what is refused."""

import pytest

from bot.tables.rules.house_rules import offered_rules
from tests.desk import Desk
from tests.e2e.support.forms import (
    EDIT_AGAIN,
    choose_answers,
    chosen_labels,
    offered_answers,
    open_form,
    open_topics,
    press_more,
    rules_in_forms,
    send_form,
)
from tests.interactions.table.lobbies import open_table, sit_down, table_of
from tests.people import Json, labels, said
from tests.rummy.presets import variant


def plain(message: Json) -> str:
    return said(message).replace("\N{NO-BREAK SPACE}", " ")


async def test_each_house_rule_is_in_a_form_and_in_the_command(desk: Desk) -> None:
    topics = await open_topics(desk["Ann"], await open_table(desk, "Ann"))
    jokers, figures, aces_and_suits = {"joker_points"}, {"figure_points"}, {"ace", "ace_points", "run_suited"}
    others = {"wild_adjacent", "first_meld_waived", "discard_from", "elimination", "re_entries"}  # of other games
    found, offered = await rules_in_forms(desk["Ann"], topics), set(offered_rules(variant("rami")))
    assert len(found) == len(set(found))
    assert set(found) == offered - jokers - figures - others, "rules about cards that the deck lacks are left out"
    await desk["Ann"].slash("table rule", rule="jokers", answer="2")
    assert set(await rules_in_forms(desk["Ann"], topics)) == offered - figures - others
    await desk["Ann"].slash("table rule", rule="jokers", answer="0")
    await desk["Ann"].slash("table rule", rule="deck", answer="cuccu40")
    assert table_of(desk).variant.players == (2, 5)
    assert set(await rules_in_forms(desk["Ann"], topics)) == offered - jokers - aces_and_suits - others - {"court_points"}


async def test_everyone_reads_the_house_rules_as_a_list_and_the_host_changes_them_there(desk: Desk) -> None:
    lobby = await open_table(desk, "Ann", "Bob")
    assert "1 house rule" not in labels(lobby)
    await desk["Ann"].slash("table rule", rule="ace", answer="high")
    lobby = (await desk["Cleo"].slash("table show")).message
    for name, button in (("Bob", "Rules"), ("Ann", "House rules")):
        shown = (await desk[name].press(lobby, "1 house rule")).message
        assert "\n- Ace high: Q-K-A" in plain(shown)
        assert (shown["flags"] & 64, labels(shown)) == (64, [button])
    assert "Jokers" in labels((await desk["Ann"].press(shown, "House rules")).message)


async def test_the_command_takes_words(desk: Desk) -> None:
    await open_table(desk, "Ann")
    for rule, answer, question, value in (
        ("Aces in runs", "Ace high or low: A-2-3, Q-K-A", "ace", "high_or_low"),
        ("aces in runs: ace low: A-2-3", "corner", "ace", "around_corner"),
        ("TARGET SCORE", "350", "match_target", 350),
        ("going out", "the last card must be discarded", "out_by", "discard_only"),
        ("cards dealt", "2:12 3:9 4:8 5:7 6:6", "hand_size", {2: 12, 3: 9, 4: 8, 5: 7, 6: 6}),
    ):
        reply = await desk["Ann"].slash("table rule", rule=rule, answer=answer)
        assert reply.message["flags"] & 64
        assert getattr(table_of(desk).variant, question) == value
    form = await open_form(desk["Ann"], reply.message, "cards")
    assert chosen_labels(form)["hand_size"].replace("\xa0", " ").startswith("Cards each: 12 (2 players)")


async def test_a_contradiction_refuses_the_whole_form_and_edit_again_keeps_the_choices(desk: Desk) -> None:
    ann = desk["Ann"]
    topics = await open_topics(ann, await open_table(desk, "Ann", "Bob", "Cleo", target=100))
    before = table_of(desk).version
    for topic, answers, reason in (
        ("scoring", {"match_target": "none", "tie": "extra_deal"}, "The match would never end."),
        ("sets", {"set_kind": "distinct_figures", "run_size": "4"}, "need runs of any suits"),
        ("cards", {"hand_size": "14", "players": "2-5"}, "need 76 cards, and there are 52"),
        ("scoring", {"blocked_scoring": "all_penalty"}, "Choose a number of deals instead"),
        ("jokers", {"wild_swap": "on_turn"}, "Only wild jokers can be swapped"),
        ("scoring", {"scoring": "payment", "tie": "extra_deal"}, "Payment needs a number of deals"),
    ):
        form = await open_form(ann, topics, topic)
        sent = {rule: answer for rule, answer in answers.items() if answer in offered_answers(form, rule)}
        topics = await send_form(ann, form, **sent)
        assert reason in said(topics)
        assert labels(topics)[0] == EDIT_AGAIN
        again = await open_form(ann, topics, EDIT_AGAIN)
        assert chosen_labels(again) == chosen_labels(form) | {rule: offered_answers(form, rule)[sent[rule]] for rule in sent}
        assert reason in said(await send_form(ann, again)), "sent again as it is, it is refused again"
    assert table_of(desk).version == before
    topics = await send_form(ann, await open_form(ann, topics, EDIT_AGAIN), match_deals="6")
    rules = table_of(desk).variant
    assert (rules.scoring, rules.match_deals, rules.tie) == ("payment", 6, "extra_deal")
    assert EDIT_AGAIN not in labels(topics)


async def test_a_form_offers_no_range_of_players_with_too_few_seats(desk: Desk) -> None:
    lobby = await open_table(desk, "Ann", "Bob")
    form = await open_form(desk["Ann"], await open_topics(desk["Ann"], lobby), "cards")
    assert "2-2" in offered_answers(form, "players")
    await sit_down(desk, "Cleo")
    before = table_of(desk).version
    topics = await send_form(desk["Ann"], form, players="2-2")
    assert "3 players are at this table. With these rules, at most 2 can play." in said(topics)
    assert "2-2" not in offered_answers(await open_form(desk["Ann"], topics, EDIT_AGAIN), "players")
    assert "No changes" in said(await choose_answers(desk["Ann"], topics, "melding"))
    assert table_of(desk).version == before


async def test_a_form_overwrites_no_rule_that_was_changed_after_it_was_opened(desk: Desk) -> None:
    form = await open_form(desk["Ann"], await open_topics(desk["Ann"], await open_table(desk, "Ann")), "sets")
    await desk["Ann"].slash("table rule", rule="ace", answer="high")
    before = table_of(desk).version
    topics = await send_form(desk["Ann"], form, ace="around_corner", run_size="4")
    assert "Someone changed these rules while your form was open. Nothing was saved." in said(topics)
    assert "ace high: Q-K-A" in said(topics)
    assert (table_of(desk).version, table_of(desk).variant.run_size) == (before, 3), "nothing was changed"
    again = await open_form(desk["Ann"], topics, EDIT_AGAIN)
    chosen = chosen_labels(again)
    assert (chosen["ace"], chosen["run_size"]) == ("Ace around the corner: K-A-2", "Runs of 4 cards or more")
    await send_form(desk["Ann"], again)
    assert (table_of(desk).variant.ace, table_of(desk).variant.run_size) == ("around_corner", 4), "now the host has seen both"


async def test_only_the_host_can_change_rules_and_the_others_can_read_them(desk: Desk) -> None:
    lobby = await open_table(desk, "Ann", "Bob")
    read = (await press_more(desk["Bob"], lobby, "Rules")).message
    assert "The rules of Rami" in said(read)
    assert labels(read) == ["More rules", "Learn to play"]
    await desk["Bob"].refused("table rule", "Ann", rule="ace", answer="high")
    topics = await open_topics(desk["Ann"], lobby)
    form = await open_form(desk["Ann"], topics, "sets")
    await desk["Ann"].press(lobby, "Leave")
    await sit_down(desk, "Ann")
    before = table_of(desk).version
    for reply in (await desk["Ann"].submit(form, ace=["high"]), await desk["Ann"].press(topics, "Sets and runs")):
        assert "Bob" in said(reply.message)
    assert table_of(desk).version == before


async def test_each_wrong_rule_or_answer_is_refused_with_its_own_sentence(desk: Desk) -> None:
    await open_table(desk, "Ann", target=100)
    mistakes = (
        ("colour", "red", ("colour",)),
        ("ace", "red", ("“red”", "Aces in runs", "ace low")),
        ("ace", "low", ()),
        ("match_target", "1001", ("1001", "none", "50")),
        ("scoring", "payment", ("`payment 6`",)),
    )
    sentences = {await desk["Ann"].refused("table rule", *facts, rule=rule, answer=it) for rule, it, facts in mistakes}
    assert len(sentences) == len(mistakes)


@pytest.mark.parametrize(
    ("answers", "sentence", "rules"),
    [
        ({"hand_size": "14"}, "The table is now for **2 to 3 players**", {"players": (2, 3)}),
        ({"hand_size": "14", "deck": "cuccu40"}, "The table is now for **2 players**", {"players": (2, 2)}),
        ({"deck": "cuccu40"}, "sets of different figures", {"deck": "cuccu40", "run_suited": False}),
        ({"match_deals": "4"}, "no target score", {"match_target": "none", "match_deals": 4}),
        ({"match_deals": "4", "match_target": "80"}, "no limit on the number of deals", {"match_target": 80}),
        ({"scoring": "payment 6"}, "no target score", {"match_target": "none", "match_deals": 6}),
    ],
)
async def test_an_answer_that_changes_others_with_it_says_so(
    desk: Desk, answers: dict[str, str], sentence: str, rules: dict[str, object]
) -> None:
    await open_table(desk, "Ann", "Bob", target=100)
    for rule, answer in answers.items():
        reply = await desk["Ann"].slash("table rule", rule=rule, answer=answer)
    assert sentence in plain(reply.message)
    assert {name: getattr(table_of(desk).variant, name) for name in rules} == rules


async def test_what_a_form_says_is_not_changed_with_its_other_answers(desk: Desk) -> None:
    """Rules 5.24 and 5.25 of docs/RULES.md."""
    topics = await open_topics(desk["Ann"], await open_table(desk, "Ann", "Bob", variant="ramino", target=150))
    topics = await choose_answers(desk["Ann"], topics, "scoring", scoring="penalty")
    assert "Also changed" in said(topics)
    assert "target: 100 points" in said(topics)
    for answers, target, deals in (
        ({"scoring": "winner_collects"}, 150, "none"),
        ({"scoring": "penalty", "match_target": "200"}, 200, "none"),
        ({"match_deals": "4"}, 200, 4),
        ({"match_target": "none"}, "none", 4),
    ):
        topics = await choose_answers(desk["Ann"], topics, "scoring", **answers)
        assert (table_of(desk).variant.match_target, table_of(desk).variant.match_deals) == (target, deals), answers
    await choose_answers(desk["Ann"], topics, "cards", hand_size="7", players="2-5")
    assert table_of(desk).variant.players == (2, 5), "a range that is chosen in the form is not narrowed"
    topics = await choose_answers(desk["Ann"], topics, "scoring", scoring="payment")
    assert "not a target" in said(await choose_answers(desk["Ann"], topics, "scoring", match_target="100"))
