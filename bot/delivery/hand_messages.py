"""The hands in the players' direct messages: a new message at each deal and at each of their turns, else edits.

Somebody who pressed on their hand in the last 20 s, the newest message there, gets an edit at their turn:

    posted ── the turn begins ──▶ EDITED ── a press or move ──▶ touched
      ▲                             │ 15 s                         │ 10 s before the time of the turn is up,
      └─────────────────────────────┴──────────────────────────────┘ unless the clock reminds them

Presses aren't stored. EDITED is, and until it is over the table counts as not shown: the next process posts the hand anew.
"""

import asyncio
import math
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import assert_never

from discord import ui

from bot.delivery.budget import Priority
from bot.delivery.discord_api import NotYetDelivered, Render, Undelivered, UndeliveredReason
from bot.delivery.lanes import MessageWrites
from bot.delivery.posted_messages import POSTED_AGAIN, PostedMessages
from bot.delivery.rendering import Rendering, Sources
from bot.messages.table.channel.story_pages import is_unseen
from bot.messages.table.hand.hand_message import hand_layout
from bot.rummy import events as rummy
from bot.storage.tables import Surface
from bot.tables import events as lobby
from bot.tables import seat_events as seats
from bot.tables.events import Event
from bot.tables.match_requests import Forfeit
from bot.tables.ports import HandsBy, NewMessage
from bot.tables.table import Phase, Table, is_computer
from bot.tables.time_requests import reminded_turn, reminder_at
from bot.wording.sentence import Refused

CLOSED = "closed"
"""The state of a hand that isn't delivered: no direct message reaches its owner, or they want none. Its message is old."""
EDITED = "edited"
"""The state of a hand that is their owner's turn since an edit, which notifies nobody."""
_RETRY_AFTER = 60.0
"""Seconds after which closed direct messages are tried again at the person's next turn."""
_PRESENT, _UNTOUCHED, _LAST_CALL = 20.0, 15.0, 10.0  # seconds


def hand_key(person: int) -> str:
    return f"hand {person}"


def whose_hands(event: Event, table: Table) -> tuple[int, ...]:
    """Return the people whose hand, as they see it, the event changes."""
    match event:
        case rummy.InTurn(seat=seat):
            return _people(table.seats.occupants[seat])
        case rummy.SeatLeft(seat=seat):
            return _people(
                table.seats.occupants[seat], *table.seated_people()
            )  # in a match of two, the hands say whose turn it is
        case rummy.DealEnded() | rummy.MatchEnded() | rummy.MatchBrokenOff():
            left = table.begun_match.left_seats  # players who are out see how it goes on
            return _people(*(player for seat, player in enumerate(table.seats.occupants) if seat not in left))
        case rummy.MatchStarted() | rummy.CardsDealt() | rummy.StockRecycled():
            return ()  # a deal sends new hands; a recycle is followed by the draw, which has its own event
        case lobby.TableOpened() | lobby.SatDown() | lobby.StoodUp() | lobby.InvitationDeclined() | lobby.SeatsFreed():
            return ()
        case lobby.SettingsChanged() | lobby.WordGiven() | lobby.RulesChanged() | lobby.RulesAgreed() | lobby.ClockChanged():
            return ()
        case lobby.ComputerSatDown() | lobby.ComputerStoodUp() | lobby.ReadyPressed() | lobby.EndPressed():
            return ()
        case lobby.LobbyClosed() | lobby.PauseBegun():
            return ()
        case seats.TurnPlayedFor(person=person) | seats.CameBack(person=person) | seats.TablePaused(person=person):
            return (person,)
        case seats.SeatTakenOver():
            return (*table.seated_people(), table.seats.changes[-1].left)
        case seats.SeatTaken() | seats.EndVoteBegun() | seats.EndVoteOver() | seats.PersonRemoved() | seats.SeasonOver():
            return table.seated_people()
        case seats.ClockShifted():
            current = table.person_to_act()
            return () if current is None or is_unseen(event) else (current,)
        case seats.PersonReminded() | seats.PersonNudged() | seats.TurnBegun() | seats.BankUsed() | seats.MarksFixed():
            return ()
        case seats.TableAbandoned() | seats.BrokenOffBy():
            return ()
        case _:
            assert_never(event)


def _people(*players: int) -> tuple[int, ...]:
    """Return those of the players who aren't computers."""
    return tuple(player for player in players if not is_computer(player))


@dataclass(eq=False)
class HandMessages:
    """The hands of one table.

    `table` returns its newest state; `fingerprint` returns the commitment of a deal until it is announced, then an empty text.
    """

    _posted: PostedMessages
    _writes: MessageWrites
    _rendering: Rendering
    _sources: Sources
    _table: Callable[[], Table]
    _fingerprint: Callable[[int], str]

    def __post_init__(self) -> None:
        self._api, self._people = self._sources.api, self._sources.people
        self.wanted: dict[int, int] = {}  # the version that the hand of a person must show
        self.may_be_posted = False  # then a new message may turn out to exist, showing what was true when it was posted
        self.pressed: dict[int, float] = {}  # the loop's time at which a message was pressed last
        self._edited: dict[int, tuple[float, int]] = {}  # the loop's time and the step at which a person's hand was EDITED
        self._tried: dict[int, str] = {}  # the turn of a hand that may have been sent: Discord has not confirmed it
        self._failed: dict[int, float] = {}  # the loop's time at which a person was found unreachable last
        self.unreached: list[int] = []  # people who couldn't be reached; not yet named in the channel

    def is_unreachable(self, person: int) -> bool:
        surface = self._posted.get(hand_key(person))
        return surface is not None and surface.state == CLOSED

    def note_mentioned(self, people: Collection[int]) -> None:
        """Record that the channel has named these people: until then, a request that is repeated must name them again."""
        self.unreached = [person for person in self.unreached if person not in people]

    def is_tried(self, person: int, turn: str) -> bool:
        """Return True if the person's hand for this turn has been sent or given up."""
        surface = self._posted.get(hand_key(person))
        return surface is not None and surface.detail == turn

    def due_turn(self, person: int) -> str | None:
        """Return the deal and turn (`3.12`) for which the person must get a new message, for each reminder in it another one
        (`3.12.1`); None if no new message is due. A person who is away gets none for turns that are played for them.
        """
        table = self._table()
        deal = table.match.deal if table.match is not None else None
        if deal is None or table.phase != Phase.DEAL or person not in table.seated_people():
            return None
        surface = self._posted.get(hand_key(person))
        last = surface.detail if surface is not None else "0.0"
        is_due = last != reminded_turn(table) or self.seconds_to_new(person) == 0
        if table.person_to_act() == person and not table.plays_by_itself() and is_due:
            return reminded_turn(table)
        return None if last.partition(".")[0] == str(deal.number) else f"{deal.number}.0"

    def seconds_to_new(self, person: int) -> float | None:
        """Return after how many seconds the hand that was edited for this turn must be posted anew; None if it needn't be."""
        table, surface = self._table(), self._posted.get(hand_key(person))
        is_current = table.person_to_act() == person and not table.plays_by_itself()
        if surface is None or surface.state != EDITED or not is_current or surface.detail != reminded_turn(table):
            return None
        at, step = self._edited.get(person, (-math.inf, table.step))
        clock, due = table.timing.turn_clock, math.inf
        if clock is not None and clock.until is not None and reminder_at(table) is None:
            due = (clock.until - self._sources.now()) / 1000 - _LAST_CALL
        if table.step == step and self.pressed.get(surface.message or 0, -math.inf) <= at:
            due = min(due, at + _UNTOUCHED - asyncio.get_running_loop().time())
        return None if due == math.inf else max(0.0, due)

    def _begin_by_edit(self, person: int, turn: str) -> bool:
        """Let an edit begin the turn if its player is there and wants that; return False if a new message must."""
        hand, table, now = self._posted.get(hand_key(person)), self._table(), asyncio.get_running_loop().time()
        if hand is None or hand.message is None or hand.state == CLOSED:
            return False
        before, after = hand.detail.split("."), turn.split(".")
        is_new_turn = before[0] == after[0] and before[1] != after[1]
        was_pressed = now - self.pressed.get(hand.message, -math.inf) <= _PRESENT
        wants_edit = self._people[person].new_message == NewMessage.AWAY
        if not (is_new_turn and was_pressed and wants_edit and self._api.newest.get(hand.channel) == hand.message):
            return False
        self._posted.put(replace(hand, state=EDITED, detail=turn))
        self._edited[person], self.wanted[person] = (now, table.step), table.version
        return True

    async def write(self, person: int) -> None:
        """Send the new hand that is due, or bring the one that there is up to date."""
        key = hand_key(person)
        turn = self._tried.get(person) or self.due_turn(person)
        if turn is not None and person not in self._tried and self._people[person].hands == HandsBy.CHANNEL:
            self._leave_to_channel(key, turn)
            await self._check_member(person)
        elif turn is not None and self.is_unreachable(person) and not self._may_be_reachable(person, turn):
            surface = self._posted.get(key)
            assert surface is not None
            self._posted.put(replace(surface, detail=turn))
            self._tried.pop(person, None)
            await self._check_member(person)
        elif turn is not None and (person in self._tried or not self._begin_by_edit(person, turn)):
            async with self._writes.turn(key):
                await self._send(key, person, turn)
        elif self._is_stale(person):
            async with self._writes.turn(key):
                if self._is_stale(person):
                    await self._edit(key, person)
        if not self._is_stale(person):
            self.wanted.pop(person, None)
        if (hand := self._posted.get(key)) is not None and hand.state == EDITED and self.seconds_to_new(person) is None:
            self._posted.put(replace(hand, state=""))

    def _leave_to_channel(self, key: str, turn: str) -> None:
        """Record that the channel mentions the person instead, as they wish, and mark their old hand for deletion."""
        if (old := self._posted.get(key)) is not None:
            self._posted.replace(old)
        self._posted.put(Surface(key, 0, None, state=CLOSED, detail=turn))

    def _may_be_reachable(self, person: int, turn: str) -> bool:
        """Return True if closed direct messages must be tried again: at each deal, and when the person has gone on playing."""
        surface = self._posted.get(hand_key(person))
        is_new_deal = surface is None or surface.detail.partition(".")[0] != turn.partition(".")[0]
        now = asyncio.get_running_loop().time()
        return is_new_deal or now - self._failed.get(person, 0.0) >= _RETRY_AFTER

    def _is_stale(self, person: int) -> bool:
        surface, wanted = self._posted.get(hand_key(person)), self.wanted.get(person)
        if wanted is None or surface is None or surface.message is None or surface.state == CLOSED:
            return False
        return not self._writes.is_shown(surface.key, wanted)

    async def _send(self, key: str, person: int, turn: str) -> None:
        """Post a new hand; its old message is deleted later. If it can't be delivered, note the person for the channel."""
        old = self._posted.get(key)
        shown, is_repeated = 0, person in self._tried
        self._tried[person] = turn

        async def render() -> ui.LayoutView:
            nonlocal shown, turn
            turn = turn if is_repeated else self.due_turn(person) or turn
            shown = self._table().version
            self._writes.send(key, shown)
            return await self._layout(person, fingerprint=self._fingerprint(int(turn.partition(".")[0])))

        try:
            channel, message = await self._send_direct(person, render, f"{key} {turn}")
        except Undelivered as error:
            self._tried.pop(person)
            self._failed[person] = asyncio.get_running_loop().time()
            is_member = await self._check_member(person)
            if is_member is None and error.reason == UndeliveredReason.NO_SHARED_SERVER:
                raise NotYetDelivered("the bot cannot see the server just now") from error
            was_closed = old is not None and old.state == CLOSED
            await self._give_up(key, turn)
            if is_member is not False and not was_closed:
                self.unreached.append(person)
            return
        self._tried.pop(person)
        self._posted.put(Surface(key, channel, message, detail=turn))
        if old is not None and old.message not in (None, message):
            self._posted.replace(old)
            self.pressed.pop(old.message or 0, None)
        if self.may_be_posted or is_repeated:
            self._writes.forget_shown(key)  # the message may be an old one: it is edited
            self.wanted[person] = shown
        else:
            self._writes.confirm(key, shown)

    async def _give_up(self, key: str, turn: str) -> None:
        """Record that no direct message reaches the person in this deal, and delete their old hand if that is possible."""
        old, left = self._posted.get(key), Surface(key, 0, None)
        if old is not None and old.message is not None:
            try:
                await self._api.delete(old.channel, old.message)
            except Undelivered:
                left = old
        self._posted.put(replace(left, state=CLOSED, detail=turn))

    async def _edit(self, key: str, person: int) -> None:
        """Edit the hand's message; post it again, once, if it was deleted."""
        surface, shown = self._posted.get(key), 0
        assert surface is not None
        assert surface.message is not None

        async def render() -> ui.LayoutView:
            nonlocal shown
            shown = self._table().version
            self._writes.send(key, shown)
            return await self._layout(person)

        priority = Priority.HAND if surface.state == EDITED else Priority.EDIT
        try:
            await self._api.edit(surface.channel, surface.message, render, priority, is_private=True)
        except Undelivered as error:
            if error.reason == UndeliveredReason.MESSAGE_GONE and surface.state != POSTED_AGAIN:
                await self._post_again(person, surface, render)
                self._writes.confirm(key, shown)
            elif error.is_gone:
                self._posted.put(replace(surface, message=None))
            else:
                self._writes.give_up(key)
        else:
            self._writes.confirm(key, shown)

    async def _post_again(self, person: int, surface: Surface, render: Render) -> None:
        try:
            nonce = f"{surface.key} {surface.detail} {POSTED_AGAIN}"
            channel, message = await self._send_direct(person, render, nonce)
        except Undelivered:
            self._posted.put(replace(surface, message=None, state=CLOSED))
        else:
            self._posted.put(replace(surface, channel=channel, message=message, state=POSTED_AGAIN))

    async def _send_direct(self, person: int, render: Render, nonce: str) -> tuple[int, int]:
        found, nonce = self._people[person], self._posted.nonce(nonce)
        try:
            return await self._api.send_direct(found, render, nonce)
        except Undelivered as error:
            if error.reason != UndeliveredReason.CHANNEL_GONE or found.dm_channel is None:
                raise
            return await self._api.send_direct(replace(found, dm_channel=None), render, nonce)

    async def _layout(self, person: int, *, fingerprint: str = "") -> ui.LayoutView:
        context = await self._rendering.context_for(self._table(), person)
        return hand_layout(context, person, fingerprint=fingerprint)

    async def _check_member(self, person: int) -> bool | None:
        """Return whether the person is in the server, None if the bot cannot see that; if not, they forfeit."""
        table = self._table()
        is_member = await self._api.is_member(table.server, self._people[person])
        if is_member is False:
            with suppress(Refused):
                await self._sources.tables.change(table.number, person, Forfeit())
        return is_member
