"""A hand offers the moves that can be made: the best melds first, swaps, taking back, and never more than Discord allows."""

import re
from typing import Any

from msgspec.structs import replace

from bot.messages.table.hand.hand_message import hand_layout
from bot.rummy.deck.cards import Card
from bot.rummy.events import CardDrawn, MeldKind, MeldLaid
from bot.tables.table import Table
from tests.messages.shown_text import BUTTON, ENGLISH, SELECT, SEPARATOR, TEXT, plain_text, visible_texts
from tests.messages.table.played_tables import context_for, played_match, tables_after_events
from tests.messages.table.positions import after_moves, hand_text, table_at
from tests.people import parts
from tests.rummy.presets import variant

LONG_HAND = "deal AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AD 2D 3D JK1 | KS"
CLOSING = ("number 4", "deal 5H 6H 7H 9S 9D 9C 2C | 3D 4D", "stock 9H", "discards 6S")
LATER_MELDS = "5H 6H 7H 9S 9D 9C KS"


def components(at: Table) -> list[dict[str, Any]]:
    """Return the components of the hand of seat 0."""
    return list(parts(hand_layout(context_for(at, ENGLISH), 1).to_components()))


def select(at: Table, kind: str) -> list[tuple[str, str, str]]:
    """Return the label, the description and the move of each option."""
    options = next((part["options"] for part in components(at) if part.get("custom_id", "").endswith(f":{kind}")), [])
    return [(plain_text(each["label"]), plain_text(each.get("description") or ""), each["value"]) for each in options]


def buttons(at: Table) -> dict[str, str]:
    return {plain_text(part["label"]): part["custom_id"].split(":")[3] for part in components(at) if part["type"] == BUTTON}


# --- melds that fit together -------------------------------------------------------------------------------------------------


def test_melds_that_fit_together_are_named_and_offered_first() -> None:
    at = table_at("rami", "deal 5H 6H 7H 7S 7D 8H 2C | KS", "stock QD", "discards 6S")
    at = after_moves(at, "draw stock")
    assert "## __7♦ 7♥ 7♠__" not in hand_text(at)
    assert "## __5♥ 6♥ 7♥ 8♥__" in hand_text(at)
    assert select(at, "meld")[0] == ("5♥ 6♥ 7♥ 8♥", "best: 26 points", "meld 5H 6H 7H 8H")
    assert ("7♦ 7♥ 7♠", "21 points", "meld 7D 7H 7S") in select(at, "meld")[1:]


def test_a_lay_off_of_the_best_arrangement_is_marked_as_best() -> None:
    at = table_at("rami", "deal 8H 2C | KS", "stock QD", "discards 6S", "meld 1: 5H 6H 7H by 0", "meld 2: 8S 8D 8C by 1")
    assert select(after_moves(at, "draw stock"), "layoff") == [
        ("8♥ on meld 1: 5♥ 6♥ 7♥", "best", "layoff 8H 1"),
        ("8♥ on meld 2: 8♣ 8♦ 8♠", "", "layoff 8H 2"),
    ]


def test_a_meld_that_is_a_run_and_a_set_is_offered_as_both() -> None:
    at = after_moves(table_at("cuccu", "deal XIII XIIII XV I V | II", "stock VII", "discards X"), "draw stock")
    assert [label for label, _, _ in select(at, "meld")] == [
        "XIII Salta · XIIII Bragon · XV Cucco as a run",
        "XIII Salta · XIIII Bragon · XV Cucco as a set",
    ]
    assert [move for _, _, move in select(at, "meld")] == ["meld XIII XIIII XV as run", "meld XIII XIIII XV as set"]


def test_a_joker_is_offered_as_every_card_that_it_can_stand_for() -> None:
    at = after_moves(table_at("wrotham", "deal 5H 6H JK1 2C | KS", "stock KD", "discards 6S"), "draw stock")
    assert {"meld 5H 6H JK1=7H", "meld JK1=4H 5H 6H"} <= {move for _, _, move in select(at, "meld")}
    assert "🃏=4♥ 5♥ 6♥" in {label for label, _, _ in select(at, "meld")}


def test_melds_that_may_not_be_laid_this_turn_are_named_for_later() -> None:
    first = hand_text(table_at("rami", f"deal {LATER_MELDS} | 2D 3D", "stock 8C", "drawn KS"))
    assert "## __" in first
    assert "for a later turn" not in first
    then = table_at("rami", f"deal {LATER_MELDS} | 2D 3D", "stock 8C", "drawn KS")
    assert then.match is not None
    assert then.match.deal is not None
    meld = MeldLaid(0, MeldKind.RUN, (Card("2H"), Card("3H"), Card("4H")))
    turn = replace(then.match.deal.turn, table_plays=(meld,))
    laid = replace(then, match=replace(then.match, deal=replace(then.match.deal, turn=turn)))
    assert "for a later turn" in hand_text(laid)


def test_a_meld_within_a_named_meld_is_not_named() -> None:
    shown = hand_text(table_at("rami", "deal 5H 6H 7H 8H 7S 7D 7C KS 8S 8D | 2D 3D", "stock 8C", "drawn KS"))
    best = [frozenset(row[5:-2].split()) for row in shown.splitlines() if row.startswith("## __")]
    (line,) = (row for row in shown.splitlines() if "Other melds:" in row)
    others = [frozenset(meld.split()) for meld in re.findall(r"\*\*([^*]*)\*\*", line)]
    assert best
    assert others
    assert not [(one, larger) for one in others for larger in (*best, *others) if one < larger]


# --- all in one turn ---------------------------------------------------------------------------------------------------------


def test_where_all_is_melded_in_one_turn_only_that_is_offered() -> None:
    at = after_moves(table_at("wrotham", *CLOSING), "draw stock")
    assert [option[:2] for option in select(at, "meld")] == [("9♣ 9♦ 9♥ 9♠ | 5♥ 6♥ 7♥", "goes out, discarding 2♣")]
    assert "In this deal you lay everything down at once" in hand_text(at)
    laid = after_moves(at, select(at, "meld")[0][2])
    assert buttons(laid) == {"Take back 9♣ 9♦ 9♥ 9♠ 5♥ 6♥ 7♥": "take back"}


# --- swaps, taking back, the first turn --------------------------------------------------------------------------------------


def test_the_buttons_to_swap_and_take_back_name_the_cards() -> None:
    at = table_at("wrotham", "deal 8C 3D 4D 5D | KS", "stock KD", "discards 6S", "meld 1: 8S 8H JK1=8C by 1")
    at = after_moves(at, "draw stock")
    assert buttons(at) == {"Swap 8♣ for the joker in meld 1": "swap 8C 1"}
    assert buttons(after_moves(at, "swap 8C 1")) == {"Take back 8♣": "take back"}


def test_a_starter_with_an_extra_card_is_not_asked_to_draw() -> None:
    at = table_at("wrotham", "deal 8C 3D 4D 5D | KS", "stock KD", "starter plays")
    assert "Your turn: you begin, without a draw" in hand_text(at)
    assert not buttons(at)


# --- the message -------------------------------------------------------------------------------------------------------------


def test_the_hand_is_above_its_controls_and_the_table_below():
    played = played_match(variant(), 2)
    for event, table in tables_after_events(played.events):
        if not isinstance(event, CardDrawn) or table.person_to_act() is None:
            continue
        view = hand_layout(context_for(table, ENGLISH), table.person_to_act())
        kinds = [part["type"] for part in parts(view.to_components()) if part["type"] in (TEXT, SEPARATOR, SELECT, BUTTON)]
        assert kinds in ([TEXT, *[SELECT] * count, SEPARATOR, TEXT] for count in (1, 2, 3))
        hand, on_the_table = (text for text in visible_texts(view) if "\n" in text)
        assert "Your turn: you drew" in hand
        assert "Stock" in on_the_table


def test_a_select_stays_within_discords_limits_and_says_what_is_left_out() -> None:
    at = table_at("rami", "with jokers 3", "with wild joker", LONG_HAND, "stock QD", "discards 6S")
    at = after_moves(at, "draw stock")
    offered = [part for part in components(at) if part["type"] == SELECT]
    assert offered
    for part in offered:
        assert len(part["options"]) <= 25
        assert len({option["value"] for option in part["options"]}) == len(part["options"])
        for option in part["options"]:
            assert max(len(option["label"]), len(option["value"]), len(option.get("description") or "")) <= 100
    assert "Lay a meld … (25 of " in next(part["placeholder"] for part in offered if part["custom_id"].endswith(":meld"))
