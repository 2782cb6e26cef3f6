"""The points of a schedule, from its own matches only: shown by a button below it."""

from bot import app
from tests.e2e.support.club import Club
from tests.e2e.support.league_messages import read
from tests.e2e.support.schedules import open_fixture, post_schedule, private_page, save_quick_game
from tests.e2e.support.seasons import table_rows
from tests.e2e.support.tables import play_match, play_short_match


async def test_a_schedule_has_a_table_of_its_own_matches(club: Club, bot: app.Bot) -> None:
    await save_quick_game(club)
    posted = await post_schedule(club, variant="Quick")
    empty = table_rows(read(await private_page(club["Eve"], posted, "Standings")))
    assert [row.split() for row in empty] == [["1.", "0", "0", "0", name] for name in ("Ann", "Bob", "Cleo", "Dan")]
    lobby = await open_fixture(club, posted, "Ann", "Bob")
    await club["Bob"].press(lobby, "Join")
    await club["Ann"].press(lobby, "Start")
    await club.until_sent(2)
    await play_match(club, {"Ann": "dm", "Bob": "dm"}, table=2)
    await play_short_match(club, "Cleo", "Dan", table=3)
    match = club.table(2).match
    assert match is not None
    page = await private_page(club["Bob"], posted, "Standings")
    rows = {row.split()[-1].strip("›"): row.split()[:-1] for row in table_rows(read(page))}
    assert {name: row[1] for name, row in rows.items()} == {"Ann": "1", "Bob": "1", "Cleo": "0", "Dan": "0"}
    for person in ("Ann", "Bob"):
        number = club.table(2).seat_of(club.person_number(person))
        assert rows[person][2:] == [str(int(match.placings[number] == 1)), str(match.scores[number])]
    assert "›Bob" in read(page)
    back = await club["Bob"].press(page, "All rounds")
    assert back.outcome == "update"
    assert "Round 1" in read(back.message)
    await club["Ann"].slash("league void", match=2, why="only a trial")
    after = table_rows(read(await private_page(club["Bob"], posted, "Standings")))
    assert all(row.split()[1] == "0" for row in after)
