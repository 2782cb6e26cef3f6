"""The types of slash command options that several commands have in common."""

from discord import app_commands

TableNumber = app_commands.Range[int, 1, 2**53 - 1]
MatchNumber = app_commands.Range[int, 1, 2**53 - 1]
FilePart = app_commands.Range[int, 1, 10_000]
Name = app_commands.Range[str, 1, 200]
"""The name of a league, season, variant or person, or another short text."""
Cards = app_commands.Range[str, 1, 500]
"""A whole hand, however its cards are spelled."""
OneCard = app_commands.Range[str, 1, 60]
