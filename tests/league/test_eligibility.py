"""Which matches count in a league, and the reasons why the others do not."""

from random import Random

import pytest
from msgspec.structs import replace

from bot.league.days import day_of
from bot.league.eligibility import (
    FewerThanTwoPeople,
    NoPointsFor,
    NotPlayed,
    TooManyRematches,
    TooShort,
    Verdict,
    Voided,
    WhyNot,
    counting_matches,
    judge_matches,
)
from bot.league.league import League, NoClock, OtherChannel, OtherGame, OtherRules, OtherServer
from bot.league.match_facts import MatchResult
from bot.league.scheme.scheme_text import read_scheme
from bot.league.seasons.season_terms import rated_matches
from bot.rummy.variant.length import Length
from tests.league.leagues import LEAGUES, terms_of
from tests.league.random_season import season_of
from tests.league.written_matches import CHANNEL, DAY, HOUR, MONDAY, SERVER, played
from tests.rummy.presets import variant

OPEN = League(server=SERVER, name="Mondays")


@pytest.mark.parametrize(
    ("league", "match", "why_not"),
    [
        (OPEN, played("Ann 1 · Ben 2"), None),
        (OPEN, played("Ann 1 · Ben 2 computer"), FewerThanTwoPeople(1)),
        (OPEN, played("Ann 1 · Ben 2 removed · Cem 3 removed"), FewerThanTwoPeople(1)),
        (OPEN, replace(played("Ann 1 · Ben 2"), voided=True), Voided()),
        (replace(OPEN, server=11), played("Ann 1 · Ben 2"), OtherServer()),
        (replace(OPEN, channel=CHANNEL), played("Ann 1 · Ben 2"), None),
        (replace(OPEN, channel=7), played("Ann 1 · Ben 2"), OtherChannel(7)),
        (
            replace(OPEN, games=(variant("cuccu"), variant("block"))),
            played("Ann 1 · Ben 2"),
            OtherGame(("Ramino with the Cuccù deck", "Block rami")),
        ),
        (replace(OPEN, games=(variant("rami"),)), played("Ann 1 · Ben 2", rules=variant("rami", hand_size=7)), None),
        (
            replace(OPEN, games=(variant("cuccu"), variant("rami")), house_rules=False),
            played("Ann 1 · Ben 2", rules=variant("rami", hand_size=7, match_target=50)),
            OtherRules(("hand_size", "match_target")),
        ),
        (replace(OPEN, house_rules=False), played("Ann 1 · Ben 2", house_rules=("ace",)), OtherRules(("ace",))),
        (replace(OPEN, house_rules=False), played("Ann 1 · Ben 2"), None),
        (replace(OPEN, requires_clock=True), played("Ann 1 · Ben 2"), NoClock()),
        (replace(OPEN, requires_clock=True), replace(played("Ann 1 · Ben 2"), has_clock=True), None),
        (replace(OPEN, scheme=read_scheme("4: 5 3 1 0")), played("Ann 1 · Ben 2 · Cem 3"), NoPointsFor(3)),
        (OPEN, replace(played("Ann 1 · Ben 2"), length=Length.ONE), TooShort(Length.SHORT)),
        (OPEN, replace(played("Ann 1 · Ben 2"), length=Length.SHORT), None),
        (replace(OPEN, shortest=Length.FULL), replace(played("Ann 1 · Ben 2"), length=Length.SHORT), TooShort(Length.FULL)),
        (replace(OPEN, shortest=Length.ONE), replace(played("Ann 1 · Ben 2"), length=Length.ONE), None),
        (OPEN, replace(played("Ann 1 · Ben 2 left"), is_walkover=True), NotPlayed((2,), (1,))),
        (replace(OPEN, channel=7), replace(played("Ann 1 · Ben 2 left"), is_walkover=True), OtherChannel(7)),
    ],
)
def test_a_match_counts_or_has_a_reason_why_not(league: League, match: MatchResult, why_not: WhyNot | None) -> None:
    assert judge_matches(league, [match]) == [Verdict(match, why_not)]
    assert judge_matches(league, [match])[0].counts == (why_not is None)


NARROW = replace(
    OPEN,
    channel=7,
    games=(variant("cuccu"),),
    house_rules=False,
    requires_clock=True,
    shortest=Length.FULL,
    rematches=1,
    scheme=read_scheme("2: 3 0"),
)
FIXTURE = replace(played("Ann 1 · Ben 2"), league=4, length=Length.ONE, house_rules=("ace",))


def test_a_match_of_a_leagues_schedule_counts_there_whatever_the_league_asks_of_others() -> None:
    assert judge_matches(NARROW, [FIXTURE], 4) == [Verdict(FIXTURE, None)]
    assert judge_matches(NARROW, [FIXTURE], 5) == [Verdict(FIXTURE, OtherChannel(7))]
    assert judge_matches(NARROW, [replace(FIXTURE, league=0)]) == [Verdict(replace(FIXTURE, league=0), OtherChannel(7))]


@pytest.mark.parametrize(
    ("match", "why_not"),
    [
        (replace(FIXTURE, voided=True), Voided()),
        (replace(FIXTURE, is_walkover=True), NotPlayed((), (1, 2))),
        (replace(played("Ann 1 · Ben 2 removed"), league=4), FewerThanTwoPeople(1)),
        (replace(played("Ann 1 · Ben 2 · Cem 3"), league=4), NoPointsFor(3)),
    ],
)
def test_a_match_of_a_schedule_must_be_played_by_people_for_whom_there_are_points(match: MatchResult, why_not: WhyNot) -> None:
    assert judge_matches(NARROW, [match], 4) == [Verdict(match, why_not)]


def test_matches_of_a_schedule_neither_use_up_the_limit_nor_fall_under_it() -> None:
    league, evening = replace(OPEN, rematches=1), _evening(*["Ann 1 · Ben 2"] * 4)
    matches = [replace(one, league=4 if one.number in (1, 4) else 0) for one in evening]
    assert [one.number for one in counting_matches(league, matches, 4)] == [1, 2, 4]


def test_a_walkover_uses_up_no_rematch_and_is_not_rated() -> None:
    league, evening = replace(OPEN, rematches=1, rated=True), _evening("Ann 1 · Ben 2 left", "Ann 1 · Ben 2")
    matches = [replace(one, is_walkover=one.number == 1) for one in evening]
    assert [verdict.why_not for verdict in judge_matches(league, matches)] == [NotPlayed((2,), (1,)), None]
    assert [match.number for match in rated_matches(terms_of([league]), matches)] == [2]


def _evening(*said: str) -> list[MatchResult]:
    return [played(one, number, ended=MONDAY + 20 * HOUR + number) for number, one in enumerate(said, start=1)]


def test_only_the_first_matches_of_the_same_people_on_a_day_count() -> None:
    league = replace(OPEN, rematches=2)
    evening = _evening("Ann 1 · Ben 2", "Ben 1 · Ann 2", "Ann 1 · Ben 2", "Ann 1 · Ben 2 · Cem 3", "Ann 1 · Cem 2")
    tomorrow = played("Ann 1 · Ben 2", 9, ended=MONDAY + DAY)
    found = {verdict.match.number: verdict.why_not for verdict in judge_matches(league, [*evening, tomorrow])}
    assert found == {1: None, 2: None, 3: TooManyRematches(2), 4: None, 5: None, 9: None}


def test_a_match_that_does_not_count_uses_up_no_rematch() -> None:
    first, second, third = _evening("Ann 1 · Ben 2", "Ben 1 · Ann 2", "Ann 1 · Ben 2")
    league = replace(OPEN, rematches=2)
    assert [match.number for match in counting_matches(league, [replace(first, voided=True), second, third])] == [2, 3]


def test_a_day_is_one_of_the_leagues_time_zone() -> None:
    late = [played("Ann 1 · Ben 2", 1, ended=MONDAY + 22 * HOUR), played("Ann 1 · Ben 2", 2, ended=MONDAY + 23 * HOUR)]
    assert len(counting_matches(replace(OPEN, rematches=1), late)) == 1
    assert len(counting_matches(replace(OPEN, rematches=1, zone="Europe/Rome"), late)) == 2


@pytest.mark.parametrize("league", LEAGUES, ids=lambda league: league.name)
def test_a_match_gets_the_same_verdict_from_the_matches_of_its_pairs_on_its_day_as_from_the_whole_history(
    league: League,
) -> None:
    number, history = 1 + LEAGUES.index(league), season_of(5, matches=160, people=10, leagues=len(LEAGUES))
    judged = {verdict.match.number: verdict for verdict in judge_matches(league, history, number)}
    for match in Random(1).sample(history, 40):
        people, day = _people_of(match), day_of(match.ended, league.zone)
        same = [one for one in history if day_of(one.ended, league.zone) == day and len(people & _people_of(one)) > 1]
        alone = judge_matches(league, {one.number: one for one in (*same, match)}.values(), number)
        assert judged[match.number] in alone


def _people_of(match: MatchResult) -> set[int]:
    return {seat.person for seat in match.people()}


def test_the_limit_is_per_pair_and_larger_tables_have_their_own() -> None:
    league = replace(OPEN, rematches=1, larger_rematches=2)
    evening = _evening(
        "Ann 1 · Ben 2 · Cem 3",
        "Ann 1 · Ben 2 · Dee 3",
        "Ann 1 · Ben 2 · Eve 3",
        "Ann 1 · Cem 2 · Dee 3",
        "Ann 1 · Ben 2",
        "Ben 1 · Ann 2",
        "Eve 1 · Ben 2 · Fay 3 · Ann 4",
    )
    found = {verdict.match.number: verdict.why_not for verdict in judge_matches(league, evening)}
    larger = {3: TooManyRematches(2, 3), 7: TooManyRematches(2, 4)}
    assert found == dict.fromkeys(range(1, 8)) | larger | {6: TooManyRematches(1, 2)}


def test_matches_over_the_limit_count_as_meetings_of_their_other_pairs() -> None:
    """So a verdict depends on no other verdict."""
    league = replace(OPEN, larger_rematches=1)
    evening = _evening("Ann 1 · Ben 2 · Cem 3", "Ann 1 · Ben 2 · Dee 3", "Dee 1 · Ann 2 · Eve 3")
    assert [one.number for one in counting_matches(league, evening)] == [1]


@pytest.mark.parametrize("league", LEAGUES, ids=lambda league: league.name)
def test_the_order_of_the_facts_does_not_change_the_verdicts(league: League) -> None:
    history = season_of(6, matches=120, people=10)
    mixed = Random(2).sample(history, len(history))
    assert judge_matches(league, mixed) == judge_matches(league, history)


def test_a_match_is_rated_once_if_it_counts_in_a_rated_league() -> None:
    history = season_of(4, matches=120)
    found = rated_matches(terms_of(LEAGUES), history)
    counted = [{match.number for match in counting_matches(league, history)} for league in LEAGUES if league.rated]
    assert len(counted) == 2
    assert [match.number for match in found] == sorted(counted[0] | counted[1])
    assert rated_matches(terms_of(LEAGUES[:1]), history) == []
