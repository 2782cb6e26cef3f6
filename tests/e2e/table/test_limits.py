"""Limits for people and servers: each has its own message, changes nothing, and delays nobody else."""

import asyncio
import re
from collections.abc import AsyncIterator, Coroutine, Iterable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pytest

from bot import app
from bot.interactions.rate_limits import RateLimits
from bot.storage.store import open_store
from bot.tables.events import TableOpened
from playground.world.entities import SUBMIT
from tests.e2e.support.club import EVERYONE, Club, open_club
from tests.e2e.support.commands import send_forged
from tests.e2e.support.tables import open_table, play_turn, start_match
from tests.people import Json, said
from tests.rummy.presets import variant

T = TypeVar("T")


@pytest.fixture
async def limited(tmp_path: Path) -> AsyncIterator[Club]:
    """A server with the limits that hosts get who change nothing."""
    async with open_club(tmp_path, *EVERYONE, limits={}) as club:
        yield club


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time by which limits are counted; it stands still until a test changes it."""
    seconds = [0.0]
    monkeypatch.setattr(app, "RateLimits", partial(RateLimits, now=lambda: seconds[0]))
    return seconds


async def answers(limited: Club, bot: app.Bot, sent: Iterable[Coroutine[Any, Any, T]], *, at_least: int) -> list[T]:
    """Send all this at once and return what is answered. The rest is dropped; Discord would wait for it."""
    flood = [asyncio.create_task(one) for one in sent]
    while sum(task.done() for task in flood) < at_least:  # autocompletes aren't among what makes a bot busy
        await asyncio.wait([task for task in flood if not task.done()], return_when=asyncio.FIRST_COMPLETED)
    for _ in range(2):  # the first is judged after them, and the second answered after they were
        assert "Rummy with Ramino" in said((await limited["Cleo"].slash("help")).message), "others are answered as ever"
        await bot.boundary.idle()
    answered, dropped = await asyncio.wait(flood, timeout=0)
    for task in dropped:
        task.cancel()
    return [task.result() for task in answered]


@pytest.mark.journey
async def test_commands_that_come_too_fast_are_refused_and_answered_once_a_second(limited: Club, seconds: list[float]) -> None:
    async with limited.bot() as bot:
        replies = await answers(limited, bot, (limited["Bob"].slash("help") for _ in range(100)), at_least=16)
        texts = [said(reply.message) for reply in replies if reply.message]
        refused = [text for text in texts if "at most 3 commands per second" in text]
        assert len(texts) - len(refused) == 15, "a burst is allowed"
        assert len(refused) == 1
        seconds[0] += 1
        assert "too fast" not in said((await limited["Bob"].slash("help")).message)


@pytest.mark.usefixtures("seconds")
async def test_pressing_like_mad_is_refused_too_and_plays_nothing(limited: Club) -> None:
    limited.limits = {"moves_per_second": 2}
    async with limited.bot() as bot:
        lobby = await open_table(limited, "Bob", "Cleo")
        replies = await answers(limited, bot, (limited["Bob"].press(lobby, "t:1:more") for _ in range(40)), at_least=11)
        texts = [said(reply.message) for reply in replies if reply.message]
        assert any("at most 2 moves or presses per second" in text for text in texts)
        assert sum("too fast" not in text for text in texts) <= 12
        assert len(limited.events()) == 2


@pytest.mark.usefixtures("seconds")
async def test_autocomplete_that_comes_too_fast_is_not_answered(limited: Club) -> None:
    limited.limits = {"moves_per_second": 2}
    async with limited.bot() as bot:
        data: Json = {"name": "rules", "options": [{"name": "variant", "value": "", "focused": True}]}
        replies = await answers(limited, bot, (limited["Bob"].act(4, "rummy", data) for _ in range(30)), at_least=10)
        assert [reply.outcome for reply in replies] == ["choices"] * 10, "a burst"
        assert not limited["Bob"].hidden


@pytest.mark.usefixtures("seconds")
async def test_forged_modals_that_come_too_fast_are_not_all_answered(limited: Club) -> None:
    limited.limits = {"moves_per_second": 2}
    async with limited.bot() as bot:
        forged = {"custom_id": "t:1:join", "components": []}
        replies = await answers(limited, bot, (send_forged(limited, "Bob", SUBMIT, forged) for _ in range(30)), at_least=11)
        assert [reply["outcome"] for reply in replies] == ["message"] * 11, "a burst, and one refusal"


async def test_fast_players_never_hit_a_limit(limited: Club) -> None:
    limited.limits = {"open_lobbies": 5}
    async with limited.bot():
        await start_match(limited, "Bob", "Cleo", deals=1)
        for _ in range(4):
            await play_turn(limited, way="dm" if limited.on_turn().name == "Bob" else "hand")
        for person in limited.members.values():
            assert not [one for one in person.seen if re.search("(?<![Tt]ime )limit", str(one.message))]


FAR = 10**15  # epoch ms


async def test_many_tables_in_a_channel_still_fit_into_a_sentence(club: Club) -> None:
    channel, server = int(club["Ann"].channel_id("rummy")), int(club.pg.world.guild.id)
    async with open_store(club.database_url) as store:
        ann = await store.people.add_or_update(int(club["Ann"].id), "Ann", "en-US")
        opened = TableOpened(server, channel, ann.number, variant("rami"), thread=False, at=1)
        for _ in range(30):
            number = await store.log.open_table(opened, due=FAR)
            await store.surfaces.save(number, 1, [])  # shown, as far as the bot knows
    async with club.bot():
        await check_many_tables(club)


async def check_many_tables(club: Club) -> None:
    for name in ("Cleo", "Ann"):
        shown = said((await club[name].slash("table show")).message)
        assert "or 6 more" in shown
        assert len(shown) < 2000
    assert len(await club["Cleo"].autocomplete("table show", "table", 1)) == 25
