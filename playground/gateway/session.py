"""The bot's sessions and the sockets that they speak through. A session outlives its socket, so that it can be resumed."""

import asyncio
import secrets
from collections import deque

from aiohttp import WSMsgType, web

from playground.discord_json import write

REPLAYABLE_EVENTS = 2_000
"""The number of events that a session can be sent again. Discord keeps a few minutes' worth."""


class Connection:
    """One socket of the bot. Only its writer sends, so that an answer cannot overtake an event that was queued before it.

    It writes while `may_write` is set. `process` is the name of the process that uses it, if it has one.
    """

    def __init__(self, may_write: asyncio.Event, process: str) -> None:
        self.may_write = may_write
        self.process = process
        self.socket = web.WebSocketResponse(compress=False, max_msg_size=1 << 16)
        self.outbox: asyncio.Queue[bytes | int] = asyncio.Queue()
        self.session: Session | None = None
        self.transport: asyncio.Transport | None = None

    async def write_outbox(self) -> None:
        while isinstance(frame := await self.outbox.get(), bytes):
            await self.may_write.wait()
            await self.socket.send_frame(frame, WSMsgType.TEXT)
        await self.socket.close(code=frame)

    def send(self, op: int, data: object = None) -> None:
        self.outbox.put_nowait(write({"op": op, "d": data, "s": None, "t": None}))

    def close(self, code: int) -> None:
        self.outbox.put_nowait(code)

    def abort(self) -> None:
        """End the connection without a closing frame, as when a cable is pulled."""
        if self.transport is not None:
            self.transport.abort()


class Session:
    """The events that the bot was sent on one shard."""

    def __init__(self, shard: tuple[int, int], intents: int) -> None:
        self.id = secrets.token_hex(16)
        self.shard = shard
        self.intents = intents
        self.seq = 0
        self.sent: deque[tuple[int, bytes]] = deque(maxlen=REPLAYABLE_EVENTS)
        self.connection: Connection | None = None

    def dispatch(self, event: str, data: bytes) -> None:
        self.seq += 1
        frame = b'{"op":0,"t":"%s","s":%d,"d":%s}' % (event.encode(), self.seq, data)
        self.sent.append((self.seq, frame))
        if self.connection is not None:
            self.connection.outbox.put_nowait(frame)

    def can_replay_from(self, seq: int) -> bool:
        return seq <= self.seq and (not self.sent or seq >= self.sent[0][0] - 1)
