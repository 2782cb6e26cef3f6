"""What is wrong with a database, in words, and what to do about it."""

from pathlib import Path

RESTORE = "Restore a backup: python -m bot restore FILE. See docs/HOSTING.md."
_SPACE = "Make space on its disk; nothing is lost. A running bot continues by itself; repeat a command that failed."
_ADVICE = (  # the first one whose words are in the cause
    ("not a database", f"If DATABASE_URL names the right file, it is damaged. {RESTORE}"),
    ("malformed", RESTORE),
    ("full", _SPACE),
    ("no space", _SPACE),
    ("quota", _SPACE),
    ("readonly", "Let the user that runs the bot write the file and its folder."),
    ("read-only", "Let the user that runs the bot write the file and its folder."),
    ("permission denied", "Let the user that runs the bot read and write the file and its folder."),
    ("locked", "Another program is writing to it: end that program."),
    ("disk i/o", "The system's log says why its disk cannot be used; perhaps it is full or failing."),
)
_OTHER_ADVICE = "See DATABASE_URL in .env.example."


class DatabaseUnusableError(Exception):
    """A database that cannot be used; the message says why, and what to do."""

    def __init__(self, database: Path, error: OSError) -> None:
        cause = error.strerror or str(error)
        place = "" if error.filename in (None, str(database)) else f" ({error.filename})"
        super().__init__(f"The database {database} cannot be used: {cause}{place}. {advice_about(cause)}")


def database_fault(error: BaseException) -> str:
    """Return the sentences for an error of the database: what it is, and what to do."""
    cause = str(error.__cause__ or error)
    return f"The database cannot be used: {cause}. {advice_about(cause)}"


def advice_about(cause: str) -> str:
    """Return what to do about an error, by the words with which SQLite or the system reports it."""
    said = cause.lower()
    return next((advice for words, advice in _ADVICE if words in said), _OTHER_ADVICE)
