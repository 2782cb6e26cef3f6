"""One match from an integer seed, checked at every step; and many matches."""

import random
from collections import Counter
from itertools import chain

import msgspec

from bot.rummy.apply import apply, fold
from bot.rummy.cards import Card
from bot.rummy.decide import decide
from bot.rummy.events import (
    CardsDealt,
    DealEnded,
    Event,
    JokerSwapped,
    MatchEnded,
    MeldRetired,
    TakenBack,
)
from bot.rummy.legal_moves import legal_moves
from bot.rummy.match import Match
from bot.rummy.moves import BreakOff, DealCards, Leave, Move, StartMatch
from bot.rummy.refusals import IllegalMove, TooFewCards, WrongNumberOfPlayers
from bot.rummy.variant import Variant
from tests.rummy.gauntlet.computers import computers_for
from tests.rummy.gauntlet.every_move import check_best_melds, check_every_move, refuse_nonsense
from tests.rummy.gauntlet.facts import check_cards, check_placings, check_shown
from tests.rummy.gauntlet.games import GAME_FACTS
from tests.rummy.gauntlet.house_rules import pick_variant
from tests.rummy.gauntlet.policies import POLICIES
from tests.rummy.gauntlet.position import difference, json
from tests.rummy.gauntlet.secrets import check_printed, check_public, check_secrets
from tests.rummy.transcript_words import deal_of

TURNS = 15  # for each card of the deck: a deal with three recycles has far fewer; one without a limit is broken off
COMPUTERS_TURNS = 40  # for each card of the deck: without a limit, the rules allow twenty recycles in which nobody plays
MOVES = 60  # of one turn: swaps and taking back can go round for long
DEALS = 40  # small hands played at random may take hundreds of deals to a target: the match is broken off
MATCH_MOVES = 5000  # forty deals of a few thousand moves each would take minutes: the match is broken off after the deal


class Run:
    """One match. `thorough` is the share of steps at which every conceivable move is tried.

    With `computers`, computer players have the seats, and every deal must end, also without a limit of recycles. A random
    variant is made from this `preset`, or from any.
    """

    def __init__(
        self,
        seed: int,
        *,
        rules: Variant | None = None,
        players: int | None = None,
        thorough: float = 0.02,
        computers: bool = False,
        preset: str | None = None,
    ) -> None:
        self.seed = seed
        self.dice = random.Random(seed)
        self.thorough = thorough
        self.events: list[Event] = []
        self.match: Match | None = None
        self.cards: frozenset[Card] = frozenset()
        self.counts: Counter[str] = Counter()
        self.variant, self.counts["contradictions"] = (rules, 0) if rules is not None else pick_variant(self.dice, preset)
        self.players = players or self.dice.randint(*self.variant.players)
        self.leavers = self.dice.random() < 0.2
        self.computers = computers
        self.policies = (
            computers_for(self.dice, self.players)
            if computers
            else [self.dice.choices(POLICIES, (2, 4, 2, 1))[0] for _ in range(self.players)]
        )

    def play(self) -> "Run":
        """Play to the end of the match. A fault reports the seed and the last events."""
        try:
            if not self._starts():
                return self
            while not self._now().is_over:
                if self.leavers and self.dice.random() < 0.05:
                    self._move(self.dice.choice(self._now().staying_seats()), Leave())
                    continue
                self._move(None, DealCards(self._new_seed()))
                self._play_deal()
                is_long = self.counts["deals"] >= DEALS or self.counts["moves"] >= MATCH_MOVES
                if is_long and not self._now().is_over:
                    self._move(None, BreakOff())
            self._check_stored()
        except AssertionError as fault:
            exported = "\n".join(json(event).decode() for event in self.events[-4:])
            raise AssertionError(f"match {self.seed}: {fault}\n{self.variant}\nthe last events:\n{exported}") from fault
        return self

    def _starts(self) -> bool:
        """Return True if the match may begin: RULES 5.23 looks at the seats that are taken."""
        try:
            self._move(None, StartMatch(self.variant, self.players, self._new_seed()))
        except IllegalMove as illegal:
            assert isinstance(illegal.refusal, TooFewCards | WrongNumberOfPlayers)  # noqa: PT017
            self.counts["refused starts"] += 1
            return False
        return True

    def _play_deal(self) -> None:
        turn, moved = 0, 0
        while (match := self._now()).seat_to_act() is not None:
            deal = deal_of(match)
            turn, moved = (turn, moved + 1) if turn == deal.turn.number else (deal.turn.number, 0)
            assert not self.computers or moved <= MOVES, "the turn does not end"
            if deal.turn.number >= (COMPUTERS_TURNS if self.computers else TURNS) * len(self.cards):
                is_endless = self.variant.recycle_max == "unlimited" and not self.computers
                assert is_endless, f"the deal does not end: {self.variant}"
                self._move(None, BreakOff())
            elif self.leavers and self.dice.random() < 0.005:
                self._move(self.dice.choice(match.staying_seats()), Leave())
            else:
                self._seat_moves(match, hurry=moved > MOVES)
        self.counts["deals"] += 1

    def _seat_moves(self, match: Match, *, hurry: bool) -> None:
        dice, seat = self.dice, match.seat_to_act()
        assert seat is not None, "a deal in play asks someone"
        moves = legal_moves(match, seat)
        assert moves, "whoever is asked has a move"
        assert moves == list(dict.fromkeys(moves)), "no move is offered twice"
        for other in range(match.seats):
            assert other == seat or not legal_moves(match, other), "only the seat to act has moves"
        if dice.random() < self.thorough:
            check_every_move(match, seat)
            check_best_melds(match, seat)
            check_secrets(match, dice)
        refuse_nonsense(match, dice, moves)
        self._move(seat, moves[-1] if hurry else self.policies[seat](dice, match, moves))

    def _move(self, seat: int | None, move: Move) -> None:
        before = self.match
        stored = json(before) if self.dice.random() < self.thorough else None
        events = decide(before, seat, move)
        assert events, "a move causes something"
        for event in events:
            check_public(self.match, event)
            if isinstance(event, CardsDealt):
                self._check_dealt(event)
            if isinstance(event, TakenBack):
                self._check_taken_back(event)
            else:
                self.match = apply(self.match, event)
            check_cards(self._now(), self.cards)
            check_printed(self._now(), *([move] if seat is None else []))
            self._count(event)
        assert stored is None or json(before) == stored, "a decision changes nothing"
        self.events += events
        self.counts["moves"] += 1
        self.counts["left"] += isinstance(move, Leave)
        if before is not None and before.seat_to_act() is not None:
            GAME_FACTS[self.variant.game].check_end(self.events, self._now(), events)

    def _count(self, event: Event) -> None:
        self.counts["swaps"] += isinstance(event, JokerSwapped)
        self.counts["retired"] += isinstance(event, MeldRetired)
        self.counts["taken back"] += isinstance(event, TakenBack)
        if isinstance(event, DealEnded):
            check_shown(self._now(), event)
            self.counts[event.how] += 1
            self.counts["rummy"] += event.rummy
            self.counts["extra deals"] += self._now().regular_deals not in (None, len(self._now().ended_deals))
        if isinstance(event, MatchEnded):
            check_placings(self._now())
            self.counts["matches"] += 1

    def _check_dealt(self, event: CardsDealt) -> None:
        """Check that every card of the deck is dealt once, and that the hands have the right size."""
        match = self._now()
        players, rules = len(match.staying_seats()), self.variant.with_deals_for(self.players)
        each = rules.for_deal(match.regular_deals or event.deal).cards_each(players)
        self.cards = frozenset(self.variant.deck_for(players))
        first = match.next_staying_seat(event.dealer)
        for seat, hand in enumerate(event.hands):
            starter = self.variant.opening == "starter_extra" and seat == first
            assert len(hand) == (0 if seat in match.gone_seats else each + starter)
        assert (event.upcard is None) == (self.variant.opening == "starter_extra")
        assert len([*chain.from_iterable(event.hands), *event.stock]) + (event.upcard is not None) == len(self.cards)

    def _check_taken_back(self, event: TakenBack) -> None:
        """Check that taking back restores the deal before the play."""
        turn = deal_of(self._now()).turn
        what, before = turn.table_plays[-1], turn.deal_before_play
        assert what == event.what
        assert before is not None
        self.match = apply(self.match, event)
        after = deal_of(self._now())
        assert (after.hands, after.melds, after.turn) == (before.hands, before.melds, before.turn)
        assert fold([what], self.match) is not None

    def _check_stored(self) -> None:
        """Check that the stored events give the match again."""
        stored = [msgspec.json.encode(event) for event in self.events]
        read = [msgspec.json.decode(each, type=Event) for each in stored]
        assert read == self.events, "events survive their stored form"
        again = fold(read)
        assert again == self._now(), f"not the match again:\n{difference(again, self._now())}"
        assert json(again) == json(self._now())

    def _new_seed(self) -> str:
        return self.dice.randbytes(32).hex()

    def _now(self) -> Match:
        assert self.match is not None
        return self.match


def run(deals: int, seed: int, *, thorough: float = 0.02, computers: bool = False, preset: str | None = None) -> Counter[str]:
    """Play at least this many deals, in matches with the numbers seed, seed + 1 …, and return the counts."""
    total: Counter[str] = Counter()
    while total["deals"] < deals:
        total += Run(seed, thorough=thorough, computers=computers, preset=preset).play().counts
        seed += 1
    return total
