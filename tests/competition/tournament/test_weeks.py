"""Tournaments whose rounds last days; what organisers change before, during and after one; and outages."""

from datetime import datetime
from fractions import Fraction
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from bot.competition.tournament import refusals, tournaments
from bot.interactions.tournament.decisions import Award, Change, End, Extend, Open, PairAgain, ReplacePlayer, Withdraw
from bot.league.tournament.course import more_time, still_in
from bot.league.tournament.events import DaysAdded, NotCome, NotPlayed, TournamentKind
from bot.league.tournament.rows import tournament_rows
from bot.league.tournament.tournament import CHECK_IN, COME_WITHIN
from bot.rummy.variant import Variant
from bot.tables.match_requests import AskEnd, Cancel, Forfeit
from bot.tables.table import Phase
from scripts import recount
from tests.competition.tournament.club_evening import MINUTE, QUICK, SERVER, ClubEvening, people_of, running
from tests.competition.tournament.test_exports import export_of
from tests.competition.tournament.test_tournaments import evening as evening
from tests.competition.tournament.test_tournaments import refusal
from tests.databases import on_sqlite
from tests.messages.league.exported_files import read_export
from tests.rummy.presets import variant

pytestmark = on_sqlite

SWISS, DUPLICATE, ROUND_ROBIN, KNOCKOUT = (
    TournamentKind.SWISS, TournamentKind.DUPLICATE, TournamentKind.ROUND_ROBIN, TournamentKind.KNOCKOUT
)  # fmt: skip
DAY = 24 * 60  # minutes
PAIRS = replace(variant("wrotham"), match_deals=1, match_target="none")


async def test_a_round_robin_of_weeks_has_no_check_in_and_ends_when_all_have_played(evening: ClubEvening) -> None:
    start = evening.service.now + 60 * MINUTE
    await evening.open(ROUND_ROBIN, 4, rules=PAIRS, start=start, days=7)
    assert (await evening.wait(59)).rounds == ()
    begun = await evening.wait(1)
    assert (begun.check_in, len(begun.rounds), begun.rounds[0].come_by) == (0, 1, evening.service.now + 7 * DAY * MINUTE)
    await evening.wait(2 * DAY)
    second = await evening.play_round()
    assert (second.check_in, len(second.rounds)) == (0, 2)
    assert second.rounds[1].come_by == evening.service.now + 7 * DAY * MINUTE
    await evening.play_round()
    over = await evening.play_round()
    assert over.over_at is not None or over.rounds[-1].extra
    met = {frozenset(people) for one in over.rounds if not one.extra for people in one.tables}
    assert len(met) == 6, "everyone has met everyone"
    assert [one.extra for one in over.rounds].count(False) == 3


def at(month: int, day: int) -> int:
    """Return eight in the evening of this day in Rome."""
    return round(datetime(2026, month, day, 20, tzinfo=ZoneInfo("Europe/Rome")).timestamp() * 1000)


async def test_a_week_ends_at_the_hour_at_which_it_began_also_if_summer_time_begins_or_ends(evening: ClubEvening) -> None:
    evening.service.now = at(3, 22)
    await evening.open(SWISS, 4, rounds=2, rules=PAIRS, days=7, zone="Europe/Rome")
    assert (await evening.decide(Open())).rounds[0].come_by == at(3, 29)
    for _ in range(7):
        later = await evening.decide(Extend("30"), "x")
    assert later.rounds[0].come_by == at(10, 25)


async def test_a_week_that_nobody_can_see_grows_by_a_day_when_summer_time_ends(evening: ClubEvening) -> None:
    evening.service.now = at(10, 18)
    await evening.open(SWISS, 4, rounds=2, rules=PAIRS, days=7, zone="Europe/Rome")
    begun = await evening.decide(Open())
    assert begun.rounds[0].come_by == at(10, 25), "after seven days and an hour"
    added = more_time(begun, at(10, 18) + 30 * MINUTE)
    assert isinstance(added, DaysAdded)
    assert added.days == 1
    evening.tournaments.is_hidden = lambda _: True
    assert (await evening.wait(30)).rounds[0].come_by == at(10, 26)


async def test_who_had_the_table_open_for_a_day_gets_the_point_and_several_share_it(evening: ClubEvening) -> None:
    await evening.open(SWISS, 8, rounds=2, rules=PAIRS, days=7)
    first, second, third, fourth = (await evening.decide(Open())).rounds[0].tables
    for hours in (15, 9):
        await wait_alone(evening, first[0], 0, hours)
    for person in second:  # both wait for a day, never together
        await wait_alone(evening, person, 1, 24)
    await wait_alone(evening, third[0], 2, 23)
    after = await evening.wait(7 * DAY)
    played = after.rounds[0]
    assert (played.shared, played.absent) == ({0: first[:1], 1: second, 2: (), 3: ()}, {})
    assert played.outcome(0, {}) == {first[0]: Fraction(1), first[1]: Fraction(0)}
    assert played.outcome(1, {}) == dict.fromkeys(second, Fraction(1, 2))
    assert played.outcome(2, {}) == dict.fromkeys(third, Fraction(0))
    assert len(after.rounds) == 2, "the next round begins at once"
    log = await evening.store.ledgers.log_page(SERVER, None, 0, 9)
    lost = {line.what.people for line in log.lines if isinstance(line.what, NotPlayed)}
    assert lost == {first[1:], third, fourth}
    rows = {row.person: row for row in tournament_rows(after, {})}
    assert [rows[one].played for one in (*first, *second, *third)] == [1, 0, 1, 1, 0, 0]
    assert recount.recount(read_export(await export_of(evening))) == []


async def test_a_replaced_player_takes_no_hours_from_who_had_the_table_open(evening: ClubEvening) -> None:
    await evening.open(SWISS, 2, rounds=1, rules=PAIRS, days=7)
    patient, other = (await evening.decide(Open())).rounds[0].tables[0]
    await wait_alone(evening, patient, 0, 20)
    await evening.come(patient)
    await evening.decide(ReplacePlayer(other, 3), "is ill")
    await wait_alone(evening, patient, 0, 4)
    after = await evening.wait(7 * DAY)
    assert after.rounds[0].outcome(0, {}) == {patient: Fraction(1), 3: Fraction(0)}


async def test_hours_before_a_match_that_was_broken_off_count_no_more(evening: ClubEvening) -> None:
    await evening.open(SWISS, 2, rounds=1, rules=PAIRS, days=7)
    early, other = (await evening.decide(Open())).rounds[0].tables[0]
    await wait_alone(evening, early, 0, 24)
    await evening.come(early, other)
    met = (await evening.now()).rounds[0].opened[0]
    await evening.service.tables.change(met, None, Cancel(by_manager=True))
    assert 0 in (await evening.wait(0)).rounds[0].again
    await wait_alone(evening, other, 0, 24)
    after = await evening.wait(7 * DAY)
    assert after.rounds[0].outcome(0, {}) == {early: Fraction(0), other: Fraction(1)}


@pytest.mark.parametrize("rules", [PAIRS, QUICK], ids=["two", "three"])
async def test_who_comes_in_the_last_minute_takes_nothing_from_who_had_the_table_open_for_a_day(
    evening: ClubEvening, rules: Variant
) -> None:
    await evening.open(SWISS, 2 if rules is PAIRS else 3, rounds=1, rules=rules, days=7)
    early, *late = (await evening.decide(Open())).rounds[0].tables[0]
    await wait_alone(evening, early, 0, 24)
    await evening.wait(6 * DAY - 1)
    await evening.come(*late)
    after = await evening.wait(1)
    assert after.rounds[0].outcome(0, {}) == {early: Fraction(1)} | dict.fromkeys(late, Fraction(0))
    table = await evening.service.tables.get(after.rounds[0].opened[0])
    assert (table.phase, table.lobby.closing_reason) == (Phase.OVER, "cancelled")


async def wait_alone(evening: ClubEvening, person: int, place: int, hours: int) -> None:
    """Let the person open their table, and close it after so many hours."""
    await evening.come(person)
    evening.service.now += hours * 60 * MINUTE
    await close_lobby(evening, place)


async def close_lobby(evening: ClubEvening, place: int) -> None:
    number = (await evening.now()).rounds[-1].opened[place]
    await evening.service.tables.change(number, None, Cancel(by_manager=True, only_lobby=True))


async def test_more_days_for_a_round(evening: ClubEvening) -> None:
    await evening.open(KNOCKOUT, 4, on=1, rules=PAIRS, days=7)
    begun = await evening.decide(Open())
    assert isinstance(await refusal(evening, evening.decide(Extend("31"), "x")), refusals.NoSuchNumber)
    longer = await evening.decide(Extend("3"), "holidays")
    assert longer.rounds[0].come_by == begun.rounds[0].come_by + 3 * DAY * MINUTE
    assert isinstance(await refusal(evening, evening.decide(Open())), refusals.TournamentBegun)


async def test_days_cannot_be_weekly_and_need_people(evening: ClubEvening) -> None:
    start = evening.service.now + 60 * MINUTE
    with pytest.raises(tournaments.Refused, match="WeeksRepeated"):
        await evening.open(SWISS, 4, rounds=2, start=start, weekly="Europe/Rome", days=7)
    await evening.open(SWISS, 1, rounds=2, start=start, days=7)
    refused = await refusal(evening, evening.decide(Open()))
    assert isinstance(refused, refusals.TooFewTakePart)
    assert (await evening.wait(60)).over_at is not None


async def test_an_award_of_any_round_is_given_and_taken_back_also_after_the_end(evening: ClubEvening) -> None:
    await evening.open(SWISS, 4, rounds=2, rules=PAIRS)
    t, number = evening.tournaments, evening.number
    begun = await evening.begin_first(1, 2, 3, 4)
    await evening.play_round()
    _, results = await t.with_results(SERVER, number)
    as_played = begun.rounds[0].outcome(0, results) or (await evening.now()).rounds[0].outcome(0, results)
    assert as_played is not None
    loser = min(as_played, key=lambda person: as_played[person])
    await evening.check_in(1, 2, 3, 4)
    first = await evening.decide(Award(loser, "1"), "a wrong row")
    assert first.rounds[0].outcome(0, results) == {one: Fraction(one == loser) for one in as_played}
    assert isinstance(await refusal(evening, evening.decide(Withdraw(2, 1), "x")), refusals.NotAwarded)
    assert isinstance(await refusal(evening, evening.decide(Award(loser, "3"), "x")), refusals.NoSuchNumber)
    over = await evening.play_round()
    while over.over_at is None:
        over = await evening.play_round()
    mended = await evening.decide(Withdraw(1, 1), "it was right")
    assert mended.rounds[0].outcome(0, results) == as_played
    log = await evening.store.ledgers.log_page(SERVER, None, 0, 1)
    assert type(log.lines[0].what).__name__ == "AwardWithdrawn"


async def test_pair_again_pairs_in_another_way_and_takes_in_who_sat_out(evening: ClubEvening) -> None:
    await evening.open(SWISS, 9, rounds=2)
    begun = await evening.begin_first(*range(1, 9))
    again = await evening.decide(PairAgain(), "two of a family")
    assert sorted(map(sorted, again.rounds[0].tables)) != sorted(map(sorted, begun.rounds[0].tables))
    with_nine = await evening.decide(PairAgain([9]), "one more is here")
    assert people_of(with_nine.rounds[0].tables) == list(range(1, 10))
    refused = await refusal(evening, evening.decide(PairAgain([12]), "x"))
    assert isinstance(refused, refusals.NotTakingPart)


async def test_a_round_that_follows_from_the_rounds_before_cannot_be_paired_again(evening: ClubEvening) -> None:
    await evening.open(KNOCKOUT, 8, on=1, rules=PAIRS)
    begun = await evening.begin_first(*range(1, 9))
    t, number = evening.tournaments, evening.number
    again = await evening.decide(PairAgain(), "a family")
    assert again.rounds[0].tables != begun.rounds[0].tables
    second = await evening.play_round()
    assert second.check_in == 2
    _, results = await t.with_results(SERVER, number)
    await evening.check_in(*still_in(second, results))
    assert isinstance(await refusal(evening, evening.decide(PairAgain(), "x")), refusals.PairedByPlan)


async def test_a_round_of_a_week_that_is_paired_again_has_a_week_again(evening: ClubEvening) -> None:
    await evening.open(ROUND_ROBIN, 4, rules=PAIRS, days=7)
    await evening.decide(Open())
    await evening.wait(DAY)
    again = await evening.decide(PairAgain(), "a family")
    assert again.rounds[0].come_by == evening.service.now + 7 * DAY * MINUTE
    while (one := await evening.play_round()).over_at is None and not one.rounds[-1].extra:
        pass
    assert len({frozenset(people) for played in one.rounds if not played.extra for people in played.tables}) == 6


async def test_a_tournament_is_changed_until_it_begins(evening: ClubEvening) -> None:
    start = evening.service.now + 60 * MINUTE
    one = await evening.open(SWISS, 4, rounds=2, start=start)
    t, number = evening.tournaments, evening.number
    later = replace(one.plan, start=start + 30 * MINUTE, rounds=3)
    changed = await evening.decide(Change("Later", later))
    assert (changed.name, changed.plan, changed.staying) == ("Later", later, [1, 2, 3, 4])
    assert (await evening.wait(46)).check_in == 0
    assert (SERVER, number) not in await t.due()
    assert (await evening.wait(29)).check_in == 1
    assert isinstance(await refusal(evening, evening.decide(Change("x", later))), refusals.TournamentBegun)


async def test_a_tournament_with_too_many_people_cannot_become_a_round_robin(evening: ClubEvening) -> None:
    one = await evening.open(SWISS, 33, rounds=2)
    plan = replace(one.plan, kind=ROUND_ROBIN, rounds=0)
    refused = await refusal(evening, evening.decide(Change("x", plan)))
    assert isinstance(refused, refusals.TournamentFull)


async def test_ending_a_weekly_tournament_leaves_next_weeks(evening: ClubEvening) -> None:
    start = evening.service.now + 60 * MINUTE
    await evening.open(SWISS, 3, rounds=1, start=start, weekly="Europe/Rome")
    over = await evening.decide(End(), "too hot today")
    assert over.over_at is not None
    following = (await running(evening.tournaments))[-1]
    assert (following.follows, following.plan.start) == (over.number, start + 7 * DAY * MINUTE)
    page = await evening.store.ledgers.log_page(SERVER, None, 0, 2)
    reasons = {type(line.what).__name__: line.why for line in page.lines}
    assert reasons == {"TournamentEnded": "too hot today", "TournamentMade": ""}


async def test_after_an_outage_of_weeks_the_next_weekly_tournament_is_in_the_future(evening: ClubEvening) -> None:
    start = evening.service.now + 60 * MINUTE
    await evening.open(SWISS, 3, rounds=1, start=start, weekly="UTC")
    assert (await evening.wait(24 * DAY)).check_in == 1
    assert (await evening.wait(15)).over_at is not None, "nobody has checked in"
    (following,) = await running(evening.tournaments)
    assert following.plan.start == start + 28 * DAY * MINUTE
    assert (await evening.tournaments.advance(SERVER, following.number)).check_in == 0


async def test_a_weekly_tournament_that_ends_at_the_start_of_the_next_is_followed_a_week_later(evening: ClubEvening) -> None:
    start = evening.service.now + 60 * MINUTE
    await evening.open(SWISS, 3, rounds=1, start=start, weekly="UTC")
    evening.service.now = start + 7 * DAY * MINUTE
    await evening.decide(End())
    (following,) = await running(evening.tournaments)
    assert following.plan.start == start + 14 * DAY * MINUTE


async def test_after_an_outage_nobody_is_late_for_ten_minutes(evening: ClubEvening) -> None:
    back_since = 0

    async def reachable_since() -> int:
        return back_since

    evening.tournaments.reachable_since = reachable_since
    await evening.open(SWISS, 3, rounds=2)
    await evening.decide(Open())
    await evening.check_in(1, 2, 3)
    evening.service.now += CHECK_IN
    back_since = evening.service.now - MINUTE
    assert (await evening.wait(0)).check_in == 1, "people could not press for a while"
    begun = await evening.wait(9)
    assert len(begun.rounds) == 1
    evening.service.now += COME_WITHIN + MINUTE
    back_since = evening.service.now
    assert (await evening.wait(9)).rounds[0].absent == {}
    assert (await evening.wait(1)).rounds[0].absent == {0: begun.rounds[0].tables[0]}


async def test_a_duplicate_match_that_was_broken_off_is_not_played_again(evening: ClubEvening) -> None:
    await evening.open(DUPLICATE, 9, rounds=2)
    begun = await evening.begin_first(*range(1, 10))
    await evening.come(*people_of(begun.rounds[0].tables))
    broken = (await evening.now()).rounds[0].opened[0]
    await evening.service.tables.change(broken, None, Cancel(by_manager=True))
    after = await evening.wait(0)
    assert after.rounds[0].absent == {0: ()}
    for place in (1, 2):
        await evening.play_table(after.rounds[0].opened[place])
    assert (await evening.wait(0)).check_in == 2
    rows = {row.person: row for row in tournament_rows(*await evening.tournaments.with_results(SERVER, evening.number))}
    assert all(rows[person].byes == 1 for person in begun.rounds[0].tables[0])
    log = await evening.store.ledgers.log_page(SERVER, None, 0, 20)
    assert not any(isinstance(line.what, NotCome) for line in log.lines), "nobody is to blame"


async def test_a_duplicate_match_that_all_but_one_leave_at_once_is_not_compared(evening: ClubEvening) -> None:
    await evening.open(DUPLICATE, 9, rounds=2)
    begun = await evening.begin_first(*range(1, 10))
    await evening.come(*people_of(begun.rounds[0].tables))
    opened = (await evening.now()).rounds[0].opened
    left = (await evening.service.tables.get(opened[0])).seated_people()[1:]
    for person in left:
        await evening.service.tables.change(opened[0], person, Forfeit())
    for place in (1, 2):
        await evening.play_table(opened[place])
    assert (await evening.wait(0)).check_in == 2
    rows = {row.person: row for row in tournament_rows(*await evening.tournaments.with_results(SERVER, evening.number))}
    found = {person: (rows[person].score, rows[person].byes, rows[person].played) for person in begun.rounds[0].tables[0]}
    assert found == {person: (0, 0, 0) if person in left else (Fraction(1, 2), 1, 0) for person in found}
    others = [rows[person].score for person in range(1, 10) if person not in found]
    assert sum(others) == 3, "compared with the same seat of one other table"
    assert recount.recount(read_export(await export_of(evening))) == []


async def test_a_duplicate_match_that_all_at_its_table_end_is_worth_nothing_and_the_log_says_so(evening: ClubEvening) -> None:
    await evening.open(DUPLICATE, 9, rounds=2)
    begun = await evening.begin_first(*range(1, 10))
    await evening.come(*people_of(begun.rounds[0].tables))
    opened = (await evening.now()).rounds[0].opened
    people = begun.rounds[0].tables[0]
    for person in people:
        await evening.service.tables.change(opened[0], person, AskEnd())
    assert (await evening.wait(0)).rounds[0].shared == {0: ()}
    for place in (1, 2):
        await evening.play_table(opened[place])
    assert (await evening.wait(0)).check_in == 2
    rows = {row.person: row for row in tournament_rows(*await evening.tournaments.with_results(SERVER, evening.number))}
    assert [(rows[person].score, rows[person].byes, rows[person].played) for person in people] == [(0, 0, 0)] * 3
    assert [rows[person].played for person in range(1, 10) if person not in people] == [1] * 6
    (line, *_) = (await evening.store.ledgers.log_page(SERVER, None, 0, 1)).lines
    assert line.what == NotPlayed(evening.number, 1, 0, people, "Evening", ended=True)
    assert recount.recount(read_export(await export_of(evening))) == []


async def test_the_log_says_who_did_not_come(evening: ClubEvening) -> None:
    await evening.open(SWISS, 3, rounds=2)
    begun = await evening.begin_first(1, 2, 3)
    missing = begun.rounds[0].tables[0][0]
    await evening.play_round(without={missing})
    log = await evening.store.ledgers.log_page(SERVER, None, 0, 20)
    found = [line for line in log.lines if isinstance(line.what, NotCome)]
    assert [(line.by, line.what) for line in found] == [(0, NotCome(evening.number, 1, 0, (missing,), "Evening"))]


async def test_a_duplicate_table_keeps_its_result_while_others_still_play(evening: ClubEvening) -> None:
    await evening.open(DUPLICATE, 9, rounds=2)
    begun = await evening.begin_first(*range(1, 10))
    await evening.come(*people_of(begun.rounds[0].tables))
    opened = (await evening.now()).rounds[0].opened
    await evening.play_table(opened[0])
    assert (await evening.wait(12)).rounds[0].absent == {}
    for place in (1, 2):
        await evening.play_table(opened[place])
    assert (await evening.wait(0)).check_in == 2
    rows = tournament_rows(*await evening.tournaments.with_results(SERVER, evening.number))
    assert all(row.played == 1 for row in rows)


async def test_a_round_of_days_that_is_paired_again_lasts_days(evening: ClubEvening) -> None:
    await evening.open(SWISS, 6, rounds=2, rules=PAIRS, days=7)
    await evening.decide(Open())
    again = await evening.decide(PairAgain(), "two of a family")
    assert again.rounds[0].come_by == evening.service.now + 7 * DAY * MINUTE


async def test_who_waits_for_a_match_that_was_broken_off_gets_the_point(evening: ClubEvening) -> None:
    await evening.open(SWISS, 4, rounds=1, rules=PAIRS, days=7)
    begun = await evening.decide(Open())
    (one, other), twice = begun.rounds[0].tables
    await break_off(evening, one, other, place=0)
    await wait_alone(evening, other, 0, 24)
    for _ in range(2):
        await break_off(evening, *twice, place=1)
    after = await evening.wait(8 * DAY)
    assert (after.rounds[0].shared, after.rounds[0].absent) == ({0: (other,)}, {1: twice})


async def break_off(evening: ClubEvening, *people: int, place: int) -> None:
    """Let these people begin their match, and break it off."""
    await evening.come(*people)
    opened = (await evening.now()).rounds[-1].opened[place]
    await evening.service.tables.change(opened, None, Cancel(by_manager=True))
    await evening.wait(0)


async def test_taking_back_an_award_before_the_final_does_not_end_the_tournament(evening: ClubEvening) -> None:
    await evening.open(KNOCKOUT, 4, on=1, rules=PAIRS)
    first, second = (await evening.begin_first(1, 2, 3, 4)).rounds[0].tables
    await evening.decide(Award(first[0]), "not here")
    await evening.decide(Award(second[0]), "not here")
    await evening.check_in(second[0])
    waiting = await evening.decide(Withdraw(1, 1), "the wrong one")
    assert (waiting.check_in, waiting.over_at) == (0, None)
    await evening.decide(Award(first[1]), "the right one")
    final = await evening.check_in(first[1])
    assert people_of(final.rounds[1].tables) == sorted((first[1], second[0]))


async def test_who_has_left_a_round_robin_lets_nobody_wait_for_a_week(evening: ClubEvening) -> None:
    await evening.open(ROUND_ROBIN, 4, rules=PAIRS, days=7)
    await evening.decide(Open())
    await evening.tournaments.leave(SERVER, evening.number, 4)
    second = await evening.play_round()
    assert len(second.rounds) == 2
    place, people = next((place, people) for place, people in enumerate(second.rounds[1].tables) if 4 in people)
    assert second.rounds[1].outcome(place, {}) == {person: Fraction(person != 4) for person in people}
    third = await evening.play_round(without={4, *people})
    assert len(third.rounds) == 3, "nobody waited for who has left"


async def test_cards_of_duplicate_deals_stay_hidden_while_they_are_played_and_not_for_ever(evening: ClubEvening) -> None:
    await evening.open(DUPLICATE, 6, rounds=2)
    t = evening.tournaments
    begun = await evening.begin_first(*range(1, 7))
    await evening.come(*people_of(begun.rounds[0].tables))
    done, playing = (await evening.now()).rounds[0].opened.values()
    await evening.play_table(done)
    await evening.decide(End())
    assert await t.hides_cards(SERVER, [done]) == {done}, "the match goes on"
    await evening.service.tables.change(playing, None, Cancel(by_manager=True))
    assert await t.hides_cards(SERVER, [done]) == frozenset(), "nobody can play them any more"
