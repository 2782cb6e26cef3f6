"""The bracket of a knockout as a picture under its card, and its description in words."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from discord import ui

from bot.league.tournament.course import is_last_round, still_in
from bot.league.tournament.events import TournamentKind
from bot.league.tournament.pairing import knockout_round
from bot.league.tournament.tournament import Results, Tournament, TournamentRound
from bot.messages.names import Names
from bot.messages.pictures.bracket import MOST_COLUMNS, MOST_ROWS, Bracket, BracketBox, BracketPerson
from bot.messages.pictures.galleries import cut_alt
from bot.messages.pictures.picture import Picture, PictureChoice, PictureGallery
from bot.messages.words import Words


def bracket_items(
    tournament: Tournament, results: Results, names: Names, choice: PictureChoice, say: Words
) -> "list[ui.Item[Any]]":
    """Return the picture, and below it which rounds it leaves out.

    Return nothing for readers who want text, for other kinds of tournaments, and before the first round.
    """
    if not choice or tournament.plan.kind != TournamentKind.KNOCKOUT or not tournament.rounds:
        return []
    bracket = bracket_of(tournament, results, names, say)
    items: list[ui.Item[Any]] = [PictureGallery(Picture(bracket, choice.colours, bracket_alt(bracket, say)))]
    if bracket.first == 2:
        items.append(ui.TextDisplay(f"-# {say('Round 1 is under **Rounds**.')}"))
    if bracket.first > 2:
        items.append(ui.TextDisplay(f"-# {say('Rounds 1 to {last} are under **Rounds**.', last=bracket.first - 1)}"))
    return items


def bracket_of(tournament: Tournament, results: Results, names: Names, say: Words) -> Bracket:
    """Return the last rounds of a knockout that has begun, as many as a picture has room for, with those to come."""
    shown = [one for one in tournament.rounds if not one.extra or one is tournament.deciding_deal]
    people = [_people_of(played, results) for played in shown]
    order = _order(tournament, [[box for _, box in one] for one in people])
    rounds = []
    for nth, played in enumerate(shown):
        boxes = [people[nth][at] for at in order[nth]]
        after = [people[nth + 1][at][1] for at in order[nth + 1]] if nth + 1 < len(people) else []
        through = _through(tournament, shown, nth, results)
        rounds.append(tuple(_box(tournament, played, box, results, through, after, names, say) for box in boxes))
    rounds += [tuple(BracketBox(0, seats) for seats in one) for one in _to_come(tournament, results)]
    kept = 0
    for one in reversed(rounds[-MOST_COLUMNS:]):
        if kept and sum(box.seats for box in one) > MOST_ROWS:
            break
        kept += 1
    return Bracket(len(rounds) - kept + 1, tuple(rounds[-kept:]))


_Box = tuple[int | None, tuple[int, ...]]
"""The place of a table, None for a bye, and its people, the best first."""


def _people_of(played: TournamentRound, results: Results) -> list[_Box]:
    found: list[_Box] = []
    for place, people in enumerate(played.tables):
        won = played.outcome(place, results) or {}
        found.append((place, tuple(sorted(people, key=lambda person: -won.get(person, Fraction(0))))))
    return found + [(None, (person,)) for person in played.byes]


def _order(tournament: Tournament, boxes: Sequence[Sequence[tuple[int, ...]]]) -> list[list[int]]:
    """Return the order of the boxes in each round: those whose people meet next are neighbours, so that no lines cross."""
    orders = [list(range(len(boxes[-1])))]
    for one, after in zip(reversed(boxes[:-1]), reversed(boxes[1:]), strict=True):
        ordered = [after[at] for at in orders[0]]
        places = [_leads_to(tournament, people, ordered) for people in one]
        orders.insert(
            0, sorted(range(len(one)), key=lambda at: sum(places[at]) / len(places[at]) if places[at] else len(after))
        )
    return orders


def _leads_to(tournament: Tournament, people: Sequence[int], after: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Return the boxes of the next round in which these people, or who plays for them since, are."""
    now = {tournament.successor(person) for person in people}
    return tuple(at for at, box in enumerate(after) if now & {tournament.successor(person) for person in box})


def _through(tournament: Tournament, shown: Sequence[TournamentRound], nth: int, results: Results) -> frozenset[int]:
    """Return who went on from this round, or won the final; by who plays for them now."""
    if nth + 1 < len(shown):
        found = shown[nth + 1].people
    elif is_last_round(tournament):
        won = shown[nth].outcome(0, results) or {}
        best = max(won.values(), default=Fraction(0))
        found = [person for person, share in won.items() if share == best > 0]
    else:
        found = still_in(tournament, results)
    return frozenset(map(tournament.successor, found))


def _box(
    tournament: Tournament,
    played: TournamentRound,
    box: _Box,
    results: Results,
    through: frozenset[int],
    after: Sequence[tuple[int, ...]],
    names: Names,
    say: Words,
) -> BracketBox:
    place, people = box
    won: Mapping[int, Fraction] = {} if place is None else played.outcome(place, results) or {}
    rows = tuple(
        BracketPerson(
            names.plain(person),
            names.username(person),
            say.decimal(won[person]) if person in won else "",
            tournament.successor(person) in through and (place is None or person in won),
        )
        for person in people
    )
    return BracketBox(
        0 if place is None else played.opened.get(place, 0), len(people), rows, _leads_to(tournament, people, after)
    )


def _to_come(tournament: Tournament, results: Results) -> Iterator[list[int]]:
    """Yield the sizes of the tables, and of byes, in each round to come, if everyone comes; nothing once it is over."""
    if tournament.over_at is not None or is_last_round(tournament):
        return
    last, (least, most), on = [one for one in tournament.rounds if not one.extra][-1], tournament.sizes, tournament.plan.on
    decided = tournament.rounds[-1].is_over(results)
    people = len(still_in(tournament, results)) if decided else sum(min(on, len(one)) for one in last.tables) + len(last.byes)
    while people > 1:
        paired = knockout_round(range(people), least=least, most=most, on=on)
        yield [*map(len, paired.tables), *(1 for _ in paired.byes)]
        if len(paired.tables) == 1 and not paired.byes:
            return
        people = sum(min(on, len(one)) for one in paired.tables) + len(paired.byes)


def bracket_alt(bracket: Bracket, say: Words) -> str:
    """Return `Round 1. Table 1: Ann 1, Bob 0. Table 2: Cleo, Dan. Bye: Eve. On to the next round: Ann and Eve. …`"""
    parts = list[str]()
    for number, boxes in enumerate(bracket.rounds, start=bracket.first):
        if not boxes[0].people:
            tables = sum(box.seats > 1 for box in boxes)
            parts.append(say.many("Round {number}: one table.", "Round {number}: {count} tables.", tables, number=number))
            continue
        parts.append(say("Round {number}.", number=number))
        for box in sorted((one for one in boxes if one.seats > 1), key=lambda one: one.table):
            people = ", ".join(f"{person.name} {person.won}".strip() for person in box.people)
            parts.append(f"{say('Table {table}: {value}', table=box.table, value=people) if box.table else people}.")
        if byes := [person.name for box in boxes if box.seats == 1 for person in box.people]:
            parts.append(f"{say('Bye: {names}', names=say.all_of(byes))}.")
        through = [person.name for box in boxes for person in box.people if person.goes_on]
        if through and len(boxes) == 1:
            parts.append(f"{say('Winner: {names}', names=say.all_of(through))}.")
        elif through:
            parts.append(say("On to the next round: {names}.", names=say.all_of(through)))
    return cut_alt(parts, say)
