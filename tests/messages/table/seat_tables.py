"""Tables at which people leave, are removed, take seats or stay away; played by the rules alone."""

import random
from collections.abc import Iterator

from bot.players.choice import Level
from bot.rummy.legal_moves import legal_moves
from bot.rummy.moves import DRAW
from bot.tables.events import Clock, Pace
from bot.tables.lobby_requests import Agree, Start
from bot.tables.match_requests import AskEnd, Cancel, Forfeit, Play, Remove, TakeSeat
from bot.tables.rule_requests import AddComputer, ChangeClock
from bot.tables.seat_events import SeasonOver, TurnBegun, TurnPlayedFor
from bot.tables.table import Phase
from bot.tables.time_requests import PlayOn, TimeIsUp
from tests.messages.table.played_tables import PlayedTable
from tests.rummy.presets import variant

LONG = {"match_target": "none", "match_deals": 20, "hand_size": 3, "recycle_max": 0}


def started(people: int, *computers: Level, seed: int = 1, pace: Pace | None = None) -> PlayedTable:
    """Return a table whose match has just started."""
    played = PlayedTable(variant("rami", **LONG), random.Random(seed)).seat(people)
    for level in computers:
        played.ask(1, AddComputer(level))
    if pace is not None:
        played.ask(1, ChangeClock(Clock(pace)))
    for person in sorted(played.table.people_to_agree):
        played.ask(person, Agree())
    played.ask(1, Start())
    return played


def play_turn(played: PlayedTable) -> None:
    """Play one turn: computers as they want; people draw and discard."""
    if played.table.plays_by_itself():
        played.ask(None, PlayOn())
        return
    turn, person = played.table.current_turn, played.table.person_to_act()
    while played.table.current_turn == turn:
        assert played.table.match is not None
        moves = legal_moves(played.table.match, played.table.match.seat_to_act() or 0)
        played.ask(person, Play(DRAW if DRAW in moves else moves[-1]))


def play_deal(played: PlayedTable) -> PlayedTable:
    while played.table.phase == Phase.DEAL:
        play_turn(played)
    return played


def set_away(played: PlayedTable, person: int) -> None:
    """Let turns of the person have been played for them twice in a row."""
    for _ in range(2):
        played.record(TurnPlayedFor(person))


def abandon(played: PlayedTable) -> PlayedTable:
    """Let nobody move until the table is closed."""
    played.record(TurnBegun(0, None, 1000))
    played.ask(None, TimeIsUp(played.table.step, 1000))
    return played


def close_by_season(played: PlayedTable) -> PlayedTable:
    """Let a season wait for the match until it closes the table."""
    for event in (TurnBegun(0, None, 100_000), SeasonOver(0, 9000)):
        played.record(event)
    play_turn(played)
    played.record(TurnBegun(8000, None, 100_000))
    played.ask(None, TimeIsUp(played.table.step, 9000))
    return played


def seat_tables() -> Iterator[PlayedTable]:
    """Yield tables with every kind of change of who plays in which seat."""
    for computers in ((), (Level.EASY, Level.NORMAL)):
        played = started(4, *computers)
        play_turn(played)
        played.ask(4, Forfeit())
        play_turn(played)
        played.ask(6, Remove(3))
        play_turn(played)
        yield play_deal(played)
        if computers:
            played.ask(5, TakeSeat())
            played.ask(1, AskEnd())
            played.ask(6, Remove(1))
        yield played
        played = started(4, *computers)
        set_away(played, 4)
        set_away(played, 3)
        played.ask(6, Remove(3))
        yield played
        for pace in (Pace.QUICK, Pace.SLOW):
            yield abandon(started(3, *computers, pace=pace))
    yield abandon(play_deal(started(2, Level.EASY)))
    yield close_by_season(started(2))
    played = started(5, Level.EASY)
    set_away(played, 5)
    played.ask(1, AskEnd())
    played.ask(4, Forfeit())
    yield played
    played = started(2)
    played.ask(2, Forfeit())
    yield played
    played = started(2)
    played.ask(6, Cancel(by_manager=True, why="5", leagues=(1,)))
    yield played
    played = started(2, Level.EASY)
    played.ask(2, Forfeit())
    played.ask(1, Forfeit())
    yield played
