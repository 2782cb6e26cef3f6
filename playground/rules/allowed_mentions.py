"""The people and roles that a message mentions, as far as its `allowed_mentions` allows it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from playground.discord_json import Json
from playground.rules.body_reader import BodyReader, Path
from playground.rules.component_tree import children

_USER = re.compile(r"<@!?(\d+)>")
_ROLE = re.compile(r"<@&(\d+)>")
_EVERYONE = re.compile(r"@(?:everyone|here)\b")


@dataclass(frozen=True, slots=True)
class AllowedMentions:
    """The `allowed_mentions` of a message. Without them every mention pings."""

    parse: frozenset[str] = frozenset(("users", "roles", "everyone"))
    users: frozenset[str] = frozenset()
    roles: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Mentions:
    """The mentions of a message that ping: ids of users and roles, and whether everyone is pinged."""

    users: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    everyone: bool = False


def read_allowed_mentions(reader: BodyReader, raw: object, path: Path = ("allowed_mentions",)) -> AllowedMentions:
    if raw is None:
        return AllowedMentions()
    it = reader.json_object(path, raw, ("parse", "users", "roles", "replied_user"))
    named = {key: frozenset(map(str, reader.items((*path, key), it.get(key)))) for key in ("users", "roles")}
    parse = frozenset(map(str, reader.items((*path, "parse"), it.get("parse"))))
    for key in ("users", "roles"):
        if key in parse and named[key]:
            reader.add_error(
                path,
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{key}"] and {key}: [ids...] are mutually exclusive.',
            )
    return AllowedMentions(parse, named["users"], named["roles"])


def find_mentions(content: str, components: list[Json], allowed: AllowedMentions) -> Mentions:
    """Return what the text of a message, in its content or its text displays, pings."""
    texts = [content, *_texts(components)] if components else [content]
    written = "\n".join(texts)
    if "@" not in written:
        return Mentions()
    users = dict.fromkeys(_USER.findall(written))
    roles = dict.fromkeys(_ROLE.findall(written))
    return Mentions(
        tuple(id_ for id_ in users if "users" in allowed.parse or id_ in allowed.users),
        tuple(id_ for id_ in roles if "roles" in allowed.parse or id_ in allowed.roles),
        "everyone" in allowed.parse and _EVERYONE.search(written) is not None,
    )


def _texts(components: list[Json]) -> Iterator[str]:
    for component in components:
        if component["type"] == 10:
            yield component["content"]
        yield from _texts(children(component))
