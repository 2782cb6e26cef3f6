"""Forged presses that name another message than the one with the button: the reply doesn't replace that message."""

from bot import app
from tests.e2e.support.club import Club
from tests.e2e.support.commands import press_forged
from tests.e2e.support.hand_controls import offered_moves, table_number
from tests.e2e.support.tables import newest_page, play_turn, start_match
from tests.people import said


async def test_a_press_that_names_a_public_message_puts_no_hand_into_it(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    person, public = club.on_turn(), newest_page(club)
    before, step = said(public), club.table().step
    reply = await press_forged(club, person.name, public, f"m:1:{step}:draw stock")
    assert reply["outcome"] == "message"
    assert reply["message"]["flags"] & 64, "only the person sees it"
    await bot.services.courier.flush()
    assert "Your turn" not in said(person.now(public))
    assert said(person.now(public)) == before, "the edit after the next play shows the draw"
    await person.until(lambda: not any("draw stock" in offered_moves(it) for it in person.dms))


async def test_after_a_restart_a_press_that_names_a_newer_public_message_puts_no_hand_into_it(club: Club) -> None:
    """Then a message that is newer than the stored hand may be a hand that was posted and not stored."""
    async with club.bot():
        await start_match(club, "Ann", "Bob", deals=1)
        person, public = club.on_turn(), (await club["Finn"].slash("table new")).message
        assert int(public["id"]) > int(person.dms[-1]["id"])
    async with club.bot() as bot:
        reply = await press_forged(club, person.name, public, f"m:1:{club.table().step}:draw stock")
        assert reply["outcome"] == "message"
        assert reply["message"]["flags"] & 64, "only the person sees it"
        await bot.services.courier.flush()
        assert "Your turn" not in said(person.now(public))


async def test_a_press_that_names_the_hand_of_another_table_leaves_that_hand_as_it_is(club: Club, bot: app.Bot) -> None:
    for number in (1, 2):
        await start_match(club, "Ann", "Bob", deals=1)
        if club.on_turn(number).name != "Ann":
            await play_turn(club, table=number)
    ann = club["Ann"]
    hands = {table_number(message): message for message in ann.dms if offered_moves(message)}
    before = said(hands[2])
    reply = await press_forged(club, "Ann", hands[2], f"m:1:{club.table(1).step}:draw stock")
    assert reply["outcome"] == "message", "a new message, and no update of the one that was pressed"
    await bot.services.courier.flush()
    await club.until_sent(1)
    assert said(ann.now(hands[2])) == before
    assert "draw stock" in offered_moves(ann.now(hands[2])), "table 2 waits for Ann's draw"
    assert "draw stock" not in offered_moves(ann.now(hands[1])), "the courier shows the draw at table 1"


async def test_a_forged_press_cannot_leave_a_match_without_being_asked(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    person, events = club.on_turn(), club.event_count()
    reply = await press_forged(club, person.name, person.dms[-1], f"m:1:{club.table().step}:leave")
    assert reply["outcome"] == "message"
    assert club.event_count() == events
