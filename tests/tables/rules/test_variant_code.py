"""A code carries all answers of a game, says so when it was mistyped, and gets round no check."""

import base64
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.rummy.contradictions import Contradiction, Reason, contradiction
from bot.tables.refusals import RulesContradict
from bot.tables.rules import saved_variants as variant_code
from bot.tables.rules.saved_variants import (
    _DEFLATED,
    _WORDS,
    CodeMistyped,
    CodeNotUnderstood,
    CodeRefused,
    CodeTooNew,
    read_code,
    write_code,
)
from bot.wording.sentence import Refusal, Refused
from tests.rummy.presets import NAMES, variant

OURS = replace(variant("rami"), title="Zia Pina's", melds_per_turn="unlimited", rummy_bonus="double", match_target=80)


def refusal(code: str) -> Refusal:
    with pytest.raises(Refused) as refused:
        read_code(code)
    return refused.value.refusal


def forged_code(text: str) -> str:
    """Return a code with a valid checksum for any text."""
    deflater = zlib.compressobj(9, zlib.DEFLATED, _DEFLATED, zdict=_WORDS)
    packed = deflater.compress(text.encode()) + deflater.flush()
    return "R1-" + base64.b32encode(zlib.crc32(packed).to_bytes(4, "big") + packed).decode().rstrip("=")


@pytest.mark.parametrize("name", NAMES)
def test_a_code_carries_all_answers(name: str) -> None:
    assert replace(read_code(write_code(variant(name))), name=name) == variant(name)


def test_a_code_carries_answers_of_every_kind() -> None:
    odd = replace(
        OURS,
        players=(2, 3),
        hand_size={2: 11, 3: 9},
        packs={2: 1, 3: 2},
        meld_all_at_once=(2, 5),
        take_back=False,
        ace_points=11,
        match_deals=7,
        title="Żółw O'Neil-2",
    )
    assert replace(read_code(write_code(odd)), name="rami") == odd


def test_a_code_is_short_and_one_line() -> None:
    assert len(write_code(OURS)) < 70
    assert write_code(OURS).removeprefix("R1-").isalnum()


def test_a_code_is_read_with_spaces_and_in_either_case() -> None:
    code = write_code(OURS)
    for copied in (code.lower(), f" `{code}` ", f"{code[:20]} {code[20:]}\n", code.replace("O", "0")):
        assert read_code(copied) == read_code(code)


def test_a_recorded_code_stays_readable() -> None:
    """Written by the first version; the words that it is packed with must never change."""
    assert read_code(FIRST) == replace(OURS, name=OURS.title.casefold())


FIRST = "R1-TFIJDOMDWORDEEYVAIZPGEWVRMERRD6DUNULMWAYAAAA"


@given(st.data())
def test_a_mistyped_letter_is_refused(data: st.DataObject) -> None:
    code = write_code(OURS)
    at = data.draw(st.integers(3, len(code) - 2))
    letter = data.draw(st.sampled_from([one for one in "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567" if one != code[at]]))
    assert refusal(code[:at] + letter + code[at + 1 :]) == CodeMistyped()
    assert refusal(code[:at] + code[at + 1 :]) == CodeMistyped()


@pytest.mark.parametrize("text", ["", "hello", "R1-", "R1", "R-ABC", "R1-ÄÖ", "R1-" + "A" * 2000, "R0001-AAAA", "🂡", "R1-A!B"])
def test_other_text_is_refused(text: str) -> None:
    assert refusal(text) == CodeNotUnderstood(text)


def test_a_code_of_a_newer_version_is_refused() -> None:
    assert refusal("R2-" + write_code(OURS).removeprefix("R1-")) == CodeTooNew()


@given(st.binary(max_size=200))
def test_a_code_with_random_content_is_refused_without_an_error(packed: bytes) -> None:
    body = zlib.crc32(packed).to_bytes(4, "big") + packed
    assert isinstance(refusal("R1-" + base64.b32encode(body).decode().rstrip("=")), CodeRefused)


def test_the_code_of_a_variant_that_is_too_large_by_now_is_refused_with_the_reason() -> None:
    large = replace(OURS, players=(2, 4), packs=4, jokers=12, wild="joker", hand_size=20)
    faults = (
        contradiction(Reason.TABLE_TOO_LARGE, question="packs", value=4, most=2),
        contradiction(Reason.TABLE_TOO_LARGE, question="jokers", value=12, most=6),
        contradiction(Reason.TABLE_TOO_LARGE, question="hand_size", value=20, most=14),
    )
    assert refusal(write_code(large)) == RulesContradict(faults)


@pytest.mark.parametrize(
    "answers",
    [
        "match_target = 100",  # without a title
        'title = "x"\nmatch_target = 1001',
        'title = "x"\nmatch_deals = 51',
        'title = "x"\nmatch_target = 100\nhand_size = 21',
        'title = "x"\nmatch_target = 100\nluck = 7',
        'title = "x"\nmatch_target = 100\nname = "rami"',
        'title = ""\nmatch_target = 100',
        f'title = "{"x" * 61}"\nmatch_target = 100',
        "x = " + "[" * 3000,
        "x = " + "9" * 3900,
        "title = = 1",
        "#" * 100_000,
    ],
)
def test_a_forged_code_passes_no_check(answers: str) -> None:
    assert refusal(forged_code(answers)) == CodeRefused()


@pytest.mark.parametrize(
    ("answers", "fault"),
    [
        ("", contradiction(Reason.NO_END)),
        ("match_target = 100\nhand_size = 12", contradiction(Reason.STOCK_TOO_SMALL, players=6, each=12, stock=-21, cards=52)),
        ('match_target = 100\nscoring = "payment"', contradiction(Reason.PAYMENT_WITH_TARGET)),
        ('match_target = 100\nwild_swap = "on_turn"', contradiction(Reason.SWAP_WITHOUT_WILD)),
    ],
)
def test_a_forged_code_with_a_contradiction_is_refused_with_its_reason(answers: str, fault: Contradiction) -> None:
    assert refusal(forged_code(f'title = "x"\n{answers}')) == RulesContradict((fault,))


@pytest.mark.parametrize(
    "answer", ["players = 0x{}", "hand_size = {{ 2 = 0x{} }}", "no_question = [0x{}]", "match_target = -0x{}"]
)
def test_a_number_too_long_to_be_written_is_refused_without_an_error(answer: str) -> None:
    assert refusal(forged_code(f'title = "A"\n{answer.format("F" * 3900)}')) == CodeRefused()


def test_a_code_of_many_dotted_keys_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """The parser takes quadratic time for them."""
    read: list[str] = []
    monkeypatch.setattr(variant_code, "read_variant", lambda _name, text, **_: read.append(text))
    for text in ("a" + ".a" * 1990 + "= 1", "\n".join("a." * 99 + f"a{number} = 1" for number in range(19))):
        assert refusal(forged_code(text)) == CodeRefused()
    assert not read


def test_a_title_may_consist_of_dots() -> None:
    assert read_code(write_code(replace(OURS, title="." * 60))).title == "." * 60
