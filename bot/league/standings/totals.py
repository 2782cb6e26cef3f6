"""The totals of a person in a season: they grow match by match and equal those computed from the whole history.

A total includes the sums at the beginning of the last week in which the person played, so that standings need no other rows to
show the changes since Monday.
"""

from collections.abc import Iterable

from msgspec import Struct

from bot.league.days import week_of
from bot.league.league import League
from bot.league.match_facts import MatchResult
from bot.league.placings import league_placings
from bot.league.scheme.scheme import is_win, scheme_points


class Share(Struct, frozen=True, gc=False):
    """What one match adds to the total of one person in one league; `parts` are sixtieths of a point."""

    person: int
    parts: int
    place: int
    won: bool
    cards: int


class Sums(Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    """Sums over matches. `parts` are sixtieths of a point; `places[0]` counts first places, and so on to the worst place."""

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


class Total(Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    """`now` sums all matches of the person; `before` those before `week`, the last week of the league in which they played."""

    now: Sums
    week: int
    before: Sums

    def at_beginning_of(self, week: int) -> Sums:
        """Return the sums on the Monday of `week`, which must be the current one."""
        return self.before if self.week >= week else self.now


def match_shares(league: League, match: MatchResult) -> list[Share]:
    """Return the share of each person in a match that counts, in the order of the seats; a shared first place is a win.

    A walkover gives the people who left the last place, without points, and nothing to anyone else.
    """
    people = league_placings(match)
    if match.is_walkover:
        return [Share(one.person, 0, one.place, won=False, cards=0) for one in people if one.has_left]
    return [
        Share(one.person, parts, one.place, is_win(one), one.cards)
        for one, parts in zip(people, scheme_points(league.scheme, people), strict=True)
    ]


def add_share(total: Total | None, share: Share, week: int) -> Total:
    """Return the total with one more match, of this week of the league, in any order; None stands for an empty total."""
    if total is None:
        return Total(NO_SUMS.plus(share), week, NO_SUMS)
    if week > total.week:
        return Total(total.now.plus(share), week, total.now)
    before = total.before.plus(share) if week < total.week else total.before
    return Total(total.now.plus(share), total.week, before)


def compute_totals(league: League, counted: Iterable[MatchResult]) -> dict[int, Total]:
    """Return the totals by person; `counted` are the matches that count, of a season or any other selection."""
    found: dict[int, Total] = {}
    for match in counted:
        week = week_of(match.ended, league.zone)
        for share in match_shares(league, match):
            found[share.person] = add_share(found.get(share.person), share, week)
    return found
