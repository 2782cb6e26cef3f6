"""The rows that copy from each match how its people finished, as it is corrected; `share_sums.py` sums them."""

from collections.abc import Iterable
from functools import cache
from hashlib import sha256

import msgspec
from sqlalchemy import Connection, Insert, bindparam, delete, insert, select
from sqlalchemy.dialects import postgresql, sqlite

from bot.league.corrections import apply_corrections
from bot.league.match_facts import MatchResult
from bot.league.placings import is_between_people, league_placings
from bot.rummy.variant.length import Length
from bot.storage.league.matches.corrections import corrections_of_matches
from bot.storage.league.matches.results import Key, read_matches, read_result
from bot.storage.schema.results import counted_matches, match_shares, played_variants

_Row = dict[str, object]
_AT_ONCE = 500
_ADD_MATCHES, _ADD_SHARES = insert(counted_matches), insert(match_shares)
_IS_OF_MATCH = (
    match_shares.c.server == bindparam("of_server"),
    match_shares.c.ended == bindparam("of_end"),
    match_shares.c.table == bindparam("of_match"),
)
_DELETE_SHARES = delete(match_shares).where(*_IS_OF_MATCH)
_DELETE_MATCH = delete(counted_matches).where(counted_matches.c.table == bindparam("of_match"))
_SHARES = select(match_shares).where(*_IS_OF_MATCH).order_by(match_shares.c.seat)
_MATCH = select(counted_matches).where(counted_matches.c.table == bindparam("of_match"))

_encoder = msgspec.json.Encoder()


def add_shares(connection: Connection, matches: Iterable[MatchResult]) -> None:
    """Insert the rows of these matches, which have none yet. The matches must be as they are corrected."""
    variants, counted, shares = list[_Row](), list[_Row](), list[_Row]()
    for match in filter(is_between_people, matches):
        variant = _variant_row(match)
        variants.append(variant)
        counted.append(_match_row(match, variant["number"]))
        shares += _share_rows(match, variant["number"])
    if counted:
        connection.execute(_add_variants(connection.dialect.name), list({one["number"]: one for one in variants}.values()))
        connection.execute(_ADD_MATCHES, counted)
    if shares:
        connection.execute(_ADD_SHARES, shares)


def add_shares_of_result(connection: Connection, number: int) -> None:
    """Insert the rows of a result, which has just been inserted."""
    played = read_result(connection, number)
    assert played is not None, "it has just been inserted"
    add_shares(connection, [played])


def rewrite_shares(connection: Connection, number: int) -> None:
    """Replace the rows of a match, which has been corrected in this transaction."""
    played = read_result(connection, number)
    assert played is not None, "only a stored match is corrected"
    _rewrite(connection, *apply_corrections([played], corrections_of_matches(connection, [number])))


def repair_shares(connection: Connection, server: int, after: Key) -> tuple[int, Key | None]:
    """Replace the wrong rows of a page of matches. Return how many matches had any, and the last key; None after the end."""
    played = read_matches(connection, server, None, after, with_deals=False, most=_AT_ONCE)
    page = apply_corrections(played, corrections_of_matches(connection, [match.number for match in played]))
    wrong = [match for match in page if not _has_right_rows(connection, match)]
    for match in wrong:
        _rewrite(connection, match)
    return len(wrong), (page[-1].ended, page[-1].number) if page else None


def _rewrite(connection: Connection, match: MatchResult) -> None:
    about = _about(match)
    connection.execute(_DELETE_SHARES, about)
    connection.execute(_DELETE_MATCH, about)
    add_shares(connection, [match])


def _has_right_rows(connection: Connection, match: MatchResult) -> bool:
    counted = [dict(row) for row in connection.execute(_MATCH, _about(match)).mappings()]
    shares = [dict(row) for row in connection.execute(_SHARES, _about(match)).mappings()]
    if not is_between_people(match):
        return not counted and not shares
    variant = _variant_row(match)["number"]
    return counted == [_match_row(match, variant)] and shares == _share_rows(match, variant)


def _about(match: MatchResult) -> _Row:
    return {"of_server": match.server, "of_end": match.ended, "of_match": match.number}


def _variant_row(match: MatchResult) -> _Row:
    rules, answers = (_encoder.encode(one) for one in (match.house_rules, match.variant))
    facts: _Row = {
        "has_clock": match.has_clock,
        "is_walkover": match.is_walkover,
        "length": match.length.value,
        "league": match.league,
    }
    parts = [rules, answers]
    if match.has_clock:
        parts.append(b"clock")  # matches of earlier versions keep their numbers
    if match.is_walkover or match.league or match.length != Length.FULL:
        parts.append(_encoder.encode(facts))
    number = int.from_bytes(sha256(b" ".join(parts)).digest()[:8]) >> 1  # a positive 64-bit integer
    return {"number": number, "house_rules": rules.decode(), "answers": answers.decode(), **facts}


def _match_row(match: MatchResult, variant: object) -> _Row:
    people = sorted(seat.person for seat in match.people())
    earlier = {seat.person: seat.earlier for seat in match.people()}
    return {
        "table": match.number,
        "server": match.server,
        "ended": match.ended,
        "people": ",".join(map(str, people)),
        "size": len(people),
        "channel": match.home,
        "variant": variant,
        "earlier": ",".join(str(earlier[person]) for person in people) if any(earlier.values()) else "",
    }


def _share_rows(match: MatchResult, variant: object) -> list[_Row]:
    placings = league_placings(match)
    counts = [one for one in placings if one.has_left or not match.is_walkover]
    return [
        {
            "server": match.server,
            "ended": match.ended,
            "table": match.number,
            "seat": seat,
            "person": one.person,
            "size": len(placings),
            "place": one.place,
            "sharing": 0 if match.is_walkover else sum(other.place == one.place for other in placings),
            "left": one.has_left,
            "cards": 0 if match.is_walkover else one.cards,
            "channel": match.home,
            "variant": variant,
        }
        for seat, one in enumerate(counts)
    ]


@cache
def _add_variants(dialect: str) -> Insert:
    add = sqlite.insert(played_variants) if dialect == "sqlite" else postgresql.insert(played_variants)
    return add.on_conflict_do_nothing(index_elements=["number"])
