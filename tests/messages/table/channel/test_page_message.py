"""A round is one message: finished turns are lines in it, and once it is over, nothing else is left."""

from dataclasses import replace as changed

import pytest

from bot.messages.table.channel.page_message import page_layout
from bot.messages.table.channel.story_pages import Page, Story, advance_story
from bot.rummy.view import DrawnFaceDown
from tests.messages.shown_text import ENGLISH, visible_texts
from tests.messages.table.played_tables import PlayedTable, context_for, played_match
from tests.rummy.presets import variant


def rounds_of(played: PlayedTable) -> list[Page]:
    """Return the last state of each round's page, in order."""
    story, pages = Story(1), dict[str, Page]()
    for event in played.events:
        story, changed_pages = advance_story(story, event)
        pages |= {page.key: page for page in changed_pages if page.kind == "round"}
    return [page for page in pages.values() if not page.is_empty]


def test_a_finished_round_keeps_its_lines_and_loses_table_and_buttons() -> None:
    for page in rounds_of(played_match(variant(match_deals=1, match_target="none"), 3)):
        context = context_for(page.table, ENGLISH)
        (text,) = visible_texts(page_layout(page, context))
        assert len([line for line in text.splitlines() if "discarded" in line or "laid" in line]) == len(page.turns)
        assert "'s turn" not in text
        *_, hand, table = visible_texts(page_layout(changed(page, is_open=True), context))
        assert (hand, table) == ("My hand", "Table")


@pytest.mark.parametrize(("players", "size"), [(2, 4), (3, 3), (6, 6)])
def test_each_player_has_one_turn_in_a_round_and_two_players_have_two(players: int, size: int) -> None:
    *full, last = rounds_of(played_match(variant(match_deals=1, match_target="none"), players))
    assert full
    assert {len(page.turns) for page in full} == {size}
    assert 1 <= len(last.turns) <= size
    numbers = [turn.number for page in (*full, last) for turn in page.turns]
    assert numbers == list(range(1, len(numbers) + 1)), "each turn is in one message"


def test_the_page_ends_with_the_turn_that_is_being_played() -> None:
    story, seen = Story(1), 0
    for event in played_match(variant(match_deals=1, match_target="none"), 3).events:
        story, _ = advance_story(story, event)
        page = story.page
        if page is not None and page.kind == "round" and page.is_open:
            context = context_for(page.table, ENGLISH)
            text, table, *_ = visible_texts(page_layout(page, context))
            current = page.turns[-1]
            *_, last = text.splitlines() if current.events else (*text.splitlines(), "")
            title = f"{context.names.seat(current.seat)}'s turn"
            assert title in text
            assert (last == "drew") == (len(current.events) == 1 and isinstance(current.events[0], DrawnFaceDown))
            assert "Stock" in table
            seen += 1
    assert seen > 10
