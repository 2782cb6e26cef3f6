"""A table has at most one deadline, and the earliest of all tables comes first."""

from bot.storage.store import Store
from bot.tables.events import SatDown
from bot.tables.ports import UNCHANGED, Commit, Deadline
from tests.storage.small_matches import LOBBY_ENDS, open_table


async def test_there_is_no_deadline_without_tables(store: Store) -> None:
    assert await store.deadlines.earliest() is None


async def test_the_earliest_deadline_comes_first(store: Store) -> None:
    await open_table(store, at=10)
    early = await open_table(store, at=5)
    assert await store.deadlines.earliest() == Deadline(early, 0, 5 + LOBBY_ENDS)


async def test_a_commit_replaces_removes_or_keeps_the_deadline(store: Store) -> None:
    number = await open_table(store)
    await store.log.commit(Commit(number, 2, (SatDown(2),), at=1, deadline=Deadline(number, 4, 60)))
    assert await store.deadlines.earliest() == Deadline(number, 4, 60)
    await store.log.commit(Commit(number, 3, (SatDown(3),), at=2, deadline=UNCHANGED))
    assert await store.deadlines.earliest() == Deadline(number, 4, 60)
    await store.log.commit(Commit(number, 4, (SatDown(4),), at=3, deadline=None))
    assert await store.deadlines.earliest() is None
    await store.log.commit(Commit(number, 5, (SatDown(5),), at=4, deadline=Deadline(number, 5, 70)))
    assert await store.deadlines.earliest() == Deadline(number, 5, 70)


async def test_a_deadline_that_was_replaced_meanwhile_is_not_removed(store: Store) -> None:
    number = await open_table(store)
    old = Deadline(number, 0, LOBBY_ENDS)
    new = Deadline(number, 4, 60)
    await store.log.commit(Commit(number, 2, (SatDown(2),), at=1, deadline=new))
    await store.deadlines.replace(old, None)
    assert await store.deadlines.earliest() == new
    await store.deadlines.replace(new, None)
    assert await store.deadlines.earliest() is None
