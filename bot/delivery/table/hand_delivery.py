"""The delivery of hands to the players of a table, and what follows if one is unreachable or has left the server."""

from contextlib import suppress
from dataclasses import replace

from bot.delivery.discord_api import TEMPORARY_ERRORS, DiscordApi, NotInServer, Undelivered, UndeliveredReason
from bot.delivery.table.hand_messages import HandMessages, whose_hands
from bot.messages.table.render_context import RenderContext
from bot.messages.words import Languages
from bot.tables.events import Event
from bot.tables.ports import People
from bot.tables.refusals import Refused
from bot.tables.requests import Forfeit
from bot.tables.service import Tables
from bot.tables.table import Table


class HandDelivery:
    """The hands of one table that must still be delivered, remembered from run to run."""

    def __init__(self, tables: Tables, people: People, api: DiscordApi, languages: Languages) -> None:
        self._tables = tables
        self._people = people
        self._api = api
        self._languages = languages
        self.changed: set[int] = set()  # people whose posted hand is stale
        self.unreached: list[int] = []  # people found unreachable; the next turn's message says so

    def record_event(self, event: Event, table: Table) -> None:
        """Record whose hands the event changed; `table` is the table after it."""
        self.changed.update(whose_hands(event, table))

    async def send_new(self, hands: HandMessages, context: RenderContext, *, may_be_posted: bool) -> list[Exception]:
        """Send new hands to those who are due one, and return what failed for now.

        A failure is left for the next run: one person's hand does not hold up the table. With `may_be_posted`, a
        new hand might already exist with old content, so it is edited afterwards.
        """
        failed: list[Exception] = []
        for person in context.table.seated_people() if context.table.match is not None else ():
            turn = hands.due_turn(context.table, person)
            if turn is None:
                continue
            try:
                await self._send(hands, context, person, turn, may_be_posted=may_be_posted)
            except TEMPORARY_ERRORS as error:
                failed.append(error)
                self.changed.add(person)
        return failed

    async def edit_changed(self, hands: HandMessages, context: RenderContext) -> None:
        """Edit the posted hands that have changed."""
        for person in sorted(self.changed):
            await hands.edit(await self._in_own_language(context, person), person)
            self.changed.discard(person)

    async def _send(self, hands: HandMessages, context: RenderContext, person: int, turn: str, *, may_be_posted: bool) -> None:
        """Send a hand. If it can't be delivered, add the person to `unreached`; if they left the server, forfeit for them."""
        if hands.is_unreachable(person):
            if context.table.person_to_act() == person:
                hands.skip(person, turn)
                await self._check_member(context.table, person)
            return
        try:
            await hands.send(await self._in_own_language(context, person), person, turn)
        except Undelivered as error:
            is_member = await self._check_member(context.table, person)
            if is_member is None and error.reason == UndeliveredReason.NO_SHARED_SERVER:
                raise NotInServer("the bot is not in the server just now") from error
            hands.give_up(person, turn)
            if is_member is not False:
                self.unreached.append(person)
        if may_be_posted:
            self.changed.add(person)
        else:
            self.changed.discard(person)

    async def _check_member(self, table: Table, person: int) -> bool | None:
        """Return whether the person is in the server, None if the bot cannot see that; if not, they forfeit."""
        is_member = await self._api.is_member(table.server, await self._people.get(person))
        if is_member is False:
            with suppress(Refused):
                await self._tables.change(table.number, person, Forfeit())
        return is_member

    async def _in_own_language(self, context: RenderContext, person: int) -> RenderContext:
        return replace(context, say=self._languages.for_locale((await self._people.get(person)).locale))
