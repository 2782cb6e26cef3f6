"""One line for each public event of a turn, as it is announced in the channel."""

from typing import assert_never

from bot.messages.scene import Scene
from bot.rummy.events import (
    CardDiscarded,
    CardsLaidOff,
    DealEnded,
    DiscardTaken,
    How,
    MatchBrokenOff,
    MatchEnded,
    MeldLaid,
    SeatLeft,
)
from bot.rummy.view import DealAnnounced, DrawnFaceDown, MatchAnnounced, PublicEvent, RecycledFaceDown


def line(event: PublicEvent, scene: Scene) -> str:
    """What happened in a turn, in one sentence."""
    say, name = scene.say, scene.names.seat
    match event:
        case DrawnFaceDown(seat=seat):
            return say("{name} draws from the stock.", name=name(seat))
        case DiscardTaken(seat=seat, card=card):
            return say("{name} takes {card} from the discards.", name=name(seat), card=_strong(scene, (card,)))
        case MeldLaid(seat=seat, cards=cards):
            return say("{name} melds {cards}.", name=name(seat), cards=_strong(scene, cards))
        case CardsLaidOff(seat=seat, cards=cards, meld=meld):
            return say("{name} lays off {cards} on meld {meld}.", name=name(seat), cards=_strong(scene, cards), meld=meld)
        case CardDiscarded(seat=seat, card=card):
            return say("{name} discards {card}.", name=name(seat), card=_strong(scene, (card,)))
        case RecycledFaceDown(stock=stock, kept=()):
            return say.many(
                "The discards are turned into a new stock of one card.",
                "The discards are turned into a new stock of {count} cards.",
                stock,
            )
        case RecycledFaceDown(stock=stock):
            return say.many(
                "All discards but the top one become a new stock of one card.",
                "All discards but the top one become a new stock of {count} cards.",
                stock,
            )
        case SeatLeft(seat=seat):
            return say("{name} leaves the match.", name=name(seat))
        case DealEnded():
            return ending(event, scene)
        case MatchBrokenOff():
            return say("The match is broken off.")
        case MatchAnnounced() | DealAnnounced() | MatchEnded():
            return ""  # each has a message of its own
        case _:
            assert_never(event)


def ending(event: DealEnded, scene: Scene) -> str:
    """How a deal ended, in one sentence."""
    say = scene.say
    if event.winner is None:
        return say("Nobody is out, and there is nothing left to draw: the deal is blocked.")
    name = scene.names.seat(event.winner)
    if event.rummy:
        return say("{name} goes rummy: the whole hand in one turn!", name=name)
    match event.how:
        case How.DISCARD:
            return say("{name} goes out with the last discard.", name=name)
        case How.MELD:
            return say("{name} goes out with a meld.", name=name)
        case _:
            return say("{name} goes out by laying off.", name=name)


def _strong(scene: Scene, cards: tuple[str, ...]) -> str:
    return f"**{scene.say.cards(cards)}**"
