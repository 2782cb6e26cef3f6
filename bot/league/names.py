"""How the names of leagues and seasons are compared: without what isn't shown."""

import unicodedata

_WITHOUT_SHAPE = {*"\u034f\u115f\u1160\u2800\u3164", *map(chr, range(0xFE00, 0xFE10))}


def name_key(name: str) -> str:
    """Return a text that is equal for names that differ only in case, width, spaces or invisible characters; empty for none."""
    shown = (sign for sign in unicodedata.normalize("NFKC", name) if unicodedata.category(sign) != "Cf")
    return " ".join("".join(sign for sign in shown if sign not in _WITHOUT_SHAPE).split()).casefold()
