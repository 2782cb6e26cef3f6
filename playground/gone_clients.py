"""Requests whose client has gone meanwhile: a page that is reloaded, a bot that is stopped. Nobody waits for an answer."""

from collections.abc import Awaitable, Callable

from aiohttp import web

_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@web.middleware
async def ignore_gone_clients(request: web.Request, handler: _Handler) -> web.StreamResponse:
    """End the request without a traceback if it failed because its client has gone."""
    try:
        return await handler(request)
    except (ConnectionError, web.RequestPayloadError):
        if request.transport is None or request.transport.is_closing():
            return web.Response(status=400)  # it reaches nobody
        raise
