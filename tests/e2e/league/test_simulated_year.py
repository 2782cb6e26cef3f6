"""A club of forty plays a year of weekly seasons: no cheating has an unseen effect, and every table can be computed again."""

import json
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import pytest

from bot.league.ratings.ratings import shown_points
from bot.storage.store import open_store
from tests.competition.league_server import LeagueServer
from tests.competition.test_recount_script import recounted
from tests.e2e.support.clock import Clock
from tests.e2e.support.club import Club
from tests.e2e.support.league.announcements import announced, logged
from tests.e2e.support.league.league_reading import ask, attached_files, read
from tests.e2e.support.league.played_season import table_rows
from tests.e2e.support.league.simulated_year import MONDAYS, STORED_WEEKS, Year, store_year
from tests.e2e.support.tables import break_off, start_match
from tests.people import labels

LARGEST_CHANGE = 175 * MONDAYS.rematches // 5
"""How far a day's matches against the same person can move a rating, by docs/LEAGUES.md."""
OVER_LIMIT = "Doesn't count in Mondays: only 2 matches per day between the same two players count."


@pytest.mark.thorough
async def test_every_table_of_a_year_can_be_computed_again_and_no_cheating_has_an_unseen_effect(
    club: Club, clock: Clock, tmp_path: Path
) -> None:
    today = datetime.now(UTC)
    clock.advance(((8 - today.weekday()) * 24 + 12 - today.hour) * 60)  # a Tuesday at noon: no day ends while a match is played
    await store_year(club, clock(), without="Finn")
    async with club.bot() as bot:
        year = Year(club, bot, clock)
        await bot.league_clock.run_once()
        await organise_openly(year)
        await year.end_week()
        await cheat_by_leaving(year)
        await cheat_as_a_pair_and_by_deleting_data(year)
        await year.end_week()
        await cheat_with_a_third_account(year)
        await cheat_by_own_correction(year)
        await year.end_week()
        await protest_ten_times(year)
        await correct_in_every_way(year)
        await year.end_week()
        await close_a_league(year)
        assert year.played >= 20
        await check_every_table(club, tmp_path)
    async with open_store(f"sqlite:///{club.database}") as store:
        server, services = int(club.pg.world.guild.id), LeagueServer(store, clock())
        await services.standings.rebuild_stale_totals()
        assert await services.cached_totals(server) == await services.recomputed_totals(server)


async def organise_openly(year: Year) -> None:
    """Ann names the channel of announcements, and lets Cleo organise, too."""
    club = year.club
    lounge, role = club["Ann"].channel_id("lounge"), (await club.control("roles", {"name": "Keepers"}))["id"]
    for league in ("Mondays", "Places"):
        await year.organise("Ann", "league edit", league=league, announcements=lounge)
    await year.organise("Ann", "league organisers", role=role)
    await club.control("people/Cleo/roles", {"roles": ["Keepers"]})
    assert announced(club, f"Ann chose <@&{role}> as the organiser role.") == 1
    await year.play("Ann", "Bob", "Cleo")
    await year.play("Cleo", "Dan", "Eve")
    people = " ".join(f"<@{club[name].id}>" for name in ("Ann", "Bob", "Cleo"))
    await year.organise("Cleo", "league schedule", league="Places", people=people, variant="rami")
    assert announced(club, "Cleo made a schedule for 3 players in Places.") == 1


async def cheat_by_leaving(year: Year) -> None:
    """Bob lets Ann win by leaving on the first turn, three times: nobody gets anything for it."""
    await year.play("Ann", "Bob", "Dan")
    before, rating = await year.row("Ann", "Mondays"), await year.rating("Ann")
    for _ in range(3):
        number = year.next_table()
        await start_match(year.club, "Ann", "Bob")
        asked = await year.club["Bob"].slash("table leave", table=number)
        await year.club["Bob"].press(asked.message, labels(asked.message)[0])
        await year.club.until_sent(number)
        assert "it doesn't count: no deal was finished" in await year.verdict(number)
    assert (await year.row("Ann", "Mondays"), await year.rating("Ann")) == (before, rating)
    report = read(await ask(year.club["Ann"], "league report", league="Mondays"))
    assert report.count("Bob left before a deal was finished, so Ann got no points") == 3
    number = year.next_table()
    await start_match(year.club, "Bob", "Dan")
    await break_off(year.club, "Cleo", "they wanted to play again", table=number)
    await year.organise("Ann", "league edit", league="Mondays", least=2)
    assert announced(year.club, "they wanted to play again") == 1


async def cheat_as_a_pair_and_by_deleting_data(year: Year) -> None:
    """Dan and Eve play more than twice in a day; then Eve deletes her data and comes back: neither counts."""
    for _ in range(2):
        await year.play("Dan", "Eve")
    before, rating = await year.row("Dan", "Mondays"), await year.rating("Dan")
    assert OVER_LIMIT in await year.verdict(await year.play("Dan", "Eve"))
    await year.club["Eve"].slash("privacy delete-me", sure=True)
    assert OVER_LIMIT in await year.verdict(await year.play("Eve", "Dan"))
    assert (await year.row("Dan", "Mondays"), await year.rating("Dan")) == (before, rating)


async def cheat_with_a_third_account(year: Year) -> None:
    """Ann plays with Finn, whom nobody has seen before: twice a day count, and her rating moves as little as documented."""
    await year.play("Ann", "Bob", "Cleo")
    for _ in range(2):
        before = await year.rating("Ann")
        for _ in range(2):
            await year.play("Ann", "Finn")
        counted = await year.row("Ann", "Mondays")
        assert OVER_LIMIT in await year.verdict(await year.play("Finn", "Ann"))
        assert await year.row("Ann", "Mondays") == counted
        assert abs(shown_points(await year.rating("Ann")) - shown_points(before)) <= LARGEST_CHANGE
        year.clock.advance(24 * 60)
    report = read(await ask(year.club["Cleo"], "league report", league="Mondays"))
    assert "- Finn · first match" in report
    assert "4 matches, all with Ann" in report


async def cheat_by_own_correction(year: Year) -> None:
    """Ann voids a match of her own: everyone can read it, with a mark, and what it changed."""
    number = await year.play("Ann", "Bob")
    await year.organise("Ann", "league void", match=number, why="my cards were bad")
    said = f"Ann voided match `{number}`: my cards were bad"
    posts = [read(one) for one in year.club["Eve"].messages("lounge") if said in read(one)]
    assert (len(posts), await logged(year.club, said)) == (1, 1)
    assert "their own match" in posts[0]
    assert "Mondays" in posts[0]
    assert "my cards were bad" in await year.verdict(number)


async def protest_ten_times(year: Year) -> None:
    """Both players of five matches protest, and are answered; all of it is public."""
    pairs = [("Bob", "Dan"), ("Bob", "Eve"), ("Dan", "Finn"), ("Eve", "Finn"), ("Bob", "Finn")]
    for pair in pairs:
        number = await year.play(*pair)
        for name in pair:
            await year.organise(name, "league protest", match=number, why=f"{name} lost a card")
            await year.organise("Cleo", "league answer", match=number, answer=f"no, {name}")
        assert (await year.verdict(number)).count("answered by Cleo") == 2
    assert announced(year.club, "protested against match") == 2 * len(pairs) == 10
    assert announced(year.club, "Cleo answered the protest of") == 10


async def correct_in_every_way(year: Year) -> None:
    """Cleo corrects and reinstates, in the running season and in one that has ended."""
    ended = int(year.club.query("SELECT min(number) FROM tables WHERE number > ?", year.next_table() - 12)[0][0])
    number = await year.play("Ann", "Bob", "Dan")
    ann, bob = year.club["Ann"].id, year.club["Bob"].id
    for change, options in (
        ("swap", {"person": ann, "other": bob}),
        ("swap back", {"person": ann, "other": bob}),
        ("remove", {"person": bob}),
        ("put back", {"person": bob}),
        ("remove", {"person": ann}),
    ):
        await year.organise("Cleo", "league correct", match=number, change=change, why="so it was", **options)
    assert await logged(year.club, "so it was") == announced(year.club, "so it was") == 5
    for command in ("void", "reinstate", "void"):
        await year.organise("Cleo", f"league {command}", match=ended, why="too late")
    assert await logged(year.club, "too late") == 3


async def close_a_league(year: Year) -> None:
    """Cleo creates a third league, plays in it, ends its season by hand and archives it; both are undone once."""
    lounge = year.club["Ann"].channel_id("lounge")
    await year.organise("Cleo", "league create", name="Bowl", shortest="one", announcements=lounge)
    for names in (("Ann", "Cleo"), ("Cleo", "Dan")):
        await year.play(*names)
    done = await year.organise("Cleo", "league season-end", league="Bowl", name="Winter")
    await year.play("Ann", "Dan")
    await year.undo("Cleo", done)
    await year.organise("Cleo", "league season-end", league="Bowl", name="Winter")
    await year.play("Ann", "Dan")
    await year.undo("Cleo", await year.organise("Cleo", "league archive", league="Bowl"))
    await year.organise("Cleo", "league archive", league="Bowl")
    for times, said in ((1, "created the league Bowl"), (2, "ended the season “Winter” of Bowl"), (2, "archived Bowl")):
        assert announced(year.club, f"Cleo {said}") == times


async def check_every_table(club: Club, folder: Path) -> None:
    """Let Eve, who organises nothing, export each season of each league and the server; a recount must agree with each."""
    seasons = club.query("SELECT key, seasons.number FROM leagues JOIN seasons ON league = leagues.number")
    wanted: list[dict[str, str]] = [{}, *({"league": name, "season": str(season)} for name, season in sorted(seasons))]
    wanted += [{"league": name} for name in sorted({name for name, _ in seasons})]
    assert len(wanted) > 2 * (STORED_WEEKS + 4)
    for nth, options in enumerate(wanted):
        files = await attached_files(club, await ask(club["Eve"], "league export", **options))
        done = recounted(folder / f"export {nth}", tuple(files.items()))
        assert (done.returncode, done.stderr) == (0, ""), (options, done.stdout)
        assert "Everything agrees" in done.stdout
        if "season" in options:
            [rows] = [json.loads(data) for name, data in files.items() if name.endswith("standings.json")]
            shown = read(await ask(club["Eve"], "leaderboard", **options))
            places = [line.split()[0] for line in table_rows(shown)] if rows else []
            assert places[:15] == ["–" if row["position"] is None else f"{row['position']}." for row in rows[:15]]
            assert all(one["points"] >= two["points"] for one, two in pairwise(rows) if two["position"] is not None)
