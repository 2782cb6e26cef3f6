"""A person's own match against computers: one at a time, played on with each press, and nothing of it to be posted."""

import asyncio

from bot.competition.personal_data import PersonalData
from bot.players.choice import Level
from bot.rummy.events import CardDiscarded, MatchBrokenOff
from bot.storage.store import Store
from bot.tables.match_requests import Ready
from bot.tables.ports import ClockAndSeeds
from bot.tables.private_tables import PrivateMatch, PrivateTables, opponent_counts
from bot.tables.refusals import TableFull
from bot.tables.seat_events import TableAbandoned
from bot.tables.service import LobbyLimits, ServerTooManyOpenLobbies, Tables
from bot.tables.table import Phase, Table
from tests.rummy.presets import variant
from tests.tables.opening import open_table
from tests.tables.table_service import ANN, BEN, HOUR, PAUSES, TableService, refused

RAMI = variant("rami", match_target="none", match_deals=2)
THREE = (Level.EASY, Level.NORMAL, Level.EASY)


def wanted(opponents: tuple[Level, ...] = THREE, game: str = "rami") -> PrivateMatch:
    rules = RAMI if game == "rami" else variant(game)
    return PrivateMatch(10, 20, rules, variant(game), opponents)


async def start(service: TableService, person: int = ANN) -> Table:
    table, is_new = await PrivateTables(service.tables).start(person, wanted(), at=service.now)
    assert is_new
    return table


async def test_a_match_alone_begins_with_the_first_turn_of_its_person(service: TableService) -> None:
    table = await start(service)
    assert (table.is_private, table.phase, table.person_to_act()) == (True, Phase.DEAL, ANN)
    assert sorted(table.seats.occupants) == [-3, -2, -1, ANN]
    assert not table.may_count


async def test_computers_play_in_the_change_that_ends_the_persons_turn(service: TableService) -> None:
    table = await start(service)
    while table.phase != Phase.OVER:
        before = len(service.notifications)
        if table.phase == Phase.PAUSE:
            table = await service.tables.change(table.number, ANN, Ready(table.deal_number))
        else:
            table = await service.play_turn(table.number)
            played = [event for _, events in service.notifications[before:] for event in events]
            assert {event.seat for event in played if isinstance(event, CardDiscarded)} <= set(range(4))
        assert table.phase != Phase.DEAL or table.person_to_act() == ANN
    assert table.match is not None
    assert len(table.match.ended_deals) == 2
    assert await service.result(table.number) is None


async def test_a_pause_lasts_until_the_person_is_ready(service: TableService) -> None:
    table = await start(service)
    while table.phase == Phase.DEAL:
        table = await service.play_turn(table.number)
    await service.pass_deadlines(service.now + 24 * HOUR)
    assert (await service.tables.get(table.number)).phase == Phase.PAUSE
    assert (await service.tables.change(table.number, ANN, Ready())).deal_number == 2


async def test_a_match_that_is_forgotten_ends_after_thirty_days(service: TableService) -> None:
    table = await start(service)
    await service.pass_deadlines(service.now + 34 * 24 * HOUR)
    assert (await service.tables.get(table.number)).phase == Phase.OVER
    assert any(isinstance(event, TableAbandoned) for event in service.notifications[-1][1])


async def test_presses_at_the_same_time_start_one_match(service: TableService) -> None:
    own = PrivateTables(service.tables)
    started = await asyncio.gather(*(own.start(ANN, wanted(), at=service.now + at) for at in range(5)))
    assert {table.number for table, _ in started} == {1}
    assert sum(is_new for _, is_new in started) == 1


async def test_a_new_match_ends_the_one_before_only_if_the_person_was_told(service: TableService) -> None:
    own, first = PrivateTables(service.tables), await start(service)
    assert await own.start(ANN, wanted(), at=1) == (first, False)
    assert await own.start(ANN, wanted(), at=2, replaces=first.number + 1) == (first, False)
    second, is_new = await own.start(ANN, wanted(), at=3, replaces=first.number)
    assert is_new
    assert await own.under_way(ANN) == second
    assert (await service.tables.get(first.number)).phase == Phase.OVER
    assert await own.start(ANN, wanted(), at=4, replaces=first.number) == (second, False), "an old button"


async def test_a_match_that_can_not_start_leaves_nothing_behind(service: TableService) -> None:
    own = PrivateTables(service.tables)
    assert await refused(own.start(ANN, wanted(game="wrotham"), at=1)) == TableFull(2)
    assert service.tables.in_play.of_person(ANN) == []
    assert await service.store.log.tables_in_play() == []


async def test_a_lobby_that_a_crash_has_left_behind_is_closed_by_the_next_match(service: TableService) -> None:
    left = await open_table(service.tables, 10, 20, ANN, RAMI, thread=False, is_private=True)
    own = PrivateTables(service.tables)
    assert await own.under_way(ANN) is None
    table, is_new = await own.start(ANN, wanted(), at=1)
    assert is_new
    assert [one.number for one in service.tables.in_play.of_person(ANN)] == [table.number]
    assert (await service.tables.get(left.number)).phase == Phase.OVER


async def test_a_match_goes_on_after_a_restart(service: TableService) -> None:
    table = await service.play_turn((await start(service)).number)
    again = TableService(service.store)
    await again.tables.load()
    assert await PrivateTables(again.tables).under_way(ANN) == table
    assert (await again.play_turn(table.number)).version > table.version


async def test_nobody_finds_a_private_table_by_its_channel_and_no_limit_counts_it(store: Store) -> None:
    source = ClockAndSeeds(lambda: 1_000_000, lambda: "0" * 64)
    tables = Tables(store.log, source, PAUSES, LobbyLimits(1, 1))
    private = await open_table(tables, 10, 20, ANN, RAMI, thread=False, is_private=True)
    assert (tables.in_play.in_channel(20), tables.in_play.of_person(ANN)) == ([], [private])
    public = await open_table(tables, 10, 20, ANN, RAMI, thread=False)
    assert tables.in_play.in_channel(20) == [public]
    assert await refused(open_table(tables, 10, 20, BEN, RAMI, thread=False)) == ServerTooManyOpenLobbies(1)
    await open_table(tables, 10, 20, BEN, RAMI, thread=False, is_private=True)


async def test_a_private_table_is_never_behind(service: TableService) -> None:
    table = await start(service)
    await service.play_turn(table.number)
    assert await service.store.surfaces.tables_behind() == []
    await PrivateTables(service.tables).start(ANN, wanted(), at=1, replaces=table.number)
    assert await service.store.surfaces.tables_behind() == [], "nor is one that is over"
    assert await service.store.surfaces.tables_behind(10) == []


async def test_the_data_of_a_person_contains_their_own_match(service: TableService) -> None:
    table = await service.play_turn((await start(service)).number)
    stored = await PersonalData(service.store.privacy, service.tables, service.clock).read(ANN)
    (found,) = stored["tables"]  # type: ignore[misc]
    assert found["number"] == table.number
    assert found["seat"] == table.seats.seat_of(ANN)
    assert {"TableOpened", "CardsDealt", "CardDiscarded"} <= {event["type"] for event in found["events"]}
    discards = [event for event in found["events"] if event["type"] == "CardDiscarded"]
    assert {event["seat"] for event in discards} == {table.seats.seat_of(ANN)}, "no cards of the computers"


async def test_deleting_ones_data_ends_ones_own_match(service: TableService) -> None:
    table = await start(service)
    await PersonalData(service.store.privacy, service.tables, service.clock).delete(ANN)
    assert (await service.tables.get(table.number)).phase == Phase.OVER
    assert MatchBrokenOff() in service.notifications[-1][1]
    assert service.store.people[ANN].name == ""


def test_a_game_is_played_alone_against_as_many_computers_as_it_has_seats_for() -> None:
    assert list(opponent_counts(variant("wrotham"))) == [1]
    assert list(opponent_counts(variant("cuccu"))) == [1, 2, 3]
    assert list(opponent_counts(variant("rami"))) == [1, 2, 3, 4, 5]
    assert list(opponent_counts(variant("rami", players="[3, 3]"))) == [2]
    assert list(opponent_counts(variant("rami", players="[5, 6]"))) == [4, 5]
