"""Tournaments: who takes part, what organisers decide, and what happens when its time has come.

Each change is a line of the server's ledger, which `bot/league/tournament/tournament.py` folds.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from msgspec import structs

from bot.competition.tournament import refusals
from bot.league.ledger import Ledger
from bot.league.match_facts import MatchResult
from bot.league.organiser_actions import Line, NewLine, TournamentWaits
from bot.league.tournament import events
from bot.league.tournament.course import AtPlace, awaited, has_round_robin, more_time, next_event, take_out
from bot.league.tournament.events import TournamentEvent, TournamentKind, TournamentPlan
from bot.league.tournament.tournament import (
    COME_WITHIN,
    MOST_PEOPLE,
    OPEN_FOR,
    Results,
    Tournament,
    TournamentRound,
    new_pairs_that_meet,
    table_sizes,
)
from bot.rummy.contradictions import contradictions
from bot.storage.league.ledgers import StoredLedgers
from bot.storage.tournament.tournaments import StoredTournaments
from bot.tables.events import Reservation
from bot.tables.lobby_requests import StandUp, StartWithout
from bot.tables.match_requests import Cancel
from bot.tables.ports import ClockAndSeeds
from bot.tables.refusals import RulesContradict
from bot.tables.rules.house_rules import replace_match_end
from bot.tables.service import Tables
from bot.tables.table import Phase
from bot.wording.sentence import Refused

Decide = Callable[[Tournament, Results], Sequence[TournamentEvent]]
"""Returns what happens; nothing if that has happened already. Raises Refused."""
NOTED_BY_ITSELF = events.TournamentJoined | events.TableWithoutResult
"""What stands in no log, whoever has decided it."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What a decision is about: a tournament with its results, `now` (epoch ms).

    `before` is the tournament as it was when the bot looked who was `at` the places of its round, a moment ago.
    """

    tournament: Tournament
    results: Results
    now: int
    before: Tournament
    at: Mapping[int, AtPlace]


async def _always_reachable() -> int:
    return 0


async def _no_former_numbers(_person: int) -> Collection[int]:
    return ()


@dataclass(eq=False)
class Tournaments:
    """The tournaments of all servers. Every method but `advance` raises Refused. `by` is an organiser; handlers check that."""

    _ledgers: StoredLedgers
    _stored: StoredTournaments
    _tables: Tables
    _source: ClockAndSeeds
    reachable_since: Callable[[], Awaitable[int]] = _always_reachable
    """Returns when people could reach the bot again (epoch ms), if they couldn't for a minute or more; set once it is built."""
    is_hidden: Callable[[int], bool] = lambda _: False
    """Returns True while the messages of a tournament can't be posted: then its deadlines don't run. Set once it is built."""
    is_former: Callable[[int], bool] = lambda _: False
    """Returns True for a person who has deleted their data. Set once it is built."""
    former_numbers: Callable[[int], Awaitable[Collection[int]]] = _no_former_numbers
    """Returns the numbers under which a person's data was deleted of late. Set once it is built."""

    async def create(self, server: int, channel: int, by: int, name: str, plan: TournamentPlan) -> Tournament:
        plan = checked_plan(plan, self._source.now())

        async def make(_ledger: Ledger) -> NewLine:
            return NewLine(Line(self._source.now(), by, events.TournamentMade(0, name, channel, plan)))

        line = await self._ledgers.add(server, make)
        assert line is not None, "it is made whenever it isn't refused"
        assert isinstance(line.what, events.TournamentMade), "it is what was made"
        return await self.get(server, line.what.tournament)

    async def get(self, server: int, number: int) -> Tournament:
        async with self._ledgers.of(server) as ledger:
            return _find(ledger, number)

    async def with_results(self, server: int, number: int) -> tuple[Tournament, Mapping[int, MatchResult]]:
        """Return a tournament with the matches that were played in it, by their tables, as they are corrected."""
        async with self._ledgers.of(server) as ledger:
            found = _find(ledger, number)
            return found, results_of(found, ledger)

    async def all_with_results(self, server: int) -> list[tuple[Tournament, Mapping[int, MatchResult]]]:
        """Return all tournaments, also those that are over, the oldest first, each as `with_results` does."""
        async with self._ledgers.of(server) as ledger:
            return [(one, results_of(one, ledger)) for one in ledger.tournaments.all.values()]

    async def with_match(self, server: int, match: int) -> list[Tournament]:
        """Return the tournaments in which a match was played, also those that are over: one or none."""
        async with self._ledgers.of(server) as ledger:
            return [one for one in ledger.tournaments.all.values() if match in one.tables()]

    async def due(self) -> list[tuple[int, int]]:
        """Return the server and the number of each tournament in which something may happen now."""
        return await self._stored.due(self._source.now())

    # What people do

    async def join(self, server: int, number: int, person: int) -> Tournament:
        former = await self.former_numbers(person)

        def decide(now: Tournament, _results: Results) -> Sequence[TournamentEvent]:
            if not {*now.taken_out, *(now.people if now.rounds else ())}.isdisjoint(former):
                raise Refused(refusals.WasInTournament(now.name))
            return joined(now, person)

        return await self._change(server, number, decide)

    async def leave(self, server: int, number: int, person: int) -> Tournament:
        def decide(now: Tournament, _results: Results) -> Sequence[TournamentEvent]:
            check_not_over(now)
            if person not in (*now.staying, *now.waiting):
                raise Refused(refusals.NotInTournament(now.name))
            return [events.TournamentLeft(number, person)]

        return await self._change(server, number, decide)

    async def check_in(self, server: int, number: int, person: int) -> Tournament:
        """Note that the person is here for the next round. Whoever may still join does so with that."""
        before = await self.get(server, number)
        if before.check_in and person not in before.people:
            await self.join(server, number, person)

        def decide(now: Tournament, results: Results) -> Sequence[TournamentEvent]:
            check_not_over(now)
            if not now.check_in:
                raise Refused(refusals.NoCheckIn())
            if person in now.here:
                return []
            if person in now.left:
                _check_may_come(now, person)
            if person in now.waiting:
                raise Refused(refusals.NoCheckIn())
            if person not in now.people:
                raise Refused(refusals.NotInTournament(now.name))
            if person not in now.left and person not in awaited(now, results):
                raise Refused(refusals.OutOfTournament(now.name))
            return [events.CheckedIn(number, now.check_in, person)]

        return await self._change(server, number, decide)

    async def prepare_table(self, server: int, number: int, person: int) -> tuple[Tournament, Reservation, int]:
        """Return the person's place in the round as a reservation, and the table that was opened there; 0 for none."""
        found, results = await self.with_results(server, number)
        place = None if person in found.taken_out else found.place_of(person)
        if place is None or found.check_in or found.over_at is not None:
            raise Refused(refusals.NoTableForYou(found.name))
        now = found.rounds[-1]
        if now.outcome(place, results) is not None:
            raise Refused((refusals.CameTooLate if person in now.absent.get(place, ()) else refusals.NoTableForYou)(found.name))
        opened = now.opened.get(place, 0)
        if opened:
            phase = None
            with suppress(Refused):
                phase = (await self._tables.get(opened)).phase
            if phase == Phase.OVER:
                opened = 0
            elif phase in (Phase.DEAL, Phase.PAUSE) and person in now.absent.get(place, ()):
                raise Refused(refusals.CameTooLate(found.name))
        reserved = Reservation(0, now.tables[place], tournament=number, round=len(found.rounds), place=place)
        reserved = structs.replace(reserved, deals=now.deals, has_days=bool(found.plan.days))
        if now.extra:
            found = structs.replace(
                found, plan=structs.replace(found.plan, variant=replace_match_end(found.plan.variant, None, 1))
            )
        return found, reserved, opened

    # What organisers do

    async def decide(
        self, server: int, number: int, decide: Callable[[Moment], Sequence[TournamentEvent]], *, by: int, why: str = ""
    ) -> tuple[Tournament, Sequence[TournamentEvent]]:
        """Let happen what an organiser decides, for a reason that was checked. Return what did, nothing if it had already.

        The table of a match that is awarded is closed, and at the end each where no match has begun.
        """
        before, played = await self.with_results(server, number)
        at, happened = await self._at_places(before, played), list[TournamentEvent]()

        def note(now: Tournament, results: Results) -> Sequence[TournamentEvent]:
            happened[:] = decide(Moment(now, results, self._source.now(), before, at))
            return happened

        after = await self._change(server, number, note, by=by, why=why)
        for place, table in after.rounds[len(before.rounds) - 1].opened.items() if before.rounds else ():
            is_awarded = place in after.rounds[len(before.rounds) - 1].winners
            if is_awarded or after.over_at != before.over_at:
                with suppress(Refused):  # nobody plays there
                    await self._tables.change(table, by, Cancel(by_manager=True, only_lobby=not is_awarded, why=why))
        return after, happened

    # What happens by itself

    async def advance(self, server: int, number: int) -> Tournament:
        """Do what is due in a tournament, and return it. Tables where somebody is missing begin without them, or are closed."""
        patience = await self.reachable_since() + COME_WITHIN
        while True:
            found, results = await self.with_results(server, number)
            at, happened = await self._at_places(found, results), False
            is_hidden = self.is_hidden(number)
            if not is_hidden and await self._begin_without(found, results, at):  # before it goes on: a late result changes it
                continue

            async def make(ledger: Ledger, at: Mapping[int, AtPlace] = at, is_hidden: bool = is_hidden) -> NewLine | None:
                nonlocal happened
                now = _find(ledger, number)
                event: TournamentEvent | None
                if is_without_deals(now):
                    event = events.DealsChosen(number, len(now.rounds), self._source.seed())
                elif now.over_at is None and (former := next(filter(self.is_former, now.staying), None)) is not None:
                    event = take_out(now, results_of(now, ledger), former)
                elif is_hidden:
                    event = more_time(now, self._source.now())
                else:
                    event = await asyncio.to_thread(
                        next_event, now, results_of(now, ledger), self._source.now(), at, patience=patience
                    )
                happened, time = event is not None, self._source.now()
                lines = [Line(time, None, one) for one in ((event, *new_pairs_that_meet(now, [event], time)) if event else ())]
                return NewLine(lines[0], followers=tuple(lines[1:])) if lines else None

            await self._ledgers.add(server, make)
            if not happened:
                return await self.get(server, number)

    async def note_waiting(self, one: Tournament) -> None:
        """Tell organisers that a tournament waits, because its messages can't be posted."""
        await self._ledgers.note(one.server, TournamentWaits(one.number, one.name, one.channel), self._source.now())

    async def _begin_without(self, tournament: Tournament, results: Results, at: Mapping[int, AtPlace]) -> bool:
        """Begin the matches of those who needn't wait any more, or close their tables. Return True if any was changed.

        First it is noted who is missing. A table is closed if it is decided: by an award, or because one is alone; one of a
        duplicate round, too, because it couldn't be compared. So is one where somebody was replaced: they come again.
        """
        changed = False
        for place, there in at.items():
            played = tournament.rounds[-1]
            for person in () if there.is_playing else tournament.taken_out.intersection(there.came):
                with suppress(Refused):
                    await self._tables.change(played.opened[place], person, StandUp())
                    return True
            is_decided, is_replaced = played.outcome(place, results) is not None, there.people != played.tables[place]
            is_noted = {*played.tables[place]} <= {*there.came, *played.absent.get(place, ())}
            if (is_noted or is_decided or is_replaced) and there.came and not there.is_playing:
                is_won_elsewhere = place in played.winners or not {*played.shared.get(place, ())} <= {*there.came}
                cancel = Cancel(by_manager=True, only_lobby=True)  # doesn't say that the others haven't come
                with suppress(Refused):  # they have begun meanwhile
                    request = cancel if is_won_elsewhere or is_replaced else StartWithout(only_close=is_decided)
                    await self._tables.change(played.opened[place], None, request)
                    changed = True
        return changed

    async def hides_cards(self, server: int, matches: Collection[int]) -> frozenset[int]:
        """Return those of the matches whose cards are, or can still be, played at other tables of their round."""
        asked = frozenset(matches)
        async with self._ledgers.of(server) as ledger:
            return frozenset(
                number
                for one in ledger.tournaments.all.values()
                for played in one.rounds
                if played.deals and asked.intersection(played.opened.values()) and self._hides_cards(one, played, ledger)
                for number in asked.intersection(played.opened.values())
            )

    def _hides_cards(self, one: Tournament, played: TournamentRound, ledger: Ledger) -> bool:
        if any(self._tables.in_play.get(number) is not None for number in played.opened.values()):
            return True  # also after the end
        is_current = one.is_being_played and played is one.rounds[-1]
        return is_current and not played.is_over(results_of(one, ledger))

    async def _at_places(self, tournament: Tournament, results: Mapping[int, MatchResult]) -> dict[int, AtPlace]:
        """Return who has come to the tables of the round that is being played, but for those with a result."""
        found = dict[int, AtPlace]()
        if not tournament.rounds or tournament.check_in or tournament.over_at is not None:
            return found
        for place, number in tournament.rounds[-1].opened.items():
            if number in results:
                continue
            with suppress(Refused):
                table = await self._tables.get(number)
                if table.phase != Phase.OVER:
                    found[place] = AtPlace(table.seated_people(), table.match is not None, people=table.reserved_people)
                elif table.match is not None:
                    is_ended = table.match.placings is None and table.end_requests.issuperset(table.seated_people())
                    found[place] = AtPlace(is_played=True, is_ended=is_ended)
        last, now = tournament.rounds[-1], self._source.now()
        for place, lobbies in last.lobbies.items() if tournament.plan.days else ():
            if now >= last.come_to(place) and last.outcome(place, results) is None:
                times = Counter[int]()
                for number in reversed(lobbies):
                    with suppress(Refused):
                        if (await self._tables.get(number)).match is not None:
                            break  # whoever waited before, they have met
                    times.update(await self._tables.waiting_times(number))
                waited = tuple(tournament.successor(person) for person, time in times.items() if time >= OPEN_FOR)
                found[place] = structs.replace(found.get(place, AtPlace()), waited=waited)
        return found

    async def _change(self, server: int, number: int, decide: Decide, *, by: int | None = None, why: str = "") -> Tournament:
        """Store what is decided for the tournament as it is, do what is due after that, and return it.

        Who joins does so without `by`, also if somebody else decides it.
        """

        async def make(ledger: Ledger) -> NewLine | None:
            now = _find(ledger, number)
            results, at = results_of(now, ledger), self._source.now()
            happened = await asyncio.to_thread(decide, now, results)  # to pair 128 people takes half a second
            lines = [
                Line(at, None, what)
                if isinstance(what, NOTED_BY_ITSELF)
                else Line(
                    at,
                    by,
                    what,
                    "" if isinstance(what, events.TournamentMade) else why,
                    is_own=_decides_as_player(what, by, now),
                )
                for what in happened
            ]
            lines += [Line(at, None, what) for what in new_pairs_that_meet(now, happened, at)]
            told = (now.channel,) if any(isinstance(one, events.Award) for one in happened) else ()
            return NewLine(lines[0], told, followers=tuple(lines[1:])) if lines else None

        await self._ledgers.add(server, make)
        return await self.advance(server, number)


_Pairing = events.RoundPairedAgain | events.PlayersSwapped | events.PairKeptApart
_Entry = events.PlayersAdded | events.PlayersLimited
_DECIDING = events.StartedWithout | events.Award | _Pairing | events.MoreTime | events.TournamentEnded | _Entry


def _decides_as_player(what: TournamentEvent, person: int | None, now: Tournament) -> bool:
    """Return True if the person plays in the tournament, and it decides who plays or wins, until when, or when all is over."""
    match what:
        case events.RoundBegun():  # the others still had time to check in; a round of days has no check-in
            return now.check_in > 0 and person in now.people
        case events.PlayerReplaced(other=other) | events.TakenOut(person=other):
            return person in now.people or person == other
        case _:
            return isinstance(what, _DECIDING) and person in now.people


def is_without_deals(tournament: Tournament) -> bool:
    """Return True if the deals of a duplicate round must be chosen."""
    last = tournament.rounds[-1] if tournament.rounds and tournament.over_at is None and not tournament.check_in else None
    return tournament.plan.kind == TournamentKind.DUPLICATE and last is not None and not last.extra and not last.deals


def results_of(tournament: Tournament, ledger: Ledger) -> dict[int, MatchResult]:
    """Return the matches of a tournament by their tables, as they are corrected, without the voided ones."""
    found = ((number, ledger.match(number)) for number in tournament.tables())
    return {number: match for number, match in found if match is not None and not match.voided}


def _find(ledger: Ledger, number: int) -> Tournament:
    found = ledger.tournaments.all.get(number)
    if found is None:
        raise Refused(refusals.NoSuchTournament(number))
    return found


def checked_plan(plan: TournamentPlan, now: int) -> TournamentPlan:
    """Return the plan as it is played, `now` (epoch ms) or later. Raise Refused if it can't be."""
    if plan.start is not None and plan.start <= now:
        raise Refused(refusals.StartPassed())
    if plan.weekly and plan.start is None:
        raise Refused(refusals.NoStart())
    if plan.weekly and plan.days:
        raise Refused(refusals.WeeksRepeated())
    if plan.kind == TournamentKind.DUPLICATE:
        plan = structs.replace(plan, variant=plan.variant.for_same_deals())
        if faults := tuple(contradictions(plan.variant)):
            raise Refused(RulesContradict(faults))
    if plan.kind == TournamentKind.KNOCKOUT and plan.on >= table_sizes(plan.variant)[1]:
        raise Refused(refusals.PairsKnockout())
    if plan.kind == TournamentKind.ROUND_ROBIN and not has_round_robin(plan.variant):
        raise Refused(refusals.NoRoundRobin())
    return plan


def check_not_over(tournament: Tournament) -> None:
    if tournament.over_at is not None:
        raise Refused(refusals.TournamentOver(tournament.name))


def joined(tournament: Tournament, person: int, *, is_added: bool = False) -> Sequence[events.TournamentJoined]:
    """Return what happens when the person joins, or `is_added` by an organiser: nothing if they are in already."""
    check_not_over(tournament)
    if person in (*tournament.staying, *tournament.waiting):
        return []
    _check_may_come(tournament, person, is_added=is_added)
    return [events.TournamentJoined(tournament.number, person)]


def _check_may_come(tournament: Tournament, person: int, *, is_added: bool = False) -> None:
    """Raise Refused if the person can't take part, or come back."""
    if person in tournament.taken_out and not is_added:
        raise Refused(refusals.TakenOutOfIt(tournament.name))
    if person in tournament.replaced:
        other = tournament.successor(person)
        raise Refused(refusals.SomebodyPlaysForThem(person, other) if is_added else refusals.SomebodyPlaysForYou(other))
    if not tournament.may_join and person not in tournament.people:
        raise Refused(refusals.TournamentBegun(tournament.name))
    can_wait = tournament.plan.most and person not in tournament.people and len(tournament.waiting) < MOST_PEOPLE
    if len(tournament.staying) >= tournament.most_people and not can_wait:
        raise Refused(refusals.TournamentFull(tournament.name, tournament.most_people))
