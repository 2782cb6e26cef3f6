"""The only handler of presses and forms: reads the `custom_id` of the button, select or form and calls the action it names."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, assert_never, cast

from discord import InteractionType
from discord.app_commands import AppCommandError, CommandNotFound, CommandSignatureMismatch

from bot.interactions.error_boundary import ErrorBoundary
from bot.interactions.form_answers import form_answers, form_text
from bot.interactions.league.card_actions import CardActions
from bot.interactions.league.league_pages import LeaguePages
from bot.interactions.league.protest_actions import open_form, send_form
from bot.interactions.league.questions import QuestionActions
from bot.interactions.league.schedule_pages import SchedulePages
from bot.interactions.permissions import check_thread_place
from bot.interactions.rate_limits import Limited
from bot.interactions.reply import Reply
from bot.interactions.request_kinds import limited_kind
from bot.interactions.retired_buttons import check_not_retired
from bot.interactions.services import Interaction, Services
from bot.interactions.settings_actions import SettingsActions
from bot.interactions.start_actions import StartActions
from bot.interactions.table.asked_table import given_command
from bot.interactions.table.find_table import find_table
from bot.interactions.table.hand_actions import HandActions
from bot.interactions.table.house_rule_actions import HouseRuleActions
from bot.interactions.table.lobby_actions import LobbyActions
from bot.interactions.table.play_again import play_again
from bot.interactions.table.promised_reply import may_replace
from bot.interactions.table.seat_actions import SeatActions
from bot.interactions.table.show_table import show_hand, show_table
from bot.interactions.table.table_actions import TableActions
from bot.messages import settings_buttons, start_buttons
from bot.messages.components import read_marked
from bot.messages.league import buttons as league_buttons
from bot.messages.league import card_buttons, protests, question_buttons
from bot.messages.league.schedule import schedule_buttons
from bot.messages.table import clock_form, reason_forms, which_table
from bot.messages.table.buttons import AnyCardsPress, MovePress, TableAction, TablePress, read_press
from bot.messages.table.house_rules.form_presses import OpenFormPress, read_sent_form
from bot.messages.table.lobby_buttons import LENGTH_ACTIONS
from bot.players.choice import Level
from bot.rummy.moves import Leave, read_move
from bot.tables.ports import CardOrder
from bot.tables.refusals import ButtonNotUnderstood, Refused, TableStarted
from bot.tables.requests import AddComputer, Agree, ChangeLength, ChangeSettings, Join, RemoveComputer, StandUp, Start
from bot.tables.table import Phase, Table

_LENGTHS = {action: length for length, action in LENGTH_ACTIONS.items()}


class Presses:
    """All presses of buttons and selects, and commands that discord.py could not assign to a cog."""

    def __init__(self, services: Services, boundary: ErrorBoundary) -> None:
        self._services = services
        self._boundary = boundary
        self._hands = HandActions(services)
        self._lobbies = LobbyActions(services)
        self._tables = TableActions(services)
        self._seats = SeatActions(services)
        self._house_rules = HouseRuleActions(services)
        self._league = LeaguePages(services)
        self._questions = QuestionActions(services)
        self._schedules = SchedulePages(services)
        self._cards = CardActions(services)
        self._start = StartActions(services)
        self._settings = SettingsActions(services)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Reply to a press or a form; commands are left to discord.py's command tree. Never raise."""
        if interaction.type == InteractionType.component and await self.is_allowed(interaction):
            await self._press(interaction)
        elif interaction.type == InteractionType.modal_submit and await self.is_allowed(interaction):
            await self._boundary.run(interaction, self._reply_to_form(interaction))

    async def _press(self, interaction: Interaction) -> None:
        """Reply to a press. Under the question which table is meant, it carries out a command, which replies by itself."""
        custom_id = str(cast(Mapping[str, Any], interaction.data or {}).get("custom_id", ""))
        if custom_id.partition(":")[0] != which_table.ID_PREFIX:
            await self._boundary.run(interaction, self._boundary.repeated.reply_to(interaction, self._reply_to))
            return
        try:
            command = given_command(interaction, which_table.read_command_press(read_marked(custom_id)))
        except Refused as refused:
            await self._boundary.run(interaction, _refuse(refused))
        else:
            await command

    async def is_allowed(self, interaction: Interaction) -> bool:
        """Return False if a command, autocomplete or press comes too fast. The refusal is sent once a second. Never raise."""
        limited = limited_kind(interaction)
        try:
            self._services.count(limited, interaction)
        except Refused as refused:
            if limited != Limited.AUTOCOMPLETE and self._services.limits.may_answer(interaction.user.id):
                await self._boundary.run(interaction, _refuse(refused))
            return False
        return True

    async def on_command_error(self, interaction: Interaction, error: AppCommandError) -> None:
        """Reply to a command that reached no cog, such as one of an older version that Discord still offers. Never raise."""
        if interaction.type != InteractionType.autocomplete:
            await self._boundary.run(interaction, self._unknown_command(interaction, error))

    async def _unknown_command(self, interaction: Interaction, error: AppCommandError) -> Reply:
        if not isinstance(error, CommandNotFound | CommandSignatureMismatch):
            raise error
        say = self._services.say(interaction)
        return Reply(text=say("I don't know this command any more. Type / and choose it again."))

    async def _reply_to_form(self, interaction: Interaction) -> Reply:
        """Reply to a form that was filled in and sent."""
        data = cast(Mapping[str, Any], interaction.data or {})
        custom_id = read_marked(str(data.get("custom_id", "")))
        check_not_retired(custom_id)
        if custom_id.startswith("a:"):
            press = read_press(custom_id, ())
            table = await find_table(self._services, interaction, press.table)
            assert isinstance(press, AnyCardsPress)
            return await self._hands.lay_any_cards(interaction, table, form_answers(data), press.step)
        if custom_id.startswith(f"{clock_form.ID_PREFIX}:"):
            table = await find_table(self._services, interaction, clock_form.read_clock_form(custom_id).table)
            return await self._lobbies.send_clock(interaction, table, form_answers(data))
        if custom_id.startswith(f"{reason_forms.ID_PREFIX}:"):
            form, why = reason_forms.read_reason_form(custom_id), form_text(data, reason_forms.WHY)
            table, person = await find_table(self._services, interaction, form.table), await self._services.person(interaction)
            if isinstance(form, reason_forms.RemovalForm):
                return await self._seats.remove(interaction, table, person, form.person, why)
            return await self._tables.break_off(interaction, table, person, why)
        if custom_id.startswith(f"{card_buttons.ID_PREFIX}:"):
            return await self._cards.send(interaction, custom_id, data)
        if custom_id.startswith(f"{protests.ID_PREFIX}:"):
            protest, text = protests.read_protest_press(custom_id), form_text(data, protests.TEXT)
            return await send_form(self._services, interaction, protest, text)
        sent = read_sent_form(custom_id, data.get("components"))
        table = await find_table(self._services, interaction, sent.table)
        return await self._house_rules.send_form(interaction, table, sent)

    async def _reply_to(self, interaction: Interaction) -> Reply:
        data = cast(Mapping[str, Any], interaction.data or {})
        custom_id = read_marked(str(data.get("custom_id", "")))
        check_not_retired(custom_id)
        kind = custom_id.partition(":")[0]
        if kind in league_buttons.ID_PREFIXES:
            return await self._league.press(interaction, league_buttons.read_league_press(custom_id))
        if kind == card_buttons.ID_PREFIX:
            return await self._cards.press(interaction, card_buttons.read_card_press(custom_id))
        if kind in question_buttons.ID_PREFIXES:
            return await self._questions.press(interaction, question_buttons.read_question_press(custom_id))
        if kind == protests.ID_PREFIX:
            return await open_form(self._services, interaction, protests.read_protest_press(custom_id))
        if kind in schedule_buttons.ID_PREFIXES:
            return await self._schedules.press(interaction, schedule_buttons.read_schedule_press(custom_id))
        if kind == start_buttons.ID_PREFIX:
            return await self._start.press(interaction, start_buttons.read_start_press(custom_id, data.get("values", ())))
        if kind == settings_buttons.ID_PREFIX:
            return await self._settings.press(
                interaction, settings_buttons.read_settings_press(custom_id, data.get("values", ()))
            )
        press = read_press(custom_id, data.get("values", ()))
        table = await find_table(self._services, interaction, press.table)
        match press:
            case MovePress(step=step, move=move, is_confirmed=is_confirmed):
                read = read_move(move)
                if isinstance(read, Leave):  # no button has it: leaving a match asks for confirmation
                    raise Refused(ButtonNotUnderstood(custom_id))
                return await self._hands.press(interaction, table, read, step, is_confirmed=is_confirmed)
            case AnyCardsPress(step=step):
                return await self._hands.open_any_cards(interaction, table, step)
            case TablePress():
                return await self._reply_at_table(interaction, table, press)
            case OpenFormPress():
                return await self._house_rules.open_form(interaction, table, press)
            case _:
                assert_never(press)

    async def _reply_at_table(self, interaction: Interaction, table: Table, press: TablePress) -> Reply:
        hands, lobbies, tables = self._hands, self._lobbies, self._tables
        person = await self._services.person(interaction)
        match press.action:
            case TableAction.JOIN:
                return await lobbies.change(interaction, table, person, Join(_changes_seen(press)))
            case TableAction.LEAVE:
                if table.match is not None:
                    return await tables.leave(interaction, table, person)
                return await lobbies.change(interaction, table, person, StandUp())
            case TableAction.DECLINE:
                return await lobbies.change(interaction, table, person, StandUp())
            case TableAction.START:
                return await lobbies.change(interaction, table, person, Start(_changes_seen(press)))
            case TableAction.CANCEL:
                if table.match is not None and table.phase != Phase.OVER:
                    raise Refused(TableStarted(), table.number)
                return await tables.cancel(interaction, table, person)
            case TableAction.CLOSE:
                return await tables.close(interaction, table, person)
            case TableAction.ONE_DEAL | TableAction.SHORT | TableAction.FULL:
                return await lobbies.change(interaction, table, person, ChangeLength(_LENGTHS[press.action]))
            case TableAction.ADD_EASY:
                return await lobbies.change(interaction, table, person, AddComputer(Level.EASY))
            case TableAction.ADD_NORMAL:
                return await lobbies.change(interaction, table, person, AddComputer(Level.NORMAL))
            case TableAction.REMOVE_COMPUTER:
                computer = None if press.as_of is None else -press.as_of
                return await lobbies.change(interaction, table, person, RemoveComputer(computer))
            case TableAction.CLOCK:
                return lobbies.open_clock(interaction, table, person)
            case TableAction.THREAD:
                check_thread_place(interaction, table)
                return await lobbies.change(interaction, table, person, ChangeSettings(thread=True))
            case TableAction.NO_THREAD:
                return await lobbies.change(interaction, table, person, ChangeSettings(thread=False))
            case TableAction.DRAWS | TableAction.NO_DRAWS:
                shows_draws = press.action == TableAction.DRAWS
                return await lobbies.change(interaction, table, person, ChangeSettings(shows_draws=shows_draws))
            case TableAction.RULES:
                return await self._house_rules.show(interaction, table, person)
            case TableAction.AGREE:
                return await lobbies.change(interaction, table, person, Agree(_changes_seen(press)))
            case TableAction.HAND if table.match is not None and person.number not in table.people:
                return await tables.show_to_onlooker(interaction, table, person)
            case TableAction.READY if table.match is not None and person.number not in table.seated_people():
                return await tables.show_to_onlooker(interaction, table, person)
            case TableAction.HAND if not table.is_private:
                return await show_hand(self._services, interaction, table, person)
            case TableAction.HAND | TableAction.BACK:
                return await hands.replace(interaction, table, person)
            case TableAction.BY_SUIT:
                return await hands.sort_cards(interaction, table, person, CardOrder.SUIT)
            case TableAction.BY_RANK:
                return await hands.sort_cards(interaction, table, person, CardOrder.RANK)
            case TableAction.SHOW:
                shown = await show_table(self._services, interaction, table, person)
                return replace(shown, replaces_pressed=may_replace(interaction, table))
            case TableAction.READY:
                return await hands.ready(interaction, table, person, press.as_of)
            case TableAction.FAIRNESS:
                return await tables.show_fairness(interaction, table, press.as_of)
            case TableAction.OLDER:
                return await tables.show_older_turns(interaction, table, press.as_of)
            case TableAction.DEALS:
                return await tables.show_deals(interaction, table)
            case TableAction.AGAIN:
                if person.number not in table.people:
                    return await tables.show_to_onlooker(interaction, table, person)
                return await play_again(self._services, interaction, table, person)
            case TableAction.END:
                return await tables.end(interaction, table, person)
            case TableAction.YES_END:
                return await tables.ask_to_end(interaction, table, person)
            case TableAction.FORFEIT:
                return await tables.forfeit(interaction, table, person)
            case TableAction.REMOVE:
                return await self._seats.ask_to_remove(interaction, table, person, press.as_of)
            case TableAction.YES_REMOVE:
                return await self._seats.ask_why(interaction, table, person, press.as_of)
            case TableAction.TAKE_SEAT:
                return await self._seats.take_seat(interaction, table, person, press.as_of)
            case TableAction.BREAK_OFF:
                return await tables.ask_why(interaction, table)
            case _:
                assert_never(press.action)


def _changes_seen(press: TablePress) -> int:
    """Return how often the rules shown above the button had been changed; -1 for a button of an older version without it."""
    return -1 if press.as_of is None else press.as_of


async def _refuse(refused: Refused) -> Reply:
    raise refused
