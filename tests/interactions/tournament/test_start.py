"""When a tournament starts: the next time that a clock shows what was typed, but never a time that clocks skip."""

from datetime import UTC, datetime

import pytest

from bot.interactions.tournament.tournament import StartNotUnderstood, StartWithoutTime, TimeSkipped, read_start
from bot.wording.sentence import Refused


def at(text: str) -> int:
    return round(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


@pytest.mark.parametrize(
    ("typed", "now", "start"),
    [
        ("20:30", "2026-03-28 12:00", "2026-03-28 19:30"),
        ("20:30", "2026-03-28 20:00", "2026-03-29 18:30"),  # tomorrow, in summer time
        ("02:30", "2026-03-29 12:00", "2026-03-30 00:30"),
        ("2026-03-30 20:30", "2026-03-28 12:00", "2026-03-30 18:30"),
    ],
)
def test_a_start_is_the_next_time_that_the_clock_shows_it(typed: str, now: str, start: str) -> None:
    assert read_start(typed, "Europe/Berlin", at(now)) == at(start)


HALF_PAST_EIGHT = (
    *("20h30", "20 H 30", "20h30m", "20.30", "20:30 h", "20.30 o'clock", "8:30 pm", "8.30PM", "8:30 p. m.", "at 8:30 pm"),
    *("20.30 Uhr", "um 20:30 Uhr", "ore 20.30", "alle 20:30", "à 20h30", "20:30 heures", "a las 20:30 horas"),
)


@pytest.mark.parametrize(
    ("typed", "start"),
    [
        *((typed, "20:30") for typed in HALF_PAST_EIGHT),
        *((typed, "20:00") for typed in ("20h", "20 o’clock", "8pm", "8 p.m.")),
        *(("12:15 am", "00:15"), ("12 pm", "12:00"), ("9 am", "09:00")),
    ],
)
def test_a_start_is_understood_as_people_write_it(typed: str, start: str) -> None:
    now = at("2026-03-28 00:00")
    assert read_start(typed, "UTC", now) == at(f"2026-03-28 {start}")
    assert read_start(f"2026-03-30 {typed}", "UTC", now) == at(f"2026-03-30 {start}")


def test_a_start_in_a_skipped_hour_is_refused() -> None:
    for typed in ("02:30", "2026-03-29 02:30"):
        with pytest.raises(Refused) as refused:
            read_start(typed, "Europe/Berlin", at("2026-03-28 12:00"))
        assert isinstance(refused.value.refusal, TimeSkipped)


def test_without_a_text_an_organiser_says_when() -> None:
    assert read_start("", "UTC", 0) is None


@pytest.mark.parametrize("typed", ["tonight", "20", "13 pm", "25h", "25:99", "2026-03-30 25:99", "more 20.30"])
def test_a_start_that_is_no_time_is_refused_with_times_to_type(typed: str) -> None:
    with pytest.raises(Refused) as refused:
        read_start(typed, "UTC", at("2026-03-28 12:00"))
    assert refused.value.refusal == StartNotUnderstood(typed)


def test_a_date_alone_is_refused_with_the_same_date_and_a_time() -> None:
    with pytest.raises(Refused) as refused:
        read_start("2026-03-30", "UTC", at("2026-03-28 12:00"))
    assert refused.value.refusal == StartWithoutTime("2026-03-30 20:30")
