"""What is kept ready is what is computed from the facts, whatever happens; and what people ask of it."""

from collections.abc import Sequence

import pytest

from bot.league.corrections import Correction
from bot.storage.store import Store
from bot.tables.league_refusals import NotCorrected, RecordRefused
from bot.tables.records import Ladder
from tests.league import slow
from tests.league.leagues import LEAGUES
from tests.league.season import BEGIN, PEOPLE, SERVER, corrections_of, season_of
from tests.tables.club import Club

HOUR = 3_600_000


@pytest.fixture
async def club(bare: Store) -> Club:
    club = Club(bare, BEGIN - HOUR)
    await club.meet(PEOPLE)
    return club


def _rows(ladder: Ladder) -> list[slow.Row]:
    return [(row.position, row.person, row.matches, row.points, row.wins, row.before) for row in ladder.rows]


async def _correct(club: Club, corrections: Sequence[Correction]) -> list[Correction]:
    """Those that can be made."""
    made = []
    for one in corrections:
        try:
            made.append(await club.organising.correct(SERVER, one.match, one.change, by=one.by, why=one.why))
        except RecordRefused as refused:
            if not isinstance(refused.refusal, NotCorrected):
                raise
    return made


async def test_a_season_of_300_matches_among_24_people_is_played_and_corrected_in_twenty_places(club: Club) -> None:
    stored = await club.create(LEAGUES)
    history = season_of(2026)
    for match in history:
        assert await club.finish(match) == match.number
    assert await club.kept(SERVER) == await club.from_scratch(SERVER)
    await _correct(club, corrections_of(7, history))
    assert await club.kept(SERVER) == await club.from_scratch(SERVER)
    for one in stored:
        ladder = await club.records.standings(SERVER, one)
        assert _rows(ladder) == slow.table(one.league, history, corrections_of(7, history), now=club.now)
