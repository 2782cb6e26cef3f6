"""The story of a table as pages, one message in the channel each. Pure: events in, pages out.

An event opens a page. The page grows while it is the last one, and is closed when the next one opens: its text stays and its
buttons are removed. Keys: `lobby`, `deal 3`, `turn 3.12` (third deal, twelfth turn), `score 3`, `end`.
"""

from dataclasses import dataclass, replace

from bot.rummy.events import CardDiscarded, CardsDealt, DealEnded, MatchBrokenOff, MatchEnded, MatchStarted, SeatLeft
from bot.rummy.view import PublicEvent, public_form
from bot.tables.events import (
    EndPressed,
    Event,
    LobbyClosed,
    LobbyEvent,
    ReadyPressed,
    RulesAgreed,
    RulesChanged,
    SatDown,
    StoodUp,
    TableOpened,
)
from bot.tables.table import Table, apply_event

LOBBY = "lobby"
END = "end"


@dataclass(frozen=True, slots=True)
class Page:
    """What one message shows: its events, and the table after the last of them. `seat` is the seat whose turn it shows.

    `version` is that of the event that has changed it last.
    """

    key: str
    table: Table
    events: tuple[PublicEvent, ...] = ()
    is_open: bool = True
    seat: int | None = None
    version: int = 0

    @property
    def kind(self) -> str:
        """The first word of the key."""
        return self.key.split()[0]


@dataclass(frozen=True, slots=True)
class Story:
    """The table after the events read so far, and the page that is open."""

    number: int
    table: Table | None = None
    page: Page | None = None


def advance_story(story: Story, event: Event) -> tuple[Story, tuple[Page, ...]]:
    """Return the story after one more event, and the pages that the event opened, changed or closed, in order."""
    before, table = story.table, apply_event(story.number, story.table, event)
    pages = tuple(replace(page, version=table.version) for page in _pages_after(story.page, before, table, event))
    return Story(story.number, table, pages[-1]), pages


def _pages_after(page: Page | None, before: Table | None, table: Table, event: Event) -> tuple[Page, ...]:
    if page is None or isinstance(event, TableOpened | SatDown | StoodUp | RulesChanged | RulesAgreed):
        return (Page(LOBBY, table),)
    if isinstance(event, LobbyClosed | MatchStarted):
        return (Page(LOBBY, table, is_open=False),)
    if isinstance(event, ReadyPressed | EndPressed):
        return (replace(page, table=table),)
    if isinstance(event, CardsDealt):
        announced = Page(f"deal {event.deal}", table, (public_form(event),), is_open=False)
        closed = (replace(page, is_open=False),) if page.kind == "score" else ()
        return (*closed, announced, _turn_page(table))
    if isinstance(event, MatchEnded | MatchBrokenOff):
        return (_close_page(page, table, event), Page(END, table, (public_form(event),), is_open=False))
    assert not isinstance(event, LobbyEvent)
    grown = replace(page, table=table, events=(*page.events, public_form(event)))
    if isinstance(event, DealEnded):
        ended_deals = len(table.match.ended_deals) if table.match else 0
        return (replace(grown, is_open=False), Page(f"score {ended_deals}", table, (event,)))
    if before is not None and page.kind == "turn" and _turn_key(before) != _turn_key(table) and not _is_last(event, table):
        return (replace(grown, is_open=False), _turn_page(table))
    return (grown,)


def _is_last(event: Event, table: Table) -> bool:
    """Return whether the deal or match ends with the events that follow, so that no other turn opens."""
    played = table.match
    assert played is not None
    match event:
        case CardDiscarded(seat=seat):
            return played.deal is not None and not played.deal.hands[seat]
        case SeatLeft():
            return len(played.staying_seats()) == 1 or set(table.seated_people()) <= table.end_requests
        case _:
            return False


def _close_page(page: Page, table: Table, event: MatchEnded | MatchBrokenOff) -> Page:
    events = (*page.events, event) if page.kind == "turn" and isinstance(event, MatchBrokenOff) else page.events
    return replace(page, table=table, events=events, is_open=False)


def _turn_page(table: Table) -> Page:
    assert table.match is not None
    return Page(_turn_key(table), table, seat=table.match.seat_to_act())


def _turn_key(table: Table) -> str:
    assert table.match is not None
    assert table.match.deal is not None
    return f"turn {table.match.deal.number}.{table.match.deal.turn.number}"
