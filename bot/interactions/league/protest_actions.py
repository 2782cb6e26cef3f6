"""**Protest** and **Answer**: their forms, and who gets these buttons at a match."""

from collections.abc import Sequence

from bot.competition.match_history import MatchRecord
from bot.competition.protests import Protest
from bot.interactions.call import Call, server_of
from bot.interactions.league.organisers import server_of_organiser
from bot.interactions.permissions import is_organiser
from bot.interactions.reply import Reply
from bot.interactions.routes import forms, presses
from bot.interactions.services import Services
from bot.messages.league.protests import TEXT, ProtestPress, protest_form
from bot.messages.text import clean_line


async def possible_presses(
    services: Services, call: Call, record: MatchRecord, protests: Sequence[Protest]
) -> list[ProtestPress]:
    """Return the buttons for the reader of a match: a player's first protest, and an organiser's answers to open ones."""
    match, person = record.original.number, (await services.person(call)).number
    can_protest = person in record.players and all(one.line.by != person for one in protests)
    found = [ProtestPress(match)] if can_protest else []
    if await is_organiser(services, call, record.original.server):
        found += [ProtestPress(match, one.line.by) for one in protests if one.answer is None]
    return found


@presses.on(ProtestPress)
async def open_form(services: Services, call: Call, press: ProtestPress) -> Reply:
    """Open the form of a protest or of an answer, if the person may send it. Raise Refused."""
    say, why = services.say(call), ""
    if press.person is None:
        by = (await services.person(call)).number
        await services.protests.check(server_of(call), press.match, by=by)
    else:
        server = await server_of_organiser(services, call)
        why = await services.protests.find_open(server, press.match, press.person)
    return Reply(form=protest_form(press, why, say), text=say("The form couldn't be opened in time. Press the button again."))


@forms.on(ProtestPress)
async def send_form(services: Services, call: Call, press: ProtestPress) -> Reply:
    """Protest against a match, or answer a protest as an organiser. Raise Refused."""
    say, by, line = services.say(call), (await services.person(call)).number, clean_line(call.answer(TEXT))
    log, match = "`/league log`", f"`/match id:{press.match}`"
    if press.person is None:
        await services.protests.protest(server_of(call), press.match, line, by=by)
        return Reply(text=say("Organisers read your protest in {log}. {match} shows their answer.", log=log, match=match))
    server = await server_of_organiser(services, call)
    await services.protests.answer(server, press.match, line, by=by, person=press.person)
    return Reply(text=say("Everyone can read your answer in {log} and {match}.", log=log, match=match))
