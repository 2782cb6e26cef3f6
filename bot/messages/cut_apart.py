"""Texts that are cut to a width together, so that those that differ still differ in what is left of them."""

from collections import Counter
from collections.abc import Callable, Sequence

import wcwidth

from bot.messages.text import clip_line, column_count, visible_line

_MOST_LOOKS = 4  # at places where a text differs from those that look like it


def cut_apart(texts: Sequence[str], width: int) -> list[str]:
    """Return the texts, each on one visible line of at most `width` columns.

    A text that would then look like another one keeps both its ends or, if these are equal as well, the place where it differs.
    """
    lines = [visible_line(text) for text in texts]
    shown = {line: clip_line(line, width) for line in lines}
    for cut in (_keep_ends, *[_keep_difference] * _MOST_LOOKS):
        counts = Counter(shown.values())
        alike = [line for line in shown if counts[shown[line]] > 1]
        if not alike:
            break
        shown |= {line: cut(line, [other for other in alike if shown[other] == shown[line]], width) for line in alike}
    return [shown[line] for line in lines]


def _keep_ends(line: str, _: Sequence[str], width: int) -> str:
    """Return the beginning and the end of the line."""
    if column_count(line) <= width:
        return line
    tail = (width - 1) // 2
    return f"{_beginning(line, width - 1 - tail).rstrip()}…{_end(line, tail).lstrip()}"


def _keep_difference(line: str, alike: Sequence[str], width: int) -> str:
    """Return the beginning of the line, and what comes from the first place where it differs from those that look like it."""
    if column_count(line) <= width:
        return line
    at = next((at for at, signs in enumerate(zip(*alike, strict=False)) if len(set(signs)) > 1), min(map(len, alike)))
    while at and at < len(line) and (wcwidth.wcwidth(line[at]) <= 0 or line[at - 1] == "\u200d"):
        at -= 1  # to the beginning of what is shown as one character
    beginning = _beginning(line, width // 3).rstrip()
    return f"{beginning}…{clip_line(line[at:], width - 1 - column_count(beginning))}"


def _beginning(line: str, width: int) -> str:
    return _shortened(line, width, lambda text: text[:-1])


def _end(line: str, width: int) -> str:
    return _shortened(line, width, lambda text: text[1:])


def _shortened(line: str, width: int, drop: Callable[[str], str]) -> str:
    """Return the line without as many characters as `drop` must take away for it to have this width."""
    while line and column_count(line) > width:
        line = drop(line)
    return line
