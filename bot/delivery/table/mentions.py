"""The messages that mention people whose direct messages are closed: an edit of the round's message would ping nobody."""

from discord import ui

from bot.delivery.budget import Priority
from bot.delivery.discord_api import DiscordApi, Undelivered
from bot.delivery.table.hand_messages import HandMessages
from bot.delivery.table.place import Place
from bot.delivery.table.posted_messages import PostedMessages
from bot.delivery.table.rendering import Rendering
from bot.messages.table.channel.page_message import mention_layout
from bot.storage.surfaces import Surface
from bot.tables.table import Phase, Table
from bot.tables.time_requests import reminded_turn

_KIND = "mention"


class Mentions:
    """At most one message in each turn, and one for each reminder. It is deleted when the next one comes, or the turn is over:
    a finished turn mentions nobody.
    """

    def __init__(
        self, posted: PostedMessages, place: Place, hands: HandMessages, api: DiscordApi, rendering: Rendering
    ) -> None:
        self._posted = posted
        self._place = place
        self._hands = hands
        self._api = api
        self._rendering = rendering

    def is_due(self, table: Table) -> bool:
        """Return True if somebody must be mentioned whose new hand can't be delivered."""
        person = table.person_to_act()
        if person is None or table.phase != Phase.DEAL or table.plays_by_itself():
            return False
        key = _mention_key(table)
        is_unreached = self._hands.is_unreachable(person) and self._hands.is_tried(person, key.split()[1])
        return bool(self._hands.unreached) or (is_unreached and self._posted.get(key) is None)

    async def post(self, table: Table) -> None:
        """Mention those who have become unreachable, or else the player whose turn it is."""
        person = table.person_to_act()
        if person is None or not self.is_due(table):
            return
        unreached = tuple(self._hands.unreached)
        key, channel, people = _mention_key(table), await self._place.find(table), unreached or (person,)
        if channel is None:
            return

        async def render() -> ui.LayoutView:
            return mention_layout(await self._rendering.context(table), people, is_new=bool(unreached))

        pinged = self._rendering.discord_ids(people)
        nonce = self._posted.nonce(f"{key} {channel} {' '.join(map(str, people))}")
        try:
            message: int | None = await self._api.post(channel, render, nonce, pinged, Priority.HAND)
        except Undelivered as error:
            if self._place.move_from(channel, error.reason, table):
                return  # they are mentioned in the next place
            message = None
        self._hands.note_mentioned(unreached)
        self._replace(key, Surface(key, channel, message))

    def drop_old(self, table: Table) -> None:
        """Mark the mentions of turns that are over for deletion."""
        current = _mention_key(table) if table.phase == Phase.DEAL else None
        for surface in self._posted.surfaces():
            if surface.key.startswith(f"{_KIND} ") and surface.key != current:
                self._delete(surface)
                self._posted.drop(surface.key)

    def _replace(self, key: str, new: Surface) -> None:
        before = self._posted.get(key)
        if before is not None and before.message != new.message:
            self._delete(before)
        self._posted.put(new)

    def _delete(self, surface: Surface) -> None:
        if surface.message is not None:
            self._posted.replace(surface.channel, surface.message)


def _mention_key(table: Table) -> str:
    """Return the key of the mention in the current turn: `mention 3.12`; after a reminder `mention 3.12.1`."""
    return f"{_KIND} {reminded_turn(table)}"
