"""**Hint** shows the move that *normal* would play, and why, in matches that don't count."""

from bot.tables.table import Phase
from tests.desk import Desk
from tests.interactions.table.lobbies import open_table, sit_down, start_match, table_of
from tests.messages.shown_text import plain_text
from tests.people import labels, said


async def test_a_hint_stands_in_for_the_controls_and_its_button_plays_the_move(desk: Desk) -> None:
    ann = desk["Ann"]
    message, kinds = (await ann.slash("play", computers=1)).message, set()
    while table_of(desk).phase == Phase.DEAL and not kinds >= {"Draw", "Discard"}:
        version = table_of(desk).version
        asked = await ann.press(message, "Hint")
        assert (asked.outcome, asked.message["id"], table_of(desk).version) == ("update", message["id"], version)
        move, back = labels(asked.message)
        assert (back, "**Hint** · " in said(asked.message)) == ("Back", True)
        message = (await ann.press(asked.message, move)).message
        assert table_of(desk).version > version
        kinds.add(move.split()[0])
    assert kinds >= {"Draw", "Discard"}


async def test_back_leads_from_a_hint_to_the_controls(desk: Desk) -> None:
    asked = await desk["Ann"].press((await desk["Ann"].slash("play", computers=1)).message, "Hint")
    assert "Hint" in labels((await desk["Ann"].press(asked.message, "Back")).message)


async def test_a_match_that_may_count_has_no_hints(desk: Desk) -> None:
    person, _ = await start_match(desk, "Ann", "Bob")
    hand = (await person.slash("hand")).message
    assert "Hint" not in labels(hand)
    reply = await person.forge({"custom_id": "t:1:hint"})
    assert "out of date" in said(reply.message)


async def test_a_lobby_says_that_a_casual_match_has_hints(desk: Desk) -> None:
    ann, bob = desk["Ann"], desk["Bob"]
    await open_table(desk, "Ann", "Bob")
    await ann.slash("table computer add", level="easy")
    await bob.slash("table agree")
    assert "Hints" not in said((await bob.slash("table show")).message)
    seen = (await ann.slash("table show")).message
    await ann.press((await ann.press(seen, "More")).message, "Hints")
    await ann.press(seen, "Start")
    assert table_of(desk).match is None, "an old button shows the hints first"
    more = (await ann.press((await ann.slash("table show")).message, "More")).message
    assert "✓ Hints" in labels(more)
    assert "**Hints** · on" in plain_text(said((await bob.slash("table show")).message))
    await bob.forge({"custom_id": "t:1:no_hints"})
    assert table_of(desk).hints, "only the host chooses"
    await ann.slash("table start")
    assert table_of(desk).has_hints
    await ann.forge({"custom_id": "t:1:no_hints"})
    assert table_of(desk).has_hints, "it's fixed before the first card"


async def test_hints_that_were_chosen_are_gone_if_the_match_may_count_after_all(desk: Desk) -> None:
    ann = desk["Ann"]
    await open_table(desk, "Ann")
    await ann.slash("table computer add", level="easy")
    await ann.forge({"custom_id": "t:1:hints"})
    await ann.slash("table computer remove")
    assert "Hints" not in said((await ann.slash("table show")).message)
    await sit_down(desk, "Bob")
    await ann.slash("table start")
    assert table_of(desk).hints
    assert not table_of(desk).has_hints


async def test_a_hint_can_be_asked_for_only_in_ones_own_turn(desk: Desk) -> None:
    ann = desk["Ann"]
    await open_table(desk, "Ann")
    await ann.slash("table computer add", level="easy")
    await ann.forge({"custom_id": "t:1:hints"})
    await ann.slash("table start")
    number = desk.store.people.find(ann.id).number
    hand = (await ann.slash("hand")).message
    assert ("Hint" in labels(hand)) == (table_of(desk).person_to_act() == number)
