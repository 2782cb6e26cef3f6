"""The answers of a form that was sent: what was chosen, and what was typed.

An altered Discord client can send anything: values that no select offers, and any structure.
"""

from collections.abc import Mapping
from typing import Any

from bot.messages.components import LONGEST_OPTION, MOST_OPTIONS, MOST_TEXT
from bot.tables.refusals import ButtonNotUnderstood
from bot.tables.seat_events import LONGEST_REASON
from bot.wording.sentence import Refused

_MOST_QUESTIONS = 5


def form_answers(data: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the values chosen in each select, by its `custom_id`. Raise Refused(ButtonNotUnderstood) for anything else."""
    try:
        found = dict(map(_read_answer, data["components"][:_MOST_QUESTIONS]))
    except (KeyError, TypeError, ValueError, AttributeError):
        raise Refused(ButtonNotUnderstood(str(data.get("custom_id", ""))[:LONGEST_OPTION])) from None
    return found


def form_text(data: Mapping[str, Any], custom_id: str) -> str:
    """Return the text of the only question of a form. Raise Refused(ButtonNotUnderstood) for anything else."""
    try:
        answer = data["components"][0]["component"]
        name, text = answer["custom_id"], answer["value"]
    except (KeyError, TypeError, IndexError):
        name, text = "", None
    if name != custom_id or not isinstance(text, str) or len(text) > LONGEST_REASON:
        raise Refused(ButtonNotUnderstood(str(data.get("custom_id", ""))[:LONGEST_OPTION]))
    return text


def all_answers(data: Mapping[str, Any]) -> dict[str, str]:
    """Return what was typed, or the first value chosen, for each question of a form by its `custom_id`.

    Texts are cut at what Discord allows. Raise Refused(ButtonNotUnderstood) for anything else.
    """
    try:
        components = [label["component"] for label in data["components"][:_MOST_QUESTIONS]]
        found = {one["custom_id"]: one["value"] if "value" in one else "".join(one["values"][:1]) for one in components}
    except (KeyError, TypeError, AttributeError):
        found = {}
    if not found or not all(isinstance(text, str) for answer in found.items() for text in answer):
        raise Refused(ButtonNotUnderstood(str(data.get("custom_id", ""))[:LONGEST_OPTION]))
    return {custom_id: text[:MOST_TEXT] for custom_id, text in found.items()}


def _read_answer(label: Mapping[str, Any]) -> tuple[str, list[str]]:
    answer = label["component"]
    custom_id, values = answer["custom_id"], answer.get("values", [])[:MOST_OPTIONS]
    if not all(isinstance(text, str) and len(text) <= LONGEST_OPTION for text in (custom_id, *values)):
        raise ValueError(f"{custom_id!r} isn't the answer to a select")
    return custom_id, list(values)
