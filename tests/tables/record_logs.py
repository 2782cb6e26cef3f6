"""Recorder of logs: plays tables and writes their logs in the current spelling: `python -m tests.tables.record_logs paused …`.

A file has an event per line. Beside it is the outcome that its fold must have, forever. Existing files are never overwritten:
when the spelling changes, record the tables with what has changed, and commit their files beside the old ones.
"""

import asyncio
import json
import random
import sys
from collections.abc import Sequence, Set
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bot.players.choice import Level
from bot.players.computer_player import choose_move
from bot.rummy.events import Challenged, ChallengeRefused, JokerSwapped, MeldRetired, TakenBack
from bot.rummy.moves import LayOff, SeatMove
from bot.rummy.variant import Length, Variant
from bot.rummy.view import view_for
from bot.storage.store import open_store
from bot.tables.events import SPELLING, Clock, Event, Pace, Reservation, encode
from bot.tables.lobby_requests import Agree, Join, StandUp, Start
from bot.tables.match_requests import AskEnd, Cancel, ComeBack, Forfeit, Play, Ready, Remove, TakeSeat
from bot.tables.play_again import invite_again
from bot.tables.ports import ClockAndSeeds
from bot.tables.rule_requests import AddComputer, ChangeClock, ChangeLength, ChangeRule, ChangeSettings, RemoveComputer
from bot.tables.service import Tables
from bot.tables.table import Phase, Table
from bot.tables.time_requests import NUDGE_LASTS, GiveTimeBack, LimitForSeason, Nudge, PlayOn, TimeIsUp
from tests.rummy.gauntlet.games import GAME_FACTS
from tests.rummy.presets import variant
from tests.tables.days_people import MONDAY, begin, play_move
from tests.tables.opening import open_reserved, open_table
from tests.tables.table_service import ANN, BEN, CEM, DEE, TableService, fickle, idle, mixed

HALF_AN_HOUR: dict[str, Any] = {"match_target": "none", "match_deals": 6}
LOGS = Path(__file__).parent / "logs"


async def rami(service: TableService) -> Table:
    """Two people play to 100. A third one joins and leaves the lobby; everyone presses Ready after each deal."""
    table = await service.open_lobby(CEM, BEN)
    await service.tables.change(table.number, CEM, StandUp())
    table = await service.play(await service.tables.change(table.number, ANN, Start()), mixed())
    while table.phase == Phase.PAUSE:
        await service.tables.change(table.number, BEN, Ready())
        table = await service.play(await service.tables.change(table.number, ANN, Ready()), mixed())
    return table


async def ramino(service: TableService) -> Table:
    """Four people: the stock is recycled, one leaves in the middle of a turn, and all but one leave in the second deal."""
    table = await service.start_match(BEN, CEM, DEE, rules=variant("ramino"))
    table = await service.play(table, idle, turns=30)
    leaver = table.person_to_act()
    table = await service.play(await service.tables.change(table.number, leaver, Forfeit()), mixed())
    await service.tables.change(table.number, table.seated_people()[0], AskEnd())
    for person in table.seated_people():
        table = await service.tables.change(table.number, person, Ready())
    table = await service.play(table, mixed(), turns=2)
    for person in table.seated_people()[1:]:
        table = await service.tables.change(table.number, person, Forfeit())
    return table


async def broken_off(service: TableService) -> Table:
    """Two people end the match in the middle of the first deal, with melds on the table."""
    table = await service.open_lobby(rules=variant("rami", match_target="none", match_deals=3))
    await service.tables.change(table.number, BEN, Join())
    table = await service.play(await service.tables.change(table.number, ANN, Start()), mixed(), turns=9)
    await service.tables.change(table.number, BEN, AskEnd())
    return await service.tables.change(table.number, ANN, AskEnd())


async def cancelled(service: TableService) -> Table:
    """A manager who doesn't play breaks the match off in the first deal, and says why."""
    table = await service.play(await service.start_match(BEN, rules=variant("rami")), mixed(), turns=3)
    return await service.tables.change(table.number, CEM, Cancel(by_manager=True, why="too *late*", leagues=(1, 3)))


async def closed(service: TableService) -> Table:
    """A lobby without a match: the host stands up, and a manager cancels it."""
    table = await service.open_lobby(BEN, rules=variant("ramino"))
    await service.tables.change(table.number, ANN, StandUp())
    return await service.tables.change(table.number, None, Cancel(by_manager=True))


async def same_deals(service: TableService) -> Table:
    """A table of a round in which all tables play the same two deals, and each seat draws from its own part of the stock."""
    rules = variant("rami", match_target="none", match_deals=2, stock="own")
    reserved = Reservation(0, (ANN, BEN), tournament=1, round=1, deals="5c" * 32)
    table = await open_reserved(service.tables, rules, reserved)
    table = await service.play(await service.tables.change(table.number, BEN, Join()), mixed())
    return await service.play(await service.tables.change(table.number, None, TimeIsUp(table.step, service.now)), mixed())


async def daily(service: TableService) -> Table:
    """Ann plays the deal of a day with a house rule against two *normal* computers."""
    table = await begin(service, ANN, MONDAY + 5)
    while table.phase == Phase.DEAL:
        table, _ = await play_move(service, table)
    return table


async def again(service: TableService) -> Table:
    """Three people play again, two deals: one declines, the seats are freed, and another person takes the free one."""
    rules = variant("rami", match_target="none", match_deals=2)
    table = await service.start_match(BEN, CEM, rules=rules)
    table = await service.tables.change(table.number, ANN, Forfeit())
    table = await service.tables.change(table.number, BEN, AskEnd())
    table = await service.tables.change(table.number, CEM, AskEnd())
    invitation = invite_again(table, ANN, service.now)
    table = await open_table(service.tables, 10, 20, ANN, rules, thread=False, again=invitation)
    await service.tables.change(table.number, CEM, StandUp())
    await service.tables.change(table.number, None, TimeIsUp(0, 0))
    for guest in (DEE, BEN):
        await service.tables.change(table.number, guest, Join())
    table = await service.play(await service.tables.change(table.number, ANN, Start()), mixed())
    return await service.play(await service.tables.change(table.number, None, TimeIsUp(table.step, service.now)), mixed())


async def house_rules(service: TableService) -> Table:
    """The host changes a rule, and the guest agrees. The table is cancelled before the guest agrees to the next change."""
    table = await service.open_lobby(BEN)
    await service.tables.change(table.number, ANN, ChangeRule("scoring", "payment 6"))
    await service.tables.change(table.number, BEN, Agree())
    await service.tables.change(table.number, ANN, ChangeRule("meld_all_at_once", "4 5 6"))
    return await service.tables.change(table.number, ANN, Cancel(by_manager=False))


async def short(service: TableService) -> Table:
    """The host chooses a short match in a thread; the guest who was there agrees, and the one who joins later needn't."""
    table = await service.open_lobby(BEN)
    await service.tables.change(table.number, ANN, ChangeLength(Length.SHORT))
    await service.tables.change(table.number, ANN, ChangeSettings(thread=True))
    await service.tables.change(table.number, BEN, Agree())
    await service.tables.change(table.number, CEM, Join())
    table = await service.play(await service.tables.change(table.number, ANN, Start()), mixed())
    while table.phase == Phase.PAUSE:
        for person in table.seated_people():
            table = await service.tables.change(table.number, person, Ready())
        table = await service.play(table, mixed())
    return table


async def wrotham(service: TableService) -> Table:
    """Six deals between two people: jokers are swapped, melds taken back, and the last three need all melds in one turn."""
    return await _to_the_end(service, "wrotham", {JokerSwapped, TakenBack})


async def cuccu(service: TableService) -> Table:
    """A match to 101 with the Cuccù deck; melds of four leave the table."""
    return await _to_the_end(service, "cuccu", {MeldRetired, TakenBack})


async def gin(service: TableService) -> Table:
    """Two people play gin to 50 as computers do; the first lay-off of each knock is made by itself."""
    return await _as_computers(service, variant("gin", match_target=50))


async def rummy500(service: TableService) -> Table:
    """Two people play two deals of 500 rummy as computers do, and take cards of the pile."""
    return await _as_computers(service, variant("rummy500", match_target="none", match_deals=2))


async def ten_stages(service: TableService) -> Table:
    """Two people play three deals of Ten stages as computers do; jokers skip."""
    return await _as_computers(service, variant("ten_stages", match_deals=3))


async def _as_computers(service: TableService, rules: Variant) -> Table:
    table = await service.start_match(BEN, rules=rules)
    while table.phase != Phase.OVER:
        if table.phase == Phase.PAUSE:
            for person in table.seated_people():
                table = await service.tables.change(table.number, person, Ready())
            continue
        assert table.match is not None
        view = view_for(table.match, table.match.seat_to_act())
        assert view.deal is not None
        laid = next((move for move in view.moves if isinstance(move, LayOff) and not view.deal.table_plays), None)
        move = laid or choose_move(view, Level.NORMAL, rules.name)
        table = await service.tables.change(table.number, table.person_to_act(), Play(move, table.step))
    return table


async def colonel(service: TableService) -> Table:
    """A match of Colonel to 100 with challenges."""
    return await _to_the_end(service, "colonel", {Challenged, ChallengeRefused}, 0.3, challenge=True)


async def _to_the_end(service: TableService, game: str, wanted: Set[type], chance: float = 0, **answers: Any) -> Table:
    """Play matches to their end until one has all of these events; return its table. By `chance` a move is any.

    Raise AssertionError if a hundred matches lack some.
    """
    dice, usual = random.Random(1), fickle()

    def policy(moves: list[SeatMove]) -> SeatMove:
        return dice.choice(moves) if dice.random() < chance else usual(moves)

    for _ in range(100):
        table = await service.play(await service.start_match(BEN, rules=variant(game, **answers)), policy)
        while table.phase == Phase.PAUSE:
            await service.tables.change(table.number, BEN, Ready())
            table = await service.play(await service.tables.change(table.number, ANN, Ready()), policy)
        if wanted <= {type(event) for event in await service.store.log.read_events(table.number)}:
            return table
    raise AssertionError(f"no match of {game} has {wanted}")


async def computers(service: TableService) -> Table:
    """Three people and a computer: turns are played for one whose time is up, and one leaves."""
    number = (await service.open_lobby(BEN, CEM, rules=variant("rami", **HALF_AN_HOUR), clock=Clock(Pace.SLOW))).number
    for request in (AddComputer(Level.NORMAL), AddComputer(Level.EASY), RemoveComputer(-1), ChangeClock(Clock(Pace.LIVE))):
        await service.tables.change(number, ANN, request)
    for guest in (BEN, CEM):
        await service.tables.change(number, guest, Agree())
    table = await service.tables.change(number, ANN, Start())
    while not table.timing.is_away(BEN) or table.timing.end_vote_until is None:
        if table.plays_by_itself():
            table = await service.tables.change(number, None, PlayOn())
        elif table.person_to_act() == BEN:
            await service.pass_deadlines(service.now + 5 * 60_000)
            table = await service.tables.get(number)
        else:
            service.now += 100_000  # ten seconds of the time bank
            await service.tables.change(number, None, GiveTimeBack(service.now - 5000, service.now))
            table = await service.play_turn(number)
        if CEM in table.seated_people() and len(table.turns) > 6 and not table.plays_by_itself():
            table = await service.tables.change(number, CEM, Forfeit())
    service.now = table.timing.end_vote_until or 0
    await service.pass_deadlines(service.now)
    return await service.tables.get(number)


async def paused(service: TableService) -> Table:
    """Two people and a clock that pauses: one comes back too late, is removed and takes the seat again; then nobody moves."""
    table = await service.start_match(BEN, CEM, rules=variant("rami", **HALF_AN_HOUR), clock=Clock(Pace.LIVE, pauses=True))
    number = table.number
    await service.pass_deadlines(service.now + 5 * 60_000)
    table = await service.tables.get(number)
    assert table.timing.paused_for is not None
    away = table.timing.paused_for
    await service.tables.change(number, away, ComeBack())
    await service.tables.change(number, DEE, Remove(away))
    vote = (await service.tables.get(number)).timing.end_vote_until
    while (table := await service.tables.get(number)).phase == Phase.DEAL:
        if table.plays_by_itself():
            await service.tables.change(number, None, PlayOn())
        else:
            await service.play_turn(number)
    await service.tables.change(number, DEE, TakeSeat())
    assert vote is not None
    await service.pass_deadlines(vote + 40 * 60_000)
    return await service.tables.get(number)


async def nudged(service: TableService) -> Table:
    """Three people play one deal on the slow clock: in the first turn each of the others reminds the player, once."""
    table = await service.start_match(
        BEN, CEM, rules=variant("rami", match_target="none", match_deals=1), clock=Clock(Pace.SLOW)
    )
    for person in table.seated_people():
        if person != table.person_to_act():
            service.now += NUDGE_LASTS
            await service.tables.change(table.number, person, Nudge(service.now))
    return await service.play(await service.tables.get(table.number), mixed())


async def initials(service: TableService) -> Table:
    """Pictures name one player by an initial and the others by numbers; one leaves."""
    source = ClockAndSeeds(service.clock, lambda: "7" * 64)
    service.tables = Tables(service.store.log, source, service.pauses, marks=lambda _: ("R", "2", "3"))
    table = await service.play(await service.start_match(BEN, CEM, rules=variant("rami", **HALF_AN_HOUR)), mixed(), turns=4)
    return await service.tables.change(table.number, CEM, Forfeit())


async def season(service: TableService) -> Table:
    """Two people without a clock: a season ends, a turn is played after a day, and the slower one has left after seven."""
    number = (await service.start_match(BEN, rules=variant("rami", **HALF_AN_HOUR))).number
    await service.tables.change(number, None, LimitForSeason(service.now, service.now + 7 * 86_400_000))
    await service.pass_deadlines(service.now + 86_400_000)
    for _ in range(4):
        service.now += 3_600_000
        await service.tables.change(number, None, GiveTimeBack(service.now - 60_000, service.now))
        await service.play_turn(number)
    while (table := await service.tables.get(number)).phase != Phase.OVER:
        if table.plays_by_itself():
            await service.tables.change(number, None, PlayOn())
        else:
            await service.pass_deadlines(service.now + 43_200_000)
    return table


def outcome(table: Table) -> dict[str, Any]:
    """Return the outcome of a log's table as plain JSON values."""
    match = table.match
    if match is None:
        return {
            "version": table.version,
            "phase": str(table.phase),
            "people": list(table.seats.people),
            "closed": table.lobby.closing_reason,
        }
    assert match.deal is not None
    return {
        "version": table.version,
        "step": table.step,
        "phase": str(table.phase),
        "people": list(table.seats.people),
        "seating": list(match.seating),
        "left": list(match.left_seats),
        "scores": list(match.scores),
        "placings": None if match.placings is None else list(match.placings),
        "broken_off": match.is_broken_off,
        "deals": [[str(deal.how), deal.winner, deal.rummy, list(deal.points)] for deal in match.ended_deals],
        "hands": [" ".join(hand) for hand in match.deal.hands],
        "melds": [str(meld) for meld in match.deal.melds],
        "played_by": [list(meld.played_by) for meld in match.deal.melds],
        "discards": " ".join(match.deal.discard_pile),
        "stock": " ".join(match.deal.stock),
        "turn": match.deal.turn.seat,
        "recycles": match.deal.recycles,
    }


_PLAYS = {
    play.__name__: play
    for play in (
        rami,
        ramino,
        wrotham,
        cuccu,
        gin,
        colonel,
        rummy500,
        ten_stages,
        broken_off,
        cancelled,
        closed,
        house_rules,
        same_deals,
        daily,
        again,
        short,
        computers,
        paused,
        nudged,
        initials,
        season,
    )
}


async def _record(url: str, name: str) -> tuple[Table, Sequence[Event]]:
    async with open_store(url) as store:
        for number in (ANN, BEN, CEM, DEE):
            await store.people.add_or_update(100 + number, f"Player {number}", "en-US")
        service, play = TableService(store), _PLAYS.get(name)
        table = await (play(service) if play else _to_the_end(service, name, GAME_FACTS[variant(name).game].events, chance=0.3))
        return table, await store.log.read_events(table.number)


async def main() -> None:
    """Record the named logs. Any other name is a variant's: then a match is recorded that has all events of its game."""
    LOGS.mkdir(exist_ok=True)
    for name in sys.argv[1:]:
        log = LOGS / f"spelling-{SPELLING}-{name.replace('_', '-')}.jsonl"
        if log.exists():
            print(f"{log.name} is there already")
            continue
        with TemporaryDirectory() as folder:
            table, events = await _record(f"sqlite:///{folder}/log.db", name)
        log.write_text("".join(f"{encode(event)}\n" for event in events), encoding="utf-8")
        log.with_suffix(".json").write_text(json.dumps(outcome(table), indent=1) + "\n", encoding="utf-8")
        print(f"{log.name}: {len(events)} events")


if __name__ == "__main__":
    asyncio.run(main())
