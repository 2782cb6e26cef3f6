"""Two people who change places in a round that has just been paired; once somebody has come to a table, it is too late."""

from pathlib import Path

import pytest

from bot.competition.tournament import refusals
from bot.interactions.tournament.decisions import Award, KeepApart, SwapPlayers, offered_buttons
from bot.league.tournament.events import PairMeets, PlayersSwapped, TournamentKind
from bot.messages.tournament.card import TournamentContext, round_layout
from bot.storage.store import Store
from bot.storage.tournament.tournaments import TableMoved
from bot.tables.events import TableOpened
from bot.tables.refusals import ButtonNotUnderstood
from tests.competition.test_recount_script import recounted
from tests.competition.tournament.club_evening import CHANNEL, QUICK, SERVER, ClubEvening
from tests.competition.tournament.test_exports import PAIRS, export_of
from tests.competition.tournament.test_tournaments import refusal
from tests.databases import on_sqlite
from tests.messages.shown_text import ENGLISH, readable_text
from tests.tables.table_service import TableService

pytestmark = on_sqlite
SWISS, ROUND_ROBIN, KNOCKOUT = TournamentKind.SWISS, TournamentKind.ROUND_ROBIN, TournamentKind.KNOCKOUT


@pytest.fixture
def evening(store: Store, service: TableService) -> ClubEvening:
    return ClubEvening(store, service)


@pytest.mark.parametrize("kind", [SWISS, TournamentKind.DUPLICATE, KNOCKOUT])
async def test_two_who_are_swapped_play_at_each_others_tables(
    evening: ClubEvening, tmp_path: Path, kind: TournamentKind
) -> None:
    await evening.open(kind, 8, rounds=2)
    first, second = (await evening.begin_first(*range(1, 9))).rounds[0].tables
    ann, bob = first[1], second[2]
    after = await evening.decide(SwapPlayers([bob, ann]), "they came together")
    assert after.rounds[0].tables == ((first[0], bob, *first[2:]), (*second[:2], ann, *second[3:]))
    (line,) = (await evening.store.ledgers.log_page(SERVER, None, 0, 1)).lines
    assert (line.what, line.why) == (
        PlayersSwapped(evening.number, "Evening", 1, (min(ann, bob), max(ann, bob))),
        "they came together",
    )
    assert line.is_own, "the organiser plays in it"
    context = TournamentContext(after, {}, evening.store.people, {})
    names = context.names(ENGLISH)
    tables = readable_text(round_layout(context, 1, ENGLISH)).splitlines()
    assert names.mention(bob) in next(one for one in tables if one.startswith("- "))
    now = await evening.play_round()
    _, results = await evening.tournaments.with_results(SERVER, evening.number)
    assert {seat.person for seat in results[now.rounds[0].opened[0]].seats} == {bob, *first} - {ann}
    assert recounted(tmp_path / "it", await export_of(evening)).returncode == 0


async def test_a_swap_is_too_late_once_somebody_opened_one_of_the_tables(evening: ClubEvening) -> None:
    await evening.open(SWISS, 9, rounds=2, rules=PAIRS)
    last = (await evening.begin_first(*range(1, 10))).rounds[0]
    (ann, bob), (cem, dee), (eve, fay), (gus, _) = last.tables
    await evening.come(ann)
    for two in ((ann, cem), (dee, bob)):
        late = await refusal(evening, evening.decide(SwapPlayers(two), "x"))
        assert late == refusals.TooLateToSwap(ann if ann in two else bob)
    await evening.decide(Award(cem), "agreed")
    assert await refusal(evening, evening.decide(SwapPlayers([dee, eve]), "x")) == refusals.TooLateToSwap(dee)
    assert await refusal(evening, evening.decide(SwapPlayers([eve, last.byes[0]]), "x")) == refusals.NoTableInRound(
        last.byes[0], 1
    )
    assert await refusal(evening, evening.decide(SwapPlayers([eve, fay]), "x")) == refusals.SameTable()
    assert (await evening.decide(SwapPlayers([eve, gus]), "x")).rounds[0].tables[2:] == ((gus, fay), (eve, last.tables[3][1]))
    assert await refusal(evening, evening.decide(SwapPlayers([eve]), "x")) == ButtonNotUnderstood()
    for person, is_offered in ((bob, True), (eve, False)):
        await evening.come(person)
        context = TournamentContext(await evening.now(), {}, evening.store.people, {})
        assert ("Swap players" in [button.label for button in offered_buttons(context, ENGLISH)]) == is_offered


async def test_a_table_that_is_opened_while_its_people_are_swapped_is_opened_anew(evening: ClubEvening) -> None:
    await evening.open(SWISS, 4, rounds=1, rules=PAIRS)
    (ann, bob), (cem, _) = (await evening.begin_first(1, 2, 3, 4)).rounds[0].tables
    found, reserved, _ = await evening.tournaments.prepare_table(SERVER, evening.number, ann)
    await evening.decide(SwapPlayers([bob, cem]), "x")
    opened = TableOpened(SERVER, CHANNEL, ann, found.plan.variant, False, evening.service.now, reserved=reserved)
    assert isinstance(await refusal(evening, evening.service.tables.open(opened)), TableMoved)
    await evening.come(ann, cem)
    assert set((await evening.service.tables.get((await evening.now()).rounds[0].opened[0])).seated_people()) == {ann, cem}


async def test_there_is_no_swap_without_a_round_or_where_everyone_meets_everyone(evening: ClubEvening) -> None:
    await evening.open(ROUND_ROBIN, 4, rules=PAIRS)
    assert isinstance(await refusal(evening, evening.decide(SwapPlayers([1, 2]), "x")), refusals.NoRoundIsPlayed)
    now = await evening.begin_first(1, 2, 3, 4)
    assert isinstance(await refusal(evening, evening.decide(SwapPlayers([1, 2]), "x")), refusals.PairedByPlan)
    context = TournamentContext(now, {}, evening.store.people, {})
    assert not {"Swap players", "Keep apart"} & {button.label for button in offered_buttons(context, ENGLISH)}


async def test_a_swap_that_brings_two_together_who_are_kept_apart_is_in_the_organisers_log(evening: ClubEvening) -> None:
    await evening.open(SWISS, 8, rounds=2, rules=QUICK)
    first, second = (await evening.begin_first(*range(1, 9))).rounds[0].tables
    await evening.decide(KeepApart([first[0], second[0]]))
    await evening.decide(SwapPlayers([first[1], second[0]]), "a favour")
    lines = (await evening.store.ledgers.log_page(SERVER, None, 0, 2, private=True)).lines
    assert lines[0].what == PairMeets(evening.number, "Evening", 1, tuple(sorted((first[0], second[0]))))
