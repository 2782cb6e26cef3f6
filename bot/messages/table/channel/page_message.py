"""The pages of a match in the channel, one message each: the deal, the turn, the score of a deal, the end of the match."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from discord import ButtonStyle, ui

from bot.messages.components import GOLD, GREEN, PressButton, layout, row
from bot.messages.table.buttons import TableAction, TablePress
from bot.messages.table.channel.deal_score import deal_score_text
from bot.messages.table.channel.event_lines import event_line, turn_lines
from bot.messages.table.channel.match_end import match_end_heading, match_end_text
from bot.messages.table.channel.story_pages import Page
from bot.messages.table.render_context import RenderContext
from bot.messages.table.table_text import table_text
from bot.messages.text import join_parts
from bot.rummy.match import Match
from bot.rummy.view import DealAnnounced, View, view_for
from bot.tables.table import Phase


def page_layout(
    page: Page, context: RenderContext, *, mentioned: Sequence[int] = (), unreached: Sequence[int] = ()
) -> ui.LayoutView:
    """Render a page. `mentioned` are the people it pings; `unreached` are those whose direct messages are closed."""
    assert context.table.match is not None
    view = view_for(context.table.match, None)
    match page.kind:
        case "turn":
            return _turn_layout(page, view, context, mentioned, unreached)
        case "score":
            buttons = (_score_buttons(context),) if page.is_open else ()
            return layout(ui.TextDisplay(_text(page, view, context)), *buttons, accent=GOLD)
        case "deal":
            return layout(ui.TextDisplay(_text(page, view, context)))
        case _:
            return layout(ui.TextDisplay(_text(page, view, context)), accent=GOLD)


def closed_page_text(page: Page, context: RenderContext) -> str:
    """Return what happened on a page, without the table as it was."""
    context = replace(context, table=page.table)
    assert context.table.match is not None
    return _text(page, view_for(context.table.match, None), context)


def _text(page: Page, view: View, context: RenderContext) -> str:
    match page.kind:
        case "deal":
            return _deal_text(page, view, context)
        case "turn":
            return "\n".join(_turn_text(page, context))
        case "score":
            lines = [event_line(event, context) for event in page.events[1:]]
            return "\n".join([deal_score_text(view, context, is_waiting=page.is_open), *lines])
        case _:
            return f"{match_end_heading(context)}\n{match_end_text(view, context)}"


def _deal_text(page: Page, view: View, context: RenderContext) -> str:
    say, names = context.say, context.names
    announced = page.events[0]
    assert isinstance(announced, DealAnnounced)
    order = [names.seat(seat) for seat in _order_of_play(page.table.match, announced.dealer)]
    lines = [
        f"-# {context.title}",
        f"### {say('Deal {number}', number=announced.deal)}",
        say("{name} deals; the order of play is {order}.", name=names.seat(announced.dealer), order=join_parts(order, "→")),
    ]
    if announced.upcard is None:
        lines.append(say("{name} begins with one card more, and does not draw in the first turn.", name=order[0]))
    if view.deal is not None and view.deal.is_all_at_once:
        lines.append(say("In this deal you lay everything down at once: melds that leave you no card, or one to discard."))
    if view.deal is not None and view.deal.is_extra:
        lines.append(say("It is an extra deal, because of a tie."))
    if announced.deal == 1:
        lines.append(say("Hands go out by direct message; **My hand** shows yours here as well."))
    lines.append(f"-# {say('Seed commitment (SHA-256): {digest}', digest=f'`{announced.commitment}`')}")
    return "\n".join(lines)


def _order_of_play(match: Match | None, dealer: int) -> list[int]:
    assert match is not None
    order = [match.next_staying_seat(dealer)]
    while order[-1] != dealer:
        order.append(match.next_staying_seat(order[-1]))
    return order


def _turn_layout(
    page: Page, view: View, context: RenderContext, mentioned: Sequence[int], unreached: Sequence[int]
) -> ui.LayoutView:
    """Render a turn and the table. When the turn is over, its text stays; the button and the mentions are removed."""
    say, text = context.say, _turn_text(page, context)
    if page.is_open:
        text += [*mention_lines(context, mentioned, unreached), *end_request_lines(context)]
    turn_display: ui.TextDisplay[Any] = ui.TextDisplay("\n".join(text))
    table_display: ui.TextDisplay[Any] = ui.TextDisplay(table_text(view, context))
    if not page.is_open:
        return layout(turn_display, table_display)
    my_hand = _action_button(context, TableAction.HAND, say("My hand"), ButtonStyle.primary)
    return layout(turn_display, table_display, row(my_hand), accent=GREEN)


def _turn_text(page: Page, context: RenderContext) -> list[str]:
    say, (deal, turn) = context.say, page.key.split()[1].split(".")
    text = [f"-# {context.title} · {say('deal {deal}, turn {turn}', deal=deal, turn=turn)}"]
    if page.seat is not None:
        title = say("{name}'s turn", name=context.names.seat(page.seat))
        text.append(f"### {title}")
    return [*text, *turn_lines(page.events, context)]


def mention_layout(context: RenderContext, people: Sequence[int]) -> ui.LayoutView:
    """Render a message to people whose hands turned out to be undeliverable after their turn was announced."""
    my_hand = _action_button(context, TableAction.HAND, context.say("My hand"), ButtonStyle.primary)
    return layout(ui.TextDisplay("\n".join(mention_lines(context, (), people))), row(my_hand), accent=GREEN)


def mention_lines(context: RenderContext, mentioned: Sequence[int], unreached: Sequence[int]) -> list[str]:
    """Return at most one line: it mentions the people whose direct messages are closed."""
    say = context.say
    if unreached:
        people = say.all_of(context.names.mention(person) for person in dict.fromkeys((*mentioned, *unreached)))
        return [
            say("{people}: I cannot write to you directly. Press **My hand** to see your cards and to play.", people=people)
        ]
    if mentioned:
        people = say.all_of(context.names.mention(person) for person in mentioned)
        return [say("{people}, it is your turn: press **My hand**.", people=people)]
    return []


def end_request_lines(context: RenderContext) -> list[str]:
    """Return at most one line: it names the players who have asked to end the match."""
    table, say = context.table, context.say
    asked = [context.names.person(person) for person in table.seated_people() if person in table.end_requests]
    if not asked or table.phase == Phase.OVER:
        return []
    return [
        say.many(
            "{people}: end the match? One more has to press **End the match** under `/table show`.",
            "{people}: end the match? {count} more have to press **End the match** under `/table show`.",
            len(table.seated_people()) - len(asked),
            people=say.all_of(asked),
        )
    ]


def _score_buttons(context: RenderContext) -> "ui.ActionRow[Any]":
    say, table = context.say, context.table
    ready = say("Ready ({count} of {all})", count=len(table.ready_people), all=len(table.seated_people()))
    asked = len(table.end_requests.intersection(table.seated_people()))
    end = say("End ({count} of {all})", count=asked, all=len(table.seated_people())) if asked else say("End the match")
    press = TablePress(table.number, TableAction.READY, table.deal_number)
    return row(
        PressButton(press, ready, ButtonStyle.success), _action_button(context, TableAction.END, end, ButtonStyle.secondary)
    )


def _action_button(context: RenderContext, what: TableAction, label: str, style: ButtonStyle) -> PressButton:
    return PressButton(TablePress(context.table.number, what), label, style)
