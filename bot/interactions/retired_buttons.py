"""Buttons and forms of features that Ramino no longer has. Old messages still show them, so a press gets an answer."""

import re

from bot.tables.refusals import ButtonRetired, Refused

_RETIRED: tuple[str, ...] = ()
"""Patterns of whole `custom_id`s, without the database's marker. Their letters are never used again for something else."""


def check_not_retired(custom_id: str) -> None:
    """Raise Refused(ButtonRetired) if the button or form belongs to a feature that is gone."""
    if any(re.fullmatch(pattern, custom_id) for pattern in _RETIRED):
        raise Refused(ButtonRetired())
