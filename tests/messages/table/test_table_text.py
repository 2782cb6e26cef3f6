"""What is said of a table fits a phone, is true of its rules, and tells nothing that the table keeps to itself."""

import random
import re
from typing import Any

import pytest
from discord import ui
from msgspec.structs import replace

from bot.messages.rules.house_rule_labels import changed_rule_labels
from bot.messages.table.event_lines import event_line
from bot.messages.table.hand import hand_layout
from bot.messages.table.lobby import lobby_layout
from bot.messages.table.match_end import match_end_text
from bot.messages.table.render_context import RenderContext
from bot.messages.table.table_text import hand_sizes_line
from bot.messages.words import Languages
from bot.rummy.deck.cards import Card
from bot.rummy.events import DealEnded, EndedBy, MeldKind, MeldLaid
from bot.rummy.view import RecycledFaceDown, view_for
from bot.tables.table import Table
from tests.messages.table.played_tables import PlayedTable, context_for, visible_texts
from tests.messages.table.positions import table_at
from tests.rummy.presets import variant

ENGLISH = Languages({}).for_locale("en-US")
STAYS = "\N{NO-BREAK SPACE}"
PHONE = 40  # signs that certainly stand in one line of a phone


def context(**rules: Any) -> RenderContext:
    return context_for(PlayedTable(replace(variant(), **rules), random.Random(0)).seat(3).table, ENGLISH)


def joined(view: ui.LayoutView) -> str:
    return "\n".join(visible_texts(view)).replace(STAYS, " ")


@pytest.mark.parametrize("kept", [(), (Card("7H"),)])
def test_a_new_stock_is_counted_only_where_the_table_counts_it(kept: tuple[Card, ...]) -> None:
    recycled = RecycledFaceDown(17, kept)
    assert "17" in event_line(recycled, context())
    assert not re.search(r"\d", event_line(recycled, context(stock_count_public=False)))


@pytest.mark.parametrize(
    "rules",
    [
        {"match_target": 1000, "match_deals": 50},
        {"match_target": 1000, "match_deals": 50, "scoring": "penalty"},
        {"match_target": "none", "match_deals": 50, "scoring": "penalty"},
    ],
)
def test_what_wins_the_match_breaks_at_a_dot_on_a_phone(rules: dict[str, Any]) -> None:
    head = next(visible_texts(lobby_layout(context(**rules)))).splitlines()[1]
    assert max(map(len, head.split(" "))) < PHONE, "each piece that stays together"
    assert "·" in head


@pytest.mark.parametrize(
    ("scoring", "said"),
    [("winner_collects", "the most points win"), ("penalty", "the fewest points win"), ("payment", "the best balance wins")],
)
def test_a_number_of_deals_says_who_wins(scoring: str, said: str) -> None:
    assert f"6 deals · {said}" in joined(lobby_layout(context(match_target="none", match_deals=6, scoring=scoring)))


@pytest.mark.parametrize(("direction", "order"), [("clockwise", [2, 0, 1]), ("counterclockwise", [0, 2, 1])])
def test_hands_are_counted_in_the_order_of_play(direction: str, order: list[int]) -> None:
    dealt = table_at("rami", "deal 2C | 2D 3D | 4C 5C 6C", "stock 9S", "dealer 1", f"with direction {direction}")
    assert dealt.match is not None
    sizes = [1, 2, 3]
    shown = hand_sizes_line(view_for(dealt.match, None), context_for(dealt, ENGLISH)).replace(STAYS, " ")
    assert re.findall(r" (\d)(?: |$)", shown) == [str(sizes[seat]) for seat in order]


def shown_hand(*lines: str, of: Table | None = None) -> str:
    position = of or table_at("rami", *lines)
    return joined(hand_layout(context_for(position, ENGLISH), 1))


HAND = "5H 6H 7H 9S 9D 9C KS"


def test_best_melds_are_those_of_which_one_may_be_laid() -> None:
    first = shown_hand(f"deal {HAND} | 2D 3D", "stock 8C", "drawn KS")
    assert "Best melds" in first
    assert "Melds for later" not in first
    then = table_at("rami", f"deal {HAND} | 2D 3D", "stock 8C", "drawn KS")
    assert then.match is not None
    assert then.match.deal is not None
    meld = MeldLaid(0, MeldKind.RUN, (Card("2H"), Card("3H"), Card("4H")))
    turn = replace(then.match.deal.turn, table_plays=(meld,))
    laid = replace(then, match=replace(then.match, deal=replace(then.match.deal, turn=turn)))
    assert "Melds for later" in shown_hand(of=laid)
    assert "Best melds" not in shown_hand(of=laid)


def test_a_meld_that_is_part_of_one_that_is_named_is_not_named_beside_it() -> None:
    shown = shown_hand("deal 5H 6H 7H 8H 7S 7D 7C KS 8S 8D | 2D 3D", "stock 8C", "drawn KS")
    best, others = (
        [frozenset(meld.split()) for meld in re.findall(r"\*\*([^*]*)\*\*", row)]
        for row in shown.splitlines()
        if "melds:" in row
    )
    assert others
    assert not [(one, larger) for one in others for larger in (*best, *others) if one < larger]


def test_of_jokers_nothing_is_said_where_there_are_none() -> None:
    ours = replace(variant(), wild="joker", wild_min_naturals=2, joker_points=25)
    assert list(changed_rule_labels(ours, variant(), ENGLISH)) == []
    assert len(list(changed_rule_labels(replace(ours, jokers=2), variant(), ENGLISH))) == 4


def test_the_columns_of_the_points_hold_below_minus_a_hundred() -> None:
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
