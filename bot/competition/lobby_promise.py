"""What a lobby has said about where its match counts, stored with its message, and what is different at the start."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import msgspec
from msgspec import Struct

from bot.competition.eligibility import LeagueEligibility


class PromisedLeague(Struct, frozen=True, array_like=True):
    """A league in which the lobby said that the match counts: its number, its name then, and the number of its running season.

    `sizes` and `season_end` are those of `LeagueEligibility`: what the lobby said about the players and the end of the season.
    """

    league: int
    name: str
    season: int
    sizes: tuple[int, ...] = ()
    season_end: int | None = None

    def holds_for(self, players: int) -> bool:
        """Return True if the lobby said that a match of so many players counts."""
        return not self.sizes or players in self.sizes


Promise = tuple[PromisedLeague, ...]


@dataclass(frozen=True, slots=True)
class SinceLobby:
    """Where a match counts at its start: as the lobby said, or otherwise.

    `ending` are leagues whose season ends soon, which the lobby didn't say. `new_season` and `archived` are names of leagues.
    """

    unchanged: tuple[LeagueEligibility, ...]
    changed: tuple[LeagueEligibility, ...] = ()
    ending: tuple[LeagueEligibility, ...] = ()
    new_season: tuple[str, ...] = ()
    archived: tuple[str, ...] = ()


def promise_of(leagues: Sequence[LeagueEligibility]) -> str:
    """Return what a lobby that shows this promises, in its stored form."""
    promised = [
        PromisedLeague(one.number, one.league, one.season, one.sizes, one.season_end) for one in leagues if one.why_not is None
    ]
    return msgspec.json.encode(promised).decode()


def read_promise(text: str) -> Promise | None:
    """Return what the lobby promised; None if that isn't known, as of the lobbies of earlier versions."""
    try:
        return msgspec.json.decode(text, type=Promise)
    except msgspec.DecodeError:
        return None


def compare_with_lobby(leagues: Sequence[LeagueEligibility], promise: Promise, players: int) -> SinceLobby:
    """Return what of the leagues in which a match of so many players counts is otherwise than the lobby said."""
    promised = {one.league: one for one in promise if one.holds_for(players)}
    unchanged, changed, ending, new_season = [], [], [], []
    for one in leagues:
        known = promised.get(one.number)
        if (one.why_not is None) != (known is not None):
            changed.append(one)
            continue
        if known is None or known.season_end == one.season_end:
            unchanged.append(one)
        else:
            unchanged.append(replace(one, season_end=None))
            if one.season_end is not None:
                ending.append(one)
        if known is not None and known.season != one.season:
            new_season.append(one.league)
    in_use = {one.number for one in leagues}
    archived = tuple(one.name for one in promised.values() if one.league not in in_use)
    return SinceLobby(tuple(unchanged), tuple(changed), tuple(ending), tuple(new_season), archived)
