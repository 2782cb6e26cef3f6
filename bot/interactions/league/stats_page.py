"""The reply to `/stats`: figures of one or several people, and their ratings over time."""

from collections import Counter
from collections.abc import Sequence

from discord import Member, User

from bot.competition.match_history import PlayerRecord
from bot.delivery.picture_choices import PictureChoices
from bot.interactions.call import Call, server_of
from bot.interactions.league.find_person import find_person
from bot.interactions.rate_limits import Limited
from bot.interactions.reply import Reply
from bot.interactions.services import Services
from bot.league.ratings import shown_points
from bot.messages.league.stats import stats_layout
from bot.messages.pictures.picture import PictureGallery
from bot.messages.pictures.rating_chart import RatingPoint


async def stats_page(services: Services, call: Call, user: Member | User | None, *others: Member | User | None) -> Reply:
    """Return the stats of a user (None: the person who asks) and of the `others` that aren't None.

    People with a line in the chart come first. Raise Refused, also in a direct message and for too many pictures.
    """
    server, say = server_of(call), services.say(call)
    users = (user, *(other for other in others if other is not None))
    people = [(await find_person(services, call, one)).number for one in users]
    records = await services.match_history.compare(server, people)
    deck = _most_rated_deck(records)
    lines = {one.stats.person: await _rating_line(services, server, deck, one.stats.person) for one in records}
    records.sort(key=lambda one: not lines[one.stats.person])
    stats = [one.stats for one in records]
    ratings = {(rated, one.stats.person): rating for one in records for rated, rating in one.ratings.items()}
    zone = next((one.league.zone for one in await services.leagues.all(server) if one.league.rated), "UTC")
    look = PictureChoices(services.api, services.server_settings).of_person(await services.person(call))
    view = stats_layout(stats, ratings, services.people, say, deck=deck, lines=lines, zone=zone, pictures=look["pictures"])
    if any(isinstance(item, PictureGallery) for item in view.walk_children()):
        services.count(Limited.PICTURE, call)
    return Reply(view=view)


def _most_rated_deck(records: Sequence[PlayerRecord]) -> str:
    """Return the deck with which these people have played the most rated matches; empty if there are none."""
    matches = Counter[str]()
    for one in records:
        matches.update({deck: rating.matches for deck, rating in one.ratings.items()})
    return max(sorted(matches), key=lambda deck: matches[deck], default="")


async def _rating_line(services: Services, server: int, deck: str, person: int) -> list[RatingPoint]:
    """Return the person's rating after each rated match."""
    history = await services.match_history.rating_history(server, deck, person) if deck else []
    return [RatingPoint(at, shown_points(rating)) for at, rating in history]
