"""What the host sees of a bot with faults: its health, and a log without a secret."""

import asyncio
import json
import re
import sqlite3
import urllib.error
import urllib.request
from contextlib import AsyncExitStack

from bot.rummy.events import InTurn
from tests.e2e.support.club import EVERYONE, Club, until
from tests.e2e.support.tables import draw_from_stock, open_table, play_match, play_turn, start_match
from tests.people import said


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
    assert figure(text, "ramino_plays_total") == sum(isinstance(event, InTurn) for event in club.events()) > 0
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

    await until(is_unwell)
    lock.execute("ROLLBACK")
    lock.close()
    await until(lambda: get(port, "/healthz")[0] == 200)


TOKEN = "MTA5ODc2NTQzMjEwOTg3NjU0" + ".GabcDE." + "x" * 38
NAMES = ZENOBIA, QUIRIN, SERAFINA = "Zenobia", "Quirin", "Serafina"
CARD = re.compile(r"\b(?:10|[2-9AJQK])[CDHS]\b|\bJK[12]?\b|[♣♦♥♠🃏]")
REFUSE_EVENTS = "CREATE TRIGGER refuse_events BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'on request'); END"
REFUSE_PEOPLE = "CREATE TRIGGER refuse_people BEFORE INSERT ON people BEGIN SELECT RAISE(ABORT, 'on request'); END"


async def test_the_log_of_a_match_at_debug_holds_no_secret(club: Club) -> None:
    for name in NAMES:
        await club.control("people", {"name": name})
    async with AsyncExitStack() as stack:
        await club.add_people(stack, *NAMES)
        await club.start_bot(LOG_LEVEL="DEBUG", DISCORD_TOKEN=TOKEN)
        lobby = await open_table(club, ZENOBIA, QUIRIN, deals=2)
        club.write_database(REFUSE_PEOPLE)
        answer = await club[SERAFINA].press(lobby, "Join")
        assert "Something went wrong" in said(answer.message)
        club.write_database("DROP TRIGGER refuse_people")
        await club[ZENOBIA].press(lobby, "Start")
        await club.until_sent()
        await play_turn(club)
        club.write_database(REFUSE_EVENTS)
        person = club.on_turn()
        assert "Something went wrong" in said((await draw_from_stock(person)).message)
        assert "Something went wrong" in said((await person.slash("draw", in_="dm", **{"from": "stock"})).message)
        club.write_database("DROP TRIGGER refuse_events")
        for method, path in (("POST", "/callback$"), ("PATCH", "/channels/"), ("POST", "/messages$"), ("DELETE", "/channels/")):
            for do in ({"status": 429, "retry_after": 0.1}, {"status": 500}, {"drop": True, "applied": True}, {"status": 400}):
                if (path, do) != ("/messages$", {"status": 400}):  # a hand that Discord calls invalid is not sent again
                    await club.add_fault(method, path, **do)
        await play_match(club, {ZENOBIA: "dm", QUIRIN: "dm"})
        log = club.bot_log
        assert log.count("a request failed") >= 3, "the failing writes are in the log"
        assert '"level": "warning"' in log, "so are failing requests"
        paths, events = [one["path"] for one in await club.requests()], str(club.query("SELECT event FROM events"))
        tokens = {found[1] for path in paths if (found := re.match(r"/(?:interactions|webhooks)/\d+/([^/?]+)", path))}
        seeds = set(re.findall(r"\b[0-9a-f]{64}\b", events))
        assert len(tokens) > 20
        assert seeds
        usernames = [username for (username,) in club.query("SELECT username FROM people")]
        assert len(usernames) == 2
        for secret in (*tokens, *seeds, TOKEN, *NAMES, *usernames, *(club[name].id for name in NAMES)):
            assert secret not in log, next(line for line in log.splitlines() if secret in line)
        assert not (shown := CARD.search(log)), next(line for line in log.splitlines() if shown and shown[0] in line)
