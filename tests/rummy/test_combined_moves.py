"""Moves that take several steps at a time: when they are offered, and that they happen whole or not at all."""

import pytest

from bot.rummy.at import At
from bot.rummy.decide import decide, play
from bot.rummy.events import CardsLaidOff, DiscardTaken, MeldKind, MeldLaid
from bot.rummy.legal_moves import all_that_fit
from bot.rummy.match import Match
from bot.rummy.moves import LayOff, TakeAndLay, read_move
from bot.rummy.refusals import DrawFirst, IllegalMove, MoveRefusal, NoLegalEnd, NotAMeld, TooManyMelds
from bot.rummy.view import view_for
from tests.rummy.transcript_position import match_at


def refusal(match: Match, move: str) -> MoveRefusal:
    with pytest.raises(IllegalMove) as refused:
        decide(match, 0, read_move(move))
    return refused.value.refusal


def combined(match: Match) -> list[str]:
    """Return the moves that take and lay, and the lay-offs of several cards, which seat 0 is offered."""
    moves = view_for(match, 0).moves
    return [str(move) for move in moves if isinstance(move, TakeAndLay) or (isinstance(move, LayOff) and len(move.cards) > 1)]


TAKING = ("deal 8D 9D 2C 3S | KS QS", "stock 4H", "discards 10D")


def test_taking_and_laying_is_offered_for_every_meld_that_uses_the_top_discard() -> None:
    assert combined(match_at("rami", *TAKING)) == ["take and meld 8D 9D 10D"]
    assert combined(match_at("rami", "deal 8D 9D 10D 3S | KS QS", "stock 4H", "discards 2H")) == []


def test_taking_and_laying_off_is_offered() -> None:
    match = match_at("rami", "deal 2C 3S | KS QS", "stock 4H", "discards 10D", "meld 1: 7D 8D 9D by 1")
    assert combined(match) == ["take and layoff 10D 1"]


def test_taking_and_laying_causes_the_events_of_both_moves() -> None:
    match = match_at("rami", *TAKING)
    assert decide(match, 0, read_move("take and meld 8D 9D 10D")) == (
        DiscardTaken(0, "10D"),
        MeldLaid(0, MeldKind.RUN, ("8D", "9D", "10D")),
    )
    after = play(match, 0, read_move("take and meld 8D 9D 10D"))
    assert after == play(play(match, 0, read_move("take")), 0, read_move("meld 8D 9D 10D"))


def test_nothing_is_taken_if_the_cards_may_not_be_laid() -> None:
    match = match_at("rami", *TAKING)
    assert refusal(match, "take and meld 8D 9D 2C") == NotAMeld(("8D", "9D", "2C"), "one_suit")
    assert refusal(match, "take and meld 8D 9D 10D | 2C 3S KS") != TooManyMelds(1)
    assert refusal(match, "meld 8D 9D 10D") == DrawFirst()


def test_taking_and_laying_is_not_offered_if_the_turn_could_not_end() -> None:
    """Only the duplicate of the taken card would be left, and it may not be discarded."""
    match = match_at("ramino_with_two_packs", "deal 8D 9D 10D' | KS QS", "stock 4H", "discards 10D")
    assert refusal(match, "take and meld 8D 9D 10D") == NoLegalEnd("10D")
    assert combined(match) == []


def test_taking_and_laying_prints_as_it_is_read() -> None:
    for text in ("take and meld 8D 9D 10D", "take and layoff 10D 2", "take and meld 5H 6H 7H | 9S 9D JK1=9H"):
        assert str(read_move(text)) == text
    for text in ("take and", "take and meld", "take and discard 10D", "take and take", "take and take and meld 8D 9D 10D"):
        with pytest.raises(IllegalMove):
            read_move(text)


LAYING = ("deal 4H 8H 9H 2C KD | KS QS", "stock 4C", "discards 2S", "meld 1: 5H 6H 7H by 1", "drawn KD")


def test_laying_off_everything_that_fits_a_meld_is_offered() -> None:
    match = match_at("rami", *LAYING)
    assert combined(match) == ["layoff 4H 8H 9H 1"]
    (event,) = decide(match, 0, read_move("layoff 4H 8H 9H 1"))
    assert event == CardsLaidOff(0, ("4H", "8H", "9H"), 1)


def test_no_more_is_laid_off_than_a_meld_may_hold() -> None:
    match = match_at("cuccu", "deal V VIIII X | I II", "stock I'", "discards II'", "meld 1: VI VII VIII by 1", "drawn V")
    assert all_that_fit(At(match), 1) == ("VIIII",)
