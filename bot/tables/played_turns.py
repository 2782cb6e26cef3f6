"""What everyone saw of the current deal: its turns, the lines of its messages and of the hands, and who took whose seat."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from bot.rummy.events import CardDiscarded, CardsDealt, DealEnded, MatchBrokenOff, MatchEnded, SeatLeft
from bot.rummy.events import Event as MatchEvent
from bot.rummy.match import Awaited, Match
from bot.rummy.view import PublicEvent, public_form


class PlayedTurn(Struct, frozen=True):
    """What everyone saw of one turn; `number` counts from 1 in each deal. Nothing has happened yet in a turn without events.

    `is_played_for` is True if the turn, or the rest of it, was played for a person whose time was up; with `was_away`, for one
    for whom nobody waited, because they are away. `player` is who played it if somebody else has the seat now; None if the
    seat's player did.
    """

    number: int
    seat: int
    events: tuple[PublicEvent, ...] = ()
    is_played_for: bool = False
    was_away: bool = False
    player: int | None = None


def add_to_turns(turns: tuple[PlayedTurn, ...], event: MatchEvent, match: Match) -> tuple[PlayedTurn, ...]:
    """Return the turns after one more event; `match` is the match after it. A new deal begins with its first turn only."""
    deal, seat = match.deal, match.seat_to_act()
    if isinstance(event, CardsDealt):
        assert deal is not None
        assert seat is not None
        return (PlayedTurn(deal.turn.number, seat),)
    if not turns or deal is None:
        return turns
    *before, last = turns
    if isinstance(event, DealEnded | MatchEnded | MatchBrokenOff):
        return turns if last.events else tuple(before)
    if match.awaits == Awaited.DEAL:  # somebody leaves between two deals
        return turns
    grown = (*before, replace(last, events=(*last.events, public_form(event))))
    if seat is None or deal.turn.number == last.number or is_last_play(event, match):
        return grown
    return (*grown, PlayedTurn(deal.turn.number, seat))


def is_last_play(event: MatchEvent, match: Match) -> bool:
    """Return True if the event ends the deal or match, although `DealEnded` or `MatchEnded` only comes after it."""
    match event:
        case CardDiscarded(seat=seat):
            return match.deal is not None and not match.deal.hands[seat]
        case SeatLeft():
            return len(match.staying_seats()) == 1
        case _:
            return False


def seats_that_played(turns: Iterable[PlayedTurn]) -> frozenset[int]:
    """Return the seats that have finished a turn of a deal in play, or for which it was finished."""
    return frozenset(turn.seat for turn in turns if any(isinstance(event, CardDiscarded) for event in turn.events))


def mark_played_for(turns: tuple[PlayedTurn, ...], *, is_away: bool) -> tuple[PlayedTurn, ...]:
    """Return the turns, the last of which is played for a person, without waiting for them if they are away."""
    return (*turns[:-1], replace(turns[-1], is_played_for=True, was_away=is_away)) if turns else turns


def mark_played_by(turns: tuple[PlayedTurn, ...], seat: int, player: int) -> tuple[PlayedTurn, ...]:
    """Return finished turns after another player has got the seat: these were played by the one before."""
    return tuple(replace(turn, player=player) if turn.seat == seat and turn.player is None else turn for turn in turns)


class SeatChange(Struct, frozen=True):
    """A change of who plays in a seat: `before` played there until then, and `player` from then on. One of them is a computer.

    `turn` is the number of the turn in which that happened, None between two deals. `is_removed` is True if the person didn't
    leave by themselves, and `removed_by` is the manager who removed them, if one did. Changes of a seat in one pause are one
    change; `left` is the last one who left the seat.
    """

    seat: int
    before: int
    player: int
    turn: int | None
    is_removed: bool = False
    left: int = 0
    removed_by: int | None = None


def with_change(changes: tuple[SeatChange, ...], change: SeatChange) -> tuple[SeatChange, ...]:
    """Return the changes with one more, which is joined to one of the same seat in the same pause."""
    same = next((one for one in changes if change.turn is None is one.turn and one.seat == change.seat), None)
    if same is None:
        return (*changes, change)
    others = (one for one in changes if one is not same)
    return (*others, replace(change, before=same.before))
