"""Two people who are never paired: they meet only where that can't be avoided, and only organisers can read of it."""

import msgspec
import pytest

from bot.competition.personal_data import PersonalData
from bot.interactions.tournament.decisions import DECISIONS, Change, KeepApart, LimitPlayers, PairAgain, offered_buttons
from bot.league.organiser_actions import LogLine
from bot.league.tournament.course import awaited
from bot.league.tournament.events import PairKeptApart, PairMeets, TournamentKind, TournamentPlan
from bot.league.tournament.tournament import Tournament
from bot.messages.tournament.card import TournamentContext, card_layout, manage_layout, round_layout
from bot.messages.tournament.rounds import rounds_layout
from bot.storage.store import Store
from tests.competition.tournament.club_evening import ORGANISER, QUICK, SERVER, ClubEvening, running
from tests.competition.tournament.test_exports import PAIRS, export_of
from tests.databases import on_sqlite
from tests.messages.league.exported_files import read_export, unzipped
from tests.messages.shown_text import ENGLISH, readable_text
from tests.tables.table_service import TableService

pytestmark = on_sqlite
SWISS, KNOCKOUT, DUPLICATE = TournamentKind.SWISS, TournamentKind.KNOCKOUT, TournamentKind.DUPLICATE


@pytest.fixture
def evening(store: Store, service: TableService) -> ClubEvening:
    return ClubEvening(store, service)


async def play_all(evening: ClubEvening) -> Tournament:
    """Play the tournament with everyone who has joined."""
    now = await evening.begin_first(*(await evening.now()).staying)
    while now.over_at is None:
        _, results = await evening.tournaments.with_results(SERVER, evening.number)
        now = await (evening.check_in(*awaited(now, results)) if now.check_in else evening.play_round())
    return now


async def log_of(evening: ClubEvening, *, private: bool) -> list[LogLine]:
    return list((await evening.store.ledgers.log_page(SERVER, None, 0, 50, private=private)).lines)


async def meetings(evening: ClubEvening) -> list[tuple[int, tuple[int, ...]]]:
    lines = [line.what for line in await log_of(evening, private=True)]
    return [(what.round, what.people) for what in lines if isinstance(what, PairMeets)]


@pytest.mark.parametrize(("kind", "people", "pairs"), [(SWISS, 7, True), (SWISS, 9, False), (DUPLICATE, 8, False)])
async def test_who_are_kept_apart_never_meet(evening: ClubEvening, kind: TournamentKind, people: int, pairs: bool) -> None:
    await evening.open(kind, people, rounds=3, rules=PAIRS if pairs else QUICK)
    apart = [(1, 2), (3, 4), (1, 5)]
    for pair in apart:
        await evening.decide(KeepApart(pair[::-1]))
    now = await play_all(evening)
    tables = [{*table} for one in now.rounds if not one.extra for table in one.tables]
    assert len(tables) > 4
    assert [pair for pair in apart for table in tables if {*pair} <= table] == []


async def test_of_three_somebody_else_has_the_bye_so_that_two_never_meet(evening: ClubEvening) -> None:
    await evening.open(SWISS, 3, rounds=3, rules=PAIRS)
    await evening.decide(KeepApart([1, 2]))
    now = await play_all(evening)
    assert [3 in one.tables[0] for one in now.rounds[:3]] == [True] * 3
    assert {one.byes for one in now.rounds[:2]} == {(1,), (2,)}


async def test_in_a_knockout_they_meet_only_where_that_cannot_be_avoided(evening: ClubEvening) -> None:
    await evening.open(KNOCKOUT, 8, rules=PAIRS)
    apart = [(one, other) for one in range(1, 9) for other in range(one + 1, 9) if (one + other) % 2 == 0]
    for pair in apart:
        await evening.decide(KeepApart(pair))
    now = await play_all(evening)
    met = [(nth, tuple(sorted(pair))) for nth, one in enumerate(now.rounds, 1) for pair in one.tables if sum(pair) % 2 == 0]
    assert sorted(await meetings(evening)) == met
    through = sum(person % 2 for person in now.rounds[1].people)
    assert [sum(nth == number for nth, _ in met) for number in (1, 2)] == [0, abs(through - 2)], "as few as can be"


async def test_nobody_but_organisers_learns_who_is_kept_apart(evening: ClubEvening) -> None:
    await evening.open(SWISS, 4, rounds=1)
    before = [line.what for line in await log_of(evening, private=False)]
    await evening.decide(KeepApart([2, 3]))
    now = await evening.begin_first(1, 2, 3, 4)
    after = await log_of(evening, private=False)
    assert [line.what for line in after if isinstance(line.what, PairKeptApart | PairMeets)] == []
    assert len(after) == len(before) + 2, "the check-in and the round"
    seen = {type(line.what): line for line in await log_of(evening, private=True)}
    assert seen[PairKeptApart].by == ORGANISER
    assert seen[PairKeptApart].is_own, "the organiser plays, too"
    assert seen[PairMeets].what == PairMeets(evening.number, "Evening", 1, (2, 3))
    context = TournamentContext(now, {}, evening.store.people, {})
    managed = readable_text(manage_layout(context, offered_buttons(context, ENGLISH), ENGLISH))
    assert "Kept apart: Ben and Cem\nBen and Cem meet in round 1 of Evening, although they are kept apart." in managed
    for shown in (card_layout(context, ENGLISH), round_layout(context, 1, ENGLISH), rounds_layout(context, 0, ENGLISH)):
        assert "apart" not in readable_text(shown)
    data = await export_of(evening)
    assert "apart" not in str(read_export(data)["tournaments"])
    assert all(b"apart" not in file for file in unzipped(data).values())
    for person in (2, 3):
        assert "apart" not in str(await evening.store.privacy.read_personal_data(person)).lower()
    own = await evening.store.privacy.read_personal_data(ORGANISER)
    assert "PairKeptApart" in str(own["organised"]), "what somebody did themselves is theirs to read"


async def test_who_met_before_is_no_news_and_who_has_not_joined_is_shown(evening: ClubEvening) -> None:
    await evening.open(SWISS, 2, rounds=2, rules=PAIRS)
    await evening.begin_first(1, 2)
    after = await evening.play_round()
    assert after.check_in == 2
    await evening.decide(KeepApart([1, 2]))
    assert await meetings(evening) == []
    now = await evening.decide(KeepApart([3, 4]))
    assert "Cem and Dee" in readable_text(manage_layout(TournamentContext(now, {}, evening.store.people, {}), (), ENGLISH))


async def test_who_changes_a_tournament_meanwhile_keeps_its_pairs_and_its_limit(evening: ClubEvening) -> None:
    await evening.open(SWISS, 2, rounds=2)
    plan = (await evening.now()).plan
    await evening.decide(KeepApart([1, 2]))
    await evening.decide(LimitPlayers("6"))
    after = await evening.decide(Change("Another name", plan))
    assert (after.name, after.plan.apart, after.plan.most) == ("Another name", ((1, 2),), 6)


async def test_of_a_deleted_person_a_pair_keeps_only_the_number(evening: ClubEvening) -> None:
    service = evening.service
    await evening.open(SWISS, 4, rounds=1, rules=PAIRS)
    await evening.decide(KeepApart([2, 3]))
    await PersonalData(service.store.privacy, service.tables, service.clock).delete(2)
    assert "PairKeptApart" not in str(await evening.store.privacy.read_personal_data(2))
    now = await evening.now()
    context = TournamentContext(now, {}, service.store.people, {})
    assert "Kept apart: a former player and Cem" in readable_text(manage_layout(context, (), ENGLISH))


async def test_the_same_two_chosen_again_may_meet_and_other_pairs_stay(evening: ClubEvening) -> None:
    await evening.open(SWISS, 4, rounds=1)
    await evening.decide(KeepApart([1, 2]))
    await evening.decide(KeepApart([4, 3]))
    after = await evening.decide(KeepApart([2, 1], is_apart=False))
    assert after.plan.apart == ((3, 4),)
    texts = [line.what.is_apart for line in await log_of(evening, private=True) if isinstance(line.what, PairKeptApart)]
    assert texts == [False, True, True]


async def test_a_pair_stays_apart_next_week_and_a_plan_without_pairs_is_stored_as_before(evening: ClubEvening) -> None:
    start = evening.service.now + 60 * 60_000
    before = await evening.open(SWISS, 4, rounds=1, start=start, weekly="UTC")
    assert b"apart" not in msgspec.json.encode(before.plan)
    await evening.decide(KeepApart([1, 2]))
    await evening.decide(DECISIONS["end"]())
    (following,) = await running(evening.tournaments)
    assert (following.follows, following.plan.apart) == (before.number, ((1, 2),))
    stored = msgspec.json.encode(following.plan)
    assert msgspec.json.decode(stored, type=TournamentPlan) == following.plan


async def test_a_round_paired_again_keeps_them_apart(evening: ClubEvening) -> None:
    await evening.open(SWISS, 4, rounds=1, rules=PAIRS)
    (pair, _) = (await evening.begin_first(1, 2, 3, 4)).rounds[0].tables
    await evening.decide(KeepApart(pair))
    assert await meetings(evening) == [(1, tuple(sorted(pair)))], "they sit together already"
    for _ in range(3):
        again = await evening.decide(PairAgain(), "they are a couple")
        assert all(not {*pair} <= {*table} for table in again.rounds[0].tables)
