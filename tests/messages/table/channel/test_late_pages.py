"""Pages that are over before they are posted: several in one message, and none of them is left out."""

import random

from bot.messages.table.channel.page_message import closed_page_text, fitting_pages, late_layout, late_pages
from bot.messages.table.channel.story_pages import LOBBY, Page, Story, advance_story
from tests.messages.shown_text import BUTTON, ENGLISH, MOST_CHARACTERS, TEXT
from tests.messages.table.played_tables import PlayedTable, context_for
from tests.people import parts
from tests.rummy.gauntlet import eager
from tests.rummy.presets import variant


def test_every_late_page_is_in_one_message_however_many_there_are() -> None:
    rules = variant("rami", match_deals=5)
    played = PlayedTable(rules, random.Random(7)).seat(3).play(eager)
    story, pages = Story(1), dict[str, Page]()
    for event in played.events:
        story, changed = advance_story(story, event)
        pages |= {page.key: page for page in changed}
    del pages[LOBBY]
    waiting = late_pages(list(pages.values()))
    context = context_for(played.table, ENGLISH)
    wanted = "\n".join(closed_page_text(page, context) for page in waiting)
    assert len(wanted) > 2 * MOST_CHARACTERS
    shown = []
    while waiting:
        fitting = fitting_pages(waiting, context)
        (text,) = (part["content"] for part in parts(late_layout(fitting, context).to_components()) if part["type"] == TEXT)
        assert len(text) <= MOST_CHARACTERS
        shown.append(text)
        proofs = [part["label"] for part in parts(late_layout(fitting, context).to_components()) if part["type"] == BUTTON]
        assert proofs == [f"Fairness of deal {page.deal}" for page in fitting if page.kind == "score"]
        waiting = waiting[len(fitting) :]
    assert "\n".join(shown) == wanted
