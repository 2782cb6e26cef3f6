"""The words of each language: every sentence for a person, from one gettext catalogue, and how lists and cards are written.

`say("You hold {count} cards.", count=3)` looks up the English text in the locale's catalogue; `say.many(one, several, count)`
chooses the form for a number. Texts with little room say where they stand: `say.button`, `say.label`, `say.option` and
`say.column`. `make catalogue` collects the texts from the code into `data/locales/ramino.pot`. A language is
`data/locales/<locale>/ramino.po`, checked so that it won't fail in the middle of a match. Untranslated sentences stay English.
A translation must have the same placeholders as the English sentence, and fit where it stands.
"""

import gettext
import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from fractions import Fraction
from functools import cache, lru_cache, partial
from itertools import accumulate, chain
from pathlib import Path
from string import Formatter
from typing import Literal

import discord
from babel import Locale, UnknownLocaleError
from babel.dates import format_datetime, get_date_format
from babel.lists import format_list
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po
from babel.numbers import format_decimal, format_percent, get_decimal_symbol
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Where
from discord.app_commands import TranslationContextTypes, locale_str

from bot.messages.card_order import by_suit_if_set
from bot.messages.card_text import card_separator, card_text, spelled_card_text
from bot.messages.components import LONGEST_OPTION, LONGEST_TITLE
from bot.messages.text import MINUS, decimal_text
from bot.rummy.variant import Wanted
from bot.tables.ports import Suits

_MOST_LISTED, _LONGEST_LIST = 24, 1000  # things, and characters, of a list within a sentence
BUTTON, LABEL, OPTION, COLUMN, LETTER = "button", "label", "option", "column", "letter"
CHOICE, DESCRIPTION, GAME, TYPED = "choice", "description", "game", "typed"
MOST_CHARACTERS = {
    BUTTON: 34,  # a phone shows no more
    LABEL: LONGEST_TITLE,
    OPTION: LONGEST_OPTION,
    COLUMN: 6,
    LETTER: 2,
    CHOICE: LONGEST_OPTION,
    GAME: LONGEST_OPTION,
    DESCRIPTION: LONGEST_OPTION,
}
"""The contexts of texts with little room, and how many characters each may have without the values of its placeholders.

Labels are the titles of forms and of their fields. Options are those of selects, their descriptions, and those of fields. A
letter is over a column for which there is no more room. The last two are of slash commands.
"""
_CONTEXTS = {
    Where.choice_name: CHOICE,
    Where.command_description: DESCRIPTION,
    Where.group_description: DESCRIPTION,
    Where.parameter_description: DESCRIPTION,
}

EVERY_LANGUAGE = "all"
"""The setting for all languages that there are."""
LOCALES = frozenset(locale.value for locale in discord.Locale)
_LANGUAGES = LOCALES | {locale.partition("-")[0] for locale in LOCALES}
_E_FOLLOWS = re.compile(r"\W*h?[ií](?![aeo])", re.IGNORECASE)
_U_FOLLOWS = re.compile(r"\W*(h?[oó]|8|11\b)", re.IGNORECASE)
_BOLD = re.compile(r"\*\*(.+?)\*\*")
_PUBLIC_BUTTONS = frozenset(("Join", "Not this time", "Agree", "I'm here", "Play"))
"""Buttons of messages for everyone that sentences for one person name."""
_NUMBERS = range(201)  # enough that every plural form for more than one number occurs twice


class Words:
    """The words of one language. `locale` is Discord's name for it (`en-US`, `it`)."""

    def __init__(self, locale: str, catalogue: gettext.NullTranslations) -> None:
        self.locale = locale
        self._catalogue = catalogue
        self._babel = _babel(locale)
        self._card_text: Callable[[str], str] = card_text
        self._between_cards: str | None = None
        self._public: Words | None = None
        self.languages: Mapping[str, str] = {}
        """The languages that can be chosen: their own names, by their locales."""

    def __call__(self, text: str, context: str = "", /, **facts: object) -> str:
        """Return the text in this language. The same text has another translation in another `context`."""
        found = self._catalogue.pgettext(context, text) if context else self._catalogue.gettext(text)
        if (public := self._public) is not None:
            for name in _PUBLIC_BUTTONS.intersection(_BOLD.findall(text)):
                found = found.replace(f"**{self.button(name)}**", f"**{public.button(name)}**")
        return found.format(**facts)

    def quoting(self, public: "Words") -> "Words":
        """Return the same words for one person, with the names of buttons that everyone sees as they stand there."""
        words = copy(self)
        words._public = public
        return words

    @property
    def is_english(self) -> bool:
        return self.locale.startswith("en")

    def button(self, text: str, /, **facts: object) -> str:
        return self(text, BUTTON, **facts)

    def label(self, text: str, /, **facts: object) -> str:
        """Return the title of a form or of its field."""
        return self(text, LABEL, **facts)

    def option(self, text: str, /, **facts: object) -> str:
        """Return an option of a select, its description, or that of a field."""
        return self(text, OPTION, **facts)

    def column(self, text: str, /, **facts: object) -> str:
        """Return the heading of a narrow column."""
        return self(text, COLUMN, **facts)

    def many(self, one: str, several: str, count: int, context: str = "", /, **facts: object) -> str:
        """Return the plural form for this number; the text may contain `{count}`."""
        if context:
            found = self._catalogue.npgettext(context, one, several, count)
        else:
            found = self._catalogue.ngettext(one, several, count)
        return found.format(count=self.number(count), **facts)

    def command_text(self, context: str, text: str) -> str | None:
        """Return the translation of a choice or description of a slash command; None if there is none."""
        translated = self._catalogue.pgettext(context, text)
        return None if translated == text else translated

    def number(self, number: int) -> str:
        """Return `1,200`, as the language groups digits. Don't use it for a number that people type, such as a table's."""
        return _decimal(number, self.locale)

    def decimal(self, number: Fraction) -> str:
        """Return `4.33` or `7`, with the decimal sign of the language."""
        return decimal_text(number).replace(".", self.decimal_sign)

    def percent(self, number: int) -> str:
        """Return `77%`, with a space if the language has one."""
        return str(format_percent(number / 100, locale=self._babel))

    @property
    def decimal_sign(self) -> str:
        return str(get_decimal_symbol(self._babel))

    def all_of(self, things: Iterable[str]) -> str:
        """Return `Ann, Bob and Cleo`; of a long list the beginning, `Ann, Bob, … and 930 more`."""
        return self._listed(things, "standard", " y ", _E_FOLLOWS, " e ")

    def contract(self, melds: Iterable[Wanted]) -> str:
        """Return `2 sets of 3 and 1 run of 4`."""
        return self.all_of(
            self.many("1 set of {size}", "{count} sets of {size}", number, size=meld.size)
            if meld.kind == "set"
            else self.many("1 run of {size}", "{count} runs of {size}", number, size=meld.size)
            for meld, number in Counter(melds).items()
        )

    def any_of(self, things: Iterable[str]) -> str:
        """Return `stock or discards`; of a long list the beginning."""
        return self._listed(things, "or", " o ", _U_FOLLOWS, " u ")

    def _listed(
        self, things: Iterable[str], style: Literal["standard", "or"], usual: str, exception: re.Pattern[str], instead: str
    ) -> str:
        """Return a list as Babel writes it, but in Spanish *e* for *y* before the sound i, and *u* for *o* before o."""
        shown = self._shortened(things)
        text = format_list(shown, style=style, locale=self._babel)
        if self._babel.language == "es" and len(shown) > 1 and exception.match(shown[-1]):
            return text.removesuffix(usual + shown[-1]) + instead + shown[-1]
        return text

    def _shortened(self, things: Iterable[str]) -> list[str]:
        """Return the things, or as many of them as a sentence may name, and how many more there are."""
        all_things = list(things)
        lengths = accumulate(len(thing) for thing in all_things[:_MOST_LISTED])
        shown = all_things[: max(1, sum(length <= _LONGEST_LIST for length in lengths))]
        left = len(all_things) - len(shown)
        return [*shown, self.many("one more", "{count} more", left)] if left else shown

    def card(self, card: str) -> str:
        """Return `7♥`, `🃏=8♣` or `XIII Salta`, readable without pictures or colour. Duplicates look the same."""
        return self._card_text(card)

    def cards(self, cards: Iterable[str]) -> str:
        """Return `7♥ 8♥ 9♥` or `XIII Salta · XV Cucco`: Cuccù cards have a dot between them, and cards in words a comma."""
        row = by_suit_if_set(cards)
        between = card_separator(row) if self._between_cards is None else self._between_cards
        return between.join(map(self._card_text, row))

    @property
    def spells_suits(self) -> bool:
        """True if cards are written in words, so that a row of them needs room and commas."""
        return self._between_cards == ", "

    def with_cards(self, text: Callable[[str], str]) -> "Words":
        """Return the same words, which write each card as this function does, with spaces between cards."""
        words = copy(self)
        words._card_text, words._between_cards = text, " "
        return words

    def with_suits(self, suits: Suits) -> "Words":
        """Return the same words, which write cards with signs, words or letters in this language."""
        if suits == Suits.SIGNS:
            return self
        in_words = suits == Suits.WORDS
        words = self.with_cards(partial(spelled_card_text, locale=self.locale, in_words=in_words))
        words._between_cards = ", " if in_words else None
        return words

    def game(self, title: str) -> str:
        """Return the title of a game that comes with Ramino in this language; that of a saved game stays as it is."""
        return self._catalogue.pgettext(GAME, title)

    def typed(self, word: str) -> str:
        """Return a word that people type into forms, of `typed_words.py`, in this language."""
        return self._catalogue.pgettext(TYPED, word)

    def date(self, at: int) -> str:
        """Return `November 3, 2026`, the day of a moment (epoch ms) in UTC, for a text that Discord doesn't render."""
        return str(format_datetime(at / 1000, get_date_format("long", self._babel).pattern, locale=self._babel))


class Languages:
    """The words of every language that has a catalogue; other locales get English."""

    def __init__(self, catalogues: Mapping[str, gettext.NullTranslations]) -> None:
        self._words = {locale: Words(locale, catalogue) for locale, catalogue in catalogues.items()}
        self._english = self._words.setdefault("en-US", Words("en-US", gettext.NullTranslations()))
        names = {locale: str(_babel(locale).get_language_name()).capitalize() for locale in self._words}
        for words in self._words.values():
            words.languages = dict(sorted(names.items(), key=lambda one: one[1]))

    @classmethod
    def read(cls, folder: Path, offered: str = EVERY_LANGUAGE) -> "Languages":
        """Read `<locale>/ramino.po` in the folder for all locales, or for those that are named. Raise `CatalogueRefused`."""
        paths = {path.parent.name: path for path in sorted(folder.glob("*/ramino.po"))}
        named = set(paths) if offered == EVERY_LANGUAGE else {*offered.replace(",", " ").split()} - {"en"}
        if unknown := sorted(named - set(paths)):
            raise CatalogueRefused(f"OFFERED_LANGUAGES names {unknown[0]}, but there are only: en, {', '.join(paths)}.")
        catalogues = {}
        for locale in sorted(named):
            try:
                catalogues[locale] = read_catalogue(paths[locale])
            except CatalogueRefused as error:
                others = ",".join(["en", *sorted(named - {locale})])
                raise CatalogueRefused(f"{error} Mend it, or leave it out in .env: OFFERED_LANGUAGES={others}") from None
        return cls(catalogues)

    def game_titles(self, title: str) -> list[str]:
        """Return the title of a game that comes with Ramino in each language."""
        return [words.game(title) for words in self._words.values()]

    def for_locale(self, locale: str | None) -> Words:
        """Return the words for Discord's locale, or for its language, or English."""
        if locale is None:
            return self._english
        return self._words.get(locale) or self._words.get(locale.partition("-")[0]) or self._english


@lru_cache(4096)
def _decimal(number: int, locale: str) -> str:
    babel = _babel(locale)
    is_grouped = babel.language != "es" or abs(number) >= 10_000  # Spanish writes 1000, but 10.000, which Babel doesn't know
    return str(format_decimal(number, locale=babel, group_separator=is_grouped)).replace("-", MINUS)


@lru_cache(64)
def _babel(locale: str) -> Locale:
    """Return Babel's data for the locale, or for its language, or for English."""
    for name in (locale.replace("-", "_"), locale.partition("-")[0]):
        try:
            return Locale.parse(name)
        except (UnknownLocaleError, ValueError):
            continue
    return Locale("en")


ENGLISH = Words("en-US", gettext.NullTranslations())
"""For what people type, and for files of data. Other texts are shown in the words of their reader."""


class CommandWords(app_commands.Translator):
    """The translator that discord.py asks for each text of a command in each of Discord's locales."""

    def __init__(self, languages: Languages) -> None:
        self._languages = languages

    async def translate(self, string: locale_str, locale: discord.Locale, context: TranslationContextTypes) -> str | None:
        """Return the translation; None leaves the English text."""
        where = _CONTEXTS.get(context.location)
        return None if where is None else self._languages.for_locale(locale.value).command_text(where, string.message)


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
    except (PoFileError, ValueError, LookupError) as error:
        raise CatalogueRefused(f"{path}: this isn't a catalogue: {error}.") from None
    buttons = (one for one in catalogue if one.context == BUTTON and isinstance(one.id, str))
    labels = {str(one.id): ("" if one.fuzzy else str(one.string)) or str(one.id) for one in buttons}
    called: dict[tuple[str, str], str] = {}
    for message in catalogue:
        faults = chain(_faults(message, catalogue, labels), _called_twice(message, called))
        for fault in faults if message.id and not message.fuzzy else ():
            raise CatalogueRefused(f"{path}: in the translation of {_texts(message.id)[0]!r} {fault}.")
    return compiled(catalogue)


def compiled(catalogue: Catalog) -> gettext.GNUTranslations:
    """Return the translations of a catalogue, unchecked."""
    file = io.BytesIO()
    write_mo(file, catalogue)
    file.seek(0)
    return gettext.GNUTranslations(file)


def _faults(message: Message, catalogue: Catalog, labels: Mapping[str, str]) -> Iterator[str]:
    """Yield what is wrong with the translation of a sentence; `labels` are the buttons, in English and translated."""
    forms = _texts(message.string)
    if not any(forms):
        return
    if message.pluralizable and (len(forms) != catalogue.num_plurals or not all(forms)):
        yield f"there must be {catalogue.num_plurals} plural forms"
    expected = set().union(*map(_placeholders, _texts(message.id)))
    quoted = {f"**{labels[bold]}**" for text in _texts(message.id) for bold in _BOLD.findall(text) if bold in labels}
    for index, form in enumerate(forms):
        try:
            found = _placeholders(form)
        except ValueError as error:
            yield f"a brace is wrong: {error}"
            return
        if unknown := found - expected:
            yield f"{_name_placeholders(unknown)} is none of its facts"
        is_for_several = not message.pluralizable or _is_for_several_numbers(index, catalogue.plural_expr)
        needed = expected if is_for_several else expected - {"count"}
        if missing := needed - found:
            yield f"{_name_placeholders(missing)} is missing"
        yield from (f"{label} isn't quoted as the button is called" for label in sorted(quoted) if label not in form)
        length, most = len(re.sub(r"\{.*?\}", "", form)), MOST_CHARACTERS.get(message.context or "")
        if most is not None and length > most:
            yield f"there are {length} characters, but a {message.context} has room for {most}"


def _called_twice(message: Message, called: dict[tuple[str, str], str]) -> Iterator[str]:
    """Yield that another one is called the same: a choice of the same option, a game, or a typed word.

    Such have the same comment. `called` are the English texts, by comment and translation.
    """
    if message.context in (CHOICE, GAME, TYPED) and message.string:
        english, text = str(message.id), str(message.string)
        for place in message.auto_comments:
            if (other := called.setdefault((place, text.casefold()), english)) != english:
                yield f"{text!r} is also that of {other!r}"


@cache
def _is_for_several_numbers(index: int, plural_expr: str) -> bool:
    """Return whether this plural form is used for more than one number, so that it must contain the number."""
    form = gettext.c2py(plural_expr)
    return sum(form(number) == index for number in _NUMBERS) > 1


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
