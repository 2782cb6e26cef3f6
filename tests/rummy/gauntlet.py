"""The gauntlet that every variant runs: whole matches from an integer seed, with everything checked that must always be so.

No card is lost or doubled · only the seat to act has moves · every offered move is accepted, every other refused with a typed
refusal, and a refused one changes nothing · stored, read and folded again the match is equal · what a viewer cannot see
changes nothing that he sees, and no public form names a hidden card · points are given as the hands say · it ends.

`python -m tests.rummy.gauntlet --deals 1000 --seed 7` plays that many deals and tells how many it played in a second. A fault
names the number of its match: `--seed` with that number and `--deals 1` plays it again.
"""

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain, combinations

import msgspec
from msgspec.structs import replace

from bot.rummy.apply import apply, fold
from bot.rummy.cards import FRENCH52, Card
from bot.rummy.decide import decide
from bot.rummy.events import (
    CardDrawn,
    CardsDealt,
    CardsLaidOff,
    DealEnded,
    DiscardTaken,
    Event,
    MatchEnded,
    MatchStarted,
    MeldLaid,
    StockRecycled,
)
from bot.rummy.legal import legal_moves
from bot.rummy.match import Deal, Match, Question
from bot.rummy.melds import read_meld
from bot.rummy.moves import (
    DRAW,
    TAKE,
    BreakOff,
    DealCards,
    Discard,
    LayMeld,
    LayOff,
    Leave,
    Move,
    SeatMove,
    StartMatch,
    read_move,
)
from bot.rummy.refusals import IllegalMove, Refusal
from bot.rummy.scoring import count
from bot.rummy.variant import Variant
from bot.rummy.view import public_form, view_for
from tests.rummy.presets import NAMES, variant

TURNS = 600  # a deal with three recycles has far fewer; one without a limit is broken off
REFUSALS = Refusal.__args__

# The answers that are built besides those of the presets, for random house rules.
HOUSE_RULES: dict[str, tuple[str | int | bool, ...]] = {
    "melds_per_turn": (1, 2, "unlimited"),
    "layoff_requires_meld": (False, True),
    "layoff_scope": ("all", "own", "none"),
    "out_by": ("any", "discard_only"),
    "recycle": ("turn_over", "shuffle"),
    "recycle_keep_top": (False, True),
    "recycle_max": (0, 1, 2, 3, "unlimited"),
    "players": ("[2, 6]", "[3, 6]", "[4, 5]"),
    "rummy_bonus": ("none", "double", "add"),
    "rummy_add": (0, 10, 25),
    "direction": ("clockwise", "counterclockwise"),
    "hand_size": (3, 5, 7, "{ 2 = 13, 3 = 10, 4 = 9, 5 = 7, 6 = 6 }"),
    "run_size": (3, 4),
    "ace_points": ("auto", 11),
    "court_points": (10, 5),
    "stock_count_public": (True, False),
    "match_target": (1, 60, 100, 150),
    "match_deals": ("none", 1, 3, 6),
}
DEALS = 40  # small hands played at random may take hundreds of deals to a target: the match is broken off

Policy = Callable[[random.Random, Match, list[SeatMove]], SeatMove]


def drawn_variant(dice: random.Random) -> Variant:
    """A preset, most often with other answers to some of the questions."""
    asked = dice.sample(sorted(HOUSE_RULES), dice.choice((0, 1, 2, 3, 4, 6, 8)))
    return variant(dice.choice(NAMES), **{question: dice.choice(HOUSE_RULES[question]) for question in asked})


def at_random(dice: random.Random, match: Match, moves: list[SeatMove]) -> SeatMove:
    return dice.choice(moves)


def at_once(dice: random.Random, match: Match, moves: list[SeatMove]) -> SeatMove:
    """Melds and lays off whatever it can, takes the discard if it makes a meld, throws a high card: deals end by going out."""
    laying = [move for move in moves if isinstance(move, LayMeld | LayOff)]
    if laying:
        return max(laying, key=lambda move: len(move.cards))
    if DRAW in moves:
        return TAKE if TAKE in moves and _makes_a_meld(match) else DRAW
    return max(moves, key=lambda move: match.variant.points(move.card) if isinstance(move, Discard) else -1)


def patient(dice: random.Random, match: Match, moves: list[SeatMove]) -> SeatMove:
    """Keeps its melds in hand until one leaves a card at most: some deals end by going rummy."""
    deal = _deal(match)
    held = len(deal.hands[deal.turn])
    moves = [move for move in moves if deal.playing or not isinstance(move, LayMeld | LayOff) or held - len(move.cards) <= 1]
    return at_once(dice, match, moves)


def _makes_a_meld(match: Match) -> bool:
    deal = _deal(match)
    top = deal.discards[-1]
    return any(read_meld((top, *pair), match.variant) for pair in combinations(deal.hands[deal.turn], 2))


POLICIES: tuple[Policy, ...] = (at_random, at_once, patient)


class Run:
    """One match from an integer seed, checked at every step; `thorough` tries every move there is at some of the steps."""

    def __init__(self, seed: int, *, rules: Variant | None = None, players: int | None = None, thorough: float = 0.02) -> None:
        self.seed = seed
        self.dice = random.Random(seed)
        self.thorough = thorough
        self.events: list[Event] = []
        self.match: Match | None = None
        self.counts: Counter[str] = Counter()
        self.variant = rules or drawn_variant(self.dice)
        self.players = players or self.dice.randint(*self.variant.players)
        self.leavers = self.dice.random() < 0.2
        self.policies = [self.dice.choices(POLICIES, (1, 2, 1))[0] for _ in range(self.players)]

    def play(self) -> "Run":
        """To the end of the match. A fault tells the seed and the last moves."""
        try:
            self._move(None, StartMatch(self.variant, self.players, self._chance()))
            while not self._now().is_over:
                if self.leavers and self.dice.random() < 0.05:
                    self._move(self.dice.choice(self._now().staying()), Leave())
                    continue
                self._move(None, DealCards(self._chance()))
                self._play_deal()
                if self.counts["deals"] >= DEALS and not self._now().is_over:
                    self._move(None, BreakOff())
            self._check_stored()
        except AssertionError as fault:
            told = "\n".join(str(event) for event in self.events[-4:])
            raise AssertionError(f"match {self.seed}: {fault}\nthe last events:\n{told}") from fault
        return self

    def _play_deal(self) -> None:
        dice = self.dice
        while (match := self._now()).question in (Question.DRAW, Question.PLAY):
            deal = _deal(match)
            if deal.turns >= TURNS:
                assert self.variant.recycle_max == "unlimited", f"the deal does not end: {self.variant}"
                self._move(None, BreakOff())
                continue
            if self.leavers and dice.random() < 0.005:
                self._move(dice.choice(match.staying()), Leave())
                continue
            seat = match.to_act()
            assert seat is not None, "a deal in play asks somebody"
            moves = legal_moves(match, seat)
            assert moves, "whoever is asked has a move"
            assert moves == list(dict.fromkeys(moves)), "no move is offered twice"
            for other in range(match.seats):
                assert other == seat or not legal_moves(match, other), "only the seat to act has moves"
            if dice.random() < self.thorough:
                check_every_move(match, seat)
                check_secrets(match, dice)
            refuse_nonsense(match, dice, moves)
            self._move(seat, self.policies[seat](dice, match, moves))
        self.counts["deals"] += 1

    def _move(self, seat: int | None, move: Move) -> None:
        before = self.match
        stored = _json(before) if self.dice.random() < self.thorough else None
        events = decide(before, seat, move)
        assert events, "a move causes something"
        for event in events:
            check_public(self.match, event)
            self.match = apply(self.match, event)
            check_cards(self.match)
        assert stored is None or _json(before) == stored, "a decision changes nothing"
        self.events += events
        self.counts["moves"] += 1
        ended = next((event for event in events if isinstance(event, DealEnded)), None)
        if ended is not None:
            check_points(self._now(), ended)
            assert ended.rummy == went_rummy(self.events, ended.winner), "going rummy is the whole hand in one turn"
            self.counts[ended.how] += 1
            self.counts["rummy"] += ended.rummy
        self.counts["left"] += isinstance(move, Leave)
        if any(isinstance(event, MatchEnded) for event in events):
            check_placings(self._now())
            self.counts["matches"] += 1

    def _check_stored(self) -> None:
        """Save, load, equal."""
        stored = [msgspec.json.encode(event) for event in self.events]
        read = [msgspec.json.decode(each, type=Event) for each in stored]
        assert read == self.events, "events survive their stored form"
        again = fold(read)
        assert again == self._now(), "the fold of the stored events is the match"
        assert _json(again) == _json(self._now())

    def _chance(self) -> str:
        return self.dice.randbytes(32).hex()

    def _now(self) -> Match:
        assert self.match is not None
        return self.match


# --- what must always be so ------------------------------------------------------------------------------------------------


def check_cards(match: Match) -> None:
    """No card is lost or doubled, and the played-by of a meld is as long as the meld."""
    deal = match.deal
    if deal is None:
        return
    cards = [*chain.from_iterable(deal.hands), *deal.stock, *deal.discards]
    for meld in deal.melds:
        cards += meld.cards
        assert len(meld.played_by) == len(meld.cards)
        again = read_meld(meld.cards, match.variant)
        assert again is not None, f"{meld} lies on the table"
        assert (again.kind, again.cards) == (meld.kind, meld.cards)
    assert len(cards) == 52, "no card is lost or doubled"
    assert set(cards) == set(FRENCH52), "no card is lost or doubled"


def check_points(match: Match, ended: DealEnded) -> None:
    """The price of a deal, worked out once more from the facts."""
    rules = match.variant
    held = [count(rules, hand) for hand in ended.hands]
    if ended.winner is not None:
        assert not ended.hands[ended.winner], "who is out holds nothing"
        expected = sum(held)
        if ended.rummy:
            expected = {"none": expected, "double": 2 * expected, "add": expected + rules.rummy_add}[rules.rummy_bonus]
        assert ended.points[ended.winner] == expected
        assert sum(ended.points) == expected
        assert rules.out_by == "any" or ended.how == "discard"
    else:
        assert not ended.rummy
        assert ended.how == "blocked"
        lowest = min(held[seat] for seat in match.staying())
        assert all(not ended.points[seat] for seat in match.left)
        pot = sum(points - lowest for points in held if points > lowest)
        assert pot - match.seats < sum(ended.points) <= pot


def went_rummy(events: Sequence[Event], winner: int | None) -> bool:
    """Looks back through the deal: whether the winner laid something on the table before his last draw."""
    if winner is None:
        return False
    his_last_turn = True
    for event in reversed(events):
        match event:
            case CardDrawn(seat=seat) | DiscardTaken(seat=seat) if seat == winner:
                his_last_turn = False
            case MeldLaid(seat=seat) | CardsLaidOff(seat=seat) if seat == winner and not his_last_turn:
                return False
            case CardsDealt():
                return True
    raise AssertionError("a deal begins with its cards")


def check_placings(match: Match) -> None:
    """Everybody has a place; by score for those who stay, then who left, the first to leave last."""
    placings = match.placings
    assert placings is not None
    staying = match.staying()
    for one in staying:
        assert placings[one] == 1 + sum(match.scores[other] > match.scores[one] for other in staying)
    assert [placings[seat] for seat in reversed(match.left)] == list(range(len(staying) + 1, match.seats + 1))


def check_every_move(match: Match, seat: int) -> None:
    """Every conceivable move is tried: accepted if it is offered, refused with its reason and without effect if not."""
    offered = {_comparable(move) for move in legal_moves(match, seat)}
    before = _json(match)
    for move in conceivable_moves(match, seat):
        accepted = _is_accepted(match, seat, move)
        several = isinstance(move, LayOff) and len(move.cards) > 1
        allowed = _in_steps(match, seat, move) if several else _comparable(move) in offered
        assert accepted == allowed, f"{move} by {seat}: {'accepted' if accepted else 'refused'}, offered are {sorted(offered)}"
        assert read_move(str(move)) == move, f"{move} prints as it is read"
    assert _json(match) == before, "a refused move changes nothing"


def conceivable_moves(match: Match, seat: int) -> list[SeatMove]:
    """Draws, every choice of cards of the hand as a meld, one and two of them on every meld, every discard."""
    deal = _deal(match)
    hand = deal.hands[seat]
    sizes = range(1, len(hand) + 1) if len(hand) <= 8 else (1, 2, 3, 4, 5)
    melds = [LayMeld(cards) for size in sizes for cards in combinations(hand, size)]
    some = [*((card,) for card in hand), *combinations(hand, 2)]
    lay_offs = [LayOff(cards, number) for number in range(1, len(deal.melds) + 1) for cards in some]
    return [DRAW, TAKE, *melds, *lay_offs, *map(Discard, hand)]


def _in_steps(match: Match, seat: int, move: SeatMove) -> bool:
    """Whether cards laid off together could be laid off one by one, in some order."""
    assert isinstance(move, LayOff)
    if not move.cards:
        return True
    for at, card in enumerate(move.cards):
        one = LayOff((card,), move.meld)
        if _comparable(one) not in {_comparable(each) for each in legal_moves(match, seat)}:
            continue
        after = fold(decide(match, seat, one), match)
        assert after is not None
        if _in_steps(after, seat, LayOff(move.cards[:at] + move.cards[at + 1 :], move.meld)):
            return True
    return False


def refuse_nonsense(match: Match, dice: random.Random, moves: Sequence[SeatMove]) -> None:
    """One move that nobody should make now; if it is not offered after all, it is refused and nothing else happens."""
    deal = _deal(match)
    cards = tuple(dice.sample(FRENCH52, dice.randint(1, 4)))
    move: SeatMove = dice.choice(
        (DRAW, TAKE, LayMeld(cards), LayOff(cards, dice.randint(0, len(deal.melds) + 1)), Discard(cards[0]), LayMeld(()))
    )
    seat = dice.randrange(match.seats)
    if seat == deal.turn and (_comparable(move) in map(_comparable, moves) or isinstance(move, LayOff)):
        return
    assert not _is_accepted(match, seat, move), f"{move} by {seat} is not offered but accepted"


def _is_accepted(match: Match, seat: int, move: SeatMove) -> bool:
    try:
        decide(match, seat, move)
    except IllegalMove as illegal:
        assert isinstance(illegal.refusal, REFUSALS), illegal.refusal  # noqa: PT017
        return False
    return True


def check_secrets(match: Match, dice: random.Random) -> None:
    """Redealing what a viewer cannot see leaves his view as it was, to the letter."""
    for viewer in (None, *range(match.seats)):
        seen = _json(view_for(match, viewer))
        assert _json(view_for(redealt(match, viewer, dice), viewer)) == seen, f"the view of {viewer} depends on hidden cards"
        named = cards_named(seen)
        hidden = hidden_from(match, viewer)
        assert not named & hidden, f"the view of {viewer} names {named & hidden}"


def hidden_from(match: Match, viewer: int | None) -> set[Card]:
    """The cards of the deal in play that this viewer does not see now, but for those that its moves may well name."""
    deal = _deal(match)
    if deal.ended is not None or match.is_over:
        return set()
    hidden = set(deal.stock)
    for seat, hand in enumerate(deal.hands):
        if seat != viewer:
            hidden |= set(hand) - ({deal.taken} if deal.taken is not None else set())
    return hidden - set(chain.from_iterable(chain.from_iterable(ended.hands) for ended in match.ended))


def cards_named(text: bytes) -> set[Card]:
    return {card for card in FRENCH52 if f'"{card}"'.encode() in text}


def redealt(match: Match, viewer: int | None, dice: random.Random) -> Match:
    """The same match, with all that this viewer cannot see dealt out anew."""
    deal = _deal(match)
    if deal.ended is not None or match.is_over:
        return match
    others = [seat for seat in range(match.seats) if seat != viewer]
    known = {deal.taken} if deal.taken is not None else set()
    pool = [card for seat in others for card in deal.hands[seat] if card not in known] + list(deal.stock)
    dice.shuffle(pool)
    hands = list(deal.hands)
    for seat in others:
        hands[seat] = tuple(card if card in known else pool.pop() for card in deal.hands[seat])
    drawn = deal.drawn
    if drawn in deal.hands[deal.turn] and drawn not in hands[deal.turn]:
        drawn = hands[deal.turn][-1]
    return replace(match, deal=replace(deal, hands=tuple(hands), stock=tuple(pool), drawn=drawn))


def check_public(before: Match | None, event: Event) -> None:
    """What everybody is told names no card that only some may know, and no seed."""
    told = _json(public_form(event))
    match event:
        case MatchStarted(seed=seed):
            secrets: set[Card] = set()
        case CardsDealt(seed=seed, upcard=upcard):
            secrets = set(FRENCH52) - {upcard}
        case CardDrawn(card=card):
            seed, secrets = "", {card}
        case StockRecycled(stock=stock):
            seed, secrets = "", set(stock)
        case _:
            assert public_form(event) == event
            return
    assert not cards_named(told) & secrets, f"{event} tells {cards_named(told) & secrets}"
    assert not seed or seed.encode() not in told, f"{event} tells the seed"


def _deal(match: Match) -> Deal:
    assert match.deal is not None
    return match.deal


def _comparable(move: SeatMove) -> str:
    return f"meld {' '.join(sorted(move.cards))}" if isinstance(move, LayMeld) else str(move)


def _json(thing: object) -> bytes:
    return msgspec.json.encode(thing)


def run(deals: int, seed: int, *, thorough: float = 0.02) -> Counter[str]:
    """So many deals or a few more, in matches with the numbers seed, seed + 1 …"""
    total: Counter[str] = Counter()
    while total["deals"] < deals:
        total += Run(seed, thorough=thorough).play().counts
        seed += 1
    return total


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--deals", type=int, default=1000)
    options.add_argument("--seed", type=int, default=0)
    chosen = options.parse_args()
    begun = time.perf_counter()
    total = run(chosen.deals, chosen.seed)
    took = time.perf_counter() - begun
    ends = ", ".join(f"{total[how]} by {how}" for how in ("discard", "meld", "layoff")) + f", {total['blocked']} blocked"
    print(f"{total['deals']} deals ({ends}; {total['rummy']} rummies) in {total['matches']} matches, {total['moves']} moves")
    print(f"no fault; {total['deals'] / took:.0f} deals a second, {total['moves'] / took:.0f} moves a second, all checked")


if __name__ == "__main__":
    main()
