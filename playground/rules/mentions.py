"""Who is pinged: the mentions written in a message, as far as `allowed_mentions` lets them through."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from playground.rules.form import Form, Path
from playground.rules.reading import children
from playground.wire import Json

_USER = re.compile(r"<@!?(\d+)>")
_ROLE = re.compile(r"<@&(\d+)>")
_EVERYONE = re.compile(r"@(?:everyone|here)\b")


@dataclass(frozen=True, slots=True)
class Allowed:
    """`allowed_mentions` as read. Left out, everything written pings."""

    parse: frozenset[str] = frozenset(("users", "roles", "everyone"))
    users: frozenset[str] = frozenset()
    roles: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Pings:
    users: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    everyone: bool = False


def read_allowed(form: Form, raw: object, path: Path = ("allowed_mentions",)) -> Allowed:
    if raw is None:
        return Allowed()
    it = form.record(path, raw, ("parse", "users", "roles", "replied_user"))
    named = {key: frozenset(map(str, form.items((*path, key), it.get(key)))) for key in ("users", "roles")}
    parse = frozenset(map(str, form.items((*path, "parse"), it.get("parse"))))
    for key in ("users", "roles"):
        if key in parse and named[key]:
            form.wrong(
                path,
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{key}"] and {key}: [ids...] are mutually exclusive.',
            )
    return Allowed(parse, named["users"], named["roles"])


def find_pings(content: str, components: list[Json], allowed: Allowed) -> Pings:
    """What the text of a message, in its content or its text displays, pings."""
    texts = [content, *_texts(components)] if components else [content]
    written = "\n".join(texts)
    if "@" not in written:
        return Pings()
    users = dict.fromkeys(_USER.findall(written))
    roles = dict.fromkeys(_ROLE.findall(written))
    return Pings(
        tuple(id_ for id_ in users if "users" in allowed.parse or id_ in allowed.users),
        tuple(id_ for id_ in roles if "roles" in allowed.parse or id_ in allowed.roles),
        "everyone" in allowed.parse and _EVERYONE.search(written) is not None,
    )


def _texts(components: list[Json]) -> Iterator[str]:
    for component in components:
        if component["type"] == 10:
            yield component["content"]
        yield from _texts(children(component))
