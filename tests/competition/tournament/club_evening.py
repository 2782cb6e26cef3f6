"""A tournament on a real store: people who check in, come to their tables and play them; a test moves the clock."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from bot.competition.tournament.tournaments import Tournaments
from bot.interactions.tournament.decisions import Begin, Decision, Open
from bot.league.tournament.events import TournamentKind, TournamentPlan
from bot.league.tournament.tournament import Tournament
from bot.rummy.variant import Variant
from bot.storage.store import Store
from bot.tables.events import Reservation, TableOpened
from bot.tables.lobby_requests import Join
from bot.tables.match_requests import Ready
from bot.tables.ports import ClockAndSeeds
from bot.tables.table import Phase, Table
from tests.rummy.presets import variant
from tests.tables.table_service import TableService

SERVER, CHANNEL, ORGANISER = 10, 20, 1
MINUTE = 60_000
QUICK = replace(variant("rami"), match_deals=1)


@dataclass
class ClubEvening:
    """A tournament of people numbered from 1; the first one organises it."""

    store: Store
    service: TableService
    number: int = 0

    def __post_init__(self) -> None:
        source = ClockAndSeeds(self.service.clock, lambda: f"{self.service.now:064x}")
        self.tournaments = Tournaments(self.store.ledgers, self.store.tournaments, self.service.tables, source)

    async def meet(self, people: int) -> None:
        """Let the store know so many people."""
        for number in range(1, people + 1):
            await self.store.people.add_or_update(1000 + number, f"Person {number}", "en-US")

    async def open(
        self,
        kind: TournamentKind,
        people: int,
        *,
        rounds: int = 0,
        on: int = 1,
        rules: Variant = QUICK,
        start: int | None = None,
        weekly: str = "",
        days: int = 0,
        zone: str = "UTC",
        cut: int = 0,
    ) -> Tournament:
        """Set up a tournament that so many people join."""
        await self.meet(people + 4)
        plan = TournamentPlan(rules, kind, rounds, on, "none", start, weekly, days, zone, cut=cut)
        self.number = (await self.tournaments.create(SERVER, CHANNEL, ORGANISER, "Evening", plan)).number
        for person in range(1, people + 1):
            await self.tournaments.join(SERVER, self.number, person)
        return await self.now()

    async def now(self) -> Tournament:
        return await self.tournaments.get(SERVER, self.number)

    async def wait(self, minutes: float) -> Tournament:
        """Let the time pass, and what is due happen."""
        self.service.now += round(minutes * MINUTE)
        return await self.tournaments.advance(SERVER, self.number)

    async def check_in(self, *people: int) -> Tournament:
        for person in people:
            await self.tournaments.check_in(SERVER, self.number, person)
        return await self.now()

    async def decide(self, decision: Decision, why: str = "", *, number: int = 0) -> Tournament:
        """Let the organiser decide something."""
        reason = decision.reason(why)
        decided = await self.tournaments.decide(SERVER, number or self.number, decision.decide, by=ORGANISER, why=reason)
        return decided[0]

    async def begin_first(self, *people: int) -> Tournament:
        """Open the check-in, let these people check in, and begin the round."""
        await self.decide(Open())
        await self.check_in(*people)
        return await self.decide(Begin())

    async def come(self, *people: int) -> None:
        """Let these people come to their tables, as **Play** does."""
        for person in people:
            found, reserved, opened = await self.tournaments.prepare_table(SERVER, self.number, person)
            if opened:
                await self.service.tables.change(opened, person, Join())
            else:
                await self._open_table(found, reserved, person)

    async def _open_table(self, found: Tournament, reserved: Reservation, person: int) -> None:
        self.service.now += 1
        opened = TableOpened(SERVER, CHANNEL, person, found.plan.variant, False, self.service.now, reserved=reserved)
        await self.service.tables.open(opened)

    async def play_round(self, *, without: Collection[int] = ()) -> Tournament:
        """Let everyone in the round come but for some people, and play all tables to the end."""
        last = (await self.now()).rounds[-1]
        await self.come(*(person for people in last.tables for person in people if person not in without))
        if without:
            await self.wait(11)
        for number in (await self.now()).rounds[-1].opened.values():
            await self.play_table(number)
        return await self.wait(0)

    async def play_table(self, number: int) -> Table:
        """Play a table to its end."""
        table = await self.service.tables.get(number)
        while table.phase != Phase.OVER:
            table = await self.service.play(table)
            if table.phase == Phase.PAUSE:
                for person in table.seated_people():
                    table = await self.service.tables.change(number, person, Ready())
        return table


async def running(tournaments: Tournaments, server: int = SERVER) -> list[Tournament]:
    """Return the tournaments that are not over, the oldest first."""
    return [one for one, _ in await tournaments.all_with_results(server) if one.over_at is None]


def people_of(tables: Sequence[Sequence[int]]) -> list[int]:
    return sorted(person for people in tables for person in people)
