"""All messages of one table, as they were stored, and what writes them."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.delivery.table.deletions import Deletions
from bot.delivery.table.hand_messages import HandMessages
from bot.delivery.table.mentions import Mentions
from bot.delivery.table.message_writes import MessageWrites
from bot.delivery.table.page_messages import PageMessages
from bot.delivery.table.place import Place
from bot.delivery.table.posted_messages import PLACE, PostedMessages
from bot.delivery.table.rendering import Rendering
from bot.delivery.table.sources import Sources
from bot.storage.surfaces import DeliveryState
from bot.tables.table import Table


@dataclass(frozen=True, slots=True)
class TableMessages:
    """The messages of a table, once its log and its stored messages have been read."""

    posted: PostedMessages
    place: Place
    pages: PageMessages
    hands: HandMessages
    mentions: Mentions
    deletions: Deletions

    @property
    def place_id(self) -> int | None:
        """The thread or channel of the match, if it is known."""
        surface = self.posted.get(PLACE)
        return None if surface is None else surface.channel

    def expect_posted(self, *, is_expected: bool) -> None:
        """Record whether a new message may turn out to exist: it may after an interruption, until everything is stored."""
        self.pages.may_be_posted = self.hands.may_be_posted = is_expected


def open_messages(
    number: int, stored: DeliveryState, opened_at: int, sources: Sources, writes: MessageWrites, table: Callable[[], Table]
) -> TableMessages:
    """Return the messages of a table that was opened at this moment (epoch ms). `table` returns its newest state."""
    posted = PostedMessages(number, opened_at, stored)

    def place_id() -> int | None:
        return messages.place_id

    rendering = Rendering(sources, place_id, posted.round_message)
    place = Place(posted, sources.api, rendering, sources.people)
    pages = PageMessages(posted, writes, place, sources.api, rendering)
    hands = HandMessages(posted, writes, rendering, sources, table, pages.fingerprint)
    mentions = Mentions(posted, place, hands, sources.api, rendering)
    messages = TableMessages(posted, place, pages, hands, mentions, Deletions(posted, sources.api, rendering, sources.people))
    return messages
