"""A disk whose every commit takes long, for databases that are opened during a test."""

import sqlite3.dbapi2
import time
from typing import Any

import pytest


class SlowDisk:
    """The disk: a commit that has written something takes `seconds`."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.commits = 0


def slow_disk(monkeypatch: pytest.MonkeyPatch) -> SlowDisk:
    """Return the disk of all connections to SQLite that are opened from now on."""
    disk = SlowDisk()

    class SlowConnection(sqlite3.Connection):
        written = 0

        def commit(self) -> None:
            if self.total_changes != self.written:
                self.written = self.total_changes
                disk.commits += 1
                time.sleep(disk.seconds)  # in the driver's thread, as fsync does
            super().commit()

    connect = sqlite3.dbapi2.connect

    def connect_slowly(*arguments: Any, **options: Any) -> sqlite3.Connection:
        return connect(*arguments, **{"factory": SlowConnection, **options})

    monkeypatch.setattr(sqlite3.dbapi2, "connect", connect_slowly)
    return disk
