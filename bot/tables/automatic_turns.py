"""The turns that nobody has to be waited for: those of computers, of people who are away, and of people whose time is up."""

from bot.players.choice import Level
from bot.rummy.apply import fold
from bot.rummy.decide import decide
from bot.rummy.match import Match
from bot.rummy.moves import Challenge, Knock, SeatMove
from bot.rummy.refusals import IllegalMove
from bot.rummy.view import view_for
from bot.tables.apply_event import apply_events
from bot.tables.lobby_requests import ComputerPlayers, Events
from bot.tables.seat_events import TurnPlayedFor
from bot.tables.table import Phase, Table, is_computer

MOST_TURNS = 12
"""The most turns that are played together: everyone sees them at once."""
_MOST_MOVES = 60


def play_automatic_turns(table: Table, players: ComputerPlayers) -> Events:
    """Return the events of the turns up to the next person who plays, the end of the deal, or `MOST_TURNS`."""
    events: Events = ()
    for _ in range(MOST_TURNS):
        if table.phase != Phase.DEAL or not table.plays_by_itself():
            break
        turn = turn_played_by_table(table, players)
        table = apply_events(table, turn)
        events += turn
    return events


def turn_played_by_table(table: Table, players: ComputerPlayers) -> Events:
    """Return the events of the current turn, played by a computer for itself or for the person whose turn it is.

    In a match that may count, a person's turn is minimal; in others a computer plays it, but never knocks or challenges.
    """
    player, match = table.player_to_act(), table.begun_match
    assert player is not None
    if is_computer(player):
        return _turn(match, table.seats.computers[player], players)
    level = None if table.may_count else Level.NORMAL
    return (TurnPlayedFor(player), *_turn(match, level, players, never=(Knock, Challenge)))


def _turn(match: Match, level: Level | None, players: ComputerPlayers, never: tuple[type[SeatMove], ...] = ()) -> Events:
    """Return the events of the rest of the current turn.

    After a move that is refused or `never` made, or more moves than a turn can need, the rest of it is minimal.
    """
    seat, turn = match.seat_to_act(), _turn_of(match)
    assert seat is not None
    played: Events = ()
    for count in range(2 * _MOST_MOVES):
        view = view_for(match, seat)
        move = None if level is None or count > _MOST_MOVES else players.choose(view, level)
        if move is None or isinstance(move, never):
            level, move = None, players.minimal(view)
        try:
            new = decide(match, seat, move)
        except IllegalMove:
            if level is None:
                raise
            players.note_refused(level, move)
            level = None
            continue
        played += new
        after = fold(new, match)
        assert after is not None
        match = after
        if _turn_of(match) != turn:
            break
    return played


def _turn_of(match: Match) -> tuple[int, int] | None:
    """Return the numbers of the deal and of its turn; None outside a deal."""
    if match.seat_to_act() is None or match.deal is None:
        return None
    return match.deal.number, match.deal.turn.number
