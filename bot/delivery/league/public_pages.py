"""The league's pages as everyone sees them, in the server's language: leaderboards and schedules."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from discord import ui

from bot.competition.league_directory import LeagueDirectory
from bot.competition.ports import StoredLeague
from bot.competition.schedule_ports import StoredSchedule
from bot.competition.standings import Standings, StandingsTable
from bot.competition.tournaments import Tournaments
from bot.competition.undo import UNDO_TIME
from bot.delivery.discord_api import DiscordApi, Undelivered, rendered
from bot.league.seasons.seasons import Season
from bot.messages.league.buttons import StandingsPress
from bot.messages.league.question_buttons import UndoPress
from bot.messages.league.schedule.schedule_buttons import SchedulePress
from bot.messages.league.schedule.schedule_lines import ScheduleContext
from bot.messages.league.schedule.schedule_message import moved_schedule_layout, schedule_layout
from bot.messages.league.standings import Leaderboard, leaderboard_layout
from bot.messages.names import names_for
from bot.messages.words import Languages, Words
from bot.tables.ports import People
from bot.tables.rules.saved_variants import ServerVariants


class PublicPages:
    """`now` is the time in epoch milliseconds."""

    def __init__(
        self,
        leagues: LeagueDirectory,
        standings: Standings,
        tournaments: Tournaments,
        variants: ServerVariants,
        people: People,
        api: DiscordApi,
        languages: Languages,
        now: Callable[[], int],
    ) -> None:
        self._leagues = leagues
        self._standings = standings
        self._tournaments = tournaments
        self._variants = variants
        self._people = people
        self._api = api
        self._languages = languages
        self._now = now

    async def standings(self, server: int, press: StandingsPress) -> StandingsTable:
        """Return the standings that a press names. Raise Refused."""
        stored = await self._leagues.get(server, press.league) if press.league else None
        return await self._standings.table(
            server, stored, season=press.season or None, variant=press.variant or None, since=press.since
        )

    async def leaderboard(
        self, server: int, standings: StandingsTable, press: StandingsPress, say: Words, own: int | None = None
    ) -> Leaderboard:
        """Return a page of the standings, in this language; with the row of the person `own`."""
        variants = await self._variants.all_variants(server)
        game = variants[press.variant].title if press.variant in variants else press.variant or None
        page = Leaderboard(standings, names_for({}, say), press, self._api.server_name(server), own, game)
        names = names_for({person: self._people[person] for person in page.people()}, say)
        return replace(page, names=names)

    async def leaderboard_layout(self, server: int, press: StandingsPress) -> ui.LayoutView:
        """Render a page of the standings. Whoever turns its pages gets a page of their own."""
        say = self._say(server)
        return leaderboard_layout(await self.leaderboard(server, await self.standings(server, press), press, say), say)

    async def season_table_layout(self, stored: StoredLeague, season: Season, *, is_by_organiser: bool) -> ui.LayoutView:
        """Render the table of an ended season; for ten minutes after an organiser has ended it, with **Undo**."""
        server, press = stored.league.server, StandingsPress(stored.number, season.number)
        say, end = self._say(server), season.end or 0
        page = await self.leaderboard(server, await self.standings(server, press), press, say)
        if is_by_organiser and self._now() <= end + UNDO_TIME:
            is_last = stored.archived_at is not None and stored.season.number == season.number
            undo = UndoPress("archive" if is_last else "season", stored.number, season.number, end)
            page = replace(page, undo=undo, undo_until=end + UNDO_TIME)
        return leaderboard_layout(page, say)

    async def live_leaderboard_layout(self, server: int, standings: StandingsTable, press: StandingsPress) -> ui.LayoutView:
        """Render standings that say when they were last updated: now."""
        say = self._say(server)
        page = await self.leaderboard(server, standings, press, say)
        return leaderboard_layout(replace(page, rendered_at=self._now()), say)

    async def schedule_context(
        self, stored: StoredLeague, schedule: StoredSchedule, say: Words, reader: int | None = None
    ) -> ScheduleContext:
        """Return a schedule with the names of its people, in this language; with a `reader`, for that person."""
        results = await self._tournaments.results(schedule)
        played = {seat.person for match in results.values() for seat in match.people()}
        people = sorted({*schedule.people, *played, *(() if reader is None else (reader,))})
        names = names_for({person: self._people[person] for person in people}, say)
        is_over = stored.archived_at is not None or schedule.is_replaced
        return ScheduleContext(
            stored.number, stored.name, schedule, names, self._now(), is_over, reader, stored.league.scheme, results
        )

    async def schedule_layout(self, stored: StoredLeague, schedule: StoredSchedule) -> tuple[ui.LayoutView, int]:
        """Render a schedule; return it with the time (epoch ms) as of which it is rendered."""
        say = self._say(stored.league.server)
        context = await self.schedule_context(stored, schedule, say)
        return schedule_layout(context, SchedulePress(stored.number), say), context.now

    async def record_schedule_post(
        self, stored: StoredLeague, schedule: StoredSchedule, at: int, channel: int, message: int
    ) -> None:
        """Keep this message up to date from now on, and let the message that showed the schedule before lead to it."""
        before = await self._tournaments.record_post(schedule, at, channel, message)
        if before is None:
            return
        server = stored.league.server
        with suppress(Undelivered):
            view = moved_schedule_layout(stored.name, server, channel, message, self._say(server))
            await self._api.edit(*before, rendered(view))

    def _say(self, server: int) -> Words:
        return self._languages.for_locale(self._api.server_locale(server))
