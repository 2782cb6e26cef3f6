"""A league in one minute: the form of `/league create`, the card that everyone sees, and the buttons below it."""

import asyncio

import pytest

from bot import app
from playground.world.entities import SUBMIT
from tests.e2e.support.club import Club, until
from tests.e2e.support.forged_requests import forged_reply, send_forged
from tests.e2e.support.hand_controls import newest_with
from tests.e2e.support.league.league_reading import read
from tests.e2e.support.league.questions import confirm
from tests.e2e.support.refusals import check_refusal
from tests.e2e.support.tables import open_table, play_match
from tests.people import Json, Reply, labels, parts, said

CARD = ["Play a match that counts", "Standings", "Rules", "More …"]
LOOSE = {"points": "2: 9 0", "season": "by hand", "zone": "UTC"}


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


async def submit_forged(club: Club, name: str, custom_id: str, answers: dict[str, str]) -> Reply:
    """Send a form with any answers, as an altered client can."""
    kinds = {one: 4 if one in ("name", "zone") or (custom_id != "j:new" and one != "shortest") else 3 for one in answers}
    components = [
        {
            "type": 18,
            "id": place,
            "component": {"type": kinds[one], "id": 100 + place, "custom_id": one}
            | ({"value": value} if kinds[one] == 4 else {"values": [value]}),
        }
        for place, (one, value) in enumerate(answers.items())
    ]
    answer = await send_forged(club, name, SUBMIT, {"custom_id": custom_id, "components": components})
    del answer["interaction_id"]
    return Reply(**answer)


def new(name: str, **changed: str) -> dict[str, str]:
    return {"name": name, "points": "wins", "season": "by hand", "rated": "no"} | changed


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


async def test_the_card_says_what_was_chosen_and_rules_say_everything_in_words(club: Club, bot: app.Bot) -> None:
    card = await create(club, "Mondays", points="places", season="weekly", rated="yes")
    assert labels(card) == CARD
    assert "weekly" not in read(card), "what may change later isn't on the card"
    text = (await said_to_ann(club, "Mondays")).replace("\N{NO-BREAK SPACE}", " ")
    for fact in (
        "League created.",
        "Mondays",
        "5 · 3 · 1 · 0 with 4 players",
        "every Monday",
        "rated",
        "at least short matches",
        ", ends <t:",
    ):
        assert fact in text, fact
    rules = await club["Bob"].press(card, "Rules")
    assert rules.message["flags"] & 64
    text = read(rules.message).replace("\N{NO-BREAK SPACE}", " ")
    for fact in (
        "Points by place: 3 · 0 with 2 players; 4",
        "9 · 6 · 4 · 2 · 1 · 0 with 6 players",
        "more wins · more first places",
        "If all but one leave, it counts once everyone has had a turn.",
        "is announced in <#",
    ):
        assert fact in text, fact
    assert "No matches have counted yet" in read((await club["Bob"].press(card, "Standings")).message)
    await create(club, "Cards", points="cards")
    assert "the card points of each match" in await said_to_ann(club, "Cards")
    await create(club, "Dated", season="date")
    assert "The date on which the season ends isn't set yet" in await said_to_ann(club, "Dated")


async def test_options_and_the_form_give_the_same_public_card_which_says_nothing_that_can_change(
    club: Club, bot: app.Bot
) -> None:
    formed = await create(club, "By form")
    typed = (await club["Ann"].slash("league create", name="By options", points="2: 3 0")).message
    assert not typed["flags"] & 64
    assert read(typed) == read(formed).replace("By form", "By options")
    assert labels(typed) == labels(formed) == CARD
    assert "No points are set for matches with 3, 4, 5, or 6 players" in await said_to_ann(club, "By options")


async def test_edit_without_options_opens_the_form_with_more_settings(club: Club, bot: app.Bot) -> None:
    await create(club, points="places")
    assert "Manage Server" in read((await club["Bob"].slash("league edit", league="Mondays")).message)
    form = (await club["Ann"].slash("league edit", league="mondays")).modal
    changed = await club["Ann"].submit(form, points="wins", season="by hand", zone="Europe/Rome")
    assert changed.message["flags"] & 64
    assert "League updated." in read(changed.message)
    assert "Europe/Rome" in read(changed.message)
    again = await club["Ann"].press(changed.message, "More …")
    changed = await club["Ann"].submit(again.modal, points="wins", season="by hand", zone="UTC")
    assert changed.outcome == "update"
    assert "`UTC`" in read(changed.message)


async def test_more_changes_the_league_and_keeps_what_was_not_typed(club: Club, bot: app.Bot) -> None:
    card = await create(club, points="places")
    form = (await club["Ann"].press(card, "More …")).modal
    typed = {"season": "2099-12-31", "zone": "Europe/Rome", "shortest": ["full"]}
    unchanged = {it["custom_id"]: it["value"] for it in parts(form["components"]) if it["type"] == 4 and it["required"]}
    assert unchanged == {
        "points": "2: 3 0; 3: 4 2 0; 4: 5 3 1 0; 5: 7 4 2 1 0; 6: 9 6 4 2 1 0; ties: wins, places, fewest matches",
        "season": "by hand",
        "zone": "UTC",
    }
    assert (await club["Ann"].submit(form, **unchanged | typed)).outcome == "update"
    text = read((await club["Finn"].press(card, "Rules")).message)
    assert "Europe/Rome" in text
    assert "only full matches" in text
    assert "ends <t:4102" in text
    assert labels(club["Finn"].now(card)) == CARD
    again = (await club["Ann"].press(card, "More …")).modal
    assert [it["value"] for it in parts(again["components"]) if it.get("custom_id") == "season"] == ["2099-12-31"]
    lobby = (await club["Ann"].press(card, "Play a match that counts")).message
    assert "Counts in: Mondays" in read(lobby), "the table has the length that the league asks for"


async def test_the_time_zone_is_suggested_by_the_language_of_the_server(club: Club, bot: app.Bot) -> None:
    await create(club, "Here")
    assert "`UTC`" in await said_to_ann(club, "Here")
    await club.control("guild", {"locale": "it"})
    await until(lambda: bot.services.api.server_locale(int(club.pg.world.guild.id)) == "it")
    await create(club, "Qui")
    assert "`Europe/Rome`" in await said_to_ann(club, "Qui")


async def test_each_impossible_form_is_refused_with_its_own_sentence_and_changes_nothing(club: Club, bot: app.Bot) -> None:
    await create(club)
    before, messages, rows = club.event_count(), len(club["Finn"].messages("rummy")), club.stored_rows("people")
    sentences = []
    for name, answers, fact in (
        ("Ann", new("x" * 6000), "at most 100 characters"),
        ("Ann", new(" \u202e "), "needs a name"),
        ("Ann", new("*"), "all matches"),
        ("Ann", new("MONDAYS"), "already has a league"),
        ("Bob", new("Mine"), "Manage Server"),
        ("Ann", new("New", points="luck"), "button"),
    ):
        reply = await submit_forged(club, name, "j:new", answers)
        sentences.append(check_refusal(club, reply, before, messages, (fact,)))
    assert len(set(sentences)) == len(sentences)
    for custom_id in ("j:new:1", "j:set:1", "j:set:x:1", "j:"):
        check_refusal(club, await submit_forged(club, "Ann", custom_id, new("New")), before, messages, ())
    assert club.stored_rows("people") == rows


async def test_each_impossible_answer_under_more_is_refused_with_its_own_sentence(club: Club, bot: app.Bot) -> None:
    card = await create(club)
    form = (await club["Ann"].press(card, "More …")).modal
    before, messages, rows = club.event_count(), len(club["Finn"].messages("rummy")), club.stored_rows("people")
    sentences = []
    for typed, fact in (
        ({"points": "hello"}, "hello"),
        ({"season": "2020-01-01"}, "2020-01-01"),
        ({"season": "soon"}, "soon"),
        ({"zone": "Mars"}, "Mars"),
        ({"points": "wins"}, "Nothing has changed"),
    ):
        answers: dict[str, str] = {"points": "wins", "season": "by hand", "zone": "UTC"} | typed
        reply = await club["Ann"].submit((await club["Ann"].press(card, "More …")).modal, **answers)
        sentences.append(check_refusal(club, reply, before, messages, (fact,)))
    stranger = await club["Bob"].press(card, "More …")
    sentences.append(check_refusal(club, stranger, before, messages, ("Manage Server",)))
    long = {"points": "9" * 6000, "season": "by hand", "zone": "UTC", "shortest": "short"}
    sentences.append(check_refusal(club, await submit_forged(club, "Ann", form["custom_id"], long), before, messages, ("999",)))
    assert len(set(sentences)) == len(sentences)
    assert club.stored_rows("people") == rows


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
    forms = {name: (await club[name].press(card, "More …")).modal for name in ("Ann", "Cleo")}
    assert (await club["Ann"].submit(forms["Ann"], **LOOSE)).outcome == "update"
    late = await club["Cleo"].submit(forms["Cleo"], **LOOSE | {"zone": "Europe/Rome"})
    assert "Someone else has just changed" in said(late.message)
    form = (await club["Cleo"].press(card, "More …")).modal
    create_form = (await club["Cleo"].slash("league create")).modal
    await club.control("people/Cleo/roles", {"roles": []})
    refused = await club["Cleo"].submit(create_form, name="Hers")
    assert f"<@&{role}>" in said(refused.message), "no organiser any more"
    await club.control("people/Cleo/roles", {"roles": ["Keepers"]})
    form = (await club["Cleo"].press(card, "More …")).modal
    await club.control("people/Cleo/roles", {"roles": []})
    refused = await club["Cleo"].submit(form, **LOOSE | {"zone": "Europe/Rome"})
    assert f"<@&{role}>" in said(refused.message), "no organiser any more"
    assert "Europe/Rome" not in str(club.query("SELECT definition FROM leagues"))


async def test_buttons_of_an_archived_league_of_another_one_or_of_none_are_refused(club: Club, bot: app.Bot) -> None:
    card = await create(club)
    form = (await club["Ann"].press(card, "More …")).modal
    await confirm(club["Ann"], "league archive", league="Mondays")
    before, messages = club.event_count(), len(club["Finn"].messages("rummy"))
    for name in ("Play a match that counts", "More …"):
        check_refusal(club, await club["Ann"].press(card, name), before, messages, ("is archived",))
    assert "No matches counted" in read((await club["Bob"].press(card, "Standings")).message)
    assert "no more matches count" in read((await club["Bob"].press(card, "Rules")).message)
    sent = await submit_forged(club, "Ann", form["custom_id"], LOOSE | {"shortest": "short"})
    check_refusal(club, sent, before, messages, ("is archived",))
    for custom_id in ("j:play:99", "j:rules:99", "j:more:99"):
        check_refusal(club, await forged_reply(club, "Ann", card, custom_id), before, messages, ("no league",))
    for custom_id in ("j:play:x", "j:dance:1", "j:play", "j:new"):
        check_refusal(club, await forged_reply(club, "Ann", card, custom_id), before, messages, ())


async def test_a_table_that_counts_is_opened_in_the_channel_of_the_league(club: Club, bot: app.Bot) -> None:
    card = await create(club)
    lounge = club["Ann"].channel_id("lounge")
    await club["Ann"].slash("league edit", league="Mondays", channel=lounge, games="cuccu", requires_clock=True)
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
    "about", [{"house_rules": False}, {"shortest": "one"}, {"games": "wrotham"}, {"points": "4: 5 3 1 0"}, {"shortest": "full"}]
)
async def test_the_table_counts_whatever_the_league_asks_for(club: Club, bot: app.Bot, about: dict[str, object]) -> None:
    reply = await club["Ann"].slash("league create", name="Mondays", **about)
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
    reply = await club["Ann"].slash("league create", name="Sixes", points="6: 6 5 4 3 2 1", games="wrotham")
    before, messages = club.event_count(), len(club["Finn"].messages("rummy"))
    refused = await club["Ann"].press(reply.message, "Play a match that counts")
    check_refusal(club, refused, before, messages, ("No game counts in Sixes",))


async def test_options_without_a_name_are_refused(club: Club, bot: app.Bot) -> None:
    await open_table(club, "Ann")
    before, messages = club.event_count(), len(club["Finn"].messages("rummy"))
    refused = await club["Ann"].slash("league create", rated=True)
    check_refusal(club, refused, before, messages, ("needs a name",))
