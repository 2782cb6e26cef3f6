"""The recorded matches: ten of the five games, with two to four players, some of them computers; and one that isn't over."""

import asyncio
import hashlib
import json
import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from bot.tables.table import Table
from bot.tables.time_requests import PlayOn
from tests.e2e.support.club import Club
from tests.pins.recorder import Recorder, StandingClock

MID_MATCH = Path(__file__).parent / "mid_match.sql"


@dataclass(frozen=True)
class Match:
    """`computers` are their levels. With `counts_requests`, the requests to Discord are recorded, too."""

    game: str
    people: tuple[str, ...]
    computers: tuple[str, ...] = ()
    options: dict[str, object] = field(default_factory=dict)
    rules: tuple[tuple[str, str], ...] = ()
    counts_requests: bool = False
    text_only: bool = False

    def __str__(self) -> str:
        return "-".join((self.game, *self.people, *self.computers, *(["text"] if self.text_only else []))).lower()


WITH_JOKERS = (("packs", "2"), ("jokers", "4"))
MATCHES = (
    Match("ramino", ("Ann", "Bob"), options={"deals": 2}, counts_requests=True),
    Match("rami", ("Ann", "Bob"), options={"deals": 2}, counts_requests=True, text_only=True),
    Match("ramino", ("Ann", "Bob", "Cleo", "Dan"), options={"deals": 1}),
    Match("rami", ("Ann", "Bob", "Cleo"), options={"target": 40}, rules=WITH_JOKERS),
    Match("rami", ("Ann", "Bob"), ("easy", "normal"), {"deals": 2}),
    Match("cuccu", ("Ann", "Bob", "Cleo"), options={"deals": 2}),
    Match("cuccu", ("Ann",), ("normal",), {"deals": 1}),
    Match("wrotham", ("Ann", "Bob"), options={"deals": 2}),
    Match("block", ("Ann", "Bob", "Cleo", "Dan"), options={"deals": 1}),
    Match("block", ("Ann", "Bob"), ("easy",), {"deals": 2}),
)


async def play(r: Recorder, match: Match) -> None:
    """Play the match to its end, and record its events, its pages and the messages of its players."""
    with r.unrecorded():
        if match.text_only:
            for name in match.people:
                await r.slash(name, "settings")
                await r.choose(name, "o:own:pictures", "text")
            await r.press("Ann", "o:server")
            await r.choose("Ann", "o:server:table_pictures", "text")
        before = await r.club.last_request()
        await start(r, match)
        await play_on(r, 1)
    r.lines += _events(r.club)
    if match.counts_requests:
        sent = Counter(f"{it['method']} {it['route']}" for it in await r.club.requests(before))
        r.lines += ["", "## requests", *(f"{count} {route}" for route, count in sorted(sent.items()))]
    r.page("Finn", "rummy")
    for name in match.people:
        r.page(name, "dm")


async def start(r: Recorder, match: Match) -> None:
    host, *guests = match.people
    await r.slash(host, "table new", variant=match.game, thread=False, **match.options)
    for level in match.computers:
        await r.slash(host, "table computer add", level=level)
    for rule, answer in match.rules:
        await r.slash(host, "table rule", rule=rule, answer=answer)
    for name in guests:
        await r.slash(name, "table join")
    await r.slash(host, "table start")


async def play_on(r: Recorder, number: int) -> None:
    """Play until the match is over, people as they are offered and computers when it is their turn."""
    while (await to_pause(r, number)).phase != "over":
        for person in r.club.table(number).seats.people:
            await r.slash(r.club.person_of(person).name, "table ready", table=number)


async def to_pause(r: Recorder, number: int) -> Table:
    """Play until the deal is over, and return the table."""
    while (table := r.club.table(number)).phase == "deal":
        if table.plays_by_itself():
            await r.bot.services.tables.change(number, None, PlayOn())
            await r.settle()
        else:
            await r.play(number, 1, silently=True)
    return table


def _events(club: Club) -> list[str]:
    """Return how many events of each type there are, and the hash of their JSON, a line for each."""
    stored = [text for (text,) in club.query('SELECT event FROM events WHERE "table" = 1 ORDER BY version')]
    names = Counter(json.loads(text)["type"] for text in stored)
    plain = "\n".join(stored).replace(club.pg.world.guild.id, "server").replace(club["Ann"].channel_id("rummy"), "rummy")
    tally = " · ".join(f"{name} {count}" for name, count in sorted(names.items()))
    return ["## events", tally, f"sha256 {hashlib.sha256(plain.encode()).hexdigest()}"]


async def leave_in_mid_match(r: Recorder) -> None:
    """Play a season and a part of another match, and store the database as SQL, with names in the place of ids."""
    with r.unrecorded():
        await r.short.save_game()
        await r.slash("Ann", "league create", name="Cup")
        await r.submit("Ann", name="Cup", rated=["yes"])
        await r.change_settings("Ann", "Cup", shortest=["one"])
        for names in (("Ann", "Bob"), ("Bob", "Cleo", "Ann")):
            await r.play_short(*names)
        await start(r, Match("rami", ("Ann", "Bob", "Cleo"), rules=WITH_JOKERS))
        number = max(number for (number,) in r.club.query("SELECT number FROM tables"))
        await r.play(number, 5, silently=True)
    with closing(sqlite3.connect(r.club.database)) as connection:
        text = "\n".join(" ".join(line.split()) if line.startswith("CREATE") else line for line in connection.iterdump())
    for id_, name in _ids(r.club).items():
        text = text.replace(id_, f"§{name}§")
    MID_MATCH.write_text(text + "\n", "utf-8")


def load_mid_match(club: Club, clock: StandingClock) -> None:
    """Put the stored database in the place of the club's, an hour after it was left."""
    clock.advance(3600)
    text = MID_MATCH.read_text("utf-8")
    for id_, name in _ids(club).items():
        text = text.replace(f"§{name}§", id_)
    club.database.unlink()
    with closing(sqlite3.connect(club.database)) as connection:
        connection.executescript(text)


def _ids(club: Club) -> dict[str, str]:
    world = club.pg.world
    channels = {one.id: str(one.name or f"dm {one.id}") for one in world.channels.values() if one.name}
    dms = {world.dm_of(one.id).id: f"dm-{name}" for name, one in club.members.items()}
    return {world.guild.id: "server", **channels, **dms, **{one.id: name for name, one in club.members.items()}}


async def play_earlier_match(r: Recorder) -> None:
    """Record the stored match, and a turn of it."""
    number = max(number for (number,) in r.club.query("SELECT number FROM tables"))
    while not await r.bot.deadlines.is_up():  # noqa: ASYNC110  (then its clock has got back the time in which nobody could play)
        await asyncio.sleep(0.01)
    await r.settle()
    await r.slash(r.club.on_turn(number).name, "hand")
    await r.play(number, 1)
    await r.slash("Finn", "table show")
    await r.slash("Finn", "leaderboard", league="Cup")
    await r.slash("Finn", "leaderboard", by="rating")
    r.page("Finn", "rummy")
