"""`/cdn`: the files of messages, emojis and people."""

from aiohttp import web

from playground.simulation import Simulation

_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "Cache-Control": "private, max-age=31536000",
}


class CdnRoutes:
    def __init__(self, simulation: Simulation) -> None:
        self._world = simulation.world

    def add_to(self, app: web.Application) -> None:
        app.router.add_get("/cdn/attachments/{channel_id}/{id}/{filename}", self.attachment)
        app.router.add_get("/cdn/emojis/{id}.{ending}", self.emoji)

    async def attachment(self, request: web.Request) -> web.Response:
        attachment = self._world.attachments.get(request.match_info["id"])
        if attachment is None or attachment.filename != request.match_info["filename"]:
            raise web.HTTPNotFound
        if not self._world.cdn.is_valid(attachment.id, request.query):
            raise web.HTTPNotFound(text="This content is no longer available.")
        return self._file(attachment.id, attachment.content_type)

    async def emoji(self, request: web.Request) -> web.Response:
        emoji = self._world.emojis.get(request.match_info["id"])
        if emoji is None:
            raise web.HTTPNotFound
        return self._file(emoji.id, emoji.content_type)

    def _file(self, id_: str, content_type: str) -> web.Response:
        data = self._world.store.file(id_)
        if data is None:
            raise web.HTTPNotFound
        return web.Response(body=data, content_type=content_type, headers=_HEADERS)
