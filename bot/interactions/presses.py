"""The one handler of presses: a button or select says what it wants in its `custom_id`; it is read, asked for, and answered."""

from collections.abc import Mapping
from typing import Any, assert_never, cast

from discord import InteractionType
from discord.app_commands import AppCommandError, CommandNotFound, CommandSignatureMismatch

from bot.interactions.error_boundary import Boundary, Reply
from bot.interactions.league.league_pages import LeaguePages
from bot.interactions.league.schedule_pages import SchedulePages
from bot.interactions.services import Desk, Interaction
from bot.interactions.table.table_actions import Moves, is_manager
from bot.messages.league import buttons as league_buttons
from bot.messages.league import schedule_buttons
from bot.messages.league.buttons import read_league_press
from bot.messages.league.schedule_buttons import read_schedule_press
from bot.messages.table.buttons import PAGE, MovePress, RulePress, TablePress, What, read_press
from bot.rummy.moves import read_move
from bot.tables.refusals import Refused, TableNotFound, TableStarted
from bot.tables.requests import Agree, Cancel, ChangeRule, Join, StandUp, Start
from bot.tables.table import Table


class Presses:
    def __init__(self, desk: Desk, boundary: Boundary) -> None:
        self._desk = desk
        self._boundary = boundary
        self._moves = Moves(desk)
        self._leagues = LeaguePages(desk)
        self._schedules = SchedulePages(desk)

    async def pressed(self, interaction: Interaction) -> None:
        """Answer a press. Never raises."""
        await self._boundary.run(interaction, self._work(interaction))

    async def fault(self, interaction: Interaction, error: AppCommandError) -> None:
        """Answer a command that never reached its cog, such as one of another version that Discord still offers."""
        if interaction.type != InteractionType.autocomplete:
            await self._boundary.run(interaction, self._not_taken(interaction, error))

    async def _not_taken(self, interaction: Interaction, error: AppCommandError) -> Reply:
        if not isinstance(error, CommandNotFound | CommandSignatureMismatch):
            raise error
        say = self._desk.say(interaction)
        return Reply(text=say("This command is not known here any more. Type / and choose it anew."))

    async def _work(self, interaction: Interaction) -> Reply:
        data = cast(Mapping[str, Any], interaction.data or {})
        kind = str(data.get("custom_id", "")).partition(":")[0]
        if kind in league_buttons.KINDS:
            return await self._leagues.press(interaction, read_league_press(str(data["custom_id"])))
        if kind in schedule_buttons.KINDS:
            return await self._schedules.press(interaction, read_schedule_press(str(data["custom_id"])))
        press = read_press(str(data.get("custom_id", "")), data.get("values", ()))
        table = await self._desk.tables.get(press.table)
        elsewhere = interaction.guild_id not in (None, table.server)
        if elsewhere and (await self._desk.person(interaction)).number not in table.people:
            raise Refused(TableNotFound(press.table))
        match press:
            case MovePress(step=step, move=move):
                return await self._moves.press(interaction, table, read_move(move), step)
            case TablePress():
                return await self._asked(interaction, table, press)
            case RulePress(rule=rule, answer=page) if rule == PAGE:
                return await self._moves.turn_page(interaction, table, page)
            case RulePress(rule=rule, answer=answer):
                return await self._moves.choose_rule(interaction, table, ChangeRule(rule, answer))
            case _:
                assert_never(press)

    async def _asked(self, interaction: Interaction, table: Table, press: TablePress) -> Reply:
        moves, person = self._moves, await self._desk.person(interaction)
        match press.what:
            case What.JOIN:
                return await moves.lobby(interaction, table, person, Join(_seen(press)))
            case What.LEAVE:
                return await moves.lobby(interaction, table, person, StandUp())
            case What.START:
                return await moves.lobby(interaction, table, person, Start(_seen(press)))
            case What.CANCEL:
                if table.match is not None:
                    raise Refused(TableStarted(), table.number)
                return await moves.lobby(interaction, table, person, Cancel(manager=is_manager(interaction, table)))
            case What.RULES:
                return await moves.house_rules(interaction, table, person)
            case What.AGREE:
                return await moves.lobby(interaction, table, person, Agree(_seen(press)))
            case What.HAND:
                return await moves.hand(interaction, table, person)
            case What.READY:
                return await moves.ready(interaction, table, person, press.at)
            case What.END:
                return await moves.end(interaction, table, person)
            case What.FORFEIT:
                return await moves.forfeit(interaction, table, person)
            case What.BREAK_OFF:
                return await moves.break_off(interaction, table, person)
            case _:
                assert_never(press.what)


def _seen(press: TablePress) -> int:
    """How often the rules above the button had been changed; a button that does not say so stands under old ones."""
    return -1 if press.at is None else press.at
