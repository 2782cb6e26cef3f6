"""The chart of points: up to six lines that differ without colours, marks that never overlap, and its alt text."""

import random
import subprocess
import sys
from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image

from bot.app import LOCALES
from bot.messages.pictures.alt_text import LONGEST_ALT
from bot.messages.pictures.chart_frame import LINE_STYLES
from bot.messages.pictures.label_places import spread
from bot.messages.pictures.points_chart import TEXT_SIZE, points_chart, points_chart_alt, points_of_deals
from bot.messages.words import Languages
from bot.rummy.deck.cards import Card
from bot.rummy.events import DealEnded, EndedBy
from tests.messages.table.played_tables import played_match
from tests.rummy.presets import NAMES, variant

SAY = Languages.read(LOCALES).for_locale("en-US")
ONE = (Card("AH"),)


def apart(totals: list[list[int]]) -> set[str]:
    """Return the colours of the lines that are seen in the chart."""
    picture = Image.open(BytesIO(points_chart(totals))).convert("RGB")
    assert picture.size == (800, 390)
    counted = picture.getcolors(800 * 390)
    assert counted is not None
    shown = {"#{:02x}{:02x}{:02x}".format(*colour) for count, colour in counted if count > 40}
    return {style.colour for style in LINE_STYLES} & shown


@pytest.mark.parametrize("seats", range(1, 7))
@pytest.mark.parametrize("deals", [1, 2, 7, 60])
def test_each_seat_has_a_line_of_its_own(seats: int, deals: int) -> None:
    totals = [[seat * 20 + deal * 3 for deal in range(deals)] for seat in range(seats)]
    assert apart(totals) == {style.colour for style in LINE_STYLES[:seats]}


def test_all_marks_are_seen_when_all_seats_have_the_same_points() -> None:
    assert len(apart([[0, 10, 20]] * 6)) == 6
    assert len(apart([[0]] * 6)) == 6


@pytest.mark.parametrize("totals", [[[-1, -200_000], [3, 200_000]], [[5, 5, 5], []], [list(range(400))], [[10_000] * 3]])
def test_any_points_can_be_rendered(totals: list[list[int]]) -> None:
    assert len(apart(totals)) == len(totals)


def test_no_seats_seven_seats_or_no_deals_raise_an_error() -> None:
    for totals in ([], [[1]] * 7, [[], []]):
        with pytest.raises(ValueError, match="lines"):
            points_chart(totals)


def test_lines_have_different_dashes_and_markers_without_colours() -> None:
    assert len({style.dashes for style in LINE_STYLES}) == len({style.marker for style in LINE_STYLES}) == len(LINE_STYLES) == 6


def test_numbers_are_at_least_eight_pixels_high_on_a_phone() -> None:
    capital = 0.729  # of the font
    assert TEXT_SIZE * 100 / 72 * capital * 270 / 800 >= 8


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


@pytest.mark.parametrize("name", NAMES)
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
    assert points_chart_alt(totals, SAY) == (
        "Total points after 3 deals. Player 1: 3. Player 2: 2, then left the match. Player 3: 0. "
        "Points after each deal: Player 1: 2 2 3. Player 2: 0 2. Player 3: 0 0 0."
    )


def test_the_alt_text_of_a_long_match_has_all_totals_and_ends_after_a_whole_number() -> None:
    totals = [[1000 * seat + deal for deal in range(60)] for seat in range(1, 7)]
    text = points_chart_alt(totals, SAY)
    assert len(text) <= LONGEST_ALT
    assert all(f"Player {seat}: {1000 * seat + 59}." in text for seat in range(1, 7))
    kept, _, end = text.rpartition(" … ")
    assert end == "rest in the text"
    assert kept.rsplit(" ", 1)[1] in {str(points) for line in totals for points in line}


def test_importing_the_chart_does_not_import_matplotlib() -> None:
    code = "import sys, bot.messages.pictures.points_chart; sys.exit('matplotlib' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
