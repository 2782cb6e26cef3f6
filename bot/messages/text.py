"""Text that is cut to fit, escaped, or kept from breaking on a narrow screen, in any language; and decimal numbers."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Literal
from unicodedata import bidirectional

import discord
import wcwidth

from bot.league.league import is_blank

NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"
DOT = f"{NO_BREAK_SPACE}· "  # a line breaks after it, not before
MINUS = "\N{MINUS SIGN}"
_NARROW = 12  # characters of a part that stays in one line; of longer ones, lines would end early, in a dot
_MARKUP = "\\*_~`|<>#[]():-"


def keep_together(text: str) -> str:
    """Return the text with its spaces replaced, so that a narrow screen does not break it."""
    return text.replace(" ", NO_BREAK_SPACE)


def join_parts(parts: Iterable[str], sign: str = "·") -> str:
    """Return the parts with the sign between them; a narrow screen breaks the line after a sign, or within a long part."""
    return f"{NO_BREAK_SPACE}{sign} ".join(keep_together(part) if len(part) <= _NARROW else part for part in parts)


def small(text: str) -> str:
    """Return the lines in small letters."""
    return "\n".join(f"-# {line}" for line in text.splitlines())


def number_ranges(numbers: Iterable[int]) -> list[str]:
    """Return numbers in order, three or more in a row as `4–7`."""
    rows: list[list[int]] = []
    for number in sorted(set(numbers)):
        if rows and number == rows[-1][-1] + 1:
            rows[-1].append(number)
        else:
            rows.append([number])
    return [text for row in rows for text in ([f"{row[0]}–{row[-1]}"] if len(row) > 2 else map(str, row))]


def escape_markup(text: str) -> str:
    """Return Markdown that shows this text and nothing else: no style, no mention, no link."""
    return "".join(f"\\{sign}" if sign in _MARKUP else sign for sign in discord.utils.escape_mentions(text))


def in_own_direction(text: str) -> str:
    """Return the text; if it is written from right to left, with signs that keep the figures behind it from turning, too."""
    return f"\u2068{text}\u2069" if any(bidirectional(sign) in ("R", "AL") for sign in text) else text


def clean_line(text: str) -> str:
    """Return the text on one line, without control characters and direction marks; empty if nothing is left."""
    return " ".join("".join(sign for sign in text if sign.isprintable() or sign.isspace() or sign == "\u200d").split())


def clean_reason(text: str) -> str:
    """Return the text as `clean_line` does, but nothing if nothing of it can be seen."""
    return "" if is_blank(text) else clean_line(text)


def visible_line(text: str) -> str:
    """Return the text as `clean_line` does, but a question mark if nothing is left."""
    return clean_line(text) or "?"


def capitalized(text: str) -> str:
    """Return the text with a capital at its beginning, and the rest as it is."""
    return text[:1].upper() + text[1:]


def cut_to_length(text: str, longest: int) -> str:
    """Return the text as one visible line of at most `longest` characters; of a longer one, the beginning and the end."""
    line, tail = visible_line(text), longest // 3
    return line if len(line) <= longest else f"{line[: longest - 1 - tail]}…{line[-tail:]}"


def safe_text(text: str, longest: int = 100) -> str:
    """Return what a person typed as Markdown that is safe to show: one line, cut, without any markup, in its own direction.

    Names of leagues and seasons, which have at most 100 characters, are never cut.
    """
    return in_own_direction(escape_markup(cut_to_length(text, longest)))


def lines_that_fit(lines: Iterable[str], room: int) -> list[str]:
    """Return the first lines that together have at most `room` characters; "…" stands for those left out."""
    found: list[str] = []
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            return [*found, "…"]
        found.append(line)
    return found


def column_count(text: str) -> int:
    """Return the width of the text in a code block: East Asian characters and emoji take two columns, accents none."""
    return wcwidth.width(text)


def cut_to_columns(text: str, width: int) -> str:
    """Return the text on one line of at most `width` columns, unable to end the code block that it is in."""
    return in_own_direction(clip_line(visible_line(in_code_block(text)), width))


def in_code_block(text: str) -> str:
    """Return the text with its backticks replaced, so that it can't end the code block that it is in, and without emojis."""
    return text.replace("`", "ˋ").replace("<:", "‹:")


def clip_line(line: str, width: int) -> str:
    """Return the beginning of a visible line, with "…" at its end if it has more than `width` columns."""
    if column_count(line) <= width:
        return line
    kept = wcwidth.clip(line, 0, max(width - 1, 0))
    while column_count(kept) >= max(width, 1):  # characters that are joined in an unusual way
        kept = kept[:-1]
    return f"{kept.rstrip()}…"


def timestamp(at: int, style: str = "D") -> str:
    """Return a moment (epoch ms) as Discord's timestamp: each reader sees it in their own language and time zone."""
    return f"<t:{at // 1000}:{style}>"


def with_minus(number: int, sign: Literal["", "+"] = "") -> str:
    """Return `−5`, with a minus and no hyphen; with the sign `+` also `+5`."""
    return f"{number:{sign}}".replace("-", MINUS)


def decimal_text(number: Fraction, digits: int = 2) -> str:
    """Return the number with at most so many decimals and no trailing zeros: `4.33`, `12.5`, `7`.

    There is at most one decimal from 100 on, and none from 1000 on.
    """
    text = fixed_text(number, digits)
    return text.rstrip("0").rstrip(".") if "." in text else text


def fixed_text(number: Fraction, digits: int) -> str:
    """Return the number with so many decimals; at most one from 100 on, and none from 1000 on."""
    digits = digits if abs(number) < 100 else min(digits, 1) if abs(number) < 1000 else 0
    return f"{float(number):.{digits}f}".replace("-", MINUS)
