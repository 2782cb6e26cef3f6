"""Whole matches in text only: every decision is made from what a screen reader reads aloud, every move is a slash command."""

import asyncio
import json
import re
from collections.abc import Iterator
from itertools import pairwise

import pytest

from bot.messages.card_text import FACE_OF
from tests.e2e.support.club import Club, until
from tests.e2e.support.forms import choose_own, choose_setting
from tests.e2e.support.listener import Line, Listener, NotInOrder, read_hand
from tests.e2e.support.pictures import upload_card_emoji
from tests.people import Json, parts
from tests.rummy.presets import variant
from tests.seeded_deals import seeded_deals

TRIO = ("Ann", "Bob", "Cleo")
PICTURES = {11, 12, 13}  # thumbnails, galleries and files
ALWAYS = {"title", "count", "other cards", "time limit", "place", "melds of the table", "piles", "hand sizes", "scores"}
"""The parts of a hand that everyone has heard in a match; the rest depends on the cards."""


@pytest.fixture(autouse=True)
def dice(request: pytest.FixtureRequest) -> Iterator[None]:
    """Seed the bot's randomness, differently for each match."""
    with seeded_deals(request.node.name):
        yield


async def choose_text(club: Club, *names: str) -> None:
    """Choose text only for the server and for these people. Everybody else gets pictures and emojis."""
    await choose_setting(club, "table_pictures", "text")
    for name in names:
        await choose_own(club, name, "pictures", "text")


async def start_by_commands(club: Club, *names: str, variant: str) -> None:
    host, *guests = (club[name] for name in names)
    await host.slash("table new", thread=False, variant=variant)
    await host.slash("table rule", rule="match_deals", answer="2")
    for guest in guests:
        await guest.slash("table join")
        await guest.slash("table agree")
    await host.slash("table start")


def check_only_text(message: Json) -> None:
    """Check that a message has no attachment, no picture, and no emoji of the application."""
    assert not message.get("attachments")
    for part in parts(message.get("components", [])):
        assert part["type"] not in PICTURES
        assert not any((one.get("emoji") or {}).get("id") for one in (part, *part.get("options", ())))
    assert "<:" not in json.dumps(message)


def check_order(hand: list[Line]) -> None:
    """Check that the hand is not understood if two neighbouring lines of different parts change places."""
    for at, (line, following) in enumerate(pairwise(hand)):
        if line.part != following.part:
            texts = [one.text for one in hand]
            texts[at], texts[at + 1] = texts[at + 1], texts[at]
            with pytest.raises(NotInOrder):
                read_hand(texts)


def check_end(club: Club, names: tuple[str, ...], ends: list[list[str]]) -> None:
    """Check that everyone has heard who won, and how many points everyone has."""
    match = club.table().match
    winners = {
        club.person_of(club.table().seats.occupants[seat]).name for seat, place in enumerate(match.placings) if place == 1
    }
    for name, end in zip(names, ends, strict=True):
        assert end[0].startswith("You win!" if {name} == winners else "You share" if name in winners else min(winners)), end
        for seat, place in enumerate(match.placings):
            player = club.person_of(club.table().seats.occupants[seat]).name
            (row,) = (line.split() for line in end if re.match(rf"{place}\. {player} ", line))
            points = [ended.points[seat] for ended in match.ended_deals]
            assert list(map(int, row[2:])) == [*points, match.scores[seat]], end


@pytest.mark.parametrize("game", ["rami", "cuccu", "wrotham"])
async def test_a_whole_match_is_played_by_commands_from_what_is_read_aloud(club: Club, game: str) -> None:
    names = TRIO[: variant(game).players[1]]
    await upload_card_emoji(club)
    async with club.bot() as bot:
        await until(lambda: len(bot.services.api.emoji.current.ids) == len(FACE_OF))
        await choose_text(club, *names)
        before = {name: len(club[name].seen) for name in names}
        await start_by_commands(club, *names, variant=game)
        listeners = [Listener(club[name]) for name in names]
        async with asyncio.timeout(240):
            ends = await asyncio.gather(*(one.play() for one in listeners))
        await club.until_sent()
    check_end(club, names, ends)
    commands: set[str] = set()
    for listener in listeners:
        commands |= listener.commands
        assert listener.heard >= ALWAYS
        check_order(max(listener.hands, key=lambda hand: len({line.part for line in hand})))
    assert commands >= {"draw", "meld", "layoff", "discard", "table ready", "table show"}
    shown = [seen.message for name in names for seen in club[name].seen[before[name] :]]
    assert len(shown) > 100
    for message in shown:
        check_only_text(message)
