"""The rows of cached totals of running seasons, rated matches and ratings. All can be rebuilt from the results."""

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from typing import TypeVar

import msgspec
from sqlalchemy import Connection, Insert, bindparam, delete, select, tuple_

from bot.league.ratings.rated_match import RatedMatch, RatingStep
from bot.league.ratings.ratings import Rating
from bot.league.standings.cached_totals import CachedChanges, RatingKey, TotalKey
from bot.league.standings.totals import Total
from bot.storage.league.matches.results import Key
from bot.storage.reader import PAGE
from bot.storage.schema.leagues import leagues
from bot.storage.schema.results import rated, ratings, totals
from bot.storage.upsert import upsert

_TOTALS = select(totals.c.person, totals.c.total).where(
    totals.c.league == bindparam("of_league"), totals.c.season == bindparam("of_season")
)
_TOTALS_OF_SERVER = select(totals).join(leagues).where(leagues.c.server == bindparam("of_server"))
_TOTALS_OF_PEOPLE = _TOTALS_OF_SERVER.where(totals.c.person.in_(bindparam("people", expanding=True)))
_RATED = (
    select(rated.c.match, rated.c.ended, rated.c.deck, rated.c.steps)
    .where(
        rated.c.server == bindparam("of_server"),
        rated.c.ended >= bindparam("ended"),
        tuple_(bindparam("ended"), bindparam("number")) < tuple_(rated.c.ended, rated.c.match),
    )
    .order_by(rated.c.ended, rated.c.match)
    .limit(bindparam("count"))
)
_RATINGS_OF_SERVER = select(ratings.c.deck, ratings.c.person, ratings.c.mu, ratings.c.sigma, ratings.c.matches).where(
    ratings.c.server == bindparam("of_server")
)
_RATINGS_OF_PEOPLE = _RATINGS_OF_SERVER.where(ratings.c.person.in_(bindparam("people", expanding=True)))
_DELETE_TOTAL = delete(totals).where(
    *(totals.c[name] == bindparam(f"of_{name}") for name in ("league", "season", "person")),
)
_DELETE_TOTALS = delete(totals).where(totals.c.league == bindparam("of_league"))
_DELETE_RATED = delete(rated).where(rated.c.match == bindparam("of_match"))
_DELETE_RATING = delete(ratings).where(
    *(ratings.c[name] == bindparam(f"of_{name}") for name in ("server", "deck", "person")),
)

_AT_ONCE = 500
_encoder = msgspec.json.Encoder()
_total: msgspec.json.Decoder[Total] = msgspec.json.Decoder(Total)
_steps: msgspec.json.Decoder[tuple[RatingStep, ...]] = msgspec.json.Decoder(tuple[RatingStep, ...])
RatedRow = tuple[int, int, str, str]
_Row = dict[str, object]
K = TypeVar("K", bound=tuple[object, ...])
V = TypeVar("V")


def read_season_totals(connection: Connection, league: int, season: int) -> dict[int, Total]:
    rows = connection.execute(_TOTALS, {"of_league": league, "of_season": season})
    return {person: _total.decode(text) for person, text in rows}


def read_running_totals(connection: Connection, server: int, people: Collection[int] | None) -> dict[TotalKey, Total]:
    """Return the totals of the server's running seasons, of these people or (None) of everyone."""
    about: dict[str, object] = {"of_server": server}
    if people is None:
        rows = connection.execute(_TOTALS_OF_SERVER, about)
    else:
        rows = connection.execute(_TOTALS_OF_PEOPLE, about | {"people": list(people)})
    return {(league, season, person): _total.decode(text) for league, season, person, text in rows}


def delete_totals(connection: Connection, league: int) -> None:
    connection.execute(_DELETE_TOTALS, {"of_league": league})


def read_rated_matches(connection: Connection, server: int, after: Key) -> dict[int, RatedMatch]:
    """Return at most `PAGE` rated matches after a key by their numbers, the oldest first."""
    about = {"of_server": server, "ended": after[0], "number": after[1], "count": PAGE}
    return decode_rated_matches((row[0], row[1], row[2], row[3]) for row in connection.execute(_RATED, about))


def decode_rated_matches(rows: Iterable[RatedRow]) -> dict[int, RatedMatch]:
    return {row[0]: RatedMatch(row[0], row[1], row[2], _steps.decode(row[3])) for row in rows}


def read_ratings(connection: Connection, server: int, people: Collection[int] | None) -> dict[RatingKey, Rating]:
    about: dict[str, object] = {"of_server": server}
    if people is None:
        rows = connection.execute(_RATINGS_OF_SERVER, about)
    else:
        rows = connection.execute(_RATINGS_OF_PEOPLE, about | {"people": list(people)})
    return {(deck, person): Rating(mu, sigma, matches) for deck, person, mu, sigma, matches in rows}


class ChangeRows:
    """Changes as parameters of statements, prepared before the transaction, which then has little to do."""

    def __init__(self, server: int, changes: CachedChanges) -> None:
        self._totals, self._no_totals = _split(changes.totals, _total_row, ("league", "season", "person"))
        of_rating = {(server, *key): rating for key, rating in changes.ratings.items()}
        self._ratings, self._no_ratings = _split(of_rating, _rating_row, ("server", "deck", "person"))
        self._rated: list[_Row] = [
            {"match": one.number, "server": server, "ended": one.ended, "deck": one.deck, "steps": _text(one.steps)}
            for one in changes.rated.values()
            if one is not None
        ]
        self._unrated: list[_Row] = [{"of_match": number} for number, one in changes.rated.items() if one is None]

    def write(self, connection: Connection) -> None:
        put_total, put_rated, put_rating = _upserts(connection.dialect.name)
        for statement, rows in (
            (_DELETE_TOTAL, self._no_totals),
            (put_total, self._totals),
            (_DELETE_RATED, self._unrated),
            (put_rated, self._rated),
            (_DELETE_RATING, self._no_ratings),
            (put_rating, self._ratings),
        ):
            for at in range(0, len(rows), _AT_ONCE):  # SQLAlchemy prepares the rows in the event loop
                connection.execute(statement, rows[at : at + _AT_ONCE])


def _text(value: object) -> str:
    return _encoder.encode(value).decode()


def _total_row(total: Total) -> _Row:
    return {"total": _text(total)}


def _rating_row(rating: Rating) -> _Row:
    return {"mu": rating.mu, "sigma": rating.sigma, "matches": rating.matches}


def _split(changes: Mapping[K, V | None], row: Callable[[V], _Row], columns: tuple[str, ...]) -> tuple[list[_Row], list[_Row]]:
    """Return the parameters of the rows to write, and of those to delete."""
    wanted = [dict(zip(columns, key, strict=True)) | row(value) for key, value in changes.items() if value is not None]
    named = [f"of_{column}" for column in columns]
    return wanted, [dict(zip(named, key, strict=True)) for key, value in changes.items() if value is None]


@cache
def _upserts(dialect: str) -> tuple[Insert, Insert, Insert]:
    return (
        upsert(dialect, totals, key=("league", "season", "person"), replacing=("total",)),
        upsert(dialect, rated, key=("match",), replacing=("steps",)),
        upsert(dialect, ratings, key=("server", "deck", "person"), replacing=("mu", "sigma", "matches")),
    )
