"""Interactions under way: what a person did is sent to the bot, whose first answer is waited for."""

import asyncio
import base64
import binascii
import secrets
from dataclasses import dataclass

import msgspec

from playground import permissions, shapes
from playground.errors import Refusal, Refused
from playground.gateway import Gateway
from playground.snowflakes import moment
from playground.things import DM, Channel, Interaction, Person
from playground.wire import Json
from playground.world import World

COMMAND, PRESS, AUTOCOMPLETE, SUBMIT = 2, 3, 4, 5
TOKEN_LIVES = 15 * 60
FILE_LIMIT = 10 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Offer:
    """What a person does, checked and completed: the interaction's data, and the message or modal it comes from."""

    type: int
    data: Json
    command: str | None = None
    source_id: str | None = None
    trigger: Json | None = None
    """The metadata of the interaction that opened the modal."""


@dataclass(frozen=True, slots=True)
class OpenModal:
    """A modal before a person's eyes, and what he did to get it."""

    shape: Json
    channel_id: str
    source_id: str | None
    metadata: Json


class Clicks:
    def __init__(self, world: World, gateway: Gateway, answer_within: float) -> None:
        self._world = world
        self._gateway = gateway
        self._answer_within = answer_within
        self._waiting: dict[str, asyncio.Future[Json]] = {}
        self.modals: dict[str, OpenModal] = {}

    async def perform(self, person: Person, channel: Channel, offer: Offer, guild_locale: str | None) -> Json:
        """Send the interaction to the bot; its first answer, or the outcome "failed" when none came in time."""
        interaction = self._begin(person, channel, offer)
        future: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._waiting[interaction.id] = future
        self._gateway.dispatch(
            "INTERACTION_CREATE",
            self._payload(interaction, person, channel, offer, guild_locale),
            interaction.guild_id,
        )
        try:
            outcome = await asyncio.wait_for(future, self._answer_within)
        except TimeoutError:
            return {"interaction_id": interaction.id, "outcome": "failed", "error": _FAILURES[offer.type]}
        finally:
            self._waiting.pop(interaction.id, None)
        return {"interaction_id": interaction.id} | outcome

    def _begin(self, person: Person, channel: Channel, offer: Offer) -> Interaction:
        self._forget_expired()
        id_ = self._world.ids.next()
        guild_id = self._world.guild_id_of(channel)
        metadata: Json = {
            "id": id_,
            "type": offer.type,
            "user": shapes.user(person),
            "authorizing_integration_owners": {"0": guild_id or "0"},
        }
        if offer.trigger is not None:
            metadata["triggering_interaction_metadata"] = offer.trigger
        if offer.type == PRESS:
            metadata["interacted_message_id"] = offer.source_id
        interaction = Interaction(
            id_,
            _token(id_),
            offer.type,
            person.id,
            channel.id,
            guild_id,
            metadata,
            offer.command,
            offer.source_id,
        )
        self._world.interactions[id_] = interaction  # becomes a row of the file when it is answered
        return interaction

    def _payload(
        self, interaction: Interaction, person: Person, channel: Channel, offer: Offer, guild_locale: str | None
    ) -> Json:
        world = self._world
        shape = shapes.channel(world, channel)
        payload: Json = {
            "id": interaction.id,
            "application_id": world.bot.id,
            "type": interaction.type,
            "token": interaction.token,
            "version": 1,
            "data": offer.data,
            "channel_id": channel.id,
            "channel": shape,
            "locale": person.locale,
            "entitlements": [],
            "authorizing_integration_owners": {"0": interaction.guild_id or "0"},
            "context": 0 if interaction.guild_id else 1,
            "attachment_size_limit": FILE_LIMIT,
        }
        if channel.type == DM:
            shape.pop("recipients")  # Discord sends a partial channel here: discord.py then knows no recipient
            payload |= {"user": shapes.user(person), "app_permissions": str(permissions.IN_DMS)}
        else:
            granted = str(permissions.of_person(person, world.guild))
            shape["permissions"] = granted
            payload |= {
                "guild_id": world.guild.id,
                "guild": {"id": world.guild.id, "locale": world.guild.locale, "features": []},
                "guild_locale": guild_locale or world.guild.locale,
                "member": shapes.member(world, shapes.user(person)) | {"permissions": granted},
                "app_permissions": str(permissions.of_bot(world.text_channel_of(channel))),
            }
        if interaction.source_id is not None:
            source = world.message(channel.id, interaction.source_id)
            if source is not None:
                payload["message"] = source.body
        return payload

    # The bot's side.

    def to_answer(self, interaction_id: str, token: str) -> Interaction:
        """The interaction that a callback may still answer."""
        found = self._world.interactions.get(interaction_id)
        if found is None or found.token != token:
            raise Refused(Refusal.UNKNOWN_INTERACTION)
        if found.answered:
            raise Refused(Refusal.ALREADY_ACKNOWLEDGED)
        if self._world.clock() - moment(found.id) > self._answer_within:
            raise Refused(Refusal.UNKNOWN_INTERACTION)
        return found

    def answered(self, interaction: Interaction, outcome: Json) -> None:
        """The first answer is in: tell whoever waits for it."""
        future = self._waiting.get(interaction.id)
        if future is not None and not future.done():
            future.set_result(outcome)

    def by_token(self, application_id: str, token: str) -> Interaction:
        """The answered interaction whose token allows follow-ups and edits."""
        id_ = _id_in(token)
        found = self._world.interactions.get(id_) if id_ else None
        if application_id != self._world.bot.id:
            raise Refused(Refusal.UNKNOWN_WEBHOOK)
        if id_ is not None and self._world.clock() - moment(id_) > TOKEN_LIVES:
            raise Refused(Refusal.INVALID_TOKEN)
        if found is None or found.token != token or not found.answered:
            raise Refused(Refusal.UNKNOWN_WEBHOOK)
        return found

    def update(self, interaction: Interaction, **changes: object) -> Interaction:
        changed = msgspec.structs.replace(interaction, **changes)
        self._world.keep(changed)
        return changed

    def forget(self) -> None:
        """Whoever waits will see his interaction fail."""
        self._waiting.clear()
        self.modals.clear()

    def _forget_expired(self) -> None:
        limit = self._world.clock() - TOKEN_LIVES
        interactions = self._world.interactions
        while interactions:
            oldest = next(iter(interactions.values()))
            if moment(oldest.id) > limit:
                return
            self._world.forget_interaction(oldest)


_FAILURES = {
    COMMAND: "The application did not respond",
    PRESS: "This interaction failed",
    AUTOCOMPLETE: "Loading options failed",
    SUBMIT: "Something went wrong. Try again.",
}


def _token(interaction_id: str) -> str:
    return base64.urlsafe_b64encode(f"interaction:{interaction_id}:{secrets.token_hex(24)}".encode()).decode()


def _id_in(token: str) -> str | None:
    """Whose token this is; also of one so old that it is forgotten."""
    try:
        kind, id_, _ = base64.urlsafe_b64decode(token).decode("ascii").split(":")
    except (ValueError, binascii.Error):
        return None
    return id_ if kind == "interaction" and id_.isdecimal() else None
