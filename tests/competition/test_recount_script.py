"""`scripts/recount.py` computes everything in an export again, from it alone, to the last digit."""

import io
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.league.corrections import Reinstate, SwapPeople, Void
from bot.league.league import League
from bot.league.scheme import ByCards, Ranking
from bot.league.seasons import StoredLeague
from bot.league.tournament.tournament import Results, Tournament
from bot.messages.league.export import ExportWriter
from bot.messages.names import Names
from bot.rummy.variant import Length
from tests.competition.league_server import LeagueServer
from tests.databases import on_sqlite
from tests.league.leagues import LEAGUES
from tests.league.random_season import PEOPLE, SERVER, corrections_of, season_of
from tests.league.written_matches import played
from tests.messages.league.exported_files import Json, read_export, zip_export
from tests.messages.shown_text import ENGLISH

SCRIPT = Path(__file__).parents[2] / "scripts" / "recount.py"
NOBODY = Names({})
CARDS = League(server=SERVER, name="St John’s", scheme=ByCards(), rated=True, zone="America/St_Johns", rematches=2, daily=3)


async def exported(
    server: LeagueServer,
    stored: StoredLeague | None,
    season: int | None = None,
    names: Names = NOBODY,
    tournaments: Sequence[tuple[Tournament, Results]] = (),
) -> bytes:
    """Return the zip of an export as everyone gets it."""
    history, file, people = server.match_history, io.BytesIO(), range(1, PEOPLE + 1)
    export, rows = await history.export(SERVER, stored, season=season), await server.standings.season_rows(SERVER, stored)
    tables = [(term, rows[term.number, term.season.number]) for term in export.terms]
    with ExportWriter(file, tables, people, names, ENGLISH, tournaments) as writer:
        async for matches in history.exported_pages(export):
            writer.add(matches, ())
        writer.finish(None if stored else await history.ratings(SERVER, people))
    return file.getvalue()


def recounted(folder: Path, data: bytes) -> subprocess.CompletedProcess[str]:
    """Run the script on this zip, with a Python that finds nothing of the project."""
    folder.mkdir()
    (folder / "ramino-export.zip").write_bytes(data)
    command = [sys.executable, "-I", SCRIPT, "ramino-export.zip"]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)


async def play_seasons(server: LeagueServer, matches: int) -> list[StoredLeague]:
    """Play random matches of several leagues with corrections, and end a season of each in the middle."""
    ranked = [replace(CARDS, name=by, ranking=by, daily=None) for by in (Ranking.AVERAGE, Ranking.RATING)]
    await server.create([*LEAGUES, CARDS, replace(CARDS, name="Long", shortest=Length.FULL), *ranked])
    history, dice = season_of(4, matches=matches, leagues=len(LEAGUES) + 4), random.Random(4)
    for nth, match in enumerate(history):
        await server.finish(match)
        if dice.random() < 0.25:
            for correction in corrections_of(nth, history[: nth + 1], 2):
                await server.try_to_correct(correction)
        if nth == matches // 2:
            for stored in await server.leagues.all(SERVER):
                await server.season_ends.end_season(SERVER, stored.number)
    return await server.leagues.all(SERVER)


@pytest.mark.thorough
@on_sqlite
async def test_a_recount_of_every_export_agrees_with_the_bot(server: LeagueServer, tmp_path: Path) -> None:
    leagues, reasons = await play_seasons(server, 200), set[str | None]()
    for stored in (None, *leagues):
        for season in (None,) if stored is None else (None, 1, 2):
            data = await exported(server, stored, season)
            matches = read_export(data)["matches"]
            reasons |= {verdict["why_not"] for one in matches for verdict in one["verdicts"]}
            done = recounted(tmp_path / f"{stored and stored.number} {season}", data)
            assert (done.returncode, done.stderr) == (0, ""), done.stdout
            assert "Everything agrees" in done.stdout
    assert reasons > {None, "voided", "too_few_people", "no_points", "not_played", "too_many_rematches", "day_was_full"}


@on_sqlite
@pytest.mark.thorough
async def test_a_recount_finds_what_was_changed_by_hand(server: LeagueServer, tmp_path: Path) -> None:
    await play_seasons(server, 60)
    data = await exported(server, None)
    nth = next(nth for nth, one in enumerate(read_export(data)["matches"]) if "corrections" in one)

    def change_standings(export: Json) -> None:
        export["standings"][0]["points"] += "1"

    def change_rating(export: Json) -> None:
        export["ratings"][3]["mu"] = 25.000001

    def change_verdict(export: Json) -> None:
        export["matches"][7]["verdicts"][0]["why_not"] = "no_clock"

    def change_correction(export: Json) -> None:
        export["matches"][nth]["corrections"] = []

    for change, said in (
        (change_standings, "standings of season 1"),
        (change_rating, "ratings: "),
        (change_verdict, "match 8 in : computed"),
        (change_correction, "its corrections lead to another result"),
    ):
        export = read_export(data)
        change(export)
        done = recounted(tmp_path / change.__name__, zip_export(export))
        assert done.returncode == 1, done.stderr
        assert said in done.stdout


async def test_a_recount_leaves_out_other_values_of_cards_and_charges_for_abandoned_matches(
    server: LeagueServer, tmp_path: Path
) -> None:
    await server.create([replace(CARDS, per_deal=True)])
    dear = {"house_rules": ("court_points",), "deal_count": 2}
    for said, facts in (
        ("Ann 1 90 · Ben 2 40", {"deal_count": 3, "has_card_rules": True}),
        ("Ann 1 900 · Cem 2 40", dear),
        ("Ann 1 900 · Dee 2 40", dear | {"has_card_rules": True}),
        ("Ben 2 0 left · Dee 1 0", {"open_hands": (71, 60), "is_walkover": True, "has_card_rules": True}),
        ("Cem 2 0 left · Dee 1 0", {"open_hands": (71, 60), "is_walkover": True}),
    ):
        server.now += 1
        await server.finish(replace(played(said), server=SERVER, ended=server.now, **facts))
    data = await exported(server, None)
    verdicts = [one["verdicts"][-1] for one in read_export(data)["matches"]]
    assert [one["why_not"] for one in verdicts] == [None, None, "card_values", "not_played", "not_played"]
    assert [list(one["league_points"].values()) for one in verdicts[3:]] == [[-35.5], [0]]
    assert "Everything agrees" in recounted(tmp_path / "as it is", data).stdout


async def test_a_recount_knows_who_came_back_after_deleting_their_data(server: LeagueServer, tmp_path: Path) -> None:
    cup = League(server=SERVER, name="Cup", rated=True)
    await server.create([cup, replace(cup, name="Only here", channel=7)])
    for channel in (0, 0, 7):
        back = (await server.store.people.add_or_update(1004, "Dee", "en-US")).number
        match = replace(played("Ann 1 · Dee 2"), server=SERVER, channel=channel)
        server.now += 1
        seats = (match.seats[0], replace(match.seats[1], person=back))
        await server.finish(replace(match, seats=seats, ended=server.now))
        await server.store.privacy.delete_personal_data(back, at=server.now)
    data = await exported(server, None)
    verdicts = [[verdict["why_not"] for verdict in one["verdicts"][-2:]] for one in read_export(data)["matches"]]
    assert verdicts == [[None, "other_channel"], ["has_returned", "other_channel"], ["has_returned", None]]
    assert [row["matches"] for row in read_export(data)["ratings"]] == [1, 1]
    assert "Everything agrees" in recounted(tmp_path / "as it is", data).stdout


async def test_the_table_of_an_ended_season_has_no_later_corrections_and_a_recount_agrees(
    server: LeagueServer, tmp_path: Path
) -> None:
    (stored,) = await server.create([League(server=SERVER, name="Cup")])
    matches = []
    for said in ("Ann 1 · Ben 2", "Ann 1 · Cem 2", "Ann 1 · Dee 2", "Ben 1 · Dee 2", "Ben 1 · Eve 2", "Cem 1 · Dee 2"):
        server.now += 1
        matches.append(await server.finish(replace(played(said), server=SERVER, ended=server.now)))
    server.now += 60_000
    await server.corrections.correct(SERVER, matches[0], SwapPeople(1, 2), by=6, why="x")
    server.now -= 30_000  # the clock is set back
    await server.season_ends.end_season(SERVER, stored.number)
    stored = await server.leagues.find(SERVER)
    before = read_export(await exported(server, stored, 1))
    for change, passed in ((SwapPeople(2, 4), 0), (Void(), -3_600_000), (Reinstate(), 1)):  # ms: at once, the clock set back
        server.now += passed
        await server.corrections.correct(SERVER, matches[3], change, by=6, why="x")
    data = await exported(server, stored, 1)
    assert read_export(data)["standings"] == before["standings"]
    assert [row["position"] for row in before["standings"]] == ["1", "2", "3", "4", "5"]
    assert "Everything agrees" in recounted(tmp_path / "as it is", data).stdout


def test_a_call_without_an_export_says_how_to_call_it(tmp_path: Path) -> None:
    command = [sys.executable, "-I", SCRIPT]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 2
    assert "scripts/recount.py" in done.stderr
