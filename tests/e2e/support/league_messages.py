"""Messages of the league, read back into plain values without the code that renders them; protests and confirmations, too."""

import re
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from tests.e2e.support.club import Club, Witness, ask
from tests.leagues import create_league, edit_league
from tests.people import Json, Reply, labels, said

_HISTORY = re.compile(r"- `(\d+)` · <t:(\d+):d> · (\*\*voided\*\* · )?(.+?): (.+)")
_RATING = re.compile(r"Rating: \*\*(-?\d+)\*\* ± (\d+) \(([\w ]+)\) · (.+)")
_DECKS = {"French cards": "french52", "Cuccù cards": "cuccu40"}


@dataclass(frozen=True)
class Row:
    """A line of the standings. `own` means that it is marked as the viewer's line."""

    position: str
    change: str
    matches: str
    points: str
    wins: str
    average: str
    name: str
    own: bool


async def page_texts(person: Witness, command: str, /, **options: object) -> AsyncIterator[str]:
    """Yield the text of each page of an answer, turning the pages with **Next**."""
    message = await ask(person, command, **options)
    while True:
        yield read(message)
        if "Next" not in labels(message):
            return
        reply = await person.press(message, "Next")
        assert reply.outcome == "update", reply
        message = reply.message


def standings(text: str) -> tuple[list[Row], list[Row]]:
    """Return the rows of a page, and the rows below its dots: the viewer's own row if it is on another page."""
    head, *lines = text.split("```")[1].strip("\n").split("\n")
    ends = [found.end() for found in re.finditer(r"\S+", head)]
    cut = lines.index("…") if "…" in lines else len(lines)
    return [_row(line, ends) for line in lines[:cut]], [_row(line, ends) for line in lines[cut + 1 :]]


def _row(line: str, ends: list[int]) -> Row:
    """Read a row: its place, its name, and figures aligned with the right end of their headings.

    They are counted from the end of the line, because a name of wide characters has fewer characters than columns.
    """
    first, second, *others = ends
    position, mark, rest = line[:first].strip(), line[first + 1], line[first + 2 : len(line) + second - ends[-1]]
    assert line[first] == " "
    assert mark in " ›"
    name, points = rest.rsplit(maxsplit=1)
    cells = [line[len(line) + begin - ends[-1] : len(line) + end - ends[-1]] for begin, end in pairwise((second, *others))]
    matches, wins, average, change = map(str.strip, cells)
    return Row(position, change, matches, points, wins, average, name.rstrip().strip("\u2068\u2069"), mark == "›")


def is_exactly(shown: str, number: Fraction) -> bool:
    """Return whether a number is shown with hundredths below 100, tenths below 1000 and otherwise whole."""
    step = Fraction(1, 100 if abs(number) < 100 else 10 if abs(number) < 1000 else 1)
    return abs(Fraction(shown) - number) <= step / 2


def history(text: str) -> list[tuple[int, int, list[str]]]:
    """Return each match's number, its end (epoch seconds) and its players with their places, as they are written."""
    found = [_HISTORY.fullmatch(line) for line in text.split("\n") if line.startswith("- `")]
    return [(int(one[1]), int(one[2]), ["voided"] * bool(one[3]) + one[5].split(", ")) for one in found if one is not None]


def ratings(text: str) -> dict[str, tuple[int, int, str]]:
    """Return the rating, its error and the word for its certainty, by deck."""
    return {_DECKS[deck]: (int(rating), int(error), sure) for rating, error, sure, deck in _RATING.findall(text)}


def ordinal(place: int) -> str:
    """Return the place as it is written in English, from the first to the tenth."""
    return f"{place}{('st', 'nd', 'rd')[place - 1] if place <= 3 else 'th'}"


def read(message: Json) -> str:
    """Return the text of a message with ordinary spaces."""
    return said(message).replace("\N{NO-BREAK SPACE}", " ")


async def attached_files(club: Club, message: Json) -> dict[str, bytes]:
    """Return the content of a message's files by file name."""
    found = {}
    for file in message["attachments"]:
        async with club.session.get(file["url"]) as response:
            found[file["filename"]] = await response.read()
    return found


def announced(club: Club, text: str, channel: str = "lounge") -> int:
    """Return how often this is said in the public messages of a channel."""
    return sum(read(one).count(text) for one in club["Finn"].messages(channel) if not one["flags"] & 64)


async def logged(club: Club, text: str, **options: object) -> int:
    """Return how often this is said in all pages of the log."""
    return sum([page.count(text) async for page in page_texts(club["Eve"], "league log", **options)])


def unannounced(club: Club) -> int:
    """Return how many lines wait to be announced."""
    ((count,),) = club.query("SELECT count(*) FROM posts WHERE kind = 'line'")
    return int(count)


EDIT = "PATCH"


async def post_live_standings(club: Club, **options: object) -> Json:
    """Let Ann post live standings, and return the message as Finn sees it."""
    await club["Ann"].slash("leaderboard", live=True, **options)
    finn = club["Finn"]
    return await finn.until(lambda: next((it for it in reversed(finn.messages("rummy")) if "Updated <t:" in read(it)), None))


async def edit_statuses(club: Club, work: Callable[[], object]) -> list[int]:
    """Await `work`, and return the status of each edit of a channel message that the bot tried meanwhile."""
    number = await club.last_request()
    await work()  # type: ignore[misc]
    return [one["status"] for one in await club.requests(number) if one["method"] == EDIT and "/channels/" in one["path"]]


async def delete_message(club: Club, message: Json) -> None:
    """Delete a message as a moderator does, and wait until nobody sees it."""
    await club.control("forget", {"channel_id": message["channel_id"], "message_id": message["id"]})
    for person in club.members.values():
        await person.until(
            lambda person=person: message["id"] not in [it["id"] for it in person.messages(message["channel_id"])]
        )


_BY_FORM = {"league create": create_league, "league edit": edit_league}
YES = ("End the season", "Archive the league")


async def confirm(person: Witness, command: str, /, **options: object) -> Reply:
    """Use a command, send its form, and confirm it, if that is asked for. Return the last reply."""
    if command in _BY_FORM:
        return await _BY_FORM[command](person, **options)  # type: ignore[operator]
    reply = await person.slash(command, **options)  # type: ignore[arg-type]
    return await answer(person, reply) if reply.outcome == "message" else reply


async def answer(person: Witness, asked: Reply) -> Reply:
    """Confirm what a message asks for, if it does."""
    yes = [one for one in labels(asked.message) if one in YES]
    return await person.press(asked.message, yes[0]) if yes else asked


def newest(person: Witness, channel: str = "rummy") -> Json:
    """Return the newest message in a channel that everyone sees."""
    return [one for one in person.messages(channel) if not one["flags"] & 64][-1]


async def protest(club: Club, name: str, match: int, why: str) -> Reply:
    """Let a player protest against a match. Return the last answer."""
    return await _send(club, name, match, "Protest", why)


async def answer_protest(club: Club, name: str, match: int, text: str, whom: str) -> Reply:
    """Let an organiser answer the protest of this person against a match. Return the last answer."""
    return await _send(club, name, match, f"Answer {whom}", text)


async def _send(club: Club, name: str, match: int, button: str, text: str) -> Reply:
    shown = await club[name].slash("match", match=match)
    form = await club[name].press(shown.message, button)
    return await club[name].submit(form.modal, text=text)
