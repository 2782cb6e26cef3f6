"""A process that takes partitions plays their tables at once, while it loads them one after the other."""

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, cast

import pytest

from bot.background import sharing as sharing_module
from bot.background.league_clock import LeagueClock
from bot.background.sharing import Sharing
from bot.background.table_clock import ComputerTurns, DeadlineSleeper
from bot.background.uptime import Uptime
from bot.players.choice import Level
from bot.rummy.moves import DRAW
from bot.storage.league.posts import Post, PostKind
from bot.storage.ownership import Ownership
from bot.storage.store import Store
from bot.tables.events import Event
from bot.tables.lobby_requests import Join
from bot.tables.match_requests import Play
from bot.tables.ports import Commit, DatabaseAwayError, NotOwnerError
from bot.tables.private_tables import PrivateMatch, PrivateTables, end_private_table
from bot.tables.service import LobbyLimits, ServerTooManyOpenLobbies
from bot.tables.table import Table
from bot.wording.sentence import Refused
from tests.background.downtime import LIVE, SECOND, time_left
from tests.background.test_deadline_sleeper import Connection, until
from tests.databases import execute
from tests.rummy.presets import variant
from tests.tables.opening import open_table
from tests.tables.table_service import ANN, BEN, CEM, TableService

ALL_OF_US = frozenset({0})
"""The partition of the servers in these tests, whose ids are that small."""


class Shared(Ownership):
    """All servers of these tests are ours, and other processes own others."""

    def __init__(self) -> None:
        super().__init__()
        self.partitions = ALL_OF_US
        self.may_trust = True

    @property
    def is_shared(self) -> bool:
        return True

    @property
    def is_trusted(self) -> bool:
        return self.may_trust


@dataclass
class NoMessages:
    """A courier that shows nothing, and remembers what it is told."""

    numbers: tuple[int, ...] = ()
    flushed: list[set[int]] = field(default_factory=list)

    async def take_over(self, partitions: Collection[int]) -> None:
        assert partitions == ALL_OF_US

    async def resume_next(self) -> bool:
        return False

    async def until_read(self, number: int) -> None:
        pass

    async def flush(self, numbers: set[int]) -> None:
        self.flushed.append(numbers)

    def drop(self, numbers: Collection[int]) -> None:
        pass


class Successor:
    """The process that goes on with the tables of another one. Of its other tables, none is read before `let_it_read`."""

    def __init__(self, store: Store, now: int, *, reads_first: Collection[int] = ()) -> None:
        self.service = TableService(store, now=now)
        self.tables, self.courier, connection = self.service.tables, NoMessages(), Connection()
        self.uptime = Uptime(store.heartbeat, self.tables, self.service.clock, connection.silence, connection.ask_for_sign)
        self.sleeper = DeadlineSleeper(
            store.deadlines, self.tables, self.service.clock, self.uptime, lambda: self.service.now / SECOND
        )
        self.answered = asyncio.Event()
        self.answered.set()
        self.sharing = Sharing(
            Shared(),
            store.log,
            self.tables,
            cast(Any, self.courier),
            self.uptime,
            self.sleeper,
            store.people,
            self.answered.wait,
        )
        self.tables.has_all, self.tables.is_ours = self.sharing.has_all, self.sharing.owns
        self._may_read, self._reads_first, self._read = asyncio.Event(), reads_first, store.log.read_events
        self.reading = asyncio.Event()
        self.tables._log = cast(Any, _Log(store.log, self._read_events))

    async def _read_events(self, table: int) -> list[Event]:
        if table not in self._reads_first:
            self.reading.set()
            await self._may_read.wait()
        return await self._read(table)

    def let_it_read(self) -> None:
        self._may_read.set()

    @asynccontextmanager
    async def taking_over(self) -> AsyncIterator["Successor"]:
        await self.sharing._taken(ALL_OF_US)
        try:
            yield self
        finally:
            self.let_it_read()
            assert self.sharing._loading is not None
            await self.sharing._loading


class _Log:
    """The stored log, but for how it is read."""

    def __init__(self, log: Any, read_events: Any) -> None:
        self._log, self.read_events = log, read_events

    def __getattr__(self, name: str) -> Any:
        return getattr(self._log, name)


def copy_tables(store: Store, url: str, *, doublings: int, server: int) -> int:
    """Copy all tables again and again into another server, and return how many there are then."""
    count = 0
    for _ in range(doublings):
        ((count,),) = execute(url, "SELECT max(number) FROM tables")
        execute(
            url,
            "INSERT INTO tables (number, server, channel, opened, told, partition)"
            " SELECT number + ?, ?, channel, opened, told, partition FROM tables",
            count,
            server,
        )
        execute(
            url,
            'INSERT INTO events ("table", version, spelling, at, event)'
            ' SELECT "table" + ?, version, spelling, at, event FROM events',
            count,
        )
    return 2 * int(count)


async def left_behind(service: TableService, table: Table) -> int:
    """Note that the process before was up until now, and return how much time the turn has left then."""
    await service.store.heartbeat.beat(service.now, ALL_OF_US)
    return await time_left(service, table)


async def test_a_press_works_while_thousands_of_tables_are_loaded(store: Store, service: TableService, url: str) -> None:
    table = await service.start_match(BEN, clock=LIVE)
    left = await left_behind(service, table)
    count = copy_tables(store, url, doublings=11, server=11)
    assert count == 2048
    async with Successor(store, service.now + 40 * SECOND, reads_first=[table.number]).taking_over() as after:
        assert await after.sharing.is_ours(None, 101, table.number)
        drawn = await after.tables.change(table.number, table.person_to_act(), Play(DRAW))
        assert drawn.version > table.version
        assert await time_left(after.service, drawn) == left, "the time in which nobody owned it was given back"
        assert len(after.tables.in_play) == 1
        assert after.tables.is_loading
        after.sharing._lost()
        assert not after.tables.is_loading


async def test_a_takeover_asks_once_for_all_tables_that_this_process_shows_already(
    store: Store, service: TableService, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One question for each made the first press after a takeover wait for seconds."""
    ours = await service.start_match(BEN)
    count = copy_tables(store, url, doublings=3, server=11)
    execute(url, "UPDATE tables SET partition = 5 WHERE number > 1")
    successor = Successor(store, service.now)
    successor.courier.numbers = tuple(range(1, count + 1))
    asked, partitions = list[int](), store.log.partitions

    async def count_questions(numbers: list[int]) -> dict[int, int]:
        asked.append(len(numbers))
        return await partitions(numbers)

    monkeypatch.setattr(store.log, "partitions", count_questions)
    assert await successor.sharing._numbers(ALL_OF_US, successor.courier.numbers) == {ours.number}
    assert len(asked) == 1


async def test_what_names_no_table_is_answered_right_while_tables_are_loaded(store: Store, service: TableService) -> None:
    elsewhere = await open_table(
        service.tables, 11, 21, ANN, variant("rami"), thread=False
    )  # it is read first, and holds up all others
    lobby, other = await service.open_lobby(BEN), await service.start_match(CEM)
    here = [lobby.number, other.number]
    async with Successor(store, service.now, reads_first=here).taking_over() as after:
        after.tables._limits = LobbyLimits(server=1)
        assert not after.sharing.has_all()
        assert [one.number for one in await after.tables.of_person(BEN)] == [lobby.number]
        with pytest.raises(Refused) as refused:
            await open_table(after.tables, 10, 20, ANN, variant("rami"), thread=False)
        assert refused.value.refusal == ServerTooManyOpenLobbies(1)
        assert await after.sharing.is_ours(10, 101, None)
        assert [one.number for one in after.tables.in_play.in_channel(20)] == here
        assert after.tables.in_play.get(elsewhere.number) is None
    assert [one.number for one in after.tables.in_play] == [elsewhere.number, *here]
    assert not after.tables.is_loading


@pytest.mark.usefixtures("_quick_looks")
async def test_a_deadline_that_passed_without_an_owner_waits_for_its_time(store: Store, service: TableService) -> None:
    await service.open_lobby()  # it is read first, and holds up all others
    table = await service.start_match(BEN, clock=LIVE)
    left = await left_behind(service, table)
    passed = await store.deadlines.earliest()
    after = Successor(store, service.now + left + 40 * SECOND, reads_first=[table.number])
    async with after.taking_over():
        sleeping = asyncio.create_task(after.sleeper.run())
        async with asyncio.timeout(30):
            while await store.deadlines.earliest() == passed:  # noqa: ASYNC110  (a database does not notify)
                await asyncio.sleep(0.01)
        sleeping.cancel()
        with suppress(asyncio.CancelledError):
            await sleeping
        assert await time_left(after.service, table) == left
        assert (await after.tables.get(table.number)).current_turn == table.current_turn


async def test_computers_play_on_at_tables_that_were_loaded(store: Store, service: TableService) -> None:
    table = await service.start_match(computers=[Level.EASY])
    after = Successor(store, service.now)

    async def is_up() -> bool:
        return True

    computers = ComputerTurns(after.tables, lambda: 0.0, is_up)
    playing = asyncio.create_task(computers.run())
    async with after.taking_over():
        await until(lambda: computers._is_running)
    await until(lambda: (known := after.tables.in_play.get(table.number)) is not None and known.person_to_act() == ANN)
    playing.cancel()
    with suppress(asyncio.CancelledError):
        await playing


async def test_tables_that_are_given_back_are_loaded_no_more(store: Store, service: TableService) -> None:
    numbers = {(await service.open_lobby()).number for _ in range(3)}
    async with Successor(store, service.now).taking_over() as after:
        await after.sharing._giving(ALL_OF_US)
        assert after.courier.flushed == [numbers]
        assert not after.tables.is_loading
    assert list(after.tables.in_play) == []


async def test_a_process_that_is_cut_off_leaves_requests_to_others_before_it_refuses_them(
    store: Store, service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sharing_module, "_YIELD_SECONDS", 0.05)
    sharing = Successor(store, service.now).sharing
    sharing.ownership.partitions, sharing.ownership.former = frozenset(), ALL_OF_US
    began = asyncio.get_running_loop().time()
    assert await sharing.is_ours(10, 101, None), "it says that nothing can be saved"
    assert asyncio.get_running_loop().time() - began >= 0.05, "whoever owns the server now has answered before"
    assert not await sharing.is_ours(1 << 22, 101, None), "of other servers it never says anything"
    asking = asyncio.create_task(sharing.is_ours(10, 101, None))
    await asyncio.sleep(0)
    sharing.ownership.former = frozenset()
    assert not await asking, "meanwhile it is connected again, and owns nothing yet"


async def test_what_is_asked_just_after_partitions_were_taken_waits_until_they_are_owned(
    store: Store, service: TableService
) -> None:
    table = await service.start_match(BEN, clock=LIVE)
    after = Successor(store, service.now)
    ownership, after.sharing.ownership.partitions = after.sharing.ownership, frozenset()
    ownership.coming = ALL_OF_US
    asking = asyncio.create_task(after.sharing.is_ours(10, 101, table.number))
    await until(lambda: table.number in after.sharing._known)  # it has looked up whose the table is
    for _ in range(5):
        await asyncio.sleep(0)
    assert not asking.done()
    ownership.coming, ownership.partitions = frozenset(), ALL_OF_US
    after.let_it_read()
    await after.sharing._taken(ALL_OF_US)
    assert await asking
    assert after.sharing._loading is not None
    await after.sharing._loading


async def test_partitions_are_given_back_after_what_is_being_changed_there(store: Store, service: TableService) -> None:
    table, heard, giving = await service.open_lobby(), list[int](), list[asyncio.Task[None]]()
    async with Successor(store, service.now, reads_first=[table.number]).taking_over() as after:
        after.tables.add_listener(lambda changed, _: heard.append(changed.version))
        await after.tables.get(table.number)
        commit, log = store.log.commit, cast(Any, after.tables._log)

        async def commit_while_it_is_given_back(stored: Commit) -> None:
            giving.append(asyncio.create_task(after.sharing._giving(ALL_OF_US)))
            await asyncio.wait(giving, timeout=0.1)
            assert not giving[0].done()
            await commit(stored)

        log.commit = commit_while_it_is_given_back
        changed = await after.tables.change(table.number, BEN, Join())
        await giving[0]
        assert BEN in changed.seats.people
        assert (list(after.tables.in_play), heard) == ([], [changed.version])
        kept = await store.deadlines.earliest()
        assert kept is not None
        with pytest.raises(NotOwnerError):
            await after.tables.change(table.number, CEM, Join())
        await after.sleeper._attempt(kept)
        assert await store.deadlines.earliest() == kept, "it is the next owner's"


async def test_what_takes_too_long_while_partitions_are_given_back_is_not_stored(
    store: Store, service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sharing_module, "_FLUSH_SECONDS", 0.05)
    table = await service.open_lobby()
    async with Successor(store, service.now, reads_first=[table.number]).taking_over() as after:
        await after.tables.get(table.number)
        before = after.sharing.ownership.trust()

        async def commit_too_late(_stored: Commit) -> None:
            await after.sharing._giving(ALL_OF_US)
            if after.sharing.ownership.trust() != before:  # as PostgresDatabase does
                raise NotOwnerError

        cast(Any, after.tables._log).commit = commit_too_late
        with pytest.raises(NotOwnerError):
            await after.tables.change(table.number, BEN, Join())
        assert list(after.tables.in_play) == []


async def test_partitions_are_given_back_after_what_is_being_answered(
    store: Store, service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Successor(store, service.now).taking_over() as after:
        before = after.sharing.ownership.trust()
        after.answered.clear()
        giving = asyncio.create_task(after.sharing._giving(ALL_OF_US))
        await asyncio.wait({giving}, timeout=0.1)
        assert not giving.done()
        after.answered.set()
        await giving
        assert after.sharing.ownership.trust() == before
        monkeypatch.setattr(sharing_module, "_FLUSH_SECONDS", 0.05)
        after.answered.clear()
        await after.sharing._giving(ALL_OF_US)
        assert after.sharing.ownership.trust() != before, "what is answered later isn't sent"


async def test_a_change_that_was_begun_before_a_loss_is_not_stored_once_the_table_is_taken_again(
    store: Store, service: TableService
) -> None:
    table = await service.open_lobby()
    async with Successor(store, service.now, reads_first=[table.number]).taking_over() as after:
        await after.tables.get(table.number)
        decide = after.tables._decide

        async def lose_and_take_meanwhile(*request: Any) -> Any:
            decided = await decide(*request)
            after.sharing._lost()
            await after.sharing._taken(ALL_OF_US)
            await after.tables.get(table.number)
            return decided

        cast(Any, after.tables)._decide = lose_and_take_meanwhile
        with pytest.raises(NotOwnerError):
            await after.tables.change(table.number, BEN, Join())
        assert await store.log.last_version(table.number) == table.version


async def test_a_deadline_stays_where_another_process_has_changed_the_table_meanwhile(
    store: Store, service: TableService
) -> None:
    table, other = await service.open_lobby(), TableService(store, now=service.now)
    deadline = await store.deadlines.earliest()
    assert deadline is not None
    sleeper = Successor(store, service.now + 10**8).sleeper
    sleeper._tables = service.tables
    await other.tables.change(table.number, BEN, Join())
    service.now += 10**8
    await sleeper._attempt(deadline)
    assert await store.deadlines.earliest() == deadline, "it is tried again"


async def test_what_is_opened_while_everything_is_lost_is_shown_by_its_new_owner(store: Store, service: TableService) -> None:
    after, heard = Successor(store, service.now), list[int]()
    after.tables.add_listener(lambda changed, _: heard.append(changed.version))
    after.sharing.ownership.partitions = ALL_OF_US
    opening = asyncio.create_task(open_table(after.tables, 10, 20, ANN, variant("rami"), thread=False))
    await asyncio.wait({opening, asyncio.create_task(after.reading.wait())}, return_when=asyncio.FIRST_COMPLETED)
    after.sharing.ownership.partitions = frozenset()  # its connections are cut, and the read is repeated on a new one
    after.sharing._lost()
    after.let_it_read()
    with pytest.raises(NotOwnerError):
        await opening
    assert (list(after.tables.in_play), heard) == ([], [])


async def test_who_plays_a_table_from_another_server_asks_the_process_that_plays_it(
    store: Store, service: TableService
) -> None:
    sharing = Successor(store, service.now).sharing
    elsewhere = 1 << 22
    table = await service.open_lobby()
    assert await sharing.is_ours(elsewhere, 101, table.number), "its table is ours"
    assert not await sharing.is_ours(elsewhere, 101, None)
    foreign = await open_table(service.tables, elsewhere, 20, BEN, variant("rami"), thread=False)
    assert not await sharing.is_ours(10, 101, foreign.number)
    assert (sharing.owns(table), sharing.owns(foreign)) == (True, False)


async def test_a_match_alone_from_direct_messages_is_kept_only_where_its_person_belongs(
    store: Store, service: TableService
) -> None:
    after = Successor(store, service.now)
    after.let_it_read()
    for partition, is_kept in ((0, True), (1, False)):
        person = (await store.people.add_or_update((partition << 22) + 5, "Eve", "it")).number
        wanted = PrivateMatch(0, 20, variant("rami"), variant("rami"), [Level.EASY])
        table, _ = await PrivateTables(after.tables).start(person, wanted, at=service.now)
        drawn = await after.tables.change(table.number, person, Play(DRAW))
        assert drawn.version > table.version
        assert (after.tables.in_play.get(table.number) is not None) == is_kept
        assert (await after.tables.of_person(person))[0].version == drawn.version
        await end_private_table(after.tables, drawn)
        assert await after.tables.of_person(person) == []


async def test_while_the_database_is_away_every_process_says_so_in_direct_messages(store: Store, service: TableService) -> None:
    sharing = Successor(store, service.now).sharing

    class Away:
        async def partitions_of_person(self, person: int) -> list[int]:
            raise DatabaseAwayError

    await store.people.add_or_update(101, "Ann", "en-US")
    sharing._events = cast(Any, Away())
    assert await sharing.is_ours(None, 101, None)


async def test_a_process_does_the_background_work_of_its_own_servers(store: Store, service: TableService) -> None:
    sharing = Successor(store, service.now).sharing
    assert sharing.keeps(10)
    assert sharing.keeps(0)
    assert not sharing.keeps(1 << 22)
    cast(Shared, sharing.ownership).may_trust = False
    assert not sharing.keeps(10)


async def test_posts_and_hashes_of_other_processes_are_left_to_them() -> None:
    done = list[object]()

    class Work:
        kinds = (PostKind.SEASON,)

        async def delete_expired_hashes(self) -> None:
            done.append("hashes")

        async def due(self) -> list[tuple[int, int]]:
            return []

        async def end_due_seasons(self, _is_ours: object) -> None:
            pass

        async def limit_turns(self, is_ours: Any) -> None:
            done.append([server for server in (10, 11) if is_ours(server)])

        async def stale(self, kind: PostKind, _pause: int) -> list[Post]:
            return [Post(kind, 1, "", server, None) for server in (10, 11)]

        async def show(self, post: Post) -> None:
            done.append(post.server)

    work = cast(Any, Work())
    clock = LeagueClock(work, work, work, work, work, work, lambda: 0)
    await clock.run_once(is_ours=lambda server: server == 11)
    assert done == [[11], 11]
    await clock.run_once()
    assert done == [[11], 11, "hashes", [10, 11], 10, 11]
