"""The turn of a person whose time is up: one card drawn and discarded."""

from bot.players.computer_player import minimal_move
from tests.players.tables import view_of


def minimal(preset: str, *lines: str) -> str:
    return str(minimal_move(view_of(preset, *lines)))


def test_a_card_is_drawn_from_the_stock_even_if_the_discard_would_make_a_meld() -> None:
    assert minimal("rami", "deal 7C 7D 2S | 3C", "stock QH", "discards 7H") == "draw stock"


def test_the_drawn_card_is_discarded_and_nothing_is_laid() -> None:
    assert minimal("rami", "deal 7C 7D 7H KS 2S | 3C", "stock QH", "discards 5H", "drawn 2S") == "discard 2S"


def test_where_the_starter_draws_nothing_the_highest_card_is_discarded() -> None:
    assert minimal("wrotham", "deal 7C 7D KS 2S | 3C", "stock QH", "starter plays") == "discard KS"


def test_after_a_card_was_taken_the_highest_other_card_is_discarded() -> None:
    assert minimal("rami", "deal 7C 9D KS | 3C", "stock QH", "taken KS") == "discard 9D"


def test_where_a_taken_card_may_go_back_it_goes_back() -> None:
    lines = ("with discard_taken allow", "deal 7C 9D 2S | 3C", "stock QH", "taken 2S")
    assert minimal("rami", *lines) == "discard 2S"


def test_a_taken_card_that_alone_is_left_is_laid() -> None:
    assert minimal("rami", "deal 8S | 3C 4D", "stock QH", "discards 2H", "taken 8S", "meld 1: 8C 8D 8H by 1") == "layoff 8S 1"


def test_without_a_stock_the_draw_ends_the_deal() -> None:
    assert minimal("rami", "deal 7C 9D | 3C", "discards KH", "recycles 2") == "draw stock"
