"""The pictures and emojis of cards in messages, and messages that are sent again without those that Discord refuses.

Pictures are rendered in a thread, attached under names that tell nothing, and kept while they are right. Discord names the
files that a message shows in its components, and doesn't list them among its attachments.

Emojis are read in the background at each connection. If Discord refuses a message because of one, which somebody has deleted,
the message is sent again without emojis, and they are read again. If the refused ones still exist, none are shown until the
next connection.
"""

import asyncio
import hashlib
import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from pathlib import PurePosixPath
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import aiohttp
import discord
import structlog
from discord import ui

from bot.delivery.budget import Budget, Priority
from bot.messages.card_text import FACE_OF, NO_EMOJI, CardEmoji, emoji_ids, remove_emoji
from bot.messages.pictures.picture import Picture, PictureGallery, render_picture
from bot.messages.pictures.sprites import Sprites
from bot.tables.ports import SuitColours


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file that the message has already, in the form in which discord.py lists attachments."""

    id: int
    filename: str

    def to_dict(self) -> dict[str, object]:
        return {"id": self.id, "filename": self.filename}


def shown_files(message: discord.Message | None) -> tuple[KeptFile, ...]:
    """Return the files in the galleries of a message."""
    galleries = (one for one in all_components(message) if isinstance(one, discord.MediaGalleryComponent))
    return tuple(
        KeptFile(item.media.attachment_id, PurePosixPath(urlsplit(item.media.url).path).name)
        for gallery in galleries
        for item in gallery.items
        if item.media.attachment_id is not None
    )


def all_components(message: discord.Message | None) -> Iterator[Any]:
    """Yield the components of a message at any depth."""

    def walk(components: Iterable[Any]) -> Iterator[Any]:
        for component in components:
            yield component
            yield from walk(getattr(component, "children", ()))

    return walk([] if message is None else message.components)


Files = list[Any]
"""The attachments of a message as discord.py takes them: each a `KeptFile` or a new `discord.File`."""

_MOST_BYTES = 4 * 2**20  # of rendered pictures: some 350
_MOST_MESSAGES = 5000  # whose attachments are known
_NO_SUCH_FILE = 50035  # an invalid form: the message doesn't have a file that is kept
_REFUSES_FILES = (
    *(40005, 50045, 50046),  # too large; invalid
    20009,  # seen as explicit content, which the recipient doesn't want
    50013,  # no permission to attach files
    _NO_SUCH_FILE,
)
_INVALID_BODY, _UNKNOWN_EMOJI = 50035, 10014
_TOO_LARGE = 413
_FAILED = 500
_REFUSAL_SECONDS = 600.0  # for which a channel that refused files gets text
_FAILURE_SECONDS = 60.0  # for which it does after a 5xx
_log = structlog.get_logger(__name__)


class AttachedPictures:
    """The pictures of the bot's messages. Without `sprites`, every message is sent without its pictures."""

    def __init__(self, sprites: Mapping[SuitColours, Sprites], secret: str) -> None:
        """Take the bot's token as `secret`: all its processes name a picture alike, so that none uploads it again."""
        self._sprites = sprites
        self._text_until: dict[str, float] = {}  # by channel (monotonic)
        self._key = hashlib.sha256(f"names of pictures {secret}".encode()).digest()
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
        gets_text = not self._sprites or self._text_until.get(_channel(place), 0.0) > time.monotonic()
        kept = {file.filename: file for file in shown}
        files: Files = []
        for gallery in galleries(view):
            if not is_private and gallery.picture.is_private:
                _log.error("a message for everyone would have shown somebody's cards", place=place)
                remove(gallery)
                continue
            if gets_text:
                remove(gallery, gallery.instead)
                continue
            name = self._name(gallery.picture, place)
            try:
                files.append(kept.get(name) or await self._file(gallery.picture, place, name))
            except Exception:  # whatever is wrong with a picture, the text is sent
                _log.exception("a picture can't be rendered")
                remove(gallery, gallery.instead)
            else:
                gallery.attach(name)
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
            now = time.monotonic()
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

    def forget(self) -> None:
        """Forget what was rendered: a bracket has names, and the data of somebody has been deleted."""
        self._rendered.clear()
        self._size = 0

    def close(self) -> None:
        """End the thread."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _name(self, picture: Picture, place: str) -> str:
        """Return the file's name: the same for the same picture of a table in the same place; nobody else can guess it."""
        written = b" ".join((place.encode(), str(picture.table).encode(), picture.content))
        return f"{hashlib.blake2s(written, key=self._key, digest_size=10).hexdigest()}.png"

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
    return [item for item in view.walk_children() if isinstance(item, PictureGallery)]


def remove(gallery: PictureGallery, instead: str = "") -> None:
    """Take a gallery out of its message; this text stands there instead."""
    parent = gallery.parent
    assert isinstance(parent, ui.Container)
    items = parent.children
    parent.clear_items()
    for item in items:
        if item is not gallery:
            parent.add_item(item)
        elif instead:
            parent.add_item(ui.TextDisplay(instead))


def remove_pictures(view: ui.LayoutView) -> None:
    """Replace all pictures of a message by what it doesn't say beside them."""
    for gallery in galleries(view):
        remove(gallery, gallery.instead)


class ApplicationEmoji:
    """The emojis of one application; `current` are those that may be shown now."""

    def __init__(self, client: discord.Client, budget: Budget) -> None:
        self._client = client
        self._budget = budget
        self._reading: asyncio.Task[None] | None = None
        self.current = NO_EMOJI

    def read_in_background(self) -> None:
        """Read which emojis there are, unless that is being done. Failures are only logged."""
        self._start_reading(None)

    def remove_refused(self, view: "ui.LayoutView | ui.Modal", error: discord.HTTPException) -> bool:
        """Return True if Discord refuses the view because of an emoji: then it has none any more, and may be sent again."""
        refused = emoji_ids(view)
        if not refused or not is_about_emoji(error):
            return False
        _log.warning("Discord refuses an emoji; sending without", error=str(error).partition("\n")[0])
        self._forget(refused)
        remove_emoji(view)
        return True

    def _forget(self, refused: frozenset[int]) -> None:
        """Show no emojis until they have been read again, unless the refused ones are known to be gone."""
        if refused <= set(self.current.ids.values()):
            doubted, self.current = self.current, NO_EMOJI
            self._start_reading(doubted)

    def _start_reading(self, doubted: CardEmoji | None) -> None:
        if self._reading is None or self._reading.done():
            self._reading = asyncio.create_task(self._read(doubted), name="emojis")

    async def _read(self, doubted: CardEmoji | None) -> None:
        try:
            async with self._budget.request(Priority.EDIT, "GET emojis"):
                emojis = await self._client.fetch_application_emojis()
        except Exception as error:
            _log.warning("the emojis of cards could not be read", error=repr(error))
            return
        found = CardEmoji({emoji.name: emoji.id for emoji in emojis if emoji.name in FACE_OF})
        if found == doubted:
            _log.warning("Discord refuses emojis that exist; cards are shown as text until the next connection")
            return
        self.current = found


def is_about_emoji(error: discord.HTTPException) -> bool:
    """Return True if Discord refuses a message because of an emoji on a button or option (`BUTTON_COMPONENT_INVALID_EMOJI`)."""
    return error.code == _UNKNOWN_EMOJI or (error.code == _INVALID_BODY and "emoji" in error.text.lower())
