"""The end of a match shows the points of every deal, in aligned columns."""

import random

import pytest
from msgspec.structs import replace

from bot.messages.table.channel.match_end import match_end_text
from bot.rummy.events import DealEnded, EndedBy
from bot.rummy.view import view_for
from tests.messages.shown_text import ENGLISH, visible_texts
from tests.messages.table.played_tables import PlayedTable, all_layouts, context_for, tables_after_events
from tests.rummy.gauntlet import eager
from tests.rummy.presets import variant


@pytest.mark.thorough
def test_the_end_of_a_match_shows_the_points_of_every_deal():
    rules = variant(match_deals=20, match_target="none")
    events = PlayedTable(rules, random.Random(1)).seat(2).play(eager, moves=5000).events
    *_, (_, table) = tables_after_events(events)
    assert table.match is not None
    assert table.match.placings is not None
    ends = ("\n".join(visible_texts(view)) for view in all_layouts(events, ENGLISH))
    end = next(text for text in ends if "Points by deal" in text)
    assert len(table.match.ended_deals) == 20
    blocks = end.partition("Points by deal\n")[2].partition("\n```")[0].split("\n\n")
    order = sorted(range(2), key=lambda seat: table.match.placings[seat])
    for row, seat in enumerate(order, start=1):
        shown = [points for block in blocks for points in block.splitlines()[row].split()[:-1]]
        assert shown == [str(ended.points[seat]) for ended in table.match.ended_deals]


def test_points_below_minus_a_hundred_stay_in_their_columns() -> None:
    points = (-105, 5, 100)
    ended = DealEnded(EndedBy.BLOCKED, None, False, ((),) * 3, points)
    played = PlayedTable(variant(scoring="payment", match_target="none", match_deals=1), random.Random(1)).seat(3)
    table_ = played.play(lambda _dice, _match, moves: moves[0], moves=3).table
    assert table_.match is not None
    view = replace(view_for(table_.match, None), ended_deals=(ended,) * 9, scores=tuple(9 * each for each in points))
    rows = match_end_text(view, context_for(table_, ENGLISH)).partition("```\n")[2].partition("\n```")[0].splitlines()
    _, heading, text = "\n".join(rows).partition("Points by deal\n")
    assert heading
    blocks = text.split("\n\n")
    assert len(blocks) == 2
    for block in blocks:
        numbers, *deals = block.splitlines()
        assert {len(row.rsplit(" ", 1)[0]) for row in deals} == {len(numbers)}, block
        assert max(map(len, deals)) <= 36
