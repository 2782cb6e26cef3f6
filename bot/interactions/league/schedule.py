"""Schedules: their options, made, posted for everyone, or shown to one person; the tables that they open, and reminders."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from zoneinfo import ZoneInfo

from discord import Member, User

from bot.competition.corrections import optional_reason
from bot.competition.refusals import DayNotUnderstood, OptionsContradict, PersonUnknown, PlayerDeleted
from bot.competition.schedules import unplayed_fixtures
from bot.competition.season_end import UNDO_TIME
from bot.interactions.call import Call, Reply, Services, server_of
from bot.interactions.league.find_named import channel_to_play, find_mentioned_people, find_scheduled_league
from bot.interactions.permissions import check_permissions, is_organiser, only_organisers
from bot.interactions.routes import forms, presses
from bot.interactions.table.lobby_actions import Chosen, open_table
from bot.league.days import read_day, start_of_day
from bot.league.fixtures import StoredSchedule
from bot.league.seasons import StoredLeague
from bot.messages.league.confirmations import replace_confirmation, undo_layout
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
from bot.rummy.variant import Variant, differing_questions
from bot.tables.ports import Reminders
from bot.tables.rules.house_rules import closest_preset, replace_match_end
from bot.tables.rules.saved_variants import DEFAULT_VARIANT
from bot.wording.sentence import Code, Refusal, Refused, Typed


class TimeSkipped(Refusal):
    """The time doesn't exist in this time zone: the clocks are changed over it."""

    time: Code
    zone: Code
    sentence = "In {zone}, the clocks skip {time}. Choose another time."


class VariantDoesNotCount(Refusal):
    """Matches of this variant (its title) do not count in the league."""

    game: Typed
    league: Typed
    sentence = "{game} doesn't count for {league}. `/league list` shows what does."


@dataclass(frozen=True, slots=True)
class ScheduleOptions:
    """The options as they were typed; `person` is a Discord user."""

    league: str | None
    people: str | None
    tables: int | None
    rounds: int | None
    variant: str | None
    target: int | None
    deals: int | None
    dates: str | None
    replace: bool
    person: Member | User | None
    live: bool
    why: str | None = None

    @property
    def are_for_new_schedule(self) -> bool:
        given = (self.people, self.tables, self.rounds, self.variant, self.target, self.deals, self.dates, self.why)
        return self.replace or any(one is not None for one in given)

    def check_together(self) -> None:
        """Raise Refused(OptionsContradict) for more than one of the options that say what to do."""
        given = {"people": self.people is not None, "person": self.person is not None, "live": self.live}
        named = [name for name, is_given in given.items() if is_given]
        if len(named) > 1:
            raise Refused(OptionsContradict(*named[:2]))


@dataclass(frozen=True, slots=True)
class _PlannedMatch:
    """What decides whether a match that is not yet played would fit a league."""

    server: int
    home: int
    variant: Variant
    house_rules: tuple[str, ...]
    has_clock: bool = True  # unless the host chooses none


async def choose_variant(services: Services, call: Call, stored: StoredLeague, options: ScheduleOptions) -> Variant:
    """Return the variant to be played: the named one, else the league's first, with the target and number of deals.

    Raise Refused(NoSuchVariant), or Refused(VariantDoesNotCount) for a variant that doesn't count in the league. A
    schedule sets its own length.
    """
    named = next(iter(stored.league.games), services.variants.presets[DEFAULT_VARIANT])
    if options.variant is not None:
        named = await services.variants.find(call.server, options.variant)
    house_rules = differing_questions(named, closest_preset(named, services.variants.presets))
    if not stored.league.fits(_PlannedMatch(stored.league.server, stored.league.channel or 0, named, house_rules)):
        raise Refused(VariantDoesNotCount(named.title, stored.name))
    return replace_match_end(named, options.target, options.deals)


def read_dates(text: str | None, zone: str) -> list[int]:
    """Return the end of each round in epoch ms; for a day without a time, its last minute. Raise Refused."""
    return [read_moment(part.strip(), zone) for part in (text or "").split(",") if part.strip()]


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


class RoundsFixed(Refusal):
    """The people determine the rounds of a round robin; only larger tables have a chosen number of rounds."""

    sentence = "At tables of two, everyone meets everyone once. Leave out `rounds:`, or add `tables:3` or `tables:4`."


async def run(services: Services, call: Call, options: ScheduleOptions) -> Reply:
    """Make, post or show a schedule, as the options say."""
    options.check_together()
    if options.are_for_new_schedule:
        return await _make(services, call, options)
    if options.live:
        return await _post(services, call, options.league)
    return await _show(services, call, options.league, options.person)


async def remind(services: Services, call: Call, league: str | None, *, wanted: bool | None) -> Reply:
    """Switch a person's reminders on or off; if `wanted` is None, only say whether they are on."""
    stored = await find_scheduled_league(services, call, league)
    person, say = await services.person(call), services.say(call)
    if wanted is not None:
        await services.schedules.set_reminders(stored, person.number, wanted=wanted)
    if person.reminders != Reminders.CHOSEN:
        return Reply(text=_reminders_elsewhere(person.reminders, say))
    if await services.schedules.wants_reminders(stored, person.number):
        return Reply(text=await _reminder_promise(services, stored, say))
    return Reply(text=say("Reminders for {league}: off", league=safe_text(stored.name)))


async def _reminder_promise(services: Services, stored: StoredLeague, say: Words) -> str:
    schedule, league = await services.schedules.newest_schedule(stored), safe_text(stored.name)
    if schedule is None or all(one.due is None for one in schedule.fixtures):
        return say("You'll get reminders for {league} once its rounds have dates.", league=league)
    return say("You'll get a DM one day before your matches in {league}.", league=league)


@only_organisers
async def _make(services: Services, call: Call, options: ScheduleOptions) -> Reply:
    stored = await find_scheduled_league(services, call, options.league, needs_schedule=False)
    variant = await choose_variant(services, call, stored, options)
    why = clean_line(options.why or "")
    dates = read_dates(options.dates, stored.league.zone)
    author = (await services.person(call)).number
    people = await find_mentioned_people(services, call, options.people or "")
    size = options.tables or 2
    if size == 2 and options.rounds is not None:
        raise Refused(RoundsFixed())
    rounds = 1 if options.rounds is None else options.rounds
    current = await services.schedules.newest_schedule(stored)
    if options.replace and current is not None and unplayed_fixtures(current):
        await services.schedules.plan_schedule(stored, variant, people, size=size, number_of_rounds=rounds, dates=dates)
        reason = optional_reason(why)

        async def replace_current(call: Call, stored: StoredLeague) -> Reply:
            if any(services.people[person].discord_id is None for person in people):
                raise Refused(PlayerDeleted())
            made = await services.schedules.create_schedule(
                stored,
                (await services.person(call)).number,
                variant,
                people,
                size=size,
                number_of_rounds=rounds,
                dates=dates,
                replace=True,
                current=current.number,
                why=reason,
            )
            say = services.say(call)
            text = say("The schedule of {league} has been replaced.", league=safe_text(stored.name))
            view = undo_layout(text, UndoPress("schedule", stored.number, made.number), made.at + UNDO_TIME, say)
            return Reply(view=view, replaces_pressed=True, then=await public(services, stored, made))

        number, fixtures = services.confirmations.ask(stored.number, replace_current), len(current.fixtures)
        played, say = fixtures - len(unplayed_fixtures(current)), services.say(call)
        return Reply(view=replace_confirmation(number, stored.name, played, fixtures, len(people), say, reason))
    schedule = await services.schedules.create_schedule(
        stored, author, variant, people, size=size, number_of_rounds=rounds, dates=dates, replace=options.replace, why=why
    )
    return await public(services, stored, schedule)


@only_organisers
async def _post(services: Services, call: Call, league: str | None) -> Reply:
    stored = await find_scheduled_league(services, call, league)
    check_permissions(call, thread=False)
    return await public(services, stored, await newest(services, stored))


async def _show(services: Services, call: Call, league: str | None, user: Member | User | None) -> Reply:
    stored = await find_scheduled_league(services, call, league)
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
