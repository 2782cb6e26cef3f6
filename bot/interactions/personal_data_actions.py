"""What `/privacy` does: export the data of the person who asks, or delete it."""

import asyncio

from bot.interactions.call import Call
from bot.interactions.file_parts import file_part_reply
from bot.interactions.rate_limits import Limited
from bot.interactions.reply import Reply
from bot.interactions.services import Services
from bot.messages.attachments import attachment_limit, data_files
from bot.messages.words import Words


async def export_personal_data(services: Services, call: Call, part: int) -> Reply:
    """Return one part of the files with everything that is stored of the person."""
    say, person = services.say(call), services.people.find(call.caller.id)
    if person is None:
        return Reply(text=say("Nothing is stored about you."))
    services.count(Limited.EXPORT, call)
    stored = await services.personal_data.read(person.number)
    parts = await asyncio.to_thread(data_files, stored, limit=attachment_limit(call.most_bytes))
    return file_part_reply(parts, part, say("This is everything that's stored about you."), say)


async def delete_personal_data(services: Services, call: Call, *, sure: bool) -> Reply:
    """Delete the person's data, if they are `sure`. Raise Refused(StillSeated) while they are at a table."""
    say, person = services.say(call), services.people.find(call.caller.id)
    if person is None:
        return Reply(text=say("Nothing is stored about you."))
    if not sure:
        refused = say("Nothing has been deleted. Deleting can't be undone, so confirm it with `sure:True`.")
        return Reply(text=f"{refused} {_what_is_kept(say)}")
    await services.personal_data.delete(person.number)
    deleted = say("Your data has been deleted. Your results stay, under “a former player”.")
    return Reply(text=f"{deleted} {_what_is_kept(say)}")


def _what_is_kept(say: Words) -> str:
    return say(
        "For at most 48 hours, an unreadable code made from your Discord ID is kept, so that daily limits of matches still "
        "apply if you come back."
    )
