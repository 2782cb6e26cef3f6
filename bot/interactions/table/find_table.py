"""Finding the table that a command or press means, and offering tables while somebody types.

Whoever uses a command or button of a table plays there again: their turns are no longer played for them.
"""

from contextlib import suppress
from typing import Annotated

from discord.app_commands import Choice

from bot.interactions.call import Call, CallKind, TableServices
from bot.interactions.permissions import visible_table
from bot.messages.components import LONGEST_OPTION, MOST_OPTIONS
from bot.messages.names import names_at
from bot.tables.daily import is_revealed
from bot.tables.first_hand import OtherMove
from bot.tables.match_requests import ComeBack, is_missed
from bot.tables.refusals import NotSeated
from bot.tables.table import Phase, Table
from bot.wording.sentence import Either, Refusal, Refused

_LESSON = 15 * 60 * 1000
"""For how many milliseconds a typed move is one of the first hand; Discord lets its message change for as long."""


class NoTableHere(Refusal):
    sentence = "You're not at a table, and none is open in this channel. Open one with `/play`."


class WhichTable(Refusal):
    """The request could be about several tables."""

    tables: Annotated[tuple[int, ...], "`table:{}`", Either]
    counted = "tables"


class WhichOfYourTables(WhichTable):
    sentence = "You're at {count} tables. Add {tables}."


class WhichTableHere(WhichTable):
    sentence = "{count} tables are open here. Add {tables}."


class PlayedElsewhere(WhichTable):
    """The only such table is in another server, and another process plays it: a press that names it reaches that one."""

    sentence = "Your table is in another server. Add {tables}."


class WhichLobby(WhichTable):
    sentence = "You can join {count} tables here. Add {tables}."


def tables_here(services: TableServices, call: Call) -> list[Table]:
    """Return the tables of this channel; in a thread, also those of the channel to which it belongs.

    Those that are one person's alone aren't among them.
    """
    in_play = services.tables.in_play
    return [*in_play.in_channel(call.channel), *in_play.in_channel(call.parent)]


async def find_table(
    services: TableServices,
    call: Call,
    number: int | None,
    *,
    seated: bool = True,
    phase: Phase | None = None,
    by_turn: bool = True,
) -> Table:
    """Return the table with this number. Without a number, return that of this thread, else the person's table in this channel,
    else the table in this channel (not if `seated`), else the person's table. Among several, return the only one where it is
    the person's turn, or which is in the `phase` that the command is for.

    Raise Refused if there is none, or if that doesn't decide. What can't be undone isn't decided `by_turn`.

    A person for whom turns were played there, or the table is paused, comes back by that.
    """
    found = await _find_table(services, call, number, seated=seated, phase=phase, by_turn=by_turn)
    if call.kind == CallKind.COMMAND and found.phase != Phase.OVER and not services.tables.plays(found):
        raise Refused(PlayedElsewhere((found.number,)))
    is_waited_for = found.phase != Phase.OVER and (found.timing.missed_turns or found.timing.paused_for)
    if not is_waited_for or call.kind == CallKind.AUTOCOMPLETE:
        return found
    person = await services.person(call)
    if is_missed(found, person.number):
        with suppress(Refused):  # they have done something else meanwhile
            return await services.tables.change(found.number, person.number, ComeBack())
    return found


async def _find_table(
    services: TableServices, call: Call, number: int | None, *, seated: bool, phase: Phase | None, by_turn: bool
) -> Table:
    if number is not None:
        return await visible_table(services, call, number)
    person = await services.person(call)
    here, own = tables_here(services, call), await _own_tables(services, person.number)
    shared = _in_channel(call, own, is_private=False)
    alone = _in_channel(call, own, is_private=True)  # it must not hide what others play here
    of_thread = [table for table in (shared if seated else here) if _is_thread_of(services, call, table)]
    for candidates in (of_thread, shared, alone, own) if seated else (of_thread, shared, here, alone, own):
        if phase is None:
            expected = [one for one in candidates if by_turn and one.person_to_act() == person.number]
        else:
            expected = [one for one in candidates if one.phase == phase]
        if len(candidates) == 1 or len(expected) == 1:
            return (expected or candidates)[0]
        if candidates:
            asked = WhichTableHere if candidates is here else WhichOfYourTables
            raise Refused(asked(tuple(table.number for table in candidates)))
    for table in here:
        if table.is_out(person.number):
            return table
    raise Refused(NotSeated() if here else NoTableHere())


async def find_table_on_turn(services: TableServices, call: Call, number: int | None, *, is_move: bool) -> Table:
    """Return the person's only table where it's their turn; with a number, in a table's own thread, and unless the command
    `is_move` in a channel where they have exactly one table with others, what `find_table` returns. Raise Refused as it does,
    or with the step of the first hand for somebody who is at no table but learns to play.
    """
    if number is None:
        person = (await services.person(call)).number
        own = await _own_tables(services, person)
        is_settled = any(_is_thread_of(services, call, table) for table in own) or (
            not is_move and len(_in_channel(call, own, is_private=False)) == 1
        )
        on_turn = [table.number for table in own if table.person_to_act() == person]
        if len(on_turn) == 1 and not is_settled:
            number = on_turn[0]
    try:
        return await find_table(services, call, number)
    except Refused as refused:
        shown = services.learners.get((await services.person(call)).number)
        if shown is None or not isinstance(refused.refusal, NoTableHere | NotSeated):
            raise
        step, at = shown
        if services.now() - at > _LESSON:
            raise
        raise Refused(OtherMove(step)) from None


async def _own_tables(services: TableServices, person: int) -> list[Table]:
    """Return the person's tables in play. Deals of days that are past are among them only if there is nothing else."""
    own, now = await services.tables.of_person(person), services.now()
    return [one for one in own if one.lobby.day is None or not is_revealed(one.lobby.day.day, now)] or own


def _in_channel(call: Call, tables: list[Table], *, is_private: bool) -> list[Table]:
    """Return those of this channel; in a thread, also those of the channel to which it belongs."""
    places = (call.channel, call.parent)
    return [table for table in tables if table.channel in places and table.is_private == is_private]


def _is_thread_of(services: TableServices, call: Call, table: Table) -> bool:
    """Return True if the call comes from the table's own thread."""
    return call.channel != table.channel and call.channel == services.courier.place(table)


async def find_lobby(services: TableServices, call: Call, number: int | None) -> Table:
    """Return the table to join: the one with this number, else the only lobby of this channel that the person hasn't joined.

    Raise Refused if there is none, or more than one.
    """
    if number is None:
        person = (await services.person(call)).number
        here = [one for one in tables_here(services, call) if one.phase == Phase.LOBBY and person not in one.seats.people]
        if len(here) == 1:
            return here[0]
        if here:
            raise Refused(WhichLobby(tuple(table.number for table in here)))
    return await find_table(services, call, number, seated=False)


async def table_choices(services: TableServices, call: Call, _typed: object, *, seated: bool) -> list[Choice[int]]:
    """Return the tables where the person is seated; unless `seated`, also the other tables of this channel."""
    person = (await services.person(call)).number
    tables = {table.number: table for table in await services.tables.of_person(person)}
    if not seated:
        tables |= {table.number: table for table in tables_here(services, call)}
    choices, say = [], services.say(call)
    for table in list(tables.values())[:MOST_OPTIONS]:
        names = names_at(table, services.people, say)
        players = ", ".join(names.plain(one) for one in table.seats.players)
        label = f"{table.number}: {say.game(table.variant.title)} – {players}"
        choices.append(Choice(name=label[:LONGEST_OPTION], value=table.number))
    return choices
