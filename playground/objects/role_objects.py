"""The roles of the server."""

from playground.discord_json import Json
from playground.world import permissions
from playground.world.world import World


def role_objects(world: World) -> list[Json]:
    """Return @everyone (its id is the server's), the role that came with the bot, and the roles that members can have."""
    everyone = _role(world, world.guild.id, "@everyone", permissions.EVERYONE, 0)
    bots = _role(world, world.bot.role_id, world.bot.name, permissions.BOT, 1) | {"tags": {"bot_id": world.bot.id}}
    given = [_role(world, role.id, role.name, 0, position) for position, role in enumerate(world.roles.values(), start=2)]
    return [everyone, *([bots] if world.guild.has_bot else []), *given]


def local_role_objects(world: World) -> list[Json]:
    """Return the roles as `/local` shows them: id and name."""
    return [{"id": role["id"], "name": role["name"]} for role in role_objects(world)]


def find_role_object(world: World, id_: str) -> Json | None:
    return next((role for role in role_objects(world) if role["id"] == id_), None)


def _role(world: World, id_: str, name: str, granted: int, position: int) -> Json:
    return {
        "id": id_,
        "name": name,
        "permissions": str(granted),
        "position": position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": id_ == world.bot.role_id,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }
