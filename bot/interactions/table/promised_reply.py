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
from bot.tables.refusals import Refused, TableIsOver
from bot.tables.table import Phase, Table


async def promise_edit(services: Services, interaction: Interaction, table: Table, key: str) -> PromisedEdit | None:
    """Promise that the reply edits the message with this key; if another message was pressed, the courier edits it."""
    if interaction.message is None or is_ephemeral(interaction) or (key != LOBBY and interaction.guild_id is not None):
        return None
    return await services.courier.promise_press(table.number, key, interaction.message.id)


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


def check_not_over(table: Table) -> None:
    """Raise Refused(TableIsOver)."""
    if table.phase == Phase.OVER:
        raise Refused(TableIsOver(has_match=table.match is not None), table.number)
