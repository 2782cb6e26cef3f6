"""The texts at the end of a deal and of a match: every hand shown and counted, the scores, the winner."""

from bot.messages.points_table import PointsRow, points_table
from bot.messages.table.event_lines import deal_end_line
from bot.messages.table.render_context import RenderContext
from bot.messages.table.table_text import scores_line
from bot.rummy.deck.cards import sort_cards
from bot.rummy.events import DealEnded
from bot.rummy.scoring import hand_points
from bot.rummy.view import View


def deal_score_text(view: View, context: RenderContext, *, opened: bool) -> str:
    """The deal that has just ended: how, every hand and its count, the points, and the seed that it came from."""
    deal, say = view.deal, context.say
    assert deal is not None
    assert deal.end is not None
    lines = [
        f"-# {context.title}",
        f"### {say('End of deal {number}', number=deal.number)}",
        deal_end_line(deal.end, context),
        "",
    ]
    points, sign = deal.end.points, 1 if view.variant.is_lowest_score_best() else -1
    lines += [_hand(seat, deal.end, view, context) for seat in sorted(range(view.seats), key=lambda seat: sign * points[seat])]
    lines += ["", scores_line(view, context), *_seed(view, context)]
    if opened:
        lines.append(f"-# {say('The next deal comes after a pause, or at once when everybody has pressed **Ready**.')}")
    return "\n".join(lines)


def match_end_text(view: View, context: RenderContext) -> str:
    """Who won the match, and the points of all deals."""
    say = context.say
    lines = [_outcome(view, context)]
    if view.ended_deals:
        lines.append(_table(view, context))
    if view.placings is not None:
        lines += [f"-# {line}" for line in context.counts.lines(say)]
        if context.counts.moves_standings:
            lines.append(f"-# {say('The standings of this server have moved: {command}', command='`/leaderboard`')}")
    if view.deal is not None and view.deal.end is None:
        lines += _seed(view, context)
    return "\n".join(lines)


def match_end_heading(context: RenderContext) -> str:
    """The line above it: which match has ended."""
    return f"-# {context.title} · {context.say('End of the match')}"


def _hand(seat: int, ended: DealEnded, view: View, context: RenderContext) -> str:
    say, name, hand = context.say, context.names.seat(seat), ended.hands[seat]
    if not hand and seat == ended.winner:
        line = say("**{name}** is out", name=name)
    elif not hand:
        return say("~~{name}~~ had left", name=name)
    else:
        points, cards = hand_points(view.variant, hand), say.cards(sort_cards(hand))
        line = say.many(
            "**{name}**: {cards} = one point", "**{name}**: {cards} = {count} points", points, name=name, cards=cards
        )
    return line + (f" → **{ended.points[seat]:+}**" if ended.points[seat] else "")


def _outcome(view: View, context: RenderContext) -> str:
    say, names = context.say, context.names
    if view.placings is None:
        return f"## {say('The match was broken off')}\n{say('There is no winner, and nothing counts.')}"
    winners = [names.seat(seat) for seat in range(view.seats) if view.placings[seat] == 1]
    if len(winners) > 1:
        return f"## {say('{names} share the first place', names=say.all_of(winners))}"
    outcome = f"## {say('{name} wins!', name=winners[0])}"
    if len(view.left_seats) == view.seats - 1:
        outcome += f"\n{say('Everybody else has left.')}"
    return outcome


def _table(view: View, context: RenderContext) -> str:
    """All points, then those of each deal."""
    best = view.scores if view.variant.is_lowest_score_best() else tuple(-points for points in view.scores)
    order = sorted(range(view.seats), key=lambda seat: view.placings[seat] if view.placings else best[seat])
    rows = [
        PointsRow(
            f"{view.placings[seat]}." if view.placings else "·",
            view.scores[seat],
            context.names.plain(context.table.person_at(seat)),
            tuple(ended.points[seat] for ended in view.ended_deals),
        )
        for seat in order
    ]
    return points_table(rows, context.say)


def _seed(view: View, context: RenderContext) -> list[str]:
    deal, say = view.deal, context.say
    if deal is None or deal.seed is None:
        return []
    return [f"-# {say('Seed of deal {number}: {seed}', number=deal.number, seed=f'`{deal.seed}`')}"]
