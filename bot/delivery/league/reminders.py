"""Reminders of scheduled tables, by direct message: a day before, or immediately if the schedule was made later."""

import structlog

from bot.competition.schedule_ports import Reminder
from bot.competition.tournaments import Tournaments
from bot.delivery.discord_api import DiscordApi, Undelivered, rendered
from bot.league.days import DAY_MS
from bot.messages.league.schedule import reminder_layout
from bot.messages.words import Languages
from bot.tables.ports import KnownPeople

_log = structlog.get_logger(__name__)


class ReminderPosts:
    def __init__(self, tournaments: Tournaments, people: KnownPeople, api: DiscordApi, languages: Languages) -> None:
        self._tournaments = tournaments
        self._people = people
        self._api = api
        self._languages = languages

    async def due(self) -> list[Reminder]:
        return await self._tournaments.due_reminders(DAY_MS)

    async def send(self, reminder: Reminder) -> None:
        """Remind a person once; if their direct messages are closed, not again.

        Raise a temporary error (see `TEMPORARY_ERRORS`), so that it is tried again.
        """
        person = self._people[reminder.person]
        say = self._languages.for_locale(person.locale)
        nonce = f"fix {reminder.fixture.number} {reminder.person}"
        try:
            await self._api.send_direct(person, rendered(reminder_layout(reminder, self._people, say)), nonce[:25])
        except Undelivered as error:
            _log.info("a person cannot be reminded", person=reminder.person, reason=str(error))
        await self._tournaments.mark_reminded(reminder)
