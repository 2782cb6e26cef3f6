"""The statistics of a person, from the facts of matches and deals, and the lines of the match history."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from bot.league.match_facts import Placing, history_line
from bot.league.stats import BestDeal, HeadToHead, Stats
from bot.rummy.cards import Card
from bot.rummy.events import DealEnded, EndedBy
from bot.rummy.match import deal_points
from bot.rummy.variant import Variant
from tests.league.folds import compute_stats, history_lines
from tests.league.random_season import season_of
from tests.league.written_matches import ANN, BEN, CEM, DEE, HOUR, MONDAY, played
from tests.rummy.presets import variant


def _deal(said: str, *, rules: Variant | None = None, rummy: bool = False) -> DealEnded:
    """Return a deal: by seat, the cards left in hand, `-` for the seat that went out, or `gone` for one that had left."""
    hands = tuple(tuple(map(Card, part.split())) if part not in ("-", "gone") else () for part in said.split(" | "))
    winner = next((seat for seat, part in enumerate(said.split(" | ")) if part == "-"), None)
    points = deal_points(rules or variant("rami"), hands, [], winner=winner, rummy=rummy)
    return DealEnded(EndedBy.BLOCKED if winner is None else EndedBy.DISCARD, winner, rummy, hands, points)


MATCHES = [
    played("Ann 1 27 · Ben 2 0 · Cem 3 0", 1, deals=(_deal("- | KS | 7H 2C"), _deal("- | 3D | 5S"))),
    played("Ben 1 10 · Ann 2 0", 2, ended=MONDAY + HOUR, deals=(_deal("- | QS"), _deal("4S | 6S"))),
    played("Ann 1 9 · Ben 3 0 left · Cem 1 9", 3, ended=MONDAY + 2 * HOUR, deals=(_deal("- | gone | 9S", rummy=True),)),
]


def test_a_walkover_is_no_win_and_only_the_person_who_left_has_a_place() -> None:
    walkover = replace(played("Ann 1 · Ben 2 left"), is_walkover=True)
    ann, ben = (compute_stats([walkover], person) for person in (ANN, BEN))
    assert (ann.matches, ann.wins, ann.places, ann.against) == (0, 0, (), {})
    assert (ben.matches, ben.wins, ben.places, ben.against) == (1, 0, (0, 1), {})
    assert (ann.abandoned, ben.abandoned) == (0, 1)


def test_stats_count_the_matches_and_their_deals() -> None:
    assert compute_stats(MATCHES, ANN) == Stats(
        person=ANN,
        matches=3,
        wins=2,
        places=(2, 1),
        deals=5,
        rummies=1,
        best_deal=BestDeal(1, 1, 19),
        average_left=Fraction(16, 2),
        against={BEN: HeadToHead(won=2, lost=1), CEM: HeadToHead(won=1, level=1)},
    )
    ben = compute_stats(MATCHES, BEN)
    assert (ben.matches, ben.wins, ben.places, ben.deals) == (3, 1, (1, 1, 1), 4)
    assert ben.average_left == Fraction(10 + 3 + 4, 3)
    assert ben.best_deal == BestDeal(2, 1, 10)


def test_a_person_who_has_not_played_has_empty_stats() -> None:
    assert compute_stats(MATCHES, DEE) == Stats(DEE, 0, 0, (), 0, 0, None, None, {})


def test_stats_ignore_voided_matches_and_matches_without_another_person() -> None:
    alone = played("Ann 1 9 · Ben 2 0 computer", 4, deals=(_deal("- | 9S"),))
    assert compute_stats([alone, replace(MATCHES[0], voided=True)], ANN).matches == 0


@pytest.mark.parametrize(
    ("rules", "rummy", "best"),
    [
        (variant("cuccu"), False, 9),
        (variant("cuccu"), True, 18),
        (variant("ramino", scoring="penalty", rummy_bonus="add"), True, 19),
        (variant("rami", scoring="payment", match_deals=2, match_target="none"), False, 9),
    ],
)
def test_the_best_deal_with_penalties_and_payments_is_what_the_others_lost(rules: Variant, rummy: bool, best: int) -> None:
    card = "V IIII" if rules.deck == "cuccu40" else "5S 4S"
    deal = _deal(f"- | {card}", rules=rules, rummy=rummy)
    match = played("Ann 1 · Ben 2", 8, rules=rules, deals=(deal,))
    assert compute_stats([match], ANN).best_deal == BestDeal(8, 1, best)
    assert compute_stats([match], BEN).best_deal is None


def test_head_to_head_results_agree_from_both_sides() -> None:
    history = season_of(31, matches=60, people=6)
    everyone = {person: compute_stats(history, person) for person in range(1, 7)}
    for one in everyone.values():
        assert sum(one.places) == one.matches
        for person, against in one.against.items():
            back = everyone[person].against[one.person]
            assert (against.won, against.lost, against.level) == (back.lost, back.won, back.level)


_DEAL = DealEnded(EndedBy.DISCARD, 1, False, ((Card("KS"),), (), (Card("KH"),), (Card("2C"),)), (0, 22, 0, 0))
HISTORY = [
    played("Ann 1 27 · Ben 2 0 · Cem 3 0", 1),
    played("Ben 1 10 · Ann 2 0", 2, ended=MONDAY + HOUR),
    played("Ann 1 9 · Ben 3 0 left · Cem 1 9", 3, ended=MONDAY + 2 * HOUR),
]


def test_a_history_line_lists_the_people_by_place() -> None:
    line = history_line(played("Ann 3 2 left · Ben 2 5 · Cem 1 9 · Dee 4 1 computer", 7, deals=(_DEAL,)))
    assert line.people == (
        Placing(CEM, 1, 9, has_left=False),
        Placing(BEN, 2, 5, has_left=False),
        Placing(ANN, 3, 2, has_left=True),
    )
    assert (line.match, line.game, line.deals, line.computers, line.is_voided) == (7, "Rami", 1, 1, False)


def test_a_history_lists_the_newest_match_first_and_includes_voided_ones() -> None:
    history = [replace(HISTORY[0], voided=True), *HISTORY[1:]]
    assert [(line.match, line.is_voided) for line in history_lines(history)] == [(3, False), (2, False), (1, True)]
    assert [line.match for line in history_lines(history, CEM)] == [3, 1]
