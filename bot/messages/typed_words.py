"""Words that people type into forms, in English or in their language: `card points`, `weekly from friday`.

The rules of leagues read English. A translation is in the catalogue, in the context `typed`.
"""

import re
from collections.abc import Callable, Mapping
from typing import TypeVar

from bot.league.league import SEASON_ENDS
from bot.league.scheme import SCHEME_WORDS
from bot.messages.words import Words
from bot.rummy.card_words import plain_letters
from bot.wording.sentence import Refused

TYPED_WORDS = tuple(dict.fromkeys((*SEASON_ENDS, *SCHEME_WORDS)))
_T = TypeVar("_T")


def read_typed(text: str, read: Callable[[str], _T], say: Words) -> _T:
    """Return what `read` finds in the text, or in the English for it. Raise its Refused."""
    try:
        return read(text)
    except Refused:
        english = {plain_letters(say.typed(word)): word for word in TYPED_WORDS}
        return read(_replaced(plain_letters(text), english) or text)


def write_typed(english: str, say: Words) -> str:
    """Return the text as the person would type it."""
    return _replaced(english, {word: say.typed(word) for word in TYPED_WORDS}) or english


def _replaced(text: str, words: Mapping[str, str]) -> str:
    """Return the text with other words; empty if none of them is in it."""
    either = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    changed, count = re.subn(rf"(?<!\w)(?:{either})(?!\w)", lambda found: words[found[0]], text)
    return changed if count else ""
