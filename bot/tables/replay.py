"""A finished match again, step by step, from the stored events of its table: its deals, their turns, the table after each step.

Everyone's cards are in it, so it is made only of a match that is over. Who may see it is judged where it is asked for.
"""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from bot.rummy.events import Awaited, CardDrawn, CardsDealt, DealEnded, MatchBrokenOff, MatchEnded, MatchStarted, TurnOpened
from bot.rummy.events import Event as MatchEvent
from bot.rummy.match import Deal, Match
from bot.rummy.view import DrawnFaceDown, PublicEvent, deal_face_up, event_face_up
from bot.tables.apply_event import apply_event
from bot.tables.events import Event
from bot.tables.seat_events import SeatTaken, SeatTakenOver
from bot.tables.table import PlayedTurn, Table
from bot.wording.sentence import Refusal, Refused

StepEvent = PublicEvent | SeatTakenOver | SeatTaken
_SHOWS_NOTHING = (MatchStarted, TurnOpened, MatchEnded, MatchBrokenOff)


class MatchNotOver(Refusal):
    number: int
    sentence = "The match at table {number} isn't over yet. You can watch it again at its end."


class NothingPlayed(Refusal):
    number: int
    sentence = "Table {number} closed before its first deal. There's nothing to watch."


class Step(Struct, frozen=True):
    """One thing that happened, with the table and the deal after it, with all cards.

    - `event` is face up: it says which card was drawn.
    - `turn` is the number of the turn in which it happened, None for the deal and for what comes after the last turn.
    - `player` played the seat of the event when it happened; None for an event of no seat.
    """

    event: StepEvent
    table: Table
    deal: Deal
    turn: int | None = None
    player: int | None = None

    @property
    def match(self) -> Match:
        """The match after the step."""
        return self.table.begun_match


class ReplayedDeal(Struct, frozen=True):
    """A deal from its first step, the dealing, to the last one before the next deal: the end, or who came or left after it.

    The last step's table is that of the deal's text. `turns` are those of this table, with the cards that were drawn. Nothing
    may have happened in the last one when the match ended.
    """

    number: int
    steps: tuple[Step, ...]
    turns: tuple[PlayedTurn, ...]


class Replay(Struct, frozen=True):
    """A finished match: its table at the end, and its deals, at least one. The last deal may have no end."""

    table: Table
    deals: tuple[ReplayedDeal, ...]

    @property
    def steps(self) -> int:
        return sum(len(deal.steps) for deal in self.deals)

    @property
    def match(self) -> Match:
        """The match at its end."""
        return self.table.begun_match


def replay_of(number: int, events: Iterable[Event]) -> Replay:
    """Return the replay of the match at the table with this number, of which these are all events.

    A match that was broken off has one, too. Raise Refused(MatchNotOver) or Refused(NothingPlayed). A damaged log may raise
    anything, as a fold does.
    """
    table: Table | None = None
    found = list[tuple[Table, MatchEvent | SeatTakenOver | SeatTaken, Table]]()
    for event in events:
        before, table = table, apply_event(number, table, event)
        if before is None or table.match is None or table.match.deal is None:
            continue
        if isinstance(event, MatchEvent | SeatTakenOver | SeatTaken) and not isinstance(event, _SHOWS_NOTHING):
            found.append((before, event, table))
    if table is not None and table.lobby.closing_reason is not None:
        raise Refused(NothingPlayed(number))
    if table is None or table.match is None or not table.match.is_over:
        raise Refused(MatchNotOver(number))
    if not found:
        raise Refused(NothingPlayed(number))
    starts = [place for place, (_, event, _) in enumerate(found) if isinstance(event, CardsDealt)]
    finished, ends = table.match, [*starts[1:], len(found)]
    return Replay(table, tuple(_deal(found[start:end], finished) for start, end in zip(starts, ends, strict=True)))


def _deal(found: Sequence[tuple[Table, MatchEvent | SeatTakenOver | SeatTaken, Table]], finished: Match) -> ReplayedDeal:
    steps = tuple(_step(before, event, table, finished) for before, event, table in found)
    drawn = (step.event for step, (_, event, _) in zip(steps, found, strict=True) if isinstance(event, CardDrawn))
    last = steps[-1].table
    return ReplayedDeal(steps[0].deal.number, steps, tuple(_face_up(turn, drawn) for turn in last.turns))


def _step(before: Table, event: MatchEvent | SeatTakenOver | SeatTaken, table: Table, finished: Match) -> Step:
    match, deal = before.begun_match, deal_face_up(table.begun_match, finished)
    assert deal is not None
    seat, turn = getattr(event, "seat", None), None
    if match.deal is not None and match.awaits != Awaited.DEAL and not isinstance(event, CardsDealt | DealEnded):
        turn = match.deal.turn.number
    shown = event if isinstance(event, SeatTakenOver | SeatTaken) else event_face_up(event, finished)
    return Step(shown, table, deal, turn, None if seat is None else before.seats.occupants[seat])


def _face_up(turn: PlayedTurn, drawn: Iterator[StepEvent]) -> PlayedTurn:
    """Return the turn with the cards that were drawn in it: `drawn` yields them in their order."""
    events = [next(drawn) if isinstance(event, DrawnFaceDown) else event for event in turn.events]
    return replace(turn, events=tuple(events))
