"""What the bot and a person may do: open tables in a channel, organise leagues, and see a table by its number.

Every command, autocomplete and press with a number of a table asks here, and so does what shows cards of finished matches
(`interactions/league/matches`).

- The people at the table see it from everywhere. Nobody else sees a table that is one person's alone.
- Others see it if they ask from its channel or thread, or from a thread of its channel.
- From elsewhere in its server, they see it if they may see its channel. For a private thread, Discord must also say that they
  are in it.
- A table whose deals others play is seen until it is over by who may see its private thread, and by organisers.

Of the deal of a day, the server's best result is watched again by people who have finished that deal, and by all once it is
revealed (`watchable_table`). It is the only private table that others see anything of.

In doubt (a deleted thread, no answer from Discord), and in direct messages, there is no table for them.
"""

from collections.abc import Awaitable, Callable, Collection
from functools import wraps
from typing import Annotated, Concatenate, ParamSpec

from discord import Permissions, Thread

from bot.interactions.call import Call, CommonServices, Part, ReplayServices, Reply, TableServices, server_of
from bot.tables.daily import is_revealed, revealed_at
from bot.tables.refusals import BotLacksPermissions, TableNotFound
from bot.tables.table import Phase, Table
from bot.wording.sentence import Either, Moment, Refusal, Refused, Role

_P = ParamSpec("_P")
_ForOrganisers = Callable[Concatenate[Part, Call, _P], Awaitable[Reply]]


class OnlyOrganisers(Refusal):
    """The role of the organisers (a Discord id); None if only members with Manage Server organise."""

    role: Role
    sentence = "You need the role {role} or the Manage Server permission for that."
    if_empty = (
        "role",
        "You need the Manage Server permission (or the organiser role, see `/league organisers`) for that.",
    )


class NoThreadHere(Refusal):
    sentence = "I can open a thread only in a text channel. Open the table there, or leave out `thread:`."


class NotInThread(Refusal):
    sentence = "Add me to this thread first."


class TablesNotHere(Refusal):
    channels: Annotated[tuple[int, ...], "<#{}>", Either]
    sentence = "Tables can't be opened in this channel. Open one in {channels}."


class OnlyRoleOpens(Refusal):
    role: Role
    sentence = "Only members with the role {role} can open tables in this server."


class DayStillPlayed(Refusal):
    """Others play the deal of the day until this time, and the person hasn't finished it."""

    time: Moment
    sentence = "Others still play this deal. Come back {time}."


class NewBest(Refusal):
    sentence = "There's a new best result here. Press **Best here** again."


async def check_place(services: CommonServices, call: Call, *, thread: bool) -> None:
    """Raise Refused if a table, or its `thread`, could not be shown here."""
    if call.may_be_outside and not await services.api.is_in_thread(call.channel):
        raise Refused(NotInThread())
    check_permissions(call, thread=thread)


def check_permissions(call: Call, *, thread: bool) -> None:
    """Raise Refused as `check_place` does, but don't ask Discord."""
    if thread and not call.has_threads:
        raise Refused(NoThreadHere())
    if missing := missing_permissions(call.bot_may, in_thread=call.parent is not None, thread=thread):
        raise Refused(BotLacksPermissions(missing))


def missing_permissions(has: Permissions, *, in_thread: bool, thread: bool) -> tuple[str, ...]:
    """Return the permissions that the bot lacks to show a table, and its `thread`, in a channel or thread."""
    needed = {
        "View Channel": has.view_channel,
        "Send Messages": has.send_messages if not in_thread else has.send_messages_in_threads,
    }
    if thread:
        needed |= {
            "Create Public Threads": has.create_public_threads,
            "Send Messages in Threads": has.send_messages_in_threads,
        }
    return tuple(name for name, granted in needed.items() if not granted)


def can_open_thread(call: Call) -> bool:
    """Return True if the bot can open a thread in the channel of the call."""
    return call.has_threads and not missing_permissions(call.bot_may, in_thread=call.parent is not None, thread=True)


def is_manager(call: Call, table: Table) -> bool:
    """Return True if the person has Manage Server in the table's own server."""
    return call.server == table.server and call.caller.is_manager


async def is_organiser(services: CommonServices, call: Call, server: int) -> bool:
    """Return True if the person has Manage Server, or the role of the organisers of leagues, in this server."""
    if call.server != server:
        return False
    if call.caller.is_manager:
        return True
    return await services.organiser_role(server) in call.caller.roles


def only_organisers(handler: _ForOrganisers[Part, _P]) -> _ForOrganisers[Part, _P]:
    """Let a handler answer only people with Manage Server or the organisers' role, in a server."""

    @wraps(handler)
    async def check_and_answer(services: Part, call: Call, /, *args: _P.args, **named: _P.kwargs) -> Reply:
        server = server_of(call)
        if not await is_organiser(services, call, server):
            raise Refused(OnlyOrganisers(await services.organiser_role(server)))
        return await handler(services, call, *args, **named)

    return check_and_answer


async def may_break_off(services: TableServices, call: Call, table: Table) -> bool:
    """Return True for a manager of the table's server, and for an organiser if the match may count in a league."""
    if is_manager(call, table):
        return True
    return bool(await services.eligibility.leagues_of(table)) and await may_remove_players(services, call, table)


async def may_remove_players(services: CommonServices, call: Call, table: Table) -> bool:
    """Return True if the person may remove players of this table: an organiser, but not if everyone in the server is one."""
    if is_manager(call, table):
        return True
    is_everyone = await services.organiser_role(table.server) == table.server
    return not is_everyone and await is_organiser(services, call, table.server)


HIGHEST_NUMBER = 2**31 - 1
"""The highest number of a table, match or league: PostgreSQL's limit."""


async def visible_table(services: TableServices, call: Call, number: object) -> Table:
    """Return the table with this number. Raise Refused(TableNotFound) if there is none, or if the person may not see it.

    `number` is what Discord sent: in an autocomplete it can be anything.
    """
    if not isinstance(number, int) or not 0 < number <= HIGHEST_NUMBER:
        raise Refused(TableNotFound(number if isinstance(number, int) else 0))
    table = await services.tables.get(number)
    if (await services.person(call)).number in table.seats.people:
        return table
    if table.is_private:
        raise Refused(TableNotFound(number))
    place = services.courier.place(table)
    if not table.hides_deals or table.phase == Phase.OVER:
        may_see = await may_see_place(services, call, table.server, {table.channel, place}, table.channel)
    else:  # others may play these deals
        is_inside = place != table.channel and await may_see_place(services, call, table.server, {place}, place)
        may_see = is_inside or await may_remove_players(services, call, table)
    if not may_see:
        raise Refused(TableNotFound(number))
    return table


async def watchable_table(services: ReplayServices, call: Call, number: int) -> Table:
    """Return the table whose finished match the person may watch again, with everyone's cards. Raise Refused.

    They may see it, or it has the best result of a day in this server. The deal of a day is watched only by people who have
    finished it, until it is revealed.
    """
    try:
        table = await visible_table(services, call, number)
    except Refused as refused:
        if not isinstance(refused.refusal, TableNotFound):
            raise
        table = await services.tables.get(number)
        await _check_best(services, call, table)
    if (day := table.lobby.day) is not None and not await may_watch_day(services, call, day.day):
        raise Refused(DayStillPlayed(revealed_at(day.day)))
    return table


async def may_watch_day(services: ReplayServices, call: Call, day: int) -> bool:
    """Return True if the person may see all cards of the day's deal: they have finished it, or nobody can any more."""
    if is_revealed(day, services.now()):
        return True
    attempt = await services.days.attempt((await services.person(call)).number, day)
    return attempt is not None and attempt.points is not None


async def _check_best(services: ReplayServices, call: Call, table: Table) -> None:
    """Raise Refused unless the table has the best result of a day in the server of the call."""
    day = table.lobby.day
    ranked = [] if day is None or call.server is None else await services.days.of_server(call.server, day.day)
    places = [attempt.table for attempt in ranked]
    if day is None or table.number not in places or not await may_watch_day(services, call, day.day):
        raise Refused(TableNotFound(table.number))
    if places[0] != table.number:
        raise Refused(NewBest())


async def may_see_place(services: CommonServices, call: Call, server: int, shown_in: set[int], place: int) -> bool:
    """Return True if the person asks from a channel or thread in `shown_in`, or if Discord says that they may see `place`."""
    guild = services.api.find_server(server)
    if call.server != server or guild is None:
        return False
    if shown_in & {call.channel, call.parent} or call.caller.sees(place):
        return True
    found = await services.thread_members.find_channel(guild, place)
    if not isinstance(found, Thread) or not call.caller.sees(found.parent_id):
        return False
    return not found.is_private() or await services.thread_members.includes(found, call.caller.id)


async def check_may_open(
    services: CommonServices, server: int, roles: Collection[int], places: Collection[int | None], *, is_manager: bool
) -> None:
    """Raise Refused if the server lets tables be opened only in other channels, or only by people with another role.

    `places` are the channel and, of a thread, its parent. Channels and a role that have been deleted count for nothing.
    """
    settings, guild = await services.server_settings.get(server), services.api.find_server(server)
    if guild is None:
        return
    channels = tuple(one for one in settings.channels if guild.get_channel(one) is not None)
    if channels and not {*places} & {*channels}:
        raise Refused(TablesNotHere(channels))
    role = None if settings.role is None else guild.get_role(settings.role)
    if role is not None and not role.is_default() and not is_manager and role.id not in roles:
        raise Refused(OnlyRoleOpens(role.id))
