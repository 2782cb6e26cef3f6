"""The panel in which the host changes house rules: pages of selects, each with the current answer chosen."""

from collections.abc import Iterator
from typing import Any

from discord import SelectOption, ui

from bot.messages.components import BLUE, LONGEST_OPTION, MOST_OPTIONS, PressSelect, layout, row
from bot.messages.rules.house_rule_labels import changed_rule_labels, house_rule_label, labels_line
from bot.messages.table.buttons import PANEL_PAGE, rule_select
from bot.messages.table.render_context import RenderContext
from bot.messages.text import DOT
from bot.messages.words import Words
from bot.rummy.variant.variant import Variant
from bot.tables.rules.house_rules import HOUSE_RULES, RULE_PAGES, HouseRule, has_no_effect
from bot.tables.rules.rule_changes import change_rule, playable_answers
from bot.tables.table import Table

_FIRST = "house"


def panel_layout(context: RenderContext, page: str = _FIRST, *, note: str = "", consequences: str = "") -> ui.LayoutView:
    """Render a page of the panel, without house rules that have no effect now, and with answers that the table can play.

    `note` says why the last choice was refused, and `consequences` what else it has changed.
    """
    table = context.table
    rules = [rule for rule in RULE_PAGES.get(page, RULE_PAGES[_FIRST]) if not has_no_effect(rule, table.variant)]
    selects = [row(_select(table, rule, context.say)) for rule in rules]
    return layout(_panel_text(context, note, consequences), *selects, row(_page_select(context, page)), accent=BLUE)


def deals_layout(context: RenderContext, prompt: str) -> ui.LayoutView:
    """Render the choice that payment requires: how many deals. `prompt` asks for it."""
    say, number = context.say, context.table.number
    many = range(1, MOST_OPTIONS + 1)
    options = [SelectOption(label=say.many("one deal", "{count} deals", deals), value=f"payment {deals}") for deals in many]
    choice = rule_select(number, "scoring", options, say("How many deals"))
    text: ui.TextDisplay[Any] = ui.TextDisplay(f"### {context.title}\n{prompt}")
    return layout(text, row(choice), row(_page_select(context, "")), accent=BLUE)


def _panel_text(context: RenderContext, note: str, consequences: str) -> "ui.TextDisplay[Any]":
    table, say = context.table, context.say
    lines = [f"### {context.title}", f"**{note}**"] if note else [f"### {context.title}"]
    if consequences:
        lines.append(consequences)
    if rules := list(changed_rule_labels(table.variant, table.preset, say)):
        lines.append(labels_line(say("Changed"), rules, say))
    lines.append(f"-# {say('Everybody sees a change on the lobby, and agrees to it before the start.')}")
    lines.append(f"-# {say('Other numbers than these: {command}.', command='`/table rule`')}")
    return ui.TextDisplay("\n".join(lines))


def _select(table: Table, rule: HouseRule, say: Words) -> PressSelect:
    own = rule.current_answer(table.variant)
    choices = _panel_choices(rule, table.variant, table.preset, len(table.people), say)
    return rule_select(
        table.number, rule.name, (SelectOption(label=label, value=answer, default=answer == own) for answer, label in choices)
    )


def _panel_choices(rule: HouseRule, variant: Variant, preset: Variant, seated: int, say: Words) -> Iterator[tuple[str, str]]:
    """Yield each answer that the panel offers, written, with its label."""
    for answer, changed in playable_answers(rule, variant, preset, seated):
        yield answer, _label(rule, variant, changed, say)


def typed_choices(rule: HouseRule, variant: Variant, preset: Variant, seated: int, say: Words) -> Iterator[tuple[str, str]]:
    """Yield the answers of the panel, then those offered only while typing, without those that need another answer first."""
    for answer, label in _panel_choices(rule, variant, preset, seated, say):
        if not (rule.name == "scoring" and answer == "payment" and variant.match_deals == "none"):
            yield answer, label
    for answer in rule.typed_choices:
        yield answer, _label(rule, variant, change_rule(variant, preset, rule, answer), say)


def _label(rule: HouseRule, variant: Variant, changed: Variant, say: Words) -> str:
    """Return the label of an answer, with the player range if the answer narrows it."""
    label = house_rule_label(rule.name, changed, say)
    if rule.name == "players" or changed.players == variant.players:
        return label[:LONGEST_OPTION]
    players = house_rule_label("players", changed, say)
    return f"{label[: LONGEST_OPTION - len(players) - len(DOT)]}{DOT}{players}"


def _page_select(context: RenderContext, page: str) -> PressSelect:
    say = context.say
    names = {
        "house": say("House rules"),
        "melds": say("More: melds and turns"),
        "cards": say("More: cards and jokers"),
        "dealing": say("More: players and dealing"),
        "points": say("More: points"),
    }
    options = (SelectOption(label=name, value=key, default=key == page) for key, name in names.items())
    return rule_select(context.table.number, PANEL_PAGE, options, say("More house rules"))


def matching_rules(typed: str, variant: Variant, say: Words) -> Iterator[tuple[str, str]]:
    """Yield the name and the current answer of each house rule that contains the typed text in either."""
    text = typed.strip().lower()
    for rule in HOUSE_RULES.values():
        label = f"{rule.name}: {house_rule_label(rule.name, variant, say)}"
        if text in label.lower():
            yield rule.name, label[:LONGEST_OPTION]
