"""Writes data/locales/ramino.pot from the code and the slash commands, and brings every language up to it: `make catalogue`.

A language begins as an empty file, data/locales/<locale>/ramino.po.
"""

import ast
import asyncio
import io
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from bot import app
from bot.messages.catalogue import CHOICE, COMMAND, DESCRIPTION, OPTION

ROOT = Path(__file__).parent.parent
TEMPLATE = app.LOCALES / "ramino.pot"
HEAD = """\
# The sentences of Ramino. Made by `make catalogue`.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"

"""
_HINT = "# Translators: "
_SUBCOMMANDS = (1, 2)

Sentence = str | tuple[str, str]


def template() -> Catalog:
    """Every sentence once, in the order of the files and lines; then the words of the slash commands."""
    catalogue = Catalog(charset="utf-8")
    for path in sorted([*(ROOT / "bot").rglob("*.py"), *(ROOT / "cogs").rglob("*.py")]):
        name, text = path.relative_to(ROOT).as_posix(), path.read_text("utf-8")
        for line, sentence in said(text, name):
            before = text.splitlines()[line - 2].strip()
            hints = [before.removeprefix(_HINT)] if before.startswith(_HINT) else []
            catalogue.add(sentence, locations=[(name, line)], auto_comments=hints)
    for command in asyncio.run(app.our_commands()):
        for context, text, where in _words(command, f"/{command['name']}", COMMAND):
            catalogue.add(text, auto_comments=[where], context=context)
    return catalogue


def said(text: str, name: str) -> Iterator[tuple[int, Sentence]]:
    """Line and sentence of every `say("…")` and `say.many("…", "…", count)`, also within f-strings, where Babel finds none.

    Raises ValueError where a sentence is not written out: nobody could translate it.
    """
    for call in _calls(ast.parse(text)):
        function = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if isinstance(call.func, ast.Call) and ast.unparse(call.func.func).endswith((".say", ".for_locale")):
            raise ValueError(f"{name}:{call.lineno}: name the words `say` first; only say(…) is collected.")
        if function not in ("say", "many") or [ast.unparse(one) for one in call.args] == ["interaction"]:
            continue
        texts = tuple(one.value for one in call.args[: 1 + (function == "many")] if isinstance(one, ast.Constant))
        match texts:
            case (str(one),) if function == "say":
                yield call.lineno, one
            case (str(one), str(several)) if function == "many":
                yield call.lineno, (one, several)
            case _:
                raise ValueError(f"{name}:{call.lineno}: a sentence must be written out in the parentheses of say(…).")


def _calls(node: ast.AST) -> Iterator[ast.Call]:
    """In the order in which they are written."""
    if isinstance(node, ast.Call):
        yield node
    for child in ast.iter_child_nodes(node):
        yield from _calls(child)


def _words(command: Mapping[str, Any], where: str, context: str) -> Iterator[tuple[str, str, str]]:
    """Name, description, and the same of all that is in it."""
    yield context, command["name"], where
    yield DESCRIPTION, command["description"], where
    for choice in command.get("choices", ()):
        yield CHOICE, choice["name"], where
    for option in command.get("options", ()):
        yield from _words(option, f"{where} {option['name']}", COMMAND if option["type"] in _SUBCOMMANDS else OPTION)


def written(catalogue: Catalog, head: str = HEAD) -> str:
    """The catalogue as a file: without dates and line numbers, so that a diff shows the sentences that changed."""
    out = io.BytesIO()
    write_po(out, catalogue, width=120, omit_header=True, include_lineno=False, ignore_obsolete=True)
    return head + out.getvalue().decode()


def translated(path: Path, sentences: Catalog) -> str:
    """The language's file with today's sentences; what it said of them is kept, what nobody says any more is dropped."""
    with path.open("rb") as source:
        catalogue = read_po(source, locale=path.parent.name.replace("-", "_"))
    catalogue.update(sentences, no_fuzzy_matching=True)
    plurals = f'"Plural-Forms: {catalogue.plural_forms}\\n"\n\n'
    return written(catalogue, f"{HEAD.rstrip()}\n{plurals}")


def main() -> None:
    sentences = template()
    TEMPLATE.parent.mkdir(exist_ok=True)
    TEMPLATE.write_text(written(sentences), encoding="utf-8")
    print(f"{TEMPLATE.relative_to(ROOT)}: {len(sentences)} sentences")
    for path in sorted(app.LOCALES.glob("*/ramino.po")):
        path.write_text(translated(path, sentences), encoding="utf-8")
        print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
