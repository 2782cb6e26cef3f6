"""Messages that people delete, and the messages that the bot remembers during a long match."""

from bot import app
from tests.e2e.support.club import Club, until
from tests.e2e.support.hand_controls import offered_moves
from tests.e2e.support.league.live_messages import delete_message
from tests.e2e.support.players import Player
from tests.e2e.support.tables import draw_from_stock, play_turn, start_match, turn_message
from tests.people import said


async def test_a_message_that_is_deleted_twice_is_posted_again_once(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    person, opened = club.on_turn(), turn_message(club)
    key = next(key for key, (_, message) in club.surfaces().items() if message == opened["id"])
    await delete_message(club, opened)
    posted = len(club["Finn"].messages("rummy"))
    drawn = await draw_from_stock(person)
    await bot.services.courier.flush()
    again = await club["Finn"].until(lambda: next(iter(club["Finn"].messages("rummy")[posted:]), None))
    assert club.surfaces()[key][1] == again["id"] != opened["id"]
    await delete_message(club, again)
    player = Player(club, person, "dm")
    await player.press_move(drawn.message, [move for move in offered_moves(drawn.message) if move.startswith("discard")][-1])
    await club.until_sent()
    assert club.surfaces()[key][1] is None
    await club["Finn"].until(lambda: club.on_turn().name in said(turn_message(club)))
    assert len(club["Finn"].messages("rummy")) == posted + 1, "only the message of the next turn is new"
    await play_turn(club)


async def test_the_bot_remembers_few_messages_during_a_long_match(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=3)
    remembered = []
    for _ in range(10):
        await until(lambda: club.table().person_to_act() is not None)  # the next deal begins after a pause
        await play_turn(club)
        messages = bot.services.courier._deliveries[1]._messages
        assert messages is not None
        remembered.append(len(messages.posted.stored.surfaces))
    assert len(club.surfaces()) > 12
    assert max(remembered) <= 6, "the lobby, the place, the first deal, a turn and two hands"
