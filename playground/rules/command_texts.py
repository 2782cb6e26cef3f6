"""Names and descriptions of commands and options, in every language."""

import unicodedata

from playground.discord_json import Json, names
from playground.rules.body_reader import BodyReader, Path

LOCALES = frozenset(
    names("""
    ar bg cs da de el en-GB en-US es-419 es-ES fi fr he hi hr hu id it ja ko lt nl no pl pt-BR ro ru sv-SE th
    tr uk vi zh-CN zh-TW
""")
)


def read_texts(reader: BodyReader, path: Path, raw: Json) -> Json:
    """Return name and description, in every language."""
    result: Json = {
        "name": _name(reader, (*path, "name"), raw.get("name")),
        "description": reader.text((*path, "description"), raw.get("description"), least=1),
    }
    for key in ("name_localizations", "description_localizations"):
        if raw.get(key) is None:
            continue
        result[key] = {}
        for locale, text in reader.json_object((*path, key), raw[key]).items():
            here = (*path, key, locale)
            if locale not in LOCALES:
                reader.add_error(here, "BASE_TYPE_CHOICES", f"Value must be one of {{{', '.join(sorted(LOCALES))}}}.")
            elif key == "name_localizations":
                result[key][locale] = _name(reader, here, text)
            else:
                result[key][locale] = reader.text(here, text)
    return result


def _name(reader: BodyReader, path: Path, value: object) -> str | None:
    name = reader.text(path, value)
    if name is not None and not _is_name(name):
        reader.add_error(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
        return None
    return name


def _is_name(name: str) -> bool:
    """Return whether a name fits Discord's `^[-_'\\p{L}\\p{N}\\p{sc=Deva}\\p{sc=Thai}]{1,32}$` and is in lower case."""
    return name == name.lower() and all(
        letter in "-_'"
        or unicodedata.category(letter)[0] in "LN"
        or "\u0900" <= letter <= "\u097f"
        or "\u0e00" <= letter <= "\u0e7f"
        for letter in name
    )
