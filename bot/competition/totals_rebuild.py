"""The rebuild of a server's cached totals and ratings from its results, when they are stale."""

import asyncio

import structlog

from bot.competition.ports import MatchArchive, ServerHistory
from bot.league.corrections import apply_corrections
from bot.league.standings.cached_totals import CachedChanges, changes_between, compute_cached_totals

_log = structlog.get_logger(__name__)


async def rebuild_totals(archive: MatchArchive, server: int) -> None:
    """Rebuild the server's cached totals if they are stale. Start again if a result was stored in the meantime."""
    while True:
        history = await archive.history(server, cached_since=0)
        if not history.state.is_stale:
            return
        if await archive.write_changes(server, history.state, await asyncio.to_thread(_compute_changes, history)):
            return


async def rebuild_totals_if_stale(archive: MatchArchive, server: int) -> None:
    """Do the same without reading the server's results if its totals are current."""
    if server in await archive.stale_servers():
        await rebuild_totals(archive, server)


async def rebuild_all_stale_totals(archive: MatchArchive) -> None:
    """Rebuild the totals of all servers that an earlier process left stale. Log an error for a damaged server, and go on."""
    for server in await archive.stale_servers():
        try:
            await rebuild_totals(archive, server)
        except Exception:
            _log.exception("the totals of a server cannot be rebuilt", server=server)


def _compute_changes(history: ServerHistory) -> CachedChanges:
    return changes_between(
        history.cached, compute_cached_totals(history.terms, apply_corrections(history.matches, history.corrections))
    )
