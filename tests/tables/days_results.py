"""What people get in the deals of days who play by chance: `python -m tests.tables.days_results PEOPLE` prints a hash a day.

They are equal on every Python. What *normal* computers choose changes them.
"""

import random
import sys
from collections.abc import Iterator
from hashlib import sha256

from bot.players.choice import Level
from bot.rummy.legal_moves import legal_moves
from bot.rummy.moves import TAKE_BACK
from bot.tables.apply_event import apply_event, apply_events
from bot.tables.automatic_turns import play_automatic_turns
from bot.tables.computer_players import OwnComputers
from bot.tables.daily import deals_of, game_of, points_ahead
from bot.tables.events import NO_CLOCK, DayDeal, TableOpened
from bot.tables.lobby_requests import Start
from bot.tables.match_requests import Play, decide_request
from bot.tables.rule_requests import AddComputer
from bot.tables.table import Phase, Table
from tests.tables.days_people import MONDAY, PRESETS, SECRET


def play(day: int, chance: random.Random) -> tuple[list[str], int | None]:
    """Play the deal of a day by chance; return all moves of the person, and their points ahead."""
    game, deals = game_of(day, PRESETS), deals_of(SECRET, day)
    players, moves = OwnComputers(lambda: deals), list[str]()
    opened = TableOpened(0, 0, 1, game.variant, thread=False, at=0, clock=NO_CLOCK, is_private=True, day=DayDeal(day, deals))
    table = apply_event(0, None, opened)
    for request in (*[AddComputer(Level.NORMAL)] * game.computers, Start()):
        table = apply_events(table, decide_request(table, 1, request, str, players))
    table = apply_events(table, play_automatic_turns(table, players))
    while table.phase == Phase.DEAL:
        table, move = _play_move(table, players, chance)
        moves.append(move)
    return moves, points_ahead(table)


def _play_move(table: Table, players: OwnComputers, chance: random.Random) -> tuple[Table, str]:
    assert table.match is not None
    options = {str(one): one for one in legal_moves(table.match, 0) if one != TAKE_BACK}
    move = sorted(options)[int(chance.random() * len(options))]
    table = apply_events(table, decide_request(table, 1, Play(options[move], table.step), str, players))
    return apply_events(table, play_automatic_turns(table, players)), move


def hashes(people: int) -> Iterator[str]:
    """Yield the first digits of a SHA-256 of the moves and points of so many people, for each day of a week."""
    for day in range(MONDAY, MONDAY + 7):
        found = [play(day, random.Random(f"{day} {person}")) for person in range(people)]
        yield sha256(repr(found).encode()).hexdigest()[:16]


if __name__ == "__main__":
    print(*hashes(int(sys.argv[1])), sep="\n")
