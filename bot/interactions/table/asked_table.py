"""A command that may mean several tables asks which one; a press carries the command out there, as it was given."""

from dataclasses import replace

from bot.interactions.call import Call, CallKind
from bot.interactions.reply import Reply
from bot.interactions.services import Services
from bot.interactions.table.find_table import WhichTable
from bot.messages.components import MOST_OPTIONS, fits_custom_id
from bot.messages.table.which_table import CommandPress, which_table_layout
from bot.wording.sentence import Refusal


async def ask_which_table(services: Services, call: Call, refusal: Refusal) -> Reply | None:
    """Return the question which table is meant.

    Return None if that isn't why the command is refused, or if there are too many tables or too long options for buttons.
    """
    if not isinstance(refusal, WhichTable) or call.kind != CallKind.COMMAND or not call.name:
        return None
    if len(refusal.tables) > MOST_OPTIONS:
        return None
    asked = []
    for number in refusal.tables:
        table = await services.tables.get(number)
        press = CommandPress(number, table.step, call.name, call.options)
        if not fits_custom_id(press):
            return None
        asked.append((press, table))
    return Reply(view=which_table_layout(asked, services.people, services.say(call)))


def replacing_question(call: Call, reply: Reply) -> Reply:
    """Let the reply to the question replace it, unless the reply is to stay when the question is dismissed."""
    replaces = call.asked_at is not None and call.is_whispered
    if not replaces or reply.view is None or reply.is_public:
        return reply
    return replace(reply, replaces_pressed=True)
