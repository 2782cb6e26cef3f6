"""The facts of finished matches come back as they were stored, each server's its own."""

import json

import msgspec
from msgspec.structs import replace

from bot.league.facts import MatchResult
from bot.league.wins import SeatResult, Standing, standings
from bot.rummy.events import MatchEnded
from bot.storage.results import read_result
from bot.storage.store import Store, open_store
from bot.tables.ports import Commit
from tests.storage.matches import SERVER, meet_three, open_table, result


async def _finish(store: Store, facts: MatchResult) -> int:
    number = await open_table(store, server=facts.server)
    ended = MatchEnded(tuple(seat.placing for seat in facts.seats))
    await store.log.commit(Commit(number, 2, (ended,), facts.ended, deadline=None, closed=True, result=facts))
    return number


async def test_the_facts_of_a_match_are_those_that_were_stored(url: str) -> None:
    async with open_store(url) as store:
        facts = result(await meet_three(store))
        number = await _finish(store, facts)
        facts = replace(facts, number=number, channel=20)
        assert await store.results.of_table(number) == facts
    async with open_store(url) as store:
        assert await store.results.of_table(number) == facts
        assert await store.results.of_table(number + 1) is None


async def test_facts_that_an_earlier_version_stored_are_read(store: Store) -> None:
    """It knew neither the number of the match nor its channel, and nothing of computers and house rules."""
    facts = result(await meet_three(store))
    spelled = json.loads(msgspec.json.encode(facts))
    assert spelled.keys() == {"server", "variant", "seats", "deals", "ended"}
    assert spelled["seats"][0].keys() == {"person", "placing", "points", "left"}
    assert read_result(json.dumps(spelled), 7, 20) == replace(facts, number=7, channel=20)


async def test_a_servers_history_is_a_line_a_seat_oldest_match_first(store: Store) -> None:
    ann, ben, cem = people = await meet_three(store)
    late = await _finish(store, result(people, ended=9))
    early = await _finish(store, result([cem, ann, ben], ended=3, points=(101, 7, 7)))
    await _finish(store, result(people, server=11))
    assert await store.results.of_server(SERVER) == [
        SeatResult(early, cem, "Cem", 1, 101),
        SeatResult(early, ann, "Ann", 2, 7),
        SeatResult(early, ben, "Ben", 3, 7),
        SeatResult(late, ann, "Ann", 1, 104),
        SeatResult(late, ben, "Ben", 2, 40),
        SeatResult(late, cem, "Cem", 3, 0),
    ]
    assert await store.results.of_server(404) == []


async def test_the_standings_call_people_by_the_name_they_have_now(store: Store) -> None:
    ann, ben, cem = people = await meet_three(store)
    await _finish(store, result(people))
    await store.people.meet(100, "Queen Ann", "en-US")
    assert standings(await store.results.of_server(SERVER)) == [
        Standing(1, ann, "Queen Ann", matches=1, wins=1, points=104),
        Standing(2, ben, "Ben", matches=1, wins=0, points=40),
        Standing(3, cem, "Cem", matches=1, wins=0, points=0),
    ]
