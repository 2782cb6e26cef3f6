"""The cards of a hand: where lines break, what is underlined, and what everyone held when the last deal ended."""

import random
from dataclasses import replace as with_
from functools import partial

import pytest
from discord import ui
from msgspec.structs import replace

from bot.messages.league.eligibility_text import eligibility_lines
from bot.messages.names import Names
from bot.messages.pictures.card_pictures import HandPicture
from bot.messages.pictures.picture import PictureChoice, PictureGallery
from bot.messages.table.channel.match_end import match_details_layout
from bot.messages.table.hand.hand_message import hand_layout
from bot.messages.table.render_context import WhereItCounts
from bot.rummy.events import CardsDealt, DealEnded, EndedBy
from bot.tables.table import Phase, Table
from tests.messages.league.test_message_sizes import LEAGUES, LONG_PEOPLE
from tests.messages.shown_text import ENGLISH, MOST_CHARACTERS, NO_BREAK_SPACE, readable_text, text_length, visible_texts
from tests.messages.table.played_tables import PlayedTable, context_for, played_match, tables_after_events
from tests.messages.table.positions import after_moves, hand_text, table_at
from tests.rummy.gauntlet import eager, patient
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
    assert sorted(melds) == ["Meld:~__7♥ 7♣ 7♦__", "Meld:~__8♠ 9♠ 10♠__"]
    assert loose == "Q♠   2♣"


def test_cuccu_cards_are_separated_by_dots() -> None:
    at = table_at("cuccu", "deal I II' XIII XIII' MATTO | V", "stock VII", "discards X")
    assert "## I · II · XIII Salta · XIII Salta · Matto" in hand_text(at)


ONE_DEAL = {"match_target": "none", "match_deals": 1}


@pytest.mark.parametrize("policy", [eager, patient])
def test_everyone_reads_behind_details_how_the_last_deal_ended_and_what_each_player_held(policy) -> None:
    table = PlayedTable(variant(**ONE_DEAL), random.Random(2)).seat(3).play(policy).table
    assert table.match is not None
    assert table.match.placings is not None
    for person in table.seats.people:
        text = readable_text(hand_layout(context_for(table, ENGLISH), person))
        assert "77, table 1 · 99" in text, "the hand of a table that others see"
        details = readable_text(match_details_layout(context_for(table, ENGLISH), table.seats.seat_of(person)))
        last_deal = details.partition("End of deal 1\n")[2]
        others = [one for one in table.seats.people if f"**{str(one) * 3}**" in last_deal]
        assert others == list(table.seats.people)


def test_a_match_that_was_broken_off_within_a_deal_shows_no_hands() -> None:
    table = PlayedTable(variant(), random.Random(2)).seat(3).play(eager, moves=5).table
    assert table.phase == Phase.OVER
    assert "Details" not in readable_text(hand_layout(context_for(table, ENGLISH), 1))


@pytest.mark.parametrize(("deck", "packs", "players"), [("cuccu40", 2, 5), ("french52", 2, 6)])
def test_the_longest_end_of_a_match_fits_into_a_message(deck: str, packs: int, players: int) -> None:
    table = _longest_end(deck, packs, players)
    context = with_(
        context_for(table, ENGLISH),
        names=Names({person: LONG_PEOPLE[person] for person in table.seats.people}, table),
        server_name="_" * 100,
        counts=WhereItCounts(partial(eligibility_lines, LEAGUES)),
    )
    lengths = [text_length(hand_layout(context, person, note="9" * 80)) for person in table.seats.people]
    assert max(lengths) <= MOST_CHARACTERS
    assert 2000 < text_length(match_details_layout(context, 0)) <= MOST_CHARACTERS


def _longest_end(deck: str, packs: int, players: int) -> Table:
    """Return a match of sixty deals of which the last one was blocked, with fourteen cards in each hand; most share a place."""
    played = PlayedTable(variant(**ONE_DEAL), random.Random(1)).seat(players).play(patient)
    match = played.table.match
    assert match is not None
    assert match.deal is not None
    rules = replace(match.variant, deck=deck, packs=packs, jokers=6, wild="joker", hand_size=14)
    cards = sorted(rules.deck_for(players), key=len, reverse=True)
    hands = tuple(tuple(cards[14 * seat : 14 * seat + 14]) for seat in range(players))
    points = (-1000, *(-1005,) * (players - 1))
    ended = DealEnded(EndedBy.BLOCKED, None, False, hands, points)
    over = replace(
        match,
        variant=rules,
        deal=replace(match.deal, hands=hands, melds=(), end=ended),
        ended_deals=(ended,) * 60,
        scores=tuple(60 * each for each in points),
        placings=(2, *(1,) * (players - 1)),
    )
    return replace(played.table, match=over)


def test_a_joker_in_a_hand_is_a_joker_and_not_the_card_that_it_could_stand_for() -> None:
    at = after_moves(table_at("wrotham", "deal JK1 4S 5S 9H | KS", "stock 8C", "discards 2D"), "draw stock")
    assert "__🃏=3♠ 4♠ 5♠__" in hand_text(at), "it can be typed so"
    context = with_(context_for(at, ENGLISH), pictures=PictureChoice())
    (hand,) = (
        item.picture.shows
        for item in hand_layout(context, 1).walk_children()
        if isinstance(item, PictureGallery) and isinstance(item.picture.shows, HandPicture)
    )
    assert hand.melds == (("JK1", "4S", "5S"),)
