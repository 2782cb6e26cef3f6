"""The addresses of attachments. As at Discord they are signed, and lead nowhere after a day; every answer carries new ones."""

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import quote

from playground.discord_json import Json, read, write
from playground.world.entities import Attachment

SIGNED_SECONDS = 24 * 3600
_IN_JSON = re.compile(rb'"https?://[^"/]+/cdn/(attachments/\d+/(\d+)/[^"?/\s]+)(?:\?[^"\s]*)?"')
_OWN = re.compile(r"https?://[^/]+/cdn/attachments/\d+/(\d+)/[^/]+")


@dataclass(slots=True)
class Cdn:
    """Where files are served, and until when."""

    clock: Callable[[], float]
    address: str = ""
    """The address of `/cdn`; the server sets it, because it knows its port."""

    def url(self, attachment: Attachment) -> str:
        """Return an address of the file that is valid for a day."""
        return self._signed(
            attachment.id, f"attachments/{attachment.channel_id}/{attachment.id}/{quote(attachment.filename, safe='')}"
        )

    def is_valid(self, attachment_id: str, query: Mapping[str, str]) -> bool:
        """Return whether the query of an address is its signature, and not too old."""
        try:
            issued, ends = int(query["is"], 16), int(query["ex"], 16)
        except (KeyError, ValueError):
            return False
        return query.get("hm") == _signature(attachment_id, issued, ends) and self.clock() < ends

    def renewed(self, body: Json) -> Json:
        """Return a message's object with new addresses, also if the playground had another port when it was written."""
        renewed: Json = read(_IN_JSON.sub(self._renewed_address, write(body)))
        return renewed

    def _renewed_address(self, found: re.Match[bytes]) -> bytes:
        return write(self._signed(found[2].decode(), found[1].decode()))

    def _signed(self, attachment_id: str, path: str) -> str:
        issued = int(self.clock())
        ends = issued + SIGNED_SECONDS
        return f"{self.address}/{path}?ex={ends:x}&is={issued:x}&hm={_signature(attachment_id, issued, ends)}&"


def attachment_id_in(url: str) -> str | None:
    """Return the id of the attachment to which an address of the playground leads; None for other addresses."""
    found = _OWN.fullmatch(url.partition("?")[0])
    return found[1] if found else None


def _signature(attachment_id: str, issued: int, ends: int) -> str:
    """Return the `hm` of an address. It need not be secret: it only makes a bot notice that it has kept an address."""
    return hashlib.sha256(f"{attachment_id} {issued} {ends}".encode()).hexdigest()
