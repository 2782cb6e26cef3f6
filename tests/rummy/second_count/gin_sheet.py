"""The games of gin that are played at once, and their bonuses: Hollywood has three games, the others one."""

from collections import Counter

from tests.rummy.second_count.cards import Answers


class Sheet:
    def __init__(self, answers: Answers) -> None:
        self.target = answers["match_target"]
        self.number: int = 1 if self.target == "none" else answers["games_at_once"]
        self.points = [[0, 0] for _ in range(self.number)]
        self.boxes = [[0, 0] for _ in range(self.number)]
        self.wins, self.first = [0, 0], [0, 0]
        self.is_classic = answers["gin_scores"] == "classic"

    def is_over(self, game: int) -> bool:
        return self.target != "none" and max(self.points[game]) >= int(self.target)

    def enter(self, winner: int, points: int, *, is_extra: bool) -> int:
        """Enter a deal, and return in how many games it counts."""
        self.wins[winner] += 1
        if self.wins[winner] == 1:  # RULES 8.21: whoever wins first when the first game is over begins with the next one
            self.first[winner] = next((game for game in range(self.number) if not self.is_over(game)), 0)
        some = range(self.first[winner], min(self.first[winner] + self.wins[winner], self.number))
        games = [game for game in some if not self.is_over(game)]
        games = games or [game for game in range(self.number) if not self.is_over(game)][:1]
        if is_extra:
            games = [self.number - 1]  # RULES 8.21
        for game in games:
            self.points[game][winner] += points
            self.boxes[game][winner] += 1
        return len(games)

    def all_over(self) -> bool:
        return all(map(self.is_over, range(self.number)))

    def bonuses(self) -> list[Counter[str]]:
        """Return the bonuses of both at the end; none if nobody has reached the target in a game."""
        parts = [Counter[str](), Counter[str]()]
        if not any(map(self.is_over, range(self.number))):
            return parts
        for game in range(self.number):
            for seat in (0, 1):
                parts[seat]["boxes"] += (20 if self.is_classic else 25) * self.boxes[game][seat]
            if self.is_over(game):
                winner = self.points[game].index(max(self.points[game]))
                parts[winner]["game"] += 100
                if self.points[game][1 - winner] == 0:
                    parts[winner]["shutout"] += 100 if self.is_classic else self.points[game][winner]
        return [+part for part in parts]
