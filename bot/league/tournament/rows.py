"""The table of a tournament: what each round was worth to each person, and their positions."""

import dataclasses
from collections.abc import Mapping, Sequence
from fractions import Fraction

from bot.league.match_facts import league_placings
from bot.league.tournament.events import TournamentKind
from bot.league.tournament.scores import PersonRow, Played, Unplayed, tournament_table
from bot.league.tournament.tournament import Results, Tournament, TournamentRound


def tournament_rows(tournament: Tournament, results: Results) -> list[PersonRow]:
    """Return everyone's row as of the rounds that are over, the best first.

    In a knockout, who got further is better, and in the same round, who beat more there; after Swiss rounds, those in the
    knockout are before the others. A match that is voided after its round counts as a bye for its people.
    """
    people = in_rounds(tournament, results)
    swiss = tournament.plan.rounds if tournament.plan.cut else 0
    rows = tournament_table({person: own[: swiss or None] for person, own in people.items()})
    if swiss or tournament.plan.kind == TournamentKind.KNOCKOUT:
        rows = _by_reached_round(rows, {person: own[swiss:] for person, own in people.items()})
    extra = tournament.deciding_deal
    return rows if extra is None else _with_extra_deal(rows, tournament, extra.outcome(0, results) or {})


def in_rounds(tournament: Tournament, results: Results) -> dict[int, list[Played | Unplayed]]:
    """Return what became of everyone in each round that is over, without extra deals."""
    is_played = len(tournament.rounds) - tournament.is_being_played
    over = [(nth, one) for nth, one in enumerate(tournament.rounds) if nth < is_played or one.is_over(results)]
    rounds = [(nth, one) for nth, one in over if not one.extra]
    return {person: [_in_round(tournament, one, person, nth, results) for nth, one in rounds] for person in tournament.people}


def _with_extra_deal(rows: list[PersonRow], tournament: Tournament, won: Mapping[int, Fraction]) -> list[PersonRow]:
    """Return the rows with those who are equal in the order of the extra deal.

    Who is no longer equal, because a match was corrected, is where their score puts them.
    """
    if not won:
        return rows
    after, best = {tournament.successor(person): share for person, share in won.items()}, max(won.values())
    keys = {row.person: (row.position, -after.get(row.person, best)) for row in rows}
    rows = sorted(rows, key=lambda row: keys[row.person])
    return [dataclasses.replace(row, position=1 + sum(other < keys[row.person] for other in keys.values())) for row in rows]


def _by_reached_round(rows: list[PersonRow], people: Mapping[int, Sequence[Played | Unplayed]]) -> list[PersonRow]:
    """Return the rows of a knockout, whoever got further first; those who weren't in it as they were."""
    reached = [(row, _reached(people[row.person])) for row in rows]
    keys = {row.person: (*way, 0 if way[0] else -row.position) for row, way in reached}
    rows.sort(key=lambda row: keys[row.person], reverse=True)
    return [dataclasses.replace(row, position=1 + sum(other > keys[row.person] for other in keys.values())) for row in rows]


def _reached(rounds: Sequence[Played | Unplayed]) -> tuple[int, Fraction]:
    """Return the last round in which a person was in a knockout, and what they won there."""
    last = max((nth for nth, one in enumerate(rounds, start=1) if isinstance(one, Played) or one == Unplayed.BYE), default=0)
    one = rounds[last - 1] if last else None
    return last, one.share if isinstance(one, Played) else Fraction(1)


def _in_round(tournament: Tournament, played: TournamentRound, person: int, nth: int, results: Results) -> Played | Unplayed:
    """Return what became of a person, or of whom they play for, in a round that is over."""
    own = {person, *(one for one in tournament.replaced if tournament.successor(one) == person)}
    if own & set(played.byes):
        return Unplayed.BYE
    for place, people in enumerate(played.tables):
        if not (at := own & set(people)):
            continue
        who = at.pop()
        match = results.get(played.opened.get(place, 0))
        placings = [] if match is None else league_placings(match)
        if who not in (came := played.came(place, results)):
            return Unplayed.ABSENT
        if played.is_bye(place, results):
            return Unplayed.BYE
        if (outcome := played.outcome(place, results)) is None:
            return Unplayed.BYE
        share = outcome.get(who, Fraction(0))
        cards = next((one.per_deal for one in placings if one.person == who), 0)
        return Played(share, tuple(tournament.successor(one) for one in people if one != who and one in came), cards)
    return Unplayed.LATE if tournament.people[person] > nth else Unplayed.ABSENT
