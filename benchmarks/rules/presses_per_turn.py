"""How often a robot that melds immediately must press in a turn, and how often it must tap on a phone.

The robot wants what `eager` of the gauntlet wants, takes nothing back, and uses the hand as it is shown: a button that does at
least as much as it wants, else a select. A button is one tap, a select two. Every game is played with two, four and as many
players as it takes, with fixed seeds. `python -m benchmarks.rules.presses_per_turn`
"""

import random
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from benchmarks.results import Row, report
from bot.messages.table.hand.discard_controls import broken_meld
from bot.messages.table.hand.hand_message import hand_layout, hand_view
from bot.rummy.legal_moves import legal_moves
from bot.rummy.moves import TAKE, TAKE_BACK, Discard, LayingMove, SeatMove, TakeAndLay, laid_cards, read_move
from bot.tables.lobby_requests import Start
from bot.tables.match_requests import Play, Ready
from bot.tables.table import Phase, Table
from tests.messages.shown_text import ENGLISH
from tests.messages.table.played_tables import PlayedTable, context_for
from tests.people import parts
from tests.rummy.gauntlet import eager
from tests.rummy.presets import NAMES, variant

MATCHES, MOST_TURNS = 3, 150
"""For each game and number of players: matches, and turns of each."""
MOST_PRESSES, MOST_TAPS = 2.4, 2.6


@dataclass
class Count:
    """Turns, presses and taps."""

    turns: int = 0
    presses: int = 0
    taps: int = 0

    def add(self, presses: int, taps: int) -> None:
        self.presses += presses
        self.taps += taps

    @property
    def presses_per_turn(self) -> float:
        return self.presses / self.turns

    @property
    def taps_per_turn(self) -> float:
        return self.taps / self.turns


def measure(matches: int = MATCHES, names: Collection[str] = NAMES) -> list[Row]:
    """Return the figures of these presets as rows of the table of results."""
    total = Count()
    for name in names:
        for players in _numbers_of_players(name):
            for seed in range(matches):
                count = play_with_buttons(name, players, seed)
                total.turns += count.turns
                total.add(count.presses, count.taps)
    return [
        _row("presses", total.presses_per_turn, MOST_PRESSES, total, len(names)),
        _row("taps on a phone", total.taps_per_turn, MOST_TAPS, total, len(names)),
    ]


def _row(figure: str, measured: float, most: float, total: Count, games: int) -> Row:
    return Row(
        figure=f"{figure} per turn of a robot that melds immediately",
        value=f"{total.turns} turns of {games} games",
        against="-",
        target=f"≤ {most}",
        measured=f"{measured:.2f}",
        met=measured <= most,
    )


def _numbers_of_players(name: str) -> list[int]:
    least, most = variant(name).players
    return sorted({least, min(4, most), most})


def play_with_buttons(name: str, players: int, seed: int) -> Count:
    """Return the presses and taps of all players in one match, or in its first turns."""
    dice, count = random.Random(seed), Count()
    played = PlayedTable(variant(name), dice).seat(players)
    played.ask(1, Start())
    while played.table.phase != Phase.OVER and count.turns < MOST_TURNS:
        person = played.table.person_to_act()
        if person is None:
            for each in played.table.seated_people():
                if played.table.phase == Phase.PAUSE:
                    played.ask(each, Ready())
            continue
        move = _press(dice, played.table, person, count)
        before = _turn(played.table)
        played.ask(person, Play(move))
        count.turns += _turn(played.table) != before
    return count


def _turn(table: Table) -> tuple[int, int] | None:
    """Return the number of the deal and of its turn; None between deals."""
    deal = None if table.match is None else table.match.deal
    return None if deal is None or deal.end is not None else (deal.number, deal.turn.number)


def _press(dice: random.Random, table: Table, person: int, count: Count) -> SeatMove:
    """Return the move that the robot makes with the hand's controls, and count its presses and taps."""
    match, seat = table.match, table.seats.seat_of(person)
    assert match is not None
    assert seat is not None
    wanted = eager(dice, match, [move for move in legal_moves(match, seat) if move != TAKE_BACK])
    offered = list(_offered(table, person))
    pressed = [move for taps, move in offered if taps == 1]
    if wanted == TAKE:
        better = max((move for move in pressed if isinstance(move, TakeAndLay)), key=_size, default=None)
    elif isinstance(wanted, LayingMove):
        better = max((move for move in pressed if isinstance(move, LayingMove)), key=_size, default=None)
        if better is not None and _size(better) < _size(wanted):
            better = None
    else:
        better = None
    move = wanted if better is None else better
    count.add(1, min((taps for taps, one in offered if one == move), default=2))  # what has no button is chosen in `/move`
    if isinstance(move, Discard) and broken_meld(hand_view(match, seat), move.card) is not None:
        count.add(1, 1)  # the confirmation
    return move


def _size(move: SeatMove) -> int:
    match move:
        case TakeAndLay(laying=laying):
            return len(laid_cards(laying))
        case _:
            assert isinstance(move, LayingMove)
            return len(laid_cards(move))


def _offered(table: Table, person: int) -> Iterator[tuple[int, SeatMove]]:
    """Yield each move that the hand offers, with the number of taps."""
    for part in parts(hand_layout(context_for(table, ENGLISH), person).to_components()):
        kind, *state = part.get("custom_id", "").split(":")
        if kind == "m":
            yield 1, read_move(state[2])
        elif kind == "s":
            yield from ((2, read_move(option["value"])) for option in part["options"])


def main() -> None:
    report(measure(), title="presses per turn")


if __name__ == "__main__":
    main()
