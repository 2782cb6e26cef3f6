"""Tournaments: who takes part, what organisers decide, and what happens when its time has come.

Each change is a line of the server's ledger, which `bot/league/tournament.py` folds.
"""

import asyncio
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass

from msgspec import structs

from bot.competition.corrections import checked_reason, optional_reason
from bot.competition.refusals import NoSuchTournament
from bot.league.ledger import Ledger
from bot.league.match_facts import MatchResult
from bot.league.organiser_actions import Line, NewLine
from bot.league.tournament import (
    CHECK_IN,
    COME_WITHIN,
    AtPlace,
    Tournament,
    TournamentRound,
    awaited,
    begin_round,
    is_settled,
    next_event,
    pair_again,
)
from bot.league.tournament_events import (
    CheckedIn,
    CheckInOpened,
    DealsChosen,
    MatchAwarded,
    PlayerReplaced,
    RoundBegun,
    RoundExtended,
    RoundPairedAgain,
    TournamentEnded,
    TournamentEvent,
    TournamentJoined,
    TournamentKind,
    TournamentLeft,
    TournamentMade,
    TournamentPlan,
    WeeklyStopped,
)
from bot.rummy.contradictions import contradictions_besides_size
from bot.storage.league.ledgers import StoredLedgers
from bot.storage.league.tournaments import StoredTournaments
from bot.tables.events import Reservation
from bot.tables.lobby_requests import StartWithout
from bot.tables.match_requests import Cancel
from bot.tables.ports import ClockAndSeeds
from bot.tables.refusals import RulesContradict
from bot.tables.rules.house_rules import replace_match_end
from bot.tables.service import Tables
from bot.tables.table import Phase
from bot.wording.sentence import Code, Person, Refusal, Refused, Typed

MOST_MINUTES = 24 * 60
"""How many minutes an organiser can give a round at once."""


class TournamentOver(Refusal):
    name: Typed
    sentence = "{name} is over."


class TournamentBegun(Refusal):
    """It is too late to join: a knockout and a round robin need everyone from the start, others by the second round."""

    name: Typed
    sentence = "{name} has begun. It's too late to join."


class TournamentFull(Refusal):
    name: Typed
    most: int
    sentence = "{name} is full ({most} players)."


class NotInTournament(Refusal):
    name: Typed
    sentence = "You're not in {name}. Press **Join** under it, while that is possible."


class NoCheckIn(Refusal):
    sentence = "No round is waiting for players just now."


class OutOfTournament(Refusal):
    """In a knockout, the person has lost."""

    name: Typed
    sentence = "You're out of {name}. Stay and watch!"


class NoTableForYou(Refusal):
    """The person has no table in this round, or no round is being played."""

    name: Typed
    sentence = "You have no table to play at in {name} right now."


class CameTooLate(Refusal):
    """The others at the table have begun without the person."""

    name: Typed
    sentence = "You came too late for this round of {name}. The others have begun."


class TooFewTakePart(Refusal):
    count: int
    least: int
    sentence = "A round needs at least {least} players who are here. So far: {count}."


class NoSuchTournamentTable(Refusal):
    table: Typed
    most: int
    sentence = "There's no table “{table}” in this round. Choose 1 to {most}."


class NotAtThatTable(Refusal):
    name: Person
    sentence = "{name} doesn't play at that table in this round."


class SomebodyPlaysForYou(Refusal):
    """An organiser has let somebody else play on for the person."""

    name: Person
    sentence = "{name} plays for you now. Ask an organiser to swap you back."


class NotTakingPart(Refusal):
    name: Person
    sentence = "{name} isn't in this tournament."


class TakesPartAlready(Refusal):
    name: Person
    sentence = "{name} is in this tournament already."


class RoundIsPlayed(Refusal):
    """Tables of the round are being played, or are decided."""

    sentence = "This round is being played. You can still award a match at a table."


class PlaysNow(Refusal):
    name: Person
    sentence = "{name} is playing. Wait for the end of the match, or award it first."


class TableDecided(Refusal):
    name: Person
    sentence = "{name} has played in this round. Replace them when it's over."


class PairsKnockout(Refusal):
    """Two can't go on from a table for two."""

    sentence = "In a game for two, one goes on. Choose **Knockout: one goes on**."


class NoRoundIsPlayed(Refusal):
    sentence = "No round is being played just now."


class NoRound(Refusal):
    sentence = "No round is being played or waiting for players."


class NoSuchMinutes(Refusal):
    minutes: Typed
    most: int
    sentence = "“{minutes}” isn't a number of minutes. Choose 1 to {most}."


class NotWeekly(Refusal):
    name: Typed
    sentence = "{name} isn't repeated next week."


class NoStart(Refusal):
    """A weekly tournament needs a start."""

    sentence = "A weekly tournament needs a start, such as 20:30."


class StartPassed(Refusal):
    command: Code = "/tournament"
    sentence = "The start must be in the future. Try {command} again."


Decide = Callable[[Tournament, Ledger], TournamentEvent | None]
"""Returns what happens; None if that has happened already."""


@dataclass(eq=False)
class Tournaments:
    """The tournaments of all servers. Every method but `advance` raises Refused. `by` is an organiser; handlers check that."""

    _ledgers: StoredLedgers
    _stored: StoredTournaments
    _tables: Tables
    _source: ClockAndSeeds

    async def create(self, server: int, channel: int, by: int, name: str, plan: TournamentPlan) -> Tournament:
        if plan.start is not None and plan.start <= self._source.now():
            raise Refused(StartPassed())
        if plan.weekly and plan.start is None:
            raise Refused(NoStart())
        if plan.kind == TournamentKind.DUPLICATE:
            plan = structs.replace(plan, variant=structs.replace(plan.variant, stock="own"))
            if faults := contradictions_besides_size(plan.variant):
                raise Refused(RulesContradict(faults))
        if plan.kind == TournamentKind.KNOCKOUT and plan.on >= Tournament(0, server, channel, by, name, plan).sizes[1]:
            raise Refused(PairsKnockout())

        async def make(_ledger: Ledger) -> NewLine:
            return NewLine(Line(self._source.now(), by, TournamentMade(0, name, channel, plan)))

        line = await self._ledgers.add(server, make)
        assert line is not None, "it is made whenever it isn't refused"
        assert isinstance(line.what, TournamentMade), "it is what was made"
        return await self.get(server, line.what.tournament)

    async def get(self, server: int, number: int) -> Tournament:
        async with self._ledgers.of(server) as ledger:
            return _find(ledger, number)

    async def of_server(self, server: int) -> list[Tournament]:
        """Return the tournaments that are not over, the oldest first."""
        async with self._ledgers.of(server) as ledger:
            return [one for one in ledger.tournaments.all.values() if one.over_at is None]

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
        def decide(now: Tournament, _ledger: Ledger) -> TournamentEvent | None:
            _check_not_over(now)
            if person in now.staying:
                return None
            _check_may_come(now, person)
            return TournamentJoined(number, person)

        return await self._change(server, number, decide)

    async def leave(self, server: int, number: int, person: int) -> Tournament:
        def decide(now: Tournament, _ledger: Ledger) -> TournamentEvent:
            _check_not_over(now)
            if person not in now.staying:
                raise Refused(NotInTournament(now.name))
            return TournamentLeft(number, person)

        return await self._change(server, number, decide)

    async def check_in(self, server: int, number: int, person: int) -> Tournament:
        """Note that the person is here for the next round. Whoever may still join does so with that."""
        before = await self.get(server, number)
        if before.check_in and person not in before.people:
            await self.join(server, number, person)

        def decide(now: Tournament, ledger: Ledger) -> TournamentEvent | None:
            _check_not_over(now)
            if not now.check_in:
                raise Refused(NoCheckIn())
            if person in now.here:
                return None
            if person in now.left:
                _check_may_come(now, person)
            if person not in now.people:
                raise Refused(NotInTournament(now.name))
            if person not in now.left and person not in awaited(now, results_of(now, ledger)):
                raise Refused(OutOfTournament(now.name))
            return CheckedIn(number, now.check_in, person)

        return await self._change(server, number, decide)

    async def prepare_table(self, server: int, number: int, person: int) -> tuple[Tournament, Reservation, int]:
        """Return the person's place in the round as a reservation, and the table that was opened there; 0 for none."""
        found, results = await self.with_results(server, number)
        place = found.place_of(person)
        if place is None or found.check_in or found.over_at is not None:
            raise Refused(NoTableForYou(found.name))
        now = found.rounds[-1]
        if now.outcome(place, results) is not None:
            raise Refused(NoTableForYou(found.name))
        opened = now.opened.get(place, 0)
        if opened:
            phase = None
            with suppress(Refused):
                phase = (await self._tables.get(opened)).phase
            if phase == Phase.OVER:
                opened = 0
            elif phase in (Phase.DEAL, Phase.PAUSE) and person in now.absent.get(place, ()):
                raise Refused(CameTooLate(found.name))
        reserved = Reservation(0, now.tables[place], tournament=number, round=len(found.rounds), place=place)
        reserved = structs.replace(reserved, deals=now.deals)
        if now.extra:
            found = structs.replace(
                found, plan=structs.replace(found.plan, variant=replace_match_end(found.plan.variant, None, 1))
            )
        return found, reserved, opened

    # What organisers do

    async def open_check_in(self, server: int, number: int, *, by: int) -> Tournament:
        """Open the check-in for the first round, which begins in a quarter of an hour."""

        def decide(now: Tournament, _ledger: Ledger) -> TournamentEvent:
            _check_not_over(now)
            if now.check_in or now.rounds:
                raise Refused(TournamentBegun(now.name))
            return CheckInOpened(number, now.name, 1, self._source.now() + CHECK_IN)

        return await self._change(server, number, decide, by=by)

    async def begin_now(self, server: int, number: int, *, by: int) -> Tournament:
        """Begin the round with those who have checked in until now."""

        def decide(now: Tournament, ledger: Ledger) -> TournamentEvent:
            _check_not_over(now)
            if not now.check_in:
                raise Refused(NoCheckIn())
            begun = begin_round(now, results_of(now, ledger), self._source.now())
            if not isinstance(begun, RoundBegun):
                raise Refused(TooFewTakePart(len(now.here), now.plan.variant.players[0]))
            return begun

        return await self._change(server, number, decide, by=by)

    async def award(self, server: int, number: int, table: str, person: int, why: str, *, by: int) -> Tournament:
        """Let the person win the match at a table, as it was typed, of the round that has begun last, whatever is played there.

        While people check in for the next round, it can still be done: a wrong award may have been what ended the round.
        """
        reason = checked_reason(why)

        def decide(now: Tournament, _ledger: Ledger) -> TournamentEvent:
            current = _last_round(now)
            place = int(table) - 1 if table.isascii() and table.isdigit() and len(table) < 4 else -1
            if not 0 <= place < len(current.tables):
                raise Refused(NoSuchTournamentTable(table, len(current.tables)))
            seated = next((one for one in current.tables[place] if now.successor(one) == person), None)
            if seated is None:
                raise Refused(NotAtThatTable(person))
            return MatchAwarded(number, now.name, len(now.rounds), place + 1, seated)

        return await self._change(server, number, decide, by=by, why=reason)

    async def replace(self, server: int, number: int, person: int, other: int, why: str, *, by: int) -> Tournament:
        """Let somebody else play on for a person, from their next match; also who played before the person did."""
        reason = checked_reason(why)
        before = await self.get(server, number)
        if (place := before.place_of(person)) is not None and not before.check_in:
            at = await self._at_places(*await self.with_results(server, number))
            if at.get(place, AtPlace()).came:
                raise Refused(PlaysNow(person))

        def decide(now: Tournament, ledger: Ledger) -> TournamentEvent:
            _check_not_over(now)
            if person not in now.staying:
                raise Refused(NotTakingPart(person))
            at_place = None if now.check_in else now.place_of(person)
            if at_place is not None and now.rounds[-1].outcome(at_place, results_of(now, ledger)) is not None:
                raise Refused(TableDecided(person))
            if other in now.people or now.successor(other) not in (other, person):
                raise Refused(TakesPartAlready(other))
            return PlayerReplaced(number, now.name, person, other)

        async def note(ledger: Ledger) -> NewLine | None:
            is_in = other in _find(ledger, number).staying
            return NewLine(Line(self._source.now(), None, TournamentJoined(number, other))) if is_in else None

        changed = await self._change(server, number, decide, by=by, why=reason)
        await self._ledgers.add(server, note)  # finds the tournament when they ask for their data
        return changed

    async def pair_again(self, server: int, number: int, why: str, *, by: int) -> Tournament:
        """Pair the round again among those who are in it and have not left, and those who have joined since."""
        reason = checked_reason(why)
        before, played = await self.with_results(server, number)
        at = await self._at_places(before, played)

        def decide(now: Tournament, ledger: Ledger) -> TournamentEvent:
            current, results = _current_round(now), results_of(now, ledger)
            if (
                current.extra
                or now.rounds != before.rounds
                or any(one.came for one in at.values())
                or is_settled(current, results)
            ):
                raise Refused(RoundIsPlayed())
            paired = pair_again(now, results)
            if paired is None:
                raise Refused(TooFewTakePart(len(now.staying), now.plan.variant.players[0]))
            come_by = self._source.now() + COME_WITHIN
            return RoundPairedAgain(number, now.name, len(now.rounds), paired.tables, paired.byes, come_by)

        return await self._change(server, number, decide, by=by, why=reason)

    async def extend(self, server: int, number: int, minutes: str, why: str, *, by: int) -> Tournament:
        """Give the people of the round, or those who check in for it, more time to come; `minutes` as they were typed."""
        reason = checked_reason(why)
        more = int(minutes) if minutes.isascii() and minutes.isdigit() and len(minutes) < 5 else 0
        if not 1 <= more <= MOST_MINUTES:
            raise Refused(NoSuchMinutes(minutes, MOST_MINUTES))

        def decide(now: Tournament, _ledger: Ledger) -> TournamentEvent:
            _check_not_over(now)
            if not now.check_in and not now.rounds:
                raise Refused(NoRound())
            return RoundExtended(number, now.name, now.check_in or len(now.rounds), more)

        return await self._change(server, number, decide, by=by, why=reason)

    async def stop_weekly(self, server: int, number: int, *, by: int) -> Tournament:
        """Let no tournament follow this one."""

        def decide(now: Tournament, _ledger: Ledger) -> TournamentEvent:
            _check_not_over(now)
            if not now.plan.weekly:
                raise Refused(NotWeekly(now.name))
            return WeeklyStopped(number, now.name)

        return await self._change(server, number, decide, by=by)

    async def end(self, server: int, number: int, why: str, *, by: int) -> Tournament:
        reason = optional_reason(why)

        def decide(now: Tournament, _ledger: Ledger) -> TournamentEvent:
            _check_not_over(now)
            return TournamentEnded(number, now.name)

        return await self._change(server, number, decide, by=by, why=reason)

    # What happens by itself

    async def advance(self, server: int, number: int) -> Tournament:
        """Do what is due in a tournament, and return it. Tables where somebody is missing begin without them, or are closed."""
        while True:
            at, happened = await self._at_places(*await self.with_results(server, number)), False

            async def make(ledger: Ledger, at: Mapping[int, AtPlace] = at) -> NewLine | None:
                nonlocal happened
                now = _find(ledger, number)
                event: TournamentEvent | None
                if is_without_deals(now):
                    event = DealsChosen(number, len(now.rounds), self._source.seed())
                else:
                    event = await asyncio.to_thread(next_event, now, results_of(now, ledger), self._source.now(), at)
                happened = event is not None
                return None if event is None else NewLine(Line(self._source.now(), None, event))

            await self._ledgers.add(server, make)
            if not happened:
                found = await self.get(server, number)
                if not await self._begin_without(found, at):
                    return found

    async def _begin_without(self, tournament: Tournament, at: Mapping[int, AtPlace]) -> bool:
        """Begin the matches of those who have waited long enough, or close their tables. Return True if any was changed.

        A table of a duplicate round is closed: it couldn't be compared.
        """
        changed = False
        for place, there in at.items():
            played = tournament.rounds[-1]
            is_late = place in played.absent and self._source.now() >= played.come_to(place)
            if is_late and there.came and not there.is_playing:
                with suppress(Refused):  # they have begun meanwhile
                    request = Cancel(by_manager=True, only_lobby=True) if played.deals else StartWithout()
                    await self._tables.change(played.opened[place], None, request)
                    changed = True
        return changed

    async def hides_cards(self, server: int, matches: Collection[int]) -> frozenset[int]:
        """Return those of the matches whose cards are still played at other tables of their round."""
        async with self._ledgers.of(server) as ledger:
            return frozenset(
                number
                for one in ledger.tournaments.all.values()
                for played in one.rounds
                if played.deals and not played.is_over(results_of(one, ledger))
                for number in played.opened.values()
                if number in matches
            )

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
                    found[place] = AtPlace(table.seated_people(), is_playing=table.match is not None)
                elif table.match is not None:
                    found[place] = AtPlace(is_played=True)
        return found

    async def _change(self, server: int, number: int, decide: Decide, *, by: int | None = None, why: str = "") -> Tournament:
        """Store what is decided for the tournament as it is, do what is due after that, and return it."""

        async def make(ledger: Ledger) -> NewLine | None:
            now = _find(ledger, number)
            what = await asyncio.to_thread(decide, now, ledger)  # to pair 128 people takes half a second
            return None if what is None else NewLine(Line(self._source.now(), by, what, why, is_own=by in now.people))

        await self._ledgers.add(server, make)
        return await self.advance(server, number)


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
        raise Refused(NoSuchTournament(number))
    return found


def _check_not_over(tournament: Tournament) -> None:
    if tournament.over_at is not None:
        raise Refused(TournamentOver(tournament.name))


def _check_may_come(tournament: Tournament, person: int) -> None:
    """Raise Refused if the person can't take part, or come back."""
    if person in tournament.replaced:
        raise Refused(SomebodyPlaysForYou(tournament.successor(person)))
    if not tournament.may_join and person not in tournament.people:
        raise Refused(TournamentBegun(tournament.name))
    if len(tournament.staying) >= tournament.most_people:
        raise Refused(TournamentFull(tournament.name, tournament.most_people))


def _current_round(tournament: Tournament) -> TournamentRound:
    """Return the round that is being played."""
    last = _last_round(tournament)
    if tournament.check_in:
        raise Refused(NoRoundIsPlayed())
    return last


def _last_round(tournament: Tournament) -> TournamentRound:
    """Return the round that has begun last."""
    _check_not_over(tournament)
    if not tournament.rounds:
        raise Refused(NoRoundIsPlayed())
    return tournament.rounds[-1]
