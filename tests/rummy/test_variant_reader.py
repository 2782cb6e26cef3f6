"""Variants are files of answers: those of the tests are played to the end; what cannot be played is refused with the reason."""

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from bot.rummy.cards import Card
from bot.rummy.events import Awaited
from bot.rummy.games import GAMES
from bot.rummy.variant import Variant
from bot.rummy.variant_reader import VariantRefused, check_variant, read_variant
from tests.rummy.gauntlet.run import Run
from tests.rummy.presets import NAMES, OUR_NAMES, preset_text, variant
from tests.rummy.transcript import TRANSCRIPTS
from tests.seeds import seeds

ENOUGH = 'title = "Ours"\nmatch_target = 100\n'


def faults(text: str) -> list[str]:
    with pytest.raises(VariantRefused) as refused:
        read_variant("ours", text, source="ours.toml")
    assert str(refused.value) == "\n".join(refused.value.faults)
    return refused.value.faults


@pytest.mark.parametrize(("name", "each"), [("rami", [10, 7, 7, 6, 6]), ("wrotham", [7] * 5), ("cuccu", [5] * 5)])
def test_the_hand_size_of_a_preset_depends_on_its_players(name: str, each: list[int]) -> None:
    assert [variant(name).cards_each(players) for players in range(2, 7)] == each


def test_an_unanswered_question_has_its_default() -> None:
    assert read_variant("ours", ENOUGH, source="-") == Variant(name="ours", title="Ours", match_target=100)


@pytest.mark.parametrize(
    ("line", "value", "right"),
    [
        ("hand_size = 21", "21", "a whole number from 1 to 20 or a table with a value for each number of players"),
        ("hand_size = 0", "0", "a whole number from 1 to 20"),
        ("hand_size = true", "True", "a whole number from 1 to 20"),
        ("hand_size = { 7 = 3 }", "{'7': 3}", "a whole number from 2 to 6: a whole number from 1 to 20"),
        ("hand_size = { two = 3 }", "{'two': 3}", "a whole number from 2 to 6: a whole number from 1 to 20"),
        ("match_deals = 51", "51", 'a whole number from 1 to 50 or "everyone_deals" or "none"'),
        ("match_deals = 0", "0", 'a whole number from 1 to 50 or "everyone_deals" or "none"'),
        ("match_target = 1001", "1001", 'a whole number from 1 to 1000 or "none"'),
        ('match_target = "hundred"', "'hundred'", 'a whole number from 1 to 1000 or "none"'),
        ("match_target = 99.5", "99.5", "a whole number from 1 to 1000"),
        ("players = [1, 6]", "[1, 6]", "[a whole number from 2 to 6, a whole number from 2 to 6]"),
        ("players = [2, 7]", "[2, 7]", "[a whole number from 2 to 6, a whole number from 2 to 6]"),
        ("players = 4", "4", "[a whole number from 2 to 6, a whole number from 2 to 6]"),
        ('direction = "left"', "'left'", '"clockwise" or "counterclockwise"'),
        ('recycle_keep_top = "yes"', "'yes'", "true or false"),
        ("recycle_max = -1", "-1", 'a whole number from 0 to 20 or "unlimited"'),
        ("melds_per_turn = 0", "0", 'a whole number from 1 to 20 or "unlimited"'),
        ("run_size = 2", "2", "a whole number from 3 to 13"),
        ("title = 7", "7", "a text"),
        ('title = ""', "''", "a text of 1 to 60 characters"),
        ("rummy_add = 101", "101", "a whole number from 0 to 100"),
        ('out_by = "discard"', "'discard'", '"any" or "discard_only"'),
        ('meld_all_at_once = "sometimes"', "'sometimes'", '"always" or "never" or a list of a whole number from 1 to 50'),
    ],
)
def test_a_wrong_answer_is_refused_with_what_would_be_right(line: str, value: str, right: str) -> None:
    key = line.split()[0]
    kept = "".join(f"{each}\n" for each in ENOUGH.splitlines() if not each.startswith(key))
    (fault,) = faults(f"{kept}{line}\n")
    assert fault.startswith(f"ours.toml: {key} = {value}: right would be ")
    assert right in fault


def test_a_number_too_long_to_be_written_is_refused_with_what_would_be_right() -> None:
    (fault,) = faults(f'title = "Odd"\nplayers = 0x{"F" * 5000}')
    assert fault.startswith("ours.toml: players = a number of too many digits: right would be ")


def test_all_wrong_answers_are_reported_together() -> None:
    found = faults('hand_size = 99\ncolour = "red"\nname = "mine"\nout_by = 3\n')
    assert [fault.split()[1] for fault in found] == ["hand_size", "colour", "name", "out_by", "title"]


def test_an_unknown_question_is_refused_with_the_list_of_questions() -> None:
    (fault,) = faults(ENOUGH + "hand_sise = 7\n")
    assert "hand_sise = 7: there is no such question" in fault
    assert "hand_size" in fault
    assert "name" not in fault.partition("questions are ")[2].split(", ")


ODD = """0 | -1 | 3 | 10000000000000000000000000 | 1.5 | nan | inf | true | "" | "x" | [] | [1] | [[2, 3]] | [2, 6] | [6, 2]
| ["a", 2] | {} | { 2 = 10 } | { 2 = { 3 = 4 } } | { "2\\u0000" = 1 } | 2020-01-01 | 12:00:00"""


@pytest.mark.parametrize("question", [field.name for field in msgspec.structs.fields(Variant)])
def test_any_answer_gives_a_variant_or_is_refused(question: str) -> None:
    kept = "".join(f"{each}\n" for each in ENOUGH.splitlines() if not each.startswith(question))
    for value in ODD.split("|"):
        try:
            read = read_variant("ours", f"{kept}{question} = {value.strip()}\n", source="ours.toml")
        except VariantRefused as refused:
            assert all(fault.startswith("ours.toml: ") for fault in refused.faults)  # noqa: PT017
        else:
            assert read.cards_each(2) > 0


def test_a_text_that_is_not_toml_is_refused_with_its_file() -> None:
    (fault,) = faults("hand_size = = 7")
    assert fault.startswith("ours.toml: this is not TOML: ")
    assert "line 1" in fault
    (fault,) = faults(f'title = "Odd"\nmatch_target = {"9" * 5000}')
    assert fault.startswith("ours.toml: this is not TOML: "), "a decimal number of too many digits"


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ("", "match_target, match_deals: one of the two must say when the match ends."),
        (
            'match_target = 100\nscoring = "payment"',
            "scoring = 'payment' with a match_target: payment is played over a fixed number of deals.",
        ),
        (
            'match_deals = 6\nscoring = "payment"\nblocked_scoring = "all_penalty"',
            "scoring = 'payment' with blocked_scoring = 'all_penalty': nobody would be paid.",
        ),
        (
            'match_deals = 6\nset_kind = "distinct_figures"',
            "set_kind = 'distinct_figures' with run_suited = true: sets of any suits need runs of any suits.",
        ),
        ('match_deals = 6\nwild_swap = "on_turn"', "wild_swap without wild: there is no wild card to swap."),
        ("match_deals = 6\nplayers = [4, 3]", "players = [4, 3]: the least number of players is above the most."),
        ("match_deals = 6\nhand_size = { 2 = 10, 3 = 7 }", "hand_size: no value for 4, 5, 6 players"),
        (
            'match_deals = 6\nwild = "joker"\nwild_swap = "on_turn"\nlayoff_scope = "none"',
            "wild_swap with layoff_scope = 'none': a meld that may not be touched cannot give its joker.",
        ),
        (
            'match_deals = 6\nstock = "own"\nnext_dealer = "loser"',
            "stock = 'own' with next_dealer = 'loser': the cards of a deal would depend on how the deal before it ended.",
        ),
        ("match_deals = 6\nset_size = [4, 3]", "set_size = [4, 3]: the smallest set is larger than the largest."),
        (
            "match_deals = 6\nhand_size = 8",
            "hand_size: 6 players with 8 cards each leave 3 of 52 cards for the stock; at least 6 are needed.",
        ),
    ],
)
def test_a_contradiction_is_refused_with_its_sentence(lines: str, sentence: str) -> None:
    found = faults('title = "Ours"\n' + lines)
    assert any(fault.startswith(f"ours.toml: {sentence}") for fault in found), found


def test_a_hand_too_small_to_meld_from_is_refused() -> None:
    """Two cards and a drawn one make a set; where the last card is discarded, there must be one more."""
    assert faults(ENOUGH + "hand_size = 1\n") == [
        "ours.toml: hand_size: with 1 in hand nobody could ever meld and go out; at least 2 are needed."
    ]
    assert variant(hand_size=2).cards_each(6) == 2
    (fault,) = faults(ENOUGH + 'hand_size = 2\nout_by = "discard_only"\n')
    assert fault.endswith("at least 3 are needed.")
    assert variant(hand_size=3, out_by="discard_only").cards_each(6) == 3


def test_too_few_cards_are_reported_for_the_most_players() -> None:
    """RULES 5.23; the start of a match checks the seats that are taken."""
    (fault,) = faults(ENOUGH + "hand_size = 10\n")
    assert fault.split()[2] == "6"
    assert read_variant("ours", ENOUGH + "hand_size = 10\nplayers = [2, 4]\n", source="-").cards_each(4) == 10


def test_house_rules_go_through_the_same_check() -> None:
    with pytest.raises(VariantRefused):
        check_variant(replace(variant(), wild_swap="on_turn"), source="the table")
    check_variant(replace(variant(), melds_per_turn="unlimited", ace="high_or_low"), source="the table")
    check_variant(replace(variant("cuccu"), run_suited=True), source="the table")  # its deck has no suits


@pytest.mark.parametrize(("ace", "points"), [("low", 1), ("high", 10), ("high_or_low", 15), ("around_corner", 15)])
def test_the_value_of_an_ace_depends_on_its_place_in_runs(ace: str, points: int) -> None:
    """RULES 5.17."""
    rules = msgspec.convert({"name": "x", "title": "x", "ace": ace}, Variant)
    assert rules.points(Card("AS")) == points
    assert replace(rules, ace_points=11).points(Card("AS")) == 11


@pytest.mark.parametrize(
    ("rules", "points"),
    [
        (variant(), "2C 2 · 9D 9 · 10H 10 · JS 10 · QC 10 · KD 10 · 7H' 7"),  # B:L69-71, A:L88-90
        (variant("cuccu"), "I 1 · IIII 4 · X 10 · XI 11 · XV 15 · XV' 15 · MATTO 10 · NULLA' 10"),  # C:L52-53, RULES 6
        (variant("wrotham"), "JK2 15"),  # RULES 5.15
        (variant("wrotham", joker_points=20), "JK2 20"),
    ],
)
def test_a_card_counts_its_face_its_numeral_or_what_the_rules_say(rules: Variant, points: str) -> None:
    for each in points.split(" · "):
        card, count = each.split()
        assert rules.points(Card(card)) == int(count), card


def test_the_cuccu_deck_counts_340_points() -> None:
    """RULES 6."""
    rules = variant("cuccu")
    assert sum(map(rules.points, rules.deck_for(4))) == 340


def test_wrotham_is_played_with_55_cards() -> None:
    """B:L120."""
    assert len(set(variant("wrotham").deck_for(2))) == 55


BOT = Path(__file__).parents[2] / "bot"


@pytest.mark.parametrize("name", OUR_NAMES)
def test_a_variant_of_the_tests_is_named_nowhere_in_the_program(name: str) -> None:
    """Its file is read by the parser that reads the shipped ones."""
    assert read_variant(name, preset_text(name), source=f"{name}.toml").name == name
    title = variant(name).title
    for file in BOT.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        assert name not in text, file
        assert f'"{title}"' not in text, file


@pytest.mark.parametrize("name", sorted({*NAMES} - {*GAMES}))
def test_no_file_of_the_rules_names_a_variant(name: str) -> None:
    """`bot/rummy` knows only answers."""
    for file in (BOT / "rummy").rglob("*.py"):
        assert f'"{name}"' not in file.read_text(encoding="utf-8"), file


@pytest.mark.parametrize("name", [*NAMES, *OUR_NAMES])
def test_every_variant_has_transcripts_of_its_own(name: str) -> None:
    assert len([file for file in TRANSCRIPTS if file.parent.name == name]) >= 3


@pytest.mark.parametrize("seed", seeds(0, 2))
@pytest.mark.parametrize(
    ("name", "players"), [(name, players) for name in OUR_NAMES for players in sorted(set(variant(name).players))]
)
def test_a_whole_match_of_a_variant_of_the_tests_is_played_to_its_end(name: str, players: int, seed: int) -> None:
    run = Run(seed, rules=variant(name), players=players, thorough=0.01).play()
    assert run.match is not None
    assert run.match.awaits == Awaited.NOTHING
    assert run.counts["matches"] == 1
