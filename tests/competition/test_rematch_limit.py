"""The limit of rematches on a real store: a match that was one too many when it started is so forever.

A person who has their data deleted and comes back is somebody new, but the limit still applies to them.
"""

import pytest
from msgspec.structs import replace

from bot.competition.personal_data import PersonalData
from bot.league.corrections import Reinstate, Void
from bot.league.days import DAY_MS
from bot.league.eligibility import DayWasFull, HasReturned, NotPlayed, PlayPaused, TooManyRematches
from bot.league.league import League, WhyNot
from bot.league.match_facts import MatchResult
from bot.storage.store import Store
from bot.tables.match_requests import Forfeit
from tests.competition.league_server import LeagueServer
from tests.competition.test_eligibility_of_tables import lines
from tests.league.random_season import SERVER
from tests.league.written_matches import played
from tests.tables.table_service import ANN, BEN, TableService

HOUR = 3_600_000
NOON = 20_540 * DAY_MS + 12 * HOUR
CUP = League(server=SERVER, name="Cup", rated=True, rematches=2, larger_rematches=3)


class Club:
    """People who play matches, delete their data and come back."""

    def __init__(self, store: Store) -> None:
        self.server = LeagueServer(store, NOON)
        self._store = store

    async def meet(self, name: int) -> int:
        """Return the current number of the person with this Discord id."""
        return (await self._store.people.add_or_update(name, f"Person {name}", "en-US")).number

    async def forget(self, name: int) -> None:
        await self._store.privacy.delete_personal_data(await self.meet(name), at=self.server.now)

    async def match(self, *names: int) -> MatchResult:
        """Return a match of the people with these Discord ids, a minute later."""
        people = [await self.meet(name) for name in names]
        match = played(" · ".join(f"{who} {place}" for place, who in enumerate(("Ann", "Ben", "Cem")[: len(people)], start=1)))
        seats = tuple(replace(seat, person=person) for seat, person in zip(match.seats, people, strict=True))
        self.server.now += 60_000
        return replace(match, server=SERVER, seats=seats, ended=self.server.now)

    async def play(self, *names: int) -> WhyNot | None:
        """Finish a match. Return why it doesn't count in the Cup."""
        return await self.why_not(await self.server.finish(await self.match(*names)))

    async def why_not(self, number: int) -> WhyNot | None:
        verdict = (await self.server.match_history.match(SERVER, number)).verdicts[-1]
        return verdict.why_not

    async def use_up(self, how: str) -> None:
        """Let 101 and 102 start a match that ends in this way."""
        match = await self.match(101, 102)
        if how == "broken off":
            await self.server.begin(match, is_broken_off=True)
        elif how == "in progress":
            await self.server.begin(match)
        elif how == "walkover":
            number = await self.server.finish(replace(match, is_walkover=True))
            assert isinstance(await self.why_not(number), NotPlayed)
        else:
            number = await self.server.finish(match)
            if how == "voided":
                await self.server.corrections.correct(SERVER, number, Void(), by=1, why="x")


@pytest.fixture
async def club(empty_store: Store) -> Club:
    club = Club(empty_store)
    await club.server.create([CUP])
    return club


TWO = TooManyRematches(2)


async def test_another_time_zone_does_not_begin_another_day(club: Club) -> None:
    """At one o'clock, the league moves to Nouméa, where a day has just begun. The old one goes on until midnight (UTC)."""
    assert [await club.play(101, 102) for _ in range(3)] == [None, None, TWO]
    club.server.now = NOON + HOUR
    await club.server.league_editor.edit(1, replace(CUP, zone="Pacific/Noumea"))
    assert await club.play(101, 102) == TWO
    club.server.now += 11 * HOUR
    assert [await club.play(101, 102) for _ in range(2)] == [None, TWO], "one was started after the change"
    assert await club.server.computed()


@pytest.mark.parametrize("how", ["finished", "walkover", "voided", "broken off", "in progress"])
async def test_however_a_match_ends_it_uses_up_one(club: Club, how: str) -> None:
    await club.use_up(how)
    assert [await club.play(101, 102) for _ in range(3)] == [None, TWO, TWO]
    assert await club.play(101, 103) is None
    assert await club.server.computed()


async def test_the_start_decides_even_if_a_later_match_ends_first(club: Club) -> None:
    begun = [await club.server.begin(await club.match(101, 102)) for _ in range(3)]
    ended = [await club.server.end(replace(match, ended=club.server.now + 1)) for match in reversed(begun)]
    assert [await club.why_not(number) for number in reversed(ended)] == [None, None, TWO]


async def test_a_match_that_goes_on_after_midnight_uses_up_one_of_the_day_on_which_it_started(club: Club) -> None:
    for _ in range(3):
        begun = await club.server.begin(await club.match(101, 102))
    club.server.now += 13 * HOUR
    assert await club.why_not(await club.server.end(replace(begun, ended=club.server.now))) == TWO
    assert [await club.play(101, 102) for _ in range(3)] == [None, None, TWO]


async def test_an_edited_limit_holds_for_matches_that_start_later(club: Club) -> None:
    (stored,) = await club.server.leagues.all(SERVER)
    numbers = [await club.server.finish(await club.match(101, 102)) for _ in range(3)]
    running = await club.server.begin(await club.match(101, 102))
    club.server.now += 1
    await club.server.league_editor.edit(stored.number, replace(CUP, rematches=5), by=1)
    assert (await club.server.log_page()).lines[0].effects == ()
    assert [await club.why_not(number) for number in numbers] == [None, None, TWO]
    assert await club.why_not(await club.server.end(replace(running, ended=club.server.now))) == TWO
    assert [await club.play(101, 102) for _ in range(2)] == [None, TooManyRematches(5)]
    await club.server.league_editor.edit(stored.number, replace(CUP, rematches=1))
    assert [await club.why_not(number) for number in numbers] == [None, None, TWO]
    assert await club.play(101, 102) == TooManyRematches(1)


async def test_the_end_of_a_season_changes_nothing_in_the_count_of_a_day(club: Club) -> None:
    (stored,) = await club.server.leagues.all(SERVER)
    assert [await club.play(101, 102) for _ in range(2)] == [None, None]
    await club.server.season_ends.end_season(SERVER, stored.number)
    assert await club.play(101, 102) == TWO


async def test_a_match_that_began_before_starts_were_stored_is_judged_at_its_end(club: Club) -> None:
    assert [await club.play(101, 102) for _ in range(2)] == [None, None]
    number = await club.server.finish(await club.match(101, 102), has_begun=False)
    assert await club.why_not(number) == TWO
    other = await club.server.finish(await club.match(101, 103), has_begun=False)
    assert await club.why_not(other) is None


async def test_deleting_ones_data_does_not_reset_the_limit(club: Club) -> None:
    assert [await club.play(101, 102) for _ in range(2)] == [None, None]
    await club.forget(102)
    assert await club.play(101, 102) == TWO
    rows = (await club.server.standings.table(SERVER, None)).rows
    assert [row.matches for row in rows] == [3, 2, 1], "in name and standings they are somebody new"


async def test_neither_two_who_delete_their_data_nor_one_who_does_twice_reset_the_limit(club: Club) -> None:
    await club.play(101, 102)
    await club.forget(102)
    await club.play(101, 102)
    await club.forget(102)
    await club.forget(101)
    assert await club.play(101, 102) == TWO


async def test_under_a_former_number_matches_use_up_as_many_as_they_did(club: Club) -> None:
    for other in (103, 103, 104):
        await club.play(102, other)
    await club.play(101, 102, 103)
    await club.server.finish(replace(await club.match(101, 102), league=1))
    await club.forget(102)
    assert await club.play(102, 104, 105) == HasReturned()
    assert [await club.play(101, 102) for _ in range(2)] == [HasReturned(), TWO]
    assert await club.play(102, 103) == TWO


async def test_a_leaderboard_of_a_game_leaves_out_what_is_over_the_limit(club: Club) -> None:
    for _ in range(2):
        await club.play(101, 102)
    await club.forget(102)
    await club.play(101, 102)
    stored = await club.server.leagues.find(SERVER)
    rows = (await club.server.standings.table(SERVER, stored, variant="rami")).rows
    assert [(row.person, row.matches) for row in rows] == [(1, 2), (2, 2)]
    assert list(rows) == list((await club.server.standings.table(SERVER, stored)).rows)


async def test_the_hash_is_kept_for_at_least_a_day_and_at_most_two(club: Club, empty_store: Store) -> None:
    privacy = empty_store.privacy
    (stored,) = await club.server.leagues.all(SERVER)
    await club.server.league_editor.edit(stored.number, replace(CUP, zone="Pacific/Auckland"))  # where a day has just begun
    for _ in range(2):
        await club.play(101, 102)
    await club.forget(102)
    deleted = club.server.now
    for name in (101, 103):
        await club.forget(name)
    club.server.now += 22 * HOUR
    await privacy.delete_expired_hashes(at=club.server.now)
    assert await club.play(101, 102) == TWO
    club.server.now += HOUR
    await privacy.delete_expired_hashes(at=club.server.now)
    assert (await privacy.read_personal_data(await club.meet(102)))["former_numbers"] == [{"person": 2, "day": 20_540}]
    club.server.now = deleted + 48 * HOUR
    await privacy.delete_expired_hashes(at=club.server.now)
    assert (await privacy.read_personal_data(await club.meet(102)))["former_numbers"] == []


async def test_the_lobby_knows_that_a_person_who_came_back_has_met_the_others(service: TableService) -> None:
    await LeagueServer(service.store, service.now).create([League(server=10, name="Mondays", rematches=1)])
    table = await service.play(await service.start_match(BEN))
    await service.tables.change(table.number, BEN, Forfeit())
    await PersonalData(service.store.privacy, service.tables, service.clock).delete(BEN)
    back = await service.store.people.add_or_update(102, "Ben", "en-US")
    lobby = await service.open_lobby(back.number)
    assert await lines(service, lobby) == ["Doesn't count for Mondays: daily limit per pair (1) reached."]
    assert ANN in lobby.seats.people


async def test_only_the_first_matches_that_a_person_starts_on_a_day_count(club: Club) -> None:
    (stored,) = await club.server.leagues.all(SERVER)
    await club.server.league_editor.edit(stored.number, replace(CUP, daily=2))
    number = await club.meet(101)
    assert [await club.play(101, other) for other in (102, 103, 104)] == [None, None, DayWasFull(number, 2)]
    assert [await club.play(102, 104), await club.play(102, 104)] == [None, DayWasFull(await club.meet(102), 2)]
    assert await club.play(104, 103) is None, "the match with 101 used up none"
    club.server.now += 12 * HOUR
    assert await club.play(101, 102) is None
    assert await club.server.computed()


async def test_deleting_ones_data_gives_nobody_more_matches_in_a_day(club: Club) -> None:
    (stored,) = await club.server.leagues.all(SERVER)
    await club.server.league_editor.edit(stored.number, replace(CUP, daily=1))
    assert await club.play(101, 102) is None
    await club.forget(101)
    assert await club.play(101, 103) == DayWasFull(await club.meet(101), 1)


async def test_the_start_decides_for_a_person_and_no_order_of_ends_correction_or_other_limit_changes_that(club: Club) -> None:
    (stored,) = await club.server.leagues.all(SERVER)
    await club.server.league_editor.edit(stored.number, replace(CUP, daily=1))
    first, second = await club.server.begin(await club.match(101, 102)), await club.server.begin(await club.match(101, 103))
    ended = [await club.server.end(replace(match, ended=club.server.now + 1)) for match in (second, first)]
    wanted = [DayWasFull(await club.meet(101), 1), None]
    assert [await club.why_not(number) for number in ended] == wanted
    await club.server.corrections.correct(SERVER, ended[1], Void(), by=1, why="x")
    assert await club.why_not(ended[0]) == wanted[0]
    await club.server.corrections.correct(SERVER, ended[1], Reinstate(), by=1, why="x")
    await club.server.league_editor.edit(stored.number, CUP)
    assert [await club.why_not(number) for number in ended] == wanted
    assert await club.play(101, 104) is None


@pytest.mark.parametrize("where", [{"league": 1}, {"tournament": 5}], ids=["schedule", "tournament"])
async def test_matches_of_a_schedule_or_tournament_always_count_for_a_person_and_use_up_none(
    club: Club, where: dict[str, int]
) -> None:
    (stored,) = await club.server.leagues.all(SERVER)
    await club.server.league_editor.edit(stored.number, replace(CUP, daily=1))
    for _ in range(3):
        number = await club.server.finish(replace(await club.match(101, 102), **where))
        assert await club.why_not(number) is None
    assert [await club.play(101, 103), await club.play(101, 104)] == [None, DayWasFull(await club.meet(101), 1)]


async def abandon(club: Club, name: int, other: int, seat: int = 0, **facts: object) -> int:
    """Let this person leave a match before it is played. Return its number."""
    match = await club.match(*((name, other) if seat == 0 else (other, name)))
    seats = tuple(replace(one, left=at == seat) for at, one in enumerate(match.seats))
    return await club.server.finish(replace(match, seats=seats, is_walkover=True, **facts))


async def test_who_abandons_three_matches_in_seven_days_plays_for_no_league_for_a_day(club: Club) -> None:
    ann = await club.meet(101)
    for other in (102, 103):
        await abandon(club, 101, other, seat=1)
        assert await club.play(101, 104) is None
    club.server.now += 6 * DAY_MS
    third = await abandon(club, 101, 104)
    assert await club.why_not(third) == NotPlayed((ann,), (await club.meet(104),)), "it began before"
    assert await club.play(102, 101) == PlayPaused(ann)
    assert await club.play(102, 103) is None
    for where in ({"league": 1}, {"tournament": 5}):
        number = await club.server.finish(replace(await club.match(101, 102), **where))
        assert await club.why_not(number) is None, where
    paused = await club.play(101, 103)
    await club.server.corrections.correct(SERVER, third, Void(), by=1, why="it was a fault of the bot")
    assert await club.play(101, 104) is None
    assert paused == PlayPaused(ann)
    await club.server.corrections.correct(SERVER, third, Reinstate(), by=1, why="it was not")
    await club.forget(101)
    assert await club.play(101, 103) == PlayPaused(await club.meet(101)), "also under a new number"
    club.server.now += 2 * DAY_MS
    assert await club.play(101, 103) == HasReturned()
    assert await club.server.computed()


async def test_three_matches_abandoned_in_more_than_seven_days_pause_nobody(club: Club) -> None:
    for days in (0, 4, 3):
        club.server.now += days * DAY_MS
        await abandon(club, 101, 102)
    assert await club.play(101, 103) is None


async def test_a_match_that_somebody_pauses_for_uses_up_none_of_the_others_day(club: Club) -> None:
    for _ in range(3):
        await abandon(club, 101, 102)
    club.server.now += 12 * HOUR  # the next day
    (stored,) = await club.server.leagues.all(SERVER)
    await club.server.league_editor.edit(stored.number, replace(CUP, daily=1))
    assert await club.play(101, 103) == PlayPaused(await club.meet(101))
    assert await club.play(103, 104) is None
