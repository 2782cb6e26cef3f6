"""**More time**: an organiser lets rounds of a schedule end later, by a form; it is logged, and can be undone."""

from collections.abc import Sequence

import pytest

from bot.interactions.league.schedule import read_moment
from bot.league.fixtures import StoredSchedule
from bot.messages.league.schedule import MoreTimePress
from tests.desk import PEOPLE, SERVER, Desk
from tests.e2e.support.league_messages import ask, read
from tests.leagues import create_league
from tests.people import Json, Reply, labels, said
from tests.rummy.presets import variant
from tests.schedules import store_schedule

DAY = 24 * 3_600_000


async def begin_weeks(desk: Desk, *, days: Sequence[str] = ("2030-10-25", "2030-10-26", "2030-10-27")) -> Json:
    """Store a schedule of three rounds, which end on these days, in a league in Rome. Return the organiser's view of it."""
    await create_league(desk["Ann"], "Cup", zone="Europe/Rome")
    for name in PEOPLE[:4]:
        await desk[name].slash("stats")
    ends = [read_moment(day, "Europe/Rome") for day in days]
    await store_fixtures(desk, [1, 2, 3, 4], ends)
    return await ask(desk["Ann"], "league schedule", league="Cup")


async def store_fixtures(desk: Desk, people: list[int], ends: list[int]) -> None:
    (stored,) = await desk.bot.services.leagues.all(SERVER)
    await store_schedule(desk.store, stored, 1, variant("rami"), people, at=desk.bot.services.now(), dates=ends)


async def current(desk: Desk) -> StoredSchedule:
    (stored,) = await desk.bot.services.leagues.all(SERVER)
    found = await desk.bot.services.schedules.newest_schedule(stored)
    assert found is not None
    return found


def dates(schedule: StoredSchedule) -> list[int]:
    return sorted({one.due or 0 for one in schedule.fixtures})


async def more_time(desk: Desk, shown: Json, nth: str = "2", days: str = "3", why: str = "Holidays") -> Reply:
    form = await desk["Ann"].press(shown, "More time")
    assert "those after it get more time" in str(form.modal)
    return await desk["Ann"].submit(form, round=nth, days=days, why=why)


async def test_a_round_and_the_later_ones_end_later_at_the_same_time_of_the_day(desk: Desk) -> None:
    shown = await begin_weeks(desk)
    before = await current(desk)
    first, second, third = dates(before)
    answered = await more_time(desk, shown)
    assert "Cup: 3 more days from round 2 on." in said(answered.message)
    after, hour = await current(desk), 3_600_000
    assert dates(after) == [first, second + 3 * DAY + hour, third + 3 * DAY], "summer time ends on the 27th"
    assert (after.number, after.is_replaced, after.revision > before.revision) == (before.number, False, True)
    log = read(await ask(desk["Bob"], "league log"))
    assert "Ann gave Cup 3 more days from round 2 on." in log
    assert "Why: Holidays" in log
    assert "Note: it affects Ann's own matches." in log
    undone = await desk["Ann"].press(answered.message, "Undo")
    assert "the rounds of Cup have their previous dates again" in said(undone.message)
    assert dates(await current(desk)) == [first, second, third]
    assert "Ann took back the extra time in Cup." in read(await ask(desk["Bob"], "league log"))


async def test_only_the_newest_change_can_be_undone(desk: Desk) -> None:
    shown = await begin_weeks(desk)
    first, second = await more_time(desk, shown, days="1"), await more_time(desk, shown, days="2")
    assert "too late to undo" in said((await desk["Ann"].press(first.message, "Undo")).message)
    assert "Undone" in said((await desk["Ann"].press(second.message, "Undo")).message)


@pytest.mark.parametrize(
    ("answers", "refusal"),
    [
        ({"nth": "4"}, "There's no round “4”. Choose 1 to 3."),
        ({"nth": "0"}, "There's no round “0”. Choose 1 to 3."),
        ({"nth": "two"}, "There's no round “two”. Choose 1 to 3."),
        ({"days": "31"}, "“31” isn't a number of days. Choose 1 to 30."),
        ({"days": "0"}, "“0” isn't a number of days. Choose 1 to 30."),
        ({"why": " "}, "Your text is empty. Write a few words."),
    ],
)
async def test_an_impossible_answer_is_refused(desk: Desk, answers: dict[str, str], refusal: str) -> None:
    shown = await begin_weeks(desk)
    before = await current(desk)
    assert said((await more_time(desk, shown, **answers)).message) == refusal
    assert await current(desk) == before


async def test_a_replaced_schedule_and_an_archived_league_get_no_more_time(desk: Desk) -> None:
    shown = await begin_weeks(desk)
    form = await desk["Ann"].press(shown, "More time")
    (stored,) = await desk.bot.services.leagues.all(SERVER)
    await store_fixtures(desk, [1, 2], [])
    refused = await desk["Ann"].submit(form, round="1", days="1", why="Holidays")
    assert "This schedule was replaced" in said(refused.message)
    await desk.bot.services.season_ends.end_season(SERVER, stored.number, archive=True)
    refused = await desk["Ann"].submit(form, round="1", days="1", why="Holidays")
    assert "is archived" in said(refused.message)


async def test_only_organisers_see_the_button_and_can_use_it(desk: Desk) -> None:
    shown = await begin_weeks(desk)
    assert "More time" in labels(shown)
    theirs = await ask(desk["Bob"], "league schedule", league="Cup")
    assert "More time" not in labels(theirs)
    press = str(MoreTimePress(1, (await current(desk)).number))
    for is_form in (False, True):
        refused = await desk["Bob"].forge({"custom_id": press, "components": []}, is_form=is_form)
        assert "Manage Server" in said(refused.message)


async def test_rounds_without_dates_get_no_more_time(desk: Desk) -> None:
    shown = await begin_weeks(desk, days=())
    assert "More time" not in labels(shown)
    press = str(MoreTimePress(1, (await current(desk)).number))
    form = await desk["Ann"].forge({"custom_id": press})
    refused = await desk["Ann"].submit(form, round="1", days="1", why="Holidays")
    assert "no round of Cup has a date" in said(refused.message)


async def test_people_are_reminded_again_of_a_later_date(desk: Desk) -> None:
    shown = await begin_weeks(desk)
    services = desk.bot.services
    (stored,) = await services.leagues.all(SERVER)
    first = dates(await current(desk))[0]
    await services.schedules.set_reminders(stored, 1, wanted=True)
    (reminder,) = await services.schedules.due_reminders(first - services.now())
    await services.schedules.mark_reminded(reminder)
    assert await services.schedules.due_reminders(first - services.now()) == []
    await more_time(desk, shown, nth="1", days="1")
    assert await services.schedules.due_reminders(first - services.now()) == []
    (again,) = await services.schedules.due_reminders(first + DAY - services.now())
    assert again.fixture.number == reminder.fixture.number
