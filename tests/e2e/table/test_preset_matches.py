"""A whole match of every game that the bot ships, by commands and by buttons, with what is special about some of them.

The shuffle is seeded, so that joker swaps and retired melds happen in every run. If the players are changed and these no
longer happen, choose another seed.
"""

import random
from collections.abc import Iterator
from itertools import cycle, groupby
from types import SimpleNamespace

import pytest

from bot import app
from bot.rummy.cards import CUCCU20, FRENCH52, face, is_joker
from bot.rummy.events import (
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
from tests.e2e.support.checks import check_all, check_dms, check_match_ended
from tests.e2e.support.club import Club
from tests.e2e.support.commands import check_refused
from tests.e2e.support.hand_controls import offered_moves
from tests.e2e.support.tables import draw_from_stock, play_match, start_match, table_messages, waiting_player
from tests.people import said
from tests.rummy.presets import NAMES, variant

SEED = 4
SHORT = {"deals": 2}
WITH_OWN_TEST = {"cuccu", "wrotham"}
WAYS = {"Ann": "slash", "Bob": "dm", "Cleo": "slash", "Dan": "dm", "Eve": "slash", "Finn": "dm"}


@pytest.fixture
def dice(monkeypatch: pytest.MonkeyPatch) -> random.Random:
    """The seeded source of the bot's randomness."""
    dice = random.Random(SEED)
    monkeypatch.setattr(app, "secrets", SimpleNamespace(token_hex=lambda size: dice.randbytes(size).hex()))
    return dice


async def play_whole_match(club: Club, game: str, ways: dict[str, str], **options: object) -> list[Event]:
    """Play a match in which each player takes one meld back, run all checks, and return its events."""
    await start_match(club, *ways, variant=game, **options)
    await play_match(club, ways, regrets=1)
    events = club.events()
    await check_match_ended(club, tuple(ways), sum(isinstance(event, DealEnded) for event in events))
    check_dms(club, *ways)
    await check_all(club)
    check_taken_back(club, events)
    return events


def check_taken_back(club: Club, events: list[Event]) -> None:
    """Check that each player has taken something back, and that no message of a turn still shows it."""
    assert {event.seat for event in events if isinstance(event, TakenBack)} == set(range(len(club.table().people)))
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


@pytest.mark.usefixtures("dice", "bot")
@pytest.mark.parametrize(
    ("game", "players"),
    [
        pytest.param(game, players, marks=[] if players == 2 else pytest.mark.thorough)
        for game, players in zip(sorted({*NAMES} - WITH_OWN_TEST), cycle((4, 3, 2)), strict=False)
    ],
)
async def test_a_match_of_every_other_game_can_be_played(club: Club, game: str, players: int) -> None:
    least, most = variant(game).players
    people = [*WAYS][: min(most, max(least, players))]
    events = await play_whole_match(club, game, {name: WAYS[name] for name in people}, **SHORT)
    assert len(list(events_by_deal(events))) == 2


@pytest.mark.thorough
@pytest.mark.usefixtures("dice", "bot")
async def test_a_match_of_wrotham_has_joker_swaps_and_deals_with_all_melds_at_once(club: Club) -> None:
    events = await play_whole_match(club, "wrotham", {"Ann": "slash", "Bob": "dm"})
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
    assert count_words(club, "In this deal you must lay down your whole hand in one move") == 3


@pytest.mark.usefixtures("dice", "bot")
async def test_a_match_of_cuccu_retires_melds_of_four(club: Club) -> None:
    events = await play_whole_match(club, "cuccu", {"Ann": "dm", "Bob": "slash", "Cleo": "dm"}, **SHORT)
    retired = [event for event in events if isinstance(event, MeldRetired)]
    assert retired
    assert all(len(event.cards) == 4 for event in retired)
    assert count_words(club, "completed meld ")


@pytest.mark.usefixtures("dice", "bot")
async def test_each_mistake_about_jokers_is_refused_with_its_own_sentence(club: Club) -> None:
    await start_match(club, "Ann", "Bob", variant="wrotham")
    person, waiting = club.on_turn(), waiting_player(club, "Ann", "Bob")
    match = club.table().match
    assert match is not None
    assert match.deal is not None
    hand = match.deal.hands[match.deal.turn.seat]
    held = next(card for card in hand if not is_joker(card))
    missing = next(card for card in FRENCH52 if all(face(card) != face(other) for other in hand))
    sentences = [
        await check_refused(club, person, "draw", "an extra card", **{"from": "stock"}),
        await check_refused(club, waiting, "takeback", person.name),
        await check_refused(club, person, "takeback", "take back"),
        await check_refused(club, person, "swap", "isn't in your hand", card=missing),
        await check_refused(club, person, "swap", "meld", card=held, meld=3),
        await check_refused(club, person, "meld", "zz", cards="7h jk=zz 9h"),
    ]
    assert len(set(sentences)) == len(sentences), sentences


@pytest.mark.usefixtures("dice", "bot")
async def test_each_mistake_about_the_cuccu_deck_is_refused_with_its_own_sentence(club: Club) -> None:
    await start_match(club, "Ann", "Bob", variant="cuccu")
    person = club.on_turn()
    hand = await draw_from_stock(person)
    cards = [move.split()[1] for move in offered_moves(hand.message) if move.startswith("discard")]
    missing = next(face for face in CUCCU20 if face not in {card.rstrip("'") for card in cards})
    sentences = [
        await check_refused(club, person, "discard", "7h", "salta", card="7h"),
        await check_refused(club, person, "discard", "isn't in your hand", card=missing.lower()),
        await check_refused(club, person, "meld", "different figures", cards=" ".join(cards[:2])),
        await check_refused(club, person, "swap", card=cards[0]),
    ]
    assert len(set(sentences)) == len(sentences), sentences
    everything = await person.autocomplete("discard", "card")
    assert {choice["value"].rstrip("'") for choice in everything} == {card.rstrip("'") for card in cards}
