"""The reasons why a request about house rules, saved variants or their codes is refused, each with its facts."""

from bot.rummy.variant.contradictions import Contradiction
from bot.rummy.variant.variant import Variant
from bot.wording.sentence import Refusal


class RulesFixed(Refusal):
    """The match has started."""


class RulesFixedBySchedule(Refusal):
    """The schedule sets the rules of this table."""


class NoSuchRule(Refusal):
    """No house rule has this name."""

    name: str


class NoSuchAnswer(Refusal):
    """`rule` is the name of the house rule, and `choices` are the answers that it offers, written."""

    rule: str
    answer: str
    choices: tuple[str, ...]


class LengthNotOffered(Refusal):
    """The match can't have this length with the rules of the table."""


class RuleUnchanged(Refusal):
    """The rules that were chosen are those of the table already."""


class RulesChangedSince(Refusal):
    """A form would overwrite house rules that were changed after it was opened.

    `rules` are their names, and `variant` the rules of the table now.
    """

    rules: tuple[str, ...]
    variant: Variant


class DealsNotLimited(Refusal):
    """Payment was chosen, and no number of deals ends the match (RULES 5.24)."""


class RulesContradict(Refusal):
    faults: tuple[Contradiction, ...]


class SavedRulesContradict(Refusal):
    """A game was saved with rules that an earlier version allowed."""

    name: str
    faults: tuple[Contradiction, ...]


class TooManySeated(Refusal):
    """More people are at the table than the changed rules allow."""

    players: int
    most: int


class NoSuchVariant(Refusal):
    """`known` are the titles of the variants that the server can play."""

    name: str
    known: tuple[str, ...]


class NameNotUnderstood(Refusal):
    """A saved variant cannot have this name."""

    name: str


class NameTaken(Refusal):
    """The server has saved a variant with this name."""

    name: str


class NameShipped(Refusal):
    """A variant that ships with the bot has this name."""

    name: str


class TooManyVariants(Refusal):
    most: int


class TooManyOwnVariants(Refusal):
    """The person has saved as many variants in this server as one person may."""

    most: int


class NotSaved(Refusal):
    """The server has saved no variant with this name."""

    name: str


class NotYourVariant(Refusal):
    """Somebody else saved the variant."""

    name: str


class CodeNotUnderstood(Refusal):
    """The text is not a code."""

    text: str


class CodeMistyped(Refusal):
    """The code does not match its checksum."""


class CodeTooNew(Refusal):
    """The code was made by a newer version of the program."""


class CodeRefused(Refusal):
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
