"""The score of a deal that has ended: every hand, what it counts, and the points; and the proof that its shuffle was fixed."""

from discord import ui

from bot.messages.components import BLUE, layout
from bot.messages.pictures.galleries import last_hands_galleries
from bot.messages.pictures.last_hands import Melds, best_first, last_hands_of_view, winners_melds
from bot.messages.pictures.picture import PictureGallery, with_mark
from bot.messages.table.channel.turn_lines import deal_end_line
from bot.messages.table.render_context import RenderContext
from bot.messages.table.table_text import scores_line
from bot.messages.text import timestamp
from bot.messages.words import Words
from bot.rummy.cards import sort_cards
from bot.rummy.events import DealEnded
from bot.rummy.scoring import hand_points
from bot.rummy.view import DealProof, View

SHORT_FINGERPRINT = 32
"""The hex digits of the fingerprint that everyone sees before the deal: 128 bits."""


def deal_score_text(view: View, context: RenderContext, *, is_waiting: bool) -> str:
    """Return how the deal ended, every hand and its points, the scores. `is_waiting`: the next deal is awaited."""
    deal, say = view.deal, context.say
    assert deal is not None
    assert deal.end is not None
    lines = [f"-# {context.title}", f"### {say('End of deal {number}', number=deal.number)}"]
    lines += deal_result_lines(deal.end, view, context)
    if is_waiting:
        lines.append(f"-# {next_deal_line(context)}")
    return "\n".join(lines)


def deal_result_lines(ended: DealEnded, view: View, context: RenderContext) -> list[str]:
    """Return how a deal ended, every hand and its points, and the scores."""
    return [*deal_hands(ended, view, context), "", scores_line(view, context)]


def deal_hands(ended: DealEnded, view: View, context: RenderContext) -> list[str]:
    """Return how a deal ended, and every hand and its points, the best first; on a phone, pictures need the room of a line."""
    order, space = best_first(ended, view.variant), () if context.pictures else ("",)
    return [deal_end_line(ended, context), *space, *(_hand(seat, ended, view, context) for seat in order)]


def deal_end_galleries(view: View, context: RenderContext) -> list[PictureGallery]:
    """Return the picture of every hand; nothing for readers who want text."""
    hands = last_hands_of_view(view, is_large=context.pictures.is_large)
    return last_hands_galleries(hands, context.pictures, context.say)


def next_deal_line(context: RenderContext) -> str:
    """Return when the next deal comes. A pause that an earlier version of the bot began has no known end."""
    say, at = context.say, context.table.next_deal_at
    if at is None:
        return say("Next deal after a pause, or as soon as everyone presses **Ready**.")
    return say("Next deal {time}, or as soon as everyone presses **Ready**.", time=timestamp(at, "R"))


def _hand(seat: int, ended: DealEnded, view: View, context: RenderContext) -> str:
    say, hand = context.say, ended.hands[seat]
    name = with_mark(context.names.person(context.table.player_of_deal(seat)), seat, context.pictures)
    won = f"**{ended.points[seat]:+}**" if ended.points[seat] else ""
    if not hand and seat == ended.winner:
        return ": ".join(filter(None, (_winner(name, winners_melds(view), say), won)))
    if not hand:
        return say("~~{name}~~ had left", name=name)
    points, cards = hand_points(view.variant, hand), say.cards(sort_cards(hand))
    line = say.many("**{name}**: {cards} = 1 point", "**{name}**: {cards} = {count} points", points, name=name, cards=cards)
    return " → ".join(filter(None, (line, won)))


def _winner(name: str, melds: Melds, say: Words) -> str:
    if not melds:
        return say("**{name}** went out", name=name)
    return say("**{name}** went out with {melds}", name=name, melds=say.all_of(map(say.cards, melds)))


def fairness_layout(proof: DealProof, context: RenderContext) -> ui.LayoutView:
    """Render the fingerprint of a deal; once the deal is over, its seed and how to check it."""
    say = context.say
    lines = [
        f"-# {context.title}",
        f"### {say('Fairness of deal {number}', number=proof.deal)}",
        say("The shuffle was fixed before the first card: its fingerprint is the SHA-256 of a secret seed."),
        f"{say('Fingerprint:')}\n`{proof.commitment}`",
    ]
    if proof.seed is None:
        lines.append(say("The seed is shown here when the deal is over."))
    else:
        lines.append(f"{say('Seed:')}\n`{proof.seed}`")
        lines.append(say("The cards follow from the seed. Check it yourself: docs/SHUFFLE.md."))
    return layout(ui.TextDisplay("\n".join(lines)), accent=BLUE)


def fingerprint_line(commitment: str, context: RenderContext) -> str:
    """Return the line that announces the fingerprint of a deal."""
    return f"-# {context.say('Shuffle fingerprint: {digits}', digits=f'`{commitment[:SHORT_FINGERPRINT]}…`')}"
