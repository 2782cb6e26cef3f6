"""What `/play` and `/help` and their buttons do: show the games and the open tables, open a table, show rules."""

from typing import assert_never

from bot.interactions.call import Call
from bot.interactions.reply import Reply
from bot.interactions.services import Services
from bot.interactions.settings_actions import SettingsActions
from bot.interactions.table.find_table import tables_here
from bot.interactions.table.find_variant import find_variant, usual_variant
from bot.interactions.table.lobby_actions import LobbyActions
from bot.interactions.table.open_table import Opening
from bot.interactions.table.play_now import PlayNowActions, for_one_person
from bot.messages.help import help_layout
from bot.messages.play_now import USUAL_LEVEL
from bot.messages.rules.game_rules import rules_layout
from bot.messages.start_buttons import StartAction, StartPress
from bot.messages.start_menu import direct_menu_layout, start_menu_layout
from bot.players.choice import Level
from bot.rummy.variant.variant import Variant
from bot.tables.pace import Pace
from bot.tables.table import Phase, Table


class StartActions:
    """Every method returns the reply, and raises Refused."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._lobbies = LobbyActions(services)
        self._settings = SettingsActions(services)
        self._alone = PlayNowActions(services)

    async def press(self, call: Call, press: StartPress) -> Reply:
        """Do what a button under `/play` or `/help` says."""
        match press.action:
            case StartAction.PLAY:
                return await self.show_games(call)
            case StartAction.HELP:
                return await self.show_help(call)
            case StartAction.SETTINGS:
                return await self._settings.show(call)
            case StartAction.RULES:
                return await self.show_rules(call, press.game)
            case StartAction.OPEN:
                return await self._lobbies.open(call, Opening(press.game, pace=press.pace, is_quick=True))
            case StartAction.NOW:
                return await self._alone.start_usual(call)
            case StartAction.AGAINST | StartAction.CHOOSE:
                return await self._alone.show_opponents(call, press.game or None)
            case StartAction.BEGIN:
                return await self._alone.start(call, press.game, press.opponents, press.level, replaces=press.replaces)
            case action:
                assert_never(action)

    async def play(self, call: Call, game: str | None, computers: int | None, level: Level | None, pace: Pace | None) -> Reply:
        """Start a match against computers, if their number or level is given. Otherwise show the opponents for a game; with a
        pace, or without a game, the tables to open. A match against computers has no clock."""
        is_alone, say = computers is not None or level is not None, self._services.say(call)
        if pace not in (None, Pace.NONE) and call.server is None:
            return Reply(
                text=say("In direct messages you play against computers, without a clock. Leave out `clock:`, and try again.")
            )
        if pace not in (None, Pace.NONE) and is_alone:
            return Reply(
                text=say(
                    "A match against computers has no clock. Leave out `clock:`; or, to open a table with a clock, "
                    "leave out `computers:` and `level:`."
                )
            )
        if is_alone:
            return await self._alone.start(call, game, computers, USUAL_LEVEL if level is None else level)
        if game is not None and pace is None:
            return await self._alone.show_opponents(call, game)
        return await self.show_games(call, pace, game)

    async def show_games(self, call: Call, pace: Pace | None = None, first: str | None = None) -> Reply:
        """Show what the person can play alone, the games, and the tables of this channel to join.

        The game `first` comes first, or the server's usual one. In a direct message, they can only play alone.
        """
        say, variants = self._services.say(call), self._services.variants
        person = await self._services.person(call)
        alone, server = await self._alone.offer(call, person), call.server
        if server is None:
            assert alone is not None, "shipped games can be played alone"
            return for_one_person(call, direct_menu_layout(alone, say))
        usual = await usual_variant(self._services, call)
        saved = [one.variant for one in await variants.saved_variants(server)]
        shown = usual if first is None else (await find_variant(self._services, call, first)).name
        games = [*(game for game in saved if game.name in (shown, usual)), *self._shipped_games(usual)]
        games.sort(key=lambda game: game.name != shown)
        saved = [game for game in saved if game not in games]
        joinable = self._joinable_tables(call, person.number)
        view = start_menu_layout(games, saved, joinable, self._services.people, say, alone=alone, pace=pace)
        return for_one_person(call, view)

    def _shipped_games(self, usual: str) -> list[Variant]:
        """Return the games that come with the bot, the usual one first."""
        return sorted(self._services.variants.presets.values(), key=lambda game: game.name != usual)

    async def show_help(self, call: Call) -> Reply:
        say = self._services.say(call)
        return Reply(
            view=help_layout(
                self._shipped_games(await usual_variant(self._services, call)),
                say,
                in_server=call.server is not None,
            )
        )

    async def show_rules(self, call: Call, game: str) -> Reply:
        found = await find_variant(self._services, call, game)
        return Reply(view=rules_layout(found, self._services.say(call)))

    def _joinable_tables(self, call: Call, person: int) -> list[Table]:
        """Return the tables of this channel that wait for their start and have a seat for the person."""
        return [
            table
            for table in tables_here(self._services, call)
            if table.phase == Phase.LOBBY
            and person not in table.people
            and len(table.players) < table.variant.players[1]
            and (table.reserved is None or person in table.reserved.people)
        ]
