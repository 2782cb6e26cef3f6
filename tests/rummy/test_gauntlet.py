"""The gauntlet from seeds that stay (`make gauntlet` tries others): every preset and number of players, and house rules."""

from collections import Counter

import pytest
from msgspec.structs import replace

from bot.rummy.events import DealEnded, EndedBy
from tests.rummy.gauntlet import Run, run
from tests.rummy.gauntlet.facts import check_shown
from tests.rummy.presets import NAMES, variant
from tests.rummy.transcript_position import Position
from tests.rummy.transcript_words import read_cards

SEATS = [(name, players) for name in NAMES for players in range(variant(name).players[0], variant(name).players[1] + 1)]
QUICKEST = 18000


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "players"), [*SEATS, ("wrotham", 3), ("wrotham", 5)])
def test_every_preset_runs_the_gauntlet_with_every_number_of_players(name: str, players: int) -> None:
    """Wrotham is also played with the five players that a table may allow (RULES 5.14). No robot lays ten stages."""
    rules = variant(name) if (name, players) in SEATS else variant(name, players="[2, 5]")
    rules = replace(rules, match_deals=4) if name == "ten_stages" else rules
    assert Run(players, rules=rules, players=players).play().counts["matches"] == 1


def test_deals_of_random_house_rules_run_the_gauntlet() -> None:
    assert run(deals=5, seed=QUICKEST)["deals"] >= 5


def test_deals_of_computers_with_random_house_rules_run_the_gauntlet_and_end() -> None:
    assert run(deals=3, seed=QUICKEST, computers=True)["deals"] >= 3


@pytest.mark.thorough
def test_the_gauntlet_meets_every_kind_of_ending_and_play() -> None:
    wanted = (
        *("discard", "meld", "layoff", "blocked", "rummy", "left", "matches"),
        *("swaps", "retired", "taken back", "contradictions"),
    )
    met: Counter[str] = Counter()
    for seed in range(2119, 2419):
        met += Run(seed, thorough=0.0).play().counts
        if all(met[how] for how in wanted):
            return
    pytest.fail(f"not met: {[how for how in wanted if not met[how]]}")


@pytest.mark.parametrize(("left", "shown"), [("2S", "7C 7D 8H"), ("", "7C 7D 7H"), ("2S 7H", "7C 7D 7H")])
def test_a_hand_that_shows_no_meld_or_not_all_its_cards_is_a_fault(left: str, shown: str) -> None:
    position = Position("rami", hands=(read_cards("7C 7D 7H 2S"), read_cards("3C")), stock=read_cards("QH"))

    def end(left: str, shown: str) -> DealEnded:
        hands = (read_cards(left), read_cards("3C"))
        return DealEnded(EndedBy.BLOCKED, None, rummy=False, hands=hands, points=(0, 0), shown=((read_cards(shown),), ()))

    check_shown(position.match(), end("2S", "7C 7D 7H"))
    with pytest.raises(AssertionError):
        check_shown(position.match(), end(left, shown))


def test_a_match_with_too_few_cards_for_its_seats_does_not_start() -> None:
    """RULES 5.23: forty cards are too few for three hands of fourteen, and so for four players of whom one may leave."""
    rules = variant("cuccu", hand_size="{ 2 = 5, 3 = 14, 4 = 5 }")
    for players in (3, 4):
        assert Run(1, rules=rules, players=players).play().counts["refused starts"] == 1


@pytest.mark.thorough
def test_a_tie_for_the_first_place_is_played_on() -> None:
    """The hands are court cards that count nothing: many deals end with nothing won."""
    rules = variant("rami", hand_size=2, court_points=0, recycle_max=0, match_deals=1, match_target="none", tie="extra_deal")
    met: Counter[str] = Counter()
    for seed in range(60):
        met += Run(seed, rules=rules, players=2, thorough=0.0).play().counts
    assert met["extra deals"]


def test_the_same_seed_gives_the_same_gauntlet() -> None:
    assert Run(7).play().events == Run(7, thorough=0.02).play().events
