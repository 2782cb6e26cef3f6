"""The form of the log: lines for people or JSON for machines, on standard error, without secrets.

No line contains a token, a card, a seed, or a person's name, username or Discord id. A line may contain numbers of
tables and people in the bot's own database, and Discord's ids of servers, channels and messages: they say what it is about.

- The libraries write whole interactions, messages and rows at DEBUG, so that level is only for the bot's own loggers.
- Errors of the database don't show values (`bot/storage/database.py`), and tracebacks don't show local variables.
- What fails because the database is away, or stores nothing, isn't logged: everything does, and the database says it once.
- What a person pressed is logged without the move (`bot/discord/error_boundary.py`).
- What an exception's text might still contain is masked here.
"""

import logging
import re
import sys
from typing import Literal

import structlog

from bot.tables.ports import DatabaseAwayError, NotOwnerError

SECRETS = (
    (re.compile(r"\b[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}"), "[token]"),  # a bot's
    (re.compile(r"(/(?:webhooks|interactions)/\d+/)[\w=-]+"), r"\1[token]"),  # an interaction's
    (re.compile(r"(/(?:members|users)/)\d+"), r"\1[person]"),
    (re.compile(r"\b(User: )\d+"), r"\1[person]"),  # in discord.py's report of a failed autocomplete
    (re.compile(r"(://[^/\s:@]*:)[^/\s@]+@"), r"\1[password]@"),  # a database's
    (re.compile(r"\b[0-9a-f]{64}\b"), "[seed]"),
    (re.compile(r"""(\\?["'])(?:JK\d*=)?(?:10|[2-9AJQK])[CDHS]'*(?:=[^"'\s]*)?\1"""), "[card]"),  # in quotes, as in a KeyError
)

OURS = ("bot", "cogs")
QUIET = ("alembic",)  # it reports the same steps at every start


_NOBODY_WAITS = (10062, 40060)  # Discord's codes: the interaction is too old, or has been answered


def _is_late_autocomplete(record: logging.LogRecord) -> bool:
    """Return True for choices that came too late or twice: the person has typed on, and discord.py logs a traceback."""
    error = record.exc_info[1] if record.exc_info else None
    return record.name == "discord.app_commands.tree" and getattr(error, "code", None) in _NOBODY_WAITS


def _is_from_database_away(record: logging.LogRecord) -> bool:
    """Return True for what fails because the database can't be reached, or another process owns its table now.

    Everything under way does, and it has been logged once.
    """
    error = record.exc_info[1] if isinstance(record.exc_info, tuple) else sys.exc_info()[1]
    return isinstance(error, DatabaseAwayError | NotOwnerError)


class _SecretMasker(structlog.stdlib.ProcessorFormatter):
    def format(self, record: logging.LogRecord) -> str:
        """Mask the secrets in the finished text: an exception's message may contain one, too."""
        line = super().format(record)
        for secret, mask in SECRETS:
            line = secret.sub(mask, line)
        return line


def set_up_logs(level: str, form: Literal["console", "json"] = "console") -> None:
    """Write everything that is logged, by structlog or by a library through `logging`, in the same form.

    A level below INFO is only for the bot's own lines: those of the libraries contain secrets.
    """
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=form == "json"),
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    last: list[structlog.typing.Processor] = (
        [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(ensure_ascii=False)]
        if form == "json"
        else [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback)]
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        _SecretMasker(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
        )
    )
    handler.addFilter(lambda record: not _is_late_autocomplete(record))
    handler.addFilter(lambda record: not _is_from_database_away(record))
    handler.addFilter(lambda record: "voice will NOT be supported" not in record.getMessage())  # the bot doesn't use voice
    lowest = logging.getLevelNamesMapping()[level]
    logging.basicConfig(level=max(lowest, logging.INFO), handlers=[handler], force=True)
    for name in OURS:
        logging.getLogger(name).setLevel(lowest)
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.getLogger("psycopg").setLevel(logging.ERROR)  # it warns of a lost connection, as we do
