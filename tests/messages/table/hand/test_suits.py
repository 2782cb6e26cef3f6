"""Suits as signs, words or letters: in text and in descriptions of pictures, in the person's language; readable when typed."""

from dataclasses import replace

import pytest
from discord import ui

from bot.messages.table.hand.hand_message import hand_layout
from bot.rummy.cards import FRENCH52, Card
from bot.rummy.games import asks
from bot.rummy.typed_cards import read_cards, readings_of
from bot.tables.ports import Suits
from tests.messages.shown_text import ENGLISH, assert_fits, readable_text
from tests.messages.table.pictured_layouts import PICTURES
from tests.messages.table.played_tables import all_layouts, context_for, played_match, tables_after_events
from tests.messages.test_words import words
from tests.people import parts
from tests.rummy.presets import NAMES, variant

SIGNS = "♠♥♦♣\N{PLAYING CARD BLACK JOKER}"


@pytest.mark.parametrize(
    ("locale", "in_words", "in_letters"),
    [
        ("en-GB", "7 of spades, queen of hearts, joker=8 of clubs", "7S QH JK=8C"),
        ("it", "7 di picche, donna di cuori, joker=8 di fiori", "7P DC JK=8F"),
        ("fr", "7 de pique, dame de cœur, joker=8 de trèfle", "7P DC JK=8T"),
        ("de", "Pik 7, Herz Dame, joker=Kreuz 8", "7P DH JK=8KR"),
        ("es-ES", "7 de picas, reina de corazones, joker=8 de tréboles", "7P DC JK=8T"),
    ],
)
def test_suits_are_words_or_letters_of_the_language(locale: str, in_words: str, in_letters: str) -> None:
    say, row = words(locale), ("7S", "QH'", "JK1=8C")
    shown = [say.with_suits(suits).cards(row).replace("\u00a0", " ") for suits in Suits]
    assert shown[1:] == [in_words, in_letters]
    assert shown[0].replace("\N{WORD JOINER}", "") == "7♠ Q♥ 🃏=8♣"
    assert say.with_suits(Suits.WORDS).cards(("XIII", "XV")) == "XIII\u00a0Salta, XV\u00a0Cucco"


@pytest.mark.parametrize("locale", ["en-US", "it", "fr", "de", "es-419"])
@pytest.mark.parametrize("suits", Suits)
def test_each_card_is_read_as_it_is_shown(locale: str, suits: Suits) -> None:
    say = words(locale).with_suits(suits)
    for card in (*FRENCH52, Card("JK1"), *(Card(f"JK1={face}") for face in FRENCH52)):
        typed = readings_of(say.card(card), "french52", locale, (Card(card.partition("=")[0]),))
        assert card.replace("JK1", "JK") in [" ".join(read_cards(one)) for one in typed], say.card(card)


def check(view: ui.LayoutView) -> None:
    assert_fits(view)
    assert not set(SIGNS) & set(readable_text(view)), readable_text(view)
    for part in parts(view.to_components()):
        for option in part.get("options", ()):
            assert max(len(option["label"]), len(option.get("description") or "")) <= 100


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "suits"), [*((name, Suits.WORDS) for name in NAMES), ("rami", Suits.LETTERS)])
def test_no_message_of_a_match_has_a_sign_and_all_fit(name: str, suits: Suits) -> None:
    jokers = {"jokers": 2} if asks(variant(name).game, "jokers") else {}
    say, played = ENGLISH.with_suits(suits), played_match(variant(name, **jokers, match_deals=1, match_target="none"), 2)
    for view in all_layouts(played.events, say):
        check(view)
    for _, table in list(tables_after_events(played.events))[::5]:
        if table.match is not None and table.match.deal is not None:
            for person in table.seats.people:
                check(hand_layout(replace(context_for(table, say), pictures=PICTURES), person))
