"""What a player reads whose move is refused."""

from typing import get_args

import pytest

from bot.messages.names import Names
from bot.messages.table.refusals import refusal_sentence
from bot.rummy.decide import decide
from bot.rummy.moves import read_move
from bot.rummy.refusals import NoMeld, NotAMeld
from bot.wording.sentence import Refused
from tests.messages.shown_text import ENGLISH, plain_text
from tests.messages.table.played_tables import PEOPLE
from tests.messages.table.positions import table_at


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        ("6C 7C", "6♣ 7♣ isn't a meld. You need at least 3 cards."),
        ("6C 7C 9C", "6♣ 7♣ 9♣ isn't a meld. A run can't have a gap."),
        ("6C 7C 8D", "6♣ 7♣ 8♦ isn't a meld. A run is in one suit here."),
        ("6C 8D KS", "6♣ 8♦ K♠ isn't a meld. Lay a set of one rank or a run in one suit."),
    ],
)
def test_cards_that_are_no_meld_are_refused_with_what_is_wrong(cards: str, sentence: str) -> None:
    at = table_at("rami", "deal 6C 7C 9C 8D KS | 2H", "stock 3H", "drawn KS")
    with pytest.raises(Refused) as refused:
        decide(at.match, 0, read_move(f"meld {cards}"))
    assert plain_text(refusal_sentence(refused.value.refusal, ENGLISH, Names(PEOPLE, at))) == sentence


SENTENCES = {
    "few": "You need at least 4 cards.",
    "jokers": "Jokers stand for no other card here.",
    "naturals": "There are too many jokers in it.",
    "kings": "It needs at least two cards besides kings.",
    "side_by_side": "Two jokers can't be side by side in a run.",
    "same_card": "A set can't have the same card twice.",
    "small": "A set has at least 4 cards here.",
    "large": "A set has at most 4 cards here.",
    "short": "A run has at least 4 cards here.",
    "suits": "A run is in one suit here.",
    "ace": "The ace can't be there in a run.",
    "same_rank": "A run can't have the same rank twice.",
    "gap": "A run can't have a gap.",
    "figures": "Lay a set of different figures or a run.",
    "run": "Lay a set of one rank or a run.",
    "one_suit": "Lay a set of one rank or a run in one suit.",
}


def test_each_reason_why_cards_are_no_meld_has_its_own_sentence() -> None:
    names = Names(PEOPLE, table_at("rami", "deal 6C | 2H", "stock 3H"))
    whole = {"is_set": "6♣ 7♣ is a set, not a run.", "is_run": "6♣ 7♣ is a run, not a set."}
    whole |= {why: f"6♣ 7♣ isn't a meld. {sentence}" for why, sentence in SENTENCES.items()}
    assert {*whole} == {why for part in get_args(NoMeld) for why in get_args(part)}
    for why, sentence in whole.items():
        refusal = NotAMeld(("6C", "7C"), why, 4)  # type: ignore[arg-type]
        assert plain_text(refusal_sentence(refusal, ENGLISH, names)) == sentence
