"""`/help`: how to play here, on one screen of a phone, with buttons to more."""

from collections.abc import Sequence

from discord import ButtonStyle, ui

from bot.messages.components import BLUE, PressButton, layout, row, rows_of
from bot.messages.start_buttons import RulesPress, StartAction, StartPress
from bot.messages.words import Words
from bot.rummy.variant import Variant


def help_layout(games: Sequence[Variant], say: Words, *, in_server: bool = True) -> ui.LayoutView:
    """Render the help, with buttons to the rules of these games."""
    lines = (
        f"### {say('Rummy with Ramino')}",
        say("{command} opens a table: others **Join**, and you **Start** it. Alone? **Play now**.", command="`/play`")
        if in_server
        else say(
            "{command}: play against computers now; in a server, also open tables for others to join.",
            command="`/play`",
        ),
        say("**Your cards** are in your DMs, with buttons for every move. **My hand** shows them here."),
        say(
            "**A turn**: draw a card, meld or lay off, and discard a card. {command} takes back what you laid.",
            command="`/takeback`",
        ),
        say("**Commands** work too, with cards in any style: {command}", command="`/meld cards:7h 8♥ H9`"),
        say(
            "**Results**: {results} · **Leagues**: {leagues}",
            results="`/leaderboard`, `/stats`, `/history`",
            leagues="`/league list`",
        )
        if in_server
        else say("**Results**, in a server: {commands}", commands="`/leaderboard`, `/stats`, `/history`"),
        say("**Your data**: {command}", command="`/privacy my-data`"),
        f"**{say('Read the rules of …')}**",
    )
    rules = [PressButton(RulesPress(game.name), game.title) for game in games]
    play = PressButton(StartPress(StartAction.PLAY), say("Play"), ButtonStyle.success)
    more = row(play, PressButton(StartPress(StartAction.SETTINGS), say("Settings")))
    return layout(ui.TextDisplay("\n".join(lines)), *rows_of(rules), ui.Separator(), more, accent=BLUE)
