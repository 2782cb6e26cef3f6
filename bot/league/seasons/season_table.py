"""The table with which a season ends. It never changes, whatever is corrected later."""

from collections.abc import Sequence

from msgspec import Struct

from bot.league.league import League
from bot.league.scheme.scheme import Scheme
from bot.league.seasons.awards import Awards
from bot.league.seasons.seasons import Season
from bot.league.standings.standings import Standing


class SeasonTableRow(Struct, frozen=True, array_like=True):
    """A person's row. `position` is None for too few matches; `parts` are sixtieths of a point."""

    position: int | None
    person: int
    matches: int
    parts: int
    wins: int


class SeasonTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The table of a season that has ended, with the name and the scheme that the league had then.

    Tables of earlier versions have no awards.
    """

    league: str
    season: Season
    scheme: Scheme
    least: int
    rows: tuple[SeasonTableRow, ...]
    awards: Awards = Awards()


def saved_standings(table: SeasonTable) -> list[Standing]:
    """Return the rows of the table of an ended season as standings, without changes of position."""
    return [Standing(row.position, row.person, row.matches, row.parts, row.wins, None) for row in table.rows]


def build_season_table(league: League, season: Season, rows: Sequence[Standing], awards: Awards) -> SeasonTable:
    """Return the table with which a season ends; `rows` are the standings at the end of the season."""
    kept = tuple(SeasonTableRow(row.position, row.person, row.matches, row.parts, row.wins) for row in rows)
    return SeasonTable(league.name, season, league.scheme, league.least, kept, awards)
