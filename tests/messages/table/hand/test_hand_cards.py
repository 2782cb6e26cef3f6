"""The cards of a hand: where lines break, and what is underlined."""

import pytest
from discord import ui
from msgspec.structs import replace

from bot.messages.table.hand.hand_message import hand_layout
from bot.rummy.events import CardsDealt
from bot.tables.table import Table
from tests.messages.shown_text import ENGLISH, NO_BREAK_SPACE, visible_texts
from tests.messages.table.played_tables import context_for, played_match, tables_after_events
from tests.messages.table.positions import hand_text, table_at
from tests.rummy.presets import variant


def hand_with(table: Table, cards: tuple[str, ...]) -> ui.LayoutView:
    """Render the hand of the player to act, who holds these cards and has drawn the last of them."""
    assert table.match is not None
    assert table.match.deal is not None
    seat = table.match.deal.turn.seat
    hands = tuple(cards if at == seat else hand for at, hand in enumerate(table.match.deal.hands))
    deal = replace(table.match.deal, hands=hands, turn=replace(table.match.deal.turn, drawn_card=cards[-1]))
    table = replace(table, match=replace(table.match, deal=deal))
    return hand_layout(context_for(table, ENGLISH), table.seats.occupants[seat])


def card_lines(view: ui.LayoutView) -> list[str]:
    """Return the lines of cards, with ~ for a space at which no line breaks."""
    lines = (line for text in visible_texts(view) for line in text.splitlines() if line.startswith("## "))
    return [line.removeprefix("## ").replace(NO_BREAK_SPACE, "~") for line in lines]


@pytest.fixture(scope="module")
def dealt() -> Table:
    """Return the table of a match of two after the first deal, before the first card is drawn."""
    return next(
        table for event, table in tables_after_events(played_match(variant(), 2).events) if isinstance(event, CardsDealt)
    )


def test_loose_cards_are_in_suits_of_alternating_colour_and_a_line_breaks_between_them(dealt):
    view = hand_with(dealt, ("2C", "9C", "KC", "4D", "JD", "7H", "QH", "3S", "8S"))
    assert card_lines(view) == ["3♠~8♠   7♥~Q♥   2♣~9♣~K♣   4♦~J♦"]


def test_a_suit_longer_than_a_line_may_break_anywhere(dealt):
    (line,) = card_lines(hand_with(dealt, ("AH", "2H", "4H", "5H", "7H", "8H", "10H", "QH", "KH")))
    assert "~" not in line


def test_each_meld_has_a_line_of_its_own_before_the_loose_cards(dealt):
    *melds, loose = card_lines(hand_with(dealt, ("2C", "7C", "7D", "7H", "8S", "9S", "10S", "QS")))
    assert sorted(melds) == ["Meld:~__7♣ 7♦ 7♥__", "Meld:~__8♠ 9♠ 10♠__"]
    assert loose == "Q♠   2♣"


def test_cuccu_cards_are_separated_by_dots() -> None:
    at = table_at("cuccu", "deal I II' XIII XIII' MATTO | V", "stock VII", "discards X")
    assert "## I · II · XIII Salta · XIII Salta · Matto" in hand_text(at)


def test_a_hand_on_turn_shows_the_goal_of_the_match(dealt):
    goal = f"(first{NO_BREAK_SPACE}to{NO_BREAK_SPACE}100{NO_BREAK_SPACE}points)"
    assert goal in "\n".join(visible_texts(hand_with(dealt, ("2C", "3D"))))
