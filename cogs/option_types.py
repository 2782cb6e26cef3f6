"""The types of slash command options that several commands have in common."""

from discord import app_commands

from bot.players.choice import Level
from bot.tables.pace import Pace

TableNumber = app_commands.Range[int, 1, 2**53 - 1]
MatchNumber = app_commands.Range[int, 1, 2**53 - 1]
FilePart = app_commands.Range[int, 1, 10_000]
Name = app_commands.Range[str, 1, 200]
"""The name of a league, season, variant or person, or another short text."""
Reason = app_commands.Range[str, 1, 500]
"""A reason; longer than LONGEST_REASON, so that our refusal can name that limit."""
WHY = "The reason, shown in the log"
PACE_CHOICES = [
    app_commands.Choice(name="live: 90 seconds a turn, then a time bank of 3 minutes per match", value=Pace.LIVE.value),
    app_commands.Choice(name="quick: 30 seconds a turn, then a time bank of 1 minute per match", value=Pace.QUICK.value),
    app_commands.Choice(name="slow: 24 hours a turn", value=Pace.SLOW.value),
    app_commands.Choice(name="none: no time limit", value=Pace.NONE.value),
]
LEVEL_CHOICES = [app_commands.Choice(name=level.value, value=level.value) for level in Level]
DECK_CHOICES = [
    app_commands.Choice(name="French cards", value="french52"),
    app_commands.Choice(name="Cuccù cards", value="cuccu40"),
]
Cards = app_commands.Range[str, 1, 900]
"""A whole hand, however its cards are spelled."""
OneCard = app_commands.Range[str, 1, 60]
