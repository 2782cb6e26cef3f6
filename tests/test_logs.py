"""All log lines have one form, and secrets are masked."""

import json
import logging
from collections.abc import Iterator

import pytest
import structlog

from bot.logs import set_up_logs
from bot.tables.ports import DatabaseAwayError, NotOwnerError, NotStoredError, WhyNotStored

TOKEN = "MTA5ODc2NTQzMjEwOTg3NjU0." + "GabcDE." + "x" * 38


@pytest.fixture(autouse=True)
def restored_logging() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level, ours = root.handlers[:], root.level, structlog.get_config()
    yield
    root.handlers[:], root.level = handlers, level
    structlog.configure(**ours)


def test_a_line_of_a_library_has_the_same_form_as_ours(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("INFO", "json")
    logging.getLogger("discord").info("connected to %s", "gateway")
    structlog.get_logger("bot").info("table opened", table=7)
    theirs, ours = map(json.loads, capsys.readouterr().err.splitlines())
    assert (theirs["event"], theirs["logger"], theirs["level"]) == ("connected to gateway", "discord", "info")
    assert (ours["event"], ours["logger"], ours["table"]) == ("table opened", "bot", 7)


@pytest.mark.parametrize("form", ["console", "json"])
def test_secrets_are_masked_even_in_an_exception(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("DEBUG", "json" if form == "json" else "console")
    try:
        raise ValueError(f"postgresql://ann:hidden@db/x and {TOKEN}")
    except ValueError:
        structlog.get_logger("bot").exception("failed", url="https://discord.com/api/v10/webhooks/123/aW50ZXJhY3Rpb24")
    log = capsys.readouterr().err
    assert "hidden" not in log
    assert TOKEN not in log
    assert "aW50ZXJhY3Rpb24" not in log
    assert "postgresql://ann:[password]@db/x" in log


def test_what_fails_because_the_database_is_away_is_not_logged(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("INFO")
    for fault in (DatabaseAwayError("connection refused"), NotStoredError(WhyNotStored.FULL), NotOwnerError()):
        for logger in (structlog.get_logger("bot"), logging.getLogger("discord")):
            try:
                raise fault
            except (DatabaseAwayError, NotOwnerError):
                logger.exception("a deadline could not be kept")
        logging.getLogger("asyncio").error("Future exception was never retrieved", exc_info=fault)
    assert capsys.readouterr().err == ""


def test_a_line_below_the_level_is_not_written(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("WARNING")
    structlog.get_logger("bot").info("quiet")
    assert capsys.readouterr().err == ""


def test_debug_lines_of_a_library_are_not_written(capsys: pytest.CaptureFixture[str]) -> None:
    """They contain whole interactions, messages and rows of the database."""
    set_up_logs("DEBUG")
    for library in ("discord.http", "discord.gateway", "sqlalchemy.engine", "asyncio"):
        logging.getLogger(library).debug("a secret")
    structlog.get_logger("bot.discord.client").debug("ours")
    log = capsys.readouterr().err
    assert "secret" not in log
    assert "ours" in log


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("KeyError: 'QS'", "KeyError: [card]"),
        ('"10H\'" is not in list', "[card] is not in list"),
        ("KeyError: 'JK1=7H'", "KeyError: [card]"),
        ("KeyError: '2C='", "KeyError: [card]"),
        (f"seed {'0123456789abcdef' * 4}", "seed [seed]"),
        ("GET /guilds/1/members/1573946324536000512 failed", "GET /guilds/1/members/[person] failed"),
        ("/interactions/12/aW50ZXJhY3Rpb246MTU=/callback", "/interactions/12/[token]/callback"),
    ],
)
def test_what_an_exception_says_is_masked(text: str, masked: str, capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("INFO")
    structlog.get_logger("bot").info(text)
    assert masked in capsys.readouterr().err
