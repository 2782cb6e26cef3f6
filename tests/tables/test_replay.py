"""A match is replayed from its stored events once it is over, whatever has become of its table since."""

import pytest

from bot.rummy.events import CardDrawn, CardsDealt
from bot.rummy.view import DrawnFaceUp
from bot.storage.store import Store
from bot.tables import service as tables_service
from bot.tables.events import Event, decode
from bot.tables.match_requests import AskEnd
from bot.tables.refusals import TableNotFound, TableUnreadable
from bot.tables.replay import MatchNotOver, NothingPlayed, replay_of
from bot.tables.seat_events import SeatTaken
from tests.rummy.presets import variant
from tests.tables.record_logs import LOGS
from tests.tables.table_service import ANN, BEN, TableService, mixed, refused


def recorded(name: str) -> list[Event]:
    return [decode(line, 0) for line in (LOGS / f"spelling-0-{name}.jsonl").read_text("utf-8").splitlines()]


async def test_a_match_has_a_replay_from_its_end_on(service: TableService) -> None:
    table = await service.play(await service.start_match(BEN, rules=variant("rami")), mixed(), turns=4)
    assert await refused(service.tables.replay(table.number)) == MatchNotOver(table.number)
    for person in (ANN, BEN):
        await service.tables.change(table.number, person, AskEnd())
    replay = await service.tables.replay(table.number)
    assert replay.match.is_broken_off
    assert [bool(turn.events) for turn in replay.deals[0].turns] == [True] * 4 + [False]
    assert replay.table == await service.tables.get(table.number)


async def test_the_last_replays_are_kept_for_the_next_step_and_the_others_are_read_again(
    service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = []
    for _ in range(5):
        table = await service.play(await service.start_match(BEN, rules=variant("rami")), mixed(), turns=1)
        for person in (ANN, BEN):
            await service.tables.change(table.number, person, AskEnd())
        numbers.append(table.number)
    logs = [await service.store.log.read_events(number) for number in numbers]
    most = sum(replay_of(number, log).steps for number, log in zip(numbers[1:], logs[1:], strict=True))
    monkeypatch.setattr(tables_service, "_MOST_STEPS", most)
    first = [await service.tables.replay(number) for number in numbers]
    again = [await service.tables.replay(number) for number in (*numbers[1:], numbers[0])]
    assert [one is other for one, other in zip((*first[1:], first[0]), again, strict=True)] == [True] * 4 + [False]
    assert again[-1] == first[0]


async def test_a_table_without_a_match_and_an_unknown_one_have_none(service: TableService) -> None:
    assert await refused(service.tables.replay(99)) == TableNotFound(99)
    table = await service.open_lobby(BEN)
    assert await refused(service.tables.replay(table.number)) == MatchNotOver(table.number)
    await service.pass_deadlines(service.now + service.pauses.lobby)
    assert await refused(service.tables.replay(table.number)) == NothingPlayed(table.number)


async def test_a_damaged_log_is_refused(service: TableService, store: Store) -> None:
    table = await service.play(await service.start_match(BEN, rules=variant("rami")), mixed(), turns=4)
    for person in (ANN, BEN):
        await service.tables.change(table.number, person, AskEnd())
    events = await store.log.read_events(table.number)

    async def without_deal(number: int) -> list[Event]:
        return [event for event in events if not isinstance(event, CardsDealt)]

    service.tables._log.read_events = without_deal  # type: ignore[method-assign]
    assert await refused(service.tables.replay(table.number)) == TableUnreadable(table.number)


def test_each_step_has_its_turn_its_player_and_the_drawn_card() -> None:
    events = recorded("paused")
    replay = replay_of(1, events)
    steps = [step for deal in replay.deals for step in deal.steps]
    drawn = [step.event.card for step in steps if isinstance(step.event, DrawnFaceUp)]
    assert drawn == [event.card for event in events if isinstance(event, CardDrawn)]
    assert drawn == [
        one.card for deal in replay.deals for turn in deal.turns for one in turn.events if isinstance(one, DrawnFaceUp)
    ]
    assert all((step.player is None) == (getattr(step.event, "seat", None) is None) for step in steps)
    assert len({step.player for step in steps if step.player is not None}) > len(replay.table.seats.occupants), "seats changed"
    [taken] = [step for step in steps if isinstance(step.event, SeatTaken)]
    assert taken.turn is None
    assert taken.player is not None
    assert taken.player < 0, "a computer had the seat until then"
    for deal in replay.deals:
        turns = [step.turn for step in deal.steps if step.turn is not None]
        assert turns == sorted(turns)
        assert deal.steps[0].turn is None
