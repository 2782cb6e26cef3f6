"""What Discord's own client would let a person do: it offers no disabled button, unknown command or missing choice."""

from collections.abc import Iterator

from playground import permissions, shapes
from playground.clicks import AUTOCOMPLETE, COMMAND, PRESS, SUBMIT, Offer, OpenModal
from playground.offered_options import complete_options
from playground.offers_error import NotOffered
from playground.rules.reading import children
from playground.things import DM, Channel, Command, Person
from playground.wire import Json
from playground.world import World

SELECTS = (3, 5, 6, 7, 8)


def offer(world: World, person: Person, channel: Channel, wish: Json, modals: dict[str, OpenModal], cdn: str) -> Offer:
    """The interaction this wish comes to. Raises NotOffered when the client would not offer it."""
    data = wish.get("data")
    if not isinstance(data, dict):
        raise NotOffered("data is missing.")
    match wish.get("type"):
        case 2 | 4 as kind:
            return _command(world, person, channel, data, kind, cdn)
        case 3:
            return _press(world, person, channel, data, str(wish.get("message_id")))
        case 5:
            return _submit(world, person, channel, data, modals, cdn)
        case _:
            raise NotOffered("type must be 2 (command), 3 (press), 4 (autocomplete) or 5 (modal).")


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
        if (0 if in_guild else 1) not in contexts or (command.guild_id and not in_guild):
            continue
        needed = int(body.get("default_member_permissions") or 0)
        if in_guild and granted & needed != needed:
            continue
        yield command


def _command(world: World, person: Person, channel: Channel, data: Json, kind: int, cdn: str) -> Offer:
    type_ = data.get("type", 1)
    for command in commands_for(world, person, channel):
        if command.body["name"] == data.get("name") and command.body["type"] == type_:
            break
    else:
        raise NotOffered(f"There is no command “{data.get('name')}” for {person.name} here.")
    full: Json = {"id": command.id, "name": command.body["name"], "type": type_}
    if command.guild_id:
        full["guild_id"] = command.guild_id
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
    return Offer(AUTOCOMPLETE if kind == AUTOCOMPLETE else COMMAND, full, command.body["name"])


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


def _press(world: World, person: Person, channel: Channel, data: Json, message_id: str) -> Offer:
    message = world.message(channel.id, message_id)
    if message is None or not world.reads(person, message):
        raise NotOffered(f"{person.name} sees no such message.")
    component = find_component(message.body["components"], data.get("custom_id"))
    if component is None:
        raise NotOffered(f"The message has no button or select “{data.get('custom_id')}”.")
    if component.get("disabled"):
        raise NotOffered(f"“{component.get('label', component['custom_id'])}” is disabled.")
    if data.get("component_type", component["type"]) != component["type"]:
        raise NotOffered("The component is of another type.")
    full: Json = {"custom_id": component["custom_id"], "component_type": component["type"], "id": component["id"]}
    if component["type"] in SELECTS:
        full["values"] = chosen(component, data.get("values"))
        if resolved := resolve(world, component["type"], full["values"]):
            full["resolved"] = resolved
    return Offer(PRESS, full, source_id=message.id)


def chosen(component: Json, values: object) -> list[str]:
    """The values chosen in a select, if it offers them and as many."""
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise NotOffered("values must be a list of strings.")
    if len(set(values)) != len(values):
        raise NotOffered("A value is chosen twice.")
    least = component["min_values"] if values or component.get("required", True) else 0
    if not least <= len(values) <= component["max_values"]:
        raise NotOffered(f"Choose {component['min_values']} to {component['max_values']}, not {len(values)}.")
    if "options" in component:
        offered = {option["value"] for option in component["options"]}
        for value in values:
            if value not in offered:
                raise NotOffered(f"“{value}” is not among the options.")
    return values


def resolve(world: World, type_: int, values: list[str]) -> Json:
    """The things that a user, role or channel select names."""
    resolved: Json = {}
    for value in values if type_ != 3 else ():
        user = shapes.someone(world, value)
        if type_ in (5, 7) and user is not None:
            resolved.setdefault("users", {})[value] = user
            part = shapes.member(world, user)
            del part["user"]
            resolved.setdefault("members", {})[value] = part
        elif type_ in (6, 7) and (role := next((it for it in shapes.roles(world) if it["id"] == value), None)):
            resolved.setdefault("roles", {})[value] = role
        elif type_ == 8 and value in world.channels:
            resolved.setdefault("channels", {})[value] = shapes.channel(world, world.channels[value])
        else:
            raise NotOffered(f"“{value}” cannot be chosen here.")
    return resolved


def find_component(components: list[Json], custom_id: object) -> Json | None:
    """The component with this custom_id, however deep it lies."""
    for component in components:
        if component.get("custom_id") == custom_id and custom_id is not None:
            return component
        found = find_component(children(component), custom_id)
        if found is not None:
            return found
    return None


def _submit(world: World, person: Person, channel: Channel, data: Json, modals: dict[str, OpenModal], cdn: str) -> Offer:
    modal = modals.get(person.id)
    if modal is None or modal.shape["custom_id"] != data.get("custom_id") or modal.channel_id != channel.id:
        raise NotOffered(f"No such modal is open for {person.name}.")
    given = {answer.get("custom_id"): answer for answer in _answers(data.get("components", []))}
    resolved: Json = {}
    components = [_filled(world, question, given, resolved, cdn) for question in modal.shape["components"]]
    full: Json = {"custom_id": modal.shape["custom_id"], "components": components}
    if resolved:
        full["resolved"] = resolved
    return Offer(SUBMIT, full, source_id=modal.source_id, trigger=modal.metadata)


def _answers(components: list[Json]) -> Iterator[Json]:
    for component in components:
        if "custom_id" in component:
            yield component
        yield from _answers(children(component))


def _filled(world: World, question: Json, given: dict[object, Json], resolved: Json, cdn: str) -> Json:
    """A question of the modal with the person's answer, as Discord sends it back."""
    shape: Json = {"type": question["type"], "id": question["id"]}
    if question["type"] == 18:
        shape["component"] = _answer(world, question["component"], given, resolved, cdn)
    elif question["type"] == 1:
        shape["components"] = [_answer(world, it, given, resolved, cdn) for it in question["components"]]
    return shape


def _answer(world: World, question: Json, given: dict[object, Json], resolved: Json, cdn: str) -> Json:
    answer = given.get(question["custom_id"], {})
    shape: Json = {"type": question["type"], "id": question["id"], "custom_id": question["custom_id"]}
    match question["type"]:
        case 4:
            value = answer.get("value", question.get("value", ""))
            _check_text(question, value)
            return shape | {"value": value}
        case 23:
            return shape | {"value": bool(answer.get("value", question.get("default", False)))}
        case 21:
            value = answer.get("value")
            if value is None and question["required"]:
                raise NotOffered("One of the options must be chosen.")
            if value is not None and value not in {it["value"] for it in question["options"]}:
                raise NotOffered(f"“{value}” is not among the options.")
            return shape | {"value": value}
        case 19:
            values = chosen(question, answer.get("values", []))
            for id_ in values:
                if id_ not in world.attachments:
                    raise NotOffered("No such file was uploaded.")
                resolved.setdefault("attachments", {})[id_] = shapes.attachment(world.attachments[id_], cdn)
            return shape | {"values": values}
        case _:
            values = chosen(question, answer.get("values", []))
            for kind, things in resolve(world, question["type"] if question["type"] != 22 else 3, values).items():
                resolved.setdefault(kind, {}).update(things)
            return shape | {"values": values}


def _check_text(question: Json, value: object) -> None:
    if not isinstance(value, str):
        raise NotOffered("A text is missing.")
    if not value and not question["required"]:
        return
    least, most = max(question.get("min_length", 0), int(question["required"])), question.get("max_length", 4000)
    if not least <= len(value) <= most:
        raise NotOffered(f"The text must have {least} to {most} letters.")
