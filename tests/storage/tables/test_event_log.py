"""The log stores all events of a transaction or none."""

import pytest
from sqlalchemy.exc import IntegrityError

from bot.rummy.events import MatchBrokenOff, MatchEnded
from bot.storage.league import ledgers
from bot.storage.store import Store, open_store
from bot.tables.events import LobbyClosed, SatDown, StoodUp
from bot.tables.ports import UNCHANGED, Commit, Deadline, VersionTakenError
from tests.storage.small_matches import LOBBY_ENDS, meet_three, open_table, opened, result


async def test_a_new_table_has_its_first_event_and_the_deadline_of_its_lobby(store: Store) -> None:
    number = await open_table(store, at=7)
    assert await store.log.read_events(number) == [opened(at=7)]
    assert await store.log.tables_in_play() == [number]
    assert await store.deadlines.earliest() == Deadline(number, step=0, due=7 + LOBBY_ENDS)


async def test_an_unknown_table_has_no_events(store: Store) -> None:
    assert await store.log.read_events(404) == []


async def test_events_are_returned_in_order_for_each_table(store: Store) -> None:
    first, second = await open_table(store), await open_table(store)
    await store.log.commit(Commit(first, 2, (SatDown(2), SatDown(3)), at=1, deadline=UNCHANGED))
    await store.log.commit(Commit(second, 2, (SatDown(9),), at=2, deadline=UNCHANGED))
    await store.log.commit(Commit(first, 4, (StoodUp(2),), at=3, deadline=UNCHANGED))
    assert await store.log.read_events(first) == [opened(), SatDown(2), SatDown(3), StoodUp(2)]
    assert await store.log.read_events(second) == [opened(), SatDown(9)]


async def test_events_and_deadline_survive_a_restart(url: str) -> None:
    async with open_store(url) as store:
        number = await open_table(store)
        await store.log.commit(Commit(number, 2, (SatDown(2),), at=1, deadline=Deadline(number, 3, 50)))
    async with open_store(url) as store:
        assert await store.log.read_events(number) == [opened(), SatDown(2)]
        assert await store.deadlines.earliest() == Deadline(number, 3, 50)


async def test_a_number_is_never_used_twice(store: Store) -> None:
    numbers = [await open_table(store) for _ in range(3)]
    assert numbers == sorted(set(numbers))


async def test_a_closed_table_is_not_open_but_keeps_its_log(store: Store) -> None:
    closed, still_open = await open_table(store), await open_table(store)
    await store.log.commit(Commit(closed, 2, (LobbyClosed("cancelled"),), at=1, deadline=None, is_over=True))
    assert await store.log.tables_in_play() == [still_open]
    assert await store.log.read_events(closed) == [opened(), LobbyClosed("cancelled")]


async def test_a_second_commit_of_a_version_is_refused_and_writes_nothing(store: Store) -> None:
    people = await meet_three(store)
    number = await open_table(store)
    await store.log.commit(Commit(number, 2, (SatDown(2),), at=1, deadline=UNCHANGED))
    late = Commit(number, 2, (SatDown(3), MatchEnded((1,))), at=2, deadline=None, is_over=True, result=result(people))
    with pytest.raises(VersionTakenError):
        await store.log.commit(late)
    await _assert_as_before(store, number)


async def test_a_second_process_cannot_write_a_version_that_the_first_has_written(url: str) -> None:
    async with open_store(url) as first, open_store(url) as second:
        number = await open_table(first)
        await first.log.commit(Commit(number, 2, (SatDown(2),), at=1, deadline=UNCHANGED))
        with pytest.raises(VersionTakenError):
            await second.log.commit(Commit(number, 2, (SatDown(3),), at=1, deadline=None, is_over=True))
        await _assert_as_before(second, number)


async def test_a_commit_whose_result_cannot_be_stored_stores_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    number, people = await open_table(store), await meet_three(store)
    await store.log.commit(Commit(number, 2, (SatDown(2),), at=1, deadline=UNCHANGED))
    ended = Commit(number, 3, (MatchEnded((1, 2, 3)),), at=2, deadline=None, is_over=True, result=result(people))
    monkeypatch.setattr(ledgers, "advance_revision", lambda *_: 1 / 0)  # the last write
    with pytest.raises(ZeroDivisionError):
        await store.log.commit(ended)
    await _assert_as_before(store, number)


async def test_a_table_that_was_never_opened_has_no_log_to_write_to(store: Store) -> None:
    with pytest.raises(IntegrityError, match="FOREIGN KEY"):
        await store.log.commit(Commit(404, 1, (MatchBrokenOff(),), at=1, deadline=UNCHANGED))


async def _assert_as_before(store: Store, number: int) -> None:
    assert await store.log.read_events(number) == [opened(), SatDown(2)]
    assert await store.log.tables_in_play() == [number]
    assert await store.deadlines.earliest() == Deadline(number, step=0, due=LOBBY_ENDS)
    assert await store.ledgers.with_deals([number]) == {}
