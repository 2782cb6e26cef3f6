"""The emojis of cards: a picture and a name for each face, on buttons and in the lines of turns, never in too long texts."""

import re
from dataclasses import replace as changed

import pytest
from discord import ui
from msgspec.structs import replace

from bot.discord.emoji_upload import EMOJI
from bot.messages.card_text import (
    FACE_OF,
    NO_EMOJI,
    CardEmoji,
    card_text,
    emoji_as_text,
    emoji_name,
    remove_emoji,
    typed_emoji_as_text,
)
from bot.messages.names import Names
from bot.messages.pictures.card_pictures import PlayerHand, PlayerMeld, TablePicture, place_table
from bot.messages.table.channel.page_message import fitting_pages, late_layout, page_layout
from bot.messages.table.channel.story_pages import Page, Story, advance_story
from bot.messages.table.hand.hand_message import hand_layout, hand_view
from bot.messages.table.hand.prompts import any_cards_form
from bot.messages.table.render_context import RenderContext
from bot.messages.table.table_summary import older_turns_layout, summary_layout
from bot.rummy.cards import Card, deck_of
from bot.rummy.events import CardDiscarded, MeldKind, MeldLaid
from bot.rummy.typed_cards import read_card
from bot.rummy.view import DrawnFaceDown
from bot.tables.ports import Person
from bot.tables.table import PlayedTurn, Table
from tests.messages.shown_text import ENGLISH, TEXT, text_length
from tests.messages.table.emoji_of_cards import ALL_EMOJI, labels_with_emoji
from tests.messages.table.played_tables import all_layouts, context_for, played_match
from tests.messages.table.positions import after_moves, table_at
from tests.people import parts
from tests.rummy.presets import variant

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


PLAY = ("deal 5H 6H 7H 8C 2C QS | KS", "stock QD", "discards 6S", "meld 1: 8S 8D JK1=8C by 1", "meld 2: 3C 4C 5C by 1")


def shown(view: ui.LayoutView) -> str:
    return "\n".join(part["content"] for part in parts(view.to_components()) if part["type"] == TEXT)


def hand(at: Table, **about: object) -> ui.LayoutView:
    return hand_layout(changed(context_for(at, ENGLISH, ALL_EMOJI), **about), 1)  # type: ignore[arg-type]


def test_buttons_and_options_of_one_card_show_it_and_keep_their_text() -> None:
    drawing = labels_with_emoji(hand(table_at("wrotham", *PLAY)))
    assert drawing == {"Take 6♠": "six_of_spades"}
    found = labels_with_emoji(hand(after_moves(table_at("wrotham", *PLAY), "draw stock")))
    assert (
        found.items()
        >= {
            "Lay off 2♣": "two_of_clubs",
            "Swap 8♣ for meld 1's joker": "eight_of_clubs",
            "Q♦": "queen_of_diamonds",
            "5♥": "five_of_hearts",
        }.items()
    )
    assert not any("5♥ 6♥ 7♥" in label for label in found), "an emoji shows one card only"


def test_the_form_of_any_cards_shows_each_card() -> None:
    at = after_moves(table_at("wrotham", *PLAY), "draw stock")
    view = hand_view(at.match, 0)
    form = any_cards_form(view, view.deal, context_for(at, ENGLISH, ALL_EMOJI))
    assert len(labels_with_emoji(form)) == len(view.deal.hand)
    remove_emoji(form)
    assert labels_with_emoji(form) == {}


def test_the_title_of_a_hand_shows_the_drawn_card() -> None:
    at = after_moves(table_at("wrotham", *PLAY), "draw stock")
    assert f"you drew {ALL_EMOJI.text('QD')}" in shown(hand(at))
    assert "you drew Q♦" in shown(hand(at, emoji=NO_EMOJI))


@pytest.mark.parametrize("name", ["ramino", "cuccu"])
def test_messages_with_and_without_emojis_differ_in_nothing_else(name: str) -> None:
    played = played_match(variant(name, match_deals=1), 2)
    both = zip(all_layouts(played.events, ENGLISH, ALL_EMOJI), all_layouts(played.events, ENGLISH), strict=True)
    different = 0
    for with_emoji, without in both:
        different += with_emoji.to_components() != without.to_components()
        remove_emoji(with_emoji)
        assert with_emoji.to_components() == without.to_components()
    assert different > 25


def long_turn(number: int, melds: int) -> PlayedTurn:
    """Return a turn that begins with a draw, lays so many melds of jokers and of the longest names, and ends with a discard."""
    cards = (Card("JK1=QD"), Card("QS"), Card("QD'"), Card("QH"))
    laid = [MeldLaid(0, MeldKind.SET, cards)] * melds
    return PlayedTurn(number, (number - 1) % 6, (DrawnFaceDown(0), *laid, CardDiscarded(0, Card("QD"))))


def long_context(table: Table) -> RenderContext:
    """Return a context of people with the longest names."""
    people = {number: Person(number, 10**18 + number, f"{number}" * 32, "en-US", None) for number in table.seats.people}
    return changed(context_for(table, ENGLISH, ALL_EMOJI), names=Names(people, table))


def open_round() -> Page:
    """Return the page of a round of six players with two packs and jokers."""
    story = Story(1)
    for event in played_match(variant("ramino", match_deals=1, packs=2, jokers=4), 6).events:
        story, pages = advance_story(story, event)
        for page in pages:
            if page.kind == "round" and page.is_open and len(page.turns) > 3:
                return page
    raise AssertionError("no round was played")


@pytest.mark.parametrize("melds", range(11))
@pytest.mark.parametrize("players", [1, 6])
def test_the_longest_turns_and_rounds_fit_with_emojis_or_are_shown_as_text(melds: int, players: int) -> None:
    page = open_round()
    page = changed(page, turns=tuple(long_turn(number, melds) for number in range(1, players + 1)))
    page = changed(page, table=replace(page.table, turns=page.turns))
    context = long_context(page.table)
    plain = changed(context, emoji=NO_EMOJI)
    for is_open in (True, False):
        view = page_layout(changed(page, is_open=is_open), context)
        text = page_layout(changed(page, is_open=is_open), plain)
        assert text_length(view) <= 4000
        assert emoji_as_text(shown(view)) == shown(text)
        if text_length(text) + shown(text).count("Q") * 45 < 4000:
            assert "<:queen_of_diamonds:" in shown(view)
    for layout in (summary_layout, lambda context, person: older_turns_layout(context, 99)):
        assert text_length(layout(context, 1)) <= 4000
        assert emoji_as_text(shown(layout(context, 1))) == shown(layout(plain, 1))


def test_late_pages_are_as_many_as_without_emojis_and_cut_none() -> None:
    page = changed(open_round(), is_open=False, turns=tuple(long_turn(number, 3) for number in range(1, 7)))
    pages, context = [page] * 9, long_context(page.table)
    fitting = fitting_pages(pages, context)
    assert len(fitting) == len(fitting_pages(pages, changed(context, emoji=NO_EMOJI))) < 9
    view = late_layout(fitting, context)
    assert text_length(view) <= 4000
    assert "<:" not in shown(view)
    assert "<:queen_of_diamonds:" in shown(late_layout(fitting[:1], context))


def test_melds_of_a_table_picture_are_in_the_order_of_their_numbers() -> None:
    long, short = (Card("2C"), Card("3C"), Card("4C"), Card("5C"), Card("6C"), Card("7C")), (Card("9H"), Card("9S"), Card("9D"))
    melds = tuple(PlayerMeld("1", cards) for cards in (long, long, long, short, long, short))
    placed = place_table(TablePicture(9, Card("AS"), (PlayerHand("1", 3), PlayerHand("2", 3)), melds)).sprites
    firsts = [(one.top, one.left) for one in placed if one.name in ("2C", "9H")]
    assert firsts == sorted(firsts)
