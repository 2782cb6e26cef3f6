"""Small facts to store: a table with three people, and the result of their match."""

from bot.league.match_facts import MatchResult, SeatFacts
from bot.rummy.cards import Card
from bot.rummy.events import DealEnded, EndedBy
from bot.storage.store import Store
from bot.tables.events import TableOpened
from tests.rummy.presets import variant

SERVER = 2**63 - 1  # the largest id that Discord could ever give
LOBBY_ENDS = 86_400_000


def opened(*, server: int = SERVER, host: int = 1, at: int = 0) -> TableOpened:
    return TableOpened(server=server, channel=20, host=host, variant=variant("rami"), thread=False, at=at)


async def open_table(store: Store, *, server: int = SERVER, at: int = 0) -> int:
    return await store.log.open_table(opened(server=server, at=at), due=at + LOBBY_ENDS)


async def meet_three(store: Store) -> list[int]:
    return [(await store.people.add_or_update(100 + n, name, "en-US")).number for n, name in enumerate(("Ann", "Ben", "Cem"))]


def result(people: list[int], *, server: int = SERVER, ended: int = 5, points: tuple[int, ...] = (104, 40, 0)) -> MatchResult:
    """Return a result in which the third person left."""
    seats = tuple(
        SeatFacts(person=person, placing=place, points=won, left=place == 3)
        for place, (person, won) in enumerate(zip(people, points, strict=True), start=1)
    )
    deal = DealEnded(
        how=EndedBy.DISCARD, winner=0, rummy=False, hands=((), (Card("KS"),), (Card("7H"), Card("2C"))), points=(19, 0, 0)
    )
    return MatchResult(server=server, variant=variant("rami"), seats=seats, deals=(deal,), ended=ended)
