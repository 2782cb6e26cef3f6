"""The message of `/settings`: a person's own settings, and those of a server."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from discord import SelectOption, ui

from bot.messages.components import (
    BLUE,
    LONGEST_OPTION,
    MOST_OPTIONS,
    PressButton,
    PressChannels,
    PressRole,
    PressSelect,
    layout,
    row,
)
from bot.messages.settings_buttons import OF_SERVER, Setting, SettingsPress
from bot.messages.words import Words
from bot.rummy.variant.length import Length
from bot.rummy.variant.variant import Variant
from bot.tables.ports import CardOrder, HandsBy, Person, Pictures, Reminders, ServerSettings, SuitColours

NO_CHOICE = "-"
"""The value of the option that leaves a setting to the bot."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An option of a select: its value, its label, and a sentence about it."""

    value: str
    label: str
    about: str = ""


def own_settings_layout(person: Person, say: Words, *, may_set_server: bool) -> ui.LayoutView:
    """Render a person's settings; with `may_set_server`, also the button to the server's."""
    hands = (
        Choice(HandsBy.DIRECT, say("Direct messages"), say("Your cards are in your DMs.")),
        Choice(HandsBy.CHANNEL, say("In the channel"), say("The bot mentions you, and My hand shows your cards.")),
    )
    reminders = (
        Choice(Reminders.ALL, say("Every scheduled table of mine"), say("You get a DM one day before each of them.")),
        Choice(Reminders.CHOSEN, say("Leagues that I choose"), say("Choose them with /league remind.")),
        Choice(Reminders.NONE, say("No reminders")),
    )
    orders = (
        Choice(CardOrder.SUIT, say("By suit"), say("Suits of alternating colours: ♠ ♥ ♣ ♦.")),
        Choice(CardOrder.RANK, say("By rank"), say("Cards of the same rank are next to each other.")),
    )
    items = [
        ui.TextDisplay[Any](f"### {say('Your settings')}\n-# {say('They apply to the messages that follow a change.')}"),
        *_choice(Setting.HANDS, say("Your cards"), hands, person.hands),
        *_choice(Setting.PICTURES, say("Pictures of your cards"), _picture_choices(say), person.pictures),
        *_choice(Setting.COLOURS, say("Colours of the suits"), _colour_choices(say), person.suit_colours),
        *_choice(Setting.CARD_ORDER, say("Order of your cards"), orders, person.card_order),
        *_choice(Setting.REMINDERS, say("Reminders"), reminders, person.reminders),
    ]
    if may_set_server:
        items += [ui.Separator(), row(PressButton(SettingsPress("server"), say("Server settings")))]
    return layout(*items, accent=BLUE)


def server_settings_layout(
    settings: ServerSettings, channels: Sequence[int], games: Iterable[Variant], say: Words
) -> ui.LayoutView:
    """Render the settings of a server. `channels` are those of the settings that still exist; `games` can be played there."""
    names = [Choice(game.name, game.title[:LONGEST_OPTION]) for game in games]
    usual = [Choice(NO_CHOICE, say("The bot's default")), *names[: MOST_OPTIONS - 1]]
    lengths = (
        Choice(NO_CHOICE, say("Short for /play, full for /table new")),
        Choice(Length.ONE, say("One deal")),
        Choice(Length.SHORT, say("Short"), say("Everyone deals once, with two players twice.")),
        Choice(Length.FULL, say("Full"), say("What the game's own rules say.")),
    )
    threads = (
        Choice("yes", say("Each table gets a thread"), say("Where the bot may open one.")),
        Choice("no", say("Tables are played in the channel"), say("The host can still open a thread.")),
    )
    length = NO_CHOICE if settings.length is None else settings.length.value
    items = [
        ui.TextDisplay[Any](f"### {say('Settings of this server')}"),
        _label(say("Channels for tables"), say("Tables can be opened in these channels and their threads.")),
        row(PressChannels(SettingsPress("server", Setting.CHANNELS), channels, say("Every channel"))),
        _label(say("Permission to open tables"), say("Members with Manage Server always can.")),
        row(PressRole(SettingsPress("server", Setting.ROLE), settings.role, say("Everyone"))),
        *_choice(Setting.GAME, say("Default game"), usual, settings.variant or NO_CHOICE),
        *_choice(Setting.LENGTH, say("Default length"), lengths, length),
        *_choice(Setting.THREAD, say("Threads"), threads, "yes" if settings.thread else "no"),
        *_choice(Setting.TABLE_PICTURES, say("Pictures of the table"), _picture_choices(say), settings.pictures),
        *_choice(Setting.TABLE_COLOURS, say("Colours of the suits"), _colour_choices(say), settings.suit_colours),
        ui.Separator(),
        row(PressButton(SettingsPress("own"), say("Your settings"))),
    ]
    return layout(*items, accent=BLUE)


def _picture_choices(say: Words) -> tuple[Choice, ...]:
    return (
        Choice(Pictures.PICTURES, say("Pictures"), say("The cards are a picture, with a short text above it.")),
        Choice(Pictures.LARGE, say("Large pictures"), say("The cards are half as large again.")),
        Choice(Pictures.TEXT, say("Text only"), say("Everything is in the text.")),
    )


def _colour_choices(say: Words) -> tuple[Choice, ...]:
    return (
        Choice(SuitColours.FOUR, say("Four colours"), say("♠ black, ♥ red, ♦ blue, ♣ green.")),
        Choice(SuitColours.TWO, say("Two colours"), say("♠ ♣ black, ♥ ♦ red. Buttons show cards as text.")),
    )


def _choice(setting: Setting, title: str, choices: Iterable[Choice], current: str) -> "list[ui.Item[Any]]":
    """Return a select of one value, with its title."""
    press = SettingsPress("server" if setting in OF_SERVER else "own", setting)
    options = [
        SelectOption(label=one.label, value=one.value, description=one.about or None, default=one.value == current)
        for one in choices
    ]
    return [_label(title), row(PressSelect(press, options))]


def _label(title: str, about: str = "") -> "ui.TextDisplay[Any]":
    return ui.TextDisplay(f"**{title}**\n-# {about}" if about else f"**{title}**")
