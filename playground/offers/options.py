"""The options of a slash command as a person fills them in."""

from playground import shapes
from playground.offers.not_offered import NotOffered
from playground.rules.commands import GROUP, SUBCOMMAND
from playground.wire import Json
from playground.world import World

STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(3, 12)


def complete_options(
    world: World, offered: list[Json], given: list[Json], resolved: Json, cdn: str, *, typing: bool
) -> list[Json]:
    """The given options with their types; `typing` while one of them still has the focus (autocomplete)."""
    by_name = {option["name"]: option for option in offered}
    full = []
    for option in given:
        known = by_name.get(option.get("name"))
        if known is None:
            raise NotOffered(f"There is no option “{option.get('name')}”.")
        full.append(_complete(world, known, option, resolved, cdn, typing=typing))
    names = {option["name"] for option in full}
    if len(names) != len(full):
        raise NotOffered("An option is given twice.")
    if any(option["type"] in (SUBCOMMAND, GROUP) for option in offered):
        if len(full) != 1:
            raise NotOffered("A sub-command must be chosen.")
    elif not typing:
        for option in offered:
            if option.get("required") and option["name"] not in names:
                raise NotOffered(f"“{option['name']}” is required.")
    return full


def _complete(world: World, known: Json, given: Json, resolved: Json, cdn: str, *, typing: bool) -> Json:
    shape: Json = {"name": known["name"], "type": known["type"]}
    if known["type"] in (SUBCOMMAND, GROUP):
        inner = complete_options(world, known.get("options", []), given.get("options", []), resolved, cdn, typing=typing)
        return shape | {"options": inner}
    value = given.get("value")
    if typing and given.get("focused"):
        if not known.get("autocomplete"):
            raise NotOffered(f"“{known['name']}” has no autocomplete.")
        return shape | {"value": value if value is not None else "", "focused": True}
    _check(known, value)
    if known["type"] in (USER, CHANNEL, ROLE, MENTIONABLE, ATTACHMENT):
        value = str(value)
        _resolve(world, known, value, resolved, cdn)
    return shape | {"value": value}


def _check(known: Json, value: object) -> None:
    name = known["name"]
    if known.get("choices") and value not in [choice["value"] for choice in known["choices"]]:
        raise NotOffered(f"“{value}” is not among the choices of “{name}”.")
    match known["type"]:
        case 3:
            if not isinstance(value, str):
                raise NotOffered(f"“{name}” is a text.")
            if not known.get("min_length", 0) <= len(value) <= known.get("max_length", 6000):
                raise NotOffered(f"“{name}” is too short or too long.")
        case 4 | 10:
            right = int if known["type"] == INTEGER else (int, float)
            if isinstance(value, bool) or not isinstance(value, right):
                raise NotOffered(f"“{name}” is a number.")
            if not known.get("min_value", value) <= value <= known.get("max_value", value):
                raise NotOffered(f"“{name}” is too small or too large.")
        case 5:
            if not isinstance(value, bool):
                raise NotOffered(f"“{name}” is yes or no.")


def _resolve(world: World, known: Json, value: str, resolved: Json, cdn: str) -> None:
    """Add what an id stands for, as Discord does beside the options."""
    user = shapes.someone(world, value)
    if known["type"] in (USER, MENTIONABLE) and user is not None:
        resolved.setdefault("users", {})[value] = user
        person = world.people.get(value)
        if person is None or person.in_guild:
            member = shapes.member(world, user)
            del member["user"]
            resolved.setdefault("members", {})[value] = member | {"permissions": "0"}
    elif known["type"] in (ROLE, MENTIONABLE) and (role := shapes.role(world, value)) is not None:
        resolved.setdefault("roles", {})[value] = role
    elif known["type"] == CHANNEL and value in world.channels:
        channel = world.channels[value]
        wanted = known.get("channel_types")
        if wanted and channel.type not in wanted:
            raise NotOffered(f"“{known['name']}” cannot be a channel of this kind.")
        shape = shapes.channel(world, channel)
        resolved.setdefault("channels", {})[value] = shape | {"permissions": "0"}
    elif known["type"] == ATTACHMENT and value in world.attachments:
        resolved.setdefault("attachments", {})[value] = shapes.attachment(world.attachments[value], cdn)
    else:
        raise NotOffered(f"“{known['name']}” names nothing that exists.")
