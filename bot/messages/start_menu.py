"""The messages with which people start: `/play`, a game with all ways to play it, the table that opens; and `/help`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from discord import ButtonStyle, ui
from msgspec import Meta

from bot.messages.components import BLUE, GREEN, LONGEST_OPTION, ButtonId, Option, PressButton, PressSelect, layout, link, row
from bot.messages.names import names_at
from bot.messages.rules.game_labels import game_labels, match_goal
from bot.messages.rules.house_rule_labels import house_rule_label, labels_line
from bot.messages.table.buttons import DailyPress, TableAction, TablePress
from bot.messages.table.clock import pace_label
from bot.messages.text import DOT, capitalized, join_parts
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


class StartPress(ButtonId, frozen=True):
    """A button that needs no game. `action` is what is shown."""

    pattern: ClassVar[str] = "g:{action}"
    action: Literal["play", "help", "settings"]


class RulesPress(ButtonId, frozen=True):
    pattern: ClassVar[str] = "g:rules:{game}"
    game: GameName


class ChosenRulesPress(ButtonId, frozen=True):
    """The rules of the game that is chosen in a select."""

    pattern: ClassVar[str] = "g:rules"


class FriendsPress(ButtonId, frozen=True):
    """A table to open for everyone, with a pace or the usual one: first it is shown. No game in a select of games."""

    pattern: ClassVar[str] = "g:friends[:{game}[:{pace}]]"
    game: GameName = ""
    pace: Pace | None = None


class OpenPress(ButtonId, frozen=True):
    """A table to open, with a pace or the usual one."""

    pattern: ClassVar[str] = "g:open:{game}[:{pace}]"
    game: GameName
    pace: Pace | None = None


class OpponentsPress(ButtonId, frozen=True):
    """With whom to play: on a button, in the usual game, and on a select of games in the one that is chosen."""

    pattern: ClassVar[str] = "g:against"


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
    """What a person can play: first what they played last, then its nearest relatives. `under_way` is their match alone.

    Somebody who `is_new` is offered the first hand. In direct messages a person plays alone: the games have no `channel`.
    """

    games: Sequence[Variant]
    under_way: Table | None = None
    is_new: bool = False
    channel: int | None = None


def learn_button(say: Words, style: ButtonStyle = ButtonStyle.secondary) -> PressButton:
    """Return the button that begins the first hand."""
    return PressButton(FirstHandPress(), say.button("Learn to play"), style)


def _friends_buttons(offer: PlayNow, game: Variant, say: Words) -> list[PressButton]:
    """Return the button that shows the table to open; none in direct messages."""
    return [] if offer.channel is None else [PressButton(FriendsPress(game.name), say.button("With friends …"))]


def _game_select(
    press: ButtonId, games: Sequence[Variant], say: Words, chosen: Variant | None = None, *, text: str = ""
) -> "ui.ActionRow[Any]":
    """Return the select of all games, each with what is special about it, as far as there is room."""
    options = []
    for game in games:
        labels = [game_labels(game, say, most) for most in (2, 1)]
        about = next((one for one in labels if len(one) <= LONGEST_OPTION), labels[-1])
        options.append(Option(game.name, say.game(game.title), about, chosen=chosen is not None and chosen.name == game.name))
    return row(PressSelect(press, options, text or say.option("Another game")))


def _other_games(press: ButtonId, offer: PlayNow, say: Words, chosen: Variant | None = None) -> "list[ui.ActionRow[Any]]":
    """Return the select of the games; nothing where a single one is offered."""
    return [_game_select(press, offer.games, say, chosen)] if len(offer.games) > 1 else []


def usual_opponents(variant: Variant) -> int:
    """Return against how many computers **Play now** starts a match of this game."""
    return min(_USUAL_OPPONENTS, opponent_counts(variant)[-1])


def start_menu_layout(offer: PlayNow, waiting: Sequence[Table], people: KnownPeople, say: Words) -> ui.LayoutView:
    """Render the tables to join, what a person can play with one press or goes on with, and all games."""
    game, table = offer.games[0], offer.under_way
    if table is not None:
        lines = [f"### {say('Your match against computers')}", _under_way_line(table, say)]
        first = PressButton(TablePress(table.number, TableAction.HAND), say.button("Continue"), ButtonStyle.primary)
    else:
        opponents, title = usual_opponents(game), f"**{say.game(game.title)}**"
        sentence = say.many(
            "{game} against 1 easy computer. Only you see it.",
            "{game} against {count} easy computers. Only you see it.",
            opponents,
            game=title,
        )
        lines = [f"### {say('Play against computers')}", sentence]
        first = PressButton(BeginPress(game.name, opponents, USUAL_LEVEL, 0), say.button("Play now"), ButtonStyle.primary)
    buttons = [first]
    if offer.is_new:
        lines.append(f"**{say('New to rummy?')}** {say('Play a guided hand: about 3 minutes.')}")
        buttons.append(learn_button(say, ButtonStyle.success))
    if offer.channel is None:
        note = say("To play with others, use {command} in a server's channel.", command="`/play`")
        lines.append(f"-# {note}")
    buttons += (*_friends_buttons(offer, game, say), PressButton(DailyPress("show"), say.button("Deal of the day")))
    joining = [*_waiting_tables(waiting, people, say), ui.Separator()] if waiting else []
    select = _other_games(OpponentsPress(), offer, say)
    return layout(*joining, "\n".join(lines), row(*buttons), *select, accent=BLUE)


def game_layout(offer: PlayNow, game: Variant, say: Words, *, played: Variant | None = None, note: str = "") -> ui.LayoutView:
    """Render a game with all ways to play it: each number and level of computers starts a match.

    The length of that match, from the rules that are `played`, is below; a `note` is above.
    """
    seats = house_rule_label("players", game, say)
    lines = [*filter(None, [note]), f"### {say.game(game.title)}", f"{game_labels(played or game, say)}{DOT}{seats}"]
    lines.append(say("Choose your computers, and their level. Only you see the match: casual, unrated."))
    if played is not None:
        players = game.players[0] if game.players[0] == game.players[1] else None
        lines.append(f"-# {capitalized(join_parts(match_goal(played, say, players)))}")
    if offer.under_way is not None:
        lines += (f"**{say('A new match ends your current one:')}**", _under_way_line(offer.under_way, say))
    replaces = 0 if offer.under_way is None else offer.under_way.number
    items: list[ui.Item[Any]] = [ui.TextDisplay("\n".join(lines))]
    easy = {one: say.many("1 easy", "{count} easy", one, "button") for one in opponent_counts(game)}
    normal = {one: say.many("1 normal", "{count} normal", one, "button") for one in opponent_counts(game)}
    for level, labels in ((Level.EASY, easy), (Level.NORMAL, normal)):
        presses = (PressButton(BeginPress(game.name, one, level, replaces), labels[one], ButtonStyle.primary) for one in labels)
        items.append(row(*presses))
    about = (PressButton(RulesPress(game.name), say.button("Rules")), PressButton(StartPress("play"), say.button("Back")))
    items += (
        ui.Separator(),
        row(*_friends_buttons(offer, game, say), *about),
        *_other_games(OpponentsPress(), offer, say, game),
    )
    return layout(*items, accent=BLUE)


def friends_layout(offer: PlayNow, game: Variant, pace: Pace | None, say: Words) -> ui.LayoutView:
    """Render the table that one more press opens for everyone in the channel, with this `pace` or the usual one."""
    lines = [
        f"### {say('Open a table in {channel}?', channel=f'<#{offer.channel}>')}",
        f"**{say.game(game.title)}**{DOT}{house_rule_label('players', game, say)}",
        game_labels(game, say),
        *([labels_line(say("Clock"), [pace_label(pace, say)], say)] if pace is not None else []),
        say("Everyone there will see it and can join."),
    ]
    opening = PressButton(OpenPress(game.name, pace), say.button("Open the table"), ButtonStyle.success)
    back = PressButton(StartPress("play"), say.button("Back"))
    select = _other_games(FriendsPress(pace=pace), offer, say, game)
    return layout("\n".join(lines), row(opening, back), *select, accent=BLUE)


def opened_layout(table: Table, message: int | None, say: Words) -> ui.LayoutView:
    """Render where the table is that was opened, with a link to the message of its lobby, if that is known."""
    text = say("Table {number} is open in {channel}.", number=table.number, channel=f"<#{table.channel}>")
    to_table = link(say.button("To the table"), table.server, table.channel, message)
    return layout(text, row(to_table), accent=GREEN)


def _under_way_line(table: Table, say: Words) -> str:
    """Return the game, the opponents and the deal of a match that is under way."""
    return say.many(
        "{game} against 1 computer, deal {deal}",
        "{game} against {count} computers, deal {deal}",
        len(table.seats.computers),
        game=say.game(table.variant.title),
        deal=table.deal_number,
    )


def _waiting_tables(waiting: Sequence[Table], people: KnownPeople, say: Words) -> "list[ui.Item[Any]]":
    """Return the tables that can be joined, each with its button."""
    shown = waiting[:MOST_OPEN_TABLES]
    lines, buttons = [f"### {say('Join a table')}"], []
    for one in shown:
        players = say.all_of(map(names_at(one, people, say).person, one.seats.players))
        facts = {"game": say.game(one.variant.title), "number": one.number, "people": players}
        lines.append(say("**{game}**, table {number}: {people}", **facts))
        press = TablePress(one.number, TableAction.JOIN, one.lobby.rule_changes)
        buttons.append(PressButton(press, say.button("Join table {number}", number=one.number), ButtonStyle.primary))
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
    return [ui.TextDisplay("\n".join(lines)), row(*buttons)]


def help_layout(games: Sequence[Variant], say: Words, *, in_server: bool = True) -> ui.LayoutView:
    """Render the help, in the order in which a newcomer needs it, with a select of the rules of these games."""
    results = "`/leaderboard`, `/stats`, `/history`"
    lines = (
        f"### {say('Rummy with Ramino')}",
        say("**Goal**: empty your hand first."),
        say("**A turn**: draw, lay sets and runs, discard."),
        say("**Alone**: {command} → **Play now**", command="`/play`"),
        say("**Together**: {command} → **With friends …**", command="`/play`")
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
    rules = _game_select(ChosenRulesPress(), games, say, text=say.option("The rules of …"))
    return layout("\n".join(lines), first, rules, accent=BLUE)
