"""Tournaments in the process: check-in, rounds, people who don't come, what organisers decide, and who wins."""

from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from bot.competition.corrections import Corrections, ReasonMissing
from bot.competition.tournament import refusals
from bot.interactions.tournament.decisions import (
    Add,
    Award,
    Change,
    End,
    Extend,
    LimitPlayers,
    Open,
    PairAgain,
    ReplacePlayer,
    StopWeekly,
    Withdraw,
)
from bot.league.corrections import Void
from bot.league.organiser_actions import LogPage
from bot.league.tournament.course import awaited, cut_at, still_in
from bot.league.tournament.events import TournamentJoined, TournamentKind, TournamentPlan
from bot.league.tournament.rows import tournament_rows
from bot.league.tournament.tournament import CHECK_IN, Tournament, TournamentRound
from bot.messages.league.action_lines import log_text
from bot.messages.league.organiser_log import organiser_log_layout
from bot.messages.league.pages import LogPress
from bot.messages.names import names_of
from bot.messages.tournament.bracket import bracket_of
from bot.messages.tournament.card import TournamentContext, card_layout, corrected_tournament_text, own_match_text
from bot.storage.store import Store
from bot.tables.lobby_requests import Join
from bot.tables.ports import Person
from bot.tables.table import Phase
from bot.wording.sentence import Refused
from scripts import recount
from tests.competition.tournament.club_evening import MINUTE, ORGANISER, QUICK, SERVER, ClubEvening, people_of, running
from tests.competition.tournament.test_exports import export_of
from tests.databases import on_sqlite
from tests.league.written_matches import ANN, BEN, CEM, DEE, EVE, NAMES, played
from tests.messages.league.exported_files import read_export
from tests.messages.shown_text import ENGLISH, readable_text
from tests.rummy.presets import variant
from tests.tables.table_service import TableService

SWISS, KNOCKOUT, ROUND_ROBIN = TournamentKind.SWISS, TournamentKind.KNOCKOUT, TournamentKind.ROUND_ROBIN
DUPLICATE = TournamentKind.DUPLICATE
PEOPLE = {number: Person(number, number, name, "en-US", None) for name, number in NAMES.items()}


@pytest.fixture
def evening(store: Store, service: TableService) -> ClubEvening:
    return ClubEvening(store, service)


def one_place(tables: Sequence[Sequence[int]], person: int) -> int:
    return next(place for place, people in enumerate(tables) if person in people)


async def refusal(evening: ClubEvening, awaitable: object) -> object:
    with pytest.raises(Refused) as refused:
        await awaitable  # type: ignore[misc]
    return refused.value.refusal


async def test_a_swiss_evening_with_a_no_show_a_late_entry_and_a_bye_goes_on_to_its_end(evening: ClubEvening) -> None:
    await evening.open(SWISS, 9, rounds=3)
    first = await evening.begin_first(*range(1, 10))
    assert list(map(len, first.rounds[0].tables)) == [3, 3, 3]
    missing = first.rounds[0].tables[0][0]
    after = await evening.play_round(without={missing})
    assert after.rounds[0].absent == {0: (missing,)}
    assert after.check_in == 2
    await evening.tournaments.check_in(SERVER, evening.number, 10)  # joins late
    second = await evening.check_in(*(person for person in range(1, 10) if person != missing))
    assert second.check_in == 2, "one is missing"
    second = await evening.wait(15)
    assert people_of(second.rounds[1].tables) == sorted({*range(1, 11)} - {missing})
    third = await evening.play_round()
    assert third.check_in == 3
    third = await evening.check_in(*range(1, 11))
    assert len(third.rounds) == 3, "it begins as soon as everyone is here, also who sat out"
    over = await evening.play_round()
    assert over.over_at is not None
    _, results = await evening.tournaments.with_results(SERVER, evening.number)
    rows = {row.person: row for row in tournament_rows(over, results)}
    for nth, one_round in enumerate(over.rounds):
        for place, people in enumerate(one_round.tables):
            outcome = one_round.outcome(place, results)
            assert outcome is not None
            assert sum(outcome.values()) == Fraction(len(people), 2), (nth, outcome)
    first_round = [over.rounds[0].outcome(place, results) or {} for place in range(3)]
    came = sorted(share for outcome in first_round for person, share in outcome.items() if person != missing)
    own = [(one.outcome(one_place(one.tables, 10), results) or {})[10] for one in over.rounds[1:]]
    assert rows[10].score == sum(came[:4], Fraction(0)) / 4 + sum(own), "the mean of the lower half of those who came"
    assert rows[10].played == 2
    last = over.rounds[2]
    assert rows[missing].score == (last.outcome(one_place(last.tables, missing), results) or {})[missing]


async def test_whoever_is_alone_at_their_table_wins_by_award(evening: ClubEvening) -> None:
    await evening.open(SWISS, 4, rounds=2, rules=variant("wrotham"))
    begun = await evening.begin_first(1, 2, 3, 4)
    (one, other), (third, fourth) = begun.rounds[0].tables
    await evening.come(one, third, fourth)
    waiting = (await evening.now()).rounds[0].opened[0]
    after = await evening.wait(11)
    assert after.rounds[0].absent == {0: (other,)}
    assert (await evening.service.tables.get(waiting)).phase == Phase.OVER
    assert after.rounds[0].outcome(0, {}) == {one: 1, other: 0}
    assert len(after.rounds) == 1
    await evening.play_table(after.rounds[0].opened[1])
    assert (await evening.wait(0)).check_in == 2


@pytest.mark.parametrize("days", [0, 7])
async def test_the_table_of_who_waited_alone_is_closed_also_if_it_was_the_last_of_its_round(
    evening: ClubEvening, days: int
) -> None:
    await evening.open(SWISS, 2, rounds=2, rules=variant("wrotham"), days=days)
    if days:
        await evening.decide(Open())
    else:
        await evening.begin_first(1, 2)
    await evening.wait(max(0, days - 1) * 24 * 60)
    await evening.come(1)
    waiting = (await evening.now()).rounds[0].opened[0]
    after = await evening.wait(24 * 60 if days else 11)
    assert after.rounds[0].outcome(0, {}) == {1: 1, 2: 0}
    assert (len(after.rounds), after.check_in) == ((2, 0) if days else (1, 2))
    assert (await evening.service.tables.get(waiting)).phase == Phase.OVER


async def test_who_came_gets_a_bye_if_they_are_too_few_for_the_rules(evening: ClubEvening) -> None:
    await evening.open(SWISS, 6, rounds=2, rules=replace(QUICK, players=(3, 4)))
    (gone, *there), _ = (await evening.begin_first(*range(1, 7))).rounds[0].tables
    await evening.come(*there)
    waiting = (await evening.now()).rounds[0].opened[0]
    after = await evening.play_round(without={gone, *there})
    assert after.rounds[0].absent == {0: (gone,)}
    assert after.rounds[0].outcome(0, {}) == {gone: 0} | dict.fromkeys(there, Fraction(1, 2))
    assert (await evening.service.tables.get(waiting)).phase == Phase.OVER
    assert after.check_in == 2, "the tournament goes on"
    rows = {row.person: row for row in tournament_rows(*await evening.tournaments.with_results(SERVER, evening.number))}
    assert [rows[person].byes for person in (gone, *there)] == [0, 1, 1]


async def test_a_table_where_nobody_comes_is_lost_by_all(evening: ClubEvening) -> None:
    await evening.open(SWISS, 3, rounds=2)
    await evening.begin_first(1, 2, 3)
    after = await evening.wait(11)
    assert sorted(after.rounds[0].absent[0]) == [1, 2, 3]
    assert after.check_in == 2


async def test_the_check_in_opens_a_quarter_of_an_hour_before_the_start(evening: ClubEvening) -> None:
    start = evening.service.now + 60 * MINUTE
    await evening.open(SWISS, 4, rounds=2, start=start)
    assert await evening.store.tournaments.due(start - CHECK_IN - 1) == []
    assert await evening.store.tournaments.due(start - CHECK_IN) == [(SERVER, evening.number)]
    assert (await evening.wait(44)).check_in == 0
    opened = await evening.wait(1)
    assert (opened.check_in, opened.begins) == (1, start)
    await evening.check_in(1, 2, 3)
    assert not (await evening.wait(14)).rounds, "the first round waits for its time"
    assert people_of((await evening.wait(1)).rounds[0].tables) == [1, 2, 3]


async def test_with_too_few_people_it_ends(evening: ClubEvening) -> None:
    start = evening.service.now + 60 * MINUTE
    await evening.open(SWISS, 4, rounds=2, start=start)
    await evening.wait(45)
    await evening.check_in(1)
    assert (await evening.wait(15)).over_at is not None
    (line, _) = (await evening.store.ledgers.log_page(SERVER, None, 0, 20)).lines
    assert log_text(line, names_of({}, (), ENGLISH), ENGLISH).endswith("Evening ended: too few players were there for round 1.")
    assert await evening.store.tournaments.due(10**15) == [(SERVER, evening.number)], "its end isn't posted yet"
    assert await evening.store.tournaments.awaits_end(evening.number)
    await evening.store.tournaments.finish(evening.number)
    assert await evening.store.tournaments.due(10**15) == []
    assert not await evening.store.tournaments.awaits_end(evening.number)


async def test_a_knockout_ends_with_a_final_of_three(evening: ClubEvening) -> None:
    await evening.open(KNOCKOUT, 12, on=1)
    begun = await evening.begin_first(*range(1, 13))
    assert sorted(map(len, begun.rounds[0].tables)) == [4, 4, 4]
    after = await evening.play_round()
    async_refused = await refusal(evening, evening.check_in(*range(1, 13)))
    assert isinstance(async_refused, refusals.OutOfTournament)
    _, results = await evening.tournaments.with_results(SERVER, evening.number)
    winners = [
        max(outcome, key=lambda person: outcome[person])
        for place in range(3)
        if (outcome := after.rounds[0].outcome(place, results))
    ]
    final = await evening.check_in(*winners)
    assert people_of(final.rounds[1].tables) == sorted(winners)
    over = await evening.play_round()
    assert over.over_at is not None
    _, results = await evening.tournaments.with_results(SERVER, evening.number)
    rows = tournament_rows(over, results)
    assert {row.person for row in rows[:3]} == set(winners)
    assert rows[0].position == 1


async def test_everyone_meets_everyone_once_in_a_round_robin(evening: ClubEvening) -> None:
    await evening.open(ROUND_ROBIN, 4)
    await evening.begin_first(1, 2, 3, 4)
    for _ in range(3):
        assert (await evening.now()).rounds
        await evening.play_round()
        if (await evening.now()).over_at is None:
            await evening.check_in(1, 2, 3, 4)
    over = await evening.now()
    assert over.over_at is not None
    met = sorted(tuple(sorted(people)) for played in over.rounds for people in played.tables)
    assert met == [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]


async def test_who_plays_on_for_another_in_a_round_robin_meets_everyone_whom_they_would_have_met(evening: ClubEvening) -> None:
    await evening.open(ROUND_ROBIN, 4)
    await evening.begin_first(1, 2, 3, 4)
    await evening.play_round()
    await evening.decide(ReplacePlayer(4, 5), "has to go")
    while (await evening.now()).over_at is None:
        await evening.check_in(1, 2, 3, 5)
        await evening.play_round()
    met = [frozenset(people) for played in (await evening.now()).rounds for people in played.tables]
    assert len(met) == 6
    assert len({frozenset(5 if one == 4 else one for one in pair) for pair in met}) == 6


async def test_a_voided_match_of_a_tournament_that_is_over_can_be_awarded(evening: ClubEvening) -> None:
    await evening.open(SWISS, 4, rounds=1)
    await evening.begin_first(1, 2, 3, 4)
    over = await evening.play_round()
    assert over.over_at is not None
    (table,) = over.rounds[0].opened.values()
    _, results = await evening.tournaments.with_results(SERVER, evening.number)
    assert over.rounds[0].outcome(0, results) is not None
    corrections = Corrections(evening.store.ledgers, evening.service.clock)
    await corrections.correct(SERVER, table, Void(), by=ORGANISER, why="wrong")
    _, results = await evening.tournaments.with_results(SERVER, evening.number)
    assert over.rounds[0].outcome(0, results) is None
    awarded = await evening.decide(Award(3), "as they agreed")
    assert awarded.rounds[0].outcome(0, results) == {one: Fraction(one == 3) for one in over.rounds[0].tables[0]}


def test_who_sat_out_a_round_is_not_late_for_it_because_an_earlier_match_is_voided() -> None:
    plan, tables = TournamentPlan(variant("rami"), SWISS, rounds=2), ((ANN, BEN, CEM),)
    rounds = (TournamentRound(tables, (), 0, opened={0: 7}), TournamentRound(tables, (), 0, opened={0: 8}))
    one = Tournament(1, SERVER, 20, ANN, "Evening", plan, people={ANN: 0, BEN: 0, CEM: 0, DEE: 1}, rounds=rounds)
    match = played("Ann 1 · Ben 2 · Cem 3")
    with_all = {row.person: row.score for row in tournament_rows(one, {7: match, 8: match})}
    voided = {row.person: row.score for row in tournament_rows(one, {8: match})}
    assert (with_all[DEE], voided[DEE]) == (Fraction(1, 4), 0)


def test_who_comes_late_and_wins_in_a_knockout_goes_on() -> None:
    last = TournamentRound(((ANN, BEN, CEM),), (DEE,), 0, opened={0: 7}, absent={0: (ANN,)})
    one = Tournament(1, SERVER, 20, ANN, "Evening", TournamentPlan(variant("rami"), KNOCKOUT), rounds=(last,))
    one = replace(one, people=dict.fromkeys((ANN, BEN, CEM, DEE), 0))
    assert still_in(one, {7: played("Ann 1 · Ben 2 · Cem 3")}) == [DEE, ANN]


def knockout_of(*rounds: TournamentRound, on: int = 1) -> Tournament:
    people = dict.fromkeys((ANN, BEN, CEM, DEE), 0)
    plan = TournamentPlan(variant("rami"), KNOCKOUT, on=on)
    return Tournament(1, SERVER, 20, ANN, "Evening", plan, people=people, rounds=rounds)


@pytest.mark.parametrize(
    ("deal", "hands", "chosen", "by"),
    [
        ("Ben 2 · Cem 1 · Dee 2", (7, 0, 9), {CEM}, "deal"),
        ("Ben 1 · Cem 1 · Dee 3", (7, 5, 0), {CEM}, "hands"),
        ("Ben 1 · Cem 1 · Dee 1", (7, 7, 3), {DEE}, "hands"),
        ("Ben 1 · Cem 1 · Dee 1", (7, 7, 7), None, "lot"),
        ("Ben 1 · Cem 1 · Dee 1", (), None, "lot"),
        (None, (), set(), ""),
    ],
)
def test_equals_at_the_cut_are_told_apart_by_their_extra_deal_then_by_their_hands_then_by_lot(
    deal: str | None, hands: tuple[int, ...], chosen: set[int] | None, by: str
) -> None:
    first = TournamentRound(((ANN, BEN, CEM, DEE),), (EVE,), 0, opened={0: 7}, is_past=True)
    one = knockout_of(first, TournamentRound(((BEN, CEM, DEE),), (), 0, opened={0: 8}, extra=True), on=2)
    results = {7: played("Ann 1 · Ben 2 · Cem 2 · Dee 2")}
    results |= {8: replace(played(deal), last_hands=hands)} if deal else {}
    cut = cut_at(one, results, 0, 0)
    through = set(cut.through) - {ANN}
    assert (set(cut.equals), cut.by) == ({BEN, CEM, DEE}, by)
    assert len(through) == 1 if chosen is None else through == chosen
    assert still_in(one, results) == [EVE, ANN, *through]
    lines = readable_text(card_layout(TournamentContext(one, results, PEOPLE, {}), ENGLISH)).split("\n")
    how = {"deal": " by the extra deal", "hands": " with the fewest points left in hand", "lot": ", chosen at random"}
    names = [PEOPLE[person].name for person in through]
    assert [line for line in lines if "went on" in line] == [f"{name} went on{how[by]}." for name in names]
    assert "Extra deals decide who goes on." in lines


@on_sqlite
async def test_equals_at_the_cut_play_an_extra_deal_and_the_next_round_follows(evening: ClubEvening) -> None:
    await evening.open(KNOCKOUT, 8, on=2)
    first = (await evening.begin_first(*range(1, 9))).rounds[0]
    await evening.decide(Award(first.tables[0][0]), "agreed")
    deals = await evening.decide(Award(first.tables[1][0]), "agreed")
    assert (deals.check_in, deals.rounds[1].extra) == (0, True)
    assert list(map(set, deals.rounds[1].tables)) == [set(people[1:]) for people in first.tables]
    found, results = await evening.tournaments.with_results(SERVER, evening.number)
    text = own_match_text(TournamentContext(found, results, evening.store.people, {}), first.tables[0][0], ENGLISH)
    assert text.endswith("You can play the next round.")
    after = await evening.play_round()
    found, results = await evening.tournaments.with_results(SERVER, evening.number)
    assert all(match.last_hands for match in results.values())
    assert (after.check_in, len(still_in(after, results))) == (3, 4)
    assert recount.recount(read_export(await export_of(evening))) == []
    final = await evening.check_in(*still_in(after, results))
    assert sorted(map(len, final.rounds[2].tables)) == [4]
    bracket = bracket_of(final, results, names_of(evening.store.people, found.everyone, ENGLISH), ENGLISH)
    assert [len(boxes) for boxes in bracket.rounds] == [2, 1], "extra deals have no place in it"
    over = await evening.play_round()
    while over.over_at is None:
        over = await evening.play_round()


@on_sqlite
async def test_who_joins_first_in_a_knockout_has_no_bye_by_that(evening: ClubEvening) -> None:
    byes = set()
    for _ in range(6):
        await evening.open(KNOCKOUT, 5, rules=replace(QUICK, players=(2, 2)))
        begun = await evening.begin_first(*range(1, 6))
        byes.add(begun.rounds[0].byes)
    assert len(byes) > 2


async def test_organisers_award_replace_extend_and_pair_again_with_a_reason(evening: ClubEvening) -> None:
    await evening.open(SWISS, 8, rounds=2)
    await evening.begin_first(*range(1, 9))
    t, number = evening.tournaments, evening.number
    come_by = (await evening.now()).rounds[0].come_by
    assert isinstance(await refusal(evening, evening.decide(Extend("5"), " ")), ReasonMissing)
    extended = await evening.decide(Extend("5"), "late bus")
    assert extended.rounds[0].come_by == come_by + 5 * MINUTE
    await t.leave(SERVER, number, 8)
    again = await evening.decide(PairAgain(), "one has left")
    assert people_of(again.rounds[0].tables) == [1, 2, 3, 4, 5, 6, 7]
    replaced = await evening.decide(ReplacePlayer(7, 9), "has to go")
    assert people_of(replaced.rounds[0].tables) == [1, 2, 3, 4, 5, 6, 9]
    first = replaced.rounds[0].tables[0]
    came = next(person for person in first if person != 9)
    await evening.come(came)
    assert isinstance(await refusal(evening, evening.decide(PairAgain(), "why not")), refusals.RoundIsPlayed)
    awarded = await evening.decide(Award(first[1]), "the others quarrelled")
    assert awarded.rounds[0].outcome(0, {}) == {one: Fraction(one == first[1]) for one in first}
    assert isinstance(await refusal(evening, evening.decide(Award(12), "x")), refusals.NoTableInRound)
    log = await evening.store.ledgers.log_page(SERVER, None, 0, 20)
    assert [type(line.what).__name__ for line in log.lines] == [
        "MatchAwarded", "PlayerReplaced", "RoundPairedAgain", "RoundExtended", "RoundBegun", "CheckInOpened", "TournamentMade"
    ]  # fmt: skip
    assert log.lines[0].why == "the others quarrelled"


async def test_who_has_not_come_is_replaced_and_the_others_of_their_table_come_again(evening: ClubEvening) -> None:
    await evening.open(SWISS, 3, rounds=2)
    (people,) = (await evening.begin_first(1, 2, 3)).rounds[0].tables
    first, second, missing = people
    await evening.come(first, second)
    await evening.wait(9)
    replaced = await evening.decide(ReplacePlayer(missing, 4), "didn't come")
    assert replaced.rounds[0].tables == ((first, second, 4),)
    assert replaced.rounds[0].come_to(0) == evening.service.now + 10 * MINUTE
    old = replaced.rounds[0].opened[0]
    assert (await evening.service.tables.get(old)).phase == Phase.OVER
    await evening.come(4, second, first)
    new = (await evening.now()).rounds[0].opened[0]
    assert new != old
    assert (await evening.service.tables.get(new)).match is not None
    assert isinstance(await refusal(evening, evening.decide(ReplacePlayer(4, 5), "x")), refusals.PlaysNow)


async def test_in_a_duplicate_round_all_tables_get_the_same_cards_and_seats_are_compared(evening: ClubEvening) -> None:
    await evening.open(DUPLICATE, 7, rounds=2)
    begun = await evening.begin_first(*range(1, 8))
    played = begun.rounds[0]
    assert [len(people) for people in played.tables] == [3, 3]
    assert (len(played.byes), len(played.deals)) == (1, 64)
    people = [person for table in played.tables for person in table]
    await evening.come(*people)
    numbers = list((await evening.now()).rounds[0].opened.values())
    tables = [await evening.service.tables.get(number) for number in numbers]
    matches = [table.match for table in tables]
    assert all(match is not None and match.deal is not None for match in matches)
    one, other = (match.deal for match in matches if match is not None and match.deal is not None)
    assert (one.hands, one.stock) == (other.hands, other.stock)
    assert [table.seats.occupants for table in tables] == [list(people) for people in played.tables] or [
        tuple(table.seats.occupants) for table in tables
    ] == list(played.tables)
    await evening.play_table(numbers[0])
    waiting = await evening.wait(0)
    _, results = await evening.tournaments.with_results(SERVER, evening.number)
    assert waiting.rounds[0].outcome(0, results) is None, "it is compared with the other table"
    assert await evening.tournaments.hides_cards(SERVER, numbers) == set(numbers)
    await evening.play_table(numbers[1])
    after = await evening.wait(0)
    _, results = await evening.tournaments.with_results(SERVER, evening.number)
    won = [after.rounds[0].outcome(place, results) or {} for place in (0, 1)]
    for seat in range(3):
        first, second = won[0][played.tables[0][seat]], won[1][played.tables[1][seat]]
        assert (first, second) in [(0, 1), (1, 0), (Fraction(1, 2), Fraction(1, 2))]
    assert await evening.tournaments.hides_cards(SERVER, numbers) == frozenset()
    assert after.check_in == 2
    second_round = await evening.check_in(*range(1, 8))
    assert second_round.rounds[1].byes != played.byes, "they sit out in turn"
    assert second_round.rounds[1].deals not in ("", played.deals)


async def test_a_duplicate_table_where_somebody_is_missing_is_not_compared(evening: ClubEvening) -> None:
    await evening.open(DUPLICATE, 9, rounds=2)
    begun = await evening.begin_first(*range(1, 10))
    missing = begun.rounds[0].tables[0][1]
    after = await evening.play_round(without={missing})
    assert after.rounds[0].absent == {0: (missing,)}
    assert after.check_in == 2
    _, results = await evening.tournaments.with_results(SERVER, evening.number)
    rows = {row.person: row for row in tournament_rows(after, results)}
    assert (rows[missing].score, rows[missing].byes) == (0, 0)
    assert all(rows[one].byes == 1 for one in begun.rounds[0].tables[0] if one != missing)


async def test_two_equals_in_a_game_for_three_share_the_first_place(evening: ClubEvening) -> None:
    await evening.open(SWISS, 3, rounds=2, rules=replace(QUICK, players=(3, 4)))
    await evening.begin_first(1, 2, 3)
    await evening.decide(Award(1), "first")
    await evening.check_in(1, 2, 3)
    over = await evening.decide(Award(2), "second")
    assert over.over_at is not None, "an extra deal would need three"
    rows = tournament_rows(*await evening.tournaments.with_results(SERVER, evening.number))
    assert [row.position for row in rows] == [1, 1, 3]


async def test_an_extra_deal_decides_between_equals(evening: ClubEvening) -> None:
    await evening.open(SWISS, 2, rounds=2, rules=variant("wrotham"))
    t, number = evening.tournaments, evening.number
    await evening.begin_first(1, 2)
    await evening.decide(Award(1), "first")
    await evening.check_in(1, 2)
    extra = await evening.decide(Award(2), "second")
    assert (extra.over_at, extra.rounds[-1].extra, set(extra.rounds[-1].tables[0])) == (None, True, {1, 2})
    found, _, _ = await t.prepare_table(SERVER, number, 1)
    assert found.plan.variant.match_deals == 1
    assert isinstance(await refusal(evening, evening.decide(PairAgain(), "x")), refusals.RoundIsPlayed)
    over = await evening.play_round()
    assert over.over_at is not None
    _, results = await t.with_results(SERVER, number)
    rows = tournament_rows(over, results)
    assert [row.position for row in rows] == [1, 2]
    assert [row.score for row in rows] == [1, 1]


async def test_a_weekly_tournament_is_set_up_again_for_the_same_time_of_the_day(evening: ClubEvening) -> None:
    rome = ZoneInfo("Europe/Rome")
    start = round(datetime(2026, 10, 18, 20, 30, tzinfo=rome).timestamp()) * 1000  # summer time ends on the Sunday after
    evening.service.now = start - 60 * MINUTE
    await evening.open(SWISS, 3, rounds=1, start=start, weekly="Europe/Rome")
    await evening.wait(45)
    await evening.check_in(1, 2, 3)
    await evening.wait(15)
    over = await evening.play_round()
    assert over.over_at is not None
    (following,) = await running(evening.tournaments)
    assert (following.name, following.people, following.follows) == ("Evening", {}, evening.number)
    assert following.plan.start == round(datetime(2026, 10, 25, 20, 30, tzinfo=rome).timestamp()) * 1000
    await evening.decide(StopWeekly(), number=following.number)
    await evening.decide(End(), number=following.number)
    assert await running(evening.tournaments) == []


async def test_the_last_one_who_comes_begins_the_match_and_nobody_else_can_sit_down(evening: ClubEvening) -> None:
    await evening.open(SWISS, 4, rounds=2)
    await evening.begin_first(1, 2, 3)
    await evening.come(1, 2)
    (number,) = (await evening.now()).rounds[0].opened.values()
    assert await refusal(evening, evening.service.tables.change(number, 4, Join()))
    assert (await evening.service.tables.get(number)).match is None
    await evening.come(3)
    assert (await evening.service.tables.get(number)).match is not None


async def test_two_who_press_at_once_open_one_table(evening: ClubEvening) -> None:
    await evening.open(SWISS, 4, rounds=2)
    await evening.begin_first(1, 2, 3)
    found, reserved, opened = await evening.tournaments.prepare_table(SERVER, evening.number, 1)
    assert not opened
    await evening._open_table(found, reserved, 1)
    assert await refusal(evening, evening._open_table(found, reserved, 2))


async def test_who_says_that_they_are_here_when_nobody_is_asked_has_not_joined(evening: ClubEvening) -> None:
    await evening.open(SWISS, 3, rounds=2)
    assert isinstance(await refusal(evening, evening.check_in(4)), refusals.NoCheckIn)
    assert 4 not in (await evening.now()).people


async def test_who_may_join(evening: ClubEvening) -> None:
    await evening.open(KNOCKOUT, 4)
    t, number = evening.tournaments, evening.number
    await evening.begin_first(1, 2, 3, 4)
    assert isinstance(await refusal(evening, t.join(SERVER, number, 5)), refusals.TournamentBegun)
    assert isinstance(await refusal(evening, t.leave(SERVER, number, 5)), refusals.NotInTournament)
    await evening.decide(End())
    assert isinstance(await refusal(evening, t.join(SERVER, number, 5)), refusals.TournamentOver)


async def test_an_organiser_adds_all_of_several_people_who_can_be_added(evening: ClubEvening) -> None:
    await evening.open(ROUND_ROBIN, 2)
    assert list((await evening.decide(Add([2, 4, 5, 4]))).people) == [1, 2, 4, 5]
    await evening.meet(40)
    many = Add(range(6, 35))
    after = await evening.decide(many)
    assert list(after.people) == [1, 2, 4, 5, *range(6, 34)]
    joined = [TournamentJoined(evening.number, 6)]
    name, said = evening.store.people[6].name, many.done(joined, after, 1, evening.store.people, ENGLISH)
    assert said == f"Added {name}. Evening is full (32 players)."
    assert await refusal(evening, evening.decide(Add([34, 35]))) == refusals.TournamentFull("Evening", 32)
    assert (await evening.decide(Add([1, 33]))).people == (await evening.now()).people, "they are in already"
    log = await evening.store.ledgers.log_page(SERVER, None, 0, 20)
    assert [type(line.what).__name__ for line in log.lines] == ["PlayersAdded", "PlayersAdded", "TournamentMade"]
    assert "Evening" in str(await evening.store.privacy.read_personal_data(33)), "found by the person who was added"


async def test_who_is_added_during_the_check_in_is_not_here_yet(evening: ClubEvening) -> None:
    await evening.open(SWISS, 4, rounds=3)
    t, number = evening.tournaments, evening.number
    await evening.begin_first(1, 2, 3, 4)
    await evening.decide(ReplacePlayer(4, 5), "Dee went home")
    assert await refusal(evening, evening.decide(Add([4]))) == refusals.SomebodyPlaysForThem(4, 5)
    await t.leave(SERVER, number, 3)
    await evening.play_round(without={3})
    added = await evening.decide(Add([3, 6]))
    assert (added.check_in, added.here, added.staying) == (2, frozenset(), [1, 2, 3, 5, 6])
    await evening.check_in(1, 2, 3, 5, 6)
    assert await refusal(evening, evening.decide(Add([7]))) == refusals.TournamentBegun("Evening")
    await evening.decide(End())
    assert await refusal(evening, evening.decide(Add([7, 4]))) == refusals.TournamentOver("Evening")


async def test_a_wrong_award_that_ended_a_round_is_mended_until_the_next_one_begins(evening: ClubEvening) -> None:
    await evening.open(SWISS, 3, rounds=2)
    await evening.begin_first(1, 2, 3)
    waiting = await evening.decide(Award(1), "a wrong row")
    assert waiting.check_in == 2
    await evening.decide(ReplacePlayer(2, 4), "Ben went home")
    mended = await evening.decide(Award(4), "Ben won")
    assert mended.check_in == 2
    assert {row.person: row.score for row in tournament_rows(mended, {})} == {4: 1, 1: 0, 3: 0}
    assert isinstance(await refusal(evening, evening.decide(PairAgain(), "x")), refusals.NoRoundIsPlayed)
    begun = await evening.check_in(1, 3, 4)
    assert len(begun.rounds) == 2


async def test_an_award_taken_back_before_the_next_round_lets_the_match_be_played(evening: ClubEvening) -> None:
    await evening.open(SWISS, 3, rounds=2)
    await evening.begin_first(1, 2, 3)
    t, number = evening.tournaments, evening.number
    await evening.come(1)
    assert (await evening.decide(Award(2), "the wrong table")).check_in == 2
    (number_of_closed,) = (await evening.now()).rounds[0].opened.values()
    closed = await evening.service.tables.get(number_of_closed)
    assert (closed.phase, closed.lobby.closing_reason) == (Phase.OVER, "cancelled"), "nobody plays a match that is decided"
    await evening.wait(9)
    await evening.check_in(1, 2)
    again = await evening.decide(Withdraw(1, 1), "a wrong row")
    assert (again.check_in, again.here) == (0, {1, 2}), "they needn't say so again"
    assert isinstance(await refusal(evening, t.check_in(SERVER, number, 1)), refusals.NoCheckIn)
    assert (await evening.wait(9)).rounds[0].absent == {}, "ten minutes from now on"
    played = await evening.play_round()
    assert (played.check_in, played.rounds[0].winners, len(played.rounds)) == (2, {}, 1)
    begun = await evening.check_in(3)
    await evening.decide(Award(2, "1"), "agreed")
    late = await evening.decide(Withdraw(1, 1), "not so")
    assert (len(begun.rounds), late.is_being_played, late.rounds[0].again) == (2, True, begun.rounds[0].again)


async def test_a_past_duplicate_round_compares_the_tables_that_have_a_result(evening: ClubEvening) -> None:
    await evening.open(DUPLICATE, 9, rounds=2)
    first = (await evening.begin_first(*range(1, 10))).rounds[0]
    t, number = evening.tournaments, evening.number
    await evening.come(*(person for people in first.tables[:2] for person in people))
    for table in (await evening.now()).rounds[0].opened.values():
        await evening.play_table(table)
    assert (await evening.decide(Award(first.tables[2][0]), "not here")).check_in == 2
    known = await evening.decide(Withdraw(1, 3), "nobody was")
    assert known.check_in == 2, "its cards are known by now, so it isn't played"
    _, results = await t.with_results(SERVER, number)
    assert [known.rounds[0].outcome(place, results) is None for place in range(3)] == [False, False, True]
    rows = {row.person: row for row in tournament_rows(known, results)}
    assert [rows[people[0]].byes for people in first.tables] == [0, 0, 1]
    await Corrections(evening.store.ledgers, evening.service.clock).correct(
        SERVER, known.rounds[0].opened[0], Void(), by=ORGANISER, why="wrong"
    )
    rows = {row.person: row for row in tournament_rows(*await t.with_results(SERVER, number))}
    assert [rows[people[0]].byes for people in first.tables] == [1, 0, 1]


async def test_who_is_replaced_before_an_award_is_taken_back_need_not_play(evening: ClubEvening) -> None:
    await evening.open(SWISS, 3, rounds=2)
    await evening.begin_first(1, 2, 3)
    await evening.decide(Award(1), "a wrong row")
    await evening.decide(ReplacePlayer(2, 5), "went home")
    again = await evening.decide(Withdraw(1, 1), "not so")
    assert people_of(again.rounds[0].tables) == [1, 3, 5]
    late = again.rounds[0].come_to(0)
    assert (await evening.decide(Extend("15"), "the bus")).rounds[0].come_to(0) == late + 15 * MINUTE
    played = await evening.play_round()
    assert people_of(played.rounds[0].tables) == [1, 3, 5]


async def test_a_knockout_of_a_game_for_three_ends_when_two_are_left(evening: ClubEvening) -> None:
    await evening.open(KNOCKOUT, 6, on=1, rules=replace(QUICK, players=(3, 4)))
    begun = await evening.begin_first(*range(1, 7))
    assert (len(begun.rounds[0].tables), len(begun.rounds[0].byes)) == (1, 2)
    waiting = await evening.wait(11)
    assert waiting.check_in == 2, "nobody came"
    over = await evening.check_in(*begun.rounds[0].byes)
    assert (over.over_at is not None, len(over.rounds)) == (True, 1)
    rows = tournament_rows(*await evening.tournaments.with_results(SERVER, evening.number))
    assert [row.position for row in rows[:3]] == [1, 1, 3]


@pytest.mark.parametrize("players", [(4, 4), (3, 3), (3, 6)])
async def test_a_round_robin_is_refused_for_a_game_that_its_tables_cannot_play(
    evening: ClubEvening, players: tuple[int, int]
) -> None:
    opening = evening.open(ROUND_ROBIN, 4, rules=replace(QUICK, players=players))
    assert isinstance(await refusal(evening, opening), refusals.NoRoundRobin)


async def test_duplicate_deals_need_two_tables(evening: ClubEvening) -> None:
    await evening.open(DUPLICATE, 5, rounds=2)
    assert await refusal(evening, evening.begin_first(1, 2, 3, 4, 5)) == refusals.TooFewTakePart(5, 6)


async def test_who_is_out_of_a_knockout_reads_so_while_others_check_in(evening: ClubEvening) -> None:
    await evening.open(KNOCKOUT, 8, on=1)
    await evening.begin_first(*range(1, 9))
    waiting = await evening.play_round()
    found, results = await evening.tournaments.with_results(SERVER, evening.number)
    texts = [
        own_match_text(TournamentContext(found, results, evening.store.people, {}), person, ENGLISH) for person in range(1, 9)
    ]
    assert waiting.check_in == 2
    out = [text == "You're out of Evening. Stay and watch!" for text in texts]
    assert out == [person not in awaited(found, results) for person in range(1, 9)]
    assert sum(out) == 5


async def test_who_was_replaced_can_be_swapped_back_with_all_scores(evening: ClubEvening) -> None:
    await evening.open(SWISS, 3, rounds=3)
    await evening.begin_first(1, 2, 3)
    t, number = evening.tournaments, evening.number
    await evening.decide(Award(2), "they won")
    await evening.decide(ReplacePlayer(2, 4), "Ben went home")
    await evening.decide(ReplacePlayer(4, 5), "so did Dee")
    assert isinstance(await refusal(evening, evening.decide(ReplacePlayer(3, 2), "x")), refusals.TakesPartAlready)
    assert isinstance(await refusal(evening, t.join(SERVER, number, 2)), refusals.SomebodyPlaysForYou)
    back = await evening.decide(ReplacePlayer(5, 2), "Ben is back")
    assert (list(back.people), back.replaced) == ([1, 2, 3], {4: 5, 5: 2})
    assert {row.person: row.score for row in tournament_rows(back, {})} == {2: 1, 1: 0, 3: 0}
    assert isinstance(await refusal(evening, t.join(SERVER, number, 4)), refusals.SomebodyPlaysForYou)
    begun = await evening.check_in(1, 2, 3)
    assert people_of(begun.rounds[1].tables) == [1, 2, 3]


def test_an_extra_deal_decides_only_between_those_who_are_still_equal_after_a_correction() -> None:
    plan, tables = TournamentPlan(variant("rami"), SWISS, rounds=1), ((ANN, BEN, CEM),)
    rounds = (
        TournamentRound(tables, (), 0, opened={0: 7}),
        TournamentRound(((ANN, BEN),), (), 0, extra=True, winners={0: BEN}),
    )
    one = Tournament(1, SERVER, 20, ANN, "Evening", plan, people={ANN: 0, BEN: 0, CEM: 0}, rounds=rounds)

    def positions(said: str) -> list[tuple[int, int]]:
        return [(row.person, row.position) for row in tournament_rows(one, {7: played(said)})]

    assert positions("Ann 1 · Ben 1 · Cem 3") == [(BEN, 1), (ANN, 2), (CEM, 3)]
    assert positions("Cem 1 · Ann 2 · Ben 2") == [(CEM, 1), (BEN, 2), (ANN, 3)]
    assert positions("Ann 1 · Cem 2 · Ben 3") == [(ANN, 1), (CEM, 2), (BEN, 3)]


async def test_people_can_still_check_in_if_the_bot_was_down_when_the_tournament_started(evening: ClubEvening) -> None:
    start = evening.service.now + 60 * MINUTE
    await evening.open(SWISS, 3, rounds=1, start=start)
    late = await evening.wait(61)
    assert (late.check_in, late.begins, late.over_at) == (1, evening.service.now + CHECK_IN, None)
    await evening.check_in(1, 2, 3)
    assert len((await evening.wait(16)).rounds) == 1


async def test_who_comes_when_the_others_have_begun_is_told_so(evening: ClubEvening) -> None:
    await evening.open(SWISS, 4, rounds=1)
    context = TournamentContext(await evening.now(), {}, evening.store.people, {})
    assert own_match_text(context, 4, ENGLISH) == "You're in Evening. It begins when an organiser says so."
    await evening.begin_first(1, 2, 3, 4)
    await evening.come(1, 2, 3)
    await evening.wait(11)
    late = evening.tournaments.prepare_table(SERVER, evening.number, 4)
    assert await refusal(evening, late) == refusals.CameTooLate("Evening")
    context = TournamentContext(await evening.now(), {}, evening.store.people, {})
    assert own_match_text(context, 4, ENGLISH).startswith("You didn't come in time, so you've lost this match.\nTable 1: ")


async def test_an_organiser_who_corrects_an_awarded_match_reads_that_the_award_decides(evening: ClubEvening) -> None:
    await evening.open(SWISS, 3, rounds=2)
    await evening.begin_first(1, 2, 3)
    await evening.come(1, 2, 3)
    (table,) = (await evening.now()).rounds[0].opened.values()
    (one,) = await evening.tournaments.with_match(SERVER, table)
    assert corrected_tournament_text(one, table, ENGLISH) == "Evening: scores recalculated."
    one = await evening.decide(Award(2), "a quarrel")
    assert corrected_tournament_text(one, table, ENGLISH) == "Evening: the award still decides this table."


async def test_the_log_notes_that_an_organiser_who_decides_in_a_tournament_plays_in_it(evening: ClubEvening) -> None:
    await evening.open(SWISS, 4, rounds=2, rules=variant("wrotham"))
    plan = (await evening.now()).plan
    await evening.decide(Change("Evening", plan))
    await evening.decide(Change("Long evening", plan))
    await evening.decide(LimitPlayers("4"))
    begun = await evening.begin_first(1, 2, 3, 4)
    await evening.decide(Extend("5"), "the bus is late")
    begun = await evening.decide(PairAgain(), "a family")
    own = one_place(begun.rounds[0].tables, 1)
    mine, others = begun.rounds[0].tables[own], begun.rounds[0].tables[1 - own]
    (opponent,) = {*mine} - {1}
    await evening.decide(ReplacePlayer(opponent, 5), "went home")
    await evening.decide(ReplacePlayer(others[0], 6), "went home, too")
    await evening.decide(Award(1), "not here")
    await evening.decide(Withdraw(1, own + 1), "is here")
    await evening.decide(Award(6), "not here")
    await evening.decide(End())
    lines = (await evening.store.ledgers.log_page(SERVER, None, 0, 20)).lines
    assert [(type(one.what).__name__, one.is_own) for one in reversed(lines)] == [
        ("TournamentMade", False),
        ("TournamentChanged", False),
        ("PlayersLimited", True),
        ("CheckInOpened", False),
        ("RoundBegun", True),
        ("RoundExtended", True),
        ("RoundPairedAgain", True),
        ("PlayerReplaced", True),
        ("PlayerReplaced", True),
        ("MatchAwarded", True),
        ("AwardWithdrawn", True),
        ("MatchAwarded", True),
        ("TournamentEnded", True),
    ]
    text = readable_text(organiser_log_layout(LogPage(lines[:1], 1, 0), evening.store.people, LogPress(0), ENGLISH))
    assert text.endswith("**Note: Ann plays in this tournament.**")


@on_sqlite
async def test_the_log_notes_nothing_if_an_organiser_who_does_not_play_decides(evening: ClubEvening) -> None:
    await evening.open(SWISS, 4, rounds=1)
    await evening.tournaments.leave(SERVER, evening.number, ORGANISER)
    await evening.begin_first(2, 3, 4)
    await evening.decide(Award(2), "agreed")
    lines = (await evening.store.ledgers.log_page(SERVER, None, 0, 20)).lines
    assert not any(one.is_own for one in lines)
    assert len(lines) == 4
