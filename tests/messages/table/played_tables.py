"""Whole matches, played by the rules alone, and every message about them at each of their steps.

Names of people, games and servers have no letters in them.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from discord import ui
from msgspec.structs import replace

from bot.app import read_turns
from bot.messages.card_text import NO_EMOJI, CardEmoji
from bot.messages.names import Names
from bot.messages.table.channel.page_message import channel_line_layout, mention_layout, page_layout
from bot.messages.table.channel.story_pages import LOBBY, Story, advance_story
from bot.messages.table.confirmations import cancel_layout, end_layout, forfeit_layout
from bot.messages.table.hand.hand_message import hand_layout
from bot.messages.table.lobby import lobby_layout
from bot.messages.table.render_context import RenderContext
from bot.messages.table.table_summary import summary_layout
from bot.messages.words import Words
from bot.rummy.events import CardDiscarded, CardDrawn, CardsLaidOff, DiscardTaken, MeldLaid
from bot.rummy.legal_moves import legal_moves
from bot.rummy.variant import Variant
from bot.tables.apply_event import apply_event
from bot.tables.automatic_turns import play_automatic_turns
from bot.tables.computer_players import OwnComputers
from bot.tables.events import DayDeal, Event, Invitation, PauseBegun, Reservation, TableOpened
from bot.tables.lobby_requests import Join, Request, Start
from bot.tables.match_requests import AskEnd, Cancel, Forfeit, Play, Ready, decide_request
from bot.tables.ports import Person
from bot.tables.seat_events import EndVoteBegun, SeatTakenOver
from bot.tables.table import Phase, Table
from tests.rummy.gauntlet import Policy, eager

PEOPLE = {number: Person(number, 100 + number, str(number) * 3, "en-US", None) for number in range(1, 7)}
MANAGER = Cancel(by_manager=True)
MOST_MOVES = 400
TURNS = read_turns()
COMPUTERS = OwnComputers(lambda: "any seed")


@dataclass
class PlayedTable:
    """One table, from the lobby to the end; `events` is its log."""

    rules: Variant
    dice: random.Random
    events: list[Event] = field(default_factory=list)
    reserved: Reservation | None = None
    again: Invitation | None = None
    is_private: bool = False
    thread: bool = False
    day: DayDeal | None = None

    def __post_init__(self) -> None:
        rules = replace(self.rules, title="77")
        about = {"reserved": self.reserved, "again": self.again, "is_private": self.is_private, "day": self.day}
        opened = TableOpened(10, 20, host=1, variant=rules, thread=self.thread, at=1, **about)  # type: ignore[arg-type]
        self.events.append(opened)
        self.table = apply_event(1, None, opened)

    def ask(self, person: int | None, request: Request) -> None:
        before = self.table.phase
        events = decide_request(self.table, person, request, self._seed, COMPUTERS)
        for event in events:
            self.record(event)
        if any(isinstance(event, SeatTakenOver) for event in events) and len(self.table.seated_people()) > 1:
            self.record(EndVoteBegun(86_400_000))
        if self.is_private:
            for event in play_automatic_turns(self.table, COMPUTERS):
                self.record(event)
        elif self.table.phase == Phase.PAUSE != before:
            self.record(PauseBegun(60_000))

    def _seed(self) -> str:
        return f"{self.dice.getrandbits(256):064x}"

    def record(self, event: Event) -> None:
        self.events.append(event)
        self.table = apply_event(1, self.table, event)

    def seat(self, players: int) -> "PlayedTable":
        for guest in range(2, players + 1):
            self.ask(guest, Join())
        return self

    def play(self, policy: Policy, *, moves: int = MOST_MOVES, leaving: float = 0) -> "PlayedTable":
        """Play at most this many moves, then end the match. `leaving` is how likely a player leaves at each move."""
        self.ask(1, Start())
        for _ in range(moves):
            match, person = self.table.match, self.table.person_to_act()
            assert match is not None
            if match.is_over:
                break
            if self.dice.random() < leaving:
                self.ask(self.dice.choice(self.table.seated_people()), Forfeit())
            elif person is None:
                self.ask(self.table.seated_people()[len(self.table.ready_people)], Ready())
                if not self.table.end_requests:
                    self.ask(self.table.seated_people()[0], AskEnd())
            else:
                seat = match.seat_to_act()
                assert seat is not None
                self.ask(person, Play(policy(self.dice, match, legal_moves(match, seat))))
        while self.table.phase != Phase.OVER:
            self.ask(next(person for person in self.table.seated_people() if person not in self.table.end_requests), AskEnd())
        return self


def all_layouts(events: list[Event], say: Words, emoji: CardEmoji = NO_EMOJI) -> Iterator[ui.LayoutView]:
    """Render every message about the table after each event: in the channel, the hands, and answers to commands.

    The summary is a player's after one event and a watcher's after the next. Moves change no confirmation, so none is rendered.
    """
    story = Story(1)
    for nth, event in enumerate(events):
        story, pages = advance_story(story, event)
        assert story.table is not None
        table, context = story.table, context_for(story.table, say, emoji)
        for page in pages:
            context = context_for(page.table, say, emoji)
            yield lobby_layout(context, (20, 30)) if page.key == LOBBY else page_layout(page, context)
            if page.kind in ("deal", "score", "end"):
                yield channel_line_layout(context)
            if page.kind == "round":
                yield mention_layout(context, (1,), is_new=False)
                yield mention_layout(context, (1, 2), is_new=True)
                yield mention_layout(context, (1,), is_new=False, by=2)
        if table.match is None:
            yield cancel_layout(context)
            continue
        if table.match.deal is not None:
            yield summary_layout(context, (1, None)[nth % 2])
            yield from (hand_layout(context, person, note="9") for person in table.seats.people)
        if not isinstance(event, CardDrawn | DiscardTaken | MeldLaid | CardsLaidOff | CardDiscarded):
            yield forfeit_layout(context)
            yield from (end_layout(context, person) for person in table.seated_people()[:1])
            yield cancel_layout(context)


def context_for(table: Table, say: Words, emoji: CardEmoji = NO_EMOJI) -> RenderContext:
    """Return a context in which nobody's name has letters: people are 111, 222 …, and computers 1111, 2222 …"""
    names = Names(PEOPLE, table, computers={number: str(-number) * 4 for number in table.seats.computers})
    return RenderContext(table, say, names, "99", 20, may_open_thread=True, turns=TURNS, emoji=emoji)


def played_match(rules: Variant, players: int, seed: int = 1) -> PlayedTable:
    """Return a table whose match has been played to its end, melding immediately."""
    return PlayedTable(rules, random.Random(seed)).seat(players).play(eager)


def tables_after_events(events: list[Event]) -> Iterator[tuple[Event, Table]]:
    """Yield each event with the table after it."""
    story = Story(1)
    for event in events:
        story, _ = advance_story(story, event)
        assert story.table is not None
        yield event, story.table
