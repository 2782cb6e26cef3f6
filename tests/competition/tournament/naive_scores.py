"""The scores of a Swiss tournament, counted a second time and slowly: who beat whom, meeting by meeting."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from fractions import Fraction

from bot.league.match_facts import MatchResult, league_placings
from bot.league.tournament.tournament import Tournament
from tests.competition.tournament.club_evening import people_of


def naive_scores(one: Tournament, results: Mapping[int, MatchResult]) -> dict[int, Fraction]:
    """Return the scores, counted meeting by meeting: who beat whom, and then what a bye and a late entry are worth."""
    won: dict[int, list[Fraction]] = defaultdict(list)
    byes: Counter[int] = Counter()
    late: dict[int, Fraction] = defaultdict(Fraction)
    for nth, played in enumerate(one.rounds):
        shares = []
        for place, people in enumerate(played.tables):
            match = results.get(played.opened.get(place, 0))
            order = {} if match is None else {it.person: (it.has_left, it.place) for it in league_placings(match)}
            there = [
                person for person in people if person in order or (match is None and person not in played.absent.get(place, ()))
            ]
            for person in people:
                beaten = Fraction()
                for other in people:
                    if place in played.winners:
                        beaten += person == played.winners[place] and other != person
                    elif other != person and person in there:
                        is_equal = other in there and order.get(person) == order.get(other)
                        beaten += Fraction(1, 2) if is_equal else other not in there or order[person] < order[other]
                share = beaten / (len(people) - 1)
                if person not in there and place not in played.winners:
                    continue
                won[person].append(share)
                shares.append(share)
        byes.update(played.byes)
        lower = sorted(shares)[: -(-len(shares) // 2)]
        for person, since in one.people.items():
            if since > nth and person not in people_of(played.tables):
                late[person] += sum(lower, Fraction()) / len(lower)
    return {
        person: sum(won[person], late[person])
        + byes[person] * (sum(won[person], Fraction()) / len(won[person]) if won[person] else Fraction(1, 2))
        for person in one.people
    }
