"""Three Thirteen: who has only melds and a discard may go out. Everyone else then has one last turn, and all show their melds.

              Discard
        ┌────────────────┐
        ▼                │ the last of the last turns, or nothing left to draw
      DRAW ─ Draw, Take ─► PLAY ─► deal ends
        ▲                  │
        └───── Knock ──────┘

The deals have 3 to 13 cards, and the rank of as many is wild (`Variant.for_deal`). Nothing is laid off, so it needn't be said
what a wild card stands for (RULES 8.26).
"""

from itertools import takewhile

from msgspec.structs import replace

from bot.rummy.apply import can_recycle
from bot.rummy.at import At, Events
from bot.rummy.cards import Card, face
from bot.rummy.events import Awaited, CardDiscarded, DealEnded, EndedBy, Knocked
from bot.rummy.game import Game, Phase
from bot.rummy.match import Match, deal_points
from bot.rummy.melds import is_wild
from bot.rummy.moves import Discard, Draw, Knock, Move, SeatMove, Take
from bot.rummy.refusals import DrawFirst, IllegalMove, MoveRefusal
from bot.rummy.steps.discarding import check_may_discard, discards
from bot.rummy.steps.drawing import draw, draw_or_take, take, why_no_draw
from bot.rummy.steps.ending import end_deal
from bot.rummy.steps.knocking import best_without, knock_events, show_hands
from bot.wording.sentence import Code


class NotOnlyMelds(MoveRefusal):
    cards: int
    counted = "cards"
    sentence = "1 card would be left outside your melds. You go out only with none."
    plural = "{cards} cards would be left outside your melds. You go out only with none."


class NameDiscard(MoveRefusal):
    sentence = "Name the card that you discard as you go out: `/move knock QS`."


class SomebodyIsOut(MoveRefusal):
    sentence = "Somebody is out already. This is your last turn: discard a card."


class NothingIsLaid(MoveRefusal):
    sentence = "Nothing is laid: your melds count in your hand when the deal ends. Go on with your turn."


class YouMayGoOut(MoveRefusal):
    move: Code
    sentence = "Nothing is laid before you go out. You can: {move}."


def last_turns(match: Match, seat: int) -> frozenset[int]:
    """Return the seats that still have a last turn after this seat's: those on the way to the knocker, who may have left."""
    assert match.deal is not None
    seats, way, knocker = match.seats, 1 if match.variant.direction == "clockwise" else -1, match.deal.knocker
    following = takewhile(lambda other: other != knocker, ((seat + way * step) % seats for step in range(1, seats)))
    return frozenset(following).difference(match.left_seats)


def _plays(at: At) -> list[SeatMove]:
    """Return the discards, and before them those with which the seat goes out, wild cards last."""
    cards, rules = at.may_discard(), at.rules
    if at.deal.knocker is not None:
        return [*discards(at, cards)]
    left = best_without(None, at.hand, rules).points
    possible = {face(card): card for card in cards if left <= rules.points(card)}  # any other would leave points
    out = [card for card in possible.values() if not _left(knock_events(at, Knock(card)))]
    return [*map(Knock, sorted(out, key=lambda card: is_wild(card, rules.meld_rules))), *discards(at, cards)]


def _discard(at: At, move: Discard) -> Events:
    check_may_discard(at, move.card)
    discarded = CardDiscarded(at.seat, move.card)
    return discarded, *_end(at, at.after([discarded]))


def _knock(at: At, move: Knock) -> Events:
    if at.deal.knocker is not None:
        raise IllegalMove(SomebodyIsOut())
    if move.card is None:
        raise IllegalMove(NameDiscard())
    check_may_discard(at, move.card)
    events = knock_events(at, move)
    if left := _left(events):
        raise IllegalMove(NotOnlyMelds(len(left)))
    return events


def _left(knock: Events) -> tuple[Card, ...]:
    """Return the cards outside the melds of a knock. House rules may let them count nothing."""
    knocked = knock[0]
    assert isinstance(knocked, Knocked)
    return knocked.left


def _end(before: At, after: At) -> Events:
    """Return the end of the deal if the turn was the last one, or if nothing can be drawn in the next one."""
    if after.deal.knocker is not None and not last_turns(after.match, before.seat):
        return end_deal(after, EndedBy.KNOCK, winner=after.deal.knocker, rummy=False)
    if after.deal.part_of(after.seat) or can_recycle(after.rules, after.deal):
        return ()
    return end_deal(after, EndedBy.BLOCKED, winner=after.deal.knocker, rummy=False)


def _leaves(before: At, after: At) -> Events:
    return _end(before, after) if before.deal.turn.number != after.deal.turn.number else ()


def _count(at: At, ended: DealEnded) -> DealEnded:
    """Return the end with everybody's melds, and the points of the cards outside them."""
    ended = show_hands(at, ended)
    return replace(ended, points=deal_points(at.rules, ended.hands, at.match.left_seats, winner=ended.winner, rummy=False))


def _why_not_laid(at: At, move: Move) -> MoveRefusal:
    plays = _plays(at) if at.deal.turn.awaits == Awaited.PLAY else []
    knock = next((one for one in plays if isinstance(one, Knock)), None)
    return NothingIsLaid() if knock is None else YouMayGoOut(f"/move {knock}")


GAME = Game(
    phases={
        Awaited.DRAW: Phase(draw_or_take, {Draw: draw, Take: take}, lambda at, move: DrawFirst()),
        Awaited.PLAY: Phase(_plays, {Discard: _discard, Knock: _knock}, why_no_draw),
    },
    leaves=_leaves,
    ends=_count,
    questions=frozenset(("growing_hands", "packs", "court_points")),
    answers={
        **{"hand_size": 13, "set_size": (3, 8), "set_unique": False, "layoff_scope": "none"},
        **{"scoring": "penalty", "recycle": "shuffle", "recycle_keep_top": True},
    },
    most_players=4,
    lacks=_why_not_laid,
)
