"""The help: one screen."""

from discord import ui

from bot.messages.components import BLUE, layout
from bot.messages.words import Words


def help_layout(say: Words) -> ui.LayoutView:
    """Render the help."""
    lines = (
        say("**Open a table**: `/table new` in a channel. The others press **Join**, you press **Start**."),
        say("**House rules**: the host changes them in the lobby; `/variant save` keeps them, `/variant list` shows the kept."),
        say("**Your cards** come by direct message, with buttons for everything you may do. Nobody else sees them."),
        say("**No direct messages?** Press **My hand** under the message of the turn: the same cards and buttons."),
        say("**A turn**: draw one card, meld or lay off if you like, discard one card."),
        say("**Without buttons**: `/table join`, `/table agree`, `/table start`; between two deals `/table ready`."),
        say("**Typed**: `/draw`, `/meld cards:7H 8H 9H`, `/layoff cards:10H meld:2`, `/discard card:QS`, `/hand`."),
        say("**Changed your mind?** `/takeback` undoes the last meld, lay-off or swap of your turn, until you discard."),
        say("**Cards** are written as you like: 7h, 10♥, qs, ♠Q. H ♥ hearts, D ♦ diamonds, C ♣ clubs, S ♠ spades."),
        say("**Jokers**: `JK=8C` says what one stands for; who holds that card takes the joker with `/swap card:8C`."),
        say("**The Cuccù deck**: XIII, salta or 13. Where figures are a run and a set: `/meld cards:13 14 15 as run`."),
        say("**The league**: `/leaderboard`, `/stats`, `/history`, `/match`; `/league list` shows what counts where."),
        say("**Organisers** begin with `/league create`; `/league organisers` says who they are; `/league schedule`."),
        say("**More**: `/rules`, `/table show`, `/table leave`, `/table cancel`, `/privacy my-data`."),
        say("**Fair**: each deal's seed is committed to before the first card and shown after the last: anybody can check it."),
    )
    listed = "\n".join(f"- {line}" for line in lines)
    return layout(ui.TextDisplay(f"### {say('Rummy with Ramino')}\n{listed}"), accent=BLUE)
