"""Discord's own objects, as it sends them: users, members, channels, the server, the application."""

from playground import permissions
from playground.snowflakes import moment
from playground.things import DM, PUBLIC_THREAD, Attachment, Channel, Emoji, Person
from playground.wire import Json, iso, names
from playground.world import World


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


def user(person: Person) -> Json:
    return _user(person.id, person.username, person.name)


def bot_user(world: World) -> Json:
    return _user(world.bot.id, world.bot.name, world.bot.name) | {"global_name": None, "bot": True}


def someone(world: World, id_: str) -> Json | None:
    """The user with this id, person or bot."""
    if id_ == world.bot.id:
        return bot_user(world)
    person = world.people.get(id_)
    return None if person is None else user(person)


def local_user(person: Person) -> Json:
    """A user as `/local` shows it: with what only the playground knows."""
    own: Json = {"dms": person.dms, "in_guild": person.in_guild, "locale": person.locale, "roles": person.roles}
    return user(person) | own


def member(world: World, user_: Json) -> Json:
    person = world.people.get(user_["id"])
    return {
        "user": user_,
        "roles": [world.bot.role_id] if person is None else list(person.roles),
        "nick": None,
        "avatar": None,
        "banner": None,
        "joined_at": iso(moment(world.guild.id)),
        "premium_since": None,
        "communication_disabled_until": None,
        "pending": False,
        "mute": False,
        "deaf": False,
        "flags": 0,
    }


def channel(world: World, it: Channel) -> Json:
    """A text channel, thread or direct message."""
    if it.type == DM:
        return {
            "id": it.id,
            "type": DM,
            "flags": 0,
            "last_message_id": world.last_message_id(it.id),
            "recipients": [user(world.people[it.person_id or ""])],
        }
    shape: Json = {
        "id": it.id,
        "type": it.type,
        "flags": 0,
        "guild_id": world.guild.id,
        "name": it.name,
        "parent_id": it.parent_id,
        "last_message_id": world.last_message_id(it.id),
        "rate_limit_per_user": it.slow,
    }
    return shape | (_thread_only(world, it) if it.is_thread else _text_only(world, it))


def _text_only(world: World, it: Channel) -> Json:
    overwrites = []
    if it.bot_allow or it.bot_deny:
        overwrites.append({"id": world.bot.id, "type": 1, "allow": str(it.bot_allow), "deny": str(it.bot_deny)})
    return {"position": it.position, "topic": it.topic, "nsfw": False, "permission_overwrites": overwrites}


def _thread_only(world: World, it: Channel) -> Json:
    count = len(world.messages[it.id])
    born = iso(moment(it.id))
    shape: Json = {
        "owner_id": it.owner_id,
        "message_count": count,
        "total_message_sent": count,
        "member_count": len(it.members),
        "thread_metadata": {
            "archived": it.archived,
            "locked": it.locked,
            "auto_archive_duration": it.auto_archive,
            "archive_timestamp": iso(it.archive_moved),
            "create_timestamp": born,
        },
    }
    if it.type != PUBLIC_THREAD:
        shape["thread_metadata"]["invitable"] = True
    if world.bot.id in it.members:
        shape["member"] = {"id": it.id, "user_id": world.bot.id, "join_timestamp": born, "flags": 0}
    return shape


def roles(world: World) -> list[Json]:
    """@everyone (it has the server's own id), the role that came with the bot, and those that members are given."""

    def shape(id_: str, name: str, granted: int, position: int) -> Json:
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

    everyone = shape(world.guild.id, "@everyone", permissions.EVERYONE, 0)
    bots = shape(world.bot.role_id, world.bot.name, permissions.BOT, 1) | {"tags": {"bot_id": world.bot.id}}
    given = [shape(role.id, role.name, 0, position) for position, role in enumerate(world.roles.values(), start=2)]
    return [everyone, *([bots] if world.guild.has_bot else []), *given]


def local_roles(world: World) -> list[Json]:
    """The roles as `/local` names them."""
    return [{"id": it["id"], "name": it["name"]} for it in roles(world)]


def role(world: World, id_: str) -> Json | None:
    """The role with this id."""
    return next((shape for shape in roles(world) if shape["id"] == id_), None)


_GUILD_DEFAULTS: Json = dict.fromkeys(
    names("""
    icon description home_header splash discovery_splash banner application_id afk_channel_id
    system_channel_id widget_channel_id max_presences vanity_url_code rules_channel_id
    safety_alerts_channel_id public_updates_channel_id incidents_data
""")
) | {
    "features": [],
    "emojis": [],
    "stickers": [],
    "region": "deprecated",
    "afk_timeout": 300,
    "system_channel_flags": 0,
    "widget_enabled": False,
    "verification_level": 1,
    "default_message_notifications": 1,
    "mfa_level": 0,
    "explicit_content_filter": 0,
    "max_members": 500_000,
    "max_stage_video_channel_users": 50,
    "max_video_channel_users": 25,
    "premium_tier": 0,
    "premium_subscription_count": 0,
    "premium_progress_bar_enabled": False,
    "nsfw": False,
    "nsfw_level": 0,
}


def guild(world: World) -> Json:
    it = world.guild
    return _GUILD_DEFAULTS | {
        "id": it.id,
        "name": it.name,
        "owner_id": it.owner_id,
        "preferred_locale": it.locale,
        "roles": roles(world),
    }


def guild_create(world: World) -> Json:
    """The server as the gateway tells it: with its channels, open threads and the members that are always sent."""
    channels = list(world.channels.values())
    members = [user(person) for person in world.people.values() if person.in_guild]
    return guild(world) | {
        "joined_at": iso(moment(world.bot.id)),
        "large": False,
        "unavailable": False,
        "member_count": len(members) + 1,
        "channels": [channel(world, it) for it in channels if it.type == 0],
        "threads": [channel(world, it) for it in channels if it.is_thread and not it.archived],
        "members": [member(world, bot_user(world))],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def application(world: World) -> Json:
    return {
        "id": world.bot.id,
        "name": world.bot.name,
        "icon": None,
        "description": "",
        "type": None,
        "bot": bot_user(world),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "owner": user(world.people[world.guild.owner_id]),
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


def emoji(world: World, it: Emoji) -> Json:
    return {
        "id": it.id,
        "name": it.name,
        "user": bot_user(world),
        "roles": [],
        "require_colons": True,
        "managed": False,
        "animated": it.animated,
        "available": True,
    }


def attachment(it: Attachment, cdn: str) -> Json:
    url = it.url(cdn)
    shape: Json = {
        "id": it.id,
        "filename": it.filename,
        "size": it.size,
        "url": url,
        "proxy_url": url,
        "content_type": it.content_type,
    }
    if it.width is not None:
        shape |= {"width": it.width, "height": it.height}
    if it.description:
        shape["description"] = it.description
    if it.ephemeral:
        shape["ephemeral"] = True
    return shape
