"""Two processes meet at one table in the worst moment: each test makes one interleaving happen for certain."""

import asyncio
import os
import signal
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from aiohttp.client_reqrep import ClientRequest

from bot.discord.error_boundary import ErrorBoundary
from bot.discord.interaction import Interaction, Sender
from bot.interactions.call import Reply
from bot.rummy.events import CardDrawn
from bot.storage.ownership import LOCKS, OWNERS
from bot.tables.partitions import partition_of
from tests.e2e.faults.test_several_processes import (
    OWNED,
    late_requests,
    notice_the_end_late,
    on_postgres,
    owner,
    seconds_until_a_press_works,
    start_bots,
    stop_for_a_while,
    until_shared,
)
from tests.e2e.support.checks import check_posted_once
from tests.e2e.support.club import Club, until
from tests.e2e.support.tables import draw_from_stock, play_turn, start_match
from tests.processes import Process

CUT_OWNER = """SELECT pg_terminate_backend(pid, 10000) FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND granted AND application_name = ? AND objid = ? AND classid = ?"""
"""It waits until the connection has ended: until then its owner is the owner, and answers."""
NOW = "now"
"""A file in the club's folder: while it is there, what a test has changed in the bots happens."""


def partition(club: Club) -> int:
    return partition_of(int(club.pg.world.guild.id), 0)


async def begin(club: Club, processes: int = 2) -> tuple[list[Process], Process]:
    """Start the processes and a match, and return them and the one that plays it."""
    bots = await start_bots(club, processes)
    await start_match(club, "Ann", "Bob", clock="none")
    await play_turn(club)
    await club.until_sent()
    return bots, await owner(club, bots)


async def until_alone(club: Club) -> None:
    """Wait until one process owns everything, and has shown what the other one hadn't."""
    await until(lambda: club.query(OWNED, OWNERS) == [(64,)])
    await asyncio.sleep(1)
    await club.until_sent()


async def by_process(club: Club, number: int, since: int) -> list[str]:
    """Return what this process has written and answered since this request."""
    paths = [it["path"] for it in await club.requests(since) if it["process"] == str(number)]
    return [path for path in paths if "/messages" in path or "/callback" in path]


_write_bytes = ClientRequest.write_bytes


async def stop_before_the_bytes(request: ClientRequest, *about: Any, **more: Any) -> None:
    """Stop this process between discord.py's start of an edit and its first byte, as SIGSTOP from outside may."""
    if request.method == "PATCH" and "/channels/" in request.url.path and os.path.exists(NOW):  # noqa: ASYNC240
        os.unlink(NOW)
        os.kill(os.getpid(), signal.SIGSTOP)
    await _write_bytes(request, *about, **more)


@on_postgres
async def test_an_edit_whose_process_was_stopped_before_its_first_byte_is_not_sent_after_a_takeover(club: Club) -> None:
    club.changed |= {"aiohttp.client_reqrep.ClientRequest.write_bytes": stop_before_the_bytes}
    bots, first = await begin(club)
    (club.folder / NOW).touch()
    playing = asyncio.create_task(play_turn(club))
    await until(lambda: not (club.folder / NOW).exists())
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    await until_alone(club)
    await play_turn(club)
    await club.until_sent()
    assert await late_requests(club, bots, first) == []
    check_posted_once(club)


@on_postgres
async def test_an_owner_that_was_cut_off_does_nothing_more_also_before_it_hears_of_it(club: Club) -> None:
    club.changed |= {"bot.storage.ownership.SharedOwnership._ask_again": notice_the_end_late}
    bots, first = await begin(club)
    club.query(CUT_OWNER, OWNERS, partition(club), LOCKS)
    since = await club.last_request()
    await seconds_until_a_press_works(club)
    assert await by_process(club, bots.index(first) + 1, since) == []
    await until_shared(club, 2)
    await play_turn(club)
    await club.until_sent()
    check_posted_once(club)


_is_allowed = ErrorBoundary.is_allowed


async def come_late_to_it(boundary: ErrorBoundary, interaction: Interaction) -> bool:
    """Come to a command 0.3 s after it was read, as behind fifty others that were heard while the process was stopped."""
    await asyncio.sleep(0.3)
    return await _is_allowed(boundary, interaction)


@on_postgres
async def test_a_command_that_a_stopped_process_heard_is_not_carried_out_again(club: Club) -> None:
    club.changed |= {"bot.discord.error_boundary.ErrorBoundary.is_allowed": come_late_to_it}
    bots, first = await begin(club)
    await stop_for_a_while(club, first)
    await until_alone(club)
    person = club.on_turn()
    await person.slash("draw", in_="rummy", **{"from": "stock"})
    await club.until_sent()
    for _ in range(2):  # what is left of this one, and the other person's
        await play_turn(club)
        await club.until_sent()
    assert club.on_turn() is person
    before = drawn(club)
    await asyncio.sleep(3.5)  # what was heard less than three seconds ago may still be begun
    next(bot for bot in bots if bot is not first).kill()
    late = await late_requests(club, bots, first)
    assert [path for path in late if "/callback" in path] == []
    await until_alone(club)
    assert drawn(club) == before, f"{person.name} has pressed nothing since"


def drawn(club: Club) -> int:
    return sum(isinstance(event, CardDrawn) for event in club.events())


async def wait_before_the_reply(_sender: Sender, _reply: Reply) -> None:
    while os.path.exists(NOW):  # noqa: ASYNC110, ASYNC240
        await asyncio.sleep(0.1)


@dataclass(frozen=True)
class GivesFirst:
    """Instead of the chance that chooses partitions: this one is given back first."""

    partition: int

    def sample(self, those: Sequence[int], number: int) -> list[int]:
        return sorted(those, key=lambda one: one != self.partition)[:number]


@on_postgres
async def test_a_reply_that_is_late_when_its_table_is_given_back_is_not_sent(club: Club) -> None:
    club.changed |= {
        "bot.discord.interaction.Sender.prepare_pictures": wait_before_the_reply,
        "bot.storage.ownership.random": GivesFirst(partition(club)),
    }
    bots, first = await begin(club, processes=1)
    person, before = club.on_turn(), club.event_count()
    (club.folder / NOW).touch()
    pressing = asyncio.create_task(draw_from_stock(person))
    await until(lambda: club.event_count() > before)
    bots.append(await club.start_bot())
    await until_shared(club, 2)
    await club.until_sent()
    since = await club.last_request()
    (club.folder / NOW).unlink()
    await asyncio.sleep(1)
    assert await by_process(club, 1, since) == []
    pressing.cancel()
    await asyncio.gather(pressing, return_exceptions=True)
    await play_turn(club)
    await club.until_sent()
    assert await owner(club, bots) is not first
    check_posted_once(club)
