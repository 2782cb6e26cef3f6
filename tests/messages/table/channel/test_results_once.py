"""Each result is in one message: that of a deal in its score, the last one in the end. A thread has one line in its channel."""

import random
from dataclasses import replace

import pytest

from bot.messages.pictures.last_hands import LastHands
from bot.messages.pictures.picture import PictureGallery
from bot.messages.table.channel.page_message import channel_line_layout, page_layout
from bot.messages.table.channel.story_pages import END, LOBBY, Page, Story, advance_story
from bot.messages.table.render_context import RenderContext
from bot.players.choice import Level
from tests.messages.shown_text import ENGLISH, readable_text
from tests.messages.table.pictured_layouts import PICTURES
from tests.messages.table.played_tables import PlayedTable, context_for
from tests.messages.table.seat_tables import abandon, play_deal, started
from tests.people import labels
from tests.rummy.gauntlet import eager
from tests.rummy.presets import variant

THREAD = 30


def pages_of(played: PlayedTable) -> list[Page]:
    """Return every state of each page, in order."""
    story, pages = Story(1), list[Page]()
    for event in played.events:
        story, changed = advance_story(story, event)
        pages += changed
    return pages


def last_states(played: PlayedTable) -> dict[str, Page]:
    return {page.key: page for page in pages_of(played)}


def two_deals(*, thread: bool) -> PlayedTable:
    rules = variant(match_deals=2, match_target="none")
    return PlayedTable(rules, random.Random(1), thread=thread).seat(2).play(eager)


def in_thread(page: Page) -> RenderContext:
    return replace(context_for(page.table, ENGLISH), channel=THREAD)


@pytest.mark.parametrize("pictures", [True, False])
@pytest.mark.parametrize("thread", [True, False])
def test_each_deal_is_in_one_message(thread: bool, pictures: bool) -> None:
    pages = last_states(two_deals(thread=thread))
    assert [key for key in pages if key.startswith(("score", "end"))] == ["score 1", END]
    texts = []
    for page in pages.values():
        context = replace(context_for(page.table, ENGLISH), **({"pictures": PICTURES} if pictures else {}))
        texts += [readable_text(page_layout(page, context))] if page.key != LOBBY else []
    for said, times in {"End of deal 1": 1, "End of deal 2": 0, "** went out": 1, "wins!": 1, "highest wins": 1}.items():
        assert sum(text.count(said) for text in texts) == times, said


def test_the_end_leads_to_the_replay_which_has_the_proof_of_each_shuffle() -> None:
    page = last_states(two_deals(thread=False))[END]
    layout = page_layout(page, context_for(page.table, ENGLISH))
    assert labels({"components": layout.to_components()}) == ["Play again", "Details", "Replay"]


def test_a_match_that_ends_between_two_deals_shows_no_hands_a_second_time() -> None:
    page = last_states(abandon(play_deal(started(2, Level.EASY))))[END]
    view = page_layout(page, replace(context_for(page.table, ENGLISH), pictures=PICTURES))
    assert "End of deal" not in readable_text(view)
    shown = [item.picture.shows for item in view.walk_children() if isinstance(item, PictureGallery)]
    assert not any(isinstance(one, LastHands) for one in shown)


def test_a_thread_has_one_line_in_its_channel_that_each_deal_edits() -> None:
    played = two_deals(thread=True)
    assert set(last_states(played)) == set(last_states(two_deals(thread=False))), "no message more"
    lines = [page for page in pages_of(played) if page.key == LOBBY and page.table.match is not None]
    start, first, end = (readable_text(channel_line_layout(in_thread(page))) for page in lines)
    assert start.splitlines()[:3] == ["-# 77, table 1 · deal 1", "Points: 222 0 · 111 0", "Your cards are in your DMs."]
    assert first.splitlines()[0] == "-# 77, table 1 · after deal 1"
    assert "DMs" not in first
    assert "wins!" in end.splitlines()[0]
    assert "-# 77, table 1 · End of the match" in end
    for page in lines:
        match, view = page.table.match, channel_line_layout(in_thread(page))
        assert match is not None
        assert all(f"{page.table.seats.occupants[seat] * 111} {match.scores[seat]}" in readable_text(view) for seat in (0, 1))
        assert f"https://discord.com/channels/10/{THREAD}" in str(view.to_components())
    assert labels({"components": channel_line_layout(in_thread(lines[0])).to_components()}) == ["My hand", "To the table"]
    assert labels({"components": channel_line_layout(in_thread(lines[-1])).to_components()}) == ["To the table"]
    assert not any(page.key == LOBBY for page in pages_of(two_deals(thread=False))[3:]), "a channel has the scores themselves"
