"""Opening a table, by command or press, or from a schedule."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Annotated

from discord import Guild, Member

from bot.interactions.call import Call, server_of
from bot.interactions.permissions import can_open_thread
from bot.interactions.services import Services
from bot.interactions.table.find_variant import find_variant
from bot.rummy.variant import Length, Variant
from bot.tables.events import Reservation
from bot.tables.pace import Clock, Pace
from bot.tables.ports import ServerSettings
from bot.tables.rules.house_rules import closest_preset, replace_match_end
from bot.tables.rules.match_length import offered_lengths, own_end
from bot.tables.table import Table
from bot.wording.sentence import Either, Refusal, Refused, Role

USUAL_CLOCK = Clock(Pace.LIVE)


class TablesNotHere(Refusal):
    """The server has chosen the channels in which tables may be opened."""

    channels: Annotated[tuple[int, ...], "<#{}>", Either]
    sentence = "Tables can't be opened in this channel. Open one in {channels}."


class OnlyRoleOpens(Refusal):
    """The server has chosen the role whose members may open tables."""

    role: Role
    sentence = "Only members with the role {role} can open tables in this server."


@dataclass(frozen=True, slots=True)
class Opening:
    """What a person chooses when they open a table; None for what the server's settings, or else the bot, decide.

    `target` and `deals` are the end of the match, `pace` that of its clock. With `is_quick`, by a button of `/play`, the match
    is short unless the server chose a length, and a person has at most one such table waiting in a channel.
    """

    variant: str | None = None
    target: int | None = None
    deals: int | None = None
    thread: bool | None = None
    pace: Pace | None = None
    is_quick: bool = False


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a table is opened with: its rules, the game that they were made from, whether it gets a thread, and its clock."""

    variant: Variant
    base: Variant
    thread: bool
    clock: Clock


async def choose(services: Services, call: Call, opening: Opening) -> Chosen:
    """Return what a table is opened with. Raise Refused for an unknown game or rules that can't be played."""
    server = call.server
    settings = ServerSettings() if server is None else await services.server_settings.get(server)
    base = await find_variant(services, call, opening.variant)
    variant = replace_match_end(base, opening.target, opening.deals)
    if opening.target is None and opening.deals is None:
        length = settings.length or (Length.SHORT if opening.is_quick else Length.FULL)
        lengths = offered_lengths(base, closest_preset(base, services.variants.presets), own_end(base))
        variant = lengths.get(length, variant)
    thread = settings.thread and can_open_thread(call) if opening.thread is None else opening.thread
    return Chosen(variant, base, thread, USUAL_CLOCK if opening.pace is None else Clock(opening.pace))


async def check_may_open(services: Services, guild: Guild, member: Member | None, places: Collection[int | None]) -> None:
    """Raise Refused if the server lets tables be opened only in other channels, or only by other people.

    `places` are the channel and, of a thread, its parent. Channels and a role that have been deleted count for nothing.
    """
    settings = await services.server_settings.get(guild.id)
    channels = tuple(one for one in settings.channels if guild.get_channel(one) is not None)
    if channels and not {*places} & {*channels}:
        raise Refused(TablesNotHere(channels))
    role = None if settings.role is None else guild.get_role(settings.role)
    if role is None or role.is_default() or (member is not None and member.guild_permissions.manage_guild):
        return
    if member is None or member.get_role(role.id) is None:
        raise Refused(OnlyRoleOpens(role.id))


async def open_table(
    services: Services,
    call: Call,
    host: int,
    variant: Variant,
    *,
    base: Variant,
    channel: int,
    thread: bool = False,
    reserved: Reservation | None = None,
    only_one_here: bool = False,
    clock: Clock = USUAL_CLOCK,
) -> Table:
    """Open a table in a channel for the person `host`. A repeated call returns the same table.

    `variant` was made from `base`. With `reserved`, the table belongs to a fixture: raise Refused if that has a table
    already, or has been played. With `only_one_here`, raise Refused if another table of the host waits in this channel. For
    tables that aren't of a fixture, raise Refused if the server doesn't let this person open one here.
    """
    member = call.caller.member
    if reserved is None and member is not None:
        places = (channel, call.parent if channel == call.channel else None)
        await check_may_open(services, member.guild, member, places)
    preset = closest_preset(base, services.variants.presets)
    end = own_end(base)
    return await services.tables.open(
        server_of(call),
        channel,
        host,
        variant,
        thread=thread,
        at=call.at,
        preset=None if preset == variant else preset,
        reserved=reserved,
        parent=call.parent if channel == call.channel else None,
        own_end=None if end == own_end(preset) else end,
        only_one_here=only_one_here,
        clock=clock,
    )
