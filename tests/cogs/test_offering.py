"""Autocomplete offers what is possible, narrowed by every way to type a card."""

import pytest

from bot.interactions.table import move_autocomplete, typed_moves
from bot.messages.words import Languages
from bot.rummy.legal_moves import legal_moves
from bot.tables.table import Table
from tests.messages.table.positions import table_at

ENGLISH = Languages({}).for_locale("en-US")


def offered(at: Table) -> move_autocomplete.Offered:
    assert at.match is not None
    return at, legal_moves(at.match, 0)


@pytest.fixture
def figures() -> Table:
    return table_at("cuccu", "deal XIII XIIII XV XI MATTO I | V", "stock VII", "drawn I", "discards X")


@pytest.mark.parametrize(
    ("typed", "without"),
    [("sal", "XIII"), ("SALTA", "XIII"), ("13", "XIII"), ("xiii", "XIII"), ("mat", "MATTO"), ("salta mat", "MATTO")],
)
def test_melds_of_figures_are_narrowed_by_name_numeral_and_number(figures: Table, typed: str, without: str) -> None:
    everything = move_autocomplete.melds(offered(figures), ENGLISH, "")
    narrowed = move_autocomplete.melds(offered(figures), ENGLISH, typed)
    assert 0 < len(narrowed) < len(everything)
    assert all(without in choice.value for choice in narrowed)


def test_a_meld_that_is_offered_is_read_as_it_was_meant(figures: Table) -> None:
    for choice in move_autocomplete.melds(offered(figures), ENGLISH, ""):
        assert str(typed_moves.melds(figures, 1, choice.value)) == f"meld {choice.value}"


def test_a_card_of_the_cuccu_deck_is_found_by_the_beginning_of_its_name(figures: Table) -> None:
    assert [choice.value for choice in move_autocomplete.discards(offered(figures), ENGLISH, "cuc")] == ["XV"]
    found = {choice.value for choice in move_autocomplete.discards(offered(figures), ENGLISH, "1")}
    assert found == {"I", "XI", "XIII", "XIIII", "XV"}


def test_swaps_are_offered_with_their_melds() -> None:
    melds = ("meld 1: 8D 8H JK1=8C by 1", "meld 2: 5C 6C 7C by 1")
    at = table_at("wrotham", "deal 8C 3D 4D | KS", "stock KD", "drawn 8C", "discards 6S", *melds)
    assert [choice.value for choice in move_autocomplete.swaps(offered(at), ENGLISH, "♣")] == ["8C"]
    assert [choice.value for choice in move_autocomplete.melds_to_swap(offered(at), ENGLISH, "8c")] == [1]
    assert [choice.value for choice in move_autocomplete.melds_for(offered(at), ENGLISH, "8c")] == [2]
    assert not move_autocomplete.swaps(offered(at), ENGLISH, "3d")


def test_several_melds_at_once_are_narrowed_by_all_that_is_typed() -> None:
    at = table_at("wrotham", "number 4", "deal 5H 6H 7H 9S 9D 9C 2C 9H | KS", "stock KD", "drawn 9H", "discards 6S")
    (choice,) = move_autocomplete.melds(offered(at), ENGLISH, "5h | 9s")
    assert str(typed_moves.melds(at, 1, choice.value)) == f"meld {choice.value}"
    assert not move_autocomplete.melds(offered(at), ENGLISH, "5h | ks")


@pytest.mark.parametrize("typed", ["", "7", "7d", "7D 7", "7D 7H", "7d 7♥", "♦", "h", "7D 7H 7S"])
def test_a_meld_is_offered_while_it_is_typed(typed: str) -> None:
    assert [choice.value for choice in move_autocomplete.melds(offered(sevens()), ENGLISH, typed)] == ["7D 7H 7S"]


@pytest.mark.parametrize("typed", ["8", "c", "7D 8", "7C", "x", "7D x"])
def test_and_is_not_once_it_is_another(typed: str) -> None:
    assert not move_autocomplete.melds(offered(sevens()), ENGLISH, typed)


def sevens() -> Table:
    return table_at("rami", "deal 7D 7H 7S 8C 9D | KS", "stock KD", "drawn 9D", "discards 6S")
