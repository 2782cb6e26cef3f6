"""In a language whose words are longer, nothing is cut and nothing passes a limit of Discord."""

from collections.abc import Callable, Iterator

import pytest
from discord import ui

from bot.messages.components import LONGEST_DESCRIPTION, LONGEST_OPTION, LONGEST_TITLE
from bot.messages.words import BUTTON, COLUMN, MOST_CHARACTERS, Words
from bot.rummy.cards import FIGURE_NAMES
from tests.messages import shown_text
from tests.messages.every_text import SHOWN, Shown
from tests.messages.longer_words import LongerWords, longer
from tests.messages.marked_words import MarkedWords
from tests.messages.shown_text import MOST_CHARACTERS as MOST_IN_A_MESSAGE
from tests.messages.shown_text import MOST_COMPONENTS, text_length
from tests.people import parts

LONGEST_PLACEHOLDER, LONGEST_BUTTON = 150, 80


def faults(view: ui.LayoutView | ui.Modal) -> Iterator[str]:
    """Yield what is cut in a message or a form, and what passes a limit of Discord."""
    if isinstance(view, ui.Modal):
        yield from _faults_of(view.title, LONGEST_TITLE)
    elif text_length(view) > MOST_IN_A_MESSAGE or len(list(parts(view.to_components()))) > MOST_COMPONENTS:
        yield f"too long: {view.to_components()}"
    for part in parts(view.to_components()):
        if part["type"] != shown_text.BUTTON:
            yield from _faults_of(part.get("label"), LONGEST_TITLE)
        elif not _has_long_cards(part.get("label", "")):
            yield from _faults_of(part.get("label"), LONGEST_BUTTON)
        yield from _faults_of(part.get("description"), LONGEST_DESCRIPTION)
        yield from _faults_of(part.get("placeholder"), LONGEST_PLACEHOLDER)
        for option in part.get("options", ()):
            yield from _faults_of(option.get("label"), LONGEST_OPTION)
            yield from _faults_of(option.get("description"), LONGEST_OPTION)


def _has_long_cards(label: str) -> bool:
    """Return whether a button was cut because it names cards such as *XIIII Bragon*."""
    return label.endswith("…") and any(name in label for name in FIGURE_NAMES.values())


def _faults_of(text: str | None, most: int) -> Iterator[str]:
    if text and (len(text) > most or text.count("⟦") != text.count("⟧")):
        yield f"{len(text)} of {most}: {text}"


@pytest.fixture(scope="module")
def say() -> MarkedWords:
    return LongerWords()


def test_texts_grow_as_far_as_there_is_room() -> None:
    assert longer("Join", "") == "⟦Jóíń ŵ⟧"
    assert longer("Every matches of {name} `/draw` count for it.", "").startswith(
        "⟦Évéŕý mátćhéś óf {name} `/draw` ćóúńt fóŕ ít. ŵ"
    )
    assert len(longer("x" * 30, BUTTON)) == MOST_CHARACTERS[BUTTON]
    assert longer("points", COLUMN) == "póíńtś"


@pytest.mark.thorough
@pytest.mark.parametrize("show", SHOWN, ids=lambda show: show.__name__)
def test_nothing_is_cut_or_too_long(show: Callable[[Words], Iterator[Shown]], say: MarkedWords) -> None:
    found = {fault for shown in show(say) if not isinstance(shown, str) for fault in faults(shown)}
    assert not found, "\n".join(sorted(found))
