"""What delivery needs stored: the messages of each table, and how far its events are shown."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Surface:
    """A Discord message that shows something of a table, under a key such as `lobby`, `turn 3.12` or `hand 7`.

    `message` is None where none could be posted (`state` says why). `detail` is the deal and turn that a hand was sent for,
    `3.12`; of other messages it isn't read.
    """

    key: str
    channel: int
    message: int | None
    state: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class DeliveryState:
    """How far a table's events are shown: the version up to which everything is posted, and its messages by key.

    With `is_restored`, the database was restored since, and the messages show something newer: they must be rendered again.
    """

    cursor: int = 0
    surfaces: dict[str, Surface] = field(default_factory=dict)
    is_restored: bool = False
