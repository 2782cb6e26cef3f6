"""The catalogue of a language, `data/locales/<locale>/ramino.po`, and the checks that it won't fail in the middle of a match.

Untranslated sentences stay English. A translation must have the same placeholders as the English sentence.
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

from bot.messages.components import LONGEST_OPTION

COMMAND, OPTION, CHOICE, DESCRIPTION = "command", "option", "choice", "description"
"""The contexts of the texts that Discord itself shows for slash commands."""

LOCALES = frozenset(locale.value for locale in discord.Locale)
_LANGUAGES = LOCALES | {locale.partition("-")[0] for locale in LOCALES}
_COMMAND_NAME = re.compile(r"[-_'\w]{1,32}")
_NUMBERS = range(201)  # enough that every plural form for more than one number occurs twice


class CatalogueRefused(Exception):  # noqa: N818  (the text is one sentence for the translator)
    """A catalogue that cannot be used. The text names the file and the sentence."""


def read_catalogue(path: Path) -> gettext.GNUTranslations:
    """Return the translations of the file. Raise `CatalogueRefused` if it isn't a catalogue or a translation would fail."""
    locale = path.parent.name
    if locale not in _LANGUAGES:
        raise CatalogueRefused(f"{path}: Discord has no locale {locale!r}; it has {', '.join(sorted(LOCALES))}.")
    try:
        with path.open("rb") as source:
            catalogue = read_po(source, locale=locale.replace("-", "_"), abort_invalid=True)
    except (PoFileError, ValueError) as error:
        raise CatalogueRefused(f"{path}: this isn't a catalogue: {error}.") from None
    for message in catalogue:
        for fault in _faults(message, catalogue) if message.id and not message.fuzzy else ():
            raise CatalogueRefused(f"{path}: in the translation of {_texts(message.id)[0]!r} {fault}.")
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def _faults(message: Message, catalogue: Catalog) -> Iterator[str]:
    """Yield what is wrong with the translation of a sentence."""
    forms = _texts(message.string)
    if not any(forms):
        return
    if message.pluralizable and (len(forms) != catalogue.num_plurals or not all(forms)):
        yield f"there must be {catalogue.num_plurals} plural forms"
    expected = set().union(*map(_placeholders, _texts(message.id)))
    for index, form in enumerate(forms):
        try:
            found = _placeholders(form)
        except ValueError as error:
            yield f"a brace is wrong: {error}"
            return
        if unknown := found - expected:
            yield f"{_name_placeholders(unknown)} is none of its facts"
        needed = expected if _is_for_several_numbers(index, message, catalogue) else expected - {"count"}
        if missing := needed - found:
            yield f"{_name_placeholders(missing)} is missing"
        yield from _refused_by_discord(message.context, form)


def _is_for_several_numbers(index: int, message: Message, catalogue: Catalog) -> bool:
    """Return whether this plural form is used for more than one number, so that it must contain the number."""
    if not message.pluralizable:
        return True
    form = gettext.c2py(catalogue.plural_expr)
    return sum(form(number) == index for number in _NUMBERS) > 1


def _refused_by_discord(context: str | None, form: str) -> Iterator[str]:
    """Yield why Discord would refuse this text in a slash command."""
    if context in (COMMAND, OPTION) and (form != form.lower() or not _COMMAND_NAME.fullmatch(form)):
        yield f"{form!r} is no {context} name: at most 32 small letters, digits, - and _"
    if context in (CHOICE, DESCRIPTION) and len(form) > LONGEST_OPTION:
        yield f"there are {len(form)} characters, but Discord shows at most {LONGEST_OPTION}"


def _placeholders(text: str) -> set[str]:
    """Return the placeholders in braces, with their formats. Raise ValueError for a brace that is left open."""
    fields = Formatter().parse(text)
    return {
        name + (f"!{sign}" if sign else "") + (f":{form}" if form else "") for _, name, form, sign in fields if name is not None
    }


def _name_placeholders(placeholders: set[str]) -> str:
    return " and ".join(f"{{{one}}}" for one in sorted(placeholders))


def _texts(sentence: str | Sequence[str] | None) -> tuple[str, ...]:
    """Return a sentence, or all its plural forms."""
    return (sentence,) if isinstance(sentence, str) else tuple(sentence or ())
