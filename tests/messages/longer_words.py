"""A language whose words are 40 % longer, in ⟦⟧ and with accents, so that what is cut or has too little room is found."""

import re
from collections.abc import Mapping
from pathlib import Path
from string import Formatter

from bot.messages.words import BUTTON, MOST_CHARACTERS, Words
from tests.messages.catalogue_files import write_whole_catalogue
from tests.messages.marked_words import OF_COMMANDS_AND_GAMES, MarkedWords, translated

LOCALE = "th"  # has one plural form
GROWTH, SHORT = 0.4, 10
"""How much longer texts are; those of at most ten characters are twice as long."""
_ACCENTED = str.maketrans("aceilnorsuyzACEILNORSUYZ", "áćéíłńóŕśúýźÁĆÉÍŁŃÓŔŚÚÝŹ")
_KEPT = re.compile(r"(`[^`]*`|/[a-z]+|\{[^}]*\}|\*\*[^*{]+\*\*)")


def longer(text: str, context: str) -> str:
    """Return the text as that language has it: `⟦{name} łéávéś ŵŵ⟧`, at most as long as its place allows."""
    length, said = _length(text), "".join(map(_accented, _KEPT.split(text)))
    more = length if length <= SHORT else round(GROWTH * length)
    if context in MOST_CHARACTERS:
        more = min(more, MOST_CHARACTERS[context] - length)
    more -= _length(said) - length
    return f"⟦{said}{(' ŵŵŵŵŵŵ' * more)[: more - 2]}⟧" if more >= 2 else said


def _length(text: str) -> int:
    """Return how many characters the text has beside its facts."""
    return sum(len(literal) for literal, *_ in Formatter().parse(text))


def _accented(piece: str) -> str:
    """Return a piece with accents, but for facts and commands. A bold one may be a button, and is called as that is."""
    if piece.startswith("**") and _KEPT.fullmatch(piece):
        return f"**{longer(piece.strip('*'), BUTTON)}**"
    return piece if _KEPT.fullmatch(piece) else piece.translate(_ACCENTED)


class LongerWords(MarkedWords):
    """The words of that language."""

    def __init__(self) -> None:
        Words.__init__(self, LOCALE, translated(LOCALE, longer))
        self.said = set()
        self.languages = {LOCALE: "77"}

    def _record(self, context: str, text: str, facts: Mapping[str, object]) -> None:
        self.said.add((context, text))


def write_longer_words(folder: Path) -> Path:
    """Write the catalogue of that language, and return the folder."""
    return write_whole_catalogue(folder, LOCALE, longer, but=OF_COMMANDS_AND_GAMES)
