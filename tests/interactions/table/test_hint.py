"""**Hint** shows the move that *normal* would play, and why, in matches that don't count."""

from bot.messages.table.hand.hand_message import hand_view
from bot.messages.table.hand.hint import hint_text
from bot.players import normal
from bot.tables.table import Table
from tests.desk import Asker, Desk
from tests.interactions.table.lobbies import open_table, sit_down, start_match, table_of
from tests.messages.shown_text import ENGLISH, plain_text
from tests.people import Json, labels, said


def hint_for(desk: Desk, person: Asker, table: Table) -> str:
    """Return what *normal* would do for the person."""
    known = desk.store.people.find(person.id)
    view = hand_view(table.match, table.seats.seat_of(known.number))
    return plain_text(hint_text(normal.choose(view, ""), view.deal, ENGLISH))


async def press_hint(person: Asker, message: Json) -> Json:
    """Return the hand after **Hint**, which must replace the pressed one."""
    reply = await person.press(message, "Hint")
    assert reply.outcome == "update"
    return reply.message


async def test_a_match_alone_has_hints_for_each_part_of_a_turn(desk: Desk) -> None:
    ann = desk["Ann"]
    message = (await ann.slash("play", computers=1)).message
    for _ in range(6):
        version = table_of(desk).version
        shown = await press_hint(ann, message)
        assert hint_for(desk, ann, table_of(desk)) in plain_text(said(shown))
        assert table_of(desk).version == version
        known = desk.store.people.find(ann.id)
        view = hand_view(table_of(desk).match, table_of(desk).seats.seat_of(known.number))
        move = normal.choose(view, "").move
        message = (await ann.forge({"custom_id": f"m:1:{table_of(desk).step}:{move}"})).message


async def test_a_match_that_may_count_has_no_hints(desk: Desk) -> None:
    person, _ = await start_match(desk, "Ann", "Bob")
    hand = (await person.slash("hand")).message
    assert "Hint" not in labels(hand)
    reply = await person.forge({"custom_id": "t:1:hint"})
    assert hint_for(desk, person, table_of(desk)) not in plain_text(said(reply.message))
    assert "out of date" in said(reply.message)


async def test_a_lobby_says_that_a_casual_match_has_hints(desk: Desk) -> None:
    ann, bob = desk["Ann"], desk["Bob"]
    await open_table(desk, "Ann", "Bob")
    await ann.slash("table computer add", level="easy")
    await bob.slash("table agree")
    assert "Hints" not in said((await bob.slash("table show")).message)
    lobby = (await ann.slash("table show")).message
    await ann.press((await ann.press(lobby, "More")).message, "Hints")
    assert "✓ Hints" in labels((await ann.press(lobby, "More")).message)
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
