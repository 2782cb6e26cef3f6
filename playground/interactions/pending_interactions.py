"""Interactions that wait for the bot: each is sent to it, and its first answer is awaited."""

import asyncio

import msgspec

from playground.actions.action import Action, OpenModal
from playground.discord_json import Json
from playground.gateway.gateway import Gateway
from playground.interactions.payload import interaction_payload, metadata_of
from playground.interactions.tokens import TOKEN_SECONDS, interaction_id_in, new_token
from playground.refusals import Refusal, Refused
from playground.world.entities import AUTOCOMPLETE, COMMAND, PRESS, SUBMIT, Channel, Interaction, Person
from playground.world.snowflakes import created_at
from playground.world.world import World

_FAILURES = {
    COMMAND: "The application did not respond",
    PRESS: "This interaction failed",
    AUTOCOMPLETE: "Loading options failed",
    SUBMIT: "Something went wrong. Try again.",
}


class PendingInteractions:
    """The interactions that the bot can still answer or follow up, and the modals that are open."""

    def __init__(self, world: World, gateway: Gateway, answer_within: float) -> None:
        self._world = world
        self._gateway = gateway
        self._answer_within = answer_within
        self._answers: dict[str, asyncio.Future[Json]] = {}
        self.modals: dict[str, OpenModal] = {}
        """The open modals by the ids of their persons."""

    async def send(self, person: Person, channel: Channel, action: Action, guild_locale: str | None) -> Json:
        """Send the action to the bot and return its first answer, or the outcome "failed" if none came in time."""
        interaction = self._create(person, channel, action)
        future: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._answers[interaction.id] = future
        payload = interaction_payload(self._world, interaction, action, person, channel, guild_locale)
        self._gateway.dispatch("INTERACTION_CREATE", payload, interaction.guild_id)
        try:
            async with asyncio.timeout(self._answer_within):
                outcome = await future
        except TimeoutError:
            return {"interaction_id": interaction.id, "outcome": "failed", "error": _FAILURES[action.type]}
        finally:
            self._answers.pop(interaction.id, None)
        return {"interaction_id": interaction.id} | outcome

    def _create(self, person: Person, channel: Channel, action: Action) -> Interaction:
        self._delete_expired()
        id_ = self._world.ids.next_moment()
        guild_id = self._world.guild_id_of(channel)
        interaction = Interaction(
            id_,
            new_token(id_),
            action.type,
            person.id,
            channel.id,
            guild_id,
            metadata_of(id_, action, person, guild_id),
            action.command,
            action.source_id,
        )
        self._world.interactions[id_] = interaction  # becomes a row of the file when it is answered
        return interaction

    def _delete_expired(self) -> None:
        limit = self._world.clock() - TOKEN_SECONDS
        interactions = self._world.interactions
        while interactions:
            oldest = next(iter(interactions.values()))
            if created_at(oldest.id) > limit:
                return
            self._world.delete_interaction(oldest)

    # The bot's side.

    def to_answer(self, interaction_id: str, token: str) -> Interaction:
        """Return the interaction that a callback may still answer. Raise `Refused` if it is unknown, late or answered."""
        found = self._world.interactions.get(interaction_id)
        if found is None or found.token != token:
            raise Refused(Refusal.UNKNOWN_INTERACTION)
        if found.answered:
            raise Refused(Refusal.ALREADY_ACKNOWLEDGED)
        if self._world.clock() - created_at(found.id) > self._answer_within:
            raise Refused(Refusal.UNKNOWN_INTERACTION)
        return found

    def resolve(self, interaction: Interaction, outcome: Json) -> None:
        """Give the first answer to the request that waits for it."""
        future = self._answers.get(interaction.id)
        if future is not None and not future.done():
            future.set_result(outcome)

    def by_token(self, application_id: str, token: str) -> Interaction:
        """Return the answered interaction of a token. Raise `Refused` if the token is unknown or expired."""
        id_ = interaction_id_in(token)
        found = self._world.interactions.get(id_) if id_ else None
        if application_id != self._world.bot.id:
            raise Refused(Refusal.UNKNOWN_WEBHOOK)
        if id_ is not None and self._world.clock() - created_at(id_) > TOKEN_SECONDS:
            raise Refused(Refusal.INVALID_TOKEN)
        if found is None or found.token != token or not found.answered:
            raise Refused(Refusal.UNKNOWN_WEBHOOK)
        return found

    def update(self, interaction: Interaction, **changes: object) -> Interaction:
        changed = msgspec.structs.replace(interaction, **changes)
        self._world.save(changed)
        return changed

    def reset(self) -> None:
        """Forget pending answers and open modals; people see their interactions fail."""
        self._answers.clear()
        self.modals.clear()
