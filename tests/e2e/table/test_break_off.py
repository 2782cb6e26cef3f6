"""Breaking a match off and removing a player from it: who may, for which reason, and that everyone can see it."""

from bot import app
from bot.tables.table import Phase
from tests.e2e.support.club import Club
from tests.e2e.support.commands import press_forged
from tests.e2e.support.league_messages import announced, logged, read
from tests.e2e.support.tables import break_off, newest_page, open_table, remove_player, start_match
from tests.leagues import create_league


async def appoint(club: Club, name: str) -> None:
    """Let Ann make a person an organiser."""
    role = (await club.control("roles", {"name": "Keepers"}))["id"]
    await club["Ann"].slash("league organisers", role=role)
    await club.control(f"people/{name}/roles", {"roles": ["Keepers"]})


async def test_breaking_off_a_match_names_who_did_it_and_why_in_the_channel_and_in_its_leagues(
    club: Club, bot: app.Bot
) -> None:
    """L5: breaking off one's own match recorded neither a name nor a reason."""
    for name, games in (("Cup", ""), ("Bowl", "cuccu")):
        await create_league(club["Ann"], name, games=games, in_="lounge")
    await start_match(club, "Ann", "Bob", deals=1)
    await break_off(club, "Ann", "I am *losing*")
    await club.until_sent()
    assert club.table().phase == Phase.OVER
    said = "Ann cancelled it: I am \\*losing\\*"
    assert any(said in read(message) for message in club["Finn"].messages("rummy"))
    await bot.league_clock.run_once()
    line = "Ann broke off table 1 (match `1`): I am \\*losing\\*\n-# **Ann played in this match.**"
    await club["Finn"].until(lambda: announced(club, line) == 1)
    line = line.replace("\n-# ", "\n  - ")
    assert [await logged(club, line, league=name) for name in ("Cup", "Bowl")] == [1, 0]
    assert "Match 1 was broken off" in read((await club["Bob"].slash("match", id=1)).message)
    assert club.results() == []


async def test_an_organiser_may_break_off_a_match_that_counts_in_a_league_and_no_other(club: Club, bot: app.Bot) -> None:
    """L10: the organiser role couldn't break off a match."""
    await appoint(club, "Dan")
    await start_match(club, "Ann", "Bob", deals=1)
    refused = await club["Dan"].slash("table cancel", table=1)
    assert "or the organiser role if the match may count in a league" in read(refused.message)
    await create_league(club["Ann"], "Cup", in_="lounge")
    refused = await club["Cleo"].slash("table cancel", table=1)
    assert "organiser role" in read(refused.message)
    await break_off(club, "Dan", "they have left", table=1)
    await club.until_sent()
    assert club.table().phase == Phase.OVER
    await bot.league_clock.run_once()
    await club["Finn"].until(lambda: announced(club, "Dan broke off table 1 (match `1`): they have left") == 1)
    assert announced(club, "played in this match") == 0


async def test_removing_a_player_from_a_match_is_logged_and_announced_in_its_leagues(club: Club, bot: app.Bot) -> None:
    """It gives the player the last place, so it is as public as a correction."""
    await appoint(club, "Dan")
    for name, games in (("Cup", ""), ("Bowl", "cuccu")):
        await create_league(club["Ann"], name, games=games, in_="lounge")
    await start_match(club, "Ann", "Bob", "Cleo", deals=1)
    asked = (await club["Dan"].slash("table remove", person=club["Bob"].id, table=1)).message
    await remove_player(club, "Dan", asked, "Bob", "they *cheat*\n@everyone")
    await club.until_sent()
    await bot.league_clock.run_once()
    line, why = "Dan removed Bob from table 1 (match `1`).", "Why: they \\*cheat\\* @\u200beveryone"
    await club["Finn"].until(lambda: announced(club, f"{line}\n{why}") == 1)
    assert [await logged(club, f"{line}\n  - {why}", league=name) for name in ("Cup", "Bowl")] == [1, 0]


async def test_a_removal_without_a_reason_or_by_a_form_that_is_sent_twice_is_logged_once(club: Club, bot: app.Bot) -> None:
    await create_league(club["Ann"], "Cup")
    await start_match(club, "Bob", "Cleo", "Dan", deals=1)
    asked = (await club["Ann"].slash("table remove", person=club["Bob"].id, table=1)).message
    form = await club["Ann"].press(asked, "Yes, remove Bob")
    await club.control("gateway", {"do": "duplicate"})
    await club["Ann"].submit(form.modal, why="\u200b ")
    await club.until_sent()
    assert await logged(club, "Ann removed Bob from table 1 (match `1`).") == 1
    assert await logged(club, "Why:") == 0
    late = await press_forged(club, "Ann", newest_page(club), f"t:1:{club.person_number('Bob')}:yes_remove")
    assert "isn't playing" in read(late["message"])


async def test_an_organiser_who_loses_the_role_while_the_form_is_open_removes_nobody(club: Club, bot: app.Bot) -> None:
    await appoint(club, "Eve")
    await create_league(club["Ann"], "Cup")
    await start_match(club, "Bob", "Cleo", "Dan", deals=1)
    asked = (await club["Eve"].slash("table remove", person=club["Bob"].id, table=1)).message
    form = await club["Eve"].press(asked, "Yes, remove Bob")
    await club.control("people/Eve/roles", {"roles": []})
    refused = await club["Eve"].submit(form.modal, why="so")
    assert "You need the Manage Server permission or the organiser role" in read(refused.message)
    assert not club.table().removed
    assert await logged(club, "removed Bob") == 0


async def test_an_organiser_who_loses_the_role_while_the_form_is_open_cannot_break_off(club: Club, bot: app.Bot) -> None:
    await appoint(club, "Dan")
    await create_league(club["Ann"], "Cup")
    await start_match(club, "Ann", "Bob", deals=1)
    asked = await club["Dan"].slash("table cancel", table=1)
    form = await club["Dan"].press(asked.message, "Yes, cancel the match")
    await club.control("people/Dan/roles", {"roles": []})
    refused = await club["Dan"].submit(form.modal, why="so")
    assert "organiser role" in read(refused.message)
    forged = await press_forged(club, "Dan", newest_page(club), "t:1:break_off")
    assert "organiser role" in read(forged["message"])
    assert club.table().phase == Phase.DEAL
    assert await logged(club, "broke off") == 0


async def test_an_organiser_cannot_close_a_lobby_with_the_form_for_matches(club: Club, bot: app.Bot) -> None:
    await appoint(club, "Dan")
    await create_league(club["Ann"], "Cup")
    lobby = await open_table(club, "Ann", "Bob", deals=1)
    forged = await press_forged(club, "Dan", lobby, "t:1:break_off")
    assert "hasn't started" in read(forged["message"])
    assert club.table().phase == Phase.LOBBY


async def test_a_form_that_is_sent_twice_or_without_a_reason_breaks_off_once(club: Club, bot: app.Bot) -> None:
    await create_league(club["Ann"], "Cup")
    await start_match(club, "Ann", "Bob", deals=1)
    asked = await club["Ann"].slash("table cancel")
    form = await club["Ann"].press(asked.message, "Yes, cancel the match")
    empty = await club["Ann"].submit(form.modal, why="\u200b ")
    assert "Give a reason" in read(empty.message)
    assert club.table().phase == Phase.DEAL
    form = await club["Ann"].press(asked.message, "Yes, cancel the match")
    await club.control("gateway", {"do": "duplicate"})
    await club["Ann"].submit(form.modal, why="so")
    await club.until_sent()
    assert club.table().phase == Phase.OVER
    assert await logged(club, "Ann broke off table 1 (match `1`): so") == 1
