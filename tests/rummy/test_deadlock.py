"""Deals in which everybody sees that nobody can lay a card any more end at once, and no others (RULES 8.18)."""

import pytest

from bot.rummy.decide import play
from bot.rummy.match import Match
from bot.rummy.moves import read_move
from tests.rummy.transcript_position import match_at

EIGHTS, RUN = "meld 1: 8C 8D 8H by 1", "meld 2: 4C 5C 6C by 1"
JOKERS = ("with jokers 3", "with wild joker", "with wild_swap on_turn")
TWO_EACH = "deal 8S 2D 3S | 9C KD"


def after_laying_off(*lines: str) -> Match:
    """Return the match after seat 0 has drawn K♥, laid off its 8 and discarded K♥."""
    match = match_at("rami", *lines, "stock KH 3D 4D", "discards QS")
    for move in ("draw stock", "layoff 8S 1", "discard KH"):
        match = play(match, 0, read_move(move))
    return match


@pytest.mark.parametrize(
    "lines",
    [
        ("deal 8S 2D | 9C", EIGHTS),
        ("deal 8S 2D | QC", EIGHTS),  # whatever they hold
        ("deal 8S 2D | 9C | 2C", EIGHTS),
        (TWO_EACH, EIGHTS, "with out_by discard_only"),
        ("deal 8S 2D | 9C | KS", "left 2", "meld 1: 8C 8D 8H by 0", "meld 2: 4C 5C 6C by 2", "with layoff_scope own"),
        (f"{TWO_EACH} | KS", "left 2", "meld 1: 8C 8D 8H by 2", "with first_meld 40"),
        ("deal 8S 2D | 9C", EIGHTS, "meld 2: AC 2C 3C 4C 5C 6C 7C by 1"),  # 8C lies
        ("deal 8S 2D | 9C", EIGHTS, "with jokers 1", "meld 2: 9D 9H 9S JK1=9C by 1", "with wild joker"),
    ],
)
def test_a_deal_ends_when_nobody_can_lay_a_card_any_more(lines: tuple[str, ...]) -> None:
    assert [ended.how for ended in after_laying_off(*lines).ended_deals] == ["deadlock"]


@pytest.mark.parametrize(
    "lines",
    [
        ("deal 8S 2D | 9C", EIGHTS, RUN),
        (TWO_EACH, EIGHTS),
        ("deal 8S 2D | 9C KD", EIGHTS),
        (f"{TWO_EACH} | KS", "left 2", "meld 1: 8C 8D 8H by 2", "with first_meld 30"),
        ("deal 8S 2D | 9C", EIGHTS, "meld 2: 9D 9H 9S JK1=9C by 1", *JOKERS),
        ("deal 8S 2D | 9C", EIGHTS, "meld 2: AC 2C 3C 4C 5C 6C by 1"),
    ],
)
def test_a_deal_goes_on_while_somebody_may_lay_a_card(lines: tuple[str, ...]) -> None:
    assert after_laying_off(*lines).ended_deals == ()


@pytest.mark.parametrize(("hands", "ends"), [("I VIII | II", ["deadlock"]), ("I VIII | II III", [])])
def test_a_deal_of_cuccu_ends_when_the_last_meld_has_left_the_table_and_nobody_has_two_cards(
    hands: str, ends: list[str]
) -> None:
    match = match_at("cuccu", f"deal {hands}", "meld 1: V VI VII by 1", "stock XIII XI XII", "discards X")
    for move in ("draw stock", "layoff VIII 1", "discard XIII"):
        match = play(match, 0, read_move(move))
    assert [ended.how for ended in match.ended_deals] == ends


def test_a_leaver_may_leave_nobody_who_can_lay_a_card() -> None:
    match = after_laying_off("deal 8S 2D | 9C KC QC | 2C", EIGHTS)
    assert match.ended_deals == ()
    match = play(match, 1, read_move("leave"))
    assert [ended.how for ended in match.ended_deals] == ["deadlock"]
    assert match.scores[1] == 0, "the hand of a leaver is never the lowest"
