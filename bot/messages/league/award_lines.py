"""The awards of a season, a line each; an award that nobody has is left out."""

from collections.abc import Sequence

from bot.league.seasons.awards import Awards, ClosestMatch
from bot.messages.names import Names
from bot.messages.words import Words

_MOST_NAMED = 6
"""How many people an award names at most; the others are counted."""


def awarded_people(awards: Awards) -> set[int]:
    """Return the people whom the lines name."""
    of_counts = [one.people for one in (awards.rummies, awards.run) if one is not None]
    closest = () if awards.closest is None else awards.closest.people
    return {person for group in (awards.champions, *of_counts, closest) for person in group[:_MOST_NAMED]}


def award_lines(awards: Awards, names: Names, say: Words) -> list[str]:
    """Return a line for each award but that of the champion, as Markdown."""

    def people(numbers: Sequence[int]) -> str:
        return name_some(numbers, names, say)

    lines = []
    if awards.rummies is not None:
        lines.append(say("Most rummies: {names} ({number})", names=people(awards.rummies.people), number=awards.rummies.count))
    if awards.run is not None:
        lines.append(say("Longest winning run: {names} ({number})", names=people(awards.run.people), number=awards.run.count))
    if awards.closest is not None:
        lines.append(_closest_line(awards.closest, names, say))
    return lines


def champion_lines(awards: Awards, names: Names, say: Words) -> list[str]:
    """Return the line above the table, as Markdown; none if nobody is the champion."""
    if not awards.champions:
        return []
    who = name_some(awards.champions, names, say)
    champion = say("Champion: {name}", name=who) if len(awards.champions) == 1 else say("Champions: {names}", names=who)
    return [f"**{champion}**"]


def name_some(people: Sequence[int], names: Names, say: Words) -> str:
    """Return the names of the first people, and how many others there are."""
    left = len(people) - _MOST_NAMED
    others = [say.many("one more", "{count} more", left)] if left > 0 else []
    return say.all_of([*map(names.person, people[:_MOST_NAMED]), *others])


def _closest_line(closest: ClosestMatch, names: Names, say: Words) -> str:
    first, second = map(names.person, closest.people)
    match = f"`{closest.match}`"
    if not closest.difference:
        return say(
            "Closest match: {first} and {second}, equal on points (match {match})", first=first, second=second, match=match
        )
    return say.many(
        "Closest match: {first} beat {second} by 1 point (match {match})",
        "Closest match: {first} beat {second} by {count} points (match {match})",
        closest.difference,
        first=first,
        second=second,
        match=match,
    )
