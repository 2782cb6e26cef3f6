"""The texts of refusals that name house rules and their answers, in the words of the forms."""

from bot.messages.rules.house_rule_labels import house_rule_label, labels_line, rule_title
from bot.messages.text import quoted_text
from bot.messages.words import Words
from bot.rummy.variant import EVERYONE_DEALS, Variant
from bot.tables.rule_refusals import NoSuchAnswer
from bot.tables.rules.house_rules import HOUSE_RULES

_MOST_EXAMPLES = 4
_ANY = Variant(name="any", title="Any")


def wrong_answer_sentence(refusal: NoSuchAnswer, say: Words) -> str:
    """Return the sentence for a typed answer that isn't one, with answers that are."""
    return say(
        "“{answer}” isn't a valid answer for **{rule}**. Try {answers}.",
        answer=quoted_text(refusal.answer),
        rule=rule_title(refusal.rule, say),
        answers=say.any_of(f"“{answer}”" for answer in _examples(refusal, say)),
    )


def changed_since_text(rules: tuple[str, ...], variant: Variant, say: Words) -> str:
    """Return why a form was refused that would overwrite newer answers, and those answers."""
    reason = say("These rules have changed since your form was opened. Nothing was saved; your form would replace them.")
    now = labels_line(say("Now"), (house_rule_label(rule, variant, say) for rule in rules), say)
    return f"{reason}\n{now}"


def _examples(refusal: NoSuchAnswer, say: Words) -> list[str]:
    """Return some answers as people type them: numbers as they are written, and words as they are shown."""
    rule, choices = HOUSE_RULES[refusal.rule], refusal.choices[:_MOST_EXAMPLES]
    has_numbers = any(sign.isdigit() for choice in choices for sign in choice)
    return [
        choice if has_numbers and choice != EVERYONE_DEALS else house_rule_label(rule.name, rule.change(_ANY, choice), say)
        for choice in choices
    ]
