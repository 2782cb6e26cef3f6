"""The bot of the benchmarks has no limits for people: one of them opens dozens of tables."""

import pytest

from benchmarks.delivery.measured_bot import open_measured_bot
from tests.people import said


@pytest.mark.thorough
async def test_one_person_opens_as_many_tables_as_a_benchmark_needs() -> None:
    async with open_measured_bot() as (_, group):
        for number in range(1, 8):
            opened = said((await group["Ann"].slash("table new", variant="rami", deals=50, thread=False)).message)
            assert f"table {number}" in opened, opened
