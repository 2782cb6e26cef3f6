"""Migrations 0019 and 0020: what was posted for leagues, or waited to be, in a database of schema 0018."""

import json
from functools import partial

from sqlalchemy import Connection

from bot.storage.league.posts import Post, PostKind
from bot.storage.sqlite_database import SqliteDatabase, open_engine
from bot.storage.store import open_store
from tests.league.random_season import SERVER
from tests.storage.old_schema import add_row, make_old_schema
from tests.storage.sqlite_files import url

__all__ = ["url"]


def _fill(connection: Connection) -> None:
    make_old_schema(connection, "0018")
    add = partial(add_row, connection)
    add("people", number=1, discord_id=1001, name="Ann", locale="en-US")
    add("servers", server=SERVER, revision=7)
    add("leagues", number=1, server=SERVER, key="cup", definition=json.dumps({"server": SERVER, "name": "Cup"}), created=1)
    for number, told, end, message in ((1, True, 10, 801), (2, False, 20, None), (3, True, 30, None), (4, False, None, 803)):
        place = {"channel": 40 + number, "post_channel": message and 50, "post_message": message}
        add("seasons", league=1, number=number, begin=number, end=end, name="", told=told, **place)
    add("boards", message=901, channel=20, server=SERVER, league=1, game="rami", since=20_514, drawn=7, at=5)
    add("boards", message=902, channel=21, server=SERVER, drawn=7, at=6)
    said = {"what": '{"type":"LeagueCreated","league":"Cup"}', "why": "", "effects": "[]", "own": False}
    for number in (1, 2):
        add("organiser_actions", number=number, server=SERVER, at=number, person=1, **said)
    for channel, action, batch, refused in ((70, 1, 1, False), (70, 2, None, False), (71, 1, 1, True)):
        add("action_posts", channel=channel, action=action, batch=batch, refused=refused)


async def test_what_was_posted_is_updated_again_and_what_waited_is_posted(url: str) -> None:
    database = SqliteDatabase(open_engine(url, synchronous="NORMAL"))
    try:
        await database.transaction(_fill)
    finally:
        await database.close()
    async with open_store(url, synchronous="NORMAL") as store:

        async def stale(kind: PostKind) -> list[tuple[int, str, int | None, int | None, int]]:
            found = await store.posts.stale(kind, now=100, pause=0)
            assert {post.server for post in found} == {SERVER}
            return [_place(post) for post in found]

        assert await stale(PostKind.STANDINGS) == [(1, "20514 rami", 20, 901, -1), (0, " ", 21, 902, -1)]
        assert await stale(PostKind.SEASON) == [(1, "2", 42, None, 0)]
        assert await stale(PostKind.WITHDRAWN) == [(1, "4", 50, 803, 0)]
        posted = await store.posts.find(PostKind.SEASON, 1, "1")
        assert posted is not None
        assert _place(posted) == (1, "1", 50, 801, 0)
        assert [_place(post) for post in await store.posts.waiting_lines(70, 20)] == [
            (1, "", 70, None, 1),
            (3, "", 70, None, 0),
        ], "the line between them says how the league began"
        assert await stale(PostKind.LINE) == [(1, "", 70, None, 1)]
        refused = await store.posts.find(PostKind.REFUSED, 1)
        assert refused is not None
        assert refused.channel == 71


def _place(post: Post) -> tuple[int, str, int | None, int | None, int]:
    return post.of, post.what, post.channel, post.message, post.shown
