"""Reminders of tables, by direct message, to those who want them: a day before, or at once where that has passed."""

import structlog

from bot.competition.schedule_ports import Reminder
from bot.delivery.discord_api import Undelivered
from bot.interactions.services import Desk
from bot.messages.league.schedule import reminder_layout

_log = structlog.get_logger(__name__)
_AHEAD = 24 * 3_600_000


class Reminding:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def due(self) -> list[Reminder]:
        return await self._desk.tournaments.to_remind(_AHEAD)

    async def remind(self, reminder: Reminder) -> None:
        """Once: whoever takes no direct messages is not tried again. Raises what may go better later."""
        person = await self._desk.people.get(reminder.person)
        say = self._desk.languages.for_locale(person.locale)
        names = await self._desk.names_of(reminder.fixture.people, say)
        nonce = f"fix {reminder.fixture.number} {reminder.person}"
        try:
            await self._desk.delivery.direct(person, reminder_layout(reminder, names, say), nonce[:25])
        except Undelivered as error:
            _log.info("somebody cannot be reminded", person=reminder.person, reason=str(error))
        await self._desk.tournaments.reminded(reminder)
