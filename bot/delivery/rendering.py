"""What messages are rendered with: names, the language, pictures, and where the match counts, as they are then."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypedDict

from bot.delivery.discord_api import DiscordApi
from bot.delivery.readers import Readers
from bot.messages.card_text import NO_EMOJI, CardEmoji
from bot.messages.names import Names, names_at, names_of
from bot.messages.pictures.picture import TEXT_ONLY, PictureChoice
from bot.messages.table.render_context import Eligibility, RenderContext, WhereItCounts
from bot.messages.text import cut_to_length
from bot.messages.words import Words
from bot.storage.people import People
from bot.storage.server_choices import ServerSettingsStore
from bot.storage.tables import StoredEventLog, Surfaces
from bot.tables.ports import PeopleIn, Person, Pictures, SuitColours, Suits
from bot.tables.rules.match_length import TurnEstimates
from bot.tables.service import Tables
from bot.tables.table import Phase, Table

_LONGEST_NAME = 100  # characters of a thread's name, at Discord


class CardLook(TypedDict):
    """How a message shows cards, as the fields of a `RenderContext`."""

    pictures: PictureChoice
    emoji: CardEmoji


class ChannelLook(CardLook):
    """How a message in a channel shows cards, and whether only Attach Files is missing for pictures."""

    needs_attach_files: bool


@dataclass(frozen=True, slots=True)
class PictureChoices:
    """The choices of people, for what only they read, and those of servers, for their channels."""

    _api: DiscordApi
    _server_settings: ServerSettingsStore

    def of_person(self, person: Person) -> CardLook:
        """Return how this person sees what only they read."""
        look = self._look(PictureChoice(person.pictures, person.suit_colours))
        return look if person.suits == Suits.SIGNS else {**look, "emoji": NO_EMOJI}  # which show signs

    async def of_channel(self, server: int, *places: int) -> ChannelLook:
        """Return how everyone sees what is posted there. `places` are a thread or channel, and its channel."""
        settings = await self._server_settings.get(server)
        look = self._look(PictureChoice(settings.pictures, settings.suit_colours))
        may_attach = all(self._api.may_attach(server, place) for place in set(places))
        return {
            "pictures": look["pictures"] if may_attach else TEXT_ONLY,
            "emoji": look["emoji"],
            "needs_attach_files": bool(look["pictures"]) and not may_attach,
        }

    def _look(self, chosen: PictureChoice) -> CardLook:
        wants_emoji = chosen.size != Pictures.TEXT and chosen.colours == SuitColours.FOUR  # emojis have four
        return {
            "pictures": chosen if self._api.pictures.are_usable else TEXT_ONLY,
            "emoji": self._api.emoji.current if wants_emoji else NO_EMOJI,
        }


@dataclass(frozen=True, slots=True)
class Sources:
    """What the deliveries of all tables share. `note_waiting` tells organisers that a table waits for its private thread."""

    tables: Tables
    log: StoredEventLog
    surfaces: Surfaces
    people: People
    api: DiscordApi
    readers: Readers
    eligibility: Eligibility
    server_settings: ServerSettingsStore
    turns: TurnEstimates
    now: Callable[[], int]
    note_waiting: Callable[[Table], Awaitable[None]]

    @property
    def pictures(self) -> PictureChoices:
        return PictureChoices(self.api, self.server_settings)


@dataclass(frozen=True, slots=True)
class Rendering:
    """The contexts of one table's messages.

    `place` returns the channel or thread of the match, and `round_message` the channel and id of the current round's message,
    if they are known.
    """

    _sources: Sources
    _place: Callable[[], int | None]
    _round_message: Callable[[], tuple[int, int] | None]

    async def context(self, table: Table, *, is_lobby: bool = False) -> RenderContext:
        """Return the context of a message that everyone reads, in the server's language."""
        return await self._context(table, await self._sources.readers.server(table.server), is_lobby=is_lobby)

    async def context_for(self, table: Table, person: int) -> RenderContext:
        """Return the context of a message that only this person reads, in their language and with their order of cards."""
        reader = self._sources.people[person]
        return replace(
            await self._context(table, self._sources.readers.person(reader)),
            card_order=reader.card_order,
            round_message=self._round_message(),
            **self._sources.pictures.of_person(reader),
        )

    def discord_ids(self, people: Sequence[int]) -> list[int]:
        """Return the Discord ids of those who have one."""
        found = [self._sources.people[person].discord_id for person in people]
        return [discord_id for discord_id in found if discord_id is not None]

    async def title(self, table: Table) -> str:
        """Return the title of a table in the server's language: `Rami, table 12`."""
        return self._title(table, await self._sources.readers.server(table.server))

    async def thread_name(self, table: Table) -> str:
        """Return the name of the table's thread: its title, or `2. Ann, Bob` in a tournament's round 2, as lists cut it."""
        reserved, say = table.lobby.reserved, await self._sources.readers.server(table.server)
        if reserved is None or not reserved.tournament:
            return self._title(table, say)
        names = names_of(PeopleIn(self._sources.people, table.server), reserved.people, say)
        return cut_to_length(f"{reserved.round}. {', '.join(map(names.plain, reserved.people))}", _LONGEST_NAME)

    def title_for(self, table: Table, person: int) -> str:
        """Return the title of a table in this person's language."""
        return self._title(table, self._sources.readers.person(self._sources.people[person]))

    async def _context(self, table: Table, say: Words, *, is_lobby: bool = False) -> RenderContext:
        is_asked = is_lobby or table.phase == Phase.OVER
        counts = await self._sources.eligibility.where_it_counts(table) if is_asked else WhereItCounts()
        may_open_thread = is_lobby and self._sources.api.may_open_thread(table.server, table.channel)
        place = self._place() or table.channel
        return RenderContext(
            table,
            say,
            names_at(table, self._sources.people, say),
            self._sources.api.server_name(table.server),
            place,
            counts,
            may_open_thread,
            self._sources.turns,
            **await self._sources.pictures.of_channel(table.server, place, table.channel),
        )

    @staticmethod
    def _title(table: Table, say: Words) -> str:
        return RenderContext(table, say, Names({}), "", table.channel).title
