"""Schedules: posted for everyone, or shown to one person; the tables that they open, more time for them, and reminders."""

from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from zoneinfo import ZoneInfo

from discord import Member, User

from bot.competition.refusals import DayNotUnderstood, OptionsContradict, PersonUnknown, WhichLeague
from bot.competition.season_end import UNDO_TIME
from bot.interactions.call import Call, Reply, Services, server_of
from bot.interactions.league.find_named import channel_to_play
from bot.interactions.permissions import check_permissions, is_organiser, only_organisers
from bot.interactions.routes import forms, presses
from bot.interactions.table.lobby_actions import Chosen, open_table
from bot.league.days import read_day, start_of_day
from bot.league.fixtures import StoredSchedule
from bot.league.seasons import StoredLeague
from bot.messages.league.confirmations import undo_layout
from bot.messages.league.pages import UndoPress
from bot.messages.league.schedule import (
    ALL,
    DAYS,
    PARTS,
    ROUND,
    WHY,
    FixturePress,
    MoreTimePress,
    SchedulePress,
    more_time_form,
    schedule_layout,
)
from bot.messages.league.schedule_lines import schedule_context
from bot.messages.text import clean_line, safe_text
from bot.messages.words import Words
from bot.tables.ports import Reminders
from bot.wording.sentence import Code, Refusal, Refused, Typed


class TimeSkipped(Refusal):
    """The time doesn't exist in this time zone: the clocks are changed over it."""

    time: Code
    zone: Code
    sentence = "In {zone}, the clocks skip {time}. Choose another time."


def read_moment(text: str, zone: str) -> int:
    day = read_day(text)
    if day is not None:
        return start_of_day(day + 1, zone) - 60_000
    try:
        local = datetime.strptime(text, "%Y-%m-%d %H:%M").replace(tzinfo=ZoneInfo(zone))
        moment = local.astimezone(UTC)
    except (ValueError, OverflowError, OSError):
        raise Refused(DayNotUnderstood(text)) from None
    if moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None) != local.replace(tzinfo=None):
        raise Refused(TimeSkipped(local.strftime("%Y-%m-%d %H:%M"), zone))
    return round(moment.timestamp() * 1000)


class NoSchedule(Refusal):
    """The league, or if it is empty the server, has no schedule."""

    league: Typed
    sentence = "{league} has no schedule. `/tournament` sets one up, with a week for each round."
    if_empty = "league", "There's no schedule here. `/tournament` sets one up, with a week for each round."


async def run(services: Services, call: Call, league: str | None, person: Member | User | None, *, live: bool) -> Reply:
    """Show the schedule of a league, or one person's matches in it; `live` posts it for everyone. Raise Refused."""
    if live and person is not None:
        raise Refused(OptionsContradict("person", "live"))
    return await (_post(services, call, league) if live else _show(services, call, league, person))


async def _find_league(services: Services, call: Call, name: str | None) -> StoredLeague:
    """Return the league of this name. Without a name, return this channel's with a schedule, else the only one with a schedule.

    Raise Refused.
    """
    server = server_of(call)
    if name is not None:
        return await services.leagues.find(server, name)
    leagues = await services.leagues.all(server)
    found = [stored for stored in leagues if await services.schedules.newest_schedule(stored) is not None]
    if not found:
        raise Refused(NoSchedule(""))
    found = [stored for stored in found if stored.league.channel in {call.channel, call.parent} - {None}] or found
    if len(found) != 1:
        raise Refused(WhichLeague(tuple(stored.name for stored in found)))
    return found[0]


async def remind(services: Services, call: Call, league: str | None, *, wanted: bool | None) -> Reply:
    """Switch a person's reminders on or off; if `wanted` is None, only say whether they are on."""
    stored = await _find_league(services, call, league)
    schedule = await newest(services, stored)
    person, say = await services.person(call), services.say(call)
    if wanted is not None:
        await services.schedules.set_reminders(stored, person.number, wanted=wanted)
    if person.reminders != Reminders.CHOSEN:
        return Reply(text=_reminders_elsewhere(person.reminders, say))
    if await services.schedules.wants_reminders(stored, person.number):
        return Reply(text=_reminder_promise(schedule, safe_text(stored.name), say))
    return Reply(text=say("Reminders for {league}: off", league=safe_text(stored.name)))


def _reminder_promise(schedule: StoredSchedule, league: str, say: Words) -> str:
    if all(one.due is None for one in schedule.fixtures):
        return say("There's nothing to remind you of: the rounds of {league} have no dates.", league=league)
    return say("You'll get a DM one day before your matches in {league}.", league=league)


@only_organisers
async def _post(services: Services, call: Call, league: str | None) -> Reply:
    stored = await _find_league(services, call, league)
    check_permissions(call, thread=False)
    return await public(services, stored, await newest(services, stored))


async def _show(services: Services, call: Call, league: str | None, user: Member | User | None) -> Reply:
    stored = await _find_league(services, call, league)
    part = ALL if user is None else str(_person_number(services, user))
    return await page(services, call, stored, SchedulePress(stored.number, part))


def _person_number(services: Services, user: Member | User) -> int:
    """Return a person's number, also if they left the server; the page checks that they are scheduled."""
    person = services.people.find(user.id)
    if person is None:
        raise Refused(PersonUnknown())
    return person.number


def _reminders_elsewhere(reminders: Reminders, say: Words) -> str:
    """Return what the person's settings say about reminders, whatever they have chosen for a league."""
    settings = "`/settings`"
    if reminders == Reminders.ALL:
        return say("You get reminders for all your scheduled matches. Change that in {settings}.", settings=settings)
    return say("You've switched off all reminders. Change that in {settings}.", settings=settings)


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
    results, now = await services.schedules.results(schedule), services.now()
    context = schedule_context(stored, schedule, results, services.people, say, now, reader)
    organises = await is_organiser(services, call, stored.league.server)
    view = schedule_layout(context, press, say, is_organiser=organises)
    return Reply(view=view, replaces_pressed=call.is_whispered)


async def public(services: Services, stored: StoredLeague, schedule: StoredSchedule) -> Reply:
    """Return the schedule for everyone; once it is posted, its message is kept up to date."""
    posts = services.league_posts
    view, at = await posts.schedule_layout(stored, schedule)
    return Reply(view=view, is_public=True, on_posted=partial(posts.record_schedule, stored, schedule, at))


async def newest(services: Services, stored: StoredLeague) -> StoredSchedule:
    """Return the league's newest schedule. Raise Refused if it has none."""
    found = await services.schedules.newest_schedule(stored)
    if found is None:
        raise Refused(NoSchedule(stored.name))
    return found


@presses.on(MoreTimePress)
@only_organisers
async def open_time_form(services: Services, call: Call, press: MoreTimePress) -> Reply:
    """Open the form with which an organiser gives rounds more time."""
    stored, say = await services.leagues.get(server_of(call), press.league), services.say(call)
    form = more_time_form(await newest(services, stored), press, say)
    return Reply(form=form, text=say("The form couldn't be opened in time. Press the button again."))


@forms.on(MoreTimePress)
@only_organisers
async def add_time(services: Services, call: Call, press: MoreTimePress) -> Reply:
    """Let rounds end later; the posted schedule follows. Raise Refused."""
    stored, by = await services.leagues.get(server_of(call), press.league), (await services.person(call)).number
    nth, days, why = (clean_line(call.answer(one)) for one in (ROUND, DAYS, WHY))
    at, say = await services.schedules.add_time(stored, press.schedule, nth, days, why, by=by), services.say(call)
    facts = {"round": nth, "league": safe_text(stored.name)}
    text = say.many(
        "{league}: one more day from round {round} on.",
        "{league}: {count} more days from round {round} on.",
        int(days),
        **facts,
    )
    undoing = UndoPress("schedule", stored.number, press.schedule, at)
    return Reply(view=undo_layout(text, undoing, at + UNDO_TIME, say))


@presses.on(FixturePress)
async def open_fixture(services: Services, call: Call, press: FixturePress) -> Reply:
    """Open a fixture's table for its people, and render the message with the pressed button again.

    Raise Refused and Refused(BotLacksPermissions).
    """
    server, person = server_of(call), await services.person(call)
    schedule, _ = await services.schedules.find_fixture(server, press.fixture)
    stored = await services.leagues.get(server, schedule.league)
    channel = channel_to_play(services, call, stored)
    variant, reserved = await services.schedules.prepare_table(stored, press.fixture, person.number)
    await open_table(services, call, person.number, Chosen(variant, variant), channel=channel, reserved=reserved)
    if press.part:
        return await page(services, call, stored, SchedulePress(stored.number, press.part, press.page))
    return replace(await public(services, stored, await newest(services, stored)), replaces_pressed=True)
