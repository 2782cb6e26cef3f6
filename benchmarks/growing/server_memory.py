"""What a server costs each process, because discord.py keeps its channels. `python -m benchmarks.growing.server_memory`"""

import asyncio
import json
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

from benchmarks.results import Row, report
from benchmarks.timing import resident_kib
from bot.discord.client import RummyClient

SERVERS, CHANNELS, ROLES, EMOJI = 2500, 30, 16, 20
MOST_KIB = 50.0


def measure(servers: int = SERVERS) -> list[Row]:
    """Return the figures as rows of the table of results. A process of its own is measured."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        kib, milliseconds = process.submit(_read, servers).result()
    return [
        Row(
            f"memory of a server with {CHANNELS} channels, {ROLES} roles and {EMOJI} emoji, of {servers}, in each process",
            f"{kib:.1f} KiB (and {milliseconds:.1f} ms at the start)",
            "-",
            f"≤ {MOST_KIB:.0f} KiB",
            f"{kib:.1f} KiB",
            kib <= MOST_KIB,
        )
    ]


def _read(servers: int) -> tuple[float, float]:
    return asyncio.run(_read_servers(servers))


async def _read_servers(servers: int) -> tuple[float, float]:
    """Return the KiB and the milliseconds of a server, as the client reads it when it connects."""
    client = RummyClient()
    client._connection._add_guild_from_data(json.loads(_server(0)))
    before, seconds = resident_kib(), 0.0
    for number in range(1, servers + 1):
        text = _server(number)
        began = time.perf_counter()
        client._connection._add_guild_from_data(json.loads(text))
        seconds += time.perf_counter() - began
    return (resident_kib() - before) / servers, seconds * 1000 / servers


def _server(number: int) -> str:
    first = (number + 1) << 32
    one: dict[str, Any] = {
        "permission_overwrites": [],
        "nsfw": False,
        "rate_limit_per_user": 0,
        "parent_id": None,
        "topic": None,
    }
    channels = [
        {"id": str(first + nth), "type": 0, "name": f"channel-{number}-{nth}", "position": nth, **one}
        | {"permission_overwrites": [{"id": str(first), "type": 0, "allow": "0", "deny": str(number)}] * (nth % 3 == 0)}
        for nth in range(CHANNELS)
    ]
    roles = [
        {"id": str(first + 1000 * nth), "name": f"role {number} {nth}", "permissions": str(1 << nth), "position": nth}
        | {"color": nth, "colors": {"primary_color": nth}, "hoist": False, "managed": False, "mentionable": False, "flags": 0}
        for nth in range(ROLES)
    ]
    emoji = [
        {"id": str(first + 2000 + nth), "name": f"emoji_{number}_{nth}", "roles": [], "require_colons": True, "managed": False}
        | {"animated": False, "available": True}
        for nth in range(EMOJI)
    ]
    about = {"id": str(first), "name": f"Server {number}", "owner_id": str(first + 9), "member_count": 200, "features": []}
    about |= {
        "channels": channels,
        "roles": roles,
        "emojis": emoji,
        "stickers": [],
        "threads": [],
        "members": [],
        "presences": [],
    }
    return json.dumps(
        about | {"voice_states": [], "stage_instances": [], "guild_scheduled_events": [], "soundboard_sounds": []}
    )


if __name__ == "__main__":
    report(measure(), title="a server in memory")
