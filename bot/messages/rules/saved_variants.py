"""The games that a server has saved: the list, and one game with its code."""

from collections.abc import Iterable, Sequence

from discord import ui

from bot.messages.components import BLUE, ROOM_FOR_LIST, layout
from bot.messages.names import names_of
from bot.messages.rules.house_rule_labels import changed_rule_labels, labels_line
from bot.messages.text import lines_that_fit
from bot.messages.words import Words
from bot.rummy.variant import Variant
from bot.tables.ports import KnownPeople, SavedVariant
from bot.tables.rules.variant_code import write_code


def saved_variant_layout(variant: Variant, preset: Variant, say: Words) -> ui.LayoutView:
    """Render one saved game: how it differs from the closest preset, how to play it, and its code."""
    lines = [f"### {variant.title}"]
    if rules := list(changed_rule_labels(variant, preset, say)):
        lines.append(labels_line(say("Unlike {game}", game=preset.title), rules, say))
    lines += [
        say("Play it here: {command}", command=f"`/table new variant:{variant.title}`"),
        say("Add it to another server: {command}", command=f"`/variant add code:{write_code(variant)}`"),
    ]
    return layout(ui.TextDisplay("\n".join(lines)), accent=BLUE)


def saved_variants_layout(saved: Sequence[SavedVariant], people: KnownPeople, say: Words) -> ui.LayoutView:
    """Render the list of saved games with the name of the person who saved each, and the codes if there is room for all."""
    title = f"### {say('Games saved in this server')}"
    if not saved:
        none = say("None yet. At a table, `/variant save` saves its rules under a name.")
        return layout(ui.TextDisplay(f"{title}\n{none}"), accent=BLUE)
    names = names_of(people, {one.author for one in saved}, say)
    games = [(one.variant, names.person(one.author)) for one in saved]
    hint = f"-# {say('A game with its rules and its code: {command}', command='`/variant list name:…`')}"
    text = _list_text(title, (f"- **{one.title}** · {author} · `{write_code(one)}`" for one, author in games), hint)
    if len(text) > ROOM_FOR_LIST:
        lines = lines_that_fit(
            [f"- **{one.title}** · {author}" for one, author in games], ROOM_FOR_LIST - len(title) - len(hint)
        )
        text = _list_text(title, lines, hint)
    return layout(ui.TextDisplay(text), accent=BLUE)


def _list_text(title: str, lines: Iterable[str], hint: str) -> str:
    return "\n".join((title, *lines, hint))
