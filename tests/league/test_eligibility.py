"""Which matches count in a league, and the reasons why the others do not."""

import pytest
from msgspec.structs import replace

from bot.league.eligibility import (
    FewerThanTwoPeople,
    NoPointsFor,
    NotFull,
    NotPlayed,
    TooManyRematches,
    TooShort,
    Voided,
    is_counting,
    why_not,
)
from bot.league.league import League, NoClock, OtherChannel, OtherGame, OtherRules, OtherServer, WhyNot
from bot.league.match_facts import MatchResult, OverLimit
from bot.league.scheme import read_scheme
from bot.rummy.variant import Length
from tests.league.written_matches import CHANNEL, SERVER, played
from tests.rummy.presets import variant

OPEN = League(server=SERVER, name="Mondays")


@pytest.mark.parametrize(
    ("league", "match", "why"),
    [
        (OPEN, played("Ann 1 · Ben 2"), None),
        (OPEN, played("Ann 1 · Ben 2 computer"), FewerThanTwoPeople()),
        (OPEN, played("Ann 1 · Ben 2 removed · Cem 3 removed"), FewerThanTwoPeople()),
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
            OtherRules(),
        ),
        (replace(OPEN, house_rules=False), played("Ann 1 · Ben 2", house_rules=("ace",)), OtherRules()),
        (replace(OPEN, house_rules=False), played("Ann 1 · Ben 2"), None),
        (replace(OPEN, requires_clock=True), played("Ann 1 · Ben 2"), NoClock()),
        (replace(OPEN, requires_clock=True), replace(played("Ann 1 · Ben 2"), has_clock=True), None),
        (replace(OPEN, scheme=read_scheme("4: 5 3 1 0")), played("Ann 1 · Ben 2 · Cem 3"), NoPointsFor(3)),
        (OPEN, replace(played("Ann 1 · Ben 2"), length=Length.ONE), TooShort()),
        (OPEN, replace(played("Ann 1 · Ben 2"), length=Length.SHORT), None),
        (replace(OPEN, shortest=Length.FULL), replace(played("Ann 1 · Ben 2"), length=Length.SHORT), NotFull()),
        (replace(OPEN, shortest=Length.ONE), replace(played("Ann 1 · Ben 2"), length=Length.ONE), None),
        (OPEN, replace(played("Ann 1 · Ben 2 left"), is_walkover=True), NotPlayed((2,), (1,))),
        (replace(OPEN, channel=7), replace(played("Ann 1 · Ben 2 left"), is_walkover=True), OtherChannel(7)),
        (OPEN, replace(played("Ann 1 · Ben 2"), over=(OverLimit(8, 1), OverLimit(3, 5))), TooManyRematches(5)),
        (OPEN, replace(played("Ann 1 · Ben 2 · Cem 3"), over=(OverLimit(3, 2),)), TooManyRematches(2)),
        (OPEN, replace(played("Ann 1 · Ben 2"), over=(OverLimit(8, 1),)), None),
        (OPEN, replace(played("Ann 1 · Ben 2"), over=(OverLimit(3, 5),), voided=True), Voided()),
        (
            OPEN,
            replace(played("Ann 1 · Ben 2 left"), over=(OverLimit(3, 5),), is_walkover=True),
            NotPlayed((2,), (1,)),
        ),
    ],
)
def test_a_match_counts_or_has_a_reason_why_not(league: League, match: MatchResult, why: WhyNot | None) -> None:
    assert why_not(league, match, 3) == why
    assert is_counting(league, match, 3) == (why is None or isinstance(why, NotPlayed))


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
    assert why_not(NARROW, FIXTURE, 4) is None
    assert why_not(NARROW, FIXTURE, 5) == OtherChannel(7)
    assert why_not(NARROW, replace(FIXTURE, league=0), 0) == OtherChannel(7)


@pytest.mark.parametrize(
    ("match", "why"),
    [
        (replace(FIXTURE, voided=True), Voided()),
        (replace(FIXTURE, is_walkover=True), NotPlayed((), (1, 2))),
        (replace(played("Ann 1 · Ben 2 removed"), league=4), FewerThanTwoPeople()),
        (replace(played("Ann 1 · Ben 2 · Cem 3"), league=4), NoPointsFor(3)),
    ],
)
def test_a_match_of_a_schedule_must_be_played_by_people_for_whom_there_are_points(match: MatchResult, why: WhyNot) -> None:
    assert why_not(NARROW, match, 4) == why
