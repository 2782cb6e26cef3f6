"""Several games on one sheet (Hollywood, RULES 8.21): which of them the winner of a deal scores in, and how they stand."""

from collections.abc import Iterable

from bot.rummy.events import DealEnded
from bot.rummy.variant import Variant


class Sheet:
    """The games of a match, each a column: the scores of the seats, and how many deals each has won in it."""

    def __init__(self, variant: Variant, seats: int) -> None:
        self.target = variant.match_target
        games = 1 if self.target == "none" else variant.games_at_once
        self.scores = [[0] * seats for _ in range(games)]
        self.boxes = [[0] * seats for _ in range(games)]
        self._wins = [0] * seats
        self._firsts = [0] * seats

    def open_games(self) -> list[int]:
        """Return the games in which nobody has reached the target, from 0."""
        return [game for game, scores in enumerate(self.scores) if self.target == "none" or max(scores) < self.target]

    def games_of(self, seat: int) -> list[int]:
        """Return the games that the seat scores in if it wins the next deal: one at its first win, then two, then all.

        They begin with the first game that isn't over at its first win, and those that are over are left out. An extra deal,
        when all are over, counts in the last game.
        """
        still_open = self.open_games() or [len(self.scores) - 1]
        first = self._firsts[seat] if self._wins[seat] else still_open[0]
        own = range(first, first + self._wins[seat] + 1)
        return [game for game in still_open if game in own] or still_open[:1]

    def enter(self, ended: DealEnded) -> None:
        """Enter a deal that has ended: its points are those in all games together."""
        if (seat := ended.winner) is None:
            return
        games = self.games_of(seat)
        if not self._wins[seat]:
            self._firsts[seat] = games[0]
        self._wins[seat] += 1
        for game in games:
            self.scores[game][seat] += ended.points[seat] // len(games)
            self.boxes[game][seat] += 1


def sheet_of(variant: Variant, seats: int, ended_deals: Iterable[DealEnded]) -> Sheet:
    """Return the sheet after these deals."""
    sheet = Sheet(variant, seats)
    for ended in ended_deals:
        sheet.enter(ended)
    return sheet
