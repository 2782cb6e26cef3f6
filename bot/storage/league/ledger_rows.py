"""The rows of the ledger: entries as text, and what transactions read of them and add to them."""

from collections.abc import Collection
from functools import cache, lru_cache

import msgspec
import structlog
from msgspec import Raw
from msgspec.structs import asdict, replace
from sqlalchemy import Connection, Insert, Select, bindparam, func, insert, select
from sqlalchemy.dialects import postgresql, sqlite

from bot.league.corrections import Correction
from bot.league.ledger import Entry, Leagues, MatchBegun, TournamentLog
from bot.league.match_facts import MatchResult
from bot.league.organiser_actions import Corrected, LeagueCreated, Line, LogLine, NewLine, RoleChosen, SeasonEnded
from bot.league.seasons import SeasonTable
from bot.league.tournament.events import TournamentEvent, TournamentJoined
from bot.league.tournament.tournament import Tournament
from bot.rummy.events import DealEnded
from bot.rummy.variant import Variant
from bot.storage.league.posts import Post, PostKind, add_posts
from bot.storage.league.schema import ledger, posts, servers

_REVISION = select(servers.c.revision).where(servers.c.server == bindparam("of_server"))


def read_revision(connection: Connection, server: int) -> int:
    return connection.execute(_REVISION, {"of_server": server}).scalar() or 0


def advance_revision(connection: Connection, server: int) -> None:
    """Advance the server's revision, in the transaction that changes what its standings follow from."""
    connection.execute(_advance(connection.dialect.name), {"server": server, "revision": 1})


@cache
def _advance(dialect: str) -> Insert:
    insert = sqlite.insert(servers) if dialect == "sqlite" else postgresql.insert(servers)
    return insert.on_conflict_do_update(index_elements=["server"], set_={"revision": servers.c.revision + 1})


BEGUN, OVER, CORRECTED, LEAGUE, LINE, TOURNAMENT = "begun", "over", "corrected", "league", "line", "tournament"
"""The kinds of entries: `MatchBegun`, `MatchResult` without deals, and four kinds of `Line`."""
WITH_DEALS = select(ledger.c.entry, ledger.c.more).where(
    ledger.c.match.in_(bindparam("numbers", expanding=True)), ledger.c.kind == OVER
)
_ADD = insert(ledger)
_LAST = select(func.max(ledger.c.number)).where(ledger.c.server == bindparam("of_server"))
_CORRECTED = (
    select(ledger.c.entry)
    .where(ledger.c.match.in_(bindparam("numbers", expanding=True)), ledger.c.kind == CORRECTED)
    .order_by(ledger.c.server, ledger.c.number)
)
_OF_KIND = select(ledger.c.number).where(ledger.c.server == bindparam("of_server"), ledger.c.kind == LEAGUE)
_LEAGUES = (  # from an index of its own: otherwise SQLite reads all matches of the server
    select(ledger.c.number, ledger.c.entry)
    .where(ledger.c.server == bindparam("of_server"), ledger.c.number.in_(_OF_KIND))
    .order_by(ledger.c.number)
)
_TOURNAMENTS = (
    select(ledger.c.entry)
    .where(ledger.c.server == bindparam("of_server"), ledger.c.kind == TOURNAMENT)
    .order_by(ledger.c.number)
)
_TOURNAMENT = _TOURNAMENTS.where(ledger.c.entry.contains(bindparam("of_number")))
_NUMBERED = (
    select(ledger.c.number, ledger.c.entry, ledger.c.more)
    .where(ledger.c.server == bindparam("of_server"), ledger.c.number.in_(bindparam("numbers", expanding=True)))
    .order_by(ledger.c.number.desc())
)
_REFUSED = select(posts.c.of, posts.c.channel).where(
    posts.c.kind == PostKind.REFUSED.value,
    posts.c.of.in_(bindparam("numbers", expanding=True)),
    posts.c.server == bindparam("of_server"),
)


_log = structlog.get_logger(__name__)
_encoder = msgspec.json.Encoder()
_lines: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)
_table: msgspec.json.Decoder[SeasonTable] = msgspec.json.Decoder(SeasonTable)
decode_begun = msgspec.json.Decoder(MatchBegun).decode


@lru_cache(maxsize=10_000)
def decode_line(text: str) -> Line | None:
    """Return the line; None if it is damaged, with an error in the bot's log: the matches of its server must go on."""
    try:
        return _lines.decode(text)
    except msgspec.MsgspecError as error:
        _log.error("a line of a ledger is left out", error=type(error).__name__)
        return None


def encode(entry: object) -> str:
    return _encoder.encode(entry).decode()


def read_last(connection: Connection, server: int) -> int:
    """Return the number of the last entry of a server; 0 without one."""
    return connection.execute(_LAST, {"of_server": server}).scalar() or 0


def read_leagues(connection: Connection, server: int) -> Leagues:
    """Return the leagues of a server, without reading its matches."""
    found = Leagues()
    for number, text in connection.execute(_LEAGUES, {"of_server": server}):
        if (line := decode_line(text)) is not None:
            found.add(number, line)
    return found


def read_tournament(connection: Connection, server: int, number: int) -> Tournament | None:
    """Return a tournament of a server; None if it isn't there."""
    found = TournamentLog()
    for line in _read_lines(connection, _TOURNAMENT, of_server=server, of_number=f'"tournament":{number},'):
        found.add(server, line)
    return found.all.get(number)


def read_tournament_lines(connection: Connection, server: int) -> list[Line]:
    """Return the lines of a server's tournaments, the oldest first."""
    return _read_lines(connection, _TOURNAMENTS, of_server=server)


def _read_lines(connection: Connection, chosen: Select[str], **about: object) -> list[Line]:
    """Return the lines that the statement chooses, without damaged ones."""
    lines = map(decode_line, connection.execute(chosen, about).scalars())
    return [line for line in lines if line is not None]


def read_lines(connection: Connection, server: int, numbers: Collection[int]) -> list[LogLine]:
    """Return the lines of the log with these numbers, the newest first."""
    about = {"of_server": server, "numbers": list(numbers)}
    refused: dict[int, list[int]] = {}
    for action, channel in connection.execute(_REFUSED, about):
        refused.setdefault(action, []).append(channel)
    found = [(number, decode_line(entry)) for number, entry, _ in connection.execute(_NUMBERED, about)]
    return [
        LogLine(number, line.at, line.by or 0, line.what, line.why, line.effects, line.is_own, tuple(refused.get(number, ())))
        for number, line in found
        if line is not None and line.is_logged
    ]


def read_season_tables(connection: Connection, server: int, league: int) -> list[SeasonTable]:
    """Return the tables of the league's ended seasons, the newest first."""
    numbers = [number for number, _ in read_leagues(connection, server).ended(league).values()]
    rows = connection.execute(_NUMBERED, {"of_server": server, "numbers": numbers})
    return [_table.decode(table) for _, _, table in rows if table is not None]


def add_entry(
    connection: Connection,
    server: int,
    at: int,
    match: int | None,
    kind: str,
    entry: Entry,
    *,
    by: int | None = None,
    more: str | None = None,
) -> int:
    """Add the next entry of a server, and return its number; `match` is what it is about, `by` who did what a line says."""
    number = read_last(connection, server) + 1
    about = {"server": server, "number": number, "at": at, "person": by, "match": match, "kind": kind}
    connection.execute(_ADD, about | {"entry": encode(entry), "more": more})
    return number


def add_line(connection: Connection, server: int, new: NewLine) -> None:
    """Add a line, and the channels in which it is to be announced."""
    line, leagues = new.line, read_leagues(connection, server)
    if line.leagues is None:
        line = replace(line, leagues=tuple(one.number for one in leagues.in_use()))
    if isinstance(line.what, Corrected):
        kind = CORRECTED
    elif isinstance(line.what, TournamentEvent):
        kind = TOURNAMENT
    else:
        kind = LEAGUE if line.made is not None or isinstance(line.what, RoleChosen) else LINE
    table = None if new.table is None else encode(new.table)
    by = line.what.person if isinstance(line.what, TournamentJoined) else line.by
    number = add_entry(connection, server, line.at, line.match, kind, line, by=by, more=table)
    if not line.is_announced:
        return
    now = read_leagues(connection, server) if line.made is not None else leagues
    concerned = [one.league for one in now.all() if one.number in (line.leagues or ())]
    if isinstance(line.what, SeasonEnded) and any(league.rated for league in concerned):
        concerned += [one.league for one in now.in_use()]  # they share the ratings, and the same people can play again that day
    channels = {channel for league in concerned if (channel := league.announcements) is not None}
    has_card = isinstance(line.what, LeagueCreated)  # the card of a new league announces it in its own channel
    told = {*new.also_in} - channels if has_card else channels | {*new.also_in}
    add_posts(connection, (Post(PostKind.LINE, number, "", server, channel, at=line.at) for channel in sorted(told)))


def corrections_of_matches(connection: Connection, numbers: Collection[int]) -> list[Correction]:
    """Return the corrections of these matches, in the order in which they were made."""
    lines = _read_lines(connection, _CORRECTED, numbers=list(numbers))
    return [correction for line in lines if (correction := line.correction) is not None]


def read_results(connection: Connection, numbers: Collection[int]) -> list[MatchResult]:
    """Return these matches as they were played, without their deals."""
    return [decode_result(entry) for entry, _ in connection.execute(WITH_DEALS, {"numbers": list(numbers)})]


class _Facts(MatchResult, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """The facts of a match as they are stored: with its variant as it is written, and without its deals."""

    variant: Raw  # type: ignore[assignment]
    deals: tuple[DealEnded, ...] = ()


_facts: msgspec.json.Decoder[_Facts] = msgspec.json.Decoder(_Facts)


def decode_result(text: str) -> MatchResult:
    """Return the facts of a match without its deals. Matches with the same variant share it: a server plays few of them."""
    facts = asdict(_facts.decode(text))
    facts["variant"] = _decode_variant(bytes(facts["variant"]))
    return MatchResult(**facts)


@lru_cache(maxsize=1000)
def _decode_variant(text: bytes) -> Variant:
    return msgspec.json.decode(text, type=Variant)


def decode_entry(kind: str, text: str) -> Entry | None:
    """Return the entry of this kind; None if it is damaged, with an error in the bot's log: the others must go on."""
    if kind not in (BEGUN, OVER):
        return decode_line(text)
    try:
        return decode_begun(text) if kind == BEGUN else decode_result(text)
    except msgspec.MsgspecError as error:
        _log.error("a match in a ledger is left out", kind=kind, error=type(error).__name__)
        return None
