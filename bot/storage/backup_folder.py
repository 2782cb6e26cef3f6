"""The folder of backups: what its files are called, which is the newest, and which automatic ones are deleted.

`ramino-automatic-20261122T030405Z.db` was made by the bot, `ramino-manual-….db` by a person, and `ramino-before-upgrade-….db`
before a newer version of the program changed the schema. Only automatic ones are ever deleted.
"""

import asyncio
import re
from datetime import UTC, datetime
from enum import StrEnum
from functools import partial
from pathlib import Path

from bot.storage.backup_file import BackupFailedError, write_backup
from bot.storage.gentle_thread import run_gently

_STAMP = "%Y%m%dT%H%M%SZ"


class BackupKind(StrEnum):
    AUTOMATIC = "automatic"
    MANUAL = "manual"
    BEFORE_UPGRADE = "before-upgrade"


class BackupFolder:
    """The backups of one database."""

    def __init__(self, database: Path, folder: Path) -> None:
        self.database = database
        self.folder = folder
        self._stem = re.escape(database.stem)

    def file(self, kind: BackupKind, at: int) -> Path:
        """Return the path of a backup made at `at` (epoch ms)."""
        stamp = datetime.fromtimestamp(at / 1000, UTC).strftime(_STAMP)
        return self.folder / f"{self.database.stem}-{kind.value}-{stamp}.db"

    def automatic(self) -> list[tuple[int, Path]]:
        """Return the automatic backups with their times (epoch ms), oldest first. Raise OSError."""
        return sorted((at, file) for file in self._files() if (at := self._made_at(file.name)) is not None)

    def is_automatic(self, file: Path) -> bool:
        """Return True if a file of this name would be taken for an automatic backup, and deleted in its time."""
        return self._made_at(file.name) is not None

    async def newest(self) -> int | None:
        """Return when the newest automatic backup was made (epoch ms), or None. Raise OSError."""
        found = await asyncio.to_thread(self.automatic)
        return found[-1][0] if found else None

    async def write(self, at: int, keep: int) -> None:
        """Write an automatic backup without delaying moves, and delete all but the newest `keep`. Raise OSError."""
        await run_gently(partial(self._write_and_prune, at, keep))

    def _write_and_prune(self, at: int, keep: int) -> None:
        for file in self._files():
            if re.fullmatch(rf"\.{self._stem}-automatic-\d{{8}}T\d{{6}}Z\.db\.[0-9a-f]{{8}}\.part(-\w+)?", file.name):
                file.unlink(missing_ok=True)  # of a bot that was killed while it wrote
        written = self.file(BackupKind.AUTOMATIC, at)
        write_backup(self.database, written)
        others = [file for _, file in self.automatic() if file != written]
        for file in others[: max(0, len(others) + 1 - keep)]:
            file.unlink(missing_ok=True)

    def _files(self) -> list[Path]:
        try:
            return list(self.folder.iterdir())
        except FileNotFoundError:
            return []
        except OSError as error:
            raise BackupFailedError(f"The folder of backups cannot be read: {error.strerror} ({self.folder}).") from error

    def _made_at(self, name: str) -> int | None:
        found = re.fullmatch(rf"{self._stem}-automatic-(\d{{8}}T\d{{6}}Z)\.db", name)
        if found is None:
            return None
        try:
            return round(datetime.strptime(found[1], _STAMP).replace(tzinfo=UTC).timestamp() * 1000)
        except ValueError:  # such as a 32nd of a month: not a name that the bot gave
            return None
