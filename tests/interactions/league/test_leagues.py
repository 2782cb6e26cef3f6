"""Leagues: who organises them, how they are listed, and the tables that their cards open."""

import pytest

from bot.league.league import League
from tests.desk import SERVER, Desk
from tests.e2e.support.league_messages import ask, read
from tests.e2e.support.seasons import store_season
from tests.interactions.table.lobbies import start_match
from tests.leagues import create_league, edit_league
from tests.people import labels, parts


async def test_the_organiser_role_is_shown_to_all_and_chosen_by_members_with_manage_server(desk: Desk) -> None:
    await desk["Bob"].refused("league create", "Manage Server")
    await desk["Bob"].refused("league organisers", "Manage Server", role=SERVER)
    assert "Everyone" in read(await ask(desk["Ann"], "league organisers", role=SERVER))
    assert "Everyone" in read(await ask(desk["Bob"], "league organisers")), "showing the role doesn't change it"
    await desk["Ann"].refused("league organisers", "role", "nobody", role=SERVER, nobody=True)
    await desk["Bob"].refused("league organisers", "Manage Server", nobody=True)


async def test_a_command_of_the_league_in_a_direct_message_is_refused(desk: Desk) -> None:
    for command in ("league create", "leaderboard", "stats"):
        await desk["Ann"].refused(command, "server", in_="dm")


async def test_names_of_leagues_are_escaped_wherever_they_are_shown(desk: Desk) -> None:
    wild = ("**<@1>** @everyone [x](http://x) ```\u202e\U0001f0cf" + "\U0001f469\u200d\U0001f680שלום" * 20)[:100]
    await create_league(desk["Ann"], wild)
    for command, options in (("table new", {"thread": False}), ("league list", {}), ("leaderboard", {})):
        text = read(await ask(desk["Bob"], command, **options))
        assert "\\*\\*\\<@" in text
        assert "\u202e" not in text
        assert "@everyone" not in text


@pytest.mark.parametrize(
    "about", [{"house_rules": False}, {"shortest": "one"}, {"games": "wrotham"}, {"scheme": "4: 5 3 1 0"}, {"shortest": "full"}]
)
async def test_the_table_of_the_card_counts_whatever_the_league_asks_for(desk: Desk, about: dict[str, object]) -> None:
    card = (await create_league(desk["Ann"], "Mondays", **about)).message
    lobby = read((await desk["Ann"].press(card, "Play a match that counts")).message)
    assert "ounts for" in lobby
    assert "Doesn't count" not in lobby


async def test_a_league_without_a_game_that_counts_says_so(desk: Desk) -> None:
    card = (await create_league(desk["Ann"], "Sixes", scheme="6: 6 5 4 3 2 1")).message
    await edit_league(desk["Ann"], "Sixes", games="wrotham")
    refused = await desk["Ann"].press(card, "Play a match that counts")
    assert refused.message["flags"] & 64
    assert "No game counts for Sixes" in read(refused.message)
    assert not desk.bot.services.tables.in_play


async def post(*_: int) -> None:
    """Post nothing: there is no Discord here."""


@pytest.mark.parametrize(
    ("first", "second", "in_use"), [("Not now", "Archive the league", True), ("Archive the league", "Not now", False)]
)
async def test_a_confirmation_is_answered_only_once(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, first: str, second: str, *, in_use: bool
) -> None:
    monkeypatch.setattr(desk.bot.services.league_posts, "post_season_now", post)
    await create_league(desk["Ann"], "Mondays")
    asked = (await desk["Ann"].slash("league archive", league="Mondays")).message
    await desk["Ann"].press(asked, first)
    assert "has been answered" in read((await desk["Ann"].press(asked, second)).message)
    assert bool(await desk.bot.services.leagues.all(SERVER)) == in_use


async def test_an_edit_says_how_many_matches_it_affects(desk: Desk) -> None:
    history = await store_season(desk, League(server=0, name="Mondays"), matches=10, people=6)
    cuccu, ann = sum(match.variant.deck == "cuccu40" for match in history), desk["Ann"]
    text = read((await edit_league(ann, "Mondays", games="cuccu")).message)
    assert f"League updated. Matches that count this season: {cuccu} (before: {len(history)})." in text
    text = read((await edit_league(ann, "Mondays", games="", scheme="2: 9 0; 3: 9 5 0; 4: 9 5 3 0")).message)
    assert "Points recalculated for" in text
    assert "this season" not in read((await edit_league(ann, "Mondays", least=2)).message)


async def test_a_member_can_organise_while_they_have_the_chosen_role(desk: Desk) -> None:
    keepers, others, ann, bob = 5, 6, desk["Ann"], desk["Bob"]
    history = await store_season(desk, League(server=0, name="Mondays"), matches=10, people=6)
    match = history[-1].number
    desk.roles["Cleo"] = [others]
    await ann.slash("league organisers", role=keepers)
    await bob.refused("league create", f"<@&{keepers}>", name="Mine")
    desk.roles["Bob"] = [keepers, others]
    assert "Mine" in read((await create_league(bob, "Mine")).message)
    panel = (await bob.slash("league edit", league="Mine")).message
    form = await bob.choose(panel, "Change a setting …", "zone")
    assert "voided match" in read((await bob.slash("league void", match=match, why="a trial")).message)
    for command, options in (("league create", {"name": "Hers"}), ("league reinstate", {"match": match, "why": "so"})):
        await desk["Cleo"].refused(command, f"<@&{keepers}>", **options)
    await bob.refused("league organisers", "Manage Server", role=keepers)
    desk.roles["Bob"] = [others]
    for late in (await bob.submit(form, value="Asia/Tokyo"), await bob.choose(panel, "Change a setting …", "zone")):
        assert f"<@&{keepers}>" in read(late.message)
    await bob.refused("league archive", f"<@&{keepers}>", league="Mine")
    await bob.refused("league void", f"<@&{keepers}>", match=match, why="once more")
    assert "reinstated match" in read((await ann.slash("league reinstate", match=match, why="the owner may")).message)


async def test_leaving_on_the_first_turn_changes_nothing_but_the_last_place_of_the_person_who_left(desk: Desk) -> None:
    ann, bob = desk["Ann"], desk["Bob"]
    await create_league(ann, "Mondays", scheme="3 0", rated=True)
    await start_match(desk, "Ann", "Bob")
    asked = await bob.slash("table leave")
    await bob.press(asked.message, labels(asked.message)[0])
    unplayed = "Mondays: Bob left too early and came last. Doesn't count for Ann"
    assert unplayed in read((await ann.slash("match", match=1)).message)
    text = read((await ann.slash("leaderboard", league="Mondays")).message)
    assert ("Bob" in text, "Ann" in text) == (True, False)
    asked = read((await ann.slash("league season-end", name="Spring")).message)
    assert "End season 1 of Mondays as “Spring”?" in asked
    assert "0 matches count · 1 more counts only against players who left · nobody is ranked" in asked
    assert "Nobody has" in read((await ann.slash("leaderboard", by="rating")).message)
    assert "No finished matches" in read((await ann.slash("stats")).message)
    assert "1 abandoned" in read((await bob.slash("stats")).message)


async def test_an_organiser_types_the_words_of_their_language(desk: Desk) -> None:
    await create_league(desk["Ann"], "Mondays", scheme="wins")
    desk.locales["Ann"] = "it"
    panel = (await desk["Ann"].slash("league edit", league="Mondays")).message
    form = await desk["Ann"].choose(panel, "j:setting:1", "scheme")
    field = next(it for it in parts(form.modal["components"]) if it.get("custom_id") == "value")
    assert field["value"] == "vittorie; parità: piazzamenti, punti delle carte, meno partite"
    text = read((await desk["Ann"].submit(form, value="Punti delle carte; parità: vittorie")).message)
    assert "punti delle carte" in text
    form = await desk["Ann"].choose(panel, "j:setting:1", "scheme")
    refused = (await desk["Ann"].submit(form, value="pippo")).message
    assert "“pippo”" in read(refused)
    assert "`vittorie` o `punti delle carte`" in read(refused)
    desk.locales["Ann"] = "de"  # while the form is open
    refused = (await desk["Ann"].submit(form, value="vittorie")).message
    assert "`Siege` oder `Kartenpunkte`" in read(refused)
    form = await desk["Ann"].choose(panel, "j:setting:1", "games")
    await desk["Ann"].submit(form, value="wrotham-rami, RAMINO")
    form = await desk["Ann"].choose(panel, "j:setting:1", "games")
    field = next(it for it in parts(form.modal["components"]) if it.get("custom_id") == "value")
    assert field["value"] == "Wrotham-Rami, Ramino"


async def test_a_season_is_found_despite_invisible_characters_in_its_name(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk.bot.services.league_posts, "post_season_now", post)
    await store_season(desk, League(server=0, name="Mondays"), matches=10, people=6)
    ann, leagues = desk["Ann"], desk.bot.services.leagues
    (stored,) = await leagues.all(SERVER)
    asked = (await ann.slash("league season-end", league="Mondays", name="Spr\u200bing\u202e")).message
    await ann.press(asked, labels(asked)[0])
    running = await leagues.get(SERVER, stored.number)
    assert [season.name for season in await leagues.seasons(running)] == ["", "Spring"]
    await ann.refused("league season-end", "“2”", "letter", league="Mondays", name="2\u200b")
    for typed in ("spring", "\u202esPRing\u200b", " spring ", "1"):
        assert "Season Spring" in read(await ask(ann, "leaderboard", season=typed)), typed
    await ann.refused("leaderboard", "Autumn", "Spring", season="Autumn\u200b")
