"""The messages of the league: where each is, which revision it shows, and which of them are stale."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, RowMapping, Select, bindparam, delete, func, insert, or_, select, update

from bot.league.days import DAY_MS
from bot.storage.database import Database
from bot.storage.league.schema import posts, servers


class PostKind(StrEnum):
    """What a message shows."""

    WITHDRAWN = "withdrawn"
    """The table of a season (`what`) of the league `of`, whose end was undone."""
    SEASON = "season"
    """The table of an ended season of the league `of`; `what` is `season_post`. While it waits, `channel` is where an organiser
    ended the season.
    """
    LINE = "line"
    """The line `of` of the organisers' log, to be announced in `channel`. Lines with the same `shown` are one message."""
    REFUSED = "refused"
    """A line that Discord has refused there for good."""
    STANDINGS = "standings"
    """Live standings of the league `of`, or of all (0), since a day and of a game (`20514 rami`, each may be missing)."""
    TOURNAMENT = "tournament"
    """A message of the tournament `of`: its card, a round, or its end, as `what` names it. `shown` isn't used."""
    DAILY = "daily"
    """The table of a day's deal in the server `what`; `shown` is the last day that was posted there."""


@dataclass(frozen=True, slots=True)
class Post:
    """A row of `posts`; a new one has number 0. `at` (epoch ms) is the last update, of a season its end."""

    kind: PostKind
    of: int
    what: str
    server: int
    channel: int | None
    message: int | None = None
    shown: int = 0
    at: int = 0
    number: int = 0


def season_post(season: int, *, is_second: bool) -> str:
    """Return what says which table it is: that at the end of the season, or a second one, once it is final."""
    return f"{season} final" if is_second else str(season)


_NOTHING = -1
"""The revision that a message shows while it is being updated."""
_COLUMNS = tuple(posts.c[name] for name in Post.__dataclass_fields__)
_POSTS = select(*_COLUMNS)
_NUMBERED = posts.c.number.in_(bindparam("of_numbers", expanding=True))
_OF_ONE = _POSTS.where(posts.c.kind == bindparam("of_kind"), posts.c.of == bindparam("of_one"))
_FIND = _OF_ONE.where(posts.c.what == bindparam("of_what"))
_LINES = posts.c.kind == PostKind.LINE.value
_WAITING_LINES = _POSTS.where(_LINES, posts.c.channel == bindparam("of_channel")).order_by(posts.c.of).limit(bindparam("most"))
_ADD, _REMOVE = insert(posts), delete(posts).where(_NUMBERED)
_REFUSE = update(posts).where(_NUMBERED).values(kind=PostKind.REFUSED.value)
_PLACE = update(posts).where(_NUMBERED).values(channel=bindparam("in_channel"), message=bindparam("as_message"))
_CLAIM = update(posts).where(_NUMBERED, posts.c.at == bindparam("before")).values(at=bindparam("now"), shown=_NOTHING)
_MARK = (
    update(posts).where(_NUMBERED, posts.c.shown <= bindparam("revision")).values(shown=bindparam("revision"))
)  # as of the time of its claim: what has changed since then isn't shown yet
_OF_SEASON = (
    posts.c.kind == PostKind.SEASON.value,
    posts.c.of == bindparam("of_league"),
    posts.c.what.in_((bindparam("of_season"), bindparam("as_final"))),
)
_WITHDRAW = update(posts).where(*_OF_SEASON, posts.c.message.is_not(None)).values(kind=PostKind.WITHDRAWN.value)
_FORGET_SEASON = delete(posts).where(*_OF_SEASON)
_IS_DUE = posts.c.at <= bindparam("until")
STALE: dict[PostKind, Select[Any]] = {
    PostKind.WITHDRAWN: _POSTS.where(posts.c.kind == PostKind.WITHDRAWN.value).order_by(posts.c.number),
    PostKind.SEASON: _POSTS.where(posts.c.kind == PostKind.SEASON.value, posts.c.message.is_(None)).order_by(
        posts.c.at, posts.c.of
    ),
    PostKind.LINE: _POSTS.where(
        posts.c.number.in_(select(func.min(posts.c.number)).where(_LINES).group_by(posts.c.channel))
    ).order_by(posts.c.number),
    PostKind.STANDINGS: _POSTS.join(servers, servers.c.server == posts.c.server)
    .where(
        posts.c.kind == PostKind.STANDINGS.value,
        or_(posts.c.shown < servers.c.revision, posts.c.at <= bindparam("old")),
        _IS_DUE,
    )
    .order_by(posts.c.message),
}
"""The stale posts of each kind. Of the lines that wait in a channel, it is the oldest; live standings are stale after a day,
because they show changes since the beginning of the week.
"""


def add_posts(connection: Connection, new: Iterable[Post]) -> None:
    """Insert posts, in the transaction that gives them something to show."""
    rows = [{name: value for name, value in asdict(post).items() if name != "number"} for post in new]
    if rows:
        connection.execute(_ADD, rows)


def find_season_channel(connection: Connection, league: int, season: int) -> int | None:
    """Return the channel of the table that was posted at the end of a season; None if none was."""
    about = {"of_kind": PostKind.SEASON.value, "of_one": league, "of_what": season_post(season, is_second=False)}
    found = connection.execute(_FIND, about).mappings().first()
    return None if found is None else _post(found).channel


def withdraw_season(connection: Connection, league: int, season: int) -> None:
    """Let the posted table of a season be withdrawn, in the transaction that undoes its end. One that waits is forgotten."""
    for statement in (_WITHDRAW, _FORGET_SEASON):
        about = {"of_season": season_post(season, is_second=False), "as_final": season_post(season, is_second=True)}
        connection.execute(statement, {"of_league": league, **about})


class Posts:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def stale(self, kind: PostKind, *, now: int, pause: int) -> list[Post]:
        """Return the stale posts of a kind; of live ones those that were last updated at least `pause` ms ago."""
        return await self._read(STALE[kind], until=now - pause, old=now - DAY_MS)

    async def find(self, kind: PostKind, of: int, what: str = "") -> Post | None:
        """Return the post that shows this, or None."""
        found = await self._read(_FIND, of_kind=kind.value, of_one=of, of_what=what)
        return found[0] if found else None

    async def of_one(self, kind: PostKind, of: int) -> dict[str, Post]:
        """Return the posts of a kind about one thing, by what each shows."""
        return {post.what: post for post in await self._read(_OF_ONE, of_kind=kind.value, of_one=of)}

    async def waiting_lines(self, channel: int, most: int) -> list[Post]:
        """Return the lines that wait to be announced in a channel, the oldest first, at most so many."""
        return await self._read(_WAITING_LINES, of_channel=channel, most=most)

    async def add(self, post: Post) -> None:
        await self._database.transaction(lambda connection: add_posts(connection, [post]))

    async def replace(self, post: Post) -> None:
        """Store a post instead of the one that shows the same; a newer message stays."""
        about = {"of_kind": post.kind.value, "of_one": post.of, "of_what": post.what}

        def work(connection: Connection) -> None:
            before = next((_post(row) for row in connection.execute(_FIND, about).mappings()), None)
            if before is not None and (before.message or 0) > (post.message or 0):
                return
            if before is not None:
                connection.execute(_REMOVE, {"of_numbers": [before.number]})
            add_posts(connection, [post])

        await self._database.transaction(work)

    async def claim(self, post: Post, *, at: int) -> bool:
        """Mark the message as updated at `at`, before rendering it. Return False if another process has claimed it.

        It is stale until `mark`.
        """
        return await self._database.write(_CLAIM, {"of_numbers": [post.number], "before": post.at, "now": at}) == 1

    async def mark(self, *marked: Post, shown: int) -> None:
        """Record that the messages show this revision as of the time of their claim."""
        await self._database.write(_MARK, {"of_numbers": _numbers(marked), "revision": shown})

    async def place(self, post: Post, channel: int, message: int) -> None:
        """Record where a post that waited is posted."""
        await self._database.write(_PLACE, {"of_numbers": [post.number], "in_channel": channel, "as_message": message})

    async def refuse(self, *refused: Post) -> None:
        """Record that Discord has refused these lines for good."""
        await self._database.write(_REFUSE, {"of_numbers": _numbers(refused)})

    async def remove(self, *removed: Post) -> None:
        """Stop updating these messages, or forget that they wait."""
        await self._database.write(_REMOVE, {"of_numbers": _numbers(removed)})

    async def _read(self, statement: Select[Any], **about: object) -> list[Post]:
        rows = await self._database.read(lambda connection: connection.execute(statement, about).mappings().all())
        return [_post(row) for row in rows]


def _numbers(several: tuple[Post, ...]) -> list[int]:
    return [post.number for post in several]


def _post(row: RowMapping) -> Post:
    return Post(**{**row, "kind": PostKind(row["kind"])})
