"""Tournaments with hostile, clumsy and unlucky people: nobody stops the others, and no round waits for ever."""

import asyncio
from fractions import Fraction

import pytest

from bot.competition.corrections import Corrections
from bot.competition.personal_data import PersonalData
from bot.competition.tournament import refusals, tournaments
from bot.competition.tournament.refusals import NoSuchTournament
from bot.interactions.tournament.decisions import Award, Begin, End, Extend, Open, PairAgain, ReplacePlayer, Withdraw
from bot.league.corrections import Reinstate, Void
from bot.league.tournament.events import NotCome, TournamentKind
from bot.league.tournament.rows import tournament_rows
from bot.league.tournament.tournament import Tournament
from bot.messages.tournament.card import TournamentContext, round_layout
from bot.storage.store import Store
from bot.storage.tournament.tournaments import TableMoved
from bot.tables.events import Clock, Pace
from bot.tables.lobby_requests import Join, StandUp
from bot.tables.match_requests import Cancel, OthersAreThere
from bot.tables.refusals import RulesFixedByTournament
from bot.tables.rule_requests import ChangeClock
from bot.tables.table import Phase
from tests.competition.test_races import together
from tests.competition.tournament.club_evening import ORGANISER, SERVER, ClubEvening, people_of
from tests.databases import on_sqlite
from tests.messages.shown_text import ENGLISH, readable_text
from tests.rummy.presets import variant
from tests.tables.table_service import TableService, refused

SWISS, KNOCKOUT, ROUND_ROBIN = TournamentKind.SWISS, TournamentKind.KNOCKOUT, TournamentKind.ROUND_ROBIN
PAIRS = variant("wrotham", match_deals=1)


@pytest.fixture
def evening(store: Store, service: TableService) -> ClubEvening:
    return ClubEvening(store, service)


async def begin(evening: ClubEvening, people: int, kind: TournamentKind = SWISS, **plan: object) -> None:
    """Begin the first round of so many people."""
    await evening.open(kind, people, **{"rounds": 2, **plan})  # type: ignore[arg-type]
    await evening.begin_first(*range(1, people + 1))


async def first_table(evening: ClubEvening) -> int:
    """Return the number of the newest table at the first place of the round."""
    return (await evening.now()).rounds[-1].opened[0]


async def test_a_match_that_a_manager_breaks_off_is_played_again_within_ten_minutes(evening: ClubEvening) -> None:
    await begin(evening, 3)
    await evening.come(1, 2, 3)
    await evening.wait(30)
    await evening.service.tables.change(await first_table(evening), ORGANISER, Cancel(by_manager=True, why="a mistake"))
    again = (await evening.wait(0)).rounds[0]
    assert again.outcome(0, {}) is None, "nobody has lost"
    assert again.come_to(0) == evening.service.now + tournaments.COME_WITHIN
    await evening.come(2)
    await evening.wait(9)
    await evening.come(1, 3)
    await evening.play_table(await first_table(evening))
    assert (await evening.wait(0)).check_in == 2


async def test_a_match_that_is_broken_off_twice_ends_without_an_organiser(evening: ClubEvening) -> None:
    await begin(evening, 3)
    for _ in range(2):
        await evening.come(1, 2, 3)
        await evening.service.tables.change(await first_table(evening), ORGANISER, Cancel(by_manager=True, why="again"))
        await evening.wait(0)
    assert (await evening.wait(11)).check_in == 2


async def test_a_host_cannot_close_the_table_at_which_others_wait_nor_change_its_clock(evening: ClubEvening) -> None:
    await begin(evening, 3)
    await evening.come(1, 2)
    table, tables = await first_table(evening), evening.service.tables
    assert isinstance(await refused(tables.change(table, 1, Cancel(by_manager=False))), OthersAreThere)
    assert isinstance(await refused(tables.change(table, 1, ChangeClock(Clock(Pace.QUICK)))), RulesFixedByTournament)
    await tables.change(table, 1, StandUp())
    await evening.come(1)
    assert (await tables.get(table)).match is None
    await evening.come(3)
    assert people_of([(await tables.get(table)).seats.occupants]) == [1, 2, 3]


async def test_a_round_goes_on_after_a_restart_between_noting_who_is_missing_and_beginning_without_them(
    evening: ClubEvening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(evening, 3)
    await evening.come(1, 2)

    async def die(now: Tournament, *_: object) -> bool:
        if now.rounds[-1].absent:
            raise KeyboardInterrupt
        return False

    with monkeypatch.context() as patch:
        patch.setattr(evening.tournaments, "_begin_without", die)
        with pytest.raises(KeyboardInterrupt):
            await evening.wait(11)
    assert (await evening.now()).rounds[0].absent == {0: (3,)}
    await evening.wait(0)
    assert (await evening.service.tables.get(await first_table(evening))).phase == Phase.DEAL


async def test_whoever_goes_away_again_before_the_match_has_lost_with_the_absent(evening: ClubEvening) -> None:
    await begin(evening, 3)
    await evening.come(1, 2)
    await evening.service.tables.change(await first_table(evening), 2, StandUp())
    after = await evening.wait(11)
    assert after.check_in == 2
    assert after.rounds[0].outcome(0, {}) == {1: 1, 2: 0, 3: 0}


async def test_a_match_waits_for_whoever_has_come_and_gone_again(evening: ClubEvening) -> None:
    await begin(evening, 4)
    await evening.come(1, 2, 3)
    table, tables = await first_table(evening), evening.service.tables
    await tables.change(table, 2, StandUp())
    await evening.come(4)
    assert (await tables.get(table)).awaited_people == (2,)
    await PersonalData(evening.store.privacy, tables, evening.service.clock).delete(2)
    await evening.wait(9)
    assert (await tables.get(table)).phase == Phase.LOBBY
    await evening.wait(2)
    assert people_of([(await tables.get(table)).seats.occupants]) == [1, 3, 4]


@on_sqlite
@pytest.mark.parametrize("come", [1, 2])
async def test_who_comes_beside_somebody_who_has_left_is_not_noted_as_missing(evening: ClubEvening, come: int) -> None:
    await begin(evening, 16, KNOCKOUT, on=1)
    winners = [people[0] for people in (await evening.now()).rounds[0].tables]
    for winner in winners:
        await evening.decide(Award(winner), "agreed")
    gone, missing, *there = winners
    await evening.tournaments.leave(SERVER, evening.number, gone)
    final = (await evening.check_in(missing, *there)).rounds[1]
    assert (people_of(final.tables), final.absent) == (sorted(winners), {0: (gone,)})
    context = TournamentContext(await evening.now(), {}, evening.store.people, {})
    assert "or you lose this match" in readable_text(round_layout(context, 2, ENGLISH))
    await evening.come(*there[:come])
    last = (await evening.wait(11)).rounds[1]
    late = {gone, missing, *there[come:]}
    assert set(last.absent[0]) == late
    (line, *_) = (await evening.store.ledgers.log_page(SERVER, None, 0, 1)).lines
    assert isinstance(line.what, NotCome)
    assert set(line.what.people) == late
    table = await evening.service.tables.get(last.opened[0])
    if come == 1:
        assert last.outcome(0, {}) == {person: Fraction(person == there[0]) for person in winners}
        assert table.phase == Phase.OVER
    else:
        assert set(table.seated_people()) == set(there)
        assert table.phase == Phase.DEAL


async def test_pressing_twice_or_at_once_changes_nothing_more(evening: ClubEvening) -> None:
    await evening.open(SWISS, 3, rounds=2)
    t, number = evening.tournaments, evening.number
    before = len(await evening.store.ledgers.lines(SERVER, range(1000)))
    await asyncio.gather(*(t.join(SERVER, number, 2) for _ in range(5)))
    await evening.decide(Open())
    await asyncio.gather(*(t.check_in(SERVER, number, person) for person in (1, 2, 3) for _ in range(3)))
    assert (await evening.now()).here == {1, 2, 3}
    await evening.decide(Begin())
    assert isinstance(await refused(evening.decide(Begin())), refusals.NoCheckIn)
    left = await asyncio.gather(*(t.leave(SERVER, number, 3) for _ in range(3)), return_exceptions=True)
    assert sum(isinstance(one, BaseException) for one in left) == 2
    assert (await t.join(SERVER, number, 3)).staying == [1, 2, 3]
    async with evening.store.ledgers.of(SERVER) as ledger:
        assert ledger.number == 1 + 3 + 1 + 3 + 1 + 2, "each line once"
    assert before <= 1 + 3


async def test_a_tournament_of_another_server_cannot_be_touched(evening: ClubEvening) -> None:
    await begin(evening, 3)
    t, number = evening.tournaments, evening.number
    decisions = (Open(), Begin(), Award(1), Withdraw(1, 1), ReplacePlayer(1, 5), PairAgain(), Extend("5"), End())
    for server, one in ((SERVER + 1, number), (SERVER, number + 1), (SERVER, 0), (SERVER, -1)):
        for asked in (
            t.join(server, one, 1),
            t.leave(server, one, 1),
            t.check_in(server, one, 1),
            t.prepare_table(server, one, 1),
            *(t.decide(server, one, decision.decide, by=1) for decision in decisions),
        ):
            assert isinstance(await refused(asked), NoSuchTournament)


async def test_nobody_plays_at_a_table_that_is_not_theirs(evening: ClubEvening) -> None:
    await begin(evening, 8)
    first, second = (await evening.now()).rounds[0].tables
    await evening.come(first[0], second[0])
    opened = (await evening.now()).rounds[0].opened
    assert await refused(evening.service.tables.change(opened[0], second[1], Join()))
    assert await refused(evening.service.tables.change(opened[1], first[0], Join()))
    assert isinstance(await refused(evening.tournaments.prepare_table(SERVER, evening.number, 9)), refusals.NoTableForYou)


async def test_the_last_award_counts_and_nothing_can_be_awarded_to_others(evening: ClubEvening) -> None:
    await begin(evening, 8)
    t, number = evening.tournaments, evening.number
    first, _ = (await evening.now()).rounds[0].tables
    await evening.decide(Award(first[0]), "was first")
    await evening.decide(Award(first[1]), "no, the other")
    assert (await evening.now()).rounds[0].outcome(0, {}) == {one: Fraction(one == first[1]) for one in first}
    assert isinstance(await refused(evening.decide(Award(9), "x")), refusals.NoTableInRound)
    for nth in ("0", "2", "-1", "²", "1.5", "9" * 30):
        assert isinstance(await refused(evening.decide(Award(first[0], nth), "x")), refusals.NoSuchNumber)
    for nth, table in ((0, 1), (2, 1), (1, 0), (1, 2), (-1, 1), (1, 999_999_999)):
        assert isinstance(await refused(evening.decide(Withdraw(nth, table), "x")), refusals.NotAwarded)
    assert isinstance(await refused(t.prepare_table(SERVER, number, first[2])), refusals.NoTableForYou)
    for minutes in ("0", "-5", "1441", "²", "x", ""):
        assert isinstance(await refused(evening.decide(Extend(minutes), "x")), refusals.NoSuchNumber)


async def test_who_was_absent_goes_on_in_a_knockout_if_an_organiser_says_so(evening: ClubEvening) -> None:
    await begin(evening, 8, KNOCKOUT, rules=PAIRS)
    played = (await evening.now()).rounds[0]
    for people in played.tables[1:]:
        await evening.decide(Award(people[0]), "agreed")
    await evening.come(played.tables[0][0])
    await evening.decide(Extend("5"), "one more at the door")
    await evening.wait(11)
    late = played.tables[0][1]
    await evening.decide(Award(late), "the train was late")
    after = await evening.now()
    assert after.check_in == 2
    assert late in tournaments.awaited(after, {})


@pytest.mark.parametrize("kind", [KNOCKOUT, ROUND_ROBIN, SWISS])
async def test_a_replacement_between_rounds_takes_over_the_place_and_the_score(
    evening: ClubEvening, kind: TournamentKind
) -> None:
    await begin(evening, 4, kind, rules=PAIRS)
    t, number = evening.tournaments, evening.number
    tables = (await evening.now()).rounds[0].tables
    for people in tables:
        await evening.decide(Award(people[0]), "agreed")
    gone, stays = tables[0][0], tables[1][0]
    await evening.decide(ReplacePlayer(gone, 7), "had to go")
    assert isinstance(await refused(t.join(SERVER, number, gone)), refusals.SomebodyPlaysForYou)
    everyone = {one for people in tables for one in people} - {gone} | {7}
    here = (7, stays) if kind == KNOCKOUT else sorted(everyone)
    second = await evening.check_in(*here)
    assert people_of(second.rounds[1].tables) == sorted(here)
    partner = next(people for people in second.rounds[1].tables if 7 in people)
    assert set(partner) != {7, tables[0][1]}, "they have met"
    assert next(row.score for row in tournament_rows(second, {}) if row.person == 7) == 1


async def test_whoever_has_played_is_not_replaced_before_the_round_is_over(evening: ClubEvening) -> None:
    await begin(evening, 8)
    first = (await evening.now()).rounds[0].tables[0]
    await evening.decide(Award(first[0]), "won")
    replaced = evening.decide(ReplacePlayer(first[0], 9), "x")
    assert isinstance(await refused(replaced), refusals.TableDecided)


async def test_a_match_voided_after_its_round_spoils_no_other_score(evening: ClubEvening) -> None:
    await begin(evening, 6, rounds=3)
    after = await evening.play_round()
    _, results = await evening.tournaments.with_results(SERVER, evening.number)
    before = {row.person: row.score for row in tournament_rows(after, results)}
    corrections = Corrections(evening.store.ledgers, evening.service.clock)
    await corrections.correct(SERVER, after.rounds[0].opened[0], Void(), by=ORGANISER, why="marked cards")
    after, results = await evening.tournaments.with_results(SERVER, evening.number)
    scores = {row.person: row.score for row in tournament_rows(after, results)}
    assert {one: scores[one] for one in after.rounds[0].tables[1]} == {one: before[one] for one in after.rounds[0].tables[1]}
    assert {scores[one] for one in after.rounds[0].tables[0]} == {Fraction(1, 2)}
    assert len((await evening.check_in(*range(1, 7))).rounds) == 2, "the next round begins"
    await corrections.correct(SERVER, after.rounds[0].opened[0], Reinstate(), by=ORGANISER, why="they were not")
    after, results = await evening.tournaments.with_results(SERVER, evening.number)
    assert {row.person: row.score for row in tournament_rows(after, results)} == before


async def test_everyone_leaves_in_the_middle_of_a_round_and_it_ends(evening: ClubEvening) -> None:
    await begin(evening, 4)
    for person in range(1, 5):
        await evening.tournaments.leave(SERVER, evening.number, person)
    await evening.wait(11)
    assert (await evening.wait(0)).over_at is not None


async def test_a_leaver_comes_back_only_while_there_is_room(evening: ClubEvening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.league.tournament.tournament.MOST_PEOPLE", 4)
    await begin(evening, 4)
    t, number = evening.tournaments, evening.number
    await t.leave(SERVER, number, 4)
    await t.join(SERVER, number, 5)
    await evening.wait(11)
    assert isinstance(await refused(t.check_in(SERVER, number, 4)), refusals.TournamentFull)
    await t.leave(SERVER, number, 5)
    assert 4 in (await t.check_in(SERVER, number, 4)).staying


async def test_two_people_and_odd_people_play_a_game_for_two(evening: ClubEvening) -> None:
    await begin(evening, 5, rules=PAIRS)
    played = (await evening.now()).rounds[0]
    assert sorted(map(len, [*played.tables, played.byes])) == [1, 2, 2]
    await evening.open(KNOCKOUT, 2, rules=PAIRS)
    await evening.begin_first(1, 2)
    over = await evening.play_round()
    assert over.over_at is not None
    two = evening.open(KNOCKOUT, 4, on=2, rules=PAIRS)
    assert isinstance(await refused(two), refusals.PairsKnockout)


async def test_six_people_who_press_play_at_the_same_moment_sit_at_their_two_tables(evening: ClubEvening) -> None:
    await begin(evening, 6)
    one, other = (await evening.now()).rounds[-1].tables
    _, faults = await together(*(evening.come(person) for person in (*one, *other)))
    assert set(faults) <= {TableMoved()}, "**Play** tries that again"
    tables = evening.service.tables.in_play
    await evening.come(*({*one, *other} - {person for table in tables for person in table.seats.people}))
    assert sorted(sorted(table.seats.people) for table in evening.service.tables.in_play) == sorted(map(sorted, (one, other)))
    assert [table.phase for table in evening.service.tables.in_play] == [Phase.DEAL] * 2
