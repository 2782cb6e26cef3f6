"""**Replay**: a finished match again, step by step in a private message, or as a file.

It shows everyone's cards, so `permissions.watchable_table` judges who may see it, and nobody may while other tables of a
tournament play the same deals. The file has the seeds, too: for the deal of a day, it comes only once that is revealed.
"""

import asyncio
from contextlib import suppress
from dataclasses import replace

from bot.interactions.call import Call, ReplayServices, Reply
from bot.interactions.permissions import DayStillPlayed, watchable_table
from bot.interactions.rate_limits import Limited
from bot.interactions.routes import action, presses
from bot.messages.components import are_numbers
from bot.messages.names import names_at
from bot.messages.replay.moment import ALL_HANDS, Moment, moment_layout, moved
from bot.messages.replay.page import replay_page
from bot.messages.table.buttons import ReplayGo, ReplayPress, TableAction
from bot.messages.table.render_context import RenderContext, WhereItCounts
from bot.tables.daily import is_revealed, revealed_at
from bot.tables.ports import Person
from bot.tables.replay import Replay
from bot.tables.table import Table
from bot.wording.sentence import Refusal, Refused


class DealsStillPlayed(Refusal):
    """Other tables of a tournament's round play the same deals, or can still begin to."""

    number: int
    sentence = "Other tables still play the deals of table {number}. Watch it when their round is over."


@action(TableAction.REPLAY)
async def open_replay(services: ReplayServices, call: Call, table: Table, person: Person) -> Reply:
    """Show the beginning of the match in a message of its own."""
    return await watch(services, call, table.number, person)


async def watch(services: ReplayServices, call: Call, number: int, person: Person) -> Reply:
    """Show the beginning of the match at the table with this number. Raise Refused."""
    return await _show(services, call, await _replay(services, call, number), Moment(), person)


@presses.on(ReplayPress)
async def step(services: ReplayServices, call: Call, press: ReplayPress) -> Reply:
    """Show another moment of the match, or another hand, in place of the message that was pressed."""
    replay = await _replay(services, call, press.table)
    at = moved(replay, Moment(press.deal - 1, press.step - 1, press.seat), press.go)
    if press.go == ReplayGo.VIEW:
        if call.value != ALL_HANDS and not are_numbers(call.value):
            raise call.not_understood()
        at = replace(at, seat=None if call.value == ALL_HANDS else int(call.value))
    if at.seat is not None and at.seat >= replay.match.seats:
        raise call.not_understood()
    shown = await _show(services, call, replay, at, await services.person(call))
    return replace(shown, replaces_pressed=call.is_whispered)


@action(TableAction.REPLAY_FILE)
async def send_file(services: ReplayServices, call: Call, table: Table, _person: Person) -> Reply:
    if (day := table.lobby.day) is not None and not is_revealed(day.day, services.now()):
        raise Refused(DayStillPlayed(revealed_at(day.day)))
    replay = await _replay(services, call, table.number)
    services.count(Limited.EXPORT, call)
    say, ended, is_voided = services.say(call), None, False
    with suppress(Refused):  # it may have no result
        result = (await services.match_history.match(table.server, table.number)).match
        ended, is_voided = result.ended, result.voided
    names = names_at(replay.table, services.people, say)
    page = await asyncio.to_thread(replay_page, replay, names, say, ended, is_voided=is_voided)
    return Reply(text=say("Open the file in a browser."), files=((f"ramino-{table.number}.html", page),))


async def _replay(services: ReplayServices, call: Call, number: int) -> Replay:
    """Return the replay of a table. Raise Refused if the person may not see it, or its match isn't over, here or elsewhere."""
    table = await watchable_table(services, call, number)
    if not table.is_private and await services.tournaments.hides_cards(table.server, (number,)):
        raise Refused(DealsStillPlayed(number))
    return await services.tables.replay(number)


async def _show(services: ReplayServices, call: Call, replay: Replay, at: Moment, person: Person) -> Reply:
    say, table = services.say(call), replay.table
    look = services.pictures.of_person(person)
    context = RenderContext(
        table,
        say,
        names_at(table, services.people, say),
        "",
        table.channel,
        WhereItCounts(shows_deals=True),
        card_order=person.card_order,
        **look,
    )
    day, is_seated = table.lobby.day, person.number in table.seats.people
    has_file = day is None or (is_seated and is_revealed(day.day, services.now()))
    return Reply(view=moment_layout(replay, at, context, has_file=has_file))
