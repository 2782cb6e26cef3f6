"""`/play · /help · /rules · /settings · /privacy`: where people start, rules of games, what people choose, their data."""

from discord import app_commands
from discord.ext import commands

from bot.discord.error_boundary import IS_PUBLIC, RummyCog, replies
from bot.interactions import settings_actions
from bot.interactions.call import Call, PersonalServices, Reply, TableServices
from bot.interactions.table import start
from bot.players.choice import Level
from bot.tables.events import Pace
from bot.tables.private_tables import MOST_OPPONENTS
from cogs.option_types import LEVEL_CHOICES, PACE_CHOICES, FilePart, Game, TableNumber


class InfoCog(RummyCog[TableServices]):
    @app_commands.command(description="Show the rules of this table, or of any game")
    @app_commands.describe(variant="Game; leave it out for this table", table="Table number, if several are open here")
    @replies
    async def rules(self, call: Call, variant: Game | None = None, table: TableNumber | None = None) -> Reply:
        return await start.or_nearest(self._services, call, variant, start.show_rules(self._services, call, variant, table))

    @app_commands.command(description="How to play here, on one screen")
    @replies
    async def help(self, call: Call) -> Reply:
        return await start.show_help(self._services, call)

    @app_commands.command(
        extras={IS_PUBLIC: lambda call: call.server is None},
        description="Play now against computers, open a table, or join one",
    )
    @app_commands.describe(
        variant="Game",
        computers="Number of computers; starts a match",
        level="Level of the computers; starts a match",
        clock="Time limit per turn, at a table you open",
    )
    @app_commands.choices(level=LEVEL_CHOICES, clock=PACE_CHOICES)
    @replies
    async def play(
        self,
        call: Call,
        variant: Game | None = None,
        computers: app_commands.Range[int, 1, MOST_OPPONENTS] | None = None,
        level: str | None = None,
        clock: str | None = None,
    ) -> Reply:
        pace = None if clock is None else Pace(clock)
        played = start.play(self._services, call, variant, computers, None if level is None else Level(level), pace)
        return await start.or_nearest(self._services, call, variant, played)

    @app_commands.command(description="Your settings, and this server's for members with Manage Server")
    @replies
    async def settings(self, call: Call) -> Reply:
        return await settings_actions.show(self._services, call)


class PrivacyCog(RummyCog[PersonalServices], commands.GroupCog, group_name="privacy", group_description="Your data in Ramino"):
    @app_commands.command(name="my-data", description="Get everything stored about you, as a file")
    @app_commands.describe(part="Part, if the file is too large for one message")
    @replies
    async def my_data(self, call: Call, part: FilePart = 1) -> Reply:
        return await settings_actions.export_personal_data(self._services, call, part)

    @app_commands.command(
        name="delete-me",
        description="Delete your name, username and Discord ID; your results stay",
    )
    @app_commands.describe(sure="True to confirm; you can't undo this")
    @replies
    async def delete_me(self, call: Call, sure: bool) -> Reply:
        return await settings_actions.delete_personal_data(self._services, call, sure=sure)
