"""Hints: the move of *normal*, and reasons that are true for the position, by a second computation that sees all cards."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

import pytest

from bot.messages.names import Names
from bot.messages.sentences import sentence_text
from bot.messages.words import Languages
from bot.players import hint as reasons
from bot.players.choice import Level
from bot.players.computer_player import choose_move
from bot.players.game_play import Reason
from bot.players.hint import Hint, find_hint
from bot.rummy.arrangement import best_arrangement
from bot.rummy.at import At
from bot.rummy.cards import Card, face, is_joker, meld_face
from bot.rummy.decide import play
from bot.rummy.events import MeldKind
from bot.rummy.legal_moves import legal_moves, take_and_lay_moves
from bot.rummy.match import Deal, Match
from bot.rummy.melds import Meld, extend_meld, read_meld
from bot.rummy.moves import DRAW, TAKE, Discard, LayingMove, LayMeld, LayMelds, LayOff
from bot.rummy.variant import Variant
from bot.rummy.view import view_for
from tests.players.tables import SEED, any_choice, is_played, started, view_of
from tests.rummy.gauntlet.games import GAME_FACTS
from tests.rummy.hands import copies_of
from tests.rummy.presets import NAMES, ONE_OF_EACH_GAME, variant
from tests.rummy.transcript_words import deal_of
from tests.seeds import seeds

STEPS = 60
RARE = {reasons.CannotBeLaid, reasons.EndlessDeal, reasons.GetsJoker, reasons.OnlyDiscard, reasons.OnlyMove, reasons.OpensMeld}
"""Those that need a certain position."""


def hinted(preset: str, *lines: str, shown: str = "") -> tuple[str, str]:
    """Return the move of the hint in this position, and its reasons as people read them."""
    found = find_hint(view_of(preset, *lines, shown=shown), SEED)
    say = Languages({}).for_locale(None)
    return str(found.move), " ".join(sentence_text(one, say, Names({})) for one in found.reasons)


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("name", ONE_OF_EACH_GAME)
def test_every_reason_is_true_in_every_preset(name: str, seed: int) -> None:
    dice = random.Random(f"{name} {seed}")
    for _ in range(2):
        check_deal(started(dice, variant(name)), dice)


@pytest.mark.parametrize("seed", seeds(0, 60))
def test_every_reason_is_true_with_random_house_rules(seed: int) -> None:
    for nth in range(5):
        dice = random.Random(5 * seed + nth)
        check_deal(started(dice), dice)


def check_deal(match: Match, dice: random.Random) -> Counter[type[Reason]]:
    """Play on, check the hint in each position, and return how often there was each reason."""
    steps, found = 0, Counter[type[Reason]]()
    while is_played(match) and steps < STEPS:
        seat = match.seat_to_act()
        assert seat is not None
        view = view_for(match, seat)
        given = find_hint(view, SEED)
        assert given.move == choose_move(view, Level.NORMAL, SEED)
        assert given.reasons
        for reason in given.reasons:
            assert is_true(reason, given, match, seat), f"{given.move}: {reason} with {' '.join(deal_of(match).hands[seat])}"
            found[type(reason)] += 1
        match, steps = play(match, seat, any_choice(dice, view)), steps + 1
    return found


@pytest.mark.thorough
def test_every_reason_is_given_in_some_position() -> None:
    """Otherwise the tests above would prove little."""
    dice, missing = random.Random(3), set(Reason.__subclasses__()) - RARE
    presets = [*map(variant, NAMES), variant("colonel", challenge=True)]
    for nth in range(20 * len(presets)):
        if missing:
            missing -= set(check_deal(started(dice, presets[nth % len(presets)], 2), dice))
    assert not missing


def is_true(reason: Reason, given: Hint, match: Match, seat: int) -> bool:
    deal, rules = deal_of(match), match.rules_of(seat)
    hand, legal = deal.hands[seat], legal_moves(match, seat)
    top = deal.discard_pile[-1] if deal.discard_pile else Card("")
    may_lay = [move for move in legal if isinstance(move, LayingMove)]
    if TAKE in legal:
        may_lay += [move.laying for move in take_and_lay_moves(At(match))]
    match reason:
        case reasons.OnlyMove():
            return legal == [DRAW]
        case reasons.OnlyDiscard():
            return [move for move in legal if isinstance(move, Discard)] == [given.move]
        case reasons.MakesNoMeld():
            return not makes_meld(top, hand, match)
        case reasons.ImprovesNothing():
            return best_arrangement((*hand, top), rules).points >= best_arrangement(hand, rules).points
        case reasons.CannotBeLaid():
            return not may_lay
        case reasons.MakesMeld(with_cards=others):
            return bool(others) and is_meld((top, *in_hand(others, hand)), rules)
        case reasons.FitsMeld(meld=number):
            on = deal.melds[number - 1]
            return extend_meld(Meld(on.kind, on.cards), (top,), rules) is not None
        case reasons.GoesOut():
            return can_go_out(play(match, seat, given.move), seat)
        case reasons.LaysCards(count=count):
            return len(hand) - len(deal_of(play(match, seat, given.move)).hands[seat]) == count
        case reasons.GetsJoker():
            return sum(map(is_joker, deal_of(play(match, seat, given.move)).hands[seat])) == sum(map(is_joker, hand)) + 1
        case reasons.HoldsMelds(cards=cards):
            return bool(may_lay) and len(in_hand(cards, hand)) == len(cards)
        case reasons.OpensMeld(count=count):
            others = [len(held) for other, held in enumerate(deal.hands) if other != seat and other not in match.left_seats]
            opens = any(isinstance(move, LayMeld | LayMelds) for move in may_lay)
            return opens and min(others) == count and rules.layoff_scope == "all"
        case reasons.NextCouldUse(cards=cards):
            (needed,) = in_hand(cards, hand)
            return could_use(needed, match, seat)
        case reasons.NeedsOneCard(cards=cards, missing=missing):
            held = in_hand(cards, [card for card in hand if Discard(card) != given.move])
            completing = {face(card) for card in unseen(deal, seat) if is_meld((*held, card), rules)}
            return set(missing) == completing if missing else len(completing) > 4
        case reasons.FitsNothing(cards=cards):
            return not completing_beside(cards, match, seat)
        case reasons.MostPoints(cards=cards, points=points):
            (card,) = in_hand(cards, hand)
            others = [one for one in hand if one != card]
            return rules.points(card) == points > max(map(rules.points, others), default=-1)
        case reasons.LeastUseful(cards=cards, points=points, missing=missing):
            completing = completing_beside(cards, match, seat)
            return (
                points == sum(map(rules.points, in_hand(cards, hand))) and set(missing) == completing
                if missing
                else len(completing) > 4
            )
        case reasons.EndlessDeal(times=times):
            return deal.recycles == times
        case _:
            return GAME_FACTS[rules.game].is_true(reason, given.move, match)


def in_hand(shown: Iterable[str], hand: Sequence[Card]) -> list[Card]:
    """Return a card of the hand for each of these faces. Raise KeyError or IndexError if there is none."""
    copies = copies_of(hand)
    return [copies[face(Card(each))].pop() for each in shown]


def unseen(deal: Deal, seat: int) -> list[Card]:
    """Return the cards of the stock, and those of the others' hands that nobody has shown."""
    cards = [*deal.stock]
    for other, hand in enumerate(deal.hands):
        known = Counter(deal.known_hands[other])
        for card in hand if other != seat else ():
            if known[face(card)]:
                known[face(card)] -= 1
            else:
                cards.append(card)
    return cards


def is_meld(cards: Sequence[Card], rules: Variant) -> bool:
    """Return True if a hand makes a meld of these cards, in a deal with a contract one of its kinds."""
    return any(read_meld(cards, rules, MeldKind(kind)) is not None for kind in rules.meld_rules.kinds)


def makes_meld(card: Card, hand: Sequence[Card], match: Match) -> bool:
    """Return True if the card makes one of the smallest melds with others."""
    rules = match.rules_of(match.seat_to_act())
    rows = (row for size in {rules.set_size[0], rules.run_size} for row in combinations(hand, size - 1))
    return any(is_meld((card, *row), rules) for row in rows)


def completing_beside(shown: Iterable[str], match: Match, seat: int) -> set[str]:
    """Return the faces of the unseen cards that make a smallest meld with this card and others of the hand."""
    deal, rules = deal_of(match), match.rules_of(seat)
    (card,) = in_hand(shown, deal.hands[seat])
    others = [one for one in deal.hands[seat] if one != card]
    rows = [row for size in {rules.set_size[0], rules.run_size} for row in combinations(others, size - 2)]
    new = {face(one): one for one in unseen(deal, seat)}
    return {each for each, one in new.items() if any(is_meld((card, *row, one), rules) for row in rows)}


def could_use(card: Card, match: Match, seat: int) -> bool:
    """Return True if the next player could lay the card off, swap it for a joker, or meld it with cards that everyone knows."""
    deal, rules = deal_of(match), match.rules_of(seat)
    step = 1 if rules.direction == "clockwise" else -1
    order = [(seat + step * turns) % match.seats for turns in range(1, match.seats)]
    following = next(one for one in order if one not in match.left_seats)
    for meld in deal.melds if rules.layoff_scope != "none" else ():
        frees_joker = any(is_joker(one) and meld_face(one) == face(card) for one in meld.cards)
        fits = extend_meld(Meld(meld.kind, meld.cards), (card,), rules) is not None
        if (rules.layoff_scope == "all" or meld.owner == following) and (fits or (frees_joker and rules.wild_swap != "never")):
            return True
    return makes_meld(card, in_hand(deal.known_hands[following], deal.hands[following]), match)


def can_go_out(match: Match, seat: int) -> bool:
    """Return True if the seat has gone out, or can with its last card."""
    if (ended := deal_of(match).end) is not None:
        return ended.winner == seat
    after = (deal_of(play(match, seat, move)).end for move in legal_moves(match, seat) if isinstance(move, Discard | LayOff))
    return any(end is not None and end.winner == seat for end in after)


def test_a_pair_is_kept_for_the_unseen_cards_that_complete_it() -> None:
    lines = ("deal 7S 8S 2C 4D KD JH | 3C 4H 5C 9C 10D QC", "stock QH", "drawn KD")
    useless = "K♦ needs two more cards for a meld."
    assert hinted("rami", *lines, "discards AH")[1] == f"{useless} Keep 7♠ 8♠: 6♠ or 9♠ would complete them."
    assert hinted("rami", *lines, "discards 6S AH")[1] == f"{useless} Keep 7♠ 8♠: 9♠ would complete them."


def test_the_least_useful_card_is_thrown_for_what_it_waits_for() -> None:
    lines = ("deal AC 2C 8D 10D 10C | 3H 4H 5C 9C QC", "stock QH", "discards 7H", "drawn 8D")
    assert hinted("rami", *lines)[1].startswith("A♣ counts 1, and only 3♣ would complete a meld with it. ")


def test_a_card_that_the_next_player_could_use_is_kept() -> None:
    lines = ("deal 2C 3C 2D 7D | 7H 7S 4S KD", "stock 10H", "discards QC", "drawn 7D")
    assert hinted("rami", *lines, shown="7H 7S")[1] == "Keep 7♦: the next player could use it."


def test_a_discard_is_taken_for_the_meld_that_it_makes_or_fits() -> None:
    table = ("stock QH", "discards 7H")
    assert hinted("rami", "deal 7C 7D 2S KH | 3C 4D", *table) == ("take", "7♥ makes a meld with 7♣ 7♦.")
    assert hinted("rami", "deal 9D 2S KH | 3C 4D", *table, "meld 1: 7C 7D 7S by 1") == ("take", "7♥ fits meld 1 on the table.")
    assert hinted("rami", "deal 7C 9D 2S KH | 3C 4D", *table) == ("draw stock", "7♥ makes no meld with your cards.")


def test_laying_says_how_many_cards_leave_the_hand_or_that_it_goes_out() -> None:
    table = ("stock QH", "discards AH")
    hand = ("deal 7C 7D 7H 2S KH JD | 3C 4H", "drawn JD")
    assert hinted("rami", *hand, *table) == ("meld 7C 7D 7H", "That's 3 cards fewer in your hand.")
    last = ("deal 7C 7D 7H 2S | 3C 4H", "drawn 2S")
    assert hinted("rami", *last, *table) == ("meld 7C 7D 7H", "You can go out this turn.")


def test_a_meld_that_is_kept_is_named() -> None:
    hand = "deal 7C 7D 7H 2S KH 9D 4C JD 5S 10C | 3C 4H 9C 8D 8S 2D 3D 6C"
    lines = (hand, "stock QH", "discards AH", "drawn 10C", "with melds_per_turn unlimited")
    assert hinted("rami", *lines)[1].startswith("Keep 7♥ 7♣ 7♦: aim to go out in one go. ")


def test_no_meld_is_opened_for_an_opponent_with_one_card() -> None:
    lines = ("deal XI XII MATTO II IIII VI | I", "stock X", "discards VIIII", "drawn VI", "played 0")
    assert hinted("cuccu", *lines)[1].startswith("Lay no meld: an opponent with 1 card could lay off. ")


def test_a_discard_that_could_not_be_laid_is_left() -> None:
    lines = ("deal 7C 7D | 3C 4D", "stock QH", "discards 7H", "with out_by discard_only")
    assert hinted("rami", *lines) == ("draw stock", "You couldn't lay 7♥ this turn.")


def test_before_a_stage_a_hint_says_whether_the_discard_brings_one_nearer() -> None:
    lines = ("deal 7C 7D 9H 9S 2C 3D 5H 6S QC AD | 3C 4D 8S", "stock QH")
    assert hinted("ten_stages", *lines, "discards JS") == ("draw stock", "J♠ doesn't bring you nearer to your stage.")
    assert hinted("ten_stages", *lines, "discards 7H") == ("take", "With 7♥, your stage lacks 1 card.")


def test_a_joker_on_the_table_is_a_reason_to_swap() -> None:
    lines = ("deal 7H KC 9D 2S | 3C 4D", "stock QH", "discards 2H", "drawn 9D", "meld 1: 6H JK1=7H 8H by 1", "awaits play")
    assert hinted("wrotham", *lines) == ("swap 7H 1", "7♥ frees the joker in meld 1.")


def test_the_hint_of_an_endless_deal_says_how_often_the_stock_was_refilled() -> None:
    lines = ("deal 2C 3C 7D JS 9H | 7H 7S 4S KD", "stock 10H", "discards QC", "taken 2C", "recycles 3")
    view = view_of("rami", *lines)
    assert reasons.EndlessDeal(3) in {one for seed in range(20) for one in find_hint(view, str(seed)).reasons}


def test_the_only_move_is_called_so() -> None:
    assert hinted("rami", "deal 7C 9D | 3C 4D", "stock QH") == ("draw stock", "You have no other move.")
    only = ("deal 7H 2C | 3C 4D", "stock QH", "discards 9D", "taken 7H")
    assert hinted("rami", *only) == ("discard 2C", "You can discard no other card.")
    last = ("deal 2C | 3C 4D", "stock QH", "discards 9D", "drawn 2C")
    assert hinted("rami", *last) == ("discard 2C", "You can go out this turn."), "it wins the deal"
