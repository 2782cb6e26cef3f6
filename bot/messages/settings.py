"""A setting of a league, a server or a person, in a language: what it is called, and how it is chosen, shown and read.

The tables of settings are in `settings_panel.py` and `league/league_settings.py`. What was chosen is read here as if anyone
could have sent anything.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NoReturn, TypeVar

from discord import ChannelType, SelectDefaultValue, SelectDefaultValueType, TextStyle, ui

from bot.league.organiser_actions import Logged
from bot.messages.components import MOST_OPTIONS, Option, PressSelect, with_marker
from bot.messages.text import capitalized, safe_text
from bot.messages.words import Words
from bot.rummy.variant import Variant
from bot.tables.refusals import ButtonNotUnderstood
from bot.wording.sentence import Channel as ChannelId
from bot.wording.sentence import Refusal, Refused

_NO_CHOICE = "-"
_LONGEST_SHOWN = 200  # characters of a typed value
_ID = re.compile(r"[0-9]{1,20}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Offer:
    """What a server has that a setting can name: its games by name, and its channels and roles by Discord ids.

    `may_post` returns True for a channel in which the bot may post.
    """

    games: Mapping[str, Variant]
    has_channel: Callable[[int], bool]
    has_role: Callable[[int], bool]
    may_post: Callable[[int], bool]


NO_OFFER = Offer({}, has_channel=lambda _: False, has_role=lambda _: False, may_post=lambda _: False)
"""For settings that name nothing of a server."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A value that can be chosen, its label, and a sentence about it."""

    value: Any
    label: str
    about: str = ""

    @property
    def written(self) -> str:
        """The value of the option in a select."""
        if self.value is None or self.value == "":
            return _NO_CHOICE
        return {True: "yes", False: "no"}[self.value] if isinstance(self.value, bool) else str(self.value)


def choice_options(value: object, *choices: Choice) -> list[Option]:
    """Return the options of a select, with this value chosen."""
    return [Option(one.written, one.label, one.about, chosen=one.value == value) for one in choices]


@dataclass(frozen=True, slots=True)
class Choices:
    """One of these choices; a select of a message shows the first 25."""

    of: Sequence[Choice]

    def control(self, press: object, value: object, _offer: Offer) -> "ui.Item[Any]":
        """Return the select of a message."""
        return PressSelect(press, choice_options(value, *self.of))

    def input(self, custom_id: str, value: object) -> "ui.Item[Any]":
        """Return the select of a form, where labels begin with a capital."""
        options = choice_options(value, *self.of)
        for option in options:
            option.label = capitalized(option.label)
        return ui.Select(custom_id=custom_id, options=[*options])

    def read(self, values: Sequence[str], _record: object, _offer: Offer) -> Any:
        """Return the chosen value. Raise Refused(ButtonNotUnderstood)."""
        chosen = next((one for one in self.of if [one.written] == list(values)), None)
        return _refuse() if chosen is None else chosen.value

    def shown(self, value: object) -> str:
        """Return the label of the choice; of a value that an earlier version has logged, the value."""
        return next((one.label for one in self.of if one.value == value), safe_text(str(value)))


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Any of these choices, of which the first 25 are shown in a message; `nothing` says what it means to choose none."""

    of: Sequence[Choice]
    nothing: str

    def control(self, press: object, value: Collection[object], _offer: Offer) -> "ui.Item[Any]":
        """Return the select of a message."""
        options = [Option(one.written, one.label, chosen=one.value in value) for one in self.of]
        select = PressSelect(press, options, self.nothing)
        select.min_values, select.max_values = 0, len(select.options)
        return select

    def read(self, values: Sequence[str], _record: object, _offer: Offer) -> tuple[object, ...]:
        """Return the chosen values. Raise Refused(ButtonNotUnderstood)."""
        chosen = tuple(one.value for one in self.of if one.written in values)
        return chosen if len(chosen) == len(values) else _refuse()


@dataclass(frozen=True, slots=True)
class Typed:
    """A text in a form; also none, if `nothing` says what that means.

    `value` reads the text, and gets the record as it is; `written` is the text of a value, but of None.
    """

    value: Callable[[str, Any, Offer], object]
    written: Callable[[Any], str] = str
    longest: int = 400
    style: TextStyle = TextStyle.short
    nothing: str | None = None

    def input(self, custom_id: str, value: object) -> "ui.Item[Any]":
        """Return the text input of a form."""
        text, is_required = "" if value is None else self.written(value), self.nothing is None
        return ui.TextInput(custom_id=custom_id, style=self.style, default=text, max_length=self.longest, required=is_required)

    def read(self, values: Sequence[str], record: object, offer: Offer) -> object:
        """Return the value that was typed. Raise what refuses it."""
        return self.value("".join(values), record, offer)

    def shown(self, value: object) -> str:
        return self.nothing if value is None and self.nothing is not None else safe_text(str(value), _LONGEST_SHOWN)


@dataclass(frozen=True, slots=True)
class Channel:
    """A text channel in a form; without `is_required` also none, and `nothing` says what that means."""

    nothing: str
    is_required: bool = False

    def input(self, custom_id: str, value: int | None) -> "ui.Item[Any]":
        """Return the select of a form."""
        return ui.ChannelSelect(
            custom_id=custom_id,
            channel_types=[ChannelType.text],
            placeholder=capitalized(self.nothing),
            min_values=int(self.is_required),
            required=self.is_required,
            default_values=_chosen((value,), SelectDefaultValueType.channel),
        )

    def read(self, values: Sequence[str], _record: object, offer: Offer) -> int | None:
        """Return the Discord id of the channel. Raise Refused(ButtonNotUnderstood)."""
        chosen = _known(values, offer.has_channel)
        if len(chosen) > 1 or len(chosen) < int(self.is_required):
            _refuse()
        return next(iter(chosen), None)

    def shown(self, value: object) -> str:
        return self.nothing if value is None else f"<#{value}>"


class CannotPost(Refusal):
    channel: ChannelId
    sentence = "I can't post in {channel}. Choose another channel, or let me see it and send messages there."


@dataclass(frozen=True, slots=True)
class Channels:
    """Text channels, at most so many, chosen in a message; `nothing` says what it means to choose none.

    If they are `for_posts`, the bot must be permitted to post there.
    """

    nothing: str
    most: int = MOST_OPTIONS
    for_posts: bool = False

    def control(self, press: object, value: Iterable[int], offer: Offer) -> "ui.Item[Any]":
        """Return the select of a message, with the channels that still exist."""
        existing = [one for one in value if offer.has_channel(one)]
        return ui.ChannelSelect(
            custom_id=with_marker(str(press)),
            channel_types=[ChannelType.text],
            placeholder=self.nothing,
            min_values=0,
            max_values=self.most,
            default_values=_chosen(existing[: self.most], SelectDefaultValueType.channel),
        )

    def read(self, values: Sequence[str], _record: object, offer: Offer) -> tuple[int, ...]:
        """Return the Discord ids of the channels. Raise Refused(ButtonNotUnderstood) or Refused(CannotPost)."""
        chosen = _known(values, offer.has_channel)
        if len(chosen) > self.most:
            _refuse()
        if self.for_posts and (closed := [one for one in chosen if not offer.may_post(one)]):
            raise Refused(CannotPost(closed[0]))
        return chosen


@dataclass(frozen=True, slots=True)
class Role:
    """A role or none, chosen in a message; `nothing` says what none means."""

    nothing: str

    def control(self, press: object, value: int | None, _offer: Offer) -> "ui.Item[Any]":
        """Return the select of a message."""
        return ui.RoleSelect(
            custom_id=with_marker(str(press)),
            placeholder=self.nothing,
            min_values=0,
            default_values=_chosen((value,), SelectDefaultValueType.role),
        )

    def read(self, values: Sequence[str], _record: object, offer: Offer) -> int | None:
        """Return the Discord id of the role. Raise Refused(ButtonNotUnderstood)."""
        return next(iter(_known(values, offer.has_role)), None)


InForm = Choices | Typed | Channel
"""How a setting can be asked in a form of its own."""
InMessage = Choices | AnyOf | Channels | Role
"""How a setting can be asked in a message with all settings."""
Asked = TypeVar("Asked", covariant=True, bound=Choices | AnyOf | Typed | Channel | Channels | Role)


@dataclass(frozen=True, slots=True)
class Setting(Generic[Asked]):
    """A setting; `name` is its written form in a `custom_id`, and the field of its record unless there is a `field`.

    `about` is one line about it. `show` makes Markdown of the value in a record, and `names_itself` says that it needs no title
    before it; without `show`, the value is shown by how it is asked. `change` makes the sentences about a change of the values
    in the log; without it, they follow the title.
    """

    name: str
    title: str
    asked: Asked
    about: str = ""
    field: str = ""
    show: Callable[[Any], str] | None = None
    names_itself: bool = False
    change: Callable[[Logged, Logged], Sequence[str]] | None = None

    @property
    def attribute(self) -> str:
        """The name of the field."""
        return self.field or self.name

    def value(self, record: object) -> Any:
        return getattr(record, self.attribute)

    def form_field(self: "Setting[InForm]", custom_id: str, record: object) -> "ui.Label[Any]":
        """Return the field of a form, with the value in this record."""
        answer = self.asked.input(custom_id, self.value(record))
        return ui.Label(text=self.title, description=self.about or None, component=answer)


def setting_named(settings: Iterable[Setting[Asked]], name: str) -> Setting[Asked]:
    """Return the setting with this name. Raise Refused(ButtonNotUnderstood)."""
    return next((one for one in settings if one.name == name), None) or _refuse()


def setting_line(setting: Setting[InForm], record: object, say: Words) -> str:
    """Return the setting with its value in this record, as Markdown."""
    shown = setting.asked.shown(setting.value(record)) if setting.show is None else setting.show(record)
    return shown if setting.names_itself else say("{title}: {value}", title=setting.title, value=shown)


def change_texts(setting: Setting[InForm], before: Logged, after: Logged, say: Words) -> Sequence[str]:
    """Return the sentences about a change, with the values that the log has."""
    if setting.change is not None:
        return setting.change(before, after)
    old, new = (setting.asked.shown(value) for value in (before, after))
    return [say("{title}: {before} → {after}", title=setting.title, before=old, after=new)]


def _chosen(ids: Iterable[int | None], kind: SelectDefaultValueType) -> list[SelectDefaultValue]:
    """Return what a select shows as chosen."""
    return [SelectDefaultValue(id=one, type=kind) for one in ids if one is not None]


def _known(values: Sequence[str], is_known: Callable[[int], bool]) -> tuple[int, ...]:
    """Return the Discord ids that were chosen. Raise Refused(ButtonNotUnderstood) for any that the server doesn't have."""
    ids = tuple(int(value) for value in values if _ID.fullmatch(value))
    return ids if len(ids) == len(values) and all(map(is_known, ids)) else _refuse()


def _refuse() -> NoReturn:
    raise Refused(ButtonNotUnderstood())
