"""Brings the hands in people's direct messages up to date: a new message at each deal and each turn of theirs, else edits."""

from contextlib import suppress
from dataclasses import replace
from typing import assert_never

from bot.delivery.discord_api import Delivery, Trouble, Undelivered
from bot.delivery.table.posted_messages import AGAIN, Board
from bot.messages.table.hand import hand_layout
from bot.messages.table.render_context import Scene
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
from bot.tables.ports import People, Surface
from bot.tables.table import Phase, Table

CLOSED = "closed"


def hand_key(person: int) -> str:
    return f"hand {person}"


def whose_hands(event: Event, table: Table) -> tuple[int, ...]:
    """The people whose hand, as they see it, the event changes."""
    match event:
        case CardDrawn(seat=seat) | DiscardTaken(seat=seat) | CardDiscarded(seat=seat) | SeatLeft(seat=seat):
            return (table.person_at(seat),)
        case MeldLaid(seat=seat) | CardsLaidOff(seat=seat) | JokerSwapped(seat=seat) | MeldRetired(seat=seat):
            return (table.person_at(seat),)
        case TakenBack(seat=seat):
            return (table.person_at(seat),)
        case DealEnded() | MatchEnded() | MatchBrokenOff():
            return table.seated()
        case MatchStarted() | CardsDealt() | StockRecycled():  # new hands are sent; who draws what was recycled has his own
            return ()
        case TableOpened() | SatDown() | StoodUp() | RulesChanged() | RulesAgreed() | LobbyClosed():
            return ()
        case ReadyPressed() | EndPressed():
            return ()
        case _:
            assert_never(event)


class Hands:
    """The hands of one table."""

    def __init__(self, board: Board, delivery: Delivery, people: People) -> None:
        self._board = board
        self._delivery = delivery
        self._people = people

    def is_unreachable(self, person: int) -> bool:
        surface = self._board.get(hand_key(person))
        return surface is not None and surface.state == CLOSED

    def call(self, table: Table, person: int) -> str | None:
        """The deal and turn for which the person is due a new message, which pings him; None if he is not."""
        deal = table.match.deal if table.match is not None else None
        if deal is None or table.phase != Phase.DEAL:
            return None
        surface = self._board.get(hand_key(person))
        last_deal, _, last_turn = (surface.note if surface is not None else "0.0").partition(".")
        if table.to_act() == person and f"{last_deal}.{last_turn}" != f"{deal.number}.{deal.turn.number}":
            return f"{deal.number}.{deal.turn.number}"
        return None if last_deal == str(deal.number) else f"{deal.number}.0"

    def passed_over(self, person: int, call: str) -> None:
        """An unreachable person got no message for this turn, and will get none."""
        surface = self._board.get(hand_key(person))
        assert surface is not None
        self._board.put(replace(surface, note=call))

    async def send(self, scene: Scene, person: int, call: str) -> None:
        """Post the hand anew; the old message is to be taken away. Raises Undelivered."""
        key = hand_key(person)
        old = self._board.get(key)
        channel, message = await self._direct(scene, person, f"{key} {call}")
        self._board.put(Surface(key, channel, message, note=call))
        if old is not None and old.message is not None:
            self._board.replaced.append((old.channel, old.message))

    def give_up(self, person: int, call: str) -> None:
        """No direct message reaches the person: none is tried again in this match."""
        self._board.put(Surface(hand_key(person), 0, None, state=CLOSED, note=call))

    async def take_away_old(self) -> None:
        """Only once the new ones and the turn are there: nobody waits for it."""
        while self._board.replaced:
            with suppress(Undelivered):
                await self._delivery.delete(*self._board.replaced[0])
            del self._board.replaced[0]

    async def redraw(self, scene: Scene, person: int) -> None:
        """Edit the hand where it stands; posted anew once if the message is gone."""
        key = hand_key(person)
        surface = self._board.get(key)
        if surface is None or surface.message is None or await self._board.is_shown(key, scene.table.version):
            return
        try:
            await self._delivery.edit(surface.channel, surface.message, hand_layout(scene, person))
            self._board.overwritten(key)
        except Undelivered as error:
            if error.trouble == Trouble.MESSAGE_GONE and surface.state != AGAIN:
                await self._post_again(scene, person, surface)

    async def _post_again(self, scene: Scene, person: int, surface: Surface) -> None:
        try:
            channel, message = await self._direct(scene, person, f"{surface.key} {surface.note} {AGAIN}")
        except Undelivered:
            self._board.put(replace(surface, message=None, state=CLOSED))
        else:
            self._board.put(replace(surface, channel=channel, message=message, state=AGAIN))

    async def _direct(self, scene: Scene, person: int, nonce: str) -> tuple[int, int]:
        found, view = await self._people.get(person), hand_layout(scene, person)
        try:
            return await self._delivery.direct(found, view, self._board.nonce(nonce))
        except Undelivered as error:
            if error.trouble != Trouble.CHANNEL_GONE or found.dm_channel is None:
                raise
            return await self._delivery.direct(replace(found, dm_channel=None), view, self._board.nonce(nonce))
