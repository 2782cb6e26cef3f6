"""The messages with which people start: `/play`, with tables and games; a match against computers; and `/help`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from discord import ButtonStyle, SelectOption, ui
from msgspec import Meta

from bot.messages.components import BLUE, LONGEST_OPTION, ButtonId, PressButton, PressSelect, layout, row, rows_of
from bot.messages.names import names_at
from bot.messages.rules.game_labels import game_labels
from bot.messages.rules.house_rule_labels import house_rule_label, labels_line
from bot.messages.table.buttons import DailyPress, TableAction, TablePress
from bot.messages.table.clock import pace_label
from bot.messages.text import DOT, lines_that_fit
from bot.messages.words import Words
from bot.players.choice import Level
from bot.rummy.variant import Variant
from bot.tables.events import Pace
from bot.tables.ports import KnownPeople
from bot.tables.private_tables import opponent_counts
from bot.tables.table import Table

_LONGEST_NAME = 60
GameName = Annotated[str, Meta(max_length=_LONGEST_NAME)]
USUAL_LEVEL = Level.EASY
_USUAL_OPPONENTS = 2
MOST_OPEN_TABLES = 5
"""The tables that have a button; others are joined with `/table join`."""
_ROOM = 2800  # characters for the games, of the 4,000 of a message


class StartPress(ButtonId, frozen=True):
    """A button that needs no game. `action` is what is shown, or `now` for a match against computers that starts at once."""

    pattern: ClassVar[str] = "g:{action}"
    action: Literal["play", "help", "settings", "now"]


class RulesPress(ButtonId, frozen=True):
    """The rules of a game."""

    pattern: ClassVar[str] = "g:rules:{game}"
    game: GameName


class OpenPress(ButtonId, frozen=True):
    """A table to open, with a pace or the usual one; no game in a select of games."""

    pattern: ClassVar[str] = "g:open[:{game}[:{pace}]]"
    game: GameName = ""
    pace: Pace | None = None


class OpponentsPress(ButtonId, frozen=True):
    """Whom to play against, in a game or the usual one."""

    pattern: ClassVar[str] = "g:against[:{game}]"
    game: GameName = ""


class GameSelect(ButtonId, frozen=True):
    """Whom to play against, in another game, which is chosen."""

    pattern: ClassVar[str] = "g:choose"


class BeginPress(ButtonId, frozen=True):
    """A match against so many computers of a level; the one at the table `replaces` ends (0 for none)."""

    pattern: ClassVar[str] = "g:begin:{game}:{opponents}:{level}:{replaces}"
    game: GameName
    opponents: int
    level: Level
    replaces: int


class FirstHandPress(ButtonId, frozen=True):
    """A step of the first hand, which is shown; with a move, written or `chosen` in a select, that move is tried there."""

    pattern: ClassVar[str] = "g:learn[:{step}[:{move}]]"
    step: int = 0
    move: str = ""


@dataclass(frozen=True, slots=True)
class PlayNow:
    """What a person can play alone. `games` begin with the usual one; `under_way` is the match that they are playing.

    Somebody who `is_new` is offered the first hand.
    """

    games: Sequence[Variant]
    under_way: Table | None = None
    is_new: bool = False


def learn_button(say: Words, style: ButtonStyle = ButtonStyle.secondary) -> PressButton:
    """Return the button that begins the first hand."""
    return PressButton(FirstHandPress(), say.button("Learn to play"), style)


def usual_opponents(variant: Variant) -> int:
    """Return against how many computers **Play now** starts a match of this game."""
    return min(_USUAL_OPPONENTS, opponent_counts(variant)[-1])


def play_now_items(offer: PlayNow, say: Words) -> "list[ui.Item[Any]]":
    """Return the part of `/play` that starts a match against computers, or continues the one under way."""
    choose = PressButton(OpponentsPress(), say.button("Choose opponents …"))
    daily = PressButton(DailyPress("show"), say.button("Deal of the day"))
    if offer.under_way is not None:
        lines = [f"### {say('Your match against computers')}", _under_way_line(offer.under_way, say)]
        go_on = PressButton(TablePress(offer.under_way.number, TableAction.HAND), say.button("Continue"), ButtonStyle.primary)
        return [ui.TextDisplay("\n".join(lines)), row(go_on, choose, daily)]
    game = offer.games[0]
    sentence = say.many(
        "{game} against 1 easy computer. Only you see it.",
        "{game} against {count} easy computers. Only you see it.",
        usual_opponents(game),
        game=say.game(game.title),
    )
    start = PressButton(StartPress("now"), say.button("Play now"), ButtonStyle.primary)
    items: list[ui.Item[Any]] = [ui.TextDisplay(f"### {say('Play against computers')}\n{sentence}"), row(start, choose, daily)]
    if offer.is_new:
        text = f"### {say('New to rummy?')}\n{say('Play a guided hand: about 3 minutes.')}"
        items += (ui.Separator(), ui.TextDisplay(text), row(learn_button(say, ButtonStyle.success)))
    return items


def opponents_layout(offer: PlayNow, game: Variant, say: Words) -> ui.LayoutView:
    """Render the choice of the game, of how many computers play and how well; each button starts the match."""
    lines = [
        f"### {say('Play against computers')}",
        say("Only you see this match. It's casual: unrated."),
        f"**{say.game(game.title)}**\n{game_labels(game, say)}",
    ]
    if offer.under_way is not None:
        lines += (f"**{say('A new match ends your current one:')}**", _under_way_line(offer.under_way, say))
    options = (
        SelectOption(label=say.game(one.title)[:LONGEST_OPTION], value=one.name, default=one.name == game.name)
        for one in offer.games
    )
    replaces = 0 if offer.under_way is None else offer.under_way.number
    items: list[ui.Item[Any]] = [ui.TextDisplay("\n".join(lines))]
    items.append(row(PressSelect(GameSelect(), options, say.option("Another game"))))
    titles = {Level.EASY: say("**Easy**: like beginners"), Level.NORMAL: say("**Normal**: they play well")}
    for level, title in titles.items():
        labels = {
            count: say.many("1 easy", "{count} easy", count, "button")
            if level == Level.EASY
            else say.many("1 normal", "{count} normal", count, "button")
            for count in opponent_counts(game)
        }
        presses = {count: BeginPress(game.name, count, level, replaces) for count in labels}
        buttons = (PressButton(presses[count], label, ButtonStyle.primary) for count, label in labels.items())
        items += (ui.TextDisplay(title), row(*buttons))
    back = row(PressButton(StartPress("play"), say.button("Back")))
    return layout(*items, ui.Separator(), back, accent=BLUE)


def _under_way_line(table: Table, say: Words) -> str:
    """Return the game, the opponents and the deal of a match that is under way."""
    return say.many(
        "{game} against 1 computer, deal {deal}",
        "{game} against {count} computers, deal {deal}",
        len(table.seats.computers),
        game=say.game(table.variant.title),
        deal=table.deal_number,
    )


def start_menu_layout(
    games: Sequence[Variant],
    saved: Sequence[Variant],
    waiting: Sequence[Table],
    people: KnownPeople,
    say: Words,
    *,
    alone: PlayNow | None = None,
    pace: Pace | None = None,
) -> ui.LayoutView:
    """Render the games, the first of which is the server's usual one, its saved games, and the tables to join.

    `alone` is what the person can play against computers, None for nothing. Tables are opened with this `pace`; None for the
    usual one.
    """
    items: list[ui.Item[Any]] = []
    if waiting:
        items += [*_waiting_tables(waiting, people, say), ui.Separator()]
    about = (
        f"**{say.game(game.title)}**{DOT}{house_rule_label('players', game, say)}\n{game_labels(game, say)}" for game in games
    )
    lines = [f"### {say('Open a table for everyone here')}", *lines_that_fit(about, _ROOM)]
    items.append(ui.TextDisplay("\n".join(lines)))
    buttons = [
        PressButton(OpenPress(game.name, pace), say.game(game.title), ButtonStyle.secondary if place else ButtonStyle.success)
        for place, game in enumerate(games)
    ]
    items += rows_of(buttons)
    if saved:
        options = (SelectOption(label=say.game(game.title)[:LONGEST_OPTION], value=game.name) for game in saved)
        items.append(row(PressSelect(OpenPress(pace=pace), options, say.option("Games saved in this server"))))
    if pace is not None:
        items.append(ui.TextDisplay(f"-# {labels_line(say('Clock'), [pace_label(pace, say)], say)}"))
    if alone is not None:  # below, where a phone shows a new message
        items += [ui.Separator(), *play_now_items(alone, say)]
    return layout(*items, accent=BLUE)


def direct_menu_layout(alone: PlayNow, say: Words) -> ui.LayoutView:
    """Render the menu in a direct message, where a person plays alone."""
    note = say("To play with others, use {command} in a server's channel.", command="`/play`")
    return layout(*play_now_items(alone, say), ui.TextDisplay(f"-# {note}"), accent=BLUE)


def _waiting_tables(waiting: Sequence[Table], people: KnownPeople, say: Words) -> "list[ui.Item[Any]]":
    """Return the tables that can be joined, each with its button."""
    shown = waiting[:MOST_OPEN_TABLES]
    lines = [f"### {say('Join a table')}"]
    for one in shown:
        names = names_at(one, people, say)
        players = say.all_of(map(names.person, one.seats.players))
        lines.append(
            say("**{game}**, table {number}: {people}", game=say.game(one.variant.title), number=one.number, people=players)
        )
    if len(waiting) > len(shown):
        more = len(waiting) - len(shown)
        lines.append(
            say.many(
                "1 more table is open here: {command}",
                "{count} more tables are open here: {command}",
                more,
                command="`/table join`",
            )
        )
    buttons = [
        PressButton(
            TablePress(one.number, TableAction.JOIN, one.lobby.rule_changes),
            say.button("Join table {number}", number=one.number),
            ButtonStyle.primary,
        )
        for one in shown
    ]
    return [ui.TextDisplay("\n".join(lines)), row(*buttons)]


def help_layout(games: Sequence[Variant], say: Words, *, in_server: bool = True) -> ui.LayoutView:
    """Render the help, in the order in which a newcomer needs it, with buttons to the rules of these games."""
    results = "`/leaderboard`, `/stats`, `/history`"
    lines = (
        f"### {say('Rummy with Ramino')}",
        say("**Goal**: empty your hand first."),
        say("**A turn**: draw, lay sets and runs, discard."),
        say("**Alone**: {command} → **Play now**", command="`/play`"),
        say("**Together**: {command} → choose a game", command="`/play`")
        if in_server
        else say("**Together**: {command} in a server's channel.", command="`/play`"),
        say("**Each day**: {command}, the same cards for everyone", command="`/daily`"),
        say("**Cards**: in your DMs"),
        say("**More**: {commands}", commands=f"{results}, `/league list`, `/tournament`, `/privacy my-data`")
        if in_server
        else say("**More**: {private}. In a server: {commands}", private="`/privacy my-data`", commands=results),
    )
    play = PressButton(StartPress("play"), say.button("Play"), ButtonStyle.success)
    first = row(play, learn_button(say), PressButton(StartPress("settings"), say.button("Settings")))
    rules = rows_of([PressButton(RulesPress(game.name), say.game(game.title)) for game in games])
    return layout(ui.TextDisplay("\n".join(lines)), first, ui.TextDisplay(f"**{say('Rules')}**"), *rules, accent=BLUE)
