"""The lengths that a lobby offers: one deal, everyone deals once, and what the game's own rules say; and their minutes."""

from typing import Literal

import pytest
from msgspec.structs import replace

from bot.rummy.decide import decide
from bot.rummy.events import MatchStarted
from bot.rummy.moves import StartMatch
from bot.rummy.variant import EVERYONE_DEALS, Length, Variant
from bot.tables.refusals import LengthNotOffered
from bot.tables.rules.match_length import (
    MeasuredTurns,
    TurnEstimates,
    change_length,
    current_length,
    offered_lengths,
    own_end,
    reached_length,
)
from bot.wording.sentence import Refused
from tests.rummy.presets import NAMES, variant

ESTIMATES = TurnEstimates({"rami": {2: MeasuredTurns(deal=20.0, match=450.0), 3: MeasuredTurns(deal=18.0, match=300.0)}})


def ends(rules: Variant) -> tuple[object, object]:
    return rules.match_target, rules.match_deals


@pytest.mark.parametrize("name", NAMES)
def test_every_game_can_be_one_deal_or_full_and_all_but_wrotham_short(name: str) -> None:
    rules = variant(name)
    lengths = offered_lengths(rules, rules, own_end(rules))
    assert ends(lengths[Length.ONE]) == ("none", 1)
    assert lengths[Length.FULL] == rules
    assert (Length.SHORT in lengths) == (name != "wrotham")
    if Length.SHORT in lengths:
        assert ends(lengths[Length.SHORT]) == ("none", EVERYONE_DEALS)
    for length, changed in lengths.items():
        assert current_length(changed, rules, own_end(rules)) == length


@pytest.mark.parametrize(("players", "deals"), [(2, 4), (3, 3), (6, 6)])
def test_a_short_match_has_a_deal_for_everyone_or_two_for_two_players(players: int, deals: int) -> None:
    rules = variant("rami")
    short = change_length(rules, rules, own_end(rules), Length.SHORT)
    (started,) = decide(None, None, StartMatch(short, players, "5" * 64))
    assert isinstance(started, MatchStarted)
    assert ends(started.variant) == ("none", deals)


@pytest.mark.parametrize(
    ("name", "target", "deals", "players", "length"),
    [
        ("rami", "none", 1, 2, Length.ONE),
        ("rami", "none", 3, 2, Length.ONE),
        ("rami", "none", 4, 2, Length.SHORT),
        ("rami", "none", 3, 3, Length.SHORT),
        ("rami", "none", EVERYONE_DEALS, 5, Length.SHORT),
        ("rami", 10, "none", 2, Length.ONE),
        ("rami", 500, "none", 2, Length.FULL),
        ("rami", 500, 4, 2, Length.SHORT),
        ("rami", 500, 1, 2, Length.ONE),
        ("wrotham", "none", 3, 2, Length.ONE),
    ],
)
def test_a_match_has_the_length_that_its_rules_surely_reach(
    name: str, target: int | Literal["none"], deals: int | Literal["none", "everyone_deals"], players: int, length: Length
) -> None:
    preset = variant(name)
    rules = replace(preset, match_target=target, match_deals=deals)
    assert reached_length(rules, preset, players) == length


@pytest.mark.parametrize("name", NAMES)
def test_every_length_that_a_lobby_offers_is_reached(name: str) -> None:
    preset = variant(name)
    for length, rules in offered_lengths(preset, preset, own_end(preset)).items():
        assert reached_length(rules, preset, preset.players[0]) == length


def test_a_length_that_the_rules_exclude_is_refused() -> None:
    wrotham = variant("wrotham")
    with pytest.raises(Refused) as refused:
        change_length(wrotham, wrotham, own_end(wrotham), Length.SHORT)
    assert refused.value.refusal == LengthNotOffered()
    paid = replace(variant("rami"), scoring="payment", match_target="none", match_deals=6)
    assert offered_lengths(paid, variant("rami"), own_end(variant("rami"))).keys() == {Length.ONE, Length.SHORT}


def test_full_is_the_own_end_of_a_saved_game_whatever_its_length_is_now() -> None:
    own = replace(variant("rami"), name="ours", match_target=60)
    short = change_length(own, variant("rami"), own_end(own), Length.SHORT)
    assert change_length(short, variant("rami"), own_end(own), Length.FULL) == own


def test_full_with_penalties_has_the_target_that_penalties_usually_have() -> None:
    ramino = variant("ramino")
    fined = replace(ramino, scoring="penalty", match_target="none", match_deals=1)
    assert ends(change_length(fined, ramino, own_end(ramino), Length.FULL)) == (100, "none")


def test_a_host_who_chooses_another_end_has_none_of_the_lengths() -> None:
    rules = variant("rami")
    assert current_length(replace(rules, match_target=60), rules, own_end(rules)) is None


@pytest.mark.parametrize(
    ("rules", "players", "minutes"),
    [
        ({"match_target": "none", "match_deals": 1}, 2, 7),
        ({"match_target": "none", "match_deals": EVERYONE_DEALS}, 2, 27),
        ({"match_target": "none", "match_deals": EVERYONE_DEALS}, 3, 18),
        ({}, 2, 150),
        ({"match_target": 50}, 2, 75),
        ({"match_target": 1}, 2, 7),
        ({"match_target": 100, "match_deals": 2}, 2, 14),
        ({}, 4, None),
    ],
)
def test_the_minutes_of_people_follow_from_the_measured_turns(
    rules: dict[str, int | str], players: int, minutes: int | None
) -> None:
    assert ESTIMATES.minutes(replace(variant("rami"), **rules), variant("rami"), players) == minutes


@pytest.mark.parametrize(
    ("players", "computers", "minutes"),
    [(2, 0, (7, 150)), (2, 1, (4, 81)), (3, 0, (6, 100)), (3, 1, (5, 70)), (3, 2, (3, 39))],
)
def test_a_computer_takes_hardly_any_of_the_minutes(players: int, computers: int, minutes: tuple[int, int]) -> None:
    rami = variant("rami")
    one_deal = replace(rami, match_target="none", match_deals=1)
    assert tuple(ESTIMATES.minutes(rules, rami, players, computers) for rules in (one_deal, rami)) == minutes
