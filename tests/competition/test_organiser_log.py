"""Every action of an organiser is a line of the log, with what it changed, and waits to be announced."""

import pytest
from msgspec.structs import replace

from bot.competition.refusals import LeagueEdited as SomeoneElseEdited
from bot.league.corrections import SwapPeople, Void
from bot.league.league import League
from bot.league.match_facts import MatchResult
from bot.league.organiser_actions import (
    Corrected,
    LeagueArchived,
    LeagueCreated,
    LeagueEdited,
    RoleChosen,
    SeasonEnded,
    SettingChange,
)
from bot.league.scheme import read_scheme
from bot.league.seasons import StoredLeague
from bot.league.standings import Effect, Move
from tests.competition.league_server import LeagueServer, refused
from tests.league.leagues import LEAGUES
from tests.league.random_season import SERVER, corrections_of, season_of
from tests.league.written_matches import played

CUP = League(server=SERVER, name="Cup", announcements=70)
ANN, BEN, CEM, DEE = 1, 2, 3, 4


def match(text: str, ended: int) -> MatchResult:
    return replace(played(text), server=SERVER, ended=ended)


async def test_every_action_of_an_organiser_is_a_line_of_the_log(server: LeagueServer) -> None:
    editor, now = server.league_editor, server.now
    cup = await editor.create(CUP, by=ANN)
    await editor.edit(cup.number, replace(CUP, least=2), by=BEN)
    number = await server.finish(match("Ann 1 104 · Ben 2 40", now))
    await server.corrections.correct(SERVER, number, Void(), by=CEM, why="a joke")
    await server.finish(match("Ann 1 104 · Ben 2 40", now + 1))
    await server.season_ends.end_season(SERVER, cup.number, "Spring", by=ANN)
    for role in (500, 500, 600, None):
        await editor.set_organiser_role(SERVER, role, by=DEE)
    await server.season_ends.end_season(SERVER, cup.number, by=ANN, archive=True)
    lines = (await server.log_page()).lines
    assert [(line.by, line.what) for line in reversed(lines)] == [
        (ANN, LeagueCreated("Cup")),
        (BEN, LeagueEdited("Cup", (SettingChange("least", 1, 2),))),
        (CEM, Corrected(number, Void())),
        (ANN, SeasonEnded("Cup", "Spring")),
        (DEE, RoleChosen(None, 500)),
        (DEE, RoleChosen(500, 600)),
        (DEE, RoleChosen(600, None)),
        (ANN, LeagueArchived("Cup")),
    ]
    assert (await server.log_page(cup.number)).lines == lines
    assert await server.waiting_lines() == {70: 7}, "the card announces the new league"


async def test_a_season_that_ends_on_its_day_is_no_action(server: LeagueServer) -> None:
    cup = await server.league_editor.create(CUP)
    await server.finish(match("Ann 1 104 · Ben 2 40", server.now))
    await server.season_ends.end_season(SERVER, cup.number)
    assert (await server.log_page()).total == 0


async def test_a_refused_action_leaves_no_line(server: LeagueServer) -> None:
    cup = await server.league_editor.create(CUP, by=ANN)
    stale = replace(CUP, least=7)
    await refused(server.league_editor.create(CUP, by=ANN))
    change = server.league_editor.edit(cup.number, replace(CUP, least=2), based_on=stale, by=ANN)
    assert await refused(change) == SomeoneElseEdited("Cup")
    await refused(server.season_ends.end_season(SERVER, cup.number, by=ANN))
    assert (await server.log_page()).total == 1


async def test_an_edit_says_how_many_matches_count_differently_and_who_moves(server: LeagueServer) -> None:
    """L6: an organiser put themselves first, and nobody was notified."""
    cup = await server.league_editor.create(CUP, by=ANN)
    for _ in range(3):
        server.now += 1
        await server.finish(match("Ben 1 104 · Cem 2 40 · Dee 3 0", server.now))
    await server.finish(match("Ann 1 104 · Dee 2 40", server.now + 1))
    await server.league_editor.edit(cup.number, replace(CUP, scheme=read_scheme("2: 1000 0; 3: 1 0 0")), by=ANN)
    (line, _) = (await server.log_page()).lines
    assert line.is_own
    assert line.effects == (Effect("Cup", 1, 2, (Move(ANN, 2, 1), Move(BEN, 1, 2))),)
    table = await server.standings.table(SERVER, await server.leagues.find(SERVER, "Cup"))
    now = {row.person: row.position for row in table.rows}
    assert all(now[move.person] == move.after for move in line.effects[0].moves)


async def test_an_edit_that_changes_no_result_has_no_effect(server: LeagueServer) -> None:
    cup = await server.league_editor.create(CUP, by=ANN)
    await server.finish(match("Ben 1 104 · Ann 2 40", server.now))
    await server.league_editor.edit(cup.number, replace(CUP, name="Bowl", announcements=71), by=ANN)
    (line, _) = (await server.log_page()).lines
    assert (line.effects, line.is_own) == ((), False)
    assert await server.waiting_lines() == {70: 1, 71: 1}, "nobody moves the announcements to a hidden channel unseen"


@pytest.mark.parametrize("by", [ANN, DEE])
async def test_a_correction_says_who_moves_in_each_league_and_whether_it_is_their_own_match(
    server: LeagueServer, by: int
) -> None:
    cup = await server.league_editor.create(CUP)
    bowl = await server.league_editor.create(replace(CUP, name="Bowl", announcements=71))
    elsewhere = await server.league_editor.create(replace(CUP, name="Elsewhere", channel=99, announcements=72))
    number = await server.finish(match("Ben 1 104 · Ann 2 40 · Cem 3 0", server.now))
    await server.corrections.correct(SERVER, number, SwapPeople(ANN, BEN), by=by, why="typing error")
    (line,) = (await server.log_page()).lines
    assert line.is_own == (by == ANN)
    assert line.effects == tuple(Effect(name, 1, 2, (Move(ANN, 2, 1), Move(BEN, 1, 2))) for name in ("Bowl", "Cup"))
    assert await server.waiting_lines() == {70: 1, 71: 1}
    assert [(await server.log_page(one.number)).total for one in (cup, bowl, elsewhere)] == [1, 1, 0]


async def test_the_effects_of_random_corrections_and_edits_are_what_the_standings_show(server: LeagueServer) -> None:
    leagues = await server.create(replace(one, name=f"League {nth}") for nth, one in enumerate(LEAGUES))
    history = season_of(11, matches=60, people=9)
    for played_match in history:
        await server.finish(played_match)
    schemes = [read_scheme(text) for text in ("2: 9 0; 3: 3 1 0", "wins", "card points")]
    done = 0
    for nth, correction in enumerate(corrections_of(12, history, 40)):
        before = await positions(server, leagues)
        if nth % 4 == 0:
            stored = await server.leagues.get(SERVER, leagues[nth % len(leagues)].number)
            rules = replace(stored.league, scheme=schemes[nth % 3], least=1 + nth % 2, requires_clock=False)
            await server.league_editor.edit(stored.number, rules, by=correction.by)
        elif not await server.try_to_correct(correction):
            continue
        after, line = await positions(server, leagues), (await server.log_page(count=1)).lines[0]
        effects = {effect.league: effect for effect in line.effects}
        for name in before:
            moved = {
                person: (before[name].get(person), after[name].get(person))
                for person in before[name].keys() | after[name].keys()
                if before[name].get(person) != after[name].get(person)
            }
            effect = effects.get(name, Effect(name, 0, 0))
            assert effect.people == len(moved), (name, line)
            assert {move.person: (move.before, move.after) for move in effect.moves}.items() <= moved.items()
            assert len(effect.moves) == min(3, len(moved))
            done += bool(moved)
    assert done >= 20


async def positions(server: LeagueServer, leagues: list[StoredLeague]) -> dict[str, dict[int, int | None]]:
    """Return the positions of everyone in the running season of each league."""
    found = {}
    for one in leagues:
        stored = await server.leagues.get(SERVER, one.number)
        rows = (await server.standings.table(SERVER, stored)).rows
        found[one.name] = {row.person: row.position for row in rows}
    return found


async def test_the_log_is_read_in_pages_the_newest_first(server: LeagueServer) -> None:
    for role in range(1, 26):
        await server.league_editor.set_organiser_role(SERVER, role, by=ANN)
    page = await server.log_page(skipped=10, count=10)
    assert [line.what.after for line in page.lines if isinstance(line.what, RoleChosen)] == [*range(15, 5, -1)]
    assert (page.total, page.skipped) == (25, 10)
    last = await server.log_page(skipped=1000, count=10)
    assert (len(last.lines), last.skipped) == (5, 20)


async def test_a_line_that_discord_refuses_is_marked_in_the_log(server: LeagueServer) -> None:
    await server.league_editor.create(CUP)
    for role in (4, 5):
        await server.league_editor.set_organiser_role(SERVER, role, by=ANN)
    first, second = await server.store.posts.waiting_lines(70, 20)
    lines = await server.store.ledgers.lines(SERVER, [first.of, second.of])
    assert [line.number for line in lines] == [second.of, first.of]
    assert lines[0].what == RoleChosen(4, 5)
    await server.store.posts.remove(first)
    await server.store.posts.refuse(second)
    assert await server.waiting_lines() == {}
    assert [line.unannounced for line in (await server.log_page()).lines] == [(70,), ()]


async def test_the_role_is_announced_once_in_each_channel(server: LeagueServer) -> None:
    leagues = [await server.league_editor.create(CUP)]
    leagues += [
        await server.league_editor.create(replace(CUP, name=name, announcements=at)) for name, at in (("B", 70), ("C", 71))
    ]
    await server.league_editor.set_organiser_role(SERVER, 4, by=ANN)
    assert await server.waiting_lines() == {70: 1, 71: 1}
    assert [(await server.log_page(one.number)).total for one in leagues] == [1, 1, 1]


async def test_a_new_league_is_announced_in_the_channels_of_all_others(server: LeagueServer) -> None:
    await server.league_editor.create(CUP, by=ANN)
    await server.league_editor.create(replace(CUP, name="Hidden", announcements=71, rated=True), by=BEN)
    assert await server.waiting_lines() == {70: 1}, "its own channel has its card"


async def test_the_switch_to_rated_matches_is_announced_in_the_channels_of_all_leagues(server: LeagueServer) -> None:
    """All leagues share the ratings."""
    await server.league_editor.create(CUP)
    hidden = await server.league_editor.create(replace(CUP, name="Hidden", announcements=71))
    await server.league_editor.edit(hidden.number, replace(hidden.league, least=2), by=BEN)
    assert await server.waiting_lines() == {71: 1}
    await server.league_editor.edit(hidden.number, replace(hidden.league, least=2, rated=True), by=BEN)
    assert await server.waiting_lines() == {70: 1, 71: 2}


async def test_a_change_of_what_counts_in_a_rated_league_is_announced_in_the_channels_of_all_leagues(
    server: LeagueServer,
) -> None:
    """Otherwise a league that nobody looks at could be opened to any number of rated matches."""
    await server.league_editor.create(CUP)
    rated = replace(CUP, name="Hidden", announcements=71, rated=True, rematches=1)
    hidden = await server.league_editor.create(rated)
    for same in (replace(rated, least=2), replace(rated, name="Secret"), replace(rated, announcements=72)):
        await server.league_editor.edit(hidden.number, same, by=BEN)
        await server.league_editor.edit(hidden.number, rated)
    assert await server.waiting_lines() == {71: 3, 72: 1}
    await server.league_editor.edit(hidden.number, replace(rated, rematches=1000), by=BEN)
    assert await server.waiting_lines() == {70: 1, 71: 4, 72: 1}


async def test_what_lets_the_same_people_play_more_rated_matches_in_a_day_is_announced_in_the_channels_of_all_leagues(
    server: LeagueServer,
) -> None:
    """The end of a season resets the limit of rematches."""
    await server.league_editor.create(CUP)
    for rated in (False, True):
        before = await server.waiting_lines()
        hidden = await server.league_editor.create(replace(CUP, name=f"Hidden {rated}", announcements=71, rated=rated))
        await server.finish(match("Ann 1 104 · Ben 2 40", server.now + 1))
        await server.season_ends.end_season(SERVER, hidden.number, by=BEN)
        now = await server.waiting_lines()
        assert (now.get(70, 0) - before.get(70, 0), now[71] - before.get(71, 0)) == (1 if rated else 0, 1)


async def test_an_edit_is_marked_if_the_organiser_moves_or_their_matches_are_rated(server: LeagueServer) -> None:
    cup = await server.league_editor.create(CUP)
    for text in ("Ann 1 104 · Dee 2 40", "Ben 1 104 · Dee 2 40", "Ann 2 4 · Dee 1 140"):
        await server.finish(match(text, server.now + 1))
    for changed in (replace(CUP, least=2), replace(CUP, least=2, rated=True), CUP):
        for organiser in (BEN, CEM):
            await server.league_editor.edit(cup.number, changed, by=organiser)
            await server.league_editor.edit(cup.number, CUP, by=DEE)
    lines = [line for line in reversed((await server.log_page()).lines) if line.by != DEE]
    assert [(line.by, line.is_own) for line in lines] == [(BEN, True), (CEM, False)] * 2 + [(BEN, False), (CEM, False)]


async def test_the_end_of_a_season_whose_champion_is_the_organiser_is_marked(server: LeagueServer) -> None:
    cup = await server.league_editor.create(CUP)
    for organiser in (BEN, ANN):
        await server.finish(match("Ann 1 104 · Ben 2 40", server.now + 1))
        await server.season_ends.end_season(SERVER, cup.number, by=organiser)
    assert [line.is_own for line in (await server.log_page()).lines] == [True, False]
