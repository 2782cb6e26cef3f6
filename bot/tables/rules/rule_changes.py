"""What changed house rules change besides, and which answers a table can play.

An answer that needs fewer players narrows the player range. Penalty scoring brings its usual target. What a form answers itself
is not changed besides.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Literal

from msgspec.structs import replace

from bot.rummy.contradictions import Reason, contradictions
from bot.rummy.variant import Variant
from bot.tables.refusals import DealsNotLimited, RulesContradict, TooManySeated
from bot.tables.rules.house_rules import Question, rules_of_form
from bot.wording.sentence import Refused

PENALTY_TARGETS = (100, 101)
"""The targets to which penalties are usually played; the first is offered (RULES 5.25)."""
_FEWER_PLAYERS_HELP = (Reason.STOCK_TOO_SMALL, Reason.WROTHAM_FOR_TOO_MANY)


def change_rule(variant: Variant, preset: Variant, rule: Question, written: str) -> Variant:
    """Return the variant with this answer, which may contradict others, and with what the answer changes besides.

    `preset` is the game that the variant was made from. Raise Refused(NoSuchAnswer).
    """
    return _with_consequences(variant, preset, rule.change(variant, written), {rule.name})


def change_rules(variant: Variant, preset: Variant, topic: str, answers: Mapping[str, str]) -> Variant:
    """Return the variant with the written answers of a topic's form, and with what they change besides, as `change_rule` does.

    `answers` has those that were chosen; names of rules of other topics, or other games, are ignored.
    """
    changed = variant
    for rule in rules_of_form(topic):
        if rule.name in answers and rule.is_asked(variant):
            changed = rule.change(changed, answers[rule.name])
    return _with_consequences(variant, preset, changed, answers.keys())


def check_change(variant: Variant, changed: Variant, seated: int) -> None:
    """Raise Refused if the changed rules have a contradiction, or too few seats."""
    if changed.scoring == "payment" != variant.scoring and changed.match_deals == "none":
        raise Refused(DealsNotLimited())
    if faults := tuple(contradictions(changed)):
        raise Refused(RulesContradict(faults))
    if seated > changed.players[1]:
        raise Refused(TooManySeated(seated, changed.players[1]))


def playable_answers(rule: Question, variant: Variant, preset: Variant, seated: int) -> Iterator[tuple[str, Variant]]:
    """Yield the current answer and each offered answer that this table can play, with the rules that it would then have.

    Payment without a number of deals is among them: the table is then asked for the number.
    """
    current = rule.current_answer(variant)
    for answer in rule.offered_answers(variant):
        changed = change_rule(variant, preset, rule, answer)
        if answer == current or _can_follow(variant, changed, seated):
            yield answer, changed


def _can_follow(variant: Variant, changed: Variant, seated: int) -> bool:
    try:
        check_change(variant, changed, seated)
    except Refused as refused:
        return isinstance(refused.refusal, DealsNotLimited)
    return True


def _with_consequences(variant: Variant, preset: Variant, changed: Variant, answered: Collection[str]) -> Variant:
    if variant.jokers and changed.jokers and "wild" not in answered:
        changed = replace(changed, wild=variant.wild)  # only the first jokers of a game become wild
    if "match_target" not in answered and variant.match_target == changed.match_target == usual_target(variant, preset):
        changed = replace(changed, match_target=usual_target(changed, preset))
    return changed if "players" in answered else _for_fewer_players(changed)


def usual_target(variant: Variant, preset: Variant) -> int | Literal["none"]:
    """Return the target that a game made from this preset has with the scoring of the variant."""
    target = preset.match_target
    if target == "none" or variant.scoring != "penalty" or preset.scoring == "penalty" or target in PENALTY_TARGETS:
        return target
    return PENALTY_TARGETS[0]


def _for_fewer_players(changed: Variant) -> Variant:
    """Return the changed rules for as many of their players as the cards are enough for; unchanged if for none."""
    least, most = changed.players
    for fewer in range(most, least - 1, -1):
        narrowed = replace(changed, players=(least, fewer))
        if not any(fault.reason in _FEWER_PLAYERS_HELP for fault in contradictions(narrowed)):
            return narrowed
    return changed
