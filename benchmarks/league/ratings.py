"""Which `beta` predicts this project's own matches best: whole matches of rami between simple players of known strength.

There are three ways to play, each better than the one before: at random; melding immediately; melding immediately and
discarding the card that is worth least to the hand. Three kinds of servers use them, with 24 people each:
- *three levels*: eight people for each way;
- *two levels*: twelve people for each of the better two, as where everyone can play;
- *24 levels*: each person plays some moves at random and the others, from 40 to 100 % of them, in the best way.
People meet at random tables of two to four, in about 100 matches each. Every match is predicted from the ratings before it,
pair by pair, and then rated. The best beta has the lowest log-loss, averaged over the kinds; if several are equally good within
a standard error, the one that puts more people in the right order.
`make ratings` takes three to seven minutes on two cores; the seeds are fixed, so the outcome is always the same.
"""

import math
import os
import random
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from pathlib import Path
from statistics import mean, variance

from benchmarks.results import Row, report
from bot.league.ratings import BETA, START_RATING, START_SIGMA, Rating, ratings_after
from bot.rummy.cards import FRENCH52, Card, Face, face
from bot.rummy.decide import play
from bot.rummy.events import Awaited
from bot.rummy.legal_moves import legal_moves
from bot.rummy.match import Match
from bot.rummy.melds import read_meld
from bot.rummy.moves import DealCards, Discard, SeatMove, StartMatch
from bot.rummy.variant import Variant
from bot.rummy.variant_reader import read_variant
from tests.rummy.gauntlet.policies import Policy, at_random, eager

ROOT = Path(__file__).parents[2]
BETAS = tuple(START_SIGMA * times for times in (0.5, 1, 1.25, 1.5, 1.75, 2, 3, 4))
KINDS = ("three levels", "two levels", "24 levels")
PEOPLE, SERVERS, MATCHES, TABLES = 24, 3, 800, (2, 3, 4)
EARLY, LATE = 10, 50  # matches that everyone has played when the order of the ratings is checked


@dataclass(frozen=True, slots=True)
class Server:
    """The matches of 24 people, each as the people and their placings. A higher level is a better player."""

    kind: str
    levels: tuple[int, ...]
    matches: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class Trial:
    """A beta's result on a server: the log-loss per pair, and the share of pairs of different levels in the right order."""

    loss: float
    early: float
    late: float


def measure(servers: int = SERVERS, matches: int = MATCHES) -> list[Row]:
    """Return the figures as rows of the table of results."""
    with ProcessPoolExecutor(os.cpu_count()) as workers:
        wanted = list(product(KINDS, range(servers), [matches]))
        played = list(workers.map(server, *zip(*wanted, strict=True)))
        trials = {beta: list(workers.map(trial, played, [beta] * len(played))) for beta in BETAS}
        wins = list(workers.map(share_of_wins, (eager, throwing_well), (at_random, eager)))
    losses = {beta: mean(trial.loss for trial in tried) for beta, tried in trials.items()}
    best = min(losses, key=lambda beta: losses[beta])
    rows = [
        Row("melding immediately, two at a table", f"wins {wins[0]:.0%}", "playing at random", "-", f"{wins[0]:.0%}", met=True),
        Row("throwing well too, two at a table", f"wins {wins[1]:.0%}", "melding immediately", "-", f"{wins[1]:.0%}", met=True),
    ]
    for beta, tried in trials.items():
        by_kind = {kind: mean(each.loss for each, on in zip(tried, played, strict=True) if on.kind == kind) for kind in KINDS}
        ours = math.isclose(beta, BETA, rel_tol=1e-4)
        early, late = (f"{mean(shares):.1%}" for shares in zip(*((each.early, each.late) for each in tried), strict=True))
        worse, error = losses[beta] - losses[best], _standard_error(tried, trials[best], played)
        rows.append(
            Row(
                figure=f"beta {beta:.1f}, {beta / START_SIGMA:.2f} × the spread at the start" + (" (ours)" if ours else ""),
                value=f"log-loss {losses[beta]:.4f} (" + ", ".join(f"{kind} {by_kind[kind]:.4f}" for kind in KINDS) + ")",
                against=f"a coin: {math.log(2):.4f}",
                target="the lowest, within its error" if ours else "-",
                measured=f"{worse:+.4f} ± {error:.4f}; in order after {EARLY} matches {early}, after {LATE} {late}",
                met=worse <= error or not ours,
            )
        )
    return rows


def _standard_error(tried: Sequence[Trial], best: Sequence[Trial], played: Sequence[Server]) -> float:
    """Return the standard error of the difference between two betas' mean log-losses, from the servers of each kind."""
    differences: dict[str, list[float]] = {kind: [] for kind in KINDS}
    for one, other, on in zip(tried, best, played, strict=True):
        differences[on.kind].append(one.loss - other.loss)
    return math.sqrt(sum(variance(each) / len(each) for each in differences.values())) / len(KINDS)


def server(kind: str, number: int, matches: int) -> Server:
    """Return a server with its matches, which are the same every time."""
    dice, variant = random.Random(f"{kind} {number}"), _rami()
    levels = tuple({"three levels": person // 8, "two levels": 1 + person // 12}.get(kind, person) for person in range(PEOPLE))
    policies = [_mixed(0.4 + 0.6 * level / (PEOPLE - 1)) if kind == "24 levels" else WAYS[level] for level in levels]
    played = []
    for _ in range(matches):
        people = tuple(dice.sample(range(PEOPLE), dice.choice(TABLES)))
        played.append((people, placings(variant, [policies[person] for person in people], dice)))
    return Server(kind, levels, tuple(played))


def win_probability(one: Rating, other: Rating, *, beta: float = BETA) -> float:
    """Return the probability, from 0 to 1, that the first finishes above the second according to the model."""
    unsure = math.sqrt(one.sigma**2 + other.sigma**2 + 2 * beta**2)
    return (1 + math.tanh((one.mu - other.mu) / unsure / 2)) / 2


def trial(on: Server, beta: float) -> Trial:
    """Predict and rate a server's matches one after the other."""
    now, losses, order = [START_RATING] * PEOPLE, [], {}
    for people, placed in on.matches:
        for one, other in combinations(range(len(people)), 2):
            above = win_probability(now[people[one]], now[people[other]], beta=beta)
            truth = 0.5 if placed[one] == placed[other] else float(placed[one] < placed[other])
            losses.append(-truth * math.log(above) - (1 - truth) * math.log(1 - above))
        for person, rating in zip(people, ratings_after([now[person] for person in people], placed, beta=beta), strict=True):
            now[person] = rating
        least = min(rating.matches for rating in now)
        if least in (EARLY, LATE) and least not in order:
            pairs = [(one, other) for one, other in combinations(range(PEOPLE), 2) if on.levels[one] < on.levels[other]]
            order[least] = mean(now[one].mu < now[other].mu for one, other in pairs)
    return Trial(mean(losses), order.get(EARLY, math.nan), order.get(LATE, math.nan))


def share_of_wins(one: Policy, other: Policy, matches: int = 500) -> float:
    """Return the share of matches that the first wins against the second."""
    dice = random.Random(7)
    return mean(placings(_rami(), (one, other), dice)[0] == 1 for _ in range(matches))


def placings(variant: Variant, policies: Sequence[Policy], dice: random.Random) -> tuple[int, ...]:
    """Play a whole match and return the placings, in the order of the policies."""
    match = play(None, None, StartMatch(variant, len(policies), dice.randbytes(32).hex()))
    while match.placings is None:
        seat = match.seat_to_act()
        if match.awaits == Awaited.DEAL or seat is None:
            match = play(match, None, DealCards(dice.randbytes(32).hex()))
        else:
            match = play(match, seat, policies[seat](dice, match, legal_moves(match, seat)))
    return match.placings


def throwing_well(dice: random.Random, match: Match, moves: list[SeatMove]) -> SeatMove:
    """Meld immediately, and discard the card that fewest others would make a meld with.

    Of several, discard the one with the most points.
    """
    move = eager(dice, match, moves)
    if not isinstance(move, Discard) or match.deal is None:
        return move
    hand = match.deal.hands[match.deal.turn.seat]
    throws = [move for move in moves if isinstance(move, Discard)]
    return min(throws, key=lambda move: (_worth(move.card, hand), -match.variant.points(move.card)))


WAYS: tuple[Policy, ...] = (at_random, eager, throwing_well)


def _mixed(share: float) -> Policy:
    return lambda dice, match, moves: (throwing_well if dice.random() < share else at_random)(dice, match, moves)


def _worth(card: Card, hand: Sequence[Card]) -> int:
    """Return how many third cards would make a meld of this card and another of the hand."""
    return sum(_outs(frozenset((face(card), face(other)))) for other in hand if other != card)


@cache
def _outs(pair: frozenset[Face]) -> int:
    two = tuple(map(Card, pair))
    return sum(read_meld((*two, Card(third)), _rami()) is not None for third in FRENCH52 if Face(third) not in pair)


@cache
def _rami() -> Variant:
    return read_variant("rami", (ROOT / "data/variants/rami.toml").read_text(encoding="utf-8"), source="rami.toml")


def main() -> None:
    report(measure(), title="the spread of the ratings")


if __name__ == "__main__":
    main()
