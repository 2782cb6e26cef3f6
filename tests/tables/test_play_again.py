"""Playing a match again: who is invited, one table for each match, kept seats, the same seats and the next dealer."""

import asyncio

import pytest
from msgspec.structs import replace

from bot.players.choice import Level
from bot.rummy.decide import next_dealer
from bot.rummy.variant import Variant
from bot.storage.tables import OverForLong
from bot.tables.apply_event import fold
from bot.tables.events import Clock, InvitationDeclined, Pace, SeatsFreed
from bot.tables.lobby_requests import Join, NotAnswered, SeatsKept, StandUp, Start
from bot.tables.match_requests import AskEnd, Cancel, Forfeit, TakeSeat
from bot.tables.play_again import KEPT_FOR, free_seats, invite_again
from bot.tables.ports import Deadline
from bot.tables.refusals import AlreadySeated, PlayedAgain, TableFull
from bot.tables.rule_requests import AddComputer, ChangeRule, RemoveComputer
from bot.tables.table import Phase, Table
from bot.tables.time_requests import TimeIsUp
from bot.wording.sentence import Refused
from tests.rummy.presets import variant
from tests.tables.opening import open_table
from tests.tables.table_service import ANN, BEN, CEM, DEE, HOUR, PAUSES, TableService, refused

ONE_DEAL = variant("rami", match_target="none", match_deals=1)
DAY = 24 * HOUR


async def _played(service: TableService, *guests: int, rules: Variant = ONE_DEAL) -> Table:
    return await service.play(await service.start_match(*guests, rules=rules))


async def _again(service: TableService, table: Table, person: int, **options: object) -> Table:
    invitation = invite_again(table, person, service.now, **options)  # type: ignore[arg-type]
    return await open_table(
        service.tables, 10, 20, person, table.variant, thread=False, at=service.now, preset=table.preset, again=invitation
    )


async def test_everyone_sits_as_before_and_the_next_dealer_deals(service: TableService) -> None:
    table = await _played(service, BEN, CEM, DEE)
    assert table.match is not None
    again = await _again(service, table, CEM)
    for guest in (DEE, ANN, BEN):
        again = await service.tables.change(again.number, guest, Join())
    again = await service.tables.change(again.number, CEM, Start())
    assert again.match is not None
    assert again.match.deal is not None
    assert [again.seats.occupants[seat] for seat in range(4)] == [table.seats.occupants[seat] for seat in range(4)]
    assert again.seats.occupants[again.match.deal.dealer] == table.seats.occupants[next_dealer(table.match)]
    assert (again.variant, again.preset) == (table.variant, table.preset)


@pytest.mark.parametrize("direction", ["clockwise", "counterclockwise"])
async def test_without_the_dealer_the_next_player_in_the_order_of_play_deals(service: TableService, direction: str) -> None:
    table = await _played(
        service, BEN, CEM, DEE, rules=variant("rami", match_target="none", match_deals=1, direction=direction)
    )
    assert table.match is not None
    dealer = next_dealer(table.match)
    following = table.seats.occupants[table.match.next_staying_seat(dealer)]
    others = [person for person in table.seats.people if person != table.seats.occupants[dealer]]
    again = await _again(service, table, others[0])
    for guest in others[1:]:
        again = await service.tables.change(again.number, guest, Join())
    again = await service.tables.change(again.number, table.seats.occupants[dealer], StandUp())
    again = await service.tables.change(again.number, others[0], Start())
    assert again.match is not None
    assert again.seats.occupants[again.match.first_dealer] == following


@pytest.mark.parametrize("direction", ["clockwise", "counterclockwise"])
async def test_computers_keep_their_names_and_seats_and_deal_in_their_turn(service: TableService, direction: str) -> None:
    rules = variant("rami", match_target="none", match_deals=1, direction=direction)
    table = await service.start_match(rules=rules, computers=(Level.NORMAL, Level.EASY))
    dealers = []
    for _ in range(4):
        table = await service.tables.change(table.number, ANN, AskEnd())
        again = await _again(service, table, ANN)
        again = await service.tables.change(again.number, ANN, Start())
        assert (again.seats.computers, again.seats.occupants) == ({-1: Level.NORMAL, -2: Level.EASY}, table.seats.occupants)
        assert table.match is not None
        assert again.match is not None
        dealers.append(again.seats.occupants[again.match.first_dealer])
        assert dealers[-1] == table.seats.occupants[next_dealer(table.match)]
        table = again
    assert set(dealers[:3]) == {ANN, -1, -2}
    assert dealers[3] == dealers[0]


async def test_a_computer_that_took_a_seat_over_keeps_it_and_its_name(service: TableService) -> None:
    table = await service.start_match(BEN, CEM, rules=ONE_DEAL, computers=(Level.EASY, Level.EASY))
    table = await service.tables.change(table.number, ANN, Forfeit())
    table = await service.tables.change(table.number, CEM, AskEnd())
    table = await service.tables.change(table.number, BEN, AskEnd())
    again = await _again(service, table, CEM)
    assert again.seats.computers == table.seats.computers == {-1: Level.EASY, -2: Level.EASY, -3: Level.NORMAL}
    again = await service.tables.change(again.number, CEM, RemoveComputer(-1))
    again = await service.tables.change(again.number, BEN, Join())
    again = await service.tables.change(again.number, CEM, Start())
    assert again.seats.occupants == tuple(player for player in table.seats.occupants if player != -1)


async def test_an_invitation_of_an_earlier_version_knows_only_the_seats_of_people(service: TableService) -> None:
    table = await service.start_match(BEN, rules=ONE_DEAL, computers=(Level.NORMAL, Level.EASY))
    for person in (ANN, BEN):
        table = await service.tables.change(table.number, person, AskEnd())
    invitation = replace(invite_again(table, ANN, service.now), seats=(), dealer=BEN)
    again = await open_table(service.tables, 10, 20, ANN, table.variant, thread=False, at=service.now, again=invitation)
    again = await service.tables.change(again.number, BEN, Join())
    again = await service.tables.change(again.number, ANN, Start())
    assert again.match is not None
    assert again.seats.occupants == (*invitation.people, -1, -2)
    assert again.seats.occupants[again.match.first_dealer] == BEN


async def test_several_presses_at_the_same_time_open_one_table(service: TableService) -> None:
    table = await _played(service, BEN, CEM)
    pressed = [_again(service, table, person) for person in (ANN, BEN, CEM, BEN)]
    answers = await asyncio.gather(*pressed, return_exceptions=True)
    opened = {answer.number for answer in answers if isinstance(answer, Table)}
    assert len(opened) == 1
    refusals = {answer.refusal for answer in answers if isinstance(answer, Refused)}
    assert refusals == {PlayedAgain(*opened)}
    assert await service.store.log.table_again(table.number) == opened.pop()


async def test_a_match_is_played_again_at_one_table_forever(service: TableService) -> None:
    table = await _played(service, BEN)
    again = await _again(service, table, BEN)
    await service.tables.change(again.number, BEN, Cancel(by_manager=False))
    assert await refused(_again(service, table, ANN)) == PlayedAgain(again.number)
    found = await service.tables.table_again(table.number)
    assert found is not None
    assert (found.number, found.lobby.closing_reason) == (again.number, "cancelled")


async def test_a_match_that_ended_more_than_a_day_ago_is_not_played_again(service: TableService) -> None:
    table = await _played(service, BEN)
    service.now += DAY + 1
    assert await refused(_again(service, table, BEN)) == OverForLong()
    service.now -= 2
    assert (await _again(service, table, BEN)).seats.people == (BEN,)


async def test_seats_are_kept_for_ten_minutes_and_then_free(service: TableService) -> None:
    table = await _played(service, BEN)
    again = await _again(service, table, ANN)
    assert again.awaited_people == (BEN,)
    until = service.now + KEPT_FOR
    assert await service.store.deadlines.earliest() == Deadline(again.number, 0, until)
    assert await refused(service.tables.change(again.number, CEM, Join())) == SeatsKept((BEN,), until)
    assert await refused(service.tables.change(again.number, ANN, Start())) == NotAnswered((BEN,), until)
    service.now = until
    again = await service.tables.change(again.number, None, TimeIsUp(0, 0))
    assert service.notifications[-1][1] == (SeatsFreed(),)
    assert (again.phase, again.awaited_people, again.seats.host) == (Phase.LOBBY, (), ANN)
    assert await service.store.deadlines.earliest() == Deadline(again.number, 1, service.now + PAUSES.lobby)
    again = await service.tables.change(again.number, CEM, Join())
    again = await service.tables.change(again.number, ANN, Start())
    assert again.phase == Phase.DEAL


async def test_a_lobby_that_nobody_starts_after_the_seats_are_free_is_closed(service: TableService) -> None:
    again = await _again(service, await _played(service, BEN), ANN)
    again = await service.tables.change(again.number, None, TimeIsUp(0, 0))
    again = await service.tables.change(again.number, None, TimeIsUp(1, 0))
    assert again.lobby.closing_reason == "nobody_started"


async def test_a_declined_seat_is_free_for_one_other_person(service: TableService) -> None:
    table = await _played(service, BEN, CEM)
    again = await _again(service, table, ANN)
    again = await service.tables.change(again.number, CEM, StandUp())
    assert service.notifications[-1][1] == (InvitationDeclined(CEM),)
    assert again.awaited_people == (BEN,)
    again = await service.tables.change(again.number, DEE, Join())
    refusal = await refused(service.tables.change(again.number, 5, Join()))
    assert isinstance(refusal, SeatsKept)
    assert await refused(service.tables.change(again.number, CEM, Join())) == SeatsKept((BEN,), service.now + KEPT_FOR), "taken"
    again = await service.tables.change(again.number, BEN, Join())
    again = await service.tables.change(again.number, CEM, Join())
    assert again.seats.people == (ANN, DEE, BEN, CEM), "once everyone has answered, all seats are free"
    assert await refused(service.tables.change(again.number, CEM, Join())) == AlreadySeated()


async def test_a_computer_takes_no_seat_that_is_kept_for_a_person(service: TableService) -> None:
    table = await _played(service, BEN, CEM, DEE)
    again = await _again(service, table, ANN)
    assert isinstance(await refused(service.tables.change(again.number, ANN, AddComputer(Level.EASY))), SeatsKept)
    await service.tables.change(again.number, CEM, StandUp())
    again = await service.tables.change(again.number, ANN, AddComputer(Level.EASY))
    assert free_seats(again) == 0
    for taken in (
        service.tables.change(again.number, ANN, AddComputer(Level.EASY)),
        service.tables.change(again.number, 5, Join()),
    ):
        assert isinstance(await refused(taken), SeatsKept), "the seats are those of Ben and Dee"
    again = await service.tables.change(again.number, ANN, RemoveComputer())
    assert free_seats(again) == 1


async def test_a_computer_that_played_before_can_be_removed_and_added_again(service: TableService) -> None:
    table = await service.start_match(BEN, rules=ONE_DEAL, computers=(Level.EASY,))
    for person in (ANN, BEN):
        table = await service.tables.change(table.number, person, AskEnd())
    again = await _again(service, table, ANN)
    assert (free_seats(again), again.awaited_people) == (0, (BEN,))
    await service.tables.change(again.number, ANN, RemoveComputer())
    again = await service.tables.change(again.number, ANN, AddComputer(Level.NORMAL))
    assert (free_seats(again), tuple(again.seats.computers.values())) == (0, (Level.NORMAL,))


async def test_a_table_with_too_few_of_the_last_players_is_open_to_others(service: TableService) -> None:
    rules = replace(ONE_DEAL, players=(3, 6))
    table = await service.start_match(BEN, CEM, rules=rules)
    table = await service.tables.change(table.number, CEM, Forfeit())
    again = await _again(service, await service.play(table), ANN)
    again = await service.tables.change(again.number, BEN, Join())
    again = await service.tables.change(again.number, DEE, Join())
    assert (await service.tables.change(again.number, ANN, Start())).phase == Phase.DEAL


async def test_a_full_table_is_full_also_for_an_invited_person(service: TableService) -> None:
    table = await _played(service, BEN, rules=replace(ONE_DEAL, players=(2, 3)))
    again = await _again(service, table, ANN)
    again = await service.tables.change(again.number, None, TimeIsUp(0, 0))
    for guest in (CEM, DEE):
        again = await service.tables.change(again.number, guest, Join())
    assert await refused(service.tables.change(again.number, BEN, Join())) == TableFull(3)


async def test_rules_that_have_no_seat_for_an_invited_person_are_refused(service: TableService) -> None:
    again = await _again(service, await _played(service, BEN, CEM), ANN)
    with pytest.raises(Refused, match="TooManySeated"):
        await service.tables.change(again.number, ANN, ChangeRule("players", "2"))


async def test_a_player_who_left_is_not_invited_unless_everyone_else_left(service: TableService) -> None:
    table = await service.start_match(BEN, CEM, rules=ONE_DEAL)
    table = await service.tables.change(table.number, CEM, Forfeit())
    table = await service.play(table)
    assert set(invite_again(table, ANN, 0).people) == {ANN, BEN}
    assert set(invite_again(table, CEM, 0).people) == {ANN, BEN, CEM}, "who asks is invited"
    two = await service.start_match(BEN, rules=ONE_DEAL)
    two = await service.tables.change(two.number, ANN, Forfeit())
    assert set(invite_again(two, BEN, 0).people) == {ANN, BEN}
    for gone in ({ANN}, {BEN}, {ANN, BEN}):
        invitation = invite_again(table, CEM, 0, gone=gone)
        assert set(invitation.people) == {ANN, BEN, CEM} - gone
        assert invitation.dealer in invitation.people


async def test_a_person_whose_seat_another_one_has_taken_is_invited_if_they_ask(service: TableService) -> None:
    rules = variant("rami", match_target="none", match_deals=2)
    table = await service.start_match(BEN, rules=rules, clock=Clock(Pace.QUICK, pauses=True))
    table = await service.play(table)
    assert table.phase == Phase.PAUSE
    await service.tables.change(table.number, BEN, Forfeit())
    table = await service.tables.change(table.number, CEM, TakeSeat())
    for person in (ANN, CEM):
        table = await service.tables.change(table.number, person, AskEnd())
    assert table.phase == Phase.OVER
    assert set(invite_again(table, ANN, 0).people) == {ANN, CEM}
    invitation = invite_again(table, BEN, 0)
    assert (set(invitation.people), invitation.people[-1]) == ({ANN, BEN, CEM}, BEN)
    assert invite_again(table, BEN, 0, gone={ANN, CEM}).dealer == BEN
    again = await _again(service, table, BEN)
    assert (again.seats.host, set(again.awaited_people)) == (BEN, {ANN, CEM})


async def test_a_restart_keeps_the_seats(service: TableService) -> None:
    again = await _again(service, await _played(service, BEN, CEM), ANN)
    again = await service.tables.change(again.number, CEM, StandUp())
    events = await service.store.log.read_events(again.number)
    assert fold(again.number, events) == again
    assert fold(again.number, events).awaited_people == (BEN,)
