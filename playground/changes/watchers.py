"""The WebSockets of `/local/events`: each page or test is sent the events that its person may see."""

import asyncio
from collections.abc import Callable

from aiohttp import WSMsgType, web

from playground.discord_json import write
from playground.objects.channel_objects import channel_object
from playground.world.entities import Channel, Message, Person
from playground.world.visibility import can_read, can_see
from playground.world.world import World


class Watcher:
    """One WebSocket. Only its writer sends, so events arrive in the order in which they happened."""

    def __init__(self, person_id: str) -> None:
        self.person_id = person_id
        self.socket = web.WebSocketResponse(compress=False, heartbeat=30)
        self.outbox: asyncio.Queue[bytes | None] = asyncio.Queue()

    async def write_outbox(self) -> None:
        while (frame := await self.outbox.get()) is not None:
            await self.socket.send_frame(frame, WSMsgType.TEXT)
        await self.socket.close()


class Watchers:
    """All open WebSockets of people."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._watchers: set[Watcher] = set()

    async def watch(self, request: web.Request, person: Person) -> web.WebSocketResponse:
        watcher = Watcher(person.id)
        await watcher.socket.prepare(request)
        self._watchers.add(watcher)
        writer = asyncio.create_task(watcher.write_outbox())
        try:
            async for _ in watcher.socket:
                pass  # nothing that a watcher sends has a meaning
        finally:
            self._watchers.discard(watcher)
            watcher.outbox.put_nowait(None)
            await asyncio.gather(writer, return_exceptions=True)
        return watcher.socket

    def send(self, event: str, data: object, is_for: Callable[[Person], bool] = lambda _: True) -> None:
        """Send an event to the watchers whose person it is for."""
        if not self._watchers:
            return
        frame = write({"type": event, "data": data})
        for watcher in self._watchers:
            if is_for(self._world.people[watcher.person_id]):
                watcher.outbox.put_nowait(frame)

    def send_to_readers(self, event: str, message: Message, data: object) -> None:
        """Send an event to everyone who can read a message."""
        self.send(event, data, lambda person: can_read(self._world, person, message))

    def send_to_members(self, event: str, channel: Channel, data: object) -> None:
        """Send an event to everyone who can see a channel."""
        self.send(event, data, lambda person: can_see(self._world, person, channel))

    def send_visibility(self, before: set[tuple[str, str]], after: set[tuple[str, str]]) -> None:
        """Send each person the channels that they see now and didn't see before, and the other way round.

        The pairs are those of `seen_by`. A channel that is gone must be sent as deleted by the caller.
        """
        for event, pairs in (("CHANNEL_CREATE", after - before), ("CHANNEL_DELETE", before - after)):
            for person_id, channel_id in sorted(pairs):
                data = channel_object(self._world, self._world.channels[channel_id])
                self.send(event, data, lambda person, wanted=person_id: person.id == wanted)  # type: ignore[misc]

    def disconnect(self) -> None:
        """Close every connection; pages reconnect on their own."""
        for watcher in self._watchers:
            watcher.outbox.put_nowait(None)
