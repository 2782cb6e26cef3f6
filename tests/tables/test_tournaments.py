"""A schedule is made once and played fixture by fixture, each at one table."""

from collections import Counter

import pytest

from bot.league.league import League
from bot.league.schedule import NamedTwice, NoSuchTables
from bot.tables.league_ports import StoredLeague
from bot.tables.league_refusals import (
    DateOver,
    DatesDoNotFit,
    LeagueArchived,
    NotScheduled,
    TooManyForTheGame,
)
from bot.tables.service import Chance
from bot.tables.tournaments import Tournaments, unplayed
from tests.league.season import SERVER
from tests.rummy.presets import variant
from tests.tables.club import Club
from tests.tables.test_organising import refused

HOUR = 3_600_000
RAMI = variant("rami")


@pytest.fixture
async def stored(club: Club) -> StoredLeague:
    return (await club.create([League(server=SERVER, name="Cup")]))[0]


@pytest.fixture
def tournaments(club: Club) -> Tournaments:
    return Tournaments(club.store.schedules, Chance(club.clock, lambda: "5" * 64))


async def test_five_people_meet_in_pairs_each_once_with_a_bye_a_round(
    club: Club, tournaments: Tournaments, stored: StoredLeague
) -> None:
    dates = [club.now + nth * HOUR for nth in range(5)]
    made = await tournaments.make(stored, 1, RAMI, [1, 2, 3, 4, 5], size=2, dates=dates)
    assert made == await tournaments.of_league(stored)
    assert len({frozenset(one.people) for one in made.fixtures}) == len(made.fixtures) == 10
    assert [one.due for one in made.fixtures] == [dates[one.round - 1] for one in made.fixtures]
    assert sorted(person for byes in made.byes for person in byes) == [1, 2, 3, 4, 5]
    assert (made.author, made.variant, made.at) == (1, RAMI, club.now)
    assert unplayed(made) == list(made.fixtures)


async def test_ten_people_sit_at_tables_of_three_and_four(tournaments: Tournaments, stored: StoredLeague) -> None:
    made = await tournaments.make(stored, 1, RAMI, range(1, 11), size=4, number_of_rounds=3)
    assert Counter(len(one.people) for one in made.fixtures) == {4: 3, 3: 6}
    assert made.byes == ((), (), ())
    assert {one.due for one in made.fixtures} == {None}


async def test_what_no_schedule_can_be_made_of_is_refused(club: Club, tournaments: Tournaments, stored: StoredLeague) -> None:
    make, now = tournaments.make, club.now
    assert await refused(make(stored, 1, RAMI, [1, 2, 2], size=2)) == NotScheduled(NamedTwice(2))
    assert await refused(make(stored, 1, RAMI, range(9), size=5)) == NotScheduled(NoSuchTables(5))
    two = variant("rami", players="[2, 2]")
    assert await refused(make(stored, 1, two, range(9), size=3)) == TooManyForTheGame(3, 2)
    assert await refused(make(stored, 1, RAMI, [1, 2], size=2, dates=[1, 2])) == DatesDoNotFit(1, 2)
    assert await refused(make(stored, 1, RAMI, [1, 2], size=2, dates=[now - 1])) == DateOver(1, now - 1)
    assert await refused(make(stored, 1, RAMI, [1, 2, 3], size=2, dates=[now, now + 2, now + 1])) == DateOver(3, now + 1)
    assert await tournaments.of_league(stored) is None
    await club.organising.archive(SERVER, stored.number)
    over = await club.records.league(SERVER, "cup", archived=True)
    assert await refused(make(over, 1, RAMI, [1, 2], size=2)) == LeagueArchived("Cup")


async def test_who_wants_it_is_reminded_once_of_a_fixture_that_comes_near(
    club: Club, tournaments: Tournaments, stored: StoredLeague
) -> None:
    dates = [club.now + 10 * HOUR, club.now + 20 * HOUR, club.now + 30 * HOUR]
    made = await tournaments.make(stored, 1, RAMI, [1, 2, 3, 4], size=2, dates=dates)
    await tournaments.remind(stored, 1, wanted=True)
    await tournaments.remind(stored, 2, wanted=True)
    await tournaments.remind(stored, 2, wanted=False)
    assert [await tournaments.wants_reminders(stored, person) for person in (1, 2)] == [True, False]
    assert await tournaments.to_remind(9 * HOUR) == []
    near = await tournaments.to_remind(12 * HOUR)
    assert [(one.round, who) for one, who in near] == [(1, (1,) if 1 in one.people else ()) for one, _ in near]
    assert sum(len(who) for _, who in near) == 1
    for one, _ in near:
        await tournaments.reminded(one.number)
    assert await tournaments.to_remind(12 * HOUR) == []
    club.now += 15 * HOUR
    assert {one.round for one, _ in await tournaments.to_remind(12 * HOUR)} == {2}
    assert len(made.fixtures) == 6
