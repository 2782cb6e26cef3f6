"""The reasons why a request about house rules, saved variants or their codes is refused, each with its facts."""

from dataclasses import dataclass

from bot.rummy.variant.contradictions import Contradiction
from bot.rummy.variant.variant import Variant


@dataclass(frozen=True, slots=True)
class RulesFixed:
    """The match has started."""


@dataclass(frozen=True, slots=True)
class RulesFixedBySchedule:
    """The schedule sets the rules of this table."""


@dataclass(frozen=True, slots=True)
class NoSuchRule:
    """No house rule has this name."""

    name: str


@dataclass(frozen=True, slots=True)
class NoSuchAnswer:
    """`rule` is the name of the house rule, and `choices` are the answers that it offers, written."""

    rule: str
    answer: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LengthNotOffered:
    """The match can't have this length with the rules of the table."""


@dataclass(frozen=True, slots=True)
class RuleUnchanged:
    """The rules that were chosen are those of the table already."""


@dataclass(frozen=True, slots=True)
class RulesChangedSince:
    """A form would overwrite house rules that were changed after it was opened.

    `rules` are their names, and `variant` the rules of the table now.
    """

    rules: tuple[str, ...]
    variant: Variant


@dataclass(frozen=True, slots=True)
class DealsNotLimited:
    """Payment was chosen, and no number of deals ends the match (RULES 5.24)."""


@dataclass(frozen=True, slots=True)
class RulesContradict:
    faults: tuple[Contradiction, ...]


@dataclass(frozen=True, slots=True)
class SavedRulesContradict:
    """A game was saved with rules that an earlier version allowed."""

    name: str
    faults: tuple[Contradiction, ...]


@dataclass(frozen=True, slots=True)
class TooManySeated:
    """More people are at the table than the changed rules allow."""

    players: int
    most: int


@dataclass(frozen=True, slots=True)
class NoSuchVariant:
    """`known` are the titles of the variants that the server can play."""

    name: str
    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NameNotUnderstood:
    """A saved variant cannot have this name."""

    name: str


@dataclass(frozen=True, slots=True)
class NameTaken:
    """The server has saved a variant with this name."""

    name: str


@dataclass(frozen=True, slots=True)
class NameShipped:
    """A variant that ships with the bot has this name."""

    name: str


@dataclass(frozen=True, slots=True)
class TooManyVariants:
    most: int


@dataclass(frozen=True, slots=True)
class TooManyOwnVariants:
    """The person has saved as many variants in this server as one person may."""

    most: int


@dataclass(frozen=True, slots=True)
class NotSaved:
    """The server has saved no variant with this name."""

    name: str


@dataclass(frozen=True, slots=True)
class NotYourVariant:
    """Somebody else saved the variant."""

    name: str


@dataclass(frozen=True, slots=True)
class CodeNotUnderstood:
    """The text is not a code."""

    text: str


@dataclass(frozen=True, slots=True)
class CodeMistyped:
    """The code does not match its checksum."""


@dataclass(frozen=True, slots=True)
class CodeTooNew:
    """The code was made by a newer version of the program."""


@dataclass(frozen=True, slots=True)
class CodeRefused:
    """The code is complete, but its answers make no valid variant."""


RuleRefusal = (
    RulesFixed
    | RulesFixedBySchedule
    | NoSuchRule
    | NoSuchAnswer
    | LengthNotOffered
    | RuleUnchanged
    | RulesChangedSince
    | DealsNotLimited
    | RulesContradict
    | SavedRulesContradict
    | TooManySeated
    | NoSuchVariant
    | NameNotUnderstood
    | NameTaken
    | NameShipped
    | TooManyVariants
    | TooManyOwnVariants
    | NotSaved
    | NotYourVariant
    | CodeNotUnderstood
    | CodeMistyped
    | CodeTooNew
    | CodeRefused
)
