"""What messages of the league say, read back into plain values, as by somebody who knows nothing of how they are made."""

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from fractions import Fraction

from tests.e2e.support.club import Club
from tests.e2e.support.witness import Witness
from tests.people import Json, Reply, labels, said

_HISTORY = re.compile(r"- `(\d+)` · <t:(\d+):d> · (.+?): (.+)")
_RATING = re.compile(r"Rating: \*\*(-?\d+)\*\* ± (\d+), (\w+) · (.+)")
_DECKS = {"French cards": "french52", "Cuccù cards": "cuccu40"}

_THINKING = 128


@dataclass(frozen=True)
class Row:
    """A line of a table of standings; `own`: it is marked as that of who looks."""

    position: str
    change: str
    matches: str
    points: str
    wins: str
    average: str
    name: str
    own: bool


async def ask(person: Witness, command: str, /, **options: object) -> Json:
    """The whole answer, also where the bot takes its time for it."""
    reply = await person.slash(command, **options)
    if reply.outcome == "deferred":
        await person.until(lambda: not person.now(reply.message)["flags"] & _THINKING)
        return person.now(reply.message)
    assert reply.outcome == "message", reply
    return reply.message


async def page_texts(person: Witness, command: str, /, **options: object) -> AsyncIterator[str]:
    """The texts of all pages of an answer, turned with its button."""
    message = await ask(person, command, **options)
    while True:
        yield read(message)
        if "Next" not in labels(message):
            return
        reply = await person.press(message, "Next")
        assert reply.outcome == "update", reply
        message = reply.message


def standings(text: str) -> tuple[list[Row], list[Row]]:
    """The rows of a page, and those below its dots: one's own, where it is on another page."""
    head, *lines = text.split("```")[1].strip("\n").split("\n")
    ends = [found.end() for found in re.finditer(r"\S+", head)]
    cut = lines.index("…") if "…" in lines else len(lines)
    return [_row(line, ends) for line in lines[:cut]], [_row(line, ends) for line in lines[cut + 1 :]]


def _row(line: str, ends: list[int]) -> Row:
    """Numbers stand below the right end of their heading, the name behind the last of them."""
    cells = [line[begin:end].strip() for begin, end in zip([0, *ends], ends, strict=False)]
    mark, name = line[ends[-1] + 1], line[ends[-1] + 2 :]
    assert line[ends[-1]] == " "
    assert mark in " ›"
    position, change, matches, points, wins, average = cells
    return Row(position, change, matches, points, wins, average, name, mark == "›")


def is_exactly(shown: str, number: Fraction) -> bool:
    """Whether it is the number, as precise as there is room for: to hundredths below a hundred, tenths, or whole."""
    step = Fraction(1, 100 if abs(number) < 100 else 10 if abs(number) < 1000 else 1)
    assert "." not in shown or not shown.endswith(("0", "."))
    return abs(Fraction(shown) - number) <= step / 2


def history(text: str) -> list[tuple[int, int, list[str]]]:
    """The number of each match, when it ended (seconds), and who came where, as it is written."""
    found = [_HISTORY.fullmatch(line) for line in text.split("\n") if line.startswith("- `")]
    return [(int(one[1]), int(one[2]), one[4].split(", ")) for one in found if one is not None]


def ratings(text: str) -> dict[str, tuple[int, int, str]]:
    """By deck: the rating, give or take, and how sure it is."""
    return {_DECKS[deck]: (int(rating), int(error), sure) for rating, error, sure, deck in _RATING.findall(text)}


def read(message: Json) -> str:
    """What it says, with ordinary spaces."""
    return said(message).replace("\N{NO-BREAK SPACE}", " ")


async def attached_files(club: Club, message: Json) -> dict[str, bytes]:
    """The files of a message by name."""
    found = {}
    for file in message["attachments"]:
        async with club.session.get(file["url"]) as response:
            found[file["filename"]] = await response.read()
    return found


def final_answer(club: Club, name: str, reply: Reply) -> Json:
    return reply.message or club[name].hidden[-1]
