"""At the end of a match the hand is where a person learns what happened in the last deal, which may have been over before
their first turn."""

import random
from dataclasses import replace as with_
from functools import partial

import pytest
from msgspec.structs import replace

from bot.messages.league.eligibility_text import eligibility_lines
from bot.messages.names import Names
from bot.messages.table.hand.hand_message import hand_layout
from bot.messages.table.render_context import WhereItCounts
from bot.rummy.events import DealEnded, EndedBy
from bot.tables.table import Phase, Table
from tests.messages.league.test_message_sizes import LEAGUES, LONG_PEOPLE
from tests.messages.shown_text import ENGLISH, MOST_CHARACTERS, readable_text, text_length
from tests.messages.table.played_tables import PlayedTable, context_for
from tests.rummy.gauntlet import eager, patient
from tests.rummy.presets import variant

ONE_DEAL = {"match_target": "none", "match_deals": 1}


@pytest.mark.parametrize("policy", [eager, patient])
def test_everyone_reads_in_their_hand_how_the_last_deal_ended_and_what_each_player_held(policy) -> None:
    table = PlayedTable(variant(**ONE_DEAL), random.Random(2)).seat(3).play(policy).table
    assert table.match is not None
    assert table.match.placings is not None
    for person in table.seats.people:
        text = readable_text(hand_layout(context_for(table, ENGLISH), person))
        assert "77, table 1 · 99" in text, "the hand of a table that others see"
        last_deal = text.partition("End of deal 1\n")[2]
        others = [one for one in table.seats.people if f"**{str(one) * 3}**" in last_deal]
        assert others == list(table.seats.people)


def test_a_match_that_was_broken_off_within_a_deal_shows_no_hands() -> None:
    table = PlayedTable(variant(), random.Random(2)).seat(3).play(eager, moves=5).table
    assert table.phase == Phase.OVER
    assert "End of deal" not in readable_text(hand_layout(context_for(table, ENGLISH), 1))


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
    assert 2500 < max(lengths) <= MOST_CHARACTERS


def _longest_end(deck: str, packs: int, players: int) -> Table:
    """Return a match of six deals of which the last one was blocked, with fourteen cards in each hand; most share a place."""
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
        ended_deals=(ended,) * 6,
        scores=tuple(6 * each for each in points),
        placings=(2, *(1,) * (players - 1)),
    )
    return replace(played.table, match=over)
