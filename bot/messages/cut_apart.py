"""Texts that are cut to a width together, so that those that differ still differ in what is left of them."""

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
        by_shown: dict[str, list[str]] = {}
        for line, text in shown.items():
            by_shown.setdefault(text, []).append(line)
        alike = [group for group in by_shown.values() if len(group) > 1]
        if not alike:
            break
        for group in alike:
            at = _first_difference(group)
            shown |= {line: cut(line, at, width) for line in group if column_count(line) > width}
    return [shown[line] for line in lines]


def _keep_ends(line: str, _: int, width: int) -> str:
    """Return the beginning and the end of the line."""
    tail = (width - 1) // 2
    return f"{_beginning(line, width - 1 - tail).rstrip()}…{_end(line, tail).lstrip()}"


def _first_difference(lines: Sequence[str]) -> int:
    """Return the first place where one of the lines differs from the others."""
    least, greatest = min(lines), max(lines)
    return next((at for at, (one, other) in enumerate(zip(least, greatest, strict=False)) if one != other), len(least))


def _keep_difference(line: str, at: int, width: int) -> str:
    """Return the beginning of the line, and what comes from this place on, where it differs from those that look like it."""
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
