"""Where people start: `/play`, `/help`, `/rules` and their buttons, and matches of one person against computers.

Such a match is seen only by its person. In a server, its message is ephemeral; in direct messages it is a normal one. Each
reply replaces the message that was pressed.
"""

from collections.abc import Awaitable
from dataclasses import replace
from typing import Annotated, assert_never

from discord.ui import LayoutView
from msgspec import structs

from bot.interactions import settings_actions
from bot.interactions.call import Call, Reply, TableServices
from bot.interactions.rate_limits import Limited
from bot.interactions.routes import presses
from bot.interactions.table import lobby_actions
from bot.interactions.table.find_table import NoTableHere, WhichTableHere, find_table, tables_here
from bot.interactions.table.lobby_actions import Opening, choose
from bot.interactions.table.show_table import may_replace
from bot.interactions.table.variants import find_variant, offered_variants, rules_reply, usual_variant
from bot.messages.first_hand import first_hand_layout
from bot.messages.names import names_of
from bot.messages.rules.game_rules import MoreRulesPress, more_rules_layout
from bot.messages.rules.house_rule_labels import changed_rule_labels, labels_line
from bot.messages.start_menu import (
    USUAL_LEVEL,
    BeginPress,
    ChosenRulesPress,
    FirstHandPress,
    FriendsPress,
    OpenPress,
    OpponentsPress,
    PlayNow,
    RulesPress,
    StartPress,
    friends_layout,
    game_layout,
    help_layout,
    opened_layout,
    start_menu_layout,
    usual_opponents,
)
from bot.messages.table.hand.hand_message import hand_layout
from bot.messages.table.refusals import refusal_sentence
from bot.players.choice import Level
from bot.rummy.moves import TAKE_BACK
from bot.rummy.variant import Variant
from bot.tables.events import Pace
from bot.tables.ports import FirstHand, Person
from bot.tables.private_tables import PrivateMatch, opponent_counts
from bot.tables.refusals import NotOverYet
from bot.tables.rules.house_rules import closest_preset, differing_rules
from bot.tables.rules.match_length import own_end
from bot.tables.rules.saved_variants import NoSuchVariant
from bot.tables.table import Phase, Table
from bot.wording.sentence import Either, Refusal, Refused

_MOST_RULES = 5  # house rules of a relative that are named; the lobby has all


@presses.on(StartPress)
async def press(services: TableServices, call: Call, press: StartPress) -> Reply:
    """Show one of the messages with which people start."""
    match press.action:
        case "play":
            return await show_menu(services, call)
        case "help":
            return await show_help(services, call)
        case "settings":
            return await settings_actions.show(services, call)
        case action:
            assert_never(action)


@presses.on(OpenPress)
async def open_table(services: TableServices, call: Call, press: OpenPress) -> Reply:
    """Open a table for everyone, which the courier posts; the reply links to it."""
    table = await lobby_actions.open_quickly(services, call, Opening(press.game, pace=press.pace))
    message = await services.courier.lobby_message(table.number)
    return for_one_person(call, opened_layout(table, message, services.say(call)))


@presses.on(FriendsPress)
async def press_friends(services: TableServices, call: Call, press: FriendsPress) -> Reply:
    return await show_friends(services, call, press.game or call.value, press.pace)


async def show_friends(services: TableServices, call: Call, name: str | None, pace: Pace | None) -> Reply:
    """Show the table that can be opened here, with its channel. Raise Refused."""
    offer = await find_offer(services, call)
    game = offer.games[0] if name is None else await find_variant(services, call, name)
    await lobby_actions.check_opening(services, call, Opening(game.name))
    return for_one_person(call, friends_layout(offer, game, pace, services.say(call)))


async def play(
    services: TableServices, call: Call, game: str | None, computers: int | None, level: Level | None, pace: Pace | None
) -> Reply:
    """Start a match against computers, if their number or level is given. Otherwise show the ways to play a game; with a
    pace, the table to open. A match against computers has no clock."""
    is_alone, say = computers is not None or level is not None, services.say(call)
    if pace not in (None, Pace.NONE) and call.server is None:
        return Reply(text=say("In direct messages you play computers, without a clock. Leave out `clock:`."))
    if pace not in (None, Pace.NONE) and is_alone:
        return Reply(text=say("A match against computers has no clock. Leave out `clock:`, or `computers:` and `level:`."))
    if is_alone:
        return await start(services, call, game, computers, USUAL_LEVEL if level is None else level)
    if pace is not None and call.server is not None:
        return await show_friends(services, call, game, pace)
    return await show_menu(services, call) if game is None else await show_game(services, call, game)


async def show_menu(services: TableServices, call: Call) -> Reply:
    """Show what the person can play, and the tables of this channel to join.

    They are offered the first hand until they have played that or a match; again, if they leave it now.
    """
    person = await services.person(call)
    is_new = person.first_hand == FirstHand.NEW and not await services.variants.stored.has_played(person.number)
    is_learning = services.learners.pop(person.number, None) is not None
    offer = replace(await find_offer(services, call), is_new=is_learning or is_new)
    joinable = [] if call.server is None else _joinable_tables(services, call, person.number)
    return for_one_person(call, start_menu_layout(offer, joinable, services.people, services.say(call)))


async def show_help(services: TableServices, call: Call) -> Reply:
    """Show how to start, and the games that are offered here, the usual one first."""
    usual = await usual_variant(services, call)
    games = sorted((await offered_variants(services, call.server)).values(), key=lambda game: game.name != usual)
    return Reply(view=help_layout(games, services.say(call), in_server=call.server is not None))


@presses.on(FirstHandPress)
async def learn(services: TableServices, call: Call, press: FirstHandPress) -> Reply:
    """Show a step of the first hand; after its move, the next one, and the one before if that move is taken back."""
    steps, number = services.first_hand, press.step
    if number >= len(steps) or (press.move and steps[number].move is None):
        raise call.not_understood()
    move = "".join(call.values) or press.move
    leads = {"": 0, str(TAKE_BACK): -1, str(steps[number].move): 1}
    number += leads.get(move, 0)
    person, step = await services.person(call), steps[number]
    services.learners[person.number] = number, services.now()
    if number == len(steps) - 1:
        del services.learners[person.number]
        await services.people.change_settings(person.number, first_hand=FirstHand.DONE)
    context = await services.context_for(
        step.table_of(person.number, call.server or 0, call.channel), person, services.say(call)
    )
    return for_one_person(call, first_hand_layout(number, step, person, context, after_other_move=move not in leads))


@presses.on(RulesPress)
async def press_rules(services: TableServices, call: Call, press: RulesPress) -> Reply:
    return await rules_reply(services, call, await _played(services, call, press.game), is_next=True)


@presses.on(ChosenRulesPress)
async def choose_rules(services: TableServices, call: Call, press: ChosenRulesPress) -> Reply:
    return await rules_reply(services, call, await find_variant(services, call, call.value))


@presses.on(MoreRulesPress)
async def press_more_rules(services: TableServices, call: Call, press: MoreRulesPress) -> Reply:
    if press.table:
        found = (await find_table(services, call, press.table)).played_variant
    else:
        found = await (_played if press.is_next else find_variant)(services, call, press.game)
    return Reply(view=more_rules_layout(found, services.say(call)))


async def show_rules(services: TableServices, call: Call, name: str | None, table: int | None) -> Reply:
    """Show the rules of the game with this name, else of the table; if none or several are open here, of the usual game."""
    if name is None:
        try:
            found = await find_table(services, call, table, seated=False)
        except Refused as refused:
            if not isinstance(refused.refusal, NoTableHere | WhichTableHere):
                raise
        else:
            return await rules_reply(services, call, found.played_variant, table=found.number)
    return await rules_reply(services, call, await find_variant(services, call, name))


def _joinable_tables(services: TableServices, call: Call, person: int) -> list[Table]:
    """Return the tables of this channel that wait for their start and have a seat for the person."""
    return [
        table
        for table in tables_here(services, call)
        if table.phase == Phase.LOBBY
        and person not in table.seats.people
        and len(table.seats.players) < table.variant.players[1]
        and (table.lobby.reserved is None or person in table.lobby.reserved.people)
    ]


class NotAgainstSoMany(Refusal):
    counts: Annotated[tuple[int, ...], Either]
    sentence = "This game needs {counts} computers. Choose another number."


class OnlyAgainstOne(Refusal):
    sentence = "This game has only two seats. Choose 1 computer."


async def find_offer(services: TableServices, call: Call) -> PlayNow:
    """Return what the person can play here: the game that they played last, or the usual one, then its nearest relatives."""
    person, known = await services.person(call), await offered_variants(services, call.server)
    names = await services.variants.stored.last_played(person.number), await usual_variant(services, call), *known
    first = next(known[name] for name in names if name in known)
    games = sorted(known.values(), key=lambda game: (game is not first, len(differing_rules(game, first))))
    if call.server is None:
        games = [game for game in games if opponent_counts(game)]
    under_way = await services.private_tables.under_way(person.number)
    return PlayNow(games, under_way, channel=None if call.server is None else call.channel)


@presses.on(OpponentsPress)
async def press_opponents(services: TableServices, call: Call, _press: OpponentsPress) -> Reply:
    return await show_game(services, call, "".join(call.values) or None)


@presses.on(BeginPress)
async def begin(services: TableServices, call: Call, press: BeginPress) -> Reply:
    return await start(services, call, press.game, press.opponents, press.level, replaces=press.replaces)


async def show_game(services: TableServices, call: Call, name: str | None) -> Reply:
    """Show the ways to play this game or the first one. Raise Refused."""
    offer = await find_offer(services, call)
    game = offer.games[0] if name is None else await find_variant(services, call, name)
    return for_one_person(call, game_layout(offer, game, services.say(call), played=await _played(services, call, game.name)))


async def _played(services: TableServices, call: Call, name: str) -> Variant:
    """Return the rules of a match against computers that starts now, under the name by which the game is found again."""
    return structs.replace((await choose(services, call, Opening(name, thread=False))).variant, name=name)


async def or_nearest(services: TableServices, call: Call, name: str | None, reply: Awaitable[Reply]) -> Reply:
    """Return the reply; if there isn't this game, the ways to play the nearest, with its house rules. Raise Refused."""
    try:
        return await reply
    except Refused as refused:
        nearest, say = services.variants.nearest(name or ""), services.say(call)
        if nearest is None or not isinstance(refused.refusal, NoSuchVariant):
            raise
        note = refusal_sentence(refused.refusal, say, names_of(services.people, (), say))
        if labels := [*changed_rule_labels(nearest[1], nearest[0], say, head=True)]:
            note += f"\n-# {labels_line(say('With house rules'), labels, say, most=_MOST_RULES)}"
        return for_one_person(call, game_layout(await find_offer(services, call), nearest[1], say, note=note))


async def start(
    services: TableServices, call: Call, name: str | None, opponents: int | None, level: Level, *, replaces: int | None = None
) -> Reply:
    """Start a match against so many computers, None for the usual number; the reply is the hand.

    The match at the table `replaces` ends.
    """
    chosen = await choose(services, call, Opening(name, thread=False))
    counts = opponent_counts(chosen.variant)
    if opponents is None:
        opponents = usual_opponents(chosen.variant)
    if opponents not in counts:
        raise Refused(OnlyAgainstOne() if tuple(counts) == (1,) else NotAgainstSoMany(tuple(counts)))
    preset = closest_preset(chosen.base, services.variants.presets)
    place = call.server or 0, call.channel
    wanted = PrivateMatch(*place, chosen.variant, preset, (level,) * opponents, own_end(chosen.base))
    return for_one_person(call, await _start(services, call, wanted, replaces))


async def again(services: TableServices, call: Call, table: Table, person: Person) -> Reply:
    """Start another match of the same game against the same computers."""
    if table.match is None or not table.match.is_over:
        raise Refused(NotOverYet(), table.number)
    place = call.server or 0, call.channel
    wanted = PrivateMatch(*place, table.variant, table.preset, tuple(table.seats.computers.values()), table.own_end)
    view = await _start(services, call, wanted, None)
    return replace(for_one_person(call, view), replaces_pressed=may_replace(call, table))


async def _start(services: TableServices, call: Call, wanted: PrivateMatch, replaces: int | None) -> LayoutView:
    """Start the match, and return its hand; if another one is under way that wasn't to be ended, return that one's."""
    person, say = await services.person(call), services.say(call)
    known = await services.private_tables.under_way(person.number)
    if known is None or known.number == replaces:  # the server's limit is about tables that others see
        services.limits.count(Limited.LOBBY, call.caller.id, None)
    table, is_new = await services.private_tables.start(person.number, wanted, at=call.at, replaces=replaces)
    note = "" if is_new else say("You're playing this match already. For another, choose a game under `/play`.")
    return hand_layout(await services.context_for(table, person, say), person.number, note=note)


def for_one_person(call: Call, view: LayoutView) -> Reply:
    """Return the reply to a command, or to a press of the start: it replaces a message that only this person sees."""
    is_direct = call.server is None
    replaces = call.is_press and (call.is_whispered or (is_direct and call.is_of_message))
    return Reply(view=view, is_public=is_direct, replaces_pressed=replaces)
