"""Files that only their owner may read: a database, and what lies beside it, holds seeds, cards and people's ids."""

import os
from contextlib import suppress
from pathlib import Path

PRIVATE = 0o600
SUFFIXES = ("", "-wal", "-shm", "-journal", ".lock")
"""What follows the database's name in the names of its files."""
RESTORED = ".restored"
"""What follows a dot and the database's name in the name of a database that is being restored."""
_FOR_OTHERS = 0o077


def files_of(database: Path) -> list[Path]:
    """Return the files of a database that exist, beginning with the database itself."""
    files = [database.with_name(f"{database.name}{suffix}") for suffix in SUFFIXES]
    return [file for file in files if file.exists()]


def is_name_of(database: Path, file: Path) -> bool:
    """Return True if the database and what lies beside it have this name, whether the file exists or not."""
    folder = os.path.realpath(file.parent)
    names = {f"{database.name}{suffix}" for suffix in SUFFIXES} | {f".{database.name}{RESTORED}"}
    return folder == os.path.realpath(database.parent) and file.name in names


def create_private(file: Path) -> None:
    """Create an empty private file, unless it exists. Raise OSError."""
    is_new = not file.exists()
    os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, PRIVATE))
    if is_new:
        give_to_owner_of_folder(file)


def give_to_owner_of_folder(file: Path) -> None:
    """Give a new file or folder to the owner of the folder that it is in, if root made it: else the bot couldn't use it."""
    if os.geteuid() == 0:
        folder = file.parent.stat()
        with suppress(OSError):
            os.chown(file, folder.st_uid, folder.st_gid)


def make_private(database: Path) -> None:
    """Make the files of a database private. Files of another user stay as they are; the doctor reports them."""
    for file in files_of(database):
        if is_open_to_others(file):
            with suppress(PermissionError):
                file.chmod(PRIVATE)


def is_open_to_others(file: Path) -> bool:
    """Return True if others than the file's owner may read or write it. Raise OSError."""
    return bool(file.stat().st_mode & _FOR_OTHERS)
