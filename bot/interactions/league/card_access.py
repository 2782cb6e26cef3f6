"""Who may see the cards of a finished match: the people who had a seat in it, and those who may see the place of its table.

The result is for everyone in its server, because the standings are computed from it.
"""

from collections.abc import Collection

from bot.interactions.call import Call
from bot.interactions.permissions import may_see_place
from bot.interactions.services import Services
from bot.league.match_facts import MatchResult


async def may_see_cards(services: Services, call: Call, played: MatchResult) -> bool:
    """Return True if the person may see the cards. `played` is the match without corrections."""
    if _had_seat(played, (await services.person(call)).number):
        return True
    place = (await services.match_history.places((played.number,))).get(played.number, 0)
    return await may_see_place(services, call, played.server, {place}, place)


class ExportedCards:
    """The matches of an export whose cards its reader may see.

    Discord isn't asked, because there may be thousands of threads. So the cards of private and archived threads are exported
    only if the reader had a seat.
    """

    def __init__(self, services: Services, call: Call) -> None:
        self._services = services
        self._call = call
        self._seen: dict[int, bool] = {}  # by place

    async def hidden_in(self, played: Collection[MatchResult]) -> frozenset[int]:
        """Return the numbers of the matches whose cards must not be exported. `played` are matches without corrections."""
        person = (await self._services.person(self._call)).number
        places = await self._services.match_history.places([match.number for match in played])
        return frozenset(
            match.number for match in played if not _had_seat(match, person) and not self._sees(places.get(match.number, 0))
        )

    def _sees(self, place: int) -> bool:
        if place not in self._seen:
            self._seen[place] = self._call.caller.sees(place)
        return self._seen[place]


def _had_seat(played: MatchResult, person: int) -> bool:
    return any(seat.person == person and not seat.computer for seat in played.seats)
