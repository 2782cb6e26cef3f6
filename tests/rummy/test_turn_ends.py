"""Whether a turn can still end: the quick answer equals that of a slow search of all plays, and it is quick at any table."""

import random
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from bot.rummy.arrangement import melds_in
from bot.rummy.at import At
from bot.rummy.cards import Card, face, is_joker
from bot.rummy.events import Awaited, CardsLaidOff, JokerSwapped, MeldKind, MeldLaid
from bot.rummy.games import GAMES
from bot.rummy.legal_moves import legal_moves
from bot.rummy.match import Deal, Match, TableMeld, TablePlay, Turn
from bot.rummy.moves import TAKE, Take
from bot.rummy.steps.permissions import can_meld_again, touchable_melds
from bot.rummy.steps.plays import possible_lay_offs, possible_swaps, retire_meld
from bot.rummy.steps.turn_end import can_end_turn
from bot.rummy.variant import Variant
from tests.cpu_time import at_most
from tests.rummy.gauntlet.house_rules import random_variant
from tests.rummy.hands import table
from tests.rummy.presets import variant


def slow_can_end_turn(at: At) -> bool:
    """Try every sequence of plays."""
    if not at.hand:
        return at.rules.out_by == "any"
    return bool(at.may_discard()) or any(slow_can_end_turn(after(at, play)) for play in every_play(at))


def every_play(at: At) -> Iterator[TablePlay]:
    if can_meld_again(at):
        yield from (MeldLaid(at.seat, meld.kind, meld.cards) for meld in melds_in(at.hand, at.rules))
    for number in touchable_melds(at):
        yield from possible_lay_offs(at, number)
        if at.rules.wild_swap != "never":
            yield from possible_swaps(at, number)


def after(at: At, play: TablePlay) -> At:
    at = at.after([play])
    if isinstance(play, JokerSwapped):
        return at
    return at.after(retire_meld(at, play.meld if isinstance(play, CardsLaidOff) else len(at.deal.melds)))


def position(v: Variant, hand: tuple[Card, ...], melds: tuple[TableMeld, ...], *, melded: bool = True) -> Match:
    """Return a match in which seat 0 has taken the last card of its hand from the discard pile."""
    deal = Deal(
        number=1,
        dealer=1,
        seed="",
        hands=(hand, ()),
        known_hands=((), ()),
        stock=(),
        discard_pile=(),
        melds=melds,
        turn=Turn(0, 1, Awaited.PLAY, drawn_card=hand[-1], taken_card=hand[-1]),
        melded_seats=frozenset({0} if melded else ()),
        rummy_spoiled=frozenset(),
        is_all_at_once=False,
        recycles=0,
        end=None,
    )
    return Match(v, (0, 1), 1, (0, 0), (), deal, (), None, None, False)


@pytest.mark.parametrize("start", range(0, 400, 100))
def test_the_quick_answer_is_that_of_the_slow_search(start: int) -> None:
    answers = set()
    for number in range(start, start + 100):
        dice = random.Random(number)
        discard_taken = dice.choice(("forbid_face", "forbid_card"))
        drawn = iter(lambda: random_variant(dice), None)  # noqa: B023
        v = next(rules for rules in drawn if not (rules.growing_hands or rules.wild == "king"))
        v = replace(v, discard_taken=discard_taken, discard_from="start")
        deck = v.deck_for(v.players[0])
        one = dice.choice([card for card in deck if is_joker(card)] or deck) if dice.random() < 0.5 else dice.choice(deck)
        copies = [card for card in deck if face(card) == face(one)]
        hand = tuple(dice.sample(copies, min(len(copies), dice.randint(1, 3))))
        melds = table(dice, v, hand, dice.randint(0, 2)) if v.meld_retire_at != 3 else ()
        match = position(v, hand, melds, melded=dice.random() < 0.5)
        answer, case = slow_can_end_turn(At(match)), (number, hand, list(map(str, melds)), v)
        assert can_end_turn(At(match)) == answer, case
        assert not GAMES[v.game].has(Take) or (TAKE in legal_moves(before_taking(match), 0)) == answer, case
        answers.add(answer)
    assert answers == {True, False}


def before_taking(match: Match) -> Match:
    """Return the match before seat 0 takes the last card of its hand."""
    assert match.deal is not None
    *kept, top = match.deal.hands[0]
    hands, turn = (tuple(kept), ()), Turn(0, 1, Awaited.DRAW)
    return replace(match, deal=replace(match.deal, hands=hands, discard_pile=(top,), turn=turn))


def jokers_and_long_melds(**house_rules: str | int | bool) -> Match:
    v = variant(packs=2, jokers=6, wild="joker", run_suited=False, ace="around_corner", **house_rules)
    runs = ("4C 5D 6H", "7C 8D 9H", "10C JD QH", "4D 5C 6S", "7D 8C 9S", "10D JC QS", "4H 5S 6C", "7H 8S 9C")
    melds = tuple(TableMeld(MeldKind.RUN, tuple(map(Card, run.split())), (1, 1, 1), 1) for run in runs)
    return position(v, tuple(Card(f"JK{number}") for number in range(1, 7)), melds)


@pytest.mark.parametrize("out_by", ["discard_only", "any"])
def test_six_jokers_beside_eight_melds_are_judged_quickly(out_by: str) -> None:
    """With one joker taken from the discard pile, none may be discarded; the plays are 80 ** 6."""
    match = jokers_and_long_melds(out_by=out_by)
    with at_most(0.2):
        assert can_end_turn(At(match)) == (out_by == "any")
        assert bool(legal_moves(match, 0)) == (out_by == "any")


def test_a_lay_off_that_leaves_more_jokers_than_fit_is_refused() -> None:
    match = jokers_and_long_melds()
    assert match.deal is not None
    assert can_end_turn(At(match))
    full = tuple(map(Card, ["AC", "2D", "3H", "4C", "5D", "6H", "7C", "8D", "9H", "10C", "JD"]))
    few = position(match.variant, match.deal.hands[0][:3], (TableMeld(MeldKind.RUN, full, (1,) * 11, 1),))
    assert not can_end_turn(At(few))
    fewer = position(match.variant, match.deal.hands[0][:2], (TableMeld(MeldKind.RUN, full, (1,) * 11, 1),))
    assert can_end_turn(At(fewer))
