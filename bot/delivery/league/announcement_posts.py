"""The announcements of what organisers did: each line of the log once in the channel of each of its leagues.

What happens within a few seconds is one message, so a thousand changes in a minute don't flood a channel.
"""

import structlog

from bot.competition.log_ports import OrganiserLog
from bot.delivery.discord_api import DiscordApi, Undelivered, rendered
from bot.messages.league.organiser_log import announced_together, announcement_layout
from bot.messages.words import Languages
from bot.tables.ports import KnownPeople

_log = structlog.get_logger(__name__)
_MOST_LINES = 20  # in one message, if there is room


class AnnouncementPosts:
    def __init__(self, log: OrganiserLog, people: KnownPeople, api: DiscordApi, languages: Languages) -> None:
        self._log = log
        self._people = people
        self._api = api
        self._languages = languages

    async def channels(self) -> list[tuple[int, int]]:
        """Return the server and the channel of each channel with lines that wait."""
        return await self._log.channels_to_post()

    async def post(self, server: int, channel: int) -> None:
        """Post the lines that wait in a channel, as many as fit into a message; the log says so if Discord refuses them.

        A repeated call after an interruption posts nothing new: the nonce makes Discord return the first message. Raise a
        temporary error (`TEMPORARY_ERRORS`).
        """
        waiting = await self._log.waiting_lines(channel, _MOST_LINES)
        if not waiting.lines:
            return
        say = self._languages.for_locale(self._api.server_locale(server))
        lines, batch = waiting.lines, waiting.batch
        if batch is None:
            lines = lines[: announced_together(lines, self._people, say)]
            batch = await self._log.begin_post(channel, lines)
        view = announcement_layout(lines, self._people, say)
        try:
            await self._api.post(channel, rendered(view), f"log {batch} {channel % 10**9}"[:25])
        except Undelivered as error:
            _log.warning("an announcement is not taken", channel=channel, batch=batch, reason=str(error))
            await self._log.finish_post(channel, batch, is_refused=True)
        else:
            await self._log.finish_post(channel, batch, is_refused=False)
