"""What changed house rules have changed, and what else has changed with them, in words for the host."""

from collections.abc import Collection

from bot.messages.rules.house_rule_labels import house_rule_label, labels_line
from bot.messages.words import Words
from bot.rummy.variant.variant import Variant
from bot.tables.rules.house_rules import differing_rules


def rule_consequences(answered: Collection[str], before: Variant, after: Variant, say: Words) -> str:
    """Return what has changed, a line each: the rules that were answered (their names), the player range, and others."""
    rules = [rule.name for rule in differing_rules(after, before) if rule.matters(after)]
    lines = []
    if own := [house_rule_label(name, after, say) for name in rules if name in answered]:
        lines.append(labels_line(say("Changed"), own, say))
    others = [name for name in rules if name not in answered]
    if "players" in others:
        lines.append(_players_line(after, say))
    if labels := [house_rule_label(name, after, say) for name in others if name != "players"]:
        lines.append(labels_line(say("Also changed"), labels, say))
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
