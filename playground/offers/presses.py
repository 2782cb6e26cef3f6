"""Buttons and selects as a person uses them: on a message before him, as it is now."""

from playground import shapes
from playground.clicks import PRESS, Offer
from playground.offers.not_offered import NotOffered
from playground.rules.controls import SELECTS
from playground.rules.reading import children
from playground.things import Channel, Person
from playground.wire import Json
from playground.world import World


def press(world: World, person: Person, channel: Channel, data: Json, message_id: str) -> Offer:
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
        elif type_ in (6, 7) and (role := shapes.role(world, value)) is not None:
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
