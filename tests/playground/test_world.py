"""The world: its file is read again after a restart, and holds only what it should; people read its messages in order."""

import asyncio
import signal
import sys
import time
from pathlib import Path

import aiohttp
import pytest
import yarl

from playground.server import Playground
from playground.world.snowflakes import Snowflakes, created_at
from playground.world.world import World
from tests.people import Person, people, said
from tests.playground.conftest import Wire
from tests.playground.small_bot import PIXEL, SmallBot


async def test_a_restart_keeps_the_world(tmp_path: Path) -> None:
    path = tmp_path / "w.db"
    async with Playground(path) as pg, aiohttp.ClientSession() as session:
        wire = Wire(session, pg)
        await wire.api("POST", f"/channels/{await wire.channel_id()}/messages", {"content": "still here"})
        before = await wire.state()
    async with Playground(path) as pg, aiohttp.ClientSession() as session:
        assert await Wire(session, pg).state() == before


async def test_a_new_world_has_six_people_two_channels_and_no_bot_online(wire: Wire) -> None:
    state = await wire.state("Ann")
    assert [it["global_name"] for it in state["people"]] == ["Ann", "Bob", "Cleo", "Dan", "Eve", "Finn"]
    assert state["guild"]["name"] == "Ramino Club"
    assert [it.get("name") for it in state["channels"]] == ["rummy", "lounge", None]
    assert state["bot"]["online"] is False


async def test_a_bot_survives_a_restart_of_everything(pg: Playground, bot: SmallBot, wire: Wire, ann: Person) -> None:
    dealt = (await ann.slash("deal")).message
    bot.up.clear()
    await wire.control("restart")
    async with people(pg.url, "Ann") as (ann,):
        assert said(ann.messages("rummy")[0]) == "A hand"
        async with asyncio.timeout(60):
            await bot.up.wait()
        assert (await ann.press(dealt, "AS")).outcome == "update"


async def test_deleting_a_channel_deletes_its_threads_messages_and_files(wire: Wire, pg: Playground) -> None:
    made = await wire.control("channels", {"name": "third"})
    path = f"/channels/{made['id']}/messages"
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", '{"content": "x", "attachments": [{"id": 0, "filename": "a.png"}]}')
    form.add_field("files[0]", PIXEL, filename="a.png")
    headers = {"Authorization": "Bot x"}
    async with wire._session.post(pg.api_url + path, data=form, headers=headers) as response:
        message = await response.json()
    attachment = message["attachments"][0]
    assert (attachment["filename"], attachment["width"], attachment["size"]) == ("a.png", 2, len(PIXEL))
    async with wire._session.get(attachment["url"]) as response:
        assert await response.read() == PIXEL
    _, kept = await wire.api("PATCH", f"{path}/{message['id']}", {"content": "y"})
    assert [it["id"] for it in kept["attachments"]] == [attachment["id"]], "an edit that does not speak of files keeps them"
    await wire.api("POST", f"{path}/{message['id']}/threads", {"name": "t"})
    await wire.control(f"channels/{made['id']}", method="DELETE")
    async with wire._session.get(attachment["url"]) as response:
        assert response.status == 404
    assert len(pg.world.channels) == 2 + 6


async def test_history_lists_messages_newest_first_before_after_and_around_an_id(wire: Wire, path: str) -> None:
    ids = [(await wire.api("POST", path, {"content": str(n)}))[1]["id"] for n in range(5)]

    async def given(query: str) -> list[int]:
        return [ids.index(it["id"]) for it in (await wire.api("GET", f"{path}?{query}"))[1]]

    assert await given("limit=2") == [4, 3]
    assert await given(f"before={ids[3]}&limit=2") == [2, 1]
    assert await given(f"after={ids[1]}&limit=2") == [3, 2]
    assert await given(f"around={ids[2]}&limit=3") == [3, 2, 1]
    assert (await wire.api("GET", f"{path}?limit=all"))[0] == 400


async def test_a_file_can_have_any_name(wire: Wire, pg: Playground) -> None:
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("files[0]", b"12", filename="#1 a b?.txt")
    path = f"{pg.api_url}/channels/{await wire.channel_id()}/messages"
    async with wire._session.post(path, data=form, headers={"Authorization": "Bot x"}) as response:
        attachment = (await response.json())["attachments"][0]
    async with wire._session.get(yarl.URL(attachment["url"], encoded=True)) as response:
        assert (await response.read(), response.content_type) == (b"12", "text/plain")


async def test_people_see_their_threads_and_nothing_after_leaving_the_server(wire: Wire, pg: Playground) -> None:
    rummy = await wire.channel_id()
    async with people(pg.url, "Bob") as (bob,):
        _, private = await wire.api("POST", f"/channels/{rummy}/threads", {"name": "private", "type": 12})
        await wire.api("POST", f"/channels/{rummy}/threads", {"name": "public", "type": 11})
        await bob.until(lambda: bob.sees("public"))
        assert not bob.sees(private["id"])
        await wire.api("PUT", f"/channels/{private['id']}/thread-members/{bob.id}")
        await bob.until(lambda: bob.sees("private"))
        await wire.control("people/Bob", {"in_guild": False})
        await bob.until(lambda: not bob.sees("rummy") and not bob.sees("private") and not bob.sees("public"))
        await wire.control("people/Bob", {"in_guild": True})
        await bob.until(lambda: bob.sees("rummy") and bob.sees("private") and bob.sees("public"))


async def test_only_mentions_in_new_messages_ping(wire: Wire, path: str, ann: Person, bob: Person) -> None:
    _, message = await wire.api("POST", path, {"content": "x"})
    await wire.api("PATCH", f"{path}/{message['id']}", {"content": f"<@{bob.id}>"})
    await wire.api("POST", path, {"content": f"<@{bob.id}>", "flags": 1 << 12})
    _, last = await wire.api("POST", path, {"content": f"<@{bob.id}>"})
    await bob.until(lambda: bob.pings)
    assert [it["message_id"] for it in bob.pings] == [last["id"]]
    assert ann.pings == []


def test_ids_grow_and_carry_the_time_of_their_creation() -> None:
    now = [1_700_000_000.0]
    ids = Snowflakes(lambda: now[0])
    made = [int(ids.next()) for _ in range(5000)]
    now[0] -= 60
    made.append(int(ids.next()))
    assert made == sorted(set(made)), "also when the clock goes back"
    assert abs(created_at(str(made[0])) - 1_700_000_000.0) < 0.01
    assert len({created_at(ids.next_moment()) for _ in range(5)}) == 5, "each interaction has its own millisecond"


async def test_the_page_is_served_without_the_files_around_it(wire: Wire, pg: Playground) -> None:
    async with wire._session.get(pg.url + "/") as response:
        assert (response.status, response.headers["Cache-Control"]) == (200, "no-store")
    for outside in ("/../server.py", "/%2e%2e/server.py", "/nothing.js"):
        async with wire._session.get(pg.url + outside) as response:
            assert response.status == 404


async def test_the_command_line_prints_the_address_and_stops_at_a_signal(tmp_path: Path) -> None:
    for leave, watching in ((signal.SIGTERM, ("--until-input-ends",)), (signal.SIGINT, ())):
        pipe, world = asyncio.subprocess.PIPE, str(tmp_path / "w.db")
        command = [sys.executable, "-W", "error", "-m", "playground", "--port", "0", "--world", world, "--fresh", *watching]
        process = await asyncio.create_subprocess_exec(
            *command, stdin=pipe, stdout=pipe, stderr=pipe, cwd=Path(__file__).parents[2]
        )
        url = (await process.stdout.readline()).decode().split()[-1]
        async with aiohttp.ClientSession() as session, session.ws_connect(url + "local/events?as=Ann"):
            process.send_signal(leave)
            async with asyncio.timeout(30):
                await process.wait()
        assert (process.returncode, await process.stderr.read()) == (0, b"")


@pytest.mark.parametrize("is_old", [False, True], ids=["new", "made by an earlier version"])
def test_only_its_owner_can_read_the_file_of_a_world(tmp_path: Path, *, is_old: bool) -> None:
    file = tmp_path / "world.db"
    if is_old:
        file.touch(0o644)
        file.chmod(0o644)
    world = World(file, time.time)
    modes = {one.name: one.stat().st_mode & 0o777 for one in tmp_path.iterdir()}
    assert modes == dict.fromkeys(("world.db", "world.db-wal", "world.db-shm"), 0o600), world


async def test_older_messages_come_in_order_until_there_are_none(wire: Wire) -> None:
    channel = await wire.channel_id()
    sent = [(await wire.api("POST", f"/channels/{channel}/messages", {"content": str(number)}))[1] for number in range(330)]
    state = await wire.state("Ann")
    shown = state["messages"][channel]
    assert [it["content"] for it in shown] == [str(number) for number in range(130, 330)]
    assert state["has_older"] == [channel]
    path = f"/local/messages?as=Ann&channel_id={channel}&before="
    older = await wire.local("GET", path + shown[0]["id"])
    assert [it["content"] for it in older["messages"]] == [str(number) for number in range(30, 130)]
    assert older["has_older"] is True
    oldest = await wire.local("GET", path + older["messages"][0]["id"])
    assert [it["id"] for it in oldest["messages"]] == [it["id"] for it in sent[:30]]
    assert oldest["has_older"] is False
    assert (await wire.local("GET", path + sent[0]["id"]))["messages"] == []


async def test_messages_of_a_channel_that_a_person_cannot_see_are_not_given(wire: Wire) -> None:
    bobs = await wire.channel_id("Bob")
    for query in (f"channel_id={bobs}&before=9", "channel_id=1&before=9", "before=9"):
        with pytest.raises(aiohttp.ClientResponseError, match="409"):
            await wire.local("GET", f"/local/messages?as=Ann&{query}")
    with pytest.raises(aiohttp.ClientResponseError, match="400"):
        await wire.local("GET", f"/local/messages?as=Ann&channel_id={await wire.channel_id()}&before=x")
