"""Files packed to fit Discord's upload limit: as they are, in one zip, or in the zips of several messages."""

import io
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

Files = tuple[tuple[str, bytes], ...]
"""The names and contents of the files of one message: at most ten, as many as Discord accepts."""
T = TypeVar("T")
_LARGEST_REQUEST = 25 * 2**20  # bytes


def attachment_limit(upload_limit: int) -> int:
    """Return how many bytes the files of one reply may have; a fifth of the request is left for everything else in it.

    `upload_limit` is the size of the largest file that Discord accepts here.
    """
    return min(upload_limit, _LARGEST_REQUEST) * 4 // 5


def pack_files(stem: str, make_files: Callable[[Sequence[T]], Files], records: Sequence[T], limit: int) -> list[Files]:
    """Return the files of each message, at most `limit` bytes a message.

    `make_files` makes the files of any part of the records; `stem` begins the name of each zip.
    """
    files = make_files(records)
    if sum(len(data) for _, data in files) <= limit:
        return [files]
    zips = list(_zip_halves(make_files, records, limit))
    if len(zips) == 1:
        return [((f"{stem}.zip", zips[0]),)]
    return [((f"{stem}-{number}-of-{len(zips)}.zip", data),) for number, data in enumerate(zips, start=1)]


def _zip_halves(make_files: Callable[[Sequence[T]], Files], records: Sequence[T], limit: int) -> Iterator[bytes]:
    """Yield one zip of all records if it fits, otherwise the zips of both halves."""
    data = zip_files(make_files(records))
    if len(data) <= limit or len(records) < 2:
        yield data
    else:
        half = len(records) // 2
        yield from _zip_halves(make_files, records[:half], limit)
        yield from _zip_halves(make_files, records[half:], limit)


def zip_files(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return a zip of the files: the same bytes for the same files."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in files:
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return target.getvalue()
