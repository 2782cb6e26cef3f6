"""The ideas of *normal*, each in a small position, and its patterns, which find the same melds as the rules."""

import random
from collections import Counter
from itertools import combinations
from math import isclose, prod

import pytest

from bot.players.choice import Level
from bot.players.sight import completes_meld, likelihood, patterns_of
from bot.rummy.arrangement import melds_in
from bot.rummy.cards import Card, face, is_joker
from bot.rummy.melds import is_wild
from bot.rummy.variant import Variant
from tests.players.tables import chosen
from tests.rummy.gauntlet import random_variant
from tests.seeds import seeds


def normal(preset: str, *lines: str, shown: str = "") -> str:
    return chosen(Level.NORMAL, preset, *lines, shown=shown)


def test_a_card_that_completes_a_set_of_known_cards_is_kept() -> None:
    lines = ("deal 2C 3C 2D 7D | 7H 7S 4S KD", "stock 10H", "discards QC", "drawn 7D")
    assert normal("rami", *lines, shown="7H 7S") != "discard 7D"
    assert normal("rami", *lines) == "discard 7D", "without that knowledge it is the least useful card"


@pytest.mark.parametrize(("turn", "move"), [(4, "knock KD"), (20, "discard KD")])
def test_in_gin_it_knocks_early_and_later_waits_for_gin(turn: int, move: str) -> None:
    other = "5H 6S 7D 8C 9H 10S JD QC KH KS"
    lines = (f"deal 2C 3C 4C 7H 7S 7C AD AS 2H 3S KD | {other}", "stock 10H 9C 9D", "discards QH", "drawn KD")
    assert normal("gin", *lines, f"turn_number {turn}") == move


def test_in_gin_it_takes_a_low_card_for_a_high_one() -> None:
    other = "5H 6S 7D 8C 9H 10S JD QC KH KS"
    lines = (f"deal 2C 3C 4C 7H 7S 7C 2D 9S QD KC | {other}", "stock 10H 9C 9D")
    assert normal("gin", *lines, "discards AH") == "take"
    assert normal("gin", *lines, "discards JS") == "draw stock"


def test_in_three_thirteen_it_takes_a_wild_card_and_keeps_it() -> None:
    lines = ("number 4", "deal 2S 4H 8D 9D QC KD | AC 3D 5C JH QH KC", "stock 7S 8S 10S")
    assert normal("three_thirteen", *lines, "discards 6C") == "take"
    assert normal("three_thirteen", *lines, "discards JC") == "draw stock"
    held = ("number 4", "deal 2S 4H 8D 9D QC 6C KD | AC 3D 5C JH QH KC", "stock 7S 8S 10S", "discards JC", "drawn 6C")
    assert normal("three_thirteen", *held) in ("discard KD", "discard QC")


def test_in_three_thirteen_it_goes_out_at_once_and_counts_points_in_its_last_turn() -> None:
    lines = ("deal 7C 7D 7H KD | 2H 9S QC", "stock 5S 9H JD", "discards 8S", "drawn KD")
    assert normal("three_thirteen", *lines) == "knock KD"
    lines = ("turn 1", "deal - | 9H 9S QC KD", "stock 5S JD", "discards 8S", "drawn KD", "knocker 0")
    assert normal("three_thirteen", *lines, "meld 1: 7C 7D 7H by 0") in ("discard KD", "discard QC")


def test_in_ten_stages_it_takes_what_its_stage_needs_and_keeps_kings() -> None:
    lines = ("deal 7C 7D 9C 9D QD 2C 4S KD JK1 6H | 3C 4C 5C 6C 8C 10C JC QC 2D 3D", "stock 2H 3H 4H")
    assert normal("ten_stages", *lines, "discards 7H") == "take"
    assert normal("ten_stages", *lines, "discards JS") == "draw stock"
    held = ("deal 7C 7D 9C 9D QD 2C KD JK1 | 3C 4C 5C 6C 8C 10C JC QC 2D 3D", "stock 2H 3H 4H", "discards JS", "drawn QD")
    assert normal("ten_stages", *held) in ("discard JK1", "discard QD", "discard 2C")


def test_in_ten_stages_a_joker_stops_a_player_who_may_lay_off() -> None:
    held = ("deal 7C 7D 9C 9D QD 2C KD JK1 | 3C 4C", "stock 2H 3H 4H", "discards JS", "drawn QD")
    assert normal("ten_stages", *held, "meld 1: 8C 8D 8H by 1") == "discard JK1"


def test_a_card_that_makes_a_meld_with_a_known_joker_is_kept() -> None:
    lines = ("deal 2C 3C 2D 7D | 7H JK1 4S KD", "stock 10H", "discards QC", "drawn 7D")
    assert normal("wrotham", *lines, shown="7H JK1") != "discard 7D"
    assert normal("wrotham", *lines, shown="7H") == "discard 7D"


def test_a_card_is_given_to_a_known_hand_if_no_other_card_may_be_discarded() -> None:
    lines = ("deal 7D 2C | 7H 7S 3C 3D", "stock 10H", "discards QC", "taken 2C")
    assert normal("rami", *lines, shown="7H 7S") == "discard 7D"


def test_a_card_that_fits_a_meld_of_the_table_is_kept_from_the_next_player() -> None:
    """They may not lay it off themselves before they have melded."""
    rule = "with layoff_requires_meld true"
    hand = ("deal 2C 5D JS 8S | 3C KD 4H 4S", "stock 10H", "discards QC", "drawn JS")
    assert normal("rami", rule, *hand, "meld 1: JC JD JH by 1") != "discard JS"
    assert normal("rami", rule, *hand, "meld 1: 9C 9D 9H by 1") == "discard JS"


def test_a_pair_is_given_up_when_the_cards_that_would_complete_it_are_gone() -> None:
    hand = ("deal 6C 6D 10C 10D | 3C KD 4H 4S AH", "stock QH", "drawn 10D")
    assert normal("rami", *hand, "discards 10H 10S AS") in ("discard 10C", "discard 10D")
    assert normal("rami", *hand, "discards 6H 6S AS") in ("discard 6C", "discard 6D")


def discards_in_an_endless_deal(hand: str, shown: str) -> set[str]:
    """Return what is discarded after three recycles, by many seeds."""
    lines = (f"deal {hand} | 7H 7S 4S KD", "stock 10H", "discards QC", "taken 2C", "recycles 3")
    return {chosen(Level.NORMAL, "rami", *lines, seed=str(seed), shown=shown) for seed in range(80)}


def test_an_endless_deal_is_ended_with_cards_that_the_next_player_does_not_need() -> None:
    any_card = {"discard 3C", "discard 7D", "discard JS", "discard 9H"}
    assert discards_in_an_endless_deal("2C 3C 7D JS 9H", shown="") == any_card
    assert discards_in_an_endless_deal("2C 3C 7D JS 9H", shown="7H 7S") == any_card - {"discard 7D"}


def test_an_endless_deal_is_ended_with_any_card_if_only_one_is_not_needed() -> None:
    """If that card alone were discarded, the deal could go on forever."""
    assert discards_in_an_endless_deal("2C 7D 9H", shown="7H 7S") == {"discard 7D", "discard 9H"}


def test_a_discard_that_can_be_laid_is_taken_and_laid() -> None:
    lines = ("deal 7C 7D 2S KH | 3C 4D", "stock QH", "discards 7H")
    assert normal("rami", *lines) == "take"
    assert normal("rami", "deal 7C 7D 2S KH 7H | 3C 4D", "stock QH", "discards 9S", "taken 7H") == "meld 7C 7D 7H"


def test_a_discard_that_can_not_be_laid_is_left() -> None:
    assert normal("rami", "deal 7C 9D 2S KH | 3C 4D", "stock QH", "discards 7H") == "draw stock"


def test_where_melds_must_empty_the_hand_a_discard_that_makes_a_meld_is_taken() -> None:
    rule = "with meld_all_at_once always"
    hand = "deal 7C 7D 2S KH 9C 4D 4S | 3C 4H 5C 5D AS 2C 3D"
    assert normal("rami", rule, hand, "stock QH", "discards 7H") == "take"
    assert normal("rami", rule, hand, "stock QH", "discards 6H") == "draw stock"


def test_where_melds_must_empty_the_hand_a_meld_is_not_broken() -> None:
    hand = "deal KC KD KH 9C 2S 4D AS 6H | 3C 4H 5C 5D 8S 2C 3D"
    assert normal("rami", "with meld_all_at_once always", hand, "stock QH", "discards 10H", "drawn 9C") == "discard 9C"


def test_where_melds_must_empty_the_hand_a_dear_card_goes_though_the_next_player_may_need_it() -> None:
    """Only a whole hand of melds goes out: one more rarely is the last, and whoever loses pays for all their cards."""
    hand = "deal KC 3D 5H 7C 9S AD 8H 6D 2S 4S | KD 4C 6S 8D 10H 9D JC 7S 4H AH"
    lines = (hand, "stock QH", "discards 10S", "drawn 3D", "with meld_all_at_once always")
    assert normal("rami", *lines, shown="KD") == "discard KC"


def test_a_hand_that_can_go_out_goes_out() -> None:
    lines = ("deal 7C 7D 7H 2S 3S 4S | 3C 4D", "stock QH", "discards 9H", "drawn 4S", "with meld_all_at_once always")
    assert normal("rami", *lines) in ("meld 2S 3S 4S | 7C 7D 7H", "meld 7C 7D 7H | 2S 3S 4S")


def test_high_cards_go_first_when_somebody_is_about_to_go_out() -> None:
    hand = "deal KC KD 2C 5H 5S 4D AS | "
    table = ("stock QH", "discards 10H", "drawn 5H")
    assert normal("rami", hand + "3C", *table) in ("discard KC", "discard KD")
    assert normal("rami", hand + "3C 4H 9C 7D 8S 2D 3D 6C", *table) not in ("discard KC", "discard KD")


def test_a_wild_joker_is_never_discarded_while_another_card_may_be() -> None:
    lines = ("deal JK1 KC 9D | 3C", "stock QH", "discards 2H", "drawn 9D", "with wild joker", "with meld_all_at_once always")
    assert normal("wrotham", *lines) in ("discard KC", "discard 9D")


def test_a_joker_on_the_table_is_swapped() -> None:
    lines = ("deal 7H KC 9D 2S | 3C 4D", "stock QH", "discards 2H", "drawn 9D", "meld 1: 6H JK1=7H 8H by 1", "awaits play")
    assert normal("wrotham", *lines) == "swap 7H 1"


MELD_IN_HAND = "deal 7C 7D 7H 2S KH 9D 4C JD 5S 10C | "


def test_where_one_meld_is_laid_in_a_turn_a_meld_is_laid_immediately() -> None:
    lines = (MELD_IN_HAND + "3C 4H 9C 8D 8S 2D 3D 6C", "stock QH", "discards AH", "drawn 10C")
    assert normal("rami", *lines) == "meld 7C 7D 7H"


def test_where_all_melds_may_be_laid_in_one_turn_a_meld_is_kept() -> None:
    lines = (MELD_IN_HAND + "3C 4H 9C 8D 8S 2D 3D 6C", "stock QH", "discards AH", "drawn 10C", "with melds_per_turn unlimited")
    move = normal("rami", *lines)
    assert move.startswith("discard")
    assert move not in ("discard 7C", "discard 7D", "discard 7H")


def test_a_kept_meld_is_laid_when_somebody_else_has_three_cards() -> None:
    lines = (MELD_IN_HAND + "3C 4H 9C", "stock QH", "discards AH", "drawn 10C", "with melds_per_turn unlimited")
    assert normal("rami", *lines) == "meld 7C 7D 7H"


TRIS = "deal XI XII MATTO II IIII VI | "


def test_with_the_cuccu_deck_a_meld_is_kept_for_going_rummy_against_one_player() -> None:
    lines = ("stock X", "discards VIIII", "drawn VI")
    assert normal("cuccu", TRIS + "I III V VII VIII", *lines).startswith("discard")
    assert normal("cuccu", TRIS + "I III V", *lines) == "meld XI XII MATTO", "they are close to going out"
    assert normal("cuccu", TRIS + "I III V VII VIII | I' III' V' VII' VIII'", *lines) == "meld XI XII MATTO"


def test_no_meld_is_opened_for_a_player_with_one_card_who_can_only_lay_off() -> None:
    lines = ("stock X", "discards VIIII", "drawn VI", "played 0")
    assert normal("cuccu", TRIS + "I", *lines).startswith("discard")
    assert normal("cuccu", TRIS + "I III", *lines) == "meld XI XII MATTO", "with two cards they may make their own meld"
    assert normal("cuccu", TRIS + "I", *lines, "recycles 2", "with layoff_scope own") == "meld XI XII MATTO"


def test_a_meld_of_four_that_leaves_the_table_is_laid_and_so_is_one_that_goes_out() -> None:
    lines = ("stock X", "discards VIIII", "played 0")
    assert normal("cuccu", "deal XI XII MATTO LEONE IIII VI | I", *lines, "drawn VI") == "meld XI XII LEONE MATTO"
    assert normal("cuccu", "deal XI XII MATTO VI | I", *lines, "drawn VI") == "meld XI XII MATTO"


def test_a_discard_that_would_open_a_meld_is_left() -> None:
    lines = ("stock X", "discards MATTO", "played 0")
    assert normal("cuccu", "deal XI XII II IIII VI | I", *lines) == "draw stock"
    assert normal("cuccu", "deal XI XII II IIII VI | I III", *lines) == "take"


def test_an_opened_meld_is_laid_when_the_stock_is_used_up() -> None:
    lines = ("discards VIIII", "drawn VI", "played 0", "recycles 2")
    assert normal("cuccu", TRIS + "I", *lines) == "meld XI XII MATTO"


def test_kept_melds_are_laid_when_they_leave_one_card() -> None:
    hand = "deal 7C 7D 7H 2S 3S 4S KH | 3C 4H 9C 8D 8S 2D 3D"
    lines = (hand, "stock QH", "discards AH", "drawn 4S", "with melds_per_turn unlimited")
    assert normal("rami", *lines) in ("meld 7C 7D 7H", "meld 2S 3S 4S")


@pytest.mark.parametrize("number", seeds(range(10), 50))
def test_a_face_completes_a_meld_exactly_if_the_rules_find_one(number: int) -> None:
    dice = random.Random(number)
    variant = random_variant(dice)
    deck = variant.deck_for(variant.players[0])
    found = set()
    for _ in range(40):
        card, *held = dice.sample(deck, dice.randint(3, 6))
        if not (is_joker(card) or is_wild(card, variant.meld_rules)):
            expected = any(card in meld.cards for meld in melds_in((card, *held), variant, first=card))
            assert _completes(card, held, variant) == expected, f"{card} with {held}"
            found.add(expected)
    assert False in found


def _completes(card: Card, held: list[Card], variant: Variant) -> bool:
    rules = variant.meld_rules
    faces, jokers = Counter(face(one) for one in held if not is_wild(one, rules)), sum(is_wild(one, rules) for one in held)
    return completes_meld(patterns_of(rules), face(card), faces, jokers, rules)


@pytest.mark.parametrize("needed", range(5))
def test_the_likelihood_is_the_sum_over_all_choices(needed: int) -> None:
    chances = [0.1, 0.5, 0.25, 1.0, 0.0]
    assert isclose(likelihood(chances, needed), sum(prod(chosen) for chosen in combinations(chances, needed)))
