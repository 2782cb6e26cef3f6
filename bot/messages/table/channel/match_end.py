"""The end of a match: the winner, and the points of every deal."""

from bot.messages.match_points import PointsRow, points_table
from bot.messages.table.render_context import RenderContext
from bot.rummy.view import View


def match_end_text(view: View, context: RenderContext) -> str:
    """Return the winner of the match, the points of all deals, and the leagues in which it counts."""
    say = context.say
    lines = [_outcome(view, context)]
    if view.ended_deals:
        lines.append(_points_table(view, context))
    if view.placings is not None:
        lines += [f"-# {line}" for line in context.counts.lines(say)]
        if context.counts.moves_standings:
            lines.append(f"-# {say('The standings of this server have moved: {command}', command='`/leaderboard`')}")
    return "\n".join(lines)


def match_end_heading(context: RenderContext) -> str:
    """Return the line above the text of the match's end, which names the table."""
    return f"-# {context.title} · {context.say('End of the match')}"


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


def _points_table(view: View, context: RenderContext) -> str:
    """Return the total points, then the points of each deal."""
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
