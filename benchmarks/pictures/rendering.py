"""How long pictures take to render and encode, how large they are, and how long the event loop waits meanwhile.

`python -m benchmarks.pictures.rendering`
"""

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from itertools import accumulate
from statistics import median

from benchmarks.results import Row, report
from benchmarks.timing import event_loop_waits
from bot.app import read_sprites
from bot.interpreter import exempt_existing_objects, favour_event_loop
from bot.messages.pictures.card_pictures import HandPicture, PlayerHand, PlayerMeld, TablePicture
from bot.messages.pictures.picture import Shown, render_picture
from bot.messages.pictures.points_chart import PointsOverDeals
from bot.messages.pictures.sprites import Sprites
from bot.rummy.cards import CUCCU20, FRENCH52, Card, Face
from bot.tables.ports import SuitColours

TIMES, ROUNDS = 300, 9
_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def hand(dice: random.Random, size: int, deck: Sequence[Face]) -> HandPicture:
    """Return a hand of this size with a meld of three, a new card and one that can't be discarded."""
    cards = tuple(map(Card, dice.sample(list(deck), size)))
    return HandPicture((cards[:3],), cards[3:], cards[4], (cards[5],))


def table_of_eight_melds(dice: random.Random) -> TablePicture:
    """Return a table of four with eight melds of three to five cards."""
    melds = []
    for nth in range(8):
        first, size, suit = dice.randrange(8), 3 + nth % 3, dice.choice("CDHS")
        cards = tuple(Card(f"{rank}{suit}") for rank in _RANKS[first : first + size])
        melds.append(PlayerMeld("RO34"[nth % 4], cards))
    hands = tuple(PlayerHand(mark, dice.randint(1, 10), to_act=mark == "O") for mark in "RO34")
    return TablePicture(dice.randint(1, 30), Card(dice.choice(FRENCH52)), hands, tuple(melds))


def chart(dice: random.Random) -> PointsOverDeals:
    """Return the points of six players over 60 deals."""
    totals = tuple(tuple(accumulate(dice.randint(-20, 60) for _ in range(60))) for _ in range(6))
    return PointsOverDeals(totals, tuple("ROM456"))


def measure(times: int = TIMES) -> list[Row]:
    """Return the figures as rows of the table of results."""
    sprites, dice = read_sprites()[SuitColours.FOUR], random.Random(1)
    kinds: tuple[tuple[str, Callable[[], Shown], float, float | None], ...] = (
        ("a hand of 10", lambda: hand(dice, 10, FRENCH52), 5.0, 30),
        ("a hand of 10 of Cuccù", lambda: hand(dice, 10, CUCCU20), 5.0, 30),
        ("a hand of 20", lambda: hand(dice, 20, FRENCH52), 9.0, None),
        ("a table of 8 melds", lambda: table_of_eight_melds(dice), 10.0, 60),
        ("a chart of 6 lines over 60 deals", lambda: chart(dice), 15.0, 30),
    )
    rows = [_row(figure, [make() for _ in range(times)], sprites, most, size) for figure, make, most, size in kinds]
    hands = [hand(dice, 20, FRENCH52) for _ in range(times)]
    charts = [chart(dice) for _ in range(times)]
    kinds_of_many = ((f"{times} hands of 20", hands), (f"{times} charts", charts))
    waits = [asyncio.run(_longest_wait(what, shown, sprites)) for what, shown in kinds_of_many]
    return [*rows, *waits]


def _row(figure: str, shown: Sequence[Shown], sprites: Sprites, most: float, largest: float | None) -> Row:
    durations, sizes = [], []
    for one in shown:
        began = time.perf_counter()
        data = render_picture(one, sprites)
        durations.append((time.perf_counter() - began) * 1000)
        sizes.append(len(data) / 1024)
    milliseconds, kib = median(durations), max(sizes)
    return Row(
        f"{figure} rendered and encoded, median of {len(shown)}",
        f"{milliseconds:.2f} ms, {median(sizes):.1f} KiB (largest {kib:.1f})",
        "-",
        f"≤ {most:.0f} ms" + ("" if largest is None else f", ≤ {largest:.0f} KiB"),
        f"{milliseconds:.2f} ms, {kib:.1f} KiB",
        milliseconds <= most and (largest is None or kib <= largest),
    )


async def _longest_wait(what: str, shown: Sequence[Shown], sprites: Sprites) -> Row:
    """Return how long the event loop waits while one picture after the other is rendered in a thread; the median round's."""
    favour_event_loop()
    exempt_existing_objects()
    busy, idle = list[float](), list[float]()
    for _ in range(ROUNDS):
        async with event_loop_waits() as waits:
            for one in shown:
                await asyncio.to_thread(render_picture, one, sprites)
        busy.append(max(waits))
        async with event_loop_waits() as waits:
            await asyncio.sleep(1)
        idle.append(max(waits))
    longest = median(busy)
    return Row(
        f"longest wait of the event loop while {what} are rendered, median of {ROUNDS} rounds",
        f"{longest:.1f} ms",
        f"idle: {median(idle):.1f} ms",
        "≤ 5 ms",
        f"{longest:.1f} ms",
        longest <= 5,
    )


if __name__ == "__main__":
    report(measure(), title="pictures")
