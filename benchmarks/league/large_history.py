"""A database full of invented matches: many servers with their leagues, one of them large.

The entries of their ledgers are inserted in bulk; no match is over a limit.
"""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, insert

from bot.competition.league_editor import LeagueEditor
from bot.competition.season_end import SeasonEnds
from bot.league.league import League
from bot.league.ledger import MatchBegun
from bot.league.match_facts import MatchResult, SeatFacts
from bot.league.scheme import read_scheme
from bot.rummy.events import DealEnded, EndedBy
from bot.rummy.match import deal_points
from bot.rummy.variant import Variant
from bot.rummy.variant_reader import read_variant
from bot.storage.database import Database
from bot.storage.league.ledger_rows import BEGUN, OVER
from bot.storage.league.ledgers import StoredLedgers
from bot.storage.league.schema import ledger
from bot.storage.schema import people, seatings, tables
from bot.storage.store import Store, store_on
from bot.tables.ports import ClockAndSeeds
from bot.tables.service import Pauses, Tables

PRESETS = Path(__file__).parents[2] / "data/variants"
LARGEST = 1
"""The server with the large league; its channel is 1 too."""
BEGIN = 1_767_225_600_000
YEAR = 365 * 86_400_000
PLAYING = 20 * 60_000
"""How long a match takes, in milliseconds."""
TEMPLATES = 300
AT_ONCE = 5000


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a database; `largest` is the number of matches of its largest league, which has `members` people."""

    matches: int
    people: int
    leagues: int
    largest: int
    members: int = 300


def no_tables(store: Store) -> Tables:
    """Return the service of tables, of which none is in play."""
    return Tables(store.log, ClockAndSeeds(_begin, str), Pauses(0, 0))


async def fill(database: Database, size: Size) -> None:
    """Fill an empty database with the matches of one year; every league has one season, which is running."""
    dice = random.Random(7)
    presets = [read_variant(path.stem, path.read_text("utf-8"), source=path.name) for path in sorted(PRESETS.glob("*.toml"))]
    await database.transaction(lambda connection: _people(connection, size.people))
    ledgers = StoredLedgers(database)
    scheme = read_scheme("2: 3 0; 3: 4 2 0; 4: 5 3 1 0; 5: 7 4 2 1 0; 6: 9 6 4 2 1 0")
    for server in range(LARGEST, LARGEST + size.leagues):
        league = League(server=server, name="The table", scheme=scheme, zone="Europe/Rome", rated=True, least=3)
        await LeagueEditor(ledgers, SeasonEnds(ledgers, _begin, no_tables(store_on(database))), _begin).create(league)
    matches = list(_matches(dice, size, [_template(dice, dice.choice(presets)) for _ in range(TEMPLATES)]))
    matches.sort(key=lambda match: match.ended)
    numbered = [replace(match, number=number) for number, match in enumerate(matches, start=1)]
    numbers = Counter(dict.fromkeys(range(LARGEST, LARGEST + size.leagues), 1))  # the entry of its league
    for begin in range(0, len(numbered), AT_ONCE):
        some = numbered[begin : begin + AT_ONCE]
        await database.transaction(lambda connection, some=some: _store(connection, some, numbers))  # type: ignore[misc]


def _begin() -> int:
    return BEGIN


def _people(connection: Connection, count: int) -> None:
    rows = [
        {"number": n, "discord_id": 10**17 + n, "name": f"Person {n}", "locale": "it", "dm_channel": 10**18 + n}
        for n in range(1, count + 1)
    ]
    connection.execute(insert(people), rows)


def _matches(dice: random.Random, size: Size, templates: list[MatchResult]) -> Iterator[MatchResult]:
    others = size.leagues - 1
    each, more = divmod(size.matches - size.largest, others)
    club = (size.people - size.members) // others
    for server in range(LARGEST, LARGEST + size.leagues):
        if server == LARGEST:
            count, members = size.largest, range(1, size.members + 1)
        else:
            first = size.members + (server - LARGEST - 1) * club + 1
            count, members = each + (server - LARGEST <= more), range(first, first + club)
        regulars = [1 / (1 + place) ** 0.5 for place in range(len(members))]  # some come often, many now and then
        for _ in range(count):
            template = dice.choice(templates)
            group: set[int] = set()
            while len(group) < len(template.seats):
                group.update(dice.choices(members, regulars, k=len(template.seats) - len(group)))
            seated = dice.sample(sorted(group), len(group))
            seats = tuple(replace(seat, person=who) for seat, who in zip(template.seats, seated, strict=True))
            yield replace(template, server=server, seats=seats, ended=BEGIN + dice.randrange(YEAR), channel=server)


def _template(dice: random.Random, rules: Variant) -> MatchResult:
    """Return a match of two to four people with up to eight deals, whose people are not chosen yet."""
    seats = min(dice.choice((2, 3, 3, 4, 4, 4)), rules.players[1])
    deals, scores = [], [0] * seats
    for _ in range(dice.randint(1, 8)):
        cards = list(rules.deck_for(seats))
        dice.shuffle(cards)
        winner = dice.randrange(seats)
        hands = tuple(() if at == winner else tuple(cards.pop() for _ in range(dice.randint(1, 9))) for at in range(seats))
        points = deal_points(rules, hands, [], winner=winner, rummy=False)
        deals.append(DealEnded(EndedBy.DISCARD, winner, False, hands, points))
        scores = [before + won for before, won in zip(scores, points, strict=True)]
    better = -1 if rules.is_lowest_score_best() else 1
    order = [better * points for points in scores]
    facts = tuple(SeatFacts(0, 1 + sum(other > order[at] for other in order), scores[at], left=False) for at in range(seats))
    return MatchResult(server=0, variant=rules, seats=facts, deals=tuple(deals), ended=0)


def _store(connection: Connection, matches: list[MatchResult], numbers: Counter[int]) -> None:
    """Store the matches; `numbers` counts the entries of each server."""
    encoder = msgspec.json.Encoder()
    lobbies = [
        {"number": one.number, "server": one.server, "channel": one.channel, "opened": 0, "closed": one.ended, "told": 0}
        for one in matches
    ]
    entries, seated = [], []
    for one in matches:
        people_of = tuple(seat.person for seat in one.seats)
        seated += [{"person": person, "table": one.number} for person in people_of]
        begun, over = MatchBegun(one.number, people_of, (one.server,)), replace(one, deals=())
        deals = encoder.encode(one.deals).decode()
        for kind, entry, at, text in ((BEGUN, begun, one.ended - PLAYING, None), (OVER, over, one.ended, deals)):
            numbers[one.server] += 1
            about = {"server": one.server, "number": numbers[one.server], "at": at, "match": one.number, "kind": kind}
            entries.append(about | {"entry": encoder.encode(entry).decode(), "more": text})
    connection.execute(insert(tables), lobbies)
    connection.execute(insert(seatings), seated)
    connection.execute(insert(ledger), entries)
