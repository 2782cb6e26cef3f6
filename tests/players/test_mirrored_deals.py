"""The deals of the benchmarks are fair to compare: the same cards for each seat, whatever the others take."""

from collections import defaultdict

import pytest

from benchmarks.players.mirrored_deals import deal_cards, play_deal, play_match, start_match
from benchmarks.players.opponents import eager
from bot.rummy.cards import Card, is_joker
from bot.rummy.decide import play
from bot.rummy.games.gin import STOCK_LEFT
from bot.rummy.match import Match
from bot.rummy.moves import DRAW, PASS, TAKE, Discard, SeatMove
from bot.rummy.view import View, view_for
from tests.rummy.presets import NAMES, variant

QUICK = (("rami", 3), ("gin", 2), ("ten_stages", 2))
GAMES = [
    pytest.param(name, players, marks=() if (name, players) in QUICK else pytest.mark.thorough)
    for name in NAMES
    for players in range(variant(name).players[0], variant(name).players[1] + 1)
]


class Recorder:
    """A player who lays nothing, and what each seat drew from the stock. `takes_at` says in which of its turns it takes.

    It discards no joker: in Ten stages that would skip a turn.
    """

    def __init__(self, *takes_at: int) -> None:
        self.drawn: dict[int, list[Card]] = defaultdict(list)
        self._takes_at = takes_at
        self._turns: dict[int, int] = defaultdict(int)

    def __call__(self, view: View, seed: str) -> SeatMove:
        deal = view.deal
        assert deal is not None
        assert view.viewer is not None
        if PASS in view.moves:
            return PASS
        if DRAW in view.moves:
            self._turns[view.viewer] += 1
            return TAKE if TAKE in view.moves and self._turns[view.viewer] in self._takes_at else DRAW
        if deal.new_card is not None and deal.taken_card is None and not deal.recycles:
            self.drawn[view.viewer].append(deal.new_card)
        return next(move for move in view.moves if isinstance(move, Discard) and not is_joker(move.card))


def dealt(name: str, players: int, number: int = 7) -> Match:
    return deal_cards(start_match(variant(name), players, number), number)


def hands(match: Match) -> tuple[tuple[Card, ...], ...]:
    assert match.deal is not None
    return match.deal.hands


def stock_of(match: Match) -> tuple[Card, ...]:
    assert match.deal is not None
    return match.deal.stock


def parts_of(match: Match, players: int) -> list[tuple[Card, ...]]:
    """Return every seat's part of the stock: each card in turn to the next seat."""
    return [stock_of(match)[seat::players] for seat in range(players)]


def tables(players: int, taker: int | None = None) -> list[Recorder]:
    """Return players of whom one takes the discard in its first and third turn."""
    return [Recorder(*((1, 3) if seat == taker else ())) for seat in range(players)]


def draws(match: Match, players: list[Recorder]) -> list[list[Card]]:
    """Return what each seat draws from the stock before it is recycled."""
    play_deal(match, players, "seed")
    return [player.drawn[seat] for seat, player in enumerate(players)]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_match_deals_the_same_cards_wherever_the_measured_player_has_their_seat(name: str, players: int) -> None:
    first, again = dealt(name, players), dealt(name, players)
    assert hands(first) == hands(again)
    assert first.seat_to_act() == again.seat_to_act()
    assert hands(dealt(name, players, number=8)) != hands(first)


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_seat_draws_its_own_part_of_the_stock_whatever_another_seat_takes(name: str, players: int) -> None:
    match = dealt(name, players)
    """Only the last cards of the stock go to whoever draws first."""
    parts, turns = parts_of(match, players), len(stock_of(match)) // players
    for taker in (None, *range(players)):
        for seat, drawn in enumerate(draws(match, tables(players, taker))):
            own = min(len(drawn), len(parts[seat]) - 1)
            assert tuple(drawn[:own]) == parts[seat][:own], f"seat {seat} after seat {taker} took two discards"
            assert own >= turns - 1 - 2 * (seat == taker), "it draws in all turns but those in which it takes"


def test_without_parts_a_taken_discard_changes_what_another_seat_draws() -> None:
    """Otherwise the test above would prove nothing."""
    match = dealt("rami", 2)
    first = match.seat_to_act()
    assert first is not None
    second = 1 - first
    seen = [without_parts(match, tables(2, taker))[second].drawn[second][:5] for taker in (None, first)]
    assert seen[0] != seen[1]


def without_parts(match: Match, players: list[Recorder]) -> list[Recorder]:
    """Play the deal with the stock as it lies, and return the players."""
    while (seat := match.seat_to_act()) is not None:
        match = play(match, seat, players[seat](view_for(match, seat), ""))
    return players


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_seat_whose_part_is_used_up_draws_from_another_until_the_whole_stock_is_drawn(name: str, players: int) -> None:
    match = dealt(name, players)
    for taker in (None, 0):
        drawn = [card for cards in draws(match, tables(players, taker)) for card in cards]
        left = STOCK_LEFT if match.variant.game == "gin" else 0
        assert len(drawn) == len(set(drawn)) == len(stock_of(match)) - left
        assert set(drawn) <= set(stock_of(match))


def test_the_same_number_gives_the_same_match() -> None:
    one, again = (play_match(variant("rami"), (eager, eager), 5, deals=2) for _ in range(2))
    assert one == again
    assert len(one.ended_deals) == 2
    assert one.ended_deals != play_match(variant("rami"), (eager, eager), 6, deals=2).ended_deals
