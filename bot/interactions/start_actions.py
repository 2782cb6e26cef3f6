"""What `/play` and `/help` and their buttons do: show the games and the open tables, open a table, show rules."""

from typing import assert_never

from bot.interactions.reply import Reply, is_ephemeral, is_press
from bot.interactions.services import Interaction, Services, server_of
from bot.interactions.settings_actions import SettingsActions
from bot.interactions.table.find_table import tables_here
from bot.interactions.table.find_variant import find_variant, usual_variant
from bot.interactions.table.lobby_actions import LobbyActions
from bot.interactions.table.open_table import Opening
from bot.messages.help import help_layout
from bot.messages.rules.game_rules import rules_layout
from bot.messages.start_buttons import StartAction, StartPress
from bot.messages.start_menu import OpenTable, start_menu_layout
from bot.rummy.variant.variant import Variant
from bot.tables.table import Phase, Table


class StartActions:
    """Every method returns the reply, and raises Refused."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._lobbies = LobbyActions(services)
        self._settings = SettingsActions(services)

    async def press(self, interaction: Interaction, press: StartPress) -> Reply:
        """Do what a button under `/play` or `/help` says."""
        match press.action:
            case StartAction.PLAY:
                return await self.show_games(interaction)
            case StartAction.HELP:
                return await self.show_help(interaction)
            case StartAction.SETTINGS:
                return await self._settings.show(interaction)
            case StartAction.RULES:
                return await self.show_rules(interaction, press.game)
            case StartAction.OPEN:
                return await self._lobbies.open(interaction, Opening(press.game, is_quick=True))
            case action:
                assert_never(action)

    async def show_games(self, interaction: Interaction) -> Reply:
        """Show the games, the usual one first, and the tables of this channel that the person can join."""
        server, person = server_of(interaction), (await self._services.person(interaction)).number
        say, variants = self._services.say(interaction), self._services.variants
        usual = await usual_variant(self._services, interaction)
        saved = [one.variant for one in await variants.saved_variants(server)]
        shipped = self._shipped_games(usual)
        games = [*(game for game in saved if game.name == usual), *shipped]
        saved = [game for game in saved if game.name != usual]
        waiting = [await self._open_table(interaction, table) for table in self._joinable_tables(interaction, person)]
        return Reply(
            view=start_menu_layout(games, saved, waiting, say),
            replaces_pressed=is_press(interaction) and is_ephemeral(interaction),
        )

    def _shipped_games(self, usual: str) -> list[Variant]:
        """Return the games that come with the bot, the usual one first."""
        return sorted(self._services.variants.presets.values(), key=lambda game: game.name != usual)

    async def show_help(self, interaction: Interaction) -> Reply:
        say = self._services.say(interaction)
        return Reply(
            view=help_layout(
                self._shipped_games(await usual_variant(self._services, interaction)),
                say,
                in_server=interaction.guild_id is not None,
            )
        )

    async def show_rules(self, interaction: Interaction, game: str) -> Reply:
        found = await find_variant(self._services, interaction, game)
        return Reply(view=rules_layout(found, self._services.say(interaction)))

    def _joinable_tables(self, interaction: Interaction, person: int) -> list[Table]:
        """Return the tables of this channel that wait for their start and have a seat for the person."""
        return [
            table
            for table in tables_here(self._services, interaction)
            if table.phase == Phase.LOBBY
            and person not in table.people
            and len(table.players) < table.variant.players[1]
            and (table.reserved is None or person in table.reserved.people)
        ]

    async def _open_table(self, interaction: Interaction, table: Table) -> OpenTable:
        names = await self._services.names_of(table.people, self._services.say(interaction), table)
        return OpenTable(table, [names.person(player) for player in table.players])
