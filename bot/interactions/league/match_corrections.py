"""Corrections of finished matches, for organisers."""

from discord import Member, User

from bot.competition.correction_effects import effects_of
from bot.competition.refusals import OptionsContradict
from bot.interactions.call import Call
from bot.interactions.league.find_person import find_match_person
from bot.interactions.league.organisers import server_of_organiser
from bot.interactions.reply import Reply
from bot.interactions.services import Services
from bot.league.corrections import Change, PutBack, Remove, SwapBack, SwapPeople
from bot.messages.league.correction_answer import correction_answer
from bot.wording.sentence import Option, Refusal, Refused

TypedPerson = tuple[Member | User | None, str | None]
"""A person of a match, as a command names them: a Discord user, or a label. At most one of the two is given."""


class SecondNotNamed(Refusal):
    """A swap needs a second person, named in one of these options."""

    user: Option
    player: Option
    sentence = "Name the second player with {user}, or with {player} for someone who has left Discord."


async def correct_match(services: Services, call: Call, match: int, change: Change, why: str) -> Reply:
    """Correct a match; the reply is the line in the log, and what has changed by it. Raise Refused."""
    say = services.say(call)
    server = await server_of_organiser(services, call)
    by = await services.person(call)
    await services.season_ends.end_due_seasons()
    before = await services.match_history.match(server, match)
    made = await services.corrections.correct(server, match, change, by=by.number, why=why)
    effects = effects_of(made.effects, before, await services.match_history.match(server, match))
    return Reply(text=correction_answer(made.correction, effects, services.people, say))


async def correct_people(
    services: Services, call: Call, match: int, change: str, why: str, first: TypedPerson, second: TypedPerson
) -> Reply:
    """Swap, swap back, remove or put back people of a match; only the swaps take a second person. Raise Refused."""
    await server_of_organiser(services, call)
    one = await find_match_person(services, call, match, *first, ("person", "player"))
    if second == (None, None) and change in ("swap", "swap back"):
        raise Refused(SecondNotNamed("other", "other_player"))
    if second == (None, None):
        return await correct_match(services, call, match, _change(change, one, one), why)
    if change not in ("swap", "swap back"):
        raise Refused(OptionsContradict(f"change:{change}", "other" if second[0] is not None else "other_player"))
    other = await find_match_person(services, call, match, *second, ("other", "other_player"))
    return await correct_match(services, call, match, _change(change, one, other), why)


def _change(name: str, one: int, other: int) -> Change:
    match name:
        case "swap":
            return SwapPeople(one, other)
        case "swap back":
            return SwapBack(one, other)
        case "remove":
            return Remove(one)
        case _:
            return PutBack(one)
