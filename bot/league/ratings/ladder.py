"""The ladder of a server: the people with a rating for one deck, the highest first."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from bot.league.ratings.ratings import Certainty, Rating, certainty, shown_error, shown_points


@dataclass(frozen=True, slots=True)
class LadderRow:
    """A person's row. `position` counts from 1 and is shared by equals; it is None for a provisional rating."""

    position: int | None
    person: int
    rating: Rating


def build_ladder(ratings: Mapping[int, Rating]) -> list[LadderRow]:
    """Return the rows by the points that are shown, then the people with a provisional rating; equals by number.

    `ratings` are by person.
    """
    rated = [person for person, rating in ratings.items() if rating.matches]
    order = sorted(rated, key=lambda person: (_is_provisional(ratings[person]), *_key(ratings[person]), person))
    rows: list[LadderRow] = []
    for count, person in enumerate(order, start=1):
        rating = ratings[person]
        is_level = bool(rows) and shown_points(rows[-1].rating) == shown_points(rating)
        position = rows[-1].position if is_level else count
        rows.append(LadderRow(None if _is_provisional(rating) else position, person, rating))
    return rows


def most_rated_deck(ratings: Mapping[tuple[str, int], Rating]) -> str:
    """Return the deck with the most rated matches, counted for each person; empty if there are none.

    `ratings` are by deck and person.
    """
    matches: Counter[str] = Counter()
    for (deck, _), rating in ratings.items():
        matches[deck] += rating.matches
    return max(sorted(matches), key=lambda deck: matches[deck], default="")


def _is_provisional(rating: Rating) -> bool:
    return certainty(rating) == Certainty.PROVISIONAL


def _key(rating: Rating) -> tuple[int, int]:
    return -shown_points(rating), shown_error(rating)
