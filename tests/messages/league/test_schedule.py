"""A schedule stays within Discord's limits, however many people play and whatever they are called; every table can be found."""

from collections import deque
from collections.abc import Sequence
from dataclasses import replace as with_
from itertools import combinations

import pytest
from discord import ui
from msgspec.structs import replace

from bot.league.fixtures import Fixture, FixtureState, StoredSchedule
from bot.league.match_facts import MatchResult, SeatFacts
from bot.league.schedule import Round, pairs_by_meetings, round_robin
from bot.messages.league.schedule import ALL, MINE, TABLE, UNPLAYED, FixturePress, SchedulePress, schedule_layout
from bot.messages.league.schedule_lines import ScheduleContext
from bot.messages.names import Names
from bot.tables.ports import Person
from tests.messages.league.schedule_examples import DAY, ENDS, schedule_context, with_results
from tests.messages.shown_text import ENGLISH
from tests.people import parts
from tests.rummy.presets import variant

LONG = Names({number: Person(number, number, f"{number} **{'[' * 90}", "en-US", None) for number in range(1, 1000)})


SHORT = Names({number: Person(number, number, f"P{number}", "en-US", None) for number in range(1, 1000)})


def text_of(view: ui.LayoutView) -> str:
    return "\n".join(part.get("content", "") for part in parts(view.to_components()))


def buttons(view: ui.LayoutView) -> dict[str, str]:
    """Return the custom ids of the buttons by label."""
    return {part["label"]: part["custom_id"] for part in parts(view.to_components()) if part["type"] == 2}


def fixtures_to_open(view: ui.LayoutView) -> list[int]:
    """Return the fixtures whose tables the buttons open."""
    pressed = [FixturePress.read(custom_id) for custom_id in buttons(view).values()]
    return [press.fixture for press in pressed if press is not None]


def all_pages(shown: ScheduleContext, part: str) -> list[ui.LayoutView]:
    """Return every page, found by pressing Next."""
    found = [schedule_layout(shown, SchedulePress(1, part, 0), ENGLISH)]
    while "Next" in buttons(found[-1]):
        press = SchedulePress.read(buttons(found[-1])["Next"])
        assert press == SchedulePress(1, part, len(found))
        found.append(schedule_layout(shown, press, ENGLISH))
    return found


def new_schedule(people: int, size: int, state: FixtureState, names: Names, number_of_rounds: int = 52) -> ScheduleContext:
    numbers = range(1, people + 1)
    schedule = round_robin(numbers) if size == 2 else tuple(_round(numbers, size, nth) for nth in range(number_of_rounds))
    tables = [(nth, group) for nth, each in enumerate(schedule, start=1) for group in each.tables]
    place = None if state == FixtureState.WAITING else 2**53
    fixtures = tuple(Fixture(at, nth, group, 1, state, place, place) for at, (nth, group) in enumerate(tables, 1))
    whole = StoredSchedule(1, 1, 1, 1, variant(), tuple(each.byes for each in schedule), fixtures)
    results = (
        {}
        if state == FixtureState.OPEN
        else {one.number: _result(one, voided=state != FixtureState.PLAYED) for one in fixtures}
    )
    return ScheduleContext(1, "*" * 100, whole, names, DAY, results=results)


def _round(people: Sequence[int], size: int, nth: int) -> Round:
    """Return a round at tables of this size; who is left over has a bye, others in each round."""
    turned = deque(people)
    turned.rotate(nth)
    seats = len(people) // size * size
    order = tuple(turned)
    return Round(tuple(order[at : at + size] for at in range(0, seats, size)), order[seats:])


def _result(fixture: Fixture, *, voided: bool) -> MatchResult:
    """Return the longest result: large points, and everyone but the first two has left."""
    seats = tuple(SeatFacts(person, 1 + nth, -1000 - nth, nth > 1) for nth, person in enumerate(fixture.people))
    is_walkover = fixture.number == 1  # for the line that says what that means
    return MatchResult(1, variant(), seats, (), 1, number=2**53, voided=voided, is_walkover=is_walkover)


@pytest.mark.parametrize("state", FixtureState)
@pytest.mark.parametrize(
    ("people", "size"),
    [(2, 2), *(pytest.param(*large, marks=pytest.mark.thorough) for large in ((32, 2), (31, 2), (32, 3))), (32, 4), (5, 4)],
)
def test_every_page_of_a_schedule_is_within_discords_limits(people: int, size: int, state: FixtureState) -> None:
    whole = new_schedule(people, size, state, LONG, 12)
    assert len(list(combinations(range(people), 2))) == sum(pairs_by_meetings(whole.schedule.rounds).values())
    for reader, part in ((None, ALL), (1, ALL), (1, UNPLAYED), (1, MINE), (1, "2"), (1, TABLE)):
        for view in (*all_pages(with_(whole, reader=reader), part), schedule_layout(whole, SchedulePress(1), ENGLISH)):
            assert len(text_of(view)) <= 4000
            assert len(list(parts(view.to_components()))) <= 40
            assert len(buttons(view)) == sum(part["type"] == 2 for part in parts(view.to_components())), "all different"


@pytest.mark.parametrize(("rounds", "sentence"), [(2, "twice: 3"), (3, "3 times: 3")])
def test_the_schedule_says_how_often_pairs_meet(rounds: int, sentence: str) -> None:
    whole = schedule_context(rounds, dated=False, states=(FixtureState.PLAYED,))
    assert f"Pairs of players who meet {sentence}" in text_of(schedule_layout(whole, SchedulePress(1), ENGLISH))


def test_the_schedule_says_nothing_about_pairs_if_all_of_them_meet_once() -> None:
    whole = new_schedule(4, 2, FixtureState.WAITING, SHORT)
    assert "Pairs" not in text_of(schedule_layout(whole, SchedulePress(1), ENGLISH))


def test_a_posted_schedule_says_how_to_begin_while_there_is_something_to_play() -> None:
    begin = "Press **My matches** to play yours."
    waiting = schedule_context(1, dated=False)
    assert begin in text_of(schedule_layout(waiting, SchedulePress(1), ENGLISH))
    assert "Reminders" not in text_of(schedule_layout(waiting, SchedulePress(1), ENGLISH)), "without dates there are none"
    dated = text_of(schedule_layout(schedule_context(1, dated=True), SchedulePress(1), ENGLISH))
    assert f"{begin} Reminders: `/league remind wanted:True`" in dated
    over = schedule_context(1, dated=False, states=(FixtureState.PLAYED,))
    for other in (with_(waiting, reader=2), with_(waiting, is_over=True), over):
        assert begin not in text_of(schedule_layout(other, SchedulePress(1), ENGLISH))


def test_a_person_without_matches_is_addressed_on_their_own_page() -> None:
    shown = with_(schedule_context(1, dated=False), reader=9)
    assert "You're not in this schedule." in text_of(schedule_layout(shown, SchedulePress(1, MINE), ENGLISH))
    assert "888 isn't in this schedule." in text_of(schedule_layout(shown, SchedulePress(1, "8"), ENGLISH))


LARGEST = [
    (32, 2, 496),
    *(pytest.param(*one, marks=pytest.mark.thorough) for one in ((31, 2, 465), (32, 3, 520), (32, 4, 416))),
]


@pytest.mark.parametrize(("people", "size", "tables"), LARGEST)
def test_every_table_of_the_largest_schedules_is_shown_and_each_player_can_open_theirs(
    people: int, size: int, tables: int
) -> None:
    whole = new_schedule(people, size, FixtureState.WAITING, SHORT)
    assert len(whole.schedule.fixtures) == tables
    text = "\n".join(map(text_of, all_pages(with_(whole, reader=99), ALL)))
    for one in whole.schedule.fixtures:
        assert f"- {' – '.join(f'P{person}' for person in one.people)}" in text
    unplayed = "\n".join(map(text_of, all_pages(with_(whole, reader=99), UNPLAYED)))
    assert unplayed.count("\n- ") == tables
    for person in (1, people // 2, people):
        theirs = [one.number for one in whole.schedule.fixtures if person in one.people]
        assert [it for view in all_pages(with_(whole, reader=person), MINE) for it in fixtures_to_open(view)] == theirs
        assert not any(fixtures_to_open(view) for view in all_pages(with_(whole, reader=99), str(person))), "another one looks"
    assert not any(fixtures_to_open(view) for view in all_pages(whole, ALL)), "under the posted schedule, others see them too"


def test_a_table_with_a_former_player_has_no_button() -> None:
    people = {number: Person(number, None if number == 2 else number, f"P{number}", "en-US", None) for number in (1, 2, 3)}
    whole = new_schedule(3, 2, FixtureState.WAITING, Names(people))
    (opened,) = fixtures_to_open(schedule_layout(with_(whole, reader=1), SchedulePress(1, MINE), ENGLISH))
    assert next(one.people for one in whole.schedule.fixtures if one.number == opened) in ((1, 3), (3, 1))


def test_the_current_round_is_shown_first() -> None:
    shown = schedule_context(30, dated=True, now=round(12.5 * DAY))
    view = schedule_layout(shown, SchedulePress(1), ENGLISH)
    assert "Round 13" in text_of(view)
    undated = schedule_context(30, dated=False)
    assert "Round 1**" in text_of(schedule_layout(undated, SchedulePress(1), ENGLISH))
    played = [replace(one, state=FixtureState.PLAYED) if one.round < 20 else one for one in undated.schedule.fixtures]
    later = with_(undated, schedule=replace(undated.schedule, fixtures=tuple(played)))
    assert "Round 20" in text_of(schedule_layout(later, SchedulePress(1), ENGLISH))
    done = schedule_context(30, dated=True, states=(FixtureState.PLAYED,))
    assert "Round 30" in text_of(schedule_layout(done, SchedulePress(1), ENGLISH))


def test_overdue_tables_are_named_on_the_page_of_a_later_round() -> None:
    shown = schedule_context(30, dated=True, states=(FixtureState.WAITING, FixtureState.PLAYED), now=round(12.5 * DAY))
    text = text_of(schedule_layout(shown, SchedulePress(1), ENGLISH))
    late = text.split("**Overdue:**\n")[1].split("**Round")[0]
    assert late.count("- 222 – 333 – 444\n") >= 1
    assert "played, match" not in late
    in_time = schedule_context(30, dated=True, now=0)
    assert "overdue" not in text_of(schedule_layout(in_time, SchedulePress(1), ENGLISH))
    without = schedule_context(30, dated=False)
    assert "overdue" not in text_of(schedule_layout(without, SchedulePress(1), ENGLISH))


def test_an_overdue_round_says_so_until_all_its_tables_are_played() -> None:
    shown = schedule_context(2, dated=True, now=round(1.5 * DAY))
    text = text_of(schedule_layout(shown, SchedulePress(1, page=0), ENGLISH))
    assert text.count("overdue") == 1
    done = schedule_context(2, dated=True, states=(FixtureState.PLAYED,), now=9 * DAY)
    assert "overdue" not in text_of(schedule_layout(done, SchedulePress(1, page=0), ENGLISH))


def test_the_tables_of_a_person_begin_with_those_still_to_play() -> None:
    shown = with_(
        schedule_context(3, dated=False, states=(FixtureState.PLAYED, FixtureState.OPEN, FixtureState.WAITING)), reader=2
    )
    text = text_of(schedule_layout(shown, SchedulePress(1, MINE), ENGLISH))
    assert text.index("open, table") < text.index("played, match")
    assert "222: 3 of 9 played" in text


def test_a_schedule_that_is_over_has_no_buttons_to_open_tables() -> None:
    shown = schedule_context(1, dated=False, states=(FixtureState.WAITING,))
    shown = with_(shown, reader=shown.schedule.fixtures[0].people[0])
    assert fixtures_to_open(schedule_layout(shown, SchedulePress(1), ENGLISH)) == [1]
    assert fixtures_to_open(schedule_layout(with_(shown, is_over=True), SchedulePress(1), ENGLISH)) == []


def _line_of(end: str, **facts: bool) -> str:
    """Return the line of a fixture whose match ended like this."""
    state = FixtureState.WAITING if facts.get("voided") else FixtureState.PLAYED
    shown = with_results(schedule_context(1, dated=False, states=(state,)), end)
    results = {number: replace(match, number=5, **facts) for number, match in shown.results.items()}
    text = text_of(schedule_layout(with_(shown, results=results), SchedulePress(1), ENGLISH))
    return next(line for line in text.split("\n") if line.startswith("- ")).removeprefix("- ").replace("\\", "")


@pytest.mark.parametrize(
    ("end", "line"),
    [
        ("Ben 1 104 · Cem 2 40", "222 (104) beat 333 (40), match `5`"),
        ("Dee 3 2 · Cem 2 40 · Ben 1 104", "222 (104) beat 333 (40) and 444 (2), match `5`"),
        ("Ben 1 50 · Cem 1 50", "222 (50) and 333 (50) tied, match `5`"),
        ("Ben 1 50 · Cem 1 50 · Dee 3 -2", "222 (50) and 333 (50) tied, ahead of 444 (-2), match `5`"),
        ("Ben 2 90 left · Cem 1 3", "333 (3) beat 222 (90), match `5` · left: 222"),
        ("Ben 1 0 left · Cem 2 0 left", "222 (0) and 333 (0): no winner, match `5` · left: 222 and 333"),
    ],
)
def test_a_played_table_says_who_won_the_points_and_who_left(end: str, line: str) -> None:
    assert _line_of(end) == line


def test_a_table_that_somebody_left_too_early_names_no_winner() -> None:
    line = "333 and 222: ended too early, match `5` · left: 222"
    assert _line_of("Ben 2 0 left · Cem 1 0", is_walkover=True) == line


@pytest.mark.parametrize("part", [ALL, TABLE])
def test_a_schedule_says_what_a_match_that_ended_too_early_is_worth(part: str) -> None:
    shown = with_results(schedule_context(1, dated=False, states=(FixtureState.PLAYED,)), "Ben 2 0 left · Cem 1 0")
    note = "A match that ended too early gives no points. An organiser can void it for a replay."
    assert note not in text_of(schedule_layout(shown, SchedulePress(1, part), ENGLISH))
    (match,) = shown.results.values()
    for voided in (False, True):
        unplayed = with_(shown, results={number: replace(match, is_walkover=True, voided=voided) for number in shown.results})
        assert (note in text_of(schedule_layout(unplayed, SchedulePress(1, part), ENGLISH))) != voided


def test_a_table_whose_match_was_voided_says_so_and_can_be_played_again() -> None:
    assert _line_of("Ben 1 104 · Cem 2 40", voided=True) == "222 – 333 – 444: match `5` was voided"


def test_the_table_of_the_schedule_has_everyone_and_its_own_points_only() -> None:
    shown = with_(with_results(schedule_context(1, dated=False, states=(FixtureState.PLAYED,)), ENDS[0]), reader=3)
    text = text_of(schedule_layout(shown, SchedulePress(1, TABLE), ENGLISH))
    _, body, note = text.split("```")
    assert [line.split() for line in body.strip("\n").split("\n")] == [
        ["#", "played", "points", "cards"],
        ["1.", "222", "1", "1", "104"],
        ["2.", "›333", "1", "0", "40"],
        ["3.", "444", "1", "0", "2"],
        ["4.", "555", "0", "0", "0"],
    ]
    assert "head to head" in note


@pytest.mark.parametrize(
    ("ends", "winner"),
    [
        ((ENDS[0], ENDS[0]), "222"),
        ((ENDS[0], "Dee 1 5 · Ben 2 0"), "222 (equal points; more card points)"),
        (("Cem 1 9 · Ben 2 0", "Ben 1 80 · Dee 2 0"), "333 (equal points; ahead in head to head)"),
    ],
)
def test_a_schedule_names_its_winner_and_the_tie_break_once_all_matches_are_played(ends: tuple[str, str], winner: str) -> None:
    shown = with_results(schedule_context(2, dated=False, states=(FixtureState.PLAYED,)), *ends)
    for part in (ALL, TABLE):
        assert f"Winner of this schedule: {winner}\n" in text_of(schedule_layout(shown, SchedulePress(1, part), ENGLISH))
    waiting = schedule_context(2, dated=False, states=(FixtureState.PLAYED, FixtureState.WAITING))
    assert "Winner" not in text_of(schedule_layout(waiting, SchedulePress(1), ENGLISH))


def test_a_schedule_without_one_winner_names_everyone_in_first_place() -> None:
    tied = schedule_context(2, dated=False, states=(FixtureState.PLAYED,))
    text = text_of(schedule_layout(tied, SchedulePress(1, TABLE), ENGLISH))
    assert "Shared first place in this schedule: 222, 333, 444, and 555" in text


def test_buttons_to_the_tables_of_people_with_long_names_differ() -> None:
    people = (Person(number, number, "x" * 90, "en-US", None, username=f"user{number}") for number in range(1, 9))
    names = Names({person.number: person for person in people})
    whole = with_(new_schedule(8, 2, FixtureState.WAITING, names), reader=1)
    labels = [
        label for label in buttons(schedule_layout(whole, SchedulePress(1, MINE), ENGLISH)) if label.startswith("Play round")
    ]
    assert len(labels) == 7
    assert len({label.split(": ")[1] for label in labels}) == 7
