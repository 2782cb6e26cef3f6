"""One deal of a replay as text: who deals, every hand, a line for each turn, the end with its points, and the shuffle."""

from collections.abc import Iterator

from bot.messages.card_order import in_card_order
from bot.messages.pictures.player_order import order_of_play
from bot.messages.replay.markup import to_html
from bot.messages.table.channel.match_end import deal_result_lines
from bot.messages.table.channel.page_message import deal_lines
from bot.messages.table.channel.turn_lines import leaving_line, seat_change_line, seat_lines_of_pause, turn_lines
from bot.messages.table.render_context import RenderContext
from bot.rummy.cards import commitment
from bot.rummy.events import SeatLeft
from bot.rummy.view import view_for
from bot.tables.replay import ReplayedDeal


def deal_html(deal: ReplayedDeal, context: RenderContext, dealt: RenderContext) -> str:
    """Return the section of a deal. `context` is that of its last step, and `dealt` that of its first."""
    say, first, anchor = context.say, deal.steps[0], f"{deal.number}-1"
    title = say("Deal {number}", number=deal.number)
    lines = [f'<section id="{anchor}"><h2><a href="#{anchor}">{to_html(title)}</a></h2>']
    lines += (f"<p>{to_html(line)}" for line in deal_lines(dealt))
    lines.append("<ul>")
    for seat in order_of_play(view_for(first.match, None)):
        if hand := first.deal.hands[seat]:
            lines.append(f"<li>{to_html(f'**{dealt.names.seat(seat)}**: {say.cards(in_card_order(hand))}')}")
    lines.append("</ul>")
    if first.deal.discard_pile:
        lines.append(f"<p>{to_html(say('Top discard: {card}', card=say.card(first.deal.discard_pile[-1])))}")
    turns = (turn_lines(turn, context) for turn in deal.turns)
    lines.append("".join(("<ol>", *(f"<li>{'<br>'.join(map(to_html, turn))}" for turn in turns if turn), "</ol>")))
    lines += ['<ul class="end">', *(f"<li>{to_html(line)}" for line in _end_lines(deal, context)), "</ul>"]
    lines.append(f"<output></output><details><summary>{to_html(say.button('Details'))}</summary>")
    lines.append(f"<p>{to_html(say('Fingerprint:'))} <code>{commitment(first.deal.seed)}</code>")
    lines.append(f"<br>{to_html(say('Seed:'))} <code>{first.deal.seed}</code>")
    if (parts := first.deal.made_of) is not None:
        made_of = to_html(say("Made from link and message:"))
        lines.append(f"<br>{made_of} <code>{parts.link}</code> <code>{parts.message or '–'}</code>")
    lines.append("</details></section>")
    return "\n".join(lines)


def _end_lines(deal: ReplayedDeal, context: RenderContext) -> Iterator[str]:
    """Yield every hand at the end and the points, and who left or came after the last turn."""
    say, last = context.say, deal.steps[-1]
    if last.deal.end is not None:
        yield from deal_result_lines(view_for(last.match, None), context)
    else:
        yield say("The match ended in this deal.")
        for seat, hand in enumerate(last.deal.hands):
            if hand:
                yield f"**{context.names.seat(seat)}**: {say.cards(in_card_order(hand))}"
    for change in context.table.seats.changes:
        if change.turn is not None and change.turn > len(deal.turns):
            yield seat_change_line(change, context)
    for step in deal.steps:
        if isinstance(step.event, SeatLeft) and (step.turn is None or step.turn > len(deal.turns)):
            yield leaving_line(step.event.seat, context)
    yield from seat_lines_of_pause(context)
