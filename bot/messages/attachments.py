"""The files with everything that is stored about a person: as they are, in one zip, or in the zips of several messages."""

import io
import zipfile
from collections.abc import Iterator, Mapping, Sequence

import msgspec

Files = tuple[tuple[str, bytes], ...]
"""The names and contents of the files of one message: at most ten, as many as Discord accepts."""
_LARGEST_REQUEST = 25 * 2**20  # bytes
_NAME = "my-data.json"


def attachment_limit(upload_limit: int) -> int:
    """Return how many bytes the files of one reply may have; a fifth of the request is left for everything else in it.

    `upload_limit` is the size of the largest file that Discord accepts here.
    """
    return min(upload_limit, _LARGEST_REQUEST) * 4 // 5


def data_files(stored: Mapping[str, object], *, limit: int) -> list[Files]:
    """Return the files of each message, at most `limit` bytes a message.

    In a part, the long lists (such as the person's matches) hold some of their items.
    """
    lists = {name: value for name, value in stored.items() if isinstance(value, list)}
    rest = {name: value for name, value in stored.items() if name not in lists}

    def part(items: Sequence[tuple[str, object]]) -> bytes:
        """Return the data with these items as JSON, one value per line."""
        values = rest | {name: [item for of, item in items if of == name] for name in lists}
        return msgspec.json.format(msgspec.json.encode(values), indent=1)

    def zips(items: Sequence[tuple[str, object]]) -> Iterator[bytes]:
        """Yield one zip of all items if it fits, otherwise the zips of both halves."""
        data, half = _zip(part(items)), len(items) // 2
        if len(data) <= limit or not half:
            yield data
        else:
            yield from zips(items[:half])
            yield from zips(items[half:])

    everything = [(name, item) for name, items in lists.items() for item in items]
    if len(data := part(everything)) <= limit:
        return [((_NAME, data),)]
    packed = list(zips(everything))
    if len(packed) == 1:
        return [(("my-data.zip", packed[0]),)]
    return [((f"my-data-{number}-of-{len(packed)}.zip", data),) for number, data in enumerate(packed, start=1)]


def _zip(data: bytes) -> bytes:
    """Return a zip of the file: the same bytes for the same file."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        archive.writestr(zipfile.ZipInfo(_NAME), data, zipfile.ZIP_DEFLATED)
    return target.getvalue()
