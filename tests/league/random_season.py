"""A random season: the matches of a server, made from a seed, with everything that makes standings hard to compute.

Ties, leavers (several, and some replaced who would have won), computers at the table, the same people many times in an evening,
matches minutes from midnight and from the end of a week, clocks that go forward, games that count points and games that count
penalties, other channels, house rules, no clock, walkovers, short matches and matches of schedules; and corrections, some of
which cannot be made.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from random import Random

from bot.league.corrections import Change, Correction, PutBack, Reinstate, Remove, SwapPeople, Void
from bot.league.match_facts import MatchResult, SeatFacts
from bot.rummy.events import DealEnded, EndedBy
from bot.rummy.match import deal_points
from bot.rummy.variant import Length, Variant, differing_questions
from tests.rummy.presets import variant

SERVER, CHANNELS = 10, (20, 21)
PEOPLE, MATCHES = 24, 300
BEGIN = round(datetime(2026, 3, 2, tzinfo=UTC).timestamp()) * 1000
"""A Monday; four weeks later the clocks of Europe go forward."""
STRANGER = 77
"""A person who is in no match."""
_HOUR = 3_600_000
_COMPUTER = 900
_LENGTHS = {3: Length.ONE, 7: Length.SHORT}


def season_of(
    seed: int, *, matches: int = MATCHES, people: int = PEOPLE, computers: bool = True, leagues: int = 0
) -> list[MatchResult]:
    """Return the matches, the oldest first; people and matches are numbered from 1, computers from 900.

    With a number of `leagues`, every fifth match is of a schedule of one of them, and some matches are walkovers or short.
    """
    random = Random(seed)
    weeks = max(1, matches // 40)
    times = sorted(_time(random, weeks) for _ in range(matches))
    regulars = [random.sample(range(1, people + 1), random.randint(2, 5)) for _ in range(6)]
    return [
        _match(random, number, ended, people, regulars, computers=computers, leagues=leagues)
        for number, ended in enumerate(times, start=1)
    ]


def corrections_of(seed: int, history: Sequence[MatchResult], count: int = 20, *, among: int = 0) -> list[Correction]:
    """Return corrections in the order in which they are made: several of the same match, and some that change nothing.

    `among` is how many matches they correct; if it is 0, two for every three corrections.
    """
    random = Random(seed)
    chosen = random.choices(history, k=among or max(1, count * 2 // 3))
    made = []
    for step in range(count):
        match = random.choice(chosen)
        change = _change(random, [seat.person for seat in match.seats])
        made.append(Correction(match.number, change, random.randint(1, PEOPLE), match.ended + step, "as the organisers saw it"))
    return made


def games() -> tuple[Variant, ...]:
    """Return variants with every way of counting points, with and without bonuses and targets."""
    return (
        variant("rami"),
        variant("ramino"),
        variant("cuccu"),
        variant("block"),
        variant("wrotham", players="[2, 5]"),
        variant("rami", hand_size=7),
        variant("rami", scoring="payment", match_deals=3, match_target="none", rummy_bonus="add"),
        variant("ramino", scoring="penalty", rummy_bonus="add"),
    )


def _time(random: Random, weeks: int) -> int:
    """Return a time in the evening: a third are around midnight in Rome, many on a Sunday, some in the same minute."""
    day = random.randrange(7 * weeks) if random.random() < 0.7 else 7 * random.randrange(weeks) + 6
    at = (
        random.choice((22, 22, 23)) * _HOUR + random.randint(-2, 2) * 60_000
        if random.random() < 0.3
        else random.randrange(16, 24) * _HOUR
    )
    return BEGIN + day * 24 * _HOUR + at


def _match(
    random: Random, number: int, ended: int, people: int, regulars: list[list[int]], *, computers: bool, leagues: int
) -> MatchResult:
    rules = random.choice(games())
    least, most = rules.players
    group = (
        list(random.choice(regulars)) if random.random() < 0.6 else random.sample(range(1, people + 1), random.randint(2, 6))
    )
    group = group[:most]
    seated = [(person, False) for person in group]
    beside = random.choice((0, 0, 0, 0, 1, 2)) if computers else 0
    seated += [(_COMPUTER + at, True) for at in range(min(beside, most - len(seated)))]
    if computers and len(seated) > least and random.random() < 0.05:
        seated = [seated[0], (_COMPUTER, True)]  # a person alone with a computer
    random.shuffle(seated)
    deals, scores, left = _deals(random, rules, len(seated))
    is_walkover = leagues > 0 and number % 18 == 0
    if leagues > 0 and number % 9 == 0:  # all but one left during the first deal; every other one of these had been played
        deals, scores, left = (), [0] * len(seated), random.sample(range(len(seated)), len(seated) - 1)
    placings = _placings(rules, scores, left)
    preset = variant(rules.name)
    seats = tuple(
        SeatFacts(person, placings[at], scores[at], at in left and not computer, computer)
        for at, (person, computer) in enumerate(seated)
    )
    if random.random() < 0.05:  # a computer replaced the person and came first
        at = random.randrange(len(seats))
        seats = tuple(
            SeatFacts(one.person, 1, one.points, not one.computer, one.computer) if seat == at else one
            for seat, one in enumerate(seats)
        )
    return MatchResult(
        server=SERVER,
        variant=rules,
        seats=seats,
        deals=deals,
        ended=ended,
        number=number,
        channel=random.choice((CHANNELS[0], *CHANNELS)),
        house_rules=differing_questions(rules, preset),
        has_clock=number % 4 != 0,
        is_walkover=is_walkover,
        length=_LENGTHS.get(number % 13, Length.FULL) if leagues else Length.FULL,
        league=1 + number % leagues if leagues and number % 5 == 0 else 0,
    )


def _deals(random: Random, rules: Variant, seats: int) -> tuple[tuple[DealEnded, ...], list[int], list[int]]:
    """Return the deals, the scores, and the seats that left in order. Scores are coarse, so that many tie."""
    deals: list[DealEnded] = []
    scores, left = [0] * seats, list[int]()
    for _ in range(random.randint(0 if seats > 2 else 1, 4)):
        staying = [seat for seat in range(seats) if seat not in left]
        gone = tuple(left)
        if len(staying) > 1 and random.random() < 0.06:
            left.append(random.choice(staying))
            staying.remove(left[-1])
        winner = None if random.random() < 0.1 else random.choice(staying)
        cards = list(rules.deck_for(seats))
        random.shuffle(cards)
        hands = tuple(
            () if seat == winner or seat in gone else tuple(cards.pop() for _ in range(random.randint(1, 3)))
            for seat in range(seats)
        )
        rummy = winner is not None and random.random() < 0.2
        points = deal_points(rules, hands, left, winner=winner, rummy=rummy)
        melds = () if winner is None or len(deals) % 2 else (tuple(cards.pop() for _ in range(3)),)
        deals.append(DealEnded(EndedBy.BLOCKED if winner is None else EndedBy.DISCARD, winner, rummy, hands, points, melds))
        scores = [before + won for before, won in zip(scores, points, strict=True)]
        if len(staying) == 1:
            break
    return tuple(deals), scores, left


def _placings(rules: Variant, scores: list[int], left: list[int]) -> list[int]:
    better = -1 if rules.is_lowest_score_best() else 1
    staying = [better * points for seat, points in enumerate(scores) if seat not in left]
    return [
        len(scores) - left.index(seat) if seat in left else 1 + sum(other > better * points for other in staying)
        for seat, points in enumerate(scores)
    ]


def _change(random: Random, people: list[int]) -> Change:
    first, second = random.choice(people), random.choice([*people, STRANGER])
    return random.choice(
        (Void(), Void(), Reinstate(), SwapPeople(first, second), SwapPeople(first, second), Remove(first), PutBack(first))
    )
