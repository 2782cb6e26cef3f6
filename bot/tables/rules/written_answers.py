"""The written form of an answer to one question of the rules: `unlimited`, `10`, `3-4`, `4 5 6`, `2:10 3:7`, `yes`."""

import re
from typing import Any

import msgspec

from bot.rummy.variant.variant import Variant

_TYPES = {field.name: field.type for field in msgspec.structs.fields(Variant)}
_NUMBERS = re.compile(r"\d{1,5}([\s,;-]+\d{1,5})*", re.ASCII)
_TABLE = re.compile(r"\d{1,5}\s*[:=]\s*\d{1,5}([\s,;]+\d{1,5}\s*[:=]\s*\d{1,5})*", re.ASCII)
_RANGES = ("set_size", "players")


def read_answer(question: str, written: str) -> Any:
    """Return the first value that the text (in lower case) can stand for as an answer to this question, or None."""
    readings: list[object] = [written.replace(" ", "_"), {"yes": True, "no": False}.get(written)]
    if _NUMBERS.fullmatch(written):
        numbers = [int(number) for number in re.findall(r"\d+", written)]
        if question in _RANGES and len(numbers) == 1:
            numbers *= 2  # `4` means 4-4
        readings += [numbers[0] if len(numbers) == 1 else None, tuple(sorted(set(numbers))), tuple(numbers)]
    if _TABLE.fullmatch(written):
        pairs = re.findall(r"(\d+)\s*[:=]\s*(\d+)", written)
        readings.append({int(players): int(value) for players, value in pairs})
    for reading in readings:
        try:
            if reading is not None:
                return msgspec.convert(reading, _TYPES[question])
        except msgspec.ValidationError:
            continue
    return None


def write_answer(question: str, value: Any) -> str:
    """Return the written form, which `read_answer` reads as the same value."""
    match value:
        case bool():
            return "yes" if value else "no"
        case dict():
            return " ".join(f"{players}:{number}" for players, number in sorted(value.items()))
        case tuple():
            return ("-" if question in _RANGES else " ").join(map(str, value)) or "never"
        case _:
            return str(value)
