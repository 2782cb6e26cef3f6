"""Two servers of one bot: an organiser of one can neither change nor read anything of the other."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.league.league import League
from tests.e2e.support.club import EVERYONE, Club, open_club
from tests.e2e.support.league_messages import ask, attached_files, confirm, read
from tests.e2e.support.seasons import store_season
from tests.leagues import create_league
from tests.messages.league.exported_files import unzipped
from tests.people import Json, parts

AZZURRO = League(server=0, name="Azzurro", rated=True)
GUESTS = ("Rosa", "Wilhelmina", "Xaver", "Yolanda")
MATCHES = 40


@pytest.fixture
async def theirs(tmp_path: Path) -> AsyncIterator[Club]:
    """The server that must stay untouched, with a season, an open table, a correction and live standings."""
    async with open_club(tmp_path, *EVERYONE) as club:
        await club.control("people", {"name": "Rosa"})
        await store_season(club, AZZURRO, League(server=0, name="Verde"), matches=MATCHES, people=10, names=GUESTS)
        async with club.bot():
            ann = club["Ann"]
            await ann.slash("league void", match=MATCHES, why="a secret reason")
            await confirm(ann, "league season-end", league="Verde", name="Primavera")
            await ann.slash("table new")
            await ann.slash("leaderboard", league="Azzurro", live=True)
            await club.until_sent(MATCHES + 1)
        yield club
        problems = await club.save_requests(f"test_other_server-theirs-{club.folder.name}")
        assert not problems, "\n".join(problems)


@asynccontextmanager
async def ours(theirs: Club, folder: Path) -> AsyncIterator[Club]:
    """Open the other server, on the same database. Rosa manages it, and also plays in the first one."""
    rosa = theirs.pg.world.person("Rosa")
    async with open_club(folder, shared=theirs.database) as club, AsyncExitStack() as stack:
        await club.control("people", {"name": "Rosa", "id": rosa.id})
        await club.control("people/Rosa/permissions", {"allow": ["manage_guild"]})
        await club.add_people(stack, "Rosa")
        yield club
        problems = await club.save_requests(f"test_other_server-ours-{theirs.folder.name}")
        assert not problems, "\n".join(problems)


def leaks(text: str, *typed: str) -> list[str]:
    """Return the secrets of the first server that a text contains, apart from what the user typed."""
    secrets = (*EVERYONE, *GUESTS[1:], "Guest", "Azzurro", "Verde", "Primavera", "secret")
    return [secret for secret in secrets if secret in text and secret not in typed]


def check_refused(answer: Json, *typed: str) -> str:
    assert answer["flags"] & 64, answer
    text = read(answer)
    assert "went wrong" not in text
    assert leaks(text, *typed) == []
    return text


COMMANDS: list[tuple[str, dict[str, Any], str]] = [
    ("league edit", {"league": "Azzurro"}, "no league “Azzurro”"),
    ("league archive", {"league": "Azzurro"}, "no league “Azzurro”"),
    ("league season-end", {"league": "Azzurro"}, "no league “Azzurro”"),
    ("league list", {"league": "Azzurro"}, "no league “Azzurro”"),
    ("league log", {"league": "Azzurro"}, "no league “Azzurro”"),
    ("league export", {"league": "Azzurro"}, "no league “Azzurro”"),
    ("league export", {"league": "Verde", "season": "Primavera"}, "no league “Verde”"),
    ("league void", {"match": 7, "why": "so"}, "no finished match 7"),
    ("league void", {"match": MATCHES, "why": "so"}, f"no finished match {MATCHES}"),
    ("league reinstate", {"match": MATCHES, "why": "so"}, f"no finished match {MATCHES}"),
    ("leaderboard", {"league": "Azzurro"}, "no league “Azzurro”"),
    ("leaderboard", {"league": "Azzurro", "live": True}, "no league “Azzurro”"),
    ("match", {"match": 7}, "no finished match 7"),
    ("table show", {"table": MATCHES + 1}, f"{MATCHES + 1}"),
    ("table cancel", {"table": MATCHES + 1}, f"{MATCHES + 1}"),
    ("table rule", {"table": MATCHES + 1, "rule": "match_deals", "answer": "1"}, f"{MATCHES + 1}"),
    ("hand", {"table": MATCHES + 1}, f"{MATCHES + 1}"),
]
BUTTONS = {
    "b:1:0:0::": "no league",
    "b:2:1:0::": "no league",
    "b:1:0:0:20000:cuccu": "no league",
    "l:1:0": "no league",
    "h:1:0": "haven't met this person",
    "h:0:0": "No finished matches",
    "k::0": "Nobody has a rating",
    "k:french52:2": "Nobody has a rating",
    f"t:{MATCHES + 1}:0:join": f"table {MATCHES + 1}",
    f"t:{MATCHES + 1}:0:start": f"table {MATCHES + 1}",
    f"t:{MATCHES + 1}:cancel": f"table {MATCHES + 1}",
    f"t:{MATCHES + 1}:rules": f"table {MATCHES + 1}",
    f"m:{MATCHES + 1}:1:draw stock": f"table {MATCHES + 1}",
}


async def check_every_command_and_button_is_refused(theirs: Club, club: Club) -> None:
    rosa, before, people = club["Rosa"], theirs.stored_rows("people"), theirs.stored_rows()["people"]
    for command, options, fact in COMMANDS:
        answer = await ask(rosa, command, **options)
        assert fact in check_refused(answer, *map(str, options.values())), command
    for change in ("swap", "remove", "put back"):
        options = {"match": 7, "player": "rosa", "change": change, "why": "so"}
        options |= {"other": "rosa"} if change == "swap" else {}
        assert "no finished match 7" in check_refused(await ask(rosa, "league correct", **options))
    stranger = theirs["Ann"].id
    await club.control("people", {"name": "Stranger", "id": stranger})
    await club.control("people/Stranger", {"in_guild": False})
    for command in ("stats", "history"):
        assert "haven't met this person" in check_refused(await ask(rosa, command, person=stranger)), (
            "the stranger isn't a member and never played here"
        )
    for custom_id, fact in BUTTONS.items():
        reply = await rosa.press(await post_button(club, custom_id), custom_id)
        assert reply.outcome == "message", (custom_id, reply)
        assert fact in check_refused(reply.message), custom_id
    assert theirs.stored_rows("people") == before
    assert theirs.stored_rows()["people"] == people


async def post_button(club: Club, custom_id: str) -> Json:
    """Post a message of the bot with this button, as if it came from the other server."""
    button = {"type": 2, "style": 2, "custom_id": custom_id, "label": "x"}
    body = {"content": "x", "components": [{"type": 1, "components": [button]}]}
    path = f"{club.pg.api_url}/channels/{club['Rosa'].channel_id('rummy')}/messages"
    async with club.session.post(path, json=body, headers={"Authorization": "Bot token"}) as response:
        message: Json = await response.json()
    return await club["Rosa"].until(
        lambda: next((it for it in club["Rosa"].messages("rummy") if it["id"] == message["id"]), None)
    )


async def exported_text(club: Club, answer: Json) -> str:
    """Return all that is in the export with this answer; empty without one."""
    exports = (await attached_files(club, answer)).values()
    return "".join(data.decode("utf-8-sig") for export in exports for data in unzipped(export).values())


async def check_commands_show_only_this_server(theirs: Club, club: Club) -> None:
    rosa, before = club["Rosa"], theirs.stored_rows()
    for command in ("leaderboard", "history", "stats", "league list", "league log", "league export", "variant list"):
        answer = await ask(rosa, command)
        files = await exported_text(club, answer)
        assert leaks(read(answer) + files) == [], command
        assert not [it for it in parts(answer["components"]) if it["type"] == 12], "no picture"
    assert leaks(read(await ask(rosa, "leaderboard", by="rating"))) == []
    assert "No finished matches" in read(await ask(rosa, "stats"))
    assert "No leagues yet" in read(await ask(rosa, "league list"))
    assert "Nothing yet" in read(await ask(rosa, "league log"))
    for command, option in (
        ("leaderboard", "league"),
        ("league edit", "league"),
        ("league log", "league"),
        ("hand", "table"),
    ):
        offered = [choice["name"] for choice in await rosa.autocomplete(command, option)]
        assert leaks(" ".join(offered)) == [], command
        assert not any(str(MATCHES + 1) in name for name in offered), command
    assert theirs.stored_rows() == before


async def check_a_league_of_the_same_name_is_another(theirs: Club, club: Club) -> None:
    rosa, before = club["Rosa"], theirs.stored_rows()
    await create_league(rosa, "Azzurro", scheme="card points", rated=True, least=7)
    text = read(await ask(rosa, "league list", league="Azzurro"))
    assert "Minimum matches: 7" in text
    assert "No matches have counted yet" in read(await ask(rosa, "leaderboard", league="Azzurro"))
    text = await exported_text(club, await ask(rosa, "league export", league="Azzurro"))
    assert leaks(text.replace("Azzurro", "")) == [], "their own league has that name"
    await ask(rosa, "league organisers", role=club.pg.world.guild.id)
    await confirm(rosa, "league season-end", league="Azzurro")
    await confirm(rosa, "league archive", league="AZZURRO")
    after = theirs.stored_rows()
    for name, rows in before.items():
        assert set(map(repr, rows)) <= set(map(repr, after[name])), name


async def test_an_organiser_of_another_server_changes_and_reads_nothing(theirs: Club, tmp_path: Path) -> None:
    async with ours(theirs, tmp_path / "ours") as club, club.bot():
        await check_commands_show_only_this_server(theirs, club)
        await check_every_command_and_button_is_refused(theirs, club)
        await check_a_league_of_the_same_name_is_another(theirs, club)
    async with theirs.bot():
        text = read(await ask(theirs["Ann"], "league list", league="Azzurro"))
        assert "Minimum matches" not in text, "it is as in a new league"
        assert "1 per win" in text
