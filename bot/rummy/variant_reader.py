"""The reader of variants in TOML; a refusal names the file, the key, the value and the allowed values.

It never opens a file: `bot.app` reads the shipped variants, and the saved ones of a server come from the database.
"""

import tomllib
from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from bot.rummy.contradictions import Contradiction, contradictions
from bot.rummy.games import GAMES, asks
from bot.rummy.variant import QUESTIONS, Variant

_TYPES = {field.name: field for field in msgspec.structs.fields(Variant)}


class VariantRefused(Exception):  # noqa: N818  (a variant is refused, like a move)
    """A variant that cannot be played. `faults` are whole sentences, one for each thing to fix.

    `contradictions` are the same faults as records, unless a fault of form kept the answers from being read.
    """

    def __init__(self, faults: list[str], contradictions: tuple[Contradiction, ...] = ()) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults
        self.contradictions = contradictions


def read_variant(name: str, text: str, *, source: str) -> Variant:
    """Return the variant that a TOML text describes; faults are reported under `source`, a path.

    Raise VariantRefused with all faults of form, or else with all contradictions.
    """
    try:
        answers = tomllib.loads(text)
    except ValueError as error:  # TOMLDecodeError, and Python's own for a number of too many digits
        raise VariantRefused([f"{source}: this is not TOML: {error}."]) from error
    known = _keys_of(answers.get("game"))
    faults = [f"{source}: {fault}" for key, value in answers.items() for fault in _faults_of(key, value, known)]
    if "title" not in answers:
        faults.append(f"{source}: title is missing: right would be {_expected_text(_TYPES['title'].type)}.")
    if faults:
        raise VariantRefused(faults)
    given = GAMES[answers.get("game", _TYPES["game"].default)].answers
    variant = msgspec.convert({"name": name, **given, **answers}, Variant, str_keys=True)
    if isinstance(deals := variant.meld_all_at_once, tuple):
        variant = msgspec.structs.replace(variant, meld_all_at_once=tuple(sorted(set(deals))))
    check_variant(variant, source=source)
    return variant


def check_variant(variant: Variant, *, source: str) -> None:
    """Raise VariantRefused if the answers contradict each other."""
    if found := tuple(contradictions(variant)):
        raise VariantRefused([f"{source}: {fault}" for fault in found], found)


def _keys_of(game: Any) -> list[str]:
    """Return the keys that the file of a variant of this game may have."""
    named = game if isinstance(game, str) and game in GAMES else _TYPES["game"].default
    return sorted(("title", "game", *(question for question in QUESTIONS if asks(named, question))))


def _faults_of(key: str, value: Any, known: list[str]) -> Iterator[str]:
    if key not in known:
        yield f"{key} = {_written(value)}: there is no such question; the questions are {', '.join(known)}."
        return
    expected = Literal[tuple(GAMES)] if key == "game" else _TYPES[key].type
    try:
        msgspec.convert(value, expected, str_keys=True)
    except msgspec.ValidationError:
        yield f"{key} = {_written(value)}: right would be {_expected_text(expected)}."


def _written(value: Any) -> str:
    try:
        return repr(value)
    except ValueError:  # a hexadecimal number may have more digits than Python writes
        return "a number of too many digits"


def _expected_text(expected: Any) -> str:
    info = msgspec.inspect.type_info(expected)
    kinds = info.types if isinstance(info, msgspec.inspect.UnionType) else (info,)
    return " or ".join(_expected_kind(kind) for kind in kinds)


def _expected_kind(kind: Any) -> str:
    match kind:
        case msgspec.inspect.LiteralType(values=values):
            return " or ".join(f'"{value}"' for value in values)
        case msgspec.inspect.IntType(ge=least, le=most):
            return f"a whole number from {least} to {most}"
        case msgspec.inspect.BoolType():
            return "true or false"
        case msgspec.inspect.TupleType(item_types=items):
            return f"[{', '.join(_expected_kind(item) for item in items)}]"
        case msgspec.inspect.VarTupleType(item_type=item, max_length=most):
            return f"a list of {_expected_kind(item)}" + (f", {most} times at most" if most else "")
        case msgspec.inspect.DictType(key_type=key, value_type=value):
            return f"a table with a value for each number of players ({_expected_kind(key)}: {_expected_kind(value)})"
        case _:
            return f"a text of {kind.min_length} to {kind.max_length} characters"
