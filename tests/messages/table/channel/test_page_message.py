"""A round is one message: finished turns are lines in it, and once it is over, nothing else is left.

Pages that are over before they are posted are several in one message, and none of them is left out.
"""

import random
from dataclasses import replace as changed

import pytest

from bot.messages.table.channel.page_message import closed_page_text, fitting_pages, late_layout, late_pages, page_layout
from bot.messages.table.channel.story_pages import LOBBY, Page, Story, advance_story
from bot.players.choice import Level
from bot.rummy.legal_moves import legal_moves
from bot.rummy.view import DrawnFaceDown
from bot.tables.lobby_requests import Start
from bot.tables.match_requests import Play
from bot.tables.rule_requests import AddComputer
from bot.tables.table import Phase
from bot.tables.time_requests import PlayOn
from tests.messages.shown_text import BUTTON, ENGLISH, MOST_CHARACTERS, TEXT, visible_texts
from tests.messages.table.played_tables import PlayedTable, context_for, played_match
from tests.people import parts
from tests.rummy.gauntlet import eager
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
        assert {"My hand", "Table"} < set(visible_texts(page_layout(changed(page, is_open=True), context)))


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


def test_a_round_is_one_turn_of_each_player_also_of_computers() -> None:
    played = PlayedTable(variant(match_target="none", match_deals=1), random.Random(1))
    for request in (*[AddComputer(Level.EASY)] * 3, Start()):
        played.ask(1, request)
    while played.table.phase != Phase.OVER:
        match, seat = played.table.match, played.table.seats.seat_of(1)
        assert match is not None
        if played.table.plays_by_itself():
            played.ask(None, PlayOn())
        else:
            played.ask(1, Play(eager(played.dice, match, legal_moves(match, seat or 0))))
    *full, _ = rounds_of(played)
    assert {len(page.turns) for page in full} == {4}


def test_every_late_page_is_in_one_message_however_many_there_are() -> None:
    played = PlayedTable(variant("rami", match_deals=5), random.Random(7)).seat(3).play(eager)
    story, pages = Story(1), dict[str, Page]()
    for event in played.events:
        story, changed_pages = advance_story(story, event)
        pages |= {page.key: page for page in changed_pages}
    del pages[LOBBY]
    waiting, shown = late_pages(list(pages.values())), []
    context = context_for(played.table, ENGLISH)
    wanted = "\n".join(closed_page_text(page, context) for page in waiting)
    assert len(wanted) > 2 * MOST_CHARACTERS
    while waiting:
        fitting = fitting_pages(waiting, context)
        components = list(parts(late_layout(fitting, context).to_components()))
        (text,) = (part["content"] for part in components if part["type"] == TEXT)
        assert len(text) <= MOST_CHARACTERS
        shown.append(text)
        proofs = [part["label"] for part in components if part["type"] == BUTTON]
        assert proofs == [f"Shuffle of deal {page.deal}" for page in fitting if page.kind == "score"]
        waiting = waiting[len(fitting) :]
    assert "\n".join(shown) == wanted
