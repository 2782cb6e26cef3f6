"""The gateway: sessions of the bot, what each has been sent, and the sockets they speak through."""

import asyncio
import secrets
from collections import deque
from collections.abc import Callable, Iterator

from aiohttp import WSMsgType, web

from playground import intents, shapes
from playground.wire import Json, read, write
from playground.world import World

HEARTBEAT_MS = 41_250
REMEMBERED = 2_000
"""How many events a session can be replayed. Discord keeps a few minutes' worth."""


class Closed(Exception):  # noqa: N818  (said of the socket)
    """The socket must be closed with this code."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code


class Line:
    """One socket of the bot's. Only its writer sends: an answer may not overtake an event that was queued before it."""

    def __init__(self) -> None:
        self.socket = web.WebSocketResponse(compress=False, max_msg_size=1 << 16)
        self.outbox: asyncio.Queue[bytes | int] = asyncio.Queue()
        self.session: Session | None = None
        self.transport: asyncio.Transport | None = None

    async def write(self) -> None:
        while isinstance(frame := await self.outbox.get(), bytes):
            await self.socket.send_frame(frame, WSMsgType.TEXT)
        await self.socket.close(code=frame)

    def send(self, op: int, data: object = None) -> None:
        self.outbox.put_nowait(write({"op": op, "d": data, "s": None, "t": None}))

    def hang_up(self, code: int) -> None:
        self.outbox.put_nowait(code)

    def cut(self) -> None:
        """As when a cable is pulled: no closing frame."""
        if self.transport is not None:
            self.transport.abort()


class Session:
    """What the bot has been told on one shard; it outlives the socket, so that it can be resumed."""

    def __init__(self, shard: tuple[int, int], wanted: int) -> None:
        self.id = secrets.token_hex(16)
        self.shard = shard
        self.intents = wanted
        self.seq = 0
        self.sent: deque[tuple[int, bytes]] = deque(maxlen=REMEMBERED)
        self.line: Line | None = None

    def dispatch(self, event: str, data: bytes) -> None:
        self.seq += 1
        frame = b'{"op":0,"t":"%s","s":%d,"d":%s}' % (event.encode(), self.seq, data)
        self.sent.append((self.seq, frame))
        if self.line is not None:
            self.line.outbox.put_nowait(frame)

    def can_replay_from(self, seq: int) -> bool:
        return seq <= self.seq and (not self.sent or seq >= self.sent[0][0] - 1)


def _tell_nobody() -> None:
    pass


class Gateway:
    """Sends each event to the sessions whose shard and intents it concerns."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.url = ""
        self.sessions: dict[str, Session] = {}
        self._lines: set[Line] = set()
        self._held: list[tuple[str, bytes, str | None]] | None = None
        self._twice = False
        self.on_presence_change: Callable[[], None] = _tell_nobody

    @property
    def is_online(self) -> bool:
        return any(session.line is not None for session in self.sessions.values())

    # What happens, towards the bot.

    def wants(self, event: str, guild_id: str | None) -> bool:
        """Whether any session would get this event, so that it is not built in vain."""
        return next(self._listeners(event, guild_id), None) is not None

    def dispatch(self, event: str, data: Json, guild_id: str | None) -> None:
        body = write(data)
        times = 1
        if self._twice and event == "INTERACTION_CREATE":
            self._twice, times = False, 2
        for _ in range(times):
            if self._held is not None:
                self._held.append((event, body, guild_id))
            else:
                self._deliver(event, body, guild_id)

    def _deliver(self, event: str, body: bytes, guild_id: str | None) -> None:
        for session in self._listeners(event, guild_id):
            session.dispatch(event, body)

    def _listeners(self, event: str, guild_id: str | None) -> Iterator[Session]:
        need = intents.needed(event, in_guild=guild_id is not None)
        for session in self.sessions.values():
            number, count = session.shard
            # What belongs to no server, such as a press in a direct message, goes to shard 0.
            home = 0 if guild_id is None else (int(guild_id) >> 22) % count
            if home == number and session.intents & need == need:
                yield session

    # What can go wrong.

    def hold(self) -> None:
        self._held = self._held or []

    def release(self, *, reverse: bool = False) -> None:
        held, self._held = self._held or [], None
        for event, body, guild_id in reversed(held) if reverse else held:
            self._deliver(event, body, guild_id)

    def repeat_next_interaction(self) -> None:
        self._twice = True

    def drop(self) -> None:
        for line in list(self._lines):
            line.cut()

    def ask_to_reconnect(self) -> None:
        for line in self._lines:
            line.send(7)

    def invalidate(self, *, resumable: bool = False) -> None:
        for line in self._lines:
            line.send(9, resumable)
        if not resumable:
            self.sessions.clear()

    def forget(self) -> None:
        """As after a restart of the gateway: every socket cut, no session known, nothing held back."""
        self.drop()
        self.sessions.clear()
        self._held, self._twice = None, False

    # The bot's side.

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        line = Line()
        line.transport = request.transport
        await line.socket.prepare(request)
        self._lines.add(line)
        writer = asyncio.create_task(line.write())
        line.send(10, {"heartbeat_interval": HEARTBEAT_MS, "_trace": []})
        try:
            async for message in line.socket:
                if message.type is WSMsgType.TEXT:
                    self._hear(line, message.data)
        except Closed as closed:
            line.hang_up(closed.code)
            await writer
        finally:
            self._lines.discard(line)
            self._leave(line)
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)
        return line.socket

    def _leave(self, line: Line) -> None:
        session = line.session
        if session is None or session.line is not line:
            return
        session.line = None
        if line.socket.close_code in (1000, 1001):  # the bot said goodbye: its session is over
            self.sessions.pop(session.id, None)
        self.on_presence_change()

    def _hear(self, line: Line, text: str) -> None:
        if len(text) > 4096:
            raise Closed(4002, "Payload too long")
        try:
            payload = read(text)
            op, data = payload["op"], payload.get("d")
        except (ValueError, TypeError, KeyError, AttributeError):
            raise Closed(4002, "Error while decoding payload") from None
        match op:
            case 1:  # may come before IDENTIFY; discord.py does so
                # As late as a real one: discord.py notes when it sent a heartbeat only after it has sent it, and takes an
                # answer that was quicker for one to the heartbeat before.
                asyncio.get_running_loop().call_later(0.03, line.send, 11)
            case 2:
                self._identify(line, data)
            case 6:
                self._resume(line, data)
            case 3 | 4 | 8:  # presence, voice and member requests: nothing to tell here
                if line.session is None:
                    raise Closed(4003, "Not authenticated")
            case _:
                raise Closed(4001, "Unknown opcode")

    def _identify(self, line: Line, data: Json) -> None:
        if line.session is not None:
            raise Closed(4005, "Already authenticated")
        if not data.get("token"):
            raise Closed(4004, "Authentication failed")
        wanted = int(data.get("intents", 0))
        if wanted < 0 or wanted >= 1 << 26:
            raise Closed(4013, "Invalid intents")
        if wanted & intents.PRIVILEGED:
            raise Closed(4014, "Disallowed intents")
        number, count = data.get("shard", (0, 1))
        if not 0 <= number < count:
            raise Closed(4010, "Invalid shard")
        session = Session((number, count), wanted)
        self._forget_old_sessions()
        self.sessions[session.id] = session
        self._attach(line, session)
        guild = self._world.guild
        here = guild.has_bot and (int(guild.id) >> 22) % count == number
        ready: Json = {
            "v": 10,
            "user": shapes.bot_user(self._world) | {"verified": True, "mfa_enabled": True, "email": None},
            "guilds": [{"id": guild.id, "unavailable": True}] if here else [],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": [number, count],
            "application": {"id": self._world.bot.id, "flags": 0},
            "session_type": "normal",
            "private_channels": [],
        }
        session.dispatch("READY", write(ready))
        if here and guild.available and wanted & intents.GUILDS:
            session.dispatch("GUILD_CREATE", write(shapes.guild_create(self._world)))
        self.on_presence_change()

    def _resume(self, line: Line, data: Json) -> None:
        session = self.sessions.get(str(data.get("session_id")))
        seq = data.get("seq")
        if session is None or not isinstance(seq, int) or not session.can_replay_from(seq):
            line.send(9, False)
            return
        missed = [frame for number, frame in session.sent if number > seq]
        self._attach(line, session)
        for frame in missed:
            line.outbox.put_nowait(frame)
        session.dispatch("RESUMED", b'{"_trace":[]}')
        self.on_presence_change()

    def _attach(self, line: Line, session: Session) -> None:
        if session.line is not None and session.line is not line:
            session.line.hang_up(4000)
        session.line = line
        line.session = session

    def _forget_old_sessions(self) -> None:
        """Keep only the newest sessions that nobody resumed, so that a bot restarted all day does not fill the memory."""
        lost = [session for session in self.sessions.values() if session.line is None]
        for session in lost[:-64]:
            del self.sessions[session.id]
