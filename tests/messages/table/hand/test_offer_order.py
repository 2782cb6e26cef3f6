"""The order of the offered melds: those that waste a joker come last, and permutations of one hand are one offer."""

from collections import Counter

from bot.interactions.table import typed_moves
from bot.messages.table.hand.move_buttons import wastes_joker
from bot.rummy.cards import Card, Face, face
from bot.rummy.legal_moves import legal_moves
from tests.messages.shown_text import ENGLISH
from tests.messages.table.hand.test_hand_message import buttons, offers
from tests.messages.table.positions import hand_text, table_at

JOKERS = ("deal 5H 6H 7H 8H JK1 9S 9D KC | KS", "stock KD", "drawn KC", "discards 6S")
FIGURES = ("deal NULLA SECCHIA MASCHERONE LEONE MATTO XI I | V", "stock VII", "drawn I", "discards X")


def held_faces(text: str) -> Counter[Face]:
    return Counter(face(Card(card)) for card in text.removeprefix("deal ").partition(" |")[0].split())


def test_melds_that_use_a_joker_for_a_card_in_hand_are_offered_last() -> None:
    at, held = table_at("wrotham", *JOKERS), held_faces(JOKERS[0])
    assert at.match is not None
    found = typed_moves.meld_choices((at, legal_moves(at.match, 0)), ENGLISH, "")
    for values in ([move.removeprefix("meld ") for move in offers(at, "meld")], [choice.value for choice in found]):
        wasted = [wastes_joker(map(Card, value.split()), held) for value in values]
        assert True in wasted
        assert wasted == sorted(wasted), values


def test_a_joker_is_wasted_if_the_card_it_stands_for_stays_in_the_hand() -> None:
    held = held_faces(JOKERS[0])
    assert wastes_joker(map(Card, ["JK1=5H", "6H", "7H"]), held)
    assert not wastes_joker(map(Card, ["6H", "7H", "8H", "JK1=9H"]), held)
    assert not wastes_joker(map(Card, ["9D", "JK1=9H", "9S"]), held)


def test_permutations_of_the_best_melds_are_not_named_as_other_melds() -> None:
    """In Cuccù any three or four different figures are a set: of six, there were five rearrangements in the line."""
    text = hand_text(table_at("cuccu", *FIGURES))
    assert "## Meld: __" in text
    assert "Also possible:" not in text


def test_sets_that_differ_only_in_the_figures_already_melded_are_one_other_meld() -> None:
    at = table_at("cuccu", "deal NULLA SECCHIA MASCHERONE LEONE MATTO I | V", "stock VII", "drawn I", "discards X")
    line = next(line for line in hand_text(at).splitlines() if "Also possible:" in line)
    assert " | " not in line.replace("\N{NO-BREAK SPACE}", " "), line


def test_figure_sets_of_a_size_are_offered_after_one_of_each_other_kind() -> None:
    hand = "deal NULLA SECCHIA MASCHERONE LEONE MATTO XIII XIIII XV I II III | V"
    moves = offers(table_at("cuccu", hand, "stock VII", "drawn I", "discards X"), "meld")
    assert set(moves[:2]) == {"meld SECCHIA MASCHERONE LEONE MATTO", "meld XIII XIIII XV NULLA"}, "the best melds"
    assert set(moves[2:5]) == {"meld I II III", "meld XIII XIIII XV as run", "meld XIII XIIII XV as set"}, "one of each kind"
    assert moves[5:], "then the other sets of figures"
    assert {len(move.split()) for move in moves[5:]} <= {4, 5}
    assert not any(card in move.split() for move in moves[5:] for card in ("I", "II", "III", "run")), moves


def test_where_all_is_melded_in_one_turn_each_card_to_discard_is_one_offer() -> None:
    at = table_at("cuccu", *FIGURES)
    assert at.match is not None
    all_at_once = table_at("cuccu", "with meld_all_at_once always", *FIGURES)
    assert list(buttons(all_at_once, "meld")) == ["Lay all but I"]
    assert len(offers(all_at_once, "meld")) == 1
