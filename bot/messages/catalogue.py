"""Reads the catalogue of a language, `data/locales/<locale>/ramino.po`, and refuses one that would fail in a match.

What is not translated stays English. What is translated must name the facts that the English sentence names.
"""

import gettext
import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from string import Formatter

import discord
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

COMMAND, OPTION, CHOICE, DESCRIPTION = "command", "option", "choice", "description"
"""The contexts of what Discord itself shows of slash commands."""

LOCALES = frozenset(locale.value for locale in discord.Locale)
_LANGUAGES = LOCALES | {locale.partition("-")[0] for locale in LOCALES}
_COMMAND_NAME = re.compile(r"[-_'\w]{1,32}")
_LONGEST = 100  # characters of a description or a choice
_NUMBERS = range(201)  # enough to meet every plural form twice, where it stands for more than one number


class CatalogueRefused(Exception):  # noqa: N818  (the text is one sentence for who translates)
    """A catalogue cannot be used; the text names the file and the sentence."""


def read_catalogue(path: Path) -> gettext.GNUTranslations:
    """Raises CatalogueRefused."""
    locale = path.parent.name
    if locale not in _LANGUAGES:
        raise CatalogueRefused(f"{path}: Discord has no locale {locale!r}; it has {', '.join(sorted(LOCALES))}.")
    try:
        with path.open("rb") as source:
            catalogue = read_po(source, locale=locale.replace("-", "_"), abort_invalid=True)
    except (PoFileError, ValueError) as error:
        raise CatalogueRefused(f"{path}: this is no catalogue: {error}.") from None
    for message in catalogue:
        for fault in _faults(message, catalogue) if message.id and not message.fuzzy else ():
            raise CatalogueRefused(f"{path}: in the translation of {_texts(message.id)[0]!r} {fault}.")
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def _faults(message: Message, catalogue: Catalog) -> Iterator[str]:
    forms = _texts(message.string)
    if not any(forms):
        return
    if message.pluralizable and (len(forms) != catalogue.num_plurals or not all(forms)):
        yield f"there must be {catalogue.num_plurals} plural forms"
    facts = set().union(*map(_facts, _texts(message.id)))
    for index, form in enumerate(forms):
        try:
            named = _facts(form)
        except ValueError as error:
            yield f"a brace is wrong: {error}"
            return
        if unknown := named - facts:
            yield f"{_braced(unknown)} is none of its facts"
        needed = facts if _stands_for_several(index, message, catalogue) else facts - {"count"}
        if missing := needed - named:
            yield f"{_braced(missing)} is missing"
        yield from _refused_by_discord(message.context, form)


def _stands_for_several(index: int, message: Message, catalogue: Catalog) -> bool:
    """Whether this form is said of more than one number, so that it must name it."""
    if not message.pluralizable:
        return True
    form = gettext.c2py(catalogue.plural_expr)
    return sum(form(number) == index for number in _NUMBERS) > 1


def _refused_by_discord(context: str | None, form: str) -> Iterator[str]:
    if context in (COMMAND, OPTION) and (form != form.lower() or not _COMMAND_NAME.fullmatch(form)):
        yield f"{form!r} is no {context} name: at most 32 small letters, digits, - and _"
    if context in (CHOICE, DESCRIPTION) and len(form) > _LONGEST:
        yield f"there are {len(form)} characters, but Discord shows at most {_LONGEST}"


def _facts(text: str) -> set[str]:
    """What stands in braces, with its format. Raises ValueError for a brace that is left open."""
    fields = Formatter().parse(text)
    return {
        name + (f"!{sign}" if sign else "") + (f":{form}" if form else "") for _, name, form, sign in fields if name is not None
    }


def _braced(facts: set[str]) -> str:
    return " and ".join(f"{{{fact}}}" for fact in sorted(facts))


def _texts(said: str | Sequence[str] | None) -> tuple[str, ...]:
    """A sentence, or all its plural forms."""
    return (said,) if isinstance(said, str) else tuple(said or ())
