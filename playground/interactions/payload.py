"""The data of INTERACTION_CREATE."""

from playground.actions.action import Action
from playground.discord_json import Json
from playground.objects.channel_objects import channel_object
from playground.objects.message_objects import current_body
from playground.objects.user_objects import member_object, user_object
from playground.world import permissions
from playground.world.entities import DM, PRESS, Channel, Interaction, Person
from playground.world.world import World

FILE_LIMIT = 10 * 1024 * 1024


def metadata_of(id_: str, action: Action, person: Person, guild_id: str | None) -> Json:
    """Return what messages say about the interaction that they answer."""
    metadata: Json = {
        "id": id_,
        "type": action.type,
        "user": user_object(person),
        "authorizing_integration_owners": {"0": guild_id or "0"},
    }
    if action.trigger is not None:
        metadata["triggering_interaction_metadata"] = action.trigger
    if action.type == PRESS:
        metadata["interacted_message_id"] = action.source_id
    return metadata


def interaction_payload(
    world: World, interaction: Interaction, action: Action, person: Person, channel: Channel, guild_locale: str | None
) -> Json:
    channel_data = channel_object(world, channel)
    payload: Json = {
        "id": interaction.id,
        "application_id": world.bot.id,
        "type": interaction.type,
        "token": interaction.token,
        "version": 1,
        "data": action.data,
        "channel_id": channel.id,
        "channel": channel_data,
        "locale": person.locale,
        "entitlements": [],
        "authorizing_integration_owners": {"0": interaction.guild_id or "0"},
        "context": 0 if interaction.guild_id else 1,
        "attachment_size_limit": FILE_LIMIT,
    }
    if channel.type == DM:
        channel_data.pop("recipients")  # Discord sends a partial channel here: discord.py then knows no recipient
        payload |= {"user": user_object(person), "app_permissions": str(permissions.IN_DMS)}
    else:
        granted = str(permissions.of_person(world, person, channel))
        channel_data["permissions"] = granted
        payload |= {
            "guild_id": world.guild.id,
            "guild": {"id": world.guild.id, "locale": world.guild.locale, "features": []},
            "guild_locale": guild_locale or world.guild.locale,
            "member": member_object(world, user_object(person)) | {"permissions": granted},
            "app_permissions": str(permissions.of_bot(world, channel)),
        }
    if interaction.source_id is not None:
        source = world.message(channel.id, interaction.source_id)
        if source is not None:
            payload["message"] = current_body(world, source)
    return payload
