"""Schedules: posted for everyone, paged through by one person, and the buttons that open a fixture's table."""

from dataclasses import replace
from functools import partial
from typing import assert_never

from discord import Permissions

from bot.competition.ports import StoredLeague
from bot.competition.refusals import LeagueChannelGone, LeagueRefused, NoSchedule, NoSuchFixture, PersonUnknown
from bot.competition.schedule_ports import StoredSchedule
from bot.interactions.reply import Reply, is_ephemeral
from bot.interactions.services import Interaction, Services, server_of
from bot.interactions.table.permissions import check_permissions, parent_of
from bot.messages.league.schedule import schedule_layout
from bot.messages.league.schedule_buttons import PARTS, FixturePress, SchedulePress
from bot.tables.rules.house_rules import closest_preset


class SchedulePages:
    def __init__(self, services: Services) -> None:
        self._services = services

    async def press(self, interaction: Interaction, press: SchedulePress | FixturePress) -> Reply:
        match press:
            case SchedulePress():
                stored = await self._services.leagues.get(server_of(interaction), press.league)
                return await self.page(interaction, stored, press)
            case FixturePress():
                return await self._open(interaction, press)
            case _:
                assert_never(press)

    async def page(self, interaction: Interaction, stored: StoredLeague, press: SchedulePress) -> Reply:
        """Return a page in the person's language. Raise LeagueRefused: no schedule, or none in which that person plays."""
        schedule, say = await self.newest(stored), self._services.say(interaction)
        reader = (await self._services.person(interaction)).number
        if press.part not in (*PARTS, str(reader)) and int(press.part) not in schedule.people:
            raise LeagueRefused(PersonUnknown())  # not here: people of another server are nobody's business
        context = await self._services.public_pages.schedule_context(stored, schedule, say, reader)
        return Reply(view=schedule_layout(context, press, say), redraw=is_ephemeral(interaction))

    async def public(self, stored: StoredLeague, schedule: StoredSchedule) -> Reply:
        """Return the schedule for everyone; its message is kept up to date."""
        pages = self._services.public_pages
        view, at = await pages.schedule_layout(stored, schedule)
        return Reply(view=view, public=True, on_posted=partial(pages.record_schedule_post, stored, schedule, at))

    async def newest(self, stored: StoredLeague) -> StoredSchedule:
        """Return the league's newest schedule. Raise LeagueRefused if it has none."""
        found = await self._services.tournaments.newest_schedule(stored)
        if found is None:
            raise LeagueRefused(NoSchedule(stored.name))
        return found

    async def _open(self, interaction: Interaction, press: FixturePress) -> Reply:
        """Open a fixture's table for its people; the message with the pressed button then says so.

        Raise LeagueRefused and Refused(BotLacksPermissions).
        """
        server, person = server_of(interaction), await self._services.person(interaction)
        schedule, _ = await self._services.tournaments.find_fixture(press.fixture)
        try:
            stored = await self._services.leagues.get(server, schedule.league)
        except LeagueRefused:
            raise LeagueRefused(NoSuchFixture(press.fixture)) from None  # it belongs to another server
        channel = _channel(interaction, stored)
        variant, reserved = await self._services.tournaments.prepare_table(stored, press.fixture, person.number)
        preset = closest_preset(variant, self._services.variants.presets)
        await self._services.tables.open(
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
        return replace(await self.public(stored, await self.newest(stored)), redraw=True)


def _channel(interaction: Interaction, stored: StoredLeague) -> int:
    """Return the league's channel, else this one. Raise what keeps a table from being shown there."""
    channel, guild = stored.league.channel, interaction.guild
    if channel is None or channel == interaction.channel_id:
        check_permissions(interaction, thread=False)
        return interaction.channel_id or 0
    found = None if guild is None else guild.get_channel(channel)
    if guild is None or found is None or not _may_post(found.permissions_for(guild.me)):
        raise LeagueRefused(LeagueChannelGone(channel))
    return channel


def _may_post(permissions: Permissions) -> bool:
    return permissions.view_channel and permissions.send_messages
