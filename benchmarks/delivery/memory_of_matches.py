"""The memory of the bot after a hundred matches with pictures. `python -m benchmarks.delivery.memory_of_matches`"""

import asyncio
import json

from benchmarks.delivery.measured_bot import Bot, open_measured_bot
from benchmarks.delivery.turn_cost import draw, on_turn
from benchmarks.results import Row, report
from tests.people import Person

MATCHES, TURNS = 100, 6
MOST_MIB = 150


async def measure(matches: int = MATCHES) -> list[Row]:
    """Return the figures as rows of the table of results. The people look at ratings, too."""
    async with open_measured_bot() as (bot, group):
        at_first = await memory(bot)
        for _ in range(matches):
            await play_and_leave(bot, {name: group[name] for name in ("Ann", "Bob")})
            await group["Ann"].slash("stats")
        mib = await memory(bot)
    return [
        Row(
            f"memory of the bot after {matches} matches with pictures",
            f"{mib:.0f} MiB",
            f"before them: {at_first:.0f} MiB",
            f"≤ {MOST_MIB} MiB",
            f"{mib:.0f} MiB",
            mib <= MOST_MIB,
        )
    ]


async def memory(bot: Bot) -> float:
    await bot.mark()
    return float(json.loads(await bot.ask("memory"))["kib"]) / 1024


async def play_and_leave(bot: Bot, players: dict[str, Person]) -> None:
    """Play a few turns of a match; then one of its players leaves, so it is over."""
    lobby = (await players["Ann"].slash("table new", variant="rami", deals=1, thread=False)).message
    await bot.mark()
    await players["Bob"].press(lobby, "Join")
    await players["Ann"].press(lobby, "Start")
    for _ in range(TURNS):
        cards = list[str]()
        while not cards:  # empty if it isn't their turn any more: their direct message is a moment behind
            await bot.mark()
            person = await on_turn(players)
            cards = await draw(person)
        await person.slash("discard", card=cards[0].translate({ord(a): b for a, b in zip("CDHS", "♣♦♥♠", strict=True)}))
    await bot.mark()
    asked = (await players["Bob"].slash("table leave")).message
    await players["Bob"].press(asked, "Yes, leave the match")
    await bot.mark()


if __name__ == "__main__":
    report(asyncio.run(measure()), title="memory after matches")
