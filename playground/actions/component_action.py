"""Presses of buttons and choices in selects, on a message that the person sees."""

from playground.actions.action import Action
from playground.actions.not_offered import NotOffered
from playground.discord_json import Json
from playground.objects.channel_objects import channel_object
from playground.objects.role_objects import find_role_object
from playground.objects.user_objects import find_user_object, resolve_user
from playground.rules.buttons_and_selects import SELECTS
from playground.rules.component_tree import children
from playground.world.entities import PRESS, Channel, Person
from playground.world.visibility import can_read
from playground.world.world import World

STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = SELECTS


def complete_press(world: World, person: Person, channel: Channel, data: Json, message_id: str) -> Action:
    message = world.message(channel.id, message_id)
    if message is None or not can_read(world, person, message):
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
        full["values"] = chosen_values(component, data.get("values"))
        if resolved := resolve_values(world, component["type"], full["values"]):
            full["resolved"] = resolved
    return Action(PRESS, full, source_id=message.id)


def chosen_values(select: Json, values: object) -> list[str]:
    """Return the values chosen in a select. Raise `NotOffered` if it does not offer them, or not so many or so few."""
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise NotOffered("values must be a list of strings.")
    if len(set(values)) != len(values):
        raise NotOffered("A value is chosen twice.")
    least = select["min_values"] if values or select.get("required", True) else 0
    if not least <= len(values) <= select["max_values"]:
        raise NotOffered(f"Choose {select['min_values']} to {select['max_values']}, not {len(values)}.")
    if "options" in select:
        offered = {option.get("value") for option in select["options"]}
        for value in values:
            if value not in offered:
                raise NotOffered(f"“{value}” is not among the options.")
    return values


def resolve_values(world: World, select_type: int, values: list[str]) -> Json:
    """Return the objects that the values of a user, role, mentionable or channel select stand for, by kind and id."""
    resolved: Json = {}
    for value in values if select_type != STRING_SELECT else ():
        user = find_user_object(world, value)
        if select_type in (USER_SELECT, MENTIONABLE_SELECT) and user is not None:
            resolve_user(world, user, resolved)
        elif select_type in (ROLE_SELECT, MENTIONABLE_SELECT) and (role := find_role_object(world, value)) is not None:
            resolved.setdefault("roles", {})[value] = role
        elif select_type == CHANNEL_SELECT and value in world.channels:
            resolved.setdefault("channels", {})[value] = channel_object(world, world.channels[value])
        else:
            raise NotOffered(f"“{value}” cannot be chosen here.")
    return resolved


def find_component(components: list[Json], custom_id: object) -> Json | None:
    """Return the component with this custom_id at any depth, or None."""
    for component in components:
        if component.get("custom_id") == custom_id and custom_id is not None:
            return component
        found = find_component(children(component), custom_id)
        if found is not None:
            return found
    return None
