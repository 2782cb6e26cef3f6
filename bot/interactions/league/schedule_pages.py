"""Schedules: posted for everyone, or shown to one person page by page; and the buttons that open a fixture's table."""

from dataclasses import replace
from functools import partial

from bot.competition.ports import StoredLeague
from bot.competition.refusals import NoSuchFixture, PersonUnknown
from bot.competition.schedule_ports import StoredSchedule
from bot.interactions.call import Call, server_of
from bot.interactions.league.league_channel import channel_to_play
from bot.interactions.reply import Reply
from bot.interactions.routes import presses
from bot.interactions.services import Services
from bot.interactions.table.lobby_actions import open_table
from bot.messages.league.schedule.schedule_buttons import PARTS, FixturePress, SchedulePress
from bot.messages.league.schedule.schedule_lines import schedule_context
from bot.messages.league.schedule.schedule_message import schedule_layout
from bot.wording.sentence import Refusal, Refused, Typed


class NoSchedule(Refusal):
    """The league has no schedule."""

    league: Typed
    sentence = "{league} has no schedule yet. An organiser can make one with `/league schedule people:`."


@presses.on(SchedulePress)
async def turn_page(services: Services, call: Call, press: SchedulePress) -> Reply:
    """Turn to the page that a button names."""
    return await page(services, call, await services.leagues.get(server_of(call), press.league), press)


async def page(services: Services, call: Call, stored: StoredLeague, press: SchedulePress) -> Reply:
    """Return a page in the person's language. Raise Refused if there is no schedule, or the person isn't in it."""
    schedule, say = await newest(services, stored), services.say(call)
    reader = (await services.person(call)).number
    if press.part not in (*PARTS, str(reader)) and int(press.part) not in schedule.people:
        raise Refused(PersonUnknown())  # a schedule must not reveal people of other servers
    results, now = await services.tournaments.results(schedule), services.now()
    context = schedule_context(stored, schedule, results, services.people, say, now, reader)
    return Reply(view=schedule_layout(context, press, say), replaces_pressed=call.is_whispered)


async def public(services: Services, stored: StoredLeague, schedule: StoredSchedule) -> Reply:
    """Return the schedule for everyone; once it is posted, its message is kept up to date."""
    posts = services.live_schedules
    view, at = await posts.layout(stored, schedule)
    return Reply(view=view, is_public=True, on_posted=partial(posts.record_post, stored, schedule, at))


async def newest(services: Services, stored: StoredLeague) -> StoredSchedule:
    """Return the league's newest schedule. Raise Refused if it has none."""
    found = await services.tournaments.newest_schedule(stored)
    if found is None:
        raise Refused(NoSchedule(stored.name))
    return found


@presses.on(FixturePress)
async def open_fixture(services: Services, call: Call, press: FixturePress) -> Reply:
    """Open a fixture's table for its people, and render the message with the pressed button again.

    Raise Refused and Refused(BotLacksPermissions).
    """
    server, person = server_of(call), await services.person(call)
    schedule, _ = await services.tournaments.find_fixture(press.fixture)
    try:
        stored = await services.leagues.get(server, schedule.league)
    except Refused:
        raise Refused(NoSuchFixture(press.fixture)) from None  # it belongs to another server
    channel = channel_to_play(services, call, stored)
    variant, reserved = await services.tournaments.prepare_table(stored, press.fixture, person.number)
    await open_table(services, call, person.number, variant, base=variant, channel=channel, reserved=reserved)
    if press.part:
        return await page(services, call, stored, SchedulePress(stored.number, press.part, press.page))
    return replace(await public(services, stored, await newest(services, stored)), replaces_pressed=True)
