"""The story of a table as pages, one message in the channel each. Pure: events in, pages out.

An event opens a page. The page grows while it is the last one, and is closed when the next one opens: its text stays and its
buttons are removed. A round is one turn of each player; with two players, four turns.

Keys: `lobby`, `deal 3`, `round 3.9` (of the third deal, from its ninth turn on), `score 3`, `end`. The deal that decides the
match has no score: the end shows it. Of a match in a thread, the lobby's message becomes the line in the channel.
"""

from dataclasses import dataclass, replace

from bot.rummy.events import CardsDealt, DealEnded, MatchBrokenOff, MatchEnded, MatchStarted
from bot.rummy.match import is_decided
from bot.rummy.view import PublicEvent, public_form
from bot.tables.apply_event import apply_event
from bot.tables.events import EndPressed, Event, LobbyClosed, LobbyEvent, PauseBegun, ReadyPressed
from bot.tables.seat_events import BankUsed, ClockShifted, PersonNudged, PersonReminded, SeatEvent, TurnBegun
from bot.tables.table import PlayedTurn, Table

LOBBY = "lobby"
END = "end"
_ROUND_OF_TWO = 4  # turns
_SEEN_SHIFT = 15_000  # milliseconds: Discord shows times as roughly as "in 2 minutes"


@dataclass(frozen=True, slots=True)
class Page:
    """What one message shows: the table after the last event that changed it, whose version is `version`.

    `events` are those of a deal's announcement, a score or the end. `turns` are those of a round; the last one is being played
    while the page is open.
    """

    key: str
    table: Table
    events: tuple[PublicEvent, ...] = ()
    turns: tuple[PlayedTurn, ...] = ()
    is_open: bool = True
    version: int = 0

    @property
    def kind(self) -> str:
        """What the page shows: the first word of the key."""
        return self.key.split()[0]

    @property
    def deal(self) -> int:
        """The number of the deal that a round, an announcement or a score belongs to."""
        return int(self.key.split()[1].split(".")[0])

    @property
    def ends_deal(self) -> bool:
        """True for the end of a match that a deal has decided, and not a player who left or a vote."""
        return any(isinstance(event, DealEnded) for event in self.events)

    @property
    def is_empty(self) -> bool:
        """True for a round in which nothing happened before the deal or match ended."""
        return self.kind == "round" and not self.is_open and not any(turn.events for turn in self.turns)


@dataclass(frozen=True, slots=True)
class Story:
    """The table after the events read so far, and the page that is open."""

    number: int
    table: Table | None = None
    page: Page | None = None


def page_before_deal(table: Table) -> str:
    """Return the key of the page that is shown while the next deal is awaited: the lobby's, or that of the last score."""
    return LOBBY if table.match is None else f"score {table.deal_number}"


def advance_story(story: Story, event: Event) -> tuple[Story, tuple[Page, ...]]:
    """Return the story after one more event, and the pages that the event opened, changed or closed, in order."""
    table = apply_event(story.number, story.table, event)
    if story.page is not None and is_unseen(event):
        return Story(story.number, table, replace(story.page, table=table, version=table.version)), ()
    pages = tuple(replace(page, version=table.version) for page in _pages_after(story.page, table, event))
    return Story(story.number, table, pages[-1]), pages


def is_unseen(event: Event) -> bool:
    """Return True for events of the clock that no message shows, or that are shown well enough without an edit."""
    match event:
        case BankUsed() | PersonReminded() | PersonNudged() | TurnBegun(until=None):
            return True
        case ClockShifted(by=by):
            return abs(by) < _SEEN_SHIFT
        case _:
            return False


def _pages_after(page: Page | None, table: Table, event: Event) -> tuple[Page, ...]:
    if page is not None and isinstance(event, PauseBegun | ReadyPressed | EndPressed | SeatEvent):
        turns = _turns_from(table, page.turns[0].number) if page.kind == "round" and page.is_open else page.turns
        return (replace(page, table=table, turns=turns),)
    if page is None or isinstance(event, LobbyEvent | MatchStarted):
        return (Page(LOBBY, table, is_open=not isinstance(event, LobbyClosed | MatchStarted)),)
    if isinstance(event, CardsDealt):
        announced = Page(f"deal {event.deal}", table, (public_form(event),), is_open=False)
        closed = (replace(page, is_open=False),) if page.kind == "score" else ()
        return (*closed, announced, _round_page(table))
    if isinstance(event, MatchEnded | MatchBrokenOff):
        closed = (_close_page(page, table, event),) if page.is_open else ()
        deal = None if table.match is None else table.match.deal
        decided_by = (deal.end,) if not page.is_open and deal is not None and deal.end is not None else ()
        return (*closed, *_line_in_channel(table), Page(END, table, (*decided_by, event), is_open=False))
    if page.kind != "round":
        return (replace(page, table=table, events=(*page.events, public_form(event))),)
    grown = replace(page, table=table, turns=_turns_from(table, page.turns[0].number))
    if isinstance(event, DealEnded):
        over = replace(grown, is_open=False)
        if is_decided(table.begun_match):
            return (over,)
        return (over, *_line_in_channel(table), Page(f"score {len(table.begun_match.ended_deals)}", table, (event,)))
    players = 0 if table.match is None else len(table.match.staying_seats())
    round_size = _ROUND_OF_TWO if players == 2 else players
    if len(page.turns) >= round_size and table.turns[-1].number > page.turns[-1].number:
        return (replace(grown, turns=grown.turns[:-1], is_open=False), _round_page(table))
    return (grown,)


def _line_in_channel(table: Table) -> tuple[Page, ...]:
    """Return the lobby's page, which has the score of a match that is played in a thread."""
    return (Page(LOBBY, table, is_open=False),) if table.thread else ()


def _close_page(page: Page, table: Table, event: MatchEnded | MatchBrokenOff) -> Page:
    if page.kind == "round":
        return replace(page, table=table, turns=_turns_from(table, page.turns[0].number), is_open=False)
    events = (*page.events, event) if isinstance(event, MatchBrokenOff) else page.events
    return replace(page, table=table, events=events, is_open=False)


def _round_page(table: Table) -> Page:
    """Return the page that begins with the current turn."""
    current = table.turns[-1]
    return Page(f"round {table.deal_number}.{current.number}", table, turns=(current,))


def _turns_from(table: Table, number: int) -> tuple[PlayedTurn, ...]:
    return tuple(turn for turn in table.turns if turn.number >= number)
