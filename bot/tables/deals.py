"""The same deals at several tables: the seeds and the seats of a table whose reservation names its deals. Pure."""

from collections.abc import Callable, Sequence
from hashlib import sha256
from itertools import count

from bot.tables.table import Table


def seed_of_deal(deals: str, number: int) -> str:
    """Return the SHA-256 of `<deals>:<number>`, in hex: the seed of the deal with this number, from 1; 0 is the match's."""
    return sha256(f"{deals}:{number}".encode()).hexdigest()


def seeds_for(table: Table, new_seed: Callable[[], str]) -> Callable[[], str]:
    """Return what gives the table's next seeds, one at each call: before the match first its own, then that of the next deal.

    It is `new_seed` for a table whose deals nobody else plays.
    """
    reserved = table.lobby.reserved
    if reserved is None or not reserved.deals:
        return new_seed
    deals, numbers = reserved.deals, count(0 if table.match is None else table.deal_number + 1)
    return lambda: seed_of_deal(deals, next(numbers))


def reserved_seats(table: Table, players: Sequence[int]) -> tuple[tuple[int, ...], int] | None:
    """Return the seating of these players in the order of the reservation, and seat 0 as the dealer.

    None if seats are chosen otherwise.

    Players who aren't named there sit after the others.
    """
    reserved = table.lobby.reserved
    if reserved is None or not reserved.deals:
        return None
    named = [person for person in reserved.people if person in players]
    order = [*named, *(player for player in players if player not in named)]
    return tuple(map(players.index, order)), 0
