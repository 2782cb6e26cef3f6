"""The code of a variant, one line that people copy into another server: `R1-`, then the answers, deflated, in base 32.

The answers that differ from the defaults are written as TOML and read by the parser of the variants' files, with the same
checks. Upper and lower case are equal, 0 is read as O and 1 as I; the checksum finds typing errors.
"""

import base64
import binascii
import json
import re
import zlib
from typing import Any

import msgspec

from bot.rummy.variant import Variant
from bot.rummy.variant_reader import VariantRefused, read_variant
from bot.tables.rule_refusals import RulesContradict
from bot.wording.sentence import Quoted, Refusal, Refused

_MARK = "R1-"
_LONGEST, _LONGEST_TEXT = 1500, 4000
_MOST_DOTS = 60  # a title may have as many; dotted keys, for which the parser takes quadratic time, are in no code
_CODE = re.compile(r"(R[0-9]{1,3}-)([A-Z0-9]+)")
_DEFLATED = -zlib.MAX_WBITS  # no zlib header: the code has its own mark and checksum

# The dictionary of the compression, which makes codes short. It belongs to R1 and must never change.
_WORDS = b"""\
0123456789[3, 8][2, 4]{ 2 = 10, 3 = 7, 4 = 7, 5 = 6, 6 = 6 }
stock_count_public = false
take_back = false
tie = "extra_deal"
deck = "cuccu40"
set_kind = "distinct_figures"
run_suited = false
run_size = 4
set_unique = false
set_size = [3, 5]
opening = "starter_extra"
direction = "counterclockwise"
next_dealer = "winner"
next_dealer = "loser"
discard_taken = "forbid_card"
discard_taken = "allow"
blocked_scoring = "all_penalty"
figure_points = 10
joker_points = 25
court_points = 10
ace_points = 11
meld_retire_at = 4
meld_all_at_once = [4, 5, 6]
meld_all_at_once = "always"
wild_min_naturals = 2
wild_swap = "on_turn"
wild = "joker"
jokers = 6
packs = 2
players = [2, 4]
hand_size = 7
layoff_scope = "own"
layoff_scope = "none"
layoff_requires_meld = true
out_by = "discard_only"
ace = "around_corner"
ace = "high_or_low"
scoring = "payment"
scoring = "penalty"
rummy_add = 20
rummy_bonus = "add"
rummy_bonus = "double"
recycle_max = "unlimited"
recycle_max = 1
recycle_keep_top = true
recycle = "shuffle"
melds_per_turn = "unlimited"
match_deals = 6
match_target = 150
title = "
"""


class CodeNotUnderstood(Refusal):
    """The text is not a code."""

    text: Quoted
    sentence = "“{text}” isn't the code of a game. Codes start with R1-; copy one from `/variant list`."


class CodeMistyped(Refusal):
    """The code does not match its checksum."""

    sentence = "That code is incomplete or has a typo. Copy it again."


class CodeTooNew(Refusal):
    """The code was made by a newer version of the program."""

    sentence = "That code comes from another version of this bot, so it can't be read here."


class CodeRefused(Refusal):
    """The code is complete, but its answers make no valid variant."""

    sentence = "The game of that code can't be played here."


def write_code(variant: Variant) -> str:
    """Return the code of a variant."""
    deflater = zlib.compressobj(9, zlib.DEFLATED, _DEFLATED, zdict=_WORDS)
    packed = deflater.compress(_as_toml(variant).encode()) + deflater.flush()
    body = zlib.crc32(packed).to_bytes(4, "big") + packed
    return _MARK + base64.b32encode(body).decode().rstrip("=")


def read_code(code: str) -> Variant:
    """Return the variant of a code, named after its title.

    Raise Refused: CodeNotUnderstood if the text is not a code, CodeMistyped for a wrong checksum, CodeTooNew, RulesContradict
    for answers that contradict each other, and CodeRefused for others that the parser of variants' files rejects.
    """
    found = _CODE.fullmatch(re.sub(r"[\s`]+", "", code).upper()) if code.isascii() and len(code) <= _LONGEST else None
    if found is None:
        raise Refused(CodeNotUnderstood(code))
    if found[1] != _MARK:
        raise Refused(CodeTooNew())
    text = _unpack(found[2])
    try:
        variant = read_variant("code", text, source="code")
    except VariantRefused as refused:
        raise Refused(RulesContradict(refused.contradictions) if refused.contradictions else CodeRefused()) from refused
    except RecursionError as refused:  # deeply nested lists
        raise Refused(CodeRefused()) from refused
    return msgspec.structs.replace(variant, name=variant.title.casefold())


def _unpack(letters: str) -> str:
    try:
        body = base64.b32decode(letters + "=" * (-len(letters) % 8), map01="I")
    except binascii.Error:
        raise Refused(CodeMistyped()) from None
    checksum, packed = body[:4], body[4:]
    if zlib.crc32(packed).to_bytes(4, "big") != checksum:
        raise Refused(CodeMistyped())
    inflater = zlib.decompressobj(_DEFLATED, zdict=_WORDS)
    try:
        text = inflater.decompress(packed, _LONGEST_TEXT).decode()
    except (zlib.error, UnicodeDecodeError):
        raise Refused(CodeRefused()) from None
    if not inflater.eof or text.count(".") > _MOST_DOTS:
        raise Refused(CodeRefused())
    return text


def _as_toml(variant: Variant) -> str:
    """Return the title and every answer that is not the default."""
    defaults = Variant(name="", title="-")
    lines = [f"title = {_value(variant.title)}"]
    for question in Variant.__struct_fields__:
        answer = getattr(variant, question)
        if question not in ("name", "title") and answer != getattr(defaults, question):
            lines.append(f"{question} = {_value(answer)}")
    return "\n".join(lines)


def _value(answer: Any) -> str:
    if isinstance(answer, dict):
        return "{ " + ", ".join(f"{key} = {value}" for key, value in sorted(answer.items())) + " }"
    return json.dumps(answer, ensure_ascii=False)
