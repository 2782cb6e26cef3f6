"""The chart of ratings: its size, colours and markers, and any stretch of time."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import pytest
from PIL import Image

from bot.messages.pictures.chart_canvas import LINE_STYLES
from bot.messages.pictures.rating_chart import RatingPoint, rating_chart

DAY = 86_400_000
START = 1_760_000_000_000
UP = [RatingPoint(START + match * DAY, 1500 + 7 * match) for match in range(12)]
DOWN = [RatingPoint(START + match * DAY + 5_000, 1500 - 5 * match) for match in range(20)]
LATE = [RatingPoint(START + 15 * DAY, 1490)]
FLAT = [RatingPoint(START, 1500), RatingPoint(START + 30 * DAY, 1500)]


def _colours(png: bytes) -> set[str]:
    picture = Image.open(BytesIO(png)).convert("RGB")
    counted = picture.getcolors(800 * 480)
    assert counted is not None
    return {"#{:02x}{:02x}{:02x}".format(*colour) for count, colour in counted if count > 40}


@pytest.mark.parametrize("lines", [[UP], [UP, DOWN], [UP, DOWN, LATE], [UP, DOWN, LATE, FLAT]])
def test_a_chart_has_one_colour_per_person_and_fits_a_phone(lines: list[list[RatingPoint]]) -> None:
    png = rating_chart(lines, "Europe/Rome")
    assert Image.open(BytesIO(png)).size == (800, 480)
    assert len(png) < 100_000
    assert {look.colour for look in LINE_STYLES} & _colours(png) == {look.colour for look in LINE_STYLES[: len(lines)]}


def test_the_same_lines_give_the_same_bytes_in_several_threads() -> None:
    with ThreadPoolExecutor(4) as threads:
        pictures = list(threads.map(lambda _: rating_chart([UP, DOWN]), range(6)))
    assert set(pictures) == {rating_chart([UP, DOWN])}
    assert rating_chart([DOWN, UP]) not in pictures


@pytest.mark.parametrize(
    "line",
    [
        [RatingPoint(START, 1500)],
        [RatingPoint(START, 1500), RatingPoint(START, 1510)],
        [RatingPoint(START + 60_000 * minute, 1500 + minute) for minute in range(50)],
        [RatingPoint(START + 3 * 3_600_000 * match, -5_000 * match) for match in range(20)],
        [RatingPoint(START + DAY * match, 1500 + match % 30) for match in range(3_000)],
    ],
    ids=["one match", "two at once", "an evening", "a weekend of disasters", "eight years"],
)
def test_any_stretch_of_time_can_be_rendered(line: list[RatingPoint]) -> None:
    assert rating_chart([line], "Pacific/Chatham").startswith(b"\x89PNG")


def test_no_lines_five_lines_or_an_empty_line_raise_an_error() -> None:
    for lines in ([], [UP] * 5, [UP, []]):
        with pytest.raises(ValueError, match="lines"):
            rating_chart(lines)


def test_importing_the_charts_does_not_import_matplotlib() -> None:
    imports = "import sys; from bot.messages.pictures import points_chart, rating_chart"
    code = f"{imports}; print({{'matplotlib', 'numpy'}} & {{*sys.modules}})"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "set()\n"
