"""A language in which every word of the catalogue is marked with ⟦⟧, so that untranslated words are found outside the marks."""

import re
from collections.abc import Mapping
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from bot.app import LOCALES
from bot.messages.names import COMPUTERS
from bot.messages.words import Words, read_catalogue
from bot.rummy.cards import FIGURE_NAMES

LOCALE = "ja"  # its lists have no letters, so that an English "and" would be found

_DATA = re.compile(
    r"⟦[^⟧]*(⟧|$)"  # translated; a label may be cut
    r"|(10|[2-9AJQK])[♣♦♥♠]"  # a card
    rf"|(?<![^\W_])([IVX]+|{'|'.join(FIGURE_NAMES.values())})(?![^\W_])"  # a card of the Cuccù deck
    rf"|\b({'|'.join(COMPUTERS)})(?=\s⚙)"  # the name of a computer
    r"|(?<=⟧)[A-Z](?=⟦)"  # its initial
    r"|(?<!`)`[^`]+`(?!`)"  # a command, a number of a meld, a seed
    r"|[0-9a-f]{64}"  # a SHA-256
    r"|または"  # the "or" of this language
    r"|<t:-?[0-9]+:\w>"  # a timestamp, which Discord renders
    r"|Σ"
)
_QUOTED = {"permissions", "rule", "answers", "league"}
"""Facts that quote words shown elsewhere: Discord's permissions, the titles and answers of house rules, and the title of the
standings where a server has no league."""
_LIST_END = re.compile("⟦one more⟧|⟦ more⟧")  # of a list that is too long for a sentence


class MarkedWords(Words):
    """The words of that language. `said` are the sentences used; a translated piece inside another sentence is an error."""

    def __init__(self, path: Path) -> None:
        super().__init__(LOCALE, read_catalogue(path))
        self.said: set[str] = set()

    def __call__(self, text: str, /, **facts: object) -> str:
        self._record(text, facts)
        return super().__call__(text, **facts)

    def many(self, one: str, several: str, count: int, /, **facts: object) -> str:
        self._record(one, facts)
        return super().many(one, several, count, **facts)

    def has(self, text: str) -> bool:
        """Return whether this is a sentence of the catalogue."""
        return self._catalogue.gettext(text) != text

    def _record(self, text: str, facts: Mapping[str, object]) -> None:
        self.said.add(text)
        texts = {name: _LIST_END.sub("", str(fact)) for name, fact in facts.items()}
        pieces = {name for name, fact in texts.items() if "⟦" in fact} - _QUOTED
        assert not pieces, f"{text!r} is put together from pieces: {pieces}"


def marked_words(folder: Path) -> MarkedWords:
    """Return the words of that language, from a catalogue written into the folder."""
    with (LOCALES / "ramino.pot").open("rb") as source:
        template = read_po(source)
    catalogue = Catalog(locale=LOCALE)
    for message in template:
        if message.id and not message.context:
            text = (_marked(message.id[1]),) if isinstance(message.id, tuple | list) else _marked(message.id)
            catalogue.add(message.id, text)
    path = folder / LOCALE / "ramino.po"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_po(file, catalogue)
    return MarkedWords(path)


def _marked(text: str) -> str:
    """Return `{name}⟦ draws.⟧` for `{name} draws.`: placeholders are outside the marks, so that words in them are found."""
    return "".join(
        (f"⟦{literal}⟧" if literal else "") + (f"{{{name}}}" if name is not None else "")
        for literal, name, _, _ in Formatter().parse(text)
    )


def untranslated_letters(text: str) -> str:
    """Return the letters that are neither translated nor data; names of people, games and servers must have none."""
    return "".join(sign for sign in _DATA.sub(" ", text) if sign.isalpha())
