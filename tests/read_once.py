"""What every bot reads from `data/` is read once for each worker: it takes most of a bot's start.

Importing this is enough. A test of what is read calls the reader itself.
"""

import gettext
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

from bot import app
from bot.messages import words
from bot.storage.migrate import newest_schema_version

K, V = TypeVar("K"), TypeVar("V")


def _once(read: Callable[..., dict[K, V]]) -> Callable[..., dict[K, V]]:
    """Return a reader that gives each bot a dict of its own, because a test may change it."""
    cached = cache(read)
    return lambda *args: dict(cached(*args))


app.read_sprites = _once(app.read_sprites)
app.read_variants = _once(app.read_variants)
app.read_turns = cache(app.read_turns)
_first_hand = app.read_first_hand(app.read_variants())
app.read_first_hand = lambda _variants: _first_hand  # also because a test may stack the deck before its bot starts
_relatives = app.read_relatives((app.DATA / "relatives.toml").read_text("utf-8"), app.read_variants())
app.read_relatives = lambda _text, _variants: _relatives
app.read_sprites()
newest_schema_version()


def _catalogue_once(read: Callable[[Path], gettext.GNUTranslations]) -> Callable[[Path], gettext.GNUTranslations]:
    """Return a reader that reads a catalogue again only if its file has changed."""
    cached = cache(lambda path, _changed: read(path))
    return lambda path: cached(path, path.stat().st_mtime_ns)


words.read_catalogue = _catalogue_once(words.read_catalogue)
words.Languages.read(app.LOCALES)  # also Babel's data: a copied process (tests/processes.py) would read both at every start
