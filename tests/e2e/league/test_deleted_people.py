"""People who have deleted their data: posted messages lose their names, and no table waits for them."""

from bot.league.league import League
from tests.e2e.support.club import Clock, Club
from tests.e2e.support.commands import press_forged
from tests.e2e.support.league_messages import edit_statuses, post_live_standings, read
from tests.e2e.support.schedules import open_fixture, post_schedule, private_page, save_quick_game
from tests.e2e.support.seasons import store_season
from tests.people import labels


async def test_live_standings_drop_a_deleted_name_within_a_minute(club: Club, clock: Clock) -> None:
    await store_season(club, League(server=0, name="Mondays"), matches=10, people=6)
    async with club.bot() as bot:
        post, finn = await post_live_standings(club), club["Finn"]
        assert "Bob" in read(post)
        clock.advance(1)
        assert await edit_statuses(club, bot.league_clock.run_once) == []
        await club["Bob"].slash("privacy delete-me", sure=True)
        assert await edit_statuses(club, bot.league_clock.run_once) == [200]
        assert "Bob" not in read(finn.now(post))
        assert "a former" in read(finn.now(post)), "names are cut where the movement since Monday takes room"


async def test_a_posted_schedule_drops_a_deleted_name_within_a_minute(club: Club, clock: Clock) -> None:
    async with club.bot() as bot:
        await save_quick_game(club)
        posted, finn = await post_schedule(club, variant="Quick"), club["Finn"]
        assert "Bob" in read(posted)
        clock.advance(1)
        assert await edit_statuses(club, bot.league_clock.run_once) == []
        await club["Bob"].slash("privacy delete-me", sure=True)
        assert await edit_statuses(club, bot.league_clock.run_once) == [200]
        assert "Bob" not in read(finn.now(posted))
        assert "a former" in read(finn.now(posted))
        clock.advance(1)
        await club["Finn"].slash("privacy delete-me", sure=True)
        assert await edit_statuses(club, bot.league_clock.run_once) == [], "Finn isn't in the schedule"


async def test_a_table_that_waits_for_a_deleted_person_is_cancelled(club: Club, clock: Clock) -> None:
    async with club.bot():
        posted, ann = await post_schedule(club), club["Ann"]
        lobby = await open_fixture(club, posted, "Ann", "Bob")
        await club["Bob"].slash("privacy delete-me", sure=True)
        await club.until_sent()
        assert "cancelled" in read(ann.now(lobby))
        assert club["Bob"].id not in read(ann.now(lobby))
        assert labels(ann.now(lobby)) == []
        mine = await private_page(ann, posted, "My matches")
        assert not any("a former player" in label for label in labels(mine))
        (fixture,) = club.query('SELECT number FROM fixtures WHERE "table" IS NOT NULL')
        old = await press_forged(club, "Ann", posted, f"f:{fixture[0]}")
        assert "One of the players has left" in read(old["message"])
        assert club.query("SELECT count(*) FROM tables") == [(1,)]


async def test_a_reserved_seat_of_a_deleted_person_is_shown_as_a_former_players(club: Club) -> None:
    async with club.bot():
        lobby = await open_fixture(club, await post_schedule(club), "Ann", "Bob")
    # The state that a bot leaves when it is killed while it deletes Bob's data:
    club.write_database("UPDATE people SET discord_id = NULL, name = '' WHERE name = 'Bob'")
    async with club.bot():
        assert "reserved for Ann and a former player" in read((await club["Cleo"].press(lobby, "Join")).message)
