"""How high the result of a match is on a phone: it begins with who won, and all of it is on one screen."""

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product

import pytest
from discord import ui
from msgspec.structs import replace

from bot import app
from bot.competition.eligibility import CountedMatch
from bot.messages.league.eligibility_text import result_lines
from bot.messages.names import Names
from bot.messages.pictures.last_hands import LastHands, place_last_hands
from bot.messages.pictures.marks import marks_at
from bot.messages.pictures.picture import TEXT_ONLY, PictureChoice, PictureGallery
from bot.messages.table.channel.page_message import page_layout
from bot.messages.table.channel.story_pages import END, Story, advance_story
from bot.messages.table.hand.hand_message import hand_layout
from bot.messages.table.render_context import RenderContext, WhereItCounts
from bot.messages.table.table_summary import summary_layout
from bot.messages.words import Words
from bot.tables.apply_event import after_seat_event
from bot.tables.ports import Person
from bot.tables.seat_events import MarksFixed
from tests.e2e.browser.page import PHONE, Pages, bot_message
from tests.e2e.browser.test_hand_heights import measure
from tests.messages.longer_words import LongerWords
from tests.messages.shown_text import ENGLISH, readable_text
from tests.messages.table.emoji_of_cards import ALL_EMOJI
from tests.messages.table.played_tables import PlayedTable, context_for
from tests.people import Json, parts
from tests.rummy.gauntlet import eager
from tests.rummy.presets import variant

HEIGHT = 560
"""CSS pixels, of the 812 of a phone."""
NAMES = ("Ann", "Bobby from Leeds", "Cleo", "Dan", "Eve", "Massimiliano")
PEOPLE = {number: Person(number, 100 + number, name, "en-US", None) for number, name in enumerate(NAMES, 1)}


@pytest.mark.parametrize("words", [lambda: ENGLISH, LongerWords])
@pytest.mark.parametrize("players", [2, 4, 6])
async def test_the_result_of_a_match_fits_and_begins_with_the_winner(
    pages: Pages, bot: app.Bot, words: Callable[[], Words], players: int
) -> None:
    page, ends = await pages.open("ann/rummy", PHONE), list(ends_of_matches(players, words()))
    assert all(readable_text(end).startswith("## ") for end in ends)
    heights = await measure(page, list(map(message_of, ends)))
    pictured = [any(isinstance(item, PictureGallery) for item in end.walk_children()) for end in ends]
    print(f"{players} players: {min(heights)} to {max(heights)} px; {sum(pictured)} of {len(ends)} with the last hands")
    assert max(heights) <= HEIGHT


async def test_the_fingerprint_of_a_deal_is_one_small_line(pages: Pages, bot: app.Bot) -> None:
    played, story = PlayedTable(variant("rami"), random.Random(1)).seat(2).play(eager, moves=1), Story(1)
    deals = []
    for event in played.events:
        story, changed = advance_story(story, event)
        deals += [page_layout(page, context_for(page.table, ENGLISH)) for page in changed if page.kind == "deal"]
    page, before = await pages.open("ann/rummy", PHONE), message_of(deals[0])
    assert "-# Shuffle: `" in readable_text(deals[0])
    (text,) = (item for item in deals[0].walk_children() if isinstance(item, ui.TextDisplay))
    text.content = text.content.rpartition("\n")[0]
    high, low = await measure(page, [before, message_of(deals[0])])
    assert 0 < high - low <= 22


def ends_of_matches(players: int, say: Words) -> Iterator[ui.LayoutView]:
    """Yield results of matches of a league, with and without pictures: in the channel, behind **Table**, and in each hand."""
    for name, deals, seed in product(("rami", "ramino", "wrotham"), (1, 6), range(2)):
        rules = variant(name, match_target="none", match_deals=deals)
        if players > rules.players[1]:
            continue
        played, story = PlayedTable(rules, random.Random(seed)).seat(players).play(eager, moves=3000), Story(1)
        for event in played.events:
            story, pages = advance_story(story, event)
        (end,) = (page for page in pages if page.key == END)
        names = Names(PEOPLE, end.table)
        table = replace(after_seat_event(end.table, MarksFixed(marks_at(end.table, names))), preset=rules)
        changes = tuple((person, Fraction(players - person)) for person in range(1, players + 1))
        counted = CountedMatch(changes=(("Autumn League", changes),))
        counts = WhereItCounts(partial(result_lines, counted), protest="q:1")
        for pictures in (PictureChoice(), TEXT_ONLY):
            context = RenderContext(table, say, names, "Cards", 20, counts, emoji=ALL_EMOJI, pictures=pictures)
            yield from (page_layout(end, context), summary_layout(context, 1))
            yield from (hand_layout(context, person) for person in range(1, players + 1))


def message_of(view: ui.LayoutView) -> Json:
    """Return a result as the page gets it."""
    components = view.to_components()
    shown = [item.picture.shows for item in view.walk_children() if isinstance(item, PictureGallery)]
    media = [item["media"] for part in parts(components) if part["type"] == 12 for item in part["items"]]
    for each, shows in zip(media, shown, strict=True):
        assert isinstance(shows, LastHands)
        placed = place_last_hands(shows)
        each |= {"url": "http://127.0.0.1/none.png", "width": placed.width, "height": placed.height}
    return bot_message(components)
