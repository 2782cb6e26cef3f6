"""What people have done, alone and compared, with the picture of their ratings."""

from bot import app
from bot.league.corrections import corrected
from bot.league.league import League
from bot.league.stats import stats
from tests.e2e.club import Club
from tests.e2e.played import season_played
from tests.e2e.reading import asked
from tests.e2e.test_bad_input import check_refusal, refused
from tests.e2e.test_league import played, read
from tests.people import Json, parts

LEAGUE = League(server=0, name="Mondays", rated=True)


async def picture(club: Club, message: Json) -> bytes | None:
    """What the message shows; None where it shows no picture."""
    galleries = [it for it in parts(message["components"]) if it["type"] == 12]
    if not galleries:
        return None
    [item] = galleries[0]["items"]
    async with club.session.get(item["media"]["url"]) as response:
        assert response.status == 200
        return await response.read()


async def test_somebody_sees_what_he_has_done_and_his_rating_over_time(club: Club) -> None:
    history = await season_played(club, LEAGUE, matches=60, people=7)
    async with club.bot():
        message = await asked(club["Ann"], "stats")
        assert message["flags"] & 64
        own, text = stats(corrected(history, ()), 1), read(message)
        assert f"{own.matches} matches" in text
        assert f"{own.wins} wins" in text
        assert "Rating" in text
        assert "±" in text
        image = await picture(club, message)
        assert image is not None
        assert image.startswith(b"\x89PNG")


async def test_four_are_compared_and_numbered_as_in_the_picture(club: Club) -> None:
    history = await season_played(club, LEAGUE, matches=60, people=7)
    async with club.bot():
        others = {"person": "Ann", "second": "Bob", "third": "Cleo", "fourth": "Dan"}
        message = await asked(club["Eve"], "stats", **{option: club[name].id for option, name in others.items()})
        text = read(message)
        assert all(f"### {number}. {name}" in text for number, name in enumerate(others.values(), start=1))
        against = stats(corrected(history, ()), 1).against[2]
        assert f"- Bob: ahead {against.won}, behind {against.lost}" in text
        assert await picture(club, message) is not None


async def test_without_a_rated_match_there_is_no_picture(club: Club, bot: app.Parts) -> None:
    message = (await club["Ann"].slash("stats")).message
    assert "No match with other people" in read(message)
    await played(club, "Ann", "Bob")
    message = (await club["Ann"].slash("stats", second=club["Bob"].id)).message
    assert "one match" in read(message)
    assert await picture(club, message) is None


async def test_who_was_never_seen_is_not_compared(club: Club, bot: app.Parts) -> None:
    reply = await club["Ann"].slash("stats", person=club["Bob"].id)
    sentence = check_refusal(club, reply, 0, 0, ("never met",))
    assert sentence != await refused(club, club["Ann"], "stats", in_="dm")
