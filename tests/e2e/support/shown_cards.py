"""The cards in a message: those that it shows, and those in its custom_ids and options."""

import json
import re

from bot.rummy.cards import CUCCU20, FIGURE_NAMES, NUMERALS
from tests.people import Json, parts

_SHOWN = {
    "french52": re.compile(r"(?<![\w♣♦♥♠])(10|[2-9AJQK])([♣♦♥♠])"),
    # "I" is also the bot's first person
    "cuccu40": re.compile(rf"(?<!\w)({'|'.join((*NUMERALS, *FIGURE_NAMES.values()))})(?!\w| (?:cannot|lack|do|may) )"),
}


_FACES = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"} | {name: numeral for numeral, name in FIGURE_NAMES.items()}


_JOKER = re.compile(r"🃏\u2060?(=(?:(?:10|[2-9AJQK])[♣♦♥♠]|\w+))?")


_CARD = re.compile(rf"(?:JK\d+|(?:10|[2-9AJQK])[CDHS]'*|(?:{'|'.join(CUCCU20)})'*)(?==|$)")


def shown_in(message: Json, deck: str = "french52") -> set[str]:
    """Return the face of each card that a message shows: `JK` for every joker."""
    text = json.dumps(message, ensure_ascii=False).replace("_", " ").replace("\N{NO-BREAK SPACE}", " ")
    jokers = {"JK"} if _JOKER.search(text) else set()
    rest = _JOKER.sub("", text)
    return jokers | {"".join(_FACES.get(part, part) for part in found.groups()) for found in _SHOWN[deck].finditer(rest)}


def written_in(message: Json) -> set[str]:
    """Return each card in a message's custom_ids and option values."""
    written = set()
    for it in parts(message.get("components", [])):
        for value in (it.get("custom_id", ""), *(option["value"] for option in it.get("options", ()))):
            written |= {found[0] for word in value.split(":")[-1].split() if (found := _CARD.match(word))}
    return written


def cards_in(message: Json) -> set[str]:
    """Return the cards that a message shows or carries, for a table with one French pack."""
    return shown_in(message) | written_in(message)
