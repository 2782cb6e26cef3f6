"""Every text that people type has a maximum length, which Discord enforces."""

import ast
import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path

import discord
import pytest
from discord import AppCommandOptionType, app_commands
from discord.ext import commands

import cogs
from bot.messages.components import LONGEST_OPTION as LONGEST_CHOICE

SOURCES = [path for folder in ("bot", "cogs") for path in Path(__file__).parents[2].joinpath(folder).rglob("*.py")]
LONGEST_OPTION = 2000  # characters; more than any option needs, and far less than Discord's 6000


def all_commands() -> Iterator[app_commands.Command]:
    for module in pkgutil.iter_modules(cogs.__path__):
        for cog in vars(importlib.import_module(f"cogs.{module.name}")).values():
            if isinstance(cog, type) and issubclass(cog, commands.Cog):
                yield from (each for each in vars(cog).values() if isinstance(each, app_commands.Command))


def typed_options() -> dict[str, app_commands.Parameter]:
    return {
        f"/{command.qualified_name} {option.display_name}": option
        for command in all_commands()
        for option in command.parameters
        if option.type == AppCommandOptionType.string
    }


def test_the_commands_with_typed_options_are_found() -> None:
    assert {"/meld cards", "/new variant", "/add code"} <= {*typed_options()}


@pytest.mark.parametrize("name", sorted(typed_options()))
def test_every_typed_option_has_a_maximum_length(name: str) -> None:
    option = typed_options()[name]
    if option.choices:
        assert max(len(str(choice.value)) for choice in option.choices) <= LONGEST_CHOICE
    else:
        assert option.max_value is not None, f"{name} takes a text of any length"
        assert option.max_value <= LONGEST_OPTION


def text_inputs(tree: ast.Module) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""
            if name == discord.ui.TextInput.__name__:
                yield node


def test_every_text_field_of_a_modal_has_a_maximum_length() -> None:
    """The forms of house rules have only selects. The first text field must say how long its text may be."""
    without = [
        f"{path}:{call.lineno}"
        for path in SOURCES
        if discord.ui.TextInput.__name__ in (text := path.read_text("utf-8"))
        for call in text_inputs(ast.parse(text))
        if "max_length" not in {argument.arg for argument in call.keywords}
    ]
    assert not without
    assert [*text_inputs(ast.parse("x = ui.TextInput(label='a')\ny = TextInput()"))], "the search finds them"
