"""Schedules as they are posted for everybody, as one person pages through them, and as their buttons open tables."""

from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import assert_never

from discord import Permissions

from bot.competition.ports import StoredLeague
from bot.competition.refusals import NeverSeen, NoPlaceToPlay, NoSchedule, NoSuchFixture, RecordRefused
from bot.competition.schedule_ports import StoredSchedule
from bot.delivery.discord_api import Undelivered
from bot.interactions.error_boundary import Reply, is_his_own
from bot.interactions.services import Desk, Interaction, server_of
from bot.messages.league.schedule import Sheet, moved_layout, schedule_layout
from bot.messages.league.schedule_buttons import PARTS, FixturePress, SchedulePress
from bot.messages.words import Words
from bot.tables.rules.house_rules import closest
from cogs.tables import check_permissions, parent_of


class SchedulePages:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def press(self, interaction: Interaction, press: SchedulePress | FixturePress) -> Reply:
        match press:
            case SchedulePress():
                stored = await self._desk.records.league_numbered(server_of(interaction), press.league)
                return await self.page(interaction, stored, press)
            case FixturePress():
                return await self._open(interaction, press)
            case _:
                assert_never(press)

    async def page(self, interaction: Interaction, stored: StoredLeague, press: SchedulePress) -> Reply:
        """For who asks, and in his language. Raises RecordRefused: there is no schedule, or none in which that person plays."""
        schedule, say = await self.newest(stored), self._desk.say(interaction)
        reader = (await self._desk.person(interaction)).number
        if press.part not in (*PARTS, str(reader)) and int(press.part) not in schedule.people:
            raise RecordRefused(NeverSeen())  # not here: another server's people are nobody's business
        sheet = await self._sheet(stored, schedule, say, reader)
        return Reply(view=schedule_layout(sheet, press, say), redraw=is_his_own(interaction))

    async def posted(self, stored: StoredLeague, schedule: StoredSchedule) -> Reply:
        """For everybody, in the server's language; where it stands, it is kept up to date."""
        say = self._desk.languages.for_locale(self._desk.delivery.server_locale(stored.league.server))
        sheet = await self._sheet(stored, schedule, say, None)
        kept = partial(self._kept, stored, schedule, sheet.now)
        return Reply(view=schedule_layout(sheet, SchedulePress(stored.number), say), public=True, kept=kept)

    async def _kept(self, stored: StoredLeague, schedule: StoredSchedule, at: int, channel: int, message: int) -> None:
        """It stands there from now on; where it stood before leads to it."""
        before = await self._desk.tournaments.posted(schedule, at, channel, message)
        if before is None:
            return
        server = stored.league.server
        say = self._desk.languages.for_locale(self._desk.delivery.server_locale(server))
        with suppress(Undelivered):
            await self._desk.delivery.edit(*before, moved_layout(stored.name, server, channel, message, say))

    async def newest(self, stored: StoredLeague) -> StoredSchedule:
        """Raises RecordRefused."""
        found = await self._desk.tournaments.of_league(stored)
        if found is None:
            raise RecordRefused(NoSchedule(stored.name))
        return found

    async def _sheet(self, stored: StoredLeague, schedule: StoredSchedule, say: Words, reader: int | None) -> Sheet:
        names = await self._desk.names_of(sorted({*schedule.people, *(() if reader is None else (reader,))}), say)
        over = stored.archived is not None or schedule.replaced
        return Sheet(stored.number, stored.name, schedule, names, self._desk.now(), over, reader)

    async def _open(self, interaction: Interaction, press: FixturePress) -> Reply:
        """Its table, opened by who pressed for the people of the fixture; what he pressed under then says so.

        Raises RecordRefused and Refused(BotLacks).
        """
        server, person = server_of(interaction), await self._desk.person(interaction)
        schedule, _ = await self._desk.tournaments.schedule_of(press.fixture)
        try:
            stored = await self._desk.records.league_numbered(server, schedule.league)
        except RecordRefused:
            raise RecordRefused(NoSuchFixture(press.fixture)) from None  # it is another server's
        channel = _place(interaction, stored)
        variant, reserved = await self._desk.tournaments.to_open(stored, press.fixture, person.number)
        preset = closest(variant, self._desk.games.presets)
        await self._desk.tables.open(
            server,
            channel,
            person.number,
            variant,
            thread=False,
            at=round(interaction.created_at.timestamp() * 1000),
            preset=None if preset == variant else preset,
            reserved=reserved,
            parent=parent_of(interaction) if channel == interaction.channel_id else None,
        )
        if press.part:
            return await self.page(interaction, stored, SchedulePress(stored.number, press.part, press.page))
        return replace(await self.posted(stored, await self.newest(stored)), redraw=True)


def _place(interaction: Interaction, stored: StoredLeague) -> int:
    """The league's channel, or this one. Raises what keeps a table from being shown there."""
    channel, guild = stored.league.channel, interaction.guild
    if channel is None or channel == interaction.channel_id:
        check_permissions(interaction, thread=False)
        return interaction.channel_id or 0
    found = None if guild is None else guild.get_channel(channel)
    if guild is None or found is None or not _may_post(found.permissions_for(guild.me)):
        raise RecordRefused(NoPlaceToPlay(channel))
    return channel


def _may_post(permissions: Permissions) -> bool:
    return permissions.view_channel and permissions.send_messages
