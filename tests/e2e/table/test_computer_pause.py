"""How long computers at a public table seem to think, and in how many edits their turns are shown: with the real pause."""

import random
import re
import time
from types import SimpleNamespace

import pytest

from bot import app
from tests.e2e.support.club import Club, Seen, until
from tests.e2e.support.hand_controls import newest_with, offered_moves
from tests.e2e.support.players import Player
from tests.e2e.support.tables import start_match_with_computers
from tests.people import said

ROUNDS = 2  # nobody can go out in them, with these cards
SHORTEST, LONGEST, LONGEST_ROUND = app.COMPUTER_SECONDS[0], app.COMPUTER_SECONDS[1], 3.0
SENDING = 0.5
"""Seconds that a busy machine may take to send the edit and show it."""


@pytest.fixture
def dice(monkeypatch: pytest.MonkeyPatch) -> random.Random:
    """The seeded source of the bot's randomness, but for the pause."""
    dice = random.Random(1)
    monkeypatch.setattr(app, "secrets", SimpleNamespace(token_hex=lambda size: dice.randbytes(size).hex()))
    return dice


@pytest.mark.usefixtures("dice", "bot")
async def test_three_computers_play_in_one_edit_after_one_or_two_seconds(club: Club) -> None:
    assert (SHORTEST, LONGEST) == (1.0, 2.0)
    await start_match_with_computers(club, deals=1)
    for _ in range(ROUNDS):
        await until(lambda: club.table().person_to_act() is not None)
        await club.until_sent()
        discarded_at = await play_turn_by_buttons(club)
        await until(lambda: club.table().person_to_act() is not None)
        await club.until_sent()
        own, *later = seen_since(club, discarded_at)
        assert "**Ann** ·" in text_of(own), "the edit of the discard comes first"
        assert own.at - discarded_at < SENDING * 1000
        edited = [one for one in later if one.message["id"] == own.message["id"]]
        posted = [one for one in later if one.message["id"] != own.message["id"]]
        assert len(edited) == 1, "one edit shows the turns of this round"
        assert len(posted) <= 1, "a new round is one message"
        turns = "\n".join(map(text_of, later))
        assert {*re.findall(r"\*\*Computer (\d)[^*]*\*\* ·", turns)} == {"1", "2", "3"}
        for one in later:
            seconds = (one.at - discarded_at) / 1000
            assert SHORTEST <= seconds <= LONGEST + SENDING <= LONGEST_ROUND, f"{seconds:.2f} s"


async def play_turn_by_buttons(club: Club) -> float:
    """Let Ann draw and discard without laying anything; return when the discard was pressed (epoch ms)."""
    ann = club["Ann"]
    player = Player(club, ann, "dm")
    hand = await ann.until(lambda: newest_with(ann.dms, "draw stock"))
    drawn = (await player.press_move(hand, "draw stock")).message
    discard = [move for move in offered_moves(drawn) if move.startswith("discard ")][-1]
    at = time.time() * 1000
    assert (await player.press_move(drawn, discard)).outcome == "update"
    return at


def text_of(seen: Seen) -> str:
    """Return the text of a message, with usual spaces."""
    return said(seen.message).replace("\N{NO-BREAK SPACE}", " ")


def seen_since(club: Club, at: float) -> list[Seen]:
    """Return the states of public messages that Finn saw after this time, in order."""
    channel = club["Finn"].channel_id("rummy")
    return [one for one in club["Finn"].seen if one.at > at and one.message.get("channel_id") == channel]
