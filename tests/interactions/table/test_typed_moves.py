"""Typed cards are matched with the cards in the hand and the melds that they fit; an ambiguous text is refused."""

import pytest

from bot.interactions.table import typed_moves
from bot.interactions.table.typed_moves import FitsNoMeld, WhichMeld
from bot.rummy.moves import LayOff, Swap
from bot.rummy.refusals import CardNotUnderstood, IllegalMove, NoJokerOnTable, NotInHand
from bot.tables.table import Table
from bot.wording.sentence import Refused
from tests.messages.table.positions import table_at

JOKERS = ("deal 8C 3D 4D JK2 JK3 | KS", "stock KD", "drawn 8C", "discards 6S")
FIGURES = ("deal XIII XIII' XIIII XV I | V", "stock VII", "drawn I", "discards X")


def wrotham(*melds: str) -> Table:
    return table_at("wrotham", *JOKERS, *melds)


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("3d 4d joker=5d", "meld 3D 4D JK2=5D"),
        ("3d 4d jk", "meld 3D 4D JK2"),
        ("3d 4d jk3=5d", "meld 3D 4D JK3=5D"),
        ("3d 4d jk=5d | 8c jk=8h jk=8s", "meld 3D 4D JK2=5D | 8C JK3=8H JK=8S"),
        ("2H 3H 4H", "meld 2H 3H 4H"),
    ],
)
def test_jokers_typed_without_a_number_are_those_in_the_hand(typed: str, move: str) -> None:
    assert str(typed_moves.read_typed_melds(wrotham(), 1, typed)) == move


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("salta bragon cucco as run", "meld XIII XIIII XV as run"),
        ("13, 14, 15 AS A SET", "meld XIII XIIII XV as set"),
        ("XIII Salta · XIIII Bragon · XV Cucco", "meld XIII XIIII XV"),
        ("xiii' 14 15", "meld XIII' XIIII XV"),
        ("13 14 15 | salta", "meld XIII XIIII XV | XIII'"),
    ],
)
def test_cuccu_cards_can_be_typed_by_numeral_name_or_number(typed: str, move: str) -> None:
    assert str(typed_moves.read_typed_melds(table_at("cuccu", *FIGURES), 1, typed)) == move


def test_a_card_of_another_deck_is_refused_with_the_name_of_the_deck() -> None:
    with pytest.raises(IllegalMove) as refused:
        typed_moves.read_typed_melds(table_at("cuccu", *FIGURES), 1, "13 7h")
    assert refused.value.refusal == CardNotUnderstood("7h", "cuccu40")


def test_a_typed_discard_means_the_duplicate_that_may_be_discarded() -> None:
    at = table_at("cuccu", "with discard_taken forbid_card", "deal XIII XIII' I | V", "stock VII", "taken XIII", "discards X")
    assert str(typed_moves.read_discard(at, 1, "salta")) == "discard XIII'"


@pytest.mark.parametrize("melds", [(), ("meld 1: 5C 6C 7C by 0",), ("meld 1: QC QD QH by 1",)])
def test_a_card_that_is_not_in_the_hand_is_refused_for_that_reason_wherever_it_would_fit(melds: tuple[str, ...]) -> None:
    for read, typed in ((typed_moves.read_lay_off, "8c 9c"), (typed_moves.read_swap, "9c")):
        with pytest.raises(IllegalMove) as refused:
            read(wrotham(*melds), 1, typed, None)
        assert refused.value.refusal == NotInHand("9C")


def test_a_lay_off_without_a_meld_means_the_only_one_that_the_card_fits() -> None:
    run, eights, queens = "meld 1: 5C 6C 7C by 0", "meld 2: 8D 8H 8S by 1", "meld 1: QC QD QH by 1"
    assert typed_moves.read_lay_off(wrotham(run), 1, "8c", None) == LayOff(("8C",), 1)
    assert typed_moves.read_lay_off(wrotham(run, eights), 1, "8c", 2) == LayOff(("8C",), 2)
    with pytest.raises(Refused) as which:
        typed_moves.read_lay_off(wrotham(run, eights), 1, "8c", None)
    assert which.value.refusal == WhichMeld((1, 2))
    with pytest.raises(Refused) as none:
        typed_moves.read_lay_off(wrotham(queens), 1, "8c", None)
    assert none.value.refusal == FitsNoMeld(("8C",))


def test_a_swap_without_a_meld_means_the_only_one_with_a_joker_for_the_card() -> None:
    first, second = "meld 1: 8D 8H JK1=8C by 1", "meld 2: 6C 7C JK4=8C by 1"
    assert typed_moves.read_swap(wrotham(first), 1, "♣8", None) == Swap("8C", 1)
    with pytest.raises(Refused) as which:
        typed_moves.read_swap(table_at("wrotham", "with jokers 4", *JOKERS, first, second), 1, "8c", None)
    assert which.value.refusal == WhichMeld((1, 2))
    with pytest.raises(IllegalMove) as none:
        typed_moves.read_swap(wrotham(first), 1, "3d", None)
    assert none.value.refusal == NoJokerOnTable("3D")


def test_cards_typed_out_of_turn_are_read_as_a_move_for_the_first_meld() -> None:
    assert typed_moves.read_lay_off(wrotham(), 2, "ks", None) == LayOff(("KS",), 1)
    assert typed_moves.read_swap(wrotham(), 2, "ks", None) == Swap("KS", 1)
