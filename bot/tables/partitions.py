"""The partitions into which servers are divided, so that several processes can share them. Pure.

A partition has one owner at a time: the process that plays its tables, keeps their clocks and writes their messages. With
SQLite, one process owns all.
"""

PARTITIONS = 64
ALL = frozenset(range(PARTITIONS))
_TIME = 22
"""The bits of a Discord id below the time at which it was made."""


def partition_of(server: int, person: int) -> int:
    """Return the partition of a server; without one (0), that of the person. Both are Discord ids."""
    return ((server or person) >> _TIME) % PARTITIONS
