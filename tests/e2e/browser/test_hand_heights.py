"""How high hands with pictures are on a phone: matches are played in this process, and each hand is laid out by the page."""

import random
import time
from collections import defaultdict
from collections.abc import Callable, Iterator

import pytest
from discord.utils import as_chunks
from msgspec.structs import replace as replace_fields
from playwright.async_api import Page

from bot import app
from bot.messages.names import Names
from bot.messages.pictures.card_pictures import HandPicture, place_hand, place_table
from bot.messages.pictures.marks import marks_at
from bot.messages.pictures.picture import PictureChoice, PictureGallery
from bot.messages.table.hand.hand_message import hand_layout, hand_view
from bot.messages.table.render_context import RenderContext
from bot.messages.words import Languages, Words
from bot.players.choice import Level
from bot.players.computer_player import choose_move
from bot.rummy.events import Awaited
from bot.rummy.match import Deal
from bot.tables.apply_event import after_seat_event
from bot.tables.events import Clock, Pace
from bot.tables.lobby_requests import Start
from bot.tables.match_requests import Play, Ready
from bot.tables.ports import Person
from bot.tables.seat_events import MarksFixed, TurnBegun
from bot.tables.table import Phase, Table
from tests.e2e.browser.page import PHONE, Pages, bot_message
from tests.messages.longer_words import LongerWords
from tests.messages.shown_text import ENGLISH
from tests.messages.table.emoji_of_cards import ALL_EMOJI
from tests.messages.table.played_tables import PlayedTable
from tests.messages.table.positions import after_moves, table_at
from tests.people import Json, parts
from tests.rummy.presets import variant

MATCHES = 5
HEIGHT, SCROLLED = 640, 320
"""CSS pixels that a phone shows of a message, and that the highest one is scrolled by."""
LANGUAGES = Languages.read(app.LOCALES)
PEOPLE = {
    number: Person(number, 100 + number, name, "en-US", None) for number, name in enumerate(("Ann", "Bob", "Cleo", "Dan"), 1)
}
_RENDERED = """async messages => {
    const { renderMessage } = await import("/js/messages/message.js");
    const { context } = window.playground.panes[0];
    const list = document.querySelector(".messages");
    return messages.map(message => {
        const node = renderMessage(message, context, { compact: false });
        list.append(node);
        const whole = node.getBoundingClientRect();
        const found = FOUND;
        node.remove();
        return found;
    });
}"""
MEASURE = _RENDERED.replace("FOUND", "Math.round(whole.height)")
BUTTONS = _RENDERED.replace(
    "FOUND",
    """[[...node.querySelectorAll("[data-custom-id]")].map(button => {
            const { top, bottom } = button.getBoundingClientRect();
            return [button.dataset.customId, top - whole.top, bottom - whole.top];
        }), whole.height]""",
)
MOST_SHARED = 12
"""CSS pixels, of the 40 of a button, that two rows may have in common: at their edges hardly anybody presses."""
MOST_CHANGE, MOST_CHANGE_EVER = 60, 90
"""CSS pixels by which the height of a hand changes within a turn, and in the few turns in which somebody lays several times."""
Turn = tuple[int, int, int]
"""The seed of a match, its deal and the turn."""


@pytest.mark.parametrize(
    ("words", "game", "share"),
    [
        *((lambda: ENGLISH, "ramino", 0.95), (LongerWords, "rami", 0.9), (LongerWords, "wrotham", 0.9)),
        *((lambda: ENGLISH, "rummy500", 0.9), (lambda: ENGLISH, "three_thirteen", 0.9)),
    ],
)
async def test_a_hand_with_pictures_fits_on_a_phone(
    pages: Pages, bot: app.Bot, words: Callable[[], Words], game: str, share: float
) -> None:
    page, say = await pages.open("ann/rummy", PHONE), words()
    hands = [hand for seed in range(MATCHES) for hand in hands_of_match(game, seed, say)]
    heights = await measure(page, [message for _, _, message in hands])
    highest: dict[bool, dict[Turn, int]] = {True: defaultdict(int), False: defaultdict(int)}
    for (turn, is_drawn, _), height in zip(hands, heights, strict=True):
        highest[is_drawn][turn] = max(height, highest[is_drawn][turn])
    fitting = {when: sum(height <= HEIGHT for height in turns.values()) / len(turns) for when, turns in highest.items()}
    for is_drawn, turns in highest.items():
        when = "after" if is_drawn else "before"
        print(f"{game}, {when} the draw: {fitting[is_drawn]:.1%} of {len(turns)} turns fit; highest {max(turns.values())} px")
    assert min(fitting.values()) >= share
    assert max(heights) <= HEIGHT + SCROLLED


@pytest.mark.parametrize("game", ["romme", "scala40"])
async def test_13_cards_fit_on_a_phone_with_up_to_three_melds_on_the_table(pages: Pages, bot: app.Bot, game: str) -> None:
    page = await pages.open("ann/rummy", PHONE)
    hands = [hand for seed in range(MATCHES) for hand in hands_of_match(game, seed, ENGLISH, _has_13_cards)]
    heights = await measure(page, [message for _, _, message in hands])
    fitting = sum(height <= HEIGHT for height in heights) / len(heights)
    print(f"{game}: {fitting:.1%} of {len(heights)} hands of 13 cards fit; highest {max(heights)} px")
    assert fitting >= 0.9


def _has_13_cards(deal: Deal, seat: int) -> bool:
    return len(deal.hands[seat]) >= 13 and len(deal.melds) <= 3


@pytest.mark.parametrize(
    ("words", "game", "share"),
    [
        (lambda: ENGLISH, "ramino", 1),
        (lambda: ENGLISH, "wrotham", 0.99),
        (lambda: ENGLISH, "cuccu", 0.99),
        (LongerWords, "rami", 0.99),
        (LongerWords, "cuccu", 0.97),
        (lambda: LANGUAGES.for_locale("de"), "cuccu", 0.94),
    ],
)
async def test_a_hand_keeps_its_height_within_a_turn(
    pages: Pages, bot: app.Bot, monkeypatch: pytest.MonkeyPatch, words: Callable[[], Words], game: str, share: float
) -> None:
    monkeypatch.setattr(Table, "has_hints", property(lambda _: True))
    page, say = await pages.open("ann/rummy", PHONE), words()
    hands = [hand for seed in range(MATCHES) for hand in hands_of_match(game, seed, say)]
    turns = defaultdict[Turn, list[int]](list)
    for (turn, _, _), height in zip(hands, await measure(page, [message for _, _, message in hands]), strict=True):
        turns[turn].append(height)
    changes = sorted(max(heights) - min(heights) for heights in turns.values())
    steady = sum(change <= MOST_CHANGE for change in changes) / len(changes)
    print(f"{game}: {steady:.1%} of {len(turns)} turns change by {MOST_CHANGE} px or less, all by {changes[-1]} or less")
    assert steady >= share
    assert changes[-1] <= MOST_CHANGE_EVER


async def test_no_discard_stands_where_draw_and_take_stood(pages: Pages, bot: app.Bot) -> None:
    """Whether the hand is scrolled to its end or not: a second press there discards nothing."""
    page = await pages.open("ann/rummy", PHONE)
    for position in (
        ("rami", "deal 5H 6H 9S KD | KS", "stock 7H 4D", "discards 2C"),
        ("rami", "deal 9S | KS", "stock 4D 7H", "discards 2C"),
    ):
        at = table_at(*position)
        for move in ("draw stock", "take"):
            hands = [message_of(table, 1, ENGLISH) for table in (at, after_moves(at, move))]
            (before, height), (after, new_height) = await page.evaluate(BUTTONS, hands)
            pressed = [box for id_, *box in before if id_.endswith((":draw stock", ":take")) or ":takelay" in id_]
            discards = [box for id_, *box in after if ":discard " in id_]
            assert pressed
            assert discards
            for down in (0, new_height - height):
                shared = [
                    min(bottom, end + down) - max(top, begin + down) for begin, end in pressed for top, bottom in discards
                ]
                assert max(shared) <= MOST_SHARED, (position, move, down, pressed, discards)


async def measure(page: Page, messages: list[Json]) -> list[int]:
    """Return the height of each message on the page, in CSS pixels."""
    return [height for some in as_chunks(messages, 200) for height in await page.evaluate(MEASURE, some)]


def hands_of_match(
    game: str, seed: int, say: Words, wanted: Callable[[Deal, int], bool] = lambda deal, seat: True
) -> Iterator[tuple[Turn, bool, Json]]:
    """Yield the wanted hands that players of a match see in their turns: the turn, whether a card is drawn, and the message."""
    rules = variant(game) if game == "wrotham" else variant(game, match_target="none", match_deals=2)
    played = PlayedTable(rules, random.Random(seed)).seat(2 + seed % (min(rules.players[1], len(PEOPLE)) - 1))
    played.ask(1, Start())
    while played.table.phase != Phase.OVER:
        table, match, person = played.table, played.table.match, played.table.person_to_act()
        assert match is not None
        if person is None:
            played.ask(next(one for one in table.seated_people() if one not in table.ready_people), Ready())
            continue
        seat, deal = match.seat_to_act(), match.deal
        assert seat is not None
        assert deal is not None
        if wanted(deal, seat):
            yield (seed, deal.number, deal.turn.number), match.awaits == Awaited.PLAY, message_of(table, person, say)
        played.ask(person, Play(choose_move(hand_view(match, seat), Level.NORMAL, f"{seed}")))


def message_of(table: Table, person: int, say: Words) -> Json:
    """Return a hand on turn as the page gets it, at a table with a clock, from a bot with emojis of cards."""
    now = time.time_ns() // 1_000_000
    table = after_seat_event(replace_fields(table, clock=Clock(Pace.LIVE)), TurnBegun(now, now + 90_000, now + 1_800_000))
    table = after_seat_event(table, MarksFixed(marks_at(table, Names(PEOPLE, table))))
    table = replace_fields(table, variant=replace_fields(table.variant, title=table.variant.name.title()))
    context = RenderContext(table, say, Names(PEOPLE, table), "Cards", 20, emoji=ALL_EMOJI, pictures=PictureChoice())
    view = hand_layout(context, person)
    components = view.to_components()
    shown = [item.picture.shows for item in view.walk_children() if isinstance(item, PictureGallery)]
    media = [item["media"] for part in parts(components) if part["type"] == 12 for item in part["items"]]
    for each, shows in zip(media, shown, strict=True):
        placed = place_hand(shows) if isinstance(shows, HandPicture) else place_table(shows)
        each |= {"url": "http://127.0.0.1/none.png", "width": placed.width, "height": placed.height}
    return bot_message(components)
