"""The deal of the day, without a service: its games, its seeds and its times."""

import re
from datetime import UTC, datetime
from itertools import pairwise

import pytest

from bot.league.days import DAY_MS
from bot.rummy.apply import apply
from bot.rummy.cards import commitment
from bot.rummy.contradictions import contradictions
from bot.rummy.decide import decide
from bot.rummy.events import CardsDealt
from bot.rummy.moves import DealCards, StartMatch
from bot.rummy.variant import differing_questions
from bot.tables.daily import (
    GAMES_OF_DAYS,
    GRACE_MS,
    HOUSE_RULES_OF_WEEKS,
    day_at,
    deals_of,
    end_of,
    fingerprint_of,
    game_of,
    is_revealed,
    seed_of,
)
from tests.rummy.gauntlet import Run
from tests.rummy.presets import NAMES, variant
from tests.tables.days_results import hashes

SECRET = "5c" * 32
PRESETS = {name: variant(name) for name in NAMES}
MONDAY = day_at(int(datetime(2026, 11, 30, tzinfo=UTC).timestamp() * 1000))
SATURDAYS = range(MONDAY + 5, MONDAY + 5 + 7 * len(HOUSE_RULES_OF_WEEKS), 7)
DAYS = range(MONDAY, MONDAY + 7 * 6)
HASHES = [
    "57e43f5de2dce60b",
    "f87d4eb1e76e8065",
    "94e372b418db9147",
    "9e38de4292108fa1",
    "60c601f1f25363ff",
    "bb864c77cc3a7cdd",
    "44b3e7f1aab8332b",
]
"""Of what three people get on each day of a week, on every Python."""


def test_each_weekday_has_its_games_in_turn() -> None:
    games = [game_of(MONDAY + nth, PRESETS) for nth in range(7 * 6)]
    for weekday, names in enumerate(GAMES_OF_DAYS):
        shown = [game.variant.name for game in games[weekday::7]]
        assert set(shown) == set(names)
        assert all(one != other for one, other in pairwise(shown)) or len(names) == 1
    for game in games:
        assert game.computers == min(2, variant(game.variant.name).players[1] - 1)
        assert (game.variant.stock, game.variant.match_deals, game.variant.match_target) == ("own", 1, "none")
        assert not game.variant.can_recycle_again(0)
        assert not any(contradictions(game.variant))


def test_a_saturday_has_a_house_rule_and_other_days_have_none() -> None:
    for day in range(MONDAY, MONDAY + 7 * len(HOUSE_RULES_OF_WEEKS)):
        game = game_of(day, PRESETS)
        assert bool(differing_questions(game.variant, game.preset)) == (day in SATURDAYS)
    rules = [game_of(day, PRESETS).variant for day in SATURDAYS]
    assert all(one != other for one, other in pairwise(rules)), "each week another one"


@pytest.mark.parametrize("day", [*{game_of(day, PRESETS).preset.name: day for day in DAYS}.values(), *SATURDAYS])
def test_every_game_of_a_day_can_be_played_to_its_end(day: int) -> None:
    game = game_of(day, PRESETS)
    assert not any(contradictions(game.variant))
    run = Run(day, rules=game.variant, players=game.computers + 1, computers=True).play()
    assert run.counts["matches"] == 1


def test_a_day_is_one_of_utc() -> None:
    last = int(datetime(2026, 11, 30, 23, 59, 59, tzinfo=UTC).timestamp() * 1000)
    assert (day_at(last), day_at(last + 1000)) == (MONDAY, MONDAY + 1)
    assert end_of(MONDAY) == last + 1000 == (MONDAY + 1) * DAY_MS
    assert not is_revealed(MONDAY, end_of(MONDAY) + GRACE_MS - 1)
    assert is_revealed(MONDAY, end_of(MONDAY) + GRACE_MS)


def test_the_seed_of_a_day_is_fixed_by_the_secret_and_the_fingerprint_is_that_of_the_dealt_cards() -> None:
    # printf 20000 | openssl dgst -sha256 -mac HMAC -macopt hexkey:5c5c…
    assert deals_of(SECRET, 20_000) == "6cf068bbb94233322bbbd429d88cfa04cefba9b26638c8cabcae3b418475cd69"
    seeds = {seed_of(SECRET, day) for day in range(400)}
    assert len(seeds) == 400
    assert not seeds & {deals_of(SECRET, day) for day in range(400)}
    assert all(re.fullmatch("[0-9a-f]{64}", seed) for seed in seeds)
    assert seed_of("c5" * 32, 1) != seed_of(SECRET, 1)
    game = game_of(MONDAY, PRESETS)
    (started,) = decide(None, None, StartMatch(game.variant, 3, "00" * 32, ((0, 1, 2), 2)))
    (event,) = decide(apply(None, started), None, DealCards(seed_of(SECRET, MONDAY)))
    assert isinstance(event, CardsDealt)
    assert commitment(event.seed) == fingerprint_of(SECRET, MONDAY)


def test_seeds_of_days_look_like_chance() -> None:
    bits = "".join(f"{int(seed_of(SECRET, day), 16):0256b}" for day in range(200))
    assert abs(bits.count("1") / len(bits) - 0.5) < 0.01


def test_the_same_moves_lead_to_the_same_results_on_every_python() -> None:
    found = list(hashes(3))
    assert found == HASHES, "if *normal* chooses otherwise now, or a day has another game, these are the new ones"
