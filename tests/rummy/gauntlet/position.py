"""Small questions about a position that several checks ask."""

from difflib import unified_diff

import msgspec

from bot.rummy.decide import decide
from bot.rummy.match import Match
from bot.rummy.moves import SeatMove
from bot.rummy.refusals import IllegalMove, MoveRefusal


def json(thing: object) -> bytes:
    return msgspec.json.encode(thing)


def difference(one: object, other: object) -> str:
    """Return the fields in which two values differ, line by line. Their written forms leave out what is hidden."""
    before, after = (msgspec.json.format(json(value), indent=1).decode().splitlines() for value in (one, other))
    return "\n".join(unified_diff(before, after, lineterm="", n=2))


def is_accepted(match: Match, seat: int, move: SeatMove) -> bool:
    try:
        decide(match, seat, move)
    except IllegalMove as illegal:
        assert isinstance(illegal.refusal, MoveRefusal), illegal.refusal  # noqa: PT017
        return False
    return True
