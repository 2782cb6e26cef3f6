"""**Play now**: a match of one person against computers, which only they see, from the choice of opponents to playing again.

In a server, its message is ephemeral; in direct messages it is a normal one. Each reply replaces the message that was pressed.
"""

from dataclasses import replace
from typing import Annotated

from discord.ui import LayoutView

from bot.interactions.call import Call
from bot.interactions.rate_limits import Limited
from bot.interactions.reply import Reply
from bot.interactions.routes import presses
from bot.interactions.services import Services
from bot.interactions.table.find_variant import find_variant, usual_variant
from bot.interactions.table.open_table import Opening, choose
from bot.interactions.table.promised_reply import may_replace
from bot.messages.play_now import USUAL_LEVEL, PlayNow, opponents_layout, usual_opponents
from bot.messages.start_buttons import BeginPress, GameSelect, OpponentsPress
from bot.messages.table.hand.hand_message import hand_layout
from bot.players.choice import Level
from bot.tables.ports import Person
from bot.tables.private_tables import PrivateMatch, opponent_counts
from bot.tables.refusals import NotOverYet
from bot.tables.rules.house_rules import closest_preset
from bot.tables.rules.match_length import own_end
from bot.tables.table import Table
from bot.wording.sentence import Either, Refusal, Refused


class NotAgainstSoMany(Refusal):
    """A person alone plays this game against so many computers; empty if it can't be played alone."""

    counts: Annotated[tuple[int, ...], Either]
    sentence = "You can play this game against {counts} computers."
    if_empty = "counts", "You can't play this game alone: it needs more players. Open a table with `/play`."


class OnlyAgainstOne(Refusal):
    """A person alone plays this game against one computer."""

    sentence = "You can play this game against 1 computer."


async def find_offer(services: Services, call: Call, person: Person) -> PlayNow | None:
    """Return what the person can play alone, the usual game first; None if no game can be played alone."""
    usual = await usual_variant(services, call)
    games = (await services.variants.all_variants(call.server)).values()
    playable = sorted((game for game in games if opponent_counts(game)), key=lambda game: game.name != usual)
    return PlayNow(playable, services.private_tables.under_way(person.number)) if playable else None


@presses.on(OpponentsPress)
async def press_opponents(services: Services, call: Call, press: OpponentsPress) -> Reply:
    return await show_opponents(services, call, press.game or None)


@presses.on(GameSelect)
async def choose_game(services: Services, call: Call, _press: GameSelect) -> Reply:
    return await show_opponents(services, call, call.value)


@presses.on(BeginPress)
async def begin(services: Services, call: Call, press: BeginPress) -> Reply:
    return await start(services, call, press.game, press.opponents, press.level, replaces=press.replaces)


async def show_opponents(services: Services, call: Call, name: str | None) -> Reply:
    """Show the choice of opponents, for this game or the usual one."""
    offer = await _needed_offer(services, call)
    game = offer.games[0] if name is None else await find_variant(services, call, name)
    if not opponent_counts(game):
        raise Refused(NotAgainstSoMany(()))
    return for_one_person(call, opponents_layout(offer, game, services.say(call)))


async def start_usual(services: Services, call: Call) -> Reply:
    """Start a match of the usual game against easy computers."""
    game = (await _needed_offer(services, call)).games[0]
    return await start(services, call, game.name, usual_opponents(game), USUAL_LEVEL)


async def start(
    services: Services, call: Call, name: str | None, opponents: int | None, level: Level, *, replaces: int | None = None
) -> Reply:
    """Start a match against so many computers, None for the usual number; the reply is the hand.

    The match at the table `replaces` ends.
    """
    chosen = await choose(services, call, Opening(name, thread=False, is_quick=True))
    counts = opponent_counts(chosen.variant)
    if opponents is None and counts:
        opponents = usual_opponents(chosen.variant)
    if opponents is None or opponents not in counts:
        raise Refused(OnlyAgainstOne() if tuple(counts) == (1,) else NotAgainstSoMany(tuple(counts)))
    preset = closest_preset(chosen.base, services.variants.presets)
    place = call.server or 0, call.channel
    wanted = PrivateMatch(*place, chosen.variant, preset, (level,) * opponents, own_end(chosen.base))
    return for_one_person(call, await _start(services, call, wanted, replaces))


async def again(services: Services, call: Call, table: Table, person: Person) -> Reply:
    """Start another match of the same game against the same computers."""
    if table.match is None or not table.match.is_over:
        raise Refused(NotOverYet(), table.number)
    place = call.server or 0, call.channel
    wanted = PrivateMatch(*place, table.variant, table.preset, tuple(table.computers.values()), table.own_end)
    view = await _start(services, call, wanted, None)
    return replace(for_one_person(call, view), replaces_pressed=may_replace(call, table))


async def _needed_offer(services: Services, call: Call) -> PlayNow:
    offer = await find_offer(services, call, await services.person(call))
    if offer is None:
        raise Refused(NotAgainstSoMany(()))
    return offer


async def _start(services: Services, call: Call, wanted: PrivateMatch, replaces: int | None) -> LayoutView:
    """Start the match, and return its hand; if another one is under way that wasn't to be ended, return that one's."""
    person, say = await services.person(call), services.say(call)
    known = services.private_tables.under_way(person.number)
    if known is None or known.number == replaces:  # the server's limit is about tables that others see
        services.limits.count(Limited.LOBBY, call.caller.id, None)
    at = call.at
    table, is_new = await services.private_tables.start(person.number, wanted, at=at, replaces=replaces)
    note = "" if is_new else say("You're playing this match already. **Choose opponents …** under `/play` starts another.")
    return hand_layout(await services.context_for(table, person, say), person.number, note=note)


def for_one_person(call: Call, view: LayoutView) -> Reply:
    """Return the reply to a command, or to a press of the start: it replaces a message that only this person sees."""
    is_direct = call.server is None
    replaces = call.is_press and (call.is_whispered or (is_direct and call.is_of_message))
    return Reply(view=view, is_public=is_direct, replaces_pressed=replaces)
