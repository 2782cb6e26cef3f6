"""Files packed so that Discord takes them: as they are, in a zip, or, where that is too large too, in several messages."""

import io
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

Files = tuple[tuple[str, bytes], ...]
"""Names and contents, for one message: never more than the ten that Discord takes."""
T = TypeVar("T")
_REQUEST = 25 * 2**20


def attachment_limit(file: int) -> int:
    """Bytes for the files of one answer, where Discord takes no larger file: a fifth is left for the rest of the request."""
    return min(file, _REQUEST) * 4 // 5


def pack_files(stem: str, made: Callable[[Sequence[T]], Files], them: Sequence[T], limit: int) -> list[Files]:
    """What goes into each message; `made` gives the files for all of them, or for some."""
    found = made(them)
    if sum(len(data) for _, data in found) <= limit:
        return [found]
    zips = list(_zip_halves(made, them, limit))
    if len(zips) == 1:
        return [((f"{stem}.zip", zips[0]),)]
    return [((f"{stem}-{number}-of-{len(zips)}.zip", data),) for number, data in enumerate(zips, start=1)]


def _zip_halves(made: Callable[[Sequence[T]], Files], them: Sequence[T], limit: int) -> Iterator[bytes]:
    """A zip, or those of both halves."""
    data = zip_files(made(them))
    if len(data) <= limit or len(them) < 2:
        yield data
    else:
        half = len(them) // 2
        yield from _zip_halves(made, them[:half], limit)
        yield from _zip_halves(made, them[half:], limit)


def zip_files(found: Iterable[tuple[str, bytes]]) -> bytes:
    """The same bytes for the same files."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in found:
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return target.getvalue()
