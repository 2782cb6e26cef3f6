"""Reaches the people of a table with their hands, and finds out who cannot be reached, or is in the server no more."""

from contextlib import suppress
from dataclasses import replace

from bot.delivery.discord_api import PASSING, Delivery, NotInServer, Trouble, Undelivered
from bot.delivery.table.hand_messages import Hands, whose_hands
from bot.messages.table.render_context import Scene
from bot.messages.words import Languages
from bot.tables.events import Event
from bot.tables.ports import People
from bot.tables.refusals import Refused
from bot.tables.requests import Forfeit
from bot.tables.service import Tables
from bot.tables.table import Table


class Reaching:
    """Who is still to be reached, kept from run to run."""

    def __init__(self, tables: Tables, people: People, delivery: Delivery, languages: Languages) -> None:
        self._tables = tables
        self._people = people
        self._delivery = delivery
        self._languages = languages
        self.changed: set[int] = set()  # people whose hand changed and is not redrawn yet
        self.unreached: list[int] = []  # people found unreachable, not yet told so

    def note(self, event: Event, table: Table) -> None:
        """What happened, and the table after it."""
        self.changed.update(whose_hands(event, table))

    async def send(self, hands: Hands, scene: Scene, *, again: bool) -> list[Exception]:
        """New hands for whom they are due; `again`: one may turn out to be there already, as it was when it was posted.

        What failed for now is left for the next run: one person's hand does not hold up the table.
        """
        failed: list[Exception] = []
        for person in scene.table.seated() if scene.table.match is not None else ():
            call = hands.call(scene.table, person)
            if call is None:
                continue
            try:
                await self._send(hands, scene, person, call, again=again)
            except PASSING as error:
                failed.append(error)
                self.changed.add(person)
        return failed

    async def redraw(self, hands: Hands, scene: Scene) -> None:
        """The hands that have changed, where they stand."""
        for person in sorted(self.changed):
            await hands.redraw(await self._private(scene, person), person)
            self.changed.discard(person)

    async def _send(self, hands: Hands, scene: Scene, person: int, call: str, *, again: bool) -> None:
        """Closed direct messages are told once, in the channel; who is in the server no more has left the table."""
        if hands.is_unreachable(person):
            if scene.table.to_act() == person:
                hands.passed_over(person, call)
                await self._check_member(scene.table, person)
            return
        try:
            await hands.send(await self._private(scene, person), person, call)
        except Undelivered as error:
            there = await self._check_member(scene.table, person)
            if there is None and error.trouble == Trouble.NO_SHARED_SERVER:
                raise NotInServer("the bot is not in the server just now") from error
            hands.give_up(person, call)
            if there is not False:
                self.unreached.append(person)
        if again:
            self.changed.add(person)
        else:
            self.changed.discard(person)

    async def _check_member(self, table: Table, person: int) -> bool | None:
        """Whether the person is in the server, if the bot can see that; if not, he has left the table."""
        there = await self._delivery.is_member(table.server, await self._people.get(person))
        if there is False:
            with suppress(Refused):
                await self._tables.change(table.number, person, Forfeit())
        return there

    async def _private(self, scene: Scene, person: int) -> Scene:
        """The scene in the person's own language."""
        return replace(scene, say=self._languages.for_locale((await self._people.get(person)).locale))
