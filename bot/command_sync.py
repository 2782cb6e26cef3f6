"""Whether Discord knows our slash commands as they are; it is told only when it does not (200 new commands a day at most)."""

from collections.abc import Mapping, Sequence
from typing import Any

import discord
import structlog
from discord.http import Route

_log = structlog.get_logger(__name__)
_CHAT_COMMAND = 1  # what a command or subcommand is if nothing is said
_COMPARED = (
    *("name", "name_localizations", "description", "description_localizations"),
    *("type", "required", "autocomplete", "min_value", "max_value", "choices", "options"),
)


async def payload(tree: discord.app_commands.CommandTree[Any]) -> list[dict[str, Any]]:
    """Our commands as they are registered, in all languages that the tree's translator knows."""
    commands, translator = tree.get_commands(), tree.translator
    if translator is None:
        return [command.to_dict(tree) for command in commands]
    return [await command.get_translated_payload(tree, translator) for command in commands]


def differs(ours: Sequence[Mapping[str, Any]], registered: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a person would see another set of commands than ours."""
    return _essence(ours) != _essence(registered)


async def sync_if_changed(client: discord.Client, tree: discord.app_commands.CommandTree[Any]) -> bool:
    """Register our commands if Discord's differ; whether it was needed."""
    application = client.application_id
    assert application is not None, "logged in before"
    route = Route("GET", "/applications/{application_id}/commands", application_id=application)
    registered = await client.http.request(route, params={"with_localizations": "true"})
    if not differs(await payload(tree), registered):
        return False
    await tree.sync()
    _log.info("commands synced")
    return True


def _essence(commands: Sequence[Mapping[str, Any]]) -> list[Any]:
    return sorted((_kept(command) for command in commands), key=lambda command: str(command["name"]))


def _kept(thing: Mapping[str, Any]) -> dict[str, Any]:
    """The compared keys that say something; lists of options and choices in their own order."""
    kept: dict[str, Any] = {}
    for key in _COMPARED:
        value = thing.get(key)
        if value in (None, False, [], (), {}) or (key == "type" and value == _CHAT_COMMAND):
            continue
        kept[key] = [_kept(one) if isinstance(one, Mapping) else one for one in value] if isinstance(value, list) else value
    kept.setdefault("name", "")
    if "value" in thing:
        kept["value"] = thing["value"]
    return kept
