"""What has changed in the points of a league, in words."""

from collections.abc import Iterator

from bot.league.scheme.scheme import ByCards, ByPlacing, ByWins, Scheme
from bot.messages.league.scheme_words import tie_breaker_text
from bot.messages.text import keep_together
from bot.messages.words import Words


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
                    before=_place_points(old),
                    after=_place_points(new),
                )
    elif type(before) is not type(after):
        yield f"{say('Points')}: {_kind(before, say)} → {_kind(after, say)}"
    usual = before.ties if type(before) is type(after) else _usual_ties(after)
    if after.ties != usual:
        yield f"{say('Between equal points')}: {_order(before, say)} → {_order(after, say)}"


def _place_points(points: tuple[int, ...] | None) -> str:
    return "–" if points is None else keep_together(" · ".join(map(str, points)))


def _kind(scheme: Scheme, say: Words) -> str:
    """Return what a match is worth, with the points for each number of players."""
    match scheme:
        case ByWins():
            return say("1 for each win")
        case ByCards():
            return say("card points")
        case ByPlacing(points=points):
            each = [say("{size} players: {points}", size=size, points=_place_points(points[size])) for size in sorted(points)]
            return f"{say('by place')} ({'; '.join(each)})"


def _usual_ties(scheme: Scheme) -> tuple[str, ...]:
    return ByPlacing({}).ties if isinstance(scheme, ByPlacing) else type(scheme)().ties


def _order(scheme: Scheme, say: Words) -> str:
    return ", ".join(tie_breaker_text(one, say) for one in scheme.ties) or say("shared places")
