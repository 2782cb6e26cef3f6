"""What `/league schedule` and `/league remind` do: make, post or show a schedule, and remind people of their tables."""

from discord import Member, User

from bot.competition.corrections import optional_reason
from bot.competition.ports import StoredLeague
from bot.competition.question_ports import ReplaceSchedule
from bot.competition.refusals import PersonUnknown
from bot.competition.tournaments import unplayed_fixtures
from bot.interactions.call import Call
from bot.interactions.league import questions, schedule_pages
from bot.interactions.league.find_league import find_scheduled_league
from bot.interactions.league.mentions import find_mentioned_people
from bot.interactions.league.organisers import server_of_organiser
from bot.interactions.league.schedule_options import ScheduleOptions, choose_variant, read_dates
from bot.interactions.permissions import check_permissions
from bot.interactions.reply import Reply
from bot.interactions.services import Services
from bot.messages.league.schedule.schedule_buttons import ALL, SchedulePress
from bot.messages.text import clean_line, safe_text
from bot.messages.words import Words
from bot.tables.ports import Reminders
from bot.wording.sentence import Refusal, Refused


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
        await services.tournaments.set_reminders(stored, person.number, wanted=wanted)
    if person.reminders != Reminders.CHOSEN:
        return Reply(text=_reminders_elsewhere(person.reminders, say))
    if await services.tournaments.wants_reminders(stored, person.number):
        return Reply(text=await _reminder_promise(services, stored, say))
    return Reply(text=say("You won't get reminders of your matches in {league}.", league=safe_text(stored.name)))


async def _reminder_promise(services: Services, stored: StoredLeague, say: Words) -> str:
    schedule, league = await services.tournaments.newest_schedule(stored), safe_text(stored.name)
    if schedule is None or all(one.due is None for one in schedule.fixtures):
        return say("You'll get a DM one day before your matches in {league} once its rounds have dates.", league=league)
    return say("You'll get a DM one day before your matches in {league}.", league=league)


async def _make(services: Services, call: Call, options: ScheduleOptions) -> Reply:
    await server_of_organiser(services, call)
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
    current = await services.tournaments.newest_schedule(stored)
    if options.replace and current is not None and unplayed_fixtures(current):
        await services.tournaments.plan_schedule(stored, variant, people, size=size, number_of_rounds=rounds, dates=dates)
        what = ReplaceSchedule(current.number, variant, tuple(people), size, rounds, tuple(dates), optional_reason(why))
        return await questions.ask_to_replace(services, call, stored, current, what)
    schedule = await services.tournaments.create_schedule(
        stored, author, variant, people, size=size, number_of_rounds=rounds, dates=dates, replace=options.replace, why=why
    )
    return await schedule_pages.public(services, stored, schedule)


async def _post(services: Services, call: Call, league: str | None) -> Reply:
    await server_of_organiser(services, call)
    stored = await find_scheduled_league(services, call, league)
    check_permissions(call, thread=False)
    return await schedule_pages.public(services, stored, await schedule_pages.newest(services, stored))


async def _show(services: Services, call: Call, league: str | None, user: Member | User | None) -> Reply:
    stored = await find_scheduled_league(services, call, league)
    part = ALL if user is None else str(_person_number(services, user))
    return await schedule_pages.page(services, call, stored, SchedulePress(stored.number, part))


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
        return say("You're reminded of every scheduled table of yours. Change that in {settings}.", settings=settings)
    return say("You've switched off all reminders. Change that in {settings}.", settings=settings)
