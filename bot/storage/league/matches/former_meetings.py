"""How often people who came back under a new number had met the others of a match under their former one, in the last day."""

from collections.abc import Collection, Iterable
from itertools import permutations

from msgspec.structs import replace
from sqlalchemy import Connection, bindparam, select

from bot.league.days import DAY_MS
from bot.league.match_facts import MatchResult
from bot.storage.league.matches.results import facts_of_people
from bot.storage.people.former_people import read_former_numbers
from bot.storage.schema.people import people

_DISCORD_IDS = select(people.c.number, people.c.discord_id).where(
    people.c.number.in_(bindparam("numbers", expanding=True)), people.c.discord_id.is_not(None)
)


def add_former_meetings(connection: Connection, match: MatchResult) -> MatchResult:
    """Return the match with `earlier` set for the seats of people who had another number in the 24 hours before its end."""
    now = [seat.person for seat in match.seats if not seat.computer]
    ids = connection.execute(_DISCORD_IDS, {"numbers": now}).all()
    former = {row.number: set(read_former_numbers(connection, row.discord_id, at=match.ended)) for row in ids}
    if not any(former.values()):
        return match
    numbers = {person: {person, *former.get(person, ())} for person in now}
    recent = facts_of_people(connection, match.server, set().union(*numbers.values()), match.ended - DAY_MS)
    met = dict.fromkeys(now, 0)
    played = [_people(one) for one in recent if one.ended <= match.ended and _is_alike(one, match)]
    for one, other in permutations(now, 2):
        if former.get(one):
            met[one] = max(met[one], _count(played, numbers[one], numbers[other], {one, other}))
    seats = tuple(seat if seat.computer else replace(seat, earlier=met[seat.person]) for seat in match.seats)
    return replace(match, seats=seats)


def _people(match: MatchResult) -> set[int]:
    return {seat.person for seat in match.seats if not seat.computer}


def _is_alike(other: MatchResult, match: MatchResult) -> bool:
    """Return True if the other match may use up the limit that applies to this one."""
    return not other.is_walkover and not other.league and (len(_people(other)) > 2) == (len(_people(match)) > 2)


def _count(played: Iterable[set[int]], one: Collection[int], other: Collection[int], now: set[int]) -> int:
    """Count the matches of two people, each with all their numbers, except those that they played with the current ones."""
    return sum(not people.isdisjoint(one) and not people.isdisjoint(other) and not now <= people for people in played)
