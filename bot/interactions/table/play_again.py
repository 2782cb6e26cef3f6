"""**Play again**: opens a table for the people and rules of a match, or takes the seat that is kept there.

A match is played again at one table at most, however often and by whomever the button is pressed.
"""

import discord

from bot.interactions.call import Call, Reply, TableServices
from bot.interactions.permissions import NotInThread, check_may_open, missing_permissions
from bot.interactions.rate_limits import Limited
from bot.interactions.routes import action
from bot.interactions.table import start
from bot.interactions.table.show_table import show_to_onlooker
from bot.messages.table.buttons import TableAction
from bot.messages.table.lobby import opened_again_text
from bot.tables.events import Invitation, TableOpened
from bot.tables.lobby_requests import Join
from bot.tables.play_again import invite_again
from bot.tables.ports import Person
from bot.tables.refusals import AlreadySeated, BotLacksPermissions, MovedOn, NotOverYet, PlayedAgain, TableFull
from bot.tables.table import Phase, Table
from bot.wording.sentence import Channel, Refusal, Refused


class NobodyToInvite(Refusal):
    sentence = "The other players have deleted their data. Open a table with `/play`."


class PlayTogetherAt(Refusal):
    number: int
    channel: Channel
    sentence = "You're all at table {number} already: {channel}"


class SeatedAgain(PlayedAgain):
    sentence = "You're already in the rematch at table {number}: {channel}"


class BeingPlayedAgain(PlayedAgain):
    sentence = "The rematch is being played at table {number}: {channel}"


class WasPlayedAgain(PlayedAgain):
    sentence = "The rematch was table {number}. Press **Play again** there, or use `/play`."


class WasNotPlayedAgain(PlayedAgain):
    sentence = "The rematch at table {number} was closed. Open another table with `/play`."


class SeatsTaken(PlayedAgain):
    sentence = "Others have taken the seats at table {number}. Open another table with `/play`."


class RulesOfAgainChanged(PlayedAgain):
    """The host has changed the rules, the clock or the computers of that table; whoever joins it must see them."""

    sentence = "The rematch at table {number} has new settings. Look there, and press **Join**: {channel}"


class ChannelGone(Refusal):
    sentence = "Ramino can't see this match's channel any more. Use `/play` in another one."


class ChannelHidden(Refusal):
    sentence = "You can't see this match's channel any more. Use `/play` in another one."


class MembershipUnknown(Refusal):
    sentence = "Discord didn't answer. Press **Play again** once more."


@action(TableAction.AGAIN)
async def play_again(services: TableServices, call: Call, table: Table, person: Person) -> Reply:
    """Open the table, with the person as its host, or take their seat at it; show others the last match. Raise Refused.

    The courier posts the lobby, which pings the others once.
    """
    if person.number not in table.seats.people:
        return await show_to_onlooker(services, call, table, person)
    if table.is_private:
        return await start.again(services, call, table, person)
    if table.match is None or not table.match.is_over:
        raise Refused(NotOverYet(), table.number)
    say = services.say(call)
    await _check_place(services, call, table)
    again = await services.tables.table_again(table.number)
    if again is None:
        invitation = await _invitation(services, call, table, person)
        services.limits.count(Limited.LOBBY, call.caller.id, table.server)
        try:
            opened = await _open(services, table, person, invitation, at=call.at)
        except Refused as refused:
            if not isinstance(refused.refusal, PlayedAgain):
                raise
            again = await services.tables.get(refused.refusal.number)  # somebody else has pressed at the same time
        else:
            return Reply(text=opened_again_text(opened, say))
    joined = await _join(services, again, person)
    return Reply(text=opened_again_text(joined, say))


async def _invitation(services: TableServices, call: Call, table: Table, person: Person) -> Invitation:
    """Return the invitation. Raise Refused if there is nobody to invite, or if they are all at another table already."""
    people = [services.people[one] for one in table.seats.people]
    gone = frozenset(one.number for one in people if one.discord_id is None)
    invitation = invite_again(table, person.number, call.at, gone=gone)
    if len(invitation.people) + len(invitation.computers) < 2:
        raise Refused(NobodyToInvite(), table.number)
    for other in await services.tables.of_person(person.number):
        is_elsewhere = other.server == table.server and set(invitation.people) <= set(other.seated_people())
        if is_elsewhere and len(invitation.people) > 1:
            raise Refused(PlayTogetherAt(other.number, services.courier.place(other)), table.number)
    return invitation


async def _open(services: TableServices, table: Table, person: Person, invitation: Invitation, *, at: int) -> Table:
    opened = TableOpened(
        table.server,
        table.channel,
        person.number,
        table.variant,
        table.thread,
        at=at,
        preset=None if table.preset == table.variant else table.preset,
        parent=table.parent,
        again=invitation,
        own_end=table.own_end,
        clock=table.clock,
        hints=table.hints,
    )
    return await services.tables.open(opened)


async def _join(services: TableServices, again: Table, person: Person) -> Table:
    """Return the table once the person has a seat at it. Raise Refused."""
    place = services.courier.place(again)
    if again.phase == Phase.OVER:
        raise Refused((WasNotPlayedAgain if again.match is None else WasPlayedAgain)(again.number, place))
    if again.match is not None:
        raise Refused(BeingPlayedAgain(again.number, place))
    if person.number in again.seats.people:
        raise Refused(SeatedAgain(again.number, place))
    if again.lobby.rule_changes:
        raise Refused(RulesOfAgainChanged(again.number, place))
    try:
        return await services.tables.change(again.number, person.number, Join(rule_changes=0))
    except Refused as refused:
        if isinstance(refused.refusal, TableFull):
            raise Refused(SeatsTaken(again.number, place)) from None
        if isinstance(refused.refusal, MovedOn):  # the host has changed them in this moment
            raise Refused(RulesOfAgainChanged(again.number, place)) from None
        if isinstance(refused.refusal, AlreadySeated):  # they have pressed twice
            raise Refused(SeatedAgain(again.number, place)) from None
        raise


async def _check_place(services: TableServices, call: Call, table: Table) -> None:
    """Raise Refused if the person can't see the channel of the last match, or the lobby can't be posted or opened there.

    The press may come from another channel, or from direct messages.
    """
    guild, caller = services.api.find_server(table.server), call.caller
    place = None if guild is None else guild.get_channel_or_thread(table.channel)
    if guild is None or place is None or (isinstance(place, discord.Thread) and place.parent is None):
        raise Refused(ChannelGone(), table.number)
    has = place.permissions_for(guild.me)
    may_be_outside = isinstance(place, discord.Thread) and place.is_private() and not has.manage_threads
    if may_be_outside and not await services.api.is_in_thread(place.id):
        raise Refused(NotInThread(), table.number)
    if missing := missing_permissions(has, in_thread=table.parent is not None, thread=table.thread):
        raise Refused(BotLacksPermissions(missing), table.number)
    if call.server == table.server:
        shown = place.parent_id if isinstance(place, discord.Thread) else place.id
        is_seen, roles, is_manager = caller.sees(shown), caller.roles, caller.is_manager
    else:
        try:
            member = await services.api.find_member(guild, caller.id)
        except discord.HTTPException as error:
            raise Refused(MembershipUnknown(), table.number) from error
        is_seen = member is not None and place.permissions_for(member).view_channel
        roles = frozenset() if member is None else frozenset(role.id for role in member.roles)
        is_manager = member is not None and member.guild_permissions.manage_guild
    if not is_seen:
        raise Refused(ChannelHidden(), table.number)
    await check_may_open(services, table.server, roles, (table.channel, table.parent), is_manager=is_manager)
