"""Every kind of sentence, with facts of each type. No fact contains a letter, so every letter must come from the catalogue."""

from collections.abc import Iterator
from dataclasses import MISSING, fields, replace
from typing import Any, get_type_hints

import bot.app  # noqa: F401  (it imports every module that declares a sentence)
from bot.rummy.variant import STAGES
from bot.wording.sentence import Refusal, Refusals, Sentence
from tests.rummy.presets import variant

_FACTS: dict[object, object] = {
    int: 1,
    int | None: 1,
    str: "5",
    bool: True,
    tuple[int, ...]: (1, 2),
    tuple[str, ...]: ("5", "6"),
}
_SPECIAL_FACTS: dict[str, object] = {
    "contract": STAGES[0],
    "figures": False,
    "suited": False,
    "rule": "ace",
    "rules": ("ace",),
    "variant": variant(),
    "faults": (),
}


def kinds_of(base: type[Sentence]) -> list[type[Sentence]]:
    """Return the classes that inherit from this one, also indirectly."""
    return [one for kind in base.__subclasses__() for one in (kind, *kinds_of(kind))]


def worded_kinds() -> list[type[Sentence]]:
    """Return every kind of sentence that has its text."""
    return [kind for kind in kinds_of(Sentence) if hasattr(kind, "sentence")]


def examples_of(kind: type[Sentence]) -> Iterator[Sentence]:
    """Yield a sentence of this kind for each of its texts."""
    example = _example(kind)
    yield example
    if kind.plural:
        several = getattr(example, kind.counted)
        yield replace(example, **{kind.counted: several[:1] if isinstance(several, tuple) else 2})
    for name in kind.if_empty[::2]:
        yield replace(example, **{name: type(getattr(example, name))()})


def every_refusal() -> Iterator[Refusal]:
    """Yield a refusal for each of its texts; those with words elsewhere once."""
    for kind in kinds_of(Refusal):
        if hasattr(kind, "sentence"):
            yield from examples_of(kind)
        elif kind is not Refusals and not kind.__subclasses__():
            yield _example(kind)


def _example(kind: type[Any]) -> Any:
    types = get_type_hints(kind)
    needed = [field.name for field in fields(kind) if field.default is MISSING]
    return kind(**{name: _fact(name, types[name]) for name in needed})


def _fact(name: str, kind: object) -> object:
    if name == "choices":
        return ("low", "high") if kind == tuple[str, ...] else (("7H", "JK1=8H"), ("7H", "JK1=6H"))
    if kind is int:
        return 1
    if "card" in name or name == "taken":
        return ("7H", "10S") if kind == tuple[str, ...] else "7H"
    return _SPECIAL_FACTS.get(name, _FACTS.get(kind))
