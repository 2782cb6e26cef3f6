"""The options of a slash command as a person fills them in."""

from playground.actions.not_offered import NotOffered
from playground.discord_json import Json
from playground.objects.channel_objects import channel_object
from playground.objects.file_objects import attachment_object
from playground.objects.role_objects import find_role_object
from playground.objects.user_objects import find_user_object, resolve_user
from playground.rules.command_option_body import (
    ATTACHMENT,
    BOOLEAN,
    CHANNEL,
    GROUP,
    INTEGER,
    MENTIONABLE,
    NUMBER,
    ROLE,
    STRING,
    SUBCOMMAND,
    USER,
)
from playground.world.world import World


def complete_options(world: World, offered: list[Json], given: list[Json], resolved: Json, *, is_typing: bool) -> list[Json]:
    """Return the given options with their types, and add the objects that they name to `resolved`.

    `is_typing` is true while the person types one of them (autocomplete). Raise `NotOffered` if the command does not offer
    an option or a value, or if a required option is missing.
    """
    by_name = {option["name"]: option for option in offered}
    full = []
    for option in given:
        known = by_name.get(option.get("name"))
        if known is None:
            raise NotOffered(f"There is no option “{option.get('name')}”.")
        full.append(_complete(world, known, option, resolved, is_typing=is_typing))
    names = {option["name"] for option in full}
    if len(names) != len(full):
        raise NotOffered("An option is given twice.")
    if any(option["type"] in (SUBCOMMAND, GROUP) for option in offered):
        if len(full) != 1:
            raise NotOffered("A sub-command must be chosen.")
    elif not is_typing:
        for option in offered:
            if option.get("required") and option["name"] not in names:
                raise NotOffered(f"“{option['name']}” is required.")
    return full


def _complete(world: World, known: Json, given: Json, resolved: Json, *, is_typing: bool) -> Json:
    full: Json = {"name": known["name"], "type": known["type"]}
    if known["type"] in (SUBCOMMAND, GROUP):
        offered, inner = known.get("options", []), given.get("options", [])
        return full | {"options": complete_options(world, offered, inner, resolved, is_typing=is_typing)}
    value = given.get("value")
    if is_typing and given.get("focused"):
        if not known.get("autocomplete"):
            raise NotOffered(f"“{known['name']}” has no autocomplete.")
        return full | {"value": value if value is not None else "", "focused": True}
    _check(known, value)
    if known["type"] in (USER, CHANNEL, ROLE, MENTIONABLE, ATTACHMENT):
        value = str(value)
        _resolve(world, known, value, resolved)
    return full | {"value": value}


def _check(known: Json, value: object) -> None:
    name, type_ = known["name"], known["type"]
    if known.get("choices") and value not in [choice["value"] for choice in known["choices"]]:
        raise NotOffered(f"“{value}” is not among the choices of “{name}”.")
    if type_ == STRING:
        if not isinstance(value, str):
            raise NotOffered(f"“{name}” is a text.")
        if not known.get("min_length", 0) <= len(value) <= known.get("max_length", 6000):
            raise NotOffered(f"“{name}” is too short or too long.")
    elif type_ in (INTEGER, NUMBER):
        expected = int if type_ == INTEGER else (int, float)
        if isinstance(value, bool) or not isinstance(value, expected):
            raise NotOffered(f"“{name}” is a number.")
        if not known.get("min_value", value) <= value <= known.get("max_value", value):
            raise NotOffered(f"“{name}” is too small or too large.")
    elif type_ == BOOLEAN and not isinstance(value, bool):
        raise NotOffered(f"“{name}” is yes or no.")


def _resolve(world: World, known: Json, value: str, resolved: Json) -> None:
    """Add the object that an id stands for, as Discord does beside the options."""
    user = find_user_object(world, value)
    if known["type"] in (USER, MENTIONABLE) and user is not None:
        resolve_user(world, user, resolved)
    elif known["type"] in (ROLE, MENTIONABLE) and (role := find_role_object(world, value)) is not None:
        resolved.setdefault("roles", {})[value] = role
    elif known["type"] == CHANNEL and value in world.channels:
        channel = world.channels[value]
        wanted = known.get("channel_types")
        if wanted and channel.type not in wanted:
            raise NotOffered(f"“{known['name']}” cannot be a channel of this kind.")
        resolved.setdefault("channels", {})[value] = channel_object(world, channel) | {"permissions": "0"}
    elif known["type"] == ATTACHMENT and value in world.attachments:
        resolved.setdefault("attachments", {})[value] = attachment_object(world, world.attachments[value])
    else:
        raise NotOffered(f"“{known['name']}” names nothing that exists.")
