"""`scripts/recount.py` computes the tables of the tournaments in an export again, from it alone."""

import csv
import io
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.competition.corrections import Corrections
from bot.competition.personal_data import PersonalData
from bot.competition.tournament import tournaments
from bot.interactions.tournament.decisions import Award, ReplacePlayer, Withdraw
from bot.league.corrections import Remove, SwapPeople, Void
from bot.league.tournament.course import awaited
from bot.league.tournament.events import TournamentKind
from bot.league.tournament.rows import tournament_rows
from bot.league.tournament.tournament import Tournament
from bot.messages.names import Names, names_of
from bot.storage.store import Store
from scripts import recount
from tests.competition.league_server import LeagueServer
from tests.competition.test_recount_script import NOBODY, exported, recounted
from tests.competition.tournament.club_evening import ORGANISER, QUICK, SERVER, ClubEvening
from tests.databases import on_sqlite
from tests.messages.league.exported_files import Json, match_rows, read_export, unzipped, zip_export
from tests.messages.shown_text import ENGLISH
from tests.rummy.presets import variant
from tests.seeds import seeds
from tests.tables.table_service import TableService

pytestmark = on_sqlite
SWISS, KNOCKOUT, ROUND_ROBIN = TournamentKind.SWISS, TournamentKind.KNOCKOUT, TournamentKind.ROUND_ROBIN
DUPLICATE = TournamentKind.DUPLICATE
PAIRS = replace(variant("rami", players="[2, 2]"), match_deals=1)


@pytest.fixture
def evening(store: Store, service: TableService) -> ClubEvening:
    return ClubEvening(store, service)


async def play_evening(
    evening: ClubEvening, kind: TournamentKind, people: int, seed: int, *, pairs: bool = False, voids: bool = True, cut: int = 0
) -> None:
    """Play a tournament with everything that makes its table hard to compute; then correct two matches, and void one.

    In the first round, somebody doesn't come, and a match is awarded after it was played. Before the second one, two people
    don't check in and, if that is possible, one joins; in it, somebody is replaced and a match is awarded at once.
    """
    dice, tournaments, late, other = random.Random(seed), evening.tournaments, people + 1, people + 2
    await evening.open(kind, people, rounds=3, on=1 if pairs else 1 + seed % 2, rules=PAIRS if pairs else QUICK, cut=cut)
    number = evening.number
    now = await evening.begin_first(*range(1, people + 1))
    while now.over_at is None:
        if now.check_in:
            waiting = awaited(now, (await tournaments.with_results(SERVER, number))[1])
            here = dice.sample(waiting, max(2, len(waiting) - 2)) if now.check_in == 2 else waiting
            now = await evening.check_in(*here, *([late] if now.may_join else []))
            now = await evening.wait(15) if now.check_in else now
            continue
        if len(now.rounds) == 2:
            if other not in now.people:
                now = await evening.decide(ReplacePlayer(dice.choice(now.rounds[-1].tables[0]), other), "tired")
            await evening.decide(Award(dice.choice(now.rounds[-1].tables[0])), "agreed")
        now = await play_round(evening, dice)
    corrections = Corrections(evening.store.ledgers, evening.service.clock)
    found, results = await tournaments.with_results(SERVER, number)
    matches = [one for one in found.tables() if one in results]
    voided, swapped, removed = dice.sample(matches, 3)
    for match, change in (
        *([(voided, Void())] if voids else []),
        (swapped, SwapPeople(*(seat.person for seat in results[swapped].seats[:2]))),
        (removed, Remove(results[removed].seats[0].person)),
    ):
        await corrections.correct(SERVER, match, change, by=ORGANISER, why="as we saw it")


async def play_round(evening: ClubEvening, dice: random.Random) -> Tournament:
    """Play the round to its end; in the first one, somebody at the last table doesn't come, and the first match is awarded."""
    now = await evening.now()
    last, nth = now.rounds[-1], len(now.rounds)
    missing = dice.choice(last.tables[-1]) if nth == 1 else None
    coming = [one for place, people in enumerate(last.tables) if place not in last.winners for one in people]
    await evening.come(*(person for person in coming if person != missing))
    if nth == 1:
        now = await evening.wait(11)
        await evening.play_table(now.rounds[-1].opened[0])
        await evening.decide(Award(dice.choice(last.tables[0])), "a misdeal")
    for table in (await evening.now()).rounds[-1].opened.values():
        await evening.play_table(table)
    return await evening.wait(0)


async def export_of(evening: ClubEvening, names: Names = NOBODY) -> bytes:
    """Return the zip of the whole server."""
    server = LeagueServer(evening.store, evening.service.now)
    return await exported(server, None, None, names, await evening.tournaments.all_with_results(SERVER))


EVENINGS = {
    "duplicate": (DUPLICATE, 11, False),
    "pairs with byes": (SWISS, 7, True),
    "tables": (SWISS, 11, False),
    "a knockout": (KNOCKOUT, 13, False),
    "a knockout of pairs": (KNOCKOUT, 12, True),
    "a round robin": (ROUND_ROBIN, 5, True),
}
FEW_AND_ALL = [
    which if which in ("tables", "a knockout") else pytest.param(which, marks=pytest.mark.thorough) for which in EVENINGS
]


async def test_a_recount_gives_a_bye_to_who_came_in_too_small_a_number(evening: ClubEvening, tmp_path: Path) -> None:
    await evening.open(SWISS, 6, rounds=1, rules=replace(QUICK, players=(3, 4)))
    missing = (await evening.begin_first(*range(1, 7))).rounds[0].tables[0][0]
    await evening.play_round(without={missing})
    data = await export_of(evening)
    (found,) = read_export(data)["tournaments"]
    assert [row["score"] for row in found["table"]].count("1/2") >= 2
    done = recounted(tmp_path / "it", data)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


@pytest.mark.parametrize("which", FEW_AND_ALL)
@pytest.mark.parametrize("seed", seeds(1, 6))
async def test_a_recount_of_a_tournament_agrees_with_the_bot(
    evening: ClubEvening, tmp_path: Path, which: str, seed: int
) -> None:
    kind, people, pairs = EVENINGS[which]
    await play_evening(evening, kind, people, seed, pairs=pairs)
    data = await export_of(evening)
    done = recounted(tmp_path / "as it is", data)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert "1 tournaments." in done.stdout
    (found,) = read_export(data)["tournaments"]
    assert found["table"]
    assert [one["by"] for one in found["replaced"]] == [people + 2]
    tables = [table for one in found["rounds"] for table in one["tables"]]
    assert any("absent" in table for table in tables)
    assert [("match" in table) for table in tables if "awarded" in table] == [True, False]
    if kind == SWISS:
        assert [one["entered"] for one in found["people"] if one["person"] == people + 1] == [2]
        assert any(one["byes"] for one in found["rounds"]) == pairs


@pytest.mark.parametrize(("people", "pairs", "cut"), [(9, True, 4), pytest.param(11, False, 8, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("seed", seeds(20, 4))
async def test_a_recount_of_a_swiss_tournament_with_a_cut_agrees_with_the_bot(
    evening: ClubEvening, people: int, pairs: bool, cut: int, seed: int
) -> None:
    await play_evening(evening, SWISS, people, seed, pairs=pairs, cut=cut)
    export = read_export(await export_of(evening))
    assert recount.recount(export) == []
    (found,) = export["tournaments"]
    assert len(found["rounds"]) > 4
    assert found["cut"] == cut
    first = {person for one in found["rounds"][3]["tables"] for person in one["people"]} | {*found["rounds"][3]["byes"]}
    assert {row["person"] for row in found["table"][:cut]} == first, "those in the knockout come first"


async def test_a_round_robin_of_threes_of_an_earlier_version_goes_on_as_swiss(
    evening: ClubEvening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournaments, "has_round_robin", lambda _: True)  # it was accepted then
    await evening.open(ROUND_ROBIN, 6, rules=replace(QUICK, players=(3, 6)))
    now = await evening.begin_first(*range(1, 7))
    while now.over_at is None:
        now = await (evening.check_in(*range(1, 7)) if now.check_in else evening.play_round())
    played = [one for one in now.rounds if not one.extra]
    assert [[len(people) for people in one.tables] for one in played] == [[3, 3]] * 5
    assert recount.recount(read_export(await export_of(evening))) == []


@pytest.mark.parametrize("which", FEW_AND_ALL)
@pytest.mark.parametrize("seed", seeds(8, 4))
async def test_a_recount_agrees_after_awards_of_any_round_were_given_and_taken_back(
    evening: ClubEvening, which: str, seed: int
) -> None:
    kind, people, pairs = EVENINGS[which]
    await play_evening(evening, kind, people, seed, pairs=pairs)
    before = read_export(await export_of(evening))["tournaments"][0]["table"]
    now, dice = await evening.now(), random.Random(seed)
    _, results = await evening.tournaments.with_results(SERVER, evening.number)
    decided = [
        (nth, at) for nth, one in enumerate(now.rounds, start=1) for at in {*range(len(one.tables))} - {*one.undecided(results)}
    ]
    free = [(nth, at) for nth, at in decided if at not in now.rounds[nth - 1].winners]

    chosen = dice.sample(free, min(4, len(free)))
    for nth, at in chosen:
        winner = now.successor(dice.choice(now.rounds[nth - 1].tables[at]))
        await evening.decide(Award(winner, str(nth)), "agreed")
    for nth, at in chosen[1:]:
        await evening.decide(Withdraw(nth, at + 1), "not so")
    assert recount.recount(read_export(await export_of(evening))) == []
    nth, at = chosen[0]
    await evening.decide(Withdraw(nth, at + 1), "not so")
    assert read_export(await export_of(evening))["tournaments"][0]["table"] == before


async def test_a_recount_finds_a_changed_score_table_award_and_entry(evening: ClubEvening, tmp_path: Path) -> None:
    await play_evening(evening, SWISS, 11, 1, voids=False)
    data = await export_of(evening)

    def change_score(one: Json) -> None:
        one["table"][2]["score"] = "7/3"

    def change_table(one: Json) -> None:
        tables = one["rounds"][2]["tables"]
        tables[0]["people"][0], tables[1]["people"][0] = tables[1]["people"][0], tables[0]["people"][0]

    def remove_award(one: Json) -> None:
        del next(table for table in one["rounds"][1]["tables"] if "awarded" in table)["awarded"]

    def change_entry(one: Json) -> None:
        for person in one["people"]:
            person["entered"] = 9

    def remove_replacement(one: Json) -> None:
        one["replaced"] = []

    changes: list[Callable[[Json], None]] = [change_score, change_table, remove_award, change_entry, remove_replacement]
    for change in changes:
        export = read_export(data)
        change(export["tournaments"][0])
        done = recounted(tmp_path / change.__name__, zip_export(export))
        assert done.returncode == 1, change.__name__
        assert "table of tournament 1 (Evening): " in done.stdout


async def test_the_sheet_of_matches_says_in_which_tournament_and_round_each_was_played(evening: ClubEvening) -> None:
    await evening.open(SWISS, 4, rounds=2, rules=PAIRS)
    now = await evening.begin_first(1, 2, 3, 4)
    await evening.play_round()
    await evening.check_in(1, 2, 3, 4)
    now = await evening.play_round()
    data = await export_of(evening)
    rows = match_rows(data)
    for nth, one in enumerate(now.rounds[:2], start=1):
        for place, people in enumerate(one.tables):
            found = [row for row in rows if row["match"] == str(one.opened[place])]
            assert {(row["tournament"], row["round"]) for row in found} == {("Evening", str(nth))}
            assert {int(row["person"]) for row in found} == {*people}
            assert sorted(row["place"] for row in found) in (["1", "2"], ["1", "1"])
    await evening.decide(Award(now.rounds[0].tables[0][1], "1"), "a wrong row")
    awarded = [row for row in match_rows(await export_of(evening)) if row["awarded"] == "1"]
    assert [(row["round"], row["person"], row["place"]) for row in awarded] == [
        ("1", str(person), place) for person, place in zip(now.rounds[0].tables[0], "21", strict=True)
    ]
    assert recount.recount(read_export(data)) == []


async def test_a_running_tournament_has_a_table_of_the_rounds_that_are_over(evening: ClubEvening) -> None:
    await evening.open(SWISS, 4, rounds=2)
    before = read_export(await export_of(evening))
    assert before["tournaments"][0]["rounds"] == []
    await evening.begin_first(1, 2, 3, 4)
    await evening.come(1, 2)
    found = read_export(await export_of(evening))
    (one,) = found["tournaments"]
    assert (one["ended"], {row["score"] for row in one["table"]}) == (None, {"0"})
    assert one["rounds"][0]["tables"][0]["match"] == (await evening.now()).rounds[0].opened[0]
    assert recount.recount(found) == recount.recount(before) == []


async def test_the_sheet_of_tournaments_has_the_table_of_each(evening: ClubEvening) -> None:
    await play_evening(evening, SWISS, 6, 1)
    data = await export_of(evening)
    shown = tournament_rows(*await evening.tournaments.with_results(SERVER, evening.number))
    sheet = list(csv.DictReader(io.StringIO(unzipped(data)["tournaments.csv"].decode("utf-8-sig"))))
    assert [(row["tournament"], row["position"], row["played"], row["byes"]) for row in sheet] == [
        (str(evening.number), str(row.position), str(row.played), str(row.byes)) for row in shown
    ]
    assert [float(row["score"]) for row in sheet] == [float(row.score) for row in shown]
    assert [read_export(data)["people"][row["person"]] for row in sheet] == [row["name"] for row in sheet]


async def test_a_deleted_person_is_a_former_player_in_exported_tournaments(evening: ClubEvening) -> None:
    service = evening.service
    await evening.open(SWISS, 3, rounds=1)
    await evening.begin_first(1, 2, 3)
    await evening.play_round()
    await PersonalData(service.store.privacy, service.tables, service.clock).delete(2)
    everyone = range(1, 5)
    found = read_export(await export_of(evening, names_of(service.store.people, everyone, ENGLISH)))
    assert found["people"] == {"1": "Ann", "2": "a former player", "3": "Cem"}
    assert [row["person"] for row in found["tournaments"][0]["table"]].count(2) == 1
