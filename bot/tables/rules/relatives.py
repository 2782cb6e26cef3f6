"""The usual names of games that don't come with Ramino, each with the nearest one that does. Pure."""

from collections.abc import Mapping
from unicodedata import normalize

import msgspec
from msgspec import Struct

from bot.rummy.variant import Variant
from bot.tables.rules.house_rules import find_rule
from bot.tables.rules.rule_changes import change_rule

Relatives = Mapping[str, tuple[Variant, Variant]]
"""The nearest game by `folded` names, and the same with the house rules that get nearer."""


class _Relative(Struct, frozen=True, forbid_unknown_fields=True):
    names: tuple[str, ...]
    nearest: str
    house_rules: dict[str, str] = {}


def read_relatives(text: str, presets: Mapping[str, Variant]) -> Relatives:
    """Return the nearest of the presets by the names in this TOML, and by those of the presets, which may be mistyped.

    Raise Refused for a house rule or answer that there isn't.
    """
    found = {folded(name): (one, one) for one in presets.values() for name in (one.name, one.title)}
    for relative in msgspec.toml.decode(text, type=dict[str, tuple[_Relative, ...]])["relatives"]:
        preset = variant = presets[relative.nearest]
        for name, answer in relative.house_rules.items():
            variant = change_rule(variant, preset, find_rule(name, variant), answer)
        found = dict.fromkeys(map(folded, relative.names), (preset, variant)) | found
    return found


def folded(name: str) -> str:
    """Return the letters and digits of a name, without case and accents."""
    return "".join(sign for sign in normalize("NFKD", name.casefold()) if sign.isalnum())
