"""Randomness that anyone can check: an order of cards made from a 32-byte seed, and the commitment to that seed.

The stream is SHA-256(seed ‖ purpose ‖ counter) for counter = 0, 1, 2 … as 4 bytes big-endian, with the purpose in ASCII. Its
digests, one after the other, are read as 16-bit big-endian words. A number below n is the next word w with
w < 65536 - 65536 mod n, taken mod n (other words are skipped). The shuffle is Fisher-Yates from the last place down: for
i = len-1 … 1 swap places i and below(i + 1). The purposes are `seating`, `dealer`, `deal`, and, with the deal's own seed,
`recycle 1`, `recycle 2` …
"""

import hashlib
from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")


def commitment(seed: str) -> str:
    """Return the SHA-256, in hex, of the seed (64 hex digits). It is announced before the first card is shown."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def shuffle(things: Sequence[T], seed: str, purpose: str) -> tuple[T, ...]:
    """Return the things in the order that seed (64 hex digits) and purpose give; it is the same on every machine and Python."""
    words, order = _words(bytes.fromhex(seed), purpose.encode("ascii")), list(things)
    for last in range(len(order) - 1, 0, -1):
        other = _below(last + 1, words)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def number_from_seed(below: int, seed: str, purpose: str) -> int:
    """Return a number from 0 to `below` - 1 that seed (64 hex digits) and purpose give."""
    return _below(below, _words(bytes.fromhex(seed), purpose.encode("ascii")))


def _below(limit: int, words: Iterator[int]) -> int:
    fair = 65536 - 65536 % limit
    return next(word for word in words if word < fair) % limit


def _words(seed: bytes, purpose: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = hashlib.sha256(seed + purpose + counter.to_bytes(4, "big")).digest()
        for at in range(0, len(block), 2):
            yield block[at] << 8 | block[at + 1]
        counter += 1
