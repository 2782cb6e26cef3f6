"""Schedules: posted for everyone, or shown to one person page by page; and the buttons that open a fixture's table."""

from dataclasses import replace
from functools import partial
from typing import assert_never

from bot.competition.ports import StoredLeague
from bot.competition.refusals import NoSuchFixture, PersonUnknown
from bot.competition.schedule_ports import StoredSchedule
from bot.interactions.call import Call, server_of
from bot.interactions.league.league_channel import channel_to_play
from bot.interactions.reply import Reply
from bot.interactions.services import Services
from bot.interactions.table.open_table import open_table
from bot.messages.league.schedule.schedule_buttons import PARTS, FixturePress, SchedulePress
from bot.messages.league.schedule.schedule_lines import schedule_context
from bot.messages.league.schedule.schedule_message import schedule_layout
from bot.wording.sentence import Refusal, Refused, Typed


class NoSchedule(Refusal):
    """The league has no schedule."""

    league: Typed
    sentence = "{league} has no schedule yet. An organiser can make one with `/league schedule people:`."


class SchedulePages:
    def __init__(self, services: Services) -> None:
        self._services = services

    async def press(self, call: Call, press: SchedulePress | FixturePress) -> Reply:
        """Turn to the page that a button names, or open the table of its fixture."""
        match press:
            case SchedulePress():
                stored = await self._services.leagues.get(server_of(call), press.league)
                return await self.page(call, stored, press)
            case FixturePress():
                return await self._open(call, press)
            case _:
                assert_never(press)

    async def page(self, call: Call, stored: StoredLeague, press: SchedulePress) -> Reply:
        """Return a page in the person's language. Raise Refused if there is no schedule, or the person isn't in it."""
        schedule, say = await self.newest(stored), self._services.say(call)
        reader = (await self._services.person(call)).number
        if press.part not in (*PARTS, str(reader)) and int(press.part) not in schedule.people:
            raise Refused(PersonUnknown())  # a schedule must not reveal people of other servers
        results, now = await self._services.tournaments.results(schedule), self._services.now()
        context = schedule_context(stored, schedule, results, self._services.people, say, now, reader)
        return Reply(view=schedule_layout(context, press, say), replaces_pressed=call.is_whispered)

    async def public(self, stored: StoredLeague, schedule: StoredSchedule) -> Reply:
        """Return the schedule for everyone; once it is posted, its message is kept up to date."""
        posts = self._services.live_schedules
        view, at = await posts.layout(stored, schedule)
        return Reply(view=view, is_public=True, on_posted=partial(posts.record_post, stored, schedule, at))

    async def newest(self, stored: StoredLeague) -> StoredSchedule:
        """Return the league's newest schedule. Raise Refused if it has none."""
        found = await self._services.tournaments.newest_schedule(stored)
        if found is None:
            raise Refused(NoSchedule(stored.name))
        return found

    async def _open(self, call: Call, press: FixturePress) -> Reply:
        """Open a fixture's table for its people, and render the message with the pressed button again.

        Raise Refused, also with BotLacksPermissions.
        """
        server, person = server_of(call), await self._services.person(call)
        schedule, _ = await self._services.tournaments.find_fixture(press.fixture)
        try:
            stored = await self._services.leagues.get(server, schedule.league)
        except Refused:
            raise Refused(NoSuchFixture(press.fixture)) from None  # it belongs to another server
        channel = channel_to_play(call, stored)
        variant, reserved = await self._services.tournaments.prepare_table(stored, press.fixture, person.number)
        await open_table(self._services, call, person.number, variant, base=variant, channel=channel, reserved=reserved)
        if press.part:
            return await self.page(call, stored, SchedulePress(stored.number, press.part, press.page))
        return replace(await self.public(stored, await self.newest(stored)), replaces_pressed=True)
