"""Random deals of gin by our rules, with each move as OpenSpiel makes it, and what our rules say before each.

Most choices are good ones, so that most deals end with a knock: cards that help are taken, and discards leave few points.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from benchmarks.rules.openspiel_process import OVER, Position, Step
from bot.rummy.apply import fold
from bot.rummy.arrangement import best_arrangement
from bot.rummy.at import At, Events
from bot.rummy.cards import RANK_OF, RANKS, Card
from bot.rummy.decide import decide, play
from bot.rummy.events import (
    Awaited,
    CardDiscarded,
    CardDrawn,
    CardsLaidOff,
    DealEnded,
    DiscardTaken,
    EndedBy,
    Knocked,
    MeldKind,
    MeldLaid,
    Passed,
)
from bot.rummy.games.gin import knock_limit, other_knocks
from bot.rummy.legal_moves import legal_moves
from bot.rummy.match import Deal, Match, TableMeld, hand_points
from bot.rummy.moves import (
    DONE,
    DRAW,
    LAY_OFF_ALL,
    PASS,
    TAKE,
    DealCards,
    Discard,
    Knock,
    LayMeld,
    LayOff,
    SeatMove,
    StartMatch,
)
from bot.rummy.steps.knocking import best_without, knock_points
from bot.rummy.variant import Variant

MOST_TAKEN = 49
"""OpenSpiel ends a deal at the next card taken from the discard pile; the upcard at the beginning doesn't count."""
LONGEST_RUN = 5
"""The longest run that OpenSpiel can lay as one."""
WORDS: dict[SeatMove, str] = {TAKE: "take", DRAW: "draw", PASS: "pass", DONE: "pass"}


class Decision(NamedTuple):
    """A position by our rules, and in what OpenSpiel's may differ."""

    position: Position
    taken: Card | None  # the card just taken
    third: frozenset[Card]  # cards that are laid off on a run as the third or later one of its end
    beside: frozenset[Card]  # cards next to one that is laid off on a set
    may_be_beside: bool  # whether there can be such a card after more lay-offs
    is_void: bool = False


class PlayedDeal(NamedTuple):
    """A deal: `decisions[n]` follows `steps[n]`, the last one the end. The players are 0, who begins, and 1."""

    steps: Sequence[Step]
    decisions: Sequence[Decision]
    moves: Sequence[str]
    how: EndedBy
    knocker: int | None
    points: tuple[int, ...]
    counts: Counter[str]


class RandomDeal:
    """A deal while it is played."""

    def __init__(self, rules: Variant, dice: random.Random) -> None:
        self.rules, self.dice, self.boldness = rules, dice, dice.choice((0.7, 0.7, 0.7, 0.1))
        self.left = dict[frozenset[Card], int]()
        self.offered: list[SeatMove] = []
        match = play(None, None, StartMatch(rules, 2, dice.randbytes(32).hex()))
        self.match = play(match, None, DealCards(dice.randbytes(32).hex()))
        deal = _deal(self.match)
        self.seats = (deal.turn.seat, 1 - deal.turn.seat)
        assert deal.upcard is not None
        self.steps: list[Step] = [(*(card for seat in self.seats for card in deal.hands[seat]), deal.upcard)]
        self.moves, self.taken, self.counts = list[str](), 0, Counter[str]()
        self.decisions = [self._decision()]

    def play(self) -> PlayedDeal:
        """Return the deal, played to its end."""
        while self.match.seat_to_act() is not None:
            at = At(self.match)
            move = self._choose(at)
            self.taken += move == TAKE and at.deal.turn.awaits == Awaited.DRAW
            self.moves.append(f"{self.seats.index(at.seat)} {move}")
            self._play(at, move)
        deal = _deal(self.match)
        assert deal.end is not None
        self.counts["deals with as many cards taken as OpenSpiel allows"] += self.taken == MOST_TAKEN
        knocker = None if deal.knocker is None else self.seats.index(deal.knocker)
        points = tuple(deal.end.points[seat] for seat in self.seats)
        return PlayedDeal(self.steps, self.decisions, self.moves, deal.end.how, knocker, points, self.counts)

    def _play(self, at: At, move: SeatMove) -> None:
        """Make the move. When it ends the deal, OpenSpiel still asks the other player to lay off, and to show their melds."""
        events = decide(self.match, at.seat, move)
        self.counts["cards laid off"] += sum(len(event.cards) for event in events if isinstance(event, CardsLaidOff))
        self.counts["knocks with melds of one's choice"] += isinstance(move, Knock) and bool(move.melds)
        end = next((place for place, event in enumerate(events) if isinstance(event, DealEnded)), None)
        step, self.match = _step(at, events), _fold(events[:end], self.match)
        if end is not None:
            ended = events[end]
            assert isinstance(ended, DealEnded)
            is_void = ended.how == EndedBy.VOID
            last = self._decision(ends=True)._replace(is_void=is_void)
            if isinstance(move, Knock | Discard):
                self.steps.append(step)
                self.decisions.append(last)
                step = ()
            if ended.how != EndedBy.GIN and not is_void:
                self.steps.append((*step, "pass"))
                self.decisions.append(last)
            shown = () if is_void else ended.shown[_deal(self.match).turn.seat]
            step = (*(part for meld in shown for part in _parts(meld)), "pass")
            self.match = _fold(events[end:], self.match)
        self.steps.append(step)
        self.decisions.append(self._decision())

    def _decision(self, *, ends: bool = False) -> Decision:
        """Return the position; if the last move `ends` the deal, that of the player who only shows their melds."""
        deal, at = _deal(self.match), At(self.match)
        hands = deal.hands if deal.end is None or deal.knocker is None else deal.end.hands
        moves = self.offered = [] if ends else legal_moves(self.match, at.seat)
        after: dict[Card, int] = {}
        if any(isinstance(move, Discard) for move in moves):
            after = {card: self._points(at.hand, card) for card in at.hand}
        if deal.knocker is None:
            left = [self._points(hand) for hand in hands]
            left[at.seat] = min(after.values(), default=left[at.seat])
        else:
            left = [hand_points(self.rules, hand) for hand in hands]
        position = Position(
            player=OVER if deal.end is not None else self.seats.index(at.seat),
            hands=tuple(tuple(sorted(hands[seat])) for seat in self.seats),
            pile=deal.discard_pile,
            stock=len(deal.stock),
            deadwood=tuple(left[seat] for seat in self.seats),
            cards=tuple(sorted({card for move in moves for card in _loose_cards(move)})),
            words=("pass",) if ends else tuple(sorted({WORDS[move] for move in moves if move in WORDS})),
            best=None if deal.knocker is None or deal.end is not None else self._points_after(at, lays_off=not ends),
            left=after,
            knocks=tuple(sorted(move.card for move in moves if isinstance(move, Knock) and move.card is not None)),
        )
        third = frozenset(card for meld in deal.melds for card in _third_cards(meld, at.hand))
        beside = frozenset(card for meld in deal.melds for card in _beside_set(meld))
        self.counts["positions with big gin"] += Knock() in moves
        may_be_beside = bool(beside) or any(_may_be_beside_set(meld, at.hand) for meld in deal.melds)
        return Decision(position, deal.turn.taken_card, third, beside, may_be_beside)

    def _points(self, hand: Sequence[Card], without: Card | None = None) -> int:
        """Return the points that the best melds of the hand leave, without this card."""
        cards = frozenset(card for card in hand if card != without)
        if cards not in self.left:
            self.left[cards] = best_without(None, sorted(cards), self.rules).points
        return self.left[cards]

    def _points_after(self, at: At, *, lays_off: bool) -> int:
        return best_arrangement(at.hand, self.rules, at.deal.melds if lays_off else ()).points

    def _choose(self, at: At) -> SeatMove:
        moves, dice = self.offered, self.dice
        match at.deal.turn.awaits:
            case Awaited.PLAY:
                knocks = [move for move in moves if isinstance(move, Knock) and move.card is not None]
                if knocks and dice.random() < self.boldness:
                    return _choose_knock(at, knocks, dice)
                discards = [move for move in moves if isinstance(move, Discard)]
                if dice.random() < 0.15:
                    return dice.choice(discards)
                return min(discards, key=lambda move: (self._points(at.hand, move.card), dice.random()))
            case Awaited.LAY_OFF:
                laid_off = [move for move in moves if isinstance(move, LayOff)]
                ends = [move for move in moves if move in (LAY_OFF_ALL, DONE)]
                return dice.choice([*(dice.sample(laid_off, 1) * 3 if laid_off else []), *ends])
            case _ if TAKE in moves:
                helps = self._points((*at.hand, at.deal.discard_pile[-1])) < self._points(at.hand)
                takes = helps if dice.random() < 0.85 else dice.random() < 0.5
                return TAKE if takes and self.taken < MOST_TAKEN else PASS if PASS in moves else DRAW
            case _:
                return DRAW


def _deal(match: Match) -> Deal:
    assert match.deal is not None
    return match.deal


def _fold(events: Events, match: Match) -> Match:
    after = fold(events, match)
    assert after is not None
    return after


def _loose_cards(move: SeatMove) -> tuple[Card, ...]:
    """Return the card that the move discards without a knock, or lays off."""
    return (move.card,) if isinstance(move, Discard) else move.cards if isinstance(move, LayOff) else ()


def _third_cards(on: TableMeld, hand: Sequence[Card]) -> Iterator[Card]:
    """Yield the cards that are laid off on an end of the run after two others, by somebody who has all of these."""
    own = [RANK_OF[card] for card, seat in zip(on.cards, on.played_by, strict=True) if seat == on.owner]
    if on.kind == MeldKind.SET:
        return
    has, suit = {*on.cards, *hand}, on.cards[0][-1]
    for ranks in (range(max(own) + 1, len(RANKS)), range(min(own) - 1, -1, -1)):
        for place, rank in enumerate(ranks):
            if (card := Card(RANKS[rank] + suit)) not in has:
                break
            if place >= 2:
                yield card


def _beside_set(on: TableMeld) -> Iterator[Card]:
    """Yield the cards next to one that is laid off on the set."""
    for card, seat in zip(on.cards, on.played_by, strict=True):
        if on.kind == MeldKind.SET and seat != on.owner:
            yield from (
                Card(RANKS[near] + card[-1]) for near in (RANK_OF[card] - 1, RANK_OF[card] + 1) if 0 <= near < len(RANKS)
            )


def _may_be_beside_set(on: TableMeld, hand: Sequence[Card]) -> bool:
    """Return True if a card of the hand fits on the set, and the hand has one next to it."""
    fits = [card for card in hand if on.kind == MeldKind.SET and card[:-1] == on.cards[0][:-1]]
    return any(one[-1] == card[-1] and abs(RANK_OF[one] - RANK_OF[card]) == 1 for card in fits for one in hand)


def _step(at: At, events: Events) -> Step:
    """Return the move of these events as OpenSpiel makes it: a knock names its discard before its melds."""
    choices, melds = list[str](), list[str]()
    for event in events:
        match event:
            case CardDrawn(card=card):
                choices += ["draw", card]
            case DiscardTaken():
                choices.append("take")
            case Passed():
                choices.append("pass")
            case Knocked():
                choices.append("knock")
            case MeldLaid(cards=cards):
                melds += _parts(cards)
            case CardDiscarded(card=card):
                choices.append(card)
            case CardsLaidOff(cards=cards, meld=number):
                choices += _outwards(cards, at.deal.melds[number - 1])
    return (*choices, *melds, *(["pass"] if melds else []))


def _parts(meld: Sequence[Card]) -> Iterator[str]:
    """Yield the meld, or the runs that a long one is made of."""
    while len(meld) > LONGEST_RUN:
        yield " ".join(meld[:3])
        meld = meld[3:]
    yield " ".join(meld)


def _outwards(cards: Iterable[Card], on: TableMeld) -> list[Card]:
    """Return the cards in an order in which each fits when the ones before it are laid off."""
    return sorted(cards, key=lambda card: min(abs(RANK_OF[card] - RANK_OF[other]) for other in on.cards))


def _choose_knock(at: At, knocks: Sequence[Knock], dice: random.Random) -> Knock:
    """Return a knock: half of them those that leave the fewest points, a part with melds other than the best."""
    knock = knocks[0] if dice.random() < 0.5 else dice.choice(knocks)
    others = [*other_knocks(at), *_knocks_with_less(at, knock)] if dice.random() < 0.4 else []
    return dice.choice(others) if others else knock


def _knocks_with_less(at: At, knock: Knock) -> Iterator[Knock]:
    """Yield the knocks without one of the best melds, or with one that lacks a card, where that leaves few enough points."""
    melds = [meld.cards for meld in best_without(knock.card, at.hand, at.rules).melds]
    for place, meld in enumerate(melds):
        for shorter in ((), *((meld[1:], meld[:-1]) if len(meld) > 3 else ())):
            kept = [*melds[:place], *([shorter] if shorter else []), *melds[place + 1 :]]
            named = Knock(knock.card, tuple(map(LayMeld, kept)))
            if kept and knock_points(named, at.hand, at.rules) <= knock_limit(at.rules, at.deal.upcard):
                yield named
