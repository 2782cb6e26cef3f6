"""A person who has their data deleted and comes back is somebody new, but a limit of rematches still applies to them."""

from collections.abc import AsyncIterator

import pytest
from msgspec.structs import replace

from bot.competition.personal_data import PersonalData
from bot.league.days import DAY_MS
from bot.league.eligibility import TooManyRematches, WhyNot
from bot.league.league import League
from bot.league.match_facts import MatchResult
from bot.storage.store import Store
from bot.tables.requests import Forfeit
from tests.competition.league_server import LeagueServer
from tests.competition.test_eligibility_of_tables import lines
from tests.league.random_season import SERVER
from tests.league.written_matches import played
from tests.tables.table_service import ANN, BEN, TableService

HOUR = 3_600_000
NOON = 20_540 * DAY_MS + 12 * HOUR


class Club:
    """People who play matches, delete their data and come back."""

    def __init__(self, store: Store) -> None:
        self.server = LeagueServer(store, NOON)
        self._store = store

    async def meet(self, name: int) -> int:
        """Return the current number of the person with this Discord id."""
        return (await self._store.people.add_or_update(name, f"Person {name}", "en-US")).number

    async def forget(self, name: int) -> None:
        await self._store.privacy.delete_personal_data(await self.meet(name), at=self.server.now)

    async def play(self, *names: int, kind: str = "match") -> MatchResult:
        """Finish a match of the people with these Discord ids, a minute later. Return it as it is stored."""
        people = [await self.meet(name) for name in names]
        match = played(" · ".join(f"{who} {place}" for place, who in enumerate(("Ann", "Ben", "Cem")[: len(people)], start=1)))
        seats = tuple(replace(seat, person=person) for seat, person in zip(match.seats, people, strict=True))
        self.server.now += 60_000
        facts = {"is_walkover": kind == "walkover", "league": 1 if kind == "fixture" else 0}
        number = await self.server.finish(replace(match, server=SERVER, seats=seats, ended=self.server.now, **facts))
        return (await self.server.match_history.match(SERVER, number)).original

    async def why_not(self, match: MatchResult) -> WhyNot | None:
        (verdict,) = (await self.server.match_history.match(SERVER, match.number)).verdicts
        return verdict.why_not


@pytest.fixture
async def club(empty_store: Store) -> AsyncIterator[Club]:
    club = Club(empty_store)
    await club.server.create([League(server=SERVER, name="Cup", rated=True, rematches=2, larger_rematches=2)])
    yield club
    assert await club.server.cached_totals(SERVER) == await club.server.recomputed_totals(SERVER)
    assert await empty_store.archive.repair_copies(SERVER) == 0


def earlier(match: MatchResult) -> list[int]:
    return [seat.earlier for seat in match.seats]


async def test_deleting_ones_data_does_not_reset_the_limit(club: Club) -> None:
    assert [await club.why_not(await club.play(101, 102)) for _ in range(2)] == [None, None]
    await club.forget(102)
    third = await club.play(101, 102)
    assert earlier(third) == [0, 2]
    assert await club.why_not(third) == TooManyRematches(2, 2)
    rows = (await club.server.standings.table(SERVER, None)).rows
    assert [row.matches for row in rows] == [3, 2, 1], "in name and standings they are somebody new"


async def test_neither_two_who_delete_their_data_nor_one_who_does_twice_reset_the_limit(club: Club) -> None:
    await club.play(101, 102)
    await club.forget(102)
    await club.play(101, 102)
    await club.forget(102)
    await club.forget(101)
    last = await club.play(101, 102)
    assert earlier(last) == [2, 2]
    assert await club.why_not(last) == TooManyRematches(2, 2)


async def test_a_match_with_others_is_no_rematch(club: Club) -> None:
    for other in (103, 103, 104):
        await club.play(102, other)
    await club.play(101, 102, 103)
    await club.forget(102)
    assert earlier(await club.play(101, 102)) == [0, 0]
    assert earlier(await club.play(102, 104, 105)) == [0, 0, 0]
    assert earlier(await club.play(101, 102, 103)) == [0, 1, 0]


@pytest.mark.parametrize("kind", ["walkover", "fixture"])
async def test_what_uses_up_no_rematch_uses_up_none_under_a_former_number(club: Club, kind: str) -> None:
    for _ in range(3):
        await club.play(101, 102, kind=kind)
    await club.forget(102)
    assert earlier(await club.play(101, 102)) == [0, 0]


async def test_a_leaderboard_of_a_game_leaves_out_what_is_over_the_limit(club: Club) -> None:
    for _ in range(2):
        await club.play(101, 102)
    await club.forget(102)
    await club.play(101, 102)
    stored = await club.server.leagues.find(SERVER)
    rows = (await club.server.standings.table(SERVER, stored, variant="rami")).rows
    assert [(row.person, row.matches) for row in rows] == [(1, 2), (2, 2)]
    assert list(rows) == list((await club.server.standings.table(SERVER, stored)).rows)


async def test_the_hash_is_kept_for_at_least_a_day_and_at_most_two(club: Club, empty_store: Store) -> None:
    privacy = empty_store.privacy
    for _ in range(2):
        await club.play(101, 102)
    await club.forget(102)
    deleted = club.server.now
    for name in (101, 103):
        await club.forget(name)
    club.server.now += 23 * HOUR
    await privacy.delete_expired_hashes(at=club.server.now)
    assert earlier(await club.play(101, 102)) == [2, 2]
    assert (await privacy.read_personal_data(await club.meet(102)))["former_numbers"] == [{"person": 2, "day": 20_540}]
    club.server.now = deleted + 48 * HOUR
    await privacy.delete_expired_hashes(at=club.server.now)
    assert (await privacy.read_personal_data(await club.meet(102)))["former_numbers"] == []


async def test_the_lobby_knows_that_a_person_who_came_back_has_met_the_others(service: TableService) -> None:
    await LeagueServer(service.store, service.now).create([League(server=10, name="Mondays", rematches=1)])
    table = await service.play(await service.start_match(BEN))
    await service.tables.change(table.number, BEN, Forfeit())
    await PersonalData(service.store.privacy, service.tables, service.clock).delete(BEN)
    back = await service.store.people.add_or_update(102, "Ben", "en-US")
    lobby = await service.open_lobby(back.number)
    assert await lines(service, lobby) == [
        "Doesn't count in Mondays: only one match per day between the same two players counts."
    ]
    assert ANN in lobby.people
