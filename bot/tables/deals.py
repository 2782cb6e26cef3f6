"""From what the seeds of a table's deals follow: its own chain, or the deals of its round or day, which others play. Pure.

A chain has 1,024 links. Each is the SHA-256 of the next one, and the fingerprint is that of link 1. Link 1 is for the seats,
and link n + 1 for deal n. A link tells all before it and none after it, so the fingerprint fixes the bot's part of the whole
match before anybody has joined.

A seed is the SHA-256 of a text: the link, a colon, the id of a message or nothing, a colon, and the SHA-256 of the players'
words or nothing. The message is the one with the score of the deal before; for the seats and the first deal it is the lobby's.
Words were given in lobbies of earlier versions. The SHA-256 of several words is that of their own ones, in hex with colons
between them, in the order in which they were given.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import count

from msgspec.structs import replace

from bot.rummy.cards import commitment
from bot.rummy.events import CardsDealt, SeedParts
from bot.tables.events import Chain, Event
from bot.tables.table import Phase, Table

LINKS = 1024
Message = tuple[int, int]
"""The Discord ids of a channel and of a message in it."""


def new_chain(new_seed: Callable[[], str], marker: str = "") -> Chain:
    """Return a chain whose last link is drawn: 64 secret hex digits. `marker` is that of the database."""
    last = new_seed()
    return Chain(link_of(last, 0), last, marker)


def without_known_chain(table: Table, marker: str) -> Table:
    """Return the table as it was read; without its chain if the database was restored while it was open.

    What was played and shown after the backup isn't in the log: with its links, players could compute deals to come.
    """
    chain = table.lobby.chain
    if chain is None or chain.marker == marker or table.phase == Phase.OVER:
        return table
    return replace(table, lobby=replace(table.lobby, chain=None))


@lru_cache(maxsize=64)  # a deal needs its link several times
def link_of(last: str, number: int) -> str:
    """Return the link with this number, from 1, of the chain with this last link; number 0 is its fingerprint."""
    link = last
    for _ in range(LINKS - number):
        link = commitment(link)
    return link


def seed_from(parts: SeedParts) -> str:
    """Return the seed that is made of these parts, in hex."""
    return sha256(f"{parts.link}:{parts.message or ''}:{parts.words}".encode()).hexdigest()


def words_digest(digests: Iterable[str]) -> str:
    """Return the SHA-256 of several words from those of each, in hex; empty for no words."""
    joined = ":".join(digests)
    return sha256(joined.encode()).hexdigest() if joined else ""


def seed_of_deal(deals: str, number: int) -> str:
    """Return the SHA-256 of `<deals>:<number>`, in hex: the seed of the deal with this number, from 1; 0 is the match's."""
    return sha256(f"{deals}:{number}".encode()).hexdigest()


def seeds_for(table: Table, new_seed: Callable[[], str], message: Message | None) -> Callable[[], str]:
    """Return what gives the table's next seeds, one at each call: before the match first its own, then that of the next deal.

    `message` is mixed into those of a chain. It is `new_seed` for a table of an earlier version.
    """
    deals, numbers = table.lobby.deals, count(0 if table.match is None else table.deal_number + 1)
    if deals:
        return lambda: seed_of_deal(deals, next(numbers))

    def next_seed() -> str:
        parts = _parts_of(table, next(numbers), message)
        return new_seed() if parts is None else seed_from(parts)

    return next_seed


def _parts_of(table: Table, deal: int, message: Message | None) -> SeedParts | None:
    """Return what the seed of a deal is made of, or for 0 that of the match; None if it is drawn by itself."""
    chain = table.lobby.chain
    if chain is None or deal >= LINKS:
        return None
    return SeedParts(link_of(chain.last, deal + 1), *(message or (0, 0)), words_digest(table.lobby.words.values()))


def with_parts(table: Table, events: Sequence[Event], message: Message | None) -> tuple[Event, ...]:
    """Return the events that follow at a table; a deal among them says what its seed is made of."""
    return tuple(
        replace(event, made_of=_parts_of(table, event.deal, message)) if isinstance(event, CardsDealt) else event
        for event in events
    )


def reserved_seats(table: Table, players: Sequence[int]) -> tuple[tuple[int, ...], int] | None:
    """Return the seating of these players in the order of the reservation, and seat 0 as the dealer.

    None if seats are chosen otherwise.

    Players who aren't named there sit after the others. In the deal of a day, the person sits first and begins.
    """
    reserved = table.lobby.reserved
    if table.lobby.day is not None:
        return tuple(range(len(players))), len(players) - 1
    if reserved is None or not reserved.deals:
        return None
    named = [person for person in reserved.people if person in players]
    order = [*named, *(player for player in players if player not in named)]
    return tuple(map(players.index, order)), 0
