"""What is wrong with the settings, as sentences that name the variable and never show a secret."""

import logging
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path

from dotenv.parser import Binding, parse_stream
from pydantic_core import ErrorDetails

logging.getLogger("dotenv").setLevel(logging.ERROR)  # what it cannot parse, and would only warn of, is a fault here


class SettingsError(Exception):
    """The settings cannot be used. `faults` are whole sentences."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))


def faults_in_file(file: Path, names: Sequence[str]) -> list[str]:
    """Lines of a `.env` file that would be passed over in silence: misspelt, doubled or unreadable."""
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
            yield f"{file} sets {key}, which is not a setting.{_meant(key, names)}"
        elif times > 1:
            yield f"{file} sets {key} {times} times; it must be there once."


def _line(binding: Binding) -> int:
    """The parser counts the blank lines above into a binding; the reader of the sentence does not."""
    text = binding.original.string
    return binding.original.line + text[: len(text) - len(text.lstrip())].count("\n")


def faults_in_environment(names: Sequence[str]) -> Iterator[str]:
    """Variables that were surely meant for this program and would be passed over in silence."""
    for key in os.environ:
        near = get_close_matches(key.upper(), names, n=1, cutoff=0.9)
        if key.startswith("RAMINO_") or (near and key.upper() not in names):
            yield f"The environment sets {key}, which is not a setting.{_meant(key, names)}"


def _meant(key: str, names: Sequence[str]) -> str:
    near = get_close_matches(key.upper().removeprefix("RAMINO_"), names, n=1)
    return f" Did you mean {near[0]}?" if near else " .env.example lists them all."


def sentence(fault: ErrorDetails, descriptions: Mapping[str, str]) -> str:
    """One fault that pydantic found, said to the person who wrote the value."""
    name = str(fault["loc"][0])
    shown = _shown(name, fault["input"])
    if fault["type"] == "value_error":
        return f"{name.upper()} is {shown}, but {fault['ctx']['error']}."
    return f"{name.upper()} is {shown}, but must be {descriptions[name]}."


def _shown(name: str, value: object) -> str:
    if name == "discord_token":
        return f"set ({len(str(value))} characters, not shown here)"
    if name == "database_url":
        return repr(re.sub(r"//.*@", "//***@", str(value)))
    return repr(value)
