"""Rate limits: generous by default, so that discord.py never waits, and real on request."""

import hashlib
import math
import time
from collections.abc import Mapping

from playground.discord_json import Json

GENEROUS = (1000, 5.0)
GLOBAL, IDENTIFIES = "global", "identifies"


class RateLimited(Exception):  # noqa: N818  (said of the bot)
    """The bot has sent too many requests: this one is answered with 429."""

    def __init__(self, retry_after: float, headers: dict[str, str], *, everywhere: bool = False) -> None:
        super().__init__("You are being rate limited.")
        self.retry_after = retry_after
        self.everywhere = everywhere
        self.headers = headers

    @property
    def body(self) -> Json:
        return {"message": str(self), "retry_after": self.retry_after, "global": self.everywhere, "code": 0}


def rate_limited_headers(retry_after: float, scope: str = "user") -> dict[str, str]:
    """Return the headers of a 429. Without `Via` discord.py takes it for a ban by Cloudflare and gives up immediately."""
    return {"Via": "1.1 google", "Retry-After": str(math.ceil(retry_after)), "X-RateLimit-Scope": scope}


class RateLimits:
    """Fixed windows, counted by bucket and major parameter. `limits` gives (requests, seconds) by bucket name."""

    def __init__(self, limits: Mapping[str, tuple[int, float]] | None = None) -> None:
        self._limits = dict(limits or {})
        self._windows: dict[tuple[str, str], tuple[float, int]] = {}
        self._hashes: dict[str, str] = {}

    def set(self, limits: Mapping[str, tuple[int, float]]) -> None:
        """Change these limits, and restart all windows."""
        self._limits |= limits
        self._windows.clear()

    def take(self, bucket: str, major: str, *, is_global: bool = True) -> dict[str, str]:
        """Count one request, and return the headers that say how many are left. Raise `RateLimited` if none is.

        Answers to interactions don't count towards the bot's global limit, nor does an IDENTIFY.
        """
        if GLOBAL in self._limits and is_global:
            self._count(GLOBAL, "", everywhere=True)
        return self._count(bucket, major)

    def _count(self, bucket: str, major: str, *, everywhere: bool = False) -> dict[str, str]:
        most, seconds = self._limits.get(bucket, GENEROUS)
        now = time.monotonic()
        if len(self._windows) > 10_000:
            self._windows.clear()
        end, used = self._windows.get((bucket, major), (0.0, 0))
        if now >= end:
            end, used = now + seconds, 0
        if used >= most:
            after = round(end - now, 3)
            headers = rate_limited_headers(after, GLOBAL) if everywhere else self._headers(bucket, most, 0, after)
            raise RateLimited(after, headers | rate_limited_headers(after), everywhere=everywhere)
        self._windows[bucket, major] = (end, used + 1)
        return self._headers(bucket, most, most - used - 1, end - now)

    def _headers(self, bucket: str, most: int, left: int, after: float) -> dict[str, str]:
        if bucket not in self._hashes:
            self._hashes[bucket] = hashlib.sha256(bucket.encode()).hexdigest()[:32]
        return {
            "X-RateLimit-Bucket": self._hashes[bucket],
            "X-RateLimit-Limit": str(most),
            "X-RateLimit-Remaining": str(left),
            "X-RateLimit-Reset": f"{time.time() + after:.3f}",
            "X-RateLimit-Reset-After": f"{after:.3f}",
        }
