"""Cards and melds as people type them, and which cards of a hand they mean.

`7h, 8♥ ♥9`, `qs`, `7h8h9h`, `s4`, `4s-5s-6s`, `J d`, `jack of diamonds`, `jk=8c`; of the Cuccù deck `salta`, `13`, `XIII`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, islice, product

from bot.rummy.card_words import ENGLISH, KINDS, CardWords, plain_letters, ways_to_read
from bot.rummy.cards import FIGURE_NAMES, JOKER, NUMERALS, Card, Face, declare_joker, face, meld_face, physical_card
from bot.rummy.events import MeldKind
from bot.rummy.melds import cards_between
from bot.rummy.moves import LayMeld, LayMelds
from bot.rummy.refusals import CardNotUnderstood, CardsMissing, IllegalMove

_DASHES = r"\N{HYPHEN-MINUS}\N{HYPHEN}-\N{EM DASH}\N{MINUS SIGN}"
_DASH = re.compile(f"[{_DASHES}]")
_SEPARATORS = re.compile(rf"[\s,;.+&/()\[\]*_\N{{MIDDLE DOT}}{_DASHES}]+")
_VARIATION = re.compile("[\ufe0e\ufe0f\N{WORD JOINER}]")  # characters that make ♥ an emoji or keep 🃏= on one line
_CUCCU_WORDS = (
    {name.upper(): numeral for numeral, name in FIGURE_NAMES.items()}
    | {str(number): numeral for number, numeral in enumerate(NUMERALS, start=1)}
    | {numeral: numeral for numeral in NUMERALS}
    | {"IV": "IIII", "IX": "VIIII", "XIV": "XIIII"}
)
_NAMED = "|".join(rf"\b{numeral}(?='*\s+{name}\b)" for numeral, name in FIGURE_NAMES.items() if numeral in NUMERALS)
_NUMERAL_AND_NAME = re.compile(rf"((?:{_NAMED})'*)\s+\w+", re.IGNORECASE)  # as messages show it: one card


def read_cards(text: str, deck: str = "french52", language: CardWords = ENGLISH) -> tuple[Card, ...]:
    """Return the cards that a person typed or copied from a message, in their order. A joker without a number is `JK`.

    `language` matters for the French deck alone.

    Raise IllegalMove(CardNotUnderstood) with the word that isn't a card, or IllegalMove(CardsMissing) if there is no word.
    """
    plain = _plain(text)
    words = filter(None, _SEPARATORS.split(plain if deck == "french52" else _NUMERAL_AND_NAME.sub(r"\1", plain)))
    cards = tuple(_read_french(words, language) if deck == "french52" else map(_read_cuccu, words))
    if not cards:
        raise IllegalMove(CardsMissing())
    return cards


def read_held_cards(text: str, deck: str, hand: Sequence[Card], language: CardWords = ENGLISH) -> tuple[Card, ...]:
    """Return the cards as `read_cards` does; of two with a dash, `7h-9h` or `7-9h`, also those in between if they are held."""
    cards, ends = cards_or_none(text, deck, language), _DASH.split(text)
    if not cards and len(ends) == 2:
        ways = (way for suit in "♣♦♥♠" for way in (f"{ends[0]}{suit}-{ends[1]}", f"{ends[0]}-{ends[1]}{suit}"))
        read = (cards_or_none(way, deck, language) for way in ways)
        cards = next((both for both in read if len(both) == 2 and both[0][-1] == both[1][-1]), ())
    cards = cards or read_cards(text, deck, language)
    run = _with_those_between(cards, text, deck)
    return run if set(run[1:-1]).issubset(map(face, hand)) else cards


def _with_those_between(cards: tuple[Card, ...], text: str, deck: str) -> tuple[Card, ...]:
    """Return the cards; if the text is two with a dash, `7h-9h` or `9h-7h`, also those in between."""
    ends = (cards, cards[::-1]) if len(cards) == 2 and _DASH.search(text) else ()
    return next(((low, *between, high) for low, high in ends if (between := cards_between(low, high, deck))), cards)


def cards_or_none(text: str, deck: str = "french52", language: CardWords = ENGLISH) -> tuple[Card, ...]:
    """Return the typed cards; none if the text isn't cards (yet)."""
    try:
        return read_cards(text, deck, language)
    except IllegalMove:
        return ()


def read_card(text: str, deck: str = "french52") -> Card:
    """Return the one card that a person typed. Raise IllegalMove as `read_cards` does, and if there are several cards."""
    cards = read_cards(text, deck)
    if len(cards) != 1:
        raise IllegalMove(CardNotUnderstood(text.strip(), deck))
    return cards[0]


def pick_from_hand(typed: tuple[Card, ...], hand: Sequence[Card]) -> tuple[Card, ...]:
    """Return the typed cards as cards of the hand: `7H 7H` are two different copies, and `JK` is the first joker.

    Of several copies the first in the hand is picked. A card that isn't in the hand stays as typed.
    """
    free: dict[Face, list[Card]] = {}
    for card in hand:
        free.setdefault(face(card), []).append(card)
    cards: list[Card] = []
    for card in typed:
        chosen, copies = physical_card(card), free.get(face(card), [])
        if copies:
            exact = chosen in copies and str(chosen) != face(card)
            chosen = copies.pop(copies.index(chosen) if exact else 0)
        cards.append(declare_joker(chosen, meld_face(card)) if "=" in card else chosen)
    return tuple(cards)


def _plain(text: str) -> str:
    """Return the text with one form of apostrophe, single spaces, and none around `=`."""
    words = _VARIATION.sub("", text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")).split()
    return re.sub(" ?= ?", "=", " ".join(words))


def _read_cuccu(word: str) -> Card:
    """Return the card of the Cuccù deck, or the joker, that the word is."""
    joker = ENGLISH.joker.fullmatch(word.upper())
    if joker is None:
        return _cuccu_card(word)
    return _as_joker(joker, None if joker["stands"] is None else _cuccu_card(word.partition("=")[2]))


def _cuccu_card(word: str) -> Card:
    upper = word.upper()
    name = upper.rstrip("'")
    if name not in _CUCCU_WORDS:
        raise IllegalMove(CardNotUnderstood(word, "cuccu40"))
    return Card(_CUCCU_WORDS[name] + upper[len(name) :])


@dataclass(frozen=True, slots=True)
class _Symbol:
    """A rank or a suit, or a letter that may be either, with the apostrophes behind it."""

    rank: str
    suit: str
    copy: str


@dataclass(frozen=True, slots=True)
class _Half:
    """A word that is only a rank or a suit, and the joker that stands for the card."""

    word: str
    symbol: _Symbol
    joker: re.Match[str] | None


def _read_french(words: Iterable[str], language: CardWords) -> Iterator[Card]:
    """Yield the cards. A word that is only a rank or a suit belongs to the next word, which must be the other half."""
    half: _Half | None = None
    for word in words:
        upper = word.upper()
        if upper in language.fillers:
            continue
        joker = language.joker.fullmatch(upper)
        symbols = (
            []
            if joker is not None and joker["stands"] is None
            else list(_symbols(upper.partition("=")[2] if joker else upper, word, language))
        )
        if half is not None:
            if len(symbols) != 1 or joker is not None:
                raise IllegalMove(CardNotUnderstood(half.word))
            yield _as_joker(half.joker, _card_of(half.symbol, symbols[0], half.word))
            half = None
        elif len(symbols) == 1:
            half = _Half(word, symbols[0], joker)
        elif joker is not None:
            if len(symbols) not in (0, 2):
                raise IllegalMove(CardNotUnderstood(word))
            yield _as_joker(joker, _card_of(symbols[0], symbols[1], word) if symbols else None)
        else:
            if len(symbols) % 2:
                raise IllegalMove(CardNotUnderstood(word))
            yield from (_card_of(one, other, word) for one, other in zip(symbols[::2], symbols[1::2], strict=True))
    if half is not None:
        raise IllegalMove(CardNotUnderstood(half.word))


def _symbols(upper: str, word: str, language: CardWords) -> Iterator[_Symbol]:
    """Yield the ranks and suits of which a word consists."""
    at = 0
    while at < len(upper):
        found = language.symbol.match(upper, at)
        if found is None:
            raise IllegalMove(CardNotUnderstood(word))
        name = found["name"]
        yield _Symbol(language.ranks.get(name, ""), language.suits.get(name, ""), found["copy"])
        at = found.end()


def _card_of(one: _Symbol, other: _Symbol, word: str) -> Card:
    """Return the card of a rank and a suit, in any order."""
    for rank, suit in ((one.rank, other.suit), (other.rank, one.suit)):
        if rank and suit and not one.copy:
            return Card(rank + suit + other.copy)
    raise IllegalMove(CardNotUnderstood(word))


def _as_joker(joker: re.Match[str] | None, stands: Card | None) -> Card:
    """Return the joker with the card that it stands for; without a joker, the card."""
    if joker is None:
        assert stands is not None
        return stands
    name = f"{JOKER}{joker['number'] or ''}"
    return Card(name if stands is None else f"{name}={meld_face(stands)}")


def spelled_parts(word: str, language: CardWords) -> tuple[str, ...]:
    """Return the rank or suit that a word spells, such as `J` for `jack`, or both; empty for `of`. Others stay as they are."""
    upper = word.upper()
    if upper in language.fillers:
        return ("",)
    return tuple(names[upper] for names in (language.ranks, language.suits) if upper in names) or (upper,)


_KINDS = {
    tuple(f"{introduced} {word}".split()): kind
    for beginnings, runs, sets in KINDS
    for kind, words in ((MeldKind.RUN, runs), (MeldKind.SET, sets))
    for introduced, word in product(beginnings.split("|"), words.split())
}
"""What ends a typed meld in any language, word by word: no card is called so."""
_LONGEST_KIND = max(map(len, _KINDS))
KIND_WORDS = frozenset(chain.from_iterable(_KINDS))
"""The single words of these; no card of the Cuccù deck is called so."""


_Typed = tuple[tuple[tuple[Card, ...], MeldKind | None], ...]
"""For each typed meld its cards, and its kind if that was typed."""


def read_melds(text: str, deck: str, hand: Sequence[Card]) -> LayMeld | LayMelds:
    """Return the move that lays the typed melds: `7h 8h 9h`, `13 14 15 as run`, `5h 6h 7h | 9s 9d jk=9h`.

    Each typed card is a different copy if the hand has one. `7h-9h` is a run, held or not. Raise IllegalMove as
    `read_cards` does.
    """
    read = zip(text.split("|"), _read_typed(text, deck, ENGLISH, hand), strict=True)
    typed = tuple((_with_those_between(cards, part, deck), kind) for part, (cards, kind) in read)
    picked = iter(_picked(typed, hand))
    melds = tuple(LayMeld(tuple(islice(picked, len(cards))), kind) for cards, kind in typed)
    return melds[0] if len(melds) == 1 else LayMelds(melds)


def _read_typed(text: str, deck: str, language: CardWords, hand: Sequence[Card]) -> _Typed:
    return tuple((read_held_cards(cards, deck, hand, language), kind) for cards, kind in map(_split_kind, text.split("|")))


def _picked(typed: _Typed, hand: Sequence[Card]) -> tuple[Card, ...]:
    return pick_from_hand(tuple(chain.from_iterable(cards for cards, _ in typed)), hand)


def _split_kind(text: str) -> tuple[str, MeldKind | None]:
    """Return the cards of a typed meld, and its kind if the text ends with one, such as `as run` or `come una scala`."""
    words = text.split()
    last = tuple(map(plain_letters, words[-_LONGEST_KIND:]))
    for count in range(len(last), 0, -1):
        if kind := _KINDS.get(last[-count:]):
            return " ".join(words[:-count]), kind
    return text, None


def readings_of(text: str, deck: str, locale: str | None, hand: Sequence[Card]) -> tuple[str, ...]:
    """Return what a person of this locale may mean by typed cards, in English: `7C`, and for an Italian `7H`, too.

    A text is read in English and in the person's language, each time as a whole. It may mean the readings whose cards are all
    in the hand. If there is none, languages may be mixed, but only with cards that can be read in one of them alone (`7h, donna
    di picche`). Otherwise it is the first reading, in English if it is one, or the text as it was typed.
    """
    ways = ways_to_read(text, deck, locale)
    if len(ways) == 1:
        return (text,)
    read: dict[_Typed, str] = {}
    for way, language in ways:
        with suppress(IllegalMove):
            typed = _read_typed(way, deck, language, hand)
            read.setdefault(typed, text if language is ENGLISH else _in_english(typed, way))
    return (
        tuple(english for typed, english in read.items() if _is_held(typed, hand))
        or tuple(_in_english(typed) for typed in _mixed(ways) if _is_held(typed, hand))
        or (*read.values(), text)[:1]
    )


def _in_english(typed: _Typed, text: str = "") -> str:
    """Return the typed melds as read in English. The dash of the text stays between two cards."""
    return " | ".join(
        LayMeld(cards, kind).written_part().replace(" ", "-" if len(cards) == 2 and _DASH.search(part) else " ", 1)
        for (cards, kind), part in zip(typed, text.split("|") + [""] * len(typed), strict=False)
    )


def _is_held(typed: _Typed, hand: Sequence[Card]) -> bool:
    """Return True if the typed cards are different cards of the hand."""
    cards = tuple(map(physical_card, _picked(typed, hand)))
    return len(set(cards)) == len(cards) and set(cards).issubset(hand)


_LONGEST_NAME = 4
"""Words of a card, such as `the queen of spades`."""


def _mixed(ways: Sequence[tuple[str, CardWords]]) -> Iterator[_Typed]:
    """Yield the reading in which each card is in the only language in which it can be read; nothing if there is none."""
    typed = []
    for part, kind in map(_split_kind, ways[-1][0].split("|")):
        cards: list[Card] = []
        words: list[str] = []
        for word in filter(None, _SEPARATORS.split(_plain(part))):
            words.append(word)
            read = {one for _, language in ways if (one := cards_or_none(" ".join(words), language=language))}
            if len(read) > 1 or (not read and len(words) == _LONGEST_NAME):
                return
            if read:
                cards += read.pop()
                words = []
        if words or not cards:
            return
        typed.append((tuple(cards), kind))
    yield tuple(typed)
