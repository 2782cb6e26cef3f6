"""The CPU time of a discard, compared with a command that does nothing, and the requests of the turns of a round."""

import asyncio
import json
import statistics
from dataclasses import dataclass
from typing import Any

import aiohttp

from benchmarks.delivery.measured_bot import NAMES, Bot, open_measured_bot
from benchmarks.results import Row, show
from tests.people import Person, Reply, parts

WARM_UP = 10
_SLOW, _QUICK = (4.0, "4 s between the moves"), (0.0, "at once")
_SIGNS = str.maketrans("CDHS", "♣♦♥♠")
"""As cards are shown: `7C` may mean two cards in other languages."""
ROUND = 4  # turns, each of another player
TURNS = (
    (True, True, *_SLOW, 3.3, 2.3),
    (True, False, *_SLOW, 4.3, 3.3),
    (False, False, *_SLOW, 6.3, 5.3),
    (True, True, *_QUICK, 2.3, 2.3),
    (True, False, *_QUICK, 3.3, 3.3),
    (False, False, *_QUICK, 4.3, 4.3),
)
"""Turns to count: if they are played by buttons, if the next hand is an edit or else always a new message, the pause (seconds)
and its name, and the most requests with a meld and without one."""

MANY_MELDS = (("packs", "2"), ("jokers", "6"))
"""House rules with which hands often have melds, so that turns with one are soon found at every place of a round."""


async def start_table_of_four(bot: Bot, group: dict[str, Person], *rules: tuple[str, str]) -> None:
    """Open a table with these house rules, and start a match of four."""
    lobby = (await group["Ann"].slash("table new", variant="rami", deals=50, thread=False)).message
    for rule, answer in rules:
        await group["Ann"].slash("table rule", rule=rule, answer=answer)
    await bot.mark()  # a **Join** before the lobby shows these rules is refused
    for name in NAMES[1:]:
        await group[name].press(lobby, "Join")
    await group["Ann"].press(lobby, "Start")


async def on_turn(group: dict[str, Person]) -> Person:
    """Wait for a person whose newest direct message lets them draw."""
    for _ in range(500):
        for person in group.values():
            if person.dms and draw_button(person.dms[-1]) is not None:
                return person
        await asyncio.sleep(0.02)
    raise AssertionError("nobody can draw")


def draw_button(message: dict[str, Any]) -> str | None:
    """Return the custom_id of the button that draws from the stock, or None."""
    found = (str(it.get("custom_id", "")) for it in parts(message["components"]))
    return next((custom_id for custom_id in found if custom_id.endswith(":draw stock")), None)


async def draw(person: Person) -> list[str]:
    """Draw from the stock, and return the cards that can be discarded then."""
    reply = await person.slash("draw", **{"from": "stock"})
    return [value.split()[1] for value in options(reply.message, "discard")]


async def cost_of_a_discard(bot: Bot, group: dict[str, Person]) -> dict[str, int]:
    """Return the CPU nanoseconds of one `/discard` until the courier is idle, by share, without the draw before it."""
    while True:
        await bot.mark()
        person = await on_turn(group)
        cards = await draw(person)
        if cards:
            before = await bot.mark()
            await person.slash("discard", card=cards[len(cards) // 2].translate(_SIGNS))
            after = await bot.mark()
            return {share: after[share] - before[share] for share in after}
        await asyncio.sleep(0.2)  # the deal has ended: the next one comes after the pause


async def cost_of_a_noop(bot: Bot, group: dict[str, Person]) -> int:
    before = await bot.mark()
    await group["Ann"].slash("noop")
    return (await bot.mark())["cpu"] - before["cpu"]


async def cost_of_a_mark(bot: Bot) -> int:
    """Return the CPU nanoseconds of measuring, which looks at every table of this bot."""
    before = await bot.mark()
    return (await bot.mark())["cpu"] - before["cpu"]


@dataclass(frozen=True, slots=True)
class Costs:
    """CPU milliseconds: medians without the measuring. `shares` are those of a discard.

    It has two transactions: the move, and what is posted of it.
    """

    noop: float
    discard: float
    crowded: float
    shares: dict[str, float]


async def cpu_costs(times: int, tables: int) -> tuple[Costs, float]:
    """Measure two bots alternately, the second with `tables` more tables, and return the costs and the KiB of such a table."""
    async with open_measured_bot() as (bot, group), open_measured_bot() as (crowded, crowd):
        for measured, players in ((bot, group), (crowded, crowd)):
            await start_table_of_four(measured, players)
            await measured.ask("show text")
        before = json.loads(await crowded.ask("memory"))["kib"]
        await crowded.ask(f"open {tables}")
        per_table = (json.loads(await crowded.ask("memory"))["kib"] - before) / tables
        noops, discards, others, marks, other_marks = [], [], [], [], []
        for turn in range(times + WARM_UP):
            one = await cost_of_a_discard(bot, group)
            noop, mark = await cost_of_a_noop(bot, group), await cost_of_a_mark(bot)
            other, other_mark = await cost_of_a_discard(crowded, crowd), await cost_of_a_mark(crowded)
            if turn >= WARM_UP:
                discards.append(one)
                noops.append(noop)
                marks.append(mark)
                others.append(other["cpu"])
                other_marks.append(other_mark)
        commit = json.loads(await bot.ask("commit 200"))["cpu"]
    off = statistics.median(marks)
    shares = {share: statistics.median(one[share] for one in discards) / 1e6 for share in ("rules", "layouts")}
    costs = Costs(
        (statistics.median(noops) - off) / 1e6,
        (statistics.median(one["cpu"] for one in discards) - off) / 1e6,
        (statistics.median(others) - statistics.median(other_marks)) / 1e6,
        {**shares, "commits": 2 * commit / 1e6},
    )
    return costs, per_table


async def requests_of_turns(pause: float, *, by_buttons: bool, edits: bool) -> tuple[dict[bool, list[int]], str]:
    """Count the requests of whole turns at a table of four: with a meld (True) and without, one for each place in a round.

    A turn lasts from the draw to the last message; `pause` (seconds) is between its moves. Answers to interactions are free at
    Discord and not counted. With `edits`, count only turns after which the next hand is an edit; else everybody chooses a new
    message each turn. Also return how many hands were edits.
    """
    edited = turns = 0
    async with open_measured_bot() as (bot, group), aiohttp.ClientSession() as session:
        await start_table_of_four(bot, group, *MANY_MELDS)
        await bot.ask(f"new {'away' if edits else 'always'}")
        channel, place, counts = group["Ann"].channel_id("rummy"), 0, dict[tuple[bool, int], int]()
        while len(counts) < 2 * ROUND:
            await bot.mark()
            person = await on_turn(group)
            async with session.delete(f"{bot.url}/control/requests"):
                pass
            played = await (play_turn_by_buttons if by_buttons else play_turn_by_commands)(person, pause)
            await bot.mark()
            async with session.get(f"{bot.url}/control/requests") as answer:
                found = count_requests(await answer.json(), channel)
            if played is not None:
                edited, turns = edited + (found["direct"] == 0), turns + 1
                if found["direct"] == 1 - edits:
                    counts.setdefault((played, place), found["all"])
            place = 0 if found["channel"] else place + 1  # a new message begins a round or a deal
            await asyncio.sleep(0.05)
    found_in_round = {has_meld: [counts[has_meld, place] for place in range(ROUND)] for has_meld in (True, False)}
    return found_in_round, f"{edited} of {turns}"


async def play_turn_by_commands(person: Person, pause: float) -> bool | None:
    """Play a turn with slash commands, and return whether it had a meld; None if it ended the deal."""
    message = (await person.slash("draw", **{"from": "stock"})).message
    melds, cards = options(message, "meld"), options(message, "discard")
    if melds:
        await asyncio.sleep(pause)
        message = (await person.slash("meld", cards=melds[0].removeprefix("meld "))).message
        cards = options(message, "discard")
    await asyncio.sleep(pause)
    if not cards:
        return None
    await person.slash("discard", card=cards[-1].split()[1])
    return bool(melds) if len(cards) > 1 else None


async def play_turn_by_buttons(person: Person, pause: float) -> bool | None:
    """Play a turn with buttons, and return whether it had a meld; None if it ended the deal."""
    message = person.dms[-1]
    button = draw_button(message)
    message = (await person.press(message, button)).message if button is not None else {}
    melds, cards = options(message, "meld"), options(message, "discard")
    if melds:
        await asyncio.sleep(pause)
        message = (await make_move(person, message, melds[0])).message
        cards = options(message, "discard")
    await asyncio.sleep(pause)
    if not cards:
        return None
    await make_move(person, message, cards[0])
    return bool(melds) if len(cards) > 1 else None


def options(message: dict[str, Any], kind: str) -> list[str]:
    """Return the moves of this kind that a hand offers: those of its buttons, then those of its select."""
    return [move for move in _controls(message) if move.startswith(kind)]


async def make_move(person: Person, message: dict[str, Any], move: str) -> Reply:
    """Press the button of a move, or choose it from its select. If the hand asks whether to discard, confirm it."""
    custom_id = _controls(message)[move]
    if custom_id.startswith("m:"):
        reply = await person.press(message, custom_id)
    else:
        reply = await person.choose(message, custom_id, move)
    asked = [it["custom_id"] for it in parts(reply.message.get("components", [])) if it.get("custom_id", "").startswith("d:")]
    return await person.press(reply.message, asked[0]) if asked else reply


def _controls(message: dict[str, Any]) -> dict[str, str]:
    """Return the custom_id of each offered move's button or select, the buttons first."""
    buttons, selects = dict[str, str](), dict[str, str]()
    for it in parts(message.get("components", [])):
        kind, *state = it.get("custom_id", "").split(":", 3)
        if kind == "m":
            buttons[state[2]] = it["custom_id"]
        elif kind == "s":
            selects |= {option["value"]: it["custom_id"] for option in it["options"]}
    return buttons | {move: custom_id for move, custom_id in selects.items() if move not in buttons}


def count_requests(log: list[dict[str, Any]], channel: str) -> dict[str, int]:
    counted = [it for it in log if not it["path"].startswith(("/interactions/", "/webhooks/"))]
    posts = [it for it in counted if it["method"] == "POST" and it["path"].endswith("/messages")]
    in_channel = sum(f"/channels/{channel}/" in it["path"] for it in posts)
    return {"all": len(counted), "channel": in_channel, "direct": len(posts) - in_channel}


async def measure(times: int = 200, tables: int = 1000) -> list[Row]:
    """Return the figures as rows of the table of results."""
    costs, per_table = await cpu_costs(times, tables)
    requests = []
    for by_buttons, edits, pause, pace, with_meld, without in TURNS:
        found, share = await requests_of_turns(pause, by_buttons=by_buttons, edits=edits)
        way = f"by {'buttons' if by_buttons else 'commands'}, {pace}, {'edited hand' if edits else 'new hand'}"
        requests += [
            _requests(f"with a meld {way}", found[True], with_meld, share),
            _requests(f"without {way}", found[False], without, share),
        ]
    ratio, crowded = costs.discard / costs.noop, costs.crowded / costs.discard
    shares = ", ".join(f"{share} {milliseconds:.2f}" for share, milliseconds in costs.shares.items())
    rest = costs.discard - sum(costs.shares.values())
    return [
        Row(
            f"CPU of one /discard without pictures until the courier is idle, 4 players, median of {times}",
            f"{costs.discard:.2f} ms ({shares}, discord.py and the rest {rest:.2f})",
            f"no-op slash command, {costs.noop:.2f} ms",
            "≤ 9 ×",
            f"{ratio:.1f} ×",
            ratio <= 9,
        ),
        Row(
            f"the same with {tables} live tables",
            f"{costs.crowded:.2f} ms",
            f"one table, {costs.discard:.2f} ms",
            "≤ 1.3 ×",
            f"{crowded:.2f} ×",
            crowded <= 1.3,
        ),
        *requests,
        _memory(per_table),
    ]


def _memory(kib: float) -> Row:
    return Row("memory of an idle live table of 4", f"{kib:.1f} KiB", "-", "≤ 100 KiB", f"{kib:.1f} KiB", kib <= 100)


def _requests(figure: str, found: list[int], most: float, share: str) -> Row:
    average = statistics.mean(found)
    value = f"{', '.join(map(str, found))} in the four turns of a round"
    return Row(
        f"counted requests of a whole turn {figure}",
        value,
        f"{share} hands edited",
        f"≤ {most}",
        f"{average:.2f}",
        average <= most,
    )


if __name__ == "__main__":
    show(asyncio.run(measure()))
