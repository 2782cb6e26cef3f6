"""Messages that update themselves: posting them, and the edits that the bot makes."""

from collections.abc import Callable

from tests.e2e.support.club import Club
from tests.e2e.support.league.league_reading import read
from tests.people import Json

EDIT = "PATCH"


async def post_live_standings(club: Club, **options: object) -> Json:
    """Let Ann post live standings, and return the message as Finn sees it."""
    await club["Ann"].slash("leaderboard", live=True, **options)
    finn = club["Finn"]
    return await finn.until(
        lambda: next((it for it in reversed(finn.messages("rummy")) if "Updates automatically" in read(it)), None)
    )


async def edit_statuses(club: Club, work: Callable[[], object]) -> list[int]:
    """Await `work`, and return the status of each edit of a channel message that the bot tried meanwhile."""
    number = await club.last_request()
    await work()  # type: ignore[misc]
    return [one["status"] for one in await club.requests(number) if one["method"] == EDIT and "/channels/" in one["path"]]


async def delete_message(club: Club, message: Json) -> None:
    """Delete a message as a moderator does, and wait until nobody sees it."""
    await club.control("forget", {"channel_id": message["channel_id"], "message_id": message["id"]})
    for person in club.members.values():
        await person.until(
            lambda person=person: message["id"] not in [it["id"] for it in person.messages(message["channel_id"])]
        )
