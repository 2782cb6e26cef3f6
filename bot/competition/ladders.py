"""The ladders of servers: their ratings, by kind of cards."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.competition.ports import MatchArchive
from bot.competition.totals_rebuild import rebuild_totals
from bot.league.ratings.ladder import LadderRow, build_ladder, most_rated_deck


@dataclass(frozen=True, slots=True)
class Ladder:
    """The ladder for one deck; `deck` is empty if nobody in the server has a rating and none was named."""

    deck: str
    rows: Sequence[LadderRow]


class Ladders:
    def __init__(self, archive: MatchArchive) -> None:
        self._archive = archive

    async def ladder(self, server: int, deck: str = "") -> Ladder:
        """Return the ladder for this deck; without one, for the deck with the most rated matches."""
        await rebuild_totals(self._archive, server)
        ratings = await self._archive.ratings(server, None)
        chosen = deck or most_rated_deck(ratings)
        return Ladder(chosen, build_ladder({person: rating for (of, person), rating in ratings.items() if of == chosen}))
