"""A tournament, folded from its lines in a server's ledger.

    TournamentMade ─▶ TournamentJoined … ─▶ CheckInOpened ─▶ CheckedIn … ─▶ RoundBegun ─▶ RoundTable, NotCome … ─┐
                                                  ▲                                                            │
                                                  ├─────────── all tables of the round are played ─────────────┤
                                                                                         TournamentEnded ◀──────┘

In rounds of days there is no check-in: one round follows another.

A result isn't in these lines: it is that of the table's match, as it is corrected now. So a correction changes the scores, but
never a round that has begun.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from fractions import Fraction
from functools import reduce
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from bot.league.days import DAY_MS, days_later
from bot.league.match_facts import MatchResult, league_placings
from bot.league.tournament import events
from bot.league.tournament.events import TournamentEvent, TournamentKind, TournamentPlan
from bot.league.tournament.round_robin import Round
from bot.league.tournament.scores import HALF, duplicate_shares, shares
from bot.rummy.variant import Variant

MINUTE = 60_000
CHECK_IN, COME_WITHIN, WAIT_AT_LEAST = 15 * MINUTE, 10 * MINUTE, 2 * MINUTE
"""How long people can check in for a round, how long they then have to come to their table, and how long the others there wait
at least; in milliseconds."""
OPEN_FOR = DAY_MS - MINUTE
"""Who has had a table open for so long (ms) in a round of days has waited a day: the clock of their press was Discord's."""
_LEFT = -(10**9)  # points
MOST_PEOPLE, MOST_IN_ROUND_ROBIN = 128, 32
LAST_LATE_ROUND = 2
"""Before this round begins, people can still join; not in a knockout or a round robin, which need everyone from the start."""

Results = Mapping[int, MatchResult]
"""The matches that were played at tables, by the number of the table, as they are corrected; without voided ones."""


class TournamentRound(Struct, frozen=True):
    """A round from its beginning on, or the `extra` deals after one: of those who are equal at a table of a knockout, or first.

    `opened`, `winners`, `shared`, `absent`, `again` and `lobbies` are by place: the newest table there, who has won by an
    organiser's award, who share the win of a match that isn't played, who didn't come, until when (epoch ms) a match without a
    result can be played again, and all tables that were opened for the match that is awaited.
    `deals` are those of a duplicate round; empty for others. It was `paired_again` so many times. A match needs
    `least` players. It has `begun` then (epoch ms), and `is_past` once a check-in, the next round or the end follows. Of those
    who are `absent`, these were `removed` by an organiser before their match.
    """

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]
    come_by: int
    opened: dict[int, int] = {}
    extra: bool = False
    deals: str = ""
    winners: dict[int, int] = {}
    shared: dict[int, tuple[int, ...]] = {}
    absent: dict[int, tuple[int, ...]] = {}
    again: dict[int, int] = {}
    lobbies: dict[int, tuple[int, ...]] = {}
    paired_again: int = 0
    least: int = 2
    is_past: bool = False
    begun: int = 0
    removed: frozenset[int] = frozenset()

    def outcome(self, place: int, results: Results) -> dict[int, Fraction] | None:
        """Return everyone's share of the others that they have beaten at this place; None while it isn't decided.

        Who didn't come has lost, and has been beaten by the others, who get ½ if they are too few. With duplicate deals, the
        others are those with the same seat at the other tables, and all tables are decided together, in a past round those with
        a result.
        """
        people = self.tables[place]
        if (winner := self.winners.get(place)) is not None:
            return {person: Fraction(person == winner) for person in people}
        if (shared := self.shared.get(place)) is not None:
            return {person: Fraction(person in shared, max(1, len(shared))) for person in people}
        if self.is_bye(place, results):
            return {person: HALF * (person in self.came(place, results)) for person in people}
        if self.deals:
            return self._duplicate_outcome(place, results)
        match = results.get(self.opened.get(place, 0))
        if match is None:
            there = [person for person in people if person not in self.absent.get(place, ())]
            return None if len(there) > 1 else {person: Fraction(person in there) for person in people}
        played = [one for one in league_placings(match) if one.person in people]
        among, others = shares(played), len(people) - 1
        beaten = {one: share * (len(played) - 1) + len(people) - len(played) for one, share in among.items()}
        return {person: Fraction(beaten.get(person, 0)) / others for person in people}

    def _duplicate_outcome(self, place: int, results: Results) -> dict[int, Fraction] | None:
        others = (one for one in range(len(self.tables)) if one not in {*self.winners, *self.shared})
        compared = [one for one in others if not self.is_bye(one, results)]
        played = {one: match for one in compared if (match := results.get(self.opened.get(one, 0))) is not None}
        if place not in played or (len(played) < len(compared) and not self.is_past):
            return None
        points = [duplicate_points(match) for match in played.values()]
        won = duplicate_shares(points)
        return {person: won.get(person, Fraction(0)) for person in self.tables[place]}

    def came(self, place: int, results: Results) -> frozenset[int]:
        """Return who came to this place: everyone if it is awarded; who share the win if no match is played.

        Of a duplicate match that people left before it was played, those who stayed.
        """
        if place in self.winners:
            return frozenset(self.tables[place])
        if (match := results.get(self.opened.get(place, 0))) is not None:
            is_left = bool(self.deals) and match.is_walkover
            return frozenset(one.person for one in match.people() if not (is_left and one.left))
        return frozenset(self.shared.get(place, self.tables[place])) - {*self.absent.get(place, ())}

    def is_bye(self, place: int, results: Results) -> bool:
        """Return True if who came to this place gets what a bye gets.

        They are too few for a match without those who didn't come, or it couldn't be compared with those of other tables.
        """
        if place in self.winners or place in self.shared:
            return False
        match = results.get(self.opened.get(place, 0))
        if self.deals:
            return place in self.absent or (match is not None and match.is_walkover)
        return place in self.absent and match is None and 1 < len(self.came(place, results)) < self.least

    def unopposed(self, results: Results) -> list[int]:
        """Return who has won because nobody else came to their table."""
        noted = self.absent | self.shared
        places = [place for place in noted if place not in self.winners and self.opened.get(place, 0) not in results]
        won = [(self.outcome(place, results) or {}).items() for place in sorted(places)]
        return [person for shares in won for person, share in shares if share == 1]

    def come_to(self, place: int) -> int:
        """Return until when people can come to the table at this place (epoch ms)."""
        return max(self.come_by, self.again.get(place, 0))

    def waits_until(self, place: int) -> int:
        """Return until when nobody can start the table at this place without the others (epoch ms): a full minute, as shown."""
        return -(-max(self.begun, self.again.get(place, 0) - COME_WITHIN) // MINUTE) * MINUTE + WAIT_AT_LEAST

    def can_start(self, place: int, there: Collection[int]) -> bool:
        """Return True if those who are there can play, or win, without the others; with duplicate deals they can't."""
        people = self.tables[place]
        enough = 1 if len(people) == 2 else max(2, self.least)
        return enough <= len(there) < len(people) and not self.deals

    def missing(self, place: int, there: Collection[int]) -> tuple[int, ...]:
        """Return who of this place isn't `there`, without those who were removed."""
        return tuple(person for person in self.tables[place] if person not in there and person not in self.removed)

    def with_people(self, now: Callable[[int], int]) -> Self:
        """Return the round with others in the place of its people."""
        return replace(self, tables=tuple(tuple(map(now, people)) for people in self.tables), byes=tuple(map(now, self.byes)))

    @property
    def people(self) -> list[int]:
        """Everyone who has a table or a bye."""
        return [person for people in (*self.tables, self.byes) for person in people]

    @property
    def is_final(self) -> bool:
        """True if it is the last round of a knockout."""
        return len(self.tables) == 1 and not self.byes and not self.extra

    def undecided(self, results: Results) -> list[int]:
        """Return the places at which nothing is decided yet."""
        return [place for place in range(len(self.tables)) if self.outcome(place, results) is None]

    def is_settled(self, results: Results) -> bool:
        """Return True if something is decided at a table."""
        return len(self.undecided(results)) < len(self.tables)

    def is_over(self, results: Results) -> bool:
        return not self.undecided(results)


class Tournament(Struct, frozen=True):
    """`people` are everyone who has taken part, in the order in which they joined, each with the number of rounds that had
    begun by then; `left` those of them who have left, `taken_out` whom an organiser has removed. `waiting` have no place yet.
    `check_in` is the round for which people check in now, 0 for none; it begins at `begins` (epoch ms), and `here` have checked
    in. `replaced` leads from a person to who plays for them.
    """

    number: int
    server: int
    channel: int
    author: int | None
    name: str
    plan: TournamentPlan
    people: dict[int, int] = {}
    left: frozenset[int] = frozenset()
    taken_out: frozenset[int] = frozenset()
    waiting: tuple[int, ...] = ()
    check_in: int = 0
    begins: int = 0
    here: frozenset[int] = frozenset()
    rounds: tuple[TournamentRound, ...] = ()
    replaced: dict[int, int] = {}
    over_at: int | None = None
    follows: int = 0

    @property
    def staying(self) -> list[int]:
        """The people who have not left, in the order in which they joined."""
        return [person for person in self.people if person not in self.left]

    @property
    def everyone(self) -> set[int]:
        """Everyone who takes or took part, also those for whom somebody else plays now."""
        return {*self.people, *self.waiting, *self.replaced, *(person for one in self.rounds for person in one.people)}

    @property
    def is_being_played(self) -> bool:
        """True while the round that has begun last is being played."""
        return bool(self.rounds) and not self.check_in and self.over_at is None

    @property
    def deciding_deal(self) -> TournamentRound | None:
        """The extra deal that decides who is first; others decide who goes on in a knockout."""
        is_knockout = self.kind_of(len(self.rounds) - 2) == TournamentKind.KNOCKOUT
        is_deciding = len(self.rounds) > 1 and (not is_knockout or self.rounds[-2].is_final)
        return self.rounds[-1] if is_deciding and self.rounds[-1].extra else None

    def kind_of(self, nth: int) -> TournamentKind:
        """Return the kind of the `nth` round, from 0; rounds after the Swiss rounds of a cut are those of a knockout."""
        return TournamentKind.KNOCKOUT if self.plan.cut and nth >= self.plan.rounds else self.plan.kind

    @property
    def next_kind(self) -> TournamentKind:
        return self.kind_of(len(self.rounds))

    @property
    def may_join(self) -> bool:
        """True while somebody new can take part."""
        most = LAST_LATE_ROUND if self.plan.kind in (TournamentKind.SWISS, TournamentKind.DUPLICATE) else 1
        return self.over_at is None and len(self.rounds) < most

    @property
    def most_people(self) -> int:
        most = MOST_IN_ROUND_ROBIN if self.plan.kind == TournamentKind.ROUND_ROBIN else MOST_PEOPLE
        return min(self.plan.most or most, most)

    @property
    def sizes(self) -> tuple[int, int]:
        """The least and the most people at a table."""
        return table_sizes(self.plan.variant)

    def successor(self, person: int) -> int:
        """Return who plays for the person now: they themselves, if nobody has replaced them."""
        while person in self.replaced:
            person = self.replaced[person]
        return person

    @property
    def earlier(self) -> list[Round]:
        """The rounds that have begun, as if those who play now had always played."""
        return [Round(one.tables, one.byes) for one in (each.with_people(self.successor) for each in self.rounds)]

    def place_of(self, person: int) -> int | None:
        """Return the place at which the person plays in the round that has begun last; None for none."""
        tables = self.rounds[-1].tables if self.rounds else ()
        return next((place for place, people in enumerate(tables) if person in people), None)

    def is_awarded(self, table: int) -> bool:
        """Return True if an organiser's award counts in place of the match at this table."""
        return any(place in one.winners for one in self.rounds for place, number in one.opened.items() if number == table)

    def tables(self) -> Iterable[int]:
        """Return the numbers of all tables that were opened for it."""
        return [table for one in self.rounds for table in one.opened.values()]


def table_sizes(variant: Variant) -> tuple[int, int]:
    """Return the least and the most people at a table of a tournament: two in games for two, else three to five."""
    least, most = variant.players
    return (2, 2) if most == 2 else (max(least, min(3, most)), min(most, 5))


def duplicate_points(match: MatchResult) -> dict[int, tuple[int, int]]:
    """Return the person and the points in each seat, more being better. Who left has fewer than everyone else."""
    sign = -1 if match.variant.is_lowest_score_best() else 1
    return {
        at: (seat.person, _LEFT if seat.left or seat.removed else sign * seat.points) for at, seat in enumerate(match.seats)
    }


def begin_tournament(made: events.TournamentMade, server: int, author: int | None) -> Tournament:
    return Tournament(made.tournament, server, made.channel, author, made.name, made.plan, follows=made.follows)


def apply_tournament(before: Tournament, event: TournamentEvent, at: int) -> Tournament:
    """Return the tournament after an event; it never refuses."""
    match event:
        case events.TournamentChanged(name=name, plan=plan):
            return _admit(replace(before, name=name, plan=plan))  # another kind may have more places
        case events.TournamentJoined(person=person):
            back = replace(before, left=before.left - {person}, taken_out=before.taken_out - {person})
            return back if person in before.people else _admit(replace(back, waiting=(*before.waiting, person)))
        case events.PlayersLimited(most=most):
            return _admit(replace(before, plan=replace(before.plan, most=most)))
        case events.TakenOut(person=person, place=place):
            out = apply_tournament(before, events.TournamentLeft(before.number, person), at)
            out = replace(out, taken_out=before.taken_out | {person})
            if place is None:
                return out
            last = before.rounds[-1]
            lost = {place: (*last.absent.get(place, ()), person)}
            last = replace(last, absent=last.absent | lost, removed=last.removed | {person})
            return replace(out, rounds=(*before.rounds[:-1], last))
        case events.TournamentLeft(person=person):
            people = before.people if before.rounds else {one: since for one, since in before.people.items() if one != person}
            left = before.left | {person} if before.rounds else before.left
            waiting = tuple(one for one in before.waiting if one != person)
            return _admit(replace(before, people=people, left=left, here=before.here - {person}, waiting=waiting))
        case events.CheckInOpened(round=number, begins=begins):
            return replace(before, check_in=number, begins=begins, rounds=_past_rounds(before))
        case events.CheckedIn(person=person):
            return replace(before, here=before.here | {person}, left=before.left - {person})
        case events.RoundBegun(tables=tables, byes=byes, come_by=come_by, extra=extra):
            gone = {place: tuple(one for one in people if one in before.left) for place, people in enumerate(tables)}
            absent = {place: people for place, people in gone.items() if people}  # in a round robin, which names them all
            least = before.plan.variant.players[0]
            new = TournamentRound(tables, byes, come_by, extra=extra, absent=absent, least=least, begun=at)
            return _admit(replace(before, rounds=(*_past_rounds(before), new), check_in=0, here=frozenset()))
        case events.RoundPairedAgain(tables=tables, byes=byes, come_by=come_by):
            last = before.rounds[-1]
            new = TournamentRound(tables, byes, come_by, paired_again=last.paired_again + 1, least=last.least, begun=at)
            return replace(before, rounds=(*before.rounds[:-1], new))
        case events.PlayerReplaced(person=person, other=other):
            return _replace_player(before, person, other)
        case events.RoundExtended(minutes=minutes) if before.check_in:
            return replace(before, begins=before.begins + minutes * MINUTE)
        case events.TournamentEnded():
            return _admit(replace(before, over_at=at, check_in=0, rounds=_past_rounds(before)))
        case events.PairKeptApart(people=people, is_apart=is_apart):
            apart = tuple(pair for pair in before.plan.apart if pair != people) + (people,) * is_apart
            return replace(before, plan=replace(before.plan, apart=apart))
        case events.PairMeets() | events.PlayersAdded():
            return before
        case events.MadeWeekly():
            return replace(before, plan=replace(before.plan, weekly=before.plan.zone))
        case events.TournamentMade() | events.WeeklyStopped():  # the next one is made, or none will be
            return replace(before, plan=replace(before.plan, weekly=""))
        case _:
            nth = event.round - 1
            changed = _change_round(before.rounds[nth], event, before.plan.zone)
            if isinstance(event, events.AwardWithdrawn) and event.come_by:
                before, changed = replace(before, check_in=0), changed.with_people(before.successor)
            return replace(before, rounds=(*before.rounds[:nth], changed, *before.rounds[nth + 1 :]))


def pairs_that_meet(one: Tournament) -> list[events.PairMeets]:
    """Return for each pair who are kept apart, and meet in the round that is being played, that they do."""
    tables = one.rounds[-1].tables if one.is_being_played else ()
    met = [pair for pair in one.plan.apart for people in tables if {*pair} <= {*people}]
    return [events.PairMeets(one.number, one.name, len(one.rounds), pair) for pair in met]


def new_pairs_that_meet(before: Tournament, happened: Iterable[TournamentEvent], at: int) -> list[events.PairMeets]:
    """Return what `pairs_that_meet` does only because of what `happened` (epoch ms)."""
    after = reduce(lambda one, event: apply_tournament(one, event, at), happened, before)
    known = pairs_that_meet(before)
    return [each for each in pairs_that_meet(after) if each not in known]


def lost_wins(before: Tournament, old: Results, after: Tournament, new: Results) -> dict[int, int]:
    """Return who had won their table and no longer has, each with the round: an award or a correction has changed it."""
    lost = dict[int, int]()
    for nth, (was, now) in enumerate(zip(before.rounds, after.rounds, strict=False), start=1):
        for place in range(min(len(was.tables), len(now.tables))):
            won, shares = was.outcome(place, old) or {}, now.outcome(place, new) or {}
            lost |= {person: nth for person, share in won.items() if share == 1 > shares.get(person, 0)}
    return lost


def lost_unplayed(before: Tournament, old: Results, after: Tournament) -> dict[int, int]:
    """Return who has just lost their match of the round that was played, with its number: by an award, or by not coming."""
    if not before.is_being_played:
        return {}
    was, now, lost = before.rounds[-1], after.rounds[len(before.rounds) - 1], set[int]()
    for place in was.undecided(old) if now.paired_again == was.paired_again else ():
        winner, shared = now.winners.get(place), now.shared.get(place)
        lost |= {person for person in now.tables[place] if winner not in (None, person)}
        lost |= {*now.tables[place]}.difference(shared) if shared is not None and winner is None else set()
        lost |= {*now.absent.get(place, ())} - {*was.absent.get(place, ())}
    return dict.fromkeys(lost - after.taken_out, len(before.rounds))


def _admit(before: Tournament) -> Tournament:
    """Return the tournament with those who wait, the first ones first, in places that are free, until nobody can join."""
    free = max(0, before.most_people - len(before.staying)) if before.may_join else 0
    people = before.people | dict.fromkeys(before.waiting[:free], len(before.rounds))
    return replace(before, people=people, waiting=before.waiting[free:] if before.may_join else ())


def _change_round(one: TournamentRound, event: events.RoundEvent, zone: str) -> TournamentRound:
    """Return the round after something that happens in it alone."""
    match event:
        case events.DealsChosen(deals=deals):
            return replace(one, deals=deals)
        case events.PlayersSwapped(people=people):
            return one.with_people(lambda person: dict(zip(people, people[::-1], strict=True)).get(person, person))
        case events.RoundTable(place=place, table=table):
            lobbies = one.lobbies | {place: (*one.lobbies.get(place, ()), table)}
            return replace(one, opened=one.opened | {place: table}, lobbies=lobbies)
        case events.NotCome(place=place, people=people):
            return _with_absent(one, place, people)
        case events.StartedWithout(table=table, people=people):
            return _with_absent(one, table - 1, people)
        case events.NotPlayed(place=place, winners=winners):
            return replace(one, shared=one.shared | {place: winners})
        case events.TableWithoutResult(place=place, come_by=come_by):
            return _await_again(one, place, come_by)
        case events.MatchAwarded(table=table, person=person):
            return replace(one, winners=one.winners | {table - 1: person})
        case events.AwardWithdrawn(table=table, come_by=come_by):
            withdrawn = replace(one, winners={place: person for place, person in one.winners.items() if place != table - 1})
            return _await_again(withdrawn, table - 1, come_by) if come_by else withdrawn
        case events.RoundExtended(minutes=minutes):
            return _extend(one, lambda at: at + minutes * MINUTE)
        case events.DaysAdded(days=days):
            return _extend(one, lambda at: days_later(at, days, zone))


def _past_rounds(before: Tournament) -> tuple[TournamentRound, ...]:
    """Return the rounds, of which the last one is past now."""
    return (*before.rounds[:-1], *(replace(last, is_past=True) for last in before.rounds[-1:]))


def _extend(one: TournamentRound, later: Callable[[int], int]) -> TournamentRound:
    return replace(one, come_by=later(one.come_by), again={place: later(at) for place, at in one.again.items()})


def _with_absent(one: TournamentRound, place: int, people: tuple[int, ...]) -> TournamentRound:
    gone = (person for person in one.tables[place] if person in one.removed and person not in people)
    return replace(one, absent=one.absent | {place: (*gone, *people)})


def _await_again(one: TournamentRound, place: int, come_by: int) -> TournamentRound:
    """Return the round in which the people of this place who weren't removed have until `come_by` (epoch ms)."""
    absent = {at: people for at, people in one.absent.items() if at != place}
    if gone := tuple(person for person in one.tables[place] if person in one.removed):
        absent[place] = gone
    return replace(one, again=one.again | {place: come_by}, absent=absent, is_past=False)


def _replace_player(before: Tournament, person: int, other: int) -> Tournament:
    """Return the tournament with the other person in the place of the person, also in the round that is being played.

    Whom the person has replaced can come back in this way.
    """

    def now(one: int) -> int:
        return other if one == person else one

    people = {now(one): since for one, since in before.people.items()}
    replaced = {one: by for one, by in before.replaced.items() if one != other} | {person: other}
    waiting = tuple(one for one in before.waiting if one != other)
    changed = replace(before, people=people, waiting=waiting, here=frozenset(map(now, before.here)), replaced=replaced)
    if before.check_in or not before.rounds:
        return changed
    return replace(changed, rounds=(*before.rounds[:-1], before.rounds[-1].with_people(now)))
