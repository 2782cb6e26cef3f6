"""The lobby's message: what will be played, who sits there, and the buttons until it starts."""

from typing import Any

from discord import ButtonStyle, ui

from bot.messages.buttons import TableButton, TablePress, What, layout, link, row
from bot.messages.rules import facts
from bot.messages.scene import Scene, listed
from bot.tables.table import Phase, Table

_GREEN = 0x2E7D4F


def lobby_layout(scene: Scene, play: tuple[int, int | None] | None = None) -> ui.LayoutView:
    """The lobby; frozen once the match has started, with a link to `play` (channel, message)."""
    table, say = scene.table, scene.say
    text: ui.TextDisplay[Any] = ui.TextDisplay("\n".join((*_head(scene), *_seats(scene), _state(scene))))
    if table.phase == Phase.LOBBY:
        return layout(text, _buttons(table, scene), accent=_GREEN)
    if play is None or table.match is None:
        return layout(text)
    return layout(text, row(link(say("To the table"), table.server, *play)))


def _head(scene: Scene) -> tuple[str, ...]:
    variant, say = scene.table.variant, scene.say
    least, most = variant.players
    players = say("Players: {least} to {most}", least=least, most=most)
    return (
        f"### {scene.title}",
        f"{players} · {scene.to_win()}",
        listed(facts(variant, say)),
        f"-# {say('The rules of this table: {command}', command='`/rules`')}",
    )


def _seats(scene: Scene) -> tuple[str, ...]:
    people, names, say = scene.table.people, scene.names, scene.say
    shown = [names.person(person) for person in people]
    if shown:
        shown[0] = say("{name} (host)", name=shown[0])
    return ("", *(f"{place}. {name}" for place, name in enumerate(shown, start=1)))


def _state(scene: Scene) -> str:
    table, say = scene.table, scene.say
    if table.match is not None:
        return "\n" + say("**The match has started.** Seats and first dealer were drawn.")
    match table.closed:
        case None:
            free = table.variant.players[1] - len(table.people)
            return "\n" + (
                say.many("One seat is free.", "{count} seats are free.", free) if free else say("Every seat is taken.")
            )
        case "cancelled":
            return "\n" + say("**The table was cancelled.**")
        case "nobody_started":
            return "\n" + say("**The table was closed**: nobody started it.")
        case "everybody_left":
            return "\n" + say("**The table was closed**: everybody has left.")


def _buttons(table: Table, scene: Scene) -> "ui.ActionRow[Any]":
    say = scene.say

    def button(what: What, label: str, style: ButtonStyle) -> TableButton:
        return TableButton(TablePress(table.number, what), label, style)

    return row(
        button(What.JOIN, say("Join"), ButtonStyle.primary),
        button(What.LEAVE, say("Leave"), ButtonStyle.secondary),
        button(What.START, say("Start"), ButtonStyle.success),
        button(What.CANCEL, say("Cancel"), ButtonStyle.danger),
    )
