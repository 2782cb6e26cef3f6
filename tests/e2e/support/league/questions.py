"""Commands that ask before they do something, answered with yes."""

from tests.e2e.support.witness import Witness
from tests.leagues import create_league, edit_league
from tests.people import Json, Reply, labels

_BY_FORM = {"league create": create_league, "league edit": edit_league}
YES = ("End the season", "Archive the league", "Replace the schedule")


async def confirm(person: Witness, command: str, /, **options: object) -> Reply:
    """Use a command, send its form, and answer its question with yes, if it asks one. Return the last reply."""
    if command in _BY_FORM:
        return await _BY_FORM[command](person, **options)  # type: ignore[operator]
    reply = await person.slash(command, **options)  # type: ignore[arg-type]
    return await answer(person, reply) if reply.outcome == "message" else reply


async def answer(person: Witness, asked: Reply) -> Reply:
    """Answer the question of a message with yes, if it has one."""
    yes = [one for one in labels(asked.message) if one in YES]
    return await person.press(asked.message, yes[0]) if yes else asked


def newest(person: Witness, channel: str = "rummy") -> Json:
    """Return the newest message in a channel that everyone sees."""
    return [one for one in person.messages(channel) if not one["flags"] & 64][-1]
