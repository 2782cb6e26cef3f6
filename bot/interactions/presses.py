"""The only handler of presses and forms: reads the `custom_id` of the button, select or form and calls the action it names."""

from dataclasses import replace
from typing import assert_never

from bot.interactions.call import Call, CallKind
from bot.interactions.form_answers import form_answers, form_text
from bot.interactions.league.card_actions import CardActions
from bot.interactions.league.league_pages import LeaguePages
from bot.interactions.league.protest_actions import open_form, send_form
from bot.interactions.league.questions import QuestionActions
from bot.interactions.league.schedule_pages import SchedulePages
from bot.interactions.permissions import check_thread_place
from bot.interactions.reply import Reply
from bot.interactions.services import Services
from bot.interactions.settings_actions import SettingsActions
from bot.interactions.start_actions import StartActions
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
from bot.messages.table import clock_form, reason_forms
from bot.messages.table.buttons import AnyCardsPress, MovePress, TableAction, TablePress, read_press
from bot.messages.table.house_rules.form_presses import OpenFormPress, read_sent_form
from bot.messages.table.lobby_buttons import LENGTH_ACTIONS
from bot.players.choice import Level
from bot.rummy.moves import Leave, read_move
from bot.tables.ports import CardOrder
from bot.tables.refusals import ButtonNotUnderstood, TableStarted
from bot.tables.requests import AddComputer, Agree, ChangeLength, ChangeSettings, Join, RemoveComputer, StandUp, Start
from bot.tables.table import Phase, Table
from bot.wording.sentence import Refused

_LENGTHS = {action: length for length, action in LENGTH_ACTIONS.items()}


class Presses:
    """All presses of buttons and selects, and the forms that were sent."""

    def __init__(self, services: Services) -> None:
        self._services = services
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

    async def reply_to(self, call: Call) -> Reply:
        """Return the reply to a press or a form. Raise what refuses it."""
        if call.kind == CallKind.FORM:
            return await self._reply_to_form(call)
        return await self._reply_to(call)

    async def _reply_to_form(self, call: Call) -> Reply:
        """Reply to a form that was filled in and sent."""
        data = call.data
        custom_id = read_marked(str(data.get("custom_id", "")))
        if custom_id.startswith("a:"):
            press = read_press(custom_id, ())
            table = await find_table(self._services, call, press.table)
            assert isinstance(press, AnyCardsPress)
            return await self._hands.lay_any_cards(call, table, form_answers(data), press.step)
        if custom_id.startswith(f"{clock_form.ID_PREFIX}:"):
            table = await find_table(self._services, call, clock_form.read_clock_form(custom_id).table)
            return await self._lobbies.send_clock(call, table, form_answers(data))
        if custom_id.startswith(f"{reason_forms.ID_PREFIX}:"):
            form, why = reason_forms.read_reason_form(custom_id), form_text(data, reason_forms.WHY)
            table, person = await find_table(self._services, call, form.table), await self._services.person(call)
            if isinstance(form, reason_forms.RemovalForm):
                return await self._seats.remove(call, table, person, form.person, why)
            return await self._tables.break_off(call, table, person, why)
        if custom_id.startswith(f"{card_buttons.ID_PREFIX}:"):
            return await self._cards.send(call, custom_id, data)
        if custom_id.startswith(f"{protests.ID_PREFIX}:"):
            protest, text = protests.read_protest_press(custom_id), form_text(data, protests.TEXT)
            return await send_form(self._services, call, protest, text)
        sent = read_sent_form(custom_id, data.get("components"))
        table = await find_table(self._services, call, sent.table)
        return await self._house_rules.send_form(call, table, sent)

    async def _reply_to(self, call: Call) -> Reply:
        data = call.data
        custom_id = read_marked(str(data.get("custom_id", "")))
        kind = custom_id.partition(":")[0]
        if kind in league_buttons.ID_PREFIXES:
            return await self._league.press(call, league_buttons.read_league_press(custom_id))
        if kind == card_buttons.ID_PREFIX:
            return await self._cards.press(call, card_buttons.read_card_press(custom_id))
        if kind in question_buttons.ID_PREFIXES:
            return await self._questions.press(call, question_buttons.read_question_press(custom_id))
        if kind == protests.ID_PREFIX:
            return await open_form(self._services, call, protests.read_protest_press(custom_id))
        if kind in schedule_buttons.ID_PREFIXES:
            return await self._schedules.press(call, schedule_buttons.read_schedule_press(custom_id))
        if kind == start_buttons.ID_PREFIX:
            return await self._start.press(call, start_buttons.read_start_press(custom_id, data.get("values", ())))
        if kind == settings_buttons.ID_PREFIX:
            return await self._settings.press(call, settings_buttons.read_settings_press(custom_id, data.get("values", ())))
        press = read_press(custom_id, data.get("values", ()))
        table = await find_table(self._services, call, press.table)
        match press:
            case MovePress(step=step, move=move, is_confirmed=is_confirmed):
                read = read_move(move)
                if isinstance(read, Leave):  # no button has it: leaving a match asks for confirmation
                    raise Refused(ButtonNotUnderstood(custom_id))
                return await self._hands.press(call, table, read, step, is_confirmed=is_confirmed)
            case AnyCardsPress(step=step):
                return await self._hands.open_any_cards(call, table, step)
            case TablePress():
                return await self._reply_at_table(call, table, press)
            case OpenFormPress():
                return await self._house_rules.open_form(call, table, press)
            case _:
                assert_never(press)

    async def _reply_at_table(self, call: Call, table: Table, press: TablePress) -> Reply:
        hands, lobbies, tables = self._hands, self._lobbies, self._tables
        person = await self._services.person(call)
        match press.action:
            case TableAction.JOIN:
                return await lobbies.change(call, table, person, Join(_changes_seen(press)))
            case TableAction.LEAVE:
                if table.match is not None:
                    return await tables.leave(call, table, person)
                return await lobbies.change(call, table, person, StandUp())
            case TableAction.DECLINE:
                return await lobbies.change(call, table, person, StandUp())
            case TableAction.START:
                return await lobbies.change(call, table, person, Start(_changes_seen(press)))
            case TableAction.CANCEL:
                if table.match is not None and table.phase != Phase.OVER:
                    raise Refused(TableStarted(), table.number)
                return await tables.cancel(call, table, person)
            case TableAction.CLOSE:
                return await tables.close(call, table, person)
            case TableAction.ONE_DEAL | TableAction.SHORT | TableAction.FULL:
                return await lobbies.change(call, table, person, ChangeLength(_LENGTHS[press.action]))
            case TableAction.ADD_EASY:
                return await lobbies.change(call, table, person, AddComputer(Level.EASY))
            case TableAction.ADD_NORMAL:
                return await lobbies.change(call, table, person, AddComputer(Level.NORMAL))
            case TableAction.REMOVE_COMPUTER:
                computer = None if press.as_of is None else -press.as_of
                return await lobbies.change(call, table, person, RemoveComputer(computer))
            case TableAction.CLOCK:
                return lobbies.open_clock(call, table, person)
            case TableAction.THREAD:
                check_thread_place(call, table)
                return await lobbies.change(call, table, person, ChangeSettings(thread=True))
            case TableAction.NO_THREAD:
                return await lobbies.change(call, table, person, ChangeSettings(thread=False))
            case TableAction.DRAWS | TableAction.NO_DRAWS:
                shows_draws = press.action == TableAction.DRAWS
                return await lobbies.change(call, table, person, ChangeSettings(shows_draws=shows_draws))
            case TableAction.RULES:
                return await self._house_rules.show(call, table, person)
            case TableAction.AGREE:
                return await lobbies.change(call, table, person, Agree(_changes_seen(press)))
            case TableAction.HAND if table.match is not None and person.number not in table.people:
                return await tables.show_to_onlooker(call, table, person)
            case TableAction.READY if table.match is not None and person.number not in table.seated_people():
                return await tables.show_to_onlooker(call, table, person)
            case TableAction.HAND if not table.is_private:
                return await show_hand(self._services, call, table, person)
            case TableAction.HAND | TableAction.BACK:
                return await hands.replace(call, table, person)
            case TableAction.BY_SUIT:
                return await hands.sort_cards(call, table, person, CardOrder.SUIT)
            case TableAction.BY_RANK:
                return await hands.sort_cards(call, table, person, CardOrder.RANK)
            case TableAction.SHOW:
                shown = await show_table(self._services, call, table, person)
                return replace(shown, replaces_pressed=may_replace(call, table))
            case TableAction.READY:
                return await hands.ready(call, table, person, press.as_of)
            case TableAction.FAIRNESS:
                return await tables.show_fairness(call, table, press.as_of)
            case TableAction.OLDER:
                return await tables.show_older_turns(call, table, press.as_of)
            case TableAction.DEALS:
                return await tables.show_deals(call, table)
            case TableAction.AGAIN:
                if person.number not in table.people:
                    return await tables.show_to_onlooker(call, table, person)
                return await play_again(self._services, call, table, person)
            case TableAction.END:
                return await tables.end(call, table, person)
            case TableAction.YES_END:
                return await tables.ask_to_end(call, table, person)
            case TableAction.FORFEIT:
                return await tables.forfeit(call, table, person)
            case TableAction.REMOVE:
                return await self._seats.ask_to_remove(call, table, person, press.as_of)
            case TableAction.YES_REMOVE:
                return await self._seats.ask_why(call, table, person, press.as_of)
            case TableAction.TAKE_SEAT:
                return await self._seats.take_seat(call, table, person, press.as_of)
            case TableAction.BREAK_OFF:
                return await tables.ask_why(call, table)
            case _:
                assert_never(press.action)


def _changes_seen(press: TablePress) -> int:
    """Return how often the rules shown above the button had been changed; -1 for a button of an older version without it."""
    return -1 if press.as_of is None else press.as_of
