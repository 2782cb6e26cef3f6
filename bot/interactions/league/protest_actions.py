"""Protests of players against the result of a match, and the answers of organisers."""

from bot.interactions.league.find_person import find_match_person
from bot.interactions.league.organisers import server_of_organiser
from bot.interactions.reply import Reply
from bot.interactions.services import Interaction, Services, server_of
from bot.messages.league.protest_answer import ProtestAnswerPress, protest_answer_form
from bot.messages.text import clean_line
from bot.tables.refusals import ButtonNotUnderstood, Refused


async def protest(services: Services, interaction: Interaction, match: int, why: str) -> Reply:
    """Protest against the result of a match. Raise LeagueRefused."""
    server, person = server_of(interaction), await services.person(interaction)
    found = await services.protests.protest(server, match, clean_line(why), by=person.number)
    say = services.say(interaction)
    if found.is_broken_off:
        return Reply(text=say("Your protest is in {log}, where the organisers read it and answer.", log="`/league log`"))
    return Reply(
        text=say(
            "Your protest is in {log}, where the organisers read it. {match} shows their answer.",
            log="`/league log`",
            match=f"`/match id:{match}`",
        )
    )


async def answer_protest(services: Services, interaction: Interaction, match: int, answer: str, player: str | None) -> Reply:
    """Answer a protest, as an organiser; `player` is a label of a person in the match. Raise LeagueRefused."""
    await server_of_organiser(services, interaction)
    options = ("person", "player")
    person = None if player is None else await find_match_person(services, interaction, match, None, player, options)
    return await _answer(services, interaction, match, answer, person)


async def open_answer(services: Services, interaction: Interaction, press: ProtestAnswerPress) -> Reply:
    """Open the form in which an organiser answers a protest that waits for it. Raise LeagueRefused."""
    server, say = await server_of_organiser(services, interaction), services.say(interaction)
    await _check_seat(services, server, press)
    why = await services.protests.open_protest(press.match, press.person)
    form = protest_answer_form(press, why, await services.names_of((press.person,), say), say)
    return Reply(form=form, text=say("The form couldn't be opened in time. Press the button again."))


async def send_answer(services: Services, interaction: Interaction, press: ProtestAnswerPress, answer: str) -> Reply:
    """Answer a protest by the form; its person must still be an organiser. Raise LeagueRefused."""
    await _check_seat(services, await server_of_organiser(services, interaction), press)
    return await _answer(services, interaction, press.match, answer, press.person)


async def _check_seat(services: Services, server: int, press: ProtestAnswerPress) -> None:
    """Raise Refused(ButtonNotUnderstood) if the person had no seat in the match: then no button of ours names them."""
    if press.person not in await services.protests.players(server, press.match):
        raise Refused(ButtonNotUnderstood(str(press)))


async def _answer(services: Services, interaction: Interaction, match: int, answer: str, person: int | None) -> Reply:
    server = await server_of_organiser(services, interaction)
    by, say = await services.person(interaction), services.say(interaction)
    answered = await services.protests.answer(server, match, clean_line(answer), by=by.number, person=person)
    names = await services.names_of((answered,), say)
    return Reply(
        text=say(
            "You've answered the protest of {name} against match {match}.",
            name=names.person(answered),
            match=f"`{match}`",
        )
    )
