"""`/play · /help · /rules · /settings · /privacy`: where people start, rules of games, what people choose, their data."""

from discord import app_commands
from discord.ext import commands

from bot.discord.error_boundary import ErrorBoundary
from bot.discord.interaction import Interaction
from bot.interactions import settings_actions
from bot.interactions.services import Services
from bot.interactions.table import start
from bot.players.choice import Level
from bot.tables.events import Pace
from bot.tables.private_tables import MOST_OPPONENTS
from cogs.option_types import LEVEL_CHOICES, PACE_CHOICES, FilePart, Game, TableNumber


class InfoCog(commands.Cog):
    def __init__(self, services: Services, boundary: ErrorBoundary) -> None:
        self._services = services
        self._boundary = boundary

    @app_commands.command(description="Show the rules of this table, or of any game")
    @app_commands.describe(
        variant="Which game; without it, the one at this table", table="Table number, if several are open here"
    )
    async def rules(self, interaction: Interaction, variant: Game | None = None, table: TableNumber | None = None) -> None:
        await self._boundary.run(interaction, lambda call: start.show_rules(self._services, call, variant, table))

    @app_commands.command(description="How to play rummy here, on one screen")
    async def help(self, interaction: Interaction) -> None:
        await self._boundary.run(interaction, lambda call: start.show_help(self._services, call))

    @app_commands.command(description="Play now against computers, open a table, or join one")
    @app_commands.describe(
        variant="Which game you want to play",
        computers="How many computers you want to play against, alone; the match starts immediately",
        level="How well the computers play; without it, easy; the match starts immediately",
        clock="How long a turn may take at a table that you open here",
    )
    @app_commands.choices(level=LEVEL_CHOICES, clock=PACE_CHOICES)
    async def play(
        self,
        interaction: Interaction,
        variant: Game | None = None,
        computers: app_commands.Range[int, 1, MOST_OPPONENTS] | None = None,
        level: str | None = None,
        clock: str | None = None,
    ) -> None:
        pace = None if clock is None else Pace(clock)
        await self._boundary.run(
            interaction,
            lambda call: start.play(self._services, call, variant, computers, None if level is None else Level(level), pace),
            is_public_in_direct=True,
        )

    @app_commands.command(description="Your settings; with Manage Server, also those of this server")
    async def settings(self, interaction: Interaction) -> None:
        await self._boundary.run(interaction, lambda call: settings_actions.show(self._services, call))


class PrivacyCog(commands.GroupCog, group_name="privacy", group_description="The data that the bot stores about you"):
    def __init__(self, services: Services, boundary: ErrorBoundary) -> None:
        self._services = services
        self._boundary = boundary
        super().__init__()

    @app_commands.command(name="my-data", description="Get everything that's stored about you, as a file")
    @app_commands.describe(part="Which part, if the file is too large for one message")
    async def my_data(self, interaction: Interaction, part: FilePart = 1) -> None:
        await self._boundary.run(interaction, lambda call: settings_actions.export_personal_data(self._services, call, part))

    @app_commands.command(
        name="delete-me",
        description="Delete your name, username and Discord ID; your results stay, under “a former player”",
    )
    @app_commands.describe(sure="True to confirm: this can't be undone, and if you come back, you start over")
    async def delete_me(self, interaction: Interaction, sure: bool) -> None:
        await self._boundary.run(
            interaction, lambda call: settings_actions.delete_personal_data(self._services, call, sure=sure)
        )
