"""A hand offers the moves that can be made: the best melds first, swaps, taking back, and never more than Discord allows."""

import random
import re
from dataclasses import replace as replace_context
from itertools import pairwise
from typing import Any

import pytest
from discord import ui
from msgspec.structs import replace

from benchmarks.rules import presses_per_turn
from bot.league.stats import points_won
from bot.messages.pictures.picture import TEXT_ONLY, PictureChoice
from bot.messages.table.hand.hand_controls import other_controls
from bot.messages.table.hand.hand_message import hand_layout, hand_view
from bot.messages.table.hand.prompts import read_any_cards
from bot.messages.table.render_context import RenderContext
from bot.players.discards import best_discards
from bot.players.games import weights_for
from bot.players.hint import Hint, NeedsOneCard, NextCouldUse, find_hint
from bot.players.sight import Sight
from bot.rummy.cards import Card
from bot.rummy.events import Awaited, CardDiscarded, CardDrawn, MeldKind, MeldLaid
from bot.rummy.moves import Discard
from bot.rummy.view import View
from bot.tables.table import Table
from tests.messages.shown_text import BUTTON, ENGLISH, SELECT, SEPARATOR, TEXT, plain_text, readable_text, visible_texts
from tests.messages.table.emoji_of_cards import ALL_EMOJI
from tests.messages.table.played_tables import PlayedTable, context_for, played_match, tables_after_events
from tests.messages.table.positions import after_moves, hand_text, table_at
from tests.people import parts
from tests.rummy.gauntlet import eager
from tests.rummy.presets import NAME_OF_EACH_GAME, ONE_OF_EACH_GAME, variant

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


def buttons(at: Table, kind: str = "") -> dict[str, str]:
    """Return the moves of the buttons by their labels; only moves that begin with this word, if there is one."""
    found = {plain_text(part["label"]): part["custom_id"] for part in components(at) if part.get("custom_id", "")[:2] == "m:"}
    moves = {label: custom_id.split(":")[3] for label, custom_id in found.items()}
    return {label: move for label, move in moves.items() if move.startswith(kind)}


def offers(at: Table, kind: str) -> list[str]:
    """Return the moves of this kind: those of the buttons, then those of the select."""
    return [*buttons(at, kind).values(), *(move for _, _, move in select(at, kind))]


# --- melds that fit together -------------------------------------------------------------------------------------------------


def test_melds_that_fit_together_are_named_and_offered_first() -> None:
    at = table_at("rami", "deal 5H 6H 7H 7S 7D 8H 2C | KS", "stock QD", "discards 6S")
    at = after_moves(at, "draw stock")
    assert "## Meld: __7♦ 7♥ 7♠__" not in hand_text(at)
    assert "## Meld: __5♥ 6♥ 7♥ 8♥__" in hand_text(at)
    assert list(buttons(at, "meld").items()) == [
        ("Lay 5♥ 6♥ 7♥ 8♥", "meld 5H 6H 7H 8H"),
        ("Lay 7♠ 7♥ 7♦", "meld 7D 7H 7S"),
    ]
    assert select(at, "meld") == [
        ("6♥ 7♥ 8♥", "21 points", "meld 6H 7H 8H"),
        ("5♥ 6♥ 7♥", "18 points", "meld 5H 6H 7H"),
    ]


def test_a_button_that_lays_several_melds_names_each() -> None:
    dealt = "deal 5S 6S 7S KC KD KH 2C 3D | 2S"
    at = table_at("rami", "with melds_per_turn unlimited", "with first_meld 40", dealt, "stock QD", "discards 9S")
    drawn = after_moves(at, "draw stock")
    assert next(iter(buttons(drawn, "meld"))) == "Lay K♥ K♣ K♦ | 5♠ 6♠ 7♠"
    beside = [label for labels in pictured_rows(drawn) for label in labels if label.startswith("Lay K")]
    assert beside == ["Lay K♥…K♦ | 5♠…7♠"], "on the line with others"
    laid = after_moves(drawn, "meld KC KH KD | 5S 6S 7S")
    assert list(buttons(laid, "take back")) == ["Take back K♥ K♣ K♦ | 5♠ 6♠ 7♠"]


def test_no_more_than_three_melds_are_buttons_and_the_rest_are_in_the_select() -> None:
    at = table_at("rami", "deal 5H 6H 7H 7S 7D 9S 9D 9C KS KD KC 2C | 3S", "stock QD", "discards 6S")
    at = after_moves(at, "draw stock")
    assert list(buttons(at, "meld")) == ["Lay K♠ K♣ K♦", "Lay 9♠ 9♣ 9♦", "Lay 7♠ 7♥ 7♦"]
    assert [label for label, _, _ in select(at, "meld")] == ["5♥ 6♥ 7♥"]


def test_a_lay_off_of_the_best_arrangement_comes_first() -> None:
    at = table_at("rami", "deal 8H 2C | KS", "stock QD", "discards 6S", "meld 1: 5H 6H 7H by 0", "meld 2: 8S 8D 8C by 1")
    assert buttons(after_moves(at, "draw stock"), "layoff") == {
        "Lay off 8♥ on meld 1": "layoff 8H 1",
        "Lay off 8♥ on meld 2": "layoff 8H 2",
    }
    assert not select(after_moves(at, "draw stock"), "layoff")


def test_everything_that_fits_one_meld_is_laid_off_with_one_press() -> None:
    at = table_at("rami", "deal 4H 8H 9H 2C KS | QS", "stock KD", "discards 6S", "meld 1: 5H 6H 7H by 1")
    at = after_moves(at, "draw stock")
    assert buttons(at, "layoff") == {"Lay off 4♥ 8♥ 9♥": "layoff 4H 8H 9H 1"}
    assert [move for _, _, move in select(at, "layoff")] == ["layoff 8H 1", "layoff 4H 1"]


def test_a_lay_off_of_cards_of_a_meld_is_only_in_the_select() -> None:
    at = table_at("rami", "deal 4H 8H 9H 10H KS | QS", "stock KD", "discards 6S", "meld 1: 5H 6H 7H by 1")
    at = after_moves(at, "draw stock")
    assert "layoff 8H 1" not in buttons(at, "layoff").values()
    assert "layoff 8H 1" in [move for _, _, move in select(at, "layoff")]


def test_after_a_meld_no_button_lays_off_a_card_of_another_meld() -> None:
    """It would stand where **Lay** was just pressed."""
    at = table_at("rami", "deal 5S 6S 7S 4S 4H 4D KS | QS", "stock KD", "discards JC", "meld 1: 9H 10H JH by 1")
    laid = after_moves(at, "draw stock", "meld 5S 6S 7S")
    assert offers(laid, "layoff") == ["layoff 4S 2"]
    assert buttons(laid, "layoff") == {}


def test_no_button_takes_and_lays_cards_of_another_meld_unless_only_jokers_stay() -> None:
    at = table_at("rami", "deal 5S 6S 7S 6D KS | QS", "stock KD", "discards 6H")
    assert list(buttons(at)) == ["Draw", "Take 6♥"]
    at = table_at("wrotham", "deal 8D 9D JK1 KS | QS", "stock KD", "discards 10D")
    assert "take and meld 8D 9D 10D" in buttons(at).values()


def test_a_meld_that_is_a_run_and_a_set_is_offered_as_both() -> None:
    at = after_moves(table_at("cuccu", "deal XIII XIIII XV I V | II", "stock VII", "discards X"), "draw stock")
    assert buttons(at, "meld") == {
        "Lay XIII XIIII XV as a run": "meld XIII XIIII XV as run",
        "Lay XIII XIIII XV as a set": "meld XIII XIIII XV as set",
    }


def test_a_joker_is_offered_as_every_card_that_it_can_stand_for() -> None:
    at = after_moves(table_at("wrotham", "deal 5H 6H JK1 2C | KS", "stock KD", "discards 6S"), "draw stock")
    assert {"meld 5H 6H JK1=7H", "meld JK1=4H 5H 6H"} <= set(buttons(at, "meld").values())
    assert "Lay 🃏=4♥ 5♥ 6♥" in buttons(at, "meld")


# --- the draw ----------------------------------------------------------------------------------------------------------------


def test_the_draw_buttons_say_what_the_top_discard_would_make() -> None:
    at = table_at("rami", "deal 8D 9D 3S 2C | KS", "stock QD", "discards 10D")
    assert buttons(at) == {
        "Draw": "draw stock",
        "Take 10♦": "take",
        "Take and lay 8♦ 9♦ 10♦": "take and meld 8D 9D 10D",
    }


def test_a_discard_that_fits_a_meld_on_the_table_is_taken_and_laid_off_with_one_press() -> None:
    at = table_at("rami", "deal 3S 2C | KS", "stock QD", "discards 10D", "meld 1: 7D 8D 9D by 1")
    assert buttons(at) == {
        "Draw": "draw stock",
        "Take 10♦": "take",
        "Take, lay off on meld 1": "take and layoff 10D 1",
    }


def test_a_discard_that_makes_nothing_has_one_button() -> None:
    at = table_at("rami", "deal 3S 2C | KS", "stock QD", "discards 10D")
    assert buttons(at) == {"Draw": "draw stock", "Take 10♦": "take"}


def test_no_more_than_two_melds_are_taken_and_laid() -> None:
    at = table_at("rami", "deal 8D 9D JD 10S 10C 2C | KS", "stock QD", "discards 10D", "meld 1: 10H JH QH by 1")
    assert list(buttons(at)) == [
        "Draw",
        "Take 10♦",
        "Take and lay 8♦ 9♦ 10♦ J♦",
        "Take and lay 10♠ 10♣ 10♦",
    ]


# --- the discard -------------------------------------------------------------------------------------------------------------


def test_the_best_discards_as_normal_judges_are_buttons_in_the_order_of_the_hand() -> None:
    at = table_at("rami", "deal 8C 9S 9D JS QH 3C | KS", "stock 4D", "discards 6S")
    at = after_moves(at, "draw stock")
    shown = list(buttons(at, "discard"))
    assert shown == [card for card in ("9♠", "J♠", "Q♥", "3♣", "8♣", "4♦", "9♦") if card in shown]
    assert len(shown) == 5
    best, kept = best_discards_of(at), kept_cards(at)
    assert kept == {"9♠", "9♦"}
    assert set(shown) == set([card for card in best if card not in kept][:5])
    assert {label for label, _, _ in select(at, "discard")} == set(best) - set(shown)


def best_discards_of(at: Table, seat: int = 0) -> list[str]:
    view = deal_view(at, seat)
    assert view.deal is not None
    discards = [move for move in view.moves if isinstance(move, Discard)]
    best = best_discards(Sight(view), discards, weights_for(view), view.deal.commitment)
    return [ENGLISH.card(move.card) for move in best]


def kept_cards(at: Table, seat: int = 0) -> set[str]:
    """Return the cards that the hint tells to keep, but not those of complete melds."""
    view = deal_view(at, seat)
    assert view.deal is not None
    return kept_by(find_hint(view, view.deal.commitment))


def kept_by(hint: Hint) -> set[str]:
    kept = (one for one in hint.reasons if isinstance(one, NextCouldUse | NeedsOneCard))
    return {ENGLISH.card(Card(each)) for reason in kept for each in reason.cards}


def deal_view(at: Table, seat: int) -> View:
    assert at.match is not None
    return hand_view(at.match, seat)


@pytest.mark.parametrize("game", ONE_OF_EACH_GAME)
def test_the_hints_discard_is_always_a_button(game: str) -> None:
    found = 0
    for _, table in tables_after_events(played_match(variant(game, match_target="none", match_deals=2), 2).events):
        if table.match is None or table.match.awaits != Awaited.PLAY:
            continue
        seat = table.match.seat_to_act()
        assert seat is not None
        view = hand_view(table.match, seat)
        assert view.deal is not None
        if not view.deal.hand:  # the end of the deal follows
            continue
        hint, person = find_hint(view, view.deal.commitment), table.seats.occupants[seat]
        if isinstance(hint.move, Discard):
            text, pictured = (hand_layout(context_for_pictures(table, look), person) for look in (TEXT_ONLY, PictureChoice()))
            assert not kept_by(hint) & set(rows_in(pictured)[-1])
            for layout in (text, pictured):
                shown = (str(part.get("custom_id")) for part in parts(layout.to_components()))
                assert any(custom_id.startswith("m:") and custom_id.endswith(f":{hint.move}") for custom_id in shown)
            found += 1
    assert found > 5


def context_for_pictures(table: Table, pictures: PictureChoice) -> RenderContext:
    return replace_context(context_for(table, ENGLISH), pictures=pictures)


def pictured_rows(at: Table, person: int = 1) -> list[list[str]]:
    """Return the rows of the hand beside pictures."""
    return rows_in(hand_layout(context_for_pictures(at, PictureChoice()), person))


def rows_in(layout: ui.LayoutView) -> list[list[str]]:
    """Return the labels of each row of buttons, the text of the line that says what to do, and nothing for a space."""
    rows = []
    for item in layout.walk_children():
        if isinstance(item, ui.ActionRow):
            rows.append([plain_text(getattr(button, "label", "") or "") for button in item.children])
        elif isinstance(item, ui.TextDisplay) and rows:
            rows.append([item.content])
        elif isinstance(item, ui.Separator):
            rows.append([])
    return rows


def test_beside_pictures_a_line_says_what_to_do_and_the_rows_keep_their_places() -> None:
    at = table_at("rami", "deal 5H 6H 8H 9S 2C KD QS | KS", "stock 7H", "discards 6S")
    drawn = after_moves(at, "draw stock")
    laid = after_moves(drawn, "meld 5H 6H 7H 8H")
    discards = ["Other …", "9♠", "Q♠", "K♦"]
    assert pictured_rows(at) == [["Table"], ["Draw", "Take 6♠"], []]
    assert pictured_rows(drawn) == [["Table", "Lay 5♥ 6♥ 7♥ 8♥"], ["Lay cards, or discard:"], discards]
    assert pictured_rows(laid) == [["Table", "Take back"], ["Discard one:"], discards]


@pytest.mark.thorough
def test_within_a_turn_no_discard_takes_the_place_of_one_that_stays_unless_the_best_or_the_hint_needs_it() -> None:
    compared = moved = 0
    for game in ("rami", "ramino", "cuccu"):
        rules = variant(game, match_target="none", match_deals=3)
        tables = [table for _, table in tables_after_events(PlayedTable(rules, random.Random(4)).seat(2).play(eager).events)]
        for before, after in pairwise(tables):
            if before.match is None or after.match is None or after.match.deal is None:
                continue
            person, seat = after.person_to_act(), after.match.seat_to_act()
            plays = after.match.deal.turn.table_plays
            if (
                person is None
                or seat is None
                or before.match.deal is None
                or len(plays) <= len(before.match.deal.turn.table_plays)
            ):
                continue
            earlier, later = (pictured_rows(table, person)[-1] for table in (before, after))
            if "Other …" not in earlier or "Other …" not in later:
                continue  # all must be laid, or the hand is empty
            assert earlier[0] == later[0] == "Other …"
            possible = set(map(plain_text, best_discards_of(after, seat))) - set(map(plain_text, kept_cards(after, seat)))
            jumps = [new for old, new in zip(earlier, later, strict=False) if old in possible and new != old]
            compared, moved = compared + 1, moved + len(jumps)
            assert len(jumps) <= 1, f"{earlier} {later}"
    assert compared > 20
    assert moved * 10 <= compared


def test_the_first_meld_has_a_shorter_label_if_it_then_fits_beside_table_and_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "has_hints", property(lambda _: True))
    at = table_at("rami", "deal 5H 6H 7H 9H QS KD | KS", "stock 8H", "discards 2S")
    assert pictured_rows(after_moves(at, "draw stock"))[0] == ["Table", "Hint", "Lay 5♥ … 9♥ (5)"]


def test_a_drawn_figure_has_no_emoji_in_the_title_beside_pictures() -> None:
    at = after_moves(table_at("cuccu", "deal I II NULLA | V", "stock MASCHERONE VII", "discards X"), "draw stock")
    context = replace_context(context_for_pictures(at, PictureChoice()), emoji=ALL_EMOJI)
    assert "you drew Mascherone\n" in plain_text(next(visible_texts(hand_layout(context, 1))))


def test_a_taken_card_that_stays_is_named_above_the_discards() -> None:
    at = after_moves(table_at("rami", "deal 5H 6H 9S | KS", "stock 4D", "discards 2C"), "take")
    assert pictured_rows(at)[1] == ["Discard one, but not 2♣:"]


def test_no_card_of_a_complete_meld_is_a_button_even_if_it_was_just_drawn() -> None:
    at = after_moves(table_at("rami", "deal 10H QH 6S 6H 2C | KS", "stock JH", "discards 7D"), "draw stock")
    assert list(buttons(at, "discard")) == ["6♠", "6♥", "2♣"]
    assert [label for label, _, _ in select(at, "discard")] == ["10♥", "J♥", "Q♥"]


def test_the_other_discards_are_in_the_select_with_the_cards_of_melds_last() -> None:
    at = table_at("rami", "deal 5H 6H 7H 2C 3S 9D JC QS KD | KS", "stock 4D", "discards 6S")
    at = after_moves(at, "draw stock")
    assert len(buttons(at, "discard")) == 5
    assert [about for _, about, _ in select(at, "discard")][2:] == [
        "5 points · part of a meld",
        "6 points · part of a meld",
        "7 points · part of a meld",
    ]


def test_a_taken_card_that_may_not_be_discarded_is_no_button() -> None:
    at = after_moves(table_at("rami", "deal 3S 2C | KS", "stock QD", "discards 10D"), "take")
    assert list(buttons(at, "discard")) == ["3♠", "2♣"]
    assert not select(at, "discard")


def test_a_joker_is_discarded_only_from_the_select() -> None:
    at = after_moves(table_at("wrotham", "deal 2D JK1 3C 9S | KS", "stock KD", "discards 6S"), "draw stock")
    assert "🃏" not in buttons(at)
    assert [label for label, _, _ in select(at, "discard")] == ["🃏"]


def test_melds_that_may_not_be_laid_this_turn_are_named_for_later() -> None:
    first = hand_text(table_at("rami", f"deal {LATER_MELDS} | 2D 3D", "stock 8C", "drawn KS"))
    assert "## Meld: __" in first
    assert "above this turn" not in first
    then = table_at("rami", f"deal {LATER_MELDS} | 2D 3D", "stock 8C", "drawn KS")
    assert then.match is not None
    assert then.match.deal is not None
    meld = MeldLaid(0, MeldKind.RUN, (Card("2H"), Card("3H"), Card("4H")))
    turn = replace(then.match.deal.turn, table_plays=(meld,))
    laid = replace(then, match=replace(then.match, deal=replace(then.match.deal, turn=turn)))
    assert "above this turn" in hand_text(laid)


def test_a_meld_within_a_named_meld_is_not_named() -> None:
    shown = hand_text(table_at("rami", "deal 5H 6H 7H 8H 7S 7D 7C KS 8S 8D | 2D 3D", "stock 8C", "drawn KS"))
    best = [
        frozenset(row.partition("__")[2].removesuffix("__").split())
        for row in shown.splitlines()
        if row.startswith("## Meld: __")
    ]
    (line,) = (row for row in shown.splitlines() if "Also possible:" in row)
    others = [frozenset(meld.split()) for meld in re.findall(r"\*\*([^*]*)\*\*", line)]
    assert best
    assert others
    assert not [(one, larger) for one in others for larger in (*best, *others) if one < larger]


# --- all in one turn ---------------------------------------------------------------------------------------------------------


def test_where_all_is_melded_in_one_turn_only_that_is_offered() -> None:
    at = after_moves(table_at("wrotham", *CLOSING), "draw stock")
    (meld,) = buttons(at, "meld").values()
    assert list(buttons(at, "meld")) == ["Lay all but 2♣"]
    assert "In this deal, lay your whole hand in one go." in hand_text(at)
    laid = after_moves(at, meld)
    assert buttons(laid, "take back") == {"Take back 9♠…9♦ | 5♥…7♥": "take back"}


# --- swaps, taking back, the first turn --------------------------------------------------------------------------------------


def test_the_buttons_to_swap_and_take_back_name_the_cards() -> None:
    at = table_at("wrotham", "deal 8C 3D 4D 5D | KS", "stock KD", "discards 6S", "meld 1: 8S 8H JK1=8C by 1")
    at = after_moves(at, "draw stock")
    assert buttons(at, "swap") == {"Swap 8♣ for meld 1's joker": "swap 8C 1"}
    assert buttons(after_moves(at, "swap 8C 1"), "take back") == {"Undo swap": "take back"}
    assert buttons(after_moves(at, "meld 3D 4D 5D"), "take back") == {"Take back 3♦ 4♦ 5♦": "take back"}


def test_beside_pictures_a_swap_is_with_what_lays_and_others_without_room_are_behind_other() -> None:
    melds = ("meld 1: 8S 8H JK1=8C by 1", "meld 2: 9S 9H JK2=9C by 1")
    at = table_at("wrotham", "deal 8C 9C 3D 4D 5D | KS", "stock KD", "discards 6S", *melds)
    context = context_for_pictures(after_moves(at, "draw stock"), PictureChoice())
    assert context.table.match is not None
    view = hand_view(context.table.match, 0)
    assert view.deal is not None
    shown = hand_layout(context, 1), hand_layout(context, 1, prompt=other_controls(view, context))
    for swap, where in ((":swap 8C 1", [True, False]), (":swap 9C 2", [False, True])):
        assert [swap in str(each.to_components()) for each in shown] == where


def test_a_starter_with_an_extra_card_is_not_asked_to_draw() -> None:
    at = table_at("wrotham", "deal 8C 3D 4D 5D | KS", "stock KD", "awaits play")
    assert "Your turn: you start without a draw" in hand_text(at)
    assert not buttons(at, "draw")
    assert "8♣" in buttons(at)


# --- the message -------------------------------------------------------------------------------------------------------------


def test_the_hand_is_above_its_controls_and_the_table_below():
    played = played_match(variant(), 2)
    for event, table in tables_after_events(played.events):
        if not isinstance(event, CardDrawn) or table.person_to_act() is None:
            continue
        view = hand_layout(context_for(table, ENGLISH), table.person_to_act())
        kinds = [part["type"] for part in parts(view.to_components()) if part["type"] in (TEXT, SEPARATOR, SELECT, BUTTON)]
        assert kinds[0] == TEXT
        assert kinds[-2:] == [SEPARATOR, TEXT]
        controls = kinds[1:-2]
        assert set(controls) <= {SELECT, BUTTON, TEXT}
        assert controls.count(TEXT) <= 1, "the heading over the discards"
        hand, on_the_table = (text for text in visible_texts(view) if "\n" in text)
        assert "Your turn: you drew" in hand
        assert "Stock" in on_the_table


def test_a_select_says_how_many_options_are_left_out() -> None:
    at = table_at("rami", "with jokers 3", "with wild joker", LONG_HAND, "stock QD", "discards 6S")
    offered = [part for part in components(after_moves(at, "draw stock")) if part["type"] == SELECT]
    assert "Lay another meld … (25 of " in next(part["placeholder"] for part in offered if part["custom_id"].endswith(":meld"))


def test_the_draw_from_an_empty_stock_says_what_is_done_with_the_discard_pile() -> None:
    at = ("deal 5H 6H 9S | KS 2C 3C", "stock", "discards 6S 7D 8C")
    assert list(buttons(table_at("rami", *at), "draw")) == ["Draw (turns the pile over)"]
    assert list(buttons(table_at("ramino", *at), "draw")) == ["Draw (shuffles the pile)"]
    assert list(buttons(table_at("block", *at), "draw")) == ["Draw (ends the deal)"]


def test_below_the_cards_is_a_line_for_each_turn_since_the_players_last() -> None:
    played, checked = played_match(variant(match_target="none", match_deals=1), 4), 0
    for event, table in tables_after_events(played.events):
        person = table.person_to_act()
        if not isinstance(event, CardDiscarded) or person is None:
            continue
        _, _, rest = readable_text(hand_layout(context_for(table, ENGLISH), person)).partition("### Your turn")
        assert rest
        seats = [turn.seat for turn in table.turns[:-1]][-3:]
        names = [str(table.seats.occupants[seat]) * 3 for seat in seats if table.seats.occupants[seat] != person]
        lines = [line for line in rest.splitlines() if re.match(r"\*\*\d{3}\*\*", line)]
        assert [line.split("**")[1] for line in lines] == names
        assert "discarded" in lines[-1]
        checked += 1
    assert checked >= 8


# --- what is pressed ---------------------------------------------------------------------------------------------------------


def test_a_robot_that_melds_immediately_needs_few_presses_and_taps(monkeypatch: pytest.MonkeyPatch) -> None:
    """`make bench` measures longer matches of all presets."""
    monkeypatch.setattr(presses_per_turn, "MOST_TURNS", 40)
    presses, taps = (float(row.measured) for row in presses_per_turn.measure(matches=1, names=NAME_OF_EACH_GAME))
    assert 2 < presses <= presses_per_turn.MOST_PRESSES
    assert presses <= taps <= presses_per_turn.MOST_TAPS


def test_any_cards_and_their_meld_are_read() -> None:
    assert read_any_cards({"cards0": ["7H"], "cards1": ["8H"], "where": ["12"]}) == (("7H", "8H"), 12)
    assert read_any_cards({"cards0": ["7H"], "where": ["new"]}) == (("7H",), None)


@pytest.mark.parametrize("where", ["٣", "²", "-1", "1000", "", "newest"])
def test_a_forged_meld_is_not_read(where: str) -> None:
    assert read_any_cards({"cards0": ["7H"], "where": [where]}) is None


def test_who_goes_out_wins_the_deal_also_if_somebody_comes_back_by_it() -> None:
    at = table_at(
        *("ramino101", "with re_entries 1", "number 4", "deal 9C | KS KD | 2C"),
        *("stock 9D", "discards 6S", "scores 40 95 50", "drawn 9C"),
    )
    over = after_moves(at, "discard 9C")
    assert over.match.ended_deals[-1].back == (1,)
    assert "Deal 4: you win" in hand_text(over)
    assert points_won(over.match.variant, over.match.ended_deals[-1], 0) == 22
