"""Opening a table, and the actions in its lobby, by command or press: who sits there, and what is played."""

from dataclasses import dataclass, replace
from functools import partial

from discord import ui
from discord.app_commands import Choice
from msgspec import structs

from bot.interactions.call import NO_REPLY, Call, Reply, TableServices, server_of
from bot.interactions.permissions import can_open_thread, check_may_open, check_permissions, check_place, is_manager
from bot.interactions.rate_limits import Limited
from bot.interactions.routes import action, numbered_action, presses
from bot.interactions.table.find_table import find_lobby, find_table
from bot.interactions.table.show_table import check_not_over, promised_edit, replacing, show_table, withdrawn_on_error
from bot.interactions.table.variants import find_variant, offered_variants
from bot.messages.components import MOST_OPTIONS
from bot.messages.names import names_at
from bot.messages.rules.house_rule_labels import house_rule_label, labels_line
from bot.messages.table.buttons import LobbySelect, TableAction
from bot.messages.table.channel.story_pages import LOBBY
from bot.messages.table.clock import chosen_clock
from bot.messages.table.lobby import lobby_layout, more_layout
from bot.messages.table.lobby_buttons import LENGTH_ACTIONS
from bot.messages.text import clean_line
from bot.players.choice import Level
from bot.rummy.variant import Length, Variant
from bot.tables.events import Clock, Pace, Reservation, TableOpened
from bot.tables.lobby_requests import Agree, Join, Request, Start
from bot.tables.ports import Person, ServerSettings
from bot.tables.refusals import MovedOn, TableStarted
from bot.tables.rule_requests import (
    AddComputer,
    ChangeClock,
    ChangeGame,
    ChangeLength,
    ChangeSettings,
    NoSuchComputer,
    RemoveComputer,
)
from bot.tables.rules.house_rules import changed_rules, closest_preset, keep_rules, replace_match_end
from bot.tables.rules.match_length import offered_lengths, own_end
from bot.tables.rules.saved_variants import RELATIVE
from bot.tables.table import Phase, Table
from bot.wording.sentence import Refused

USUAL_CLOCK = Clock(Pace.LIVE)


@dataclass(frozen=True, slots=True)
class Opening:
    """What a person chooses when they open a table; None for what the server's settings, or else the bot, decide.

    `target` and `deals` are the end of the match, `pace` that of its clock.
    """

    variant: str | None = None
    target: int | None = None
    deals: int | None = None
    thread: bool | None = None
    pace: Pace | None = None


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a table is opened with: its rules, the game that they were made from, whether it gets a thread, and its clock."""

    variant: Variant
    base: Variant
    thread: bool = False
    clock: Clock = USUAL_CLOCK


async def choose(services: TableServices, call: Call, opening: Opening) -> Chosen:
    """Return what a table is opened with. Raise Refused for an unknown game or rules that can't be played."""
    server = call.server
    settings = ServerSettings() if server is None else await services.server_settings.get(server)
    base = await find_variant(services, call, opening.variant)
    if base.name.startswith(RELATIVE):
        base = structs.replace(base, name=closest_preset(base, services.variants.presets).name)
    variant = replace_match_end(base, opening.target, opening.deals)
    if opening.target is None and opening.deals is None:
        preset = closest_preset(base, services.variants.presets)
        is_saved_with_end = own_end(base) != own_end(preset)
        length = settings.length or (Length.FULL if is_saved_with_end else Length.SHORT)
        variant = offered_lengths(base, preset, own_end(base)).get(length, variant)
    thread = settings.thread and can_open_thread(call) if opening.thread is None else opening.thread
    return Chosen(variant, base, thread, USUAL_CLOCK if opening.pace is None else Clock(opening.pace))


async def open_table(
    services: TableServices,
    call: Call,
    chosen: Chosen,
    *,
    channel: int,
    reserved: Reservation | None = None,
    only_one_here: bool = False,
) -> Table:
    """Open a table in a channel for the person who asks. A repeated call returns the same table.

    With `reserved`, the table belongs to a tournament: raise Refused if that has another one there already, or needs none. With
    `only_one_here`, raise Refused if another table of the host waits in this channel. For tables that aren't of a tournament,
    raise Refused if the server doesn't let this person open one here.
    """
    services.count(Limited.LOBBY, call)
    server, parent = server_of(call), call.parent if channel == call.channel else None
    if reserved is None:
        await check_may_open(services, server, call.caller.roles, (channel, parent), is_manager=call.caller.is_manager)
    preset = closest_preset(chosen.base, services.variants.presets)
    end = own_end(chosen.base)
    opened = TableOpened(
        server,
        channel,
        (await services.person(call)).number,
        chosen.variant,
        chosen.thread,
        at=call.at,
        preset=None if preset == chosen.variant else preset,
        reserved=reserved,
        parent=parent,
        own_end=None if end == own_end(preset) else end,
        clock=chosen.clock,
    )
    return await services.tables.open(opened, only_one_here=only_one_here)


async def open_lobby(services: TableServices, call: Call, opening: Opening) -> Reply:
    """Open a table in this channel; the reply is its lobby, for everyone."""
    server_of(call)  # refuses direct messages, where nobody could join
    chosen = await choose(services, call, opening)
    return await open_chosen(services, call, chosen, only_one_here=False)


async def open_quickly(services: TableServices, call: Call, opening: Opening) -> Table:
    """Open a table in this channel, whose lobby the courier posts. The person has at most one such table waiting here."""
    chosen = await check_opening(services, call, opening)
    return await open_table(services, call, chosen, channel=call.channel, only_one_here=True)


async def check_opening(services: TableServices, call: Call, opening: Opening) -> Chosen:
    """Return what a table is opened with. Raise Refused if it can't be opened or shown here, or by this person."""
    server, parent = server_of(call), call.parent
    chosen = await choose(services, call, opening)
    await check_place(services, call, thread=chosen.thread)
    await check_may_open(services, server, call.caller.roles, (call.channel, parent), is_manager=call.caller.is_manager)
    return chosen


async def open_chosen(services: TableServices, call: Call, chosen: Chosen, *, only_one_here: bool) -> Reply:
    """Open a table with these rules in this channel; the reply is its lobby, for everyone."""
    await check_place(services, call, thread=chosen.thread)
    table = await open_table(services, call, chosen, channel=call.channel, only_one_here=only_one_here)
    promised = await services.courier.promise_edit(table.number, LOBBY)
    with withdrawn_on_error(promised):
        view = await _lobby(services, table)
    return Reply(view=view, is_public=True, promised=promised, version=table.version)


@action(TableAction.MORE)
async def show_more(services: TableServices, call: Call, table: Table, person: Person) -> Reply:
    """Show what the lobby has no room for: its rules and, to the host, how it is played and shown."""
    check_not_over(table)
    if table.match is not None:
        raise Refused(TableStarted(), table.number)
    return Reply(view=await _more(services, call, table, person))


@presses.at_table(LobbySelect)
async def choose_in_lobby(services: TableServices, call: Call, table: Table, person: Person, press: LobbySelect) -> Reply:
    """Change the clock, or the game, to the chosen one. The house rules stay; the reply names those that it can't have."""
    if press.of == "clock":
        return await change(services, call, table, person, ChangeClock(chosen_clock(call.value)))
    chosen, before, say = await choose(services, call, Opening(call.value)), table.variant, services.say(call)
    preset = closest_preset(chosen.base, services.variants.presets)
    rules = changed_rules(before, (await services.variants.all_variants(table.server)).get(before.name, table.preset))
    game = keep_rules(chosen.variant, rules, before)
    reply = await change(services, call, table, person, ChangeGame(game, preset, own_end(chosen.base)))
    dropped = [house_rule_label(rule.name, before, say) for rule in rules if rule.write(game) != rule.write(before)]
    return replace(reply, text=labels_line(say("House rules dropped"), dropped, say)) if dropped and not reply.text else reply


async def change(services: TableServices, call: Call, table: Table, person: Person, request: Request) -> Reply:
    """Make the request of a lobby button; the reply replaces the lobby's message, which everyone sees, or **More**."""
    reader = person.number if call.is_whispered else None
    try:
        check_not_over(table)
        async with promised_edit(services, call, table, LOBBY) as promised:
            changed = await services.tables.change(table.number, person.number, request)
            if changed.match is None and services.api.in_server(changed.server):
                is_of_more = call.is_whispered and isinstance(request, ChangeSettings | ChangeGame)
                lobby = _more(services, call, changed, person) if is_of_more else _lobby(services, changed, reader)
                view = await lobby
                return replacing(call, Reply(view=view), promised, changed)
    except Refused as refused:
        if not isinstance(refused.refusal, MovedOn):
            raise
        return await _current(services, call, table, person)
    if promised is not None:
        promised.withdraw()  # the courier edits the lobby: with a link to the match, or once the server's language is known
    return NO_REPLY


_REQUESTS: dict[TableAction, Request] = {
    **{name: ChangeLength(length) for length, name in LENGTH_ACTIONS.items()},
    TableAction.ADD_EASY: AddComputer(Level.EASY),
    TableAction.ADD_NORMAL: AddComputer(Level.NORMAL),
    TableAction.NO_THREAD: ChangeSettings(thread=False),
    TableAction.DRAWS: ChangeSettings(shows_draws=True),
    TableAction.NO_DRAWS: ChangeSettings(shows_draws=False),
    TableAction.HINTS: ChangeSettings(hints=True),
    TableAction.NO_HINTS: ChangeSettings(hints=False),
}
for _name, _request in _REQUESTS.items():
    action(_name)(partial(change, request=_request))


@action(TableAction.THREAD)
async def choose_thread(services: TableServices, call: Call, table: Table, person: Person) -> Reply:
    """Let the table have a thread of its own."""
    if call.channel == table.channel:  # elsewhere, a match whose thread can't be opened is played in its channel
        check_permissions(call, thread=True)
    return await change(services, call, table, person, ChangeSettings(thread=True))


async def _change_as_seen(
    services: TableServices, call: Call, table: Table, person: Person, changes: int | None, kind: type[Join | Agree | Start]
) -> Reply:
    """Make a request about the rules that were shown above the button, after so many changes."""
    return await change(services, call, table, person, kind(changes))


for _name, _kind in ((TableAction.JOIN, Join), (TableAction.AGREE, Agree), (TableAction.START, Start)):
    numbered_action(_name)(partial(_change_as_seen, kind=_kind))


@numbered_action(TableAction.REMOVE_COMPUTER)
async def remove_computer(services: TableServices, call: Call, table: Table, person: Person, computer: int | None) -> Reply:
    """Remove this computer; None for the last one."""
    return await change(services, call, table, person, RemoveComputer(None if computer is None else -computer))


async def computer_choices(services: TableServices, call: Call, typed: str) -> list[Choice[str]]:
    """Return the computers of the person's lobby whose names begin with what was typed; a value is a number, `#1`."""
    try:
        table = await find_table(services, call, call.options.get("table"), phase=Phase.LOBBY)
    except Refused:
        return []
    found = _computers(services, call, table, typed)
    return [Choice(name=name, value=f"#{-computer}") for computer, name in found.items()][:MOST_OPTIONS]


async def type_remove_computer(services: TableServices, call: Call, table: Table, person: Person, name: str | None) -> Reply:
    """Remove the computer with this name or number, or for None the last one. Raise Refused."""
    found = () if name is None else tuple(_computers(services, call, table, name))
    if name is not None and len(found) != 1:
        raise Refused(NoSuchComputer(), table.number)
    return await type_request(services, call, table, person, RemoveComputer(*found))


def _computers(services: TableServices, call: Call, table: Table, typed: str) -> dict[int, str]:
    """Return the names of the computers with this number, or whose names begin with the text."""
    text, names = clean_line(typed).casefold(), names_at(table, services.people, services.say(call))
    shown = {computer: names.plain(computer) for computer in table.seats.computers}
    return {one: name for one, name in shown.items() if text == f"#{-one}" or name.casefold().startswith(text)}


async def type_join(services: TableServices, call: Call, number: int | None) -> Reply:
    """Sit down by command; the reply is the table."""
    table = await find_lobby(services, call, number)
    return await type_request(services, call, table, await services.person(call), Join())


async def never_pauses(services: TableServices, call: Call) -> Reply:
    """Say that a table without a time limit has no time after which it could pause."""
    say = services.say(call)
    return Reply(text=say("Pausing needs a clock. Choose another pace, or leave out `pause:`."))


async def type_request(services: TableServices, call: Call, table: Table, person: Person, request: Request) -> Reply:
    """Make a typed request in the lobby; the reply is the table. The courier edits the lobby's message."""
    check_not_over(table)
    changed = await services.tables.change(table.number, person.number, request)
    if changed.match is not None:
        await services.courier.find_place(changed)
    return await show_table(services, call, changed, person)


async def _current(services: TableServices, call: Call, table: Table, person: Person) -> Reply:
    """Show the current lobby, with a note that the button was old: the house rules have changed since."""
    async with promised_edit(services, call, table, LOBBY) as promised:
        now, say = await services.tables.get(table.number), services.say(call)
        view = await _lobby(services, now, person.number if call.is_whispered else None)
        text = say("That button is out of date. Here's the current table.")
        return replacing(call, Reply(view=view, text=text, is_out_of_date=True), promised, now)


async def _lobby(services: TableServices, table: Table, reader: int | None = None) -> ui.LayoutView:
    """Render the lobby in the server's language, because everyone reads it."""
    return lobby_layout(await services.context(table, await services.readers.server(table.server)), reader=reader)


async def _more(services: TableServices, call: Call, table: Table, person: Person) -> ui.LayoutView:
    """Render what **More** shows to this person."""
    is_host = person.number == table.seats.host
    context = await services.context(table, services.say(call))
    may_close = is_manager(call, table) or (is_host and not table.lobby.tournament)
    games = (await offered_variants(services, table.server)).values()
    return more_layout(context, games, is_host=is_host, may_close=may_close)
