"""The files with everything that is stored of a person."""

from collections.abc import Mapping, Sequence

import msgspec

from bot.messages.attachments import Files, pack_files


def data_files(stored: Mapping[str, object], *, limit: int) -> list[Files]:
    """Return the files for one message each; a part holds some of what there are many of, such as the person's matches."""
    lists = {name: value for name, value in stored.items() if isinstance(value, list)}
    rest = {name: value for name, value in stored.items() if name not in lists}

    def made(some: Sequence[tuple[str, object]]) -> Files:
        there = {name: [one for of, one in some if of == name] for name in lists}
        return (("my-data.json", json_bytes(rest | there)),)

    return pack_files("my-data", made, [(name, one) for name, value in lists.items() for one in value], limit)


def json_bytes(value: object) -> bytes:
    """Return the value as JSON with one fact a line."""
    return msgspec.json.format(msgspec.json.encode(value), indent=1)
