"""Two processes on one PostgreSQL do at the same time what only one of them may do, again and again."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace
from sqlalchemy.exc import IntegrityError

from bot.competition.personal_data import PersonalData, StillSeated
from bot.league.corrections import AlreadySwapped, SwapPeople
from bot.league.league import MAX_MATCHES, League
from bot.league.tournament.events import TournamentKind
from bot.messages.components import DATABASE_MARKER
from bot.players.choice import Level
from bot.storage import postgres_database
from bot.storage.server_choices import TooManyVariants
from bot.storage.store import Store, open_store
from bot.storage.tournament.tournaments import TableMoved
from bot.tables.events import Invitation, Reservation, TableOpened
from bot.tables.lobby_requests import Join
from bot.tables.ports import ClockAndSeeds, SavedVariant
from bot.tables.private_tables import PrivateMatch, PrivateTables
from bot.tables.refusals import MovedOn, PlayedAgain, TableFull
from bot.tables.service import LobbyLimits, Tables, TooManyOpenLobbies
from bot.tables.table import Table
from tests.background.test_deadline_sleeper import until
from tests.competition.league_server import LeagueServer
from tests.competition.test_races import together
from tests.competition.tournament.club_evening import ClubEvening
from tests.databases import execute
from tests.league.written_matches import DAY, MONDAY, SERVER, played
from tests.postgres import Postgres
from tests.rummy.presets import variant
from tests.tables.opening import open_reserved, open_table
from tests.tables.table_service import ANN, BEN, CEM, DEE, PAUSES, TableService

RAMI, FOR_TWO = variant("rami"), variant("wrotham")
TIMES = 10
PAUSE = """
CREATE OR REPLACE FUNCTION pause() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.02); RETURN NEW; END $$;
CREATE TRIGGER pause BEFORE INSERT OR UPDATE ON {table} FOR EACH ROW EXECUTE FUNCTION pause()
"""
"""A trigger with which transactions that write to a table at the same time have all read before."""


pytestmark = pytest.mark.thorough


@pytest.fixture
def url(postgres: Postgres) -> str:
    return postgres.new_database()


@asynccontextmanager
async def two_stores(url: str) -> AsyncIterator[tuple[Store, Store]]:
    """Open the stores of two processes, which know Ann, Ben, Cem and Dee."""
    async with open_store(url) as one, open_store(url) as other:
        for number, name in enumerate(("Ann", "Ben", "Cem", "Dee"), start=1):
            assert (await one.people.add_or_update(100 + number, name, "en-US")).number == number
        yield one, other


@pytest.fixture
async def both(url: str) -> AsyncIterator[tuple[Store, Store]]:
    async with two_stores(url) as stores:
        yield stores


@pytest.fixture
def without_guard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what a transaction has read change before it writes."""
    monkeypatch.setattr(postgres_database, "_ISOLATION", "READ COMMITTED")
    monkeypatch.setitem(postgres_database._MOST_RUNS, "23505", 1)


async def test_a_server_saves_as_many_games_as_it_may(both: tuple[Store, Store], url: str) -> None:
    execute(url, PAUSE.format(table="variants"))
    for server in range(TIMES):
        games = [SavedVariant(ANN, replace(RAMI, title=f"Game {nth}", name=f"game {nth}")) for nth in range(6)]
        saving = (both[nth % 2].variants.save(server, one, most=3, most_own=9, at=1) for nth, one in enumerate(games))
        done, faults = await together(*saving)
        assert (len(done), faults) == (3, [TooManyVariants(3)] * 3)
        assert len(await both[0].variants.server_variants(server)) == 3


async def test_one_seat_is_taken_by_one_person(both: tuple[Store, Store]) -> None:
    for _ in range(TIMES):
        one, other = (TableService(store).tables for store in both)
        table = await open_table(one, SERVER, 20, ANN, FOR_TWO, thread=False)
        done, faults = await together(one.change(table.number, BEN, Join()), other.change(table.number, CEM, Join()))
        assert (len(done), len(faults)) == (1, 1)
        assert faults[0] in (TableFull(2), MovedOn()), "read before the other's move, or after it"
        assert (await TableService(both[0]).tables.get(table.number)).seats == done[0].seats


async def test_a_person_opens_as_many_lobbies_as_they_may(both: tuple[Store, Store], url: str) -> None:
    execute(url, PAUSE.format(table="tables"))
    source = ClockAndSeeds(lambda: 1_000_000, lambda: "0" * 64)
    doors = [Tables(store.log, source, PAUSES, LobbyLimits(person=2)) for store in both]
    for host in (ANN, BEN, CEM, DEE):
        opening = (open_table(doors[nth % 2], SERVER + nth, 20, host, RAMI, thread=False) for nth in range(5))
        done, faults = await together(*opening)
        assert (len(done), faults) == (2, [TooManyOpenLobbies(2)] * 3)


async def test_a_person_plays_no_second_match_alone(both: tuple[Store, Store], url: str) -> None:
    execute(url, PAUSE.format(table="tables"))
    one, other = (PrivateTables(TableService(store).tables) for store in both)
    for _ in range(TIMES):
        known = await one.under_way(ANN)
        replaces = None if known is None else known.number
        wanted = PrivateMatch(SERVER, 20, RAMI, RAMI, [Level.EASY])
        done, faults = await together(*(of.start(ANN, wanted, at=1, replaces=replaces) for of in (one, other)))
        playing = await both[0].log.tables_of_person(ANN)
        assert len(playing) <= 1, faults
        assert set(playing) <= {table.number for table, _ in done}
        for of in (one, other):
            table = await of.under_way(ANN)
            assert playing == ([] if table is None else [table.number])


async def test_a_match_is_played_again_once(both: tuple[Store, Store], url: str) -> None:
    execute(url, PAUSE.format(table="tables"))
    for at in range(TIMES):
        match = await both[0].log.open_table(TableOpened(SERVER, 20, ANN, RAMI, False, at), due=9)
        again = Invitation(match, (ANN, BEN), ANN, 10**6)
        opening = (
            store.log.open_table(TableOpened(SERVER, 20, host, RAMI, False, at, again=again), due=9)
            for store, host in zip(both, (ANN, BEN), strict=True)
        )
        done, faults = await together(*opening)
        assert faults == [PlayedAgain(done[0])]


async def test_a_place_in_a_tournament_gets_one_table(both: tuple[Store, Store], url: str) -> None:
    execute(url, PAUSE.format(table="tables"))
    here, there = (ClubEvening(store, TableService(store)) for store in both)
    await here.open(TournamentKind.ROUND_ROBIN, 8, rules=FOR_TWO)
    there.number = here.number
    for one, other in (await here.begin_first(*range(1, 9))).rounds[0].tables:
        done, faults = await together(here.come(one), there.come(other))
        assert (len(done), faults) == (1, [TableMoved()])


async def test_of_matches_that_end_at_the_same_time_as_many_count_as_a_day_allows(both: tuple[Store, Store], url: str) -> None:
    execute(url, PAUSE.format(table="ledger"))
    one, other = (LeagueServer(store, MONDAY) for store in both)
    await one.create([League(server=SERVER, name="Cup", daily=1, rematches=MAX_MATCHES, larger_rematches=MAX_MATCHES)])
    for day in range(30):
        match = replace(played("Ann 1 104 · Ben 2 40"), server=SERVER, ended=MONDAY + day * DAY)
        await asyncio.gather(one.finish(match), other.finish(match))
    assert await one.computed() == await other.computed(), "what grew in memory equals a recount, in both"
    (stored,) = await one.leagues.all(SERVER)
    tables = [await server.standings.table(SERVER, stored) for server in (one, other)]
    assert tables[0] == tables[1]
    assert [row.matches for row in tables[0].rows] == [30, 30]


async def test_two_organisers_swap_the_same_people_once(both: tuple[Store, Store], url: str) -> None:
    execute(url, PAUSE.format(table="ledger"))
    one, other = (LeagueServer(store, MONDAY) for store in both)
    await one.create([League(server=SERVER, name="Cup")])
    for _ in range(TIMES):
        number = await one.finish_small_match()
        swapping = (server.corrections.correct(SERVER, number, SwapPeople(1, 2), by=1, why="x") for server in (one, other))
        done, faults = await together(*swapping)
        assert (len(done), faults) == (1, [AlreadySwapped(1, 2)])


async def test_a_person_is_seated_or_deleted(both: tuple[Store, Store], url: str) -> None:
    execute(url, PAUSE.format(table="people"))
    execute(url, PAUSE.format(table="seatings"))
    here, there = (TableService(store) for store in both)
    for nth in range(TIMES):
        somebody = (await both[0].people.add_or_update(1000 + nth, "Eve", "it")).number
        table = await open_table(here.tables, SERVER, 20, ANN, RAMI, thread=False)
        deleting = PersonalData(both[1].privacy, there.tables, there.clock).delete(somebody)
        _, faults = await together(here.tables.change(table.number, somebody, Join()), deleting)
        assert all(one in (MovedOn(), StillSeated((table.number,))) for one in faults)
        is_seated = somebody in (await TableService(both[0]).tables.get(table.number)).seated_people()
        (row,) = execute(url, "SELECT discord_id FROM people WHERE number = ?", somebody)
        assert is_seated != (row == (None,))


async def test_invitations_and_reserved_seats_of_a_deleted_person_are_declined_where_they_are_played(
    both: tuple[Store, Store],
) -> None:
    DATABASE_MARKER.set("m")
    here, there = (TableService(store) for store in both)
    markers = set[str]()
    there.tables.add_listener(lambda _table, _events: markers.add(DATABASE_MARKER.get()))
    deleting, _ = (PersonalData(service.store.privacy, service.tables, service.clock) for service in (here, there))
    reserved = await open_reserved(there.tables, RAMI, Reservation(1, (ANN, BEN), league=1))
    match = await open_table(there.tables, SERVER, 20, ANN, RAMI, thread=False)
    again = Invitation(match.number, (ANN, BEN, CEM), ANN, until=10**7)
    invited = await open_table(there.tables, SERVER, 20, ANN, RAMI, thread=False, again=again)
    await deleting.delete(BEN)
    await until(lambda: there.tables.in_play.get(reserved.number) is None)
    await until(lambda: there.tables.in_play.get(invited.number).awaited_people == (CEM,))
    assert (await here.tables.get(invited.number)).awaited_people == (CEM,), "it is stored"
    assert markers == {"m"}, "what is shown of it has the buttons of this database"


async def test_after_a_new_connection_to_discord_only_the_new_tables_decline_and_a_failure_stops_nothing(
    both: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    before, now = (TableService(both[1]) for _ in range(2))
    match = await open_table(before.tables, SERVER, 20, ANN, RAMI, thread=False)
    again = Invitation(match.number, (ANN, BEN, CEM), ANN, until=10**7)
    invited = await open_table(before.tables, SERVER, 20, ANN, RAMI, thread=False, again=again)
    await now.tables.load()
    for service in (before, now):
        PersonalData(service.store.privacy, service.tables, service.clock)
    heard = len(before.notifications)
    await both[0].privacy.delete_personal_data(BEN, at=1)
    await until(lambda: now.tables.in_play.get(invited.number).awaited_people == (CEM,))
    assert len(before.notifications) == heard

    async def fail(*_: object) -> Table:
        raise ZeroDivisionError

    monkeypatch.setattr(now.tables, "change", fail)
    settings = both[1].server_settings
    await settings.get(SERVER)
    await both[0].privacy.delete_personal_data(CEM, at=1)
    await both[0].server_settings.change(SERVER, lambda settings: replace(settings, thread=False))
    await until(lambda: SERVER not in settings._known)


@pytest.mark.parametrize(
    ("proof", "why"),
    [
        (test_a_server_saves_as_many_games_as_it_may, r"\([4-6], .*\) == \(3"),
        (test_a_person_opens_as_many_lobbies_as_they_may, r"\([3-5], .*\) == \(2"),
        (test_a_person_plays_no_second_match_alone, "2 <= 1"),
        (test_a_place_in_a_tournament_gets_one_table, r"pk_ledger|\(2, \[\]\) == \(1"),
        (test_a_person_is_seated_or_deleted, "True != "),
        (test_a_match_is_played_again_once, "ix_tables_again"),
        (test_of_matches_that_end_at_the_same_time_as_many_count_as_a_day_allows, "pk_ledger"),
        (test_two_organisers_swap_the_same_people_once, r"pk_ledger|\(2, \[\]\) == \(1"),
    ],
)
@pytest.mark.usefixtures("without_guard")
async def test_without_serializable_transactions_it_fails(
    postgres: Postgres, proof: Callable[[tuple[Store, Store], str], Awaitable[None]], why: str
) -> None:
    """What was read doesn't hold any more, or a key refuses it, of which nobody gets a reason."""

    async def try_again_and_again() -> None:
        for _ in range(5):  # on a busy machine, the transactions may not meet the first time
            url = postgres.new_database()
            async with two_stores(url) as stores:
                await proof(stores, url)

    with pytest.raises((AssertionError, IntegrityError), match=why):
        await try_again_and_again()


@pytest.mark.usefixtures("without_guard")
async def test_without_serializable_transactions_the_key_of_events_still_gives_a_seat_to_one_person(url: str) -> None:
    async with two_stores(url) as stores:
        await test_one_seat_is_taken_by_one_person(stores)
