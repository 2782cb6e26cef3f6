"""Which names look alike, so that one person could be taken for another."""

import unicodedata
from collections.abc import Iterable, Mapping

from bot.messages.text import clean_line

_CYRILLIC = "АВЕЅІЈКМНОРСТУХӀԌԚԜ аеѕіјкорсухһӏԁԛԝѵ"
_GREEK = "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ αινορυγ"
_ARMENIAN = "ՍՕ օոսհ"
_CHEROKEE = "ᎪᏴᏟᎠᎬᎻᎫᏦᏞᎷᏢᏒᏚᎢᏙᎳᏃ"
_LISU = "ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ"
_LATIN = "ıɑɡɩ"
_SAME_SHAPE = str.maketrans(
    _CYRILLIC + _GREEK + _ARMENIAN + _CHEROKEE + _LISU + _LATIN,
    "ABESIJKMHOPCTYXIGQW aesijkopcyxhldqwv"
    + "ABEZHIKMNOPTYX aivopuy"
    + "UO onuh"
    + "ABCDEHJKLMPRSTVWZ"
    + "ABCDEFGHIJKLMNOPRSTUVWXYZ"
    + "iagi",
)
_SAME_SMALL_SHAPE = str.maketrans("l1|0", "iiio") | {ord("⋯"): "..."}
_WITHOUT_SHAPE = "\u115f\u1160\u2800\u3164"
_ADDED = {"Cf", "Mn", "Me"}  # the categories of what is joined to the character before, or not shown


def groups_alike(names: Mapping[int, str], reserved: Iterable[str]) -> list[list[int]]:
    """Return the people whose names look like each other's, in groups.

    A group of its own is somebody whose name looks like a reserved one, is invisible, or seems to have something behind it that
    tells people apart.
    """
    by_look: dict[str, list[int]] = {}
    for person, name in names.items():
        by_look.setdefault(_look(name), []).append(person)
    looks_reserved = {"", *map(_look, reserved)}
    return [
        group for look, group in by_look.items() if len(group) > 1 or look in looks_reserved or "@" in look or "(..." in look
    ]


def _look(name: str) -> str:
    """Return a text that is equal for names that look alike, also if their letters are those of several alphabets."""
    shapes = unicodedata.normalize("NFKC", clean_line(name)).translate(_SAME_SHAPE).casefold().translate(_SAME_SMALL_SHAPE)
    shown = (sign for sign in shapes if unicodedata.category(sign) not in _ADDED and sign not in _WITHOUT_SHAPE)
    return " ".join("".join(shown).split())
