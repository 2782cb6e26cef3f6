"""Catalogues that tests write where a translator would put them: a few sentences, or all of them by a rule."""

from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from scripts import catalogue

ITALIAN = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"
"""


@cache
def current_sentences() -> Catalog:
    """Return the sentences of the code, which `ramino.pot` has only at the end of an issue."""
    with ThreadPoolExecutor(1) as beside_the_loop:
        return beside_the_loop.submit(catalogue.current_sentences).result()


def write_catalogue(folder: Path, locale: str, *entries: str, head: str = ITALIAN) -> Path:
    """Write `folder/<locale>/ramino.po` with these entries and return the folder, for `Languages.read`."""
    path = folder / locale / "ramino.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n\n".join((head.strip(), *entries)) + "\n", encoding="utf-8")
    return folder


def entry(english: str, *translated: str, several: str = "", context: str = "") -> str:
    """Return one sentence of a catalogue; if `several` is given, with its plural forms."""
    lines = [f'msgctxt "{context}"'] if context else []
    lines.append(f'msgid "{english}"')
    if several:
        lines.append(f'msgid_plural "{several}"')
        lines += [f'msgstr[{index}] "{form}"' for index, form in enumerate(translated)]
    else:
        lines.append(f'msgstr "{translated[0]}"')
    return "\n".join(lines)


def whole_catalogue(locale: str, translate: Callable[[str, str], str], but: Collection[str] = ()) -> Catalog:
    """Return a language in which each text is translated by this function of its English and its context.

    Texts with the contexts `but` stay English.
    """
    whole = Catalog(locale=locale)
    for message in current_sentences():
        if message.id and message.context not in but:
            context, several = message.context or "", isinstance(message.id, tuple | list)
            text = (translate(message.id[1], context),) * whole.num_plurals if several else translate(message.id, context)
            whole.add(message.id, text, context=message.context)
    return whole


def write_whole_catalogue(folder: Path, locale: str, translate: Callable[[str, str], str], but: Collection[str] = ()) -> Path:
    """Write `folder/<locale>/ramino.po` with that language and return the folder, for `Languages.read`."""
    path = folder / locale / "ramino.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, whole_catalogue(locale, translate, but))
    return folder
