"""The emojis of cards: a picture and a valid name for each face, and what messages show if some or all are missing."""

import re

import pytest

from bot.discord.emoji_upload import EMOJI
from bot.messages.card_text import FACE_OF, NO_EMOJI, CardEmoji, card_text, emoji_as_text, emoji_name, typed_emoji_as_text
from bot.rummy.cards import deck_of
from bot.rummy.typed_cards import read_card
from tests.messages.table.emoji_of_cards import ALL_EMOJI

HEARTS = CardEmoji({"seven_of_hearts": 17})


def test_every_card_of_every_deck_has_a_name_that_discord_accepts_and_a_picture() -> None:
    for card in (*deck_of("french52", 2, 6), *deck_of("cuccu40", 2, 0)):
        name = emoji_name(card)
        assert re.fullmatch(r"[a-z_]{2,32}", name)
        assert (EMOJI / f"{FACE_OF[name]}.png").is_file()
    assert len(FACE_OF) == 73


@pytest.mark.parametrize(
    ("card", "name"),
    [
        ("7H", "seven_of_hearts"),
        ("10S'", "ten_of_spades"),
        ("AC", "ace_of_clubs"),
        ("JK1=8C", "joker"),
        ("I", "cuccu_one"),
        ("XIII", "cuccu_thirteen_salta"),
        ("MATTO''", "cuccu_matto"),
    ],
)
def test_a_name_can_be_read_aloud(card: str, name: str) -> None:
    assert emoji_name(card) == name


def test_a_card_without_an_emoji_is_shown_as_text() -> None:
    assert HEARTS.text("7H'") == "<:seven_of_hearts:17>"
    assert HEARTS.text("8H") == NO_EMOJI.text("8H") == "8♥"
    assert HEARTS.partial("8H") is None
    assert HEARTS.partial(None) is None
    assert HEARTS.text("JK1=7H") == card_text("JK1=7H")


def test_the_emoji_of_a_joker_is_followed_by_the_card_that_it_stands_for() -> None:
    text = CardEmoji({"joker": 18, "eight_of_clubs": 19}).text("JK2=8C")
    assert text.replace("\N{WORD JOINER}", "") == "<:joker:18>=8♣"


def test_the_emoji_of_a_figure_is_followed_by_its_numeral_and_name() -> None:
    figures = CardEmoji({"cuccu_twelve_gnao": 20, "cuccu_matto": 21, "cuccu_eight": 22})
    assert [figures.text(card).replace("\u00a0", " ") for card in ("XII", "MATTO'", "VIII")] == [
        "<:cuccu_twelve_gnao:20> XII Gnao",
        "<:cuccu_matto:21> Matto",
        "<:cuccu_eight:22>",
    ]


@pytest.mark.parametrize("deck", ["french52", "cuccu40"])
def test_an_emoji_becomes_the_text_of_its_card_again(deck: str) -> None:
    for card in (*deck_of(deck, 1, 1), "JK1=8C"):
        assert emoji_as_text(ALL_EMOJI.text(card)) == card_text(card)
    assert emoji_as_text("<:somebody:17> <@5>") == "<:somebody:17> <@5>"


def test_only_its_own_figure_belongs_to_an_emoji() -> None:
    typed = {
        ":cuccu_one: Leone": ["I", "Leone"],
        ":cuccu_ten: XI Locanda :cuccu_twelve_gnao:": ["X", "XI", "Locanda", "XII", "Gnao"],
        "<:cuccu_one:1> X Matto": ["I", "X", "Matto"],
        ":cuccu_twelve_gnao:  xii gnao": ["XII", "Gnao"],
        "<:cuccu_twelve_gnao:1> Gnao <:cuccu_nulla:2> Nulla": ["XII", "Gnao", "Nulla"],
        ":cuccu_nulla: Nullaby": ["Nulla", "Nullaby"],
    }
    assert {text: typed_emoji_as_text(text).split() for text in typed} == typed
    assert emoji_as_text("<:cuccu_one:1>\n<:cuccu_two:2>") == "I\nII"
    assert emoji_as_text("<:cuccu_twelve_gnao:1>\nGnao") == "XII\u00a0Gnao\nGnao"
    assert emoji_as_text("<:cuccu_one:1> <:cuccu_two:2>") == "I\u00a0· II"


@pytest.mark.parametrize("form", [":{}:", "<:{}:123>"])
@pytest.mark.parametrize("deck", ["french52", "cuccu40"])
def test_a_copied_emoji_is_read_as_its_card(deck: str, form: str) -> None:
    for card in deck_of(deck, 1, 0):
        typed = form.format(emoji_name(card))
        assert read_card(typed_emoji_as_text(typed), deck).rstrip("'") == card.rstrip("'")
        assert read_card(typed_emoji_as_text(ALL_EMOJI.text(card)), deck).rstrip("'") == card.rstrip("'")
    assert read_card(typed_emoji_as_text(f"{form.format('joker')}=8♣"), "french52") == "JK=8C"
    assert typed_emoji_as_text(":nothing: 7h") == ":nothing: 7h"
