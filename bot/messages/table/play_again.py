"""What only the person reads who has pressed **Play again**."""

from bot.messages.text import timestamp
from bot.messages.words import Words
from bot.tables.table import Table


def opened_again_text(table: Table, say: Words) -> str:
    """Return where the match is played again, and until when the seats of the others are kept."""
    facts = {"number": table.number, "channel": f"<#{table.channel}>"}
    if table.invitation is None or not table.awaited_people:
        return say("You're at table {number}: {channel}", **facts)
    until = timestamp(table.invitation.until, "t")
    return say("You're at table {number}: {channel}. Seats are kept for the others until {time}.", time=until, **facts)
