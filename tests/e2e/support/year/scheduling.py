"""A schedule that an organiser makes, replaces, gets back, replaces again, and that five people play to its end."""

from itertools import combinations

from tests.e2e.support.hand_controls import table_number
from tests.e2e.support.league.league_reading import ask, read
from tests.e2e.support.league.questions import newest
from tests.e2e.support.league.schedules import open_fixture
from tests.e2e.support.year.year import Year
from tests.people import Json

PLAYERS = ("Ann", "Bob", "Cleo", "Dan", "Eve")
SURPRISES = (("Ann", "Cleo"), ("Cleo", "Eve"))
"""The pairs of which the second one wins: then Ann and Bob have equal points, and Dan and Eve, and head to head decides."""


async def play_a_schedule(year: Year) -> tuple[Json, list[int]]:
    """Return the message of the schedule that was played to its end, and the numbers of its matches."""
    club, again = year.club, {"league": "Places", "variant": "Sprint", "replace": True}
    made = "Cleo made a schedule for 4 players in Places."
    await year.actions.perform(
        "Cleo", made, "league schedule", people=mentions(year, *PLAYERS[:4]), league="Places", variant="Sprint"
    )
    await play_fixture(year, newest(club["Ann"]), "Ann", "Bob")
    asked = await ask(club["Cleo"], "league schedule", people=mentions(year, *PLAYERS), **again)
    assert "1 of 6 matches have been played" in read(asked)
    assert "Nothing has changed" in read(await year.actions.press("Cleo", asked, "Keep it"))
    replaced = "Cleo replaced the schedule of Places by one for 5 players."
    done = await year.actions.perform("Cleo", replaced, "league schedule", people=mentions(year, *PLAYERS), **again)
    await year.actions.undo("Cleo", "Cleo undid the new schedule of Places: the one before is back.", done)
    await club["Ann"].until(lambda: "Eve" not in read(newest(club["Ann"])))
    await play_fixture(year, newest(club["Ann"]), "Cleo", "Dan")
    await year.actions.perform("Cleo", replaced, "league schedule", people=mentions(year, *PLAYERS), **again)
    await club["Ann"].until(lambda: "Eve" in read(newest(club["Ann"])))
    posted = newest(club["Ann"])
    numbers = [await play_fixture(year, posted, *pair) for pair in combinations(PLAYERS, 2)]
    line = f"Cleo voided match `{numbers[0]}`: the wrong cards"
    await year.actions.perform("Cleo", line, "league void", match=numbers[0], why="the wrong cards")
    return posted, [*numbers, await play_fixture(year, posted, *PLAYERS[:2])]


def mentions(year: Year, *names: str) -> str:
    return " ".join(f"<@{year.club[name].id}>" for name in names)


async def play_fixture(year: Year, posted: Json, host: str, guest: str) -> int:
    """Let one person open a table under **My matches** and the other join it. Return its number when the match is over."""
    lobby = await open_fixture(year.club, posted, host, guest)
    number = table_number(lobby)
    assert number is not None
    assert (await year.club[guest].press(lobby, "Join")).outcome in ("update", "deferred_update")
    winner = guest if (host, guest) in SURPRISES else host
    await year.short.finish(number, year.club[host], year.club[guest], winner=year.club[winner])
    await year.club.until_sent(number)
    year.played.append(number)
    return number
