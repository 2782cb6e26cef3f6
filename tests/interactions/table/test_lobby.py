"""A lobby before its start: computers, clock and length, the settings that it obeys, and what only an altered client sends."""

import asyncio

import pytest

from bot import app
from bot.players.choice import Level
from bot.rummy.variant import EVERYONE_DEALS
from bot.tables.events import Clock, Pace
from bot.tables.refusals import RemovedFromMatch
from bot.wording.sentence import Refused
from tests.desk import SERVER, Asker, Desk
from tests.e2e.support.forms import press_more
from tests.interactions.table.lobbies import open_by_play, open_table, sit_down, table_of
from tests.people import Json, Reply, find, labels, said, with_name


def check_refused(reply: Reply, fact: str = "") -> None:
    assert reply.outcome == "message", reply
    assert reply.message["flags"] & 64
    assert fact in said(reply.message), said(reply.message)
    assert "went wrong" not in said(reply.message)


async def play_menu(person: Asker) -> Json:
    """Return the menu of `/play`, which `/help` leads to."""
    return (await person.press((await person.slash("help")).message, "Play")).message


async def test_only_the_host_adds_computers_and_changes_the_clock(desk: Desk) -> None:
    lobby = await open_table(desk, "Ann", "Bob")
    version = table_of(desk).version
    for custom_id, values in (("c:1:clock", ["slow"]), ("q:1", ["add_easy"]), ("t:1:remove_computer", []), ("t:1:start", [])):
        check_refused(await desk["Bob"].forge({"custom_id": custom_id, "values": values}), "Only the host")
    check_refused(await desk["Bob"].forge({"custom_id": "t:1:draws"}), "Only the host")
    more = (await desk["Bob"].press(lobby, "More")).message
    assert labels(more) == ["Rules", "Check shuffle"]
    assert table_of(desk).lobby.chain.fingerprint in said((await desk["Bob"].press(more, "Check shuffle")).message)
    assert "ingerprint" not in said(lobby)
    for value in ("1:2:remove_computer", "x", "7:add_easy:"):
        check_refused(await desk["Ann"].forge({"custom_id": "q:1", "values": [value]}), "earlier version")
    for command, options in (("computer add", {"level": "easy"}), ("computer remove", {}), ("clock", {"pace": "slow"})):
        await desk["Bob"].refused(f"table {command}", "Only the host", **options)
    await desk["Ann"].refused("table computer remove", "isn't at this table", name="Rosa")
    assert table_of(desk).version == version


async def test_the_clock_is_chosen_in_the_lobby_and_the_others_agree_to_it(desk: Desk) -> None:
    lobby = await open_table(desk, "Ann", "Bob")
    assert table_of(desk).clock == Clock(Pace.LIVE)
    await desk["Ann"].choose(lobby, "c:1:clock", "slow:pauses")
    assert table_of(desk).clock == Clock(Pace.SLOW, pauses=True)
    shown = (await desk["Bob"].slash("table show")).message
    assert "Clock changed" in said(shown)
    assert "pauses when time is up" in said(shown).replace("\u00a0", " ")
    await desk["Ann"].refused("table start", "Waiting for Bob to press **Agree**. `/table show` shows the changes.")
    await desk["Bob"].press(shown, "Agree")
    await desk["Ann"].refused("table clock", "already has this clock", pace="slow", pause=True)
    assert not table_of(desk).people_to_agree


async def test_the_host_changes_the_game_under_more_which_keeps_house_rules_and_the_others_agree_to_it(desk: Desk) -> None:
    lobby = await open_table(desk, "Ann", "Bob", "Cleo")
    await desk["Ann"].slash("table rule", rule="ace", answer="high")
    check_refused(await desk["Bob"].forge({"custom_id": "c:1:game", "values": ["cuccu"]}), "Only the host")
    check_refused(await desk["Ann"].forge({"custom_id": "c:1:game", "values": ["canasta"]}), "canasta")
    more = (await desk["Ann"].press(lobby, "More")).message
    check_refused(await desk["Ann"].forge({"custom_id": "c:1:game", "values": ["wrotham"]}), "at most 2 can play")
    assert [option["value"] for option in find(more, "c:1:game")["options"] if option.get("default")] == ["rami"]
    await desk["Ann"].slash("table rule", rule="melds_per_turn", answer="3")
    changed = await desk["Ann"].choose(more, "c:1:game", "cuccu")
    assert "**House rules dropped**\u00a0· ace high: Q-K-A" in said(changed.message)
    table = table_of(desk)
    assert (table.variant.name, table.preset.name, table.preset.deck) == ("cuccu", "cuccu", "cuccu40")
    assert table.house_rules == ("melds_per_turn", "match_target", "match_deals"), "what it can have is kept"
    assert table.own_end == (table.preset.match_target, table.preset.match_deals)
    assert len(table.people_to_agree) == 2
    shown = (await desk["Bob"].slash("table show")).message
    assert "**Game changed**\u00a0· Ramino with the Cuccù deck" in said(shown)
    assert "House rules changed" not in said(shown)
    for name in ("Bob", "Cleo"):
        await desk[name].press(shown, "Agree")
    assert "Game changed" not in said((await desk["Bob"].slash("table show")).message)
    await desk["Ann"].slash("table start")
    assert table_of(desk).match.variant.deck == "cuccu40"


async def test_the_host_removes_a_player_from_the_lobby_who_cannot_come_back(desk: Desk) -> None:
    lobby = await open_table(desk, "Ann", "Bob", "Cleo")
    bob = desk.store.people.find(desk["Bob"].id).number
    for name, value, fact in (("Cleo", f"{bob}:remove", "Only the host"), ("Ann", "1:remove", "isn't playing here")):
        check_refused(await desk[name].forge({"custom_id": "q:1", "values": [value]}), fact)
    check_refused(await desk["Cleo"].forge({"custom_id": f"t:1:{bob}:yes_remove"}), "Only the host")
    lobby = (await desk["Ann"].slash("table show")).message
    assert [option["label"] for option in find(lobby, "q:1")["options"]][2:] == ["Remove Bob", "Remove Cleo"]
    asked = (await desk["Ann"].choose(lobby, "q:1", f"{bob}:remove")).message
    assert "Remove Bob from this match? They can't come back." in said(asked)
    assert len(table_of(desk).seats.people) == 3, "nobody is removed without the confirmation"
    await desk["Ann"].press(asked, "Yes, remove Bob")
    assert bob not in table_of(desk).seats.people
    with pytest.raises(Refused) as refused:
        await sit_down(desk, "Bob")
    assert refused.value.refusal == RemovedFromMatch()
    await desk["Ann"].slash("table start")
    assert table_of(desk).match.seats == 2


async def test_commands_open_a_table_with_a_clock_and_change_its_computers_and_clock(desk: Desk) -> None:
    ann = desk["Ann"]
    await ann.slash("table new", clock="quick")
    assert table_of(desk).clock == Clock(Pace.QUICK)
    for level in ("normal", "easy"):
        await ann.slash("table computer add", level=level)
    for unknown in ("2", "Ann", " "):
        await ann.refused("table computer remove", "isn't at this table", name=unknown)
    shown = said((await ann.slash("table computer remove", name="rosa")).message)
    assert ("Otto ⚙ (easy)" in shown, "Rosa" in shown) == (True, False)
    await ann.slash("table computer remove", name="#2")
    assert not table_of(desk).seats.computers
    await ann.slash("table clock", pace="slow", pause=True)
    await ann.refused("table clock", "Pausing needs a clock.", pace="none", pause=True)
    assert table_of(desk).clock == Clock(Pace.SLOW, pauses=True)
    await ann.slash("table clock", pace="none")
    assert table_of(desk).clock == Clock(Pace.NONE)


async def test_a_length_that_is_chosen_already_or_excluded_by_the_rules_is_refused(desk: Desk) -> None:
    await open_by_play(desk["Ann"])
    lobby = (await desk["Ann"].slash("table show")).message
    assert table_of(desk).variant.match_deals == EVERYONE_DEALS
    check_refused(await desk["Ann"].choose(lobby, "q:1:length", "short"), "already")
    await desk["Ann"].slash("table rule", rule="scoring", answer="payment 6")
    check_refused(await desk["Ann"].forge({"custom_id": "t:1:full"}), "length")


async def test_a_table_that_was_cancelled_is_not_said_to_have_had_a_match(desk: Desk) -> None:
    lobby = await open_table(desk, "Ann", "Bob")
    check_refused(await desk["Bob"].forge({"custom_id": "t:1:cancel"}), "Ann")
    asked = await press_more(desk["Ann"], lobby, "Cancel the table")
    assert table_of(desk).seats.people, "nothing is closed without the confirmation"
    await desk["Ann"].press(asked.message, "Yes, cancel the table")
    for command in ("start", "join", "agree", "rule"):
        options = {"rule": "match_target", "answer": "80"} if command == "rule" else {}
        fact = "This table was closed before its match started. Open another one with `/play`."
        await desk["Ann"].refused(f"table {command}", fact, table=1, **options)


async def test_a_command_is_carried_out_once_and_with_its_options_at_the_table_that_is_chosen(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = app.now()
    monkeypatch.setattr(app, "now", lambda: at)  # the second press comes at once, however busy the machine is
    for place in ("rummy", "lounge"):
        await open_table(desk, "Ann", in_=place)
    for command, options in (
        ("table computer add", {"level": "normal"}),
        ("table clock", {"pace": "slow", "pause": True}),
        ("table rule", {"rule": "jokers", "answer": "2"}),
    ):
        prompt = (await desk["Ann"].slash(command, in_="dm", **options)).message
        assert "Which table?" in said(prompt), command
        pressed = await desk["Ann"].press(prompt, "Rami, table 2")
        assert (pressed.outcome, pressed.message["id"]) == ("update", prompt["id"]), "the reply replaces the prompt"
        await desk["Ann"].press(prompt, "Rami, table 2")
    first, second = table_of(desk, 1), table_of(desk, 2)
    assert (first.variant.jokers, [*first.seats.computers.values()]) == (0, [])
    assert (second.variant.jokers, [*second.seats.computers.values()]) == (2, [Level.NORMAL])
    assert second.clock == Clock(Pace.SLOW, pauses=True)


FORGED_COMMANDS = ("draw", "draw{", 'draw{"from":"sleeve"}', 'draw{"from":["stock"]}', 'discard{"card":7}', "table{}")
FORGED_COMMANDS += ('draw{"from":"stock","table":1,"x":1}', 'discard{"card":"%s"}' % ("7" * 61), 'table remove{"person":-1}')
FORGED_COMMANDS += (
    'layoff{"cards":"7h","meld":true}',
    'layoff{"cards":"7h","meld":100}',
    "table computer{}",
    "settings{}",
    "x{}",
)
FORGED_MENU = ("open:whist", "rules:whist", "open:" + "x" * 60, "open", "nothing", "rules", "open:rami:hourly", "against:whist")
FORGED_MENU += ("choose", "begin:rami:2:easy:x", "begin:rami:2:hard:0", "begin:rami:9:easy:0", "begin:rami:0:easy:0")


async def test_forged_presses_are_refused_and_change_nothing(desk: Desk) -> None:
    await open_table(desk, "Ann", "Bob")
    version = table_of(desk).version
    forged = [*(f"w:1:1:{it}" for it in FORGED_COMMANDS), "w:x:1:hand{}", *(f"g:{it}" for it in FORGED_MENU)]
    for custom_id in forged:
        check_refused(await desk["Ann"].forge({"custom_id": custom_id}))
    assert table_of(desk).version == version
    assert len(list(desk.bot.services.tables.in_play)) == 1


async def server_settings(person: Asker) -> Json:
    own = (await person.slash("settings")).message
    return (await person.press(own, "Server settings")).message


async def choose(desk: Desk, select: str, *values: str) -> None:
    await desk["Ann"].choose(await server_settings(desk["Ann"]), f"o:server:{select}", *values)


async def test_only_manage_server_changes_the_settings_of_a_server(desk: Desk) -> None:
    before = await desk.store.server_settings.get(SERVER)
    assert "Server settings" not in labels((await desk["Bob"].slash("settings")).message)
    for custom_id, values in (("o:server", []), ("o:server:thread", ["no"]), ("o:server:channels", [])):
        check_refused(await desk["Bob"].forge({"custom_id": custom_id, "values": values}), "Manage Server")
    for custom_id, value in (
        *(("server:channels", value) for value in ("123", "x" * 90)),
        *(("server:role", value) for value in ("9" * 30, "²")),
        *(("server:game", "whist"), ("server:length", "endless"), ("server:thread", "maybe")),
        *(("own:hands", "by post"), ("own:reminders", "direct"), ("own:game", "rami")),
    ):
        check_refused(await desk["Ann"].forge({"custom_id": f"o:{custom_id}", "values": [value]}))
    assert await desk.store.server_settings.get(SERVER) == before


async def test_settings_that_are_chosen_at_once_are_all_kept(desk: Desk) -> None:
    shown, chosen = await server_settings(desk["Ann"]), {"game": "ramino", "length": "full", "thread": "no"}
    await asyncio.gather(*(desk["Ann"].choose(shown, f"o:server:{one}", value) for one, value in chosen.items()))
    shown = await server_settings(desk["Ann"])
    for one, value in chosen.items():
        options = find(shown, f"o:server:{one}")["options"]
        assert [option["value"] for option in options if option.get("default")] == [value]


async def test_a_usual_game_that_was_removed_is_replaced_by_the_bots_choice(desk: Desk) -> None:
    await open_table(desk, "Ann", target=60)
    await desk["Ann"].slash("variant save", name="Ours")
    await choose(desk, "game", "ours")
    assert "Ours, table 2" in said(await open_table(desk, "Bob"))
    assert "**Ours** against" in said(await play_menu(desk["Bob"]))
    await desk["Ann"].slash("variant remove", name="Ours")
    assert "Rami, table 3" in said(await open_table(desk, "Bob"))


async def test_a_server_offers_the_games_that_it_has_chosen(desk: Desk) -> None:
    await choose(desk, "games", "gin", "rummy500")
    menu = await play_menu(desk["Bob"])
    assert "**Gin** against" in said(menu), "rami isn't offered, and nobody has chosen another usual game"
    assert {option["value"] for option in find(menu, "Another game")["options"]} == {"gin", "rummy500"}
    lobby = await open_table(desk, "Bob")
    assert "Gin, table 1" in said(lobby)
    more = (await desk["Bob"].press(lobby, "More")).message
    assert {option["value"] for option in find(more, "Another game")["options"]} == {"gin", "rummy500"}
    await choose(desk, "games", "gin")
    assert with_name(await play_menu(desk["Bob"]), "Another game") is None, "a club of one game isn't asked"
    assert "Scala 40" in said((await desk["Bob"].slash("play", variant="scala quaranta")).message), "others can be named"
    await choose(desk, "games")
    assert len(find(await play_menu(desk["Bob"]), "Another game")["options"]) > 10


async def test_the_usual_length_counts_for_both_commands_and_a_typed_end_before_it(desk: Desk) -> None:
    await choose(desk, "length", "short")
    await open_table(desk, "Bob")
    await open_table(desk, "Bob", deals=2)
    assert [table_of(desk, number).variant.match_deals for number in (1, 2)] == [EVERYONE_DEALS, 2]
    await choose(desk, "length", "full")
    await open_by_play(desk["Cleo"])
    await open_table(desk, "Cleo")
    assert [table_of(desk, number).variant.match_deals for number in (3, 4)] == ["none", "none"]


async def test_a_table_that_is_opened_by_command_starts_with_a_short_match_as_by_play(desk: Desk) -> None:
    await open_table(desk, "Ann")
    await open_table(desk, "Bob", target=60)
    ends = [(one.match_target, one.match_deals) for one in (table_of(desk, number).variant for number in (1, 2))]
    assert ends == [("none", EVERYONE_DEALS), (60, "none")]


async def test_what_is_chosen_behind_more_is_shown_there(desk: Desk) -> None:
    lobby = await open_table(desk, "Ann", "Bob")
    more = (await desk["Ann"].press(lobby, "More")).message
    assert more["flags"] & 64, "only the host sees it"
    await desk["Ann"].press(more, "Show each draw")
    assert table_of(desk).shows_draws
    assert "✓ Show each draw" in labels((await desk["Ann"].press(lobby, "More")).message)
    await desk["Ann"].slash("table computer add", level="easy")
    await desk["Bob"].slash("table agree")
    await desk["Ann"].slash("table start")
    check_refused(await desk["Bob"].press(lobby, "More"), "already started")
    version = table_of(desk).version
    for action in ("thread", "no_draws", "short"):
        check_refused(await desk["Ann"].forge({"custom_id": f"t:1:{action}"}))
    assert table_of(desk).version == version


async def test_a_person_who_joins_twice_is_refused_and_a_full_table_says_so(desk: Desk) -> None:
    lobby = await open_table(desk, "Ann", "Bob", variant="wrotham")
    check_refused(await desk["Ann"].press(lobby, "Join"), "already")
    assert "No seats free" in said((await desk["Bob"].slash("table show")).message)


async def test_a_game_saved_in_the_server_is_offered_and_full_means_its_own_end(desk: Desk) -> None:
    await open_table(desk, "Ann", target=60)
    await desk["Ann"].slash("variant save", name="Zia Pina")
    game = (await desk["Bob"].choose(await play_menu(desk["Bob"]), "Another game", "zia pina")).message
    await desk["Bob"].press((await desk["Bob"].press(game, "With friends …")).message, "Open the table")
    lobby = (await desk["Bob"].slash("table show", table=2)).message
    assert "Zia Pina, table 2" in said(lobby)
    await desk["Bob"].choose(lobby, "q:2:length", "full")
    assert table_of(desk, 2).variant.match_target == 60
