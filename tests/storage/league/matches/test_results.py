"""The facts of finished matches are returned as they were stored."""

import json

import msgspec
from msgspec.structs import replace

from bot.league.eligibility import NotPlayed, judge_matches
from bot.league.league import League
from bot.league.match_facts import MatchResult
from bot.rummy.events import MatchEnded
from bot.storage.league.matches.results import decode_result
from bot.storage.store import Store, open_store
from bot.tables.ports import Commit
from tests.league.written_matches import played
from tests.storage.small_matches import meet_three, open_table, result


async def _finish(store: Store, facts: MatchResult) -> int:
    number = await open_table(store, server=facts.server)
    ended = MatchEnded(tuple(seat.placing for seat in facts.seats))
    await store.log.commit(Commit(number, 2, (ended,), facts.ended, deadline=None, is_over=True, result=facts))
    return number


async def test_the_facts_of_a_match_are_returned_as_they_were_stored(url: str) -> None:
    async with open_store(url) as store:
        facts = result(await meet_three(store))
        number = await _finish(store, facts)
        facts = replace(facts, number=number, channel=20)
        assert await store.archive.match(number) == facts
    async with open_store(url) as store:
        assert await store.archive.match(number) == facts
        assert await store.archive.match(number + 1) is None


async def test_facts_that_an_earlier_version_stored_are_decoded(store: Store) -> None:
    """That version stored neither number nor channel nor melds, and had no computers and house rules."""
    facts = result(await meet_three(store))
    spelled = json.loads(msgspec.json.encode(facts))
    for deal in spelled["deals"]:
        assert deal.pop("melds") == []
    assert spelled.keys() == {"server", "variant", "seats", "deals", "ended"}
    assert spelled["seats"][0].keys() == {"person", "placing", "points", "left"}
    assert decode_result(json.dumps(spelled), 7, 20) == replace(facts, number=7, channel=20)


async def test_a_stored_match_without_a_finished_deal_keeps_its_verdict(store: Store) -> None:
    """That version said of each such match that it wasn't played, whatever turns had been played."""
    await meet_three(store)
    facts = replace(played("Ann 1 · Ben 2 left"), is_walkover=True)
    number = await _finish(store, facts)
    stored = await store.archive.match(number)
    assert stored is not None
    assert [one.why_not for one in judge_matches(League(server=stored.server, name="Mondays"), [stored])] == [
        NotPlayed((2,), (1,))
    ]
