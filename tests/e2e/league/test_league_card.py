"""A league in one minute: the form of `/league create`, the card that everyone sees, and the buttons below it."""

import asyncio

import pytest

from bot import app
from tests.e2e.support.club import Club, until
from tests.e2e.support.commands import check_refusal
from tests.e2e.support.hand_controls import newest_with
from tests.e2e.support.league_messages import read
from tests.e2e.support.tables import play_match
from tests.leagues import change_setting, create_league, edit_league
from tests.people import Json, labels, parts, said

CARD = ["Play a match that counts", "Standings", "Rules", "More …"]


async def create(club: Club, name: str = "Mondays", **chosen: str) -> Json:
    """Let Ann create a league by the form; return its card, as everyone sees it."""
    form = await club["Ann"].slash("league create")
    assert form.outcome == "modal", form
    reply = await club["Ann"].submit(form.modal, name=name, **{one: [value] for one, value in chosen.items()})
    assert reply.outcome == "message", reply
    assert not reply.message["flags"] & 64, said(reply.message)
    return reply.message


async def said_to_ann(club: Club, league: str) -> str:
    """Return what only Ann is told about the league that she has just created."""
    ann = club["Ann"]
    return await ann.until(
        lambda: next((text for it in ann.messages("rummy") if f"### {league}" in (text := read(it)) and it["flags"] & 64), "")
    )


async def test_five_presses_and_one_typed_name_lead_from_nothing_to_a_counted_match(club: Club, bot: app.Bot) -> None:
    presses = ["/league create", "submit"]
    card = await create(club)
    lobby = (await club["Ann"].press(card, "Play a match that counts")).message
    presses.append("Play a match that counts")
    assert "Counts in: Mondays" in read(lobby)
    await club["Bob"].until(lambda: newest_with(club["Bob"].messages("rummy"), "join"))
    assert (await club["Bob"].press(lobby, "Join")).outcome == "update"
    presses.append("Join")
    await club["Ann"].press(lobby, "Start")
    presses.append("Start")
    assert len(presses) <= 6
    await club.until_sent()
    assert "Counts in: Mondays" in read(club["Bob"].now(lobby))
    await play_match(club, {"Ann": "dm", "Bob": "dm"})
    await club["Finn"].until(lambda: any("Points in Mondays: " in read(it) for it in club["Finn"].messages("rummy")))
    standings = await club["Finn"].press(card, "Standings")
    assert standings.message["flags"] & 64
    assert "Ann" in read(standings.message)


async def test_the_organiser_is_told_all_settings_of_the_league_that_they_have_created(club: Club, bot: app.Bot) -> None:
    await create(club, "Mondays", points="places", season="weekly", rated="yes")
    text = (await said_to_ann(club, "Mondays")).replace("\N{NO-BREAK SPACE}", " ")
    for fact in ("League created.", "5 · 3 · 1 · 0 with 4 players", "every Monday", "Rated: yes", ", ends <t:"):
        assert fact in text, fact
    await create(club, "Cards", points="cards")
    assert "the card points of each match" in await said_to_ann(club, "Cards")
    await create(club, "Dated", season="date")
    assert "The date on which the season ends isn't set yet" in await said_to_ann(club, "Dated")


async def test_a_channel_is_chosen_in_the_form_and_none_means_all(club: Club, bot: app.Bot) -> None:
    card, ann = await create(club), club["Ann"]
    lounge = ann.channel_id("lounge")
    panel = (await ann.press(card, "More …")).message
    for setting in ("channel", "announcements"):
        changed = await change_setting(ann, panel, setting, lounge)
        assert changed.outcome == "update"
    assert f"Played in: <#{lounge}>\n" in read(ann.now(panel))
    assert f"Announcements: <#{lounge}>\n" in read(ann.now(panel))
    assert labels(ann.now(card)) == CARD
    form = (await ann.choose(panel, "Change a setting …", "channel")).modal
    assert [it["default_values"] for it in parts(form["components"]) if it["type"] == 8] == [
        [{"id": lounge, "type": "channel"}]
    ]
    await change_setting(ann, panel, "channel", None)
    assert "Played in: all channels" in read(ann.now(panel))


async def test_the_time_zone_is_suggested_by_the_language_of_the_server(club: Club, bot: app.Bot) -> None:
    await create(club, "Here")
    assert "`UTC`" in await said_to_ann(club, "Here")
    await club.control("guild", {"locale": "it"})
    await until(lambda: bot.services.api.server_locale(int(club.pg.world.guild.id)) == "it")
    await create(club, "Qui")
    assert "`Europe/Rome`" in await said_to_ann(club, "Qui")


async def test_of_two_organisers_who_send_a_form_at_the_same_time_one_is_refused(club: Club, bot: app.Bot) -> None:
    role = (await club.control("roles", {"name": "Keepers"}))["id"]
    await club["Ann"].slash("league organisers", role=role)
    await club.control("people/Cleo/roles", {"roles": ["Keepers"]})
    forms = {name: (await club[name].slash("league create")).modal for name in ("Ann", "Cleo")}
    replies = await asyncio.gather(*(club[name].submit(form, name="Mondays") for name, form in forms.items()))
    assert sorted(bool(one.message["flags"] & 64) for one in replies) == [False, True]
    assert any("already has a league called" in said(one.message) for one in replies)
    assert club.query("SELECT key FROM leagues") == [("mondays",)]
    card = next(one.message for one in replies if not one.message["flags"] & 64)
    panels = {name: (await club[name].press(card, "More …")).message for name in ("Ann", "Cleo")}
    forms = {name: (await club[name].choose(panel, "Change a setting …", "zone")).modal for name, panel in panels.items()}
    replies = await asyncio.gather(*(club[name].submit(form, value="Europe/Rome") for name, form in forms.items()))
    assert sorted(one.outcome for one in replies) == ["message", "update"]
    assert any("Someone else has just changed" in said(one.message) for one in replies)
    form = (await club["Cleo"].choose(panels["Cleo"], "Change a setting …", "zone")).modal
    await club.control("people/Cleo/roles", {"roles": []})
    refused = await club["Cleo"].submit(form, value="Asia/Tokyo")
    assert f"<@&{role}>" in said(refused.message), "no organiser any more"
    for reply in (
        await club["Cleo"].slash("league create"),
        await club["Cleo"].choose(panels["Cleo"], "Change a setting …", "zone"),
    ):
        assert f"<@&{role}>" in said(reply.message), "no organiser any more"
    assert "Asia/Tokyo" not in str(club.query("SELECT definition FROM leagues"))


async def test_a_table_that_counts_is_opened_in_the_channel_of_the_league(club: Club, bot: app.Bot) -> None:
    card = await create(club)
    lounge = club["Ann"].channel_id("lounge")
    await edit_league(club["Ann"], "Mondays", channel=lounge, games="cuccu", requires_clock=True)
    reply = await club["Ann"].press(card, "Play a match that counts")
    assert f"is open in <#{lounge}>" in said(reply.message)
    lobby = await club["Bob"].until(lambda: newest_with(club["Bob"].messages("lounge"), "join"))
    assert "Counts in: Mondays" in read(lobby)
    assert "Cuccù" in read(lobby)
    await club.control("channels/lounge", method="DELETE")
    before, messages = club.event_count(), len(club["Finn"].messages("rummy"))
    gone = await club["Bob"].press(card, "Play a match that counts")
    check_refusal(club, gone, before, messages, (f"<#{lounge}>", "can't post there"))


@pytest.mark.parametrize(
    "about", [{"house_rules": False}, {"shortest": "one"}, {"games": "wrotham"}, {"scheme": "4: 5 3 1 0"}, {"shortest": "full"}]
)
async def test_the_table_counts_whatever_the_league_asks_for(club: Club, bot: app.Bot, about: dict[str, object]) -> None:
    reply = await create_league(club["Ann"], "Mondays", **about)
    lobby = (await club["Ann"].press(reply.message, "Play a match that counts")).message
    assert "Counts in" in read(lobby)
    assert "Doesn't count" not in read(lobby)


async def test_a_second_press_opens_no_second_table(club: Club, bot: app.Bot) -> None:
    card = await create(club)
    await club["Ann"].press(card, "Play a match that counts")
    again = await club["Ann"].press(card, "Play a match that counts")
    assert again.outcome == "deferred_update"
    assert len(club.query("SELECT number FROM tables")) == 1


async def test_a_league_without_a_game_that_counts_says_so(club: Club, bot: app.Bot) -> None:
    reply = await create_league(club["Ann"], "Sixes", scheme="6: 6 5 4 3 2 1", games="wrotham")
    before, messages = club.event_count(), len(club["Finn"].messages("rummy"))
    refused = await club["Ann"].press(reply.message, "Play a match that counts")
    check_refusal(club, refused, before, messages, ("No game counts in Sixes",))
