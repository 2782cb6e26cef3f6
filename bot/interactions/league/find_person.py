"""Finding the person that a command means: a Discord user, or someone in a match, who may have left Discord."""

from discord import Member, User
from discord.app_commands import Choice

from bot.competition.refusals import OptionsContradict, PersonUnknown
from bot.interactions.call import Call, server_of
from bot.interactions.services import Services
from bot.league.placings import history_line
from bot.messages.components import LONGEST_OPTION, MOST_OPTIONS
from bot.messages.names import names_of
from bot.messages.text import clean_line
from bot.tables.ports import Person
from bot.wording.sentence import NumberCode, Option, People, Refusal, Refused, Typed

PUT_BACK = "put back"


class NobodyNamed(Refusal):
    """The command needs one of these two options: a Discord user, or a player of the match."""

    user: Option
    player: Option
    sentence = "Name the player with {user}, or with {player} for someone who has left Discord."


class NotInMatch(Refusal):
    """The text names none, or several, of these people of the match."""

    text: Typed
    match: NumberCode
    names: People
    sentence = "“{text}” isn't one of the players of match {match}: {names}. Choose one from the list as you type."


async def find_person(services: Services, call: Call, user: Member | User | None) -> Person:
    """Return the person for a Discord user; for None, the person who asks.

    Raise Refused(PersonUnknown) for a user whom the bot doesn't know, and for one who has left and never played here.
    """
    if user is None:
        return await services.person(call)
    person = services.people.find(user.id)
    if person is None or not (
        isinstance(user, Member) or await services.match_history.has_played(server_of(call), person.number)
    ):
        raise Refused(PersonUnknown())
    return person


async def match_person_choices(services: Services, call: Call, typed: str) -> list[Choice[str]]:
    """Return the people of the match in the option `match`, as `2. Bob`, if their labels contain what was typed.

    If they are to be put back, return only people who were removed; for another change, only the others.
    """
    number, change = call.options.get("match"), call.options.get("change")
    if call.server is None or not isinstance(number, int):
        return []
    try:
        labels, removed = await _labels(services, call, number)
    except Refused:  # there is no such match; perhaps its number is still being typed
        return []
    wanted = [person for person in labels if not change or (change == PUT_BACK) == (person in removed)]
    text = clean_line(typed).casefold()
    matching = [person for person in wanted if text in labels[person].casefold()]
    return [Choice(name=labels[person][:LONGEST_OPTION], value=f"#{person}") for person in matching][:MOST_OPTIONS]


async def find_match_person(
    services: Services,
    call: Call,
    match: int,
    user: Member | User | None,
    typed: str | None,
    options: tuple[str, str],
) -> int:
    """Return the number of the person for a Discord user, or for the label of someone in this match, chosen or typed.

    `options` are the names of the options for user and label. Raise Refused.
    """
    if user is not None and typed is not None:
        raise Refused(OptionsContradict(*options))
    if user is not None:
        return (await find_person(services, call, user)).number
    if typed is None:
        raise Refused(NobodyNamed(*options))
    labels, _ = await _labels(services, call, match)
    text = clean_line(typed).casefold()
    found = [one for one in labels if text == f"#{one}"] or [one for one in labels if text and text in labels[one].casefold()]
    if len(found) != 1:
        raise Refused(NotInMatch(typed, match, tuple(labels)))
    return found[0]


async def _labels(services: Services, call: Call, match: int) -> tuple[dict[int, str], set[int]]:
    """Return labels by person: first everyone in the match, with their places, then those who were removed; and the latter.

    Raise Refused.
    """
    server, say = server_of(call), services.say(call)
    record = await services.match_history.match(server, match)
    names = names_of(services.people, record.players, say)
    labels = {one.person: f"{one.place}. {names.plain(one.person)}" for one in history_line(record.match).people}
    removed = [person for person in record.players if person not in labels]
    return labels | {person: say("{name} (removed)", name=names.plain(person)) for person in removed}, set(removed)
