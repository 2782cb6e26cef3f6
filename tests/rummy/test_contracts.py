"""The ways to lay a contract, compared with a slow solver that tries every choice of cards (RULES 8.27)."""

import random
from collections.abc import Sequence

import pytest

from bot.rummy.cards import Card, physical_card
from bot.rummy.legal_moves import legal_moves
from bot.rummy.moves import LayMelds
from bot.rummy.variant import CONTRACTS, Variant, Wanted
from bot.rummy.ways_to_lay import ways_to_open
from tests.rummy import slow_solver
from tests.rummy.hands import hand
from tests.rummy.presets import variant
from tests.rummy.transcript_position import match_at
from tests.seeds import seeds

HANDS = 10


def can_lay(cards: Sequence[str], wanted: Sequence[Wanted], v: Variant, *, whole: bool) -> bool:
    """Return True if the melds of the contract can be laid, with `whole` all cards in longer ones too."""
    if not wanted:
        return not (whole and cards)
    for bits, chosen in slow_solver.every_choice(cards):
        most = len(cards) - sum(meld.size for meld in wanted[1:]) if whole else wanted[0].size
        fits = wanted[0].size <= len(chosen) <= most
        if not fits or (whole and not bits & 1) or not any(kind == wanted[0].kind for kind, _ in slow_solver.rows(chosen, v)):
            continue
        left = [card for at, card in enumerate(cards) if not bits >> at & 1]
        if can_lay(left, wanted[1:], v, whole=whole):
            return True
    return False


def contract_hand(dice: random.Random, v: Variant, wanted: Sequence[Wanted], cards: int) -> tuple[Card, ...]:
    """Return cards that are a contract in half of the cases, a few of them jokers or changed."""
    if dice.random() < 0.4:
        return hand(dice, v, cards)
    deck = list(v.deck_for(2))
    found: list[Card] = []
    for meld in wanted:
        rank, suit = dice.randrange(14 - meld.size), dice.choice("CDHS")
        run = [slow_solver.RANKS[rank + at] + suit for at in range(meld.size)]
        for at in range(meld.size):
            ranks = [run[at]] if meld.kind == "run" else [slow_solver.RANKS[rank] + each for each in "CDHS"]
            same = [card for card in deck if slow_solver.printed(card) in ranks]
            found.append(dice.choice(same or deck))
            deck.remove(found[-1])
    for _ in range(dice.choice((0, 0, 1, 2))):
        joker = next((card for card in deck if card.startswith("JK")), deck[0])
        deck.remove(joker)
        found[dice.randrange(len(found))] = joker
    return tuple(found + dice.sample(deck, cards - len(found)))


@pytest.mark.parametrize("seed", seeds(0, 3))
@pytest.mark.parametrize("deal", range(1, len(CONTRACTS) + 1))
def test_a_contract_is_found_exactly_if_the_slow_solver_finds_it(deal: int, seed: int) -> None:
    dice, v = random.Random(f"{deal} {seed}"), variant("contract").for_deal(deal)
    wanted, whole = v.contract or (), v.meld_all_at_once == "always"
    found = 0
    for _ in range(HANDS):
        made = [*wanted[1:], Wanted("run", 5)] if whole else wanted
        cards = contract_hand(dice, v, made, sum(meld.size for meld in made) + (not whole))
        ways = list(ways_to_open(cards, v))
        assert bool(ways) == can_lay(cards, wanted, v, whole=whole), cards
        found += bool(ways)
        for melds in ways:
            laid = [physical_card(card) for meld in melds for card in meld.cards]
            assert len(set(laid)) == len(laid)
            assert set(laid) <= set(cards)
            assert sorted(meld.kind.value for meld in melds) == sorted(meld.kind for meld in wanted)
            assert len(laid) == (len(cards) if whole else sum(meld.size for meld in wanted))
            for meld in melds:
                assert meld.kind.value in {kind for kind, _ in slow_solver.rows(meld.cards, v)}
    assert found


def test_the_last_contract_is_offered_to_a_hand_of_one_suit_with_jokers() -> None:
    hand = "deal 4C' 6C' 7C JK1 8C 9C JC JK2 AC' 2C' 3C' 4C 5C | 2D 3D"
    match = match_at("contract", "number 7", hand, "stock 9D", "discards 6S", "drawn 5C")
    assert any(isinstance(move, LayMelds) for move in legal_moves(match, 0))
