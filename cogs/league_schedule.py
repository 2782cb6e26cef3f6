"""`/league schedule · remind`: schedules, and reminders of their tables."""

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.error_boundary import ErrorBoundary
from bot.discord.interaction import Interaction
from bot.interactions.league import schedule
from bot.interactions.league.schedule import ScheduleOptions
from bot.interactions.services import Services
from cogs.option_types import WHY, Game, OpenLeague, Reason

_Text = app_commands.Range[str, 1, 2000]


class LeagueSchedule(commands.Cog):
    """The part of `/league` that makes and shows schedules."""

    def __init__(self, services: Services, boundary: ErrorBoundary) -> None:
        self._services = services
        self._boundary = boundary

    @app_commands.command(name="schedule", description="Show a league's schedule; organisers can make one with people:")
    @app_commands.describe(
        league="Which league; without it, this channel's, or the only one with a schedule",
        people="The players: type @ and choose each of them, 2 to 32",
        tables="2: everyone meets everyone; 3 or 4: tables of three or four, with as few byes as possible",
        rounds="Number of rounds, for tables of 3 or 4",
        variant="Which game; without it, the league's first",
        target="Points that end a match",
        deals="Number of deals after which a match ends",
        replace="Replace a schedule that's still being played",
        dates="The last day of each round, separated by commas: 2026-12-01, 2026-12-08 21:00",
        person="Show only the matches of this person",
        live="Organisers: post it for everyone; it updates automatically (at most once a minute)",
        why=WHY,
    )
    async def schedule(
        self,
        interaction: Interaction,
        league: OpenLeague | None = None,
        people: _Text | None = None,
        tables: Literal[2, 3, 4] | None = None,
        rounds: int | None = None,
        variant: Game | None = None,
        target: app_commands.Range[int, 1, 1000] | None = None,
        deals: app_commands.Range[int, 1, 50] | None = None,
        dates: _Text | None = None,
        replace: bool = False,
        person: discord.User | None = None,
        live: bool = False,
        why: Reason | None = None,
    ) -> None:
        options = ScheduleOptions(league, people, tables, rounds, variant, target, deals, dates, replace, person, live, why)
        await self._boundary.run(
            interaction, lambda call: schedule.run(self._services, call, options), is_public=options.is_public
        )

    @app_commands.command(name="remind", description="Get a DM one day before your scheduled matches")
    @app_commands.describe(
        wanted="Whether you want reminders; without it, see the current setting",
        league="Which league; without it, this channel's, or the only one with a schedule",
    )
    async def remind(self, interaction: Interaction, wanted: bool | None = None, league: OpenLeague | None = None) -> None:
        await self._boundary.run(interaction, lambda call: schedule.remind(self._services, call, league, wanted=wanted))
