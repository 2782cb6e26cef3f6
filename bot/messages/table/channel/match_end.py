"""The end of a deal and of a match: every hand and its points, the winner, how close it was, what changed in the leagues.

The result of a match fits on a phone; the last hands and the points of each deal are behind **Details**.
"""

from collections.abc import Iterator

from discord import ButtonStyle, ui

from bot.messages.card_order import in_card_order
from bot.messages.components import GREY, PressButton, layout
from bot.messages.games import GAME_WORDS
from bot.messages.match_points import MOST_CHARACTERS, PointsRow, parts_text, points_table
from bot.messages.pictures.galleries import last_hands_galleries, points_galleries
from bot.messages.pictures.last_hands import end_with_melds, last_hands_of_view, place_last_hands
from bot.messages.pictures.marks import sign_before, with_mark
from bot.messages.pictures.picture import PictureGallery
from bot.messages.pictures.player_order import order_of_play
from bot.messages.start_menu import OpponentsPress
from bot.messages.table.buttons import DailyPress, TableAction
from bot.messages.table.channel.turn_lines import abandoned_hands, abandonment_lines
from bot.messages.table.render_context import STANDINGS_COMMAND, RenderContext
from bot.messages.table.table_text import deal_of, scores_line, stages_line
from bot.messages.text import DOT, join_parts, safe_text, small, timestamp
from bot.rummy.events import DealEnded
from bot.rummy.match import hand_points
from bot.rummy.view import View, view_for
from bot.tables.seat_events import LONGEST_REASON

_FLATTEST = 7
"""The last hands are part of the result if their picture is at most (7 - players) tenths as high as wide."""


def match_end_text(view: View, context: RenderContext) -> str:
    """Return the result as its viewer reads it, the points unless it was corrected, and what changed in which league."""
    lines, is_won = [final_outcome_text(view, context)], view.placings is not None and len(view.left_seats) < view.seats - 1
    if context.table.is_abandoned:
        lines += abandonment_lines(view, context)
    elif is_won and view.deal is not None and view.deal.end is not None:
        lines += map(small, GAME_WORDS[view.variant.game].why_nobody_won(view.deal.end, view.variant, context.say))
    if view.ended_deals and not context.counts.corrected(context.say, context.names):
        lines += (deal_points_text(view, context, room=0), *_bonus_lines(view, context))
    if view.placings is not None:
        counts = context.counts.lines(context.say, context.names)
        is_in_hand = view.viewer is not None  # in a direct message, as a rule
        shown = [line.removesuffix(STANDINGS_COMMAND) if is_in_hand else line for line in counts]
        lines += [line if line.startswith("**") else f"-# {line}" for line in shown]  # what was won there is bold
    return "\n".join(lines)


def final_outcome_text(view: View, context: RenderContext) -> str:
    """Return who has won, or the places as an organiser has corrected them."""
    return "\n".join(context.counts.corrected(context.say, context.names)) or outcome_text(view, context)


def match_end_galleries(view: View, context: RenderContext) -> list[PictureGallery]:
    """Return the picture of the last hands, if the result still fits on a phone with it."""
    hands = last_hands_of_view(view, context.table.seats.marks)
    if hands is None:
        return []
    placed = place_last_hands(hands)
    if placed.height * 10 > placed.width * (_FLATTEST - view.seats):
        return []
    return deal_end_galleries(view, context, instead="\n".join(last_hands_lines(view, context)))


def match_details_layout(context: RenderContext, viewer: int | None) -> ui.LayoutView:
    """Render what the result of the match leaves out: the points of each deal and their curve, and the last hands.

    `viewer` is the reader's seat, None for an onlooker.
    """
    table, say = context.table, context.say
    view = view_for(table.begun_match, viewer)
    lines = [match_end_place(context), deal_points_text(view, context), *_bonus_lines(view, context)]
    hands = last_hands_lines(view, context)
    if view.deal is not None and hands:
        lines += (f"### {say('End of deal {number}', number=view.deal.number)}", *hands)
    chart = points_galleries(view.ended_deals, table.seats.marks, context.pictures, say)
    return layout("\n".join(lines), *deal_end_galleries(view, context), *chart, accent=GREY)


def last_hands_lines(view: View, context: RenderContext) -> list[str]:
    """Return every hand at the end of the last deal, or as it was when nobody moved; nothing if the match was cancelled."""
    if view.deal is not None and view.deal.end is not None:
        return deal_hands(view, context)
    return abandoned_hands(view, context) if context.table.is_abandoned else []


def match_end_place(context: RenderContext) -> str:
    """Return the line below the text of the match's end, which names the table and, if it has a result, the match."""
    table, parts = context.table, [context.title, context.say("End of the match")]
    if table.may_count and table.match is not None and table.match.placings is not None:
        parts.append(context.say("match {number}", number=f"`{table.number}`"))
    return f"-# {join_parts(parts)}"


def match_end_buttons(view: View, context: RenderContext, *, can_invite: bool = True) -> list[PressButton]:
    """Return the buttons below the end: to play again, if the reader may, for the details, and for the replay.

    After a match of a tournament its next round comes first. Nobody plays the deal of a day again: it has a result.
    """
    table, say, found, day = context.table, context.say, list[PressButton](), context.table.lobby.day
    if day is not None:
        found.append(PressButton(DailyPress("show", day.day), say.button("Result"), ButtonStyle.success))
    elif can_invite:
        if not table.lobby.tournament:
            found.append(context.button(TableAction.AGAIN, say.button("Play again"), ButtonStyle.success))
        if table.is_private:
            found.append(PressButton(OpponentsPress(), say.button("Other opponents …")))
    if view.ended_deals or last_hands_lines(view, context):
        found.append(context.button(TableAction.DETAILS, say.button("Details")))
    if view.deal is not None and (day is None or not context.hides_hands):
        found.append(context.button(TableAction.REPLAY, say.button("Replay")))
    return found


def deal_points_text(view: View, context: RenderContext, room: int = MOST_CHARACTERS) -> str:
    """Return the total points, and the points of as many deals as there is room for."""
    say, best = context.say, view.scores if view.variant.is_lowest_score_best() else tuple(-points for points in view.scores)
    order = sorted(range(view.seats), key=lambda seat: view.placings[seat] if view.placings else best[seat])
    names = [context.names.plain(player) for player in context.table.seats.occupants]
    rows = [
        PointsRow(
            f"{view.placings[seat]}." if view.placings else "·",
            names[seat],
            view.scores[seat],
            tuple(ended.points[seat] for ended in view.ended_deals),
            sign_before(names[seat], context.table.seats.marks[seat], context.pictures),
            username=context.names.username(context.table.seats.occupants[seat]),
        )
        for seat in order
    ]
    return points_table(rows, say, room)


def _bonus_lines(view: View, context: RenderContext) -> Iterator[str]:
    """Yield what each player gets at the end of the match besides the points of the deals, and for what."""
    for seat, parts in enumerate(view.bonuses):
        if parts:
            head = context.say("In the total of {name}", name=context.names.seat(seat))
            yield small(context.say("{title}: {value}", title=head, value=parts_text(parts, context.say)))


def outcome_text(view: View, context: RenderContext) -> str:
    """Return who has won, or why nobody has; for a player who stayed to the end, also how close it was."""
    say, names, placings = context.say, context.names, view.placings
    if placings is None and context.table.is_abandoned:
        return f"## {say('Table closed. No result.')}"
    if placings is None:
        lines = [f"## {say('Match cancelled. No result.')}"]
        if (by := context.table.broken_off) is not None:
            name, why = names.person(by.person), safe_text(by.why, LONGEST_REASON)
            lines.append(say("{name} cancelled it: {why}", name=name, why=why))
        return "\n".join(lines)
    winners = [seat for seat in range(view.seats) if placings[seat] == 1]
    left = [names.seat(seat) for seat in view.left_seats]
    if context.table.is_over_too_early:
        if context.table.is_abandoned:
            return f"## {say('Table closed. Nobody wins.')}"
        if view.viewer in view.left_seats:
            return f"## {say('You left. Nobody wins.')}"
        return f"## {say('{names} left. Nobody wins.', names=say.all_of(left))}"
    if len(left) == view.seats - 1 and not context.table.is_abandoned:
        gone = say.all_of(left)
        if view.viewer in view.left_seats:
            return f"## {say('You left. {winner} wins.', winner=names.seat(winners[0]))}"
        if view.viewer in winners:
            return f"## {say('{names} left. You win!', names=gone)}"
        return f"## {say('{names} left. {winner} wins.', names=gone, winner=names.seat(winners[0]))}"
    how = f" {say('Lowest wins.')}" if view.variant.is_lowest_score_best() else ""
    margins = (line + how for line in _margin_lines(winners, view, context))
    lines = [f"## {_winners_text(winners, view, context)}", *(stages_line(view, context) if view.stages else margins)]
    if left and not context.table.is_abandoned:
        lines.append(f"-# {say('{names} left the match.', names=say.all_of(left))}")
    return "\n".join(lines)


def _winners_text(winners: list[int], view: View, context: RenderContext) -> str:
    say, names = context.say, context.names
    others = say.all_of(names.seat(seat) for seat in winners if seat != view.viewer)
    if view.viewer in winners:
        return say("You share first place with {names}!", names=others) if len(winners) > 1 else say("You win!")
    return say("{names} share first place", names=others) if len(winners) > 1 else say("{name} wins!", name=others)


def _margin_lines(winners: list[int], view: View, context: RenderContext) -> list[str]:
    """Return how close it was for a player who stayed to the end, against those who did; nothing for everyone else."""
    say, names, viewer = context.say, context.names, view.viewer
    gone = {*view.gone_seats}.difference(winners)
    if viewer is None or viewer in gone:
        return []
    if viewer not in winners:
        behind = abs(view.scores[viewer] - view.scores[winners[0]])
        ahead = say.all_of(map(names.seat, winners))
        return [say.many("You're 1 point behind {names}.", "You're {count} points behind {names}.", behind, names=ahead)]
    others = [seat for seat in range(view.seats) if seat not in gone.union(winners)]
    if not others:
        return []
    gap = min(abs(view.scores[seat] - view.scores[viewer]) for seat in others)
    next_ones = say.all_of(names.seat(seat) for seat in others if abs(view.scores[seat] - view.scores[viewer]) == gap)
    return [say.many("You're 1 point ahead of {names}.", "You're {count} points ahead of {names}.", gap, names=next_ones)]


def deal_score_text(view: View, context: RenderContext, *, is_waiting: bool) -> str:
    """Return every hand at the end of the deal, its points, and the scores. `is_waiting`: the next deal is awaited."""
    say = context.say
    lines = [f"-# {context.title}", f"### {say('End of deal {number}', number=deal_of(view).number)}"]
    lines += deal_result_lines(view, context)
    if is_waiting:
        lines.append(f"-# {next_deal_line(context)}")
    return "\n".join(lines)


def deal_result_lines(view: View, context: RenderContext) -> list[str]:
    """Return every hand at the end of the deal that was just scored, its points, and the scores."""
    return [*deal_hands(view, context), scores_line(view, context, with_goal=True)]


def deal_hands(view: View, context: RenderContext) -> list[str]:
    """Return every hand and its points in the order of play, below why nobody went out if nobody did."""
    ended = end_with_melds(view)
    assert ended is not None
    hands = (_hand(seat, ended, view, context) for seat in order_of_play(view))
    lines = [*GAME_WORDS[view.variant.game].why_nobody_won(ended, view.variant, context.say), *hands]
    is_pictured = context.pictures and not context.hides_hands
    return list(map(small, lines)) if is_pictured else lines


def deal_end_galleries(view: View, context: RenderContext, *, instead: str = "") -> list[PictureGallery]:
    """Return the picture of every hand; nothing for readers who want text, or while other tables play the deal.

    `instead` is the text of the hands, in a message without it.
    """
    if context.hides_hands:
        return []
    hands = last_hands_of_view(view, context.table.seats.marks, is_large=context.pictures.is_large)
    return last_hands_galleries(hands, context.pictures, context.say, instead=instead)


def next_deal_line(context: RenderContext) -> str:
    """Return when the next deal comes. A pause that an earlier version of the bot began has no known end."""
    say, at = context.say, context.table.timing.next_deal_at
    if at is None:
        return say("Next deal soon, or once everyone presses **Ready**.")
    return say("Next deal {time}, or once everyone presses **Ready**.", time=timestamp(at, "R"))


def _hand(seat: int, ended: DealEnded, view: View, context: RenderContext) -> str:
    say, hand = context.say, ended.hands[seat]
    seats = context.table.seats
    name = with_mark(context.names.person(seats.player_of_deal(seat)), seats.marks[seat], context.pictures)
    words = GAME_WORDS[view.variant.game]
    won = words.points(seat, ended, view.variant, say)
    if ended.had_left(seat):
        return say("~~{name}~~ is out", name=name) if seat in view.out_seats else say("~~{name}~~ had left", name=name)
    melds = say.all_of(map(say.cards, ended.melds_of(seat)))  # with what others have laid off on them
    hides = context.hides_hands and seat != view.viewer
    shown = [say("melds {melds}", melds=melds)] if melds and not (hides and ended.shown) else []
    if not hand and seat == ended.winner:
        went_out = words.won(ended, view.variant, name, say)
        return DOT.join((say("{title}: {value}", title=went_out, value=won) if won else went_out, *shown))
    points = hand_points(view.variant, hand)
    if not hand or hides:
        line = say.many("**{name}** had 1 point left", "**{name}** had {count} points left", points, name=name)
    else:
        line = say.many(
            "**{name}** had {cards} = 1 point",
            "**{name}** had {cards} = {count} points",
            points,
            name=name,
            cards=say.cards(in_card_order(hand)),
        )
    return DOT.join((" → ".join(filter(None, (line, won))), *shown))
