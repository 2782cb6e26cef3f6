"""A player's hand: the cards, the melds they make and, on the player's turn, the moves as buttons and selects.

Its text begins with what matters most, because a notification shows only its beginning and a screen reader reads it aloud:
whose turn it is, how many cards there are, the cards, what can't be done with them, what the others did, and last the place.
It is rendered from the player's view alone. Only on the player's own turn does it show the table, so that it never becomes
stale while others play. At the end of the match it shows how the last deal ended. At a table that is one person's alone, it is
the only message: it also shows what the channel would.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from discord import ButtonStyle, ui

from bot.messages.components import GREEN, GREY, layout, row
from bot.messages.table.buttons import TableAction
from bot.messages.table.channel.match_end import (
    deal_end_galleries,
    deal_result_lines,
    fingerprint_line,
    last_deal_lines,
    match_end_buttons,
    match_end_galleries,
    match_end_text,
    next_deal_line,
)
from bot.messages.table.channel.page_message import end_button
from bot.messages.table.channel.turn_lines import end_request_lines, seat_lines_of_pause, seat_lines_of_turn, turn_lines
from bot.messages.table.clock import own_lines, time_limit_line
from bot.messages.table.hand.hand_cards import barred_cards, hand_cards, hand_galleries
from bot.messages.table.hand.hand_controls import hand_controls, table_button
from bot.messages.table.hand.move_buttons import points_text, wastes_joker
from bot.messages.table.render_context import RenderContext
from bot.messages.table.table_text import table_galleries, table_text
from bot.messages.text import NO_BREAK_SPACE, keep_together
from bot.rummy.cards import face, is_joker
from bot.rummy.events import MeldKind
from bot.rummy.match import Awaited, hand_points
from bot.rummy.melds import Meld
from bot.rummy.moves import LayMeld, LayMelds
from bot.rummy.view import DealView, RecentResults, View, view_for
from bot.tables.table import Phase

hand_view = RecentResults(view_for)
"""Returns what a seat may know of a match."""
_MOST_MELDS = 6  # melds in the text
_LINE = 30  # characters, on a phone


def hand_layout(
    context: RenderContext, person: int, *, note: str = "", fingerprint: str = "", prompt: "Sequence[ui.Item[Any]]" = ()
) -> ui.LayoutView:
    """Render the hand of a person who is or was at the table.

    With pictures, the table is above the cards, as it is in front of a player; without, it is below the controls.
    `note` is a sentence above it; `fingerprint` the seed commitment of a deal that the channel has not announced yet;
    `prompt` stands in for the controls.
    """
    table = context.table
    assert table.match is not None
    seat = table.seats.seat_of(person)
    head = [note] if note else []
    where = () if table.is_private else (context.server_name, f"<#{context.channel}>")
    place = f"-# {' · '.join(filter(None, (context.title, *where)))}"
    view = view_for(table.match, None) if seat is None else hand_view(table.match, seat)
    if view.placings is not None or view.is_broken_off:
        text = "\n".join((*head, match_end_text(view, context), *last_deal_lines(view, context), place))
        return layout(ui.TextDisplay(text), *match_end_galleries(view, context), row(*match_end_buttons(view, context)))
    if seat is None or seat in view.left_seats:
        return layout(ui.TextDisplay("\n".join((*head, *_lines_without_seat(person, context), place))))
    assert view.deal is not None
    on_turn = view.seat_to_act == seat
    shows_others = on_turn or table.is_private
    others = _others_lines(seat, context) if shows_others else _changed_seats_lines(seat, context)
    lines = [*head, f"### {_title(view, view.deal, context)}"]
    if view.deal.end is not None:
        lines += (*others, *deal_result_lines(view.deal.end, view, context))
    else:
        lines += (*_hand_lines(view, view.deal, context), *others)
    if on_turn and (limit := time_limit_line(context)):
        lines.append(f"-# {limit}")
    lines += (*own_lines(context, person), *end_request_lines(context))
    if table.is_private and table.phase != Phase.PAUSE and all(turn.seat != seat for turn in table.turns[:-1]):
        fingerprint = view.deal.commitment  # before the end of their first turn
    if fingerprint:
        lines.append(fingerprint_line(fingerprint, context))
    lines.append(place)
    items: list[ui.Item[Any]] = [ui.TextDisplay("\n".join(lines))]
    table_items = (ui.TextDisplay(table_text(view, context)), *table_galleries(view, context)) if on_turn else ()
    if view.deal.end is None and (hand := hand_galleries(view, view.deal, context)):
        items += (*table_items, *hand)
        table_items = ()
    if view.deal.end is not None:
        items += deal_end_galleries(view, context)
    if prompt:
        items += prompt
    else:
        items += hand_controls(view, view.deal, context) if view.deal.end is None else _ready_items(context, person)
    if table.timing.is_away(person) and not on_turn and view.deal.end is None:
        items.append(row(context.button(TableAction.BACK, context.say("I'm back"), ButtonStyle.success)))
    if table_items:
        items += (ui.Separator(), *table_items)
    return layout(*items, accent=GREEN if on_turn else GREY)


def _others_lines(seat: int, context: RenderContext) -> list[str]:
    """Return a line for each turn of the others since the player's last one; in a first turn, since the deal began."""
    table = context.table
    turns = table.turns if table.phase == Phase.PAUSE else table.turns[:-1]
    own = max((turn.number for turn in turns if turn.seat == seat), default=0)
    lines = [line for turn in turns if turn.number > own for line in turn_lines(turn, context)]
    return [*lines, *(line for turn in context.table.turns[-1:] for line in seat_lines_of_turn(turn, context))]


def _changed_seats_lines(seat: int, context: RenderContext) -> list[str]:
    """Return who left since the player's last turn, or since the deal ended: that doesn't become stale while others play."""
    turns = context.table.turns
    if context.table.phase == Phase.PAUSE:
        return seat_lines_of_pause(context)
    own = max((turn.number for turn in turns if turn.seat == seat), default=0)
    return [line for turn in turns if turn.number > own for line in seat_lines_of_turn(turn, context)]


def _lines_without_seat(person: int, context: RenderContext) -> list[str]:
    """Return what a person reads whose seat is left, or a computer's now."""
    say, table = context.say, context.table
    lines = [say("You were removed from this match.") if person in table.seats.removed else say("You have left this match.")]
    taken = next((one for one in reversed(table.seats.changes) if one.before == person), None)
    if taken is not None and table.phase != Phase.OVER:
        lines.append(say("{computer} plays on with your cards.", computer=context.names.person(taken.player)))
    if table.phase != Phase.OVER and table.seats.of_computers() and person not in table.seats.removed:
        lines.append(say("Between two deals you can come back: `/table seat`."))
    return lines


def _hand_lines(view: View, deal: DealView, context: RenderContext) -> list[str]:
    """Return the cards, those that can't be discarded, and the melds."""
    say, lines = context.say, []
    if deal.hand:
        size = say.many("1 card", "{count} cards", len(deal.hand))
        lines.append(f"-# {size} · {points_text(hand_points(view.variant, deal.hand), context)}")
    lines.append(hand_cards(deal.hand, _best_melds(view), say, context.card_order, in_short=bool(context.pictures)))
    if barred := barred_cards(view, deal):
        lines.append(say("You can't discard {cards} in this turn.", cards=say.cards(barred)))
    if deal.is_all_at_once:
        lines.append(say("In this deal you must lay down your whole hand in one move, except for a card to discard."))
    elif view.variant.first_meld != "none" and view.viewer not in deal.melded_seats:
        lines.append(
            say.many(
                "Your first melds must be worth at least 1 point together.",
                "Your first melds must be worth at least {count} points together.",
                view.variant.first_meld,
            )
        )
    return [*lines, *_meld_lines(view, context)]


def _best_melds(view: View) -> tuple[Meld, ...]:
    return () if view.arrangement is None else view.arrangement.melds


def _meld_lines(view: View, context: RenderContext) -> list[str]:
    """Return the lines about the melds that fit together, which are shown as groups of cards, and about other melds."""
    say, together = context.say, _best_melds(view)
    most = _other_melds(view, together)
    lines = []
    is_to_play = view.seat_to_act == view.viewer and view.awaits != Awaited.DRAW
    if together and is_to_play and not any(isinstance(move, LayMeld | LayMelds) for move in view.moves):
        lines.append(say.many("The meld above is for a later turn.", "The melds above are for a later turn.", len(together)))
    if most and together:
        lines.append(say("Also possible: {melds}", melds=_join_melds(most, context)))
    elif most:
        lines.append(say("Melds in it: {melds}", melds=_join_melds(most, context)))
    return lines


def _other_melds(view: View, together: tuple[Meld, ...]) -> list[Meld]:
    """Return the other melds with the most points, none within another.

    Of figures, any few are a set: one set is named for the figures that are in none of the melds that fit together.
    """
    held = Counter(map(face, () if view.deal is None else view.deal.hand))
    used = frozenset(card for meld in together for card in _naturals(meld))
    found: dict[object, Meld] = {}
    for meld in sorted(view.melds_in_hand, key=lambda meld: (-hand_points(view.variant, meld.cards), -len(meld.cards))):
        own = _naturals(meld)
        if len(own) * 2 <= len(meld.cards) or wastes_joker(meld.cards, held):
            continue
        is_figure_set = meld.kind == MeldKind.SET and view.variant.set_kind == "distinct_figures"
        named = own - used if is_figure_set else own
        if named and not any(own <= _naturals(one) for one in (*together, *found.values())):
            found.setdefault((meld.kind, named), meld)
    return list(found.values())[: max(0, _MOST_MELDS - len(together))]


def _naturals(meld: Meld) -> frozenset[str]:
    """Return the cards that tell melds apart here; the same cards with jokers in other places are the same meld."""
    return frozenset(face(card) for card in meld.cards if not is_joker(card))


def _join_melds(melds: Iterable[Meld], context: RenderContext) -> str:
    """Return the melds on one line, which breaks between melds, and within a meld only if it is longer than a line."""
    rows = [context.say.cards(meld.cards) for meld in melds]
    short = [row if NO_BREAK_SPACE in row or len(row) > _LINE else keep_together(row) for row in rows]
    return f"{NO_BREAK_SPACE}| ".join(f"**{row}**" for row in short)


def _title(view: View, deal: DealView, context: RenderContext) -> str:
    say = context.say
    if deal.end is not None:
        return say("Deal {number} is over", number=deal.number)
    if view.seat_to_act != view.viewer:
        is_of_two = view.seats - len(view.left_seats) <= 2  # with more players a name would be out of date after each turn
        if view.seat_to_act is None or not is_of_two:
            return say("Waiting for your turn")
        return say("Waiting for {name}", name=context.names.seat(view.seat_to_act))
    if view.awaits == Awaited.DRAW:
        return say("Your turn: draw a card")
    if deal.new_card is None:
        return say("Your turn: you start, no draw this turn")
    card = context.emoji.text(deal.new_card)
    if deal.taken_card is not None:
        return say("Your turn: you took {card}", card=card)
    return say("Your turn: you drew {card}", card=card)


def _ready_items(context: RenderContext, person: int) -> Iterable[ui.Item[Any]]:
    """Return when the next deal comes, and the Ready button or that the player is ready, between two deals."""
    say, table = context.say, context.table
    label = say("Next deal") if table.is_private else say("Ready")
    button = context.button(TableAction.READY, label, ButtonStyle.success, table.deal_number)
    if table.is_private:
        return (row(button, table_button(context)),)
    next_deal = f"-# {next_deal_line(context)}"
    if person in table.ready_people:
        ready: ui.TextDisplay[Any] = ui.TextDisplay(f"{say('You are ready; the next deal waits for the others.')}\n{next_deal}")
        return (ready, row(table_button(context), *end_button(context)))
    return (ui.TextDisplay(next_deal), row(button, table_button(context), *end_button(context)))
