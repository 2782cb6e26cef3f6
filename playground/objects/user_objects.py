"""Users, members of the server, and the application."""

from playground.discord_json import Json, iso
from playground.world.entities import Person
from playground.world.snowflakes import created_at
from playground.world.world import World


def _user(id_: str, username: str, name: str) -> Json:
    return {
        "id": id_,
        "username": username,
        "global_name": name,
        "avatar": None,
        "discriminator": "0",
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }


def user_object(person: Person) -> Json:
    return _user(person.id, person.username, person.name)


def bot_user_object(world: World) -> Json:
    return _user(world.bot.id, world.bot.name, world.bot.name) | {"global_name": None, "bot": True}


def find_user_object(world: World, id_: str) -> Json | None:
    """Return the user with this id, a person or the bot."""
    if id_ == world.bot.id:
        return bot_user_object(world)
    person = world.people.get(id_)
    return None if person is None else user_object(person)


def local_user_object(person: Person) -> Json:
    """Return a user as `/local` shows them: with what only the playground knows."""
    own: Json = {"dms": person.dms, "in_guild": person.in_guild, "locale": person.locale, "roles": person.roles}
    return user_object(person) | own


def member_object(world: World, user: Json) -> Json:
    person = world.people.get(user["id"])
    return {
        "user": user,
        "roles": [world.bot.role_id] if person is None else list(person.roles),
        "nick": None,
        "avatar": None,
        "banner": None,
        "joined_at": iso(created_at(world.guild.id)),
        "premium_since": None,
        "communication_disabled_until": None,
        "pending": False,
        "mute": False,
        "deaf": False,
        "flags": 0,
    }


def partial_member_object(world: World, user: Json) -> Json:
    """Return a member without their user, as Discord sends it where the user stands beside it."""
    return {key: value for key, value in member_object(world, user).items() if key != "user"}


def resolve_user(world: World, user: Json, resolved: Json) -> None:
    """Add a user whom somebody has named or chosen to `resolved`, and who they are in the server if they are a member."""
    person = world.people.get(user["id"])
    resolved.setdefault("users", {})[user["id"]] = user
    if person is None or person.in_guild:
        resolved.setdefault("members", {})[user["id"]] = partial_member_object(world, user) | {"permissions": "0"}


def application_object(world: World) -> Json:
    return {
        "id": world.bot.id,
        "name": world.bot.name,
        "icon": None,
        "description": "",
        "type": None,
        "bot": bot_user_object(world),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "owner": user_object(world.people[world.guild.owner_id]),
        "team": None,
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "approximate_guild_count": int(world.guild.has_bot),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": [],
    }
