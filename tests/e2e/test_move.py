"""A club whose bot moves from SQLite to PostgreSQL while matches are in play."""

import asyncio

from bot.league.league import League
from bot.maintenance import move_database
from bot.rummy.variant import Length
from bot.settings import Settings
from scripts.recount import recount
from tests.e2e.support.checks import check_no_error
from tests.e2e.support.club import Club, ask
from tests.e2e.support.hand_controls import controls
from tests.e2e.support.league_messages import attached_files, read
from tests.e2e.support.seasons import store_season
from tests.e2e.support.tables import draw_from_stock, open_table, play_turn, start_match
from tests.messages.league.exported_files import read_export
from tests.people import Json, said
from tests.postgres import Postgres

LEAGUE = League(server=0, name="Mondays", zone="Europe/Rome", rated=True, least=2, shortest=Length.ONE)
MATCHES = 40


async def standings(club: Club) -> tuple[str, Json]:
    """Return the leaderboard as Ann reads it, and the export."""
    board = read((await club["Ann"].slash("leaderboard")).message)
    (data,) = (await attached_files(club, await ask(club["Ann"], "league export"))).values()
    return board, read_export(data)


async def test_old_buttons_and_standings_work_after_a_move_to_postgres(club: Club, postgres: Postgres) -> None:
    await store_season(club, LEAGUE, matches=MATCHES)
    table = MATCHES + 1
    club.write_database("PRAGMA user_version = 123456")  # as after a restore
    async with club.bot():
        await start_match(club, "Ann", "Bob", deals=50)
        await play_turn(club, table=table)
        lobby = await open_table(club, "Cleo")
        await club.until_sent(table)
        await club.until_sent(table + 1)
        before = await standings(club)
        person = club.on_turn(table)
        hand = next(message for message in reversed(person.dms) if controls(message))
    events, file = club.event_count(), club.database.read_bytes()

    club.url = postgres.new_database(empty=True)
    settings = Settings(database_url=club.url)  # type: ignore[arg-type]
    await asyncio.to_thread(move_database, settings, club.database)
    assert club.database.read_bytes() == file
    async with club.bot():
        assert await standings(club) == before
        assert recount(before[1]) == []
        assert len(before[1]["matches"]) == MATCHES
        assert (await draw_from_stock(person, hand)).outcome in ("update", "deferred_update")
        assert "Dan" in said((await club["Dan"].press(lobby, "Join")).message)
        assert club.event_count() == events + 2
        await club.until_sent(table)
        await play_turn(club, table=table)
        await open_table(club, "Eve")
        assert club.query("SELECT max(number) FROM tables") == [(table + 2,)]
    check_no_error(club)
