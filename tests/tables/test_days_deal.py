"""The deal of a day at a table: the same for everyone, once for each person, and nothing told before its end."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Sequence

import pytest

from bot.competition.personal_data import PersonalData
from bot.league.days import DAY_MS
from bot.players.choice import Level
from bot.rummy.events import CardsDealt
from bot.rummy.view import view_for
from bot.storage.store import Store, open_store
from bot.tables.computer_players import OwnComputers
from bot.tables.daily import GRACE_MS, deals_of, end_of, fingerprint_of, normal_points, points_ahead
from bot.tables.events import NO_CLOCK, TableOpened
from bot.tables.match_requests import Forfeit, Play
from bot.tables.private_tables import PrivateMatch, PrivateTables
from bot.tables.refusals import DayBegun, MovedOn, TableIsOver
from bot.tables.table import Phase, Table
from bot.wording.sentence import Refused
from tests.conftest import ROOT
from tests.databases import execute
from tests.rummy.presets import variant
from tests.seeds import seeds
from tests.tables.days_people import MONDAY, PRESETS, SECRET, SERVER, begin, deal_of, play_move
from tests.tables.table_service import ANN, BEN, TableService, refused


async def finish(service: TableService, table: Table, moves: Sequence[str] | None = None, *, most: int = 500) -> list[str]:
    """Play the deal to its end with these moves, or else eagerly, at most so many; return the moves."""
    played = list[str]()
    while table.phase == Phase.DEAL and len(played) < most:
        table, move = await play_move(service, table, None if moves is None else moves[len(played)])
        played.append(move)
    return played


def stored(url: str) -> list[tuple[int, ...]]:
    """Return the person, day, server and points of all attempts."""
    return execute(url, "SELECT person, day, server, points FROM attempts ORDER BY day, person")


async def test_the_person_begins_with_the_cards_of_the_day_against_two_computers(url: str, service: TableService) -> None:
    table = await begin(service, ANN, MONDAY)
    assert (table.phase, table.person_to_act(), table.seats.occupants) == (Phase.DEAL, ANN, (ANN, -1, -2))
    assert table.match is not None
    view = view_for(table.match, 0).deal
    assert view is not None
    assert view.commitment == fingerprint_of(SECRET, MONDAY)
    assert table.lobby.chain is None
    assert not table.has_hints
    assert table.hides_deals
    assert table.house_rules == ()
    assert stored(url) == [(ANN, MONDAY, SERVER, None)]


@pytest.mark.parametrize("day", range(MONDAY, MONDAY + 7))
async def test_the_same_moves_lead_to_the_same_result(service: TableService, day: int) -> None:
    first = await begin(service, ANN, day)
    moves = await finish(service, first)
    second = await begin(service, BEN, day)
    await finish(service, second, moves)
    results = [await service.store.days.attempt(person, day) for person in (ANN, BEN)]
    assert all(one is not None and one.points is not None for one in results)
    assert len({one and one.points for one in results}) == 1
    events = [await service.store.log.read_events(table.number) for table in (first, second)]
    played = [[str(event) for event in some if not hasattr(event, "person")][4:] for some in events]
    assert played[0] == played[1]


@pytest.mark.parametrize("day", range(MONDAY, MONDAY + 7))
async def test_a_person_who_plays_like_a_normal_computer_gets_what_it_would_have_got(service: TableService, day: int) -> None:
    table = await begin(service, ANN, day)
    while table.phase == Phase.DEAL:
        assert table.match is not None
        view = view_for(table.match, 0)
        assert view.deal is not None
        move = OwnComputers(lambda: deals_of(SECRET, day)).choose(view, Level.NORMAL)
        assert move is not None
        table = await service.tables.change(table.number, ANN, Play(move, table.step))
    assert points_ahead(table) == normal_points(day, SECRET, PRESETS)


async def test_a_restart_in_the_middle_changes_nothing(service: TableService) -> None:
    table = await begin(service, ANN, MONDAY)
    moves = await finish(service, table)
    other = await begin(service, BEN, MONDAY)
    for at in range(len(moves)):
        again = TableService(service.store, now=service.now)
        await again.tables.load()
        await finish(again, await again.tables.get(other.number), moves[at:], most=1)
    own, others = [await service.store.days.attempt(person, MONDAY) for person in (ANN, BEN)]
    assert own is not None
    assert others is not None
    assert own.points == others.points is not None


async def test_a_deal_goes_on_in_a_version_whose_computers_choose_otherwise(
    service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await begin(service, ANN, MONDAY)
    await finish(service, table, most=2)
    stored_turns = await service.store.log.read_events(table.number)
    choose = OwnComputers.choose
    monkeypatch.setattr(OwnComputers, "choose", lambda computers, view, _level: choose(computers, view, Level.EASY))
    newer = TableService(service.store, now=service.now)
    await newer.tables.load()
    await finish(newer, await newer.tables.get(table.number))
    assert (await service.store.log.read_events(table.number))[: len(stored_turns)] == stored_turns
    attempt = await service.store.days.attempt(ANN, MONDAY)
    assert attempt is not None
    assert attempt.points is not None


async def test_the_result_is_stored_with_the_end_of_the_match(url: str, service: TableService) -> None:
    table = await begin(service, ANN, MONDAY)
    await finish(service, table)
    over = await service.tables.get(table.number)
    assert over.match is not None
    ahead = points_ahead(over)
    assert ahead == over.match.scores[0] - max(over.match.scores[1:])
    assert stored(url) == [(ANN, MONDAY, SERVER, ahead)]
    assert await service.store.days.finished_days(ANN) == [MONDAY]
    assert await service.result(table.number) is None, "it counts in no league and no rating"


async def test_fewer_points_are_ahead_where_points_are_penalties(url: str, service: TableService) -> None:
    table = await begin(service, ANN, MONDAY + 4)
    await finish(service, table)
    over = (await service.tables.get(table.number)).match
    assert over is not None
    assert over.variant.is_lowest_score_best()
    assert stored(url)[0][3] == min(over.scores[1:]) - over.scores[0]


async def test_seventeen_calls_at_once_in_two_processes_make_one_attempt(url: str, store: Store) -> None:
    async with open_store(url, synchronous="NORMAL") as another:
        services = [TableService(store, now=MONDAY * DAY_MS), TableService(another, now=MONDAY * DAY_MS)]
        own = [PrivateTables(service.tables) for service in services]
        pressed = [own[way % 2].start_day(ANN, deal_of(MONDAY, is_ranked=way % 3 > 0), at=way) for way in range(17)]
        found = await asyncio.gather(*pressed, return_exceptions=True)
        tables = {one.number for one in found if isinstance(one, Table)}
        refusals = [one.refusal for one in found if isinstance(one, Refused)]
        assert len(tables) == 1, found
        assert len(tables | {one.number for one in refusals if isinstance(one, DayBegun)}) == 1, found
        # one process may close the lobby that the other has just opened, before or after the other reads that
        assert all(isinstance(one, DayBegun | MovedOn | TableIsOver) for one in refusals), refusals
        (number,) = tables
        fresh = TableService(store, now=MONDAY * DAY_MS)  # it was restarted
        await fresh.tables.load()
        assert (await begin(fresh, ANN, MONDAY)).number == number
        await finish(fresh, await fresh.tables.get(number))
        assert await refused(begin(fresh, ANN, MONDAY)) == DayBegun(number), "after the end"
        earlier = TableService(store, now=MONDAY * DAY_MS - 5)  # the clock was set back
        await earlier.tables.load()
        assert await refused(PrivateTables(earlier.tables).start_day(ANN, deal_of(MONDAY), at=1)) == DayBegun(number)
        assert len(stored(url)) == 1
        assert await store.log.tables_in_play() == [], "no lobby is left behind"


async def test_a_deal_that_was_left_is_an_attempt_without_a_result(url: str, service: TableService) -> None:
    table = await begin(service, ANN, MONDAY)
    await service.tables.change(table.number, ANN, Forfeit())
    assert stored(url) == [(ANN, MONDAY, SERVER, None)]
    assert await refused(begin(service, ANN, MONDAY)) == DayBegun(table.number)
    assert await service.store.days.finished_days(ANN) == []


async def test_a_deal_begun_in_the_last_second_counts_for_its_day(url: str, service: TableService) -> None:
    service.now = end_of(MONDAY) - 1000
    table = await begin(service, ANN, MONDAY)
    service.now = end_of(MONDAY) + GRACE_MS - 1
    await finish(service, table)
    assert stored(url)[0][3] is not None


async def test_a_deal_that_is_finished_after_its_seed_was_shown_has_no_result(url: str, service: TableService) -> None:
    table = await begin(service, ANN, MONDAY)
    service.now = end_of(MONDAY) + GRACE_MS
    await finish(service, table)
    assert stored(url) == [(ANN, MONDAY, SERVER, None)]


async def test_the_next_deal_ends_that_of_the_day_before(url: str, service: TableService) -> None:
    first = await begin(service, ANN, MONDAY)
    second = await begin(service, ANN, MONDAY + 1)
    assert second.number != first.number
    assert (await service.tables.get(first.number)).phase == Phase.OVER
    assert [row[1] for row in stored(url)] == [MONDAY, MONDAY + 1]


async def test_a_late_press_goes_on_with_the_later_deal(url: str, service: TableService) -> None:
    later = await begin(service, ANN, MONDAY + 1)
    assert await begin(service, ANN, MONDAY) == later
    assert (await service.tables.get(later.number)).phase == Phase.DEAL
    assert [row[1] for row in stored(url)] == [MONDAY + 1]


async def test_a_lobby_of_a_day_that_a_kill_left_behind_hinders_nothing(service: TableService) -> None:
    wanted, usual = deal_of(MONDAY), PrivateMatch(SERVER, 20, variant("rami"), variant("rami"), (Level.EASY,))
    left = TableOpened(SERVER, 20, ANN, wanted.variant, thread=False, at=1, clock=NO_CLOCK, is_private=True, day=wanted.day)
    first = await service.tables.open(left)
    _, is_new = await PrivateTables(service.tables).start(ANN, usual, at=service.now)
    assert is_new
    assert (await service.tables.get(first.number)).phase == Phase.OVER
    assert (await begin(service, ANN, MONDAY)).match is not None


async def test_the_deal_of_the_day_and_a_match_against_computers_do_not_end_each_other(service: TableService) -> None:
    own = PrivateTables(service.tables)
    usual = PrivateMatch(SERVER, 20, variant("rami"), variant("rami"), (Level.EASY,))
    day = await begin(service, ANN, MONDAY)
    match, is_new = await own.start(ANN, usual, at=service.now)
    assert is_new
    assert await own.under_way(ANN) == match
    assert await own.start(ANN, usual, at=service.now + 1) == (match, False)
    assert await begin(service, ANN, MONDAY) == day
    assert {one.number for one in await service.tables.of_person(ANN)} == {day.number, match.number}


async def test_a_result_outside_of_a_servers_table_is_in_none(service: TableService) -> None:
    service.now = MONDAY * DAY_MS
    own = PrivateTables(service.tables)
    for person in (ANN, BEN):
        await finish(service, await own.start_day(person, deal_of(MONDAY, is_ranked=person == BEN), at=service.now))
    (shown,) = await service.store.days.of_server(SERVER, MONDAY)
    assert shown.person == BEN
    assert shown.points is not None
    assert await service.store.days.servers(MONDAY) == [SERVER]
    assert await service.store.days.worse_than(MONDAY, shown.points) == (0, 2)
    assert await service.store.days.worse_than(MONDAY, shown.points + 1) == (2, 2)


async def test_the_secret_is_drawn_once(url: str, store: Store) -> None:
    async with open_store(url, synchronous="NORMAL") as other:
        drawn = await asyncio.gather(*(one.days.secret() for one in (store, other) * 5))
    assert len(set(drawn)) == 1
    assert len(bytes.fromhex(drawn[0])) == 32


async def test_ones_data_has_the_attempts_and_not_what_the_deal_follows_from(service: TableService) -> None:
    table = await begin(service, ANN, MONDAY)
    await finish(service, table, most=2)
    data = await PersonalData(service.store.privacy, service.tables, service.clock).read(ANN)
    assert [row["day"] for row in data["daily"]] == [MONDAY]  # type: ignore[attr-defined]
    (dealt,) = [one for one in await service.store.log.read_events(table.number) if isinstance(one, CardsDealt)]
    written = json.dumps(data)
    assert json.dumps(dealt.hands[0]) in written
    assert all(secret not in written for secret in (SECRET, deals_of(SECRET, MONDAY), dealt.seed, json.dumps(dealt.hands[1])))


@pytest.mark.parametrize("seed", seeds(0, 3))
async def test_people_with_the_same_moves_get_the_same_result(service: TableService, seed: int) -> None:
    day, people = MONDAY + seed % 3650, 20
    first = await begin(service, ANN, day)
    moves = await finish(service, first)
    wanted = await service.store.days.attempt(ANN, day)
    assert wanted is not None
    assert wanted.points is not None
    for nth in range(people - 1):
        person = (await service.store.people.add_or_update(1000 + nth, f"Person {nth}", "en-US")).number
        await finish(service, await begin(service, person, day), moves)
        found = await service.store.days.attempt(person, day)
        assert found is not None
        assert found.points == wanted.points
    assert await service.store.days.worse_than(day, wanted.points + 1) == (people, people)


@pytest.mark.parametrize("seed", seeds(0, 3))
@pytest.mark.thorough
async def test_kills_and_other_processes_change_no_result(url: str, store: Store, seed: int) -> None:
    day = MONDAY + seed % 3650

    async def play(person: int, moves: int, hashes: int) -> str:
        address = url.replace("postgresql+psycopg", "postgresql")
        arguments = (address, str(day), str(person), str(moves))
        command = [sys.executable, "-m", "tests.tables.days_people", *arguments]
        environment = os.environ | {"PYTHONHASHSEED": str(hashes)}
        ended = await asyncio.to_thread(
            subprocess.run, command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
        assert ended.returncode == (0 if ended.stdout else -9), ended.stderr
        return ended.stdout

    whole, told = await play(ANN, -1, 1), ""
    for kill in range(100):
        if told := await play(BEN, 9, 2 + kill):
            break
    assert told.replace("person 2", "person 1") == whole
    assert whole.splitlines()[0] != "None"
