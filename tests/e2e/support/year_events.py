"""What happens in a year: organising, five kinds of cheating, and recounts from the exports alone."""

from itertools import pairwise
from pathlib import Path

from bot.league.ratings import shown_points
from tests.competition.test_recount_script import recounted
from tests.e2e.support.club import Club
from tests.e2e.support.league_messages import answer_protest, ask, attached_files, protest, read
from tests.e2e.support.seasons import table_rows
from tests.e2e.support.tables import break_off, remove_player, start_match
from tests.e2e.support.year import MONDAYS, Year
from tests.leagues import create_league, edit_league
from tests.messages.league.exported_files import read_export
from tests.people import labels

KEEPERS = "Keepers"


async def choose_organisers(year: Year) -> None:
    """Ann names the channel of announcements, and gives the role of the organisers, takes it, and gives it again."""
    club = year.club
    for league in ("Mondays", "Places"):
        announcements = club["Ann"].channel_id("lounge")
        await edit_league(club["Ann"], league, announcements=announcements)
        await year.actions.expect(f"Ann changed {league}:")
    keepers, others = [(await club.control("roles", {"name": name}))["id"] for name in (KEEPERS, "Others")]
    await club.control("people/Cleo/roles", {"roles": [KEEPERS]})
    await year.actions.perform("Ann", f"Ann chose <@&{others}> as the organiser role.", "league organisers", role=others)
    line = f"Ann changed the organiser role from <@&{others}> to <@&{keepers}>."
    await year.actions.perform("Ann", line, "league organisers", role=keepers)
    await edit_league(club["Cleo"], "Mondays", least=2)
    await year.actions.expect("Cleo changed Mondays:")
    line = f"Ann removed the organiser role <@&{keepers}>. Only members with Manage Server organise now."
    await year.actions.perform("Ann", line, "league organisers", nobody=True)
    refused = read(await ask(club["Cleo"], "league edit", league="Mondays"))
    assert "Manage Server" in refused
    await year.actions.perform("Ann", f"Ann chose <@&{keepers}> as the organiser role.", "league organisers", role=keepers)


async def break_a_match_off(year: Year) -> None:
    """Cleo, who isn't at the table, removes Bob from a match, and then breaks it off, so that it doesn't count."""
    number = year.next_table()
    await start_match(year.club, "Bob", "Dan", "Eve")
    asked = await ask(year.club["Cleo"], "table remove", person=year.club["Bob"].id, table=number)
    await remove_player(year.club, "Cleo", asked, "Bob", "he has gone home")
    await year.actions.expect(f"Cleo removed Bob from table {number} (match `{number}`).")
    await break_off(year.club, "Cleo", "they wanted to play again", table=number)
    await year.actions.expect(f"Cleo cancelled table {number} (match `{number}`): they wanted to play again")


async def protest_ten_times(year: Year) -> None:
    """Both players of five matches protest, and are answered; all of it is public."""
    for pair in (("Bob", "Dan"), ("Bob", "Eve"), ("Dan", "Finn"), ("Eve", "Finn"), ("Bob", "Finn")):
        number = await year.play(*pair)
        for name in pair:
            line = f"{name} protested against match `{number}`: {name} lost a card"
            await protest(year.club, name, number, f"{name} lost a card")
            await year.actions.expect(line)
            line = f"Cleo answered {name}'s protest against match `{number}`: no, {name}"
            await answer_protest(year.club, "Cleo", number, f"no, {name}", name)
            await year.actions.expect(line)
        assert (await year.verdict(number)).count("Cleo answered") == 2


async def correct_in_every_way(year: Year) -> None:
    """Cleo corrects and reinstates, in the running season and in one that has ended."""
    number = await year.play("Ann", "Bob", "Dan")
    for change, done, options in (
        ("swap", "swapped the seats of Ann and Bob in", {"player": "ann", "other": "bob"}),
        ("swap back", "undid the swap of Ann and Bob in", {"player": "ann", "other": "bob"}),
        ("remove", "removed Bob from", {"player": "bob"}),
        ("put back", "put Bob back into", {"player": "bob"}),
        ("remove", "removed Ann from", {"player": "ann"}),
    ):
        line = f"Cleo {done} match `{number}`: so it was"
        await year.actions.perform("Cleo", line, "league correct", match=number, change=change, why="so it was", **options)
    ended = year.played[0]
    for command, done in (("void", "voided"), ("reinstate", "reinstated"), ("void", "voided")):
        line = f"Cleo {done} match `{ended}`: too late"
        await year.actions.perform("Cleo", line, f"league {command}", match=ended, why="too late")


async def edit_every_setting(year: Year) -> None:
    """Ann creates a league by the form, and Cleo changes each of its settings while it is played."""
    club = year.club
    await create_league(club["Ann"], "Plate", in_="lounge")
    await year.actions.expect("Ann created the league Plate.", has_card=True)
    lounge, rummy = (club["Ann"].channel_id(name) for name in ("lounge", "rummy"))
    name = "Plate"
    settings: tuple[dict[str, object], ...] = (
        {"shortest": "one", "rematches": 1, "larger_rematches": 1},
        {"scheme": "2: 5 1; 3: 9 5 1; 4: 9 5 3 1"},
        {"scheme": "card points; ties: fewest matches, wins"},
        {"games": "rami"},
        {"games": "", "house_rules": False},
        {"house_rules": True, "requires_clock": True},
        {"channel": lounge},
        {"channel": None, "rated": True},
        {"least": 3, "zone": "Asia/Tokyo"},
        {"rematches": 3, "larger_rematches": 4, "season_end": "monthly"},
        {"season_end": "by hand", "announcements": rummy},
        {"announcements": lounge},
        {"name": "Saucer"},
    )
    for some in settings:
        await year.play_quickly("Ann", "Bob", *(["Cleo"] if len(some) > 1 else []))
        for setting, value in some.items():
            await edit_league(club["Cleo"], name, **{setting: value})
            await year.actions.expect(f"Cleo changed {name}:")
        name = str(some.get("name", name))
    await year.play_quickly("Cleo", "Dan")


async def close_a_league(year: Year) -> None:
    """Cleo creates another league, plays in it, ends its season by hand and archives it; both are undone once."""
    await create_league(year.club["Cleo"], "Bowl", in_="lounge")
    await year.actions.expect("Cleo created the league Bowl.", has_card=True)
    await edit_league(year.club["Cleo"], "Bowl", shortest="one")
    await year.actions.expect("Cleo changed Bowl:")
    for names in (("Ann", "Cleo"), ("Cleo", "Dan")):
        await year.play(*names)
    end = ("Cleo ended the season “Winter” of Bowl.", "league season-end")
    done = await year.actions.perform("Cleo", *end, league="Bowl", name="Winter")
    await year.play("Ann", "Dan")
    await year.actions.undo("Cleo", "Cleo reopened the season “Winter” of Bowl.", done)
    await year.actions.perform("Cleo", *end, league="Bowl", name="Winter")
    await year.play("Ann", "Dan")
    archive = ("Cleo archived Bowl.", "league archive")
    done = await year.actions.perform("Cleo", *archive, league="Bowl")
    await year.actions.undo("Cleo", "Cleo restored Bowl from the archive.", done)
    await year.actions.perform("Cleo", *archive, league="Bowl")


LARGEST_CHANGE = 175 * MONDAYS.rematches // 5
"""How far a day's matches against the same person can move a rating, by docs/COUNTING.md."""
OVER_LIMIT = "Doesn't count for Mondays: daily limit per pair (2) reached."


async def cheat_by_leaving(year: Year) -> None:
    """Bob lets Ann win by leaving on the first turn, three times: nobody gets anything for it."""
    await year.play("Ann", "Bob", "Dan")
    before, rating = await year.row("Ann", "Mondays"), await year.rating("Ann")
    for _ in range(3):
        number = year.next_table()
        await start_match(year.club, "Ann", "Bob")
        asked = await ask(year.club["Bob"], "table leave", table=number)
        await year.club["Bob"].press(asked, labels(asked)[0])
        await year.club.until_sent(number)
        year.played.append(number)
        assert "Bob left too early and came last. Doesn't count for Ann." in await year.verdict(number)
    assert (await year.row("Ann", "Mondays"), await year.rating("Ann")) == (before, rating)


async def cheat_as_a_pair_and_by_deleting_data(year: Year) -> None:
    """Dan and Eve play more than twice in a day; then Eve deletes her data and comes back: neither counts."""
    for _ in range(2):
        await year.play("Dan", "Eve")
    before, rating = await year.row("Dan", "Mondays"), await year.rating("Dan")
    assert OVER_LIMIT in await year.verdict(await year.play("Dan", "Eve"))
    await ask(year.club["Eve"], "privacy delete-me", sure=True)
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
        year.next_day()


async def cheat_by_own_correction(year: Year) -> None:
    """Ann swaps the places of a match, and voids another one: everyone reads it, with a mark, and what it changed."""
    swap = {"change": "swap", "player": "ann", "other": "bob"}
    for command, did, options in (
        ("league correct", "swapped the seats of Ann and Bob in", swap),
        ("league void", "voided", {}),
    ):
        number = await year.play("Ann", "Bob")
        line = f"Ann {did} match `{number}`: my cards were bad"
        await year.actions.perform("Ann", line, command, match=number, why="my cards were bad", **options)
        [post] = [read(one) for one in year.club["Eve"].messages("lounge") if line in read(one)]
        assert "played in this match" in post
        assert "Mondays" in post
        assert "my cards were bad" in await year.verdict(number)


async def check_every_table(club: Club, folder: Path) -> int:
    """Let Eve, who organises nothing, export each season and the server; return how many of them agree with a recount."""
    seasons = [(term.league.key, term.season.number) for term in club.leagues().terms()]
    wanted: list[dict[str, str]] = [{}, *({"league": name, "season": str(season)} for name, season in sorted(seasons))]
    wanted += [{"league": name} for name in sorted({name for name, _ in seasons})]
    for nth, options in enumerate(wanted):
        [data] = (await attached_files(club, await ask(club["Eve"], "league export", **options))).values()
        done = recounted(folder / f"export {nth}", data)
        assert (done.returncode, done.stderr) == (0, ""), (options, done.stdout)
        assert "Everything agrees" in done.stdout
        if "season" in options:
            rows = read_export(data)["standings"]
            shown = read(await ask(club["Eve"], "leaderboard", **options))
            places = [line.split()[0] for line in table_rows(shown)] if rows else []
            assert places[:15] == [f"{row['position']}." if row["position"] else "–" for row in rows[:15]]
            assert all(float(one["points"]) >= float(two["points"]) for one, two in pairwise(rows) if two["position"])
    return len(wanted)
