"""What a changed house rule has changed besides, in words for the host."""

from bot.messages.rules.house_rule_labels import house_rule_label, labels_line
from bot.messages.words import Words
from bot.rummy.variant.variant import Variant
from bot.tables.rules.house_rules import HouseRule, has_no_effect
from bot.tables.rules.rule_changes import other_changes


def rule_consequences(rule: HouseRule, before: Variant, after: Variant, say: Words) -> str:
    """Return what else has changed with this house rule, a line each; empty if nothing has."""
    others = [other.name for other in other_changes(rule, before, after) if not has_no_effect(other, after)]
    lines = []
    if "players" in others:
        lines.append(_players_line(after, say))
    if others := [name for name in others if name != "players"]:
        lines.append(labels_line(say("Also changed"), (house_rule_label(name, after, say) for name in others), say))
    return "\n".join(lines)


def _players_line(variant: Variant, say: Words) -> str:
    least, most = variant.players
    if least < most:
        return say(
            "More players aren't possible with that, so the table is now for **{least} to {most} players**.",
            least=least,
            most=most,
        )
    return say.many(
        "More players aren't possible with that, so the table is now for **one player**.",
        "More players aren't possible with that, so the table is now for **{count} players**.",
        most,
    )
