"""The charts of points and ratings: lines that differ without colours, marks that never overlap, and their alt texts."""

import gc
import random
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from itertools import groupby, pairwise

import pytest
from PIL import Image

from bot.app import LOCALES, read_sprites
from bot.messages.pictures.chart_axes import labels
from bot.messages.pictures.chart_canvas import BACKGROUND, LINE_STYLES, dashed, marked_points
from bot.messages.pictures.galleries import LONGEST_ALT, points_chart_alt
from bot.messages.pictures.points_chart import (
    MARK_SIZE,
    MARKS,
    PointsOverDeals,
    Totals,
    mark_places,
    points_chart,
    points_of_deals,
    scale_of,
    spread,
)
from bot.messages.pictures.rating_chart import RatingPoint, rating_chart
from bot.messages.pictures.rating_chart import scale_of as scale_of_ratings
from bot.messages.words import Languages
from bot.rummy.cards import Card
from bot.rummy.events import DealEnded, EndedBy
from bot.tables.ports import SuitColours
from tests.messages.table.played_tables import played_match
from tests.rummy.presets import ONE_OF_EACH_GAME, variant

SAY = Languages.read(LOCALES).for_locale("en-US")
ONE = (Card("AH"),)
SPRITES = read_sprites()[SuitColours.FOUR]
COLOURS = [style.colour for style in LINE_STYLES]


def picture_of(totals: Totals) -> Image.Image:
    """Return the chart."""
    picture = Image.open(BytesIO(points_chart(totals, "ABC456", SPRITES)))
    assert picture.size == (800, 390)
    return picture.convert("RGB")


def colour_at(picture: Image.Image, x: float, y: float) -> str:
    """Return the colour of a pixel as `#rrggbb`."""
    colour = picture.getpixel((int(x), int(y)))
    assert isinstance(colour, tuple)
    return "#{:02x}{:02x}{:02x}".format(*colour)


def rings(totals: Totals) -> list[set[str]]:
    """Return the colours of each mark's ring, on all four sides."""
    picture, near = picture_of(totals), MARK_SIZE / 2 - 2
    sides = ((-near, 0), (near, 0), (0, -near), (0, near))
    places = mark_places(ends(totals))
    return [{colour_at(picture, MARKS + x, y + place) for x, y in sides} for place in places]


def ends(totals: Totals) -> list[float]:
    """Return the heights at which the lines end."""
    scale = scale_of(totals)
    return [scale.place(len(line), [0, *line][-1])[1] for line in totals]


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("deals", [1, 2, 7, 60])
@pytest.mark.parametrize("seats", range(1, 7))
def test_each_line_has_its_colour_at_its_points(seats: int, deals: int, sign: int) -> None:
    totals = [[sign * (seat * 40 + deal * 3) for deal in range(deals)] for seat in range(seats)]
    picture, scale = picture_of(totals), scale_of(totals)
    marked = marked_points(deals)[-8:]  # of 60 points, the first is where all lines begin
    for colour, line in zip(COLOURS, totals, strict=False):
        assert {colour_at(picture, *scale.place(1 + nth, line[nth])) for nth in marked} == {colour}


@pytest.mark.parametrize(
    "totals",
    [
        [[0, 10, 20]] * 6,
        [[0]] * 6,
        [[-5, -900]] * 5 + [[3, 3]],
        [[-1, -200_000], [3, 200_000]],
        [[5, 5, 5], []],
        [list(range(400))],
        [[10_000] * 3],
        [[1, 2, 3], [9], [4, 0], [], [-7, -7, -7], [2]],
    ],
    ids=["ties", "all zero", "five last", "large", "left at once", "400 deals", "one level", "four left"],
)
def test_every_mark_is_whole_and_has_the_colour_of_its_line(totals: Totals) -> None:
    assert rings(totals) == [{colour} for colour in COLOURS[: len(totals)]]


def test_a_thin_line_leads_from_the_end_of_a_player_who_left_to_their_mark() -> None:
    totals = [[10, 20, 30, 40], [50, 50]]
    picture, scale = picture_of(totals), scale_of(totals)
    places = [scale.place(deal, 50) for deal in (1.97, 3, 4)]
    assert [colour_at(picture, x, y) for x, y in places] == [COLOURS[1]] * 3
    assert [colour_at(picture, x, y - 4) for x, y in places] == [COLOURS[1], BACKGROUND, BACKGROUND]


@pytest.mark.parametrize(
    ("low", "high", "most", "found"),
    [
        (-4.2, 18.1, 6, [0, 5, 10, 15]),
        (-14, 255, 6, [0, 50, 100, 150, 200, 250]),
        (-370, 20, 6, [-300, -200, -100, 0]),
        (1, 1, 8, [1]),
        (1, 9, 8, [1, 2, 3, 4, 5, 6, 7, 8, 9]),
        (1, 60, 8, [10, 20, 30, 40, 50, 60]),
    ],
)
def test_numbers_on_the_axes_are_round_and_few(low: float, high: float, most: int, found: list[int]) -> None:
    assert labels(low, high, most) == found


def test_dashes_and_gaps_go_on_around_corners() -> None:
    corner: Sequence[tuple[float, float]] = [(0, 0), (4, 0), (4, 10)]
    assert list(dashed(corner, ())) == [corner]
    assert list(dashed(corner, (3, 2))) == [[(0, 0), (3, 0)], [(4, 1), (4, 4)], [(4, 6), (4, 9)]]
    assert list(dashed(corner, (6, 20))) == [[(0, 0), (4, 0), (4, 2)]]


def test_no_seats_seven_seats_or_no_deals_raise_an_error() -> None:
    for totals in ([], [[1]] * 7, [[], []]):
        with pytest.raises(ValueError, match="lines"):
            points_chart(totals, "ABC456", SPRITES)


def test_lines_have_different_dashes_and_markers_without_colours() -> None:
    assert len({style.dashes for style in LINE_STYLES}) == len({style.marker for style in LINE_STYLES}) == len(LINE_STYLES) == 6
    assert len({style.sign for style in LINE_STYLES}) == 6


def below_the_lines(picture: Image.Image) -> tuple[int, int, int, int] | None:
    """Return the box of what is written there; None for nothing."""
    lowest = picture.crop((0, picture.height - 46, 800, picture.height))
    return lowest.convert("L").point(lambda level: 255 * (level > 128)).getbbox()


def test_numbers_are_at_least_eight_pixels_high_on_a_phone() -> None:
    box = below_the_lines(picture_of([[10, 20, 30]]))
    assert box is not None
    assert (box[3] - box[1]) * 270 / 800 >= 8


def test_a_chart_of_ratings_shows_no_time_which_would_be_that_of_one_zone() -> None:
    assert below_the_lines(ratings_of([UP])) is None


def test_a_chart_leaves_no_garbage_that_would_hold_up_the_event_loop() -> None:
    totals = [[seat * deal for deal in range(60)] for seat in range(6)]
    points_chart(totals, "ABC456", SPRITES)
    gc.collect()
    gc.disable()
    try:
        points_chart(totals, "ABC456", SPRITES)
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_the_same_points_give_the_same_bytes() -> None:
    assert points_chart([[1, 2], [2, 4]], "AB", SPRITES) == points_chart([[1, 2], [2, 4]], "AB", SPRITES)
    assert points_chart([[1, 2], [2, 4]], "AB", SPRITES) != points_chart([[1, 2], [2, 5]], "AB", SPRITES)


def test_marks_never_overlap_stay_inside_and_keep_the_order_of_the_lines() -> None:
    dice = random.Random(1)
    for _ in range(2000):
        wanted = [dice.choice((0.0, 200.0, 391.0, dice.uniform(0, 391))) for _ in range(dice.randint(1, 6))]
        places = spread(wanted, 54, 391)
        assert all(-0.001 <= place <= 391.001 for place in places)
        assert all(upper - lower >= 53.999 for lower, upper in pairwise(sorted(places)))
        for one, place in zip(wanted, places, strict=True):
            assert all(place < other for higher, other in zip(wanted, places, strict=True) if higher > one)


def test_marks_with_room_are_beside_their_lines_and_equal_ones_around_them() -> None:
    assert spread([300, 10, 100], 54, 391) == [300, 10, 100]
    assert spread([200, 200], 50, 391) == [225, 175]
    assert spread([391, 391], 50, 391) == [391, 341]


def test_players_with_equal_points_throughout_share_a_line_in_stripes_of_their_colours() -> None:
    totals = [[0, 0], [30, 60], [0, 0], [0, 0]]
    picture, scale = picture_of(totals), scale_of(totals)
    (left, height), (right, _) = scale.place(0.1, 0), scale.place(0.9, 0)
    found = [colour for colour, _ in groupby(colour_at(picture, x, height) for x in range(int(left), int(right)))]
    stripes = [colour for colour in found if colour in COLOURS]
    shared = [COLOURS[0], COLOURS[2], COLOURS[3]]
    assert len(stripes) > 6
    first = shared.index(stripes[0])
    assert stripes == [shared[(first + nth) % 3] for nth in range(len(stripes))]
    assert mark_places(ends(totals))[0] < mark_places(ends(totals))[2] < mark_places(ends(totals))[3]


@pytest.mark.parametrize("name", ONE_OF_EACH_GAME)
def test_the_last_points_are_the_scores_of_the_match(name: str) -> None:
    match = played_match(variant(name, match_deals=6, match_target="none"), 2).table.match
    assert match is not None
    totals = points_of_deals(match.ended_deals)
    assert tuple(line[-1] for line in totals) == match.scores
    assert {len(line) for line in totals} == {len(match.ended_deals)}


def test_the_line_of_a_player_who_left_ends_with_the_last_deal_that_they_were_dealt() -> None:
    deals = [
        DealEnded(EndedBy.DISCARD, 0, False, ((), ONE, ONE), (2, 0, 0)),
        DealEnded(EndedBy.DISCARD, 1, False, (ONE, (), ONE), (0, 2, 0)),
        DealEnded(EndedBy.DISCARD, 0, False, ((), (), ONE), (1, 0, 0)),
    ]
    totals = points_of_deals(deals)
    assert totals == [[2, 2, 3], [0, 2], [0, 0, 0]]
    assert points_chart_alt(PointsOverDeals(tuple(map(tuple, totals)), ("1", "B", "3")), SAY) == (
        "Total points after 3 deals. Player 1: 3. Player B: 2, then left the match. Player 3: 0. "
        "Points after each deal: Player 1: 2 2 3. Player B: 0 2. Player 3: 0 0 0."
    )


def test_the_alt_text_of_a_long_match_has_all_totals_and_ends_after_a_whole_number() -> None:
    totals = tuple(tuple(1000 * seat + deal for deal in range(60)) for seat in range(1, 7))
    text = points_chart_alt(PointsOverDeals(totals, tuple("123456")), SAY)
    assert len(text) <= LONGEST_ALT
    assert all(f"Player {seat}: {1000 * seat + 59}." in text for seat in range(1, 7))
    kept, _, end = text.rpartition(" … ")
    assert end == "rest in the text"
    assert kept.rsplit(" ", 1)[1] in {str(points) for line in totals for points in line}


DAY, HOUR, MINUTE = 86_400_000, 3_600_000, 60_000
START = 1_760_000_000_000
UP = [RatingPoint(START + match * DAY, 1500 + 7 * match) for match in range(12)]
DOWN = [RatingPoint(START + match * DAY + 5_000, 1500 - 5 * match) for match in range(20)]
LATE = [RatingPoint(START + 15 * DAY, 1490)]
FLAT = [RatingPoint(START, 1500), RatingPoint(START + 30 * DAY, 1500)]


def ratings_of(lines: Sequence[Sequence[RatingPoint]]) -> Image.Image:
    """Return the chart."""
    png = rating_chart(lines, SPRITES)
    assert len(png) < 30_000
    picture = Image.open(BytesIO(png))
    assert picture.size == (800, 480)
    return picture.convert("RGB")


@pytest.mark.parametrize("lines", [[UP], [UP, DOWN], [UP, DOWN, LATE], [UP, DOWN, LATE, FLAT]])
def test_a_chart_of_ratings_has_one_colour_per_person(lines: list[list[RatingPoint]]) -> None:
    picture, scale = ratings_of(lines), scale_of_ratings(lines)
    counted = picture.getcolors(800 * 480)
    assert counted is not None
    found = {"#{:02x}{:02x}{:02x}".format(*colour) for count, colour in counted if count > 40}
    assert found.intersection(COLOURS) == set(COLOURS[: len(lines)])
    for colour, line in zip(COLOURS, lines, strict=False):
        assert colour_at(picture, *scale.place(line[-1].at, line[-1].rating)) == colour


def test_the_same_lines_give_the_same_bytes_in_several_threads() -> None:
    with ThreadPoolExecutor(4) as threads:
        pictures = list(threads.map(lambda _: rating_chart([UP, DOWN], SPRITES), range(6)))
    assert set(pictures) == {rating_chart([UP, DOWN], SPRITES)}
    assert rating_chart([DOWN, UP], SPRITES) not in pictures


@pytest.mark.parametrize(
    "line",
    [
        [RatingPoint(START, 1500)],
        [RatingPoint(START, 1500), RatingPoint(START, 1510)],
        [RatingPoint(START + MINUTE * minute, 1500 + minute) for minute in range(50)],
        [RatingPoint(START + 3 * HOUR * match, -5_000 * match) for match in range(20)],
        [RatingPoint(START + DAY * match, 1500 + match % 30) for match in range(3_000)],
    ],
    ids=["one match", "two at once", "an evening", "a weekend of disasters", "eight years"],
)
def test_a_line_ends_in_its_colour_after_any_stretch_of_time(line: list[RatingPoint]) -> None:
    picture = ratings_of([line])
    assert colour_at(picture, *scale_of_ratings([line]).place(line[-1].at, line[-1].rating)) == COLOURS[0]


def test_no_lines_five_lines_or_an_empty_line_raise_an_error() -> None:
    for lines in ([], [UP] * 5, [UP, []]):
        with pytest.raises(ValueError, match="lines"):
            rating_chart(lines, SPRITES)
