"""List what each language lacks: `make translations` fails then, and `make check` only tells.

python -m scripts.translations [--tell]
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.pofile import read_po

from bot import app
from scripts.catalogue import current_sentences

_SHOWN = 10


def missing(path: Path) -> Iterator[str]:
    """Yield the current sentences that the language in this file doesn't have, or only as a guess."""
    with path.open("rb") as source:
        catalogue = read_po(source, locale=path.parent.name.replace("-", "_"))
    for sentence in current_sentences():
        found = catalogue.get(sentence.id, sentence.context) if sentence.id else sentence
        texts = () if found is None else (found.string,) if isinstance(found.string, str) else found.string
        if sentence.id and (found is None or found.fuzzy or not texts or not all(texts)):
            yield sentence.id if isinstance(sentence.id, str) else sentence.id[0]


def main() -> None:
    lacking = {path.parent.name: list(missing(path)) for path in sorted(app.LOCALES.glob("*/ramino.po"))}
    for locale, texts in lacking.items():
        print(f"{locale}: {len(texts)} sentences are shown in English.")
        for text in texts[:_SHOWN]:
            print(f"  {text}")
        if len(texts) > _SHOWN:
            print(f"  and {len(texts) - _SHOWN} more")
    if "--tell" not in sys.argv[1:]:
        sys.exit(any(lacking.values()))


if __name__ == "__main__":
    main()
