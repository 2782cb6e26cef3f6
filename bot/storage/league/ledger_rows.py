"""The rows of the ledger: entries as text, and what transactions read of them."""

from collections.abc import Callable, Collection
from functools import lru_cache

import msgspec
from msgspec import Raw, Struct
from sqlalchemy import Connection, bindparam, func, insert, select

from bot.league.corrections import Correction
from bot.league.ledger import Entry, MatchBegun
from bot.league.match_facts import MatchResult, OverLimit, SeatFacts
from bot.rummy.variant import Length, Variant
from bot.storage.schema.ledger import ledger

BEGUN, OVER, CORRECTED = "begun", "over", "corrected"
"""The kinds of entries: `MatchBegun`, `MatchResult` without deals, `Correction`."""
OF_MATCH = select(ledger.c.entry).where(ledger.c.match == bindparam("of_match"), ledger.c.kind == bindparam("of_kind"))
WITH_DEALS = select(ledger.c.entry, ledger.c.deals).where(
    ledger.c.match.in_(bindparam("numbers", expanding=True)), ledger.c.kind == OVER
)
_ADD = insert(ledger)
_LAST = select(func.max(ledger.c.number)).where(ledger.c.server == bindparam("of_server"))
_CORRECTED = (
    select(ledger.c.entry)
    .where(ledger.c.match.in_(bindparam("numbers", expanding=True)), ledger.c.kind == CORRECTED)
    .order_by(ledger.c.server, ledger.c.number)
)

_encoder = msgspec.json.Encoder()
decode_begun = msgspec.json.Decoder(MatchBegun).decode
decode_correction = msgspec.json.Decoder(Correction).decode


def add_entry(
    connection: Connection, server: int, at: int, match: int, kind: str, entry: Entry, *, deals: str | None = None
) -> None:
    """Add the next entry of a server; `match` is what it is about, `deals` are those of a result."""
    number = (connection.execute(_LAST, {"of_server": server}).scalar() or 0) + 1
    about = {"server": server, "number": number, "at": at, "match": match, "kind": kind}
    connection.execute(_ADD, about | {"entry": _encoder.encode(entry).decode(), "deals": deals})


def corrections_of_matches(connection: Connection, numbers: Collection[int]) -> list[Correction]:
    """Return the corrections of these matches, in the order in which they were made."""
    return [decode_correction(text) for text in connection.execute(_CORRECTED, {"numbers": list(numbers)}).scalars()]


def read_results(connection: Connection, numbers: Collection[int]) -> list[MatchResult]:
    """Return these matches as they were played, without their deals."""
    return [decode_result(entry) for entry, _ in connection.execute(WITH_DEALS, {"numbers": list(numbers)})]


class _Facts(Struct):
    """The facts of a match, with its variant as it is written."""

    server: int
    variant: Raw
    seats: tuple[SeatFacts, ...]
    ended: int
    number: int
    channel: int = 0
    house_rules: tuple[str, ...] = ()
    has_clock: bool = False
    is_walkover: bool = False
    length: Length = Length.FULL
    league: int = 0
    over: tuple[OverLimit, ...] = ()


_facts: msgspec.json.Decoder[_Facts] = msgspec.json.Decoder(_Facts)


def decode_result(text: str) -> MatchResult:
    """Return the facts of a match without its deals. Matches with the same variant share it: a server plays few of them."""
    found = _facts.decode(text)
    return MatchResult(
        found.server,
        _decode_variant(bytes(found.variant)),
        found.seats,
        (),
        found.ended,
        found.number,
        found.channel,
        found.house_rules,
        has_clock=found.has_clock,
        is_walkover=found.is_walkover,
        length=found.length,
        league=found.league,
        over=found.over,
    )


@lru_cache(maxsize=1000)
def _decode_variant(text: bytes) -> Variant:
    return msgspec.json.decode(text, type=Variant)


READERS: dict[str, Callable[[str], Entry]] = {BEGUN: decode_begun, OVER: decode_result, CORRECTED: decode_correction}
