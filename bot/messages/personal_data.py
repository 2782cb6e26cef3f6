"""The files with everything that is stored about a person."""

from collections.abc import Mapping, Sequence

import msgspec

from bot.messages.attachments import Files, pack_files


def data_files(stored: Mapping[str, object], *, limit: int) -> list[Files]:
    """Return the files of each message. In a part, the long lists (such as the person's matches) hold some of their items."""
    lists = {name: value for name, value in stored.items() if isinstance(value, list)}
    rest = {name: value for name, value in stored.items() if name not in lists}

    def make_files(items: Sequence[tuple[str, object]]) -> Files:
        part = {name: [item for of, item in items if of == name] for name in lists}
        return (("my-data.json", json_bytes(rest | part)),)

    return pack_files("my-data", make_files, [(name, item) for name, items in lists.items() for item in items], limit)


def json_bytes(value: object) -> bytes:
    """Return the value as JSON with one value per line."""
    return msgspec.json.format(msgspec.json.encode(value), indent=1)
