"""What organisers did, as everyone reads it: in the log, and in the channel of announcements."""

from tests.e2e.support.club import Club
from tests.e2e.support.league.league_reading import page_texts, read


def announced(club: Club, text: str, channel: str = "lounge") -> int:
    """Return how often this is said in the public messages of a channel."""
    return sum(read(one).count(text) for one in club["Finn"].messages(channel) if not one["flags"] & 64)


async def logged(club: Club, text: str, **options: object) -> int:
    """Return how often this is said in all pages of the log."""
    return sum([page.count(text) async for page in page_texts(club["Eve"], "league log", **options)])


def unannounced(club: Club) -> int:
    """Return how many lines wait to be announced."""
    ((count,),) = club.query("SELECT count(*) FROM action_posts WHERE NOT refused")
    return int(count)
