"""**Our words**, which are mixed into all shuffles of a match: as text, and the form that asks for one."""

from collections.abc import Iterator
from typing import Any, ClassVar

from discord import ui

from bot.messages.components import Form, TableId
from bot.messages.table.render_context import RenderContext
from bot.messages.text import escape_markup
from bot.messages.words import Words
from bot.tables.lobby_requests import LONGEST_WORD
from bot.tables.table import Phase, Table

WORD = "word"
"""The `custom_id` of the word."""


class WordForm(TableId, frozen=True):
    """A form that takes a person's word, and with `joins` lets them sit down: `rule_changes` is as in `Join`."""

    pattern: ClassVar[str] = "i:{table}:{joins}[:{rule_changes}]"
    joins: int
    rule_changes: int | None = None


def word_form(table: Table, person: int, given: str, say: Words, *, rule_changes: int | None = None) -> Form:
    """Render the form that asks for a word. `given` is the one that the person gave before, or empty."""
    is_seated = person in table.seats.people
    title = say.label("My word") if is_seated else say.label("Join table {number}", number=table.number)
    word: ui.TextInput[Any] = ui.TextInput(custom_id=WORD, required=False, max_length=LONGEST_WORD, default=given or None)
    about = say.option("Mixed into every shuffle, shown to everyone. Pick something nobody can guess, or leave it empty.")
    field: ui.Label[Any] = ui.Label(text=say.label("Word"), description=about, component=word)
    return Form(WordForm(table.number, int(not is_seated), rule_changes), title, [field])


def lobby_word_lines(context: RenderContext) -> Iterator[str]:
    """Yield the words of a lobby, and who has given none; nothing if it asks for none. They stay when the match has started."""
    table, say = context.table, context.say
    if not table.lobby.asks_words or table.lobby.closing_reason is not None:
        return
    is_open = table.phase == Phase.LOBBY
    if table.lobby.words or is_open:
        heading, *words = word_lines(context)
        yield from (f"\n{heading}", *words)
    missing = [context.names.person(one) for one in table.seats.people if one not in table.lobby.words]
    if missing and is_open:
        yield say("No word from {names} yet.", names=say.all_of(missing))


def word_lines(context: RenderContext) -> Iterator[str]:
    """Yield a heading and each word, in the order in which they are mixed in. Of a deleted one, only its SHA-256 is known."""
    yield context.say("**Our words**, mixed into every shuffle:")
    for place, (person, digest) in enumerate(context.table.lobby.words.items(), start=1):
        name = context.names.person(person)
        if person in context.words:
            word = escape_markup(context.words[person])  # copied, it must have the same SHA-256
            yield f"{place}. {context.say('{title}: {value}', title=name, value=word)}"
        else:
            about = context.say("{name}: deleted, SHA-256 {digits}", name=name, digits=f"`{digest}`")
            yield f"{place}. {about}"
