"""The settings of a league: the form that creates one, the message in which each is changed, and suggested time zones."""

import pytest
from discord import Locale

from bot.interactions.league.leagues import _ZONES, UTC, suggested_zone
from bot.league.days import is_zone
from bot.league.league import SEASON_ENDS, League, OnDay
from bot.league.seasons import Season, StoredLeague
from bot.messages.league.league_settings import league_settings
from bot.messages.league.leagues import league_rules_layout
from tests.desk import SERVER, Asker, Desk
from tests.leagues import change_setting, create_league, edit_league, submit
from tests.messages.shown_text import ENGLISH, readable_text
from tests.people import Json, Reply, find, labels, parts, said

CARD = ["Play a match that counts", "Standings", "Rules", "More …"]


def plain(message: Json) -> str:
    return said(message).replace("\N{NO-BREAK SPACE}", " ")


async def stored(desk: Desk, name: str = "Mondays") -> League:
    return (await desk.bot.services.leagues.find(SERVER, name)).league


async def new_league(ann: Asker, name: str = "Mondays", **chosen: str) -> Reply:
    """Send the form of `/league create` with these choices."""
    return await submit(ann, await ann.slash("league create"), name=name, **{one: [value] for one, value in chosen.items()})


def refusal(reply: Reply) -> str:
    """Check that a reply is a refusal for one person, and return its sentence."""
    assert reply.outcome == "message", reply
    assert reply.message["flags"] & 64
    assert not reply.message["components"], said(reply.message)
    return said(reply.message)


def test_every_field_of_a_league_but_its_server_has_a_row() -> None:
    assert {setting.name for setting in league_settings(ENGLISH)} == {*League.__struct_fields__} - {"server", "per_deal"}


async def test_the_card_has_what_stays_and_its_rules_have_every_setting(desk: Desk) -> None:
    card = (await new_league(desk["Ann"], points="places", season="weekly", rated="yes")).message
    assert not card["flags"] & 64
    assert labels(card) == CARD
    assert "weekly" not in said(card), "what may change later isn't on the card"
    text = plain((await desk["Bob"].press(card, "Rules")).message)
    for fact in (
        "Points by place: 3 · 0 with 2 players, 4",
        "9 · 6 · 4 · 2 · 1 · 0 with 6 players",
        "more wins · more first places",
        "Ranked by: points per match",
        "Played in: all channels",
        "Games: all",
        "House rules: allowed",
        "Clock: not required",
        "Shortest match: short",
        "Minimum matches: 1",
        "Daily limit per pair: 2-player matches: 5",
        "Daily limit per pair: 3 or more players: 12",
        "Rated: yes",
        "every Monday",
        "Time zone: `UTC`",
        "Organiser log: <#",
        ", ends <t:",
        "Counts only after everyone has had a turn.",
    ):
        assert fact in text, fact
    assert "No matches have counted yet" in said((await desk["Bob"].press(card, "Standings")).message)


@pytest.mark.parametrize(("ranking", "daily"), [("average", None), ("rating", None), ("points", 5)])
async def test_a_new_league_ranks_as_chosen_and_by_points_only_with_a_daily_limit(
    desk: Desk, ranking: str, daily: int | None
) -> None:
    await new_league(desk["Ann"], ranking=ranking)
    league = await stored(desk)
    assert (league.ranking, league.daily) == (ranking, daily)


async def test_a_name_that_is_given_with_the_command_is_in_its_form(desk: Desk) -> None:
    form = (await desk["Ann"].slash("league create", name="Mondays")).modal
    assert [it["value"] for it in parts(form["components"]) if it.get("custom_id") == "name"] == ["Mondays"]


async def test_edit_shows_every_setting_and_changes_the_chosen_one(desk: Desk) -> None:
    await new_league(desk["Ann"], points="places")
    panel = (await desk["Ann"].slash("league edit", league="mondays")).message
    assert panel["flags"] & 64
    select = find(panel, "j:setting:1")
    assert [one["value"] for one in select["options"]] == [setting.name for setting in league_settings(ENGLISH)]
    changed = await change_setting(desk["Ann"], panel, "zone", "Europe/Rome", "we live there")
    assert changed.outcome == "update"
    assert "League updated." in said(changed.message)
    assert "Time zone: `Europe/Rome`" in said(changed.message)
    assert "Ann changed Mondays:\n  - Time zone: UTC → Europe/Rome\n  - Why: we live there" in said(
        (await desk["Bob"].slash("league log")).message
    )
    again = await desk["Ann"].choose(changed.message, "j:setting:1", "zone")
    shown = [it for it in parts(again.modal["components"]) if it.get("custom_id") == "value"]
    assert [one["value"] for one in shown] == ["Europe/Rome"]


async def test_more_opens_the_same_message_and_leaves_the_card_as_it_is(desk: Desk) -> None:
    card = (await new_league(desk["Ann"])).message
    opened = await desk["Ann"].press(card, "More …")
    assert opened.outcome == "message"
    assert said(opened.message) == said((await desk["Ann"].slash("league edit", league="Mondays")).message)
    assert "Manage Server" in refusal(await desk["Bob"].press(card, "More …"))


async def test_each_setting_is_stored_and_its_change_is_logged(desk: Desk) -> None:
    await create_league(desk["Ann"], "Mondays")
    for setting, typed, value, line in (
        ("least", "3", 3, "Minimum matches: 1 → 3"),
        ("rematches", "1000", 1000, "Daily limit per pair: 2-player matches: 5 → 1000"),
        ("larger_rematches", "1", 1, "Daily limit per pair: 3 or more players: 12 → 1"),
        ("daily", "3", 3, "Daily limit per player: 5 → 3"),
        ("ranking", "rating", "rating", "Ranked by: points → rating"),
        ("ranking", "average", "average", "Ranked by: rating → points per match"),
        ("rated", True, True, "Matches are rated now"),
        ("requires_clock", True, True, "A clock is required now"),
        ("house_rules", False, False, "House rules are no longer allowed"),
        ("shortest", "full", "full", "Shortest match: short → full"),
        ("season_end", "MONTHLY", SEASON_ENDS["monthly"], "Season end: by hand → monthly"),
        ("zone", "europe/rome", "Europe/Rome", "Time zone: UTC → Europe/Rome"),
    ):
        await edit_league(desk["Ann"], "Mondays", **{setting: typed})
        assert getattr(await stored(desk), setting) == value
        assert line in plain((await desk["Bob"].slash("league log")).message)
    await edit_league(desk["Ann"], "Mondays", name=" Tuesdays ")
    assert (await stored(desk, "Tuesdays")).name == "Tuesdays"
    assert "Name: Mondays → Tuesdays" in plain((await desk["Bob"].slash("league log")).message)


async def test_games_are_typed_with_commas_and_none_means_all(desk: Desk) -> None:
    await create_league(desk["Ann"], "Mondays", games="Rami, cuccu, rami")
    assert [game.name for game in (await stored(desk)).games] == ["rami", "cuccu"]
    panel = (await desk["Ann"].slash("league edit", league="Mondays")).message
    assert "Games: Rami and Ramino with the Cuccù deck" in said(panel)
    form = (await desk["Ann"].choose(panel, "j:setting:1", "games")).modal
    shown = [it for it in parts(form["components"]) if it.get("custom_id") == "value"]
    assert [one["value"] for one in shown] == ["Rami, Ramino with the Cuccù deck"]
    await edit_league(desk["Ann"], "Mondays", games="")
    assert (await stored(desk)).games == ()


async def test_a_game_that_the_server_has_removed_stays_in_the_league(desk: Desk) -> None:
    await desk["Ann"].slash("table new", thread=False)
    await desk["Ann"].slash("variant save", name="Ours")
    await create_league(desk["Ann"], "Mondays", games="Ours")
    await desk["Ann"].slash("variant remove", name="Ours")
    await edit_league(desk["Ann"], "Mondays", games="Ours, Rami")
    assert [game.title for game in (await stored(desk)).games] == ["Ours", "Rami"]


async def test_new_points_keep_the_order_between_equal_points(desk: Desk) -> None:
    await create_league(desk["Ann"], "Mondays", scheme="2: 3 0; ties: none")
    reply = await edit_league(desk["Ann"], "Mondays", scheme="2: 2 0")
    assert "Ties: shared places" in said(reply.message)
    assert "No points for 3, 4, 5, or 6 players" in said(reply.message)


async def test_each_mistake_is_refused_with_its_own_sentence_and_changes_nothing(desk: Desk) -> None:
    ann = desk["Ann"]
    await create_league(ann, "Mondays")
    await create_league(ann, "Fridays")
    before, sentences = await desk.stored(), []
    for setting, typed, facts in (
        ("name", " mondays ", ("Mondays",)),
        ("name", " \u202e ", ("needs a name",)),
        ("name", " * ", ("all matches",)),
        ("scheme", "2: 3 -1", ("-1",)),
        ("scheme", "2: 0 3", ("place 2",)),
        ("scheme", "hello", ("hello",)),
        ("scheme", "wins; ties: luck", ("luck",)),
        ("scheme", "3: 3 0", ("3",)),
        ("scheme", "7: 7 6 5 4 3 2 1", ("7",)),
        ("scheme", "2: 3 0; 2: 3 0", ("twice",)),
        ("scheme", "2: 1001 0", ("1001",)),
        ("scheme", "9" * 400, ("not 1",)),
        ("zone", "Mars", ("Mars",)),
        ("zone", "est", ("EST", "means `UTC-05:00` all year", "America/New_York")),
        ("season_end", "2020-01-01", ("2020-01-01",)),
        ("season_end", "soon", ("soon", "monthly", "by hand")),
        ("least", "0", ("from 1 to 1000",)),
        ("games", "rami, whist", ("whist",)),
        ("zone", "UTC", ("Nothing has changed",)),
    ):
        sentence = refusal(await edit_league(ann, "Fridays", **{setting: typed}))
        assert all(fact in sentence for fact in facts), sentence
        sentences.append(sentence)
    assert len(set(sentences)) == len(sentences)
    for number in ("1001", "x", "-1", "²", "1e3"):
        for setting in ("least", "rematches", "larger_rematches", "daily"):
            assert "from 1 to 1000" in refusal(await edit_league(ann, "Fridays", **{setting: number}))
    await desk["Ann"].refused("league edit", "Saturdays", "Mondays", league="Saturdays")
    await desk["Bob"].refused("league edit", "Manage Server", league="Mondays")
    await desk["Bob"].refused("league create", "Manage Server")
    assert await desk.stored() == before


async def test_each_impossible_form_of_a_new_league_is_refused_and_creates_nothing(desk: Desk) -> None:
    ann, sentences = desk["Ann"], []
    await create_league(ann, "Mondays")
    before = await desk.stored()
    for name, chosen, fact in (
        ("x" * 101, {}, "at most 100 characters"),
        (" \u202e ", {}, "needs a name"),
        ("*", {}, "all matches"),
        ("MONDAYS", {}, "already has a league"),
        ("New", {"points": "luck"}, "button"),
    ):
        sentence = refusal(await new_league(ann, name, **chosen))
        assert fact in sentence
        sentences.append(sentence)
    assert len(set(sentences)) == len(sentences)
    assert await desk.stored() == before


async def test_what_no_form_offers_is_refused_and_changes_nothing(desk: Desk) -> None:
    ann = desk["Ann"]
    card = (await new_league(ann)).message
    panel = (await ann.press(card, "More …")).message
    before = await desk.stored()
    for setting, typed in (
        ("rated", "perhaps"),
        ("shortest", "endless"),
        ("channel", "1"),
        ("channel", "x"),
        ("announcements", ""),
    ):
        refusal(await change_setting(ann, panel, setting, typed))
    for values in ([], ["server"], [7], None):
        refusal(await ann.choose(panel, "j:setting:1", *(values or ())))  # type: ignore[arg-type]
    form = await ann.choose(panel, "j:setting:1", "zone")
    mark = form.modal["custom_id"].rpartition(":")[2]
    for custom_id in (
        f"j:one:1:server:{mark}",
        "j:one:1:zone:x",
        "j:one:1:zone",
        f"j:set:1:{mark}",
        "j:new:1",
        "j:",
        "j:one:99:zone:1",
    ):
        form.modal["custom_id"] = custom_id
        refusal(await ann.submit(form, value="Europe/Rome"))
    assert await desk.stored() == before


async def test_a_form_that_was_open_while_somebody_else_changed_the_league_is_refused(desk: Desk) -> None:
    await create_league(desk["Ann"], "Mondays")
    panel = (await desk["Ann"].slash("league edit", league="Mondays")).message
    late = await desk["Ann"].choose(panel, "j:setting:1", "zone")
    await edit_league(desk["Ann"], "Mondays", least=2)
    assert "Someone just changed" in refusal(await desk["Ann"].submit(late, value="Europe/Rome"))
    assert (await stored(desk)).zone == "UTC"


async def test_an_archived_league_shows_its_rules_and_changes_nothing(desk: Desk) -> None:
    card = (await new_league(desk["Ann"])).message
    panel = (await desk["Ann"].press(card, "More …")).message
    form = await desk["Ann"].choose(panel, "j:setting:1", "zone")
    await desk.bot.services.season_ends.end_season(SERVER, 1, archive=True)
    before = await desk.stored()
    for reply in (
        await desk["Ann"].press(card, "Play a match that counts"),
        await desk["Ann"].press(card, "More …"),
        await desk["Ann"].choose(panel, "j:setting:1", "zone"),
        await desk["Ann"].submit(form, value="Europe/Rome"),
    ):
        assert "is archived" in refusal(reply)
    assert "No matches counted" in said((await desk["Bob"].press(card, "Standings")).message)
    assert "no more matches count" in said((await desk["Bob"].press(card, "Rules")).message)
    assert await desk.stored() == before
    for press in ("j:play:99", "j:rules:99", "j:more:99", "j:setting:99"):
        find(card, "Rules")["custom_id"] = press
        assert "no league" in refusal(await desk["Ann"].press(card, press))
    for press in ("j:play:x", "j:dance:1", "j:play", "j:new"):
        find(card, next(it["custom_id"] for it in parts(card["components"]) if it.get("label") == "Rules"))["custom_id"] = press
        refusal(await desk["Ann"].press(card, press))


def test_a_league_whose_last_day_has_passed_does_not_show_it_as_the_end_of_the_next_season() -> None:
    league = League(server=SERVER, name="Cup", season_end=OnDay(1))
    for ends_at, text in ((5, "Season end: <t:172799:f>"), (None, "Season end: when you end it")):
        stored = StoredLeague(1, league, Season(2, 1), 1, ends_at=ends_at)
        assert text in readable_text(league_rules_layout(stored, ENGLISH))


async def test_every_end_of_a_season_has_a_sentence_of_its_own(desk: Desk) -> None:
    await create_league(desk["Ann"], "Cup", season_end="2099-12-31")
    sentences = set()
    for ends in SEASON_ENDS:
        text = said((await edit_league(desk["Ann"], "Cup", season_end=ends.upper())).message)
        sentences.add(next(line for line in text.split("\n") if line.startswith(("- Season end", "- New season"))))
        assert (", ends <t:" in text) == (ends != "by hand")
    assert len(sentences) == len(SEASON_ENDS)


def test_every_suggested_zone_exists_and_belongs_to_a_language_of_discord() -> None:
    assert set(_ZONES) <= {locale.value for locale in Locale}
    assert all(is_zone(zone) for zone in _ZONES.values())


def test_languages_of_many_zones_suggest_utc() -> None:
    assert {suggested_zone(locale) for locale in (None, "en-US", "pt-BR", "es-419", "fr", "ru", "id", "xx")} == {UTC}
    assert suggested_zone("it") == "Europe/Rome"
