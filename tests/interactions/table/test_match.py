"""A match: requests that are refused, **Table** with its ways out, and matches against computers, which nobody else sees."""

import pytest

from bot import app
from bot.interactions.table import table_actions
from bot.messages.names import names_at
from bot.messages.table import table_summary
from bot.players.choice import Level
from bot.players.computer_player import choose_move
from bot.rummy.view import view_for
from bot.tables.events import NO_CLOCK, Clock, Pace
from bot.tables.match_requests import Play
from bot.tables.table import Phase
from bot.tables.time_requests import Nudge
from tests.desk import Asker, Desk
from tests.e2e.support.commands import IN_DMS, TABLE_COMMANDS, options_for
from tests.e2e.support.hand_controls import button_id, controls, offered_moves
from tests.e2e.support.tables import one_turn_deals
from tests.interactions.table.lobbies import open_by_play, open_table, sit_down, start_match, table_of
from tests.messages.shown_text import ENGLISH
from tests.people import Json, labels, parts, said


async def draw(person: Asker, **options: object) -> Json:
    return (await person.slash("draw", **{"from": "stock"}, **options)).message


async def test_each_illegal_move_is_refused_with_its_own_sentence(desk: Desk) -> None:
    person, waiting = await start_match(desk, "Ann", "Bob")
    sentences = [
        await waiting.refused("draw", person.name, **{"from": "stock"}),
        await person.refused("discard", card="2H" if "2H" in str((await person.slash("hand")).message) else "3H"),
    ]
    discards = [move.split()[1] for move in offered_moves(await draw(person)) if move.startswith("discard")]
    missing = next(rank + suit for rank in "23456789" for suit in "CDHS" if rank + suit not in discards)
    shown = missing[0] + dict(zip("CDHS", "♣♦♥♠", strict=True))[missing[1]]
    card = discards[0]
    for command, fact, options in (
        ("draw", "", {"from": "discards"}),
        ("discard", "hello", {"card": "hello"}),
        ("discard", shown, {"card": missing}),
        ("meld", "", {"cards": f"{card} {card} {discards[1]}"}),
        ("meld", "zz", {"cards": f"{card} zz {discards[1]}"}),
        ("meld", "", {"cards": " , "}),
        ("meld", "", {"cards": " ".join(discards[:2])}),
        ("layoff", "7", {"cards": card, "meld": 7}),
    ):
        sentences.append(await person.refused(command, fact, **options))
    assert len(set(sentences)) == len(sentences), sentences


async def test_a_typed_draw_is_from_the_stock_unless_it_says_otherwise(desk: Desk) -> None:
    person, _ = await start_match(desk, "Ann", "Bob")
    assert "Your turn: you drew" in said((await person.slash("draw")).message)


async def test_a_move_is_played_in_its_written_form_and_leaving_is_none(desk: Desk) -> None:
    person, _ = await start_match(desk, "Ann", "Bob")
    assert "Your turn: you drew" in said((await person.slash("move", move="draw stock")).message)
    await person.refused("move", "already", move="draw stock")
    await person.refused("move", "isn't a move", move="leave")
    assert not table_of(desk).seats.left


async def test_a_typed_request_is_refused_for_its_own_reason(desk: Desk) -> None:
    ann, bob = desk["Ann"], desk["Bob"]
    await ann.refused("table new", "whist", variant="whist")
    await ann.refused("draw", "not at a table", **{"from": "stock"})
    for command in ("join", "start"):
        await bob.refused(f"table {command}", "not at a table")
    await open_table(desk, "Ann", deals=1)
    await desk["Cleo"].refused("hand", "99", table=99)
    await desk["Cleo"].refused("hand", "not at this table")
    await ann.refused("table join", "already at this table")
    await ann.refused("table start", "least 2")
    await bob.refused("table agree", "You're not at this table.")
    await ann.refused("table agree", "already agreed to everything")
    await bob.slash("table join")
    await bob.refused("table start", "Only the host")
    await bob.refused("table cancel", "Ann")
    await bob.refused("table ready", "hasn't started")
    await ann.refused("draw", "hasn't started", **{"from": "stock"})
    await ann.slash("table start")
    await desk["Cleo"].refused("table join", "has already started")
    await bob.refused("table ready", "pause between deals")


async def test_joining_without_a_number_means_the_lobby_that_one_has_not_joined(desk: Desk) -> None:
    for name in ("Ann", "Bob"):
        await desk[name].slash("table new")
    assert "table 2" in said((await desk["Ann"].slash("table join")).message)
    assert len(table_of(desk, 2).seats.people) == 2
    assert labels((await desk["Cleo"].slash("table join")).message) == ["Rami, table 1", "Rami, table 2"]


async def test_marks_and_names_of_computers_stay_when_a_player_gets_another_name_or_leaves(desk: Desk) -> None:
    await open_table(desk, "Ann")
    await desk["Ann"].slash("table computer add", level="easy")
    for name in ("Bob", "Dan"):
        await sit_down(desk, name)
    await desk["Ann"].slash("table start")
    marks = table_of(desk).seats.marks
    assert {"A", "B", "D"} < set(marks)
    kinds = [type(event).__name__ for event in await desk.store.log.read_events(1)]
    assert kinds[kinds.index("MatchStarted") + 1] == "MarksFixed", "nothing comes between, not even the end of a short match"
    await desk.store.people.add_or_update(desk["Bob"].id, "Rob", "en-US")
    await desk["Dan"].press((await desk["Dan"].slash("table leave")).message, "Yes, leave the match")
    assert table_of(desk).seats.marks == marks
    names = names_at(table_of(desk), desk.store.people, ENGLISH)
    assert [names.plain(computer) for computer in (-1, -2)] == ["Rosa ⚙", "Dora ⚙"]
    [cards] = [line for line in said(await table_message(desk["Ann"])).splitlines() if line.startswith("-# Cards: ")]
    parts = cards.replace("\N{NO-BREAK SPACE}", " ").removeprefix("-# Cards: ").split(" · ")
    assert {part[:2] for part in parts if part[0] in "ⒶⒷⒸⒹ①②③④"} == {"Ⓑ "}


async def test_a_nickname_stays_in_its_server(desk: Desk) -> None:
    desk.nicknames = {("Ann", "rummy"): "Queen Ann", ("Ann", "abroad"): "Annika"}
    await start_match(desk, "Ann", "Bob")
    for place in ("dm", "abroad", "rummy"):
        named = [
            name for name in ("Queen Ann", "Annika") if name in said((await desk["Ann"].slash("stats", in_=place)).message)
        ]
        assert named == ([desk.nicknames["Ann", place]] if place != "dm" else []), place
        assert "Queen Ann" in said(await table_message(desk["Bob"])), place


async def table_message(person: Asker) -> Json:
    return (await person.slash("table show")).message


async def play_six_turns(desk: Desk) -> tuple[Asker, Asker]:
    """Let two people draw and discard six times, and return them, the first one first."""
    people = await start_match(desk, "Ann", "Bob")
    for nth in range(6):
        moves = offered_moves(await draw(people[nth % 2]))
        await people[nth % 2].slash("discard", card=[one for one in moves if one.startswith("discard ")][-1].split()[1])
    return people


async def test_the_table_names_its_turns_and_offers_the_rules_and_the_ways_out(desk: Desk) -> None:
    people = await play_six_turns(desk)
    turns = said(await table_message(desk["Bob"])).partition("newest first")[2]
    assert [line.split("**")[1] for line in turns.splitlines()[1:]] == [people[nth % 2].name for nth in (1, 0, 1, 0, 1, 0)]
    assert turns.count("discarded") == 6
    for name in ("Ann", "Bob"):
        shown = (await desk[name].press((await desk[name].slash("hand")).message, "Table")).message
        assert labels(shown) == ["My hand", "Sort by rank", "Rules", "Check shuffle", "Leave", "End the match"]
        assert "The rules of Rami" in said((await desk[name].press(shown, "Rules")).message)
    answer = (await desk["Bob"].press(shown, "Check shuffle")).message
    assert "Shuffle of deal 1" in said(answer)
    assert "after the deal" in said(answer)
    details = await desk["Bob"].press(answer, "Details")
    assert details.outcome == "update"
    assert "Its fingerprint, shown before the first card (SHA-256):" in said(details.message)
    assert labels(await table_message(desk["Finn"])) == ["Rules", "Check shuffle"], "an onlooker gets only what shows something"


async def test_older_turns_are_a_press_away_and_lead_back(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_summary, "_ROOM", 150)
    await play_six_turns(desk)
    ann, shown = desk["Ann"], await table_message(desk["Ann"])
    newest = said(shown).count("discarded")
    assert 0 < newest < 6
    older = await ann.press(shown, "Older turns")
    assert older.outcome == "update"
    assert said(older.message).count("discarded") == 6 - newest
    assert labels(older.message) == ["Back to the table"]
    assert said((await ann.press(older.message, "Back to the table")).message) == said(shown)
    for custom_id in ("t:1:older", "t:1:0:older", f"t:1:{10**15}:older"):
        assert (await desk["Finn"].forge({"custom_id": custom_id})).message["flags"] & 64


@pytest.mark.parametrize("way_out", ["Leave", "End the match"])
async def test_a_person_who_does_not_want_to_leave_after_all_goes_back_to_the_table(desk: Desk, way_out: str) -> None:
    await start_match(desk, "Ann", "Bob")
    shown, version = await table_message(desk["Ann"]), table_of(desk).version
    asked = (await desk["Ann"].press(shown, way_out)).message
    back = (await desk["Ann"].press(asked, "Back to the table")).message
    assert (asked["id"], back["id"]) == (shown["id"],) * 2, "one message shows all of it"
    assert said(back) == said(shown)
    assert table_of(desk).version == version


async def test_the_buttons_of_old_messages_say_that_the_match_is_over(desk: Desk) -> None:
    await start_match(desk, "Ann", "Bob")
    ann, shown = desk["Ann"], await table_message(desk["Ann"])
    asked = (await ann.slash("table leave")).message
    await desk["Bob"].press((await desk["Bob"].slash("table leave")).message, "Yes, leave the match")
    for message, button in ((shown, "Leave"), (shown, "End the match"), (asked, "Yes, leave the match")):
        assert "is over" in said((await ann.press(message, button)).message), button
    for button in ("My hand", "Sort by rank"):
        assert "Nobody wins." in said((await ann.press(shown, button)).message), "the result takes its place"


async def start_alone(desk: Desk, name: str = "Ann") -> Json:
    """Start a match against three easy computers by buttons, and return the message with the hand."""
    menu = (await desk[name].slash("play")).message
    choice = await desk[name].choose(menu, "Another game", "rami")
    begun = await desk[name].press(choice.message, "3 easy")
    assert (begun.outcome, begun.message["id"]) == ("update", menu["id"]), "everything is shown in one message"
    return begun.message


async def test_hand_and_table_show_bring_a_forgotten_match_back(desk: Desk) -> None:
    await start_alone(desk)
    ann = desk["Ann"]
    for command in ("hand", "table show"):
        shown = (await ann.slash(command)).message
        assert shown["flags"] & 64
        assert "Rami, table 1" in said(shown)
    cards = (await ann.press(shown, "My hand")).message
    assert cards["id"] == shown["id"]
    assert any(move.startswith("discard") for move in offered_moves(await draw(ann)))
    menu = (await ann.slash("play")).message
    assert "Rami against 3 computers, deal 1" in said(menu)
    assert "Play now" not in labels(menu)
    going_on = await ann.press(menu, "Continue")
    assert going_on.message["id"] == menu["id"]
    assert any(move.startswith("discard") for move in offered_moves(going_on.message))
    in_dms = (await ann.slash("hand", in_="dm")).message
    again = await ann.press(in_dms, button_id(in_dms, "show"))
    assert (again.outcome, again.message["id"]) == ("update", in_dms["id"])


async def test_another_match_ends_the_one_under_way_only_after_a_warning(desk: Desk) -> None:
    ann = desk["Ann"]
    old = (await ann.slash("play")).message
    hand = await start_alone(desk)
    stale = await ann.press(old, "Play now")
    assert "already" in said(stale.message)
    assert offered_moves(stale.message) == offered_moves(hand)
    assert "already" in said((await ann.slash("play", computers=1, level="normal", variant="cuccu")).message)
    assert [table.number for table in desk.bot.services.tables.in_play] == [1]
    choice = await ann.choose((await ann.slash("play")).message, "Another game", "rami")
    assert "A new match ends your current one" in said(choice.message)
    await ann.press(choice.message, "1 normal")
    assert [(table.number, table.phase) for table in desk.bot.services.tables.in_play] == [(2, Phase.DEAL)]
    assert "Match cancelled" in said((await ann.forge({"custom_id": button_id(hand, "show")})).message)


async def test_a_match_is_ended_from_its_own_message(desk: Desk) -> None:
    message, ann = await start_alone(desk), desk["Ann"]
    for button in ("Table", "End the match", "Back to my hand", "Table", "End the match", "Yes, end the match"):
        reply = await ann.press(message, button)
        assert (reply.outcome, reply.message["id"]) == ("update", message["id"])
        message = reply.message
    assert not list(desk.bot.services.tables.in_play)
    assert labels(message) == ["Play again", "Other opponents …", "Replay"]
    assert "1 easy" in labels((await ann.press(message, "Other opponents …")).message)


async def test_every_option_of_play_is_followed_or_refused_with_a_sentence(desk: Desk) -> None:
    ann, bob = desk["Ann"], desk["Bob"]
    await bob.refused("play", "Choose 1 computer", computers=3, variant="wrotham")
    for options in ({"computers": 2}, {"level": "normal"}, {"computers": 1, "variant": "rami"}):
        await ann.refused("play", "A match against computers has no clock.", clock="quick", **options)
    await ann.refused("play", "without a clock", in_="dm", clock="live")
    both = (await bob.slash("play", variant="ramino", clock="slow")).message
    assert ("Ramino" in said(both), "24 hours a turn" in said(both)) == (True, True)
    await bob.press(both, "Open the table")
    assert (table_of(desk).variant.name, table_of(desk).clock) == ("ramino", Clock(Pace.SLOW))
    begun = (await ann.slash("play", level="normal", variant="cuccu", clock="none")).message
    assert begun["flags"] & 64
    table = table_of(desk, 2)
    assert (table.variant.name, table.clock, list(table.seats.computers.values())) == ("cuccu", NO_CLOCK, [Level.NORMAL] * 2)
    begun = (await desk["Eve"].slash("play", computers=2, variant="ramino")).message
    assert "Ramino, table 3" in said(begun)
    await desk["Cleo"].slash("play", level="normal", variant="wrotham")
    assert list(table_of(desk, 4).seats.computers.values()) == [Level.NORMAL], "a game of two has one opponent"
    await open_by_play(desk["Dan"])
    assert table_of(desk, 5).clock == Clock(Pace.LIVE)


async def test_nobody_else_finds_a_private_table(desk: Desk) -> None:
    hand, finn = await start_alone(desk), desk["Finn"]
    version = table_of(desk).version
    for command, options in TABLE_COMMANDS.items():
        for place in ("rummy", "dm") if command in IN_DMS else ("rummy",):
            reply = await finn.slash(command, in_=place, **options_for(finn, options), table=1)
            assert "There's no table 1" in said(reply.message), command
    for command, options in (("draw", {"from": "stock"}), ("table show", {})):
        await finn.refused(command, "not at a table", **options)
    assert not [label for label in labels((await finn.slash("play")).message) if label.startswith("Join")]
    for custom_id in (*controls(hand), "t:1:hand", "t:1:show", "t:1:again", "t:1:fairness"):
        assert "There's no table 1" in said((await finn.forge({"custom_id": custom_id})).message)
    assert table_of(desk).version == version


async def test_with_a_match_alone_and_a_table_elsewhere_a_command_means_that_of_its_channel(desk: Desk) -> None:
    ann = desk["Ann"]
    await ann.slash("table new", in_="lounge")
    await start_alone(desk)
    for place, number in (("rummy", 2), ("lounge", 1)):
        assert f"Rami, table {number}" in said((await ann.slash("table show", in_=place)).message), place


async def test_each_prompt_that_asks_which_table_has_a_button_for_each(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk.bot.services.api, "find_server", lambda server: object())  # so that Cleo sees the tables here
    bob, cleo = desk["Bob"], desk["Cleo"]
    for name in ("Ann", "Bob"):
        await open_table(desk, name)
    await bob.slash("table new", in_="lounge")
    for person, command, in_, numbers in (
        *((bob, "hand", "dm", (2, 3)), (cleo, "table show", "rummy", (1, 2))),
        (cleo, "table join", "rummy", (1, 2)),
    ):
        prompt = (await person.slash(command, in_=in_)).message
        assert prompt["flags"] & 64
        assert labels(prompt) == [f"Rami, table {number}" for number in numbers]
        assert "Which table?" in said(prompt)
    long = said((await bob.slash("meld", in_="dm", cards="7h 8h 9h " * 9)).message)
    assert long == "You're at 2 tables. Add `table:2` or `table:3`.", "the cards don't fit into buttons"
    shown = await cleo.press(prompt, "Rami, table 2")
    assert shown.outcome == "update"
    assert "Cleo" in said(shown.message)
    assert [len(table_of(desk, number).seats.people) for number in (1, 2, 3)] == [1, 2, 1]


async def test_a_command_about_a_table_that_another_process_plays_asks_for_a_press_that_names_it(desk: Desk) -> None:
    await open_table(desk, "Ann")
    tables = desk.bot.services.tables
    tables.is_ours, tables.has_all = lambda _table: False, lambda: False
    tables.drop([1])
    prompt = (await desk["Ann"].slash("table show", in_="dm")).message
    assert labels(prompt) == ["Rami, table 1"]
    assert "Ann" in said((await desk["Ann"].press(prompt, "Rami, table 1")).message)
    long = said((await desk["Ann"].slash("meld", in_="dm", cards="7h 8h 9h " * 9)).message)
    assert long == "Your table is in another server. Add `table:1`."


@pytest.mark.parametrize("may_count", [False, True])
async def test_a_second_reminder_says_that_the_others_can_end_a_match_that_counts_nowhere(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, *, may_count: bool
) -> None:
    await open_table(desk, "Ann")
    await desk["Ann"].slash("table clock", pace="slow", pause=not may_count)
    await sit_down(desk, "Bob")
    await desk["Ann"].slash("table start")
    absent = table_of(desk).person_to_act()
    other = next(desk[name] for name in ("Ann", "Bob") if desk.store.people.find(desk[name].id).number != absent)
    hand = (await other.slash("hand")).message
    first, later = await other.press(hand, "Nudge"), desk.bot.services.now() + 6 * 3_600_000
    assert "already got a reminder" in said((await other.slash("nudge")).message)
    monkeypatch.setattr(table_actions, "Nudge", lambda _: Nudge(later))
    texts = [said(one.message) for one in (first, await other.slash("nudge"))]
    assert ["got a reminder." in text for text in texts] == [True, True]
    assert ["can end the match without them" in text for text in texts] == [False, not may_count]


@pytest.mark.parametrize("ready", [("Bob",), ("Ann", "Bob")])
async def test_nobody_waits_for_a_person_who_is_always_ready_and_a_pause_without_presses_is_short(
    desk: Desk, ready: tuple[str, ...]
) -> None:
    for name in ready:
        settings = (await desk[name].slash("settings")).message
        await desk[name].choose(settings, "o:own:ready", "itself")
    with one_turn_deals():
        await start_match(desk, "Ann", "Bob", deals=2)
        tables, before = desk.bot.services.tables, app.now()
        while (table := await tables.get(1)).phase != Phase.PAUSE:
            move = choose_move(view_for(table.match, table.match.seat_to_act()), Level.NORMAL, "")
            await tables.change(1, table.person_to_act(), Play(move))
    assert {desk.store.people[person].name for person in table.ready_people} == {*ready}
    wait = table.timing.next_deal_at - before
    assert (wait < 20_000) == (len(ready) == 2)
    if len(ready) < 2:
        await desk["Ann"].slash("table ready")
        assert table_of(desk).deal_number == 2


async def test_a_person_reads_their_cards_as_they_chose(desk: Desk) -> None:
    person, other = await start_match(desk, "Ann", "Bob")
    settings = (await person.slash("settings")).message
    assert "7 of spades, queen of hearts" in str(settings).replace("\\xa0", " ")
    await person.choose(settings, "o:own:suits", "words")
    hand = (await person.slash("hand")).message
    descriptions = [item["description"] for part in parts(hand["components"]) for item in part.get("items", ())]
    shown = said(hand), *descriptions
    assert not any(sign in text for sign in "♠♥♦♣" for text in shown)
    assert all("\u00a0of\u00a0" in text for text in shown), shown
    assert set("♠♥♦♣") & set(said((await other.slash("hand")).message))
