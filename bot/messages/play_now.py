"""A match against computers, for one person alone: how `/play` offers it, and the message in which the opponents are chosen."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from discord import ButtonStyle, SelectOption, ui

from bot.messages.components import BLUE, LONGEST_OPTION, PressButton, PressSelect, layout, row
from bot.messages.rules.game_sentence import game_sentence
from bot.messages.start_buttons import BeginPress, GameSelect, OpponentsPress, StartAction, StartPress
from bot.messages.table.buttons import TableAction, TablePress
from bot.messages.words import Words
from bot.players.choice import Level
from bot.rummy.variant import Variant
from bot.tables.private_tables import opponent_counts
from bot.tables.table import Table

USUAL_LEVEL = Level.EASY
_USUAL_OPPONENTS = 2


@dataclass(frozen=True, slots=True)
class PlayNow:
    """What a person can play alone. `games` begin with the usual one; `under_way` is the match that they are playing."""

    games: Sequence[Variant]
    under_way: Table | None = None


def usual_opponents(variant: Variant) -> int:
    """Return against how many computers **Play now** starts a match of this game."""
    return min(_USUAL_OPPONENTS, opponent_counts(variant)[-1])


def play_now_items(offer: PlayNow, say: Words) -> "list[ui.Item[Any]]":
    """Return the part of `/play` that starts a match against computers, or continues the one under way."""
    choose = PressButton(OpponentsPress(), say("Choose opponents …"))
    if offer.under_way is not None:
        lines = [f"### {say('Your match against computers')}", _under_way_line(offer.under_way, say)]
        go_on = PressButton(TablePress(offer.under_way.number, TableAction.HAND), say("Continue"), ButtonStyle.primary)
        return [ui.TextDisplay("\n".join(lines)), row(go_on, choose)]
    game = offer.games[0]
    sentence = say.many(
        "{game} against 1 easy computer. It starts immediately, and only you see it.",
        "{game} against {count} easy computers. It starts immediately, and only you see it.",
        usual_opponents(game),
        game=game.title,
    )
    start = PressButton(StartPress(StartAction.NOW), say("Play now"), ButtonStyle.primary)
    return [ui.TextDisplay(f"### {say('Play against computers')}\n{sentence}"), row(start, choose)]


def opponents_layout(offer: PlayNow, game: Variant, say: Words) -> ui.LayoutView:
    """Render the choice of the game, of how many computers play and how well; each button starts the match."""
    lines = [
        f"### {say('Play against computers')}",
        say("Only you see this match. It's played for fun: it counts in no league or rating."),
        f"**{game.title}**\n{game_sentence(game, say)}",
    ]
    if offer.under_way is not None:
        lines += (f"**{say('A new match ends the one that you are playing:')}**", _under_way_line(offer.under_way, say))
    options = (
        SelectOption(label=one.title[:LONGEST_OPTION], value=one.name, default=one.name == game.name) for one in offer.games
    )
    replaces = 0 if offer.under_way is None else offer.under_way.number
    items: list[ui.Item[Any]] = [ui.TextDisplay("\n".join(lines))]
    items.append(row(PressSelect(GameSelect(), options, say("Another game"))))
    titles = {Level.EASY: say("**Easy**: they play like beginners."), Level.NORMAL: say("**Normal**: they play well.")}
    for level, title in titles.items():
        items += (ui.TextDisplay(title), row(*_start_buttons(game, level, replaces, say)))
    back = row(PressButton(StartPress(StartAction.PLAY), say("Back")))
    return layout(*items, ui.Separator(), back, accent=BLUE)


def _start_buttons(game: Variant, level: Level, replaces: int, say: Words) -> list[PressButton]:
    """Return a button for each number of opponents, with labels that fit into one row of a phone."""
    return [
        PressButton(
            BeginPress(game.name, count, level, replaces),
            say("{count} easy", count=count) if level == Level.EASY else say("{count} normal", count=count),
            ButtonStyle.primary,
        )
        for count in opponent_counts(game)
    ]


def _under_way_line(table: Table, say: Words) -> str:
    """Return the game, the opponents and the deal of a match that is under way."""
    return say.many(
        "{game} against 1 computer, deal {deal}",
        "{game} against {count} computers, deal {deal}",
        len(table.computers),
        game=table.variant.title,
        deal=table.deal_number,
    )
