"""Whether a match is one too many for its day is decided when it starts."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.league.league import League
from bot.league.ledger import MatchBegun
from bot.league.match_facts import MatchResult, OverLimit
from bot.league.rematch_limit import begin_match
from bot.league.scheme import read_scheme
from bot.rummy.variant import Length
from tests.league.leagues import LEAGUES
from tests.league.random_season import season_of
from tests.league.standings.slow_standings import with_limits
from tests.league.written_matches import CHANNEL, DAY, HOUR, MONDAY, SERVER, played
from tests.rummy.presets import variant

OPEN = League(server=SERVER, name="Mondays")
Begun = list[tuple[int, MatchBegun]]


class Starts:
    """The matches of a server start one after the other, in leagues with numbers from 1."""

    def __init__(self, *leagues: League, former: dict[int, int] | None = None) -> None:
        self.leagues = leagues
        self.former = former or {}
        self.begun: Begun = []

    def start(self, match: MatchResult) -> list[tuple[int, int]]:
        """Start the match at its `ended`. Return the leagues, with their limits, in which it is one too many."""
        match = replace(match, number=1 + len(self.begun))
        begun = begin_match(enumerate(self.leagues, start=1), match, self.begun, self.former)
        assert (begun.match, begun.people) == (match.number, tuple(seat.person for seat in match.seats if not seat.computer))
        self.begun.append((match.ended, begun))
        return [(one.league, one.most) for one in begun.over]

    def all(self, *said: str) -> list[bool]:
        """Start these matches in one evening. Return whether each is one too many in the first league."""
        return [bool(self.start(played(one, ended=MONDAY + 20 * HOUR))) for one in said]


def test_only_the_first_matches_that_the_same_people_start_on_a_day_count() -> None:
    starts = Starts(replace(OPEN, rematches=2))
    two, others = "Ann 1 · Ben 2", ("Ann 1 · Cem 2", "Ben 1 · Cem 2")
    assert starts.all(two, "Ben 1 · Ann 2", two, *others, two) == [False, False, True, False, False, True]
    assert starts.start(played(two, ended=MONDAY + 20 * HOUR)) == [(1, 2)]
    assert starts.start(played(two, ended=MONDAY + DAY)) == []


def test_a_day_is_one_of_the_leagues_time_zone() -> None:
    starts = Starts(replace(OPEN, rematches=1), replace(OPEN, rematches=1, zone="Europe/Rome"))
    late = [played("Ann 1 · Ben 2", ended=MONDAY + hour * HOUR) for hour in (22, 23)]
    assert [starts.start(match) for match in late] == [[], [(1, 1)]]


def test_matches_at_tables_of_all_sizes_use_up_one_and_only_the_limit_depends_on_the_size() -> None:
    two, three, four = "Ann 1 · Ben 2", "Ann 1 · Ben 2 · Cem 3", "Ann 1 · Dee 2 · Eve 3 · Ben 4"
    assert Starts(replace(OPEN, rematches=3, larger_rematches=1)).all(three, two, three, two) == [False, False, True, True]
    assert Starts(replace(OPEN, rematches=1, larger_rematches=3)).all(two, two, four, four) == [False, True, False, True]


def test_one_pair_that_has_met_too_often_is_enough_and_every_match_counts_as_one_of_all_its_pairs() -> None:
    starts = Starts(replace(OPEN, larger_rematches=1))
    said = ("Ann 1 · Ben 2 · Cem 3", "Ann 1 · Ben 2 · Dee 3", "Dee 1 · Ann 2 · Eve 3", "Cem 1 · Dee 2 · Fay 3")
    assert starts.all(*said) == [False, True, True, False]


def test_a_match_is_expected_as_if_it_started_though_it_has_started_already() -> None:
    """The same match is asked about again and again while it is played."""
    league, match = replace(OPEN, rematches=1), played("Ann 1 · Ben 2", 1)
    begun = begin_match([(1, league)], match, [], {})
    assert begin_match([(1, league)], match, [(match.ended, begun)], {}) == begun == MatchBegun(1, (1, 2), (1,))


@pytest.mark.parametrize(
    ("league", "facts"),
    [
        (replace(OPEN, channel=CHANNEL + 1), {}),
        (replace(OPEN, games=(variant("cuccu"),)), {}),
        (replace(OPEN, house_rules=False), {"house_rules": ("ace",)}),
        (replace(OPEN, requires_clock=True), {}),
        (replace(OPEN, shortest=Length.FULL), {"length": Length.SHORT}),
        (OPEN, {"league": 1}),
        (OPEN, {"league": 7}),
    ],
    ids=["channel", "game", "house rules", "clock", "length", "own schedule", "other schedule"],
)
def test_a_match_that_does_not_fit_and_one_of_a_schedule_use_up_none(league: League, facts: dict[str, object]) -> None:
    starts, match = Starts(replace(league, rematches=1)), played("Ann 1 · Ben 2")
    assert starts.start(replace(match, **facts)) == []
    assert starts.begun[0][1].fits == ()
    fitting = replace(match, channel=league.channel or CHANNEL, has_clock=True, variant=variant("cuccu", players="[2, 6]"))
    assert [starts.start(fitting), starts.start(fitting)] == [[], [(1, 1)]]


def test_a_match_of_a_schedule_is_never_one_too_many_in_its_league_but_may_be_in_another() -> None:
    starts, match = Starts(*[replace(OPEN, rematches=1)] * 2), played("Ann 1 · Ben 2")
    starts.start(match)
    assert starts.start(replace(match, league=2)) == [(1, 1)]


def test_a_match_of_a_tournament_uses_up_none_and_is_never_one_too_many() -> None:
    starts, match = Starts(replace(OPEN, rematches=1, daily=1)), played("Ann 1 · Ben 2")
    in_tournament = replace(match, tournament=3)
    assert [starts.start(one) for one in (in_tournament, match, match, in_tournament)] == [[], [], [(1, 1)], []]
    assert [one.full != () for _, one in starts.begun] == [False, False, True, False]
    assert starts.begun[-1][1].may_count_in(1)


def test_a_match_of_a_tournament_counts_while_its_player_pauses() -> None:
    left = [replace(played("Ann 2 left · Ben 1", ended=MONDAY + day * DAY), is_walkover=True) for day in range(3)]
    match = played("Ann 1 · Ben 2", number=9, ended=MONDAY + 2 * DAY + HOUR)
    assert begin_match([(1, OPEN)], match, [], {}, left).paused == (1,)
    assert begin_match([(1, OPEN)], replace(match, tournament=3), [], {}, left).paused == ()


def test_a_match_for_which_a_league_has_no_points_uses_up_one() -> None:
    assert Starts(replace(OPEN, scheme=read_scheme("3: 2 1 0"), larger_rematches=1)).all(
        "Ann 1 · Ben 2", "Ann 1 · Ben 2 · Cem 3"
    ) == [False, True]


def test_computers_meet_nobody() -> None:
    starts = Starts(replace(OPEN, rematches=1, larger_rematches=1))
    assert starts.all("Ann 1 · Ben 2 computer", "Ann 1 · Ben 2 computer", "Ann 1 · Ben 2") == [False] * 3


def test_another_limit_holds_for_later_starts() -> None:
    starts, two = Starts(replace(OPEN, rematches=1)), "Ann 1 · Ben 2"
    assert starts.all(two, two) == [False, True]
    starts.leagues = (replace(OPEN, rematches=3),)
    assert starts.all(two, two) == [False, True]
    assert [one.over for _, one in starts.begun] == [(), (OverLimit(1, 1),), (), (OverLimit(1, 3),)]


def test_a_former_number_counts_as_the_person_who_came_back() -> None:
    """Fay is the former number of Ben, and Eve one of Ann."""
    starts = Starts(replace(OPEN, rematches=3, larger_rematches=3), former={6: 2, 5: 1})
    assert starts.all("Ann 1 · Fay 2", "Eve 1 · Fay 2", "Eve 1 · Ben 2", "Cem 1 · Fay 2") == [False] * 4
    assert starts.all("Ann 1 · Ben 2", "Ann 1 · Cem 2", "Ben 1 · Cem 2") == [True, False, False]


@settings(max_examples=8)  # each is a season of sixty matches in six leagues
@given(st.integers(0, 1000))
def test_the_starts_of_a_season_are_judged_as_the_slow_computation_does(seed: int) -> None:
    history = season_of(seed, matches=60, people=7, leagues=len(LEAGUES))
    starts = Starts(*LEAGUES)
    found = [starts.start(match) for match in history]
    assert found == [[(one.league, one.most) for one in match.over] for match in with_limits(history, LEAGUES)]
