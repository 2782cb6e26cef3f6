"""The hands in the players' direct messages: a new message at each deal and at each of their turns, else edits."""

from contextlib import suppress
from dataclasses import replace
from typing import assert_never

from bot.delivery.discord_api import DiscordApi, Undelivered, UndeliveredReason
from bot.delivery.ports import Surface
from bot.delivery.table.posted_messages import POSTED_AGAIN, PostedMessages
from bot.messages.table.hand.hand_message import hand_layout
from bot.messages.table.render_context import RenderContext
from bot.rummy.events import (
    CardDiscarded,
    CardDrawn,
    CardsDealt,
    CardsLaidOff,
    DealEnded,
    DiscardTaken,
    JokerSwapped,
    MatchBrokenOff,
    MatchEnded,
    MatchStarted,
    MeldLaid,
    MeldRetired,
    SeatLeft,
    StockRecycled,
    TakenBack,
)
from bot.tables.events import (
    EndPressed,
    Event,
    LobbyClosed,
    ReadyPressed,
    RulesAgreed,
    RulesChanged,
    SatDown,
    StoodUp,
    TableOpened,
)
from bot.tables.ports import People
from bot.tables.table import Phase, Table

CLOSED = "closed"
"""The state of a hand that cannot be delivered: no direct message reaches its owner."""


def hand_key(person: int) -> str:
    return f"hand {person}"


def whose_hands(event: Event, table: Table) -> tuple[int, ...]:
    """Return the people whose hand, as they see it, the event changes."""
    match event:
        case CardDrawn(seat=seat) | DiscardTaken(seat=seat) | CardDiscarded(seat=seat) | SeatLeft(seat=seat):
            return (table.person_at(seat),)
        case MeldLaid(seat=seat) | CardsLaidOff(seat=seat) | JokerSwapped(seat=seat) | MeldRetired(seat=seat):
            return (table.person_at(seat),)
        case TakenBack(seat=seat):
            return (table.person_at(seat),)
        case DealEnded() | MatchEnded() | MatchBrokenOff():
            return table.seated_people()
        case MatchStarted() | CardsDealt() | StockRecycled():
            return ()  # a deal sends new hands; a recycle is followed by the draw, which has its own event
        case TableOpened() | SatDown() | StoodUp() | RulesChanged() | RulesAgreed() | LobbyClosed():
            return ()
        case ReadyPressed() | EndPressed():
            return ()
        case _:
            assert_never(event)


class HandMessages:
    """The hands of one table."""

    def __init__(self, posted: PostedMessages, api: DiscordApi, people: People) -> None:
        self._posted = posted
        self._api = api
        self._people = people

    def is_unreachable(self, person: int) -> bool:
        surface = self._posted.get(hand_key(person))
        return surface is not None and surface.state == CLOSED

    def due_turn(self, table: Table, person: int) -> str | None:
        """Return the deal and turn (`3.12`) for which the person must get a new message; None if no new message is due."""
        deal = table.match.deal if table.match is not None else None
        if deal is None or table.phase != Phase.DEAL:
            return None
        surface = self._posted.get(hand_key(person))
        last_deal, _, last_turn = (surface.detail if surface is not None else "0.0").partition(".")
        if table.person_to_act() == person and f"{last_deal}.{last_turn}" != f"{deal.number}.{deal.turn.number}":
            return f"{deal.number}.{deal.turn.number}"
        return None if last_deal == str(deal.number) else f"{deal.number}.0"

    def skip(self, person: int, turn: str) -> None:
        """Record that an unreachable person gets no message for this turn."""
        surface = self._posted.get(hand_key(person))
        assert surface is not None
        self._posted.put(replace(surface, detail=turn))

    async def send(self, context: RenderContext, person: int, turn: str) -> None:
        """Post a new hand; its old message waits for `delete_old`. Raise Undelivered."""
        key = hand_key(person)
        old = self._posted.get(key)
        channel, message = await self._send_direct(context, person, f"{key} {turn}")
        self._posted.put(Surface(key, channel, message, detail=turn))
        if old is not None and old.message is not None:
            self._posted.replaced.append((old.channel, old.message))

    def give_up(self, person: int, turn: str) -> None:
        """Record that no direct message reaches the person: none is tried again in this match."""
        self._posted.put(Surface(hand_key(person), 0, None, state=CLOSED, detail=turn))

    async def delete_old(self) -> None:
        """Delete the replaced hands. Call it once the new ones and the turn are posted: nobody waits for it."""
        while self._posted.replaced:
            with suppress(Undelivered):
                await self._api.delete(*self._posted.replaced[0])
            del self._posted.replaced[0]

    async def edit(self, context: RenderContext, person: int) -> None:
        """Edit the hand's message; post it again, once, if it was deleted."""
        key = hand_key(person)
        surface = self._posted.get(key)
        if surface is None or surface.message is None or await self._posted.is_shown(key, context.table.version):
            return
        try:
            await self._api.edit(surface.channel, surface.message, hand_layout(context, person))
            self._posted.promised.drop(key)
        except Undelivered as error:
            if error.reason == UndeliveredReason.MESSAGE_GONE and surface.state != POSTED_AGAIN:
                await self._post_again(context, person, surface)

    async def _post_again(self, context: RenderContext, person: int, surface: Surface) -> None:
        try:
            channel, message = await self._send_direct(context, person, f"{surface.key} {surface.detail} {POSTED_AGAIN}")
        except Undelivered:
            self._posted.put(replace(surface, message=None, state=CLOSED))
        else:
            self._posted.put(replace(surface, channel=channel, message=message, state=POSTED_AGAIN))

    async def _send_direct(self, context: RenderContext, person: int, nonce: str) -> tuple[int, int]:
        found, view = await self._people.get(person), hand_layout(context, person)
        try:
            return await self._api.send_direct(found, view, self._posted.nonce(nonce))
        except Undelivered as error:
            if error.reason != UndeliveredReason.CHANNEL_GONE or found.dm_channel is None:
                raise
            return await self._api.send_direct(replace(found, dm_channel=None), view, self._posted.nonce(nonce))
