"""The note below the table of an ended season: how many corrections followed, and what the table would be with them."""

from bot.competition.standings import LateCorrections
from bot.messages.league.decimals import decimal_text
from bot.messages.names import Names
from bot.messages.text import join_parts
from bot.messages.words import Words

MOST_MOVED = 3
"""How many of those who would have another position are named; the others are counted."""


def late_correction_lines(late: LateCorrections, names: Names, say: Words) -> list[str]:
    """Return at most one line. The table itself never changes."""
    if not late.count:
        return []
    parts = [say.many("1 correction since then", "{count} corrections since then", late.count)]
    named = [
        f"{'–' if row.position is None else f'{row.position}.'} {names.person(row.person)} {decimal_text(row.points)}"
        for row in late.rows[:MOST_MOVED]
    ]
    if named:
        parts.append(say("with them: {people}", people=", ".join(named)))
    others = len(late.rows) - len(named) + late.gone
    if others:
        parts.append(say.many("1 other person moves", "{count} other people move", others))
    elif not named:
        parts.append(say("nobody moves"))
    return [f"-# {join_parts(parts)}"]
