"""The frame of every message, and buttons, selects and forms whose `custom_id` is their whole state.

discord.py remembers nothing of them, so they work after a restart and on every copy of a message. A press or a submitted form
reaches the bot as an interaction; `bot.interactions.routes` finds its handler. What a `custom_id` says is a record whose
pattern is declared once, and packs and unpacks it:

class StandingsPress(ButtonId, frozen=True):
    pattern: ClassVar[str] = "b:{league}:{season}:{page}"

No `custom_id` fits two patterns. Parts in square brackets are left out while their fields have their defaults. The last text
may have colons in it; an empty part stands for its default. A number has at most nine digits; a LargeNumber may have more.
"""

import re
from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from functools import cache
from itertools import islice
from typing import Annotated, Any, ClassVar, Self

from discord import ButtonStyle, PartialEmoji, SelectOption, TextStyle, ui
from discord.utils import as_chunks
from msgspec import Meta, Struct, ValidationError, convert, inspect, structs

from bot.messages.card_text import remove_emoji_from_texts
from bot.tables.refusals import ButtonNotUnderstood
from bot.wording.sentence import Refusal, Refused

_FIELD = re.compile(r"\{(\w+)\}")
_OPTIONAL = re.compile(r"\[([^][]*)\]")
_TEXT_PATTERN, _REST_PATTERN = "[^:]*", ".*"
BLUE, GREEN, GOLD, GREY = 0x3B6EA5, 0x2E7D4F, 0xC9A227, 0x6B7280
"""The colours at the edge of a message: information, play, results, and what isn't the reader's turn."""

DATABASE_MARKER: ContextVar[str] = ContextVar("database_marker", default="")
"""The marker of the database that the running bot works on; empty for one that was never restored from a backup.

Every `custom_id` ends with it (`m:12:34:draw~1njchs`), because numbers of tables and steps occur again after a restore.
"""
_SEPARATOR = "~"

LargeNumber = Annotated[int, Meta(le=10**15 - 1)]
"""A number in a `custom_id` that isn't one of the database, such as a time."""
_DIGITS = 9  # of a number that the database can hold
_NUMBER = re.compile(rf"[0-9]{{1,{_DIGITS}}}")
LONGEST_CUSTOM_ID = 100
_BUTTONS_IN_A_ROW = 5
LONGEST_LABEL = 80
LONGEST_OPTION = 100  # characters of the label, value or description of an option or autocomplete choice
LONGEST_PLACEHOLDER = 150
LONGEST_TITLE = 45  # characters of the title of a form or of a field
LONGEST_DESCRIPTION = 100  # characters of the sentence below the title of a field
LONGEST_TYPED = 2000  # characters of what is typed in a form: the titles of all games of a server; Discord allows 4000
MOST_OPTIONS = 25  # of a select, or of an autocomplete
MOST_TEXT = 4000  # characters of all texts of a message
ROOM_FOR_TEXT, ROOM_FOR_LIST = 3600, 3800
"""Characters, of the 4000 of a message: for a text with headings and notes, and for a list with only a heading."""


class ButtonId(Struct, frozen=True):
    """The state that a button, select or form carries; its text is its `custom_id`, without a database's marker."""

    pattern: ClassVar[str]

    def __str__(self) -> str:
        _, defaults = _shape(type(self))

        def shown(optional: re.Match[str]) -> str:
            is_needed = any(getattr(self, name) != defaults[name] for name in _FIELD.findall(optional[1]))
            return optional[1] if is_needed else ""

        pattern = self.pattern
        while _OPTIONAL.search(pattern):
            pattern = _OPTIONAL.sub(shown, pattern)
        return _FIELD.sub(lambda field: "" if (value := getattr(self, field[1])) is None else str(value), pattern)

    @classmethod
    def read(cls, custom_id: str) -> Self | None:
        """Return the record; None if this is no `custom_id` of its kind. An altered Discord client can send anything."""
        regex, _ = _shape(cls)
        if (parts := regex.fullmatch(custom_id)) is None:
            return None
        try:
            return convert({name: text for name, text in parts.groupdict().items() if text}, cls, strict=False)
        except ValidationError:
            return None


class TableId(ButtonId, frozen=True):
    """What belongs to a table; its number comes first."""

    table: int


@cache
def _shape(record: type[ButtonId]) -> tuple[re.Pattern[str], Mapping[str, Any]]:
    """Return what its `custom_id`s look like, and the defaults of its fields."""
    fields = structs.fields(record)
    regex = re.sub(r"\[", "(?:", record.pattern).replace("]", ")?")
    for field in fields:
        is_last_text = record.pattern.rstrip("]").endswith(f"{{{field.name}}}")
        digits = _most_digits(inspect.type_info(field.type))
        part = f"[0-9]{{0,{digits}}}" if digits else _REST_PATTERN if is_last_text else _TEXT_PATTERN
        regex = regex.replace(f"{{{field.name}}}", f"(?P<{field.name}>{part})")
    return re.compile(regex, re.DOTALL), {field.name: field.default for field in fields}


def _most_digits(kind: inspect.Type) -> int:
    """Return how many digits a number of this type may have; 0 if it isn't one."""
    if isinstance(kind, inspect.UnionType):
        return max(map(_most_digits, kind.types))
    return 0 if not isinstance(kind, inspect.IntType) else _DIGITS if kind.le is None else len(str(kind.le))


class ButtonFromBeforeRestore(Refusal):
    sentence = (
        "This button is from before Ramino went back to a backup. Later moves are lost. "
        "`/table show` shows your table, `/hand` your cards."
    )


class PressButton(ui.Button[Any]):
    """A button; the written form of its press is its `custom_id`. A label that is too long is cut."""

    def __init__(
        self, press: object, label: str, style: ButtonStyle = ButtonStyle.secondary, emoji: PartialEmoji | None = None
    ) -> None:
        super().__init__(label=label[:LONGEST_LABEL], style=style, custom_id=with_marker(str(press)), emoji=emoji)


class Form(ui.Modal):
    """A modal of at most five fields; the written form of its press is its `custom_id`. A title that is too long is cut."""

    def __init__(self, press: object, title: str, fields: "Iterable[ui.Label[Any]]" = ()) -> None:
        super().__init__(title=title[:LONGEST_TITLE], custom_id=with_marker(str(press)))
        for field in fields:
            self.add_item(field)

    def is_finished(self) -> bool:
        """Return True: discord.py must not keep the form in memory, where it would wait for a submission forever."""
        return True


class Option(SelectOption):
    """An option of a select, with a sentence `about` it. What is too long is cut."""

    def __init__(
        self, value: str, label: str, about: str = "", *, chosen: bool = False, emoji: PartialEmoji | None = None
    ) -> None:
        label, description = label[:LONGEST_OPTION], about[:LONGEST_OPTION] or None
        super().__init__(label=label, value=value, description=description, emoji=emoji, default=chosen)


class PressSelect(ui.Select[Any]):
    """A select of at most 25 options; what is left out can be typed."""

    def __init__(self, press: object, options: Iterable[SelectOption], placeholder: str = "") -> None:
        shown = list(islice(options, MOST_OPTIONS))
        super().__init__(
            custom_id=with_marker(str(press)), placeholder=placeholder[:LONGEST_PLACEHOLDER] or None, options=shown
        )


def select_field(title: str, description: str, custom_id: str, options: Iterable[SelectOption]) -> "ui.Label[Any]":
    """Return a field of a form: a select with a title and a sentence below that."""
    select: ui.Select[Any] = ui.Select(custom_id=custom_id, options=list(islice(options, MOST_OPTIONS)))
    return ui.Label(text=title, description=description, component=select)


def member_field(title: str, description: str, custom_id: str, most: int = 1, *, least: int = 1) -> "ui.Label[Any]":
    """Return a field of a form: a select of the server's members, of whom `least` to `most` are chosen."""
    select: ui.UserSelect[Any] = ui.UserSelect(custom_id=custom_id, min_values=least, max_values=most, required=least > 0)
    return ui.Label(text=title, description=description, component=select)


def text_field(
    title: str, description: str, custom_id: str, longest: int, *, given: str = "", required: bool = True, example: str = ""
) -> "ui.Label[Any]":
    """Return a field of a form in which one types, several lines if it may be long; `given` stands there, or is shown grey."""
    style = TextStyle.paragraph if longest > LONGEST_DESCRIPTION else TextStyle.short
    more: dict[str, Any] = {"default": given or None, "required": required, "placeholder": example or None}
    text: ui.TextInput[Any] = ui.TextInput(custom_id=custom_id, style=style, max_length=longest, **more)
    return ui.Label(text=title[:LONGEST_TITLE], description=description[:LONGEST_DESCRIPTION] or None, component=text)


def are_numbers(*texts: str) -> bool:
    """Return True if each of these parts of a `custom_id` is a number that the database can hold."""
    return all(_NUMBER.fullmatch(text) for text in texts)


def read_marked(custom_id: str) -> str:
    """Return the written form of the press.

    Raise Refused(ButtonFromBeforeRestore) if it has another database's marker, and Refused(ButtonNotUnderstood) if it is longer
    than Discord allows, which only a forged one is.
    """
    if len(custom_id) > LONGEST_CUSTOM_ID:
        raise Refused(ButtonNotUnderstood())
    written, separator, marker = custom_id.rpartition(_SEPARATOR)
    if not separator:
        written, marker = custom_id, ""
    if marker != DATABASE_MARKER.get():
        raise Refused(ButtonFromBeforeRestore())
    return written


def fits_custom_id(press: object) -> bool:
    """Return True if the written form of the press is short enough for a `custom_id`."""
    return len(with_marker(str(press))) <= LONGEST_CUSTOM_ID


def with_marker(written: str) -> str:
    """Return the `custom_id` with the marker of the running bot's database."""
    marker = DATABASE_MARKER.get()
    return f"{written}{_SEPARATOR}{marker}" if marker else written


class _Message(ui.LayoutView):
    """A message of which discord.py must not keep anything in memory, to wait for its buttons."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    def is_finished(self) -> bool:
        return True


def layout(*items: "ui.Item[Any] | str", accent: int | None = None) -> ui.LayoutView:
    """Return a message of these items and texts in one frame.

    Texts that are too long for a message with the emojis of cards show cards as text.
    """
    view = _Message()
    shown = (ui.TextDisplay[Any](item) if isinstance(item, str) else item for item in items)
    view.add_item(ui.Container(*shown, accent_colour=accent))
    if view.content_length() > MOST_TEXT:
        remove_emoji_from_texts(view)
    return view


def row(*items: "ui.Item[Any]") -> "ui.ActionRow[Any]":
    """Return one row of buttons, or of one select."""
    return ui.ActionRow(*items)


def rows_of(buttons: "Iterable[ui.Button[Any]]") -> "list[ui.ActionRow[Any]]":
    """Return the buttons in rows of at most five."""
    return [row(*some) for some in as_chunks(buttons, _BUTTONS_IN_A_ROW)]


def link(label: str, server: int | None, channel: int, message: int | None = None) -> "ui.Button[Any]":
    """Return a button that leads to a channel or to a message in it; `server` is None for direct messages."""
    place = f"https://discord.com/channels/{server or '@me'}/{channel}"
    return ui.Button(label=label[:LONGEST_LABEL], url=place if message is None else f"{place}/{message}")
