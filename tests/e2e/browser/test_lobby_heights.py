"""How high lobbies are on a phone: they are changed in this process, and each is laid out by the page."""

import random
from collections.abc import Callable

import pytest

from bot import app
from bot.messages.table.lobby import lobby_layout
from bot.messages.words import Words
from bot.players.choice import Level
from bot.rummy.games import asks
from bot.tables.events import Invitation
from bot.tables.rule_requests import AddComputer, ChangeRule
from tests.e2e.browser.page import PHONE, Pages, bot_message
from tests.e2e.browser.test_hand_heights import HEIGHT, SCROLLED, measure
from tests.messages.longer_words import LongerWords
from tests.messages.shown_text import ENGLISH
from tests.messages.table.played_tables import PlayedTable, context_for
from tests.people import Json
from tests.rummy.presets import NAMES, variant


def lobbies(game: str, say: Words) -> list[Json]:
    """Return the lobby of one person, of two, with a computer, with a house rule to agree to, and of a rematch."""
    again = Invitation(1, (1, 2), 2, until=1_790_000_000_000)
    opened, found = PlayedTable(variant(game), random.Random(1)), []
    rematch = PlayedTable(variant(game), random.Random(1), again=again)

    def show(played: PlayedTable) -> None:
        components = lobby_layout(context_for(played.table, say)).to_components()
        found.append(bot_message(components))

    show(opened)
    show(opened.seat(2))
    if opened.table.variant.players[1] > 2:
        opened.ask(1, AddComputer(Level.EASY))
        show(opened)
    rules = (
        ("take_back", "no"),
        ("melds_per_turn", "4"),
        ("knock_limit", "5"),
        ("court_points", "5"),
        ("opening", "starter_extra"),
    )
    for rule in [rule for rule in rules if asks(variant(game).game, rule[0])][:2]:
        opened.ask(1, ChangeRule(*rule))
    show(opened)
    show(rematch)
    return found


@pytest.mark.parametrize(("words", "most"), [(lambda: ENGLISH, HEIGHT), (LongerWords, HEIGHT + SCROLLED)])
async def test_a_lobby_fits_on_a_phone(pages: Pages, bot: app.Bot, words: Callable[[], Words], most: int) -> None:
    page, say = await pages.open("ann/rummy", PHONE), words()
    for game in NAMES:
        heights = await measure(page, lobbies(game, say))
        print(game, heights)
        assert max(heights) <= most + 20 * (game in ("cuccu", "scala40", "ten_stages")), (
            "its cards, or what is special, have a line more"
        )
