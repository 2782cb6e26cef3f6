"""Words that people type into forms, in English or in their language: `card points`, `weekly from friday`.

The rules of leagues, and the start of a tournament, read English. A translation is in the catalogue, in the context `typed`.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar, cast

from bot.league.league import SEASON_ENDS
from bot.league.scheme import SCHEME_WORDS
from bot.messages.words import Words
from bot.rummy.card_words import plain_letters
from bot.wording.sentence import Refusal, Refusals, Refused

TYPED_WORDS = tuple(dict.fromkeys((*SEASON_ENDS, *SCHEME_WORDS)))
_T = TypeVar("_T")


def read_typed(text: str, read: Callable[[str], _T], say: Words) -> _T:
    """Return what `read` finds in the text, or in the English for it. Raise its Refused."""
    try:
        return read(text)
    except Refused:
        english = _replaced(plain_letters(text), {plain_letters(say.typed(word)): word for word in TYPED_WORDS})
        if not english:
            raise
    try:
        return read(english)
    except Refused as refused:
        raise Refused(_as_typed(refused.refusal, say)) from None


def write_typed(english: str, say: Words) -> str:
    """Return the text as the person would type it."""
    return _replaced(english, {word: say.typed(word) for word in TYPED_WORDS}) or english


def _as_typed(refusal: Any, say: Words) -> Refusal:
    """Return the refusal with what it quotes in the person's words again."""
    if isinstance(refusal, Refusals):
        return Refusals(tuple(_as_typed(one, say) for one in refusal.reasons))
    quoted = {name: write_typed(getattr(refusal, name), say) for name in ("text", "typed") if hasattr(refusal, name)}
    return cast("Refusal", replace(refusal, **quoted))


_BETWEEN = r"[\s-]+"  # the words of a phrase


def _replaced(text: str, words: Mapping[str, str]) -> str:
    """Return the text with other words, the longest that fit; empty if none of them is in it."""
    either = "|".join(_BETWEEN.join(map(re.escape, word.split())) for word in sorted(words, key=len, reverse=True))

    def other(found: re.Match[str]) -> str:
        return words[" ".join(re.split(_BETWEEN, found[0]))]

    changed, count = re.subn(rf"(?<!\w)(?:{either})(?!\w)", other, text)
    return changed if count else ""
