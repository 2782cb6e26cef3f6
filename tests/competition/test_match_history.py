"""The history of a server: its matches, corrections, exports and comparisons."""

from msgspec.structs import replace

from bot.competition.match_history import MatchBrokenOff, MatchRecord, NoSuchMatch, TooManyCompared
from bot.league.corrections import Void
from bot.league.eligibility import is_counting
from bot.league.league import League
from bot.league.ledger import Ledger
from bot.league.organiser_actions import BrokenOff, Corrected, Line, NewLine
from bot.league.seasons import StoredLeague
from bot.tables.events import TableOpened
from tests.competition.league_server import LeagueServer, refused
from tests.league.leagues import LEAGUES
from tests.league.random_season import SERVER, season_of
from tests.league.standings import slow_standings
from tests.league.written_matches import played
from tests.rummy.presets import variant

MONDAYS = League(server=SERVER, name="Mondays")
DAY = 86_400_000


async def test_the_log_of_a_league_has_the_corrections_of_its_matches(server: LeagueServer) -> None:
    here, there = await server.create([replace(MONDAYS, channel=20), replace(MONDAYS, name="Elsewhere", channel=21)])
    number = await server.finish(replace(played("Ann 1 104 · Ben 2 40"), server=SERVER, ended=server.now))
    await server.corrections.correct(SERVER, number, Void(), by=3, why="why not")
    (line,) = (await server.log_page()).lines
    assert (line.what, line.by, line.why) == (Corrected(number, Void()), 3, "why not")
    assert (await server.log_page(here.number)).lines == (line,)
    assert (await server.log_page(there.number)).lines == ()


async def test_a_match_that_was_broken_off_is_known_in_its_server_only(server: LeagueServer) -> None:
    number = await server.store.log.open_table(TableOpened(SERVER, 20, 1, variant(), False, server.now), due=server.now)
    assert await refused(server.match_history.match(SERVER, number)) == NoSuchMatch(number)

    async def break_off(_: Ledger) -> NewLine:
        return NewLine(Line(server.now, 1, BrokenOff(number), "late"))

    await server.store.ledgers.add(SERVER, break_off)
    assert await refused(server.match_history.match(SERVER, number)) == MatchBrokenOff(number)
    assert await refused(server.match_history.match(11, number)) == NoSuchMatch(number)


async def test_at_most_four_people_are_compared_with_their_ratings(server: LeagueServer) -> None:
    await server.create([replace(MONDAYS, rated=True)])
    for match in season_of(1, matches=40, people=6):
        await server.finish(match)
    found, ratings = await server.match_history.compare(SERVER, [3, 1, 3])
    assert [one.person for one in found] == [3, 1]
    for (deck, person), rating in ratings.items():
        steps = await server.match_history.rating_history(SERVER, deck, person)
        assert steps[-1][1] == rating
        assert [step.matches for _, step in steps] == list(range(1, rating.matches + 1))
        assert [ended for ended, _ in steps] == sorted(ended for ended, _ in steps)
    assert ratings
    assert {person for _, person in ratings} <= {1, 3}
    assert await refused(server.match_history.compare(SERVER, [1, 2, 3, 4, 5])) == TooManyCompared(4)


async def exported(server: LeagueServer, stored: StoredLeague | None) -> list[MatchRecord]:
    history = server.match_history
    export = await history.export(SERVER, stored)
    return [one async for page in history.exported_pages(export) for one in page]


async def test_an_export_has_every_original_match_and_whether_it_counts(server: LeagueServer) -> None:
    (stored,) = await server.create([replace(MONDAYS, channel=20)])
    history = season_of(1, matches=30)
    for match in history:
        await server.finish(match)
    await server.corrections.correct(SERVER, 5, Void(), by=1, why="x")
    everything = await exported(server, None)
    assert [replace(one.original, over=(), began=0) for one in everything] == history
    assert [one.match.number for one in everything if one.match.voided] == [5]
    of_league = await exported(server, stored)
    assert [one.match.number for one in of_league] == [match.number for match in history if match.channel == 20]
    counted = sum(len(one.match.people()) for one in of_league if one.verdicts[0].why_not is None)
    assert counted == sum(row.matches for row in (await server.standings.table(SERVER, stored)).rows)


async def test_a_match_record_has_its_verdicts_and_corrections(server: LeagueServer) -> None:
    await server.create(LEAGUES)
    history = season_of(2026, matches=30)
    for match in history:
        await server.finish(match)
    for match in slow_standings.with_limits(history, LEAGUES):
        said = {one.term.league.name: one.why_not for one in (await server.match_history.match(SERVER, match.number)).verdicts}
        wanted = {league.name: is_counting(league, match, number) for number, league in enumerate(LEAGUES, start=1)}
        assert {name: why is None for name, why in said.items()} == wanted
    await server.corrections.correct(SERVER, 3, Void(), by=2, why="two  of them\nwere asleep")
    record = await server.match_history.match(SERVER, 3)
    assert record.match.voided
    assert replace(record.original, over=(), began=0) == history[2]
    assert [one.change for one in record.corrections] == [Void()]
    assert record.corrections[0].why == "two of them were asleep"
    assert all(one.why_not is not None for one in record.verdicts)
