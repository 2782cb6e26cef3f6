"""Messages that people delete, and the messages that the bot remembers during a long match."""

from bot import app
from tests.e2e.support.club import Club, until
from tests.e2e.support.league.live_messages import delete_message
from tests.e2e.support.tables import newest_page, play_turn, start_match
from tests.people import said


async def test_a_message_that_is_deleted_twice_is_posted_again_once(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    opened = newest_page(club)
    key = next(key for key, (_, message) in club.surfaces().items() if message == opened["id"])
    await delete_message(club, opened)
    posted = len(club["Finn"].messages("rummy"))
    await play_turn(club)
    again = await club["Finn"].until(lambda: next(iter(club["Finn"].messages("rummy")[posted:]), None))
    assert club.surfaces()[key][1] == again["id"] != opened["id"]
    await delete_message(club, again)
    await play_turn(club)
    await club.until_sent()
    assert club.surfaces()[key][1] is None
    assert len(club["Finn"].messages("rummy")) == posted, "it is not posted a third time"
    for _ in range(2):
        await play_turn(club)
    await club["Finn"].until(lambda: club.on_turn().name in said(newest_page(club)))
    assert len(club["Finn"].messages("rummy")) == posted + 1, "the next round has a message of its own"


async def test_the_bot_remembers_few_messages_during_a_long_match(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=3)
    remembered = []
    for _ in range(20):
        await until(lambda: club.table().person_to_act() is not None)  # the next deal begins after a pause
        await play_turn(club)
        messages = bot.services.courier._deliveries[1]._messages
        assert messages is not None
        remembered.append(len(messages.posted.stored.surfaces))
    assert len(club.surfaces()) > 8
    assert max(remembered) <= 6, "the lobby, the place, the first deal, a round and two hands"
