"""The points scheme of a league in words, for people who have never typed one, and what has changed in it."""

from collections.abc import Iterator
from typing import assert_never

from bot.league.scheme import ByCards, ByPlacing, ByWins, Scheme, TieBreaker
from bot.messages.text import join_parts, keep_together
from bot.messages.words import Words

_USUAL_SIZE = 4
"""The number of players with which points by place are explained."""


def points_text(scheme: Scheme, say: Words) -> str:
    """Return what a match is worth; of points by place, those for each number of players."""
    match scheme:
        case ByWins():
            return say("Points: 1 per win")
        case ByCards():
            return say("Points: card points")
        case ByPlacing(points=points):
            shown = [(size, _points_of_places(points[size])) for size in sorted(points)]
            by_size = (say("{points} with {size} players", size=size, points=each) for size, each in shown)
            return say("Points by place: {value}", value=", ".join(by_size))
        case _:
            assert_never(scheme)


def brief_points_text(scheme: Scheme, say: Words) -> str:
    """Return what a match is worth in a few words; of points by place, those for one number of players."""
    match scheme:
        case ByWins():
            return say("1 point per win")
        case ByCards():
            return say("card points")
        case ByPlacing(points=points):
            size = _USUAL_SIZE if _USUAL_SIZE in points else min(points)
            return say("{size} players: {points} points", size=size, points=say.all_of(map(str, points[size])))
        case _:
            assert_never(scheme)


def ties_text(scheme: Scheme, say: Words) -> str:
    """Return what decides between equal points."""
    if not scheme.ties:
        return say("Ties: shared places")
    in_order = join_parts(tie_breaker_text(one, say) for one in scheme.ties)
    return say("Ties: {value}", value=in_order)


def tie_breaker_text(tie_breaker: TieBreaker, say: Words) -> str:
    """Return what decides between equal points, as a part of a list."""
    return {
        TieBreaker.WINS: say("more wins"),
        TieBreaker.PLACES: say("more first places, then second"),
        TieBreaker.CARD_POINTS: say("more card points"),
        TieBreaker.FEWEST_MATCHES: say("fewer matches"),
    }[tie_breaker]


def scheme_change_texts(before: Scheme, after: Scheme, say: Words) -> Iterator[str]:
    """Yield a text for each number of players whose points have changed, or one for another kind of points.

    Another order between equal points has a text of its own, unless it is the usual one of the new kind of points.
    """
    if isinstance(before, ByPlacing) and isinstance(after, ByPlacing):
        for size in sorted(before.points.keys() | after.points.keys()):
            if (old := before.points.get(size)) != (new := after.points.get(size)):
                yield say(
                    "Points with {size} players: {before} → {after}",
                    size=size,
                    before=_points_of_places(old),
                    after=_points_of_places(new),
                )
    elif type(before) is not type(after):
        yield say("Points: {before} → {after}", before=_kind(before, say), after=_kind(after, say))
    usual = before
    if type(before) is not type(after):
        usual = ByPlacing({}) if isinstance(after, ByPlacing) else type(after)()
    if after.ties != usual.ties:
        yield say("Ties: {before} → {after}", before=_order(before, say), after=_order(after, say))


def _points_of_places(points: tuple[int, ...] | None) -> str:
    return "–" if points is None else keep_together(" · ".join(map(str, points)))


def _kind(scheme: Scheme, say: Words) -> str:
    """Return what a match is worth, with the points for each number of players."""
    match scheme:
        case ByWins():
            return say("1 per win")
        case ByCards():
            return say("card points")
        case ByPlacing(points=points):
            each = [
                say("{size} players: {points}", size=size, points=_points_of_places(points[size])) for size in sorted(points)
            ]
            return f"{say('by place')} ({', '.join(each)})"


def _order(scheme: Scheme, say: Words) -> str:
    return ", ".join(tie_breaker_text(one, say) for one in scheme.ties) or say("shared places")
