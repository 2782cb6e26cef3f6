"""The hand of a player who waits: it leads to the message that says whose turn it is."""

from bot import app
from tests.e2e.support.club import Club
from tests.e2e.support.tables import newest_page, play_turn, start_match
from tests.people import Json, labels, parts


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


async def test_a_match_of_two_needs_no_link(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob")
    first = club.on_turn()
    await play_turn(club)
    assert not links(first.dms[-1])
