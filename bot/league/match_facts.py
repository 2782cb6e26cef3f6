"""The raw facts of a finished match, as they are stored, and the places that its people get: all else is computed from them.

Facts never change. Corrections by organisers are stored beside them, and `corrections.py` applies them; only it sets `removed`
and `voided`.

`gc=False`: no fact refers back to another, so Python's garbage collector needn't look at them. With 100,000 matches in memory,
each full collection would stop the event loop for half a second. The same goes for what is computed for every match.
"""

from dataclasses import dataclass
from fractions import Fraction

from msgspec import Struct

from bot.rummy.events import DealEnded
from bot.rummy.variant import Length, Variant


class OverLimit(Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    """In the league with this number, two of the people had already started `most` matches of that day."""

    league: int
    most: int


class FullDay(Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    """In the league with this number, this person has already started `most` matches of the day."""

    league: int
    person: int
    most: int


class DayIsFull(Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    """In the league with this number, the person of this seat had already started `most` matches of that day."""

    league: int
    seat: int
    most: int


class SeatFacts(Struct, frozen=True, gc=False, omit_defaults=True):
    """A seat of a finished match. `placing` counts from 1 by the rules of the match; `points` are those of the match.

    `left`: the person was charged for leaving, or was replaced. `computer`: a computer had the seat; `person` is its number.
    `timeouts` counts the turns that were played for the person because their time was up. Other fields are not read: earlier
    versions stored meetings under a deleted number.
    """

    person: int
    placing: int
    points: int
    left: bool
    computer: bool = False
    removed: bool = False
    timeouts: int = 0


class MatchResult(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """A finished match: its seats, and for each deal who went out and how, the cards left in hand and the points.

    `has_clock` is True if its turns had a clock. `ended` is epoch milliseconds. `number` is that of the table and identifies
    the match. `channel` is a Discord id; a thread counts as its channel. `house_rules` are the questions that `variant` answers
    differently from its preset. `is_walkover`: the match ended before it was played (RULES 8.1). `length` is the longest length
    that its rules surely reach. `league` is the number of the league from whose schedule an earlier version opened it, and
    `tournament` that of the tournament in which it was played; 0 for none. `over` and `full` are the leagues in which it was
    one match too many for that day when it started, and `paused` the seats of people whose league play was paused then.
    `began` is epoch milliseconds, and decides in which season it counts, but not in the leagues `late`: there the season in
    which it began was final when it ended. Of the oldest matches, `began` is 0 (the end decides), and so is `deal_count`, the
    number of finished deals. `open_hands` are the points left in hand, by seat, if the last opponent left during a deal, or the
    match wasn't played; `last_hands` those after the last finished deal of a match of a tournament. `has_card_rules`: it began
    since leagues by card points leave out other values of cards, and charge for matches that weren't played. `returned` are the
    leagues in which somebody had results in a season that wasn't final, under a number whose data is deleted; it isn't rated.
    """

    server: int
    variant: Variant
    seats: tuple[SeatFacts, ...]
    deals: tuple[DealEnded, ...]
    ended: int
    number: int = 0
    channel: int = 0
    house_rules: tuple[str, ...] = ()
    voided: bool = False
    has_clock: bool = False
    is_walkover: bool = False
    length: Length = Length.FULL
    league: int = 0
    over: tuple[OverLimit, ...] = ()
    full: tuple[DayIsFull, ...] = ()
    paused: tuple[int, ...] = ()
    began: int = 0
    late: tuple[int, ...] = ()
    deal_count: int = 0
    open_hands: tuple[int, ...] = ()
    tournament: int = 0
    last_hands: tuple[int, ...] = ()
    has_card_rules: bool = False
    returned: tuple[int, ...] = ()

    def people(self) -> list[SeatFacts]:
        """Return the seats of people in order, without computers and people whom an organiser has removed."""
        return [seat for seat in self.seats if not seat.computer and not seat.removed]

    def seat_of(self, person: int) -> int | None:
        """Return the seat in which this person counts; None if there is none."""
        found = (at for at, seat in enumerate(self.seats) if seat.person == person and not seat.computer and not seat.removed)
        return next(found, None)


class Placing(Struct, frozen=True, gc=False):
    """How a person finished. `place` counts from 1 to the number of people. `cards` are card points: more is always better.

    `per_deal` are those of an average deal, against the average of the table, in sixtieths.
    """

    person: int
    place: int
    cards: int
    has_left: bool
    per_deal: int = 0


def is_between_people(match: MatchResult) -> bool:
    """Return True if the match has at least two people and isn't voided: only such matches count in the stats."""
    return not match.voided and len(match.people()) > 1


def league_placings(match: MatchResult) -> list[Placing]:
    """Return the placing of each person of the match, in the order of the seats, computed among themselves.

    Computers take no place. The people who were charged for leaving share the lowest place of the match, whoever left first.
    The others keep their order; those who tie share the better place.
    """
    people = match.people()
    staying = [seat.placing for seat in people if not seat.left]
    cards, per_deal = _cards(match, people), _per_deal(match)
    least = min(cards, default=0), min(per_deal, default=0)
    return [
        Placing(seat.person, len(people), least[0], has_left=True, per_deal=least[1])
        if seat.left
        else Placing(seat.person, 1 + sum(other < seat.placing for other in staying), points, has_left=False, per_deal=average)
        for seat, points, average in zip(people, cards, per_deal, strict=True)
    ]


def _per_deal(match: MatchResult) -> list[int]:
    """Return the points of an average deal against the average of the table, in sixtieths, by person.

    The hands of an open deal are penalties, whatever the game.
    """
    seats = [(at, seat) for at, seat in enumerate(match.seats) if not seat.computer and not seat.removed]
    sign = -1 if match.variant.is_lowest_score_best() else 1
    own = [sign * seat.points - (match.open_hands[at] if match.open_hands else 0) for at, seat in seats]
    deals = match.deal_count + bool(match.open_hands)
    return [round(Fraction(60 * (len(own) * one - sum(own)), len(own) * deals)) if deals else 0 for one in own]


def open_hand_losses(match: MatchResult) -> list[int]:
    """Return what each person loses against the average of the table, in sixtieths, if somebody else ends the open deal: where
    that one collects the points of all others, whoever has the fewest; where points are penalties, who has none, as all others.
    """
    scoring, count = match.variant.scoring, len(match.people())
    all_hands = match.open_hands or (0,) * len(match.seats)
    hands = [hand for hand, seat in zip(all_hands, match.seats, strict=True) if not seat.computer and not seat.removed]
    pots = [sum(hands) - min(hands[:at] + hands[at + 1 :], default=0) for at in range(count)]
    costs = {
        "winner_collects": pots,
        "penalty": [hand * (count - 1) for hand in hands],
        "payment": [hand * count for hand in hands],
    }
    return [round(Fraction(60 * cost, count)) for cost in costs[scoring]]


def _cards(match: MatchResult, people: list[SeatFacts]) -> list[int]:
    """Return the card points by person. Where points are won, they are those of the match. Where points are penalties, they are
    the difference to the highest penalty of the match, so that nobody loses by playing: the last person gets 0, as a person
    without a win does elsewhere.
    """
    points = [seat.points for seat in people]
    if not match.variant.is_lowest_score_best():
        return points
    highest = max(points, default=0)
    return [highest - own for own in points]


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """A match of the history. `people` are sorted by place, then by seat; `computers` counts the seats of computers."""

    match: int
    ended: int
    game: str
    people: tuple[Placing, ...]
    deals: int
    computers: int
    is_voided: bool


def history_line(match: MatchResult) -> HistoryLine:
    return HistoryLine(
        match=match.number,
        ended=match.ended,
        game=match.variant.title,
        people=tuple(sorted(league_placings(match), key=lambda one: one.place)),
        deals=len(match.deals),
        computers=sum(seat.computer for seat in match.seats),
        is_voided=match.voided,
    )
