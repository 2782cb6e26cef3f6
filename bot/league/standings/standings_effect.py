"""Who moves in the standings of a league because of an action."""

from collections.abc import Mapping, Sequence

from bot.league.organiser_actions import Effect, Move
from bot.league.standings.standings import Standing

MOST_NAMED = 3
"""How many of those who move are named; the others are counted."""


def compare_standings(
    league: str, before: Sequence[Standing], after: Sequence[Standing], *, matches: int, by: int
) -> Effect | None:
    """Return the effect of an action of the person `by`, after which this many `matches` count in another way; None if there
    is none.

    That person is named first if they move, then those at the top.
    """
    old, new = _positions(before), _positions(after)
    moves = [Move(person, old.get(person), new.get(person)) for person in old.keys() | new.keys()]
    moves = sorted(
        (one for one in moves if one.before != one.after), key=lambda one: (one.person != by, _best(one), one.person)
    )
    if not moves and not matches:
        return None
    return Effect(league, matches, len(moves), tuple(moves[:MOST_NAMED]))


def _positions(rows: Sequence[Standing]) -> Mapping[int, int | None]:
    return {row.person: row.position for row in rows}


def _best(move: Move) -> int:
    return min(one for one in (move.before, move.after) if one is not None)
