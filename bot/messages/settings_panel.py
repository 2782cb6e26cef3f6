"""The settings of a person and of a server, and the messages of `/settings` with their selects."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, ClassVar, Literal

from discord import ButtonStyle, ui
from msgspec import Meta

from bot.messages.components import BLUE, LONGEST_OPTION, ButtonId, PressButton, PressSelect, layout, row
from bot.messages.settings import NO_OFFER, Channels, Choice, Choices, InMessage, Offer, Role, Setting
from bot.messages.words import Words
from bot.rummy.variant import Length, Variant
from bot.tables.ports import CardOrder, HandsBy, NewMessage, Person, Pictures, Ready, ServerSettings, SuitColours, Suits


class SettingsPress(ButtonId, frozen=True):
    """A page: the person's own settings, or the server's; with the name of a `setting`, its new values were chosen there."""

    pattern: ClassVar[str] = "o:{page}[:{setting}]"
    page: Literal["own", "server"]
    setting: Annotated[str, Meta(pattern="^[a-z_]+$")] | None = None


class LanguagePress(ButtonId, frozen=True):
    """The server reads this language from now on."""

    pattern: ClassVar[str] = "ol:{locale}"
    locale: Annotated[str, Meta(pattern="^[A-Za-z-]{2,7}$")]


def language_offer_layout(say: Words) -> ui.LayoutView:
    """Render the offer of the reader's language to a server that reads English."""
    text = say("Ramino speaks English in this server. You can change that in `/settings`, too.")
    label = say.button("Use {language} in this server", language=say.languages[say.locale])
    return layout(text, row(PressButton(LanguagePress(say.locale), label, ButtonStyle.primary)), accent=BLUE)


def own_settings_layout(person: Person, say: Words, *, may_set_server: bool) -> ui.LayoutView:
    """Render a person's settings; with `may_set_server`, also the button to the server's."""
    items = [
        ui.TextDisplay[Any](f"### {say('Your settings')}\n-# {say('Changes apply from the next message.')}"),
        *_controls(PERSONAL_SETTINGS, person, NO_OFFER, say, "own"),
    ]
    if may_set_server:
        items += [ui.Separator(), row(PressButton(SettingsPress("server"), say.button("Server settings")))]
    return layout(*items, accent=BLUE)


def server_settings_layout(settings: ServerSettings, offer: Offer, say: Words) -> ui.LayoutView:
    """Render the settings of a server."""
    return layout(
        f"### {say('Settings of this server')}",
        *_controls(SERVER_SETTINGS, settings, offer, say, "server"),
        ui.Separator(),
        row(PressButton(SettingsPress("own"), say.button("Your settings"))),
        accent=BLUE,
    )


def _controls(
    settings: Iterable[Setting[InMessage]], record: object, offer: Offer, say: Words, page: Literal["own", "server"]
) -> "list[ui.Item[Any]]":
    """Return a select for each setting, with its title before what is chosen in this record, or with a sentence above it."""
    items: list[ui.Item[Any]] = []
    for setting in settings:
        about, title = setting.about(say), setting.title(say)
        control = setting.asked.control(SettingsPress(page, setting.name), setting.value(record), offer, say)
        if about or not isinstance(control, PressSelect):
            items.append(ui.TextDisplay(f"**{title}**\n-# {about}" if about else f"**{title}**"))
        else:
            control.placeholder = title
            for option in (one for one in control.options if one.default):
                option.label = say.option("{title}: {value}", title=title, value=option.label)[:LONGEST_OPTION]
        items.append(row(control))
    return items


def _hands(say: Words, _games: Iterable[Variant]) -> Sequence[Choice]:
    return (
        Choice(HandsBy.DIRECT, say.option("Direct messages")),
        Choice(HandsBy.CHANNEL, say.option("In the channel"), say.option("Press My hand at the table: only you see it.")),
    )


def _orders(say: Words, _games: Iterable[Variant]) -> Sequence[Choice]:
    return (
        Choice(CardOrder.SUIT, say.option("By suit"), say.option("Colours alternate: ♠ ♥ ♣ ♦")),
        Choice(CardOrder.RANK, say.option("By rank")),
    )


def _pictures(say: Words, _games: Iterable[Variant]) -> Sequence[Choice]:
    return (
        Choice(Pictures.PICTURES, say.option("Pictures")),
        Choice(Pictures.LARGE, say.option("Large pictures")),
        Choice(Pictures.TEXT, say.option("Text only")),
    )


def _colours(say: Words, _games: Iterable[Variant]) -> Sequence[Choice]:
    return (
        Choice(SuitColours.FOUR, say.option("Four colours"), say.option("♠ black, ♥ red, ♦ blue, ♣ green")),
        Choice(SuitColours.TWO, say.option("Two colours"), say.option("♠ ♣ black, ♥ ♦ red.")),
    )


def _suits(say: Words, _games: Iterable[Variant]) -> Sequence[Choice]:
    names = {Suits.SIGNS: say.option("Signs"), Suits.WORDS: say.option("Words"), Suits.LETTERS: say.option("Letters")}
    return tuple(Choice(suits, name, say.with_suits(suits).cards(("7S", "QH"))) for suits, name in names.items())


def _ready(say: Words, _games: Iterable[Variant]) -> Sequence[Choice]:
    return (
        Choice(Ready.PRESS, say.option("When I press Ready")),
        Choice(Ready.ITSELF, say.option("I'm always ready"), say.option("The others needn't wait for you")),
    )


def _new_messages(say: Words, _games: Iterable[Variant]) -> Sequence[Choice]:
    return Choice(NewMessage.AWAY, say.option("When I'm away")), Choice(NewMessage.ALWAYS, say.option("Always"))


def _languages(say: Words, _games: Iterable[Variant]) -> Sequence[Choice]:
    return (Choice("", say.option("As in Discord")), *(Choice(locale, name) for locale, name in say.languages.items()))


def _games(say: Words, games: Iterable[Variant]) -> Sequence[Choice]:
    return (Choice(None, say.option("Default")), *(Choice(game.name, say.game(game.title)) for game in games))


def _lengths(say: Words, _games: Iterable[Variant]) -> Sequence[Choice]:
    return (
        Choice(None, say.option("Default"), say.option("Short, or full if the game has no short match")),
        Choice(Length.ONE, say.option("One deal")),
        Choice(Length.SHORT, say.option("Short"), say.option("Everyone deals once (two players: twice)")),
        Choice(Length.FULL, say.option("Full"), say.option("The game's own length")),
    )


def _threads(say: Words, _games: Iterable[Variant]) -> Sequence[Choice]:
    return (
        Choice(True, say.option("Each table gets a thread")),
        Choice(False, say.option("Matches stay in the channel")),
    )


PERSONAL_SETTINGS: tuple[Setting[Choices], ...] = (
    Setting("language", lambda say: say.label("Language"), Choices(_languages)),
    Setting("hands", lambda say: say.label("Your cards"), Choices(_hands)),
    Setting("pictures", lambda say: say.label("Pictures of your cards"), Choices(_pictures)),
    Setting("colours", lambda say: say.label("Suit colours"), Choices(_colours), field="suit_colours"),
    Setting("suits", lambda say: say.label("Suits in text"), Choices(_suits)),
    Setting("card_order", lambda say: say.label("Order of your cards"), Choices(_orders)),
    Setting("ready", lambda say: say.label("Next deal"), Choices(_ready)),
    Setting("new_message", lambda say: say.label("New message each turn"), Choices(_new_messages)),
)
"""The fields of `Person` that they choose."""

SERVER_SETTINGS: tuple[Setting[InMessage], ...] = (
    Setting(
        "server_language",
        lambda say: say.label("Language"),
        Choices(_languages),
        about=lambda say: say("Of what everyone reads"),
        field="language",
    ),
    Setting(
        "channels",
        lambda say: say.label("Channels for tables"),
        Channels(nothing=lambda say: say.option("Every channel")),
        about=lambda say: say("And their threads"),
    ),
    Setting(
        "role",
        lambda say: say.label("Permission to open tables"),
        Role(nothing=lambda say: say.option("Everyone")),
        about=lambda say: say("Members with Manage Server always can"),
    ),
    Setting("game", lambda say: say.label("Default game"), Choices(_games), field="variant"),
    Setting("length", lambda say: say.label("Default length"), Choices(_lengths)),
    Setting("thread", lambda say: say.label("Threads"), Choices(_threads)),
    Setting("table_pictures", lambda say: say.label("Pictures of the table"), Choices(_pictures), field="pictures"),
    Setting("table_colours", lambda say: say.label("Suit colours"), Choices(_colours), field="suit_colours"),
    Setting(
        "daily",
        lambda say: say.label("Channel for the deal of the day"),
        Channels(nothing=lambda say: say.option("No post"), most=1, for_posts=True),
        about=lambda say: say("Each morning: yesterday's results, if somebody played"),
    ),
)
"""The fields of `ServerSettings`."""
