"""Protests and answers, by the buttons below `/match` and the forms that they open."""

from tests.e2e.support.club import Club
from tests.people import Reply


async def protest(club: Club, name: str, match: int, why: str) -> Reply:
    """Let a player protest against a match. Return the last answer."""
    return await _send(club, name, match, "Protest", why)


async def answer_protest(club: Club, name: str, match: int, text: str, whom: str) -> Reply:
    """Let an organiser answer the protest of this person against a match. Return the last answer."""
    return await _send(club, name, match, f"Answer {whom}", text)


async def _send(club: Club, name: str, match: int, button: str, text: str) -> Reply:
    shown = await club[name].slash("match", id=match)
    form = await club[name].press(shown.message, button)
    return await club[name].submit(form.modal, text=text)
