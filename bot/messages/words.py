"""The words of each language: every sentence for a person, from one gettext catalogue, and how lists and cards are written.

`say("You hold {count} cards.", count=3)` looks up the English text in the locale's catalogue; `say.many(one, several, count)`
chooses the form for a number. `make catalogue` collects the texts from the code into `data/locales/ramino.pot`. The names and
descriptions of slash commands are registered with Discord in other languages, too.
"""

import gettext
from collections.abc import Iterable, Mapping
from itertools import accumulate
from pathlib import Path

import discord
from babel import Locale, UnknownLocaleError
from babel.lists import format_list
from babel.numbers import format_decimal
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Where
from discord.app_commands import TranslationContextTypes, locale_str

from bot.messages.card_text import card_separator, card_text
from bot.messages.catalogue import CHOICE, COMMAND, DESCRIPTION, OPTION, read_catalogue

_MOST_LISTED, _LONGEST_LIST = 24, 1000  # things, and characters, of a list within a sentence
_CONTEXTS = {
    Where.command_name: COMMAND,
    Where.group_name: COMMAND,
    Where.parameter_name: OPTION,
    Where.choice_name: CHOICE,
    Where.command_description: DESCRIPTION,
    Where.group_description: DESCRIPTION,
    Where.parameter_description: DESCRIPTION,
}


class Words:
    """The words of one language. `locale` is Discord's name for it (`en-US`, `it`)."""

    def __init__(self, locale: str, catalogue: gettext.NullTranslations) -> None:
        self.locale = locale
        self._catalogue = catalogue
        self._babel = _babel(locale)

    def __call__(self, text: str, /, **facts: object) -> str:
        return self._catalogue.gettext(text).format(**facts)

    def many(self, one: str, several: str, count: int, /, **facts: object) -> str:
        """Return the plural form for this number; the text may contain `{count}`."""
        return self._catalogue.ngettext(one, several, count).format(count=self.number(count), **facts)

    def command_text(self, context: str, text: str) -> str | None:
        """Return the translation of a name or description of a slash command; None if there is none.

        `context` is one of those in `catalogue.py`.
        """
        translated = self._catalogue.pgettext(context, text)
        return None if translated == text else translated

    def number(self, number: int) -> str:
        """Return `1,200`, as the language groups digits. Don't use it for a number that people type, such as a table's."""
        return format_decimal(number, locale=self._babel)

    def all_of(self, things: Iterable[str]) -> str:
        """Return `Ann, Bob and Cleo`; of a long list the beginning, `Ann, Bob, … and 930 more`."""
        return format_list(self._shortened(things), locale=self._babel)

    def any_of(self, things: Iterable[str]) -> str:
        """Return `stock or discards`; of a long list the beginning."""
        return format_list(self._shortened(things), style="or", locale=self._babel)

    def _shortened(self, things: Iterable[str]) -> list[str]:
        """Return the things, or as many of them as a sentence may name, and how many more there are."""
        all_things = list(things)
        lengths = accumulate(len(thing) for thing in all_things[:_MOST_LISTED])
        shown = all_things[: max(1, sum(length <= _LONGEST_LIST for length in lengths))]
        left = len(all_things) - len(shown)
        return [*shown, self.many("one more", "{count} more", left)] if left else shown

    def card(self, card: str) -> str:
        """Return `7♥`, `🃏=8♣` or `XIII Salta`, readable without pictures or colour. Duplicates look the same."""
        return card_text(card)

    def cards(self, cards: Iterable[str]) -> str:
        """Return `7♥ 8♥ 9♥` or `XIII Salta · XV Cucco`: Cuccù cards have a dot between them."""
        row = list(cards)
        return card_separator(row).join(map(card_text, row))


class Languages:
    """The words of every language that has a catalogue; other locales get English."""

    def __init__(self, catalogues: Mapping[str, gettext.NullTranslations]) -> None:
        self._words = {locale: Words(locale, catalogue) for locale, catalogue in catalogues.items()}
        self._english = self._words.setdefault("en-US", Words("en-US", gettext.NullTranslations()))

    @classmethod
    def read(cls, folder: Path) -> "Languages":
        """Read every `<locale>/ramino.po` in the folder. Raise `CatalogueRefused` if one cannot be used."""
        return cls({path.parent.name: read_catalogue(path) for path in sorted(folder.glob("*/ramino.po"))})

    def for_locale(self, locale: str | None) -> Words:
        """Return the words for Discord's locale, or for its language, or English."""
        if locale is None:
            return self._english
        return self._words.get(locale) or self._words.get(locale.partition("-")[0]) or self._english


def _babel(locale: str) -> Locale:
    """Return Babel's data for the locale, or for its language, or for English."""
    for name in (locale.replace("-", "_"), locale.partition("-")[0]):
        try:
            return Locale.parse(name)
        except (UnknownLocaleError, ValueError):
            continue
    return Locale("en")


class CommandWords(app_commands.Translator):
    """The translator that discord.py asks for each text of a command in each of Discord's locales."""

    def __init__(self, languages: Languages) -> None:
        self._languages = languages

    async def translate(self, string: locale_str, locale: discord.Locale, context: TranslationContextTypes) -> str | None:
        """Return the translation; None leaves the English text."""
        where = _CONTEXTS.get(context.location)
        return None if where is None else self._languages.for_locale(locale.value).command_text(where, string.message)
