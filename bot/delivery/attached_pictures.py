"""The pictures of messages: rendered in a thread, attached under names that tell nothing, and kept while they are right."""

import asyncio
import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from io import BytesIO
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import structlog
from discord import ui

from bot.delivery.shown_files import KeptFile, shown_files
from bot.messages.pictures.picture import Picture, PictureGallery, render_picture
from bot.messages.pictures.sprites import Sprites
from bot.tables.ports import SuitColours

Files = list[Any]
"""The attachments of a message as discord.py takes them: each a `KeptFile` or a new `discord.File`."""

_MOST_BYTES = 16 * 2**20  # of rendered pictures: some 800
_MOST_MESSAGES = 5000  # whose attachments are known
_NO_SUCH_FILE = 50035  # an invalid form: the message doesn't have a file that is kept
_REFUSES_FILES = (
    *(40005, 50045, 50046),  # too large; invalid
    20009,  # seen as explicit content, which the recipient doesn't want
    50013,  # no permission to attach files
    _NO_SUCH_FILE,
)
_TOO_LARGE = 413
_FAILED = 500
_REFUSAL_SECONDS = 600.0  # for which a channel that refused files gets text
_FAILURE_SECONDS = 60.0  # for which it does after a 5xx
_log = structlog.get_logger(__name__)


class AttachedPictures:
    """The pictures of the bot's messages. Without `sprites`, every message is sent without its pictures.

    `steady` returns seconds of a clock that nobody sets.
    """

    def __init__(self, sprites: Mapping[SuitColours, Sprites], steady: Callable[[], float] = time.monotonic) -> None:
        self._sprites = sprites
        self._steady = steady
        self._text_until: dict[str, float] = {}  # by channel
        self._secret = secrets.token_bytes(32)
        self._thread = ThreadPoolExecutor(1, "pictures")
        self._rendered: OrderedDict[bytes, bytes] = OrderedDict()
        self._size = 0
        self._under_way: dict[bytes, asyncio.Future[bytes]] = {}
        self._shown: OrderedDict[int, tuple[KeptFile, ...]] = OrderedDict()

    @property
    def are_usable(self) -> bool:
        """False if the sprites are missing or damaged."""
        return bool(self._sprites)

    async def attach(self, view: ui.LayoutView, place: str, shown: Sequence[KeptFile] = (), *, is_private: bool) -> Files:
        """Return the attachments of the message; what the message has already, in `shown`, is kept if it is still right.

        `place` begins with the channel, and names the person if only they see the message. A picture for one person is never
        put into a message that is not `is_private`. A channel that has just refused files gets none.
        """
        gets_text = not self._sprites or self._text_until.get(_channel(place), 0.0) > self._steady()
        kept = {file.filename: file for file in shown}
        files: Files = []
        for gallery in galleries(view):
            if not is_private and any(picture.is_private for picture in gallery.pictures):
                _log.error("a message for everyone would have shown somebody's cards", place=place)
                remove(gallery)
                continue
            if gets_text:
                remove(gallery)
                continue
            named = [(picture, self._name(picture, place)) for picture in gallery.pictures]
            try:
                files += [kept.get(name) or await self._file(picture, place, name) for picture, name in named]
            except Exception:  # whatever is wrong with a picture, the text is sent
                _log.exception("a picture can't be rendered")
                remove(gallery)
            else:
                gallery.attach(name for _, name in named)
        return files

    def remove_refused(self, view: ui.LayoutView, place: str, refused: discord.HTTPException, files: Files) -> bool:
        """Return True if Discord may have refused the message because of its `files`: then it may be sent again, with new ones.

        If it was sent with new ones, it has no pictures any more. The channel gets none for a while.
        """
        has_failed = refused.status >= _FAILED
        if not files or not refuses_files(refused) or (has_failed and all(isinstance(file, KeptFile) for file in files)):
            return False
        _log.warning("Discord refuses a picture", error=str(refused))
        if refused.code != _NO_SUCH_FILE or not any(isinstance(file, KeptFile) for file in files):
            remove_pictures(view)
        if refused.code != _NO_SUCH_FILE:
            now = self._steady()
            self._text_until = {channel: until for channel, until in self._text_until.items() if until > now}
            self._text_until[_channel(place)] = now + (_FAILURE_SECONDS if has_failed else _REFUSAL_SECONDS)
        return True

    def remember(self, message: discord.Message) -> None:
        """Record what a message shows, as Discord has confirmed it."""
        self._shown.pop(message.id, None)
        if shown := shown_files(message):
            self._shown[message.id] = shown
            if len(self._shown) > _MOST_MESSAGES:
                self._shown.popitem(last=False)

    def shown_by(self, message: int) -> tuple[KeptFile, ...]:
        """Return the attachments of a message, as far as they are known: an edit keeps no others."""
        return self._shown.get(message, ())

    def close(self) -> None:
        """End the thread."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _name(self, picture: Picture, place: str) -> str:
        """Return the file's name: the same for the same picture of a table in the same place; nobody else can guess it."""
        written = b" ".join((place.encode(), str(picture.table).encode(), picture.content))
        return f"{hashlib.blake2s(written, key=self._secret, digest_size=10).hexdigest()}.png"

    async def _file(self, picture: Picture, place: str, name: str) -> discord.File:
        return discord.File(BytesIO(await self._render(picture, place)), name)

    async def _render(self, picture: Picture, place: str) -> bytes:
        key = b" ".join((place.encode() if picture.is_private else b"everyone", picture.content))
        if key in self._rendered:
            self._rendered.move_to_end(key)
            return self._rendered[key]
        if key not in self._under_way:
            rendering = partial(render_picture, picture.shows, self._sprites[picture.colours])
            self._under_way[key] = asyncio.get_running_loop().run_in_executor(self._thread, rendering)
            self._under_way[key].add_done_callback(lambda _: self._under_way.pop(key))
        found = await asyncio.shield(self._under_way[key])
        self._keep(key, found)
        return found

    def _keep(self, key: bytes, data: bytes) -> None:
        if key in self._rendered:
            return
        self._rendered[key] = data
        self._size += len(key) + len(data)
        while self._size > _MOST_BYTES:
            old, dropped = self._rendered.popitem(last=False)
            self._size -= len(old) + len(dropped)


def refuses_files(error: discord.HTTPException) -> bool:
    """Return True if the same request may work without its files."""
    return error.code in _REFUSES_FILES or error.status == _TOO_LARGE or error.status >= _FAILED


def send_files_once(trace: aiohttp.TraceConfig) -> None:
    """Let a request with files fail at once if the answer is 5xx: discord.py would send the same files five times."""

    async def on_end(_session: object, _context: SimpleNamespace, about: aiohttp.TraceRequestEndParams) -> None:
        response = about.response
        if response.status >= _FAILED and response.request_info.headers.get("Content-Type", "").startswith("multipart/"):
            raise discord.DiscordServerError(response, await response.text())

    trace.on_request_end.append(on_end)


def _channel(place: str) -> str:
    return place.partition(" ")[0]


def galleries(view: ui.LayoutView) -> list[PictureGallery]:
    """Return the galleries of a message."""
    return [item for item in view.walk_children() if isinstance(item, PictureGallery)]


def remove(gallery: PictureGallery) -> None:
    """Take a gallery out of its message."""
    assert isinstance(gallery.parent, ui.Container)
    gallery.parent.remove_item(gallery)


def remove_pictures(view: ui.LayoutView) -> None:
    """Take all pictures out of a message."""
    for gallery in galleries(view):
        remove(gallery)
