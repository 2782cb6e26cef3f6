"""Measure how many turns games take, and write data/turns.toml: `.venv/bin/python -m scripts.turns`, or of one `… cuccu`.

Computers that play *normal* play whole matches of every game with every number of players. The lobby shows how long a match
takes from these figures. Run it again after a change to the rules of a game.
"""

import random
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from bot.app import read_turns
from bot.players.choice import Level
from bot.players.computer_player import choose_move
from bot.rummy.decide import play
from bot.rummy.match import Match
from bot.rummy.moves import DealCards, StartMatch
from bot.rummy.variant import Variant
from bot.rummy.view import view_for
from bot.tables.rules.match_length import MeasuredTurns
from tests.rummy.presets import NAMES, variant

FILE = Path(__file__).parents[1] / "data" / "turns.toml"
MATCHES = 20
HEAD = f"""\
# How many turns a deal, and a match by the game's own rules, take on average with each number of players.
# Measured over {MATCHES} matches of *normal* computers each by scripts/turns.py.
"""


def main(*named: str) -> None:
    kept = dict(read_turns().turns) if named else {}
    found = kept | measure_all(named or NAMES, MATCHES, seed=1)
    FILE.write_text(written(dict(sorted(found.items()))), "utf-8")


def measure_all(names: Iterable[str], matches: int, *, seed: int) -> dict[str, dict[int, MeasuredTurns]]:
    """Return the average turns by the name of the game and the number of players."""
    found = dict[str, dict[int, MeasuredTurns]]()
    for name in names:
        least, most = variant(name).players
        found[name] = {players: measure(variant(name), players, matches, seed) for players in range(least, most + 1)}
    return found


def measure(rules: Variant, players: int, matches: int, seed: int) -> MeasuredTurns:
    """Return the average turns of a deal and of a match, over this many matches."""
    dice = random.Random(seed)
    played = [list(turns_of_deals(rules, players, dice)) for _ in range(matches)]
    turns = sum(map(sum, played))
    return MeasuredTurns(round(turns / sum(map(len, played)), 1), round(turns / matches, 1))


def turns_of_deals(rules: Variant, players: int, dice: random.Random) -> Iterator[int]:
    """Play a match, and yield how many turns each of its deals had."""
    match: Match = play(None, None, StartMatch(rules, players, dice.randbytes(32).hex()))
    while not match.is_over:
        match = play(match, None, DealCards(dice.randbytes(32).hex()))
        turns = 1
        while (seat := match.seat_to_act()) is not None:
            assert match.deal is not None
            turns = match.deal.turn.number
            match = play(match, seat, choose_move(view_for(match, seat), Level.NORMAL, "turns"))
        yield turns


def written(found: Mapping[str, Mapping[int, MeasuredTurns]]) -> str:
    """Return the file."""
    parts = [HEAD]
    for name, sizes in found.items():
        lines = (f"{players} = {{ deal = {one.deal}, match = {one.match} }}" for players, one in sizes.items())
        parts.append("\n".join((f"[{name}]", *lines, "")))
    return "\n".join(parts)


if __name__ == "__main__":
    main(*sys.argv[1:])
