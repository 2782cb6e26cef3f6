"""What a deal of each game must be, in files of their own, which calculate it a second time from the facts."""

from collections.abc import Callable, Mapping, Sequence

from bot.rummy.events import Event
from bot.rummy.match import Match
from tests.rummy.gauntlet.games.rummy import check_end

CHECKS: Mapping[str, Callable[[Sequence[Event], Match, Sequence[Event]], None]] = {"rummy": check_end}
"""For each game what checks, after a move in a deal, whether the deal ends now and how: from all events, the match after them,
and the events that the move caused."""
