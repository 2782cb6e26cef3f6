"""What people delete, and what a long match leaves in mind."""

from bot import app
from tests.e2e.support.club import Club
from tests.e2e.support.players import Player, draw, offered, start_match, turn
from tests.e2e.table.test_turns import turns_message
from tests.people import Json, said


async def delete(club: Club, message: Json) -> None:
    """By hand, as who may manage messages can."""
    await club.control("forget", {"channel_id": message["channel_id"], "message_id": message["id"]})
    for person in club.members.values():
        await person.until(
            lambda person=person: message["id"] not in [it["id"] for it in person.messages(message["channel_id"])]
        )


async def test_a_message_deleted_twice_is_posted_anew_once(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    person, opened = club.on_turn(), turns_message(club)
    key = next(key for key, (_, message) in club.surfaces().items() if message == opened["id"])
    await delete(club, opened)
    posted = len(club["Finn"].messages("rummy"))
    drawn = await draw(person)
    await club.told()
    again = await club["Finn"].until(lambda: next(iter(club["Finn"].messages("rummy")[posted:]), None))
    assert club.surfaces()[key][1] == again["id"] != opened["id"]
    await delete(club, again)
    player = Player(club, person, "dm")
    await player.pressed(drawn.message, [move for move in offered(drawn.message) if move.startswith("discard")][-1])
    await club.told()
    assert club.surfaces()[key][1] is None
    await club["Finn"].until(lambda: club.on_turn().name in said(turns_message(club)))
    assert len(club["Finn"].messages("rummy")) == posted + 1, "the next turn, and nothing else"
    await turn(club)


async def test_a_long_match_keeps_few_messages_in_mind(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    in_mind = []
    for _ in range(10):
        await turn(club)
        posted = bot.services.courier._syncs[1]._posted
        assert posted is not None
        in_mind.append(len(posted.stored.surfaces))
    assert len(club.surfaces()) > 12
    assert max(in_mind) <= 6, "the lobby, the place, the first deal, a turn and two hands"
