"""The shortest matches that count, played by commands: the first player has two cards, and the one they draw makes a meld.

The bot shuffles as always. It gets a seed by which the first player is that lucky.
"""

import asyncio
from dataclasses import dataclass, field
from random import Random

from bot.rummy.melds import read_meld
from bot.rummy.shuffle import number_from_seed, shuffle
from tests.e2e.support.club import Club
from tests.e2e.support.hand_controls import offered_moves, table_number
from tests.e2e.support.league.league_reading import read
from tests.e2e.support.tables import cancel_table
from tests.e2e.support.witness import Witness
from tests.people import Json, Person
from tests.rummy.presets import variant

SPRINT = variant(hand_size=2)
THINKING = 128
"""The flag of an answer that the bot has deferred."""


@dataclass
class Seeds:
    """The source of the bot's seeds: those of the dice, but only lucky ones for this many `players` while there are any.

    `first` is who must be the first player, counted from 0 as they joined; None for anyone.
    """

    dice: Random
    players: int = 0
    first: int | None = None

    def token_hex(self, size: int) -> str:
        while True:
            seed = self.dice.randbytes(size).hex()
            if not self.players or self._is_lucky(seed):
                return seed

    def _is_lucky(self, seed: str) -> bool:
        dealer = number_from_seed(self.players, seed, "dealer")
        if self.first not in (None, shuffle(range(self.players), seed, "seating")[(dealer + 1) % self.players]):
            return False
        order = shuffle(SPRINT.deck_for(self.players), seed, "deal")
        drawn = order[2 * self.players + 1]  # after the hands of two cards and the upcard
        return read_meld((order[0], order[self.players], drawn), SPRINT) is not None


@dataclass
class ShortMatches:
    """The tables at which short matches are played; several can be played at the same time."""

    club: Club
    seeds: Seeds
    _dealing: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def save_game(self) -> None:
        """Save the game "Sprint", with hands of two cards and one deal. This uses up a table."""
        ann = self.club["Ann"]
        lobby = await ask(ann, "table new", deals=1, thread=False)
        number = table_number(lobby)
        await ask(ann, "table rule", rule="hand_size", answer="2", table=number)
        await ask(ann, "variant save", name="Sprint", table=number)
        await cancel_table(self.club, "Ann", table=number)

    async def play(self, *people: Person, channel: str = "rummy") -> int:
        """Let the first person open a table and the others join it. Return its number when the match is over."""
        host, *guests = people
        number = table_number(await ask(host, "table new", variant="Sprint", thread=False, in_=channel))
        assert number is not None
        for guest in guests:
            await ask(guest, "table join", table=number, in_=channel)
        await self.finish(number, *people, channel=channel)
        return number

    async def finish(self, number: int, *people: Person, channel: str = "rummy", winner: Person | None = None) -> None:
        """Let the host, who is the first of these people, start the match, and the first player go out, who may be chosen."""
        joined = self.club.table(number).people
        async with self._dealing:
            self.seeds.players = len(people)
            self.seeds.first = None if winner is None else joined.index(self._number(winner))
            await ask(people[0], "table start", table=number, in_=channel)
            self.seeds.players = 0
        first = next(one for one in people if self._number(one) == self.club.table(number).person_to_act())
        assert winner in (None, first)
        hand = await ask(first, "draw", **{"from": "stock"}, table=number, in_=channel)
        melds = [move.removeprefix("meld ") for move in offered_moves(hand) if move.startswith("meld ")]
        assert melds, read(hand)
        await ask(first, "meld", cards=melds[0], table=number, in_=channel)
        assert self.club.query("SELECT closed IS NULL FROM tables WHERE number = ?", number) == [(0,)]

    def _number(self, person: Person) -> int:
        return int(self.club.query("SELECT number FROM people WHERE discord_id = ?", int(person.id))[0][0])


async def ask(person: Person, command: str, /, **options: object) -> Json:
    """Let somebody use a command, also if they don't watch what happens. Return the final answer."""
    reply = await person.slash(command, **options)  # type: ignore[arg-type]
    while reply.outcome == "deferred" and person.now(reply.message)["flags"] & THINKING:
        await asyncio.sleep(0.1)
        if not isinstance(person, Witness):
            await person.look()
    assert reply.outcome in ("message", "deferred"), reply
    return person.now(reply.message)
