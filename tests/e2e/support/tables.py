"""Tables in places of every kind: opened, started and played by the people of a club, with decks in a chosen order."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar
from unittest import mock

import pytest

from bot.rummy.cards import Card
from bot.rummy.legal_moves import legal_moves
from bot.rummy.moves import Discard
from tests.e2e.support.club import WAIT, Club, Witness
from tests.e2e.support.hand_controls import button_id, can_press, controls, newest_with, offered_moves, table_number
from tests.e2e.support.league_messages import read
from tests.e2e.support.players import Player
from tests.people import Json, Reply, labels
from tests.seeded_deals import deal_runs

HIDDEN_PLACES = ["hidden", "thread of a hidden channel", "private thread"]
PLACES = ["open", *HIDDEN_PLACES]


async def make_place(club: Club, kind: str) -> str:
    """Create a place for a table, and return its name. Bob, Cleo and Eve see it, Finn doesn't, unless it is open."""
    if kind in ("hidden", "thread of a hidden channel"):
        await club.control("channels", {"name": "den"})
        await club.control("channels/den/permissions", {"allow": ["view_channel"]})
        for name in ("Bob", "Cleo", "Eve"):
            await club.control("channels/den/permissions", {"for": name, "allow": ["view_channel"]})
        await club.control("channels/den/permissions", {"for": "@everyone", "deny": ["view_channel"]})
    match kind:
        case "open":
            return "rummy"
        case "hidden":
            place = "den"
        case "thread of a hidden channel":
            place = "aside"
            await club.control("channels", {"name": place, "parent": "den"})
        case _:
            place = "secret"
            members = ["Bob", "Cleo", "Eve"]
            await club.control("channels", {"name": place, "parent": "rummy", "private": True, "members": members})
    await club["Bob"].until(lambda: club["Bob"].sees(place))
    await club["Finn"].until(lambda: not club["Finn"].sees(place))
    return place


T = TypeVar("T", int, Card)


def stack_deck(monkeypatch: pytest.MonkeyPatch, *hands: str, upcard: str, stock: str) -> None:
    """Let every deal give these hands, the first to the starter, then this upcard and stock; the rest follows in any order."""
    dealt = [card for cards in zip(*(hand.split() for hand in hands), strict=True) for card in cards]
    order = [Card(card) for card in (*dealt, upcard, *stock.split())]

    def stacked(deck: Sequence[T], _seed: str, what: str) -> Sequence[T]:
        if what != "deal":
            return tuple(deck)
        assert set(order) <= set(deck)
        return tuple(sorted(deck, key=lambda card: order.index(card) if card in order else len(order)))

    monkeypatch.setattr("bot.rummy.decide.shuffle", stacked)


@contextmanager
def one_turn_deals() -> Iterator[None]:
    """Let every deal with the French deck give everyone a run of their whole hand: the first turn can go out."""
    with mock.patch("bot.rummy.decide.deal_cards", deal_runs):
        yield


async def open_table(club: Club, *names: str, in_: str = "rummy", **options: object) -> Json:
    """Let the first person open a table and the others join it, and return the lobby's message.

    The table is played in the channel, unless the options say otherwise.
    """
    host, *guests = (club[name] for name in names)
    reply = await host.slash("table new", in_=in_, **{"thread": False, **options})
    assert reply.outcome in ("message", "deferred"), reply
    lobby = await host.until(lambda: newest_with(host.messages(in_), "join"))
    for guest in guests:
        await guest.until(lambda guest=guest: newest_with(guest.messages(in_), "join"))
        answer = await guest.press(lobby, button_id(guest.now(lobby), "join"))
        assert answer.outcome in ("update", "deferred_update"), answer
    return host.now(lobby)


async def start_match(club: Club, *names: str, in_: str = "rummy", **options: object) -> Json:
    """Open a table and start it, and return the lobby's message when the first turn is shown in the channel."""
    lobby = await open_table(club, *names, in_=in_, **options)
    number, host = table_number(lobby), club[names[0]]
    assert number is not None
    await host.until(lambda: can_press(host.now(lobby), "start"))  # the lobby may not show the last guest yet
    answer = await host.press(lobby, button_id(host.now(lobby), "start"))
    assert answer.outcome in ("deferred_update", "update"), answer
    await club.until_sent(number)
    return lobby


async def start_match_with_computers(club: Club, **options: object) -> Json:
    """Let Ann open a table in the channel with three computers and start it; return the lobby's message."""
    lobby = await open_table(club, "Ann", **options)
    number = table_number(lobby)
    assert number is not None
    for option in ("Add an easy computer", "Add a normal computer", "Add a normal computer"):
        added = await club["Ann"].choose(lobby, f"q:{number}", option)
        assert added.outcome == "update", added
    answer = await club["Ann"].press(club["Ann"].now(lobby), "Start")
    assert answer.outcome in ("deferred_update", "update"), answer
    await club.until_sent(number)
    return lobby


async def cancel_table(club: Club, name: str, lobby: Json | None = None, **options: object) -> Reply:
    """Let a person cancel a table, by the button behind **More** or else by command, and confirm it. Return the last answer."""
    if lobby is None:
        asked = await club[name].slash("table cancel", **options)
    else:
        asked = await club[name].press((await club[name].press(lobby, "More")).message, "Cancel the table")
    return await club[name].press(asked.message, "Yes, cancel the table")


async def break_off(club: Club, name: str, why: str = "too late", *, in_: str = "rummy", **options: object) -> Reply:
    """Let a person break a match off for this reason. Return the last answer."""
    asked = await club[name].slash("table cancel", in_=in_, **options)
    form = await club[name].press(asked.message, "Yes, cancel the match")
    assert form.outcome == "modal", form
    return await club[name].submit(form.modal, in_=in_, why=why)


async def remove_player(club: Club, name: str, asked: Json, removed: str, why: str = "") -> Reply:
    """Let a manager or organiser confirm what was `asked`, for this reason. Return the last answer."""
    form = await club[name].press(asked, f"Yes, remove {removed}")
    assert form.outcome == "modal", form
    return await club[name].submit(form.modal, in_="rummy", why=why)


async def play_match(club: Club, ways: dict[str, str], *, place: str = "rummy", table: int = 1, regrets: int = 0) -> None:
    """Let each person play in their way (see `Player`) until the match is over."""
    over = asyncio.Event()
    players = [Player(club, club[name], way, place, table, regrets) for name, way in ways.items()]
    tasks = [asyncio.create_task(player.play(over), name=player.person.name) for player in players]
    try:
        async with asyncio.timeout(240):
            while not club.query("SELECT closed FROM tables WHERE number = ?", table)[0][0]:
                for task in tasks:
                    if task.done():
                        task.result()
                await asyncio.sleep(0.05)
    except TimeoutError:
        raise AssertionError(f"The match did not end:\n{club.table(table)}\n{players[0].person}") from None
    finally:
        over.set()
        await asyncio.wait(tasks, timeout=WAIT)
        for task in tasks:
            task.cancel()
    for task in tasks:
        if not task.cancelled():
            task.result()
    await club.until_sent(table)


async def play_turn(club: Club, *, way: str = "dm", table: int = 1, place: str = "rummy") -> Witness:
    """Play one whole turn, and return the person whose turn it was.

    If a message was edited in the moment of a press, which Discord's client then refuses, they press again.
    """
    person = club.on_turn(table)
    player = Player(club, person, way, place, table)
    before = club.table(table)
    for _ in range(3):
        await player.take_turn()
        if club.table(table).version > before.version:
            break
        await club.until_sent(table)
    else:
        raise AssertionError(f"{person.name} could not play:\n{person}")
    await club.until_sent(table)
    return person


def legal_discards(club: Club) -> list[str]:
    """Return the discards that the person on turn can make, such as `discard QS`."""
    match = club.table().match
    seat = match.seat_to_act()
    return [str(move) for move in legal_moves(match, seat) if isinstance(move, Discard)]


async def play_by_commands(club: Club, *, discards: bool = True) -> Witness:
    """Draw and, if wanted, discard, without waiting until anything is shown; return the person whose turn it was."""
    person = club.on_turn()
    await person.slash("draw", **{"from": "stock"})
    if discards:
        await person.slash("discard", card=max(legal_discards(club)).removeprefix("discard "))
    return person


async def draw_from_stock(person: Witness, message: Json | None = None) -> Reply:
    """Press the button that draws from the stock, under this message or in the person's direct messages."""
    hand = message or next(message for message in person.dms if "draw stock" in offered_moves(message))
    return await person.press(hand, next(id_ for id_, moves in controls(hand).items() if moves == ["draw stock"]))


def newest_page(club: Club) -> Json:
    """Return the newest public message in #rummy, apart from mentions of people whose direct messages are closed."""
    return next(message for message in reversed(club["Finn"].messages("rummy")) if not is_mention(message))


def mentions(club: Club) -> list[Json]:
    """Return the messages in #rummy that mention people whose direct messages are closed."""
    return [message for message in club["Finn"].messages("rummy") if is_mention(message)]


def is_mention(message: Json) -> bool:
    """Return True for a message that only asks people to press **My hand**."""
    return labels(message) == ["My hand"]


def waiting_player(club: Club, *names: str) -> Witness:
    """Return the first of these people whose turn it isn't."""
    on_turn = club.on_turn()
    return next(club[name] for name in names if name != on_turn.name)


async def press_ready(person: Witness) -> None:
    message = newest_with(person.messages("rummy"), "ready")
    await person.press(message, button_id(message, "ready"))


async def play_short_match(club: Club, *names: str, table: int = 1, **options: object) -> str:
    """Play a match of one deal, in which the first turn goes out, and return the text of its last message in the channel."""
    with one_turn_deals():
        await start_match(club, *names, **{"deals": 1, **options})
        await play_match(club, dict.fromkeys(names, "dm"), table=table)
    return next(text for it in reversed(club["Finn"].messages("rummy")) if "End of the match" in (text := read(it)))


def table_messages(club: Club, table: int, *channels: str) -> list[Json]:
    """Return the bot's public messages about a table in these channels."""
    anybody = next(iter(club.members.values()))
    found = [message for channel in channels for message in anybody.messages(channel) if not message["flags"] & 64]
    return [message for message in found if table_number(message) in (None, table)]
