"""The answers of a form that was sent.

An altered Discord client can send anything: values that no select offers, and any structure.
"""

from collections.abc import Mapping
from typing import Any

from bot.messages.components import LONGEST_OPTION, MOST_OPTIONS
from bot.tables.refusals import ButtonNotUnderstood, Refused

_MOST_QUESTIONS = 5


def form_answers(data: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the values chosen in each select, by its `custom_id`. Raise Refused(ButtonNotUnderstood) for anything else."""
    try:
        found = dict(map(_read_answer, data["components"][:_MOST_QUESTIONS]))
    except (KeyError, TypeError, ValueError, AttributeError):
        raise Refused(ButtonNotUnderstood(str(data.get("custom_id", ""))[:LONGEST_OPTION])) from None
    return found


def _read_answer(label: Mapping[str, Any]) -> tuple[str, list[str]]:
    answer = label["component"]
    custom_id, values = answer["custom_id"], answer.get("values", [])[:MOST_OPTIONS]
    if not all(isinstance(text, str) and len(text) <= LONGEST_OPTION for text in (custom_id, *values)):
        raise ValueError(f"{custom_id!r} isn't the answer to a select")
    return custom_id, list(values)
