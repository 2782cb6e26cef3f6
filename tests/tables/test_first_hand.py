"""The first hand is a deal by the rules, and its sentences say what is on the table."""

import re

import pytest

from bot.app import DATA, read_first_hand, read_variants
from bot.messages.first_hand import step_sentence
from bot.players.hint import _missing_beside
from bot.players.sight import Sight
from bot.rummy.cards import Card, face
from bot.rummy.moves import Discard, LayMeld, LayOff
from bot.rummy.refusals import IllegalMove
from bot.rummy.typed_cards import read_card
from bot.rummy.view import view_for
from bot.tables.first_hand import LEARNER, Step, play_first_hand
from tests.messages.shown_text import ENGLISH
from tests.rummy.presets import variant

STEPS = read_first_hand(read_variants())
_CARD = re.compile("(?:10|[2-9AJQK])[♣♦♥♠]")


def _cards_in_sight(step: Step) -> set[Card]:
    """Return the cards that the learner sees, and those of Rosa, one of which they wait for."""
    assert step.table.match is not None
    deal = step.table.match.deal
    assert deal is not None
    return {*deal.hands[0], *deal.hands[1], *deal.discard_pile, *(card for meld in deal.melds for card in meld.cards)}


def test_each_move_of_the_learner_is_offered_by_the_hand() -> None:
    moves = [(step.move, view_for(step.table.match, LEARNER).moves) for step in STEPS[1:-1] if step.table.match]
    assert len(moves) == 9
    assert all(move in offered for move, offered in moves), moves


def test_the_learner_wins_the_only_deal() -> None:
    match = STEPS[-1].table.match
    assert match is not None
    assert (match.placings, match.scores) == ((1, 2), (15, 0))


@pytest.mark.parametrize("number", range(len(STEPS)))
def test_a_sentence_names_only_cards_of_its_step(number: int) -> None:
    named = {read_card(text, "french52") for text in _CARD.findall(step_sentence(number, ENGLISH))}
    assert named <= _cards_in_sight(STEPS[number])


def test_what_is_said_to_fit_nothing_makes_no_meld_with_any_card() -> None:
    """All but 9♣ 10♣ are named, and not 6♦ alone."""
    match = STEPS[3].table.match
    assert match is not None
    assert match.deal is not None
    named = {read_card(text, "french52") for text in _CARD.findall(step_sentence(3, ENGLISH))}
    assert named == set(match.deal.hands[LEARNER])
    loose = named - {Card("9C"), Card("10C")}
    assert not any(_missing_beside(Sight(view_for(match, LEARNER)), face(card), [*map(face, named - {card})]) for card in loose)


def test_the_raised_cards_are_those_that_the_learner_keeps_for_a_meld_or_plays() -> None:
    for number, step in enumerate(STEPS[1:-1], 1):
        assert step.table.match is not None
        assert step.table.match.deal is not None
        assert set(step.raised) <= set(step.table.match.deal.hands[LEARNER]), number
        match step.move:
            case LayMeld(cards=cards) | LayOff(cards=cards):
                assert step.raised == cards, number
            case Discard(card=card):
                assert step.raised == (card,), number
            case _:
                assert len(step.raised) == 2, number


def test_a_written_move_that_the_rules_forbid_is_refused() -> None:
    written = (DATA / "first_hand.toml").read_text("utf-8").replace('"discard QC"', '"discard KC"')
    with pytest.raises(IllegalMove):
        play_first_hand(written, variant("rami"))
