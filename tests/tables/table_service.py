"""The table service on a real store, with people, a clock that tests set, counted seeds, and policies that play for people."""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import cast

import pytest

from bot.league.match_facts import MatchResult
from bot.players.choice import Level
from bot.rummy.legal_moves import legal_moves
from bot.rummy.moves import TAKE_BACK, Discard, Draw, LayMeld, LayMelds, LayOff, SeatMove, Swap, Take
from bot.rummy.variant import Variant
from bot.storage.store import Store
from bot.tables.events import Clock, Event
from bot.tables.lobby_requests import Agree, Join, Start
from bot.tables.match_requests import Play
from bot.tables.ports import ClockAndSeeds
from bot.tables.rule_requests import AddComputer, ChangeRule
from bot.tables.service import Pauses, Tables
from bot.tables.table import Phase, Table
from bot.tables.time_requests import TimeIsUp
from bot.wording.sentence import Refusal, Refused
from tests.rummy.presets import variant
from tests.tables.opening import open_table

ANN, BEN, CEM, DEE = 1, 2, 3, 4
HOUR = 3_600_000
PAUSES = Pauses(lobby=24 * HOUR, deal=60_000)

Policy = Callable[[list[SeatMove]], SeatMove]


@dataclass
class TableService:
    """The table service on a real store, and the notifications that its listener got: versions and events."""

    store: Store
    pauses: Pauses = PAUSES
    now: int = 1_000_000
    notifications: list[tuple[int, tuple[Event, ...]]] = field(default_factory=list)
    _seeds: Iterator[int] = field(default_factory=count)

    def __post_init__(self) -> None:
        self.tables = Tables(self.store.log, ClockAndSeeds(self.clock, lambda: f"{next(self._seeds):064x}"), self.pauses)
        self.tables.add_listener(lambda table, events: self.notifications.append((table.version, events)))

    def clock(self) -> int:
        """Return the time that the test has set."""
        return self.now

    async def result(self, number: int) -> MatchResult | None:
        """Return the result of this match with its deals, if there is one."""
        return (await self.store.ledgers.with_deals([number])).get(number)

    async def open_lobby(
        self, *guests: int, rules: Variant | None = None, clock: Clock | None = None, preset: Variant | None = None
    ) -> Table:
        """Open Ann's table, and let the guests join it."""
        table = await open_table(self.tables, 10, 20, ANN, rules or variant("rami"), thread=False, clock=clock, preset=preset)
        for guest in guests:
            table = await self.tables.change(table.number, guest, Join())
        return table

    async def start_match(
        self, *guests: int, rules: Variant | None = None, clock: Clock | None = None, computers: Sequence[Level] = ()
    ) -> Table:
        """Open Ann's table, and start the match with the guests and computers."""
        return await self.start_here(await self.open_lobby(*guests, rules=rules, clock=clock), *computers)

    async def start_here(self, table: Table, *computers: Level) -> Table:
        """Start Ann's match at this table with computers of these levels."""
        for level in computers:
            table = await self.tables.change(table.number, ANN, AddComputer(level))
        for guest in table.people_to_agree:
            await self.tables.change(table.number, guest, Agree())
        return await self.tables.change(table.number, ANN, Start())

    async def change_rule(self, table: Table, rule: str, answer: str) -> Table:
        """Let Ann change a house rule."""
        return await self.tables.change(table.number, ANN, ChangeRule(rule, answer))

    async def pass_deadlines(self, until: int) -> None:
        """Let the time pass until then, and let each deadline do what the sleeper lets it do, at its own time."""
        while (first := await self.store.deadlines.earliest()) is not None and first.due <= until:
            self.now = max(self.now, first.due)
            await self.tables.change(first.table, None, TimeIsUp(first.step, self.now))
        self.now = until

    async def play_turn(self, number: int) -> Table:
        """Play one turn of the person who is to act: draw and discard."""
        table = await self.tables.get(number)
        turn, person = table.current_turn, table.person_to_act()
        while table.current_turn == turn:
            assert table.match is not None
            assert person is not None
            move = idle(legal_moves(table.match, table.seats.seat_of(person) or 0))
            table = await self.tables.change(number, person, Play(move))
        return table

    async def play(self, table: Table, policy: Policy | None = None, *, turns: int = 10_000) -> Table:
        """Play until the deal has ended or this number of turns is over."""
        while table.phase == Phase.DEAL and turns:
            assert table.match is not None
            person, seat = table.person_to_act(), table.match.seat_to_act()
            assert person is not None
            assert seat is not None
            move = (policy or eager)(legal_moves(table.match, seat))
            table = await self.tables.change(table.number, person, Play(move, table.step))
            turns -= isinstance(move, Discard)
        return table


def eager(moves: list[SeatMove]) -> SeatMove:
    """Meld or lay off if possible; otherwise draw from the stock, or discard the last card that may be discarded."""
    for kind in (LayMeld, LayOff, Draw):
        for move in moves:
            if isinstance(move, kind):
                return move
    return moves[-1]


def idle(moves: list[SeatMove]) -> SeatMove:
    """Draw from the stock and discard the drawn card, forever."""
    return next((move for move in moves if isinstance(move, Draw)), moves[-1])


def mixed() -> Policy:
    """Return a policy like `eager` that takes the discard every third time. If all took it always, no deal would end."""
    times = count(1)

    def policy(moves: list[SeatMove]) -> SeatMove:
        take = next((move for move in moves if isinstance(move, Take)), None)
        return take if take is not None and next(times) % 3 == 0 else eager(moves)

    return policy


def fickle() -> Policy:
    """Return a policy like `mixed` that also swaps jokers, and takes back every fourth thing that it could."""
    times, other = count(1), mixed()

    def policy(moves: list[SeatMove]) -> SeatMove:
        if TAKE_BACK in moves and next(times) % 4 == 0:
            return TAKE_BACK
        first = next((move for move in moves if isinstance(move, LayMelds | Swap)), None)
        return first if first is not None else other([move for move in moves if move != TAKE_BACK])

    return policy


async def refused(change: Awaitable[object]) -> Refusal:
    """Return the reason why the change is refused."""
    with pytest.raises(Refused) as caught:
        await change
    return cast("Refused", caught.value).refusal
