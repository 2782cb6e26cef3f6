"""Keeps what is kept ready of each server right: made anew from its results where it is stale."""

import asyncio

import structlog

from bot.competition.ports import MatchArchive, ServerHistory
from bot.league.corrections import apply_corrections
from bot.league.standings.cached_totals import CachedChanges, changes_between, compute_cached_totals

_log = structlog.get_logger(__name__)


async def rebuild_totals(archive: MatchArchive, server: int) -> None:
    """Until it is right; results that come in meanwhile begin it again."""
    while True:
        history = await archive.history(server, cached_since=0)
        if not history.state.is_stale:
            return
        if await archive.write_changes(server, history.state, await asyncio.to_thread(_wanted, history)):
            return


async def rebuild_totals_if_stale(archive: MatchArchive, server: int) -> None:
    """Made anew if it must be."""
    if server in await archive.stale_servers():
        await rebuild_totals(archive, server)


async def rebuild_all_stale_totals(archive: MatchArchive) -> None:
    """At the start: what an earlier process did not come to. A server whose records are damaged is left as it is."""
    for server in await archive.stale_servers():
        try:
            await rebuild_totals(archive, server)
        except Exception:
            _log.exception("the standings of a server cannot be made anew", server=server)


def _wanted(history: ServerHistory) -> CachedChanges:
    return changes_between(
        history.cached, compute_cached_totals(history.terms, apply_corrections(history.matches, history.corrections))
    )
