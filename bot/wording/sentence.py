"""What a sentence for people is: a record of its facts, with its English text. It knows neither languages nor names.

    class NoSuchLeague(Refusal):
        name: Typed
        known: Choices
        sentence = "There's no league “{name}”. Choose {known}."
        if_empty = "known", "There's no league “{name}”: this server has none yet."

The type of a field says how it is shown; `bot/messages/sentences.py` shows it. `make catalogue` collects the texts.
"""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Annotated, ClassVar, dataclass_transform

from msgspec import Struct


class Shown(Enum):
    """How the value of a field is shown, or each of its values; without one of these as it is.

    A text in the place of these is a pattern, which has `{}` for the value.
    """

    TYPED = auto()  # what somebody typed, made safe
    WORD = auto()  # a word of forms, in the person's language
    GAME = auto()  # the title of a game
    PERSON = auto()  # a person number, as the name
    MOMENT = auto()  # epoch ms, as the day and the time
    DATE = auto()  # epoch ms, as the day
    TIME = auto()  # epoch ms, as the time of the day
    DAY = auto()  # a day as in `bot/league/days.py`
    OPTION = auto()  # an option of a command, perhaps with its value
    CARDS = auto()  # written cards
    MELDS = auto()  # the melds of a contract, each a kind and a number of cards
    PERMISSION = auto()  # a permission of Discord, by its English name
    EITHER = auto()  # several values of which one is to be chosen: `7 or 8`; otherwise all are meant: `7 and 8`
    FEW = auto()  # several values of which eight are shown; an ellipsis stands for the others


Either, Few = Shown.EITHER, Shown.FEW
Typed = Annotated[str, Shown.TYPED]
TypedWord = Annotated[str, Shown.WORD]
TypedWords = Annotated[tuple[str, ...], Shown.WORD, Either]
Choices = Annotated[tuple[str, ...], Shown.TYPED, Either]
Person = Annotated[int, Shown.PERSON]
People = Annotated[tuple[int, ...], Shown.PERSON]
Moment = Annotated[int, Shown.MOMENT]
Date = Annotated[int, Shown.DATE]
Time = Annotated[int, Shown.TIME]
Day = Annotated[int, Shown.DAY]
Code = Annotated[str, "`{}`"]
NumberCode = Annotated[int, "`{}`"]
Option = Annotated[str, Shown.OPTION]
Channel = Annotated[int, "<#{}>"]
OneCard = Annotated[str, Shown.CARDS]
Cards = Annotated[tuple[str, ...], Shown.CARDS]
Contract = Annotated[tuple[object, ...], Shown.MELDS]
Permissions = Annotated[tuple[str, ...], Shown.PERMISSION]
Role = Annotated[int | None, "<@&{}>"]


class Worded:
    """A record of facts with its text.

    A fact that never varies, such as a command that isn't translated, is a field with a default. `plural` is the text for
    several things, and `sentence` that for one; the field `counted` has their number, or is a tuple of them. Both texts may
    contain that number as `{count}`. `if_empty` names a field, and the text if it is 0, None, False or empty; perhaps
    another field and its text follow.
    """

    __slots__ = ()
    sentence: ClassVar[str]
    plural: ClassVar[str] = ""
    counted: ClassVar[str] = "count"
    if_empty: ClassVar[tuple[str, ...]] = ()


class StoredSentence(Worded, Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A sentence whose facts are stored; its kinds are known by their tags."""


@dataclass_transform(frozen_default=True)
class Sentence(Worded):
    """A sentence that isn't stored. Its subclasses are frozen dataclasses."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)


class Refusal(Sentence):
    """Why a request is refused."""


class Refusals(Refusal):
    """Several reasons at once: a line for each."""

    reasons: tuple[Refusal, ...]


class Refused(Exception):  # noqa: N818  (it isn't an error of the program)
    """A request was refused, and nothing has changed. `table` is the number of its table, if it is about one."""

    def __init__(self, refusal: Refusal, table: int | None = None) -> None:
        super().__init__(refusal)
        self.refusal = refusal
        self.table = table
