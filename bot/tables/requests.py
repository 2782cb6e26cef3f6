"""The requests that a person, a manager or the clock can make of a table."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.rummy.moves import SeatMove
from bot.tables.rules.match_length import Length


@dataclass(frozen=True, slots=True)
class Join:
    """Sit down in the lobby.

    `rule_changes` is the table's count of rule changes when the pressed button was shown; None for a typed command.
    """

    rule_changes: int | None = None


@dataclass(frozen=True, slots=True)
class StandUp:
    """Leave the lobby, or decline the invitation to it."""


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Leave the match for good."""


@dataclass(frozen=True, slots=True)
class Start:
    """Start the match, by the host. `rule_changes` as in `Join`."""

    rule_changes: int | None = None


@dataclass(frozen=True, slots=True)
class ChangeRule:
    """Change a house rule, by the host in the lobby; `house_rules.py` has the names and the written answers."""

    rule: str
    answer: str


@dataclass(frozen=True, slots=True)
class ChangeRules:
    """Change the house rules of a topic, by the host in the lobby, with the written answers that were chosen in its form.

    `rule_changes` is the table's count of rule changes when the form was opened.
    """

    topic: str
    answers: Mapping[str, str]
    rule_changes: int


@dataclass(frozen=True, slots=True)
class ChangeLength:
    """Change how long the match is, by the host in the lobby."""

    length: Length


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """Change how the table is shown, by the host in the lobby; what is None stays as it is."""

    thread: bool | None = None
    shows_draws: bool | None = None


@dataclass(frozen=True, slots=True)
class Agree:
    """Agree to the changed house rules. `rule_changes` as in `Join`."""

    rule_changes: int | None = None


@dataclass(frozen=True, slots=True)
class Cancel:
    """Close the lobby, by the host, or break the match off, by a manager of the server, who needs no seat at the table.

    With `only_lobby`, the person has confirmed that they want to close a lobby: a match that has started is left alone.
    """

    by_manager: bool
    only_lobby: bool = False


@dataclass(frozen=True, slots=True)
class Play:
    """Make a move. `step` is the table's step when the pressed button was shown; None for a typed command."""

    move: SeatMove
    step: int | None = None


@dataclass(frozen=True, slots=True)
class Ready:
    """Be ready for the deal after the number `deal`; None for a button without a number."""

    deal: int | None = None


@dataclass(frozen=True, slots=True)
class AskEnd:
    """Ask to break the match off, which happens when everyone at the table has asked."""


@dataclass(frozen=True, slots=True)
class TimeIsUp:
    """End the wait of this step, because its stored deadline has passed."""

    step: int


Request = (
    Join
    | StandUp
    | Forfeit
    | Start
    | ChangeRule
    | ChangeRules
    | ChangeLength
    | ChangeSettings
    | Agree
    | Cancel
    | Play
    | Ready
    | AskEnd
    | TimeIsUp
)
