"""What `make doctor` examines and reports."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One check and its result; `advice` is empty if nothing is wrong."""

    check: str
    state: str
    advice: str = ""
