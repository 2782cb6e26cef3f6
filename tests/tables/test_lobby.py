"""The lobby: joining, standing up, starting and cancelling."""

import asyncio

import pytest

from bot.rummy.events import CardsDealt, MatchStarted
from bot.storage.store import Store
from bot.tables.apply_event import apply_event, fold
from bot.tables.events import LobbyClosed, Reservation, SatDown, StoodUp, TableOpened
from bot.tables.lobby_requests import Join, StandUp, Start, TooFewPlayers
from bot.tables.match_requests import AskEnd, Cancel, Forfeit, Ready
from bot.tables.ports import ClockAndSeeds, Deadline
from bot.tables.refusals import (
    AlreadySeated,
    NotSeated,
    NotTheHost,
    TableFull,
    TableIsOver,
    TableNotFound,
    TableNotStarted,
    TableStarted,
)
from bot.tables.seat_events import TurnBegun
from bot.tables.service import LobbyLimits, ServerTooManyOpenLobbies, Tables, TooManyOpenLobbies
from bot.tables.table import Phase, Table
from bot.tables.tables_in_play import TablesInPlay
from bot.wording.sentence import Refusal, Refused
from tests.rummy.presets import variant
from tests.tables.opening import open_reserved, open_table
from tests.tables.table_service import ANN, BEN, CEM, DEE, HOUR, PAUSES, TableService, refused


def hold_up_opening(service: TableService, monkeypatch: pytest.MonkeyPatch) -> tuple[asyncio.Future[int], asyncio.Event]:
    """Make the next table wait once it is stored and read. Return its number, and what lets it get into memory."""
    read, stored, go_on = service.tables._read, asyncio.get_running_loop().create_future(), asyncio.Event()

    async def read_and_wait(number: int) -> Table:
        table = await read(number)
        monkeypatch.setattr(service.tables, "_read", read)
        stored.set_result(number)
        await go_on.wait()
        return table

    monkeypatch.setattr(service.tables, "_read", read_and_wait)
    return stored, go_on


async def test_a_table_that_is_opened_twice_at_once_keeps_who_joined_between(
    service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored, go_on = hold_up_opening(service, monkeypatch)
    at = service.now
    slow = asyncio.create_task(open_table(service.tables, 10, 20, ANN, variant("rami"), at=at, thread=False))
    await stored
    table = await open_table(service.tables, 10, 20, ANN, variant("rami"), at=at, thread=False)
    joined = await service.tables.change(table.number, BEN, Join())
    go_on.set()
    assert await slow == joined
    assert list(service.tables.in_play) == [joined]


async def test_who_sits_down_at_a_table_that_gets_into_memory_meanwhile_begins_the_match(
    service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    asks, may_deal = asyncio.Event(), asyncio.Event()

    async def message_before(_: Table) -> None:
        asks.set()
        await may_deal.wait()

    source = ClockAndSeeds(service.clock, lambda: "ab" * 32)
    service.tables = Tables(service.store.log, source, PAUSES, message_before=message_before)
    stored, go_on = hold_up_opening(service, monkeypatch)
    async with asyncio.timeout(30):
        reserved = Reservation(0, (ANN, BEN), tournament=1)
        opening = asyncio.create_task(open_reserved(service.tables, variant("rami"), reserved))
        joining = asyncio.create_task(service.tables.change(await stored, BEN, Join()))
        await asks.wait()
        go_on.set()
        await opening
        may_deal.set()
        joined = await joining
    assert joined.phase == Phase.DEAL
    assert list(service.tables.in_play) == [joined]


async def test_opening_a_table_seats_its_host(service: TableService) -> None:
    table = await service.open_lobby()
    assert (table.seats.people, table.seats.host, table.phase, table.version) == ((ANN,), ANN, Phase.LOBBY, 1)
    assert list(service.tables.in_play) == [table]
    assert isinstance(service.notifications[0][1][0], TableOpened)
    assert await service.store.deadlines.earliest() == Deadline(table.number, 0, service.now + PAUSES.lobby)


async def test_joining_seats_a_person_and_joining_twice_is_refused(service: TableService) -> None:
    table = await service.open_lobby(BEN)
    assert table.seats.people == (ANN, BEN)
    for person in (ANN, BEN):
        assert await refused(service.tables.change(table.number, person, Join())) == AlreadySeated()
    assert service.notifications[-1] == (2, (SatDown(BEN),))


async def test_a_full_table_refuses_another_person(service: TableService) -> None:
    table = await service.open_lobby(BEN, CEM, rules=variant("rami", players="[2, 3]"))
    assert await refused(service.tables.change(table.number, DEE, Join())) == TableFull(3)
    await service.tables.change(table.number, BEN, StandUp())
    assert (await service.tables.change(table.number, DEE, Join())).seats.people == (ANN, CEM, DEE)


async def test_the_next_person_becomes_host_when_the_host_stands_up(service: TableService) -> None:
    table = await service.open_lobby(BEN, CEM)
    table = await service.tables.change(table.number, ANN, StandUp())
    assert (table.seats.people, table.seats.host) == ((BEN, CEM), BEN)
    assert await refused(service.tables.change(table.number, CEM, Start())) == NotTheHost(BEN)
    assert (await service.tables.change(table.number, BEN, Start())).phase == Phase.DEAL


async def test_a_person_without_a_seat_cannot_stand_up(service: TableService) -> None:
    table = await service.open_lobby(BEN)
    assert await refused(service.tables.change(table.number, CEM, StandUp())) == NotSeated()


async def test_the_last_person_to_stand_up_closes_the_lobby(service: TableService) -> None:
    table = await service.open_lobby(BEN)
    await service.tables.change(table.number, ANN, StandUp())
    table = await service.tables.change(table.number, BEN, StandUp())
    assert (table.phase, table.lobby.closing_reason) == (Phase.OVER, "everybody_left")
    assert service.notifications[-1] == (5, (StoodUp(BEN), LobbyClosed("everybody_left")))
    await _assert_closed(service, table.number)


async def test_only_the_host_starts_a_match_and_it_needs_two_players(service: TableService) -> None:
    table = await service.open_lobby()
    assert await refused(service.tables.change(table.number, ANN, Start())) == TooFewPlayers(players=1, least=2)
    await service.tables.change(table.number, BEN, Join())
    assert await refused(service.tables.change(table.number, BEN, Start())) == NotTheHost(ANN)
    table = await service.tables.change(table.number, ANN, Start())
    assert table.phase == Phase.DEAL
    started, dealt, begun = service.notifications[-1][1]
    assert isinstance(started, MatchStarted)
    assert isinstance(dealt, CardsDealt)
    assert begun == TurnBegun(service.now, until=None, idle_until=service.now + 33 * 24 * HOUR)


async def test_a_started_match_refuses_join_stand_up_and_start(service: TableService) -> None:
    number = (await service.start_match(BEN)).number
    for person, request in ((CEM, Join()), (BEN, StandUp()), (ANN, Start())):
        assert await refused(service.tables.change(number, person, request)) == TableStarted()


async def test_a_lobby_refuses_forfeit_end_and_ready(service: TableService) -> None:
    number = (await service.open_lobby(BEN)).number
    for request in (AskEnd(), Forfeit(), Ready()):
        assert await refused(service.tables.change(number, ANN, request)) == TableNotStarted()
    assert await refused(service.tables.change(number, CEM, Ready())) == NotSeated()


@pytest.mark.parametrize(("person", "manager"), [(ANN, False), (DEE, True), (None, True)])
async def test_the_host_or_a_manager_cancels_a_lobby(service: TableService, person: int | None, *, manager: bool) -> None:
    table = await service.open_lobby(BEN)
    table = await service.tables.change(table.number, person, Cancel(by_manager=manager))
    assert (table.phase, table.lobby.closing_reason) == (Phase.OVER, "cancelled")
    await _assert_closed(service, table.number)


async def test_a_guest_cannot_cancel_the_lobby(service: TableService) -> None:
    number = (await service.open_lobby(BEN)).number
    assert await refused(service.tables.change(number, BEN, Cancel(by_manager=False))) == NotTheHost(ANN)


async def test_a_refused_request_changes_nothing_and_notifies_no_listener(service: TableService) -> None:
    table = await service.open_lobby(BEN)
    heard = len(service.notifications)
    for request in (Join(), Start(), Cancel(by_manager=False), Ready(), AskEnd(), Forfeit()):
        await refused(service.tables.change(table.number, BEN, request))
    assert await service.tables.get(table.number) == table
    assert fold(table.number, await service.store.log.read_events(table.number)) == table
    assert len(service.notifications) == heard


async def test_an_unknown_number_is_refused(service: TableService) -> None:
    assert await refused(service.tables.get(404)) == TableNotFound(404)
    assert await refused(service.tables.change(404, ANN, Join())) == TableNotFound(404)


async def _assert_closed(service: TableService, number: int) -> None:
    assert list(service.tables.in_play) == []
    assert await service.store.log.tables_in_play() == []
    assert await service.store.deadlines.earliest() is None
    assert (await service.tables.get(number)).phase == Phase.OVER, "a table that is over can still be looked at"
    assert await refused(service.tables.change(number, CEM, Join())) == TableIsOver(has_match=False)


RAMI = variant("rami")


def limited(store: Store, person: int, server: int) -> Tables:
    return Tables(store.log, ClockAndSeeds(lambda: 1_000_000, lambda: "0" * 64), PAUSES, LobbyLimits(person, server))


async def refusals_of(tables: Tables, *openings: tuple[int, int]) -> list[Refusal]:
    """Open tables at the same time, each for a server and a host; return the refusals."""
    opening = (open_table(tables, server, 20, host, RAMI, thread=False) for server, host in openings)
    came = await asyncio.gather(*opening, return_exceptions=True)
    assert all(isinstance(one, Refused) for one in came if isinstance(one, BaseException)), came
    return [one.refusal for one in came if isinstance(one, Refused)]


async def test_one_person_has_at_most_so_many_lobbies_also_if_they_open_them_at_the_same_time(store: Store) -> None:
    tables = limited(store, 2, 0)
    assert await refusals_of(tables, *[(10, ANN)] * 5) == [TooManyOpenLobbies(2)] * 3
    assert await refusals_of(tables, (11, ANN)) == [TooManyOpenLobbies(2)], "in all servers together"
    assert await refusals_of(tables, (10, BEN)) == []


async def test_one_server_has_at_most_so_many_lobbies_also_if_they_are_opened_at_the_same_time(store: Store) -> None:
    """Each of the three hosts is about to open a table when the others' are not stored yet."""
    tables = limited(store, 0, 2)
    hosts = [(10, host) for host in (ANN, BEN, CEM) * 3]
    assert await refusals_of(tables, *hosts) == [ServerTooManyOpenLobbies(2)] * 7
    assert await refusals_of(tables, (11, ANN)) == []


async def test_a_lobby_that_is_closed_or_started_makes_room(store: Store) -> None:
    tables = limited(store, 1, 0)
    await refusals_of(tables, (10, ANN))
    await tables.change(1, ANN, Cancel(by_manager=False))
    assert await refusals_of(tables, (10, ANN)) == []
    await tables.change(2, BEN, Join())
    await tables.change(2, ANN, Start())
    assert await refusals_of(tables, (10, ANN)) == []
    assert await refusals_of(tables, (10, ANN)) == [TooManyOpenLobbies(1)]


async def test_lobbies_are_counted_again_after_a_restart(store: Store) -> None:
    await refusals_of(limited(store, 1, 1), (10, ANN))
    tables = limited(store, 1, 1)
    await tables.load()
    assert await refusals_of(tables, (10, ANN), (10, BEN)) == [TooManyOpenLobbies(1), ServerTooManyOpenLobbies(1)]


async def test_the_same_command_again_gets_its_table_and_no_refusal(store: Store) -> None:
    tables = limited(store, 1, 1)
    first = await open_table(tables, 10, 20, ANN, RAMI, thread=False, at=5)
    assert await open_table(tables, 10, 20, ANN, RAMI, thread=False, at=5) == first


def test_tables_with_reserved_seats_do_not_count_as_lobbies() -> None:
    in_play = TablesInPlay()
    for number, reserved in ((1, None), (2, Reservation(1, (ANN, BEN)))):
        in_play.put(apply_event(number, None, TableOpened(10, 20, ANN, RAMI, False, 1, None, reserved)))
    assert [table.number for table in in_play.lobbies_in_server(10)] == [1]
    assert in_play.lobbies_in_server(11) == []
