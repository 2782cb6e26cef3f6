"""What a player on a phone has before him: his hand, then what he can do, then the table; a past turn keeps its text."""

import random
from collections.abc import Iterator
from dataclasses import replace as changed

import pytest
from discord import ui
from msgspec.structs import replace

from bot.messages.table.channel_pages import page_layout
from bot.messages.table.hand import hand_layout
from bot.messages.table.lobby import lobby_layout
from bot.messages.table.story import Story, advance_story
from bot.messages.words import Languages
from bot.rummy.events import CardDrawn, CardsDealt
from bot.rummy.variant.variant import Variant
from bot.tables.events import Event
from bot.tables.table import Table
from tests.messages.table.played_tables import PlayedTable, all_layouts, context_for, visible_texts
from tests.people import parts
from tests.rummy.gauntlet import at_once, patient
from tests.rummy.presets import NAMES, variant

ENGLISH = Languages({}).for_locale("en-US")
MOST_COMPONENTS, MOST_CHARACTERS = 40, 4000
TEXT, SEPARATOR, SELECT, BUTTON = 10, 14, 3, 2
STAYS = "\N{NO-BREAK SPACE}"


def match(rules: Variant, players: int, seed: int = 1) -> PlayedTable:
    return PlayedTable(rules, random.Random(seed)).seat(players).play(at_once)


def tables(events: list[Event]) -> Iterator[tuple[Event, Table]]:
    story = Story(1)
    for event in events:
        story, _ = advance_story(story, event)
        assert story.table is not None
        yield event, story.table


def hand_with(table: Table, cards: tuple[str, ...]) -> ui.LayoutView:
    """What Ann, who has drawn the last of these cards, sees of her hand."""
    assert table.match is not None
    assert table.match.deal is not None
    seat = table.match.deal.turn.seat
    hands = tuple(cards if at == seat else hand for at, hand in enumerate(table.match.deal.hands))
    deal = replace(table.match.deal, hands=hands, turn=replace(table.match.deal.turn, drawn_card=cards[-1]))
    table = replace(table, match=replace(table.match, deal=deal))
    return hand_layout(context_for(table, ENGLISH), table.person_at(seat))


def cards_line(view: ui.LayoutView) -> str:
    return next(line for text in visible_texts(view) for line in text.splitlines() if line.startswith("## "))


@pytest.fixture(scope="module")
def dealt() -> Table:
    """The first deal of a match of two, before the first card is drawn."""
    return next(table for event, table in tables(match(variant(), 2).events) if isinstance(event, CardsDealt))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("policy", [at_once, patient])
def test_no_message_of_a_full_table_is_larger_than_discord_takes(name, policy):
    rules = variant(name, match_deals=2)
    played = PlayedTable(rules, random.Random(7)).seat(rules.players[1]).play(policy)
    for view in all_layouts(played.events, ENGLISH):
        shown = list(parts(view.to_components()))
        assert len(shown) <= MOST_COMPONENTS
        assert sum(len(part["content"]) for part in shown if part["type"] == TEXT) <= MOST_CHARACTERS


def test_the_hand_stands_above_what_can_be_done_and_the_table_below():
    played = match(variant(), 2)
    for event, table in tables(played.events):
        if not isinstance(event, CardDrawn) or table.person_to_act() is None:
            continue
        view = hand_layout(context_for(table, ENGLISH), table.person_to_act())
        kinds = [part["type"] for part in parts(view.to_components()) if part["type"] in (TEXT, SEPARATOR, SELECT, BUTTON)]
        assert kinds in ([TEXT, *[SELECT] * count, SEPARATOR, TEXT] for count in (1, 2, 3))
        hand, on_the_table = (text for text in visible_texts(view) if "\n" in text)
        assert "Your turn: you drew" in hand
        assert "Stock" in on_the_table


def test_a_hand_breaks_between_suits_only(dealt):
    view = hand_with(dealt, ("2C", "9C", "KC", "4D", "JD", "7H", "QH", "3S", "8S"))
    assert cards_line(view).removeprefix("## ").replace(STAYS, "~") == "2♣~9♣~K♣   4♦~J♦   7♥~Q♥   3♠~8♠"


def test_a_suit_longer_than_a_line_breaks_where_it_must(dealt):
    assert STAYS not in cards_line(hand_with(dealt, ("AH", "2H", "4H", "5H", "7H", "8H", "10H", "QH", "KH")))


def test_a_run_in_hand_is_underlined_in_one_piece_and_a_set_card_by_card(dealt):
    view = hand_with(dealt, ("2C", "7C", "7D", "7H", "8S", "9S", "10S", "QS"))
    assert cards_line(view).removeprefix("## ").replace(STAYS, "~") == "2♣~__7♣__   __7♦__   __7♥__   __8♠~9♠~10♠__~Q♠"


def test_a_turn_that_is_over_keeps_its_text_and_loses_its_button():
    story = Story(1)
    for event in match(variant(match_deals=1, match_target="none"), 3).events:
        story, pages = advance_story(story, event)
        for page in pages:
            if page.kind == "turn" and not page.opened:
                context = context_for(page.table, ENGLISH)
                *kept, button = visible_texts(page_layout(changed(page, opened=True), context))
                assert button == "My hand"
                assert list(visible_texts(page_layout(page, context))) == kept


def test_the_points_and_the_goal_stand_in_the_turn_and_in_the_hand(dealt):
    goal = f"(first{STAYS}to{STAYS}100{STAYS}points)"
    assert goal in "\n".join(visible_texts(hand_with(dealt, ("2C", "3D"))))


def test_a_full_lobby_says_so():
    tables_ = [table for _, table in tables(PlayedTable(variant(), random.Random(1)).seat(6).events)]
    shown = ["\n".join(visible_texts(lobby_layout(context_for(table, ENGLISH)))) for table in tables_]
    assert "5 seats are free." in shown[0]
    assert "One seat is free." in shown[-2]
    assert "Every seat is taken." in shown[-1]


def test_the_end_shows_the_points_of_every_deal():
    rules = variant(match_deals=20, match_target="none")
    events = PlayedTable(rules, random.Random(1)).seat(2).play(at_once, moves=5000).events
    *_, (_, table) = tables(events)
    assert table.match is not None
    assert table.match.placings is not None
    ends = ("\n".join(visible_texts(view)) for view in all_layouts(events, ENGLISH))
    end = next(text for text in ends if "Points by deal" in text)
    assert len(table.match.ended_deals) == 20
    blocks = end.partition("Points by deal\n")[2].partition("\n```")[0].split("\n\n")
    order = sorted(range(2), key=lambda seat: table.match.placings[seat])
    for row, seat in enumerate(order, start=1):
        shown = [points for block in blocks for points in block.splitlines()[row].split()[:-1]]
        assert shown == [str(ended.points[seat]) for ended in table.match.ended_deals]
