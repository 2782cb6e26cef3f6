"""List what the catalogues lack: `make translations` fails then, and `make check` only tells.

They are brought up with `make catalogue`, and translated, at the end of an issue.

python -m scripts.translations [--tell]
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from bot import app
from scripts.catalogue import TEMPLATE, catalogue_text, current_sentences

_SHOWN = 10


def missing(path: Path, sentences: Catalog) -> Iterator[str]:
    """Yield those of the sentences that the language in this file doesn't have, or only as a guess."""
    with path.open("rb") as source:
        catalogue = read_po(source, locale=path.parent.name.replace("-", "_"))
    for sentence in sentences:
        found = catalogue.get(sentence.id, sentence.context) if sentence.id else sentence
        texts = () if found is None else (found.string,) if isinstance(found.string, str) else found.string
        if sentence.id and (found is None or found.fuzzy or not texts or not all(texts)):
            yield sentence.id if isinstance(sentence.id, str) else sentence.id[0]


def main() -> None:
    sentences = current_sentences()
    is_behind = TEMPLATE.read_text(encoding="utf-8") != catalogue_text(sentences)
    if is_behind:
        print("The sentences have changed since `make catalogue` collected them.")
    lacking = {path.parent.name: list(missing(path, sentences)) for path in sorted(app.LOCALES.glob("*/ramino.po"))}
    for locale, texts in lacking.items():
        print(f"{locale}: {len(texts)} sentences are shown in English.")
        for text in texts[:_SHOWN]:
            print(f"  {text}")
        if len(texts) > _SHOWN:
            print(f"  and {len(texts) - _SHOWN} more")
    if "--tell" not in sys.argv[1:]:
        sys.exit(is_behind or any(lacking.values()))


if __name__ == "__main__":
    main()
