"""Numbers that depend on how many people play: cards each, or packs."""

from collections.abc import Mapping

from bot.messages.text import join_parts
from bot.messages.words import Words


def by_players_text(numbers: Mapping[int, int], say: Words, mark: str = "") -> str:
    """Return `10 with 2 players · 7 with 3 or 4 players`; `mark` is the Markdown around each number."""
    players: dict[int, list[str]] = {}
    for count, number in sorted(numbers.items()):
        players.setdefault(number, []).append(str(count))
    return join_parts(
        say("{number} with {players} players", number=f"{mark}{number}{mark}", players=say.any_of(counts))
        for number, counts in players.items()
    )
