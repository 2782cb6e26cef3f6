"""Why a request about house rules is refused. `bot/messages/table/refusals.py` words those without a sentence."""

from bot.rummy.contradictions import Contradiction
from bot.rummy.variant import Variant
from bot.wording.sentence import Code, Quoted, Refusal


class RulesFixed(Refusal):
    """The match has started."""

    sentence = "The first card has been dealt, so the rules can't be changed any more."


class RulesFixedBySchedule(Refusal):
    """The schedule sets the rules of this table."""

    sentence = "The schedule sets the rules of this table, so they can't be changed."


class NoSuchRule(Refusal):
    """No house rule has this name."""

    name: Quoted
    sentence = "There's no house rule called “{name}”. Choose one from the list that `/table rule` shows."


class NoSuchAnswer(Refusal):
    """`rule` is the name of the house rule, and `choices` are the answers that it offers, written."""

    rule: str
    answer: str
    choices: tuple[str, ...]


class LengthNotOffered(Refusal):
    """The match can't have this length with the rules of the table."""

    sentence = "With the rules of this table the match can't have that length. Use one of the buttons in the lobby."


class RuleUnchanged(Refusal):
    """The rules that were chosen are those of the table already."""

    sentence = "Nothing has changed: the table already plays by these rules."


class RulesChangedSince(Refusal):
    """A form would overwrite house rules that were changed after it was opened.

    `rules` are their names, and `variant` the rules of the table now.
    """

    rules: tuple[str, ...]
    variant: Variant


class DealsNotLimited(Refusal):
    """Payment was chosen, and no number of deals ends the match (RULES 5.24)."""

    answer: Code = "payment 6"
    sentence = "Payment needs a number of deals. Choose one in the same form, or type an answer like {answer}."


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
    sentence = "{players} players are at this table, but with these rules at most {most} can play."
