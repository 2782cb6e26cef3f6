"""Whether a turn can still end legally, by a discard or with an empty hand (RULES 5.2)."""

from collections.abc import Iterable

from bot.rummy.arrangement import melds_in
from bot.rummy.at import At
from bot.rummy.cards import Card, face, is_joker
from bot.rummy.events import CardsLaidOff, DiscardTaken, JokerSwapped, MeldKind, MeldLaid
from bot.rummy.match import TableMeld, TablePlay
from bot.rummy.melds import Meld, largest_meld, room_for, wild_as
from bot.rummy.steps.permissions import can_meld_again, has_opened, touchable_melds
from bot.rummy.steps.plays import possible_swaps, retire_meld
from bot.rummy.variant import Variant
from bot.rummy.ways_to_lay import ways_to_open


def can_end_turn(at: At) -> bool:
    """Return True if the seat to act, having drawn, has a sequence of moves that ends its turn legally."""
    if not at.hand:
        return at.rules.out_by == "any"
    return bool(at.may_discard()) or _can_play_on(at)


def can_take(at: At, card: Card) -> bool:
    """Return True if the turn can still end after the seat to act has taken this card from the discard pile."""
    if len(at.hand) > at.barred(card).bit_count() or at.may_discard(after_taking=card):
        return True  # as in most turns: only without such a card must the deal be looked at in which it is taken
    return can_end_turn(at.after([DiscardTaken(at.seat, card)]))


def can_end_turn_after(at: At, *plays: TablePlay) -> bool:
    """Return True if the turn can still end after these plays, and after the retirements that they may cause."""
    for play in plays:
        at = at.after([play])
        if not isinstance(play, JokerSwapped):
            at = at.after(retire_meld(at, play.meld if isinstance(play, CardsLaidOff) else len(at.deal.melds)))
    return can_end_turn(at)


def _can_play_on(at: At) -> bool:
    """Return True if a hand of copies of the taken card can be laid, or exchanged for a card that may be discarded.

    A swap brings a joker, which may be discarded beside a natural card. Otherwise every copy must be laid: on each meld as many
    as it has room for, whatever is laid on the others. Melding first makes no play impossible.
    """
    rules, touchable = at.rules, touchable_melds(at)
    if rules.wild_swap != "never" and any(True for number in touchable for _ in possible_swaps(at, number)):
        return True
    rooms = (_room_on(at.deal.melds[number - 1], at.hand[0], rules) for number in touchable)
    if rules.out_by == "any" and sum(rooms) >= len(at.hand):
        return True
    if not has_opened(at):
        ways: Iterable[tuple[Meld, ...]] = ways_to_open(at.hand, rules)
    else:
        ways = ((meld,) for meld in melds_in(at.hand, rules)) if can_meld_again(at) else ()
    return any(can_end_turn_after(at, *(MeldLaid(at.seat, meld.kind, meld.cards) for meld in melds)) for melds in ways)


def _room_on(on: TableMeld, card: Card, rules: Variant) -> int:
    """Return how many copies of the card, or how many jokers, this meld takes."""
    room = room_for_jokers(on, rules) if is_joker(card) else room_for(Meld(on.kind, on.cards), face(card), rules)
    return room if rules.meld_retire_at == "never" else min(room, rules.meld_retire_at - len(on.cards))


def room_for_jokers(on: TableMeld, rules: Variant) -> int:
    """Return how many jokers fit on the meld: whatever they stand for, it grows to the largest of its kind."""
    answers, lying = rules.meld_rules, sum(map(is_joker, on.cards))
    if not wild_as(on.kind, on.cards, answers):
        return 0
    room = min(largest_meld(on.kind, answers) - len(on.cards), answers.most_wild - lying)
    is_apart = on.kind == MeldKind.SET or answers.wild_adjacent
    return room if is_apart else min(room, len(wild_as(on.kind, on.cards, answers)))
