"""The steps of a deal as the page's script reads them: what changes on the table, and not what the rules say.

A deal is one text. Its steps are separated by `;`, and the changes of a step by a space, but for `>`. Cards are separated by
`,`.

| change     | meaning                                                                                              |
|------------|------------------------------------------------------------------------------------------------------|
| `dQS`      | the seat to act draws this card from the stock                                                       |
| `t3`       | it takes the top discard, or so many                                                                 |
| `xQS`      | it discards the card; cards of retired melds go under it                                             |
| `mQS,QH…`  | it lays a meld                                                                                       |
| `l2:QS,…`  | meld 2 now has these cards: new ones come from its hand, and missing ones go there                   |
| `e2:QS,…`  | meld 2 retires: its cards, in this order, wait for the discard                                       |
| `u`        | they go to the bottom of the discard pile                                                            |
| `b3`       | the cards are where they were three steps ago                                                        |
| `rQS`      | the discard pile becomes the stock, but for this card, or these, or none                             |
| `>2`       | it is seat 2's turn                                                                                  |
| `L2`       | seat 2 has left                                                                                      |
| `P2:5`     | the player with the name 5 has seat 2                                                                |
| `E12,0`    | the deal ends with these total scores                                                                |
"""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import assert_never

from bot.rummy.events import (
    CardDiscarded,
    CardsLaidOff,
    DealEnded,
    DiscardTaken,
    InTurn,
    JokerSwapped,
    MatchBrokenOff,
    MatchEnded,
    MeldLaid,
    MeldRetired,
    PileTaken,
    SeatLeft,
    TakenBack,
)
from bot.rummy.match import TablePlay
from bot.rummy.view import DealAnnounced, DrawnFaceDown, DrawnFaceUp, MatchAnnounced, RecycledFaceDown
from bot.tables.replay import ReplayedDeal, Step
from bot.tables.seat_events import SeatTaken, SeatTakenOver

NumberOf = Callable[[int], int]
"""The number of a player's name on the page."""


def steps_text(deal: ReplayedDeal, number_of: NumberOf) -> str:
    """Return all steps after the dealing."""
    return ";".join(" ".join(changes) for changes in _steps(deal, number_of)).replace(" >", ">")


def _steps(deal: ReplayedDeal, number_of: NumberOf) -> Iterator[list[str]]:
    plays: list[int] = []  # the places of this turn's plays on the table
    for place, (before, step) in enumerate(pairwise(deal.steps), start=1):
        changes = list(_changes(before, step, number_of))
        if isinstance(step.event, TablePlay):
            plays.append(place)
        elif isinstance(step.event, TakenBack):
            changes.append(f"b{place - plays.pop() + 1}")
        if step.deal.turn.number != before.deal.turn.number:
            changes.append(f">{step.deal.turn.seat}")
            plays = []
        yield changes


def _changes(before: Step, step: Step, number_of: NumberOf) -> Iterator[str]:
    """Yield what a step changes, but for the turn and for what is taken back."""
    match step.event:
        case DrawnFaceUp(card=card):
            yield f"d{card}"
        case DiscardTaken():
            yield "t1"
        case PileTaken(cards=cards):
            yield f"t{len(cards)}"
        case CardDiscarded(card=card):
            yield f"x{card}"
        case MeldLaid(cards=cards):
            yield f"m{','.join(cards)}"
        case CardsLaidOff(meld=number) | JokerSwapped(meld=number):
            yield f"l{number}:{','.join(step.deal.melds[number - 1].cards)}"
        case MeldRetired(meld=number, cards=cards):
            yield f"e{number}:{','.join(cards)}"
        case RecycledFaceDown(kept=kept):
            yield f"r{','.join(kept)}"
        case SeatLeft(seat=seat):
            yield f"L{seat}"
            if len(step.deal.discard_pile) > len(before.deal.discard_pile):
                yield "u"
        case SeatTakenOver(seat=seat) | SeatTaken(seat=seat):
            yield f"P{seat}:{number_of(step.table.seats.occupants[seat])}"
        case DealEnded():
            yield f"E{','.join(map(str, step.match.scores))}"
        case InTurn() | DealAnnounced() | DrawnFaceDown() | MatchAnnounced() | MatchEnded() | MatchBrokenOff():
            pass
        case _:
            assert_never(step.event)
