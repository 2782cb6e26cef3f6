"""What a player reads whose move is refused."""

import pytest

from bot.messages.names import Names
from bot.messages.table.refusals import refusal_sentence
from bot.rummy.decide import decide
from bot.rummy.moves import read_move
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
