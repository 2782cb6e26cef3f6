"""The host changes house rules in the lobby, everyone at the table agrees, and the start of the match fixes them."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.rummy.contradictions import Reason, contradiction
from bot.rummy.variant import QUESTIONS, Variant
from bot.tables.apply_event import fold
from bot.tables.events import RulesAgreed, RulesChanged
from bot.tables.lobby_requests import Agree, Join, NotAgreed, NothingToAgree, StandUp, Start
from bot.tables.refusals import (
    DealsNotLimited,
    NoSuchAnswer,
    NoSuchRule,
    NotSeated,
    NotTheHost,
    RulesContradict,
    RulesFixed,
    RuleUnchanged,
    TooManySeated,
)
from bot.tables.rule_requests import ChangeRule
from bot.tables.rules.house_rules import (
    HOUSE_RULES,
    RULE_TOPICS,
    closest_preset,
    differing_rules,
    find_rule,
    with_effect,
)
from bot.tables.rules.saved_variants import read_code, write_code
from bot.tables.table import Phase
from bot.wording.sentence import Refused
from tests.rummy.presets import NAMES, variant
from tests.tables.table_service import ANN, BEN, CEM, DEE, TableService, refused

SEVERAL = ChangeRule("melds_per_turn", "unlimited")


async def test_a_rule_changed_by_the_host_holds_in_the_match(service: TableService) -> None:
    table = await service.tables.change((await service.open_lobby(BEN)).number, ANN, SEVERAL)
    assert table.variant == variant("rami", melds_per_turn="unlimited")
    assert service.notifications[-1][1] == (RulesChanged(ANN, table.variant),)
    assert (table.preset, [terms.rules for terms in table.lobby.agreed]) == (variant("rami"), [table.variant, variant("rami")])
    await service.tables.change(table.number, BEN, Agree())
    started = await service.tables.change(table.number, ANN, Start())
    assert started.match is not None
    assert started.match.variant == table.variant
    assert fold(table.number, await service.store.log.read_events(table.number)) == started


async def test_everyone_at_the_table_must_agree_to_a_change_before_the_start(service: TableService) -> None:
    table = await service.tables.change((await service.open_lobby(BEN, CEM)).number, ANN, SEVERAL)
    assert table.people_to_agree == {BEN, CEM}, "the host needs no agreement"
    assert await refused(service.tables.change(table.number, ANN, Start())) == NotAgreed((BEN, CEM))
    table = await service.tables.change(table.number, BEN, Agree())
    assert service.notifications[-1][1] == (RulesAgreed(BEN),)
    assert await refused(service.tables.change(table.number, ANN, Start())) == NotAgreed((CEM,))
    assert await refused(service.tables.change(table.number, BEN, Agree())) == NothingToAgree()
    table = await service.tables.change(table.number, CEM, Agree())
    assert table.people_to_agree == frozenset()
    assert (await service.tables.change(table.number, ANN, Start())).phase == Phase.DEAL


async def test_a_second_change_needs_a_new_agreement(service: TableService) -> None:
    table = await service.tables.change((await service.open_lobby(BEN)).number, ANN, SEVERAL)
    await service.tables.change(table.number, BEN, Agree())
    table = await service.change_rule(table, "out_by", "discard_only")
    assert table.people_to_agree == {BEN}
    assert [rule.name for rule in differing_rules(table.variant, table.lobby.agreed[1].rules)] == ["out_by"], (
        "the rule that Ben has not agreed to"
    )


async def test_a_reversed_change_needs_no_agreement(service: TableService) -> None:
    table = await service.tables.change((await service.open_lobby(BEN)).number, ANN, SEVERAL)
    table = await service.change_rule(table, "melds_per_turn", "1")
    assert (table.people_to_agree, table.variant) == (frozenset(), variant("rami"))


async def test_joining_agrees_to_the_current_rules_and_standing_up_needs_no_agreement(service: TableService) -> None:
    table = await service.tables.change((await service.open_lobby(BEN)).number, ANN, SEVERAL)
    table = await service.tables.change(table.number, CEM, Join())
    assert table.people_to_agree == {BEN}
    table = await service.tables.change(table.number, BEN, StandUp())
    assert table.people_to_agree == frozenset()


async def test_a_person_who_joined_under_changed_rules_must_agree_to_the_original_ones(service: TableService) -> None:
    table = await service.tables.change((await service.open_lobby(BEN)).number, ANN, SEVERAL)
    await service.tables.change(table.number, CEM, Join())
    table = await service.change_rule(table, "melds_per_turn", "1")
    assert table.variant == variant("rami")
    assert table.people_to_agree == {CEM}, "Ben never agreed to anything else"
    assert await refused(service.tables.change(table.number, ANN, Start())) == NotAgreed((CEM,))


async def test_a_person_who_agreed_to_a_change_must_agree_to_its_reversal(service: TableService) -> None:
    table = await service.tables.change((await service.open_lobby(BEN, CEM)).number, ANN, SEVERAL)
    await service.tables.change(table.number, BEN, Agree())
    table = await service.change_rule(table, "melds_per_turn", "1")
    assert table.people_to_agree == {BEN}


async def test_the_next_host_must_agree_too(service: TableService) -> None:
    table = await service.tables.change((await service.open_lobby(BEN, CEM)).number, ANN, SEVERAL)
    table = await service.tables.change(table.number, ANN, StandUp())
    assert await refused(service.tables.change(table.number, BEN, Start())) == NotAgreed((BEN, CEM))


async def test_a_host_alone_needs_no_agreement(service: TableService) -> None:
    table = await service.tables.change((await service.open_lobby()).number, ANN, SEVERAL)
    assert table.people_to_agree == frozenset()


async def test_only_the_host_can_change_rules(service: TableService) -> None:
    table = await service.open_lobby(BEN)
    assert await refused(service.tables.change(table.number, BEN, SEVERAL)) == NotTheHost(ANN)
    assert await refused(service.tables.change(table.number, DEE, SEVERAL)) == NotSeated()
    assert await refused(service.tables.change(table.number, DEE, Agree())) == NotSeated()


async def test_rules_cannot_change_after_the_start(service: TableService) -> None:
    table = await service.start_match(BEN)
    assert await refused(service.tables.change(table.number, ANN, SEVERAL)) == RulesFixed()
    assert await refused(service.tables.change(table.number, BEN, Agree())) == RulesFixed()


async def test_a_contradiction_is_refused_and_changes_nothing(service: TableService) -> None:
    table = await service.open_lobby(BEN)
    for rule, answer, fault in (
        ("match_target", "none", contradiction(Reason.NO_END)),
        ("wild_swap", "on_turn", contradiction(Reason.SWAP_WITHOUT_WILD)),
        ("set_size", "5-6", contradiction(Reason.SETS_TOO_LARGE, least=5, most=4)),
        ("packs", "3", contradiction(Reason.TABLE_TOO_LARGE, question="packs", value=3, most=2)),
        ("packs", "2:1 3:1 4:2 5:2 6:4", contradiction(Reason.TABLE_TOO_LARGE, question="packs", value=4, most=2)),
        ("jokers", "7", contradiction(Reason.TABLE_TOO_LARGE, question="jokers", value=7, most=6)),
        ("hand_size", "2:15 3:7 4:7 5:6 6:6", contradiction(Reason.TABLE_TOO_LARGE, question="hand_size", value=15, most=14)),
        ("blocked_scoring", "all_penalty", contradiction(Reason.TARGET_OUT_OF_REACH)),
    ):
        assert await refused(service.change_rule(table, rule, answer)) == RulesContradict((fault,))
    assert await service.tables.get(table.number) == table


async def test_two_packs_six_jokers_and_fourteen_cards_are_accepted(service: TableService) -> None:
    table = await service.open_lobby(BEN)
    for rule, answer in (("packs", "2"), ("jokers", "6"), ("hand_size", "14")):
        table = await service.change_rule(table, rule, answer)
    assert (table.variant.packs, table.variant.jokers, table.variant.hand_size) == (2, 6, 14)


async def test_payment_removes_the_target_and_needs_a_number_of_deals(service: TableService) -> None:
    """RULES 5.24."""
    table = await service.open_lobby(BEN)
    assert await refused(service.change_rule(table, "scoring", "payment")) == DealsNotLimited()
    table = await service.change_rule(table, "scoring", "payment 6")
    assert (table.variant.scoring, table.variant.match_target, table.variant.match_deals) == ("payment", "none", 6)
    assert await refused(service.change_rule(table, "match_target", "100")) == RulesContradict(
        (contradiction(Reason.PAYMENT_WITH_TARGET),)
    )
    table = await service.change_rule(await service.change_rule(table, "scoring", "penalty"), "match_target", "100 6")
    assert (await service.change_rule(table, "scoring", "payment")).variant.match_target == "none", "the deals are known"


@pytest.mark.parametrize(("rule", "number", "read"), [("players", "6", (6, 6)), ("set_size", "4", (4, 4))])
def test_a_single_number_is_read_as_a_range_of_one(rule: str, number: str, read: tuple[int, int]) -> None:
    assert getattr(HOUSE_RULES[rule].change(variant("rami"), number), rule) == read


async def test_rules_for_fewer_people_than_are_seated_are_refused(service: TableService) -> None:
    table = await service.open_lobby(BEN, CEM)
    assert await refused(service.change_rule(table, "players", "2-2")) == TooManySeated(players=3, most=2)
    assert (await service.change_rule(table, "players", "2-3")).variant.players == (2, 3)


async def test_the_current_answer_and_unknown_rules_and_answers_are_refused(service: TableService) -> None:
    table = await service.open_lobby(BEN)
    assert await refused(service.change_rule(table, "melds_per_turn", "1")) == RuleUnchanged()
    assert await refused(service.change_rule(table, "colour", "red")) == NoSuchRule("colour")
    choices = HOUSE_RULES["match_target"].choices
    for odd in ("0", "1001", "many", "", "9" * 5000, "1.5", "²", "-5", "10:7", "yes"):
        assert await refused(service.change_rule(table, "match_target", odd)) == NoSuchAnswer("match_target", odd, choices)


def test_every_question_has_a_house_rule_whose_choices_differ() -> None:
    asked = [question for rule in HOUSE_RULES.values() for question in rule.fields]
    assert sorted(asked) == sorted(QUESTIONS)
    for rule in HOUSE_RULES.values():
        answers = [rule.change(variant("rami"), choice) for choice in rule.choices]
        assert [rule.write(answer) for answer in answers] == list(rule.choices), rule.name
        assert len(rule.choices) < 25, "one more is needed for an answer of its own"


def test_every_house_rule_of_a_host_is_in_exactly_one_topic_and_no_topic_asks_more_than_five_questions() -> None:
    in_topics = [rule.name for rules in RULE_TOPICS.values() for rule in rules]
    assert len(in_topics) == len(set(in_topics))
    assert set(in_topics) == set(HOUSE_RULES) - {"stock"}
    assert max(map(len, RULE_TOPICS.values())) <= 5


def test_a_host_cannot_change_whether_each_player_has_their_own_part_of_the_stock() -> None:
    with pytest.raises(Refused) as refused:
        find_rule("stock", variant("rami"))
    assert refused.value.refusal == NoSuchRule("stock")


def test_a_code_says_that_each_player_has_their_own_part_of_the_stock() -> None:
    own = variant("ramino", stock="own")
    assert read_code(write_code(own)).stock == "own"


def test_the_rules_of_refills_are_not_asked_where_each_player_has_their_own_part_of_the_stock() -> None:
    own = {rule.name for rule in with_effect(RULE_TOPICS["dealing"], variant("rami", stock="own"))}
    assert own == {"opening", "direction", "next_dealer"}


@pytest.mark.parametrize(
    ("rule", "typed", "question", "value"),
    [
        ("hand_size", "2:10 3:7", "hand_size", {2: 10, 3: 7}),
        ("hand_size", "2 = 10, 3 = 7", "hand_size", {2: 10, 3: 7}),
        ("hand_size", " 13 ", "hand_size", 13),
        ("packs", "2:1 3:2", "packs", {2: 1, 3: 2}),
        ("meld_all_at_once", "6, 4", "meld_all_at_once", (4, 6)),
        ("meld_all_at_once", "3", "meld_all_at_once", (3,)),
        ("players", "3 - 5", "players", (3, 5)),
        ("set_size", "3-3", "set_size", (3, 3)),
        ("take_back", "NO", "take_back", False),
        ("rummy", "35", "rummy_add", 35),
        ("jokers", "6", "wild", "joker"),
        ("deck", "cuccu40", "set_kind", "distinct_figures"),
        ("ace", "High or low", "ace", "high_or_low"),
    ],
)
def test_answers_are_read_as_people_write_them(rule: str, typed: str, question: str, value: object) -> None:
    assert getattr(HOUSE_RULES[rule].change(variant("rami"), typed), question) == value


@given(st.sampled_from(sorted(HOUSE_RULES)), st.text(max_size=120) | st.from_regex(r"[0-9 :,=-]{1,30}"))
def test_any_typed_text_is_a_valid_answer_or_refused(rule: str, typed: str) -> None:
    try:
        answered = HOUSE_RULES[rule].change(variant("rami"), typed)
    except Refused as error:
        assert isinstance(error.refusal, NoSuchAnswer)  # noqa: PT017
    else:
        assert msgspec.json.decode(msgspec.json.encode(answered), type=Variant) == answered
        assert HOUSE_RULES[rule].change(answered, HOUSE_RULES[rule].write(answered)) == answered


@pytest.mark.parametrize("name", NAMES)
def test_a_preset_with_one_house_rule_is_closest_to_that_preset(name: str) -> None:
    presets = {one: variant(one) for one in NAMES}
    assert closest_preset(variant(name), presets).name == name
    ours = replace(variant(name), name="ours", title="Ours", court_points=5)
    assert closest_preset(ours, presets).name == name
    assert [rule.name for rule in differing_rules(ours, variant(name))] == ["court_points"]


def test_the_closest_preset_is_one_of_the_same_game() -> None:
    presets = {"rami": variant("rami"), "other": replace(variant("ramino"), name="other", game="other")}
    assert closest_preset(replace(variant("ramino"), name="ours"), presets).name == "rami"
