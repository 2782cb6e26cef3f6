"""The rules are covered by transcripts: no sentence of the rules and no answer is without one.

The rules (`docs/RULES.md`): every rule of a deal (section 4), every decision (5, 8) and every example (7) is cited; for every
sentence of section 5 `sentences.txt` names the transcripts or tests that show it.
The presets (section 3): each file answers as its line says, and nothing else differs from the defaults.
The questions: for every two answers to one question there is a transcript that is played with the first answer and fails with
the second. For every question of a game, and every two of its own house rules, one of its transcripts is played with other
answers than the game's, and fails with each of those.
"""

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from itertools import combinations, permutations
from pathlib import Path
from string import ascii_lowercase
from typing import Any

import msgspec
import pytest

from bot.rummy.games import GAMES, asks
from bot.rummy.variant import QUESTIONS, Variant
from bot.rummy.variant_reader import VariantRefused, read_variant
from tests.rummy.presets import NAMES, toml, variant
from tests.rummy.transcript import SCRIPTS, TRANSCRIPTS, TableReport, perform
from tests.rummy.transcript_position import Position

ROOT = Path(__file__).parents[2]
RULES = (ROOT / "docs" / "RULES.md").read_text(encoding="utf-8")
FIELDS = {field.name: field for field in msgspec.structs.fields(Variant)}
CITED = re.compile(r"RULES (\d+\.\d+)")
OF_A_SOURCE = ("5.1c",)  # what the source says, and no rule: the sentence after it is one

ANSWERS: dict[str, tuple[str | int | bool, ...]] = {
    "deck": ("french52", "cuccu40"),
    "packs": (1, 2, "{ 2 = 1, 3 = 1, 4 = 2 }"),
    "jokers": (0, 3, 6),
    "players": ("[2, 6]", "[2, 2]", "[2, 4]", "[3, 4]"),
    "hand_size": ("{ 2 = 10, 3 = 7, 4 = 7, 5 = 6, 6 = 6 }", 5, 7),
    "opening": ("upcard", "starter_extra"),
    "direction": ("clockwise", "counterclockwise"),
    "next_dealer": ("rotate", "winner", "loser"),
    "ace": ("low", "high_or_low", "around_corner", "high"),
    "ace_points": ("auto", 11),
    "court_points": (10, 5),
    "joker_points": (15, 20),
    "figure_points": (10, 5),
    "set_kind": ("same_rank", "distinct_figures"),
    "set_size": ("[3, 4]", "[3, 3]", "[4, 4]"),
    "set_unique": (True, False),
    "run_size": (3, 4),
    "run_suited": (True, False),
    "melds_per_turn": (1, 2, "unlimited"),
    "meld_all_at_once": ("never", "always", "[4, 5, 6]"),
    "first_meld": ("none", 40, 51),
    "meld_retire_at": ("never", 4),
    "wild": ("none", "joker", "king"),
    "wild_min_naturals": (1, 2),
    "wild_swap": ("never", "on_turn"),
    "layoff_scope": ("all", "own", "none"),
    "layoff_requires_meld": (False, True),
    "discard_taken": ("forbid_face", "forbid_card", "allow"),
    "out_by": ("any", "discard_only"),
    "recycle": ("turn_over", "shuffle"),
    "recycle_keep_top": (False, True),
    "recycle_max": (2, 1, 0, "unlimited"),
    "scoring": ("winner_collects", "penalty", "payment"),
    "rummy_bonus": ("none", "double", "add"),
    "rummy_add": (10, 25),
    "blocked_scoring": ("auto", "all_penalty"),
    "match_target": ("none", 100, 101, 150),
    "match_deals": ("none", 6, 3, "everyone_deals"),
    "tie": ("shared", "extra_deal"),
    "stock_count_public": (True, False),
    "take_back": (True, False),
    "stock": ("shared", "own"),
    "knock_limit": (10, 0, 5, "upcard"),
    "gin_scores": ("modern", "classic"),
    "spades_double": (False, True),
    "games_at_once": (1, 2, 3),
    "challenge": (False, True),
    "wild_max": ("unlimited", 1, 2),
    "wild_adjacent": (True, False),
    "first_meld_waived": (False, True),
    "discard_from": ("start", "first_meld"),
    "elimination": (False, True),
    "re_entries": (0, 1, 2),
    "growing_hands": (False, True),
}

OF_ONE_GAME = {("wild", "king")}
"""What a game answers itself, so that no table changes it."""

OWN = {
    "contract": ("packs", "jokers", "ace", "wild_swap", "wild_min_naturals", "wild_max", "wild_adjacent"),
    "gin": ("knock_limit", "gin_scores", "spades_double", "games_at_once"),
    "rummy": ("wild_max", "wild_adjacent", "first_meld_waived", "discard_from", "elimination", "re_entries"),
    "rummy500": ("packs", "jokers", "ace", "melds_per_turn"),
    "three_thirteen": ("packs", "court_points", "growing_hands"),
}
"""The own house rules of each game that has several (CONTRIBUTING.md). Those of basic rummy are for Rommé, Scala 40 and Ramino
to 101."""


def section(number: int) -> str:
    return RULES.partition(f"\n## {number}.")[2].partition("\n## ")[0]


def numbered(number: int) -> list[str]:
    """Return the numbers of the paragraphs of a section: `5.1`, `5.2` …"""
    return [f"{number}.{each}" for each in re.findall(r"^(\d+)\. ", section(number), re.MULTILINE)]


def opening_of(text: str) -> str:
    """Return the comment at the head of a transcript: its claim and its sources."""
    lines = text.splitlines()
    until = next(at for at, line in enumerate(lines) if not line.startswith("#"))
    return " ".join(line.removeprefix("#").strip() for line in lines[:until])


TEXTS = {file: file.read_text(encoding="utf-8") for file in TRANSCRIPTS}
OPENINGS = {file: opening_of(text) for file, text in TEXTS.items()}


def test_every_rule_decision_and_example_has_its_transcript() -> None:
    cited = {place for opening in OPENINGS.values() for place in CITED.findall(opening)}
    assert {*numbered(4), *numbered(5), *numbered(7)} <= cited, "no transcript cites them"


def test_every_decision_of_this_project_has_a_transcript_or_a_test() -> None:
    tests = [file.read_text(encoding="utf-8") for file in Path(__file__).parent.rglob("test_*.py")]
    cited = {place for text in (*OPENINGS.values(), *tests) for place in CITED.findall(text)}
    assert set(numbered(8)) <= cited, "nothing cites them"


def test_the_sections_of_the_rules_are_numbered_without_gaps() -> None:
    assert (len(numbered(5)), len(numbered(7))) == (26, 31)
    for number in (5, 7, 8):
        assert numbered(number) == [f"{number}.{place}" for place in range(1, len(numbered(number)) + 1)]


def sentences(number: int) -> dict[str, str]:
    """Return the sentences of a section by their numbers: `5.1a`, `5.1b` …

    A sentence ends at a full stop or a semicolon with a space after it; a heading in bold belongs to the sentence that follows.
    """
    found: dict[str, str] = {}
    for place, text in re.findall(r"^(\d+)\. (.*(?:\n .*)*)", section(number), re.MULTILINE):
        said = re.split(r"(?<=[.;]) ", " ".join(text.split()))
        found |= {f"{number}.{place}{ascii_lowercase[at]}": each.replace("*", "") for at, each in enumerate(said)}
    return found


def coverage() -> dict[str, tuple[str, list[str]]]:
    """Return the entries of `sentences.txt`: for each number the first words, and the names of what shows the sentence."""
    found: dict[str, tuple[str, list[str]]] = {}
    place = ""
    for line in Path(__file__).with_name("sentences.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith(" "):
            found[place][1].append(line.strip())
        elif line and not line.startswith("#"):
            place, _, words = line.partition(" ")
            assert place not in found, f"{place} stands there twice"
            found[place] = (words.strip(), [])
    return found


def is_there(name: str) -> bool:
    """Return True if there is a transcript `rami/one_meld_may_be_laid_in_a_turn`, or a test `tests/…/test_view.py::test_…`."""
    file, _, test = name.partition("::")
    if not test:
        return (SCRIPTS / f"{name}.txt").is_file()
    return (ROOT / file).is_file() and f"def {test}(" in (ROOT / file).read_text(encoding="utf-8")


def test_every_sentence_of_the_decisions_has_its_line_in_sentences_txt() -> None:
    assert list(coverage()) == list(sentences(5))


def test_every_sentence_of_the_decisions_has_a_transcript_or_a_test() -> None:
    covered = coverage()
    for place, sentence in sentences(5).items():
        words, names = covered[place]
        assert words, f"{place} quotes nothing"
        assert sentence.startswith(words), f"{place} says: {sentence}"
        if place in OF_A_SOURCE:
            assert names == ["-"]
        else:
            assert names, f"nothing shows {place}"
            assert not [name for name in names if not is_there(name)], f"{place} names what is not there"


def test_every_transcript_cites_an_existing_source() -> None:
    there = {*numbered(4), *numbered(5), *numbered(7), *numbered(8)}
    for opening in OPENINGS.values():
        assert re.search(r"\b[ABC]:L\d+|RULES \d|question \d", opening), f"{opening}: a claim without a source"
        assert set(CITED.findall(opening)) <= there, f"{opening} cites what is not in the rules"
        for source, lines in re.findall(r"\b([ABC]):L(\d+)", opening):
            assert int(lines) <= {"A": 102, "B": 164, "C": 62}[source], f"{source} has no line {lines}"


@pytest.mark.parametrize("name", NAMES)
def test_every_preset_answers_as_the_rules_say(name: str) -> None:
    """RULES 3; a question that is not named there has the default of section 2."""
    line = re.search(rf"^- `{name}` .*\n(?:  .*\n)*", section(3), re.MULTILINE)
    assert line is not None, f"docs/RULES.md, section 3: add the answers of data/variants/{name}.toml that aren't the defaults"
    answers = "\n".join(re.findall(r"`(\w+ = .*?)`", line[0]))
    assert read_variant(name, f'title = "{variant(name).title}"\n{answers}', source="RULES 3") == variant(name)


def test_the_default_answers_are_those_of_the_rules() -> None:
    """RULES 2: the default is the first of the values."""
    default = Variant(name="x", title="x")
    for question, (first, *_) in ANSWERS.items():
        assert getattr(default, question) == _read(question, first), question


def test_every_question_of_the_rules_is_tried() -> None:
    assert ANSWERS.keys() == set(QUESTIONS)
    named = set(re.findall(r"`(\w+)`", " ".join(re.findall(r"^\|\s?\d+ \|([^|]*)\|", section(2), re.MULTILINE))))
    assert named == {*ANSWERS, "contracts"}, "contracts are answered by games, not by tables"


@pytest.mark.parametrize("question", ANSWERS)
def test_every_named_answer_is_tried(question: str) -> None:
    info = msgspec.inspect.type_info(FIELDS[question].type)
    kinds = info.types if isinstance(info, msgspec.inspect.UnionType) else (info,)
    named = {value for kind in kinds if isinstance(kind, msgspec.inspect.LiteralType) for value in kind.values}
    assert named <= set(ANSWERS[question])
    assert not any(isinstance(kind, msgspec.inspect.BoolType) for kind in kinds) or set(ANSWERS[question]) == {True, False}


@pytest.mark.parametrize("question", [each for each in ANSWERS if any(asks(game, each) for game in GAMES)])
def test_a_transcript_tells_each_answer_from_every_other(question: str) -> None:
    """Some transcript is played with the answer, and fails with the other. What no game asks is left out."""
    likeliest_first = sorted(TRANSCRIPTS, key=lambda file: f" {question} " not in TEXTS[file])
    changeable = (answer for answer in ANSWERS[question] if (question, answer) not in OF_ONE_GAME)
    for answer, other in permutations(changeable, 2):
        played = (file for file in likeliest_first if getattr(_rules(file), question, None) == _read(question, answer))
        assert any(_notices(file, question, other) for file in played), f"no transcript tells {answer} from {other}"


@pytest.mark.parametrize("game", OWN)
def test_every_two_own_house_rules_of_a_game_decide_a_transcript_together(game: str) -> None:
    missing = set(combinations(OWN[game], 2))
    for file in _played(game):
        sought = [question for question in OWN[game] if any(question in pair for pair in missing)]
        missing -= set(combinations(_deciding(file, sought), 2))
    assert not missing, f"no transcript of {game} fails without either of two house rules"


@pytest.mark.parametrize("game", GAMES)
def test_every_question_of_a_game_decides_one_of_its_transcripts(game: str) -> None:
    """Colonel has the questions of basic rummy, whose transcripts show them, and one of its own."""
    asked = {question for question in GAMES[game].questions if asks(game, question)}
    missing = asked - GAMES["rummy"].questions if game == "colonel" else asked
    for file in _played(game):
        missing -= {*_deciding(file, sorted(missing))}
    assert not missing, f"no transcript of {game} fails without these house rules"


def _played(game: str) -> list[Path]:
    return [file for file in TRANSCRIPTS if (rules := _rules(file)) and rules.game == game]


def _deciding(file: Path, questions: Iterable[str]) -> list[str]:
    """Return those of the questions that the transcript answers as its game doesn't, and with whose answer there it fails."""
    rules = _rules(file)
    assert rules is not None
    plain = variant("rami" if rules.game == "rummy" else rules.game)
    changed = [question for question in questions if getattr(rules, question) != getattr(plain, question)]
    return [question for question in changed if _notices(file, question, _written(getattr(plain, question)))]


def _written(answer: Any) -> Any:
    """Return an answer as a transcript has it."""
    if isinstance(answer, dict):
        return "{ " + ", ".join(f"{players} = {number}" for players, number in answer.items()) + " }"
    return str([*answer]) if isinstance(answer, tuple) else answer


def _notices(file: Path, question: str, other: str | int | bool) -> bool:
    """Return True if a transcript that is otherwise unchanged fails with this answer."""
    try:
        _position(file, **{question: other}).rules()
        perform(TEXTS[file], file.parent.name, **{question: other})
    except VariantRefused:
        return False
    except TableReport:
        return True
    return False


@cache
def _rules(file: Path) -> Variant | None:
    """Return the variant of a transcript; None if its point is that the variant is refused."""
    try:
        return _position(file).rules()
    except VariantRefused:
        return None


def _position(file: Path, **instead: str | int | bool) -> Position:
    position = Position(file.parent.name, instead=instead)
    for line in TEXTS[file].splitlines():
        if line.startswith(("with ", "variant ")) and not line.startswith("variant refused"):
            position.read(" ".join(line.partition("#")[0].split()))
    return position


def _read(question: str, answer: str | int | bool) -> Any:
    value = tomllib.loads(f"answer = {toml(answer)}")["answer"]
    return msgspec.convert(value, FIELDS[question].type, str_keys=True)
