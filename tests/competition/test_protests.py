"""Players protest against the result of a match, once each and within a week, and organisers answer."""

import asyncio

import pytest
from msgspec.structs import replace

from bot.competition.refusals import (
    AlreadyProtested,
    AnswerMissing,
    HasNotProtested,
    LeagueRefused,
    NoOpenProtest,
    NoSuchMatch,
    NotYourMatch,
    ProtestTooLate,
    ReasonMissing,
    ReasonTooLong,
    TooManyProtests,
    WhichProtest,
)
from bot.league.corrections import Remove, Void
from bot.league.days import DAY_MS
from bot.league.league import League
from bot.league.organiser_actions import ProtestAnswered, Protested
from bot.tables.events import TableOpened
from bot.tables.ports import Commit
from bot.tables.seat_events import BrokenOffBy
from tests.competition.league_server import LeagueServer, refused
from tests.league.random_season import SERVER
from tests.league.written_matches import played
from tests.rummy.presets import variant

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
    assert await server.protests.answer(SERVER, number, "it was", by=ANN) == BEN
    answer, protest = (await server.log_page()).lines
    assert (protest.by, protest.what, protest.why, protest.is_own) == (BEN, Protested(number), "not fair", False)
    assert (answer.by, answer.what, answer.why, answer.is_own) == (ANN, ProtestAnswered(number, BEN), "it was", True)
    assert [one.answer for one in await server.protests.of_match(number)] == [answer]
    assert len((await server.store.organiser_log.waiting_lines(70, 9)).lines) == 2


async def test_each_impossible_protest_is_refused_with_its_reason(server: LeagueServer, number: int) -> None:
    protest, answer = server.protests.protest, server.protests.answer
    ended = (await server.match_history.match(SERVER, number)).match.ended
    assert await refused(protest(SERVER, number, " \n", by=ANN)) == ReasonMissing()
    assert await refused(protest(SERVER, number, "x" * 301, by=ANN)) == ReasonTooLong(300)
    assert await refused(protest(SERVER, 99, "x", by=ANN)) == NoSuchMatch(99)
    assert await refused(protest(11, number, "x", by=ANN)) == NoSuchMatch(number)
    assert await refused(protest(SERVER, number, "x", by=DEE)) == NotYourMatch(number)
    assert await refused(answer(SERVER, number, "x", by=DEE)) == NoOpenProtest(number, answered=False)
    await protest(SERVER, number, "x", by=ANN)
    assert await refused(protest(SERVER, number, "y", by=ANN)) == AlreadyProtested(number, None)
    await protest(SERVER, number, "z", by=BEN)
    assert await refused(answer(SERVER, number, "x", by=DEE)) == WhichProtest(number, (ANN, BEN))
    assert await refused(answer(SERVER, number, "x", by=DEE, person=CEM)) == HasNotProtested(number, CEM)
    assert await refused(answer(SERVER, number, " \n", by=DEE, person=ANN)) == AnswerMissing()
    await answer(SERVER, number, "no", by=DEE, person=ANN)
    assert await refused(protest(SERVER, number, "y", by=ANN)) == AlreadyProtested(number, "no")
    assert await refused(answer(SERVER, number, "x", by=DEE, person=ANN)) == HasNotProtested(number, ANN)
    await answer(SERVER, number, "no", by=DEE)
    assert await refused(answer(SERVER, number, "x", by=DEE)) == NoOpenProtest(number, answered=True)
    server.now = ended + 7 * DAY_MS
    await protest(SERVER, number, "in the last moment", by=CEM)
    other = await server.finish(replace(played("Ann 1 104 · Ben 2 40"), server=SERVER, ended=server.now))
    server.now += 7 * DAY_MS + 1
    assert await refused(protest(SERVER, other, "x", by=ANN)) == ProtestTooLate(other, server.now - 1)
    assert await refused(protest(SERVER, number, "y", by=ANN)) == AlreadyProtested(number, "no"), "what happened to it, first"


async def test_a_voided_match_and_a_player_who_was_removed_from_it_may_be_the_reason_for_a_protest(
    server: LeagueServer, number: int
) -> None:
    await server.corrections.correct(SERVER, number, Remove(CEM), by=ANN, why="x")
    await server.corrections.correct(SERVER, number, Void(), by=ANN, why="x")
    await server.protests.protest(SERVER, number, "I was there", by=CEM)
    assert len(await server.protests.of_match(number)) == 1


async def test_a_protest_about_a_match_of_no_league_is_announced_in_all_of_them(server: LeagueServer) -> None:
    (cup,) = await server.create([replace(CUP, channel=99)])
    other = await server.finish(replace(played("Ann 1 104 · Ben 2 40"), server=SERVER, ended=server.now))
    await server.protests.protest(SERVER, other, "it was in the wrong channel", by=BEN)
    assert (await server.log_page(cup.number)).total == 1
    assert await server.store.organiser_log.channels_to_post() == [(SERVER, 70)]


async def test_a_match_that_was_broken_off_in_another_server_is_none_of_this_one(server: LeagueServer) -> None:
    opened = TableOpened(SERVER, 70, ANN, variant("rami"), False, server.now)
    number = await server.store.log.open_table(opened, due=server.now)
    events = (BrokenOffBy(DEE, "so", leagues=(1,)),)
    await server.store.log.commit(Commit(number, 2, events, server.now, deadline=None, is_over=True))
    assert await refused(server.protests.protest(11, number, "x", by=ANN)) == NoSuchMatch(number)
    assert await refused(server.protests.protest(SERVER, number, "x", by=BEN)) == NotYourMatch(number)
    assert (await server.protests.protest(SERVER, number, "x", by=ANN)).is_broken_off


async def test_one_of_two_simultaneous_protests_of_a_person_is_stored(server: LeagueServer, number: int) -> None:
    both = [server.protests.protest(SERVER, number, "x", by=ANN) for _ in range(2)]
    found = await asyncio.gather(*both, return_exceptions=True)
    assert sum(isinstance(one, LeagueRefused) for one in found) == 1
    assert len(await server.protests.of_match(number)) == 1


async def test_one_of_two_simultaneous_answers_is_stored(server: LeagueServer, number: int) -> None:
    await server.protests.protest(SERVER, number, "x", by=ANN)
    both = [server.protests.answer(SERVER, number, "y", by=by) for by in (BEN, DEE)]
    found = await asyncio.gather(*both, return_exceptions=True)
    assert sum(one == ANN for one in found) == 1
    assert (await server.log_page()).total == 2


async def test_nobody_floods_the_announcements_with_protests_against_short_matches(server: LeagueServer, number: int) -> None:
    matches = [number, *[await server.finish_small_match() for _ in range(5)]]
    for match in matches[:5]:
        await server.protests.protest(SERVER, match, "x", by=ANN)
    assert await refused(server.protests.protest(SERVER, matches[5], "x", by=ANN)) == TooManyProtests(5)
    await server.protests.protest(SERVER, matches[5], "x", by=BEN)
    for match in matches[:5]:
        await server.protests.answer(SERVER, match, "no", by=DEE)
    server.now += DAY_MS
    await server.protests.protest(SERVER, matches[5], "x", by=ANN)


async def test_organisers_answer_any_number_of_protests(server: LeagueServer, number: int) -> None:
    for person in (ANN, BEN):
        for match in (number, *[await server.finish_small_match() for _ in range(4)]):
            await server.protests.protest(SERVER, match, "x", by=person)
            await server.protests.answer(SERVER, match, "no", by=CEM)
