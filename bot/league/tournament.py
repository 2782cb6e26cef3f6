"""A tournament, folded from its lines in a server's ledger, and what happens in it next.

    TournamentMade ─▶ TournamentJoined … ─▶ CheckInOpened ─▶ CheckedIn … ─▶ RoundBegun ─▶ RoundTable, NotCome … ─┐
                                                  ▲                                                            │
                                                  ├─────────── all tables of the round are played ─────────────┤
                                                                                         TournamentEnded ◀──────┘

In rounds of days there is no check-in: one round follows another.

A result isn't in these lines: it is that of the table's match, as it is corrected now. So a correction changes the scores, but
never a round that has begun.
"""

import dataclasses
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import count
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from bot.league.days import DAY_MS, days_later
from bot.league.match_facts import MatchResult, league_placings
from bot.league.pairing import duplicate_round, knockout_round, swiss_round
from bot.league.schedule import Round, round_robin, table_rounds
from bot.league.tournament_events import (
    AwardWithdrawn,
    CheckedIn,
    CheckInOpened,
    DaysAdded,
    DealsChosen,
    MatchAwarded,
    NotCome,
    PlayerReplaced,
    RoundBegun,
    RoundExtended,
    RoundPairedAgain,
    RoundTable,
    TableWithoutResult,
    TournamentChanged,
    TournamentEnded,
    TournamentEvent,
    TournamentJoined,
    TournamentKind,
    TournamentLeft,
    TournamentMade,
    TournamentPlan,
    WeeklyStopped,
)
from bot.league.tournament_scores import (
    HALF,
    PersonRow,
    Played,
    Unplayed,
    duplicate_shares,
    shares,
    tournament_table,
)
from bot.rummy.cards import shuffle
from bot.rummy.variant import Variant

MINUTE = 60_000
CHECK_IN, COME_WITHIN = 15 * MINUTE, 10 * MINUTE
"""How long people can check in for a round, and how long they then have to come to their table; in milliseconds."""
_LEFT = -(10**9)  # points
MOST_PEOPLE, MOST_IN_ROUND_ROBIN = 128, 32
LAST_LATE_ROUND = 2
"""Before this round begins, people can still join; not in a knockout or a round robin, which need everyone from the start."""

Results = Mapping[int, MatchResult]
"""The matches that were played at tables, by the number of the table, as they are corrected; without voided ones."""


class TournamentRound(Struct, frozen=True):
    """A round from its beginning on, or an `extra` deal after the last one.

    `opened`, `winners`, `absent`, `again` and `openers` are by place: the newest table there, who has won by an organiser's
    award, who didn't come, until when (epoch ms) a match without a result can be played again, and who have opened a table.
    `deals` are those of a duplicate round; empty for others. It was `paired_again` so many times. A match needs
    `least` players.
    """

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]
    come_by: int
    opened: dict[int, int] = {}
    extra: bool = False
    deals: str = ""
    winners: dict[int, int] = {}
    absent: dict[int, tuple[int, ...]] = {}
    again: dict[int, int] = {}
    openers: dict[int, tuple[int, ...]] = {}
    paired_again: int = 0
    least: int = 2

    def outcome(self, place: int, results: Results) -> dict[int, Fraction] | None:
        """Return everyone's share of the others that they have beaten at this place; None while it isn't decided.

        Who didn't come has lost, and has been beaten by the others, who get ½ if they are too few. With duplicate deals, the
        others are those with the same seat at the other tables, and all tables are decided together.
        """
        if self.deals:
            return self._duplicate_outcome(place, results)
        people = self.tables[place]
        if (winner := self.winners.get(place)) is not None:
            return {person: Fraction(person == winner) for person in people}
        match = results.get(self.opened.get(place, 0))
        if match is None:
            if self.is_bye(place, results):
                return self._shares_of_bye(place)
            there = [person for person in people if person not in self.absent.get(place, ())]
            return None if len(there) > 1 else {person: Fraction(person in there) for person in people}
        played = [one for one in league_placings(match) if one.person in people]
        among, others = shares(played), len(people) - 1
        beaten = {one: share * (len(played) - 1) + len(people) - len(played) for one, share in among.items()}
        return {person: Fraction(beaten.get(person, 0)) / others for person in people}

    def _duplicate_outcome(self, place: int, results: Results) -> dict[int, Fraction] | None:
        people = self.tables[place]
        if (winner := self.winners.get(place)) is not None:
            return {person: Fraction(person == winner) for person in people}
        if self.is_bye(place, results):
            return self._shares_of_bye(place)
        compared = [one for one in range(len(self.tables)) if one not in self.winners and one not in self.absent]
        played = [results.get(self.opened.get(one, 0)) for one in compared]
        if any(match is None for match in played):
            return None
        points = [duplicate_points(match) for match in played if match is not None]
        won = duplicate_shares(points)
        return {person: won.get(person, Fraction(0)) for person in people}

    def is_bye(self, place: int, results: Results) -> bool:
        """Return True if who came to this place gets what a bye gets.

        They are too few for a match without those who didn't come, or it couldn't be compared with those of other tables.
        """
        if place in self.winners or place not in self.absent:
            return False
        came = len(self.tables[place]) - len(self.absent[place])
        return bool(self.deals) or (1 < came < self.least and self.opened.get(place, 0) not in results)

    def unopposed(self, results: Results) -> list[int]:
        """Return who has won because nobody else came to their table."""
        places = [place for place in self.absent if place not in self.winners and self.opened.get(place, 0) not in results]
        won = [(self.outcome(place, results) or {}).items() for place in sorted(places)]
        return [person for shares in won for person, share in shares if share == 1]

    def _shares_of_bye(self, place: int) -> dict[int, Fraction]:
        return {person: HALF * (person not in self.absent[place]) for person in self.tables[place]}

    def come_to(self, place: int) -> int:
        """Return until when people can come to the table at this place (epoch ms)."""
        return max(self.come_by, self.again.get(place, 0))

    def is_over(self, results: Results) -> bool:
        return all(self.outcome(place, results) is not None for place in range(len(self.tables)))


class Tournament(Struct, frozen=True):
    """`people` are everyone who has taken part, in the order in which they joined, each with the number of rounds that had
    begun by then; `left` those of them who have left. `check_in` is the round for which people check in now, 0 for none; it
    begins at `begins` (epoch ms), and `here` have checked in. `replaced` leads from a person to who plays for them.
    """

    number: int
    server: int
    channel: int
    author: int | None
    name: str
    plan: TournamentPlan
    people: dict[int, int] = {}
    left: frozenset[int] = frozenset()
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
        seen = {person for one in self.rounds for people in (*one.tables, one.byes) for person in people}
        return seen | {*self.people, *self.replaced}

    @property
    def is_being_played(self) -> bool:
        """True while the round that has begun last is being played."""
        return bool(self.rounds) and not self.check_in and self.over_at is None

    @property
    def may_join(self) -> bool:
        """True while somebody new can take part."""
        most = LAST_LATE_ROUND if self.plan.kind in (TournamentKind.SWISS, TournamentKind.DUPLICATE) else 1
        return self.over_at is None and len(self.rounds) < most

    @property
    def most_people(self) -> int:
        return MOST_IN_ROUND_ROBIN if self.plan.kind == TournamentKind.ROUND_ROBIN else MOST_PEOPLE

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
        rounds = []
        for one in self.rounds:
            tables = tuple(tuple(map(self.successor, people)) for people in one.tables)
            rounds.append(Round(tables, tuple(map(self.successor, one.byes))))
        return rounds

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


def begin_tournament(made: TournamentMade, server: int, author: int | None) -> Tournament:
    return Tournament(made.tournament, server, made.channel, author, made.name, made.plan, follows=made.follows)


def apply_tournament(before: Tournament, event: TournamentEvent, at: int) -> Tournament:
    """Return the tournament after an event; it never refuses."""
    match event:
        case TournamentChanged(name=name, plan=plan):
            return replace(before, name=name, plan=plan)
        case TournamentJoined(person=person):
            since = before.people.get(person, len(before.rounds))
            return replace(before, people=before.people | {person: since}, left=before.left - {person})
        case TournamentLeft(person=person):
            people = before.people if before.rounds else {one: since for one, since in before.people.items() if one != person}
            left = before.left | {person} if before.rounds else before.left
            return replace(before, people=people, left=left, here=before.here - {person})
        case CheckInOpened(round=number, begins=begins):
            return replace(before, check_in=number, begins=begins, here=frozenset())
        case CheckedIn(person=person):
            return replace(before, here=before.here | {person}, left=before.left - {person})
        case RoundBegun(tables=tables, byes=byes, come_by=come_by, extra=extra):
            gone = {place: tuple(one for one in people if one in before.left) for place, people in enumerate(tables)}
            absent = {place: people for place, people in gone.items() if people}  # in a round robin, which names them all
            new = TournamentRound(tables, byes, come_by, extra=extra, absent=absent, least=before.plan.variant.players[0])
            return replace(before, rounds=(*before.rounds, new), check_in=0, here=frozenset())
        case RoundPairedAgain(tables=tables, byes=byes, come_by=come_by):
            last = before.rounds[-1]
            new = TournamentRound(tables, byes, come_by, paired_again=last.paired_again + 1, least=last.least)
            return replace(before, rounds=(*before.rounds[:-1], new))
        case PlayerReplaced(person=person, other=other):
            return _replace_player(before, person, other)
        case RoundExtended(minutes=minutes) if before.check_in:
            return replace(before, begins=before.begins + minutes * MINUTE)
        case TournamentEnded():
            return replace(before, over_at=at, check_in=0)
        case TournamentMade() | WeeklyStopped():  # the next one is made, or none will be
            return replace(before, plan=replace(before.plan, weekly=""))
        case _:
            if isinstance(event, AwardWithdrawn) and event.come_by:
                before = replace(before, check_in=0, here=frozenset())
            nth = event.round - 1
            return replace(
                before, rounds=(*before.rounds[:nth], _change_round(before.rounds[nth], event), *before.rounds[nth + 1 :])
            )


_RoundEvent = (
    DealsChosen | RoundTable | NotCome | TableWithoutResult | MatchAwarded | AwardWithdrawn | RoundExtended | DaysAdded
)


def _change_round(one: TournamentRound, event: _RoundEvent) -> TournamentRound:
    """Return the round after something that happens in it alone."""
    match event:
        case DealsChosen(deals=deals):
            return replace(one, deals=deals)
        case RoundTable(place=place, table=table, person=person):
            openers = one.openers | {place: (*one.openers.get(place, ()), person)}
            return replace(one, opened=one.opened | {place: table}, openers=openers)
        case NotCome(place=place, people=people):
            return replace(one, absent=one.absent | {place: people})
        case TableWithoutResult(place=place, come_by=come_by):
            return _await_again(one, place, come_by)
        case MatchAwarded(table=table, person=person):
            return replace(one, winners=one.winners | {table - 1: person})
        case AwardWithdrawn(table=table, come_by=come_by):
            withdrawn = replace(one, winners={place: person for place, person in one.winners.items() if place != table - 1})
            return _await_again(withdrawn, table - 1, come_by) if come_by else withdrawn
        case RoundExtended(minutes=minutes):
            return replace(one, come_by=one.come_by + minutes * MINUTE)
        case DaysAdded(days=days):
            return replace(one, come_by=one.come_by + days * DAY_MS)


def _await_again(one: TournamentRound, place: int, come_by: int) -> TournamentRound:
    """Return the round in which the people of this place have until `come_by` (epoch ms), whoever was missing before."""
    absent = {at: people for at, people in one.absent.items() if at != place}
    openers = {at: people for at, people in one.openers.items() if at != place}
    return replace(one, again=one.again | {place: come_by}, absent=absent, openers=openers)


def _replace_player(before: Tournament, person: int, other: int) -> Tournament:
    """Return the tournament with the other person in the place of the person, also in the round that is being played.

    Whom the person has replaced can come back in this way.
    """

    def now(one: int) -> int:
        return other if one == person else one

    people = {now(one): since for one, since in before.people.items()}
    replaced = {one: by for one, by in before.replaced.items() if one != other} | {person: other}
    changed = replace(before, people=people, here=frozenset(map(now, before.here)), replaced=replaced)
    if before.check_in or not before.rounds:
        return changed
    last = before.rounds[-1]
    tables = tuple(tuple(map(now, one)) for one in last.tables)
    return replace(changed, rounds=(*before.rounds[:-1], replace(last, tables=tables, byes=tuple(map(now, last.byes)))))


def pair_round(tournament: Tournament, here: Sequence[int], results: Results, pairings: int = 0) -> Round | None:
    """Return the next round among the people who are here; None if it can't be played. It can take a second.

    In a round robin everybody plays whom the schedule names, here or not. In a knockout, those play who have got so far. Equal
    scores are ordered differently for each number of `pairings` that the round had before.
    """
    least, most = tournament.sizes
    seed = f"{tournament.number:032x}{len(tournament.rounds):016x}{pairings:016x}"  # 64 hex digits
    match tournament.plan.kind:
        case TournamentKind.ROUND_ROBIN:
            rounds = round_robin_rounds(tournament, here)
            return rounds[len(tournament.rounds)] if len(tournament.rounds) < len(rounds) else None
        case TournamentKind.KNOCKOUT:
            seeded = [person for person in still_in(tournament, results) if person in here or tournament.rounds]
            if pairings and not tournament.rounds:
                seeded = list(shuffle(seeded, seed, "seeds"))
            on: Literal[1, 2] = 2 if tournament.plan.on == 2 else 1
            return knockout_round(seeded, least=least, most=most, on=on) if len(seeded) > 1 else None
        case TournamentKind.SWISS:
            if len(here) < tournament.plan.variant.players[0]:
                return None
            scores = {row.person: row.score for row in tournament_rows(tournament, results)}
            return swiss_round({one: scores[one] for one in here}, tournament.earlier, least=least, most=most, seed=seed)
        case TournamentKind.DUPLICATE:
            size = duplicate_size(len(here), least, most)
            if size is None:
                return None
            scores = {row.person: row.score for row in tournament_rows(tournament, results)}
            paired = duplicate_round({one: scores[one] for one in here}, tournament.earlier, size=size, seed=seed)
            seated = tuple(shuffle(people, seed, f"seats {place}") for place, people in enumerate(paired.tables))
            return Round(seated, paired.byes)


def duplicate_size(people: int, least: int, most: int) -> int | None:
    """Return the size of all tables of a duplicate round: the fewest people sit out, then near four; None for one table."""
    sizes = [size for size in range(least, most + 1) if people // size > 1]
    return min(sizes, key=lambda size: (people % size, abs(size - 4)), default=None)


def round_robin_rounds(tournament: Tournament, here: Sequence[int]) -> Sequence[Round]:
    """Return all rounds among the people of the first one, or who plays for them; before that, among those who are here."""
    if tournament.rounds:
        first = tournament.earlier[0]
        playing = {person for people in (*first.tables, first.byes) for person in people}
        here = [person for person in tournament.people if person in playing]
    if len(here) < tournament.plan.variant.players[0]:
        return ()
    if tournament.plan.variant.players[0] == 2:
        return round_robin(here)
    return table_rounds(here, len(here) - 1, f"{tournament.number:064x}")


def still_in(tournament: Tournament, results: Results) -> list[int]:
    """Return who is still in a knockout, the best of the last round first: the first of each table, and those with a bye."""
    if not tournament.rounds:
        return tournament.staying
    last, on = tournament.rounds[-1], tournament.plan.on
    through = [(Fraction(2), person) for person in last.byes]
    for place in range(len(last.tables)):
        won = last.outcome(place, results) or {}
        best = sorted(won, key=lambda person: (-won[person], last.tables[place].index(person)))
        absent = () if place in last.winners else last.absent.get(place, ())
        through += [(won[person], person) for person in best[:on] if person not in absent]
    return [tournament.successor(person) for _, person in sorted(through, key=lambda one: -one[0])]


def is_last_round(tournament: Tournament) -> bool:
    """Return True if no round follows the one that has begun last."""
    last = tournament.rounds[-1]
    match tournament.plan.kind:
        case TournamentKind.ROUND_ROBIN:
            return len(tournament.rounds) >= len(round_robin_rounds(tournament, ()))
        case TournamentKind.KNOCKOUT:
            return len(last.tables) == 1 and not last.byes
        case TournamentKind.SWISS | TournamentKind.DUPLICATE:
            return len(tournament.rounds) >= tournament.plan.rounds


class AtPlace(Struct, frozen=True):
    """Who has come to the newest table of a place, and whether the match there has begun.

    `is_played` if a match ended there; without a result, it was broken off or voided.
    """

    came: tuple[int, ...] = ()
    is_playing: bool = False
    is_played: bool = False


def next_event(
    tournament: Tournament, results: Results, now: int, at_places: Mapping[int, AtPlace] = {}, *, patience: int = 0
) -> TournamentEvent | None:
    """Return what happens by itself at `now` (epoch ms); None if nothing does. Ask again after each event.

    Until `patience` (epoch ms), nobody is late: the bot couldn't be reached shortly before.
    """
    number, name, done = tournament.number, tournament.name, len(tournament.rounds)
    if tournament.over_at is not None:
        return None
    if tournament.check_in:
        expected = awaited(tournament, results)
        may_end = tournament.plan.kind != TournamentKind.KNOCKOUT  # an award that was taken back can be given again first
        is_complete = done > 0 and (may_end or len(expected) > 1) and tournament.here.issuperset(expected)
        is_time = now >= max(tournament.begins, patience)
        return begin_round(tournament, results, now) if is_time or is_complete else None
    if not tournament.rounds:
        start = tournament.plan.start
        if start is None or now < (start if tournament.plan.days else start - CHECK_IN):
            return None
        begins = start if now < start else now + CHECK_IN  # the bot may have been down at its start
        return begin_round(tournament, results, now) if tournament.plan.days else CheckInOpened(number, name, 1, begins)
    last = tournament.rounds[-1]
    for place in range(len(last.tables)):
        at = at_places.get(place, AtPlace())
        if at.is_playing or last.opened.get(place, 0) in results or last.outcome(place, results) is not None:
            continue  # a table of a duplicate round has a result before the round is decided
        if at.is_played and last.deals:  # played again, its cards would be known
            return NotCome(number, done, place, (), name)
        if at.is_played and place not in last.again:
            return TableWithoutResult(number, done, place, now + come_within(tournament.plan))
        missing = _missing(tournament.plan, last, place, at)
        if now >= max(last.come_to(place), patience) and set(missing) - set(last.absent.get(place, ())):
            return NotCome(number, done, place, missing, name)
    if not last.is_over(results):
        return None
    if not last.extra and not is_last_round(tournament):
        if tournament.plan.days:
            return begin_round(tournament, results, now)
        return CheckInOpened(number, name, done + 1, now + CHECK_IN)
    if not last.extra and (equals := equal_leaders(tournament, results)):
        return RoundBegun(number, name, done + 1, (equals,), (), now + come_within(tournament.plan), extra=True)
    return end_tournament(tournament, now)


def come_within(plan: TournamentPlan) -> int:
    """Return how long people have to come to their table once a round has begun (ms)."""
    return plan.days * DAY_MS or COME_WITHIN


def _missing(plan: TournamentPlan, played: TournamentRound, place: int, at: AtPlace) -> tuple[int, ...]:
    """Return who hasn't come to this place.

    In a round of days nobody has to wait at the table: who alone has opened one, or sits there at its end, has come. If several
    have, but never together, or if a match was broken off once more, nobody was alone: all are missing.
    """
    came = set(at.came)
    if plan.days and len(came) < 2 and not at.is_played:
        tried = came | set(played.openers.get(place, ())) & set(played.tables[place])
        came = tried if len(tried) == 1 else set()
    return tuple(person for person in played.tables[place] if person not in came)


def end_tournament(tournament: Tournament, now: int) -> TournamentMade | TournamentEnded:
    """Return the end of a tournament; of a weekly one first that of the next week, or of a later one.

    The next one starts after `now` (epoch ms): the bot may have been down for weeks, and nobody can play those.
    """
    plan = tournament.plan
    if plan.weekly and plan.start is not None:
        starts = (days_later(plan.start, 7 * weeks, plan.weekly) for weeks in count(1))
        following = replace(plan, start=next(start for start in starts if start > now))
        return TournamentMade(0, tournament.name, tournament.channel, following, follows=tournament.number)
    return TournamentEnded(tournament.number, tournament.name)


def equal_leaders(tournament: Tournament, results: Results) -> tuple[int, ...]:
    """Return those who share the first position, if they can play at one table; nobody if one leads alone."""
    least, most = tournament.plan.variant.players
    first = [row.person for row in tournament_rows(tournament, results) if row.position == 1 and row.played]
    return tuple(first) if max(2, least) <= len(first) <= most else ()


def awaited(tournament: Tournament, results: Results) -> list[int]:
    """Return the people who may check in for the next round, in the order in which they joined."""
    if tournament.plan.kind == TournamentKind.KNOCKOUT:
        through = still_in(tournament, results)
        return [person for person in tournament.staying if person in through]
    return tournament.staying


def begin_round(tournament: Tournament, results: Results, now: int) -> RoundBegun | TournamentMade | TournamentEnded:
    """Return the beginning of the next round among those who have checked in; the end of the tournament if it can't be played.

    In rounds of days everyone plays.
    """
    here = [person for person in awaited(tournament, results) if tournament.plan.days or person in tournament.here]
    paired = pair_round(tournament, here, results)
    if paired is None:
        return end_tournament(tournament, now)
    number = len(tournament.rounds) + 1
    come_by = now + come_within(tournament.plan)
    return RoundBegun(tournament.number, tournament.name, number, paired.tables, paired.byes, come_by)


def is_settled(played: TournamentRound, results: Results) -> bool:
    """Return True if something is decided at a table of the round."""
    return any(played.outcome(place, results) is not None for place in range(len(played.tables)))


def may_pair_again(tournament: Tournament) -> bool:
    """Return True if the round could have been paired in another way: not if who plays whom follows from rounds before."""
    return tournament.plan.kind in (TournamentKind.SWISS, TournamentKind.DUPLICATE) or len(tournament.rounds) == 1


def pair_again(tournament: Tournament, results: Results, also: Collection[int] = ()) -> Round | None:
    """Return the round that has begun last, paired in another way.

    It is played by those of it who stay, those who have joined since, and `also` by these.
    """
    last = tournament.rounds[-1]
    before = replace(tournament, rounds=tournament.rounds[:-1])
    in_it = {person for people in (*last.tables, last.byes, also) for person in people}
    here = [person for person in tournament.staying if person in in_it or tournament.people[person] == len(tournament.rounds)]
    return pair_round(before, here, results, last.paired_again + 1)


def tournament_rows(tournament: Tournament, results: Results) -> list[PersonRow]:
    """Return everyone's row as of the rounds that are over, the best first.

    In a knockout, who got further is better, and in the same round, who beat more there. A match that is voided after its
    round counts as a bye for its people.
    """
    is_played = len(tournament.rounds) - tournament.is_being_played
    over = [(nth, one) for nth, one in enumerate(tournament.rounds) if nth < is_played or one.is_over(results)]
    rounds = [(nth, one) for nth, one in over if not one.extra]
    people = {person: [_in_round(tournament, one, person, nth, results) for nth, one in rounds] for person in tournament.people}
    rows = tournament_table(people)
    if tournament.plan.kind == TournamentKind.KNOCKOUT:
        rows = _by_reached_round(rows, people)
    extra = next((one for one in tournament.rounds if one.extra), None)
    return rows if extra is None else _with_extra_deal(rows, tournament, extra.outcome(0, results) or {})


def _with_extra_deal(rows: list[PersonRow], tournament: Tournament, won: Mapping[int, Fraction]) -> list[PersonRow]:
    """Return the rows with those who are equal in the order of the extra deal.

    Who is no longer equal, because a match was corrected, is where their score puts them.
    """
    if not won:
        return rows
    after, best = {tournament.successor(person): share for person, share in won.items()}, max(won.values())
    keys = {row.person: (row.position, -after.get(row.person, best)) for row in rows}
    rows = sorted(rows, key=lambda row: keys[row.person])
    return [dataclasses.replace(row, position=1 + sum(other < keys[row.person] for other in keys.values())) for row in rows]


def _by_reached_round(rows: list[PersonRow], people: Mapping[int, Sequence[Played | Unplayed]]) -> list[PersonRow]:
    """Return the rows of a knockout, whoever got further first."""
    reached = {row.person: _reached(people[row.person]) for row in rows}
    rows.sort(key=lambda row: reached[row.person], reverse=True)
    return [
        dataclasses.replace(row, position=1 + sum(other > reached[row.person] for other in reached.values())) for row in rows
    ]


def _reached(rounds: Sequence[Played | Unplayed]) -> tuple[int, Fraction]:
    """Return the last round in which a person was in a knockout, and what they won there."""
    last = max((nth for nth, one in enumerate(rounds, start=1) if isinstance(one, Played) or one == Unplayed.BYE), default=0)
    one = rounds[last - 1] if last else None
    return last, one.share if isinstance(one, Played) else Fraction(1)


def _in_round(tournament: Tournament, played: TournamentRound, person: int, nth: int, results: Results) -> Played | Unplayed:
    """Return what became of a person, or of whom they play for, in a round that is over."""
    own = {person, *(one for one in tournament.replaced if tournament.successor(one) == person)}
    if own & set(played.byes):
        return Unplayed.BYE
    for place, people in enumerate(played.tables):
        if not (at := own & set(people)):
            continue
        who = at.pop()
        match = results.get(played.opened.get(place, 0))
        placings = [] if match is None else league_placings(match)
        came = {one.person for one in placings} if match is not None else {*people} - {*played.absent.get(place, ())}
        if place in played.winners:
            came = {*people}
        elif who not in came:
            return Unplayed.ABSENT
        elif played.is_bye(place, results):
            return Unplayed.BYE
        if (outcome := played.outcome(place, results)) is None:
            return Unplayed.BYE
        share = outcome.get(who, Fraction(0))
        cards = next((one.per_deal for one in placings if one.person == who), 0)
        return Played(share, tuple(tournament.successor(one) for one in people if one != who and one in came), cards)
    return Unplayed.LATE if tournament.people[person] > nth else Unplayed.ABSENT
