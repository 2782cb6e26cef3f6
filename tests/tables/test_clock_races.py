"""The clock and a press at the same instant: exactly one of them counts, whichever comes first."""

import asyncio
from dataclasses import dataclass, field

import pytest

from bot.rummy.events import CardDiscarded, CardDrawn
from bot.rummy.legal_moves import legal_moves
from bot.rummy.moves import DRAW, Discard
from bot.storage.store import Store
from bot.tables.events import Clock, Pace
from bot.tables.match_requests import Play
from bot.tables.seat_events import TurnPlayedFor
from bot.tables.table import Phase, Table
from bot.tables.time_requests import PlayOn, TimeIsUp, time_is_up_at
from bot.wording.sentence import Refused
from tests.tables.table_service import BEN, TableService

TIMES = 300
QUICK = Clock(Pace.QUICK)


@dataclass
class Races:
    """Turns that the clock and the person end at the same instant, in one match after the other."""

    service: TableService
    wins: dict[str, int] = field(default_factory=lambda: {"clock": 0, "press": 0})
    table: Table | None = None

    async def drawn(self) -> Table:
        """Return the table when a person has drawn, and their time is up in this moment."""
        while True:
            if self.table is None or self.table.phase != Phase.DEAL:
                self.table = await self.service.start_match(BEN, clock=QUICK)
            elif self.table.plays_by_itself():
                self.table = await self.service.tables.change(self.table.number, None, PlayOn())
            else:
                self.table = await self.service.tables.change(self.table.number, self.table.person_to_act(), Play(DRAW))
                if self.table.phase == Phase.DEAL:  # else the stock was used up
                    return self.table

    async def run(self, *, clock_first: bool) -> None:
        table, seen = await self.drawn(), len(self.service.notifications)
        assert table.match is not None
        seat, up_at = table.match.seat_to_act(), time_is_up_at(table)
        assert seat is not None
        assert up_at is not None
        discard = next(move for move in legal_moves(table.match, seat) if isinstance(move, Discard))
        self.service.now = up_at
        change, number = self.service.tables.change, table.number
        both = [
            change(number, None, TimeIsUp(table.step, up_at)),
            change(number, table.person_to_act(), Play(discard, table.step)),
        ]
        done = await asyncio.gather(*(both if clock_first else reversed(both)), return_exceptions=True)
        assert sum(isinstance(one, Refused) for one in done) == 1, done
        self.table = next(one for one in done if isinstance(one, Table))
        events = [event for _, events in self.service.notifications[seen:] for event in events]
        assert sum(isinstance(event, CardDiscarded) for event in events) == 1
        by_clock = any(isinstance(event, TurnPlayedFor) for event in events)
        assert by_clock or discard.card in [event.card for event in events if isinstance(event, CardDiscarded)]
        self.wins["clock" if by_clock else "press"] += 1


@pytest.mark.thorough
async def test_of_a_press_and_the_clock_exactly_one_ends_the_turn_each_of_hundreds_of_times(store: Store) -> None:
    races = Races(TableService(store))
    for number in range(TIMES):
        await races.run(clock_first=bool(number % 2))
    assert races.wins["clock"] + races.wins["press"] == TIMES
    assert min(races.wins.values()) > 0, races.wins
    table = races.table
    assert table is not None
    events = await store.log.read_events(table.number)
    assert len(events) == table.version


async def test_a_draw_at_the_last_instant_counts_once_and_the_clock_plays_the_rest(store: Store) -> None:
    service = TableService(store)
    for clock_first in (True, False):
        table = await service.start_match(BEN, clock=QUICK)
        seen, up_at, person = len(service.notifications), time_is_up_at(table) or 0, table.person_to_act()
        service.now = up_at
        both = [
            service.tables.change(table.number, None, TimeIsUp(table.step, up_at)),
            service.tables.change(table.number, person, Play(DRAW, table.step)),
        ]
        await asyncio.gather(*(both if clock_first else reversed(both)), return_exceptions=True)
        events = [event for _, events in service.notifications[seen:] for event in events]
        assert [type(event) for event in events if isinstance(event, CardDrawn | CardDiscarded)] == [CardDrawn, CardDiscarded]
        assert (await service.tables.get(table.number)).person_to_act() != person
