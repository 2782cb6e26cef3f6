"""`/cdn`: the files that messages, emojis and people brought along."""

from aiohttp import web

from playground.discord_here import DiscordHere

_NO_SCRIPTS = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox"}


class Cdn:
    def __init__(self, here: DiscordHere) -> None:
        self._here = here

    def add_routes(self, app: web.Application) -> None:
        app.router.add_get("/cdn/attachments/{channel_id}/{id}/{filename}", self.attachment)
        app.router.add_get("/cdn/emojis/{id}.{ending}", self.emoji)

    async def attachment(self, request: web.Request) -> web.Response:
        attachment = self._here.world.attachments.get(request.match_info["id"])
        if attachment is None or attachment.filename != request.match_info["filename"]:
            raise web.HTTPNotFound
        return self._file(attachment.id, attachment.content_type)

    async def emoji(self, request: web.Request) -> web.Response:
        emoji = self._here.world.emojis.get(request.match_info["id"])
        if emoji is None:
            raise web.HTTPNotFound
        return self._file(emoji.id, emoji.content_type)

    def _file(self, id_: str, content_type: str) -> web.Response:
        data = self._here.world.store.file(id_)
        if data is None:
            raise web.HTTPNotFound
        return web.Response(body=data, content_type=content_type, headers=_NO_SCRIPTS)
