"""Gin beside another implementation, OpenSpiel's `gin_rummy`: random deals are played in ours and repeated there.

Before every decision both must have the same player, cards, deadwood, discards, knocks and lay-offs, and at the end the same
points. Where OpenSpiel has other rules, this is what is done about it, and how often it happened is printed:

- It lets a card just taken go back. Everything else must be equal without that card.
- Equal deadwood after a knock brings it no points. Ours must pay the undercut's bonus, as RULES 8.19 says.
- With two cards left in the stock it may offer a knock with the top discard. It passes there; ours is void.
- It adds up a hand of eleven from the best melds of all eleven, so it misses some knocks. Each must be one that it accepts as
  a discard with a knock; a deal that chooses one ends there (`excluded`).
- On each end of a run it lets two cards be laid off. A deal that chooses a third ends there (`excluded`).
- It doesn't say on which meld a card is laid off: one on a set may extend a run, too, so that the next card seems to fit.
  For these two reasons the fewest points that lay-offs can leave may differ, below ours and above.
- It has no big gin, which is never chosen.
- It ends a deal at the fiftieth card taken: after 49 the stock is drawn.
- It lets who hasn't knocked choose which melds to show. Ours must show the best ones.
- Runs of six and more are laid there in parts.

It has only one deal: no boxes, no points for a game, and no deals that spades double. `take back` is never chosen.
`python -m benchmarks.rules.openspiel_gin --deals 10000 --seed 0`
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import closing
from typing import NamedTuple

from msgspec.structs import asdict, replace

from benchmarks.rules.openspiel_process import GinPeer, Position, RepeatedDeal
from benchmarks.rules.other_process import OPENSPIEL
from benchmarks.rules.random_gin import Decision, PlayedDeal, RandomDeal
from bot.rummy.moves import LAY_OFF_ALL
from bot.rummy.variant import Variant
from tests.rummy.presets import variant


class ComparedGame(NamedTuple):
    """A game in both programs. Its numbers are those of RULES 8.19 and 8.20, written a second time."""

    name: str
    rules: Variant
    parameters: Mapping[str, int | bool]


MODERN = {"gin_bonus": 25, "undercut_bonus": 25}
GAMES = (
    ComparedGame("gin", variant("gin"), {"knock_card": 10, **MODERN}),
    ComparedGame(
        "gin, classic scores", variant("gin", gin_scores="classic"), {"knock_card": 10, "gin_bonus": 20, "undercut_bonus": 10}
    ),
    ComparedGame("Oklahoma gin", variant("oklahoma"), {"oklahoma": True, **MODERN}),
    ComparedGame("straight gin", variant("straight_gin"), {"knock_card": 0, **MODERN}),
)


class Different(Exception):  # noqa: N818  (it is what is looked for)
    """The first difference that no rule explains."""


def compare(deals: int, seed: int) -> Counter[str]:
    """Return how often what happened. Raise Different if both programs disagree."""
    counts = Counter[str]()
    with closing(GinPeer()) as peer:
        for number in range(deals):
            game = GAMES[number % len(GAMES)]
            played = RandomDeal(game.rules, random.Random(f"{seed} {number}")).play()
            repeated = peer.repeat(game.parameters, played.steps)
            try:
                counts += _compare_deal(game, played, repeated)
            except Different as difference:
                raise Different(f"{_deal_text(game, played)}\n{difference}") from None
            counts[f"deals of {game.name}"] += 1
    return counts


def _deal_text(game: ComparedGame, played: PlayedDeal) -> str:
    """Return the deal for people: its cards and moves."""
    *dealt, upcard = played.steps[0]
    hands = f"0 has {' '.join(dealt[:10])}, 1 has {' '.join(dealt[10:])}; upcard {upcard}"
    return "\n".join((game.name, hands, *played.moves, f"by {played.how}, points {played.points}"))


def _compare_deal(game: ComparedGame, played: PlayedDeal, repeated: RepeatedDeal) -> Counter[str]:
    counts = played.counts.copy()
    for number, (decision, theirs) in enumerate(zip(played.decisions, repeated.positions, strict=False)):
        counts["decisions"] += 1
        ours, adapted = asdict(decision.position), asdict(_adapt(theirs, decision, counts))
        if wrong := [name for name in ours if ours[name] != adapted[name]]:
            lines = [f"{name}: ours {ours[name]}, OpenSpiel's {adapted[name]}" for name in wrong]
            raise Different("\n".join((f"after move {number}, with {decision.position.hands}:", *lines)))
    if repeated.refused is not None:
        counts[_why_refused(played, repeated)] += 1
        return counts
    if not repeated.over or len(repeated.positions) != len(played.decisions):
        raise Different("OpenSpiel's deal isn't over")
    counts[f"ends by {played.how}"] += 1
    _compare_points(game, played, repeated, counts)
    return counts


def _adapt(theirs: Position, decision: Decision, counts: Counter[str]) -> Position:
    """Return OpenSpiel's position without what its other rules explain, and count that."""
    ours = decision.position
    if decision.is_void and theirs.words == ("knock", "pass"):
        counts["other: a knock with the top discard when two cards are left"] += 1
        return replace(theirs, words=("pass",))
    if theirs.left:
        return _adapt_play(theirs, decision, counts)
    if _is_explained(ours.best, theirs.best, decision):
        counts["other: the fewest points after lay-offs differ by such cards"] += 1
        theirs = replace(theirs, best=ours.best)
    more, fewer = {*theirs.cards} - {*ours.cards}, {*ours.cards} - {*theirs.cards}
    if more and more <= decision.beside:
        counts["other: a card next to one that is laid off on a set seems to fit"] += 1
        theirs = replace(theirs, cards=tuple(sorted({*theirs.cards} - more)))
    if fewer and fewer <= decision.third:
        counts["other: a third card on an end of a run isn't offered"] += 1
        theirs = replace(theirs, cards=tuple(sorted({*theirs.cards} | fewer)))
    return theirs


def _adapt_play(theirs: Position, decision: Decision, counts: Counter[str]) -> Position:
    """Return the position of a player with eleven cards without what OpenSpiel's other rules explain, and count that."""
    knocks = theirs.knocks or theirs.missed
    if bool(theirs.knocks) != ("knock" in theirs.words):
        raise Different("OpenSpiel offers a knock without a card to discard")
    if decision.taken in theirs.cards:
        counts["other: a card just taken may go back"] += 1
    if {*theirs.missed} - {decision.taken}:
        counts["other: a hand of eleven has a knock that isn't offered"] += 1
    deadwood, least = list(theirs.deadwood), min(theirs.left.values())
    if deadwood[theirs.player] > least:
        counts["other: the deadwood of a hand of eleven is too high"] += 1
        deadwood[theirs.player] = least
    return replace(
        theirs,
        cards=tuple(card for card in theirs.cards if card != decision.taken),
        knocks=tuple(card for card in knocks if card != decision.taken),
        deadwood=tuple(deadwood),
        words=(),
        missed=(),
    )


def _is_explained(ours: int | None, theirs: int | None, decision: Decision) -> bool:
    """Return True if the points that can be left differ because OpenSpiel has fewer lay-offs than ours, or more."""
    if ours is None or theirs is None:
        return False
    return (ours < theirs and bool(decision.third)) or (ours > theirs and decision.may_be_beside)


def _why_refused(played: PlayedDeal, repeated: RepeatedDeal) -> str:
    """Return why OpenSpiel has no such move, for which the deal ends here."""
    at = len(repeated.positions)
    before, step = repeated.positions[-1], played.steps[at]
    if repeated.refused == "knock" and step[1] in before.missed:
        return "excluded: the end of a deal, after a knock that isn't offered"
    if repeated.refused in played.decisions[at - 1].third:
        return "excluded: the end of a deal, after a third card on an end of a run"
    raise Different(f"OpenSpiel has no {repeated.refused} in {' '.join(step)}, with {before.hands}")


def _compare_points(game: ComparedGame, played: PlayedDeal, repeated: RepeatedDeal, counts: Counter[str]) -> None:
    *_, before, end = repeated.positions
    ours, theirs = played.points[0] - played.points[1], repeated.points[0]
    if played.knocker is not None and end.deadwood[1 - played.knocker] != before.best:
        raise Different(f"the best melds of {before.hands[before.player]} leave {before.best}; the end is {end}")
    if played.moves[-1] == f"{before.player} {LAY_OFF_ALL}":
        left, best, decision = end.deadwood[before.player], repeated.positions[-3].best, played.decisions[-3]
        if left != best and not _is_explained(left, best, decision):
            raise Different(f"{LAY_OFF_ALL} leaves {left}, but {best} is possible for {decision.position}")
    if played.knocker is not None and end.deadwood[0] == end.deadwood[1] > 0:
        if theirs:
            raise Different(f"equal deadwood, but OpenSpiel's points are {repeated.points}")
        counts["other: equal deadwood brings nothing"] += 1
        theirs = game.parameters["undercut_bonus"] * (-1 if played.knocker == 0 else 1)
    if ours != theirs or min(played.points):
        raise Different(f"points: ours {played.points}, by {played.how}; OpenSpiel's {repeated.points}, or {theirs}")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--deals", type=int, default=10_000)
    options.add_argument("--seed", type=int, default=0)
    chosen, begun = options.parse_args(), time.perf_counter()
    try:
        counts = compare(chosen.deals, chosen.seed)
    except Different as difference:
        sys.exit(f"A difference from {OPENSPIEL}:\n{difference}")
    for what, count in sorted(counts.items()):
        print(f"{count:9,} {what}")
    print(f"no difference from {OPENSPIEL} in {chosen.deals} deals; {time.perf_counter() - begun:.0f} s")


if __name__ == "__main__":
    main()
