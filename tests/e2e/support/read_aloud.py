"""A hand in text only, read aloud line by line as a screen reader does: without bold, underlines, large letters or buttons.

`ORDER` is the fixed order of its parts. A line that belongs to none of them, or comes too early, fails.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bot.rummy.cards import FIGURE_NAMES
from tests.people import Json, said

_FRENCH = r"(?:(?:🃏=)?(?:10|[2-9AJQK])[♣♦♥♠]|🃏)"
_FIGURE = "|".join(FIGURE_NAMES.values())
_CUCCU = rf"(?:(?:🃏=)?(?:[IVX]+ (?:{_FIGURE})|[IVX]+|{_FIGURE}))"
_CARD = rf"(?:{_FRENCH}|{_CUCCU})"
_CARDS = rf"{_CARD}(?:[ ·|]+{_CARD})*"
_NAME = r"[A-Z][a-z]+"

ORDER: tuple[tuple[str, str], ...] = (
    ("title", rf"Your turn: (?:draw a card|you start, no draw this turn|you (?:drew|took) (?P<new>{_CARD}))|Waiting for .+"),
    ("count", r"(?P<count>\d+) cards? · (?P<points>\d+) points?"),
    ("melds of the hand", rf"Meld: (?P<meld>{_CARDS})"),
    ("other cards", rf"(?P<loose>{_CARDS})|No cards left"),
    ("barred", rf"You can't discard (?P<barred>{_CARDS}) in this turn\."),
    ("all at once", r"In this deal you must lay down your whole hand in one move, except for a card to discard\."),
    ("later melds", r"The melds? above (?:is|are) for a later turn\."),
    ("more melds", rf"(?:Also possible|Melds in it): (?P<more>{_CARDS})"),
    ("others", rf"(?P<other>{_NAME}) · (?:drew|took|laid|swapped|discarded|completed|shuffled|turned) ?.*"),
    ("time limit", r"Time limit: .+"),
    ("fingerprint", r"Shuffle fingerprint .+"),
    ("place", r"(?P<game>.+), table (?P<table>\d+) · .+ · <#\d+>"),
    ("heading of the buttons", r"Discard"),
    (
        "melds of the table",
        rf"No melds on the table\.|(?P<number>\d+) (?P<laid>{_CARDS}?) (?P<owner>{_NAME})(?: \(.+ from .+\))*",
    ),
    ("retired", r"These cards go to the discard pile, under the next discard: .+"),
    (
        "piles",
        rf"(?:No discards|Top discard: (?P<top>{_CARD}))(?: · Stock: (?P<stock>\d+))? · Refills.*Dealer: (?P<dealer>{_NAME})",
    ),
    ("hand sizes", rf"Cards: (?P<sizes>{_NAME} \d+(?: · {_NAME} \d+)*)"),
    ("scores", r"Points: (?P<scores>.+) \(.+\)"),
)
"""The parts of a hand in their order, each as the pattern of its lines."""


class NotInOrder(Exception):  # noqa: N818  (said of the line)
    """A line that is no part of a hand, or comes too early or too late."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a hand: the name of its part, its text, and what is in it by name."""

    part: str
    text: str
    facts: dict[str, str | None]


def aloud(message: Json) -> list[str]:
    """Return the lines of a message without its markup, as a screen reader gets them."""
    text = said(message).replace("\N{NO-BREAK SPACE}", " ").replace("\N{WORD JOINER}", "")
    plain = re.sub(r"\*\*|__|~~|`|^(?:-#|#{1,3}) ", "", text, flags=re.MULTILINE)
    return [re.sub(" +", " ", line).strip() for line in plain.splitlines() if line.strip()]


def read_hand(texts: Iterable[str]) -> list[Line]:
    """Return the lines of a hand in a deal. Raise NotInOrder if they aren't in the order of `ORDER`."""
    lines, at = [], 0
    for text in texts:
        found = next(_parts_of(text, at), None)
        if found is None:
            raise NotInOrder(f"{text!r} after {ORDER[at][0]!r}")
        at, facts = found
        lines.append(Line(ORDER[at][0], text, facts))
    return lines


def _parts_of(text: str, at: int) -> Iterator[tuple[int, dict[str, str | None]]]:
    """Yield the places in the order, from this one on, of the parts that such a line belongs to."""
    for place in range(at, len(ORDER)):
        if found := re.fullmatch(ORDER[place][1], text):
            yield place, found.groupdict()


def cards_of(text: str) -> list[str]:
    """Return the cards of a row as they are read aloud, each of which can be typed."""
    return re.findall(_CARD, text)
