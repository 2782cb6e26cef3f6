"""The files of a SQLite database: who may read them, which process holds them, and what to do if they cannot be used.

They hold seeds, cards and people's ids, so only their owner may read them. One bot at a time uses a database, and nobody
restores or moves it meanwhile: the lock is an `flock` on a file beside it, and ends with the process, even if it is killed.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from bot.storage.database import read_url, shown_url, sqlite_file
from bot.storage.ownership import PROCESS

PRIVATE = 0o600
SUFFIXES = ("", "-wal", "-shm", "-journal", ".lock")
"""What follows the database's name in the names of its files."""
RESTORED = ".restored"
"""What follows a dot and the database's name in the name of a database that is being restored."""
_FOR_OTHERS = 0o077
_LONGEST_NUMBER = 20  # bytes

RESTORE = "Restore a backup: python -m bot restore FILE. See docs/HOSTING.md."
_SPACE = "Make space on its disk; nothing is lost. A running bot continues by itself; repeat a command that failed."
_SERVER = "Start PostgreSQL, or change the host or the port in DATABASE_URL."
_MAIN_SERVER = "Name the database's main server in DATABASE_URL."
_OWNER = "Let the user in DATABASE_URL own its database: ALTER DATABASE … OWNER TO …"
_LOGIN = "Check the name and the password in DATABASE_URL."
_CONNECTIONS = "Raise max_connections in PostgreSQL: each process takes up to 15."
NEW_DATABASE = "as docs/HOSTING.md says under “Growing”"
"""How a database of PostgreSQL is made: for its user, in UTF-8."""
_ADVICE = (  # the first one whose words are in the cause
    ("not a database", f"If DATABASE_URL names the right file, it is damaged. {RESTORE}"),
    ("malformed", RESTORE),
    ("full", _SPACE),
    ("no space", _SPACE),
    ("quota", _SPACE),
    ("read-only transaction", _MAIN_SERVER),
    ("hot standby", _MAIN_SERVER),
    ("readonly", "Let the user that runs the bot write the file and its folder."),
    ("read-only", "Let the user that runs the bot write the file and its folder."),
    ("permission denied for", _OWNER),
    ("must be owner", _OWNER),
    ("permission denied", "Let the user that runs the bot read and write the file and its folder."),
    ("locked", "Another program is writing to it: end that program."),
    ("pg_hba", "Let PostgreSQL accept this machine: add a line to its pg_hba.conf, and reload it."),
    ("too many", _CONNECTIONS),
    ("connection slots", _CONNECTIONS),
    ("support ssl", "Switch SSL on in PostgreSQL, or remove sslmode from DATABASE_URL."),
    ("authentication failed", _LOGIN),
    ("no password", _LOGIN),
    ('role "', _LOGIN),
    ("does not exist", f"Make this database first, {NEW_DATABASE}, or change its name in DATABASE_URL."),
    ("connection refused", _SERVER),
    ("timeout", _SERVER),
    ("no route", _SERVER),
    ("unreachable", _SERVER),
    ("starting up", "Wait until PostgreSQL has started."),
    ("resolve host", _SERVER),
    ("on socket", _SERVER),
    ("disk i/o", "The system's log says why its disk cannot be used; perhaps it is full or failing."),
)


class DatabaseUnusableError(Exception):
    """A database that cannot be used; the message says why, and what to do."""

    def __init__(self, database: Path, error: OSError) -> None:
        cause = error.strerror or str(error)
        place = "" if error.filename in (None, str(database)) else f" ({error.filename})"
        super().__init__(f"The database {database} cannot be used: {cause}{place}. {advice_about(cause)}")


class DatabaseInUseError(Exception):
    """Another process holds the database; the message says what to do."""

    def __init__(self, database: Path | str, process: str) -> None:
        holder = f"A bot (process {process})" if process else "A bot"
        super().__init__(f"{holder} is using {database}. Stop it first.")


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


@contextmanager
def hold_database(url: str, *, alone: bool = True) -> Iterator[None]:
    """Hold the lock of a database for the block; one in memory has none. Unless `alone`, PostgreSQL's can be shared.

    Raise DatabaseInUseError if another process holds it, and DatabaseUnusableError if the lock's file cannot be written.
    """
    address = read_url(url)
    if address.get_backend_name() == "postgresql":
        from bot.storage.postgres_database import advisory_lock

        with advisory_lock(url, PROCESS, shared=not alone) as is_held:
            if not is_held:
                raise DatabaseInUseError(shown_url(address), "")
            yield
        return
    database = sqlite_file(address)
    if database is None:
        yield
        return
    with hold_file(database):
        yield


@contextmanager
def hold_file(database: Path) -> Iterator[None]:
    """Hold the lock of a SQLite file for the block. Raise DatabaseInUseError and DatabaseUnusableError."""
    lock = _open_lock(database)
    try:
        _take(lock, database)
        yield
    finally:
        os.close(lock)


def lock_file(database: Path) -> Path:
    """Return the lock's file; it is the same whichever link leads to the database."""
    real = Path(os.path.realpath(database))
    return real.with_name(f"{real.name}.lock")


def _open_lock(database: Path) -> int:
    file = lock_file(database)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        create_private(file)
        return os.open(file, os.O_RDWR | os.O_CLOEXEC)
    except OSError as error:
        raise DatabaseUnusableError(database, error) from error


def _take(lock: int, database: Path) -> None:
    """Take the lock, and write the number of this process into its file."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        process = os.pread(lock, _LONGEST_NUMBER, 0).decode("ascii", "replace").strip()
        raise DatabaseInUseError(database, process if process.isdecimal() else "") from error
    except OSError as error:
        raise DatabaseUnusableError(database, error) from error
    with suppress(OSError):  # on a full disk, SQLite says what is wrong
        os.truncate(lock, 0)
        os.pwrite(lock, f"{os.getpid()}\n".encode(), 0)


def database_fault(error: BaseException) -> str:
    """Return the sentences for an error of the database: what it is, and what to do."""
    cause = str(error.__cause__ or error)
    return f"The database cannot be used: {cause}. {advice_about(cause)}"


def advice_about(cause: str, otherwise: str = "See DATABASE_URL in .env.example.") -> str:
    """Return what to do about an error, by the words with which the database or the system reports it."""
    said = cause.lower()
    return next((advice for words, advice in _ADVICE if words in said), otherwise)
