"""The people who are watching: one WebSocket a page or test, told what its person may see."""

import asyncio
from collections.abc import Callable

from aiohttp import WSMsgType, web

from playground.things import Channel, Message, Person
from playground.wire import write
from playground.world import World


class Seat:
    """One watching WebSocket. Only its writer sends, so events arrive in the order in which they happened."""

    def __init__(self, person_id: str) -> None:
        self.person_id = person_id
        self.socket = web.WebSocketResponse(compress=False, heartbeat=30)
        self.outbox: asyncio.Queue[bytes | None] = asyncio.Queue()

    async def write(self) -> None:
        while (frame := await self.outbox.get()) is not None:
            await self.socket.send_frame(frame, WSMsgType.TEXT)
        await self.socket.close()


class Audience:
    def __init__(self, world: World) -> None:
        self._world = world
        self._seats: set[Seat] = set()

    async def watch(self, request: web.Request, person: Person) -> web.WebSocketResponse:
        seat = Seat(person.id)
        await seat.socket.prepare(request)
        self._seats.add(seat)
        writer = asyncio.create_task(seat.write())
        try:
            async for _ in seat.socket:
                pass  # a watcher has nothing to say
        finally:
            self._seats.discard(seat)
            seat.outbox.put_nowait(None)
            await asyncio.gather(writer, return_exceptions=True)
        return seat.socket

    def tell(self, event: str, data: object, may_hear: Callable[[Person], bool] = lambda _: True) -> None:
        if not self._seats:
            return
        frame = write({"type": event, "data": data})
        for seat in self._seats:
            if may_hear(self._world.people[seat.person_id]):
                seat.outbox.put_nowait(frame)

    def tell_of_message(self, event: str, message: Message, data: object) -> None:
        self.tell(event, data, lambda person: self._world.reads(person, message))

    def tell_of_channel(self, event: str, channel: Channel, data: object) -> None:
        self.tell(event, data, lambda person: self._world.sees(person, channel))

    def send_home(self) -> None:
        """Close every connection; the pages come back by themselves."""
        for seat in self._seats:
            seat.outbox.put_nowait(None)
