"""Tries every conceivable move: it is accepted if it is offered, and otherwise refused with its reason and without effect."""

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice

from bot.rummy.apply import fold
from bot.rummy.cards import Card, is_joker, meld_face
from bot.rummy.decide import decide
from bot.rummy.games import GAMES
from bot.rummy.legal_moves import legal_moves
from bot.rummy.match import Match
from bot.rummy.melds import Meld, extensions, readings
from bot.rummy.moves import (
    DRAW,
    TAKE,
    TAKE_BACK,
    Discard,
    Draw,
    Knock,
    LayMeld,
    LayMelds,
    LayOff,
    SeatMove,
    Swap,
    Take,
    TakeBack,
    TakeFrom,
    read_move,
)
from bot.rummy.steps.laying import MOST_MELDS
from bot.rummy.view import view_for
from tests.rummy.gauntlet.position import is_accepted, json
from tests.rummy.transcript_words import comparable, deal_of

_MOST_READINGS = 40


def check_every_move(match: Match, seat: int) -> None:
    moves, before = legal_moves(match, seat), json(match)
    offered = set(map(comparable, moves))
    for move in moves:
        assert is_accepted(match, seat, move), f"{move} by {seat} is offered but refused"
    accepted: set[str] = set()
    for move in conceivable_moves(match, seat):
        assert read_move(str(move)) == move, f"{move} prints as it is read"
        if is_accepted(match, seat, move):
            if isinstance(move, LayOff) and len(move.cards) > 1:
                is_in_steps = match.rules.wild == "king" or _in_steps(match, seat, move)  # a king alone goes above
                assert is_in_steps, f"{move} by {seat} is accepted, but not card by card"
            elif _is_listed(match, move, moves):
                accepted.add(comparable(move))
        elif isinstance(move, LayOff) and len(move.cards) > 1:
            assert not _in_steps(match, seat, move), f"{move} by {seat} is refused, but not card by card"
    missing = accepted - offered
    assert not missing, f"accepted from {seat}, but not offered: {sorted(missing)}; offered are {sorted(offered)}"
    known = (
        offered if not deal_of(match).is_all_at_once else {comparable(move) for move in moves if not isinstance(move, LayMelds)}
    )
    assert len(moves) >= MOST_MELDS or not _more(known, accepted), f"offered to {seat}, but not tried: {known - accepted}"
    assert json(match) == before, "a refused move changes nothing"


def _more(known: set[str], accepted: set[str]) -> set[str]:
    """Return what is offered but not tried, apart from melds of larger hands, and what is taken from deep in the pile."""
    return {each for each in known - accepted if not each.startswith(("meld ", "take "))}


def _is_listed(match: Match, move: SeatMove, moves: Sequence[SeatMove]) -> bool:
    """Return True if exactly this move must be offered.

    Jokers in runs of several suits, and melds all at once, have too many forms.
    """
    if isinstance(move, LayMeld):
        return (
            len(moves) < MOST_MELDS
            and not deal_of(match).is_all_at_once
            and (match.variant.run_suited or not any(map(is_joker, move.cards)))
        )
    return True


def conceivable_moves(match: Match, seat: int) -> Iterator[SeatMove]:
    """Return every choice of the hand as a meld, one or two cards on every meld, every swap, and takings from the pile.

    Of other kinds of moves that the game has, and of draws, those without a card, and those with any one card of the hand.
    """
    deal = deal_of(match)
    hand = deal.hands[seat]
    kinds = {Draw, Take, TakeBack, Discard}.union(*(phase.causes for phase in GAMES[match.variant.game].phases.values()))
    for kind in sorted(kinds, key=str):
        if kind.__struct_fields__ in ((), ("card",)):
            yield from (kind(card) for card in hand) if kind.__struct_fields__ else (kind(),)
    if Knock in kinds:
        yield from (Knock(), *map(Knock, hand))
    if TakeFrom in kinds:
        yield from _takings(match, hand)
    sizes = range(1, len(hand) + 1) if len(hand) <= 8 else (1, 2, 3, 4)
    for size in sizes:
        for cards in combinations(hand, size):
            yield from _melds(cards, match)
    for number, on in enumerate(deal.melds, start=1):
        for card in hand:
            ways = islice(extensions(Meld(on.kind, on.cards), (card,), match.variant), _MOST_READINGS)
            declared = (
                [tuple(each for each in way.cards if each.startswith(card + "=")) for way in ways] if is_joker(card) else []
            )
            yield from (LayOff(cards, number) for cards in declared or [(card,)])
            yield Swap(card, number)
        for pair in combinations([card for card in hand if not is_joker(card)], 2):
            yield LayOff(pair, number)


def _takings(match: Match, hand: Sequence[Card]) -> Iterator[TakeFrom]:
    """Yield takings of cards near the ends of the pile, laid alone or with two others, and of one that isn't there."""
    deal = deal_of(match)
    pile = deal.discard_pile
    yield from (TakeFrom(card, LayMeld(tuple(hand[:3]))) for card in (*pile[-1:], *hand[:1]))
    for place in sorted({*range(len(pile))[:1], *range(len(pile))[-3:]}):
        card, held = pile[place], (*hand, *pile[place + 1 :])
        yield TakeFrom(card)
        for pair in combinations(held, 2):
            yield from (TakeFrom(card, LayMeld(way.cards)) for way in readings((card, *pair), match.variant))
        for number, on in enumerate(deal.melds, start=1):
            ways = [way.cards for way in extensions(Meld(on.kind, on.cards), (card,), match.variant)]
            laid = [tuple(each for each in way if each.startswith(card + "=")) for way in ways] if is_joker(card) else [(card,)]
            yield from (TakeFrom(card, LayOff(cards, number)) for cards in laid)


def _melds(cards: tuple[Card, ...], match: Match) -> Iterator[LayMeld]:
    """Return every meld that the cards can be; the cards as they are if there is none."""
    ways = list(islice(readings(cards, match.variant), _MOST_READINGS))
    if not ways:
        yield LayMeld(cards)
    for way in ways:
        both = len(list(readings(way.cards, match.variant))) > 1
        yield LayMeld(way.cards, way.kind if both else None)


def _in_steps(match: Match, seat: int, move: LayOff) -> bool:
    """Return True if cards laid off together could be laid off on that meld one by one, in some order."""
    if not move.cards:
        return True
    deal = deal_of(match)
    offered = {comparable(each) for each in legal_moves(match, seat)}
    for at, card in enumerate(move.cards):
        one = LayOff((card,), move.meld)
        if comparable(one) not in offered:
            continue
        after = fold(decide(match, seat, one), match)
        assert after is not None
        rest = move.cards[:at] + move.cards[at + 1 :]
        if rest and len(deal_of(after).melds) < len(deal.melds):
            continue  # the meld has retired
        if _in_steps(after, seat, LayOff(rest, move.meld)):
            return True
    return False


def refuse_nonsense(match: Match, dice: random.Random, moves: Iterable[SeatMove]) -> None:
    """Make a move that nobody should make now. If it isn't offered after all, it is refused and nothing else happens."""
    deal = deal_of(match)
    deck = match.variant.deck_for(match.seats)
    cards = tuple(dice.sample(deck, dice.randint(1, 4)))
    number = dice.randint(0, len(deal.melds) + 1)
    nonsense = (
        DRAW,
        TAKE,
        TAKE_BACK,
        LayMeld(cards),
        LayOff(cards, number),
        Swap(cards[0], number),
        Discard(cards[0]),
        LayMeld(()),
    )
    move, seat = dice.choice(nonsense), dice.randrange(match.seats)
    if seat == deal.turn.seat and (comparable(move) in map(comparable, moves) or isinstance(move, LayMeld | LayOff)):
        return
    assert not is_accepted(match, seat, move), f"{move} by {seat} is not offered but accepted"


def check_best_melds(match: Match, seat: int) -> None:
    """Check that, if any meld can be laid, the named best melds can be laid with one press each."""
    view = view_for(match, seat)
    if view.arrangement is None or deal_of(match).is_all_at_once:
        return
    laid = {tuple(map(meld_face, move.cards)) for move in view.moves if isinstance(move, LayMeld)}
    for meld in view.arrangement.melds:
        kind = meld.kind if len(list(readings(meld.cards, match.variant))) > 1 else None
        if is_accepted(match, seat, LayMeld(meld.cards, kind)):
            assert tuple(map(meld_face, meld.cards)) in laid, f"{meld} is named to {seat}, but not offered"
