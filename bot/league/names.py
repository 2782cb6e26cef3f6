"""How names are compared: of leagues, seasons and people."""

import unicodedata


def name_key(name: str) -> str:
    """Return a text that is equal for names that differ only in case, width or spaces."""
    return " ".join(unicodedata.normalize("NFKC", name).split()).casefold()
