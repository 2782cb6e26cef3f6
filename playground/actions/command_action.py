"""Slash commands and context menus that a person uses, and the autocomplete of their options."""

from collections.abc import Iterator

from playground.actions.action import Action
from playground.actions.command_options import complete_options
from playground.actions.not_offered import NotOffered
from playground.discord_json import Json
from playground.objects.message_objects import current_body
from playground.objects.user_objects import find_user_object
from playground.rules.command_body import CHAT, MESSAGE_MENU
from playground.rules.command_option_body import GROUP, SUBCOMMAND
from playground.world import permissions
from playground.world.entities import AUTOCOMPLETE, DM, Channel, Command, Person
from playground.world.world import World


def complete_command(world: World, person: Person, channel: Channel, data: Json, action_type: int) -> Action:
    command_type = data.get("type", CHAT)
    for command in _commands_for(world, person, channel):
        if command.body["name"] == data.get("name") and command.body["type"] == command_type:
            break
    else:
        raise NotOffered(f"There is no command “{data.get('name')}” for {person.name} here.")
    full: Json = {"id": command.id, "name": command.body["name"], "type": command_type}
    resolved: Json = {}
    if command_type == CHAT:
        is_typing = action_type == AUTOCOMPLETE
        offered, given = command.body.get("options", []), data.get("options", [])
        options = complete_options(world, offered, given, resolved, is_typing=is_typing)
        if options:
            full["options"] = options
    else:
        full |= _target(world, channel, command_type, str(data.get("target_id")), resolved)
    if resolved:
        full["resolved"] = resolved
    return Action(action_type, full, " ".join((command.body["name"], *_subcommand_names(full.get("options", [])))))


def _commands_for(world: World, person: Person, channel: Channel) -> Iterator[Command]:
    """Return the commands that this person's client lists in this channel."""
    in_guild = channel.type != DM
    if in_guild and not world.guild.has_bot:
        return
    granted = permissions.of_person(world, person, channel) if in_guild else 0
    if in_guild and not granted & permissions.BITS["use_application_commands"]:
        return
    for command in world.commands.values():
        body = command.body
        contexts = body.get("contexts") or ([0, 1] if body.get("dm_permission", True) else [0])
        if (0 if in_guild else 1) not in contexts:
            continue
        needed = int(body.get("default_member_permissions") or 0)
        if in_guild and granted & needed != needed:
            continue
        yield command


def _subcommand_names(options: list[Json]) -> Iterator[str]:
    """Return the names of group and sub-command, which Discord adds to the command's name."""
    for option in options:
        if option["type"] in (SUBCOMMAND, GROUP):
            yield option["name"]
            yield from _subcommand_names(option.get("options", []))


def _target(world: World, channel: Channel, command_type: int, target: str, resolved: Json) -> Json:
    """Return the id of the person or message whose context menu was opened, and add its object to `resolved`."""
    if command_type == MESSAGE_MENU:
        message = world.message(channel.id, target)
        if message is None:
            raise NotOffered("There is no such message.")
        resolved["messages"] = {target: current_body(world, message)}
    else:
        user = find_user_object(world, target)
        if user is None:
            raise NotOffered("There is no such person.")
        resolved["users"] = {target: user}
    return {"target_id": target}
