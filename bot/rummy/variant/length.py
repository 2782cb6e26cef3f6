"""The three lengths of a match, whatever its game."""

from enum import StrEnum


class Length(StrEnum):
    """ONE: one deal. SHORT: everyone deals once, between two players twice. FULL: what the game's own rules say."""

    ONE = "one"
    SHORT = "short"
    FULL = "full"

    def reaches(self, least: "Length") -> bool:
        """Return True if it is at least as long as the other length."""
        in_order = tuple(Length)
        return in_order.index(self) >= in_order.index(least)
