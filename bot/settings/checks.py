"""What makes a setting's value right beyond its type; each fault completes "NAME …, but "."""

import re
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from pydantic import SecretStr

DATABASES = ("sqlite", "sqlite+aiosqlite")  # what bot.storage has been tried with


def one_word(token: SecretStr | None) -> SecretStr | None:
    """A token without the mistakes that copying makes: a space, the word "Bot", a line break."""
    if token is not None and not re.fullmatch(r"[!-~]+", token.get_secret_value()):
        raise ValueError("must be the token alone: one word without spaces, quotes or the word “Bot”")
    return token


def database_address(url: SecretStr) -> SecretStr:
    scheme, separator, rest = url.get_secret_value().partition("://")
    if not separator or not rest.strip("/") or scheme not in DATABASES:
        raise ValueError("must be sqlite+aiosqlite:///path/of/file.db")
    return url


def https(url: str) -> str:
    return _safe(url, "https", "http").rstrip("/")


def wss(url: str) -> str:
    return _safe(url, "wss", "ws")


def _safe(url: str, encrypted: str, plain: str) -> str:
    """The address, if what is sent to it stays secret on the way: encrypted, or never leaving this machine."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        host = None
    if host is None or parts.scheme not in (encrypted, plain) or parts.query or parts.fragment:
        raise ValueError(f"must be an address that begins with {encrypted}:// and names a host")
    if parts.scheme == plain and not _is_this_machine(parts):
        raise ValueError(f"must begin with {encrypted}://, because the token would travel unencrypted to {host}")
    return url


def _is_this_machine(parts: SplitResult) -> bool:
    try:
        return ip_address(parts.hostname or "").is_loopback
    except ValueError:
        return parts.hostname == "localhost"
