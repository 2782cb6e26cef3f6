"""Five kinds of cheating. Each has no effect, or everyone can see it."""

from bot.league.ratings import shown_points
from tests.e2e.support.league.league_reading import ask, read
from tests.e2e.support.tables import start_match
from tests.e2e.support.year.stored_weeks import MONDAYS
from tests.e2e.support.year.year import Year
from tests.people import labels

LARGEST_CHANGE = 175 * MONDAYS.rematches // 5
"""How far a day's matches against the same person can move a rating, by docs/LEAGUES.md."""
OVER_LIMIT = "Doesn't count in Mondays: only 2 matches per day between the same two players count."


async def cheat_by_leaving(year: Year) -> None:
    """Bob lets Ann win by leaving on the first turn, three times: nobody gets anything for it."""
    await year.play("Ann", "Bob", "Dan")
    before, rating = await year.row("Ann", "Mondays"), await year.rating("Ann")
    for _ in range(3):
        number = year.next_table()
        await start_match(year.club, "Ann", "Bob")
        asked = await ask(year.club["Bob"], "table leave", table=number)
        await year.club["Bob"].press(asked, labels(asked)[0])
        await year.club.until_sent(number)
        year.played.append(number)
        assert "Bob left too early and came last, without points. Doesn't count for Ann." in await year.verdict(number)
    assert (await year.row("Ann", "Mondays"), await year.rating("Ann")) == (before, rating)


async def cheat_as_a_pair_and_by_deleting_data(year: Year) -> None:
    """Dan and Eve play more than twice in a day; then Eve deletes her data and comes back: neither counts."""
    for _ in range(2):
        await year.play("Dan", "Eve")
    before, rating = await year.row("Dan", "Mondays"), await year.rating("Dan")
    assert OVER_LIMIT in await year.verdict(await year.play("Dan", "Eve"))
    await ask(year.club["Eve"], "privacy delete-me", sure=True)
    assert OVER_LIMIT in await year.verdict(await year.play("Eve", "Dan"))
    assert (await year.row("Dan", "Mondays"), await year.rating("Dan")) == (before, rating)


async def cheat_with_a_third_account(year: Year) -> None:
    """Ann plays with Finn, whom nobody has seen before: twice a day count, and her rating moves as little as documented."""
    await year.play("Ann", "Bob", "Cleo")
    for _ in range(2):
        before = await year.rating("Ann")
        for _ in range(2):
            await year.play("Ann", "Finn")
        counted = await year.row("Ann", "Mondays")
        assert OVER_LIMIT in await year.verdict(await year.play("Finn", "Ann"))
        assert await year.row("Ann", "Mondays") == counted
        assert abs(shown_points(await year.rating("Ann")) - shown_points(before)) <= LARGEST_CHANGE
        year.next_day()


async def cheat_by_own_correction(year: Year) -> None:
    """Ann swaps the places of a match, and voids another one: everyone reads it, with a mark, and what it changed."""
    ann, bob = year.club["Ann"].id, year.club["Bob"].id
    swap = {"change": "swap", "person": ann, "other": bob}
    for command, did, options in (("league correct", "swapped Ann and Bob in", swap), ("league void", "voided", {})):
        number = await year.play("Ann", "Bob")
        line = f"Ann {did} match `{number}`: my cards were bad"
        await year.actions.perform("Ann", line, command, match=number, why="my cards were bad", **options)
        [post] = [read(one) for one in year.club["Eve"].messages("lounge") if line in read(one)]
        assert "played in this match" in post
        assert "Mondays" in post
        assert "my cards were bad" in await year.verdict(number)
