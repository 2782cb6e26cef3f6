"""Former players: people whose data was deleted, with results in seasons that aren't final, or abandoned matches.

    delete-me ──▶ for each such season: a key, and a hash by it ──▶ it is final for good, or 100 days: both are deleted
              ──▶ for each server with matches abandoned of late: the same, with their number ──▶ 8 days

So nobody begins a season afresh under a new number, nor escapes a pause, and nothing here leads to the former number.
"""

import secrets
from collections.abc import Iterable, Iterator, Sequence
from hmac import compare_digest
from typing import Any

from sqlalchemy import Connection, Row, bindparam, delete, insert, select

from bot.league.days import DAY_MS
from bot.league.match_facts import MatchResult
from bot.league.rematch_limit import REMEMBERED, FormerPause, FormerSeason, count_abandoned
from bot.league.seasons import judge_in_terms
from bot.storage.league.ledger_rows import read_leagues
from bot.storage.league.schema import former_pauses, former_players, leagues
from bot.storage.people import keyed_hash

PLAYERS_KEPT, PAUSES_KEPT = 100, REMEMBERED // DAY_MS
"""The number of days after that of the deletion during which a hash is kept, at most."""
_ADD, _ADD_PAUSE = insert(former_players), insert(former_pauses)
_ALL = select(former_players).where(former_players.c.day >= bindparam("first"))
_OF_SERVER = _ALL.join(leagues, leagues.c.number == former_players.c.league).where(leagues.c.server == bindparam("of_server"))
_PAUSES = select(former_pauses).where(former_pauses.c.day >= bindparam("first"))
_SEASONS = select(leagues.c.server, former_players.c.league, former_players.c.season).join(leagues).distinct()
_FORGET = delete(former_players).where(
    former_players.c.league == bindparam("of_league"), former_players.c.season == bindparam("of_season")
)


def remember_former_player(
    connection: Connection, person: int, discord_id: int, matches: Sequence[MatchResult], *, at: int
) -> None:
    """Store the hashes of a person whose data is being deleted `at` this time (epoch ms); `matches` are theirs, corrected."""
    for server in sorted({match.server for match in matches}):
        played = [match for match in matches if match.server == server and match.seat_of(person) is not None]
        terms = [term for term in read_leagues(connection, server).terms() if not term.season.is_final_for_good(at)]
        verdicts = (one for match in played for one in judge_in_terms(terms, match) if one.changes_standings)
        for league, season in sorted({one.term.key for one in verdicts}):
            connection.execute(_ADD, _new_hash(discord_id, at) | {"league": league, "season": season})
        pauses = [one for one in read_former_pauses(connection, [(person, discord_id)], at=at) if one.server == server]
        if abandoned := count_abandoned(person, played, pauses, at=at):
            connection.execute(_ADD_PAUSE, _new_hash(discord_id, at) | {"server": server, "abandoned": abandoned})


def read_former_seasons(
    connection: Connection, people: Iterable[tuple[int, int]], *, at: int, server: int | None = None
) -> list[FormerSeason]:
    """Return the seasons, of a server or of all, in which these people, by number and Discord id, are former players then."""
    about = {"first": at // DAY_MS - PLAYERS_KEPT} | ({} if server is None else {"of_server": server})
    rows = connection.execute(_ALL if server is None else _OF_SERVER, about).all()
    return [FormerSeason(person, row.league, row.season, row.day) for person, row in _rows_of(people, rows)]


def read_former_pauses(connection: Connection, people: Iterable[tuple[int, int]], *, at: int) -> list[FormerPause]:
    """Return what these people, by number and Discord id, had abandoned in all servers, as former players."""
    rows = connection.execute(_PAUSES, {"first": at // DAY_MS - PAUSES_KEPT}).all()
    return [FormerPause(person, row.server, row.day, row.abandoned) for person, row in _rows_of(people, rows)]


def _new_hash(discord_id: int, at: int) -> dict[str, object]:
    key = secrets.token_bytes(32)
    return {"hash": keyed_hash(key, discord_id), "key": key, "day": at // DAY_MS}


def _rows_of(people: Iterable[tuple[int, int]], rows: Sequence[Row[Any]]) -> Iterator[tuple[int, Row[Any]]]:
    """Yield the rows with a hash of one of these people, with the person's number."""
    for person, discord_id in people:
        yield from ((person, row) for row in rows if compare_digest(row.hash, keyed_hash(row.key, discord_id)))


def final_seasons(connection: Connection, *, at: int) -> list[dict[str, int]]:
    """Return the seasons, as the values of a statement, whose hashes aren't needed at this time (epoch ms)."""
    rows = connection.execute(_SEASONS).all()
    terms = {server: read_leagues(connection, server).terms() for server in {row.server for row in rows}}
    final = {one.key for of in terms.values() for one in of if one.season.is_final_for_good(at)}
    return [{"of_league": league, "of_season": season} for _, league, season in rows if (league, season) in final]


def forget_seasons(connection: Connection, seasons: list[dict[str, int]]) -> None:
    """Delete the keys and hashes of these seasons."""
    if seasons:
        connection.execute(_FORGET, seasons)
