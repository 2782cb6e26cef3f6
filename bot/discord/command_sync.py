"""The registration of our slash commands with Discord, only if they have changed: Discord accepts 200 new ones a day."""

from collections.abc import Mapping, Sequence
from typing import Any

import discord
import structlog
from discord.http import Route

_log = structlog.get_logger(__name__)
_DEFAULTS = (("type", 1), ("integration_types", [0]))  # of a payload that names none: a slash command, installed in a server
_COMPARED = (
    *("name", "name_localizations", "description", "description_localizations"),
    *("contexts", "integration_types"),
    *("type", "required", "autocomplete", "min_value", "max_value", "choices", "options"),
)


async def command_payloads(tree: discord.app_commands.CommandTree[Any]) -> list[dict[str, Any]]:
    """Return our commands as they are sent to Discord, in all languages that the tree's translator knows."""
    commands, translator = tree.get_commands(), tree.translator
    if translator is None:
        return [command.to_dict(tree) for command in commands]
    return [await command.get_translated_payload(tree, translator) for command in commands]


def are_different(ours: Sequence[Mapping[str, Any]], registered: Sequence[Mapping[str, Any]]) -> bool:
    """Return True if a person would notice a difference between the two sets of commands."""
    return _comparable(ours) != _comparable(registered)


async def sync_if_changed(client: discord.Client, tree: discord.app_commands.CommandTree[Any]) -> bool:
    """Register our commands if Discord's are different; return True if they were."""
    application = client.application_id
    assert application is not None, "the client has logged in"
    route = Route("GET", "/applications/{application_id}/commands", application_id=application)
    registered = await client.http.request(route, params={"with_localizations": "true"})
    ours = await command_payloads(tree)
    if not are_different(ours, registered):
        return False
    await client.http.bulk_upsert_global_commands(application, payload=ours)
    _log.info("commands synced")
    return True


def _comparable(commands: Sequence[Mapping[str, Any]]) -> list[Any]:
    return sorted((_without_defaults(command) for command in commands), key=lambda command: str(command["name"]))


def _without_defaults(part: Mapping[str, Any]) -> dict[str, Any]:
    """Return the compared keys of a command, option or choice that differ from Discord's defaults; lists keep their order."""
    found: dict[str, Any] = {}
    for key in _COMPARED:
        value = part.get(key)
        if value in (None, False, [], (), {}) or (key, value) in _DEFAULTS:
            continue
        if key == "contexts":
            value = sorted(value)
        is_list = isinstance(value, list)
        found[key] = [_without_defaults(one) if isinstance(one, Mapping) else one for one in value] if is_list else value
    found.setdefault("name", "")
    if "value" in part:
        found["value"] = part["value"]
    return found
