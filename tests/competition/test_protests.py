"""Players protest against the result of a match, once each, and organisers answer each protest once."""

import asyncio

import pytest
from msgspec.structs import replace

from bot.competition.corrections import AlreadyProtested, NoOpenProtest, NotYourMatch, ReasonMissing, ReasonTooLong, protests_in
from bot.competition.match_history import NoSuchMatch
from bot.league.corrections import Remove, Void
from bot.league.league import League
from bot.league.organiser_actions import ProtestAnswered, Protested
from bot.wording.sentence import Refused
from tests.competition.league_server import LeagueServer, refused
from tests.league.random_season import SERVER
from tests.league.written_matches import played

CUP = League(server=SERVER, name="Cup", announcements=70)
ANN, BEN, CEM, DEE = 1, 2, 3, 4


@pytest.fixture
async def number(server: LeagueServer) -> int:
    """Return a match of Ann, Ben and Cem in the league."""
    await server.create([CUP])
    return await server.finish(replace(played("Ann 1 104 · Ben 2 40 · Cem 3 0"), server=SERVER, ended=server.now))


async def test_a_protest_and_its_answer_are_lines_of_the_log_and_wait_to_be_announced(
    server: LeagueServer, number: int
) -> None:
    await server.protests.protest(SERVER, number, " not \n fair ", by=BEN)
    assert await server.protests.find_open(SERVER, number, BEN) == "not fair"
    await server.protests.answer(SERVER, number, "it was", by=ANN, person=BEN)
    answer, protest = (await server.log_page()).lines
    assert (protest.by, protest.what, protest.why, protest.is_own) == (BEN, Protested(number), "not fair", False)
    assert (answer.by, answer.what, answer.why, answer.is_own) == (ANN, ProtestAnswered(number, BEN), "it was", True)
    assert [one.answer for one in protests_in(await server.store.ledgers.lines_about(SERVER, number))] == [answer]
    assert await server.waiting_lines() == {70: 2}


async def test_each_impossible_protest_or_answer_is_refused_with_its_reason(server: LeagueServer, number: int) -> None:
    protest, answer = server.protests.protest, server.protests.answer
    assert await refused(protest(SERVER, number, " \n\u200d", by=ANN)) == ReasonMissing()
    assert await refused(protest(SERVER, number, "x" * 301, by=ANN)) == ReasonTooLong(300)
    assert await refused(protest(SERVER, 99, "x", by=ANN)) == NoSuchMatch(99)
    assert await refused(protest(11, number, "x", by=ANN)) == NoSuchMatch(number)
    assert await refused(protest(SERVER, number, "x", by=DEE)) == NotYourMatch(number)
    await protest(SERVER, number, "x", by=ANN)
    assert await refused(protest(SERVER, number, "y", by=ANN)) == AlreadyProtested(number)
    assert await refused(answer(11, number, "x", by=DEE, person=ANN)) == NoSuchMatch(number)
    assert await refused(answer(SERVER, number, " \n\u3164", by=DEE, person=ANN)) == ReasonMissing()
    assert await refused(answer(SERVER, number, "x", by=DEE, person=BEN)) == NoOpenProtest(number)
    await answer(SERVER, number, "no", by=DEE, person=ANN)
    assert await refused(answer(SERVER, number, "x", by=DEE, person=ANN)) == NoOpenProtest(number)
    assert await refused(protest(SERVER, number, "y", by=ANN)) == AlreadyProtested(number)


async def test_a_voided_match_and_a_player_who_was_removed_from_it_may_be_the_reason_for_a_protest(
    server: LeagueServer, number: int
) -> None:
    await server.corrections.correct(SERVER, number, Remove(CEM), by=ANN, why="x")
    await server.corrections.correct(SERVER, number, Void(), by=ANN, why="x")
    await server.protests.protest(SERVER, number, "I was there", by=CEM)
    assert len(protests_in(await server.store.ledgers.lines_about(SERVER, number))) == 1


async def test_a_protest_about_a_match_of_no_league_is_announced_in_all_of_them(server: LeagueServer) -> None:
    (cup,) = await server.create([replace(CUP, channel=99)])
    other = await server.finish(replace(played("Ann 1 104 · Ben 2 40"), server=SERVER, ended=server.now))
    await server.protests.protest(SERVER, other, "it was in the wrong channel", by=BEN)
    assert (await server.log_page(cup.number)).total == 1
    assert await server.waiting_lines() == {70: 1}


async def test_one_of_two_simultaneous_protests_or_answers_is_stored(server: LeagueServer, number: int) -> None:
    protests = [server.protests.protest(SERVER, number, "x", by=ANN) for _ in range(2)]
    found = await asyncio.gather(*protests, return_exceptions=True)
    assert sum(isinstance(one, Refused) for one in found) == 1
    answers = [server.protests.answer(SERVER, number, "y", by=by, person=ANN) for by in (BEN, DEE)]
    found = await asyncio.gather(*answers, return_exceptions=True)
    assert sum(isinstance(one, Refused) for one in found) == 1
    assert (await server.log_page()).total == 2
