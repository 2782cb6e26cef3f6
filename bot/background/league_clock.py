"""The league's background work: ends seasons on their day, lets tournaments go on, and shows what is stale of its posts.

It also deletes what is kept of former people for the limits of a day.
"""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, field

import structlog

from bot.competition.personal_data import PersonalData
from bot.competition.season_end import SeasonEnds
from bot.competition.tournament.tournaments import Tournaments
from bot.delivery.daily_posts import DailyPosts
from bot.delivery.discord_api import TEMPORARY_ERRORS, Undelivered
from bot.delivery.league_posts import LeaguePosts
from bot.delivery.tournament_posts import TournamentPosts
from bot.league.days import DAY_MS
from bot.storage.league.posts import Post
from bot.tables.ports import DatabaseAwayError

_log = structlog.get_logger(__name__)
UPDATE_PAUSE = 60.0
"""Seconds between two updates of the same live standings, at least."""
_CHECK_PAUSE = 10.0  # seconds
_FIRST_PAUSE = 60_000  # milliseconds


IsOurs = Callable[[int], bool]


def _all_are_ours(_server: int) -> bool:
    return True


async def _always_up() -> bool:
    return True


@dataclass(eq=False)
class LeagueClock:
    """One for the process. `now` returns the time in epoch milliseconds.

    `is_up` returns whether people can reach the bot: while they can't, no tournament goes on.
    """

    _season_ends: SeasonEnds
    _posts: LeaguePosts
    _personal_data: PersonalData
    _tournaments: Tournaments
    _tournament_posts: TournamentPosts
    _daily_posts: DailyPosts
    _now: Callable[[], int]
    _is_up: Callable[[], Awaitable[bool]] = _always_up
    _failed: dict[Hashable, tuple[int, int]] = field(default_factory=dict)
    """When a post failed last, and the pause after that (ms)."""
    has_tournaments: bool = field(default=False, init=False)
    """True while one of this process has begun to check people in, as of the last look."""

    async def run(self, pause: float = UPDATE_PAUSE, is_ours: IsOurs = _all_are_ours) -> None:
        """Do what is due, now and every few seconds, until cancelled. An error is logged and does not end the loop.

        Another process does it for the servers for which `is_ours` returns False, and what concerns no server if it does for 0.
        """
        while True:
            try:
                await self.run_once(pause, is_ours)
            except Exception:
                _log.exception("the league's background work failed")
            await asyncio.sleep(min(pause, _CHECK_PAUSE))

    async def run_once(self, pause: float = UPDATE_PAUSE, is_ours: IsOurs = _all_are_ours) -> None:
        """Do everything that is due now."""
        if is_ours(0):
            await self._personal_data.delete_expired_hashes()
        await self._season_ends.end_due_seasons(is_ours)
        if await self._is_up():
            await self._season_ends.limit_turns(is_ours)
        due = [(server, number) for server, number in await self._tournaments.due() if is_ours(server)]
        self.has_tournaments = bool(due)
        for server, number in due:
            if await self._is_up():
                await self._advance(server, number)
        for kind in self._posts.kinds:
            for post in await self._posts.stale(kind, round(pause * 1000)):
                if is_ours(post.server):
                    await self._show(post, self._posts.show)
        for post in await self._daily_posts.due():
            if is_ours(post.server):
                await self._show(post, self._daily_posts.show)

    async def _advance(self, server: int, number: int) -> None:
        """Do what is due in a tournament, and show it. A failure does not hold up others."""
        try:
            before, after = await self._tournaments.get(server, number), await self._tournaments.advance(server, number)
            await self._tournament_posts.show(after)
            if before != after:
                await self._tournament_posts.tell(before, after)
        except Exception:
            _log.exception("a tournament could not go on; trying again", tournament=number)

    async def _show(self, post: Post, show: Callable[[Post], Awaitable[None]]) -> None:
        """Show one post, unless that has failed and its pause is not over. A failure does not hold up others."""
        task = (post.kind.value, post.number or (post.of, post.what, post.channel, post.shown))
        at, before = self._failed.get(task, (0, 0))
        if self._now() < at + before:
            return
        longer = min(max(_FIRST_PAUSE, 2 * before), DAY_MS)  # for what may fail forever
        try:
            await show(post)
        except (*TEMPORARY_ERRORS, DatabaseAwayError) as error:
            pause = _FIRST_PAUSE
            _log.warning("a post of the league is not sent yet", what=task, error=str(error), again_in=pause // 1000)
        except Undelivered as error:
            pause = longer
            _log.warning("a post of the league is not taken", what=task, reason=str(error), again_in=pause // 1000)
        except Exception:
            pause = longer
            _log.exception("a post of the league failed", what=task, again_in=pause // 1000)
        else:
            self._failed.pop(task, None)
            return
        self._failed[task] = (self._now(), pause)
