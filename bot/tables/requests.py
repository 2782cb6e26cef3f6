"""What may be asked of a table, by a person, a clock or a manager: all of it comes through the one door."""

from dataclasses import dataclass

from bot.rummy.moves import SeatMove


@dataclass(frozen=True, slots=True)
class Join:
    """`changes` is how often the rules that he has before him had been changed; None where he is not asked."""

    rule_changes: int | None = None


@dataclass(frozen=True, slots=True)
class StandUp:
    """Leave the lobby."""


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Leave the match for good."""


@dataclass(frozen=True, slots=True)
class Start:
    """`changes` as in `Join`."""

    rule_changes: int | None = None


@dataclass(frozen=True, slots=True)
class ChangeRule:
    """By the host in the lobby: this house rule is answered so (`house_rules.py` has the names and written answers)."""

    rule: str
    answer: str


@dataclass(frozen=True, slots=True)
class Agree:
    """To the house rules as they have been changed; `changes` as in `Join`."""

    rule_changes: int | None = None


@dataclass(frozen=True, slots=True)
class Cancel:
    """By the host in the lobby; once the match has begun by a manager of the server, who need not sit at the table."""

    manager: bool


@dataclass(frozen=True, slots=True)
class Play:
    """A move of the person's seat. `step` is that of the button he pressed; None for a typed command."""

    move: SeatMove
    step: int | None = None


@dataclass(frozen=True, slots=True)
class Ready:
    """For the deal after `deal`, the one whose end he has before him; None for a button that does not say."""

    deal: int | None = None


@dataclass(frozen=True, slots=True)
class AskEnd:
    """Break the match off; it is done when everybody has asked."""


@dataclass(frozen=True, slots=True)
class TimeIsUp:
    """The stored deadline of this step has come."""

    step: int


Request = Join | StandUp | Forfeit | Start | ChangeRule | Agree | Cancel | Play | Ready | AskEnd | TimeIsUp
