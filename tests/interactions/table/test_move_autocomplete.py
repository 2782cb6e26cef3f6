"""Autocomplete offers legal moves, narrowed down by every way to type a card."""

import pytest

from bot.interactions.table import typed_moves
from bot.messages.words import Languages
from bot.rummy.legal_moves import legal_moves
from bot.tables.table import Table
from tests.messages.table.positions import table_at

ENGLISH = Languages({}).for_locale("en-US")


def possible_moves(at: Table) -> typed_moves.PossibleMoves:
    assert at.match is not None
    return at, legal_moves(at.match, 0)


@pytest.fixture
def figures() -> Table:
    return table_at("cuccu", "deal XIII XIIII XV XI MATTO I | V", "stock VII", "drawn I", "discards X")


@pytest.mark.parametrize(
    ("typed", "without"),
    [("sal", "XIII"), ("SALTA", "XIII"), ("13", "XIII"), ("xiii", "XIII"), ("mat", "MATTO"), ("salta mat", "MATTO")],
)
def test_melds_of_figures_are_narrowed_down_by_name_numeral_and_number(figures: Table, typed: str, without: str) -> None:
    everything = typed_moves.meld_choices(possible_moves(figures), ENGLISH, "")
    narrowed = typed_moves.meld_choices(possible_moves(figures), ENGLISH, typed)
    assert 0 < len(narrowed) < len(everything)
    assert all(without in choice.value for choice in narrowed)


def test_an_offered_meld_is_read_as_the_same_meld(figures: Table) -> None:
    for choice in typed_moves.meld_choices(possible_moves(figures), ENGLISH, ""):
        assert str(typed_moves.read_typed_melds(figures, 1, choice.value)) == f"meld {choice.value}"


def test_a_cuccu_card_is_offered_for_the_beginning_of_its_name(figures: Table) -> None:
    assert [choice.value for choice in typed_moves.discard_choices(possible_moves(figures), ENGLISH, "cuc")] == ["XV"]
    found = {choice.value for choice in typed_moves.discard_choices(possible_moves(figures), ENGLISH, "1")}
    assert found == {"I", "XI", "XIII", "XIIII", "XV"}


def test_autocomplete_offers_swaps_with_their_melds() -> None:
    melds = ("meld 1: 8D 8H JK1=8C by 1", "meld 2: 5C 6C 7C by 1")
    at = table_at("wrotham", "deal 8C 3D 4D | KS", "stock KD", "drawn 8C", "discards 6S", *melds)
    assert [choice.value for choice in typed_moves.swap_choices(possible_moves(at), ENGLISH, "♣")] == ["8C"]
    assert [choice.value for choice in typed_moves.swap_meld_choices(possible_moves(at), ENGLISH, "8c")] == [1]
    assert [choice.value for choice in typed_moves.lay_off_meld_choices(possible_moves(at), ENGLISH, "8c")] == [2]
    assert not typed_moves.swap_choices(possible_moves(at), ENGLISH, "3d")


@pytest.mark.parametrize("typed", [":eight_of_clubs:", "<:eight_of_clubs:1234567890123456789>", "8c"])
def test_an_emoji_narrows_down_like_the_card_that_it_shows(figures: Table, typed: str) -> None:
    melds = ("meld 1: 8D 8H JK1=8C by 1", "meld 2: 5C 6C 7C by 1")
    at = table_at("wrotham", "deal 8C 8S 4D | KS", "stock KD", "drawn 8C", "discards 6S", *melds)
    assert [choice.value for choice in typed_moves.swap_choices(possible_moves(at), ENGLISH, typed)] == ["8C"]
    assert [choice.value for choice in typed_moves.swap_meld_choices(possible_moves(at), ENGLISH, typed)] == [1]
    assert [choice.value for choice in typed_moves.lay_off_choices(possible_moves(at), ENGLISH, typed)] == ["8C"]
    assert [choice.value for choice in typed_moves.lay_off_meld_choices(possible_moves(at), ENGLISH, "")] == [1, 2]
    assert [choice.value for choice in typed_moves.lay_off_meld_choices(possible_moves(at), ENGLISH, typed)] == [2]
    typed_figure = typed.replace("eight_of_clubs", "cuccu_fifteen_cucco").replace("8c", "xv")
    assert [one.value for one in typed_moves.discard_choices(possible_moves(figures), ENGLISH, typed_figure)] == ["XV"]


def test_melds_laid_together_are_narrowed_down_by_all_typed_cards() -> None:
    at = table_at("wrotham", "number 4", "deal 5H 6H 7H 9S 9D 9C 2C 9H | KS", "stock KD", "drawn 9H", "discards 6S")
    (choice,) = typed_moves.meld_choices(possible_moves(at), ENGLISH, "5h | 9s")
    assert str(typed_moves.read_typed_melds(at, 1, choice.value)) == f"meld {choice.value}"
    assert not typed_moves.meld_choices(possible_moves(at), ENGLISH, "5h | ks")


@pytest.mark.parametrize("typed", ["", "7", "7d", "7D 7", "7D 7H", "7d 7♥", "♦", "h", "7D 7H 7S"])
def test_a_meld_is_offered_for_any_part_of_it(typed: str) -> None:
    assert [choice.value for choice in typed_moves.meld_choices(possible_moves(sevens()), ENGLISH, typed)] == ["7D 7H 7S"]


@pytest.mark.parametrize("typed", ["8", "c", "7D 8", "7C", "x", "7D x"])
def test_a_meld_is_not_offered_for_cards_that_it_does_not_have(typed: str) -> None:
    assert not typed_moves.meld_choices(possible_moves(sevens()), ENGLISH, typed)


def sevens() -> Table:
    return table_at("rami", "deal 7D 7H 7S 8C 9D | KS", "stock KD", "drawn 9D", "discards 6S")
