"""The stats of one person or of several compared, with the picture of their ratings."""

from bot import app
from bot.league.corrections import apply_corrections
from bot.league.league import League
from bot.league.stats import compute_stats
from bot.messages.pictures.rating_chart import LINE_STYLES
from tests.e2e.support.club import Club
from tests.e2e.support.league.league_reading import ask, read
from tests.e2e.support.league.played_season import store_season
from tests.e2e.support.refusals import check_refusal, check_refused_in_dm
from tests.e2e.support.tables import play_short_match
from tests.people import Json, parts

LEAGUE = League(server=0, name="Mondays", rated=True)


async def picture(club: Club, message: Json) -> bytes | None:
    """Return the picture that the message shows, or None."""
    galleries = [it for it in parts(message["components"]) if it["type"] == 12]
    if not galleries:
        return None
    [item] = galleries[0]["items"]
    async with club.session.get(item["media"]["url"]) as response:
        assert response.status == 200
        return await response.read()


async def test_stats_show_a_persons_matches_wins_and_rating_over_time(club: Club) -> None:
    history = await store_season(club, LEAGUE, matches=60, people=7)
    async with club.bot():
        message = await ask(club["Ann"], "stats")
        assert message["flags"] & 64
        own, text = compute_stats(apply_corrections(history, ()), 1), read(message)
        assert f"{own.matches} matches" in text
        assert f"{own.wins} wins" in text
        assert "Rating" in text
        assert "±" in text
        image = await picture(club, message)
        assert image is not None
        assert image.startswith(b"\x89PNG")


async def test_stats_compare_four_people_with_the_signs_of_the_picture(club: Club) -> None:
    history = await store_season(club, LEAGUE, matches=60, people=7)
    async with club.bot():
        others = {"person": "Ann", "second": "Bob", "third": "Cleo", "fourth": "Dan"}
        message = await ask(club["Eve"], "stats", **{option: club[name].id for option, name in others.items()})
        text = read(message)
        signs = [style.sign for style in LINE_STYLES]
        assert all(f"### {sign} {name}" in text for sign, name in zip(signs, others.values(), strict=True))
        legend = text.rpartition("The rating over time")[2].replace("\N{NO-BREAK SPACE}", " ")
        assert all(f"{sign} {name}" in legend for sign, name in zip(signs, others.values(), strict=True))
        against = compute_stats(apply_corrections(history, ()), 1).against[2]
        assert f"- Bob: ahead {against.won}, behind {against.lost}" in text
        assert await picture(club, message) is not None


async def test_stats_have_no_picture_without_a_rated_match(club: Club, bot: app.Bot) -> None:
    message = (await club["Ann"].slash("stats")).message
    assert "No match with other people" in read(message)
    await play_short_match(club, "Ann", "Bob")
    message = (await club["Ann"].slash("stats", second=club["Bob"].id)).message
    assert "one match" in read(message)
    assert await picture(club, message) is None


async def test_stats_of_an_unknown_person_are_refused(club: Club, bot: app.Bot) -> None:
    reply = await club["Ann"].slash("stats", person=club["Bob"].id)
    sentence = check_refusal(club, reply, 0, 0, ("never met",))
    assert sentence != await check_refused_in_dm(club, club["Ann"], "stats")
