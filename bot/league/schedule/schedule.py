"""Schedules of tournaments for 2 to 32 people: round robins of pairs, or rounds at tables of three and four."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from bot.league.schedule.table_assignment import assign_tables
from bot.wording.sentence import Person, Refusal, Refused

MIN_PEOPLE, MAX_PEOPLE = 2, 32
MAX_ROUNDS = 52


@dataclass(frozen=True, slots=True)
class Round:
    """The tables that play at the same time, and the people with a bye; both in the order of the list of people."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()


Schedule = tuple[Round, ...]


class TooFewPeople(Refusal):
    people: int
    least: int
    sentence = "A schedule needs at least {least} people (you named {people})."


class TooManyPeople(Refusal):
    people: int
    most: int
    sentence = "A schedule can have at most {most} people (you named {people})."


class NamedTwice(Refusal):
    name: Person
    sentence = "You named {name} twice. Name each person once."


class NoSuchTables(Refusal):
    """Tables of this size are impossible: a schedule is a round robin of pairs, or has tables of three or four."""

    size: int
    sentence = "The tables of a schedule have 2, 3 or 4 players, not {size}."


class NoSuchRounds(Refusal):
    rounds: int
    most: int
    sentence = "A schedule has 1 to {most} rounds, not {rounds}."


def round_robin(people: Sequence[int]) -> Schedule:
    """Return a schedule in which each pair meets once, by the circle method; each person has a bye if their number is odd.

    Raise Refused for fewer than 2 or more than 32 people, or a person who is named twice.
    """
    _check(people, least=MIN_PEOPLE)
    circle: list[int | None] = list(range(len(people)))
    if len(circle) % 2:
        circle.append(None)
    half, rounds = len(circle) // 2, []
    for _ in range(len(circle) - 1):
        pairs = list(zip(circle[:half], reversed(circle[half:]), strict=True))
        tables = [[one, other] for one, other in pairs if one is not None and other is not None]
        rounds.append(_round(people, tables))
        circle[1:] = [circle[-1], *circle[1:-1]]
    return tuple(rounds)


def table_rounds(people: Sequence[int], size: int, rounds: int, seed: str) -> Schedule:
    """Return `rounds` rounds at tables of three and four: as few tables as possible for `size` 4, as many for `size` 3.

    A search seeded with `seed` (64 hex digits) keeps repeated meetings rare; the same arguments give the same schedule on every
    machine. It can take a second, so call it in a thread. The tables of a round differ by at most one seat. Nobody has a bye,
    except among five people: they can't be split into threes and fours, so four play, and each has a bye in turn.

    Raise Refused for fewer than 3 or more than 32 people, a person who is named twice, another size, or rounds
    outside 1 to 52.
    """
    if size not in (3, 4):
        raise Refused(NoSuchTables(size))
    _check(people, least=3)
    if not 1 <= rounds <= MAX_ROUNDS:
        raise Refused(NoSuchRounds(rounds, MAX_ROUNDS))
    return tuple(_round(people, tables) for tables in assign_tables(len(people), table_sizes(len(people), size), rounds, seed))


def table_sizes(people: int, size: int) -> tuple[int, ...]:
    """Return the sizes of the tables of each round, the largest first: 4, 3, 3 for 10 people."""
    if people == 5:
        return (4,)
    tables = -(-people // 4) if size == 4 else people // 3
    return tuple(people // tables + (table < people % tables) for table in range(tables))


def pair_meetings(schedule: Schedule) -> dict[tuple[int, int], int]:
    """Return how often each pair meets, including the pairs that never do; the smaller number of a pair comes first."""
    people = {person for each in schedule for group in (*each.tables, each.byes) for person in group}
    met = dict.fromkeys(combinations(sorted(people), 2), 0)
    for each in schedule:
        for table in each.tables:
            for pair in combinations(sorted(table), 2):
                met[pair] += 1
    return met


def pairs_by_meetings(schedule: Schedule) -> dict[int, int]:
    """Return how many pairs meet how often, fewest meetings first: `{0: 3, 1: 42}` if 3 pairs never meet and 42 meet once."""
    return dict(sorted(Counter(pair_meetings(schedule).values()).items()))


def _check(people: Sequence[int], *, least: int) -> None:
    if len(people) < least:
        raise Refused(TooFewPeople(len(people), least))
    if len(people) > MAX_PEOPLE:
        raise Refused(TooManyPeople(len(people), MAX_PEOPLE))
    for person, times in Counter(people).items():
        if times > 1:
            raise Refused(NamedTwice(person))


def _round(people: Sequence[int], tables: Sequence[Sequence[int]]) -> Round:
    """Return the round with these tables, given as positions in the list of people; the others have a bye."""
    playing = {place for table in tables for place in table}
    largest_first = sorted(map(sorted, tables), key=lambda table: (-len(table), table))
    return Round(
        tuple(tuple(people[place] for place in table) for table in largest_first),
        tuple(person for place, person in enumerate(people) if place not in playing),
    )
