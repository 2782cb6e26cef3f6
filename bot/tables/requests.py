"""The requests that a person, a manager or the clock can make of a table."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.players.choice import Level
from bot.rummy.moves import SeatMove
from bot.rummy.variant import Length
from bot.tables.pace import Clock


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
class AddComputer:
    """Add a computer player, by the host in the lobby."""

    level: Level


@dataclass(frozen=True, slots=True)
class RemoveComputer:
    """Remove a computer player, by the host in the lobby: the one with this number, or the one that was added last."""

    computer: int | None = None


@dataclass(frozen=True, slots=True)
class ChangeClock:
    """Choose another clock, by the host in the lobby."""

    clock: Clock


@dataclass(frozen=True, slots=True)
class Agree:
    """Agree to the changed house rules, to the clock, and to whether the match may count. `rule_changes` as in `Join`."""

    rule_changes: int | None = None


@dataclass(frozen=True, slots=True)
class Cancel:
    """Close the lobby, by the host, or break the match off, by a manager of the server, who needs no seat at the table.

    With `only_lobby`, the person has confirmed that they want to close a lobby: a match that has started is left alone.
    `why` is the reason for breaking a match off, and `leagues` are those in which it would have counted.
    """

    by_manager: bool
    only_lobby: bool = False
    why: str = ""
    leagues: tuple[int, ...] = ()


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
    """Ask to break the match off, which happens when everyone who decides about it has asked."""


@dataclass(frozen=True, slots=True)
class ComeBack:
    """Play again, after turns were played for the person or the table was paused for them: any press does that."""


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Take over a computer's seat between two deals: this one, or the first."""

    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Remove:
    """Remove a person from the match, by a manager of the server or an organiser, who doesn't play at the table.

    `leagues` are those in which the match may count, and `why` is the reason or empty.
    """

    person: int
    leagues: tuple[int, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class PlayOn:
    """Play the turns of computers, and of people who are away, up to the next person who plays."""


@dataclass(frozen=True, slots=True)
class GiveTimeBack:
    """Move all times of the match, because the bot couldn't be reached from `since` until `at` (epoch ms)."""

    since: int
    at: int


@dataclass(frozen=True, slots=True)
class TimeIsUp:
    """Do what a deadline says that has passed at `at` (epoch ms). In a lobby and a pause, end the wait of this step."""

    step: int
    at: int


Request = (
    Join
    | StandUp
    | Forfeit
    | Start
    | ChangeRule
    | ChangeRules
    | ChangeLength
    | ChangeSettings
    | AddComputer
    | RemoveComputer
    | ChangeClock
    | Agree
    | Cancel
    | Play
    | Ready
    | AskEnd
    | ComeBack
    | TakeSeat
    | Remove
    | PlayOn
    | GiveTimeBack
    | TimeIsUp
)
