"""Gin: melds stay in hand until somebody knocks. The other one then lays off on their melds, and less left wins.

    OFFER ─ Pass ─► OFFER ─ Pass ─► STOCK ─ Draw ─┐
      │ Take          │ Take                      ▼       Discard
      └───────────────┴─────────────────────────► PLAY ◄── DRAW ◄──┐
                                                  │ │              │
                                            Knock │ └──────────────┘ with two cards left in the stock the deal is void
                                  deal ends ◄─────┴──► LAY_OFF ─ Done ─► deal ends

A knock lays melds and discards. If nothing is left over it is gin, and ends the deal; so it does if nothing fits (RULES 8.19).
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from bot.rummy.arrangement import best_arrangement, melds_in
from bot.rummy.at import At, Events
from bot.rummy.cards import Card
from bot.rummy.columns import sheet_of
from bot.rummy.events import Awaited, CardDiscarded, CardsLaidOff, DealEnded, EndedBy, Parts, Passed, PointsFor, TurnOpened
from bot.rummy.game import Game, Phase
from bot.rummy.match import Match, hand_points
from bot.rummy.melds import Meld
from bot.rummy.moves import (
    DONE,
    DRAW,
    LAY_OFF_ALL,
    PASS,
    TAKE,
    Discard,
    Done,
    Draw,
    Knock,
    LayMeld,
    LayOff,
    LayOffAll,
    Move,
    Pass,
    SeatMove,
    Take,
    TakeBack,
)
from bot.rummy.refusals import DrawFirst, IllegalMove, MoveRefusal, StarterDoesNotDraw
from bot.rummy.steps.discarding import check_may_discard, discards
from bot.rummy.steps.drawing import draw, draw_or_take, take
from bot.rummy.steps.ending import end_deal
from bot.rummy.steps.knocking import best_without, knock_events, knock_points, show_hands
from bot.rummy.steps.laying import lay_off, table_moves, take_back, take_backs
from bot.rummy.steps.plays import welcome_on
from bot.rummy.variant import Variant
from bot.wording.sentence import Code

STOCK_LEFT = 2
"""The cards of the stock that nobody draws."""


class Scores(NamedTuple):
    """What is paid beside the cards: for big gin perhaps nothing (None), for a shutout perhaps all deals again (None)."""

    gin: int
    big_gin: int | None
    undercut: int
    box: int
    game: int
    shutout: int | None


SCORES = {"modern": Scores(25, 31, 25, 25, 100, None), "classic": Scores(20, None, 10, 20, 100, 100)}


class UpcardFirst(MoveRefusal):
    sentence = "Take the upcard first, or pass: `/move pass`."


class DrawFromStock(MoveRefusal):
    sentence = "Nobody wanted the upcard. Draw from the stock."


class DrawnAlready(MoveRefusal):
    sentence = "You've already drawn this turn. Discard a card, or knock."


class LayOffOrDone(MoveRefusal):
    sentence = "Lay off what fits, or press **Done**."


class NothingToLayOff(MoveRefusal):
    sentence = "Nothing more is better laid off than kept. Press **Done**."


class YouMayKnock(MoveRefusal):
    move: Code
    sentence = "Nothing is laid before the knock. You may knock: {move}."


class MeldsStayInHand(MoveRefusal):
    sentence = "Nothing is laid before the knock: keep your melds in your hand, and go on with your turn."


class NothingBeforeGin(MoveRefusal):
    sentence = "Nothing is laid before gin: keep your melds in your hand, and go on with your turn."


class TooManyPoints(MoveRefusal):
    points: int
    limit: int
    sentence = "{points} points would be left outside your melds. You may knock with at most {limit}."


class OnlyGin(MoveRefusal):
    points: int
    counted = "points"
    sentence = "1 point would be left outside your melds. In this deal you may only knock with none: gin."
    plural = "{points} points would be left outside your melds. In this deal you may only knock with none: gin."


class NoBigGin(MoveRefusal):
    sentence = "Name the card that you discard as you knock: `/move knock QS`."


def scores_of(rules: Variant) -> Scores:
    return SCORES[rules.gin_scores]


def knock_limit(rules: Variant, upcard: Card | None) -> int:
    """Return the most points with which a seat may knock. If the upcard says it, an ace allows only gin (RULES 8.20)."""
    if rules.knock_limit != "upcard":
        return rules.knock_limit
    points = 10 if upcard is None else rules.points(upcard)
    return 0 if points == 1 else points


def other_knocks(at: At) -> list[Knock]:
    """Return the knocks with other melds than the best, of which no card left over makes or extends another.

    Those that leave the fewest points come first; of equal ones, those with the fewest melds.
    """
    limit, found = knock_limit(at.rules, at.deal.upcard), list[tuple[int, int, Knock]]()
    for card in at.may_discard():
        hand = frozenset(at.hand) - {card}
        best = {frozenset(meld.cards) for meld in best_without(card, at.hand, at.rules).melds}
        for melds in _partitions([*melds_in(sorted(hand), at.rules)], hand):
            left = hand_points(at.rules, hand.difference(*(meld.cards for meld in melds)))
            if left <= limit and {frozenset(meld.cards) for meld in melds} != best:
                found.append((left, len(melds), Knock(card, tuple(LayMeld(meld.cards) for meld in melds))))
    return [knock for *_, knock in sorted(found, key=lambda one: (*one[:2], str(one[2])))]


def _partitions(melds: Sequence[Meld], hand: frozenset[Card]) -> Iterator[tuple[Meld, ...]]:
    """Yield each choice of melds that share no card and leave no meld, nor a card that makes one of them larger."""
    all_cards = [frozenset(meld.cards) for meld in melds]

    def choose(start: int, left: frozenset[Card], chosen: tuple[int, ...]) -> Iterator[tuple[Meld, ...]]:
        if not any(cards <= left for cards in all_cards):
            larger = (cards > all_cards[one] and cards - all_cards[one] <= left for one in chosen for cards in all_cards)
            if chosen and not any(larger):
                yield tuple(melds[one] for one in chosen)
            return
        for at in range(start, len(melds)):
            if all_cards[at] <= left:
                yield from choose(at + 1, left - all_cards[at], (*chosen, at))

    yield from choose(0, hand, ())


def _pass(at: At, move: Pass) -> Events:
    """Return the pass. When both have passed, the first one must draw from the stock."""
    passed = Passed(at.seat)
    following = at.after([passed]).seat
    return passed, TurnOpened(following, Awaited.OFFER if at.deal.turn.number == 1 else Awaited.STOCK)


def _plays(at: At) -> list[SeatMove]:
    """Return the knocks, first those that leave the fewest points, and the discards."""
    cards, limit = at.may_discard(), knock_limit(at.rules, at.deal.upcard)
    best = best_without(None, at.hand, at.rules)
    big = [Knock()] if not best.points and scores_of(at.rules).big_gin is not None else []
    possible = [card for card in cards if best.points - at.rules.points(card) <= limit]  # with any discard as much is left
    left = {card: best_without(card, at.hand, at.rules).points for card in possible}
    knocks = sorted((card for card in possible if left[card] <= limit), key=lambda card: (left[card], card))
    return [*big, *map(Knock, knocks), *discards(at, cards)]


def _discard(at: At, move: Discard) -> Events:
    check_may_discard(at, move.card)
    discarded = CardDiscarded(at.seat, move.card)
    then = at.after([discarded])
    is_void = len(then.deal.stock) <= STOCK_LEFT or not then.deal.part_of(then.seat)
    return discarded, *(end_deal(then, EndedBy.VOID, winner=None, rummy=False) if is_void else ())


def _knock(at: At, move: Knock) -> Events:
    """Return the knock with its melds, and what follows: the end of the deal, or the other's turn to lay off."""
    if move.card is None:
        if scores_of(at.rules).big_gin is None or best_without(None, at.hand, at.rules).points:
            raise IllegalMove(NoBigGin())
    else:
        check_may_discard(at, move.card)
    events, left = knock_events(at, move), knock_points(move, at.hand, at.rules)
    if left > (limit := knock_limit(at.rules, at.deal.upcard)):
        raise IllegalMove(TooManyPoints(left, limit) if limit else OnlyGin(left))
    then = at.after(events)
    if left and welcome_on(then.deal.melds, at.rules.meld_rules) & then.mask:
        return *events, TurnOpened(then.seat, Awaited.LAY_OFF)
    return *events, *_show(then)


def _lay_offs(at: At) -> list[SeatMove]:
    """Return the lay-offs. The last is what is done for somebody who is away: nobody is to lose points by that."""
    return [*table_moves(at, at.hand), *take_backs(at), DONE, *([LAY_OFF_ALL] if _best_lay_offs(at) else [])]


def _best_lay_offs(at: At) -> list[CardsLaidOff]:
    return [CardsLaidOff(at.seat, *laid) for laid in best_arrangement(at.hand, at.rules, at.deal.melds).lay_offs]


def _lay_off_all(at: At, move: LayOffAll) -> Events:
    laid = _best_lay_offs(at)
    if not laid:
        raise IllegalMove(NothingToLayOff())
    return *laid, *_show(at.after(laid))


def _show(at: At) -> Events:
    return end_deal(at, EndedBy.KNOCK, winner=at.deal.knocker, rummy=False)


def _count(at: At, ended: DealEnded) -> DealEnded:
    """Return the end with everybody's melds, who has won, and how: the knocker, or who has no more left than the knocker."""
    rules, knocker = at.rules, at.deal.knocker
    ended = show_hands(at, ended)
    if knocker is None:
        return replace(ended, points=(0, 0))
    how, winner, parts = _showdown(at, hand_points(rules, ended.hands[knocker]), hand_points(rules, ended.hands[1 - knocker]))
    points = sum(each for _, each in parts)
    if rules.spades_double and str(at.deal.upcard).endswith("S"):
        parts, points = (*parts, (PointsFor.SPADES, points)), 2 * points
    if others := len(sheet_of(rules, 2, at.match.ended_deals).games_of(winner)) - 1:
        parts, points = (*parts, (PointsFor.OTHER_GAMES, others * points)), (others + 1) * points
    return replace(ended, how=how, winner=winner, points=tuple(points * (seat == winner) for seat in range(2)), parts=parts)


def _showdown(at: At, own: int, theirs: int) -> tuple[EndedBy, int, Parts]:
    """Return how the deal ended, who won it, and for what: from the points that the knocker and the other one have left."""
    knocker, scores = at.deal.knocker, scores_of(at.rules)
    assert knocker is not None
    if own == 0:
        is_big = at.deal.turn.seat == knocker  # without a discard it is still their turn
        bonus = (PointsFor.BIG_GIN, scores.big_gin or 0) if is_big else (PointsFor.GIN, scores.gin)
        return EndedBy.GIN, knocker, ((PointsFor.CARDS, theirs), bonus)
    if own < theirs:
        return EndedBy.KNOCK, knocker, ((PointsFor.CARDS, theirs - own),)
    return EndedBy.UNDERCUT, 1 - knocker, ((PointsFor.CARDS, own - theirs), (PointsFor.UNDERCUT, scores.undercut))


def _adds(match: Match) -> tuple[Parts, ...]:
    """Return for each seat its boxes, and what each game brings in which it has reached the target (RULES 8.19, 8.21)."""
    sheet, scores, target = sheet_of(match.variant, 2, match.ended_deals), scores_of(match.variant), match.variant.match_target
    games = [match.scores] if match.variant.games_at_once == 1 else sheet.scores
    if target == "none" or max(map(max, games)) < target:
        return ()
    found = []
    for seat in range(2):
        won = [own for own in games if own[seat] >= target]
        shut_out = [own[seat] if scores.shutout is None else scores.shutout for own in won if not own[1 - seat]]
        bonuses = (
            (PointsFor.BOXES, scores.box * sum(boxes[seat] for boxes in sheet.boxes)),
            (PointsFor.GAME, scores.game * len(won)),
            (PointsFor.SHUTOUT, sum(shut_out)),
        )
        found.append(tuple((part, points) for part, points in bonuses if points))
    return tuple(found)


def _otherwise(why: Callable[[At], MoveRefusal]) -> Callable[[At, Move], MoveRefusal]:
    """Return what refuses the moves of other phases before the knock: by this reason, unless something would be laid."""
    return lambda at, move: _why_not_laid(at, move) if isinstance(move, LayOff | LayOffAll | TakeBack) else why(at)


def _why_no_draw(at: At) -> MoveRefusal:
    return StarterDoesNotDraw() if at.deal.turn.drawn_card is None else DrawnAlready()


def _why_not_laid(at: At, move: Move) -> MoveRefusal:
    """Return why nothing is laid, taken and laid, or swapped, and what to do instead."""
    if at.deal.turn.awaits == Awaited.LAY_OFF:
        return LayOffOrDone()
    knocks = _plays(at) if at.deal.turn.awaits == Awaited.PLAY else []
    knock = next((one for one in knocks if isinstance(one, Knock)), None)
    if knock is not None:
        return YouMayKnock(f"/move {knock}")
    return NothingBeforeGin() if at.rules.knock_limit == 0 else MeldsStayInHand()


GAME = Game(
    phases={
        Awaited.OFFER: Phase(lambda at: [TAKE, PASS], {Take: take, Pass: _pass}, _otherwise(lambda at: UpcardFirst())),
        Awaited.STOCK: Phase(lambda at: [DRAW], {Draw: draw}, _otherwise(lambda at: DrawFromStock())),
        Awaited.DRAW: Phase(draw_or_take, {Draw: draw, Take: take}, _otherwise(lambda at: DrawFirst())),
        Awaited.PLAY: Phase(_plays, {Discard: _discard, Knock: _knock}, _otherwise(_why_no_draw)),
        Awaited.LAY_OFF: Phase(
            _lay_offs,
            {LayOff: lay_off, TakeBack: take_back, LayOffAll: _lay_off_all, Done: lambda at, move: _show(at)},
            lambda at, move: LayOffOrDone(),
        ),
    },
    leaves=lambda before, after: (),
    ends=_count,
    questions=frozenset(("take_back", "knock_limit", "gin_scores", "spades_double", "games_at_once")),
    most_players=2,
    opens=lambda at: () if at.deal.upcard is None else (TurnOpened(at.seat, Awaited.OFFER),),
    adds=_adds,
    lacks=_why_not_laid,
)
