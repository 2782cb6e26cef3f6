"""What somebody has brought together in a season: kept ready, match by match, and equal to what the whole history gives.

A total carries what it was at the beginning of the last week in which the person has played, so that a table of standings
needs no other rows to say who has moved since Monday.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from msgspec import Struct

from bot.league.days import week_of
from bot.league.facts import MatchResult
from bot.league.league import League
from bot.league.placings import league_placings
from bot.league.scheme import is_win, scheme_points


@dataclass(frozen=True, slots=True)
class Share:
    """What one match brings one person, in one league; `parts` are sixtieths of a point."""

    person: int
    parts: int
    place: int
    won: bool
    cards: int


class Sums(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """`parts` are sixtieths of a point; `places[0]` counts first places, and so on to the worst one he has had."""

    matches: int = 0
    parts: int = 0
    wins: int = 0
    cards: int = 0
    places: tuple[int, ...] = ()

    def plus(self, share: Share) -> "Sums":
        places = list(self.places) + [0] * (share.place - len(self.places))
        places[share.place - 1] += 1
        return Sums(self.matches + 1, self.parts + share.parts, self.wins + share.won, self.cards + share.cards, tuple(places))


NO_SUMS = Sums()


class Total(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """`now`: all his matches; `before`: those before `week`, the last one (of the league) in which he has played."""

    now: Sums
    week: int
    before: Sums

    def at_beginning_of(self, week: int) -> Sums:
        """What he had on the Monday of this week, if that is the current one."""
        return self.before if self.week >= week else self.now


def match_shares(league: League, match: MatchResult) -> list[Share]:
    """What a match that counts brings its people, in the order of their seats. A shared first place is a win for each."""
    people = league_placings(match)
    return [
        Share(one.person, parts, one.place, is_win(one), one.cards)
        for one, parts in zip(people, scheme_points(league.scheme, people), strict=True)
    ]


def add_share(total: Total | None, share: Share, week: int) -> Total:
    """With one more match, of this week of the league; matches may come in any order. None: he had none."""
    if total is None:
        return Total(NO_SUMS.plus(share), week, NO_SUMS)
    if week > total.week:
        return Total(total.now.plus(share), week, total.now)
    before = total.before.plus(share) if week < total.week else total.before
    return Total(total.now.plus(share), total.week, before)


def compute_totals(league: League, counted: Iterable[MatchResult]) -> dict[int, Total]:
    """By person, from the matches that count: a season's, or any other choice of them."""
    found: dict[int, Total] = {}
    for match in counted:
        week = week_of(match.ended, league.zone)
        for share in match_shares(league, match):
            found[share.person] = add_share(found.get(share.person), share, week)
    return found
