"""**Check shuffle** computes its answer: each thing that was manipulated in a log is found, and nothing in an honest one."""

from collections.abc import Callable, Sequence

import pytest
from msgspec.structs import replace

from bot.rummy.events import CardDiscarded, CardDrawn, CardsDealt, DealEnded, EndedBy, SeedParts, StockRecycled
from bot.tables.apply_event import fold
from bot.tables.deals import new_chain, seed_from
from bot.tables.events import Event
from bot.tables.shuffle_check import ShuffleCheck, check_shuffle
from bot.tables.table import Table
from tests.messages.replay.random_matches import RandomMatch
from tests.rummy.presets import WITH_TABLE_MELDS, one_of_each_game, variant

DEAL, WORDS = 2, {1: "4" * 64, 2: "5" * 64}


def checks_of(events: Sequence[Event]) -> list[ShuffleCheck]:
    table = fold(1, events)
    return [check_shuffle(table, events, event.deal) for event in events if isinstance(event, CardsDealt)]


@pytest.mark.parametrize("game", one_of_each_game(WITH_TABLE_MELDS))  # other games may end before a refill
def test_an_honest_match_passes_with_words_and_without(game: str) -> None:
    given = {}, {}, WORDS, WORDS
    matches = [
        RandomMatch(seed, variant(game), variant(game).players[0], 3000, 4, words=words) for seed, words in enumerate(given)
    ]
    recycles = any(isinstance(event, StockRecycled) for match in matches for event in match.events)
    assert recycles == (variant(game).recycle_max != 0)
    for match in matches:
        assert set(checks_of(match.events)) == {ShuffleCheck.CHECKED}


def match_of_deals() -> RandomMatch:
    found = (RandomMatch(seed, variant("rami"), 3, 3000, 4, 0) for seed in range(50))
    return next(one for one in found if one.match.deal is not None and one.match.deal.number > DEAL)


def dealt(events: Sequence[Event]) -> CardsDealt:
    return next(event for event in events if isinstance(event, CardsDealt) and event.deal == DEAL)


def another_chain(table: Table, events: list[Event]) -> tuple[Table, list[Event]]:
    return replace(table, lobby=replace(table.lobby, chain=new_chain(lambda: "5c" * 32))), events


def no_chain(table: Table, events: list[Event]) -> tuple[Table, list[Event]]:
    return replace(table, lobby=replace(table.lobby, chain=None)), events


def changed(table: Table, events: list[Event], new: CardsDealt) -> tuple[Table, list[Event]]:
    old = dealt(events)
    return table, [new if event is old else event for event in events]


def another_message(table: Table, events: list[Event]) -> tuple[Table, list[Event]]:
    old = dealt(events)
    assert old.made_of is not None
    return changed(table, events, replace(old, made_of=replace(old.made_of, message=7)))


def another_link(table: Table, events: list[Event]) -> tuple[Table, list[Event]]:
    parts = SeedParts("5c" * 32)
    return changed(table, events, replace(dealt(events), made_of=parts, seed=seed_from(parts)))


def other_hands(table: Table, events: list[Event]) -> tuple[Table, list[Event]]:
    old = dealt(events)
    return changed(table, events, replace(old, hands=(*old.hands[1:], old.hands[0])))


def another_draw(table: Table, events: list[Event]) -> tuple[Table, list[Event]]:
    old = dealt(events)
    at = next(nth for nth, event in enumerate(events) if nth > events.index(old) and isinstance(event, CardDrawn))
    drawn = events[at]
    assert isinstance(drawn, CardDrawn)
    return table, [*events[:at], replace(drawn, card=old.stock[-1])]


def no_draw(table: Table, events: list[Event]) -> tuple[Table, list[Event]]:
    """Leave out the deal's first draw of a card that is discarded in the same turn, and all after that discard."""
    drawn: CardDrawn | None = None
    for at, event in enumerate(events):
        if at > events.index(dealt(events)) and isinstance(event, CardDrawn):
            drawn = event
        if drawn is not None and isinstance(event, CardDiscarded) and event.card == drawn.card:
            return table, [one for one in events[: at + 1] if one is not drawn]
    raise AssertionError("nobody discards what they have drawn")


@pytest.mark.parametrize(
    ("manipulate", "expected"),
    [
        (another_chain, ShuffleCheck.CHAIN),
        (another_link, ShuffleCheck.CHAIN),
        (no_chain, ShuffleCheck.ALONE),
        (another_message, ShuffleCheck.PARTS),
        (other_hands, ShuffleCheck.DEALT),
        (another_draw, ShuffleCheck.DRAWN),
        (no_draw, ShuffleCheck.DRAWN),
    ],
)
def test_what_was_manipulated_is_found(
    manipulate: Callable[[Table, list[Event]], tuple[Table, list[Event]]], expected: ShuffleCheck
) -> None:
    match = match_of_deals()
    assert match.table is not None
    table, events = manipulate(match.table, match.events)
    if expected is not ShuffleCheck.DEALT:
        assert check_shuffle(table, events, DEAL) == expected
    else:
        until = events.index(dealt(events)) + 1
        assert check_shuffle(table, events[:until], DEAL) == expected


def test_a_refill_that_the_rules_forbid_is_found() -> None:
    found = (RandomMatch(seed, variant("block"), 2, 3000, 4).events for seed in range(50))
    events, end = next((events, at) for events in found for at, event in enumerate(events) if is_blocked(event))
    table = fold(1, events[:end])
    assert table.match is not None
    assert table.match.deal is not None
    deal = table.match.deal
    assert not deal.stock
    refilled = [*events[:end], StockRecycled(deal.discard_pile, ())]
    assert check_shuffle(table, events[:end], deal.number) == ShuffleCheck.CHECKED
    assert check_shuffle(table, refilled, deal.number) == ShuffleCheck.DRAWN


def is_blocked(event: Event) -> bool:
    return isinstance(event, DealEnded) and event.how == EndedBy.BLOCKED
