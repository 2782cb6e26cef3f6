"""A player's hand: the cards, the melds they make and, on the player's turn, the moves as buttons and selects.

Its text begins with what matters most, because a notification shows only its beginning and a screen reader reads it aloud:
whose turn it is, the cards, what the others did. With pictures, that, the score and the time limit are all of the text, so that
the message fits on a phone; the rest is behind **Table**, or stands in for pictures that can't be shown.
It is rendered from the player's view alone. Only on the player's own turn does it show the table, so that it never becomes
stale while others play. At the end of the match it shows how the last deal ended. At a table that is one person's alone, it is
the only message: it also shows what the channel would.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from discord import ButtonStyle, ui

from bot.messages.components import GREEN, GREY, layout, row
from bot.messages.games import GAME_WORDS
from bot.messages.table.buttons import TableAction
from bot.messages.table.channel.match_end import (
    deal_end_galleries,
    deal_result_lines,
    match_end_buttons,
    match_end_galleries,
    match_end_text,
    next_deal_line,
)
from bot.messages.table.channel.page_message import end_button
from bot.messages.table.channel.turn_lines import end_request_lines, seat_lines_of_pause, seat_lines_of_turn, turn_lines
from bot.messages.table.clock import own_lines, season_lines, time_limit_line
from bot.messages.table.hand.hand_cards import hand_cards, hand_galleries, hand_notes, hand_size_line
from bot.messages.table.hand.hand_controls import hand_controls, table_button
from bot.messages.table.render_context import RenderContext
from bot.messages.table.shuffle_proof import fingerprint_line
from bot.messages.table.table_text import scores, scores_line, stages_line, table_galleries, table_text
from bot.messages.text import join_parts
from bot.rummy.events import TurnSkipped
from bot.rummy.view import DealView, RecentResults, View, view_for
from bot.tables.table import Phase, PlayedTurn

hand_view = RecentResults(view_for)
"""Returns what a seat may know of a match."""


def hand_layout(
    context: RenderContext, person: int, *, note: str = "", fingerprint: str = "", prompt: "Sequence[ui.Item[Any]]" = ()
) -> ui.LayoutView:
    """Render the hand of a person who is or was at the table.

    With pictures, the table is above the cards, as it is in front of a player; as text, it is below the controls.
    `note` is a sentence above it. `fingerprint` is the seed commitment of a deal that the channel has not announced yet.
    `prompt` stands in for the controls.
    """
    table = context.table
    seat = table.seats.seat_of(person)
    head = [note] if note else []
    where = [] if table.is_private else [" · ".join(filter(None, (context.server_name, f"<#{context.channel}>")))]
    place = f"-# {' · '.join((context.title, *where))}"
    view = view_for(table.begun_match, None) if seat is None else hand_view(table.begun_match, seat)
    if view.placings is not None or view.is_broken_off:
        text = "\n".join((*head, match_end_text(view, context), place))
        return layout(text, *match_end_galleries(view, context), row(*match_end_buttons(view, context)))
    if seat is None or seat in view.left_seats:
        return layout("\n".join((*head, *_lines_without_seat(person, context), place)))
    assert view.deal is not None
    on_turn, is_over = view.seat_to_act == seat, view.deal.end is not None
    if seat in view.out_seats:
        head.append(context.say("You're out of this match. The others play on."))
        if not is_over:
            return layout("\n".join((*head, scores_line(view, context, with_goal=True), place)), row(table_button(context)))
    others = _others_lines(seat, context) if on_turn or table.is_private else _changed_seats_lines(seat, context)
    lines = [*head, f"### {_title(view, view.deal, context)}"]
    if view.deal.end is not None:
        lines += (*others, *deal_result_lines(view, context))
    elif context.pictures:
        lines += (hand_cards(view, view.deal, context), *others)
    else:
        size, notes = hand_size_line(view, view.deal, context), hand_notes(view, view.deal, context)
        lines += (*([size] if view.deal.hand else []), hand_cards(view, view.deal, context), *notes, *others)
    is_short = on_turn and bool(context.pictures)
    if is_short:
        running = [*stages_line(view, context)] or (scores(view, context) if any(view.scores) else ())
        parts = [time_limit_line(context), context.title, *running]
        lines.append(f"-# {join_parts(filter(None, parts))}")
    elif on_turn and (limit := time_limit_line(context)):
        lines.append(f"-# {limit}")
    lines += (*season_lines(context), *own_lines(context, person), *end_request_lines(context))
    if fingerprint:
        lines.append(fingerprint_line(fingerprint, context.say))
    if not is_short:
        lines.append(place)
    items: list[ui.Item[Any]] = [ui.TextDisplay("\n".join(lines))]
    if is_short:
        instead = "\n".join((table_text(view, context), *(f"-# {one}" for one in where)))
        items += table_galleries(view, context, instead=instead)
    items += deal_end_galleries(view, context) if is_over else hand_galleries(view, view.deal, context)
    if prompt:
        items += prompt
    else:
        items += _ready_items(context, person) if is_over else hand_controls(view, view.deal, context)
    if table.timing.is_away(person) and not on_turn and not is_over:
        items.append(row(context.button(TableAction.BACK, context.say.button("I'm back"), ButtonStyle.success)))
    if on_turn and not is_short:
        items += (ui.Separator(), ui.TextDisplay(f"{table_text(view, context)}\n-# {scores_line(view, context)}"))
    return layout(*items, accent=GREEN if on_turn else GREY)


def _others_lines(seat: int, context: RenderContext) -> list[str]:
    """Return a line for each turn since the player's last one, or with it if it was played for them."""
    table = context.table
    turns = table.turns if table.phase == Phase.PAUSE else table.turns[:-1]
    lines = [line for turn in _newer(turns, seat) for line in turn_lines(turn, context, in_short=bool(context.pictures))]
    return [*lines, *(line for turn in context.table.turns[-1:] for line in seat_lines_of_turn(turn, context))]


def _changed_seats_lines(seat: int, context: RenderContext) -> list[str]:
    """Return what doesn't become stale: what was played for the player, and who left since then, or since the deal ended."""
    if context.table.phase == Phase.PAUSE:
        return seat_lines_of_pause(context)
    newer, in_short = _newer(context.table.turns, seat), bool(context.pictures)
    own = [line for turn in newer if turn.seat == seat for line in turn_lines(turn, context, in_short=in_short)]
    return [*own, *(line for turn in newer if turn.seat != seat for line in seat_lines_of_turn(turn, context))]


def _newer(turns: Sequence[PlayedTurn], seat: int) -> list[PlayedTurn]:
    """Return the turns since the last one of this seat, and that one if it was played for them, or lost."""
    own = max((turn.number - _is_news(turn) for turn in turns if turn.seat == seat), default=0)
    return [turn for turn in turns if turn.number > own]


def _is_news(turn: PlayedTurn) -> bool:
    return turn.is_played_for or any(isinstance(event, TurnSkipped) for event in turn.events)


def _lines_without_seat(person: int, context: RenderContext) -> list[str]:
    """Return what a person reads whose seat is left, or a computer's now."""
    say, table = context.say, context.table
    lines = [say("You were removed from this match.") if person in table.seats.removed else say("You left this match.")]
    taken = next((one for one in reversed(table.seats.changes) if one.before == person), None)
    if taken is not None and table.phase != Phase.OVER:
        lines.append(say("{computer} plays on with your cards.", computer=context.names.person(taken.player)))
    if table.phase != Phase.OVER and table.seats.of_computers() and person not in table.seats.removed:
        lines.append(say("Come back between deals: `/table seat`."))
    return lines


def _title(view: View, deal: DealView, context: RenderContext) -> str:
    say = context.say
    if deal.end is not None:
        sign = -1 if view.variant.is_lowest_score_best() else 1
        best = max(sign * points for seat, points in enumerate(deal.end.points) if seat not in deal.end.back)
        if deal.end.winner is None or sign * deal.end.points[deal.end.winner] < best:
            return say("Deal {number} is over", number=deal.number)  # in 500 rummy, who is out may score less than others
        seats, winner = context.table.seats, context.table.seats.player_of_deal(deal.end.winner)
        if deal.end.winner == view.viewer and seats.occupants[deal.end.winner] == winner:
            return say("Deal {number}: you win", number=deal.number)
        return say("Deal {number}: {name} wins", name=context.names.person(winner), number=deal.number)
    if view.seat_to_act != view.viewer:
        is_of_two = view.seats - len(view.gone_seats) <= 2  # with more players a name would be out of date after each turn
        if view.seat_to_act is not None and not is_of_two and deal.knocker == view.viewer:
            return say("You went out. The others have a last turn.")
        if view.seat_to_act is None or not is_of_two:
            return say("Waiting for your turn")
        return say("Waiting for {name}", name=context.names.seat(view.seat_to_act))
    return GAME_WORDS[view.variant.game].titles[view.awaits](view, deal, context)


def _ready_items(context: RenderContext, person: int) -> Iterable[ui.Item[Any]]:
    """Return when the next deal comes, and the Ready button or that the player is ready, between two deals."""
    say, table = context.say, context.table
    if person not in table.seated_people():
        return (row(table_button(context)),)
    label = say.button("Next deal") if table.is_private else say.button("Ready")
    button = context.button(TableAction.READY, label, ButtonStyle.success, table.deal_number)
    if table.is_private:
        return (row(button, table_button(context)),)
    is_ready, next_deal = person in table.ready_people, f"-# {next_deal_line(context)}"
    text = "\n".join((say("You're ready. Waiting for the others."), next_deal)) if is_ready else next_deal
    return (ui.TextDisplay(text), row(*([] if is_ready else [button]), table_button(context), *end_button(context)))
