"""The settings of a person and of a server, and the messages of `/settings` with their selects."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, ClassVar, Literal

from discord import ui
from msgspec import Meta

from bot.messages.components import BLUE, ButtonId, PressButton, layout, row
from bot.messages.settings import NO_OFFER, Channels, Choice, Choices, InMessage, Offer, Role, Setting
from bot.messages.words import Words
from bot.rummy.variant import Length, Variant
from bot.tables.ports import CardOrder, HandsBy, Person, Pictures, Reminders, ServerSettings, SuitColours


class SettingsPress(ButtonId, frozen=True):
    """A page: the person's own settings, or the server's; with the name of a `setting`, its new values were chosen there."""

    pattern: ClassVar[str] = "o:{page}[:{setting}]"
    page: Literal["own", "server"]
    setting: Annotated[str, Meta(pattern="^[a-z_]+$")] | None = None


def own_settings_layout(person: Person, say: Words, *, may_set_server: bool) -> ui.LayoutView:
    """Render a person's settings; with `may_set_server`, also the button to the server's."""
    items = [
        ui.TextDisplay[Any](f"### {say('Your settings')}\n-# {say('Changes apply from the next message.')}"),
        *_controls(PERSONAL_SETTINGS, person, NO_OFFER, say, "own"),
    ]
    if may_set_server:
        items += [ui.Separator(), row(PressButton(SettingsPress("server"), say("Server settings")))]
    return layout(*items, accent=BLUE)


def server_settings_layout(settings: ServerSettings, offer: Offer, say: Words) -> ui.LayoutView:
    """Render the settings of a server."""
    return layout(
        ui.TextDisplay[Any](f"### {say('Settings of this server')}"),
        *_controls(SERVER_SETTINGS, settings, offer, say, "server"),
        ui.Separator(),
        row(PressButton(SettingsPress("own"), say("Your settings"))),
        accent=BLUE,
    )


def _controls(
    settings: Iterable[Setting[InMessage]], record: object, offer: Offer, say: Words, page: Literal["own", "server"]
) -> "list[ui.Item[Any]]":
    """Return each setting with its title, and a select with what is chosen in this record."""
    items: list[ui.Item[Any]] = []
    for setting in settings:
        about = setting.about(say)
        title = f"**{setting.title(say)}**"
        press = SettingsPress(page, setting.name)
        items.append(ui.TextDisplay(f"{title}\n-# {about}" if about else title))
        items.append(row(setting.asked.control(press, setting.value(record), offer, say)))
    return items


def _hands(say: Words, _games: Iterable[Variant]) -> Sequence[Choice]:
    return (
        Choice(HandsBy.DIRECT, say("Direct messages")),
        Choice(HandsBy.CHANNEL, say("In the channel"), say("Press My hand at the table: only you see it.")),
    )


def _reminders(say: Words, _games: Iterable[Variant]) -> Sequence[Choice]:
    return (
        Choice(Reminders.ALL, say("All my scheduled tables"), say("A DM one day before")),
        Choice(Reminders.CHOSEN, say("Leagues I choose"), say("Choose: /league remind")),
        Choice(Reminders.NONE, say("No reminders")),
    )


def _orders(say: Words, _games: Iterable[Variant]) -> Sequence[Choice]:
    return (
        Choice(CardOrder.SUIT, say("By suit"), say("Colours alternate: ♠ ♥ ♣ ♦")),
        Choice(CardOrder.RANK, say("By rank")),
    )


def _pictures(say: Words, _games: Iterable[Variant]) -> Sequence[Choice]:
    return (
        Choice(Pictures.PICTURES, say("Pictures")),
        Choice(Pictures.LARGE, say("Large pictures")),
        Choice(Pictures.TEXT, say("Text only")),
    )


def _colours(say: Words, _games: Iterable[Variant]) -> Sequence[Choice]:
    return (
        Choice(SuitColours.FOUR, say("Four colours"), say("♠ black, ♥ red, ♦ blue, ♣ green")),
        Choice(SuitColours.TWO, say("Two colours"), say("♠ ♣ black, ♥ ♦ red.")),
    )


def _games(say: Words, games: Iterable[Variant]) -> Sequence[Choice]:
    return (Choice(None, say("Default")), *(Choice(game.name, game.title) for game in games))


def _lengths(say: Words, _games: Iterable[Variant]) -> Sequence[Choice]:
    return (
        Choice(None, say("Default"), say("Short, or full if the game has no short match")),
        Choice(Length.ONE, say("One deal")),
        Choice(Length.SHORT, say("Short"), say("Everyone deals once (two players: twice)")),
        Choice(Length.FULL, say("Full"), say("The game's own length")),
    )


def _threads(say: Words, _games: Iterable[Variant]) -> Sequence[Choice]:
    return (
        Choice(True, say("Each table gets a thread")),
        Choice(False, say("Matches stay in the channel")),
    )


PERSONAL_SETTINGS: tuple[Setting[Choices], ...] = (
    Setting("hands", lambda say: say("Your cards"), Choices(_hands)),
    Setting("pictures", lambda say: say("Pictures of your cards"), Choices(_pictures)),
    Setting("colours", lambda say: say("Suit colours"), Choices(_colours), field="suit_colours"),
    Setting("card_order", lambda say: say("Order of your cards"), Choices(_orders)),
    Setting("reminders", lambda say: say("Reminders"), Choices(_reminders)),
)
"""The fields of `Person` that they choose."""

SERVER_SETTINGS: tuple[Setting[InMessage], ...] = (
    Setting(
        "channels",
        lambda say: say("Channels for tables"),
        Channels(nothing=lambda say: say("Every channel")),
        about=lambda say: say("And their threads"),
    ),
    Setting(
        "role",
        lambda say: say("Permission to open tables"),
        Role(nothing=lambda say: say("Everyone")),
        about=lambda say: say("Members with Manage Server always can"),
    ),
    Setting("game", lambda say: say("Default game"), Choices(_games), field="variant"),
    Setting("length", lambda say: say("Default length"), Choices(_lengths)),
    Setting("thread", lambda say: say("Threads"), Choices(_threads)),
    Setting("table_pictures", lambda say: say("Pictures of the table"), Choices(_pictures), field="pictures"),
    Setting("table_colours", lambda say: say("Suit colours"), Choices(_colours), field="suit_colours"),
    Setting(
        "daily",
        lambda say: say("Channel for the deal of the day"),
        Channels(nothing=lambda say: say("No post"), most=1, for_posts=True),
        about=lambda say: say("Each morning: yesterday's results, if somebody played"),
    ),
)
"""The fields of `ServerSettings`."""
