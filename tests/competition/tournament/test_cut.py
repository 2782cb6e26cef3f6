"""Swiss rounds, after which the first four or eight play a knockout."""

from fractions import Fraction

import msgspec
import pytest

from bot.competition.tournament import refusals
from bot.interactions.tournament.decisions import KeepApart, PairAgain, TakeOut
from bot.league.tournament.course import awaited, still_in
from bot.league.tournament.events import TournamentKind, TournamentPlan
from bot.league.tournament.rows import tournament_rows
from bot.league.tournament.tournament import Results, Tournament
from bot.messages.tournament.card import TournamentContext, card_layout, left_text, own_match_text
from bot.messages.tournament.forms import chosen_plan, kind_value
from bot.messages.tournament.rounds import rounds_layout
from bot.rummy.variant import Length
from bot.storage.store import Store
from tests.competition.tournament.club_evening import QUICK, SERVER, ClubEvening
from tests.competition.tournament.test_exports import PAIRS
from tests.competition.tournament.test_tournaments import refusal
from tests.databases import on_sqlite
from tests.messages.shown_text import ENGLISH, readable_text
from tests.tables.table_service import TableService

pytestmark = on_sqlite
SWISS = TournamentKind.SWISS


@pytest.fixture
def evening(store: Store, service: TableService) -> ClubEvening:
    return ClubEvening(store, service)


async def results_of(evening: ClubEvening) -> Results:
    return (await evening.tournaments.with_results(SERVER, evening.number))[1]


async def play_swiss(evening: ClubEvening, people: int, *, rounds: int, cut: int, pairs: bool = True) -> Tournament:
    """Play the Swiss rounds, until the check-in for the knockout."""
    await evening.open(SWISS, people, rounds=rounds, rules=PAIRS if pairs else QUICK, cut=cut)
    now = await evening.begin_first(*range(1, people + 1))
    for _ in range(rounds - 1):
        await evening.play_round()
        now = await evening.check_in(*now.staying)
    return await evening.play_round()


async def test_the_first_four_meet_one_and_four_two_and_three_and_come_first_in_the_table(evening: ClubEvening) -> None:
    now = await play_swiss(evening, 9, rounds=3, cut=4)
    results = await results_of(evening)
    before = tournament_rows(now, results)
    first = still_in(now, results)
    assert [row.position for row in before if row.person in first] == [row.position for row in before[:4]]
    assert sorted(awaited(now, results)) == sorted(first)
    fifth = before[4].person
    assert isinstance(await refusal(evening, evening.check_in(fifth)), refusals.OutOfTournament)
    context = TournamentContext(now, results, evening.store.people, {})
    assert own_match_text(context, fifth, ENGLISH) == "You're out of Evening. Stay and watch!"
    assert "brings you back" not in left_text(now, ENGLISH)
    now = await evening.check_in(*first)
    assert now.rounds[3].tables == ((first[0], first[3]), (first[1], first[2]))
    assert isinstance(await refusal(evening, evening.decide(PairAgain(), "x")), refusals.PairedByPlan)
    await evening.play_round()
    now = await evening.now()
    results = await results_of(evening)
    final = still_in(now, results)
    assert len(final) == 2
    over = await evening.check_in(*final)
    assert over.rounds[4].tables == (tuple(final),)
    over = await evening.play_round()
    assert over.over_at is not None
    rows = tournament_rows(over, await results_of(evening))
    assert {row.person for row in rows[:2]} == {*final}
    assert {row.person for row in rows[2:4]} == {*first} - {*final}
    assert [row.position for row in rows[:4]] == [1, 2, 3, 3]
    assert [(row.person, row.score) for row in rows[4:]] == [
        (row.person, row.score) for row in before if row.person not in first
    ]
    assert {row.person: row.score for row in rows} == {row.person: row.score for row in before}, "of the Swiss rounds"
    shown = readable_text(card_layout(TournamentContext(over, await results_of(evening), evening.store.people, {}), ENGLISH))
    assert "Swiss, 3 rounds · knockout of 4" in shown


async def test_of_eight_at_tables_of_four_two_of_each_go_on_to_a_final(evening: ClubEvening) -> None:
    plan, _ = chosen_plan(QUICK, "swiss:4:top8", "short:live")
    assert (plan.cut, plan.on) == (8, 2)
    assert chosen_plan(PAIRS, "swiss:4:top8", "short:live")[0].on == 1
    assert kind_value(plan) == "swiss:4:top8"
    await evening.open(SWISS, 12, rounds=2, on=2, cut=8)
    await evening.begin_first(*range(1, 13))
    await evening.play_round()
    await evening.check_in(*range(1, 13))
    now = await evening.play_round()
    first = still_in(now, await results_of(evening))
    now = await evening.check_in(*first)
    assert [[first.index(person) for person in table] for table in now.rounds[2].tables] == [[0, 3, 4, 7], [1, 2, 5, 6]]
    now = await evening.play_round()
    while now.check_in or now.over_at is None:
        now = await (evening.check_in(*awaited(now, await results_of(evening))) if now.check_in else evening.play_round())
    finals = [one for one in now.rounds[3:] if not one.extra]
    assert [len(one.people) for one in finals] == [4]


async def test_two_kept_apart_exchange_one_place_with_the_neighbour_and_the_other_seeds_stay(evening: ClubEvening) -> None:
    now = await play_swiss(evening, 8, rounds=3, cut=4)
    first, second, third, fourth = still_in(now, await results_of(evening))
    await evening.decide(KeepApart([first, fourth]))
    after = await evening.check_in(first, second, third, fourth)
    assert {frozenset(people) for people in after.rounds[-1].tables} == {frozenset({first, third}), frozenset({second, fourth})}


async def test_who_leaves_before_the_knockout_makes_room_for_the_next_one(evening: ClubEvening) -> None:
    now = await play_swiss(evening, 6, rounds=2, cut=4)
    first = still_in(now, await results_of(evening))
    fifth = next(row.person for row in tournament_rows(now, await results_of(evening)) if row.person not in first)
    now = await evening.decide(TakeOut(first[1]), "went home")
    assert still_in(now, await results_of(evening)) == [first[0], *first[2:], fifth]


async def test_equals_at_the_cut_are_ordered_by_lot_the_same_each_time(evening: ClubEvening) -> None:
    before = await evening.open(SWISS, 6, rounds=1, rules=PAIRS, cut=4)
    nobody = msgspec.structs.replace(before, rounds=((await evening.begin_first(*range(1, 7))).rounds[0],))
    rows = tournament_rows(nobody, {})
    assert {row.score for row in rows} == {Fraction(0)}
    assert len({tuple(still_in(nobody, {})) for _ in range(3)}) == 1
    assert sorted(still_in(nobody, {})) != [1, 2, 3, 4], "not by who joined first"


async def test_rounds_list_who_sat_out_in_swiss_rounds_alone(evening: ClubEvening) -> None:
    now = await play_swiss(evening, 7, rounds=2, cut=4)
    now = await evening.check_in(*still_in(now, await results_of(evening)))
    shown = readable_text(
        rounds_layout(TournamentContext(now, await results_of(evening), evening.store.people, {}), 0, ENGLISH)
    )
    assert "Sat out" not in shown.partition("Round 3")[2]


async def test_a_plan_without_a_cut_is_stored_as_before(evening: ClubEvening) -> None:
    plan = chosen_plan(PAIRS, "swiss:3", "short:live")[0]
    assert evening.number == 0
    assert b"cut" not in msgspec.json.encode(plan)
    cut = chosen_plan(PAIRS, "swiss:3:top4", "short:live")
    assert (cut[0].cut, cut[1]) == (4, Length.SHORT)
    assert msgspec.json.decode(msgspec.json.encode(cut[0]), type=TournamentPlan) == cut[0]
