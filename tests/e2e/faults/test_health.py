"""What a running bot says about itself: its figures after a match, and its health while things go wrong."""

import asyncio
import json
import re
import sqlite3
import urllib.error
import urllib.request

from tests.e2e.support.club import EVERYONE, Club, until
from tests.e2e.support.tables import play_match, start_match


def get(port: int, path: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=5) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


def figure(text: str, name: str) -> float:
    return sum(float(line.rpartition(" ")[2]) for line in text.splitlines() if line.startswith(name))


async def test_the_figures_of_a_match_agree_with_what_happened_and_name_nobody(club: Club, port: int) -> None:
    await club.start_bot(HEALTH_PORT=str(port))
    await start_match(club, "Ann", "Bob", deals=1)
    status, body = await asyncio.to_thread(get, port, "/healthz")
    assert (status, json.loads(body)) == (200, {"healthy": True, "faults": [], "discord": "connected"})
    await play_match(club, {"Ann": "dm", "Bob": "dm"})
    _, text = await asyncio.to_thread(get, port, "/metrics")
    discards = sum(type(event).__name__ == "CardDiscarded" for event in club.events())
    assert figure(text, "ramino_turns_total") == discards
    assert figure(text, "ramino_open_tables") == 0
    assert set(re.findall('queue="([^"]*)"', text)) == {"tables to show", "requests", "answers"}
    requests = await club.requests()
    answered = [one for one in requests if one["path"].endswith("/callback")]
    assert figure(text, "ramino_answer_seconds_count") == len(answered)
    assert figure(text, 'ramino_requests_total{method="POST",route="/channels/{id}/messages",status="200"}') == len(
        [one for one in requests if one["method"] == "POST" and re.fullmatch(r"/channels/\d+/messages", one["path"])]
    )
    labels = [label for label in re.findall(r'="([^"]*)"', text) if not re.fullmatch(r"[\d.]+|\+Inf", label)]
    assert labels
    assert not [label for label in labels if re.search(r"\d{4}", label)], "no id"
    assert not [name for name in EVERYONE if name in text]


async def test_a_database_that_is_stuck_makes_the_bot_unwell_and_an_unreachable_discord_does_not(club: Club, port: int) -> None:
    await club.start_bot(HEALTH_PORT=str(port))
    await club.add_fault("", "/", times=0, status=500)
    assert (await asyncio.to_thread(get, port, "/healthz"))[0] == 200
    lock = sqlite3.connect(club.database, isolation_level=None)
    lock.execute("BEGIN IMMEDIATE")
    seen: list[int] = []

    def is_unwell() -> bool:
        seen.append(get(port, "/healthz")[0])
        return seen[-1] == 503

    await until(is_unwell, 30)
    lock.execute("ROLLBACK")
    lock.close()
    await until(lambda: get(port, "/healthz")[0] == 200, 20)
