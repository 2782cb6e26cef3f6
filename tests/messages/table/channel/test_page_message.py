"""A page of a finished turn keeps its text."""

from dataclasses import replace as changed

from bot.messages.table.channel.page_message import page_layout
from bot.messages.table.channel.story_pages import Story, advance_story
from tests.messages.shown_text import ENGLISH, visible_texts
from tests.messages.table.played_tables import context_for, played_match
from tests.rummy.presets import variant


def test_a_finished_turn_keeps_its_text_and_loses_its_button():
    story = Story(1)
    for event in played_match(variant(match_deals=1, match_target="none"), 3).events:
        story, pages = advance_story(story, event)
        for page in pages:
            if page.kind == "turn" and not page.is_open:
                context = context_for(page.table, ENGLISH)
                *kept, button = visible_texts(page_layout(changed(page, is_open=True), context))
                assert button == "My hand"
                assert list(visible_texts(page_layout(page, context))) == kept
