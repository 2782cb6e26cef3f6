"""A table to test at: people, a clock that is set by hand, seeds that are counted, and players that play by themselves."""

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import cast

import pytest

from bot.rummy.legal_moves import legal_moves
from bot.rummy.moves import TAKE_BACK, Discard, Draw, LayMeld, LayMelds, LayOff, SeatMove, Swap, Take
from bot.rummy.refusals import IllegalMove
from bot.rummy.variant.variant import Variant
from bot.storage.store import Store
from bot.tables.events import Event
from bot.tables.ports import Chance
from bot.tables.refusals import Refusal, Refused
from bot.tables.requests import Join, Play, Start
from bot.tables.service import Pauses, Tables
from bot.tables.table import Phase, Table
from tests.rummy.presets import variant

ANN, BEN, CEM, DEE = 1, 2, 3, 4
HOUR = 3_600_000
PAUSES = Pauses(lobby=24 * HOUR, deal=60_000)

Policy = Callable[[list[SeatMove]], SeatMove]


@dataclass
class House:
    """The service on a real store, and what its listeners heard."""

    store: Store
    pauses: Pauses = PAUSES
    now: int = 1_000_000
    heard: list[tuple[int, tuple[Event, ...]]] = field(default_factory=list)
    _seeds: Iterator[int] = field(default_factory=count)

    def __post_init__(self) -> None:
        self.tables = Tables(self.store.log, Chance(self.clock, lambda: f"{next(self._seeds):064x}"), self.pauses)
        self.tables.add_listener(lambda table, events: self.heard.append((table.version, events)))

    def clock(self) -> int:
        return self.now

    async def lobby(self, *guests: int, rules: Variant | None = None) -> Table:
        """Ann's table, with guests."""
        table = await self.tables.open(10, 20, ANN, rules or variant("rami"), thread=False)
        for guest in guests:
            table = await self.tables.change(table.number, guest, Join())
        return table

    async def started(self, *guests: int, rules: Variant | None = None) -> Table:
        table = await self.lobby(*guests, rules=rules)
        return await self.tables.change(table.number, ANN, Start())

    async def play(self, table: Table, policy: Policy | None = None, *, turns: int = 10_000) -> Table:
        """Until the deal has ended, or so many turns later."""
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
    """Melds and lays off at once, else draws from the stock and throws the last card that it may."""
    for kind in (LayMeld, LayOff, Draw):
        for move in moves:
            if isinstance(move, kind):
                return move
    return moves[-1]


def idle(moves: list[SeatMove]) -> SeatMove:
    """Draws from the stock and throws the card drawn, for ever."""
    return next((move for move in moves if isinstance(move, Draw)), moves[-1])


def mixed() -> Policy:
    """As `eager`, but takes what was thrown every third time; takers among themselves would never come to an end."""
    times = count(1)

    def policy(moves: list[SeatMove]) -> SeatMove:
        take = next((move for move in moves if isinstance(move, Take)), None)
        return take if take is not None and next(times) % 3 == 0 else eager(moves)

    return policy


def fickle() -> Policy:
    """As `mixed`, but swaps jokers, and takes every fourth thing that it has laid down back, once."""
    times, other = count(1), mixed()

    def policy(moves: list[SeatMove]) -> SeatMove:
        if TAKE_BACK in moves and next(times) % 4 == 0:
            return TAKE_BACK
        at_once = next((move for move in moves if isinstance(move, LayMelds | Swap)), None)
        return at_once if at_once is not None else other([move for move in moves if move != TAKE_BACK])

    return policy


async def refused(change: Awaitable[object]) -> Refusal:
    """Why the change was refused."""
    with pytest.raises((Refused, IllegalMove)) as caught:
        await change
    return cast("Refused", caught.value).refusal
