"""The words of transcripts: cards, numbers and answers are read, and moves, refusals and piles are written."""

from collections.abc import Iterable
from dataclasses import fields

from bot.rummy.cards import DECK_FACES, JOKER, Card, face, is_joker, meld_face, physical_card, sort_cards
from bot.rummy.match import Deal, Match
from bot.rummy.moves import LayMeld, LayMelds, SeatMove, TakeAndLay
from bot.rummy.refusals import MoveRefusal


class Puzzled(Exception):  # noqa: N818
    """A line that the transcript's reader does not understand."""


class Otherwise(Exception):  # noqa: N818
    """What a line expects, and what happened instead."""

    def __init__(self, expected: str, got: str) -> None:
        super().__init__(expected, got)


def comparable(move: SeatMove) -> str:
    """Return the move without the order of its cards and melds, and without the difference between duplicates or jokers."""
    if isinstance(move, LayMeld):
        return f"meld {_part(move)}"
    if isinstance(move, LayMelds):
        return f"meld {' | '.join(sorted(map(_part, move.melds)))}"
    if isinstance(move, TakeAndLay):
        return f"take and {comparable(move.laying)}"
    return " ".join(map(alike, str(move).split()))


def _part(meld: LayMeld) -> str:
    return " ".join(sorted(map(alike, meld.cards))) + (f" as {meld.kind}" if meld.kind is not None else "")


def alike(word: str) -> str:
    card = Card(word)
    return face(card) + (f"={meld_face(card)}" if "=" in word else "")


def written(refusal: MoveRefusal) -> str:
    """Return the refusal as transcripts write it, its name and its facts: `DoesNotFit 7C 1 3C 4C 5C`."""
    facts = [getattr(refusal, fact.name) for fact in fields(refusal)]
    return " ".join([type(refusal).__name__, *(_fact(fact) for fact in facts if not isinstance(fact, bool))])


def _fact(fact: object) -> str:
    """Return a fact as text: cards one after the other, choices between bars."""
    if not isinstance(fact, tuple):
        return str(fact)
    return (" | " if any(isinstance(each, tuple) for each in fact) else " ").join(map(_fact, fact))


def read_cards(text: str) -> tuple[Card, ...]:
    cards = tuple(Card(word) for word in text.split() if word != "-")
    for card in cards:
        of_a_deck = any(faces >= {meld_face(card)} for faces in DECK_FACES.values())
        if not of_a_deck and not (is_joker(card) and str(physical_card(card)) != JOKER):
            raise Puzzled(f"{card} is not a card")
    return cards


def read_numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def read_answer(text: str) -> str | int | bool:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isdecimal() else text


def joined(words: Iterable[str]) -> str:
    return " ".join(words)


def row(things: Iterable[object]) -> str:
    return " ".join(map(str, things)) or "-"


def sorted_row(cards: Iterable[Card]) -> str:
    return row(sort_cards(cards))


def deal_of(match: Match) -> Deal:
    assert match.deal is not None
    return match.deal
