"""The pages of a match in the channel, one message each: the deal, the turn, the score of a deal, the end of the match.

Pages that were over before they could be posted are several in one message, in their final form. Of a match in a thread, its
channel has one line.
"""

from collections.abc import Sequence
from dataclasses import replace

from discord import ButtonStyle, ui

from bot.messages.card_text import emoji_as_text
from bot.messages.components import GOLD, GREEN, GREY, PressButton, layout, link, row, rows_of
from bot.messages.games import GAME_WORDS
from bot.messages.table.buttons import TableAction
from bot.messages.table.channel.match_end import (
    deal_end_galleries,
    deal_score_text,
    final_outcome_text,
    match_end_buttons,
    match_end_galleries,
    match_end_place,
    match_end_text,
)
from bot.messages.table.channel.story_pages import END, LOBBY, Page
from bot.messages.table.channel.turn_lines import (
    end_request_lines,
    leaving_line,
    played_text,
    seat_lines_of_pause,
    seat_lines_of_turn,
    turn_lines,
)
from bot.messages.table.clock import nudge_button, time_limit_line, waiting_lines
from bot.messages.table.render_context import RenderContext
from bot.messages.table.shuffle_proof import fingerprint_line
from bot.messages.table.table_text import deal_of, scores_line, table_galleries, table_text
from bot.messages.text import join_parts
from bot.rummy.events import SeatLeft
from bot.rummy.view import DealAnnounced, View, view_for
from bot.tables.table import Phase

_MOST_BUTTONS = 25
_MOST_TEXT = 3800  # characters; a message has room for 4,000


def page_layout(page: Page, context: RenderContext) -> ui.LayoutView:
    """Render a page. It mentions nobody: those whose direct messages are closed get a message of their own."""
    view = view_for(context.table.begun_match, None)
    text = _text(page, view, context)
    match page.kind:
        case "round" if page.is_open:
            pictures = table_galleries(view, context, instead=table_text(view, context))
            my_hand = context.button(TableAction.HAND, context.say.button("My hand"), ButtonStyle.primary)
            buttons = [my_hand, context.button(TableAction.SHOW, context.say.button("Table"))]
            buttons += [*nudge_button(context), *end_button(context)]
            points = f"-# {scores_line(view, context)}"
            if pictures:
                return layout(f"{text}\n{points}", *pictures, row(*buttons), accent=GREEN)
            return layout(text, ui.Separator(), f"{table_text(view, context)}\n{points}", row(*buttons), accent=GREEN)
        case "round" | "deal":
            return layout(text)
        case "score":
            hands = deal_end_galleries(view, context) if page.is_open else []
            return layout(text, *hands, row(*_score_buttons(page, context)), accent=GOLD)
        case _:
            end_buttons, protest = match_end_buttons(view, context), context.counts.protest
            if protest is not None:
                end_buttons.append(PressButton(protest, context.say.button("Protest")))
            if context.counts.correct is not None:
                end_buttons.append(PressButton(context.counts.correct, context.say.button("Correct")))
            pictures = match_end_galleries(view, context) if page.ends_deal else []
            return layout(text, *pictures, row(*end_buttons), accent=GOLD)


def channel_line_layout(context: RenderContext) -> ui.LayoutView:
    """Render the line that a channel has of a match in a thread: the score so far, or how the match ended, and a link."""
    table, say = context.table, context.say
    view = view_for(table.begun_match, None)
    to_table = link(say.button("To the table"), table.server, context.channel)
    if table.begun_match.is_over:
        is_as_played = view.placings is not None and not context.counts.corrected(say, context.names)
        scores = [scores_line(view, context)] if is_as_played else []
        text = "\n".join((final_outcome_text(view, context), *scores, match_end_place(context)))
        return layout(text, row(to_table), accent=GOLD)
    ended = len(view.ended_deals)
    deals = say("after deal {number}", number=ended) if ended else say("deal {deal}", deal=1)
    lines = [f"-# {context.title} · {deals}", *context.counts.round(say, context.names), scores_line(view, context)]
    if not ended:
        lines.append(say("Your cards are in your DMs."))
    if table.may_count:
        lines += (f"-# {line}" for line in context.counts.lines(say, context.names))
    my_hand = context.button(TableAction.HAND, say.button("My hand"), ButtonStyle.primary)
    return layout("\n".join(lines), row(my_hand, to_table))


def closed_page_text(page: Page, context: RenderContext) -> str:
    """Return what happened on a page, without the table as it was."""
    context = replace(context, table=page.table)
    return _text(page, view_for(context.table.begun_match, None), context)


def _text(page: Page, view: View, context: RenderContext) -> str:
    match page.kind:
        case "deal":
            return _deal_text(page, context)
        case "round":
            return "\n".join(_round_lines(page, context))
        case "score":
            left = [leaving_line(event.seat, context) for event in page.events if isinstance(event, SeatLeft)]
            left += seat_lines_of_pause(context)
            asked = end_request_lines(context) if page.is_open else ()
            return "\n".join([deal_score_text(view, context, is_waiting=page.is_open), *left, *asked])
        case _:
            return f"{match_end_text(view, context)}\n{match_end_place(context)}"


def _deal_text(page: Page, context: RenderContext) -> str:
    say, announced = context.say, page.events[0]
    assert isinstance(announced, DealAnnounced)
    lines = [f"-# {context.title}", f"### {say('Deal {number}', number=announced.deal)}"]
    lines += deal_lines(replace(context, table=page.table))
    if announced.deal == 1:
        lines.append(say("Your cards are in your DMs. **My hand** shows them here, only to you."))
    lines.append(fingerprint_line(announced.commitment, say))
    return "\n".join(lines)


def deal_lines(context: RenderContext) -> list[str]:
    """Return the order of play of a deal that has just begun, and what is special about it."""
    say, names, match = context.say, context.names, context.table.begun_match
    view = view_for(match, None)
    deal = deal_of(view)
    order = list(map(names.seat, match.receivers(deal.dealer)))
    lines = [say("Order of play: {order} (dealer)", order=join_parts(order, "→"))]
    if not deal.discard_pile:
        lines.append(say("{name} has an extra card and skips the first draw.", name=order[0]))
    lines += GAME_WORDS[match.variant.game].deal(view, say)
    if deal.is_extra:
        lines.append(say("Extra deal to break the tie."))
    return lines


def _round_lines(page: Page, context: RenderContext) -> list[str]:
    """Return a line for each finished turn, then whose turn it is and what they have played so far."""
    say = context.say
    lines = [f"-# {context.title} · {say('deal {deal}', deal=page.deal)}"]
    for turn in page.turns[:-1] if page.is_open else page.turns:
        lines += turn_lines(turn, context)
    if page.is_open:
        current = page.turns[-1]
        title = say("{name}'s turn", name=context.names.seat(current.seat))
        lines.append(f"### {title}")
        if played := played_text(current, context):
            lines.append(played)
        if limit := time_limit_line(context):
            lines.append(f"-# {limit}")
        lines += seat_lines_of_turn(current, context)
        lines += waiting_lines(context)
        lines += end_request_lines(context)
    return lines


def mention_layout(context: RenderContext, people: Sequence[int], *, is_new: bool, by: int | None = None) -> ui.LayoutView:
    """Render a message that mentions people: because another player reminds them (`by`), or their direct messages are closed.

    `is_new` if they haven't been told yet that they are closed.
    """
    say = context.say
    names = say.all_of(context.names.mention(person) for person in people)
    if is_new:
        text = say("{people}, your DMs are closed. Press **My hand** to play.", people=names)
    elif by is not None:
        text = say("{people}, {name} is waiting for you. Press **My hand**.", people=names, name=context.names.person(by))
    elif context.table.timing.turn_clock is not None and context.table.timing.turn_clock.reminders_of_turn:
        text = say("{people}, it's still your turn: press **My hand**.", people=names)
        text = f"{text}\n{time_limit_line(context)}".rstrip()
    else:
        text = say("{people}, it's your turn: press **My hand**.", people=names)
    my_hand = context.button(TableAction.HAND, say.button("My hand"), ButtonStyle.primary)
    return layout(text, row(my_hand), accent=GREEN)


def waiting_layout(context: RenderContext) -> ui.LayoutView:
    """Render the direct message that the table waits until the bot can write in its private thread."""
    text = context.say("I can't write in this table's private thread. The table waits, and its clock stands still.")
    place = f"-# {context.title} · {context.server_name} · <#{context.channel}>"
    return layout(f"{text}\n{place}", accent=GREY)


def end_button(context: RenderContext) -> list[PressButton]:
    """Return **End the match** while the people at the table are asked for it."""
    table = context.table
    if table.timing.end_vote_until is None or len(table.seated_people()) <= 1 or table.phase == Phase.OVER:
        return []
    return [context.button(TableAction.END, context.say.button("End the match"))]


def take_seat_button(context: RenderContext) -> list[PressButton]:
    """Return the button for people who don't play, while a computer's seat can be taken."""
    table = context.table
    if table.phase != Phase.PAUSE or table.is_private or not table.seats.of_computers():
        return []
    return [context.button(TableAction.TAKE_SEAT, context.say.button("Take a computer's seat"))]


def _score_buttons(page: Page, context: RenderContext) -> list[PressButton]:
    """Return the buttons under a deal's score: while the next deal is awaited, also **Ready** and **Table**."""
    say, table = context.say, context.table
    fairness = fairness_button(page.deal, context)
    if not page.is_open:
        return [fairness]
    ready = say.button("Ready ({count} of {all})", count=len(table.ready_people), all=len(table.seated_people()))
    return [
        context.button(TableAction.READY, ready, ButtonStyle.success, table.deal_number),
        context.button(TableAction.SHOW, say.button("Table")),
        *end_button(context),
        *take_seat_button(context),
        fairness,
    ]


def fairness_button(deal: int, context: RenderContext, *, names_deal: bool = False) -> PressButton:
    """Return the button that shows the proof of a deal."""
    say = context.say
    label = say("Shuffle of deal {number}", number=deal) if names_deal else say.button("Check shuffle")
    return context.button(TableAction.FAIRNESS, label, as_of=deal)


def late_pages(new: Sequence[Page]) -> list[Page]:
    """Return the pages at the beginning of the new ones that are over.

    The announcement of a deal that is being played and the end of the match are messages of their own.
    """
    late: list[Page] = []
    for place, page in enumerate(new):
        is_followed = any(later.key != page.key and not later.is_open for later in new[place + 1 :])
        if page.is_open or page.key in (LOBBY, END) or (page.kind == "deal" and not is_followed):
            break
        late.append(page)
    return late


def fitting_pages(pages: Sequence[Page], context: RenderContext) -> list[Page]:
    """Return the first pages, as many as one message has room for with cards as text: at least one."""
    length = 0
    for place, page in enumerate(pages):
        length += len(emoji_as_text(closed_page_text(page, context))) + 1
        if place and length > _MOST_TEXT:
            return list(pages[:place])
    return list(pages)


def late_layout(pages: Sequence[Page], context: RenderContext) -> ui.LayoutView:
    """Render the pages one below the other, without mentions; their only buttons show that the deals were fair."""
    text = "\n".join(closed_page_text(page, context) for page in pages)
    if len(text) > _MOST_TEXT:
        text = emoji_as_text(text)[:_MOST_TEXT]
    buttons = [fairness_button(page.deal, context, names_deal=True) for page in pages if page.kind == "score"][:_MOST_BUTTONS]
    return layout(text, *rows_of(buttons))
