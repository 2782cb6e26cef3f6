"""The buttons and selects of a message: the moves that they offer, and the table that they belong to."""

from collections.abc import Iterable

from tests.people import Json, parts


def controls(message: Json) -> dict[str, list[str]]:
    """Return the moves of a hand in written form, by the `custom_id` of their button or select."""
    found: dict[str, list[str]] = {}
    for it in parts(message.get("components", [])):
        kind, *state = unmarked(it.get("custom_id", "")).split(":")
        if kind in ("m", "d"):
            found[it["custom_id"]] = [state[2]]
        elif kind == "s":
            found[it["custom_id"]] = [option["value"] for option in it["options"]]
    return found


def offered_moves(message: Json) -> list[str]:
    """Return all moves that a hand offers, in written form."""
    return [move for moves in controls(message).values() for move in moves]


def discard_button(message: Json) -> str:
    """Return the custom_id of the last button that discards. The hand asks if that is the best card, and of a meld."""
    buttons = (custom_id for custom_id in controls(message) if custom_id.startswith("m:"))
    return [custom_id for custom_id in buttons if ":discard " in custom_id][-1]


def table_number(message: Json) -> int | None:
    """Return the number of the table that a message's buttons belong to."""
    for it in parts(message.get("components", [])):
        custom_id = it.get("custom_id", "")
        if custom_id[:2] in ("m:", "d:", "s:", "a:", "t:"):
            return int(custom_id.split(":")[1])
    return None


def newest_with(messages: Iterable[Json], button: str) -> Json | None:
    """Return the newest message with a button whose custom_id ends in this word (`hand` for `t:…:hand`), or None."""
    for message in reversed(list(messages)):
        if any(unmarked(it.get("custom_id", "")).endswith(f":{button}") for it in parts(message["components"])):
            return message
    return None


def button_id(message: Json, what: str) -> str:
    """Return the custom_id in this message that ends in this word."""
    found = (str(it.get("custom_id", "")) for it in parts(message["components"]))
    return next(custom_id for custom_id in found if unmarked(custom_id).endswith(f":{what}"))


def can_press(message: Json, what: str) -> bool:
    """Return True if the button whose custom_id ends in this word can be pressed."""
    custom_id = button_id(message, what)
    return any(it.get("custom_id") == custom_id and not it.get("disabled") for it in parts(message["components"]))


def unmarked(custom_id: str) -> str:
    """Return a custom_id without the marker that it carries after a restore."""
    return custom_id.partition("~")[0]
