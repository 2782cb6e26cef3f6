"""How long pictures take to render and encode, how large they are, and how long the event loop waits meanwhile.

`python -m benchmarks.pictures.rendering`
"""

import asyncio
import io
import random
import time
from collections.abc import Callable, Sequence
from itertools import accumulate
from statistics import median

from PIL import Image

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
_NOISE = 192
"""Pixels of a square of noise. The limits were milliseconds, where Pillow encoded it in one; now they are multiples of that."""
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
    kinds: tuple[tuple[str, Callable[[], Shown], float, float | None], ...] = (  # the most: times the noise's, and KiB
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
    """Return how long such pictures take, beside a picture of noise that Pillow alone encodes after each of them."""
    durations, sizes, references = list[float](), list[float](), list[float]()
    noise = Image.effect_noise((_NOISE, _NOISE), 64)
    for one in shown:
        began = time.perf_counter()
        data = render_picture(one, sprites)
        durations.append((time.perf_counter() - began) * 1000)
        references.append(_encode(noise))
        sizes.append(len(data) / 1024)
    ratio, kib = median(durations) / median(references), max(sizes)
    return Row(
        f"{figure} rendered and encoded, median of {len(shown)}",
        f"{median(durations):.2f} ms, {median(sizes):.1f} KiB (largest {kib:.1f})",
        f"{_NOISE} × {_NOISE} of noise encoded, {median(references):.2f} ms",
        f"≤ {most:.1f} ×" + ("" if largest is None else f", ≤ {largest:.0f} KiB"),
        f"{ratio:.2f} ×, {kib:.1f} KiB",
        ratio <= most and (largest is None or kib <= largest),
    )


def _encode(noise: Image.Image) -> float:
    """Return how many milliseconds it takes."""
    began = time.perf_counter()
    noise.save(io.BytesIO(), "PNG")
    return (time.perf_counter() - began) * 1000


async def _longest_wait(what: str, shown: Sequence[Shown], sprites: Sprites) -> Row:
    """Return how long the event loop waits while one picture after the other is rendered in a thread; the median round's."""
    favour_event_loop()
    exempt_existing_objects()
    busy, idle, references = list[float](), list[float](), list[float]()
    noise = Image.effect_noise((_NOISE, _NOISE), 64)
    for _ in range(ROUNDS):
        async with event_loop_waits() as waits:
            for one in shown:
                await asyncio.to_thread(render_picture, one, sprites)
        busy.append(max(waits))
        async with event_loop_waits() as waits:
            await asyncio.sleep(1)
        idle.append(max(waits))
        references += [_encode(noise) for _ in range(20)]
    longest, reference = median(busy), median(references)
    return Row(
        f"longest wait of the event loop while {what} are rendered, median of {ROUNDS} rounds",
        f"{longest:.1f} ms",
        f"{_NOISE} × {_NOISE} of noise encoded, {reference:.2f} ms; idle: {median(idle):.1f} ms",
        "≤ 5.0 ×",
        f"{longest / reference:.2f} ×",
        longest <= 5 * reference,
    )


if __name__ == "__main__":
    report(measure(), title="pictures")
