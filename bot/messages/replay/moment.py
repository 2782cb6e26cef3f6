"""A finished match in Discord: the table after a step, all hands or one, and the buttons that lead to other steps."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from discord import ui
from msgspec.structs import replace as with_

from bot.messages.card_order import in_card_order
from bot.messages.components import BLUE, Option, PressButton, PressSelect, layout, row
from bot.messages.pictures.galleries import hand_alt, last_hands_galleries
from bot.messages.pictures.last_hands import LastHand, LastHands
from bot.messages.pictures.marks import with_mark
from bot.messages.pictures.picture import Picture, PictureGallery
from bot.messages.pictures.player_order import order_of_play
from bot.messages.table.buttons import ReplayGo, ReplayPress, TableAction
from bot.messages.table.channel.match_end import deal_end_galleries, deal_result_lines, outcome_text
from bot.messages.table.channel.page_message import deal_lines, fairness_button
from bot.messages.table.channel.turn_lines import leaving_line, seat_change_line, turn_lines
from bot.messages.table.hand.hand_cards import hand_cards, hand_picture
from bot.messages.table.render_context import RenderContext
from bot.messages.table.table_text import scores_line, table_galleries, table_text
from bot.messages.text import join_parts
from bot.rummy.events import SeatLeft
from bot.rummy.view import View, view_for
from bot.tables.replay import Replay, ReplayedDeal, Step
from bot.tables.seat_events import SeatTaken, SeatTakenOver

ALL_HANDS = "all"
"""The value of the select for all hands."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of a replay: a deal and a step of it, both from 0, and the seat whose hand is shown, None for all hands."""

    deal: int = 0
    step: int = 0
    seat: int | None = None


def moved(replay: Replay, at: Moment, go: ReplayGo) -> Moment:
    """Return where a button leads from a moment. A moment that the match doesn't have means the nearest one."""
    deal = min(max(at.deal, 0), len(replay.deals) - 1)
    last = len(replay.deals[deal].steps) - 1
    step = min(max(at.step, 0), last)
    end_before = (deal - 1, len(replay.deals[deal - 1].steps) - 1) if deal else (deal, step)
    begin_after = (deal + 1, 0) if deal + 1 < len(replay.deals) else (deal, step)
    places = {
        ReplayGo.FIRST: (deal, 0),
        ReplayGo.BACK: (deal, step - 1) if step else end_before,
        ReplayGo.ON: (deal, step + 1) if step < last else begin_after,
        ReplayGo.LAST: (deal, last),
        ReplayGo.NEXT: begin_after,
        ReplayGo.VIEW: (deal, step),
    }
    return Moment(*places[go], at.seat)


def moment_layout(replay: Replay, at: Moment, context: RenderContext, *, has_file: bool = True) -> ui.LayoutView:
    """Render a moment that the match has. `context` is that of its finished table, for one reader, who may have the file.

    With pictures, the hands and the table are also pictures.
    """
    deal = replay.deals[at.deal]
    step, say = deal.steps[at.step], context.say
    finished, context = context, replace(context, table=step.table, names=context.names.at(step.table))
    view = view_for(step.match, at.seat)
    facts = {"deal": at.deal + 1, "deals": len(replay.deals), "step": at.step + 1, "steps": len(deal.steps)}
    where = say("Deal {deal} of {deals}, step {step} of {steps}", **facts)
    lines = [f"-# {join_parts((context.title, where))}"]
    if moved(replay, at, ReplayGo.ON) == at:
        lines.append(outcome_text(view_for(replay.match, None), finished))
    elif view.seat_to_act is not None:
        title = say("{name}'s turn", name=context.names.seat(view.seat_to_act))
        lines.append(f"### {title}")
    lines += _event_lines(deal, step, view, context)
    lines += _hand_lines(step, view, context)
    pictures = table_galleries(view, context, instead=table_text(view, context))
    below = [] if pictures else [table_text(view, context)]
    if step.deal.end is None:
        below.append(f"-# {scores_line(view, context)}")
    galleries, controls = _hand_galleries(step, view, context), _controls(replay, at, context, has_file=has_file)
    return layout("\n".join(lines), *pictures, *galleries, *(["\n".join(below)] if below else []), *controls, accent=BLUE)


def _event_lines(deal: ReplayedDeal, step: Step, view: View, context: RenderContext) -> Iterator[str]:
    """Yield how the deal began or ended, the turn up to this step, and who left or came."""
    if step is deal.steps[0]:
        yield from deal_lines(context)
    lines = _turn_lines(deal, step, view, context)
    yield from lines
    event = step.event
    if isinstance(event, SeatLeft) and (line := leaving_line(event.seat, context)) not in lines:
        yield line
    if isinstance(event, SeatTakenOver | SeatTaken):
        changes = [one for one in context.table.seats.changes if one.seat == event.seat and one.before != one.player]
        yield from (line for one in changes[-1:] if (line := seat_change_line(one, context)) not in lines)
    if view.deal is not None and view.deal.end is not None:
        yield from deal_result_lines(view, context)


def _turn_lines(deal: ReplayedDeal, step: Step, view: View, context: RenderContext) -> list[str]:
    """Return the turn up to this step. If the hand that drew is shown, the drawn card is named."""
    played = next((turn for turn in step.table.turns if turn.number == step.turn), None)
    if played is None:
        return []
    if view.viewer in (None, played.seat):
        whole = next(turn for turn in deal.turns if turn.number == played.number)
        played = with_(played, events=whole.events[: len(played.events)])
    return turn_lines(played, context)


def _hand_lines(step: Step, view: View, context: RenderContext) -> Iterator[str]:
    """Yield the hands that are shown, unless the end of the deal has them; beside pictures in small letters."""
    say, deal = context.say, view.deal
    if deal is None or deal.end is not None:
        return
    if view.viewer is not None:
        whose = say("{name}'s hand", name=context.names.seat(view.viewer))
        yield f"**{whose}**"
        yield hand_cards(view, deal, context)
        return
    for seat in order_of_play(view):
        name = with_mark(context.names.seat(seat), context.table.seats.marks[seat], context.pictures)
        if seat not in view.gone_seats:
            hand = say.cards(in_card_order(step.deal.hands[seat])) or say("No cards left")
            yield f"{'-# ' if context.pictures else ''}**{name}**: {hand}"


def _hand_galleries(step: Step, view: View, context: RenderContext) -> list[PictureGallery]:
    """Return the picture of the hands that are shown; nothing for readers who want text."""
    say, deal, marks = context.say, view.deal, context.table.seats.marks
    if deal is None or not context.pictures:
        return []
    if deal.end is not None:
        return deal_end_galleries(view, context)
    if view.viewer is None:
        staying = [seat for seat in order_of_play(view) if seat not in view.gone_seats]
        hands = [LastHand(marks[seat], in_card_order(step.deal.hands[seat])) for seat in staying]
        shown = LastHands(tuple(hand for hand in hands if hand.cards), context.pictures.is_large)
        return last_hands_galleries(shown, context.pictures, say, f"{say('All hands')}.") if shown.hands else []
    if not deal.hand:
        return []
    hand = hand_picture(view, deal, context)
    whose = say.option("{name}'s hand", name=context.names.plain(context.table.seats.occupants[view.viewer]))
    alt = hand_alt(hand, say, f"{whose}.")
    return [PictureGallery(Picture(hand, context.pictures.colours, alt, context.table.number))]


def _controls(replay: Replay, at: Moment, context: RenderContext, *, has_file: bool) -> "Iterator[ui.Item[Any]]":
    """Yield the buttons that lead on and back, the select of hands, and the file."""
    say, table = context.say, context.table
    labels = {ReplayGo.FIRST: "⏮", ReplayGo.BACK: "◀", ReplayGo.ON: "▶", ReplayGo.LAST: "⏭"}
    if len(replay.deals) > 1:
        labels[ReplayGo.NEXT] = say.button("Next deal")
    presses = {go: ReplayPress(table.number, at.deal + 1, at.step + 1, go, at.seat) for go in ReplayGo}
    buttons = [PressButton(presses[go], label) for go, label in labels.items()]
    for go, button in zip(labels, buttons, strict=True):
        button.disabled = moved(replay, at, go) == at
    yield row(*buttons)
    options = [Option(ALL_HANDS, say.option("All hands"), chosen=at.seat is None)]
    for seat, player in enumerate(table.seats.occupants):
        label = say.option("{name}'s hand", name=context.names.plain(player))
        options.append(Option(str(seat), label, chosen=seat == at.seat))
    yield row(PressSelect(presses[ReplayGo.VIEW], options, say.option("Whose hand")))
    if has_file:
        yield row(fairness_button(at.deal + 1, context), context.button(TableAction.REPLAY_FILE, say.button("As a file")))
