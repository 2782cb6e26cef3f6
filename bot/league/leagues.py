"""The leagues of a server, folded from those lines of its ledger that change one. A line that was undone is left out."""

from msgspec.structs import replace

from bot.league.organiser_actions import Line, RoleChosen, Undone
from bot.league.seasons import Season, StoredLeague, Term


class Leagues:
    """What the leagues of a server are now, with their seasons; `role` is the Discord id of the organisers' role."""

    def __init__(self) -> None:
        self.role: int | None = None
        self._lines: dict[int, dict[int, tuple[Line, StoredLeague]]] = {}  # by league and number

    def add(self, number: int, line: Line) -> None:
        """Add the line with this number; the numbers rise."""
        if isinstance(line.what, RoleChosen):
            self.role = line.what.after
        if line.made is None:
            return
        lines = self._lines.setdefault(line.made.number, {})
        if isinstance(line.what, Undone):
            lines.pop(line.what.number, None)
        lines[number] = line, line.made

    def all(self) -> list[StoredLeague]:
        """Return the leagues: those in use sorted by name, then the archived ones."""
        found = [lines[max(lines)][1] for lines in self._lines.values()]
        return sorted(found, key=lambda one: (one.archived_at is not None, one.league.key, one.number))

    def in_use(self) -> list[StoredLeague]:
        return [one for one in self.all() if one.archived_at is None]

    def get(self, number: int) -> StoredLeague | None:
        """Return the league with this number, or None."""
        return next((one for one in self.all() if one.number == number), None)

    def terms(self) -> tuple[Term, ...]:
        """Return the seasons of all leagues, each with the definition of its league in it, by their numbers."""
        found: dict[tuple[int, int], Term] = {}
        for number, lines in sorted(self._lines.items()):
            for line, made in lines.values():
                if line.over is not None:
                    running = found.get((number, line.over.number), made.term)
                    found[number, line.over.number] = replace(running, season=line.over)
                if line.over is None or made.season.number != line.over.number:
                    found[made.key] = made.term
        return tuple(found.values())

    def ended(self, league: int) -> dict[int, Season]:
        """Return the seasons of a league that have ended, each with the number of the line that ended it."""
        lines = self._lines.get(league, {})
        return {number: line.over for number, (line, _) in lines.items() if line.over is not None}

    def ended_by(self, league: int, command: int) -> int | None:
        """Return the number of the line that this command has stored; None if it hasn't ended a season."""
        lines = self._lines.get(league, {})
        return next((number for number, (line, _) in lines.items() if line.command == command), None)

    def newest(self, league: int) -> tuple[int, Line]:
        """Return the line that has changed the league last, with its number."""
        number = max(self._lines[league])
        return number, self._lines[league][number][0]
