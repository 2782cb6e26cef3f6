"""What happens in a tournament next: the pairing of each round, and what happens by itself. Pure."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import chain, count
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from bot.league.days import DAY_MS, days_later
from bot.league.tournament import events
from bot.league.tournament.events import TournamentEvent, TournamentKind, TournamentPlan
from bot.league.tournament.pairing import duplicate_round, fewest_repeats, knockout_round, swiss_round
from bot.league.tournament.round_robin import Round, round_robin
from bot.league.tournament.rows import tournament_rows
from bot.league.tournament.tournament import CHECK_IN, COME_WITHIN, MINUTE, Results, Tournament, table_sizes
from bot.rummy.cards import shuffle
from bot.rummy.variant import Variant

MOST_DRAWS = 50
"""How many draws, or byes, are tried so that people who are kept apart don't meet."""
APART = 1000
"""They are paired as if they had met so often."""


def pair_round(tournament: Tournament, here: Sequence[int], results: Results, pairings: int = 0) -> Round | None:
    """Return the next round among the people who are here; None if it can't be played. It can take a second.

    In a round robin everybody plays whom it names, here or not; one of a game for three or more, which an earlier version made,
    is paired as Swiss. In a knockout, those play who have got so far, and the first round is drawn by lot. The lots, and the
    order of equal scores, are others for each number of `pairings` that the round had before. People who are kept apart meet
    in a round robin, and where that can't be avoided.
    """
    (least, most), apart = tournament.sizes, [Round(tournament.plan.apart)]
    earlier = tournament.earlier + apart * APART
    seed = f"{tournament.number:032x}{len(tournament.rounds):016x}{pairings:016x}"  # 64 hex digits
    match tournament.next_kind:
        case TournamentKind.ROUND_ROBIN if has_round_robin(tournament.plan.variant):
            everyone = _of_first_round(tournament) if tournament.rounds else here
            return next(iter((round_robin(everyone) if len(everyone) > 1 else ())[len(tournament.rounds) :]), None)
        case TournamentKind.KNOCKOUT:
            seeded = still_in(tournament, results) if tournament.rounds else shuffle(sorted(here), seed, "seeds")
            lots = (shuffle(seeded, seed, f"draw {nth}") for nth in range(1, MOST_DRAWS))
            draws = chain([seeded], _one_exchanged(seeded), lots)
            rounds = (knockout_round(one, least=least, most=most, on=tournament.plan.on) for one in draws)
            return fewest_repeats(rounds, apart) if len(seeded) >= max(2, tournament.plan.variant.players[0]) else None
        case TournamentKind.SWISS | TournamentKind.ROUND_ROBIN:
            if len(here) < tournament.plan.variant.players[0]:
                return None
            scores = {row.person: row.score for row in tournament_rows(tournament, results) if row.person in here}
            pair = partial(swiss_round, scores, earlier, least=least, most=most, seed=seed)
            first = pair(skip=0)  # without byes the others are the same, and among many, another bye hardly ever helps
            skips = range(1, len(here) if first.byes and len(here) < MOST_DRAWS else 1)
            return fewest_repeats(chain([first], (pair(skip=skip) for skip in skips)), apart)
        case TournamentKind.DUPLICATE:
            size = duplicate_size(len(here), least, most)
            if size is None:
                return None
            scores = {row.person: row.score for row in tournament_rows(tournament, results) if row.person in here}
            paired = duplicate_round(scores, earlier, size=size, seed=seed, least=least)
            seated = tuple(shuffle(people, seed, f"seats {place}") for place, people in enumerate(paired.tables))
            return Round(seated, paired.byes)


def _one_exchanged(seeded: Sequence[int]) -> Iterator[list[int]]:
    """Yield the orders in which two neighbours have changed places, the last ones first."""
    for place in reversed(range(1, len(seeded))):
        yield [*seeded[: place - 1], seeded[place], seeded[place - 1], *seeded[place + 1 :]]


def least_people(plan: TournamentPlan) -> int:
    """Return how many people a round needs: for duplicate deals, those of two tables."""
    return 2 * table_sizes(plan.variant)[0] if plan.kind == TournamentKind.DUPLICATE else plan.variant.players[0]


def has_round_robin(variant: Variant) -> bool:
    """Return True if a game can be played at the tables of a round robin, which are for two."""
    return variant.players[0] == 2


def duplicate_size(people: int, least: int, most: int) -> int | None:
    """Return the size of all tables of a duplicate round: the fewest people sit out, then near four; None for one table."""
    sizes = [size for size in range(least, most + 1) if people // size > 1]
    return min(sizes, key=lambda size: (people % size, abs(size - 4)), default=None)


def _of_first_round(tournament: Tournament) -> list[int]:
    """Return the people of the first round, or who plays for them."""
    playing = {tournament.successor(person) for person in tournament.rounds[0].people}
    return [person for person in tournament.people if person in playing]


class Cut(Struct, frozen=True):
    """Who goes on from a place of a knockout, with their shares. What it is decided `by` who of `equals` does; empty before."""

    through: dict[int, Fraction]
    equals: tuple[int, ...] = ()
    by: Literal["", "deal", "hands", "lot"] = ""


def cut_at(tournament: Tournament, results: Results, nth: int, place: int) -> Cut:
    """Return who goes on from a place of the `nth` round (from 0), under the numbers of those who play for them now.

    Of equals it is who beat more in their extra deal, then who had the fewest points left in hand there, then lots decide.
    """
    played, on = tournament.rounds[nth], tournament.plan.on
    won, deals = played.outcome(place, results) or {}, dict[int, tuple[Fraction, int] | None]()
    for extra in tournament.rounds[nth + 1 : nth + 2]:
        for at, people in enumerate(extra.tables if extra.extra else ()):
            beaten, match = extra.outcome(at, results), results.get(extra.opened.get(at, 0))
            left = {seat.person: -own for seat, own in zip(match.seats, match.last_hands, strict=False)} if match else {}
            for one in people:
                deals[tournament.successor(one)] = None if beaten is None else (beaten[one], left.get(one, 0))
    came, none = sorted(played.came(place, results) & won.keys()), (Fraction(0), 0)
    lots = shuffle(came, f"{tournament.number:032x}{nth:016x}{place:016x}", "lots")
    shares = {tournament.successor(one): won[one] for one in lots}
    order = sorted(shares, key=lambda one: (shares[one], deals.get(one, none) or none), reverse=True)
    if len(order) <= on or shares[order[on - 1]] > shares[order[on]]:
        return Cut({one: shares[one] for one in order[:on]})
    equals = tuple(one for one in order if shares[one] == shares[order[on]])
    last, out = deals.get(order[on - 1], none), deals.get(order[on], none)
    if last is None or out is None:
        return Cut({one: shares[one] for one in order[:on] if one not in equals}, equals)
    by: Literal["deal", "hands", "lot"] = "lot" if last == out else "hands" if last[0] == out[0] else "deal"
    return Cut({one: shares[one] for one in order[:on]}, equals, by)


def still_in(tournament: Tournament, results: Results) -> list[int]:
    """Return who is still in a knockout, the best of the last round first: the first of each table, and those with a bye.

    After Swiss rounds, it is the first of the table who stay; lots order equals.
    """
    if not tournament.rounds:
        return tournament.staying
    if tournament.kind_of(len(tournament.rounds) - 1) != TournamentKind.KNOCKOUT:
        lots = shuffle(tournament_rows(tournament, results), f"{tournament.number:064x}", "cut")
        order = sorted((row for row in lots if row.person not in tournament.left), key=lambda row: row.position)
        return [row.person for row in order[: tournament.plan.cut]]
    *_, (nth, last) = [(nth, one) for nth, one in enumerate(tournament.rounds) if not one.extra]
    through = {tournament.successor(person): Fraction(2) for person in last.byes}
    for place in range(len(last.tables)):
        through |= cut_at(tournament, results, nth, place).through
    return sorted(through, key=through.__getitem__, reverse=True)


def is_last_round(tournament: Tournament) -> bool:
    """Return True if no round follows the one that has begun last."""
    last = tournament.rounds[-1]
    match tournament.kind_of(len(tournament.rounds) - 1):
        case TournamentKind.ROUND_ROBIN:
            people = len(_of_first_round(tournament))
            return len(tournament.rounds) >= people - 1 + people % 2
        case TournamentKind.KNOCKOUT:
            return last.is_final or tournament.deciding_deal is not None
        case TournamentKind.SWISS | TournamentKind.DUPLICATE:
            return len(tournament.rounds) >= tournament.plan.rounds and not tournament.plan.cut


class AtPlace(Struct, frozen=True):
    """Who has come to the newest table of a place, which is for these `people`, and whether the match there has begun.

    `is_played` if a match ended there; without a result, it was broken off or voided. `is_ended`: all there have broken it off.
    `waited` have had a table open there for a day; this is known at the end of a round of days.
    """

    came: tuple[int, ...] = ()
    is_playing: bool = False
    is_played: bool = False
    is_ended: bool = False
    waited: tuple[int, ...] = ()
    people: tuple[int, ...] = ()


def next_event(
    tournament: Tournament, results: Results, now: int, at_places: Mapping[int, AtPlace] = {}, *, patience: int = 0
) -> TournamentEvent | None:
    """Return what happens by itself at `now` (epoch ms); None if nothing does. Ask again after each event.

    Until `patience` (epoch ms), nobody is late: the bot couldn't be reached shortly before.
    """
    number, name, done = tournament.number, tournament.name, len(tournament.rounds)
    if tournament.over_at is not None:
        return None
    if tournament.check_in:
        expected = awaited(tournament, results)
        may_end = tournament.next_kind != TournamentKind.KNOCKOUT  # an award that was taken back can be given again first
        is_complete = done > 0 and (may_end or len(expected) > 1) and tournament.here.issuperset(expected)
        is_time = now >= max(tournament.begins, patience)
        return begin_round(tournament, results, now) if is_time or is_complete else None
    if not tournament.rounds:
        start = tournament.plan.start
        if start is None or now < (start if tournament.plan.days else start - CHECK_IN):
            return None
        begins = start if now < start else now + CHECK_IN  # the bot may have been down at its start
        return begin_round(tournament, results, now) if tournament.plan.days else events.CheckInOpened(number, name, 1, begins)
    last = tournament.rounds[-1]
    for place in range(len(last.tables)):
        at = at_places.get(place, AtPlace())
        if at.is_playing or last.opened.get(place, 0) in results or last.outcome(place, results) is not None:
            continue  # a table of a duplicate round has a result before the round is decided
        if at.is_ended and (last.deals or place in last.again):
            return events.NotPlayed(number, done, place, last.tables[place], name, ended=True)
        if at.is_played and last.deals:  # played again, its cards would be known
            return events.NotCome(number, done, place, (), name)
        if at.is_played and place not in last.again:
            return events.TableWithoutResult(number, done, place, come_by(tournament.plan, now))
        if now < max(last.come_to(place), patience):
            continue
        people = last.tables[place]
        waited = tuple(person for person in people if person in at.waited)
        plays_nobody = len(at.came) < 2 or not set(waited) <= set(at.came)  # others can't take a win by a late press
        if tournament.plan.days and not at.is_played and plays_nobody:
            return events.NotPlayed(number, done, place, last.missing(place, waited), name, waited)
        missing = last.missing(place, at.came)
        if set(missing) - set(last.absent.get(place, ())):
            return events.NotCome(number, done, place, missing, name)
    if not last.is_over(results):
        return None
    if not last.extra and (deals := extra_deals(tournament, results)):
        return events.RoundBegun(number, name, done + 1, tuple(deals), (), come_by(tournament.plan, now), extra=True)
    if not is_last_round(tournament):
        if tournament.plan.days:
            return begin_round(tournament, results, now)
        return events.CheckInOpened(number, name, done + 1, now + CHECK_IN)
    return end_tournament(tournament, now)


def more_time(tournament: Tournament, now: int) -> events.MoreTime | None:
    """Return what keeps the deadline ahead of `now` (epoch ms) while nobody can see it; None if that isn't needed."""
    one, nth = tournament, tournament.check_in or len(tournament.rounds)
    if not nth or one.over_at is not None:
        return None
    deadline = one.begins if one.check_in else one.rounds[-1].come_by
    if deadline >= come_by(one.plan, now):
        return None
    if one.plan.days:
        return events.DaysAdded(one.number, one.name, nth, max(1, one.plan.days - (deadline - now) // DAY_MS))
    return events.RoundExtended(one.number, one.name, nth, (now + 2 * COME_WITHIN - deadline) // MINUTE)


def come_by(plan: TournamentPlan, now: int) -> int:
    """Return until when people have to come to their table if they can do so from `now` on (epoch ms)."""
    return days_later(now, plan.days, plan.zone) if plan.days else now + COME_WITHIN


def end_tournament(tournament: Tournament, now: int) -> events.TournamentMade | events.TournamentEnded:
    """Return the end of a tournament; of a weekly one first that of the next week, or of a later one.

    The next one starts after `now` (epoch ms): the bot may have been down for weeks, and nobody can play those.
    """
    plan = tournament.plan
    if plan.weekly and plan.start is not None:
        starts = (days_later(plan.start, 7 * weeks, plan.weekly) for weeks in count(1))
        following = replace(plan, start=next(start for start in starts if start > now))
        return events.TournamentMade(0, tournament.name, tournament.channel, following, follows=tournament.number)
    return events.TournamentEnded(tournament.number, tournament.name)


def extra_deals(tournament: Tournament, results: Results) -> list[tuple[int, ...]]:
    """Return the tables of equals who can play an extra deal after the round: for the first place, or for going on."""
    tables, (least, most) = list[tuple[int, ...]](), tournament.plan.variant.players
    if is_last_round(tournament):
        rows = tournament_rows(tournament, results)
        tables = [tuple(row.person for row in rows if row.position == 1 and row.played)]
    elif tournament.kind_of(len(tournament.rounds) - 1) == TournamentKind.KNOCKOUT:
        nth, last = len(tournament.rounds) - 1, tournament.rounds[-1]
        tables = [cut_at(tournament, results, nth, place).equals for place in range(len(last.tables))]
    return [one for one in tables if max(2, least) <= len(one) <= most]


def awaited(tournament: Tournament, results: Results) -> list[int]:
    """Return the people who may check in for the next round, in the order in which they joined."""
    if tournament.next_kind == TournamentKind.KNOCKOUT:
        through = still_in(tournament, results)
        return [person for person in tournament.staying if person in through]
    return tournament.staying


def begin_round(
    tournament: Tournament, results: Results, now: int
) -> events.RoundBegun | events.TournamentMade | events.TournamentEnded:
    """Return the beginning of the next round among those who have checked in; the end of the tournament if it can't be played.

    In rounds of days everyone plays.
    """
    here = [person for person in awaited(tournament, results) if tournament.plan.days or person in tournament.here]
    paired = pair_round(tournament, here, results)
    number = len(tournament.rounds) + 1
    if paired is None:
        end = end_tournament(tournament, now)
        return replace(end, unplayed=number) if isinstance(end, events.TournamentEnded) else end
    until = come_by(tournament.plan, now)
    return events.RoundBegun(tournament.number, tournament.name, number, paired.tables, paired.byes, until)


def take_out(tournament: Tournament, results: Results, person: int) -> events.TakenOut:
    """Return what happens if the person doesn't take part any more: they lose a match that hasn't begun."""
    place = tournament.place_of(person) if tournament.is_being_played else None
    if place is not None:
        last = tournament.rounds[-1]
        is_played = last.outcome(place, results) is not None or last.opened.get(place, 0) in results
        place = None if is_played or person in last.absent.get(place, ()) else place
    return events.TakenOut(tournament.number, tournament.name, person, place)


def may_pair_again(tournament: Tournament) -> bool:
    """Return True if the round could have been paired in another way: not if who plays whom follows from rounds before."""
    kind = tournament.kind_of(len(tournament.rounds) - 1)
    return kind in (TournamentKind.SWISS, TournamentKind.DUPLICATE) or len(tournament.rounds) == 1


def pair_again(tournament: Tournament, results: Results, also: Collection[int] = ()) -> Round | None:
    """Return the round that has begun last, paired in another way.

    It is played by those of it who stay, those who have joined since, and `also` by these.
    """
    last = tournament.rounds[-1]
    before = replace(tournament, rounds=tournament.rounds[:-1])
    in_it = {person for people in (*last.tables, last.byes, also) for person in people}
    here = [person for person in tournament.staying if person in in_it or tournament.people[person] == len(tournament.rounds)]
    return pair_round(before, here, results, last.paired_again + 1)
