"""One screen of help, and the standings of a server."""

from collections.abc import Sequence

from discord import ui

from bot.league.wins import Standing
from bot.messages.buttons import layout
from bot.messages.names import cut
from bot.messages.words import Words

_BLUE = 0x3B6EA5
_ROWS = 15


def help_layout(say: Words) -> ui.LayoutView:
    lines = (
        say("**Open a table**: `/table new` in a channel. The others press **Join**, you press **Start**."),
        say("**House rules**: the host changes them in the lobby; `/variant save` keeps them, `/variant list` shows the kept."),
        say("**Your cards** come by direct message, with buttons for everything you may do. Nobody else sees them."),
        say("**No direct messages?** Press **My hand** under the message of the turn: the same cards and buttons."),
        say("**A turn**: draw one card, meld or lay off if you like, discard one card."),
        say("**Typed**: `/draw`, `/meld cards:7H 8H 9H`, `/layoff cards:10H meld:2`, `/discard card:QS`, `/hand`."),
        say("**Changed your mind?** `/takeback` undoes the last meld, lay-off or swap of your turn, until you discard."),
        say("**Cards** are written as you like: 7h, 10♥, qs, ♠Q. H ♥ hearts, D ♦ diamonds, C ♣ clubs, S ♠ spades."),
        say("**Jokers**: `JK=8C` says what one stands for; who holds that card takes the joker with `/swap card:8C`."),
        say("**The Cuccù deck**: XIII, salta or 13. Where figures are a run and a set: `/meld cards:13 14 15 as run`."),
        say("**More**: `/rules`, `/table show`, `/table leave`, `/table cancel`, `/leaderboard`."),
        say("**Fair**: each deal's seed is committed to before the first card and shown after the last: anybody can check it."),
    )
    listed = "\n".join(f"- {line}" for line in lines)
    return layout(ui.TextDisplay(f"### {say('Rummy with Ramino')}\n{listed}"), accent=_BLUE)


def standings_layout(rows: Sequence[Standing], own: int, server: str, say: Words) -> ui.LayoutView:
    """The first places and one's own row, numbers first, so that the columns hold on a phone."""
    title = f"### {say('Standings of {server}', server=server)}"
    if not rows:
        return layout(ui.TextDisplay(f"{title}\n{say('No match has been finished here yet. Open a table with /table new.')}"))
    shown = list(rows[:_ROWS])
    own_row = next((row for row in rows if row.person == own), None)
    lines = [_row(row, own) for row in shown]
    if own_row is not None and own_row not in shown:
        lines += ["…", _row(own_row, own)]
    # Translators: the letter over the column of matches in /leaderboard
    matches = say("M")
    # Translators: the letter over the column of wins in /leaderboard
    wins = say("W")
    # Translators: the letter over the column of points in /leaderboard
    points = say("P")
    head = f"{'#':>4} {matches:>3} {wins:>3} {points:>6}"
    legend = say("M matches · W wins · P points")
    table = "\n".join((head, *lines))
    return layout(ui.TextDisplay(f"{title}\n```\n{table}\n```\n-# {legend}"), accent=_BLUE)


def _row(row: Standing, own: int) -> str:
    mark = "›" if row.person == own else " "
    return f"{row.position:>3}.{row.matches:>4}{row.wins:>4}{row.points:>7} {mark}{cut(row.name).replace('`', 'ˋ')}"
