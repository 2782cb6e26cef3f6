"""Former players: people whose data was deleted, with results in seasons that aren't final.

    delete-me ──▶ for each such season: a key, and a hash by it ──▶ it is final for good, or 100 days: both are deleted

So nobody begins a season afresh under a new number, and nothing here leads to the former one.
"""

import secrets
from collections.abc import Iterable, Sequence
from hmac import compare_digest

from sqlalchemy import Connection, bindparam, delete, insert, select

from bot.league.days import DAY_MS
from bot.league.match_facts import MatchResult
from bot.league.rematch_limit import FormerSeason, count_abandoned
from bot.league.seasons import judge_in_terms
from bot.storage.league.ledger_rows import read_leagues
from bot.storage.league.schema import former_players, leagues
from bot.storage.people import keyed_hash

PLAYERS_KEPT = 100
"""The number of days after that of the deletion during which a hash is kept, at most."""
_ADD = insert(former_players)
_ALL = select(former_players).where(former_players.c.day >= bindparam("first"))
_OF_SERVER = _ALL.join(leagues, leagues.c.number == former_players.c.league).where(leagues.c.server == bindparam("of_server"))
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
        for league, season in sorted({(one.term.number, one.term.season.number) for one in verdicts}):
            key = secrets.token_bytes(32)
            about = {"league": league, "season": season, "hash": keyed_hash(key, discord_id), "key": key}
            connection.execute(_ADD, about | {"day": at // DAY_MS, "abandoned": count_abandoned(person, played, at=at)})


def read_former_seasons(
    connection: Connection, people: Iterable[tuple[int, int]], *, at: int, server: int | None = None
) -> list[FormerSeason]:
    """Return the seasons, of a server or of all, in which these people, by number and Discord id, are former players then."""
    about = {"first": at // DAY_MS - PLAYERS_KEPT} | ({} if server is None else {"of_server": server})
    rows = connection.execute(_ALL if server is None else _OF_SERVER, about).all()
    return [
        FormerSeason(person, row.league, row.season, row.day, row.abandoned)
        for person, discord_id in people
        for row in rows
        if compare_digest(row.hash, keyed_hash(row.key, discord_id))
    ]


def final_seasons(connection: Connection, *, at: int) -> list[dict[str, int]]:
    """Return the seasons, as the values of a statement, whose hashes aren't needed at this time (epoch ms)."""
    rows = connection.execute(_SEASONS).all()
    terms = {server: read_leagues(connection, server).terms() for server in {row.server for row in rows}}
    final = {(one.number, one.season.number) for of in terms.values() for one in of if one.season.is_final_for_good(at)}
    return [{"of_league": league, "of_season": season} for _, league, season in rows if (league, season) in final]


def forget_seasons(connection: Connection, seasons: list[dict[str, int]]) -> None:
    """Delete the keys and hashes of these seasons."""
    if seasons:
        connection.execute(_FORGET, seasons)
