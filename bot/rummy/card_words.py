"""The words and letters of cards in the languages in which people type and read them.

Ranks go from ace to king, suits are clubs, diamonds, hearts, spades. People read the first word of each, or the letter, and may
type any, without accents. A letter may be a rank of one card and the suit of another: the Italian `f` is *fante* and *fiori*.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bot.rummy.cards import RANKS, SUITS

_SIGNS = "♣♧ ♦♢ ♥♡❤ ♠♤"
_NUMBERS = {rank: rank for rank in RANKS if rank.isdigit()} | {"1": "A", "11": "J", "12": "Q", "13": "K"}
_LONGEST_HAND = 900
"""Characters, as many as an option has for a whole hand: each language takes its time."""
_SHOWN = {letter: letter for letter in "JQK"}


@dataclass(frozen=True)
class CardWords:
    """The words of one language in upper case: which rank or suit each means, those between cards, and a joker's.

    `names` and `letters` are those that people read, by rank and by suit, and `named` is a card with its names.
    """

    ranks: Mapping[str, str]
    suits: Mapping[str, str]
    fillers: frozenset[str]
    symbol: re.Pattern[str]
    joker: re.Pattern[str]
    names: Mapping[str, str]
    letters: Mapping[str, str]
    named: str


def plain_letters(text: str) -> str:
    """Return the text as typed words are compared: in lower case, without accents."""
    apart = unicodedata.normalize("NFD", text.casefold()).replace("œ", "oe").replace("ı", "i")
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def _language(ranks: str, suits: str, fillers: str, jokers: str, named: str, *, shown_first: bool = False) -> CardWords:
    """Return the words. J, Q and K, which cards show, are ranks in every language, unless they are suits there.

    With `shown_first` they are ranks even then.
    """
    words_of = dict(zip((*RANKS, *SUITS), f"{ranks}|{suits}".split("|"), strict=True))
    names = {face: face if face.isdigit() else words.split()[0] for face, words in words_of.items()}
    letters = {
        face: word.upper() if len(word) <= 2 else face for face, words in words_of.items() for word in words.split()[-1:]
    }
    ranks, suits = plain_letters(ranks), plain_letters(suits)
    suit_of = {word: suit for suit, words in zip(SUITS, suits.upper().split("|"), strict=True) for word in words.split()}
    shown = {letter: rank for letter, rank in _SHOWN.items() if shown_first or letter not in suit_of}
    rank_of = {word: rank for rank, words in zip(RANKS, ranks.upper().split("|"), strict=True) for word in words.split()}
    suit_of = {word: suit for word, suit in suit_of.items() if word not in shown}
    suit_of |= {sign: suit for suit, signs in zip(SUITS, _SIGNS.split(), strict=True) for sign in signs}
    rank_of |= _NUMBERS | shown
    joker = "|".join([*jokers.upper().split(), "JK", "\N{PLAYING CARD BLACK JOKER}"])
    return CardWords(
        rank_of,
        suit_of,
        frozenset(fillers.upper().split()),
        re.compile(rf"(?P<name>{_any_of({*rank_of, *suit_of})})(?P<copy>'*)"),
        re.compile(rf"(?:{joker})(?P<number>[1-9][0-9]?)?(?:=(?P<stands>.+))?"),
        names,
        letters | {rank: rank for rank in RANKS if rank.isdigit()},
        named,
    )


def _any_of(words: Iterable[str]) -> str:
    """Return a pattern for any of the words, the longest that fits. A spelled rank is none in the plural: `kings`."""
    return "|".join(word + "(?!S(?![A-Z]))" * (len(word) > 2) for word in sorted(words, key=len, reverse=True))


ENGLISH = _language(
    "ace a|two|three|four|five|six|seven|eight|nine|ten t|jack|queen|king",
    "clubs club c|diamonds diamond d|hearts heart h|spades spade s",
    "of the and",
    "joker",
    "{rank} of {suit}",
)
_ITALIAN = (
    "asso l'asso a|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|fante f|donna regina d|re r",
    "fiori fiore f|quadri quadro q|cuori cuore c|picche picca p",
    "di e il la",
    "jolly matta joker",
    "{rank} di {suit}",
)
_FRENCH = (
    "as l'as a|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|valet v|dame d|roi r",
    "trèfle trèfles t|carreau carreaux k|cœur cœurs c|pique piques p",
    "de et le la",
    "joker",
    "{rank} de {suit}",
)
_GERMAN = (
    "Ass As a|zwei|drei|vier|fünf fuenf|sechs|sieben|acht|neun|zehn|Bube b|Dame d|König koenig k",
    "Kreuz kr|Karo ka|Herz h|Pik p",
    "und der die das",
    "joker",
    "{suit} {rank}",
)
_SPANISH = (
    "as a|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|jota j|reina dama d|rey r",
    "tréboles trébol t|diamantes diamante d|corazones corazón c|picas pica p",
    "de y el la",
    "comodin joker",
    "{rank} de {suit}",
)
KINDS = (
    ("as|as a", "run", "set"),
    ("come|come una|come un", "scala", "tris quartetto"),
    ("comme|comme une|comme un", "suite sequence", "groupe brelan carre"),
    ("als|als eine|als ein", "folge", "satz gruppe"),
    ("como|como una|como un", "escalera", "grupo trio"),
)
"""How each language says after the cards that they are a run or a set."""
_LOCAL = {
    "it": (_language(*_ITALIAN), _language(*_ITALIAN, shown_first=True)),
    "fr": (_language(*_FRENCH), _language(*_FRENCH, shown_first=True)),
    "de": (_language(*_GERMAN),),
    "es": (_language(*_SPANISH),),
}
"""By language. In Italian Q, and in French K, is a suit, but also the rank that a card shows: two ways to read a text."""


def ways_to_read(text: str, deck: str, locale: str | None) -> list[tuple[str, CardWords]]:
    """Return the words with which a person of this locale may have typed the text, English first, and the text to compare.

    In English it is as it was typed. In other languages, accents and case don't matter: `König`, `KONIG`, `trèfle`. The Cuccù
    deck has the same names in all of them. A text that is longer than any hand is read in English alone.
    """
    is_local = deck == "french52" and len(text) <= _LONGEST_HAND
    local = _LOCAL.get((locale or "").partition("-")[0], ()) if is_local else ()
    plain = plain_letters(text) if local else text
    return [(text, ENGLISH), *((plain, words) for words in local)]


def spelled_card(face: str, locale: str, *, in_words: bool) -> str:
    """Return a French card as a person of this locale reads it aloud: `7 of spades`, or in letters: `7S`."""
    language = _LOCAL.get(locale.partition("-")[0], (ENGLISH,))[0]
    if in_words:
        return language.named.format(rank=language.names[face[:-1]], suit=language.names[face[-1]])
    return language.letters[face[:-1]] + language.letters[face[-1]]
