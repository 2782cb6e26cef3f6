"""What `/play` and `/help` and their buttons do: show the games and the open tables, open a table, show rules."""

from typing import assert_never

from bot.interactions import settings_actions
from bot.interactions.call import Call
from bot.interactions.reply import Reply
from bot.interactions.routes import presses
from bot.interactions.services import Services
from bot.interactions.table import lobby_actions, play_now
from bot.interactions.table.find_table import tables_here
from bot.interactions.table.find_variant import find_variant, usual_variant
from bot.interactions.table.open_table import Opening
from bot.interactions.table.play_now import for_one_person
from bot.messages.help import help_layout
from bot.messages.play_now import USUAL_LEVEL
from bot.messages.rules.game_rules import rules_layout
from bot.messages.start_buttons import OpenPress, RulesPress, StartAction, StartPress
from bot.messages.start_menu import direct_menu_layout, start_menu_layout
from bot.players.choice import Level
from bot.rummy.variant import Variant
from bot.tables.pace import Pace
from bot.tables.table import Phase, Table


@presses.on(StartPress)
async def press(services: Services, call: Call, press: StartPress) -> Reply:
    """Show one of the messages with which people start, or start a match against computers."""
    match press.action:
        case StartAction.PLAY:
            return await show_games(services, call)
        case StartAction.HELP:
            return await show_help(services, call)
        case StartAction.SETTINGS:
            return await settings_actions.show(services, call)
        case StartAction.NOW:
            return await play_now.start_usual(services, call)
        case action:
            assert_never(action)


@presses.on(OpenPress)
async def open_table(services: Services, call: Call, press: OpenPress) -> Reply:
    """Open a table for a game, which may have been chosen in a select."""
    opening = Opening(press.game or call.value, pace=press.pace, is_quick=True)
    return await lobby_actions.open_lobby(services, call, opening)


async def play(
    services: Services, call: Call, game: str | None, computers: int | None, level: Level | None, pace: Pace | None
) -> Reply:
    """Start a match against computers, if their number or level is given. Otherwise show the opponents for a game; with a
    pace, or without a game, the tables to open. A match against computers has no clock."""
    is_alone, say = computers is not None or level is not None, services.say(call)
    if pace not in (None, Pace.NONE) and call.server is None:
        return Reply(
            text=say("In direct messages you play against computers, without a clock. Leave out `clock:`, and try again.")
        )
    if pace not in (None, Pace.NONE) and is_alone:
        return Reply(
            text=say(
                "A match against computers has no clock. Leave out `clock:`; or, to open a table with a clock, "
                "leave out `computers:` and `level:`."
            )
        )
    if is_alone:
        return await play_now.start(services, call, game, computers, USUAL_LEVEL if level is None else level)
    if game is not None and pace is None:
        return await play_now.show_opponents(services, call, game)
    return await show_games(services, call, pace, game)


async def show_games(services: Services, call: Call, pace: Pace | None = None, first: str | None = None) -> Reply:
    """Show what the person can play alone, the games, and the tables of this channel to join.

    The game `first` comes first, or the server's usual one. In a direct message, they can only play alone.
    """
    say, variants = services.say(call), services.variants
    person = await services.person(call)
    alone, server = await play_now.find_offer(services, call, person), call.server
    if server is None:
        assert alone is not None, "shipped games can be played alone"
        return for_one_person(call, direct_menu_layout(alone, say))
    usual = await usual_variant(services, call)
    saved = [one.variant for one in await variants.saved_variants(server)]
    shown = usual if first is None else (await find_variant(services, call, first)).name
    games = [*(game for game in saved if game.name in (shown, usual)), *_shipped_games(services, usual)]
    games.sort(key=lambda game: game.name != shown)
    saved = [game for game in saved if game not in games]
    joinable = _joinable_tables(services, call, person.number)
    view = start_menu_layout(games, saved, joinable, services.people, say, alone=alone, pace=pace)
    return for_one_person(call, view)


def _shipped_games(services: Services, usual: str) -> list[Variant]:
    """Return the games that come with the bot, the usual one first."""
    return sorted(services.variants.presets.values(), key=lambda game: game.name != usual)


async def show_help(services: Services, call: Call) -> Reply:
    say = services.say(call)
    return Reply(
        view=help_layout(
            _shipped_games(services, await usual_variant(services, call)),
            say,
            in_server=call.server is not None,
        )
    )


@presses.on(RulesPress)
async def show_rules(services: Services, call: Call, press: RulesPress) -> Reply:
    found = await find_variant(services, call, press.game)
    return Reply(view=rules_layout(found, services.say(call)))


def _joinable_tables(services: Services, call: Call, person: int) -> list[Table]:
    """Return the tables of this channel that wait for their start and have a seat for the person."""
    return [
        table
        for table in tables_here(services, call)
        if table.phase == Phase.LOBBY
        and person not in table.people
        and len(table.players) < table.variant.players[1]
        and (table.reserved is None or person in table.reserved.people)
    ]
