"""What a server, a person and a host choose: settings, languages, house rules to which everyone agrees, and saved games."""

from pathlib import Path

import pytest

from bot import app
from bot.tables.events import RulesAgreed
from bot.tables.table import Phase
from tests.e2e.support.club import Club
from tests.e2e.support.commands import check_refusal, check_refused, press_forged
from tests.e2e.support.forms import (
    choose_answers,
    choose_own,
    choose_setting,
    chosen_labels,
    defaults,
    open_form,
    open_topics,
    send_form,
    server_settings,
)
from tests.e2e.support.hand_controls import newest_with
from tests.e2e.support.tables import cancel_table, mentions, open_table, play_turn, start_match
from tests.messages.catalogue_files import entry, write_catalogue
from tests.people import Json, labels, said


async def test_the_settings_of_a_server_survive_a_restart(club: Club) -> None:
    lounge = club["Ann"].channel_id("lounge")
    role = (await club.control("roles", {"name": "players"}))["id"]
    chosen = {"channels": lounge, "role": role, "game": "ramino", "length": "one", "thread": "no"}
    async with club.bot():
        assert [defaults(await server_settings(club), one) for one in chosen] == [[], [], ["-"], ["-"], ["yes"]]
        for setting, value in chosen.items():
            await choose_setting(club, setting, value)
    async with club.bot():
        shown = await server_settings(club)
        assert {setting: defaults(shown, setting) for setting in chosen} == {one: [value] for one, value in chosen.items()}
        await check_refused(club, club["Ann"], "table new", f"<#{lounge}>")
        await check_refused(club, club["Bob"], "table new", f"<@&{role}>", in_="lounge")
        lobby = (await club["Ann"].slash("table new", in_="lounge")).message
        assert "Ramino, table 1" in said(lobby)
        assert (club.table().variant.match_deals, club.table().thread) == (1, False)
        menu = (await club["Bob"].slash("play", in_="lounge")).message
        assert "**Ramino** against" in said(menu), "the usual game comes first"


async def test_tables_are_opened_only_in_the_chosen_channels_and_their_threads(club: Club, bot: app.Bot) -> None:
    await club.control("channels", {"name": "aside", "parent": "lounge"})
    await club["Bob"].until(lambda: club["Bob"].sees("aside"))
    await choose_setting(club, "channels", club["Ann"].channel_id("lounge"))
    menu = (await club["Bob"].slash("play")).message
    lounge = f"<#{club['Ann'].channel_id('lounge')}>"
    await check_refusal(club, club["Bob"].press(menu, "With friends …"), lounge)
    assert (await club["Bob"].slash("table new", in_="lounge")).message["flags"] & 64 == 0
    assert (await club["Bob"].slash("table new", in_="aside")).message["flags"] & 64 == 0


async def test_a_chosen_channel_or_role_that_was_deleted_counts_for_nothing(club: Club, bot: app.Bot) -> None:
    role = (await club.control("roles", {"name": "players"}))["id"]
    await choose_setting(club, "channels", club["Ann"].channel_id("lounge"))
    await choose_setting(club, "role", role)
    await check_refused(club, club["Bob"], "table new", "can't be opened in this channel")
    await club.control(f"channels/{club['Ann'].channel_id('lounge')}", method="DELETE")
    await check_refused(club, club["Bob"], "table new", f"<@&{role}>")
    await club.control("roles/players", method="DELETE")
    assert not (await club["Bob"].slash("table new")).message["flags"] & 64


async def test_members_of_the_chosen_role_and_managers_open_tables(club: Club, bot: app.Bot) -> None:
    role = (await club.control("roles", {"name": "players"}))["id"]
    await choose_setting(club, "role", role)
    await check_refused(club, club["Bob"], "table new", f"<@&{role}>")
    await club.control("people/Bob/roles", {"roles": ["players"]})
    for name in ("Bob", "Ann"):
        assert not (await club[name].slash("table new")).message["flags"] & 64, name
    joining = await club["Cleo"].slash("table join", table=1)
    assert "Cleo" in said(joining.message), "everyone can join"


async def test_a_person_who_prefers_the_channel_is_mentioned_instead_of_getting_direct_messages(club: Club) -> None:
    async with club.bot():
        await choose_own(club, "Bob", "hands", "channel")
    async with club.bot():
        await start_match(club, "Ann", "Bob", deals=1)
        for _ in range(3):
            if club.on_turn().name == "Bob":
                await club["Bob"].until(lambda: mentions(club) and club["Bob"].id in said(mentions(club)[-1]))
                assert "are closed" not in said(mentions(club)[-1]), "he has chosen it"
                await play_turn(club, way="hand")
            else:
                await play_turn(club)
        assert not club["Bob"].dms
        assert club["Ann"].dms
        assert club["Bob"].pings


async def test_a_person_who_changes_their_mind_during_a_match_gets_the_next_hand_as_they_wish(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    await choose_own(club, "Bob", "hands", "channel")
    for _ in range(3):
        await play_turn(club, way="hand" if club.on_turn().name == "Bob" and not club["Bob"].dms else "dm")
    assert not club["Bob"].dms, "the old hand is deleted"
    await choose_own(club, "Bob", "hands", "direct")
    for _ in range(3):
        await play_turn(club, way="hand" if club.on_turn().name == "Bob" and not club["Bob"].dms else "dm")
    await club["Bob"].until(lambda: club["Bob"].dms)


@pytest.mark.journey
async def test_a_changed_rule_is_shown_in_the_lobby_and_everyone_must_agree(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob", "Cleo")
    assert "House rules" not in said(lobby)
    topics = await choose_answers(club["Ann"], await open_topics(club["Ann"], lobby), "melding", melds_per_turn="unlimited")
    form = await open_form(club["Ann"], topics, "melding")
    assert chosen_labels(form)["melds_per_turn"] == "Any number of melds a turn"
    await club.until_sent()
    for name in ("Bob", "Finn"):
        text = said(club[name].now(lobby))
        assert "House rules changed" in text
        assert "any number of melds a turn" in text
        assert all(missing in text.splitlines()[-1] for missing in ("Bob", "Cleo"))
        assert "Ann" not in text.splitlines()[-1]
    assert labels(club["Bob"].now(lobby))[:3] == ["Start", "Join", "Agree"]
    before = club.event_count()
    await check_refusal(club, club["Ann"].slash("table start"), "Bob", "Cleo", "Agree")
    assert (await club["Bob"].press(lobby, "Agree")).outcome == "update"
    before = club.event_count()
    assert (await club["Bob"].press(lobby, "Agree")).outcome == "deferred_update"
    assert club.event_count() == before
    await club["Cleo"].press(lobby, "Agree")
    await club.until_sent()
    text = said(club["Dan"].now(lobby))
    assert "rules changed" not in text
    listed = (await club["Dan"].press(lobby, "1 house rule")).message
    assert "- Any number of melds a turn" in said(listed), "the lobby shows the house rule"
    assert "Agree" not in labels(club["Dan"].now(lobby))
    assert (await club["Ann"].press(lobby, "Start")).outcome in ("deferred_update", "update")
    assert club.table().variant.melds_per_turn == "unlimited"
    assert [type(event) for event in club.events()].count(RulesAgreed) == 2


async def test_agree_and_start_count_only_for_the_current_rules(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob", "Cleo")
    await club["Ann"].slash("table rule", rule="ace", answer="high")
    old = (await club["Bob"].slash("table show")).message
    join = (await club["Dan"].slash("table show")).message
    await club["Ann"].slash("table rule", rule="out_by", answer="discard_only")
    await club.until_sent()
    before = club.event_count()
    reply = await club["Bob"].press(old, "Agree")
    assert reply.outcome == "update"
    assert "the last card must be discarded" in said(reply.message), "the current rules are shown"
    await club["Bob"].until(lambda: "That button is out of date." in said(club["Bob"].messages("rummy")[-1]))
    assert (await club["Dan"].press(join, "Join")).outcome == "update"
    assert club.event_count() == before
    await club["Bob"].press(club["Bob"].now(old), "Agree")
    await club["Cleo"].press(club["Cleo"].now(lobby), "Agree")
    await press_forged(club, "Ann", lobby, "t:1:1:start")
    await club["Ann"].until(lambda: "That button is out of date." in said(club["Ann"].messages("rummy")[-1]))
    assert club.table().phase == Phase.LOBBY
    assert [type(event) for event in club.events()[before:]] == [RulesAgreed, RulesAgreed]


async def test_agree_in_a_stale_lobby_shows_the_current_rules(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob")
    await club["Ann"].slash("table rule", rule="ace", answer="high")
    await club.until_sent()
    await club.add_fault("PATCH", "messages", delay=0.5)
    await club["Ann"].slash("table rule", rule="out_by", answer="discard_only")
    reply = await club["Bob"].press(lobby, "Agree")
    assert "the last card must be discarded" in said(reply.message)
    await club["Bob"].until(lambda: "That button is out of date." in said(club["Bob"].messages("rummy")[-1]))
    assert club.table().people_to_agree
    await club.until_sent()
    await club["Bob"].press(club["Bob"].now(lobby), "Agree")
    assert not club.table().people_to_agree


async def test_an_open_form_and_missing_agreements_survive_a_restart(club: Club) -> None:
    async with club.bot():
        lobby = await open_table(club, "Ann", "Bob")
        topics = await choose_answers(club["Ann"], await open_topics(club["Ann"], lobby), "sets", ace="high")
        form = await open_form(club["Ann"], topics, "turns")
        await club.until_sent()
    async with club.bot():
        await club.until_sent()
        topics = await send_form(club["Ann"], form, out_by="discard_only")
        assert "Ace high" in said(topics)
        await club.until_sent()
        assert "the last card must be discarded" in said(club["Bob"].now(lobby))
        await club["Bob"].press(lobby, "Agree")
        await club["Ann"].press(lobby, "Start")
        await club.until_sent()
        assert club.table().variant.ace == "high"


async def save_game(club: Club, name: str = "Zia Pina", *, by: str = "Ann", **rules: str) -> Json:
    """Save a game with these house rules at a table, close the table, and return the answer."""
    lobby = await open_table(club, by)
    number = max(row[0] for row in club.query("SELECT number FROM tables"))
    for rule, answer in (rules or {"melds_per_turn": "unlimited", "match_target": "80"}).items():
        await club[by].slash("table rule", rule=rule, answer=answer, table=number)
    reply = await club[by].slash("variant save", name=name, table=number)
    assert reply.message["flags"] & 64
    await cancel_table(club, by, lobby)
    await club.until_sent(number)
    return reply.message


async def test_a_saved_game_is_offered_explained_and_can_be_played(club: Club, bot: app.Bot) -> None:
    text = said(await save_game(club))
    assert "Changes from Rami" in text
    assert "any number of melds a turn" in text
    for command in ("table new", "rules"):
        offered = await club["Bob"].autocomplete(command, "variant", "zia")
        assert [(choice["name"], choice["value"]) for choice in offered] == [("Zia Pina", "zia pina")]
    rules = said((await club["Bob"].slash("rules", variant="ZIA PINA")).message)
    assert "The rules of Zia Pina" in rules
    assert "Lay any number of melds: sets or runs." in rules
    lobby = await start_match(club, "Bob", "Cleo", variant="zia pina", deals=1)
    text = said(club["Dan"].now(lobby))
    assert "Zia Pina" in text
    assert "1 house rule" in labels(club["Dan"].now(lobby)), "the difference from Rami"
    assert club.table(2).variant.melds_per_turn == "unlimited"


async def test_a_restart_keeps_saved_games_and_the_rules_of_tables_with_a_removed_game(club: Club) -> None:
    async with club.bot():
        await save_game(club)
        await open_table(club, "Bob", "Cleo", variant="zia pina")
        await club["Ann"].slash("variant remove", name="zia pina")
        await save_game(club, "Kept", ace="high")
    async with club.bot():
        await club.until_sent(2)
        assert club.table(2).variant.title == "Zia Pina"
        offered = await club["Bob"].autocomplete("table new", "variant", "")
        assert [choice["name"] for choice in offered][-1] == "Kept"
        assert "Zia Pina" not in [choice["name"] for choice in offered]


ENTRIES = (
    entry("Waiting for {name}", "Tocca a {name}"),
    entry("Your turn: draw a card", "Tocca a te: pesca una carta"),
    entry("Draw", "Pesca", context="button"),
    entry("There's no table {number}. Check the number, or leave out `table:`.", "Il tavolo {number} non esiste."),
    entry("My hand", "La mia mano", context="button"),
    entry("Draw a card, or take the top discard", "Pesca una carta", context="description"),
)


@pytest.mark.journey
async def test_a_hand_uses_its_owners_language_and_the_channel_the_servers(club: Club, tmp_path: Path) -> None:
    async with club.bot(write_catalogue(tmp_path / "locales", "it", entry("Join", "Entra", context="button"), *ENTRIES)):
        await club.control("people/Bob", {"locale": "it"})
        lobby = await start_match(club, "Ann", "Bob")
        ann, bob = club["Ann"], club["Bob"]
        await bob.until(lambda: bob.dms)
        turn = newest_with(bob.messages("rummy"), "hand")
        answer = await bob.press(turn, "My hand")
        for hand in (answer.message, bob.dms[-1]):
            assert "Tocca a " in said(hand)
        assert answer.message["flags"] & 64
        assert said(ann.dms[-1]).startswith(("### Your turn", "### Waiting"))
        for message in (bob.now(lobby), bob.now(turn)):
            assert not {"Entra", "La mia mano"} & set(labels(message))
            assert "carte" not in said(message)

        refused = await bob.slash("table show", table=99)
        assert said(refused.message) == "Il tavolo 99 non esiste."
        draw_command = next(command for command in bob.commands if command["name"] == "draw")
        assert draw_command["description_localizations"] == {"it": "Pesca una carta"}


async def test_languages_are_changed_during_a_match_and_survive_a_restart(club: Club, tmp_path: Path) -> None:
    locales = write_catalogue(tmp_path / "locales", "it", entry("Join", "Entra", context="button"), *ENTRIES)
    async with club.bot(locales):
        lobby = await start_match(club, "Ann", "Bob")
        ann, bob = club["Ann"], club["Bob"]
        await ann.until(lambda: ann.dms)
        await choose_own(club, "Bob", "language", "it")
        await choose_setting(club, "server_language", "it")
        await play_turn(club)
        await play_turn(club)
        await club.until_sent()
        assert "Tocca a " in said(bob.dms[-1])
        assert said(ann.dms[-1]).startswith(("### Your turn", "### Waiting"))
        assert "La mia mano" in labels(newest_with(ann.messages("rummy"), "hand"))
        assert "Entra" not in labels(ann.now(lobby)), "an older message stays as it is"
    async with club.bot(locales):
        await play_turn(club)
        await club.until_sent()
        assert "La mia mano" in labels(newest_with(ann.messages("rummy"), "hand"))
        assert "Il tavolo 99 non esiste." in said((await bob.slash("table show", table=99)).message)
        await choose_own(club, "Bob", "language", "en-US")
        assert "Il tavolo" not in said((await bob.slash("table show", table=99)).message)


@pytest.mark.journey
async def test_commands_are_registered_again_only_after_a_new_translation(club: Club, tmp_path: Path) -> None:
    locales = tmp_path / "locales"
    registered = []
    for entries in ((), ENTRIES, ENTRIES):
        since = await club.last_request()
        async with club.bot(write_catalogue(locales, "it", *entries)):
            pass
        registered.append([entry["method"] for entry in await club.requests(since) if entry["path"].endswith("/commands")])
    assert registered == [["GET", "PUT"], ["GET", "PUT"], ["GET"]]
