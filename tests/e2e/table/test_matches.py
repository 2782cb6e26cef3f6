"""Whole matches from /table new to the standings: every game, size and way of playing, also with computers.

The shuffle of some is seeded, so that joker swaps and retired melds happen in every run. If the players are changed and these
no longer happen, choose another seed.
"""

import asyncio
import re
import time
from collections.abc import Iterator
from itertools import groupby

import pytest
from structlog.testing import capture_logs

from bot import app
from bot.rummy.events import (
    CardDiscarded,
    CardDrawn,
    CardsDealt,
    DealEnded,
    DiscardTaken,
    JokerSwapped,
    MeldLaid,
    MeldRetired,
    TakenBack,
)
from bot.tables.events import Event
from bot.tables.table import is_computer
from tests.e2e.support.checks import check_all, check_dms, check_match_ended, check_no_error
from tests.e2e.support.club import EVERYONE, Club, Seen, on_both, until
from tests.e2e.support.hand_controls import newest_with, offered_moves
from tests.e2e.support.pictures import Named, check_hands_are_private, check_uploads, record_names
from tests.e2e.support.players import Player
from tests.e2e.support.tables import open_table, play_match, start_match, start_match_with_computers, table_messages
from tests.people import said
from tests.seeded_deals import seeded_deals


@on_both
async def test_a_match_goes_on_after_the_bot_is_killed_in_the_middle(club: Club) -> None:
    names = EVERYONE[:2]
    club.pg.simulation.interactions._answer_within = 3.0  # a press that the kill has swallowed isn't waited for
    bot = await club.start_bot()
    await start_match(club, *names, deals=1)
    playing = asyncio.create_task(play_match(club, dict.fromkeys(names, "dm")))
    await until(lambda: club.event_count() >= 20)
    bot.kill()
    before = club.event_count()
    bot = await club.start_bot()
    await playing
    assert club.event_count() > before
    await check_match_ended(club, names, 1)
    check_dms(club, *names)
    await check_all(club)
    assert await bot.stop() == 0
    check_no_error(club)


@pytest.mark.journey
@pytest.mark.usefixtures("dice")
@pytest.mark.parametrize("dice", [8], indirect=True, ids=["short"])
async def test_a_match_with_computers_posts_each_round_once_and_pings_people_for_their_own_turns_only(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "COMPUTER_SECONDS", (0.05, 0.1))
    async with club.bot():
        lobby = await open_table(club, "Ann", "Bob", deals=1)
        for level in ("add_easy", "add_normal"):
            await club["Ann"].choose(lobby, "q:1", level)
        await club["Bob"].slash("table agree")
        await club.until_sent()
        await club["Ann"].press(club["Ann"].now(lobby), "Start")
        await play_match(club, {"Ann": "dm", "Bob": "hand"})
        table = club.table()
        discards = [event.seat for event in club.events() if isinstance(event, CardDiscarded)]
        assert {seat for seat in discards if is_computer(table.seats.occupants[seat])} == set(table.seats.of_computers())
        await check_all(club)
        check_dms(club, "Ann", "Bob")
        assert club.results() == []


SEED = 101
WAYS = {"Ann": "slash", "Bob": "dm", "Cleo": "hand", "Dan": "slash", "Eve": "dm", "Finn": "dm"}
"""How each person plays. Who plays by **My hand** has closed their direct messages."""


@pytest.fixture
def dice(request: pytest.FixtureRequest) -> Iterator[None]:
    """Seed the bot's randomness."""
    with seeded_deals(getattr(request, "param", SEED)):
        yield


@pytest.fixture
def named(monkeypatch: pytest.MonkeyPatch) -> Named:
    return record_names(monkeypatch)


@pytest.fixture
def log() -> Iterator[None]:
    """No bot of this process may log a warning or an error."""
    with capture_logs() as entries:
        yield
    assert not [entry for entry in entries if entry["log_level"] not in ("debug", "info")]


async def play_whole_match(club: Club, named: Named, game: str, *names: str, **options: object) -> list[Event]:
    """Play a match in which each player takes one meld back, run all checks, and return its events."""
    closed = tuple(name for name in names if WAYS[name] == "hand")
    await club.close_dms(*closed)
    since = await club.last_request()
    await start_match(club, *names, variant=game, **options)
    await play_match(club, {name: WAYS[name] for name in names}, regrets=1)
    events = club.events()
    deals = sum(isinstance(event, DealEnded) for event in events)
    await check_match_ended(club, names, deals)
    check_dms(club, *(name for name in names if name not in closed))
    await check_all(club, closed=closed)
    check_taken_back(club, events)
    requests = await club.requests(since)
    refused = [entry for entry in requests if entry["status"] == 403]
    assert len(refused) == deals * len(closed), "the bot tries each player's direct messages once a deal"
    assert check_hands_are_private(club, named) > 10
    assert any(not picture.is_private for picture, _ in named.values())
    assert len({place for picture, place in named.values() if picture.is_private}) >= len(names)
    check_uploads(requests)
    return events


def check_taken_back(club: Club, events: list[Event]) -> None:
    """Check that each player who laid a meld has taken something back, and that no message of a turn still shows it."""
    regretted = {event.seat for event in events if isinstance(event, TakenBack)}
    assert regretted >= {event.seat for event in events if isinstance(event, MeldLaid)}
    laid = sum(isinstance(event, MeldLaid) for event in events)
    back = sum(isinstance(event, TakenBack) and isinstance(event.what, MeldLaid) for event in events)
    assert count_words(club, "laid **") == laid - back


def count_words(club: Club, words: str) -> int:
    """Return how often the channel's messages contain these words, not counting headings."""
    lines = [line for message in table_messages(club, 1, "rummy") for line in said(message).splitlines()]
    return sum(line.count(words) for line in lines if not line.startswith("###"))


def events_by_deal(events: list[Event]) -> Iterator[tuple[int, list[Event]]]:
    """Yield each deal's number and its events after `CardsDealt`."""
    number = 0
    for started, some in groupby(events, key=lambda event: isinstance(event, CardsDealt)):
        of_deal = list(some)
        if started:
            assert isinstance(of_deal[0], CardsDealt)
            number = of_deal[0].deal
        elif number:
            yield number, of_deal


def played(game: str, *names: str) -> object:
    return pytest.param(game, names, id=game, marks=[pytest.mark.journey] if game == "rami" else [])


@pytest.mark.usefixtures("dice", "bot", "log")
@pytest.mark.parametrize(
    ("game", "names"),
    [
        played("rami", "Ann", "Bob", "Cleo"),
        played("ramino", "Ann", "Bob", "Cleo", "Dan"),
        played("block", "Ann", "Bob", "Cleo", "Dan", "Eve", "Finn"),
    ],
)
async def test_a_match_can_be_played_in_every_way_and_only_its_owner_sees_the_pictures_of_a_hand(
    club: Club, named: Named, game: str, names: tuple[str, ...]
) -> None:
    await play_whole_match(club, named, game, *names, deals=1)


@pytest.mark.usefixtures("dice", "bot", "log")
async def test_a_match_of_wrotham_has_joker_swaps_and_deals_with_all_melds_at_once(club: Club, named: Named) -> None:
    events = await play_whole_match(club, named, "wrotham", "Ann", "Bob")
    swaps = [event for event in events if isinstance(event, JokerSwapped)]
    assert swaps
    assert count_words(club, " for the joker in meld ") == len(swaps) - sum(
        isinstance(event, TakenBack) and isinstance(event.what, JokerSwapped) for event in events
    )
    played = dict(events_by_deal(events))
    assert list(played) == [1, 2, 3, 4, 5, 6]
    for of_deal in played.values():
        assert not isinstance(of_deal[0], CardDrawn | DiscardTaken), "the starter has one more card and does not draw"
    gone_out = [number for number in (4, 5, 6) if any(isinstance(event, MeldLaid) for event in played[number])]
    assert gone_out
    for number in gone_out:
        ended = next(event for event in played[number] if isinstance(event, DealEnded))
        assert ended.winner is not None, "only the player who goes out melds"
        assert {event.seat for event in played[number] if isinstance(event, MeldLaid)} == {ended.winner}
    assert count_words(club, "In this deal, lay your whole hand in one go.") == 3


@pytest.mark.usefixtures("dice", "bot", "log")
async def test_a_match_of_cuccu_retires_melds_of_four(club: Club, named: Named) -> None:
    events = await play_whole_match(club, named, "cuccu", "Ann", "Bob", "Cleo", deals=2)
    retired = [event for event in events if isinstance(event, MeldRetired)]
    assert retired
    assert all(len(event.cards) == 4 for event in retired)
    assert count_words(club, " went to the discard pile")


@pytest.fixture
def long_deal() -> Iterator[None]:
    """Deal so that nobody can go out in the first round."""
    with seeded_deals(1):
        yield


@pytest.mark.usefixtures("long_deal", "bot")
async def test_three_computers_play_in_one_edit_after_at_least_a_second(club: Club) -> None:
    assert app.COMPUTER_SECONDS == (1.0, 2.0)
    await start_match_with_computers(club, deals=1)
    await until(lambda: club.table().person_to_act() is not None)
    await club.until_sent()
    discarded_at = await play_turn_by_buttons(club)
    await until(lambda: club.table().person_to_act() is not None)
    await club.until_sent()
    own, *later = seen_since(club, discarded_at)
    assert "**Ann** ·" in text_of(own), "the edit of the discard comes first"
    edited = [one for one in later if one.message["id"] == own.message["id"]]
    posted = [one for one in later if one.message["id"] != own.message["id"]]
    assert len(edited) == 1, "one edit shows the turns of this round"
    assert len(posted) <= 1, "a new round is one message"
    turns = "\n".join(map(text_of, later))
    assert len({*re.findall(r"\*\*(\w+) ⚙\*\* ·", turns)}) == 3
    assert all(one.at - discarded_at >= 1000 for one in later), "nobody thinks for less than a second"


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
