"""What is kept ready is what is computed from the facts, whatever happens."""

import sqlite3
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from bot.competition.refusals import LeagueRefused, NotCorrected
from bot.competition.standings import StandingsTable
from bot.league.corrections import Correction, Void
from bot.league.eligibility import counting_matches
from bot.league.league import Monthly
from bot.league.match_facts import MatchResult
from bot.storage.league import cached_totals_update
from bot.storage.store import open_store
from tests.league.leagues import LEAGUES
from tests.league.random_season import PEOPLE, SERVER, corrections_of, season_of
from tests.league.standings import slow_standings
from tests.tables.club import Club

DAY = 86_400_000


def _rows(ladder: StandingsTable) -> list[slow_standings.Row]:
    return [(row.position, row.person, row.matches, row.points, row.wins, row.before) for row in ladder.rows]


async def _correct(club: Club, correction: Correction) -> bool:
    """Whether it can be made."""
    try:
        await club.corrections.correct(SERVER, correction.match, correction.change, by=correction.by, why=correction.why)
    except LeagueRefused as refused:
        if not isinstance(refused.refusal, NotCorrected):
            raise
        return False
    return True


async def _is_right(club: Club) -> bool:
    await club.standings.rebuild_stale_totals()
    return await club.kept(SERVER) == await club.from_scratch(SERVER)


@pytest.mark.thorough
async def test_a_season_of_300_matches_among_24_people_is_played_and_corrected_in_twenty_places(club: Club) -> None:
    stored = await club.create(LEAGUES)
    history, corrections = season_of(2026), corrections_of(7, season_of(2026), 50)
    for match in history:
        assert await club.finish(match) == match.number
    assert await club.kept(SERVER) == await club.from_scratch(SERVER)
    made = [await _correct(club, correction) for correction in corrections]
    assert made.count(True) >= 20
    assert await club.kept(SERVER) == await club.from_scratch(SERVER)
    for one in stored:
        ladder = await club.standings.table(SERVER, one)
        assert _rows(ladder) == slow_standings.table(one.league, history, corrections, now=club.now)


@pytest.mark.parametrize("seed", range(5))
async def test_results_corrections_edits_and_ends_of_seasons_in_any_order(club: Club, seed: int) -> None:
    """Among them results that come with a clock that was set back."""
    random = Random(seed)
    stored = await club.create(LEAGUES)
    history = season_of(seed, matches=70, people=8)
    for nth in range(0, len(history) - 4, 5):
        history[nth], history[nth + 3] = history[nth + 3], history[nth]
    done: list[MatchResult] = []
    for match in history:
        number = await club.finish(match)
        done.append(replace(match, number=number))
        chance = random.random()
        if chance < 0.2:
            await _correct(club, corrections_of(random.randrange(1000), done, 1)[0])
        elif chance < 0.27:
            one = random.choice(stored)
            league = replace((await club.leagues.get(SERVER, one.number)).league, rated=random.random() < 0.5)
            await club.league_editor.edit(one.number, replace(league, rematches=random.randint(1, 3)))
        elif chance < 0.33:
            with suppress(LeagueRefused):  # nothing has counted since its last one
                await club.season_ends.end_season(SERVER, random.choice(stored).number)
        if random.random() < 0.3:
            assert await _is_right(club)
    assert await _is_right(club)


async def test_a_match_ends_though_it_could_not_be_counted_and_is_counted_later(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    (stored,) = await club.create(LEAGUES[:1])
    first, second, third = season_of(2, matches=3)

    def fault(*_: object) -> None:
        raise ValueError("somebody has damaged the league")

    await club.finish(first)
    with monkeypatch.context() as patched:
        patched.setattr(cached_totals_update, "changes_by_newest_match", fault)
        await club.finish(second)
    await club.finish(third)
    assert await club.store.archive.stale_servers() == [SERVER]
    ladder = await club.standings.table(SERVER, stored)
    assert _rows(ladder) == slow_standings.table(stored.league, [first, second, third], [], now=club.now)
    assert await club.store.archive.stale_servers() == []
    assert await club.kept(SERVER) == await club.from_scratch(SERVER)


async def test_a_server_whose_league_is_damaged_plays_on_and_keeps_nobody_else_from_starting(club: Club) -> None:
    await club.create([LEAGUES[0], replace(LEAGUES[0], server=11)])
    _behind_its_back(club, f"UPDATE leagues SET definition = 'mice' WHERE server = {SERVER}")
    first, second, other = season_of(2, matches=3)
    for match in (second, first, replace(other, server=11), replace(first, server=11)):
        await club.finish(match)
    assert await club.store.archive.stale_servers() == [SERVER, 11]
    await club.standings.rebuild_stale_totals()
    assert await club.store.archive.stale_servers() == [SERVER]
    assert await club.kept(11) == await club.from_scratch(11)


def _behind_its_back(club: Club, statement: str) -> None:
    file = club.store.log._database.engine.url.database
    assert file is not None
    connection = sqlite3.connect(file)
    with connection:
        connection.execute(statement)
    connection.close()


async def test_a_transaction_that_fails_leaves_neither_event_nor_result_nor_points(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.create(LEAGUES)
    first, second = season_of(2, matches=2)
    await club.finish(first)
    kept = await club.kept(SERVER)

    def cut(*_: object, **__: object) -> None:
        raise OSError("the plug was pulled")

    with monkeypatch.context() as patched:
        patched.setattr(cached_totals_update, "advance_revision", cut)
        with pytest.raises(OSError, match="plug"):
            await club.finish(second)
    assert await club.store.archive.match(2) is None
    assert await club.store.log.last_version(2) == 1
    assert await club.kept(SERVER) == kept == await club.from_scratch(SERVER)


async def test_a_correction_begins_again_when_a_newer_result_comes_in_between(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.create(LEAGUES)
    *history, late = season_of(3, matches=30, people=8)
    for match in history:
        await club.finish(match)
    archive, write = club.store.archive, club.store.archive.write_changes
    times = 0

    async def interrupted(*args: object) -> bool:
        nonlocal times
        times += 1
        if times == 1:
            await club.finish(late)
        return await write(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(archive, "write_changes", interrupted)
    await club.corrections.correct(SERVER, 4, Void(), by=1, why="it was a joke")
    assert times == 2
    assert await club.kept(SERVER) == await club.from_scratch(SERVER)
    assert len(await club.match_history.correction_log(SERVER)) == 1


async def test_a_voided_match_might_as_well_never_have_been(club: Club, tmp_path: Path) -> None:
    """Ratings to the last digit."""
    async with open_store(f"sqlite:///{tmp_path / 'other.db'}", synchronous="NORMAL") as store:
        without = Club(store, club.now)
        await without.meet(PEOPLE)
        for each in (club, without):
            await each.create(LEAGUES)
            for match in season_of(4, matches=40, people=6):
                if each is club or match.number != 9:
                    await each.finish(match)
        assert await _seen(club) != await _seen(without)
        await club.corrections.correct(SERVER, 9, Void(), by=1, why="cards were shown")
        assert await _seen(club) == await _seen(without)


async def _seen(club: Club) -> object:
    ladders = [_rows(await club.standings.table(SERVER, one)) for one in await club.leagues.all(SERVER)]
    return ladders, await club.store.archive.ratings(SERVER, range(1, PEOPLE + 1))


async def test_a_season_ends_by_itself_as_of_its_time_however_late_that_is_noticed(club: Club) -> None:
    monthly = replace(LEAGUES[0], season_end=Monthly(), zone="UTC")
    (stored,) = await club.create([monthly])
    history = season_of(5, matches=120)
    for match in history:
        await club.finish(match)
    club.now += 40 * DAY
    over = await club.season_ends.end_due_seasons()
    assert [table.season.number for _, table in over] == list(range(1, len(over) + 1))
    assert len(over) >= 2
    assert await _is_right(club)
    for _, table in over:
        assert table.season.end is not None
        played = [match for match in history if table.season.holds(match)]
        expected = slow_standings.table(monthly, played, [], now=table.season.end)
        assert [(row.position, row.person, row.matches) for row in table.rows] == [row[:3] for row in expected]
    assert [(one.number, table) for one, table in await club.season_ends.unposted_tables()] == [
        (stored.number, t) for _, t in over
    ]
    await club.store.leagues.mark_posted(stored.number, 1)
    assert len(await club.season_ends.unposted_tables()) == len(over) - 1
    assert await club.season_ends.end_due_seasons() == []


async def test_the_table_of_a_season_stays_for_ever_and_what_is_corrected_moves_ratings_all_the_same(club: Club) -> None:
    (stored,) = await club.create([LEAGUES[1]])
    history = season_of(6, matches=30, people=6)
    for match in history[:20]:
        await club.finish(match)
    table = await club.season_ends.end_season(SERVER, stored.number, "  The   first one ")
    for match in history[20:]:
        await club.finish(match)
    before = await club.kept(SERVER)
    number = next(iter(before.rated))
    await club.corrections.correct(SERVER, number, Void(), by=1, why="cards were shown")
    assert await club.kept(SERVER) == await club.from_scratch(SERVER)
    assert (await club.kept(SERVER)).ratings != before.ratings
    running = await club.leagues.find(SERVER)
    assert [season.name for season in await club.leagues.seasons(running)] == ["", "The first one"]
    season = await club.leagues.find_season(running, "the FIRST one")
    ladder = await club.standings.table(SERVER, running, season=season.number)
    assert ladder.is_final
    assert [(row.position, row.person, row.parts) for row in ladder.rows] == [
        (r.position, r.person, r.parts) for r in table.rows
    ]


@pytest.mark.parametrize("narrow", ["game", "since", "both", "no league"])
async def test_standings_are_narrowed_to_a_game_and_to_the_time_since_a_day(club: Club, narrow: str) -> None:
    (stored,) = await club.create([LEAGUES[1]])
    history = season_of(8, matches=60)
    for match in history:
        await club.finish(match)
    day = club.leagues.read_day(stored.league, "2026-03-05")
    game = "rami" if narrow in ("game", "both") else None
    since = day if narrow in ("since", "both") else None
    ladder = await club.standings.table(SERVER, None if narrow == "no league" else stored, game=game, since=since)
    kept = [
        match
        for match in counting_matches(ladder.league, history)
        if game in (None, match.variant.name) and (ladder.since is None or match.ended >= ladder.since)
    ]
    assert kept
    assert (len(kept) < len(counting_matches(ladder.league, history))) == (narrow != "no league")
    assert _rows(ladder) == slow_standings.table(ladder.league, kept, [], now=club.now)


async def test_a_match_tells_where_it_counts_and_what_was_put_right(club: Club) -> None:
    await club.create(LEAGUES)
    history = season_of(2026, matches=30)
    for match in history:
        await club.finish(match)
    for match in history:
        said = {one.term.league.name: one.why_not for one in await club.match_history.verdicts(SERVER, match.number)}
        wanted = {league.name: match in counting_matches(league, history) for league in LEAGUES}
        assert {name: why is None for name, why in said.items()} == wanted
    await club.corrections.correct(SERVER, 3, Void(), by=2, why="two  of them\nwere asleep")
    record = await club.match_history.match(SERVER, 3)
    assert record.match.voided
    assert record.original == history[2]
    assert [one.change for one in record.corrections] == [Void()]
    assert record.corrections[0].why == "two of them were asleep"
    assert all(one.why_not is not None for one in record.verdicts)
