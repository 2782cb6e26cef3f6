"""**Replay**: a finished match again, step by step in a private message, or as a file.

Everyone's cards are in it, so it is for those who may see the table by its number, and for nobody while other tables play the
same deals.
"""

import asyncio
from contextlib import suppress
from dataclasses import replace

from bot.delivery.rendering import PictureChoices
from bot.interactions.call import Call, Reply, Services
from bot.interactions.permissions import visible_table
from bot.interactions.rate_limits import Limited
from bot.interactions.routes import action, presses
from bot.messages.components import are_numbers
from bot.messages.names import names_at
from bot.messages.replay.moment import ALL_HANDS, Moment, moment_layout, moved
from bot.messages.replay.page import replay_name, replay_page
from bot.messages.table.buttons import ReplayGo, ReplayPress, TableAction
from bot.messages.table.render_context import RenderContext, WhereItCounts
from bot.tables.daily import is_revealed, revealed_at
from bot.tables.ports import Person
from bot.tables.replay import Replay
from bot.tables.table import Table
from bot.wording.sentence import Refusal, Refused, Time


class DealsStillPlayed(Refusal):
    """Other tables of a tournament's round play the same deals, or can still begin to."""

    number: int
    sentence = "Other tables still play the deals of table {number}. Watch it when their round is over."


class DayStillPlayed(Refusal):
    """Others play the deal of the day until this time."""

    time: Time
    sentence = "Others still play this deal. Watch it after {time}."


@action(TableAction.REPLAY)
async def open_replay(services: Services, call: Call, table: Table, person: Person) -> Reply:
    """Show the beginning of the match in a message of its own."""
    return await _show(services, call, await _replay(services, table), Moment(), person)


@presses.on(ReplayPress)
async def step(services: Services, call: Call, press: ReplayPress) -> Reply:
    """Show another moment of the match, or another hand, in place of the message that was pressed."""
    replay = await _replay(services, await visible_table(services, call, press.table))
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
async def send_file(services: Services, call: Call, table: Table, _person: Person) -> Reply:
    """Return the file with the match."""
    replay = await _replay(services, table)
    services.count(Limited.EXPORT, call)
    say, ended = services.say(call), None
    with suppress(Refused):  # it may have no result
        ended = (await services.match_history.match(table.server, table.number)).match.ended
    names, words = names_at(replay.table, services.people, say), await services.tables.words(replay.table)
    page = await asyncio.to_thread(replay_page, replay, names, say, ended, words)
    return Reply(text=say("Open the file in a browser."), files=((replay_name(replay), page),))


async def _replay(services: Services, table: Table) -> Replay:
    """Return the replay of a table that the person may see. Raise Refused if its match isn't over, here or at other tables."""
    if (day := table.lobby.day) is not None and not is_revealed(day.day, services.now()):
        raise Refused(DayStillPlayed(revealed_at(day.day)))
    if not table.is_private and await services.tournaments.hides_cards(table.server, (table.number,)):
        raise Refused(DealsStillPlayed(table.number))
    return await services.tables.replay(table.number)


async def _show(services: Services, call: Call, replay: Replay, at: Moment, person: Person) -> Reply:
    say, table = services.say(call), replay.table
    look = PictureChoices(services.api, services.server_settings).of_person(person)
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
    return Reply(view=moment_layout(replay, at, context))
