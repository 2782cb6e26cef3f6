"""Cards that a person types in their language: if they may mean several, the hand asks, and nothing is guessed."""

from collections.abc import AsyncIterator
from functools import partial
from gettext import NullTranslations
from pathlib import Path

import pytest

from bot.interactions.table import typed_moves
from bot.interactions.table.typed_moves import FitsNoMeld, WhichMeld
from bot.messages.words import Languages
from bot.rummy.legal_moves import legal_moves
from bot.rummy.moves import Discard, LayOff
from bot.rummy.refusals import NoJokerOnTable, NotAMeld, NotInHand, NotYourTurn
from bot.tables.table import Table
from bot.wording.sentence import Refusal, Refused
from tests.desk import Asker, Desk, open_desk
from tests.e2e.support.hand_controls import button_id
from tests.e2e.support.tables import stack_deck
from tests.interactions.table.lobbies import start_match, table_of
from tests.messages.catalogue_files import write_catalogue
from tests.messages.shown_text import plain_text
from tests.messages.table.positions import table_at
from tests.people import Json, labels, said

HANDS = ("7C 8C 9C 7H 8H 9H KS 2D 3D 5S", "2S 4S 6C 10C JC QC AH 4H AC AD")


@pytest.fixture
async def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Desk]:
    """A desk with an Italian catalogue that is still empty; everyone's Discord is in Italian."""
    stack_deck(monkeypatch, *HANDS, upcard="10D", stock="KD 2H 4C 3C")
    async with open_desk(tmp_path, locales=write_catalogue(tmp_path, "it")) as desk:
        desk.locales.update(Ann="it", Bob="it")
        yield desk


async def on_turn(desk: Desk) -> tuple[Asker, Asker]:
    """Start a match of two, let the first one draw, and return both."""
    person, other = await start_match(desk, "Ann", "Bob", deals=1)
    await person.slash("draw", **{"from": "stock"})
    return person, other


def buttons(message: Json) -> list[str]:
    return [plain_text(label) for label in labels(message)]


async def discards(desk: Desk) -> list[str]:
    """Return the cards that were discarded."""
    return [event.card for event in await desk.store.log.read_events(1) if type(event).__name__ == "CardDiscarded"]


async def test_a_card_that_may_be_two_of_the_hand_is_asked_for(desk: Desk) -> None:
    person, other = await on_turn(desk)
    before = await desk.stored()
    asked = (await person.slash("discard", card="7C")).message
    assert await desk.stored() == before
    assert asked["flags"] & 64
    assert "Which cards do you mean?" in said(asked)
    assert buttons(asked) == ["Discard 7♣", "Discard 7♥", "Back"]
    assert "Discard 7♣" not in buttons((await person.press(asked, "Back")).message)
    reply = await person.press(asked, button_id(asked, "discard 7H"))
    assert reply.outcome == "update"
    assert await discards(desk) == ["7H"]
    assert table_of(desk).person_to_act() == desk.store.people.find(other.id).number


async def test_an_answer_after_the_turn_shows_the_current_hand(desk: Desk) -> None:
    person, _ = await on_turn(desk)
    asked = (await person.slash("discard", card="7c")).message
    await person.slash("discard", card="R di picche")
    before = await desk.stored()
    late = (await person.press(asked, button_id(asked, "discard 7C"))).message
    assert "out of date" in said(late)
    assert await desk.stored() == before
    assert await discards(desk) == ["KS"]


async def test_a_whole_meld_is_asked_for_once(desk: Desk) -> None:
    person, _ = await on_turn(desk)
    asked = (await person.slash("meld", cards="7C 8C 9C")).message
    assert buttons(asked) == ["Lay 7♣ 8♣ 9♣", "Lay 7♥ 8♥ 9♥", "Back"]
    await person.press(asked, button_id(asked, "meld 7H 8H 9H"))
    deal = table_of(desk).match.deal
    assert [meld.cards for meld in deal.melds] == [("7H", "8H", "9H")]
    again = await person.slash("discard", card="7C")
    assert await discards(desk) == ["7C"], "only 7♣ is left"
    assert not again.message["components"] or "Which cards" not in said(again.message)


async def test_nobody_is_asked_out_of_turn_or_in_english(desk: Desk) -> None:
    person, other = await on_turn(desk)
    await other.refused("discard", person.name, card="AC")
    desk.locales[person.name] = "en-GB"
    await person.slash("discard", card="7C")
    assert await discards(desk) == ["7C"]


ITALIAN = Languages({"it": NullTranslations()}).for_locale("it")
CARDS = ("deal 7C 8C 7H 8H 3H 4H JK2 KS | AC AH", "stock KD", "drawn KS", "discards 6S")
CLUBS, HEARTS = "meld 1: 9C 10C JC by 1", "meld 1: 9H 10H JH by 1"


def at_wrotham(*melds: str) -> Table:
    return table_at("wrotham", "with layoff_requires_meld false", *CARDS, *melds)


def meant(at: Table, command: str, typed: str, *, person: int = 1, meld: int | None = None) -> list[str]:
    """Return the written moves that an Italian may mean."""
    reads: dict[str, typed_moves.ReadMove] = {
        "meld": typed_moves.read_typed_melds,
        "layoff": partial(typed_moves.read_lay_off, meld=meld),
        "swap": partial(typed_moves.read_swap, meld=meld),
        "discard": typed_moves.read_discard,
    }
    return [str(move) for move in typed_moves.moves_meant(reads[command], at, person, typed, ITALIAN)]


def refusal(at: Table, command: str, typed: str, *, person: int = 1, meld: int | None = None) -> Refusal:
    with pytest.raises(Refused) as refused:
        meant(at, command, typed, person=person, meld=meld)
    return refused.value.refusal


def test_a_card_that_fits_no_meld_is_not_meant_if_another_one_fits() -> None:
    both = (CLUBS, HEARTS.replace("1:", "2:"))
    assert meant(at_wrotham(CLUBS), "layoff", "8C") == ["layoff 8C 1"]
    assert meant(at_wrotham(HEARTS), "layoff", "8C") == ["layoff 8H 1"]
    assert meant(at_wrotham(HEARTS), "layoff", "8C", meld=1) == ["layoff 8H 1"]
    assert meant(at_wrotham(*both), "layoff", "8C") == ["layoff 8C 1", "layoff 8H 2"]
    assert refusal(at_wrotham(CLUBS), "layoff", "2C") == NotInHand("2C")
    assert refusal(at_wrotham("meld 1: 2S 3S 4S by 1"), "layoff", "8C") == FitsNoMeld(("8C",)), "as in English"
    assert refusal(
        at_wrotham("with packs 2", "meld 1: 8D 8S 8C' by 1", HEARTS.replace("1:", "2:")), "layoff", "8C"
    ) == WhichMeld((1, 2))


def test_a_meld_that_is_none_is_not_meant() -> None:
    assert meant(at_wrotham(), "meld", "3♥ 4♥ jk=5C") == ["meld 3H 4H JK2=5H"]
    assert meant(at_wrotham(), "meld", "7C 8C jk") == ["meld 7C 8C JK2", "meld 7H 8H JK2"]
    assert meant(at_wrotham(), "meld", "7C 8C matta") == ["meld 7H 8H JK2"], "no English"
    assert meant(at_wrotham(), "meld", "7C 8♠ 8♥") == ["meld 7C 8S 8H"], "refused as in English: 8♠ isn't there"
    assert refusal(at_wrotham(), "meld", "7C 8C") == NotAMeld(("7C", "8C"), "few", 3)


def test_a_swap_is_meant_for_the_card_whose_joker_is_on_the_table() -> None:
    assert meant(at_wrotham("meld 1: 8D 8S JK1=8H by 1"), "swap", "8C") == ["swap 8H 1"]
    assert refusal(at_wrotham(CLUBS), "swap", "8C") == NoJokerOnTable("8C")


def test_a_person_who_is_not_on_turn_is_refused_for_that_reason() -> None:
    assert refusal(at_wrotham(), "discard", "AC", person=2) == NotYourTurn(0)


def test_moves_are_offered_for_words_of_both_languages_and_their_values_mean_one_thing() -> None:
    at = at_wrotham(CLUBS)
    assert at.match is not None
    possible = at, legal_moves(at.match, 0)
    for typed in ("7C", "7 c", "7"):
        assert {one.value for one in typed_moves.card_choices(Discard, possible, ITALIAN, typed)} == {"7♣", "7♥"}, typed
    for typed in ("7F", "fiori 7", "7 clubs", "7♣"):
        assert [one.value for one in typed_moves.card_choices(Discard, possible, ITALIAN, typed)] == ["7♣"], typed
    assert [one.value for one in typed_moves.card_choices(Discard, possible, ITALIAN, "re di picche")] == ["K♠"]
    assert {one.value for one in typed_moves.card_choices(Discard, possible, ITALIAN, "f")} == {"7♣", "8♣", "JK2"}, "J and ♣"
    assert [one.value for one in typed_moves.target_choices(LayOff, possible, ITALIAN, "fiori 8")] == [1]
    for command, choices in (("discard", partial(typed_moves.card_choices, Discard)), ("meld", typed_moves.meld_choices)):
        for one in choices(possible, ITALIAN, ""):
            assert len(meant(at, command, one.value)) == 1, one.value
