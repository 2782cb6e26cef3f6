"""An action of a person, and the modal that one can lead to."""

from dataclasses import dataclass

from playground.discord_json import Json


@dataclass(frozen=True, slots=True)
class Action:
    """A command, press or submitted modal, ready to be sent to the bot."""

    type: int
    data: Json
    """The interaction's data, completed."""
    command: str | None = None
    source_id: str | None = None
    """The id of the message whose button was pressed, or whose modal this is."""
    trigger: Json | None = None
    """The metadata of the interaction that opened the modal."""


@dataclass(frozen=True, slots=True)
class OpenModal:
    """A modal that a person sees, and the interaction that opened it."""

    data: Json
    channel_id: str
    source_id: str | None
    metadata: Json
