"""`/settings`: what a server and a person choose is stored, enforced, and survives a restart."""

import asyncio

import pytest

from bot import app
from bot.rummy.variant import EVERYONE_DEALS
from tests.e2e.support.club import Club
from tests.e2e.support.commands import check_refusal, check_refused, forged_reply
from tests.e2e.support.forms import choose_own, choose_setting, defaults, server_settings
from tests.e2e.support.schedules import meet_bot, post_dated_schedule, reminders
from tests.e2e.support.tables import mentions, open_table, play_turn, start_match
from tests.people import find, labels, said


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
        assert "Ramino" in labels((await club["Ann"].slash("play", in_="lounge")).message)[0], "the usual game comes first"


async def test_two_settings_that_are_chosen_at_once_are_both_kept(club: Club, bot: app.Bot) -> None:
    shown = await server_settings(club)
    await asyncio.gather(
        club["Ann"].choose(shown, "o:server:game", "ramino"),
        club["Ann"].choose(shown, "o:server:length", "full"),
        club["Ann"].choose(shown, "o:server:thread", "no"),
    )
    shown = await server_settings(club)
    assert [defaults(shown, one) for one in ("game", "length", "thread")] == [["ramino"], ["full"], ["no"]]


async def test_only_manage_server_changes_the_settings_of_a_server(club: Club, bot: app.Bot) -> None:
    own = (await club["Bob"].slash("settings")).message
    assert "Server settings" not in labels(own)
    before, messages = club.event_count(), len(club["Finn"].messages("rummy"))
    for custom_id, values in (("o:server", ()), ("o:server:thread", ("no",)), ("o:server:channels", ())):
        reply = await forged_reply(club, "Bob", own, custom_id, *values)
        check_refusal(club, reply, before, messages, ("Manage Server",))
    assert not club.query("SELECT * FROM server_settings")


@pytest.mark.parametrize(
    ("custom_id", "value"),
    [
        ("o:server:channels", "123"),
        ("o:server:channels", "x" * 90),
        ("o:server:role", "9" * 30),
        ("o:server:role", "²"),
        ("o:server:game", "whist"),
        ("o:server:length", "endless"),
        ("o:server:thread", "maybe"),
        ("o:own:hands", "by post"),
        ("o:own:reminders", "direct"),
        ("o:own:game", "rami"),
    ],
)
async def test_a_forged_setting_is_refused(club: Club, bot: app.Bot, custom_id: str, value: str) -> None:
    shown = await server_settings(club)
    before, messages = club.event_count(), len(club["Finn"].messages("rummy"))
    check_refusal(club, await forged_reply(club, "Ann", shown, custom_id, value), before, messages, ())
    assert not club.query("SELECT * FROM server_settings")
    assert club.query("SELECT DISTINCT hands, reminders FROM people") == [("direct", "chosen")]


async def test_tables_are_opened_only_in_the_chosen_channels_and_their_threads(club: Club, bot: app.Bot) -> None:
    await club.control("channels", {"name": "aside", "parent": "lounge"})
    await club["Bob"].until(lambda: club["Bob"].sees("aside"))
    await choose_setting(club, "channels", club["Ann"].channel_id("lounge"))
    menu = (await club["Bob"].slash("play")).message
    before, messages = club.event_count(), len(club["Finn"].messages("rummy"))
    lounge = f"<#{club['Ann'].channel_id('lounge')}>"
    check_refusal(club, await club["Bob"].press(menu, "Rami"), before, messages, (lounge,))
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


async def test_a_usual_game_that_was_removed_is_replaced_by_the_bots_choice(club: Club, bot: app.Bot) -> None:
    await open_table(club, "Ann", target=60)
    await club["Ann"].slash("variant save", name="Ours")
    await choose_setting(club, "game", "ours")
    assert "Ours, table 2" in said((await club["Bob"].slash("table new")).message)
    assert "Ours" in labels((await club["Bob"].slash("play")).message)
    await club["Ann"].slash("variant remove", name="Ours")
    assert "Rami, table 3" in said((await club["Bob"].slash("table new")).message)


async def test_the_usual_length_counts_for_both_commands_and_a_typed_end_before_it(club: Club, bot: app.Bot) -> None:
    await choose_setting(club, "length", "short")
    await club["Bob"].slash("table new")
    await club["Bob"].slash("table new", deals=2)
    assert [club.table(number).variant.match_deals for number in (1, 2)] == [EVERYONE_DEALS, 2]
    await choose_setting(club, "length", "full")
    await club["Cleo"].press((await club["Cleo"].slash("play")).message, "Rami")
    assert club.table(3).variant.match_target == 100


async def test_a_person_who_prefers_the_channel_is_mentioned_instead_of_getting_direct_messages(club: Club) -> None:
    async with club.bot():
        await choose_own(club, "Bob", "hands", "channel")
    async with club.bot():
        await start_match(club, "Ann", "Bob", deals=1)
        for _ in range(4):
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


async def test_the_order_of_cards_counts_from_the_next_hand_on_and_survives_a_restart(club: Club) -> None:
    async with club.bot():
        await start_match(club, "Ann", "Bob", deals=1)
        name = club.on_turn().name
        assert "Sort by rank" in labels(club[name].dms[-1])
        await choose_own(club, name, "card_order", "rank")
        await play_turn(club)
        await play_turn(club)
        assert "Sort by suit" in labels(club[name].dms[-1])
    async with club.bot():
        assert "Sort by suit" in labels((await club[name].slash("hand")).message)
        shown = find((await club[name].slash("settings")).message, "o:own:card_order")
        assert [one["value"] for one in shown["options"] if one.get("default")] == ["rank"]


async def test_reminders_of_all_tables_or_of_none_go_before_the_choice_for_a_league(club: Club, bot: app.Bot) -> None:
    await meet_bot(club, "Ann", "Bob", "Cleo", "Dan")
    await post_dated_schedule(club, 5, 200, 300)
    await choose_own(club, "Bob", "reminders", "all")
    await choose_own(club, "Cleo", "reminders", "none")
    for name in ("Cleo", "Dan"):
        await club[name].slash("league remind", wanted=True)
    assert "/settings" in said((await club["Cleo"].slash("league remind")).message), "Cleo has switched all reminders off"
    await bot.league_clock.run_once()
    await club["Dan"].until(lambda: reminders(club, "Dan"))
    assert len(reminders(club, "Bob")) == 1
    assert not reminders(club, "Cleo")
    assert not reminders(club, "Ann")
