"""The hand of a person who plays alone against computers is their only message, and shows what the channel would."""

import random
import re
from dataclasses import replace as with_

import pytest

from bot.messages.names import COMPUTERS, names_at
from bot.messages.table.hand.hand_message import hand_layout
from bot.messages.table.table_summary import summary_layout
from bot.players.choice import Level
from bot.rummy.legal_moves import legal_moves
from bot.rummy.moves import Discard
from bot.tables.lobby_requests import Start
from bot.tables.match_requests import Play, Ready
from bot.tables.rule_requests import AddComputer
from bot.tables.table import Phase
from tests.messages.shown_text import ENGLISH, assert_fits, readable_text
from tests.messages.table.played_tables import PEOPLE, PlayedTable, context_for
from tests.people import parts
from tests.rummy.gauntlet import eager
from tests.rummy.presets import ONE_OF_EACH_GAME, variant


def alone(name: str = "rami", computers: int = 3, seed: int = 0, **rules: object) -> PlayedTable:
    """Return a match that has just begun."""
    played = PlayedTable(
        variant(name, **{"match_target": "none", "match_deals": 2} | rules), random.Random(seed), is_private=True
    )
    for _ in range(computers):
        played.ask(1, AddComputer(Level.EASY))
    played.ask(1, Start())
    return played


def shown(played: PlayedTable) -> str:
    context = with_(context_for(played.table, ENGLISH), names=names_at(played.table, PEOPLE, ENGLISH))
    return readable_text(hand_layout(context, 1))


def play_turn(played: PlayedTable) -> None:
    """Play the person's turn up to its discard; the computers' turns follow with it."""
    match, discarded = played.table.match, False
    while match is not None and played.table.phase == Phase.DEAL and not discarded:
        seat = played.table.seats.seat_of(1)
        assert seat is not None
        move = eager(played.dice, match, legal_moves(match, seat))
        discarded = isinstance(move, Discard)
        played.ask(1, Play(move))
        match = played.table.match


def until_pause(played: PlayedTable) -> PlayedTable:
    while played.table.phase == Phase.DEAL:
        play_turn(played)
    return played


def test_the_hand_shows_what_each_computer_has_played_since_the_last_turn() -> None:
    played = alone()
    play_turn(played)
    text = shown(played)
    order = [text.index(f"**{name} ⚙** ·") for name in COMPUTERS[:3]]
    assert all(place > text.index("### Your turn") for place in order), "one's own cards come first"
    assert text.startswith("### Your turn"), "a notification shows what matters"
    assert "\n-# 77, table 1\n" in text, "it names no server and no channel"
    assert "fingerprint" not in text, "it is behind Fairness"


@pytest.mark.parametrize("seed", range(4))
def test_between_deals_the_hand_shows_the_end_of_the_deal_and_one_button_deals_again(seed: int) -> None:
    played = until_pause(alone(seed=seed))
    text = shown(played)
    title = re.search("(?m)^### .*[Dd]eal 1", text)
    assert title is not None
    assert "Next deal" in text
    assert "as soon as everyone" not in text
    ended = played.table.match.deal.end if played.table.match and played.table.match.deal else None
    assert ended is not None
    if ended.winner not in (None, played.table.seats.seat_of(1)):
        assert title.start() < text.index("discarded"), "what the computers played last"
    played.ask(1, Ready())
    assert "### Your turn" in shown(played)


def test_the_end_shows_the_winner_and_what_to_play_next() -> None:
    played = until_pause(alone())
    played.ask(1, Ready())
    until_pause(played)
    text = shown(played)
    assert played.table.phase == Phase.OVER
    assert all(f"{name} ⚙ " in text.partition("```")[2] for name in COMPUTERS[:3]), "no name is cut"
    assert text.startswith("## ")
    assert text.endswith("Play again\nOther opponents …\nDetails\nReplay")
    assert "league" not in text


def test_the_table_of_a_person_alone_offers_to_end_the_match_and_not_to_leave_it() -> None:
    played = alone()
    view = summary_layout(context_for(played.table, ENGLISH), 1)
    labels = [part["label"] for part in parts(view.to_components()) if part["type"] == 2]
    assert labels == ["My hand", "Rules", "Check shuffle", "End the match"]
    assert "<#" not in readable_text(view)


@pytest.mark.parametrize("name", ONE_OF_EACH_GAME)
def test_every_message_of_a_match_alone_is_within_discords_limits(name: str) -> None:
    most = min(3, variant(name).players[1] - 1)
    played = alone(name, most) if name != "wrotham" else alone(name, most, match_deals=6)
    for _ in range(200):
        assert_fits(hand_layout(context_for(played.table, ENGLISH), 1, note="9" * 80))
        if played.table.phase == Phase.OVER:
            return
        if played.table.phase == Phase.PAUSE:
            played.ask(1, Ready())
        else:
            play_turn(played)
    raise AssertionError("the match did not end")
