"""Plays a transcript: a text that sets up a position, makes moves, and states what must be true afterwards.

    # The claim, with its source.
    with    melds_per_turn unlimited     a house rule; the variant is the name of the folder, or `variant ramino`
    deal    2C 3C 4C | 2D 3D 4D          the hands, seat 0 first; `-` is an empty one
    stock   9S 8S 7S                     the next card to be drawn first
    upcard  6S                           or `discards 4C 9D 6S`, the top last

    0 take                               a seat and its move
    0 discard 6S   refused JustTaken 6S  the refusal, with as many of its facts as matter
    hand 0  3C 4C 6S                     anything else is a check

Further lines of the set-up: `dealer 1` (otherwise the last seat, so that seat 0 starts), `turn 1`, `drawn 9S` or `taken 6S`
(the card, which is in the hand already), `meld 2: 5S 6S 7S by 0`, `played 0` (seats that laid something on the table in an
earlier turn), `scores 0 149`, `recycles 1`, `idle_recycles 1`, `left 2`, `number 4` (of the deal), `melders 0` (seats whose
melds have left the table), `awaits play` (the turn is in this phase: here the starter need not draw),
`turn_number 2`, `knocker 0`, `first_upcard 5H` (otherwise the lowest discard), `meld 1: XIII XIIII XV as run by 0`,
`settled 6` (the match was to end after this many deals: this one is an extra deal), `out 3 | 1` (seat 1 was out by the deal
before, and seat 3 by the one before that), `back 2` (seat 2 came back after the deal before), `stages 3 0` (that each seat has
completed). A position may be a partial deck, of the table's own cards.
Moves of the table: `table starts 3` (players, in place of a position), `table deals`, `table breaks off`. The checks are the
functions of `CHECKS`, each under its word. House rules that contradict each other: `variant refused` and the sentence.
Every accepted move must have been offered before, and no refused move may have been.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from bot.rummy.decide import decide, play
from bot.rummy.events import CardsLaidOff, MeldLaid
from bot.rummy.legal_moves import legal_moves
from bot.rummy.match import Match
from bot.rummy.moves import (
    BreakOff,
    DealCards,
    Discard,
    Knock,
    LayMeld,
    LayMelds,
    LayOff,
    Leave,
    SeatMove,
    StartMatch,
    TakeAndLay,
    read_move,
)
from bot.rummy.refusals import IllegalMove
from bot.rummy.variant import Variant
from bot.rummy.variant_reader import VariantRefused
from bot.rummy.view import view_for
from tests.rummy.transcript_checks import CHECKS_ONLY, check
from tests.rummy.transcript_position import SEED, Position
from tests.rummy.transcript_words import Otherwise, Puzzled, alike, comparable, deal_of, written

SCRIPTS = Path(__file__).parent / "scripts"
TRANSCRIPTS = sorted(SCRIPTS.rglob("*.txt"))


class TableReport(Exception):  # noqa: N818  (what a failed test prints)
    """A difference between the transcript and the table: the line, what it expects, and what happened."""

    def __init__(self, number: int, line: str, expected: str, got: str) -> None:
        super().__init__(f"line {number}:  {line.strip()}\n  expected  {expected}\n  got       {got}")


def perform(text: str, preset: str, **instead: str | int | bool) -> Match | None:
    """Play the transcript to its end, and return the match; None for a transcript of contradictions alone.

    Raise TableReport at the first difference. `instead` are answers that replace those of the transcript, to test that it
    fails.
    """
    position, match, was_refused = Position(preset, instead=instead), None, False
    for number, line in enumerate(text.splitlines(), start=1):
        said = " ".join(line.partition("#")[0].split())
        if not said:
            continue
        try:
            actor = said.split(" ", 1)[0]
            if said.startswith("variant refused "):
                was_refused = _variant_refused(position, said.removeprefix("variant refused "))
            elif match is None and said.startswith("table starts "):
                match = _started(position, said)
            elif actor.isdecimal() or actor == "table":
                match = _moved(match or position.match(), said)
            elif match is None and actor not in CHECKS_ONLY:
                position.read(said)
            else:
                match = match or position.match()
                check(match, said)
        except Puzzled as puzzled:
            raise TableReport(number, line, "a line of a transcript", str(puzzled)) from None
        except Otherwise as otherwise:
            raise TableReport(number, line, *otherwise.args) from None
        except VariantRefused as refused:
            raise TableReport(number, line, "house rules that can be played", "; ".join(refused.faults)) from None
        except (ValueError, LookupError) as error:
            raise TableReport(number, line, "a line of a transcript", f"{type(error).__name__}: {error}") from None
    if match is None and not was_refused:
        raise TableReport(0, "(the whole text)", "a move or a check", "none")
    return match


def _variant_refused(position: Position, sentence: str) -> bool:
    try:
        position.rules()
    except VariantRefused as refused:
        if any(sentence in " ".join(fault.split()) for fault in refused.faults):
            return True
        raise Otherwise(sentence, "; ".join(refused.faults)) from None
    raise Otherwise(f"refused {sentence}", "a variant that can be played")


def _started(position: Position, said: str) -> Match | None:
    """Return a new match, or None if its refusal is the point."""
    asked, _, refusal = said.removeprefix("table starts ").partition(" refused ")
    try:
        match = play(None, None, StartMatch(position.rules(), int(asked), SEED))
    except IllegalMove as illegal:
        return _refused(illegal, refusal, None)
    if refusal:
        raise Otherwise(f"refused {refusal}", "accepted")
    return match


M = TypeVar("M", Match, None)


def _refused(illegal: IllegalMove, refusal: str, match: M) -> M:
    got = written(illegal.refusal)
    if not refusal or not f"{got} ".startswith(f"{refusal} "):
        raise Otherwise(f"refused {refusal}" if refusal else "accepted", f"refused {got}") from None
    return match


def _moved(match: Match, said: str) -> Match:
    """Return the match after a line that is a move."""
    asked, refused, refusal = said.partition(" refused")
    actor, _, words = asked.partition(" ")
    refusal = refusal.strip()
    if refused and not refusal:
        raise Otherwise("a refusal by its name", "none")
    try:
        after = _table_moved(match, words) if actor == "table" else _seat_moved(match, int(actor), words, refused=bool(refusal))
    except IllegalMove as illegal:
        return _refused(illegal, refusal, match)
    if refusal:
        raise Otherwise(f"refused {refusal}", "accepted")
    return after


def _table_moved(match: Match, words: str) -> Match:
    match words:
        case "deals":
            return play(match, None, DealCards(SEED))
        case "breaks off":
            return play(match, None, BreakOff())
        case _:
            raise Puzzled("the table `deals` or `breaks off`")


def _seat_moved(match: Match, seat: int, words: str, *, refused: bool) -> Match:
    move = read_move(words)
    if refused and _stands_among(_offered(match, seat, move), move, match.variant):
        raise Otherwise("a refused move is not offered", f"offered: {move}")
    after = play(match, seat, move)
    if not refused and not _is_offered(match, seat, move):
        raise Otherwise("an accepted move is offered", f"not offered: {move}")
    return after


def _offered(match: Match, seat: int, move: SeatMove) -> Sequence[SeatMove]:
    """Return the offered moves; those that take several steps at a time are offered by views alone."""
    return view_for(match, seat).moves if isinstance(move, TakeAndLay) else legal_moves(match, seat)


def _stands_among(offered: Sequence[SeatMove], move: SeatMove, rules: Variant) -> bool:
    """Return True if the move is among the offered ones.

    Of duplicates one is offered, except where only the taken card is forbidden.
    """
    if isinstance(move, Discard) and rules.discard_taken == "forbid_card":
        return move in offered
    return comparable(move) in map(comparable, offered)


def _is_offered(match: Match, seat: int, move: SeatMove) -> bool:
    """Return True if an offered move has the same effect.

    Lay-offs are offered card by card, melds together only all at once, and a knock with the best melds.
    """
    laying = move.laying if isinstance(move, TakeAndLay) else move
    if isinstance(move, Leave) or (isinstance(laying, LayOff) and len(laying.cards) > 1):
        return True
    if isinstance(laying, LayMelds) and not deal_of(match).is_all_at_once:
        return True
    if isinstance(move, Knock) and move.melds:
        return True
    effect = _effect(match, seat, move)
    return any(_effect(match, seat, each) == effect for each in _offered(match, seat, move))


def _effect(match: Match, seat: int, move: SeatMove) -> list[str]:
    """Return the effect of a move, the same for every duplicate or joker."""
    return sorted(
        " ".join([type(event).__name__, *map(alike, event.cards)]) if isinstance(event, MeldLaid | CardsLaidOff) else "-"
        for event in decide(match, seat, move)
    ) + ([] if isinstance(move, LayMeld | LayMelds | LayOff | TakeAndLay) else [comparable(move)])
