"""Which handler answers a call. A handler registers where it stands, with the record of its `custom_id`:

@presses.on(StandingsPress)
async def turn_page(services: LeagueServices, call: Call, press: StandingsPress) -> Reply: ...

A handler raises Refused. `at_table` is for what belongs to a table: its handler also gets the table, if the
person may see it, and the person. An action at a table registers with its name. The cogs import the modules with handlers.

A command that may mean several tables asks which one; a press carries it out there, as it was given. A press may come twice:
what either finds done by the other gets no refusal, and no command is carried out twice.
"""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, field, replace
from functools import partial
from inspect import unwrap
from typing import TypeVar, cast

from discord import AppCommandOptionType, Object
from discord.app_commands import Parameter

from bot.interactions.call import NO_REPLY, Call, CallKind, Part, Reply, Services, TableServices
from bot.interactions.language_offer import offered_language
from bot.interactions.permissions import HIGHEST_NUMBER
from bot.interactions.rate_limits import LIMIT, Limited
from bot.interactions.table.find_table import WhichTable, find_table
from bot.messages.components import MOST_OPTIONS, ButtonId, TableId, fits_custom_id, read_marked
from bot.messages.names import Names, names_at, names_of
from bot.messages.sentences import people_in
from bot.messages.table.buttons import ActionSelect, TableAction, TablePress
from bot.messages.table.refusals import refusal_sentence
from bot.messages.table.which_table import CommandPress, command_press, which_table_layout
from bot.messages.words import Words
from bot.tables.ports import Person
from bot.tables.table import Table
from bot.wording.sentence import Refused

_P = TypeVar("_P", bound=ButtonId)
_T = TypeVar("_T", bound=TableId)
_AtTable = TypeVar("_AtTable", bound=TableServices)
Work = Callable[[Call], Awaitable[Reply]]
Handler = Callable[[Part, Call, _P], Awaitable[Reply]]
TableHandler = Callable[[_AtTable, Call, Table, Person, _T], Awaitable[Reply]]
ActionHandler = Callable[[_AtTable, Call, Table, Person], Awaitable[Reply]]
NumberedHandler = Callable[[Services, Call, Table, Person, int | None], Awaitable[Reply]]
_A = TypeVar("_A", bound=ActionHandler[Services])
_N = TypeVar("_N", bound=NumberedHandler)
_REPEATED_WITHIN = 2000
"""Milliseconds between two presses, by Discord's times of them: however late this process hears them."""
_PYTHON_TYPES: dict[AppCommandOptionType, type] = {
    AppCommandOptionType.string: str,
    AppCommandOptionType.integer: int,
    AppCommandOptionType.boolean: bool,
    AppCommandOptionType.user: int,
}


class Routes:
    """The handlers of presses, or of forms."""

    def __init__(self) -> None:
        self.handlers: dict[type[ButtonId], Handler[Services, ButtonId]] = {}

    def on(self, record: type[_P]) -> Callable[[Handler[Part, _P]], Handler[Part, _P]]:
        """Let a handler answer what has such a `custom_id`."""

        def add(handler: Handler[Part, _P]) -> Handler[Part, _P]:
            assert record not in self.handlers, record
            self.handlers[record] = handler  # type: ignore[assignment]  # it gets no other record, and all services
            return handler

        return add

    def at_table(self, record: type[_T]) -> Callable[[TableHandler[_AtTable, _T]], TableHandler[_AtTable, _T]]:
        """Let a handler answer what has such a `custom_id`, at its table."""

        def add(handler: TableHandler[_AtTable, _T]) -> TableHandler[_AtTable, _T]:
            @self.on(record)
            async def find_and_answer(services: _AtTable, call: Call, press: _T) -> Reply:
                table = await find_table(services, call, press.table)
                return await handler(services, call, table, await services.person(call), press)

            return handler

        return add

    def read(self, custom_id: str) -> ButtonId | None:
        """Return what was pressed or sent; None if no handler takes it, for example because its feature is gone."""
        found = (record.read(custom_id) for record in self.handlers)
        return next((press for press in found if press is not None), None)


presses, forms = Routes(), Routes()
_actions: dict[TableAction, NumberedHandler] = {}


def action(name: TableAction) -> Callable[[_A], _A]:
    """Let a handler carry out an action of a table."""

    def add(handler: _A) -> _A:
        async def ignore_number(services: Services, call: Call, table: Table, person: Person, _as_of: int | None) -> Reply:
            return await handler(services, call, table, person)

        numbered_action(name)(ignore_number)
        return handler

    return add


def numbered_action(name: TableAction) -> Callable[[_N], _N]:
    """Let a handler carry out an action of a table that needs the number in its button (`TablePress.as_of`)."""

    def add(handler: _N) -> _N:
        assert name not in _actions, name
        _actions[name] = handler
        return handler

    return add


@presses.at_table(TablePress)
async def _act(services: Services, call: Call, table: Table, person: Person, press: TablePress) -> Reply:
    return await _actions[press.action](services, call, table, person, press.as_of)


@presses.at_table(ActionSelect)
async def _act_as_chosen(services: Services, call: Call, table: Table, person: Person, press: ActionSelect) -> Reply:
    chosen = TablePress.read(f"t:{press.table}:{call.value}")
    if chosen is None:
        raise call.not_understood()
    return await _act(services, call, table, person, chosen)


@presses.on(CommandPress)
async def _carry_out(services: Services, call: Call, press: CommandPress) -> Reply:
    """Carry out a command, as `@replies` of its cog does; the reply replaces the prompt, unless everyone should see it.

    Raise Refused(ButtonNotUnderstood) for a forged press, or if the command has changed meanwhile.
    """
    if (command := services.commands.get(press.command)) is None:
        raise call.not_understood()
    parameters = {one.display_name: one for one in command.parameters}
    given = {**press.options, "table": press.table}
    is_complete = all(name in given for name, one in parameters.items() if one.required)
    if not is_complete or not all(name in parameters and _accepts(parameters[name], value) for name, value in given.items()):
        raise call.not_understood()
    arguments = {
        parameters[name].name: Object(cast(int, value)) if parameters[name].type == AppCommandOptionType.user else value
        for name, value in given.items()
    }
    reply: Reply = await unwrap(command.callback)(command.binding, replace(call, asked_at=press.step), **arguments)
    if not call.is_whispered or reply.view is None or reply.is_public:
        return reply
    return replace(reply, replaces_pressed=True)


def _accepts(parameter: Parameter, value: str | int | bool) -> bool:
    """Return True if Discord would accept this value of an option."""
    if type(value) is not _PYTHON_TYPES.get(parameter.type):
        return False
    if parameter.choices:
        return value in [one.value for one in parameter.choices]
    size = len(value) if isinstance(value, str) else value
    least, most = (1, 2**63 - 1) if parameter.type == AppCommandOptionType.user else (parameter.min_value, parameter.max_value)
    return (least is None or least <= size) and (most is None or size <= most)


def limit_of(services: Services, call: Call) -> Limited:
    """Return the limit that a call counts for. A command is `AS_MOVE` if it says so, and so are the presses of tables."""
    if call.kind == CallKind.AUTOCOMPLETE:
        return Limited.AUTOCOMPLETE
    if call.kind == CallKind.COMMAND:
        command = services.commands.get(call.name)
        return Limited.COMMAND if command is None else command.extras.get(LIMIT, Limited.COMMAND)
    try:
        press = _routes_of(call).read(read_marked(call.custom_id))
    except Refused:
        press = None
    return Limited.MOVE if press is None or isinstance(press, TableId) else Limited.COMMAND


def table_named(call: Call) -> int | None:
    """Return the number of the table that a button, form or option names; None if it names none."""
    if call.kind in (CallKind.COMMAND, CallKind.AUTOCOMPLETE):
        number = call.options.get("table")
    else:
        try:
            press = _routes_of(call).read(read_marked(call.custom_id))
        except Refused:
            return None
        number = press.table if isinstance(press, TableId) else None
    return number if isinstance(number, int) and 0 < number <= HIGHEST_NUMBER else None


def _routes_of(call: Call) -> Routes:
    return forms if call.kind == CallKind.FORM else presses


@dataclass(slots=True, eq=False)
class _Press:
    caller: int
    key: Hashable
    at: int
    has_done_something: "asyncio.Future[bool]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def may_repeat(self, later: "_Press") -> bool:
        """Return False if it was too long ago, or if the person has pressed something else since."""
        return later.at - self.at <= _REPEATED_WITHIN and (self.key == later.key or self.caller != later.caller)


class Router:
    """Answers the calls of one bot. It knows the presses of the last two seconds, and those under way."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._presses: list[_Press] = []

    async def answer(self, call: Call, work: Work | None = None) -> Reply:
        """Return the reply of the work, or else of the handler of a press or form; or the reason for a refusal, or the prompt
        that asks which table is meant. Raise any other error.
        """
        try:
            reply, say = await (work or self._route)(call), self._services.say(call)
            if reply.form is not None:
                return replace(reply, text=say("That took too long. Try again."))
            offer = await offered_language(self._services, call) if reply.then is None else None
            return reply if offer is None else replace(reply, then=offer)
        except Refused as refused:
            if isinstance(refused.refusal, WhichTable) and (prompt := await self._ask_which_table(call, refused.refusal)):
                return prompt
            say = await self._services.say_here(call)
            return Reply(text=refusal_sentence(refused.refusal, say, await self._names_for(call, refused, say)))

    async def _route(self, call: Call) -> Reply:
        """Return the reply of the handler. Raise Refused(ButtonNotUnderstood) if there is none."""
        routes = _routes_of(call)
        press = routes.read(read_marked(call.custom_id))
        if press is None:
            raise call.not_understood()
        work = partial(routes.handlers[type(press)], self._services, call, press)
        if call.kind == CallKind.FORM:
            return await work()
        return await self._answer_once(call, work, is_command=isinstance(press, CommandPress))

    async def _answer_once(self, call: Call, work: Callable[[], Awaitable[Reply]], *, is_command: bool) -> Reply:
        """Do the work of a press and return its reply; none if an equal press was faster. Raise what the work raises.

        A command is then not even begun: most commands can be carried out twice.
        """
        key = call.caller.id, None if call.pressed is None else call.pressed.id, call.custom_id, str(call.data.get("values"))
        press = _Press(call.caller.id, key, call.at)
        self._presses = [one for one in self._presses if not one.has_done_something.done() or one.may_repeat(press)]
        earlier = self._equal_to(press)
        self._presses.append(press)
        outcome = press.has_done_something
        try:
            if is_command and await _have_done_something(earlier):
                return NO_REPLY
            reply = await work()
            outcome.set_result(not reply.is_out_of_date and reply.form is None)
        except Refused:
            outcome.set_result(False)  # before waiting: the others wait for it, too
            if not await _have_done_something([*earlier, *self._equal_to(press)]):
                raise
            return NO_REPLY
        finally:
            if not outcome.done():
                outcome.set_result(False)
        if reply.is_out_of_date and await _have_done_something([*earlier, *self._equal_to(press)]):
            if reply.promised is not None:
                reply.promised.withdraw()
            return NO_REPLY
        return reply

    def _equal_to(self, press: _Press) -> list[_Press]:
        return [one for one in self._presses if one.key == press.key]

    async def _ask_which_table(self, call: Call, refusal: WhichTable) -> Reply | None:
        """Return the prompt that asks which table is meant; None if buttons have no room for all tables or for the options."""
        if call.kind != CallKind.COMMAND or not call.name or len(refusal.tables) > MOST_OPTIONS:
            return None
        tables = [await self._services.tables.get(number) for number in refusal.tables]
        asked = [(command_press(table, call.name, call.options), table) for table in tables]
        if not all(fits_custom_id(press) for press, _ in asked):
            return None
        return Reply(view=which_table_layout(asked, self._services.people, self._services.say(call)))

    async def _names_for(self, call: Call, refused: Refused, say: Words) -> Names:
        """Return the names of everyone at the table that the refusal is about; without a table, of those whom it names."""
        if refused.table is None:
            return names_of(self._services.people_in(call), people_in(refused.refusal), say)
        return names_at(await self._services.tables.get(refused.table), self._services.people, say)


async def _have_done_something(presses: list[_Press]) -> bool:
    for press in presses:
        if await asyncio.shield(press.has_done_something):
            return True
    return False
