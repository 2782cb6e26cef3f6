"""Reads the text of a variant (TOML) and refuses it with the file, the key, the value and what would be right.

It never opens a file itself: the shipped ones are read by `bot.app`, a server's saved ones come from the database.
"""

import tomllib
from collections.abc import Iterator
from typing import Any

import msgspec

from bot.rummy.variant import Variant

_TYPES = {field.name: field for field in msgspec.structs.fields(Variant)}
_PACK = {"french52": 52, "cuccu40": 40}

# What the rules describe and this version does not play yet: the answers that are built, for each question that has others.
BUILT: dict[str, tuple[object, ...]] = {
    "deck": ("french52",),
    "packs": (1,),
    "jokers": (0,),
    "opening": ("upcard",),
    "next_dealer": ("rotate",),
    "ace": ("low",),
    "set_kind": ("same_rank",),
    "set_size": ((3, 4),),
    "set_unique": (True,),
    "run_suited": (True,),
    "meld_all_at_once": ("never",),
    "meld_retire_at": ("never",),
    "wild": ("none",),
    "wild_min_naturals": (1,),
    "wild_swap": ("never",),
    "discard_taken": ("forbid_face",),
    "scoring": ("winner_collects",),
    "blocked_scoring": ("auto",),
    "tie": ("shared",),
}


class VariantRefused(Exception):  # noqa: N818  (said of the variant, as of a move)
    """A variant that cannot be played. `faults` are whole sentences, one for each thing to put right."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


def read_variant(name: str, text: str, *, source: str) -> Variant:
    """The variant that a TOML text describes; `source` is what its faults are reported under (a path).

    Raises VariantRefused with all faults of form at once, or with all contradictions.
    """
    try:
        answers = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise VariantRefused([f"{source}: this is not TOML: {error}."]) from error
    faults = [f"{source}: {fault}" for key, value in answers.items() for fault in _faults_of(key, value)]
    if "title" not in answers:
        faults.append(f"{source}: title is missing: right would be {_right(_TYPES['title'].type)}.")
    if faults:
        raise VariantRefused(faults)
    variant = msgspec.convert({"name": name, **answers}, Variant, str_keys=True)
    check_variant(variant, source=source)
    return variant


def check_variant(variant: Variant, *, source: str) -> None:
    """Raises VariantRefused where the answers contradict each other or ask for what is not built."""
    faults = [f"{source}: {fault}" for fault in (*_contradictions(variant), *_not_built(variant))]
    if faults:
        raise VariantRefused(faults)


def _faults_of(key: str, value: Any) -> Iterator[str]:
    if key == "name" or key not in _TYPES:
        yield f"{key} = {value!r}: there is no such question; the questions are {', '.join(sorted(_TYPES.keys() - {'name'}))}."
        return
    try:
        msgspec.convert(value, _TYPES[key].type, str_keys=True)
    except msgspec.ValidationError:
        yield f"{key} = {value!r}: right would be {_right(_TYPES[key].type)}."


def _right(expected: Any) -> str:
    info = msgspec.inspect.type_info(expected)
    kinds = info.types if isinstance(info, msgspec.inspect.UnionType) else (info,)
    return " or ".join(_right_kind(kind) for kind in kinds)


def _right_kind(kind: Any) -> str:
    match kind:
        case msgspec.inspect.LiteralType(values=values):
            return " or ".join(f'"{value}"' for value in values)
        case msgspec.inspect.IntType(ge=least, le=most):
            return f"a whole number from {least} to {most}"
        case msgspec.inspect.StrType(min_length=int(least), max_length=int(most)):
            return f"a text of {least} to {most} characters"
        case msgspec.inspect.BoolType():
            return "true or false"
        case msgspec.inspect.TupleType(item_types=items):
            return f"[{', '.join(_right_kind(item) for item in items)}]"
        case msgspec.inspect.VarTupleType(item_type=item):
            return f"a list of {_right_kind(item)}"
        case msgspec.inspect.DictType(key_type=key, value_type=value):
            return f"a table with a value for each number of players ({_right_kind(key)}: {_right_kind(value)})"
        case _:
            return "a text"


def _contradictions(variant: Variant) -> Iterator[str]:
    least, most = variant.players
    if least > most:
        yield f"players = {[least, most]}: the least number of players is above the most."
        return
    for key in ("hand_size", "packs"):
        table = getattr(variant, key)
        missing = [players for players in range(least, most + 1) if isinstance(table, dict) and players not in table]
        if missing:
            yield f"{key}: no value for {', '.join(map(str, missing))} players, who are allowed at this table."
            return
    if variant.match_target == "none" and variant.match_deals == "none":
        yield "match_target, match_deals: one of the two must say when the match ends."
    if variant.scoring == "payment" and variant.match_target != "none":
        yield "scoring = 'payment' with a match_target: payment is played over a fixed number of deals."
    if variant.scoring == "payment" and variant.blocked_scoring == "all_penalty":
        yield "scoring = 'payment' with blocked_scoring = 'all_penalty': nobody would be paid."
    if variant.set_kind == "distinct_figures" and variant.run_suited:
        yield "set_kind = 'distinct_figures' with run_suited = true: the deck with figures has no suits."
    if variant.wild_swap != "never" and variant.wild == "none":
        yield "wild_swap without wild: there is no wild card to swap."
    for players in range(least, most + 1):
        yield from too_few_cards(variant, players)
    needed = variant.set_size[0] - (variant.out_by == "any")
    smallest = min(variant.cards_each(players) for players in range(least, most + 1))
    if smallest < needed:
        yield f"hand_size: with {smallest} in hand nobody could ever meld and go out; at least {needed} are needed."


def too_few_cards(variant: Variant, players: int) -> Iterator[str]:
    """The sentence for so many players, or nothing: a card each must be left for the stock after the deal."""
    cards = variant.packs_for(players) * _PACK[variant.deck] + variant.jokers
    left = cards - players * variant.cards_each(players) - 1
    if left < players:
        yield (
            f"hand_size: {players} players with {variant.cards_each(players)} cards each leave {left} of {cards} cards "
            f"for the stock; at least {players} are needed."
        )


def _not_built(variant: Variant) -> Iterator[str]:
    for key, built in BUILT.items():
        answer = getattr(variant, key)
        if answer not in built:
            yield f"{key} = {answer!r} is in the rules but is not built yet; built is {', '.join(map(repr, built))}."
