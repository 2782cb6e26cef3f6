"""Evenings of up to 128 people in the process, with people who don't come, enter late or leave, and what organisers award."""

import random
import threading
from collections import Counter
from itertools import combinations

import pytest

from bot.interactions.tournament.decisions import Award, Open
from bot.league.tournament import course
from bot.league.tournament.events import TournamentKind
from bot.league.tournament.rows import tournament_rows
from bot.storage.store import Store
from bot.tables.match_requests import Forfeit
from bot.tables.table import Phase
from bot.wording.sentence import Refused
from tests.competition.tournament.club_evening import SERVER, ClubEvening, people_of
from tests.competition.tournament.naive_scores import naive_scores
from tests.cpu_time import at_most
from tests.databases import on_sqlite
from tests.rummy.presets import variant
from tests.tables.table_service import TableService

pytestmark = [pytest.mark.thorough, on_sqlite]
PEOPLE, LATE = 128, 3
MOST_REPEATED = 3
"""How many pairs of 128 people may meet twice in four rounds."""


@pytest.fixture
def evening(store: Store, service: TableService) -> ClubEvening:
    return ClubEvening(store, service)


@pytest.fixture
def pairing_threads(monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """The threads in which rounds were paired, each in less than a second of CPU."""
    found = set[int]()
    real = course.pair_round

    def measured(*given: object) -> object:
        found.add(threading.get_ident())
        with at_most(1.0):
            return real(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(course, "pair_round", measured)
    return found


async def test_a_swiss_evening_of_128_people_goes_on_whatever_they_do(evening: ClubEvening, pairing_threads: set[int]) -> None:
    dice = random.Random(7)
    await evening.open(TournamentKind.SWISS, PEOPLE - LATE, rounds=4)
    await evening.meet(PEOPLE)
    t, number = evening.tournaments, evening.number
    left, late = set[int](), range(PEOPLE - LATE + 1, PEOPLE + 1)
    met: Counter[frozenset[int]] = Counter()
    for nth in range(1, 5):
        if nth == 1:
            await evening.decide(Open())
        if nth == 2:
            for person in late:
                await t.check_in(SERVER, number, person)
        staying = [person for person in (await evening.now()).staying if person not in left]
        here = sorted(person for person in staying if dice.random() < 0.95)
        for person in here:
            await t.check_in(SERVER, number, person)
        if len((await evening.now()).rounds) < nth:
            await evening.wait(16)
        begun = await evening.now()
        played = begun.rounds[-1]
        assert len(begun.rounds) == nth
        assert people_of([*played.tables, played.byes]) == sorted({*here, *(late if nth == 2 else ())})
        sizes = list(map(len, played.tables))
        assert max(sizes) - min(sizes) <= 1
        assert set(sizes) <= {3, 4, 5}
        assert not played.byes
        met.update(frozenset(pair) for people in played.tables for pair in combinations(people, 2))
        absent = {person for person in here if dice.random() < 0.06}
        come = [person for people in played.tables for person in people if person not in absent]
        await evening.come(*come)
        leaver = dice.choice(come)
        await t.leave(SERVER, number, leaver)
        left.add(leaver)
        if absent:
            await evening.wait(11)
        awarded = dice.randrange(len(played.tables))
        winner = dice.choice(played.tables[awarded])
        await evening.decide(Award(winner), "the table fell over")
        for place, table in (await evening.now()).rounds[-1].opened.items():
            opened = await evening.service.tables.get(table)
            if place % 5 == 0 and opened.phase != Phase.OVER and len(opened.seated_people()) > 2:
                await evening.service.tables.change(table, opened.seated_people()[0], Forfeit())
            await evening.play_table(table)
        await evening.wait(0)
    over = await evening.now()
    assert over.over_at is not None
    repeated = sum(count - 1 for count in met.values())
    assert repeated <= MOST_REPEATED, repeated
    main = threading.main_thread().ident
    assert pairing_threads
    assert main not in pairing_threads
    _, results = await t.with_results(SERVER, number)
    rows = tournament_rows(over, results)
    assert {row.person: row.score for row in rows} == naive_scores(over, results)
    assert [row.score for row in rows] == sorted((row.score for row in rows), reverse=True)
    assert len(rows) == PEOPLE


async def test_a_knockout_of_128_people_comes_to_its_final(evening: ClubEvening) -> None:
    await evening.open(TournamentKind.KNOCKOUT, PEOPLE, on=2)
    begun = await evening.begin_first(*range(1, PEOPLE + 1))
    still = PEOPLE
    while begun.over_at is None:
        playing = people_of([*begun.rounds[-1].tables, begun.rounds[-1].byes])
        assert len(playing) == len(set(playing)) <= still
        final = begun.rounds[-1]
        after = await evening.play_round()
        if after.over_at is None and after.rounds[-1].extra and not after.check_in:
            after = await evening.play_round()  # equals at the cut, or the leaders of the final
        if after.over_at is not None:
            break
        _, results = await evening.tournaments.with_results(SERVER, evening.number)
        through = course.awaited(after, results)
        assert len(through) < still
        still = len(through)
        begun = await evening.check_in(*through)
    over = await evening.now()
    _, results = await evening.tournaments.with_results(SERVER, evening.number)
    first = tournament_rows(over, results)[0].person
    outcome = over.rounds[-1].outcome(0, results)
    assert outcome is not None
    assert len(final.tables) == 1
    assert outcome[first] == max(outcome.values())


async def test_a_round_robin_of_16_people_ends_after_everyone_has_met(evening: ClubEvening) -> None:
    await evening.open(TournamentKind.ROUND_ROBIN, 16, rules=variant("wrotham"))
    begun = await evening.begin_first(*range(1, 17))
    with pytest.raises(Refused):
        await evening.tournaments.join(SERVER, evening.number, 17)
    while begun.over_at is None:
        for people in begun.rounds[-1].tables:
            await evening.decide(Award(min(people)), "agreed")
        if (await evening.now()).over_at is not None:
            break
        begun = await evening.check_in(*range(1, 17))
    over = await evening.now()
    met = Counter(frozenset(people) for played in over.rounds for people in played.tables)
    assert set(met.values()) == {1}
    assert len(met) == 16 * 15 // 2
    assert [row.person for row in tournament_rows(over, {})] == list(range(1, 17))
