"""The hand of a player who waits: it leads to the message that says whose turn it is."""

from bot import app
from tests.e2e.support.club import Club
from tests.e2e.support.tables import newest_page, play_turn, start_match
from tests.people import Json, labels, parts, said


def links(message: Json) -> list[str]:
    return [part["url"] for part in parts(message["components"]) if "url" in part]


async def test_the_hand_of_a_waiting_player_leads_to_the_message_of_the_round(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", "Cleo")
    first = club.on_turn()
    assert not links(first.dms[-1])
    await play_turn(club)
    page = newest_page(club)
    assert "See whose turn it is" in labels(first.dms[-1])
    assert links(first.dms[-1]) == [f"https://discord.com/channels/{club.pg.world.guild.id}/{page['channel_id']}/{page['id']}"]


async def test_the_hand_of_a_player_whose_turn_is_in_the_next_round_leads_to_the_channel(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", "Cleo")
    place = f"https://discord.com/channels/{club.pg.world.guild.id}/{club['Ann'].channel_id('rummy')}"
    await play_turn(club)
    for _ in range(2):  # the second and the third player of the round
        person = club.on_turn()
        await play_turn(club)
        assert links(person.dms[-1]) == [place], "the message of this round will be old before it is their turn again"


async def test_in_a_match_of_two_each_hand_names_the_player_on_turn(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob")
    for _ in range(5):
        waiting = await play_turn(club)
        assert not links(waiting.dms[-1])
        assert f"Waiting for {club.on_turn().name}" in said(waiting.dms[-1])
        assert "Your turn" in said(club.on_turn().dms[-1])
