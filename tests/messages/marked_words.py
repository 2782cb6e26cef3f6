"""A language in which every word of the catalogue is marked with ⟦⟧, so that untranslated words are found outside the marks."""

import re
from collections.abc import Callable, Iterator, Mapping
from gettext import GNUTranslations
from string import Formatter

from discord import ui

from bot.messages.names import COMPUTERS
from bot.messages.words import CHOICE, DESCRIPTION, GAME, MOST_CHARACTERS, Words, compiled
from bot.rummy.cards import FIGURE_NAMES
from tests.messages.catalogue_files import whole_catalogue
from tests.messages.shown_text import BUTTON
from tests.people import parts

SIGNS = {"button": "▣", "label": "▤", "option": "▥", "column": "▦", "letter": "▧"}
"""What follows the ⟦ of texts with little room, by their contexts."""
OF_COMMANDS_AND_GAMES = (CHOICE, DESCRIPTION, GAME)
"""The contexts of texts that no sentence contains."""
LOCALE = "ja"  # its lists have no letters, so that an English "and" would be found

_DATA = re.compile(
    r"⟦[^⟧]*(⟧|$)"  # translated; a label may be cut
    r"|(10|[2-9AJQK])[♣♦♥♠]"  # a card
    rf"|(?<![^\W_])(UTC|[IVX]+|{'|'.join(FIGURE_NAMES.values())})(?![^\W_])"  # a time zone, a card of the Cuccù deck
    rf"|\b({'|'.join(COMPUTERS)})(?=\s⚙)"  # the name of a computer
    r"|(?<=⟧)[A-Z](?=⟦)"  # its initial
    r"|(?<=⟦Wild:\s⟧)[JQK]"  # a rank
    r"|(?<!`)`[^`]+`(?!`)"  # a command, a number of a meld, a seed
    r"|[0-9a-f]{64}"  # a SHA-256
    r"|または"  # the "or" of this language
    r"|<t:-?[0-9]+:\w>"  # a timestamp, which Discord renders
    r"|Σ"
    r"|\bRosa\b"  # who is in the first hand
    r"|\b7\sof\sspades, queen\sof\shearts\b|\b7S QH\b"  # suits in words and letters, of `card_words`
)
_QUOTED = {
    "permissions",
    "rule",
    "answers",
    "league",
    "title",
    "value",
    "before",
    "after",
    "wins",
    "cards",
    "known",
    "melds",
    "contract",
}
"""Facts that quote words shown elsewhere: Discord's permissions, the titles and answers of house rules, and the title of the
standings where a server has no league; both sides of a colon; words that can be typed; and the melds of a contract."""
_LIST_END = re.compile("⟦one more⟧|⟦ more⟧")  # of a list that is too long for a sentence


class MarkedWords(Words):
    """The words of that language. A translated piece inside another sentence is an error.

    `said` are the contexts and sentences used.
    """

    def __init__(self) -> None:
        super().__init__(LOCALE, translated(LOCALE, _marked))
        self.said: set[tuple[str, str]] = set()
        self.languages = {LOCALE: "77"}

    def __call__(self, text: str, context: str = "", /, **facts: object) -> str:
        self._record(context, text, facts)
        return super().__call__(text, context, **facts)

    def many(self, one: str, several: str, count: int, context: str = "", /, **facts: object) -> str:
        self._record(context, one, facts)
        return super().many(one, several, count, context, **facts)

    def has(self, text: str) -> bool:
        """Return whether this is a sentence of the catalogue."""
        found = (self._catalogue.pgettext(context, text) for context in SIGNS)
        return any(one != text for one in (self._catalogue.gettext(text), *found))

    def has_said(self, text: str) -> bool:
        return any((context, text) in self.said for context in ("", *SIGNS))

    def _record(self, context: str, text: str, facts: Mapping[str, object]) -> None:
        self.said.add((context, text))
        texts = {name: _LIST_END.sub("", str(fact)) for name, fact in facts.items()}
        pieces = {name for name, fact in texts.items() if "⟦" in fact} - _QUOTED
        assert not pieces, f"{text!r} is put together from pieces: {pieces}"


def translated(locale: str, translate: Callable[[str, str], str]) -> GNUTranslations:
    """Return a language in which each text but those of `OF_COMMANDS_AND_GAMES` is translated by this function."""
    return compiled(whole_catalogue(locale, translate, OF_COMMANDS_AND_GAMES))


def _marked(text: str, context: str) -> str:
    """Return `{name}⟦ draws.⟧` for `{name} draws.`: placeholders are outside the marks, so that words in them are found."""
    return "".join(
        (f"⟦{SIGNS.get(context, '')}{literal}⟧" if literal else "") + (f"{{{name}}}" if name is not None else "")
        for literal, name, _, _ in Formatter().parse(text)
    )


def untranslated_letters(text: str) -> str:
    """Return the letters that are neither translated nor data; names of people, games and servers must have none."""
    return "".join(sign for sign in _DATA.sub(" ", text) if sign.isalpha())


def misplaced_texts(view: ui.LayoutView | ui.Modal) -> Iterator[str]:
    """Yield where in a message or a form there is less room than the context of a text says, and the text."""
    if isinstance(view, ui.Modal):
        yield from _misplaced("label", view.title)
    for part in parts(view.to_components()):
        yield from _misplaced("button" if part["type"] == BUTTON else "label", part.get("label"))
        yield from _misplaced("option", part.get("description"), part.get("placeholder"))
        for option in part.get("options", ()):
            yield from _misplaced("option", option.get("label"), option.get("description"))


def _misplaced(place: str, *texts: str | None) -> Iterator[str]:
    fitting = "".join(
        SIGNS[context] for context, most in MOST_CHARACTERS.items() if context in SIGNS and most <= MOST_CHARACTERS[place]
    )
    yield from (f"{place}: {text}" for text in re.findall(f"⟦[^{fitting}][^⟧]*", " ".join(filter(None, texts))))
