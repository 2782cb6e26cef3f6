"""The host's message about house rules: what differs from the game, and a button for the form of each topic."""

from typing import Any

from discord import ButtonStyle, ui
from msgspec.structs import replace

from bot.messages.components import BLUE, PressButton, layout, row
from bot.messages.rules.house_rule_labels import changed_rule_labels, labels_line, topic_title
from bot.messages.rules.match_goal import match_goal
from bot.messages.table.house_rules.form_presses import OpenFormPress
from bot.messages.table.render_context import RenderContext
from bot.tables.rules.house_rules import RULE_TOPICS

_BUTTONS_IN_A_ROW = 4


def rule_topics_layout(
    context: RenderContext, *, note: str = "", consequences: str = "", again: OpenFormPress | None = None
) -> ui.LayoutView:
    """Render the topics.

    `note` says why a form was refused, `consequences` what one has changed, and `again` opens the refused form again.
    """
    say, number = context.say, context.table.number
    rows = []
    if again is not None:
        rows.append(row(PressButton(again, say("Edit again"), ButtonStyle.primary)))
    topics = [PressButton(OpenFormPress(number, topic), topic_title(topic, say)) for topic in RULE_TOPICS]
    rows += [row(*topics[at : at + _BUTTONS_IN_A_ROW]) for at in range(0, len(topics), _BUTTONS_IN_A_ROW)]
    text: ui.TextDisplay[Any] = ui.TextDisplay("\n".join(_lines(context, note, consequences)))
    return layout(text, *rows, accent=BLUE)


def _lines(context: RenderContext, note: str, consequences: str) -> list[str]:
    table, say = context.table, context.say
    lines = [f"### {context.title}"]
    if note:
        lines += [f"**{line}**" for line in note.splitlines()]
    if consequences:
        lines.append(consequences)
    ends = {"match_target": table.preset.match_target, "match_deals": table.preset.match_deals}
    is_usual_end = replace(table.variant, **ends) == table.variant
    rules = list(changed_rule_labels(replace(table.variant, **ends), table.preset, say))
    if not is_usual_end and not consequences:
        lines.append(labels_line(say("Length"), match_goal(table.variant, say), say))
    if not rules and is_usual_end:
        lines.append(say("This table plays {game} without house rules.", game=table.preset.title))
    elif rules and any(label not in consequences for label in rules):
        lines.append(labels_line(say("Unlike {game}", game=table.preset.title), rules, say))
    lines.append(f"-# {say('Changes appear in the lobby; everyone must agree before the match starts.')}")
    lines.append("-# " + say("For a number that isn't in a list, use {command}.", command="`/table rule`"))
    return lines
