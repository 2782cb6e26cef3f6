"""The fullest hands of any game stay within Discord's limits, and their labels fit on a phone."""

from collections.abc import Iterator
from dataclasses import replace as replace_context
from itertools import islice

import pytest
from discord import ui
from msgspec.structs import replace

from benchmarks.rules.extreme_tables import before_the_draw, extreme_tables
from bot.messages.components import DATABASE_MARKER
from bot.messages.pictures.picture import PictureChoice
from bot.messages.table.hand.discard_controls import broken_meld
from bot.messages.table.hand.hand_controls import other_controls
from bot.messages.table.hand.hand_message import hand_layout, hand_view
from bot.messages.table.hand.prompts import any_cards_form, discard_prompt, laying_prompt
from bot.rummy.decide import decide
from bot.rummy.moves import Discard
from bot.rummy.picked_cards import picked_move, settling_moves
from bot.rummy.refusals import IllegalMove, JokerUndeclared, KindUndeclared
from bot.tables.table import Table
from tests.messages.shown_text import BUTTON, ENGLISH, MOST_CHARACTERS, MOST_COMPONENTS, MOST_OPTIONS, SELECT, text_length
from tests.messages.table.played_tables import context_for, played_match, tables_after_events
from tests.people import Json, parts
from tests.rummy.presets import ONE_OF_EACH_GAME, variant

LONGEST_LABEL = 34  # characters: one line on a phone


@pytest.fixture(autouse=True)
def long_ids() -> Iterator[None]:
    """The longest ids: a large table number, and the marker of a database that was restored."""
    marker = DATABASE_MARKER.set("1njchs")
    yield
    DATABASE_MARKER.reset(marker)


def check_limits(view: ui.LayoutView | ui.Modal) -> list[Json]:
    """Check Discord's limits and the length of the labels, and return the components."""
    components = list(parts(view.to_components()))
    assert len(components) <= MOST_COMPONENTS
    ids = [part["custom_id"] for part in components if "custom_id" in part]
    assert len(ids) == len(set(ids))
    assert all(len(custom_id) <= 100 for custom_id in ids)
    for part in components:
        if part["type"] == BUTTON:
            assert len(part["label"]) <= LONGEST_LABEL, part["label"]
        if part["type"] == SELECT:
            assert 1 <= len(part["options"]) <= MOST_OPTIONS
            assert len({option["value"] for option in part["options"]}) == len(part["options"])
            for option in part["options"]:
                assert max(len(option["label"]), len(option["value"]), len(option.get("description") or "")) <= 100
            assert len(part.get("placeholder") or "") <= 150
    return components


def hands_at(table: Table) -> Iterator[ui.LayoutView | ui.Modal]:
    """Yield the hand of person 1, and everything that it can ask or open."""
    table = replace(table, number=10**7, step=10**6)
    context, match = context_for(table, ENGLISH), table.match
    assert match is not None
    view = hand_view(match, 0)
    yield hand_layout(context, 1, note="9" * 60, fingerprint="0" * 64)
    assert view.deal is not None
    if view.seat_to_act != 0:
        return
    for each in (context, replace_context(context, pictures=PictureChoice())):
        yield hand_layout(each, 1, prompt=other_controls(view, each))
    yield any_cards_form(view, view.deal, context)
    for move in view.moves:
        if isinstance(move, Discard) and (meld := broken_meld(view, move.card)) is not None:
            yield hand_layout(context, 1, prompt=discard_prompt(move, meld, view, context))
    for size in (3, 4, 7):
        picked = picked_move(match, 0, view.deal.hand[-size:], None)
        try:
            decide(match, 0, picked)
        except IllegalMove as refused:
            if isinstance(refused.refusal, JokerUndeclared | KindUndeclared):
                yield hand_layout(context, 1, prompt=laying_prompt(picked, settling_moves(match, picked), context))


@pytest.mark.parametrize("tables", [10, pytest.param(60, marks=pytest.mark.thorough)])
def test_the_hands_of_extreme_tables_are_within_all_limits(tables: int) -> None:
    fullest = 0
    for _, table in islice(extreme_tables(0), tables):
        for view in (*hands_at(table), *hands_at(before_the_draw(table))):
            fullest = max(fullest, len(check_limits(view)))
    assert fullest > 25, "the tables are extreme"


@pytest.mark.parametrize("name", ONE_OF_EACH_GAME)
def test_the_hands_of_every_game_are_within_all_limits(name: str) -> None:
    rules = variant(name, match_deals=1)
    for _, table in tables_after_events(played_match(rules, rules.players[1]).events):
        if table.match is None or table.match.deal is None or table.match.is_over:
            continue
        for person in table.seats.people:
            view = hand_layout(context_for(table, ENGLISH), person)
            check_limits(view)
            assert text_length(view) <= MOST_CHARACTERS
