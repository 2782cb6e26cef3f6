"""The names of files as Discord keeps them: letters of ASCII, digits, `_`, `-` and dots, and no dot or `_` at the ends."""

import re
import unicodedata

_OTHERS = re.compile(r"[^A-Za-z0-9_.-]")


def clean_file_name(name: str) -> str:
    """Return the name of an upload, or after `attachment://`, as Discord changes it: `the hand.png` is `the_hand.png`."""
    ascii_ = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return _OTHERS.sub("", "_".join(ascii_.split())).strip("._") or "unknown"
