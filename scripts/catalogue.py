"""Write data/locales/ramino.pot from the code and the slash commands, and update every language to it: `make catalogue`.

A language starts as an empty file, data/locales/<locale>/ramino.po.
"""

import ast
import asyncio
import io
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from bot import app
from bot.messages.typed_words import TYPED_WORDS
from bot.messages.words import BUTTON, CHOICE, COLUMN, DESCRIPTION, GAME, LABEL, OPTION, TYPED

ROOT = Path(__file__).parent.parent
TEMPLATE = app.LOCALES / "ramino.pot"
HEAD = """\
# The sentences of Ramino. Made by `make catalogue`.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"

"""
HINTS = app.LOCALES / "hints.toml"
_IN_LITTLE_ROOM = (BUTTON, LABEL, OPTION, COLUMN)

Sentence = str | tuple[str, str]


def current_sentences() -> Catalog:
    """Return every sentence once, in the order of the files and lines, then the texts of the slash commands.

    A hint says to translators what a text is, and what it is about.
    """
    catalogue, hints = Catalog(charset="utf-8"), read_hints()
    for path in sorted([*(ROOT / "bot").rglob("*.py"), *(ROOT / "cogs").rglob("*.py")]):
        name = path.relative_to(ROOT).as_posix()
        for line, context, sentence in sentences_in(path.read_text("utf-8"), name):
            hint = hints.get((context, sentence if isinstance(sentence, str) else sentence[0]))
            catalogue.add(sentence, locations=[(name, line)], auto_comments=[hint] if hint else [], context=context or None)
    for variant in app.read_variants().values():
        catalogue.add(variant.title, auto_comments=["the title of a game"], context=GAME)
    for word in TYPED_WORDS:
        catalogue.add(word, auto_comments=["typed into a form of a league, in lower case, without commas"], context=TYPED)
    for command in asyncio.run(app.our_commands("en")):  # other languages may have faults
        for context, text, where in _command_texts(command, f"/{command['name']}"):
            catalogue.add(text, auto_comments=[where], context=context)
    return catalogue


def read_hints() -> dict[tuple[str, str], str]:
    """Return the hint of each text that has one, by its context, which may be empty, and its English."""
    read = tomllib.loads(HINTS.read_text("utf-8"))
    return {(context.removeprefix("text"), text): hint for context, texts in read.items() for text, hint in texts.items()}


def sentences_in(text: str, name: str) -> Iterator[tuple[int, str, Sentence]]:
    """Yield the line, context and sentence of each `say("…")`, `say.button("…")` and `say.many("…", "…", count)`.

    Also those within f-strings, where Babel finds none, and those of every class of a `Sentence`. Raise ValueError if one isn't
    written out, because it could not be translated.
    """
    for call in _nodes(ast.parse(text)):
        if isinstance(call, ast.ClassDef):
            yield from ((line, "", sentence) for line, sentence in _sentences_of_class(call, name))
        if not isinstance(call, ast.Call):
            continue
        if isinstance(call.func, ast.Call) and ast.unparse(call.func.func).endswith((".say", ".for_locale")):
            raise ValueError(f"{name}:{call.lineno}: name the words `say` first; only say(…) is collected.")
        function = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        has_little_room = function in _IN_LITTLE_ROOM and ast.unparse(call.func).endswith(f"say.{function}")
        if not (function in ("say", "many") or has_little_room):
            continue
        arguments = [ast.unparse(one) for one in call.args]
        if arguments in (["call"], ["sender.call"]) or arguments[0].startswith("sentence."):
            continue
        texts = tuple(one.value for one in call.args[: 1 + (function == "many")] if isinstance(one, ast.Constant))
        given = call.args[3 if function == "many" else 1 :]
        context = function if has_little_room else ast.literal_eval(given[0]) if given else ""
        match texts:
            case (str(one),) if function != "many":
                yield call.lineno, context, one
            case (str(one), str(several)) if function == "many":
                yield call.lineno, context, (one, several)
            case _:
                raise ValueError(f"{name}:{call.lineno}: a sentence must be written out in the parentheses of say(…).")


def _sentences_of_class(kind: ast.ClassDef, name: str) -> Iterator[tuple[int, Sentence]]:
    """Yield the line and the text of each sentence in the body of a class: `sentence`, with its `plural`, and `if_empty`."""
    values = {
        ast.unparse(line.targets[0]): line.value
        for line in kind.body
        if isinstance(line, ast.Assign) and len(line.targets) == 1
    }
    texts = [[values[one] for one in ("sentence", "plural") if one in values]] if "sentence" in values else []
    others = values.get("if_empty", ast.Tuple([]))
    texts += [[one] for one in (others.elts[1::2] if isinstance(others, ast.Tuple) else [others])]
    for forms in texts:
        match [one.value if isinstance(one, ast.Constant) else None for one in forms]:
            case [str(text)]:
                yield forms[0].lineno, text
            case [str(one), str(several)]:
                yield forms[0].lineno, (one, several)
            case _:
                raise ValueError(f"{name}:{kind.lineno}: the sentences of {kind.name} must be written out.")


def _nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the node and those in it, in the order in which they are written."""
    left = [node]
    while left:
        node = left.pop()
        yield node
        left += reversed([*ast.iter_child_nodes(node)])


def _command_texts(command: Mapping[str, Any], where: str) -> Iterator[tuple[str, str, str]]:
    """Yield the context, the text and the place of a command's description, and those of its options and choices."""
    yield DESCRIPTION, command["description"], where
    for choice in command.get("choices", ()):
        yield CHOICE, choice["name"], where
    for option in command.get("options", ()):
        yield from _command_texts(option, f"{where} {option['name']}")


def catalogue_text(catalogue: Catalog, head: str = HEAD) -> str:
    """Return the catalogue as the text of its file, without dates and line numbers, so that a diff shows changed sentences."""
    out = io.BytesIO()
    write_po(out, catalogue, width=120, omit_header=True, include_lineno=False, ignore_obsolete=True)
    return head + out.getvalue().decode()


def updated_translation(path: Path, sentences: Catalog) -> str:
    """Return the language's file with the current sentences: their translations are kept, all others are removed."""
    with path.open("rb") as source:
        catalogue = read_po(source, locale=path.parent.name.replace("-", "_"))
    catalogue.update(sentences, no_fuzzy_matching=True)
    plurals = f'"Plural-Forms: {catalogue.plural_forms}\\n"\n\n'
    return catalogue_text(catalogue, f"{HEAD.rstrip()}\n{plurals}")


def main() -> None:
    sentences = current_sentences()
    TEMPLATE.parent.mkdir(exist_ok=True)
    TEMPLATE.write_text(catalogue_text(sentences), encoding="utf-8")
    print(f"{TEMPLATE.relative_to(ROOT)}: {len(sentences)} sentences")
    for path in sorted(app.LOCALES.glob("*/ramino.po")):
        path.write_text(updated_translation(path, sentences), encoding="utf-8")
        print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
