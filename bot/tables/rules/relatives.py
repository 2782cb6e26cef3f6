"""The usual names of games: of those that come with Ramino, and of others, each with the nearest one that does. Pure."""

from collections.abc import Collection, Mapping
from types import MappingProxyType
from unicodedata import normalize

import msgspec
from msgspec import Struct

from bot.rummy.variant import Variant
from bot.tables.rules.house_rules import find_rule
from bot.tables.rules.rule_changes import change_rule

Relatives = Mapping[str, tuple[Variant, Variant]]
"""The nearest game by `folded` names, and the same with the house rules that get nearer."""


UsualNames = Mapping[str, Variant]
"""The games by `folded` names that people use for them, and by their titles in all languages."""


class _Relative(Struct, frozen=True, forbid_unknown_fields=True):
    names: tuple[str, ...]
    nearest: str
    house_rules: dict[str, str] = {}


class _Names(Struct, frozen=True, forbid_unknown_fields=True):
    usual_names: dict[str, tuple[str, ...]] = {}
    relatives: tuple[_Relative, ...] = ()


def read_usual_names(
    text: str, presets: Mapping[str, Variant], titles: Mapping[str, Collection[str]] = MappingProxyType({})
) -> UsualNames:
    """Return the presets by their usual names in this TOML, by their own names, and by their `titles` in other languages."""
    usual = msgspec.toml.decode(text, type=_Names).usual_names
    names = {name: (name, one.title, *titles.get(name, ()), *usual.get(name, ())) for name, one in presets.items()}
    return {folded(name): presets[one] for one, known in names.items() for name in known}


def read_relatives(text: str, presets: Mapping[str, Variant]) -> Relatives:
    """Return the nearest of the presets by the names in this TOML, and by those of the presets, which may be mistyped.

    Raise Refused for a house rule or answer that there isn't.
    """
    found = {name: (one, one) for name, one in read_usual_names(text, presets).items()}
    for relative in msgspec.toml.decode(text, type=_Names).relatives:
        preset = variant = presets[relative.nearest]
        for name, answer in relative.house_rules.items():
            variant = change_rule(variant, preset, find_rule(name, variant), answer)
        found = dict.fromkeys(map(folded, relative.names), (preset, variant)) | found
    return found


def folded(name: str) -> str:
    """Return the letters and digits of a name, without case and accents."""
    return "".join(sign for sign in normalize("NFKD", name.casefold()) if sign.isalnum())
