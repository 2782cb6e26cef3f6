"""One person asks 20 times a second for what costs the most; how long others wait for `/help`, with and without it.

The old buttons of a match with thousands of events, and the hand and the melds of a table with random extreme rules. The table
is written to the database before the bot starts. `python -m benchmarks.delivery.costly_tables`
"""

import asyncio
import random
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from msgspec.structs import replace

from benchmarks.results import Row, report
from benchmarks.rules.extreme_tables import extreme_variant
from benchmarks.timing import milliseconds, p95
from bot.interactions.table import typed_moves
from bot.messages.table.hand.hand_message import hand_layout
from bot.rummy.legal_moves import legal_moves
from bot.rummy.moves import DRAW
from bot.storage.store import open_store
from bot.tables.events import TableOpened
from bot.tables.lobby_requests import Start
from bot.tables.match_requests import Play
from bot.tables.ports import UNCHANGED, Commit
from bot.tables.table import Phase
from tests.e2e.support.club import EVERYONE, Club, open_club
from tests.e2e.support.commands import post_buttons
from tests.messages.shown_text import ENGLISH
from tests.messages.table.played_tables import PlayedTable, context_for
from tests.people import Reply
from tests.rummy.gauntlet import eager
from tests.rummy.presets import variant

PER_SECOND, SECONDS, MOST = 20, 15.0, 300.0
DEALT, DEALS, PEOPLE, MOVES = 150, 50, 6, 100_000
_PAUSE = 0.35  # seconds between two commands of the other person
_COMMIT = 500  # events
_FAR = 10**15  # a deadline (epoch ms)


async def measure(seconds: float = SECONDS) -> list[Row]:
    """Return the figures as rows of the table of results."""
    dice = random.Random(3)
    rules = replace(variant("rami"), match_target="none", match_deals=DEALS)
    long, dear = PlayedTable(rules, dice).seat(PEOPLE).play(eager, moves=MOVES), _dear_table(dice)
    return [
        await _row(f"the old button of a match of {len(long.events):,} events", long, _press_old_button, seconds),
        await _row(f"/hand and /meld's suggestions at the costliest of {DEALT} extreme tables", dear, _ask_for_hand, seconds),
    ]


def _dear_table(dice: random.Random) -> PlayedTable:
    """Return the table whose hand and suggestions cost person 1 the most, just dealt by extreme rules."""
    found = list[tuple[float, int, PlayedTable]]()
    while len(found) < DEALT:
        played = PlayedTable(replace(extreme_variant(dice), players=(2, 2), opening="upcard"), dice).seat(2)
        played.ask(1, Start())
        table = played.table
        if table.person_to_act() == 1 and table.match is not None:
            if DRAW in legal_moves(table.match, table.seats.seat_of(1)):
                played.ask(1, Play(DRAW))
            found.append((_cost(played), len(found), played))
    return max(found)[2]


def _cost(played: PlayedTable) -> float:
    began, table = time.thread_time(), played.table
    assert table.match is not None
    hand_layout(context_for(table, ENGLISH), 1)
    typed_moves.meld_choices((table, legal_moves(table.match, table.seats.seat_of(1))), ENGLISH, "")
    return time.thread_time() - began


async def _press_old_button(club: Club, number: int) -> Callable[[], list[Awaitable[object]]]:
    message = await post_buttons(club, "lounge", f"t:{number}:rules")
    return lambda: [club["Ann"].press(message, f"t:{number}:rules")]


async def _ask_for_hand(club: Club, number: int) -> Callable[[], list[Awaitable[object]]]:
    ann = club["Ann"]
    return lambda: [
        ann.slash("hand", in_="lounge", table=number),
        ann.autocomplete("meld", "cards", "", in_="lounge", table=number),
    ]


async def _row(
    what: str,
    played: PlayedTable,
    prepare: Callable[[Club, int], Awaitable[Callable[[], list[Awaitable[object]]]]],
    seconds: float,
) -> Row:
    with tempfile.TemporaryDirectory() as folder:
        async with open_club(Path(folder), *EVERYONE, limits={}) as club:
            number = await _write_table(club, played)
            await club.start_bot()
            requests = await prepare(club, number)
            await _help_times(club, 1.0)  # fills the caches
            quiet = await _help_times(club, seconds)
            busy, answers = await asyncio.gather(_help_times(club, seconds), _flood(requests, seconds))
    assert len(answers) > PER_SECOND / 2 * seconds, answers
    assert not [one for one in answers if isinstance(one, Reply) and one.outcome != "message"], answers
    more = p95(busy) - p95(quiet)
    return Row(
        figure=f"p95 of another person's /help while one sends {PER_SECOND} a second: {what}",
        value=f"{p95(busy):.0f} ms (longest {max(busy):.0f} ms; {len(answers)} requests)",
        against=f"without, {p95(quiet):.0f} ms",
        target=f"≤ {MOST:.0f} ms more",
        measured=f"{more:.0f} ms more",
        met=more <= MOST,
    )


async def _write_table(club: Club, played: PlayedTable) -> int:
    """Write the table to the club's database, with Ann as person 1, and return its number."""
    async with club.bot():
        for name in ("Ann", "Bob"):
            await club[name].slash("hand")
    assert club.person_number("Ann") == 1
    events = played.events
    assert isinstance(events[0], TableOpened)
    opened = replace(events[0], server=int(club.pg.world.guild.id), channel=int(club["Ann"].channel_id("rummy")))
    async with open_store(f"sqlite:///{club.database}") as store:
        for person in played.table.seats.people[2:]:
            await store.people.add_or_update(100 + person, f"P{person}", "en-US")
        number = await store.log.open_table(opened, due=_FAR)
        for at in range(1, len(events), _COMMIT):
            part, is_last = tuple(events[at : at + _COMMIT]), at + _COMMIT >= len(events)
            is_over = is_last and played.table.phase == Phase.OVER
            await store.log.commit(Commit(number, at + 1, part, 4, UNCHANGED, is_over=is_over))
        await store.surfaces.save(number, len(events), [])
    return number


async def _flood(requests: Callable[[], list[Awaitable[object]]], seconds: float) -> list[object]:
    """Send these requests, `PER_SECOND` times a second, for so long, and return the replies."""
    sent, ends = list[asyncio.Future[object]](), time.monotonic() + seconds
    while time.monotonic() < ends:
        sent += map(asyncio.ensure_future, requests())
        await asyncio.sleep(1 / PER_SECOND)
    return await asyncio.gather(*sent)


async def _help_times(club: Club, seconds: float) -> list[float]:
    """Let Cleo ask for help for so long; return the milliseconds until each answer."""
    times, ends = list[float](), time.monotonic() + seconds
    while time.monotonic() < ends:
        times.append(await milliseconds(lambda: _help(club)))
        await asyncio.sleep(_PAUSE)
    return times


async def _help(club: Club) -> None:
    reply = await club["Cleo"].slash("help")
    assert reply.outcome in ("message", "deferred"), reply.error


if __name__ == "__main__":
    report(asyncio.run(measure()), title="one person asks for what costs the most")
