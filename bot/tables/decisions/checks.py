"""What several decisions check, and what they return."""

from collections.abc import Callable

from bot.tables.events import Event
from bot.tables.refusals import MovedOn, NotSeated, NotTheHost
from bot.tables.table import Table
from bot.wording.sentence import Refused

NewSeed = Callable[[], str]
"""Returns a new seed of 64 hex digits."""
Events = tuple[Event, ...]


def check_seated(table: Table, person: int | None) -> int:
    """Return the person. Raise Refused(NotSeated) if they have no seat, or have left."""
    if person is None or person not in table.seated_people():
        raise Refused(NotSeated())
    return person


def check_rules_seen(table: Table, changes: int | None) -> None:
    """Raise Refused if the house rules have changed since the pressed button was shown."""
    if changes is not None and changes != table.rule_changes:
        raise Refused(MovedOn())


def check_host(table: Table, person: int | None) -> None:
    """Raise Refused(NotTheHost)."""
    if person != table.host:
        raise Refused(NotTheHost(table.people[0]))
