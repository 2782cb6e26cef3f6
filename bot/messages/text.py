"""Where lines may break on a narrow screen."""

from collections.abc import Iterable

STAYS = "\N{NO-BREAK SPACE}"


def unbroken(text: str) -> str:
    """Return the text with its spaces replaced, so that a narrow screen does not break it."""
    return text.replace(" ", STAYS)


def listed(parts: Iterable[str], sign: str = "·") -> str:
    """Return the parts with the sign between them; a narrow screen breaks the line after a sign, and nowhere else."""
    return f"{STAYS}{sign} ".join(map(unbroken, parts))
