"""Protests of players against the result of a match, and the answers of organisers."""

from bot.interactions.league.find_person import find_match_person
from bot.interactions.league.organisers import server_of_organiser
from bot.interactions.reply import Reply
from bot.interactions.services import Interaction, Services, server_of
from bot.messages.text import clean_line


async def protest(services: Services, interaction: Interaction, match: int, why: str) -> Reply:
    """Protest against the result of a match. Raise LeagueRefused."""
    server, person = server_of(interaction), await services.person(interaction)
    await services.protests.protest(server, match, clean_line(why), by=person.number)
    say = services.say(interaction)
    return Reply(
        text=say(
            "Your protest is in {log}, where the organisers read it. {match} shows their answer.",
            log="`/league log`",
            match=f"`/match id:{match}`",
        )
    )


async def answer_protest(services: Services, interaction: Interaction, match: int, answer: str, player: str | None) -> Reply:
    """Answer a protest, as an organiser; `player` is a label of a person in the match. Raise LeagueRefused."""
    server = await server_of_organiser(services, interaction)
    by, say = await services.person(interaction), services.say(interaction)
    options = ("person", "player")
    person = None if player is None else await find_match_person(services, interaction, match, None, player, options)
    answered = await services.protests.answer(server, match, clean_line(answer), by=by.number, person=person)
    names = await services.names_of((answered,), say)
    return Reply(
        text=say(
            "You've answered the protest of {name} against match {match}.",
            name=names.person(answered),
            match=f"`{match}`",
        )
    )
