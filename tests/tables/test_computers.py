"""Computers at a table: in the lobby, in the match, and what is recorded of their faults."""

from itertools import count

import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from bot.players.choice import Level
from bot.rummy.events import CardDiscarded, CardsDealt, Challenged, Knocked, MatchBrokenOff
from bot.rummy.moves import Discard, SeatMove
from bot.rummy.view import View
from bot.storage.store import Store
from bot.tables.automatic_turns import turn_played_by_table
from bot.tables.computer_players import OwnComputers
from bot.tables.lobby_requests import Agree, Join, NotAgreed, StandUp, Start
from bot.tables.match_requests import Forfeit, Ready
from bot.tables.ports import ClockAndSeeds
from bot.tables.refusals import MovedOn, NotTheHost, TableFull
from bot.tables.rule_requests import AddComputer, ChangeRule, NoSuchComputer, RemoveComputer
from bot.tables.seat_events import TurnPlayedFor
from bot.tables.service import Tables
from bot.tables.table import Phase, Table, is_computer
from bot.tables.time_requests import PlayOn
from tests.messages.table.played_tables import COMPUTERS
from tests.messages.table.positions import table_at
from tests.players.tables import view_of
from tests.rummy.presets import variant
from tests.tables.seat_steps import play_on
from tests.tables.table_service import ANN, BEN, CEM, TableService, refused

EASY, NORMAL = Level.EASY, Level.NORMAL
ONE_DEAL = {"match_target": "none", "match_deals": 1}


async def test_the_host_adds_and_removes_computers(service: TableService) -> None:
    number = (await service.open_lobby(BEN)).number
    await service.tables.change(number, ANN, AddComputer(EASY))
    table = await service.tables.change(number, ANN, AddComputer(NORMAL))
    assert (table.seats.players, table.seats.computers) == ((ANN, BEN, -1, -2), {-1: EASY, -2: NORMAL})
    assert await refused(service.tables.change(number, BEN, AddComputer(EASY))) == NotTheHost(ANN)
    assert await refused(service.tables.change(number, BEN, RemoveComputer())) == NotTheHost(ANN)
    table = await service.tables.change(number, ANN, RemoveComputer())
    assert table.seats.computers == {-1: EASY}
    assert await refused(service.tables.change(number, ANN, RemoveComputer(-2))) == NoSuchComputer()
    table = await service.tables.change(number, ANN, RemoveComputer(-1))
    assert await refused(service.tables.change(number, ANN, RemoveComputer())) == NoSuchComputer()


async def test_computers_take_the_seats_of_a_table_and_no_more(service: TableService) -> None:
    number = (await service.open_lobby(rules=variant("rami", players="[2, 3]"))).number
    for _ in range(2):
        await service.tables.change(number, ANN, AddComputer(EASY))
    assert await refused(service.tables.change(number, ANN, AddComputer(EASY))) == TableFull(3)
    assert await refused(service.tables.change(number, BEN, Join())) == TableFull(3)


async def test_a_lobby_closes_when_only_computers_are_left(service: TableService) -> None:
    number = (await service.open_lobby()).number
    await service.tables.change(number, ANN, AddComputer(EASY))
    assert (await service.tables.change(number, ANN, StandUp())).phase == Phase.OVER


async def test_computers_agree_to_every_rule(service: TableService) -> None:
    number = (await service.open_lobby(BEN)).number
    await service.tables.change(number, ANN, AddComputer(EASY))
    table = await service.tables.change(number, ANN, ChangeRule("melds_per_turn", "unlimited"))
    assert table.people_to_agree == {BEN}
    await service.tables.change(number, BEN, Agree())
    assert (await service.tables.change(number, ANN, Start())).phase == Phase.DEAL


async def test_people_agree_again_if_the_match_no_longer_counts_or_counts_again(service: TableService) -> None:
    number = (await service.open_lobby(BEN)).number
    table = await service.tables.change(number, ANN, AddComputer(EASY))
    assert table.people_to_agree == {BEN}
    assert await refused(service.tables.change(number, ANN, Start())) == NotAgreed((BEN,))
    table = await service.tables.change(number, CEM, Join())
    assert table.people_to_agree == {BEN}, "Cem has seen the computer"
    await service.tables.change(number, BEN, Agree())
    table = await service.tables.change(number, ANN, AddComputer(NORMAL))
    assert table.people_to_agree == set(), "a second computer changes nothing for them"
    await service.tables.change(number, ANN, RemoveComputer())
    table = await service.tables.change(number, ANN, RemoveComputer())
    assert table.people_to_agree == {BEN, CEM}


@pytest.mark.parametrize("seen", [Join, Agree])
async def test_a_button_from_before_a_computer_came_agrees_to_nothing(
    service: TableService, seen: type[Join] | type[Agree]
) -> None:
    lobby = await service.open_lobby(BEN)
    await service.tables.change(lobby.number, ANN, AddComputer(EASY))
    person = CEM if seen is Join else BEN
    assert await refused(service.tables.change(lobby.number, person, seen(lobby.lobby.rule_changes))) == MovedOn()


async def test_no_two_computers_of_a_match_have_the_same_number(service: TableService) -> None:
    table = await service.open_lobby(BEN, CEM)
    for request in (AddComputer(EASY), AddComputer(NORMAL), RemoveComputer(-2)):
        table = await service.tables.change(table.number, ANN, request)
    table = await service.start_here(table, NORMAL)
    assert table.seats.computers == {-1: EASY, -2: NORMAL}
    for person in (BEN, CEM):
        table = await service.tables.change(table.number, person, Forfeit())
    assert table.seats.computers == {-1: EASY, -2: NORMAL, -3: NORMAL, -4: NORMAL}
    assert sorted(table.seats.occupants) == [-4, -3, -2, -1, ANN]


@pytest.mark.parametrize("game", ["rami", "ramino", "block", "wrotham", "cuccu"])
async def test_a_person_plays_a_deal_against_computers(service: TableService, game: str) -> None:
    levels = (NORMAL,) if game == "wrotham" else (EASY, NORMAL)
    table = await service.start_match(rules=variant(game, **ONE_DEAL), computers=levels)
    assert (len(table.seats.occupants), table.seated_people(), table.may_count) == (len(levels) + 1, (ANN,), False)
    while (table := await play_on(service, table)).phase == Phase.DEAL:
        assert table.person_to_act() == ANN
        table = await service.play_turn(table.number)
    assert table.phase == Phase.OVER
    assert table.match is not None
    assert table.match.placings is not None
    assert await service.result(table.number) is None


async def test_consecutive_turns_of_computers_are_one_change(service: TableService) -> None:
    table = await play_on(service, await service.start_match(computers=(EASY, EASY, EASY)))
    table = await service.play_turn(table.number)
    before = len(service.notifications)
    table = await service.tables.change(table.number, None, PlayOn())
    if table.phase == Phase.DEAL:
        assert table.person_to_act() == ANN
    assert len(service.notifications) == before + 1
    assert sum(isinstance(event, CardDiscarded) for event in service.notifications[-1][1]) == 3
    assert await refused(service.tables.change(table.number, None, PlayOn())) == MovedOn()


async def test_computers_are_ready_for_the_next_deal(service: TableService) -> None:
    table = await service.start_match(computers=(NORMAL,))
    while (table := await play_on(service, table)).phase == Phase.DEAL:
        table = await service.play_turn(table.number)
    assert table.phase == Phase.PAUSE
    assert (await service.tables.change(table.number, ANN, Ready())).phase == Phase.DEAL


async def test_computers_do_not_play_on_alone(service: TableService) -> None:
    table = await service.start_match(BEN, computers=(EASY,))
    table = await service.tables.change(table.number, BEN, Forfeit())
    assert (table.phase, table.seated_people()) == (Phase.DEAL, (ANN,))
    table = await service.tables.change(table.number, ANN, Forfeit())
    assert table.phase == Phase.OVER
    assert MatchBrokenOff() in service.notifications[-1][1]


class FaultyComputers(OwnComputers):
    """Computers that raise, or choose a move that the rules refuse."""

    def __init__(self, *, raises: bool) -> None:
        super().__init__(lambda: "0" * 64)
        self._raises = raises

    def choose(self, view: View, level: Level) -> SeatMove | None:
        if self._raises:
            return super().choose(view, level=None)  # type: ignore[arg-type]
        return Discard(view.deal.discard_pile[-1] if view.deal else view.moves[0])  # type: ignore[arg-type]


@pytest.mark.parametrize("raises", [True, False])
async def test_a_faulty_computer_draws_and_discards(store: Store, *, raises: bool) -> None:
    service = TableService(store)
    source = ClockAndSeeds(service.clock, lambda: "1" * 64)
    service.tables = Tables(store.log, source, service.pauses, players=FaultyComputers(raises=raises))
    table = await service.start_match(computers=(EASY,))
    if not table.plays_by_itself():
        table = await service.play_turn(table.number)
    with capture_logs() as logs:
        table = await service.tables.change(table.number, None, PlayOn())
    assert table.person_to_act() == ANN
    assert [str(turn.events[0]).split()[1] for turn in table.turns[-2:-1]] == ["draws"]
    assert logs
    assert all("computer" in entry["event"] for entry in logs)


async def test_the_seat_of_a_computer_has_no_person(service: TableService) -> None:
    table = await service.start_match(BEN, computers=(EASY,))
    computers = [seat for seat in range(3) if is_computer(table.seats.occupants[seat])]
    assert len(computers) == 1
    assert isinstance(service.notifications[-1][1][1], CardsDealt)
    assert {table.seats.seat_of(ANN), table.seats.seat_of(BEN), *computers} == {0, 1, 2}
    assert table.seats.seat_of(CEM) is None


OVERLOOKS = ("deal 7H 7S 7D KS KD 2C 4C 9C QH JD | 3C 3D", "stock 5S", "upcard 6C", "drawn JD")
"""A turn in which *easy* sometimes overlooks its meld (`tests/players/test_levels.py`)."""


def moves_of_a_turn(computers: OwnComputers, **changes: object) -> set[str]:
    view = view_of("rami", *OVERLOOKS)
    assert view.deal is not None
    view = replace(view, deal=replace(view.deal, **changes))
    return {str(computers.choose(view, EASY)) for _ in range(40)}


def test_a_computer_has_one_seed_for_each_turn() -> None:
    seeds = map(str, count())
    computers = OwnComputers(lambda: next(seeds))
    assert all(len(moves_of_a_turn(computers, turn_number=turn)) == 1 for turn in range(1, 10))
    assert len(set.union(*(moves_of_a_turn(computers, turn_number=turn) for turn in range(1, 40)))) == 2
    assert len(set.union(*(moves_of_a_turn(computers, commitment=str(deal)) for deal in range(40)))) == 2


def test_the_seeds_of_computers_can_not_be_told_from_the_cards() -> None:
    assert len(set.union(*(moves_of_a_turn(OwnComputers(lambda seed=seed: str(seed))) for seed in range(40)))) == 2


@pytest.mark.parametrize("counts", [False, True])
@pytest.mark.parametrize(
    ("game", "lines"),
    [
        ("gin", ("deal 5C 6C 7C 5D 5H 5S 9C 9H 9S AD | KC QH", "stock KD 3D 4D 6D", "discards 8S")),
        ("three_thirteen", ("deal 7C 7D 7H | 2H 9S QC", "stock KD 9H", "discards 8S")),
        ("colonel", ("with challenge true", "deal AC 2C | KC QH KD KS JC JD", "stock KH 9H 3S", "discards 8S")),
    ],
)
def test_nobody_knocks_or_challenges_for_somebody_who_is_away(
    game: str, lines: tuple[str, ...], counts: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Table, "may_count", property(lambda _: counts))
    table, decides = table_at(game, *lines), (Knocked, Challenged)
    own = turn_played_by_table(replace(table, seats=replace(table.seats, computers={-1: NORMAL}, occupants=(-1, 2))), COMPUTERS)
    assert any(isinstance(event, decides) for event in own), "a computer does so for itself"
    away, *played = turn_played_by_table(table, COMPUTERS)
    assert isinstance(away, TurnPlayedFor)
    assert any(isinstance(event, CardDiscarded) for event in played)
    assert not any(isinstance(event, decides) for event in played)
