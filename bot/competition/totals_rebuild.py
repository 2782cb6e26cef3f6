"""The rebuild of a server's cached totals and ratings from its results, when they are stale."""

import asyncio
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import structlog

from bot.competition.long_history import free_gradually, long_history
from bot.competition.ports import MatchArchive, ServerHistory
from bot.competition.shared_work import SharedWork
from bot.league.corrections import apply_corrections
from bot.league.standings.cached_totals import CachedChanges, changes_between, compute_cached_totals

_log = structlog.get_logger(__name__)
_under_way: WeakKeyDictionary[MatchArchive, SharedWork[int, None]] = WeakKeyDictionary()  # the rebuilds, by server


async def rebuild_totals(archive: MatchArchive, server: int) -> None:
    """Rebuild the server's cached totals if they are stale: once, however many need them at the same time."""
    while (await archive.server_state(server)).is_stale:
        await _under_way.setdefault(archive, SharedWork()).run(server, lambda: _rebuild(archive, server))


async def _rebuild(archive: MatchArchive, server: int) -> None:
    """Rebuild the totals. Results that are stored meanwhile are counted afterwards; after anything else, start again."""
    while True:
        async with long_history(archive, server, cached_since=0) as history:
            if not history.state.is_stale:
                return
            changes = await asyncio.to_thread(_compute_changes, history)
        if await archive.write_rebuilt(server, history.state, history.last, changes):
            return


@dataclass(frozen=True, slots=True)
class Recount:
    """What a recount found: how many of a server's cached or copied entries were wrong, or why it can't be counted."""

    server: int
    wrong: int
    fault: str = ""


async def recount_server(archive: MatchArchive, server: int) -> Recount:
    """Compare what is copied from the server's results, and its cached totals, with the results, and repair them.

    Nobody else may write.
    """
    try:
        copies = await archive.repair_copies(server)
        async with long_history(archive, server, cached_since=0) as history:
            changes = await asyncio.to_thread(_compute_changes, history)
    except Exception as error:  # damaged facts may raise anything
        return Recount(server, 0, repr(error))
    wrong = len(changes.totals) + len(changes.rated) + len(changes.ratings)
    if wrong or history.state.is_stale:
        await archive.write_changes(server, history.state, changes)
    return Recount(server, copies + wrong)


async def rebuild_all_stale_totals(archive: MatchArchive) -> None:
    """Rebuild the totals of all servers that an earlier process left stale. Log an error for a damaged server, and go on."""
    for server in await archive.stale_servers():
        try:
            await rebuild_totals(archive, server)
        except Exception:
            _log.exception("the totals of a server cannot be rebuilt", server=server)


def _compute_changes(history: ServerHistory) -> CachedChanges:
    counted = compute_cached_totals(history.terms, apply_corrections(history.matches, history.corrections))
    changes = changes_between(history.cached, counted)
    free_gradually(counted.rated)
    return changes
