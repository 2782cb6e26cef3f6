"""The stats of one person or of several compared, with the picture of their ratings."""

import re

from bot import app
from bot.league.corrections import apply_corrections
from bot.league.league import League
from bot.messages.pictures.rating_chart import LINE_STYLES
from tests.e2e.support.club import Club
from tests.e2e.support.commands import check_refusal, check_refused_in_dm
from tests.e2e.support.forms import choose_own
from tests.e2e.support.league_messages import ask, read
from tests.e2e.support.seasons import store_season
from tests.e2e.support.tables import play_short_match
from tests.league.folds import compute_stats
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
        signs = [style.sign for style in LINE_STYLES[:4]]
        assert all(f"### {sign} {name}" in text for sign, name in zip(signs, others.values(), strict=True))
        legend = text.rpartition("The rating over time")[2].replace("\N{NO-BREAK SPACE}", " ")
        assert all(f"{sign} {name}" in legend for sign, name in zip(signs, others.values(), strict=True))
        against = compute_stats(apply_corrections(history, ()), 1).against[2]
        assert f"- vs Bob: {against.won} won, {against.lost} lost" in text
        assert await picture(club, message) is not None


async def test_the_chart_is_described_and_readers_of_text_only_get_the_description_alone(club: Club) -> None:
    await store_season(club, LEAGUE, matches=60, people=7)
    async with club.bot():
        message = await ask(club["Ann"], "stats", second=club["Bob"].id)
        [gallery] = [it for it in parts(message["components"]) if it["type"] == 12]
        [alt] = [item["description"] for item in gallery["items"]]
        assert len(alt) <= 1024
        figures = re.findall(r"(\w+): first (\d+), last (\d+), lowest (\d+), highest (\d+)\.", alt)
        assert [name for name, *_ in figures] == ["Ann", "Bob"]
        for _, first, last, lowest, highest in figures:
            assert f"Rating: **{last}**" in read(message)
            assert int(lowest) <= min(int(first), int(last)) <= max(int(first), int(last)) <= int(highest)
        await choose_own(club, "Ann", "pictures", "text")
        plain = await ask(club["Ann"], "stats", second=club["Bob"].id)
        assert await picture(club, plain) is None
        for name, *figure in figures:
            sentence = "{}: first {}, last {}, lowest {}, highest {}.".format(name, *figure)
            assert sentence in read(message)
            assert f"-# {sentence}" in read(plain)
        assert all(style.sign not in read(plain) for style in LINE_STYLES)


async def test_a_single_rated_match_has_no_chart(club: Club) -> None:
    [match] = await store_season(club, LEAGUE, matches=1, people=6)
    first, second = ([*club.members.values()][seat.person - 1] for seat in match.seats[:2])
    async with club.bot():
        message = await ask(first, "stats", second=second.id)
        assert read(message).count("Rating:") == 2
        assert await picture(club, message) is None
        assert "over time" not in read(message)


async def test_stats_have_no_picture_without_a_rated_match(club: Club, bot: app.Bot) -> None:
    message = (await club["Ann"].slash("stats")).message
    assert "No finished matches with other people" in read(message)
    await play_short_match(club, "Ann", "Bob")
    message = (await club["Ann"].slash("stats", second=club["Bob"].id)).message
    assert "1 match ·" in read(message)
    assert await picture(club, message) is None


async def test_stats_of_an_unknown_person_are_refused(club: Club, bot: app.Bot) -> None:
    reply = await club["Ann"].slash("stats", person=club["Bob"].id)
    sentence = check_refusal(club, reply, 0, 0, ("haven't met this person",))
    assert sentence != await check_refused_in_dm(club, club["Ann"], "stats")
