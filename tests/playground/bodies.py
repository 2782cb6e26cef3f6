"""Bodies of requests, written briefly: messages, components, commands, modals."""

from typing import Any

V2 = 1 << 15
Json = dict[str, Any]


def row(*items: Json) -> Json:
    return {"type": 1, "components": list(items)}


def in_row(*items: Json) -> Json:
    """A message with these components in a row."""
    return {"components": [row(*items)]}


def button(**fields: Any) -> Json:
    return {"type": 2, "style": 1, "label": "b", "custom_id": "b"} | fields


def select(**fields: Any) -> Json:
    return {"type": 3, "custom_id": "s", "options": [option("a"), option("b")]} | fields


def option(name: str, **fields: Any) -> Json:
    return {"label": name, "value": name} | fields


def text(content: str = "t") -> Json:
    return {"type": 10, "content": content}


def section(*items: Json, **fields: Any) -> Json:
    return {"type": 9, "components": list(items)} | fields


def gallery(*items: Json) -> Json:
    return {"type": 12, "items": list(items)}


def picture(**fields: Any) -> Json:
    return {"media": {"url": "https://example.org/a.png"}} | fields


def container(*items: Json, **fields: Any) -> Json:
    return {"type": 17, "components": list(items)} | fields


def v2(*items: Json, **fields: Any) -> Json:
    return {"flags": V2, "components": list(items)} | fields


def embed(**fields: Any) -> Json:
    return {"embeds": [fields]}


COMMAND = {"name": "table", "description": "d", "type": 1}


def command_option(name: str = "o", kind: int = 3, **fields: Any) -> Json:
    return {"name": name, "description": "d", "type": kind} | fields


def command(*options: Json, **fields: Any) -> list[Json]:
    """All commands of an application: one with these options and fields."""
    return [COMMAND | fields | ({"options": list(options)} if options else {})]


def with_option(*name: str, **fields: Any) -> list[Json]:
    """All commands of an application: one with such an option."""
    return command(command_option(*name, **fields))


TEXT_INPUT = {"type": 4, "custom_id": "i", "style": 1}


def modal(*components: Json, **fields: Any) -> Json:
    return {"custom_id": "m", "title": "t", "components": list(components)} | fields


def label(component: Json, **fields: Any) -> Json:
    """A labelled question of a modal."""
    return {"type": 18, "label": "l", "component": component} | fields
