"""What organisers can decide in an evening: who goes on without whom, who is taken out, and what comes too late for that."""

import dataclasses
import re
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import pytest
from discord.ui import LayoutView, Select, TextDisplay
from msgspec import structs

from bot.competition.tournament import refusals
from bot.interactions.tournament.decisions import (
    Add,
    Award,
    Change,
    End,
    LimitPlayers,
    Open,
    ReplacePlayer,
    StartWithout,
    TakeOut,
    Withdraw,
    decision_form,
    offered_buttons,
)
from bot.league.tournament.events import NotCome, TournamentKind
from bot.league.tournament.rows import tournament_rows
from bot.messages.tournament.card import TournamentContext, card_layout, manage_layout, own_match_text
from bot.messages.tournament.rounds import rounds_layout
from bot.storage.store import Store
from bot.tables.match_requests import Cancel
from bot.tables.table import Phase
from tests.competition.test_recount_script import recounted
from tests.competition.tournament.club_evening import CHANNEL, MINUTE, SERVER, ClubEvening
from tests.competition.tournament.test_exports import export_of
from tests.competition.tournament.test_tournaments import refusal
from tests.databases import on_sqlite
from tests.messages.shown_text import ENGLISH, readable_text
from tests.rummy.presets import variant
from tests.tables.table_service import TableService

pytestmark = on_sqlite
SWISS = TournamentKind.SWISS


@pytest.fixture
def evening(store: Store, service: TableService) -> ClubEvening:
    return ClubEvening(store, service)


async def test_a_table_starts_without_the_absent_two_minutes_after_the_round_began(
    evening: ClubEvening, tmp_path: Path
) -> None:
    await evening.open(SWISS, 4, rounds=1)
    (people,) = (await evening.begin_first(1, 2, 3, 4)).rounds[0].tables
    *there, eve = people
    begun = evening.service.now
    await evening.come(there[0])
    assert isinstance(await refusal(evening, evening.decide(StartWithout(0))), refusals.RoundIsPlayed), "one is too few"
    await evening.come(*there[1:])
    table = (await evening.now()).rounds[0].opened[0]
    context = TournamentContext(await evening.now(), {}, evening.store.people, {table: 20}, seated={table: there}, now=begun)
    early = await refusal(evening, evening.decide(StartWithout(0)))
    assert isinstance(early, refusals.TooEarlyToStart)
    assert begun + 2 * MINUTE <= early.time < begun + 3 * MINUTE
    assert early.time % MINUTE == 0, "what is shown is a full minute"
    for now, is_offered in ((early.time - 1, False), (early.time, True)):
        labels = [button.label for button in offered_buttons(dataclasses.replace(context, now=now), ENGLISH)]
        assert ("Start without them" in labels) == is_offered
    name = context.names(ENGLISH).person(eve)
    assert f"Waiting for: {name} · <t:" in readable_text(manage_layout(context, (), ENGLISH))
    form = decision_form(dataclasses.replace(context, now=early.time), StartWithout, ENGLISH)
    (chosen,) = [part for part in form.walk_children() if isinstance(part, Select)]
    assert [(option.label, option.default) for option in chosen.options] == [(name, True)]
    await evening.wait(3)
    after = await evening.decide(StartWithout(0), "she doesn't answer")
    assert after.rounds[0].absent == {0: (eve,)}
    assert set((await evening.service.tables.get(table)).seated_people()) == set(there)
    assert (await evening.service.tables.get(table)).phase == Phase.DEAL
    late = evening.tournaments.prepare_table(SERVER, evening.number, eve)
    assert await refusal(evening, late) == refusals.CameTooLate("Evening")
    log = await evening.store.ledgers.log_page(SERVER, None, 0, 1)
    assert (type(log.lines[0].what).__name__, log.lines[0].why) == ("StartedWithout", "she doesn't answer")
    assert isinstance(await refusal(evening, evening.decide(StartWithout(0))), refusals.RoundIsPlayed)
    await evening.play_table(table)
    assert (await evening.wait(0)).over_at is not None
    assert recounted(tmp_path / "it", await export_of(evening)).returncode == 0


async def test_in_a_game_for_two_who_is_there_gets_the_point(evening: ClubEvening) -> None:
    await evening.open(SWISS, 4, rounds=2, rules=variant("wrotham"))
    (ann, eve), _ = (await evening.begin_first(1, 2, 3, 4)).rounds[0].tables
    await evening.come(ann)
    await evening.wait(3)
    after = await evening.decide(StartWithout(0))
    assert after.rounds[0].outcome(0, {}) == {ann: Fraction(1), eve: Fraction(0)}
    assert (await evening.service.tables.get(after.rounds[0].opened[0])).phase == Phase.OVER
    late = evening.tournaments.prepare_table(SERVER, evening.number, eve)
    assert await refusal(evening, late) == refusals.CameTooLate("Evening")
    context = TournamentContext(after, {}, evening.store.people, {})
    assert own_match_text(context, eve, ENGLISH).startswith("You didn't come in time")


async def test_the_log_does_not_say_of_who_was_removed_that_they_did_not_come(evening: ClubEvening) -> None:
    await evening.open(SWISS, 4, rounds=2)
    (people,) = (await evening.begin_first(1, 2, 3, 4)).rounds[0].tables
    gone, late, *there = people
    await evening.decide(TakeOut(gone), "plays with two accounts")
    await evening.come(*there)
    after = await evening.wait(11)
    log = await evening.store.ledgers.log_page(SERVER, None, 0, 20)
    assert [line.what.people for line in log.lines if isinstance(line.what, NotCome)] == [(late,)]
    assert set(after.rounds[0].absent[0]) == {gone, late}


async def test_who_is_removed_loses_a_match_that_has_not_begun_and_only_an_organiser_brings_them_back(
    evening: ClubEvening, tmp_path: Path
) -> None:
    await evening.open(SWISS, 4, rounds=2)
    (people,) = (await evening.begin_first(1, 2, 3, 4)).rounds[0].tables
    gone, *there = people
    await evening.come(gone, there[0])
    after = await evening.decide(TakeOut(gone), "plays with two accounts")
    table = after.rounds[0].opened[0]
    assert (await evening.service.tables.get(table)).seated_people() == (there[0],)
    for refused in (evening.tournaments.join, evening.tournaments.check_in):
        assert isinstance(
            await refusal(evening, refused(SERVER, evening.number, gone)), refusals.TakenOutOfIt | refusals.NoCheckIn
        )
    assert isinstance(await refusal(evening, evening.come(gone)), refusals.NoTableForYou)
    await evening.come(*there[1:])
    await evening.wait(0)
    assert (await evening.service.tables.get(table)).phase == Phase.DEAL, "nobody waits for them"
    assert isinstance(await refusal(evening, evening.decide(TakeOut(there[0]), "x")), refusals.PlaysNow)
    await evening.play_table(table)
    second = await evening.wait(0)
    rounds = readable_text(rounds_layout(await context_of(evening), 0, ENGLISH))
    assert f"{(await context_of(evening)).names(ENGLISH).person(gone)} (removed) 0" in rounds
    assert "didn't come" not in rounds
    outcome = second.rounds[0].outcome(0, (await evening.tournaments.with_results(SERVER, evening.number))[1])
    assert outcome is not None
    assert outcome[gone] == 0
    assert len((await evening.check_in(*there)).rounds) == 2, "the check-in doesn't wait for them"
    assert gone in (await evening.decide(Add([gone]))).staying
    assert recounted(tmp_path / "it", await export_of(evening)).returncode == 0


async def test_nobody_waits_for_a_person_who_has_deleted_their_data(evening: ClubEvening) -> None:
    await evening.open(SWISS, 4, rounds=2, rules=variant("wrotham"))
    (ann, former), others = (await evening.begin_first(1, 2, 3, 4)).rounds[0].tables
    evening.tournaments.is_former = lambda person: person == former
    after = await evening.wait(0)
    assert after.rounds[0].outcome(0, {}) == {ann: 1, former: 0}
    await evening.come(*others)
    await evening.play_table((await evening.now()).rounds[0].opened[1])
    await evening.wait(0)
    assert len((await evening.check_in(ann, *others)).rounds) == 2


@pytest.mark.parametrize("is_removed", [True, False])
async def test_who_deletes_their_data_in_a_tournament_does_not_begin_it_again(evening: ClubEvening, is_removed: bool) -> None:
    people = evening.store.people
    evening.tournaments.former_numbers = lambda person: people.former_numbers(person, at=evening.service.now)
    await evening.open(SWISS, 4, rounds=2)
    lost = 4
    if is_removed:
        await evening.decide(TakeOut(lost), "cheats")
    else:
        await evening.begin_first(1, 2, 3, 4)
        await evening.play_round()
    discord_id = people[lost].discord_id
    assert discord_id is not None
    await evening.store.privacy.delete_personal_data(lost, at=evening.service.now)
    back = (await people.add_or_update(discord_id, "Back", "en-US")).number
    was_in = await refusal(evening, evening.tournaments.join(SERVER, evening.number, back))
    assert was_in == refusals.WasInTournament("Evening")
    assert back in (await evening.decide(Add([back]))).staying


async def test_a_result_says_the_places_at_the_table_and_rounds_end_with_everyones_standing(evening: ClubEvening) -> None:
    await evening.open(SWISS, 4, rounds=1)
    await evening.begin_first(1, 2, 3, 4)
    over = await evening.play_round()
    _, results = await evening.tournaments.with_results(SERVER, evening.number)
    context = TournamentContext(over, results, evening.store.people, {})
    names, shown = context.names(ENGLISH), readable_text(rounds_layout(context, 0, ENGLISH))
    outcome = over.rounds[0].outcome(0, results) or {}
    for person, share in outcome.items():
        place = 1 + sum(other > share for other in outcome.values())
        assert f"{names.person(person)} {ENGLISH.decimal(share)} (place {place} of 4)" in shown
    standings = shown.partition("Standings")[2]
    assert all(f"{names.person(person)} " in standings for person in outcome)


async def test_the_table_of_an_awarded_match_is_closed_with_the_reason_and_can_be_played_again(evening: ClubEvening) -> None:
    await evening.open(SWISS, 2, rounds=1, rules=variant("wrotham"))
    await evening.begin_first(1, 2)
    await evening.come(1, 2)
    table = (await evening.now()).rounds[0].opened[0]
    context = TournamentContext(await evening.now(), {}, evening.store.people, {})
    form = decision_form(context, Award, ENGLISH)
    assert form.title == "Award a match\xa0· Evening"
    assert "It's the last match: an award ends the tournament, and its table closes." in str(form.to_dict())
    assert (await evening.decide(Award(1), "Ben went home")).over_at is not None
    closed = await evening.service.tables.get(table)
    assert closed.phase == Phase.OVER
    assert isinstance(await refusal(evening, evening.decide(Withdraw(1, 1), "x")), refusals.AwardStays)
    assert closed.broken_off is not None
    assert (closed.broken_off.person, closed.broken_off.why) == (1, "Ben went home")
    waiting = await evening.store.posts.waiting_lines(CHANNEL, 20)
    (line,) = await evening.store.ledgers.lines(SERVER, [post.of for post in waiting])
    assert (type(line.what).__name__, line.why) == ("MatchAwarded", "Ben went home"), "it is posted there"


async def test_an_award_taken_back_lets_the_match_that_it_closed_be_played(evening: ClubEvening) -> None:
    await evening.open(SWISS, 4, rounds=2, rules=variant("wrotham"))
    first, second = (await evening.begin_first(1, 2, 3, 4)).rounds[0].tables
    await evening.come(*first, *second)
    await evening.decide(Award(first[0]), "a wrong one")
    assert isinstance(await refusal(evening, evening.come(first[0])), refusals.NoTableForYou)
    await evening.decide(Withdraw(1, 1), "both are here")
    await evening.come(*first)
    opened = (await evening.now()).rounds[0].opened
    assert (await evening.service.tables.get(opened[0])).phase == Phase.DEAL
    await evening.play_table(opened[0])
    await evening.play_table(opened[1])
    assert (await evening.wait(0)).check_in == 2


async def test_at_the_end_a_table_that_waits_is_closed_and_a_match_goes_on_and_counts(evening: ClubEvening) -> None:
    await evening.open(SWISS, 4, rounds=2, rules=variant("wrotham"))
    first, second = (await evening.begin_first(1, 2, 3, 4)).rounds[0].tables
    await evening.come(*first, second[0])
    playing, waiting = (await evening.now()).rounds[0].opened.values()
    form = decision_form(TournamentContext(await evening.now(), {}, evening.store.people, {}), End, ENGLISH)
    assert "Other tables close. Matches being played go on and count." in str(form.to_dict())
    await evening.decide(End(), "the room closes")
    assert (await evening.service.tables.get(waiting)).phase == Phase.OVER
    await evening.play_table(playing)
    assert [row.position for row in tournament_rows(*await evening.tournaments.with_results(SERVER, evening.number))] != [1] * 4


async def test_equals_share_a_position_and_the_number_that_decides_between_scores_is_shown(evening: ClubEvening) -> None:
    await evening.open(SWISS, 8, rounds=2, rules=variant("wrotham"))
    for nth in range(2):
        await (evening.begin_first(*range(1, 9)) if nth == 0 else evening.check_in(*range(1, 9)))
        for people in (await evening.now()).rounds[nth].tables:
            await evening.decide(Award(people[0]), "agreed")
    context = await context_of(evening)
    rows = tournament_rows(context.tournament, context.results)
    assert len({row.position for row in rows}) < len(rows)
    texts = [text_of(rounds_layout(context, 0, ENGLISH)), text_of(card_layout(context, ENGLISH))]
    for row in rows:
        name, tie = context.names(ENGLISH).plain(row.person), ENGLISH.decimal(row.opponents)
        is_equal = [(one.score, one.opponents) for one in rows].count((row.score, row.opponents)) > 1
        shown = f"{ENGLISH.decimal(row.score)} ({tie}; +0)" if is_equal else f"{ENGLISH.decimal(row.score)} ({tie})"
        assert f"{row.position}\\. {name} {shown}\n" in texts[0] + "\n", "a list that Discord doesn't number itself"
        assert re.search(rf"^  {row.position}\. {name} +{re.escape(shown)}$", texts[1], re.MULTILINE)


def text_of(view: LayoutView) -> str:
    return "\n".join(item.content for item in view.walk_children() if isinstance(item, TextDisplay))


async def test_rounds_end_with_who_met_whom_at_a_table_and_how_often(evening: ClubEvening) -> None:
    await evening.open(SWISS, 4, rounds=2, rules=variant("wrotham"))
    (first, _), absent = (await evening.begin_first(1, 2, 3, 4)).rounds[0].tables
    assert "Opponents" not in readable_text(rounds_layout(await context_of(evening), 0, ENGLISH))
    await evening.play_round(without={*absent})
    await evening.decide(Award(absent[0], "1"), "they wrote that they are ill")
    await evening.check_in(1, 2, 3, 4)
    context = await context_of(evening)
    name = context.names(ENGLISH).person
    met = readable_text(rounds_layout(context, 0, ENGLISH)).partition("**Opponents**\n")[2].splitlines()
    tables = context.tournament.rounds[0].tables
    pairs = [pair for people in tables for pair in permutations(people)]
    assert sorted(met) == sorted(f"{name(one)}: {name(other)}" for one, other in pairs), "an award makes everyone present"
    rounds = structs.replace(context.tournament, rounds=context.tournament.rounds * 2)
    twice = readable_text(rounds_layout(dataclasses.replace(context, tournament=rounds), 0, ENGLISH))
    other = next(person for person in tables[0] if person != first)
    assert f"{name(first)}: {name(other)} ×2" in twice


async def context_of(evening: ClubEvening) -> TournamentContext:
    found, results = await evening.tournaments.with_results(SERVER, evening.number)
    return TournamentContext(found, results, evening.store.people, {})


async def test_with_a_limit_others_wait_and_move_up_when_a_place_is_free(evening: ClubEvening) -> None:
    await evening.open(SWISS, 3, rounds=2)
    for typed in ("2", "129", "many"):
        assert await refusal(evening, evening.decide(LimitPlayers(typed))) == refusals.NoSuchLimit(typed, 3, 128)
    await evening.decide(LimitPlayers("3"))
    for person in (4, 5, 6):
        await evening.tournaments.join(SERVER, evening.number, person)
    now = await evening.now()
    assert (now.staying, now.waiting) == ([1, 2, 3], (4, 5, 6))
    context = TournamentContext(now, {}, evening.store.people, {})
    line = f"Waiting for a place: {', '.join(map(context.names(ENGLISH).person, (4, 5, 6)))}"
    assert line in readable_text(card_layout(context, ENGLISH))
    assert own_match_text(context, 5, ENGLISH) == line
    assert "at most 3 players" in readable_text(card_layout(context, ENGLISH))
    out = await evening.decide(TakeOut(5), "plays elsewhere")
    assert out.waiting == (4, 6)
    assert "An organiser removed you" in own_match_text(TournamentContext(out, {}, evening.store.people, {}), 5, ENGLISH)
    await evening.tournaments.leave(SERVER, evening.number, 2)
    assert ((await evening.now()).staying, (await evening.now()).waiting) == ([1, 3, 4], (6,))
    replaced = await evening.decide(ReplacePlayer(3, 6), "he is ill")
    assert (sorted(replaced.staying), replaced.waiting) == ([1, 4, 6], ())
    await evening.tournaments.join(SERVER, evening.number, 7)
    assert (await evening.decide(LimitPlayers("4"))).staying[-1] == 7
    await evening.tournaments.join(SERVER, evening.number, 2)
    opened = TournamentContext(await evening.decide(Open()), {}, evening.store.people, {})
    missing = ", ".join(map(opened.names(ENGLISH).person, opened.tournament.staying))
    assert f"Waiting for: {missing}" in readable_text(manage_layout(opened, (), ENGLISH)), "who would sit out"
    assert await refusal(evening, evening.tournaments.check_in(SERVER, evening.number, 2)) == refusals.NoCheckIn(), "they wait"
    assert 2 in (await evening.decide(TakeOut(7), "doesn't answer")).staying
    assert (await evening.decide(LimitPlayers("0"))).plan.most == 128


@pytest.mark.parametrize("how", ["award taken back", "broken off", "replaced"])
async def test_nobody_waits_for_who_was_removed_when_their_table_is_played_again(evening: ClubEvening, how: str) -> None:
    await evening.open(SWISS, 8, rounds=1)
    (zed, *there), _ = (await evening.begin_first(*range(1, 9))).rounds[0].tables
    await evening.decide(TakeOut(zed), "rude")
    if how == "award taken back":
        await evening.decide(Award(there[0]), "a mistake")
        await evening.decide(Withdraw(1, 1), "it was one")
    elif how == "broken off":
        await evening.come(*there)
        await evening.wait(0)
        opened = (await evening.now()).rounds[0].opened[0]
        assert (await evening.service.tables.get(opened)).phase == Phase.DEAL
        await evening.service.tables.change(opened, 1, Cancel(by_manager=True, why="noise"))
        await evening.wait(0)
    else:
        await evening.come(*there[1:])
        await evening.decide(ReplacePlayer(there[0], 9), "ill")
        await evening.wait(0)
        there[0] = 9
    await evening.come(*there)
    opened = (await evening.wait(0)).rounds[0].opened[0]
    assert (await evening.service.tables.get(opened)).phase == Phase.DEAL


async def test_who_waits_moves_up_when_another_kind_has_more_places(evening: ClubEvening) -> None:
    swiss = (await evening.open(SWISS, 0, rounds=3)).plan
    await evening.meet(33)
    await evening.decide(LimitPlayers("40"))
    await evening.decide(Change("Evening", structs.replace(swiss, kind=TournamentKind.ROUND_ROBIN, rounds=0)))
    for person in range(1, 34):
        await evening.tournaments.join(SERVER, evening.number, person)
    assert (await evening.now()).waiting == (33,)
    assert not (await evening.decide(Change("Evening", swiss))).waiting
