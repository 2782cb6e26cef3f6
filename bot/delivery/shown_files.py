"""The files that a message shows. Discord names them in its components, and doesn't list them among its attachments."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlsplit

import discord


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
