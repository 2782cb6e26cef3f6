"""The ladder of a server: `/leaderboard by:rating`."""

from bot import app
from bot.league.league import League
from bot.messages.league.pages import WIDTH
from bot.messages.text import column_count
from tests.e2e.support.club import Club
from tests.e2e.support.commands import check_refused
from tests.e2e.support.league_messages import page_texts, ratings, read
from tests.e2e.support.seasons import DIFFICULT_NAMES, store_season, table_rows
from tests.leagues import create_league

RATED = League(server=0, name="Mondays", rated=True)


async def test_the_ladder_shows_everyone_with_a_rating_and_marks_the_provisional(club: Club) -> None:
    await store_season(club, RATED, matches=160, people=24, names=DIFFICULT_NAMES)
    async with club.bot():
        pages = [page async for page in page_texts(club["Ann"], "leaderboard", by="rating")]
        assert len(pages) == 2
        assert all(text.startswith("### Ratings in ") and "French cards" in text for text in pages)
        rows = [row for text in pages for row in table_rows(text)]
        assert max(map(column_count, rows)) <= WIDTH
        assert all(sum("›Ann" in row for row in table_rows(text)) == 1 for text in pages), "the reader's row is on every page"
        own = next(row.split() for row in rows if "›Ann" in row)
        stats = ratings(read((await club["Ann"].slash("stats")).message))["french52"]
        assert (int(own[1]), int(own[3])) == stats[:2], "as in /stats"
        placed = [row.split() for row in rows if row.split()[0].rstrip(".").isdigit()]
        unplaced = [row.split() for row in rows if row.split()[0] == "–"]
        assert all(int(row[4]) >= 10 for row in placed)
        assert all(int(row[4]) < 10 for row in unplaced)
        assert ("provisional" in pages[-1]) == bool(unplaced)
        cuccu = read((await club["Ann"].slash("leaderboard", cards="cuccu40")).message)
        assert "Cuccù cards" in cuccu


async def test_a_voided_match_changes_the_ladder(club: Club) -> None:
    history = await store_season(club, RATED, matches=40, people=6)
    match = next(one for one in reversed(history) if one.variant.deck == "french52" and one.seat_of(1) is not None)
    async with club.bot():
        before = read((await club["Bob"].slash("leaderboard", by="rating")).message)
        await club["Ann"].slash("league void", match=match.number, why="only a trial")
        assert read((await club["Bob"].slash("leaderboard", by="rating")).message) != before


async def test_without_ratings_the_ladder_says_how_to_get_one(club: Club, bot: app.Bot) -> None:
    ann = club["Ann"]
    assert "`/league create`" in read((await ann.slash("leaderboard", by="rating")).message)
    await create_league(ann, "Mondays", rated=True)
    text = read((await ann.slash("leaderboard", by="rating")).message)
    assert "Nobody has a rating yet" in text
    assert "`/league list`" in text


async def test_options_that_do_not_belong_to_the_ladder_are_refused(club: Club, bot: app.Bot) -> None:
    ann = club["Ann"]
    for option, value in (("league", "Cup"), ("variant", "rami"), ("since", "2026-01-01"), ("season", "1"), ("live", True)):
        await check_refused(club, ann, "leaderboard", "`by:rating`", f"`{option}:`", by="rating", **{option: value})
    await check_refused(club, ann, "leaderboard", "`by:points`", "`cards:`", by="points", cards="cuccu40")
    await check_refused(club, ann, "leaderboard", "`by:rating`", "`live:`", cards="cuccu40", live=True)
