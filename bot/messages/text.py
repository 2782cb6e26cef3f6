"""Where lines may break on a narrow screen."""

from collections.abc import Iterable

NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"


def keep_together(text: str) -> str:
    """Return the text with its spaces replaced, so that a narrow screen does not break it."""
    return text.replace(" ", NO_BREAK_SPACE)


def join_parts(parts: Iterable[str], sign: str = "·") -> str:
    """Return the parts with the sign between them; a narrow screen breaks the line after a sign, and nowhere else."""
    return f"{NO_BREAK_SPACE}{sign} ".join(map(keep_together, parts))
