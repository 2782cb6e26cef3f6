"""The faults of the settings, as sentences that name the variable and never show a secret."""

import logging
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path

from dotenv.parser import Binding, parse_stream
from pydantic_core import ErrorDetails

logging.getLogger("dotenv").setLevel(logging.ERROR)  # a line that it cannot parse is reported as a fault below


class SettingsError(Exception):
    """The settings cannot be used; `faults` are whole sentences."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))


def faults_in_file(file: Path, names: Sequence[str]) -> list[str]:
    """Return the faults of a `.env` file that would otherwise go unnoticed: misspelt, duplicate and unreadable lines."""
    if not file.exists():
        return []
    try:
        with file.open(encoding="utf-8") as stream:
            bindings = list(parse_stream(stream))
    except UnicodeDecodeError:
        return [f"{file} is not a text file in UTF-8."]
    except OSError as error:
        return [f"{file} cannot be read: {error.strerror}."]
    return list(_faults_in_lines(file, bindings, names))


def _faults_in_lines(file: Path, bindings: list[Binding], names: Sequence[str]) -> Iterator[str]:
    for binding in bindings:
        if binding.error or (binding.key is not None and binding.value is None):
            yield f"{file}, line {_line(binding)} cannot be read: it must be NAME=value."
    keys = [binding.key for binding in bindings if binding.key is not None]
    for key, times in Counter(keys).items():
        if key not in names:
            yield f"{file} sets {key}, which is not a setting.{_suggestion(key, names)}"
        elif times > 1:
            yield f"{file} sets {key} more than once."


def _line(binding: Binding) -> int:
    """Return the number of the binding's line; the parser also counts the blank lines above it as part of it."""
    text = binding.original.string
    return binding.original.line + text[: len(text) - len(text.lstrip())].count("\n")


def faults_in_environment(names: Sequence[str]) -> Iterator[str]:
    """Yield the faults of environment variables that look like settings of this program, but are none."""
    for key in os.environ:
        near = get_close_matches(key.upper(), names, n=1, cutoff=0.9)
        if key.startswith("RAMINO_") or (near and key.upper() not in names):
            yield f"The environment sets {key}, which is not a setting.{_suggestion(key, names)}"


def _suggestion(key: str, names: Sequence[str]) -> str:
    near = get_close_matches(key.upper().removeprefix("RAMINO_"), names, n=1)
    return f" Did you mean {near[0]}?" if near else " .env.example lists them all."


def fault_sentence(fault: ErrorDetails, descriptions: Mapping[str, str]) -> str:
    """Return the sentence for a fault that pydantic found; `descriptions` are those of the settings' fields, by name."""
    name = str(fault["loc"][0])
    value = _without_secret(name, fault["input"])
    if fault["type"] == "value_error":
        return f"{name.upper()} is {value}, but {fault['ctx']['error']}."
    return f"{name.upper()} is {value}, but must be {descriptions[name]}."


def _without_secret(name: str, value: object) -> str:
    """Return the value as a sentence may show it."""
    if name == "discord_token":
        return f"set ({len(str(value))} characters, not shown here)"
    if name == "database_url":
        return repr(re.sub(r"//.*@", "//***@", str(value)))
    return repr(value)
