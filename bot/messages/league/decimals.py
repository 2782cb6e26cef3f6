"""Points as decimal numbers."""

from fractions import Fraction


def decimal_text(number: Fraction, digits: int = 2) -> str:
    """Return the number with at most so many decimals and no trailing zeros: `4.33`, `12.5`, `7`.

    There is at most one decimal from 100 on, and none from 1000 on.
    """
    text = fixed_text(number, digits)
    return text.rstrip("0").rstrip(".") if "." in text else text


def fixed_text(number: Fraction, digits: int) -> str:
    """Return the number with so many decimals; at most one from 100 on, and none from 1000 on."""
    digits = digits if abs(number) < 100 else min(digits, 1) if abs(number) < 1000 else 0
    return f"{float(number):.{digits}f}"
