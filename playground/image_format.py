"""The type of a file, and the type and size of an image, read from its first bytes."""

import mimetypes
import struct


def content_type(filename: str) -> str:
    """Return the media type that a file of this name has."""
    return mimetypes.guess_type(filename)[0] or "application/octet-stream"


def image_type(data: bytes) -> str | None:
    """Return the media type of the image that begins with these bytes; None if it is no known image."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if data[:6] in (b"GIF87a", b"GIF89a"):
        return "image/gif"
    if data.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    return None


def image_size(data: bytes) -> tuple[int, int] | None:
    """Return the width and height of a PNG, GIF or JPEG; None for anything else."""
    match image_type(data):
        case "image/png" if len(data) >= 24:
            width, height = struct.unpack(">II", data[16:24])
            return width, height
        case "image/gif" if len(data) >= 10:
            width, height = struct.unpack("<HH", data[6:10])
            return width, height
        case "image/jpeg":
            return _jpeg(data)
        case _:
            return None


def _jpeg(data: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        marker, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 2 + length
    return None
