"""The summary of a table for one person: **Table** under a round's message, and `/table show`."""

from collections.abc import Iterator, Sequence
from typing import Any

from discord import ButtonStyle, ui

from bot.messages.card_text import emoji_as_text
from bot.messages.components import GREY, PressButton, layout, row, rows_of
from bot.messages.pictures.marks import sign_before, with_mark
from bot.messages.rules.game_labels import match_goal
from bot.messages.table.buttons import TableAction
from bot.messages.table.channel.match_end import match_end_buttons, match_end_galleries, match_end_place, match_end_text
from bot.messages.table.channel.page_message import take_seat_button
from bot.messages.table.channel.turn_lines import end_request_lines, seat_lines_of_pause, turn_lines
from bot.messages.table.clock import time_limit_line, waiting_lines
from bot.messages.table.hand.hand_cards import hand_rest
from bot.messages.table.hand.hand_controls import sort_button
from bot.messages.table.hand.hand_message import hand_view
from bot.messages.table.lobby import house_rules_line
from bot.messages.table.render_context import RenderContext
from bot.messages.table.table_text import scores_line, table_galleries, table_text
from bot.messages.text import join_parts, small
from bot.rummy.view import view_for
from bot.tables.table import Phase, PlayedTurn

_ROOM, _ROOM_FOR_TURNS = 2200, 3600  # characters for the turns, of the 4,000 of a message
_TURNS = 6  # with the table above them they fit on a phone; the older ones are behind a button


def summary_layout(context: RenderContext, person: int | None, *, note: str = "", may_remove: bool = False) -> ui.LayoutView:
    """Render whose turn it is, the table, the house rules and the turns of this deal; after the match, how it ended.

    `person` is None, or not at the table, for an onlooker, who only gets buttons that show something, or take a computer's
    seat. `note` is a sentence above it. `may_remove` is True for a manager of the server or an organiser.
    """
    table, say = context.table, context.say
    view = view_for(table.begun_match, None)
    head = [note] if note else []
    if table.begun_match.is_over:
        text = "\n".join((*head, match_end_text(view, context), match_end_place(context)))
        buttons = match_end_buttons(view, context, can_invite=person in table.seats.people)
        pictures = match_end_galleries(view, context)
        return layout(text, *pictures, *([row(*buttons)] if buttons else []), accent=GREY)
    whose = table.player_to_act()
    if whose is None:
        turn = say("Between two deals.")
    else:
        turn = say("Your turn") if whose == person else say("{name}'s turn", name=context.names.person(whose))
    place = "" if table.is_private else f"<#{context.channel}>"
    when_and_where = small(join_parts(filter(None, (time_limit_line(context, is_edited=False), place))))
    head += [f"### {context.title}", turn, when_and_where, *waiting_lines(context)]
    seat_lines = [*seat_lines_of_pause(context), *end_request_lines(context)]
    is_onlooker = person is not None and not table.takes_part(person) and person not in table.seats.removed
    if is_onlooker and table.phase != Phase.PAUSE and table.seats.of_computers():
        seat_lines.append(f"-# {say('After this deal, you can take the seat of a computer.')}")
    shown_table, points = table_text(view, context), scores_line(view, context, with_goal=True)
    if context.pictures:  # they show it, too
        shown_table = small(shown_table)
        points = points if any(view.scores) else join_parts(match_goal(view.variant, say))
    about = [
        shown_table,
        f"-# {points}",
        _signs_line(context),
        *_own_hand(context, person),
        *seat_lines,
        house_rules_line(context),
        f"-# {say('Hints: only in casual matches')}" if table.may_count else "",
    ]
    pictures = table_galleries(view, context)
    texts = [head, about] if pictures else [[*head, *about]]
    shown: list[ui.TextDisplay[Any]] = [ui.TextDisplay("\n".join(filter(None, lines))) for lines in texts]
    items: list[ui.Item[Any]] = [*shown[:-1], *pictures, shown[-1], *_turn_items(context, table.turns, _ROOM, _TURNS)]
    items += rows_of(_buttons(context, person))
    if may_remove and (
        table.timing.missed_turns or table.timing.paused_for is not None
    ):  # a red button in every match would invite mistakes
        items.append(row(context.button(TableAction.REMOVE, say.button("Remove a player …"), ButtonStyle.danger)))
    return layout(*items, accent=GREY)


def _signs_line(context: RenderContext) -> str:
    """Return the players whose names don't begin with their marks in the picture; nothing if all do."""
    seats, names = context.table.seats, context.names
    pairs = [(names.seat(seat), mark) for seat, mark in enumerate(seats.marks)]
    signed = [with_mark(name, mark, context.pictures) for name, mark in pairs if sign_before(name, mark, context.pictures)]
    return f"-# {context.say('Marks in the picture: {names}', names=join_parts(signed))}" if signed else ""


def _own_hand(context: RenderContext, person: int | None) -> list[str]:
    """Return what a player's own hand leaves out beside its picture."""
    table = context.table
    seat = None if person is None or person not in table.seated_people() else table.seats.seat_of(person)
    if seat is None or table.match is None or table.phase != Phase.DEAL or not context.pictures:
        return []
    view = hand_view(table.match, seat)
    return [] if view.deal is None else ["", *hand_rest(view, view.deal, context)]


def older_turns_layout(context: RenderContext, before: int) -> ui.LayoutView:
    """Render the turns of this deal before the turn with this number."""
    turns = [turn for turn in context.table.turns if turn.number < before]
    back = context.button(TableAction.SHOW, context.say.button("Back to the table"))
    shown = _turn_items(context, turns, _ROOM_FOR_TURNS, len(turns))
    return layout(f"-# {context.title}", *shown, row(back), accent=GREY)


def _turn_items(context: RenderContext, turns: Sequence[PlayedTurn], room: int, most: int) -> "Iterator[ui.Item[Any]]":
    """Yield these turns, the newest first, and a button to the older ones.

    There are as many as there is room for (characters, with cards as text), and at most so many in which something was played.
    """
    say, shown, oldest = context.say, [f"**{context.say('Turns, newest first')}**"], 0
    for turn in reversed(turns):
        lines = turn_lines(turn, context, in_short=bool(context.pictures))
        room -= sum(len(emoji_as_text(line)) + 1 for line in lines)
        most -= bool(lines)
        if (room < 0 or most < 0) and oldest:
            break
        shown += lines
        oldest = turn.number
    if len(shown) > 1:
        yield ui.TextDisplay("\n".join(shown))
    if turns and oldest > turns[0].number:
        yield row(context.button(TableAction.OLDER, say.button("Older turns"), as_of=oldest))


def _buttons(context: RenderContext, person: int | None) -> list[PressButton]:
    table, say, button = context.table, context.say, context.button
    about = [button(TableAction.RULES, say.button("Rules")), button(TableAction.FAIRNESS, say.button("Check shuffle"))]
    if person not in table.seated_people():
        may_sit = not table.is_private and not (person is not None and table.is_out(person))
        return [*about, *take_seat_button(context)] if may_sit else about
    leave = [] if table.is_private else [button(TableAction.LEAVE, say.button("Leave"))]
    is_sorted = context.pictures and table.phase == Phase.DEAL and table.variant.deck == "french52"
    return [
        button(TableAction.HAND, say.button("My hand"), ButtonStyle.primary),
        *([sort_button(context)] if is_sorted else []),
        *about,
        *leave,
        button(TableAction.END, say.button("End the match")),
    ]
