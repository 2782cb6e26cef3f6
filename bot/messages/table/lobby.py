"""The lobby: what will be played, who is at the table, and the buttons until the match starts."""

from typing import Any

from discord import ButtonStyle, ui
from msgspec.structs import replace

from bot.messages.components import GREEN, PressButton, layout, link, row
from bot.messages.rules.house_rule_labels import changed_rule_labels, house_rule_label, labels_line
from bot.messages.rules.match_goal import match_goal
from bot.messages.table.buttons import TableAction, TablePress
from bot.messages.table.invitation import invited_people_text, leave_label
from bot.messages.table.render_context import RenderContext
from bot.messages.text import join_parts
from bot.rummy.variant.variant import Variant
from bot.tables.table import Phase, Table


def lobby_layout(context: RenderContext, play: tuple[int, int | None] | None = None) -> ui.LayoutView:
    """Render the lobby. Once the match has started, it only links to `play`, the channel and message of the match."""
    table, say = context.table, context.say
    text: ui.TextDisplay[Any] = ui.TextDisplay("\n".join((*_head(context), *_seats(context), _state(context))))
    if table.phase == Phase.LOBBY:
        return layout(text, *_buttons(context), accent=GREEN)
    if play is None or table.match is None:
        return layout(text)
    return layout(text, row(link(say("To the table"), table.server, *play)))


def _head(context: RenderContext) -> tuple[str, ...]:
    table, say = context.table, context.say
    players = house_rule_label("players", _as_played(table), say)
    lines = [f"### {context.title}", join_parts((players, *match_goal(table.variant, say)))]
    if rules := house_rules_line(context):
        lines.append(rules)
    lines += context.counts.lines(say, context.names)
    return (*lines, f"-# {say('The rules of this table: {command}', command='`/rules`')}")


def _as_played(table: Table) -> Variant:
    """Return the variant for exactly as many players as have a reserved seat, if seats are reserved."""
    if table.reserved is None:
        return table.variant
    return replace(table.variant, players=(len(table.reserved.people), len(table.reserved.people)))


def house_rules_line(context: RenderContext) -> str:
    """Return the house rules that differ from the game's own rules; empty if none does."""
    table, say = context.table, context.say
    rules = list(changed_rule_labels(table.variant, table.preset, say, head=True))
    return labels_line(say("House rules"), rules, say) if rules else ""


def _changed_rules_text(context: RenderContext) -> str:
    """Return the changes that some players haven't agreed to yet, and who they are."""
    table, say = context.table, context.say
    known = [rules for rules in table.agreed_rules if rules != table.variant]
    new = dict.fromkeys(one for rules in known for one in changed_rule_labels(table.variant, rules, say))
    changed = labels_line(say("The house rules have changed"), new, say)
    people = say.all_of(context.names.person(one) for one in table.people if one in table.people_to_agree)
    return f"\n{changed}\n{say('Before the start **Agree** has still to be pressed by {people}.', people=people)}"


def _seats(context: RenderContext) -> tuple[str, ...]:
    people, names, say = context.table.people, context.names, context.say
    shown = [names.person(person) for person in people]
    if shown:
        shown[0] = say("{name} (host)", name=shown[0])
    return ("", *(f"{place}. {name}" for place, name in enumerate(shown, start=1)))


def _state(context: RenderContext) -> str:
    table, say = context.table, context.say
    if table.match is not None:
        if table.invitation is not None:
            return "\n" + say("**The match has started.** The players sit as in the last one, and the next dealer deals.")
        return "\n" + say("**The match has started.** Seats and first dealer were drawn.")
    changed = _changed_rules_text(context) if table.people_to_agree else ""
    match table.closing_reason:
        case None if table.invitation is not None and not table.seats_freed:
            return f"\n{invited_people_text(table.invitation, context)}{changed}"
        case None if table.reserved is not None:
            return f"\n{_awaited_people_text(context)}"
        case None:
            free = table.variant.players[1] - len(table.people)
            seats = say.many("One seat is free.", "{count} seats are free.", free) if free else say("Every seat is taken.")
            return f"\n{seats}{changed}"
        case "cancelled":
            return "\n" + say("**The table was cancelled.**")
        case "nobody_started":
            return "\n" + say("**The table was closed**: nobody started it.")
        case "everybody_left":
            return "\n" + say("**The table was closed**: everybody has left.")


def _awaited_people_text(context: RenderContext) -> str:
    """Return which players a fixture's table is waiting for; they are pinged when it is opened."""
    table, say, names = context.table, context.say, context.names
    if table.awaited_people:
        people = say.all_of(map(names.mention, table.awaited_people))
        return say("**Waiting for {people}.** Nobody else can take these seats.", people=people)
    return say("Everybody is here: {name} presses **Start**.", name=names.person(table.people[0]))


def _buttons(context: RenderContext) -> "list[ui.ActionRow[Any]]":
    table, say = context.table, context.say

    def button(what: TableAction, label: str, style: ButtonStyle, changes: int | None = None) -> PressButton:
        return PressButton(TablePress(table.number, what, changes), label, style)

    seats = row(
        button(TableAction.JOIN, say("Join"), ButtonStyle.primary, table.rule_changes),
        button(TableAction.LEAVE, leave_label(context), ButtonStyle.secondary),
        button(TableAction.START, say("Start"), ButtonStyle.success, table.rule_changes),
        button(TableAction.CANCEL, say("Cancel"), ButtonStyle.danger),
        button(TableAction.RULES, say("House rules"), ButtonStyle.secondary),
    )
    return (
        [seats, row(button(TableAction.AGREE, say("Agree"), ButtonStyle.primary, table.rule_changes))]
        if table.people_to_agree
        else [seats]
    )
