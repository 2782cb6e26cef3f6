"""A simulated Discord on 127.0.0.1: `async with Playground(world=path) as pg: ... pg.api_url ... pg.gateway_url`."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from aiohttp import web

from playground.cdn_routes import CdnRoutes
from playground.control.channel_routes import ChannelRoutes
from playground.control.control_routes import ControlRoutes
from playground.control.member_routes import MemberRoutes
from playground.gateway.protocol import GatewayProtocol
from playground.gone_clients import ignore_gone_clients
from playground.local.person_routes import PersonRoutes
from playground.own_requests import only_own_requests
from playground.rest.request_handler import PREFIX, PROCESS, REQUEST_LIMIT, add_api_routes
from playground.simulation import Simulation
from playground.world.world import World

HOST = "127.0.0.1"
PAGE = Path(__file__).parent / "page"


class Playground:
    """A playground on a port, as a context manager. Several can run in one process, each with a world of its own.

    `limits` are rate limits by bucket, as (requests, seconds). A bot has `answer_within` seconds for its first answer.
    """

    def __init__(
        self,
        world: Path,
        port: int = 0,
        *,
        limits: Mapping[str, tuple[int, float]] | None = None,
        answer_within: float = 3.0,
    ) -> None:
        self._path = world
        self._port = port
        self._limits = limits
        self._answer_within = answer_within
        self._runner: web.AppRunner | None = None

    @property
    def api_url(self) -> str:
        return self.urls()[0]

    @property
    def gateway_url(self) -> str:
        return self.urls()[1]

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self._port}"

    def urls(self, process: str = "") -> tuple[str, str]:
        """Return the addresses of the API and of the gateway for a process whose requests the log should tell from others."""
        path = PROCESS.format(process=process) if process else ""
        return f"{self.url}{path}{PREFIX}", self.simulation.gateway.url_of(process)

    @property
    def world(self) -> World:
        return self.simulation.world

    async def __aenter__(self) -> Self:
        self.simulation = simulation = Simulation(self._path, self._limits, self._answer_within)
        app = web.Application(middlewares=(ignore_gone_clients, only_own_requests), client_max_size=REQUEST_LIMIT + 1024 * 1024)
        add_api_routes(app, simulation)
        PersonRoutes(simulation).add_to(app)
        ControlRoutes(simulation).add_to(app)
        ChannelRoutes(simulation).add_to(app)
        MemberRoutes(simulation).add_to(app)
        CdnRoutes(simulation).add_to(app)
        protocol = GatewayProtocol(simulation.world, simulation.gateway, simulation.rate_limits)
        for path in ("/gw/", "/gw", f"{PROCESS}/gw/"):
            app.router.add_get(path, protocol.connect)
        app.router.add_get("/{file:.*}", _page)
        # Cancelling a handler when its client is gone could leave a request half done.
        self._runner = web.AppRunner(app, handler_cancellation=False, access_log=None, shutdown_timeout=0.5)
        try:
            await self._runner.setup()
            site = web.TCPSite(self._runner, HOST, self._port)
            await site.start()
        except OSError:
            await self.__aexit__(None, None, None)
            raise
        self._port = self._runner.addresses[0][1]
        simulation.world.cdn.address, simulation.gateway.address = f"{self.url}/cdn", f"ws://{HOST}:{self._port}"
        simulation.close_connections = self._close_connections
        return self

    def _close_connections(self, except_for: asyncio.Transport | None) -> None:
        server = self._runner.server if self._runner is not None else None
        for connection in server.connections if server is not None else ():
            if connection.transport is not None and connection.transport is not except_for:
                connection.transport.close()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.simulation.watchers.disconnect()
        self.simulation.gateway.reset()
        if self._runner is not None:
            await self._runner.cleanup()
        self.simulation.world.close()


async def _page(request: web.Request) -> web.FileResponse:
    """Return a file of the page. It is never cached, so that a reload shows a change."""
    file = (PAGE / (request.match_info["file"] or "index.html")).resolve()
    if not file.is_relative_to(PAGE) or not file.is_file():
        raise web.HTTPNotFound
    return web.FileResponse(file, headers={"Cache-Control": "no-store"})
