"""Checks of a setting's value beyond its type. The text of a fault completes "NAME is …, but "."""

import re
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from pydantic import SecretStr

DATABASES = ("sqlite", "sqlite+aiosqlite")  # what bot.storage has been tried with


def check_token(token: SecretStr | None) -> SecretStr | None:
    """Return the token. Raise ValueError for a copying mistake: a space, the word "Bot", a line break."""
    if token is not None and not re.fullmatch(r"[!-~]+", token.get_secret_value()):
        raise ValueError("must be the token alone: one word without spaces, quotes or the word “Bot”")
    return token


def check_database_url(url: SecretStr) -> SecretStr:
    """Return the URL. Raise ValueError unless it names a file of a supported database."""
    scheme, separator, rest = url.get_secret_value().partition("://")
    if not separator or not rest.strip("/") or scheme not in DATABASES:
        raise ValueError("must be sqlite+aiosqlite:///path/of/file.db")
    return url


def check_ip_address(address: str) -> str:
    """Return the address. Raise ValueError unless it is the IP address of this machine or of one of its networks."""
    try:
        ip_address(address)
    except ValueError:
        raise ValueError("must be an IP address like 127.0.0.1") from None
    return address


def check_https_url(url: str) -> str:
    """Return the URL without a slash at its end. Raise ValueError if it is not encrypted, or is no URL."""
    return _check_encrypted(url, "https", "http").rstrip("/")


def check_websocket_url(url: str) -> str:
    """Return the URL. Raise ValueError if it is not encrypted, or is no URL."""
    return _check_encrypted(url, "wss", "ws")


def _check_encrypted(url: str, encrypted: str, plain: str) -> str:
    """Return the URL if the token stays secret on its way there: encrypted, or on this machine. Else raise ValueError."""
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
