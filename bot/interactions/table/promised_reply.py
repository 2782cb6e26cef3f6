"""Lets the reply to a press replace the message that was pressed, in place of an edit by the courier.

It does so if that is the person's hand, the lobby, or a message that only they see. Under any other message, such as one that a
forged press names, the reply is a new message that only they see. The courier has no messages of a table that is one person's
alone: there, a message in their direct messages is replaced if its buttons belong to that table.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from bot.delivery.table.message_writes import PromisedEdit
from bot.interactions.call import Call
from bot.interactions.reply import Reply
from bot.interactions.services import Services
from bot.messages.table.buttons import table_of_press
from bot.messages.table.channel.story_pages import LOBBY
from bot.tables.refusals import TableIsOver
from bot.tables.table import Phase, Table
from bot.wording.sentence import Refused


async def promise_edit(services: Services, call: Call, table: Table, key: str) -> PromisedEdit | None:
    """Promise that the reply edits the message with this key; if another message was pressed, the courier edits it."""
    if table.is_private or call.pressed is None or call.is_whispered or (key != LOBBY and call.server is not None):
        return None
    return await services.courier.promise_press(table.number, key, call.pressed.id)


def replacing(call: Call, reply: Reply, promised: PromisedEdit | None, table: Table) -> Reply:
    """Let the reply replace the message that was pressed, if it may."""
    replaces = promised is not None or may_replace(call, table)
    return replace(reply, replaces_pressed=replaces, promised=promised, version=table.version)


def may_replace(call: Call, table: Table) -> bool:
    """Return whether a reply about this table may replace the message that was pressed, which isn't one of the courier's."""
    return call.is_whispered or (table.is_private and has_button_of(call, table.number))


def has_button_of(call: Call, table: int) -> bool:
    """Return whether the pressed message is in direct messages, and a button of it belongs to this table.

    What is in a message is said by Discord, so no altered client can forge it.
    """
    if call.server is not None or call.pressed is None:
        return False
    return any(table_of_press(custom_id) == table for custom_id in call.pressed.ids)


@contextmanager
def withdrawn_on_error(promised: PromisedEdit | None) -> Iterator[None]:
    """Withdraw the promise if the block raises: the message would wait for a reply that never comes."""
    try:
        yield
    except BaseException:
        withdraw(promised)
        raise


def withdraw(promised: PromisedEdit | None) -> None:
    if promised is not None:
        promised.withdraw()


def check_not_over(table: Table) -> None:
    """Raise Refused(TableIsOver)."""
    if table.phase == Phase.OVER:
        raise Refused(TableIsOver(has_match=table.match is not None), table.number)
