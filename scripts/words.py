"""List what a player would have to read twice: banned words, and sentences over twenty words: `make words`.

A placeholder counts as one word. Exits with 1 if there is any, or if more than a hundred sentences have over twelve words.
"""

import re
import sys
from collections.abc import Iterator

from scripts.catalogue import current_sentences

MOST, LONG, MOST_LONG = 20, 12, 100
BANNED = re.compile(
    r"\b(whoever|those who|the one that|in which|of its own|nobody\b.*\buntil|it is possible to|no longer the case"
    r"|for fun|taps?|the bot|managers?)\b|\A(whether|how many)\b",
    re.IGNORECASE,
)
_END = re.compile(r"(?<=[.!?…])[\"'*)_]*\s+(?=[^a-z])|\n+")
_WORD = re.compile(r"[\w{]")


def sentences_of(text: str) -> Iterator[tuple[str, int]]:
    """Yield each sentence of a text with its number of words."""
    for sentence in _END.split(text):
        if words := sum(_WORD.search(word) is not None for word in sentence.split()):
            yield sentence, words


def main() -> int:
    """Print the sentences, the worst first, and return the exit code."""
    faults, long = [], 0
    for message in current_sentences():
        place = message.locations[0][0] if message.locations else ", ".join(message.auto_comments)
        several = message.id[-1] if isinstance(message.id, tuple) else message.id
        for sentence, words in sentences_of(several):
            long += words > LONG
            if banned := BANNED.search(sentence):
                faults.append((words, f"{place}: “{banned[0]}” in: {sentence}"))
            elif words > MOST:
                faults.append((words, f"{place}: {words} words: {sentence}"))
    for _, fault in sorted(faults, reverse=True):
        print(fault)
    print(f"{len(faults)} to rewrite; {long} sentences have more than {LONG} words, {MOST_LONG} may.")
    return int(bool(faults) or long > MOST_LONG)


if __name__ == "__main__":
    sys.exit(main())
