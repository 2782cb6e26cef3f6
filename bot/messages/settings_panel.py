"""The settings of a person and of a server, and the messages of `/settings` with their selects."""

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar, Literal

from discord import ButtonStyle, ui
from msgspec import Meta

from bot.messages.components import BLUE, LONGEST_OPTION, ButtonId, PressButton, PressSelect, layout, row
from bot.messages.settings import NO_OFFER, AnyOf, Channels, Choice, Choices, InMessage, Offer, Role, Setting
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
        *_controls(personal_settings(say), person, NO_OFFER, say, "own"),
    ]
    if may_set_server:
        items += [ui.Separator(), row(PressButton(SettingsPress("server"), say.button("Server settings")))]
    return layout(*items, accent=BLUE)


def server_settings_layout(settings: ServerSettings, offer: Offer, say: Words) -> ui.LayoutView:
    return layout(
        f"### {say('Settings of this server')}",
        *_controls(server_settings(offer.games.values(), say), settings, offer, say, "server"),
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
        about, title = setting.about, setting.title
        control = setting.asked.control(SettingsPress(page, setting.name), setting.value(record), offer)
        if about or not isinstance(control, PressSelect):
            items.append(ui.TextDisplay(f"**{title}**\n-# {about}" if about else f"**{title}**"))
        else:
            control.placeholder = title
            for option in (one for one in control.options if one.default):
                option.label = say.option("{title}: {value}", title=title, value=option.label)[:LONGEST_OPTION]
        items.append(row(control))
    return items


def _languages(say: Words) -> Choices:
    return Choices((Choice("", say.option("As in Discord")), *(Choice(locale, name) for locale, name in say.languages.items())))


def _pictures(say: Words) -> Choices:
    pictures, large = Choice(Pictures.PICTURES, say.option("Pictures")), Choice(Pictures.LARGE, say.option("Large pictures"))
    return Choices((pictures, large, Choice(Pictures.TEXT, say.option("Text only"))))


def _colours(say: Words) -> Choices:
    four = Choice(SuitColours.FOUR, say.option("Four colours"), say.option("♠ black, ♥ red, ♦ blue, ♣ green"))
    return Choices((four, Choice(SuitColours.TWO, say.option("Two colours"), say.option("♠ ♣ black, ♥ ♦ red."))))


def personal_settings(say: Words) -> tuple[Setting[Choices], ...]:
    """Return the fields of `Person` that they choose."""
    hands = (
        Choice(HandsBy.DIRECT, say.option("Direct messages")),
        Choice(HandsBy.CHANNEL, say.option("In the channel"), say.option("Press My hand at the table: only you see it.")),
    )
    orders = (
        Choice(CardOrder.SUIT, say.option("By suit"), say.option("Colours alternate: ♠ ♥ ♣ ♦")),
        Choice(CardOrder.RANK, say.option("By rank")),
    )
    signs = {Suits.SIGNS: say.option("Signs"), Suits.WORDS: say.option("Words"), Suits.LETTERS: say.option("Letters")}
    suits = tuple(Choice(suits, name, say.with_suits(suits).cards(("7S", "QH"))) for suits, name in signs.items())
    ready = (
        Choice(Ready.PRESS, say.option("When I press Ready")),
        Choice(Ready.ITSELF, say.option("I'm always ready"), say.option("The others needn't wait for you")),
    )
    new_messages = Choice(NewMessage.AWAY, say.option("When I'm away")), Choice(NewMessage.ALWAYS, say.option("Always"))
    return (
        Setting("language", say.label("Language"), _languages(say)),
        Setting("hands", say.label("Your cards"), Choices(hands)),
        Setting("pictures", say.label("Pictures of your cards"), _pictures(say)),
        Setting("colours", say.label("Suit colours"), _colours(say), field="suit_colours"),
        Setting("suits", say.label("Suits in text"), Choices(suits)),
        Setting("card_order", say.label("Order of your cards"), Choices(orders)),
        Setting("ready", say.label("Next deal"), Choices(ready)),
        Setting("new_message", say.label("New message each turn"), Choices(new_messages)),
    )


def server_settings(games: Iterable[Variant], say: Words) -> tuple[Setting[InMessage], ...]:
    """Return the fields of `ServerSettings`; `games` are those of the server."""
    everywhere, everyone = Channels(say.option("Every channel")), Role(say.option("Everyone"))
    daily = Channels(say.option("No post"), most=1, for_posts=True)
    named = tuple(Choice(game.name, say.game(game.title)) for game in games)
    lengths = (
        Choice(None, say.option("Default"), say.option("Short, or full if the game has no short match")),
        Choice(Length.ONE, say.option("One deal")),
        Choice(Length.SHORT, say.option("Short"), say.option("Everyone deals once (two players: twice)")),
        Choice(Length.FULL, say.option("Full"), say.option("The game's own length")),
    )
    threads = (
        Choice(True, say.option("Each table gets a thread")),
        Choice(False, say.option("Matches stay in the channel")),
    )
    about_daily = say("Each morning: yesterday's results, if somebody played")
    return (
        Setting("server_language", say.label("Language"), _languages(say), say("Of what everyone reads"), field="language"),
        Setting("channels", say.label("Channels for tables"), everywhere, say("And their threads")),
        Setting("role", say.label("Permission to open tables"), everyone, say("Members with Manage Server always can")),
        Setting("games", say.label("Games offered"), AnyOf(named, say.option("Every game")), say("Others can still be typed")),
        Setting("game", say.label("Default game"), Choices((Choice(None, say.option("Default")), *named)), field="variant"),
        Setting("length", say.label("Default length"), Choices(lengths)),
        Setting("thread", say.label("Threads"), Choices(threads)),
        Setting("table_pictures", say.label("Pictures of the table"), _pictures(say), field="pictures"),
        Setting("table_colours", say.label("Suit colours"), _colours(say), field="suit_colours"),
        Setting("daily", say.label("Channel for the deal of the day"), daily, about_daily),
    )
