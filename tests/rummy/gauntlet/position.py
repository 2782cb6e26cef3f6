"""Small questions about a position that several checks ask."""

from difflib import unified_diff

import msgspec

from bot.rummy.cards import Card, face, meld_face
from bot.rummy.decide import decide
from bot.rummy.match import Deal, Match
from bot.rummy.moves import LayMeld, LayMelds, SeatMove
from bot.rummy.refusals import IllegalMove, MoveRefusal


def deal_of(match: Match) -> Deal:
    assert match.deal is not None
    return match.deal


def json(thing: object) -> bytes:
    return msgspec.json.encode(thing)


def difference(one: object, other: object) -> str:
    """Return the fields in which two values differ, line by line. Their written forms leave out what is hidden."""
    before, after = (msgspec.json.format(json(value), indent=1).decode().splitlines() for value in (one, other))
    return "\n".join(unified_diff(before, after, lineterm="", n=2))


def is_accepted(match: Match, seat: int, move: SeatMove) -> bool:
    try:
        decide(match, seat, move)
    except IllegalMove as illegal:
        assert isinstance(illegal.refusal, MoveRefusal), illegal.refusal  # noqa: PT017
        return False
    return True


def comparable_text(move: SeatMove) -> str:
    """Return a text of the move that is the same for every duplicate or joker, and for every order of its cards."""
    if isinstance(move, LayMelds):
        return " | ".join(sorted(map(comparable_text, move.melds)))
    if isinstance(move, LayMeld):
        return f"meld {' '.join(sorted(map(_comparable_card, move.cards)))}" + (
            f" as {move.kind}" if move.kind is not None else ""
        )
    return " ".join(_comparable_card(Card(word)) for word in str(move).split())


def _comparable_card(word: Card) -> str:
    return face(word) + (f"={meld_face(word)}" if "=" in word else "")
