"""The name of who has asked to be forgotten goes from what stands posted, too: nothing need be played before it does."""

from bot.league.league import League
from tests.e2e.clock import Clock, clock
from tests.e2e.club import Club
from tests.e2e.played import season_played
from tests.e2e.test_gazette import edits, live
from tests.e2e.test_league import read
from tests.e2e.test_tournaments import quick, scheduled

__all__ = ["clock"]


async def test_live_standings_forget_a_name_within_the_minute(club: Club, clock: Clock) -> None:
    await season_played(club, League(server=0, name="Mondays"), matches=10, people=6)
    async with club.bot() as bot:
        board, finn = await live(club), club["Finn"]
        assert "Bob" in read(board)
        clock.minutes(1)
        assert await edits(club, bot.gazette.issue) == []
        await club["Bob"].slash("privacy delete-me", sure=True)
        assert await edits(club, bot.gazette.issue) == [200]
        assert "Bob" not in read(finn.now(board))
        assert "a former player" in read(finn.now(board))


async def test_a_posted_schedule_forgets_a_name_within_the_minute(club: Club, clock: Clock) -> None:
    async with club.bot() as bot:
        await quick(club)
        posted, finn = await scheduled(club, variant="Quick"), club["Finn"]
        assert "Bob" in read(posted)
        clock.minutes(1)
        assert await edits(club, bot.gazette.issue) == []
        await club["Bob"].slash("privacy delete-me", sure=True)
        assert await edits(club, bot.gazette.issue) == [200]
        assert "Bob" not in read(finn.now(posted))
        assert "a former player" in read(finn.now(posted))
        clock.minutes(1)
        await club["Finn"].slash("privacy delete-me", sure=True)
        assert await edits(club, bot.gazette.issue) == [], "he is not in it"
