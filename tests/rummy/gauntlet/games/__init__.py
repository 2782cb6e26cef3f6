"""What a deal of each game must be, in files of their own, which calculate it a second time from the facts."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module

from bot.rummy.events import Event
from bot.rummy.games import GAMES
from bot.rummy.match import Match

CHECKS: Mapping[str, Callable[[Sequence[Event], Match, Sequence[Event]], None]] = {
    name: import_module(f"{__name__}.{name}").check_end for name in GAMES
}
"""For each game what checks, after a move in a deal, whether the deal ends now and how: from all events, the match after them,
and the events that the move caused."""
