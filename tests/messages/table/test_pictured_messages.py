"""Messages with pictures: what the picture shows is in its alt text and in the message's text, and everything fits."""

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from discord import ui

from bot.messages.pictures.card_pictures import HandPicture, PlayerHand, PlayerMeld, TablePicture
from bot.messages.pictures.galleries import LONGEST_ALT, table_alt
from bot.messages.pictures.picture import Picture, PictureGallery
from bot.messages.table.hand.hand_message import hand_layout, hand_view
from bot.messages.table.table_summary import summary_layout
from bot.rummy.cards import FRENCH52, Card, physical_card
from bot.rummy.view import view_for
from bot.tables.table import Table
from tests.messages.shown_text import ENGLISH, assert_fits, plain_text, readable_text
from tests.messages.table.pictured_layouts import (
    LARGE,
    PICTURES,
    WITHOUT_A_MELD_BUTTON,
    open_round,
    pictured,
    pictured_layouts,
    tables_in_play,
)
from tests.messages.table.played_tables import context_for
from tests.messages.table.positions import after_moves, table_at
from tests.rummy.presets import NAME_OF_EACH_GAME, NAMES, WITH_TABLE_MELDS, one_of_each_game, variant


def pictures_of(view: ui.LayoutView) -> list[Picture]:
    return [item.picture for item in view.walk_children() if isinstance(item, PictureGallery)]


def only(view: ui.LayoutView, kind: type) -> Picture:
    (found,) = (picture for picture in pictures_of(view) if isinstance(picture.shows, kind))
    return found


def plain_cards(cards: Iterator[Card] | tuple[Card, ...]) -> Counter[str]:
    """Return the cards as they are written, each with its own count."""
    return Counter(plain_text(ENGLISH.card(card)) for card in cards)


def cards_after(head: str, alt: str) -> Counter[str]:
    """Return the cards that the alt text lists after each of these heads."""
    lists = re.findall(rf"{head} ([^.]*)\.", alt)
    return Counter(card for listed in lists for card in re.split(r", " if "," in listed else " ", listed))


@pytest.mark.parametrize("name", one_of_each_game(name for name in NAMES if name != "cuccu"))
def test_the_alt_text_of_a_hand_is_what_the_player_sees(name: str) -> None:
    checked = barred = new = 0
    for table in tables_in_play(name, min(3, variant(name).players[1]), match_deals=2):
        for seat, person in enumerate(table.seats.occupants):
            assert table.match is not None
            view = hand_view(table.match, seat)
            if view.deal is None or not view.deal.hand or view.deal.end is not None:
                continue
            picture = only(hand_layout(pictured(table, ENGLISH), person), HandPicture)
            shown, alt = picture.shows, plain_text(picture.alt)
            assert isinstance(shown, HandPicture)
            assert alt.startswith(f"Your hand: {len(view.deal.hand)} card")
            held = (*shown.loose, *(card for meld in shown.melds for card in meld))
            assert Counter(map(physical_card, held)) == Counter(view.deal.hand)
            written = cards_after("Meld:", alt) + cards_after("Other cards:", alt) + cards_after("Cards:", alt)
            assert written == plain_cards(held)
            assert (f"New: {ENGLISH.card(shown.new)}." in alt) if shown.new else "New:" not in alt
            assert cards_after("You can't discard:", alt) == plain_cards(shown.barred)
            assert shown.new in (None, view.deal.new_card)
            checked, barred, new = checked + 1, barred + len(shown.barred), new + (shown.new is not None)
    assert checked > 30
    assert new > 5


@pytest.mark.parametrize("name", WITH_TABLE_MELDS)
def test_the_alt_text_of_a_table_is_what_everyone_sees(name: str) -> None:
    melds = 0
    for table in tables_in_play(name, min(3, variant(name).players[1])):
        assert table.match is not None
        deal = view_for(table.match, None).deal
        assert deal is not None
        if deal.end is not None:
            continue
        picture = only(open_round(pictured(table, ENGLISH)), TablePicture)
        alt = plain_text(picture.alt)
        assert len(alt) <= LONGEST_ALT
        if deal.stock_size is not None:
            assert f"Stock: {deal.stock_size}." in alt
        top = plain_text(ENGLISH.card(deal.discard_pile[-1])) if deal.discard_pile else ""
        assert (f"Top discard: {top}." if top else "No discards.") in alt
        for seat, size in enumerate(deal.hand_sizes):
            assert re.search(rf"{'①②③'[seat]} {str(table.seats.occupants[seat]) * 3} {size}[,.]", alt)
        written = re.findall(r"Meld (\d+) \((.) \d+\): ([^.]*)\.", alt)
        assert [int(number) for number, _, _ in written] == list(range(1, len(deal.melds) + 1))
        for (_, mark, cards), meld in zip(written, deal.melds, strict=True):
            assert mark == "①②③"[meld.owner]
            assert Counter(re.split(r", " if "," in cards else " ", cards)) == plain_cards(meld.cards)
        melds += len(deal.melds)
    assert melds


@pytest.mark.parametrize(("rule", "taken"), [("forbid_face", "2C"), ("forbid_card", "2C'")])
def test_only_the_card_that_cannot_be_discarded_is_dimmed(rule: str, taken: str) -> None:
    hand = "deal 5H 6H 9S | KS" if rule == "forbid_face" else "deal 5H 6H 2C | KS"
    at = table_at("rami", "with packs 2", f"with discard_taken {rule}", hand, "stock 4D", f"discards {taken}")
    for choice in (PICTURES, LARGE):
        shown = only(hand_layout(pictured(after_moves(at, "take"), ENGLISH, choice), 1), HandPicture).shows
        assert isinstance(shown, HandPicture)
        assert (shown.barred, shown.new) == ((taken,), taken)


def test_the_table_is_as_large_before_the_draw_as_after_it() -> None:
    before = table_at("rami", "deal 5H 6H 9S | KS", "stock 4D", "discards 2C")
    after = after_moves(before, "draw stock")
    views = [
        *(hand_layout(pictured(table, ENGLISH), 1) for table in (before, after)),
        summary_layout(pictured(before, ENGLISH), 1),
    ]
    shown = [only(view, TablePicture).shows for view in views]
    assert [isinstance(one, TablePicture) and one.is_tight for one in shown] == [True, True, False]


@pytest.mark.parametrize(
    ("position", "reason"),
    [*zip(WITHOUT_A_MELD_BUTTON, ("whole hand in one go", "first melds: 40 points", "later: only 1 meld a turn"), strict=True)],
)
def test_a_hand_says_in_a_few_words_why_its_meld_has_no_button(position: tuple[tuple[str, ...], str], reason: str) -> None:
    at, move = position
    before, after = table_at(*at), after_moves(table_at(*at), move)
    assert f"__   ({reason})" in readable_text(hand_layout(pictured(after, ENGLISH), 1))
    assert reason not in readable_text(hand_layout(pictured(before, ENGLISH), 1))


def test_the_rest_of_a_hand_is_behind_table_and_only_for_its_player() -> None:
    at = after_moves(table_at("rami", "deal 5H 6H 7H 7S 7D 2D | KS", "stock 4D", "discards 2C"), "take")
    rest = ("Your hand: 7 cards · 36 points", "You can't discard 2♣ this turn.", "Also possible:")
    hand, table = (readable_text(layout(pictured(at, ENGLISH), 1)) for layout in (hand_layout, summary_layout))
    assert [part in hand for part in rest] == [False] * 3
    assert [part in table for part in rest] == [True] * 3
    assert "Sort by rank" in table
    others = [readable_text(summary_layout(pictured(at, ENGLISH), person)) for person in (2, None)]
    assert not [part for part in rest for other in others if part in other]


def test_messages_with_pictures_fit() -> None:
    """Those of all presets are in `tests/messages/test_longer_words.py`, in a language with longer words."""
    for view in pictured_layouts(ENGLISH, NAME_OF_EACH_GAME):
        assert_fits(view)
        assert all(len(picture.alt) <= LONGEST_ALT for picture in pictures_of(view))


def test_an_alt_text_that_is_too_long_ends_after_a_whole_card() -> None:
    melds = tuple(PlayerMeld("123"[nth % 3], FRENCH52[nth % 39 : nth % 39 + 13]) for nth in range(30))
    for shorter in range(60):
        names = {"1": "Ann", "2": "Bob", "3": "C" * (24 - shorter % 24)}
        table = TablePicture(9, Card("2C"), tuple(PlayerHand(mark, 7) for mark in "123"), melds[shorter % 3 :])
        alt = plain_text(table_alt(table, names, ENGLISH))
        assert 950 < len(alt) <= LONGEST_ALT
        assert re.search(r"([0-9AJQK][♠♥♦♣]\.?|:) … rest in the text$", alt)


def test_text_only_has_no_pictures_and_no_marks() -> None:
    table: Table = table_at("rami", "deal 5H 6H 9S | KS", "stock 4D", "discards 2C")
    for view in (hand_layout(context_for(table, ENGLISH), 1), summary_layout(context_for(table, ENGLISH), 1)):
        assert pictures_of(view) == []
        assert "①" not in readable_text(view)
