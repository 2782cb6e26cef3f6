"""Commands as a person gives them: from the list that his client shows him."""

from collections.abc import Iterator

from playground import permissions, shapes
from playground.clicks import AUTOCOMPLETE, Offer
from playground.offers.not_offered import NotOffered
from playground.offers.options import complete_options
from playground.rules.commands import GROUP, SUBCOMMAND
from playground.things import DM, Channel, Command, Person
from playground.wire import Json
from playground.world import World


def commands_for(world: World, person: Person, channel: Channel) -> Iterator[Command]:
    """The commands that this person's client lists in this channel."""
    in_guild = channel.type != DM
    if in_guild and not world.guild.has_bot:
        return
    granted = permissions.of_person(person, world.guild)
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


def give_command(world: World, person: Person, channel: Channel, data: Json, kind: int, cdn: str) -> Offer:
    type_ = data.get("type", 1)
    for command in commands_for(world, person, channel):
        if command.body["name"] == data.get("name") and command.body["type"] == type_:
            break
    else:
        raise NotOffered(f"There is no command “{data.get('name')}” for {person.name} here.")
    full: Json = {"id": command.id, "name": command.body["name"], "type": type_}
    resolved: Json = {}
    if type_ == 1:
        options = complete_options(
            world, command.body.get("options", []), data.get("options", []), resolved, cdn, typing=kind == AUTOCOMPLETE
        )
        if options:
            full["options"] = options
    else:
        full |= _target(world, channel, type_, str(data.get("target_id")), resolved)
    if resolved:
        full["resolved"] = resolved
    return Offer(kind, full, " ".join((command.body["name"], *_chosen(full.get("options", [])))))


def _chosen(options: list[Json]) -> Iterator[str]:
    """The names of group and sub-command, as Discord adds them to that of the command."""
    for option in options:
        if option["type"] in (SUBCOMMAND, GROUP):
            yield option["name"]
            yield from _chosen(option.get("options", []))


def _target(world: World, channel: Channel, type_: int, target: str, resolved: Json) -> Json:
    """The person or message whose context menu was opened."""
    if type_ == 3:
        message = world.message(channel.id, target)
        if message is None:
            raise NotOffered("There is no such message.")
        resolved["messages"] = {target: message.body}
    else:
        user = shapes.someone(world, target)
        if user is None:
            raise NotOffered("There is no such person.")
        resolved["users"] = {target: user}
    return {"target_id": target}
