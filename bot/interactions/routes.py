"""Presses and forms, and what answers them: a handler registers where it stands, with the record of its `custom_id`.

@presses.on(StandingsPress)
async def turn_page(services: Services, call: Call, press: StandingsPress) -> Reply: ...

A handler raises Refused. `at_table` is for what belongs to a table: its handler also gets the table, if the
person may see it, and the person. An action at a table registers with its name. The cogs import the modules with handlers.
"""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.interactions.call import Call, CallKind
from bot.interactions.rate_limits import Limited
from bot.interactions.reply import Reply
from bot.interactions.services import Services
from bot.interactions.table.find_table import find_table
from bot.messages.button_ids import ButtonId, TableId
from bot.messages.components import read_marked
from bot.messages.table.buttons import ActionSelect, TableAction, TablePress
from bot.tables.ports import Person
from bot.tables.table import Table
from bot.wording.sentence import Refused

_P = TypeVar("_P", bound=ButtonId)
_T = TypeVar("_T", bound=TableId)
Handler = Callable[[Services, Call, _P], Awaitable[Reply]]
TableHandler = Callable[[Services, Call, Table, Person, _T], Awaitable[Reply]]
ActionHandler = Callable[[Services, Call, Table, Person], Awaitable[Reply]]
NumberedHandler = Callable[[Services, Call, Table, Person, int | None], Awaitable[Reply]]


class Routes:
    """The handlers of presses, or of forms."""

    def __init__(self) -> None:
        self.handlers: dict[type[ButtonId], Handler[ButtonId]] = {}

    def on(self, record: type[_P]) -> Callable[[Handler[_P]], Handler[_P]]:
        """Let a handler answer what has such a `custom_id`."""

        def add(handler: Handler[_P]) -> Handler[_P]:
            assert record not in self.handlers, record
            self.handlers[record] = handler  # type: ignore[assignment]  # it gets no other record
            return handler

        return add

    def at_table(self, record: type[_T]) -> Callable[[TableHandler[_T]], TableHandler[_T]]:
        """Let a handler answer what has such a `custom_id`, at its table."""

        def add(handler: TableHandler[_T]) -> TableHandler[_T]:
            @self.on(record)
            async def find_and_answer(services: Services, call: Call, press: _T) -> Reply:
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


def action(name: TableAction) -> Callable[[ActionHandler], ActionHandler]:
    """Let a handler carry out an action of a table."""

    def add(handler: ActionHandler) -> ActionHandler:
        async def ignore_number(services: Services, call: Call, table: Table, person: Person, _as_of: int | None) -> Reply:
            return await handler(services, call, table, person)

        numbered_action(name)(ignore_number)
        return handler

    return add


def numbered_action(name: TableAction) -> Callable[[NumberedHandler], NumberedHandler]:
    """Let a handler carry out an action of a table that needs the number in its button (`TablePress.as_of`)."""

    def add(handler: NumberedHandler) -> NumberedHandler:
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


async def reply_to(services: Services, call: Call) -> Reply:
    """Return the reply to a press or a form. Raise what refuses it: Refused(ButtonNotUnderstood) if nothing answers it."""
    routes = _routes_of(call)
    press = routes.read(read_marked(call.custom_id))
    if press is None:
        raise call.not_understood()
    return await routes.handlers[type(press)](services, call, press)


def limit_of(call: Call) -> Limited:
    """Return the limit that a press or form counts for: the presses of tables are as frequent as moves."""
    try:
        press = _routes_of(call).read(read_marked(call.custom_id))
    except Refused:
        press = None
    return Limited.MOVE if press is None or isinstance(press, TableId) else Limited.COMMAND


def _routes_of(call: Call) -> Routes:
    return forms if call.kind == CallKind.FORM else presses
