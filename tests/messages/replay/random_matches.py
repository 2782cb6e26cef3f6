"""Logs of whole matches at random: any rules, people who leave, computers that take over, and people who take their seats."""

import random
from collections.abc import Mapping

from bot.players.choice import Level
from bot.rummy.decide import decide
from bot.rummy.events import Awaited
from bot.rummy.events import Event as MatchEvent
from bot.rummy.legal_moves import legal_moves
from bot.rummy.match import Match
from bot.rummy.moves import BreakOff, DealCards, Leave, StartMatch
from bot.rummy.refusals import IllegalMove
from bot.rummy.variant import Variant
from bot.tables.apply_event import apply_event
from bot.tables.deals import Message, new_chain, seeds_for, with_parts
from bot.tables.events import Event, SatDown, TableOpened, WordGiven
from bot.tables.seat_events import SeatTaken, SeatTakenOver
from bot.tables.table import Table, is_computer
from tests.rummy.gauntlet.house_rules import random_variant
from tests.rummy.gauntlet.policies import POLICIES

PEOPLE = 12
"""The people of all matches, from 1."""


class RandomMatch:
    """A match from a seed. It is broken off after this many moves, or when it has dealt this often and would deal again.

    `words` are the SHA-256 of those that people gave for its shuffles in an earlier version, in that order.
    """

    def __init__(
        self,
        seed: int,
        rules: Variant | None = None,
        players: int = 0,
        moves: int = 300,
        deals: int = 40,
        leaving: float = 0.01,
        words: Mapping[int, str] = {},
    ) -> None:
        self.dice = random.Random(seed)
        self.moves, self.deals, self.leaving = moves, deals, leaving
        self.words = words
        self.events: list[Event] = []
        self.table: Table | None = None
        while not self.events:
            self._open(rules or random_variant(self.dice), players)
        self._play()

    def _open(self, rules: Variant, players: int) -> None:
        """Start the match, unless its rules refuse the number of players."""
        count = players or self.dice.randint(*rules.players)
        chain, asks = new_chain(self._seed), bool(self.words)
        self._record(TableOpened(10, 20, host=1, variant=rules, thread=False, at=1, chain=chain, asks_words=asks))
        for person in range(2, count + 1):
            self._record(SatDown(person))
        self._record(*(WordGiven(person, digest) for person, digest in self.words.items()))
        assert self.table is not None
        self.message: Message | None = (20, 10**18)
        try:
            self._record(*decide(None, None, StartMatch(rules, count, seeds_for(self.table, self._seed, self.message)())))
        except IllegalMove:
            self.events.clear()
            self.table = None

    def _deal(self) -> None:
        """Deal, with the last message in most seeds."""
        assert self.table is not None
        seed = seeds_for(self.table, self._seed, self.message)()
        self._record(*with_parts(self.table, decide(self.match, None, DealCards(seed)), self.message))
        self.message = (20, 10**18 + self.dice.getrandbits(50)) if self.dice.random() < 0.9 else None

    def _play(self) -> None:
        takes_over = self.dice.random() < 0.5
        policies = [self.dice.choice(POLICIES) for _ in range(self.match.seats)]
        while not (match := self.match).is_over:
            self.moves -= 1
            is_pause, seat = match.awaits == Awaited.DEAL, match.seat_to_act()
            if match.deal is None:
                self._deal()
            elif self.moves < 0 or (is_pause and match.deal.number >= self.deals):
                self._record(*decide(match, None, BreakOff()))
            elif self.dice.random() < (10 * self.leaving if is_pause else self.leaving):
                self._change_seat(self.dice.choice(match.staying_seats()), takes_over=takes_over)
            elif seat is None:
                self._deal()
            else:
                self._record(*decide(match, seat, policies[seat](self.dice, match, legal_moves(match, seat))))

    def _change_seat(self, seat: int, *, takes_over: bool) -> None:
        """Let a player leave, or a computer take over their seat, or a person the seat of a computer between two deals."""
        assert self.table is not None
        seats, is_pause = self.table.seats, self.match.seat_to_act() is None
        if not takes_over:
            self._record(*decide(self.match, seat, Leave()))
        elif not is_computer(seats.occupants[seat]):
            self._record(SeatTakenOver(seat, -1 - len(seats.computers), Level.EASY))
        elif is_pause and len(seats.people) < PEOPLE:
            self._record(SeatTaken(seat, len(seats.people) + 1))

    @property
    def match(self) -> Match:
        assert self.table is not None
        assert self.table.match is not None
        return self.table.match

    def _record(self, *events: Event | MatchEvent) -> None:
        for event in events:
            self.events.append(event)
            self.table = apply_event(1, self.table, event)

    def _seed(self) -> str:
        return self.dice.randbytes(32).hex()
