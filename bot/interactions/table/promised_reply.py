"""Lets the reply to a press replace the message that was pressed, in place of an edit by the courier.

It does so if that is the person's hand, the lobby, or a message that only they see. Under any other message, such as one that a
forged press names, the reply is a new message that only they see.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from bot.delivery.table.message_writes import PromisedEdit
from bot.interactions.reply import Reply, is_ephemeral
from bot.interactions.services import Interaction, Services
from bot.messages.table.channel.story_pages import LOBBY
from bot.tables.ports import Person
from bot.tables.refusals import Refused, TableIsOver
from bot.tables.requests import Request
from bot.tables.table import Phase, Table


async def promise_edit(services: Services, interaction: Interaction, table: Table, key: str) -> PromisedEdit | None:
    if interaction.message is None or is_ephemeral(interaction) or (key != LOBBY and interaction.guild_id is not None):
        return None
    return await services.courier.promise_press(table.number, key, interaction.message.id)


async def change_promised(
    services: Services, interaction: Interaction, table: Table, person: Person, request: Request, key: str
) -> tuple[Table, PromisedEdit | None]:
    """Make the request; return the changed table, and the promise that the reply will edit the message with this key.

    If another message was pressed, the reply promises nothing, and the courier edits the message with this key.
    """
    if table.phase == Phase.OVER:
        raise Refused(table_is_over(table), table.number)
    promised = await promise_edit(services, interaction, table, key)
    with withdrawn_on_error(promised):
        return await services.tables.change(table.number, person.number, request), promised


def replacing(interaction: Interaction, reply: Reply, promised: PromisedEdit | None, table: Table) -> Reply:
    """Let the reply replace the message that was pressed, if it may."""
    replaces = promised is not None or is_ephemeral(interaction)
    return replace(reply, replaces_pressed=replaces, promised=promised, version=table.version)


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


def table_is_over(table: Table) -> TableIsOver:
    return TableIsOver(has_match=table.match is not None)
