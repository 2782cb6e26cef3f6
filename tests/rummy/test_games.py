"""Games beside each other: each has its own moves, and is asked its own questions and everybody's, and refused the others'."""

import pytest
from msgspec.structs import replace

from bot.rummy.at import At
from bot.rummy.cards import Card
from bot.rummy.decide import decide, play
from bot.rummy.events import Awaited, DealEnded
from bot.rummy.game import Game, Phase
from bot.rummy.games import GAMES, asks
from bot.rummy.games.rummy import GAME as RUMMY
from bot.rummy.games.three_thirteen import GAME as THREE_THIRTEEN
from bot.rummy.legal_moves import legal_moves
from bot.rummy.moves import DRAW, TAKE, Discard, Draw, Leave, Take, TakeAndLay
from bot.rummy.refusals import DrawFirst, IllegalMove, NothingToTake
from bot.rummy.steps.drawing import draw, draw_or_take, take
from bot.rummy.steps.ending import block_deal
from bot.rummy.variant import QUESTIONS, Variant
from bot.rummy.variant_reader import VariantRefused, read_variant
from bot.rummy.view import view_for
from bot.tables.refusals import NoSuchRule
from bot.tables.rules.house_rules import RULE_TOPICS, changed_rules, find_rule, keep_rules, topics_of, with_effect
from bot.tables.rules.rule_changes import change_rules
from bot.wording.sentence import Refused
from tests.rummy.presets import variant
from tests.rummy.transcript_position import match_at
from tests.rummy.transcript_words import deal_of

OWN = frozenset(("tie", "packs"))
NO_TAKING = RUMMY.phases | {Awaited.DRAW: Phase(lambda at: [DRAW], {Draw: draw}, lambda at, move: DrawFirst())}
FEW = 'title = "Few"\nmatch_deals = 3\n'


def _one_for_the_dealer(at: At, ended: DealEnded) -> DealEnded:
    return replace(ended, points=tuple(int(seat == at.deal.dealer) for seat in range(at.match.seats)))


@pytest.fixture
def other(monkeypatch: pytest.MonkeyPatch) -> Variant:
    """Return a variant of another game, of whose questions `packs` is one of rummy's own, too."""
    rami = variant("rami")
    blocks, lacks = lambda before, after: block_deal(after), lambda at, move: NothingToTake()
    monkeypatch.setitem(GAMES, "other", Game(NO_TAKING, blocks, _one_for_the_dealer, OWN, lacks=lacks))
    return replace(rami, game="other")


def test_no_game_answers_what_it_asks() -> None:
    assert not [name for name, game in GAMES.items() if game.questions & game.answers.keys()]


def test_a_game_offers_and_accepts_the_moves_of_its_phases_alone(other: Variant) -> None:
    rami = match_at("rami", "deal 7C 9D | 3C", "stock QH", "discards 2H")
    assert legal_moves(rami, 0) == [DRAW, TAKE]
    match = replace(rami, variant=other)
    assert legal_moves(match, 0) == [DRAW]
    with pytest.raises(IllegalMove) as refused:
        decide(match, 0, TAKE)
    assert refused.value.refusal == NothingToTake()
    drawn = play(match, 0, DRAW)
    assert [move for move in legal_moves(drawn, 0) if not isinstance(move, Discard)] == []
    assert play(drawn, 0, Discard(Card("QH"))).awaits == Awaited.DRAW


def test_take_and_lay_is_offered_only_where_the_game_accepts_it(monkeypatch: pytest.MonkeyPatch) -> None:
    match = match_at("rami", "deal 7C 8C 9D | 3C", "stock QH", "discards 9C")
    assert any(isinstance(move, TakeAndLay) for move in view_for(match, 0).moves)
    draws = Phase(draw_or_take, {Draw: draw, Take: take}, lambda at, move: DrawFirst())
    monkeypatch.setitem(GAMES, "other", replace(RUMMY, phases=RUMMY.phases | {Awaited.DRAW: draws}))
    assert view_for(replace(match, variant=replace(match.variant, game="other")), 0).moves == (DRAW, TAKE)


def test_a_game_counts_the_points_of_its_deals_however_they_end(other: Variant) -> None:
    out = match_at("rami", "deal 7C | 3C", "stock QH", "discards 2H", "drawn 7C")
    blocked = match_at("rami", "deal 7C 9D | 3C | 5S", "stock QH", "discards 2H")
    for match, move in ((out, Discard(Card("7C"))), (blocked, Leave())):
        ended = next(event for event in decide(replace(match, variant=other), 0, move) if isinstance(event, DealEnded))
        assert sum(ended.points) == ended.points[deal_of(match).dealer] == 1


def test_every_question_that_a_game_owns_is_one_of_the_rules() -> None:
    assert all(game.questions <= set(QUESTIONS) for game in GAMES.values())


def test_a_game_asks_its_own_questions_and_everybodys(other: Variant) -> None:
    asked = {game: {question for question in QUESTIONS if asks(game, question)} for game in ("rummy", "other")}
    owned = set[str]().union(*(game.questions for name, game in GAMES.items() if name != "other"))
    assert asked["rummy"] == set(QUESTIONS) - {"tie"} - (owned - RUMMY.questions)
    assert asked["other"] == set(QUESTIONS) - owned | {"packs"}


def test_a_game_does_not_ask_what_it_answers_itself() -> None:
    assert THREE_THIRTEEN.answers["hand_size"] == 13 == variant("three_thirteen").hand_size
    with pytest.raises(VariantRefused, match="hand_size = 7: there is no such question"):
        variant("three_thirteen", hand_size=7)


def test_a_file_that_answers_another_games_question_is_refused(other: Variant) -> None:
    assert read_variant("few", f"{FEW}out_by = 'any'", source="few.toml").game == "rummy"
    with pytest.raises(VariantRefused) as refused:
        read_variant("few", f"{FEW}tie = 'shared'", source="few.toml")
    (fault,) = refused.value.faults
    assert fault.startswith("few.toml: tie = 'shared': there is no such question; the questions are ace, ")
    assert "out_by" in fault
    assert "tie," not in fault


def test_an_unknown_game_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(VariantRefused, match=r"""game = 'whist': right would be .*"rummy\""""):
        read_variant("few", f"{FEW}game = 'whist'", source="few.toml")


def test_another_games_house_rules_are_not_offered_typed_or_changed(other: Variant) -> None:
    with pytest.raises(Refused) as refused:
        find_rule("out_by", other)
    assert refused.value.refusal == NoSuchRule("out_by")
    assert find_rule("packs", other).name == "packs"
    assert topics_of(variant("rami")) == [topic for topic in RULE_TOPICS if topic not in ("special", "elimination", "knocking")]
    assert topics_of(other) == ["turns", "cards", "dealing", "scoring"]
    assert [rule.name for rule in with_effect(RULE_TOPICS["turns"], other)] == ["stock_count_public"]
    assert change_rules(other, other, "turns", {"out_by": "discard_only", "stock_count_public": "no"}) == replace(
        other, stock_count_public=False
    )


def test_a_game_keeps_no_house_rule_of_the_game_before_it_that_it_does_not_ask(other: Variant) -> None:
    before = replace(variant("rami"), out_by="discard_only", stock_count_public=False)
    kept = keep_rules(other, changed_rules(before, variant("rami")), before)
    assert kept == replace(other, stock_count_public=False)
