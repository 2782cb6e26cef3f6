"""Organisers undo the end of a season and an archived league, unless something contradicts it by now."""

import asyncio
from random import Random

import pytest
from msgspec.structs import replace

from bot.competition.refusals import NoSuchLeague
from bot.competition.season_end import NotUndoable, SeasonOverAlready
from bot.league.corrections import Void
from bot.league.league import League, Monthly
from bot.league.organiser_actions import LeagueArchived, SeasonEnded, Undone
from bot.league.scheme import read_scheme
from bot.league.seasons import UNDO_TIME, StoredLeague
from bot.league.standings import Effect, Move
from bot.wording.sentence import Refused
from tests.competition.league_server import LeagueServer, refused, standings_rows
from tests.league.random_season import SERVER, corrections_of, season_of
from tests.league.written_matches import played
from tests.rummy.presets import variant
from tests.seeds import seeds

ANN = 1
MONDAYS = League(server=SERVER, name="Mondays")
RAMI = variant("rami")


async def end(server: LeagueServer, stored: StoredLeague, name: str = "") -> tuple[int, int]:
    """End the running season. Return its number and its end."""
    table = await server.season_ends.end_season(SERVER, stored.number, name, by=ANN)
    return table.season.number, table.season.end or 0


async def archive(server: LeagueServer, stored: StoredLeague) -> tuple[int, int]:
    table = await server.season_ends.end_season(SERVER, stored.number, by=ANN, archive=True)
    return table.season.number, table.season.end or 0


@pytest.mark.parametrize("seed", seeds(0, 5))
@pytest.mark.parametrize("how", ["season", "archive"])
async def test_after_an_undo_everything_is_as_if_the_season_had_never_ended(server: LeagueServer, seed: int, how: str) -> None:
    random = Random(seed)
    scheme = read_scheme("2: 3 0; 3: 4 2 0; 4: 5 3 1 0; 5: 5 4 3 2 0; 6: 6 5 4 3 2 0")
    (stored,) = await server.create([replace(MONDAYS, scheme=scheme, rated=True, season_end=Monthly())])
    history = season_of(seed, matches=25, people=6)
    cut = random.randrange(5, 20)
    for match in history[:cut]:
        await server.finish(match)
    for correction in corrections_of(seed, history[:cut], 3):
        await server.try_to_correct(correction)
    before = await server.leagues.get(SERVER, stored.number)
    rows, computed = (await server.standings.table(SERVER, before)).rows, await server.computed()
    season, at = await (end if how == "season" else archive)(server, before)
    undo = server.undos.undo_end
    assert await undo(SERVER, stored.number, season, at, by=ANN) == "Mondays"
    assert await server.leagues.get(SERVER, stored.number) == before
    assert (await server.standings.table(SERVER, before)).rows == rows
    assert await server.computed() == computed
    assert await server.unposted_seasons() == []
    newest = (await server.log_page()).lines[0]
    undone = SeasonEnded("Mondays", str(season)) if how == "season" else LeagueArchived("Mondays")
    assert newest.what == Undone(newest.number - 1, undone, ANN)
    for match in history[cut:]:
        await server.finish(match)
    assert await server.computed()


async def test_matches_that_were_played_after_the_end_belong_to_the_reopened_season(server: LeagueServer) -> None:
    (stored,) = await server.create([MONDAYS])
    await server.finish_small_match()
    season, at = await end(server, stored, "Spring")
    late = await server.finish_small_match()
    await server.corrections.correct(SERVER, late, Void(), by=ANN, why="x")
    await server.finish_small_match()
    await server.undos.undo_end(SERVER, stored.number, season, at, by=ANN)
    running = await server.leagues.get(SERVER, stored.number)
    assert (running.season.number, running.season.name) == (1, "")
    assert [(row[1], row[2]) for row in standings_rows(await server.standings.table(SERVER, running))] == [(1, 2), (2, 2)]
    assert await server.computed()
    assert (await end(server, stored, "Spring"))[0] == 1, "its name is free again"


async def test_the_undo_of_a_season_that_ended_by_the_calendar_names_nobody(server: LeagueServer) -> None:
    (stored,) = await server.create([replace(MONDAYS, season_end=Monthly())])
    await server.finish_small_match()
    await end(server, stored)
    server.now = ((await server.leagues.get(SERVER, stored.number)).ends_at or 0) - 1
    await server.finish_small_match()
    server.now += 1
    ((_, table),) = await server.season_ends.end_due_seasons()
    await server.undos.undo_end(SERVER, stored.number, table.season.number, table.season.end or 0, by=ANN)
    undone = (await server.log_page()).lines[0].what
    assert isinstance(undone, Undone)
    assert undone.whose is None


@pytest.mark.parametrize("how", ["season", "archive"])
async def test_the_line_of_an_undo_says_what_is_otherwise_than_in_the_saved_table(server: LeagueServer, how: str) -> None:
    (stored,) = await server.create([MONDAYS])
    finishing, undo = end if how == "season" else archive, server.undos.undo_end
    for people in ("Ann 1 104 · Ben 2 40", "Ann 1 104 · Cem 2 40", "Ben 1 104 · Cem 2 40"):
        server.now += 1
        last = await server.finish(replace(played(people), server=SERVER, ended=server.now))
    season, at = await finishing(server, stored)
    await undo(SERVER, stored.number, season, at, by=ANN)
    unchanged = (await server.log_page()).lines[0]
    assert (unchanged.effects, unchanged.is_own) == ((Effect("Mondays", 0, 0),), False)
    server.now += 1
    season, at = await finishing(server, stored)
    for people in ("Cem 1 104 · Ann 2 40", "Cem 1 104 · Dee 2 40", "Cem 1 104 · Ben 2 40"):
        server.now += 1
        await server.finish(replace(played(people), server=SERVER, ended=server.now))
    server.now += 1
    await server.corrections.correct(SERVER, last, Void(), by=ANN, why="x")
    server.now += 1
    await undo(SERVER, stored.number, season, at, by=ANN)
    newest = (await server.log_page()).lines[0]
    (effect,) = newest.effects
    assert (effect.matches, effect.people) == (4, 4), "three newer matches, and one that was voided since the end"
    assert effect.moves == (Move(1, 1, 2), Move(3, 3, 1), Move(2, 2, 3))
    assert newest.is_own


async def test_an_end_is_undone_once_and_for_ten_minutes(server: LeagueServer) -> None:
    (stored,) = await server.create([MONDAYS])
    await server.finish_small_match()
    season, at = await end(server, stored)
    undo = server.undos.undo_end
    assert isinstance(await refused(undo(11, stored.number, season, at, by=ANN)), NoSuchLeague)
    server.now = at + UNDO_TIME + 1
    assert await refused(undo(SERVER, stored.number, season, at, by=ANN)) == NotUndoable("Mondays")
    server.now = at + UNDO_TIME
    together = await asyncio.gather(*(undo(SERVER, stored.number, season, at, by=by) for by in (1, 2)), return_exceptions=True)
    (why,) = [one for one in together if isinstance(one, Refused)]
    assert why.refusal == NotUndoable("Mondays")
    _, again = await end(server, stored)
    assert again > at
    assert await refused(undo(SERVER, stored.number, season, at, by=ANN)) == NotUndoable("Mondays"), "an old button"
    assert len([one for one in (await server.log_page()).lines if isinstance(one.what, Undone)]) == 1


async def test_what_came_after_and_builds_on_it_refuses_an_undo(server: LeagueServer) -> None:
    (stored,) = await server.create([MONDAYS])
    await server.finish_small_match()
    season, at = await end(server, stored)
    undo, no = server.undos.undo_end, NotUndoable("Mondays")
    edited = await server.league_editor.edit(stored.number, replace(MONDAYS, rematches=2))
    assert await refused(undo(SERVER, stored.number, season, at, by=ANN)) == no
    await server.finish_small_match()
    second, later = await end(server, stored)
    assert await refused(undo(SERVER, stored.number, season, at, by=ANN)) == no
    await undo(SERVER, stored.number, second, later, by=ANN)
    assert (await server.leagues.get(SERVER, stored.number)).league == edited.league
    third, last = await archive(server, stored)
    (other,) = await server.create([MONDAYS])
    assert await refused(undo(SERVER, stored.number, third, last, by=ANN)) == no, "its name is taken"
    await server.league_editor.edit(other.number, replace(MONDAYS, name="Tuesdays"))
    await undo(SERVER, stored.number, third, last, by=ANN)
    assert await server.computed()


async def test_an_answer_to_an_old_confirmation_ends_no_other_season(server: LeagueServer) -> None:
    (stored,) = await server.create([MONDAYS])
    await server.finish_small_match()
    await end(server, stored)
    await server.finish_small_match()
    for archive in (False, True):
        ending = server.season_ends.end_season(SERVER, stored.number, archive=archive, season=1, by=ANN)
        assert await refused(ending) == SeasonOverAlready("Mondays", 1)
