"""A changed house rule changes what depends on it, and a table is offered only answers that it can play."""

import pytest
from msgspec.structs import replace

from bot.rummy.contradictions import Reason, contradiction, contradictions
from bot.rummy.variant import Variant
from bot.tables.refusals import RulesContradict, TooManySeated
from bot.tables.rules.house_rules import HOUSE_RULES, replace_match_end
from bot.tables.rules.rule_changes import change_rule, check_change, playable_answers
from bot.tables.rules.saved_variants import read_code, write_code
from bot.wording.sentence import Refused
from tests.rummy.presets import ONE_OF_EACH_GAME, variant
from tests.tables.table_service import BEN, CEM, DEE, TableService, refused


def ends(rules: Variant) -> tuple[int | str, int | str]:
    return rules.match_target, rules.match_deals


async def test_a_number_of_deals_replaces_the_target_and_a_target_the_number(service: TableService) -> None:
    table = await service.open_lobby(BEN)
    assert ends((await service.change_rule(table, "match_deals", "6")).variant) == ("none", 6)
    assert ends((await service.change_rule(table, "match_target", "80")).variant) == (80, "none")
    assert ends((await service.change_rule(table, "match_target", "80 6")).variant) == (80, 6)
    assert ends((await service.change_rule(table, "match_deals", "12")).variant) == ("none", 12)
    assert ends((await service.change_rule(table, "match_deals", "9 120")).variant) == (120, 9)
    assert ends((await service.change_rule(table, "match_target", "none")).variant) == ("none", 9)
    assert await refused(service.change_rule(table, "match_deals", "none")) == RulesContradict((contradiction(Reason.NO_END),))


@pytest.mark.parametrize(
    ("name", "target", "deals", "expected"),
    [
        ("rami", None, 6, ("none", 6)),
        ("wrotham", 80, None, (80, "none")),
        ("rami", 80, 6, (80, 6)),
        ("wrotham", None, None, ("none", 6)),
    ],
)
def test_a_new_table_plays_to_what_was_asked_for(
    name: str, target: int | None, deals: int | None, expected: tuple[int | str, int | str]
) -> None:
    assert ends(replace_match_end(variant(name), target, deals)) == expected


async def test_an_answer_that_needs_fewer_players_narrows_the_player_range(service: TableService) -> None:
    table = await service.open_lobby(BEN)
    assert (await service.change_rule(table, "hand_size", "10")).variant.players == (2, 4)
    assert (await service.change_rule(table, "hand_size", "14")).variant.players == (2, 3)
    other = await service.open_lobby(CEM)
    table = await service.change_rule(other, "deck", "cuccu40")
    assert (table.variant.deck, table.variant.players) == ("cuccu40", (2, 5))
    table = await service.change_rule(other, "deck", "french52")
    assert table.variant.players == (2, 5), "the host may widen it again"
    assert (await service.change_rule(table, "players", "2-6")).variant.players == (2, 6)


async def test_a_player_range_that_is_too_wide_is_refused(service: TableService) -> None:
    table = await service.open_lobby(BEN)
    table = await service.change_rule(table, "hand_size", "14")
    fault = contradiction(Reason.STOCK_TOO_SMALL, players=6, each=14, stock=-33, cards=52)
    assert await refused(service.change_rule(table, "players", "2-6")) == RulesContradict((fault,))


async def test_a_range_is_not_narrowed_below_the_people_at_the_table(service: TableService) -> None:
    table = await service.open_lobby(BEN, CEM, DEE)
    assert await refused(service.change_rule(table, "hand_size", "14")) == TooManySeated(players=4, most=3)
    assert (await service.tables.get(table.number)).variant == variant("rami")


async def test_cards_that_are_too_few_for_the_fewest_players_are_refused(service: TableService) -> None:
    table = await service.open_lobby(BEN)
    table = await service.change_rule(table, "players", "4-6")
    fault = contradiction(Reason.STOCK_TOO_SMALL, players=6, each=14, stock=-33, cards=52)
    assert await refused(service.change_rule(table, "hand_size", "14")) == RulesContradict((fault,))


@pytest.mark.parametrize("name", ONE_OF_EACH_GAME)
@pytest.mark.parametrize("seated", [1, 2, 4])
def test_every_offered_answer_can_be_played(name: str, seated: int) -> None:
    preset = variant(name)
    if seated > preset.players[1]:
        pytest.skip("the game has fewer seats")
    starts = (preset, change_rule(preset, preset, HOUSE_RULES["scoring"], "payment 6"), with_jokers(preset))
    for start in (rules for rules in starts if not any(contradictions(rules))):
        for rule in HOUSE_RULES.values():
            answers = dict(playable_answers(rule, start, preset, seated))
            assert rule.current_answer(start) in answers
            for answer, rules in answers.items():
                if (rule.name, answer) != ("scoring", "payment") or rules.match_deals != "none":
                    check_change(start, rules, seated)
                    assert not list(contradictions(rules)), (rule.name, answer)
            if rule.name in ("hand_size", "deck") and seated == 1 and preset.players[0] == 2:
                assert set(rule.choices) <= answers.keys(), "the player range is narrowed instead"


def with_jokers(rules: Variant) -> Variant:
    return replace(rules, jokers=4, wild="joker", wild_swap="on_turn")


@pytest.mark.parametrize(
    ("name", "target"), [("ramino", 100), ("rami", 100), ("block", 100), ("cuccu", 101), ("ramino_with_two_packs", 100)]
)
def test_penalty_is_played_to_100_unless_the_host_chose_another_target(name: str, target: int) -> None:
    """RULES 5.25."""
    preset, scoring = variant(name), HOUSE_RULES["scoring"]
    penalty = change_rule(preset, preset, scoring, "penalty")
    assert (penalty.scoring, penalty.match_target) == ("penalty", target)
    assert change_rule(penalty, preset, scoring, preset.scoring) == preset, "it comes back with the game's own scoring"
    chosen = change_rule(preset, preset, HOUSE_RULES["match_target"], "200")
    assert change_rule(chosen, preset, scoring, "penalty").match_target == 200
    deals = change_rule(preset, preset, HOUSE_RULES["match_deals"], "6")
    assert ends(change_rule(deals, preset, scoring, "penalty")) == ("none", 6)


async def test_everyones_own_hand_with_a_target_alone_is_refused(service: TableService) -> None:
    """RULES 5.21."""
    table = await service.open_lobby(BEN)
    assert await refused(service.change_rule(table, "blocked_scoring", "all_penalty")) == RulesContradict(
        (contradiction(Reason.TARGET_OUT_OF_REACH),)
    )
    table = await service.change_rule(await service.change_rule(table, "match_deals", "6"), "blocked_scoring", "all_penalty")
    assert await refused(service.change_rule(table, "match_target", "100")) == RulesContradict(
        (contradiction(Reason.TARGET_OUT_OF_REACH),)
    )
    assert ends((await service.change_rule(table, "match_target", "100 6")).variant) == (100, 6)


def test_six_at_wrotham_and_hands_too_small_for_a_run_are_refused() -> None:
    """RULES 5.14, 8.4."""
    assert list(contradictions(replace(variant("wrotham"), players=(2, 6)))) == [
        contradiction(Reason.WROTHAM_FOR_TOO_MANY, least=2, players=6, most=5)
    ]
    assert not list(contradictions(replace(variant("wrotham"), players=(2, 5))))
    runs = replace(variant("cuccu"), set_kind="same_rank", run_size=5, hand_size=3)
    assert list(contradictions(runs)) == [contradiction(Reason.HAND_TOO_SMALL, size=3, needed=4)]


ENDLESS = replace(variant("rami"), title="Zia Pina", blocked_scoring="all_penalty")


def test_a_game_without_an_end_is_not_opened_until_it_has_one() -> None:
    faults = (contradiction(Reason.TARGET_OUT_OF_REACH),)
    for read in (lambda: replace_match_end(ENDLESS, None, None), lambda: read_code(write_code(ENDLESS))):
        with pytest.raises(Refused) as error:
            read()
        assert error.value.refusal == RulesContradict(faults)
    assert ends(replace_match_end(ENDLESS, None, 6)) == ("none", 6)
