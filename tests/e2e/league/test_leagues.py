"""Leagues: creating, editing, listing and archiving them, organisers, and the leagues in which a match counts."""

from pathlib import Path

from bot import app
from tests.competition.test_recount_script import recounted
from tests.e2e.support.clocks import pass_turn
from tests.e2e.support.club import Club
from tests.e2e.support.commands import check_refused, check_refused_in_dm
from tests.e2e.support.league_messages import ask, attached_files, confirm, ratings, read
from tests.e2e.support.seasons import table_rows
from tests.e2e.support.tables import open_table, play_match, play_short_match, start_match
from tests.leagues import create_league, edit_league
from tests.people import labels

POINTS = "2: 3 0; 3: 4 2 0; 4: 5 3 1 0; 5: 6 4 2 1 0; 6: 7 5 3 2 1 0"


async def test_a_league_can_be_created_edited_listed_and_archived(club: Club, bot: app.Bot) -> None:
    reply = await create_league(club["Ann"], "Mondays", scheme=POINTS, games="Rami, cuccu", zone="Europe/Rome")
    assert not reply.message["flags"] & 64
    text = read((await club["Ann"].slash("league list", league="Mondays")).message)
    assert all(
        fact in text
        for fact in (
            "Mondays",
            "5 · 3 · 1 · 0 with 4 players",
            "Rami and Ramino with the Cuccù deck",
            "Europe/Rome",
            "Played in: all channels",
        )
    )
    channel = club["Ann"].channel_id("lounge")
    text = read((await edit_league(club["Ann"], "MONDAYS", channel=channel, least=3, rated=True)).message)
    assert f"<#{channel}>" in text
    assert "Matches to be ranked: 3" in text
    assert "5 · 3 · 1 · 0 with 4 players" in text, "other settings are unchanged"
    assert "at least short matches" in text
    assert "only full matches" in read((await edit_league(club["Ann"], "Mondays", shortest="full")).message)
    text = read((await edit_league(club["Ann"], "Mondays", channel=None, name="Tuesdays")).message)
    assert "all channels" in text
    assert "Tuesdays" in read((await club["Bob"].slash("league list")).message)
    assert "Europe/Rome" in read((await club["Bob"].slash("league list", league="tuesdays")).message)
    offered = await club["Bob"].autocomplete("leaderboard", "league", "tue")
    assert [choice["value"] for choice in offered] == ["Tuesdays"]
    assert "archived" in read((await confirm(club["Ann"], "league archive", league="Tuesdays")).message)
    assert "No leagues yet" in read((await club["Bob"].slash("league list")).message)
    await create_league(club["Ann"], "tuesdays")
    assert "tuesdays" in read((await club["Bob"].slash("league list")).message), "its name is free again"


async def test_the_lobby_and_the_result_name_the_leagues_in_which_a_match_counts(club: Club, bot: app.Bot) -> None:
    for name, about in (("All of it", {}), ("Fours", {"scheme": "4: 5 3 1 0"}), ("Cuccu", {"games": "cuccu"})):
        await create_league(club["Ann"], name, shortest="one", **about)
    await create_league(club["Ann"], "Elsewhere", channel=club["Ann"].channel_id("lounge"), shortest="one")
    await create_league(club["Ann"], "As it is", house_rules=False, shortest="one")
    lobby = await open_table(club, "Ann", "Bob", deals=1)
    text = read(club["Bob"].now(lobby))
    assert "Counts in: All of it\nCounts in Fours with 4 players." in text
    assert "Doesn't count in As it is: only matches with a game's own rules and length count." in text
    assert "Cuccu" not in text
    await club["Ann"].press(lobby, "Start")
    await club.until_sent()
    text = read(club["Bob"].now(lobby))
    assert "Counts in: All of it\n" in f"{text}\n", "after the start the number of players is known"
    assert "Doesn't count in Fours: no points are set for matches with 2 players." in text
    await play_match(club, {"Ann": "dm", "Bob": "dm"})
    text = next(text for it in reversed(club["Finn"].messages("rummy")) if "End of the match" in (text := read(it)))
    assert "Points in All of it: " in text
    assert "Doesn't count in Fours: no points are set for matches with 2 players." in text
    assert "Doesn't count in Cuccu: only matches of Ramino with the Cuccù deck count." in text
    elsewhere = f"Doesn't count in Elsewhere: only matches in <#{club['Ann'].channel_id('lounge')}> count."
    assert elsewhere in text
    assert elsewhere in read(club["Bob"].now(lobby))


async def test_a_match_that_is_too_short_for_a_league_says_so_in_the_lobby_and_in_the_result(club: Club, bot: app.Bot) -> None:
    await create_league(club["Ann"], "Mondays")
    lobby = await open_table(club, "Ann", "Bob", deals=1)
    too_short = "Doesn't count in Mondays: too short. Everyone must deal once, two players twice."
    assert too_short in read(club["Bob"].now(lobby))
    await club["Ann"].press(lobby, "Start")
    await club.until_sent()
    await play_match(club, {"Ann": "dm", "Bob": "dm"})
    ends = [text for it in club["Finn"].messages("rummy") if "End of the match" in (text := read(it))]
    assert too_short in ends[-1]
    assert too_short in read((await club["Finn"].slash("match", id=1)).message)
    assert "No matches have counted" in read((await club["Finn"].slash("leaderboard", league="Mondays")).message)


async def test_leaving_on_the_first_turn_changes_nothing_but_the_last_place_of_the_person_who_left(
    club: Club, bot: app.Bot
) -> None:
    await create_league(club["Ann"], "Mondays", scheme="3 0", rated=True)
    await start_match(club, "Ann", "Bob")
    asked = await club["Bob"].slash("table leave")
    await club["Bob"].press(asked.message, labels(asked.message)[0])
    unplayed = "Mondays: Bob left too early and came last, without points. Doesn't count for Ann"
    ann = club["Ann"]
    await ann.until(lambda: any(unplayed in read(it) for it in ann.messages("rummy")))
    assert unplayed in read((await ann.slash("match", id=1)).message)
    text = read((await ann.slash("leaderboard", league="Mondays")).message)
    assert "Bob" in text
    assert "Ann" not in text
    asked = read((await ann.slash("league season-end", league="Mondays", name="Spring")).message)
    assert "End season 1 of Mondays as “Spring”?" in asked
    assert "0 matches count · 1 more counts only for whoever left" in asked
    assert "Nobody has" in read((await ann.slash("leaderboard", by="rating")).message)
    assert "No finished matches" in read((await ann.slash("stats")).message)
    assert "1 abandoned" in read((await club["Bob"].slash("stats")).message)


async def test_leaving_after_both_had_a_turn_loses_match_points_and_rating(club: Club, bot: app.Bot, tmp_path: Path) -> None:
    ann, bob = club["Ann"], club["Bob"]
    await create_league(ann, "Mondays", scheme="3 0", rated=True)
    await start_match(club, "Ann", "Bob")
    assert "Nobody wins: not everyone has had a turn." in read((await bob.slash("table leave")).message)
    for _ in range(2):
        await pass_turn(club)
    asked = (await bob.slash("table leave")).message
    assert "You'll lose it, and your opponent wins." in read(asked)
    await bob.press(asked, labels(asked)[0])
    await ann.until(
        lambda: any("Points in Mondays: Ann +3" in read(it).replace("\N{NO-BREAK SPACE}", " ") for it in ann.messages("rummy"))
    )
    rows = table_rows(read((await ann.slash("leaderboard", league="Mondays")).message))
    assert [row.split()[0] for row in rows] == ["1.", "2."]
    assert "Ann" in rows[0]
    [(of_ann, *_)] = ratings(read(await ask(ann, "stats"))).values()
    [(of_bob, *_)] = ratings(read(await ask(bob, "stats"))).values()
    assert of_ann > 1500 > of_bob
    assert "abandoned" not in read((await bob.slash("stats")).message)
    for nth, options in enumerate(({}, {"league": "Mondays"})):
        [data] = (await attached_files(club, await ask(ann, "league export", **options))).values()
        done = recounted(tmp_path / str(nth), data)
        assert (done.returncode, done.stderr) == (0, ""), done.stdout


async def test_an_edit_says_how_many_matches_it_affects(club: Club, bot: app.Bot) -> None:
    await create_league(club["Ann"], "Mondays", shortest="one")
    await play_short_match(club, "Ann", "Bob")
    text = read((await edit_league(club["Ann"], "Mondays", games="cuccu")).message)
    assert "League updated. Matches that count this season: 0 (before: 1)." in text
    text = read((await edit_league(club["Ann"], "Mondays", games="", scheme="3 0")).message)
    assert "The points of 1 match this season have been recalculated." in text
    assert "that count this season" not in read((await edit_league(club["Ann"], "Mondays", least=2)).message)


async def test_a_match_in_a_thread_of_the_leagues_channel_counts(club: Club, bot: app.Bot) -> None:
    await create_league(club["Ann"], "Here", channel=club["Ann"].channel_id("rummy"), shortest="one")
    thread = (await start_match(club, "Ann", "Bob", thread=True, deals=1))["id"]
    await club["Cleo"].until(lambda: club["Cleo"].sees(thread))
    lobby = await open_table(club, "Cleo", "Dan", in_=thread, deals=1)
    assert "Counts in: Here" in read(lobby)
    await club["Cleo"].press(lobby, "Start")
    await club.until_sent(2)
    await play_match(club, {"Cleo": "dm", "Dan": "dm"}, place=thread, table=2)
    await club["Dan"].until(lambda: any("Points in Here: " in read(it) for it in club["Dan"].messages(thread)))
    text = read((await club["Dan"].slash("match", id=2)).message)
    assert f"<#{club['Dan'].channel_id('rummy')}>" in text
    assert "Counts in: Here" in text


async def test_a_rematch_beyond_the_daily_number_says_that_it_does_not_count(club: Club, bot: app.Bot) -> None:
    await create_league(club["Ann"], "Once a day", rematches=1, shortest="one")
    assert "Points in Once a day: " in await play_short_match(club, "Ann", "Bob")
    assert "Doesn't count in Once a day: only one match per day between the same two" in await play_short_match(
        club, "Bob", "Ann", table=2
    )


async def test_deleting_ones_data_does_not_let_more_matches_count(club: Club, bot: app.Bot) -> None:
    await create_league(club["Ann"], "Once a day", rematches=1, shortest="one")
    await play_short_match(club, "Ann", "Bob")
    reply = await club["Bob"].slash("privacy delete-me", sure=True)
    assert "For at most 48 hours, an unreadable code made from your Discord ID is kept" in read(reply.message)
    lobby = await open_table(club, "Ann", "Bob", deals=1)
    over = "Doesn't count in Once a day: only one match per day between the same two players counts."
    assert over in read(club["Bob"].now(lobby))
    await club["Ann"].press(lobby, "Start")
    await club.until_sent(2)
    await play_match(club, {"Ann": "dm", "Bob": "dm"}, table=2)
    assert over in read((await club["Finn"].slash("match", id=2)).message)


async def test_a_member_with_manage_server_chooses_the_role_of_organisers(club: Club, bot: app.Bot) -> None:
    sentences = [
        await check_refused(club, club["Bob"], "league create", "Manage Server"),
        await check_refused_in_dm(club, club["Bob"], "league create", name="Mine"),
    ]
    assert len(set(sentences)) == 2
    everybody = str(club.pg.world.guild.id)
    await check_refused(club, club["Bob"], "league organisers", "Manage Server", role=everybody)
    assert "Everyone" in read((await club["Ann"].slash("league organisers", role=everybody)).message)
    assert "Everyone" in read((await club["Bob"].slash("league organisers")).message), "showing the role doesn't change it"
    assert "Mine" in read((await create_league(club["Bob"], "Mine")).message)
    await check_refused(club, club["Ann"], "league organisers", "role", "nobody", role=everybody, nobody=True)
    await check_refused(club, club["Bob"], "league organisers", "Manage Server", nobody=True)
    await club["Ann"].slash("league organisers", nobody=True)
    await check_refused(club, club["Bob"], "league archive", "Manage Server", league="Mine")


async def test_a_member_can_organise_while_they_have_the_chosen_role(club: Club, bot: app.Bot) -> None:
    keepers = (await club.control("roles", {"name": "Keepers"}))["id"]
    await club.control("roles", {"name": "Others"})
    await club.control("people/Cleo/roles", {"roles": ["Others"]})
    await play_short_match(club, "Ann", "Bob")
    await club["Ann"].slash("league organisers", role=keepers)
    await check_refused(club, club["Bob"], "league create", f"<@&{keepers}>", name="Mine")
    await club.control("people/Bob/roles", {"roles": ["Keepers", "Others"]})
    assert "Mine" in read((await create_league(club["Bob"], "Mine")).message)
    assert "voided match" in read((await club["Bob"].slash("league void", match=1, why="a trial")).message)
    for command, options in (("league create", {"name": "Hers"}), ("league reinstate", {"match": 1, "why": "so"})):
        await check_refused(club, club["Cleo"], command, f"<@&{keepers}>", **options)
    await check_refused(club, club["Bob"], "league organisers", "Manage Server", role=keepers)
    await club.control("people/Bob/roles", {"roles": ["Others"]})
    await check_refused(club, club["Bob"], "league archive", f"<@&{keepers}>", league="Mine")
    await club.control("people/Bob/roles", {"roles": ["Keepers"]})
    assert "reinstated match" in read((await club["Bob"].slash("league reinstate", match=1, why="it was none")).message)
    await club.control("roles/Keepers", method="DELETE")
    await check_refused(club, club["Bob"], "league void", match=1, why="once more")
    assert "voided match" in read((await club["Ann"].slash("league void", match=1, why="the owner may")).message)
    assert club.query("SELECT key FROM leagues") == [("mine",)]
    assert club.corrections() == 3


async def test_names_of_leagues_are_escaped_and_ping_nobody(club: Club, bot: app.Bot) -> None:
    wild = ("**<@1>** @everyone [x](http://x) ```\u202e\U0001f0cf" + "\U0001f469\u200d\U0001f680שלום" * 20)[:100]
    await create_league(club["Ann"], wild)
    lobby = await open_table(club, "Bob")
    for message in (lobby, (await club["Bob"].slash("league list")).message, (await club["Bob"].slash("leaderboard")).message):
        text = read(message)
        assert "\\*\\*\\<@" in text
        assert "\u202e" not in text
        assert "@everyone" not in text
    assert not any(person.pings for person in club.members.values())


async def test_the_start_says_again_where_the_match_counts(club: Club) -> None:
    async with club.bot():
        await create_league(club["Ann"], "Mondays", shortest="one")
        lobby = await open_table(club, "Ann", "Bob", deals=1, clock="none")
        assert "Counts in: Mondays" in read(lobby)
        await edit_league(club["Ann"], "Mondays", requires_clock=True)
        await club["Ann"].press(lobby, "Start")
        await club.until_sent(1)
        assert "Doesn't count in Mondays: this league requires a clock." in read(club["Finn"].now(lobby))
