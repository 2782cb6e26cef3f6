"""`/daily`: the deal of the day, one attempt for each person; its result, the squares to share, and the server's table."""

import asyncio
from dataclasses import replace

from discord.utils import snowflake_time

from bot.interactions.call import Call, ReplayServices, Reply, server_of
from bot.interactions.permissions import may_watch_day
from bot.interactions.rate_limits import Limited
from bot.interactions.routes import presses
from bot.interactions.table.replay import watch
from bot.interactions.table.show_table import show_hand
from bot.interactions.table.start import for_one_person
from bot.league.daily import Streaks, percent_better, streaks
from bot.league.days import DAY_MS
from bot.messages.daily import (
    DayResult,
    day_card_layout,
    day_shuffle_layout,
    day_table_layout,
    result_layout,
    share_details,
    share_layout,
    squares,
)
from bot.messages.games import GAME_WORDS
from bot.messages.names import names_of
from bot.messages.table.buttons import DailyPress
from bot.messages.table.hand.hand_message import hand_layout
from bot.players.choice import Level
from bot.storage.daily import StoredDays
from bot.tables.daily import (
    day_at,
    deals_of,
    end_of,
    fingerprint_of,
    game_of,
    is_revealed,
    normal_points,
    points_ahead,
    revealed_at,
    seed_of,
)
from bot.tables.events import DayDeal
from bot.tables.ports import Attempt, Person
from bot.tables.private_tables import PrivateMatch
from bot.tables.refusals import DayBegun, TableUnreadable
from bot.tables.shuffle_check import ShuffleCheck
from bot.tables.table import Phase, Table
from bot.wording.sentence import Moment, Refusal, Refused

_MEMBER_DAYS, _ACCOUNT_DAYS = 7, 30


class NotFinished(Refusal):
    sentence = "You haven't finished this deal, so there's nothing to share."


class TooOldToShare(Refusal):
    """The deal is older than yesterday's."""

    sentence = "This deal is too old to share. `/daily` shows today's."


class PlayedBefore(Refusal):
    """The person began this deal before they deleted their data. The next one comes at this time."""

    time: Moment
    sentence = "You had your attempt at this deal. The next one comes {time}."


@presses.on(DailyPress)
async def press(services: ReplayServices, call: Call, press: DailyPress) -> Reply:
    """Show or begin the deal of the day, show a table of results, post the squares of a result, say what they mean, or check
    a shuffle."""
    match press.action:
        case "share":
            return await share(services, call, press.day)
        case "best":
            return await watch_best(services, call, press.day)
        case "table":
            return await show_table(services, call)
        case "show":
            return await show(services, call, press.day)
        case "begin":
            return await show(services, call, begins=press.day)
        case "shuffle":
            return await check_shuffle(services, call, press.day)
        case "details":
            return await show_details(services, call, press.person)


async def show(services: ReplayServices, call: Call, shown: int = 0, *, begins: int = 0) -> Reply:
    """Show the deal of the day before it begins, go on with it, or show the result. One begun yesterday can be finished for an
    hour.

    Of the day `shown`, show the result if the person's attempt is over; 0 for none. If today is the day `begins`, begin it.
    """
    person, today = await services.person(call), day_at(call.at)
    earlier = await services.days.attempt(person.number, shown) if shown else None
    if earlier is not None and await _under_way(services, earlier) is None:
        return await _show_result(services, call, earlier)
    for day in (today - 1, today):
        attempt = await services.days.attempt(person.number, day)
        if attempt is not None and not is_revealed(day, call.at):
            table = await _under_way(services, attempt)
            if table is not None:
                return await show_hand(services, call, table, person)
    if attempt is not None:
        return await _show_result(services, call, attempt)
    if begins != today:
        game, in_server = game_of(today, services.variants.presets), call.server is not None
        say, ranked = services.say(call), _is_ranked(call)
        card = day_card_layout(today, game, say, is_ranked=ranked, in_server=in_server, shared=shown)
        return for_one_person(call, card)
    services.limits.count(Limited.LOBBY, call.caller.id, None)
    try:
        return await _begin(services, call, person, today)
    except Refused as refused:
        if not isinstance(refused.refusal, DayBegun):
            raise
        table = await services.tables.get(refused.refusal.number)
        if person.number not in table.seats.people:  # they have deleted their data since
            raise Refused(PlayedBefore(end_of(today))) from None
        return await show_hand(services, call, table, person)


async def _under_way(services: ReplayServices, attempt: Attempt) -> Table | None:
    """Return the table of an attempt that isn't over; None also if it is damaged."""
    table = await _readable_table(services, attempt) if attempt.points is None else None
    return None if table is None or table.phase == Phase.OVER else table


async def _readable_table(services: ReplayServices, attempt: Attempt) -> Table | None:
    """Return the table of an attempt; None if it is damaged."""
    try:
        return await services.tables.get(attempt.table)
    except Refused as refused:
        if not isinstance(refused.refusal, TableUnreadable):
            raise
        return None


async def _begin(services: ReplayServices, call: Call, person: Person, day: int) -> Reply:
    game = game_of(day, services.variants.presets)
    deal = DayDeal(day, deals_of(await services.days.secret(), day), is_ranked=_is_ranked(call))
    opponents = (Level.NORMAL,) * game.computers
    wanted = PrivateMatch(call.server or 0, call.channel, game.variant, game.preset, opponents, day=deal)
    table = await services.private_tables.start_day(person.number, wanted, at=call.at)
    context = await services.context_for(table, person, services.say(call))
    return for_one_person(call, hand_layout(context, person.number))


def _is_ranked(call: Call) -> bool:
    """Return True for a member of seven days with an account of thirty: their result is in the server's table."""
    made, joined = snowflake_time(call.caller.id).timestamp() * 1000, call.caller.joined
    is_member = joined is not None and call.at - joined >= _MEMBER_DAYS * DAY_MS
    return call.server is not None and is_member and call.at - made >= _ACCOUNT_DAYS * DAY_MS


async def _show_result(services: ReplayServices, call: Call, attempt: Attempt) -> Reply:
    say, day, secret = services.say(call), attempt.day, await services.days.secret()
    game = game_of(day, services.variants.presets)
    result = DayResult(
        game.variant.title,
        day,
        attempt.points,
        await read_streaks(services.days, attempt.person, call.at),
        None if day < day_at(call.at) else end_of(day),
        game.computers,
        is_ranked=attempt.server != 0,
    )
    if attempt.points is not None:
        worse, finished = await services.days.worse_than(day, attempt.points)
        better, table = percent_better(worse, finished - 1), await _readable_table(services, attempt)
        if table is not None:
            can_share = day >= day_at(call.at) - 1
            why = GAME_WORDS[table.variant.game].why_nobody_won
            blocked = [] if table.match is None else [*why(table.match.ended_deals[-1], table.variant, say)]
            result = replace(result, squares=squares(table.turns, 0, better), blocked=blocked, can_share=can_share)
        normal = await asyncio.to_thread(normal_points, day, secret, services.variants.presets)
        result = replace(result, normal=normal, better=better, others=finished - 1)
    elif points_ahead(await services.tables.get(attempt.table)) is not None:
        result = replace(result, late_by=revealed_at(day))
    if await may_watch_day(services, call, day):
        best = await _best(services, call, day)
        has_best = best is not None and best.person != attempt.person
        result = replace(result, watched_table=attempt.table, has_best=has_best)
    return for_one_person(call, result_layout(result, say, in_server=call.server is not None))


async def read_streaks(days: StoredDays, person: int, at: int) -> Streaks:
    """Return the person's streaks of days at this time (epoch ms)."""
    return streaks(await days.finished_days(person), day_at(at))


async def share(services: ReplayServices, call: Call, day: int) -> Reply:
    """Post the squares of the person's result of a day in the channel."""
    person, server = await services.person(call), call.server
    attempt = await services.days.attempt(person.number, day)
    if attempt is None or attempt.points is None:
        raise Refused(NotFinished())
    if day < day_at(call.at) - 1:
        raise Refused(TooOldToShare())
    services.count(Limited.LOBBY, call)
    say = services.say(call) if server is None else await services.readers.server(server)
    name = names_of(services.people_in(call), {person.number}, say).person(person.number)
    worse, finished = await services.days.worse_than(day, attempt.points)
    table = await services.tables.get(attempt.table)
    shown = squares(table.turns, 0, percent_better(worse, finished - 1))
    view = share_layout(name, attempt, game_of(day, services.variants.presets), shown, say)
    return Reply(view=view, is_public=True)


async def show_details(services: ReplayServices, call: Call, number: int) -> Reply:
    """Say what the squares mean that this person has posted, and whether they run the bot."""
    if number not in services.people:
        raise call.not_understood()
    say, people = services.say(call), services.people_in(call)
    is_operator = people[number].discord_id in services.api.operators
    return Reply(text=share_details(names_of(people, {number}, say).person(number), say, is_operator=is_operator))


async def _best(services: ReplayServices, call: Call, day: int) -> Attempt | None:
    """Return the best attempt of a day in the server's table; None if there is none."""
    return next(iter(await services.days.of_server(call.server, day)), None) if call.server is not None else None


async def watch_best(services: ReplayServices, call: Call, day: int) -> Reply:
    """Show the replay of the server's best result of a day. Raise Refused."""
    person, best = await services.person(call), await _best(services, call, day)
    if best is None:
        raise call.not_understood()
    return await watch(services, call, best.table, person)


async def show_table(services: ReplayServices, call: Call) -> Reply:
    """Show yesterday's results in this server. Raise Refused(ServerOnly)."""
    server, day = server_of(call), day_at(call.at) - 1
    title, rows = game_of(day, services.variants.presets).variant.title, await services.days.of_server(server, day)
    has_best, people, operators = await may_watch_day(services, call, day), services.people_in(call), services.api.operators
    view = day_table_layout(title, day, rows, people, services.say(call), operators=operators, has_best=has_best)
    return Reply(view=view)


async def check_shuffle(services: ReplayServices, call: Call, day: int) -> Reply:
    """Answer whether a day's deal was fixed beforehand, by the best result here, and show the fingerprint of the next deal."""
    secret, today, best = await services.days.secret(), day_at(call.at), await _best(services, call, day)
    if day > today:
        raise call.not_understood()
    table = None if best is None else await _readable_table(services, best)
    check, seed = None, seed_of(secret, day) if is_revealed(day, call.at) else ""
    if table is not None and seed:
        is_of_day = table.lobby.deals == deals_of(secret, day)
        check = await services.tables.check_shuffle(table.number, 1) if is_of_day else ShuffleCheck.PARTS
    fingerprints = {one: fingerprint_of(secret, one) for one in (day, today + 1)}
    title = game_of(day, services.variants.presets).variant.title
    return Reply(view=day_shuffle_layout(title, day, check, seed, fingerprints, services.say(call)))
