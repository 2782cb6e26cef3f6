"""The announcements of what organisers did: each line of the log once in the channel of each of its leagues.

What happens within a few seconds is one message, so a thousand changes in a minute don't flood a channel.
"""

from collections.abc import Mapping, Sequence

import structlog

from bot.competition.league_editor import LeagueEditor
from bot.competition.log_ports import OrganiserLog
from bot.delivery.discord_api import DiscordApi, Undelivered, rendered
from bot.league.organiser_actions import LogLine, ProtestAnswered, Protested
from bot.messages.league.action_lines import people_in_line
from bot.messages.league.organiser_log import announced_together, announcement_layout
from bot.messages.league.protest_mentions import mention_line
from bot.messages.names import names_for
from bot.messages.words import Languages
from bot.tables.ports import People, Person

_log = structlog.get_logger(__name__)
_MOST_LINES = 20  # in one message, if there is room
_ROLE_PAUSE = 3_600_000  # milliseconds in which the organisers of a server are pinged once, however many protests there are


class AnnouncementPosts:
    """Whoever is mentioned is pinged once for each protest or answer, in the first channel that takes it."""

    def __init__(
        self, log: OrganiserLog, league_editor: LeagueEditor, people: People, api: DiscordApi, languages: Languages
    ) -> None:
        self._log = log
        self._league_editor = league_editor
        self._people = people
        self._api = api
        self._languages = languages
        self._role_pinged = dict[int, int]()  # by server: when the protest was made
        self._answers_pinged = set[int]()  # the numbers of lines

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
        people = {person for line in waiting.lines for person in people_in_line(line)}
        known, role = {person: await self._people.get(person) for person in people}, await self._role(server)
        names, lines, batch = names_for(known, say), waiting.lines, waiting.batch
        found = {line.number: mention_line(line, role, _protester(line, known), say) for line in lines}
        mentions = {number: text for number, text in found.items() if text}
        if batch is None:
            lines = lines[: announced_together(lines, names, say, mentions)]
            batch = await self._log.begin_post(channel, lines)
        view = announcement_layout(lines, names, say, mentions)
        protests, answers = self._not_pinged(server, lines)
        protesters = list(filter(None, (_protester(line, known) for line in answers)))
        roles = [role] if protests and role is not None else []
        try:
            nonce = f"log {batch} {channel % 10**9}"[:25]
            await self._api.post(channel, rendered(view), nonce, protesters, roles=roles)
        except Undelivered as error:
            _log.warning("an announcement is not taken", channel=channel, batch=batch, reason=str(error))
            await self._log.finish_post(channel, batch, is_refused=True)
        else:
            if roles:
                self._role_pinged[server] = protests[-1].at
            self._answers_pinged.update(line.number for line in answers)
            await self._log.finish_post(channel, batch, is_refused=False)

    async def _role(self, server: int) -> int | None:
        """Return the role of the organisers; None if there is none, it is everyone's, or it was deleted."""
        role = await self._league_editor.organiser_role(server)
        return role if role is not None and self._api.has_role(server, role) else None

    def _not_pinged(self, server: int, lines: Sequence[LogLine]) -> tuple[list[LogLine], list[LogLine]]:
        """Return the protests for which the organisers must be pinged, and the answers for which the protesters must be."""
        since = self._role_pinged.get(server, -_ROLE_PAUSE) + _ROLE_PAUSE
        protests = [line for line in lines if isinstance(line.what, Protested) and line.at >= since]
        answers = [line for line in lines if isinstance(line.what, ProtestAnswered) and line.number not in self._answers_pinged]
        return protests, answers


def _protester(line: LogLine, people: Mapping[int, Person]) -> int | None:
    """Return the Discord id of the person whose protest the line answers; None for other lines, and if they were deleted."""
    return people[line.what.person].discord_id if isinstance(line.what, ProtestAnswered) else None
