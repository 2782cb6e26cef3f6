"""The host answers several house rules in a form: together, without overwriting what the form has not shown."""

import pytest

from bot.rummy.contradictions import Reason, contradiction
from bot.rummy.variant import Variant
from bot.tables.apply_event import fold
from bot.tables.events import RulesChanged
from bot.tables.lobby_requests import StandUp
from bot.tables.refusals import (
    DealsNotLimited,
    NoSuchAnswer,
    NotSeated,
    NotTheHost,
    RulesChangedSince,
    RulesContradict,
    RulesFixed,
    RuleUnchanged,
    TooManySeated,
)
from bot.tables.rule_requests import ChangeRule, ChangeRules
from bot.tables.rules.rule_changes import change_rules
from bot.tables.table import Table
from tests.rummy.presets import variant
from tests.tables.table_service import ANN, BEN, CEM, DEE, TableService, refused


async def send(
    service: TableService, table: Table, topic: str, *, by: int = ANN, seen: int | None = None, **answers: str
) -> Table:
    """Send a form that was opened when the table had `seen` rule changes; None for now."""
    changes = (await service.tables.get(table.number)).lobby.rule_changes if seen is None else seen
    return await service.tables.change(table.number, by, ChangeRules(topic, answers, changes))


def form(rules: Variant, topic: str, **answers: str) -> Variant:
    return change_rules(rules, rules, topic, answers)


async def test_all_answers_of_a_form_are_one_change(service: TableService) -> None:
    table = await service.open_lobby(BEN)
    changed = await send(service, table, "sets", ace="high", run_size="4")
    assert (changed.variant.ace, changed.variant.run_size) == ("high", 4)
    assert (changed.lobby.rule_changes, changed.people_to_agree) == (1, {BEN})
    assert service.notifications[-1][1] == (RulesChanged(ANN, changed.variant),)


async def test_a_contradiction_refuses_the_whole_form(service: TableService) -> None:
    table = await service.open_lobby(BEN, CEM)
    for topic, answers, refusal in (
        ("scoring", {"match_target": "none", "tie": "extra_deal"}, RulesContradict((contradiction(Reason.NO_END),))),
        (
            "scoring",
            {"scoring": "payment", "match_deals": "6", "match_target": "80"},
            RulesContradict((contradiction(Reason.PAYMENT_WITH_TARGET),)),
        ),
        ("scoring", {"scoring": "payment", "tie": "extra_deal"}, DealsNotLimited()),
        (
            "jokers",
            {"jokers": "2", "wild": "none", "wild_swap": "on_turn"},
            RulesContradict((contradiction(Reason.SWAP_WITHOUT_WILD),)),
        ),
        ("cards", {"players": "2-2", "packs": "2"}, TooManySeated(players=3, most=2)),
        ("sets", {"ace": "high", "run_size": "2"}, NoSuchAnswer("run_size", "2", ("3", "4", "5", "6", "7"))),
    ):
        assert await refused(send(service, table, topic, **answers)) == refusal
    assert await service.tables.get(table.number) == table


def test_answers_that_are_possible_only_together_are_accepted_in_one_form() -> None:
    rules = form(variant(), "scoring", match_target="none", match_deals="6", blocked_scoring="all_penalty")
    assert (rules.match_target, rules.match_deals, rules.blocked_scoring) == ("none", 6, "all_penalty")
    rules = form(variant(), "sets", set_kind="distinct_figures", run_suited="no")
    assert (rules.set_kind, rules.run_suited) == ("distinct_figures", False)


def test_the_target_and_the_number_of_deals_of_a_form_do_not_replace_each_other() -> None:
    """RULES 8.3."""
    both = form(variant(), "scoring", match_deals="6")
    assert (both.match_target, both.match_deals) == (100, 6)
    assert form(both, "scoring", match_target="150").match_deals == 6


async def test_a_range_of_players_that_the_form_names_is_not_narrowed(service: TableService) -> None:
    assert form(variant(), "cards", hand_size="14").players == (2, 3)
    assert form(variant(), "cards", hand_size="14", packs="2").players == (2, 6)
    table = await service.open_lobby(BEN)
    fault = contradiction(Reason.STOCK_TOO_SMALL, players=6, each=14, stock=-33, cards=52)
    assert await refused(send(service, table, "cards", hand_size="14", players="2-6")) == RulesContradict((fault,))


def test_penalty_brings_its_target_unless_the_form_names_one() -> None:
    """RULES 5.25."""
    assert form(variant("ramino"), "scoring", scoring="penalty").match_target == 100
    assert form(variant("ramino"), "scoring", scoring="penalty", match_target="150").match_target == 150


@pytest.mark.parametrize(
    ("before", "answers", "wild"),
    [
        ({"jokers": 0}, {"jokers": "2"}, "joker"),
        ({"jokers": 0}, {"jokers": "2", "wild": "none"}, "none"),
        ({"jokers": 2, "wild": "none"}, {"jokers": "4"}, "none"),
        ({"jokers": 2, "wild": "joker"}, {"jokers": "4"}, "joker"),
        ({"jokers": 2, "wild": "joker"}, {"jokers": "0"}, "none"),
    ],
)
def test_only_the_first_jokers_of_a_game_become_wild(before: dict[str, object], answers: dict[str, str], wild: str) -> None:
    assert form(variant(**before), "jokers", **answers).wild == wild


async def test_an_older_form_is_refused_if_it_would_overwrite_a_newer_answer(service: TableService) -> None:
    table = await service.open_lobby(BEN)
    table = await send(service, table, "sets", ace="high")
    refusal = RulesChangedSince(("ace",), table.variant)
    assert await refused(send(service, table, "sets", seen=0, ace="around_corner", run_size="4")) == refusal
    assert await service.tables.get(table.number) == table
    assert (await send(service, table, "sets", seen=1, ace="around_corner")).variant.ace == "around_corner"


async def test_an_older_form_changes_what_nobody_has_changed_since(service: TableService) -> None:
    table = await service.open_lobby(BEN)
    await send(service, table, "sets", ace="high", run_suited="no")
    table = await send(service, table, "sets", seen=0, run_size="4", ace="high")
    assert (table.variant.ace, table.variant.run_suited, table.variant.run_size) == ("high", False, 4)


async def test_an_older_form_is_refused_if_its_consequences_would_overwrite_a_newer_answer(service: TableService) -> None:
    table = await service.open_lobby(BEN)
    table = await service.tables.change(table.number, ANN, ChangeRule("players", "2-5"))
    assert await refused(send(service, table, "cards", seen=0, hand_size="14")) == RulesChangedSince(
        ("players",), table.variant
    )


async def test_which_answers_changed_when_is_known_after_a_restart(service: TableService) -> None:
    table = await service.open_lobby(BEN)
    await send(service, table, "sets", ace="high", run_size="4")
    table = await send(service, table, "sets", ace="low")
    assert (table.lobby.questions_changed_since(0), table.lobby.questions_changed_since(1)) == ({"ace", "run_size"}, {"ace"})
    assert not table.lobby.questions_changed_since(2)
    assert fold(table.number, await service.store.log.read_events(table.number)) == table


async def test_only_the_host_sends_a_form_and_only_before_the_start(service: TableService) -> None:
    table = await service.open_lobby(BEN)
    assert await refused(send(service, table, "sets", by=BEN, ace="high")) == NotTheHost(ANN)
    assert await refused(send(service, table, "sets", by=DEE, ace="high")) == NotSeated()
    assert await refused(send(service, table, "sets")) == RuleUnchanged()
    table = await service.tables.change(table.number, ANN, StandUp())
    assert await refused(send(service, table, "sets", ace="high")) == NotSeated()
    table = await service.start_match(CEM)
    assert await refused(send(service, table, "sets", ace="high")) == RulesFixed()
