"""What the bot sends to the gateway: heartbeats, IDENTIFY and RESUME."""

import asyncio
import time

from aiohttp import WSMsgType, web

from playground.discord_json import Json, read, write
from playground.gateway import intents
from playground.gateway.gateway import Gateway, Identify, shard_of
from playground.gateway.session import Connection, Session
from playground.objects.guild_objects import guild_create_event
from playground.objects.user_objects import bot_user_object
from playground.traffic.rate_limits import IDENTIFIES, RateLimited, RateLimits
from playground.world.world import World

HEARTBEAT_MS = 41_250
HEARTBEAT_ACK_SECONDS = 0.03


class ConnectionRefused(Exception):  # noqa: N818  (said of the bot's connection)
    """The bot broke the protocol: its connection is closed with this code."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code


class GatewayProtocol:
    """Reads what the bot sends, and opens and resumes its sessions."""

    def __init__(self, world: World, gateway: Gateway, rate_limits: RateLimits) -> None:
        self._world = world
        self._gateway = gateway
        self._rate_limits = rate_limits

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        connection = Connection(self._gateway.may_write, request.match_info.get("process", ""))
        connection.transport = request.transport
        await connection.socket.prepare(request)
        self._gateway.connections.add(connection)
        writer = asyncio.create_task(connection.write_outbox())
        connection.send(10, {"heartbeat_interval": HEARTBEAT_MS, "_trace": []})
        try:
            async for message in connection.socket:
                if message.type is WSMsgType.TEXT:
                    self._receive(connection, message.data)
        except ConnectionRefused as refused:
            connection.close(refused.code)
            await writer
        finally:
            self._gateway.connections.discard(connection)
            self._detach(connection)
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)
        return connection.socket

    def _detach(self, connection: Connection) -> None:
        session = connection.session
        if session is None or session.connection is not connection:
            return
        session.connection = None
        if connection.socket.close_code in (1000, 1001):  # the bot said goodbye: its session is over
            self._gateway.remove(session)
        self._gateway.on_presence_change()

    def _receive(self, connection: Connection, text: str) -> None:
        if len(text) > 4096:
            raise ConnectionRefused(4002, "Payload too long")
        try:
            payload = read(text)
            op, data = payload["op"], payload.get("d")
        except (ValueError, TypeError, KeyError, AttributeError):
            raise ConnectionRefused(4002, "Error while decoding payload") from None
        match op:
            case 1:  # can come before IDENTIFY; discord.py does so
                # As late as a real one: discord.py notes the time of a heartbeat only after it has sent it, and takes an
                # answer that was faster for the answer to the previous heartbeat.
                asyncio.get_running_loop().call_later(HEARTBEAT_ACK_SECONDS, connection.send, 11)
            case 2:
                self._identify(connection, data)
            case 6:
                self._resume(connection, data)
            case 3 | 4 | 8:  # presence, voice and requests for members: nobody here is interested
                if connection.session is None:
                    raise ConnectionRefused(4003, "Not authenticated")
            case _:
                raise ConnectionRefused(4001, "Unknown opcode")

    def _identify(self, connection: Connection, data: Json) -> None:
        if connection.session is not None:
            raise ConnectionRefused(4005, "Already authenticated")
        if self._gateway.closing_code is not None:
            raise ConnectionRefused(self._gateway.closing_code, "Refused on request")
        if not data.get("token"):
            raise ConnectionRefused(4004, "Authentication failed")
        wanted = int(data.get("intents", 0))
        if wanted < 0 or wanted >= 1 << 26:
            raise ConnectionRefused(4013, "Invalid intents")
        if wanted & intents.PRIVILEGED:
            raise ConnectionRefused(4014, "Disallowed intents")
        number, count = data.get("shard", (0, 1))
        if not 0 <= number < count:
            raise ConnectionRefused(4010, "Invalid shard")
        if not self._may_start(connection, (number, count)):
            connection.send(9, False)
            return
        session = Session((number, count), wanted)
        self._gateway.add(session)
        _attach(connection, session)
        guild = self._world.guild
        has_guild = guild.has_bot and shard_of(guild.id, count) == number
        ready: Json = {
            "v": 10,
            "user": bot_user_object(self._world) | {"verified": True, "mfa_enabled": True, "email": None},
            "guilds": [{"id": guild.id, "unavailable": True}] if has_guild else [],
            "session_id": session.id,
            "resume_gateway_url": self._gateway.url_of(connection.process),
            "shard": [number, count],
            "application": {"id": self._world.bot.id, "flags": 0},
            "session_type": "normal",
            "private_channels": [],
        }
        session.dispatch("READY", write(ready))
        if has_guild and guild.available and wanted & intents.GUILDS:
            session.dispatch("GUILD_CREATE", write(guild_create_event(self._world)))
        self._gateway.on_presence_change()

    def _may_start(self, connection: Connection, shard: tuple[int, int]) -> bool:
        """Log an IDENTIFY, and return whether the limit allows it. All shards share one limit, as `max_concurrency` is 1."""
        try:
            self._rate_limits.take(IDENTIFIES, "", is_global=False)
            accepted = True
        except RateLimited:
            accepted = False
        self._gateway.identifies.append(Identify(time.time(), connection.process, shard, accepted))
        return accepted

    def _resume(self, connection: Connection, data: Json) -> None:
        session = self._gateway.sessions.get(str(data.get("session_id")))
        seq = data.get("seq")
        if session is None or not isinstance(seq, int) or not session.can_replay_from(seq):
            connection.send(9, False)
            return
        missed = [frame for number, frame in session.sent if number > seq]
        _attach(connection, session)
        for frame in missed:
            connection.outbox.put_nowait(frame)
        session.dispatch("RESUMED", b'{"_trace":[]}')
        self._gateway.on_presence_change()


def _attach(connection: Connection, session: Session) -> None:
    if session.connection is not None and session.connection is not connection:
        session.connection.close(4000)
    session.connection = connection
    connection.session = session
