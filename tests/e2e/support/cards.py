"""The cards in a message, in its text as in its custom_ids and options; and their rough values, by which players discard."""

import json
import re
from collections.abc import Iterable

from bot.rummy.cards import CUCCU20, FIGURE_NAMES, NUMERALS, RANKS
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


def card_value(card: str) -> int:
    """Return roughly how many points a card counts."""
    face = card.rstrip("'")
    if face in CUCCU20:
        return NUMERALS.index(face) + 1 if face in NUMERALS else 10
    return {"A": 1, "J": 10, "Q": 10, "K": 10, "JK": 15}.get(face[:-1]) or int(face[:-1])


def possible_neighbours(card: str, others: Iterable[str]) -> int:
    """Return the number of other cards that this one might share a meld with; 100 for a joker."""
    if card.startswith("JK"):
        return 100
    return sum(_may_meld(card.rstrip("'"), other.rstrip("'")) for other in others if other != card)


def _may_meld(card: str, other: str) -> bool:
    if card == other or other.startswith("JK"):
        return False
    ranks = NUMERALS if card in CUCCU20 else RANKS
    rank, near = (card, other) if card in CUCCU20 else (card[:-1], other[:-1])
    if rank in ranks and near in ranks and abs(ranks.index(rank) - ranks.index(near)) < 3:
        return card in CUCCU20 or rank == near or card[-1] == other[-1]
    return card in FIGURE_NAMES and other in FIGURE_NAMES
