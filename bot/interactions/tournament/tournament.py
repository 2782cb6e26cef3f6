"""Tournaments: set up, joined, played and managed by presses of their messages."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from discord import TextChannel
from msgspec import structs

from bot.competition.tournament.refusals import FormRefused, NoCheckIn
from bot.interactions.call import Call, Reply, TournamentServices, server_of
from bot.interactions.league.find_named import NotMembers
from bot.interactions.league.leagues import suggested_zone
from bot.interactions.permissions import check_place, only_organisers
from bot.interactions.routes import forms, presses
from bot.interactions.table.lobby_actions import Chosen, open_table
from bot.interactions.table.variants import find_variant, usual_variant
from bot.interactions.tournament.decisions import (
    DECISIONS,
    Change,
    Decision,
    FormDecision,
    decision_form,
    is_offered,
    offered_buttons,
)
from bot.league.days import fixed_clock, is_zone, read_day, zone_named
from bot.league.league import NoSuchZone, NoSummerTime, name_key
from bot.league.tournament.events import TournamentKind, TournamentPlan
from bot.league.tournament.tournament import Tournament
from bot.messages.components import ButtonId
from bot.messages.names import names_of
from bot.messages.sentences import people_in
from bot.messages.table.confirmations import WHY
from bot.messages.table.refusals import refusal_sentence
from bot.messages.text import clean_line
from bot.messages.tournament.card import RoundsPress, at_table_text, left_text, manage_layout, own_match_text
from bot.messages.tournament.forms import (
    AFTER,
    CLOCK,
    CLOCKS,
    GAME,
    KIND,
    LONGEST_NAME,
    NAME,
    START,
    EditAgainPress,
    TournamentAnswers,
    TournamentForm,
    TournamentReasonForm,
    chosen_plan,
    kind_value,
    press_again,
    refused_form_layout,
    tournament_form,
)
from bot.messages.tournament.plan import TournamentPress
from bot.messages.tournament.rounds import rounds_layout
from bot.rummy.variant import Length, Variant
from bot.storage.tournament.tournaments import TableMoved
from bot.tables.events import Clock, Pace
from bot.tables.lobby_requests import Join
from bot.tables.refusals import AlreadySeated, BotLacksPermissions, RulesContradict
from bot.tables.rules.house_rules import closest_preset
from bot.tables.rules.match_length import offered_lengths, own_end
from bot.tables.table import Table
from bot.wording.sentence import Channel, Code, Refusal, Refused, Typed


class TournamentUnnamed(FormRefused):
    sentence = "A tournament needs a name that can be seen."


class StartNotUnderstood(FormRefused):
    typed: Typed
    time: Code = "20:30"
    date: Code = "2026-03-31 20:30 Europe/Rome"
    sentence = "“{typed}” isn't a time. Write it like {time} or {date}."


class StartWithoutTime(FormRefused):
    start: Code
    sentence = "The start needs a time, too. Write it like {start}."


class NoPrivateThreads(FormRefused):
    channel: Channel
    sentence = "Duplicate tables need private threads, and {channel} can't have any. Choose another kind, or a text channel."


class TimeSkipped(FormRefused):
    time: Code
    zone: Code
    sentence = "In {zone}, the clocks skip {time}. Choose another time."


_TIME = re.compile(
    r"(?:T|(?<![a-z])(?:at|ore|alle|um|à|a las) )?([0-9]{1,2})(?=[^0-9])(?: ?[:.h] ?([0-9]{2}))?"
    r" ?(?:([ap])\.? ?m\.?|h|m|uhr|heures?|horas?|in punto|o['’]clock)?$",
    re.IGNORECASE,
)
"""A time as people write it, in all languages: many read Discord in another one than their own."""


@only_organisers
async def open_form(services: TournamentServices, call: Call, name: str) -> Reply:
    """Open the form of `/tournament`. The name may be empty."""
    server = server_of(call)
    await check_place(services, call, thread=False)
    games = await services.variants.all_variants(server)
    given = TournamentAnswers(name, await usual_variant(services, call))
    return await _form(services, call, given, games, TournamentForm())


async def _form(
    services: TournamentServices, call: Call, given: TournamentAnswers, games: Mapping[str, Variant], form: TournamentForm
) -> Reply:
    say, game = services.say(call), games.get(given.game, next(iter(games.values())))
    plans = [TournamentPlan(_with_length(services, game, length), TournamentKind.SWISS, pace=pace) for length, pace in CLOCKS]
    leagues = await services.tournament_posts.leagues_of(server_of(call), call.channel, plans)
    return Reply(form=tournament_form(given, games, await _zone(services, call, form.tournament), say, form, leagues))


@forms.on(TournamentForm)
@only_organisers
async def set_up(services: TournamentServices, call: Call, form: TournamentForm) -> Reply:
    """Set up the tournament of the form, or change it; the reply to a new one is its card, for everyone.

    If an answer is refused, a button opens the form again as it was filled in.
    """
    try:
        return await _set_up(services, call, form)
    except Refused as refused:
        if not isinstance(refused.refusal, FormRefused | RulesContradict | NoSuchZone | NoSummerTime):
            raise
        answers = [call.answers.get(name, ()) for name in TournamentAnswers._fields]
        return _refused(services, call, refused.refusal, press_again(EditAgainPress(form.tournament), answers))


def _refused(services: TournamentServices, call: Call, refusal: Refusal, again: ButtonId) -> Reply:
    say = services.say(call)
    why = refusal_sentence(refusal, say, names_of(services.people_in(call), people_in(refusal), say))
    return Reply(view=refused_form_layout(why, again, say))


@presses.on(EditAgainPress)
@only_organisers
async def edit_again(services: TournamentServices, call: Call, press: EditAgainPress) -> Reply:
    """Open a form that was refused."""
    games, answers = await services.variants.all_variants(server_of(call)), press.answers.split(AFTER)
    if len(answers) != len(TournamentAnswers._fields):
        raise call.not_understood()
    return await _form(services, call, TournamentAnswers(*answers), games, TournamentForm(press.tournament))


async def _set_up(services: TournamentServices, call: Call, form: TournamentForm) -> Reply:
    server, by = server_of(call), (await services.person(call)).number
    name = clean_line(call.answer(NAME))[:LONGEST_NAME]
    if not name_key(name):
        raise Refused(TournamentUnnamed())
    typed, zone = read_zone(clean_line(call.answer(START)), await _zone(services, call, form.tournament), services.now())
    start = read_start(typed, zone, services.now())
    game = await find_variant(services, call, call.answer(GAME))
    plan, length = chosen_plan(game, call.answer(KIND), call.answer(CLOCK))
    before = await services.tournaments.get(server, form.tournament) if form.tournament else None
    if plan.kind == TournamentKind.DUPLICATE:
        _check_private_threads(services, server, call.channel if before is None else before.channel)
    is_weekly = before is not None and before.plan.weekly
    plan = structs.replace(plan, variant=_with_length(services, game, length), start=start)
    plan = structs.replace(plan, weekly=zone if is_weekly else "", zone=zone)
    if before is not None:
        return await _decide(services, call, before, Change(name, plan))
    made = await services.tournaments.create(server, call.channel, by, name, plan)
    view = await services.tournament_posts.card(made)
    posts = services.tournament_posts
    return Reply(view=view, is_public=True, on_posted=lambda channel, message: posts.record_card(made, channel, message))


def _check_private_threads(services: TournamentServices, server: int, channel: int) -> None:
    """Raise Refused if the bot can't open private threads in the channel: a form may have been sent elsewhere."""
    guild = services.api.find_server(server)
    place = None if guild is None else guild.get_channel(channel)
    if guild is None or not isinstance(place, TextChannel) or place.is_news():
        raise Refused(NoPrivateThreads(channel))
    needed, has = ("Create Private Threads", "Send Messages in Threads"), place.permissions_for(guild.me)
    if missing := tuple(one for one in needed if not getattr(has, one.lower().replace(" ", "_"))):
        raise Refused(BotLacksPermissions(missing))


def _with_length(services: TournamentServices, game: Variant, length: Length) -> Variant:
    """Return the game with this length, if it has that; what somebody saved with a length of its own keeps it."""
    preset, end = closest_preset(game, services.variants.presets), own_end(game)
    return offered_lengths(game, preset, end).get(length, game) if end == own_end(preset) else game


async def _change(services: TournamentServices, call: Call, one: Tournament) -> Reply:
    """Open the form of a tournament that hasn't begun, as it was filled in."""
    plan, zone = one.plan, one.plan.zone
    games = await services.variants.all_variants(one.server)
    played = structs.replace(plan.variant, stock="shared")
    fits = [
        (name, length)
        for name, game in games.items()
        for length in (Length.SHORT, Length.ONE, Length.FULL)
        if structs.replace(_with_length(services, game, length), stock="shared") == played
    ]
    game, length = fits[0] if fits else (await usual_variant(services, call), Length.SHORT)
    start = "" if plan.start is None else f"{datetime.fromtimestamp(plan.start / 1000, ZoneInfo(zone)):%Y-%m-%d %H:%M}"
    given = TournamentAnswers(one.name, game, kind_value(plan), f"{length}:{plan.pace}", start)
    return await _form(services, call, given, games, TournamentForm(one.number))


async def _zone(services: TournamentServices, call: Call, tournament: int = 0) -> str:
    """Return the time zone in which a start is read.

    It is that of the tournament, or that of the server's leagues, if it is one, else that of the language.
    """
    if tournament:
        return (await services.tournaments.get(server_of(call), tournament)).plan.zone
    zones = {stored.league.zone for stored in await services.leagues.all(server_of(call)) if stored.archived_at is None}
    return zones.pop() if len(zones) == 1 else suggested_zone(call.locale)


def read_zone(text: str, zone: str, now: int) -> tuple[str, str]:
    """Return the start without the time zone that is typed behind it, and that zone, or the usual one. Raise Refused."""
    words = text.split(" ")
    parts = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))] or [("", text)]
    start, last = next((part for part in parts if is_zone(zone_named(part[1]))), parts[-1])
    typed = zone_named(last)
    if not is_zone(typed):
        if "/" in last:
            raise Refused(NoSuchZone(last))
        return text, zone
    if (fixed := fixed_clock(typed, now)) is not None:
        raise Refused(NoSummerTime(typed, *fixed))
    return start, typed


def read_start(text: str, zone: str, now: int) -> int | None:
    """Return when a tournament starts (epoch ms): the next time that a clock in the zone shows this; None without a text.

    Raise Refused for a text that isn't a time, such as a date alone, and for one that clocks skip.
    """
    if not text:
        return None
    plain = _TIME.sub(_plain_time, text)
    if ":" not in plain:
        is_date = read_day(text) is not None
        raise Refused(StartWithoutTime(f"{text} 20:30") if is_date else StartNotUnderstood(text))
    here = datetime.fromtimestamp(now / 1000, ZoneInfo(zone))
    try:
        typed = datetime.strptime(plain, "%H:%M")
    except ValueError:
        return _read_moment(plain, zone, text)
    start = here.replace(hour=typed.hour, minute=typed.minute, second=0, microsecond=0)
    return _read_moment(f"{start if start > here else start + timedelta(days=1):%Y-%m-%d %H:%M}", zone, text)


def _plain_time(found: re.Match[str]) -> str:
    """Return a time as `20:30`: `20h30`, `20.30 Uhr` and `8:30 pm` are times, too."""
    hour, half = int(found[1]), (found[3] or "").lower()
    if half:
        hour = hour % 12 + 12 * (half == "p") if 0 < hour < 13 else 24
    before = " " if found[0][0] in "Tt" else ""
    return f"{before}{hour:02}:{found[2] or '00'}" if hour < 24 else found[0]


def _read_moment(plain: str, zone: str, typed: str) -> int:
    try:
        local = datetime.strptime(plain, "%Y-%m-%d %H:%M").replace(tzinfo=ZoneInfo(zone))
        moment = local.astimezone(UTC)
    except (ValueError, OverflowError, OSError):
        raise Refused(StartNotUnderstood(typed)) from None
    if moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None) != local.replace(tzinfo=None):
        raise Refused(TimeSkipped(local.strftime("%Y-%m-%d %H:%M"), zone))
    return round(moment.timestamp() * 1000)


@presses.on(TournamentPress)
async def press(services: TournamentServices, call: Call, press: TournamentPress) -> Reply:
    """Do what a button under the card or a round says."""
    server, number, person = server_of(call), press.tournament, await services.person(call)
    tournaments = services.tournaments
    before = await tournaments.get(server, number)
    match press.action:
        case "join":
            return await _shown(services, call, before, await tournaments.join(server, number, person.number))
        case "leave":
            left = await tournaments.leave(server, number, person.number)
            await services.tournament_posts.show(left)
            await services.tournament_posts.tell(before, left)
            return Reply(text=left_text(left, await services.say_here(call)))
        case "here":
            try:
                return await _shown(services, call, before, await tournaments.check_in(server, number, person.number))
            except Refused as refused:
                if not isinstance(refused.refusal, NoCheckIn):
                    raise
            return await _own_match(services, call, number, person.number)  # the round has just begun
        case "play":
            return await _play(services, call, number, person.number)
        case "mine":
            return await _own_match(services, call, number, person.number)
        case action if action == "manage" or action in DECISIONS:
            return await _manage(services, call, number, action, press.answers)
        case _:
            raise call.not_understood()


@presses.on(RoundsPress)
async def turn_rounds(services: TournamentServices, call: Call, press: RoundsPress) -> Reply:
    """Show a page of all rounds to the person who pressed **Rounds**, or turn theirs."""
    context = await services.tournament_posts.context(await services.tournaments.get(server_of(call), press.tournament))
    view = rounds_layout(context, press.page, services.say(call))
    return Reply(view=view, replaces_pressed=call.is_whispered)


async def _own_match(services: TournamentServices, call: Call, number: int, person: int) -> Reply:
    context = await services.tournament_posts.context(await services.tournaments.get(server_of(call), number))
    return Reply(text=own_match_text(context, person, await services.say_here(call)))


async def _shown(services: TournamentServices, call: Call, before: Tournament, changed: Tournament) -> Reply:
    """Let the messages of the tournament follow; the reply replaces the one that was pressed."""
    await services.tournament_posts.show(changed)
    if before.waiting:
        await services.tournament_posts.tell(before, changed)
    view = await services.tournament_posts.pressed(changed, call.pressed.id if call.pressed is not None else 0)
    say = services.say(call)
    return Reply(text=say("Done.")) if view is None else Reply(view=view, replaces_pressed=True)


async def _play(services: TournamentServices, call: Call, number: int, person: int) -> Reply:
    """Open the person's table, or let them sit down there; the match begins with the last one."""
    server, say = server_of(call), services.say(call)
    try:
        table = await _sit_down(services, call, number, person)
    except Refused as refused:
        if not isinstance(refused.refusal, TableMoved):
            raise
        table = await _sit_down(services, call, number, person)  # somebody else has opened it at the same moment
    place = table.channel if table.match is None else await services.courier.find_place(table)
    await services.tournament_posts.show(await services.tournaments.get(server, number))
    if table.match is None:
        return Reply(text=at_table_text(place, say))
    return Reply(text=say("Your match is in {channel}.", channel=f"<#{place}>"))


async def _sit_down(services: TournamentServices, call: Call, number: int, person: int) -> Table:
    """Return the person's table, at which they sit now. Raise Refused."""
    server = server_of(call)
    found, reserved, opened = await services.tournaments.prepare_table(server, number, person)
    if opened:
        try:
            return await services.tables.change(opened, person, Join())
        except Refused as refused:
            if not isinstance(refused.refusal, AlreadySeated):
                raise
            return await services.tables.get(opened)
    settings = await services.server_settings.get(server)
    thread = bool(reserved.deals) or (settings.thread and services.api.may_open_thread(server, found.channel))
    chosen = Chosen(found.plan.variant, found.plan.variant, thread, Clock(Pace(found.plan.pace)))
    return await open_table(services, call, chosen, channel=found.channel, reserved=reserved)


@only_organisers
async def _manage(services: TournamentServices, call: Call, number: int, action: str, answers: str) -> Reply:
    """Decide what the button says, or open its form with these answers; for **Manage** show what can be decided."""
    decision, one = DECISIONS.get(action), await services.tournaments.get(server_of(call), number)
    if decision is Change:
        return await _change(services, call, one)
    if decision is not None and issubclass(decision, FormDecision):
        context = await services.tournament_posts.context(one)
        if not is_offered(decision, context):  # the message is older than another organiser's decision
            return await _managed(services, call, one)
        return Reply(form=decision_form(context, decision, services.say(call), answers))
    if decision is not None:
        return await _decide(services, call, one, decision())
    services.tournament_posts.forget_shown(number)
    return await _managed(services, call, one)


@forms.on(TournamentReasonForm)
@only_organisers
async def decide(services: TournamentServices, call: Call, form: TournamentReasonForm) -> Reply:
    """Do what an organiser has decided in a form, with their reason if it needs one; a button opens a refused one again."""
    decision = DECISIONS.get(form.action)
    if decision is None or not issubclass(decision, FormDecision):
        raise call.not_understood()
    one = await services.tournaments.get(server_of(call), form.tournament)
    try:
        return await _decide(services, call, one, await decision.read(services, call, one), clean_line(call.answer(WHY)))
    except Refused as refused:
        if not isinstance(refused.refusal, FormRefused | NotMembers):
            raise
        again = press_again(TournamentPress(one.number, form.action), call.answers.values())
        return _refused(services, call, refused.refusal, again)


async def _decide(services: TournamentServices, call: Call, before: Tournament, decision: Decision, why: str = "") -> Reply:
    by, reason = (await services.person(call)).number, decision.reason(why)
    changed, happened = await services.tournaments.decide(before.server, before.number, decision.decide, by=by, why=reason)
    if decision.offer.is_about_matches:
        await services.tournament_posts.show(changed, all_rounds=True)
    await services.tournament_posts.tell(before, changed, reason)
    return await _managed(
        services, call, changed, decision.done(happened, changed, by, services.people_in(call), services.say(call))
    )


async def _managed(services: TournamentServices, call: Call, one: Tournament, done: str = "") -> Reply:
    """Show what an organiser can do now, below what they have just done."""
    await services.tournament_posts.show(one)
    say, context = services.say(call), await services.tournament_posts.context(one)
    view = manage_layout(context, offered_buttons(context, say), say, done)
    return Reply(view=view, replaces_pressed=call.is_whispered)
