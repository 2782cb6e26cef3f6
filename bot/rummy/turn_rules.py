"""What a turn allows: which card may be discarded, which melds touched, and whether the turn can still end (RULES 5.2)."""

from collections.abc import Callable, Iterable, Iterator

from bot.rummy.apply import apply, fold
from bot.rummy.arrangement import melds_in
from bot.rummy.cards import JOKER, Card, Face, declare_joker, face, is_joker, meld_face, physical_card
from bot.rummy.events import CardsLaidOff, DiscardTaken, JokerSwapped, MeldKind, MeldLaid, MeldRetired
from bot.rummy.first_melds import can_be_worth
from bot.rummy.match import Deal, Match, TableMeld, TablePlay
from bot.rummy.melds import Meld, extend_meld, fitting_faces, rank_line, room_for
from bot.rummy.pieces import largest_set
from bot.rummy.variant import Variant
from bot.rummy.ways_to_lay import ways_to_open


def can_discard(variant: Variant, card: Card, taken: Card | None) -> bool:
    """Return True if the card may be discarded in a turn in which `taken` was taken (A:L55, B:L59, RULES 5.1)."""
    if taken is None or variant.discard_taken == "allow":
        return True
    return card != taken and (variant.discard_taken == "forbid_card" or face(card) != face(taken))


def can_touch(variant: Variant, deal: Deal, seat: int, number: int) -> bool:
    """Return True if the seat may lay off on this meld, or swap a joker in it (questions 23, 24); `number` counts from 1."""
    if variant.layoff_scope == "none":
        return False
    if deal.melds[number - 1].owner == seat:
        return True
    return variant.layoff_scope == "all" and (not variant.layoff_requires_meld or seat in deal.melded_seats)


def can_meld_again(variant: Variant, deal: Deal, melds: int = 1) -> bool:
    """Return True if this number of further melds may be laid in this turn (questions 17, 18, 39)."""
    if deal.is_all_at_once or variant.melds_per_turn == "unlimited" or not has_opened(variant, deal):
        return True
    return deal.turn.melds_laid + melds <= variant.melds_per_turn


def has_opened(variant: Variant, deal: Deal) -> bool:
    """Return True if the seat whose turn it is may lay melds of any worth (question 39, RULES 8.16)."""
    return variant.first_meld == "none" or deal.is_all_at_once or deal.turn.seat in deal.melded_seats


def can_end_turn(match: Match) -> bool:
    """Return True if the seat to act, having drawn, has a sequence of moves that ends its turn legally."""
    deal = match.deal
    assert deal is not None
    hand = deal.hands[deal.turn.seat]
    if not hand:
        return match.variant.out_by == "any"
    if any(can_discard(match.variant, card, deal.turn.taken_card) for card in hand):
        return True
    return _can_play_on(match, deal, hand)


def can_take(match: Match, deal: Deal, card: Card) -> bool:
    """Return True if the turn can still end after the seat to act has taken this card from the discard pile."""
    if any(can_discard(match.variant, each, card) for each in deal.hands[deal.turn.seat]):
        return True  # as in most turns: only without such a card must the deal be looked at in which it is taken
    return can_end_turn(apply(match, DiscardTaken(deal.turn.seat, card)))


def _can_play_on(match: Match, deal: Deal, hand: tuple[Card, ...]) -> bool:
    """Return True if a hand of copies of the taken card can be laid, or exchanged for a card that may be discarded.

    A swap brings a joker, which may be discarded beside a natural card. Otherwise every copy must be laid: on each meld as many
    as it has room for, whatever is laid on the others. Melding first makes no play impossible.
    """
    seat, variant = deal.turn.seat, match.variant
    touchable = [number for number in range(1, len(deal.melds) + 1) if can_touch(variant, deal, seat, number)]
    if variant.wild_swap != "never" and any(True for number in touchable for _ in possible_swaps(deal, number)):
        return True
    rooms = (_room_on(deal.melds[number - 1], hand[0], variant) for number in touchable)
    if variant.out_by == "any" and sum(rooms) >= len(hand):
        return True
    if not has_opened(variant, deal):
        ways: Iterable[tuple[Meld, ...]] = ways_to_open(hand, variant)
    else:
        ways = ((meld,) for meld in melds_in(hand, variant)) if can_meld_again(variant, deal) else ()
    return any(can_end_turn_after(match, *(MeldLaid(seat, meld.kind, meld.cards) for meld in melds)) for melds in ways)


def _room_on(on: TableMeld, card: Card, variant: Variant) -> int:
    """Return how many copies of the card, or how many jokers, this meld takes."""
    room = _room_for_jokers(on, variant) if is_joker(card) else room_for(Meld(on.kind, on.cards), face(card), variant)
    return room if variant.meld_retire_at == "never" else min(room, variant.meld_retire_at - len(on.cards))


def _room_for_jokers(on: TableMeld, variant: Variant) -> int:
    """Return how many jokers fit on the meld: whatever they stand for, it grows to the largest of its kind."""
    if variant.wild != "joker" or sum(not is_joker(card) for card in on.cards) < variant.wild_min_naturals:
        return 0
    rules = variant.meld_rules
    is_run = on.kind == MeldKind.RUN
    largest = len(set(rank_line(rules.deck, rules.ace))) if is_run else largest_set(meld_face(on.cards[0]), rules)
    return max(0, largest - len(on.cards))


def can_anybody_lay(match: Match) -> bool:
    """Return False if everybody sees between two turns that nobody can lay a card any more, whatever they draw (RULES 8.18).

    What a hand holds doesn't matter, only how many cards: otherwise a deal that goes on would tell something of it.
    """
    deal, variant, seats = match.deal, match.variant, match.staying_seats()
    assert deal is not None
    lying = {physical_card(card) for meld in deal.melds for card in meld.cards}
    loose = [card for card in variant.deck_for(sum(map(bool, deal.hands))) if card not in lying]
    growing = [at for at, on in enumerate(deal.melds, 1) if not _welcome_faces(on, variant).isdisjoint(map(face, loose))]
    if any(can_touch(variant, deal, seat, number) for number in growing for seat in seats):
        return True
    most = 0  # cards that a seat may lay as a new meld, of any worth
    for seat in seats:
        cards = len(deal.hands[seat]) + (variant.out_by == "any")
        if variant.first_meld == "none" or deal.is_all_at_once or seat in deal.melded_seats:
            most = max(most, cards)
        elif can_be_worth(variant.first_meld, variant, loose, cards):
            return True
    return most >= variant.smallest_meld() and any(len(meld.cards) <= most for meld in melds_in(loose, variant))


def _welcome_faces(on: TableMeld, variant: Variant) -> frozenset[Face]:
    """Return the faces that fit on the meld, or take the place of a joker there."""
    swapped = {meld_face(card) for card in on.cards if is_joker(card) and variant.wild_swap != "never"}
    return fitting_faces(Meld(on.kind, on.cards), variant) | swapped | ({JOKER} if _room_for_jokers(on, variant) else set())


def can_end_turn_after(match: Match, *plays: TablePlay) -> bool:
    """Return True if the turn can still end after these plays, and after the retirements that they may cause."""
    after: Match | None = match
    for play in plays:
        after = apply(after, play)
        if not isinstance(play, JokerSwapped):
            assert after.deal is not None
            number = play.meld if isinstance(play, CardsLaidOff) else len(after.deal.melds)
            after = fold(retire_meld(after, number), after)
    assert after is not None
    return can_end_turn(after)


def cards_to_lay(deal: Deal) -> list[Card]:
    """Return the turn's hand with the card just taken first.

    If it is laid before its duplicate, the duplicate may be discarded.
    """
    return sorted(deal.hands[deal.turn.seat], key=lambda card: card != deal.turn.taken_card)


def possible_swaps(deal: Deal, number: int) -> Iterator[JokerSwapped]:
    """Yield a swap for each card of the turn's hand that a joker in this meld stands for, each face once."""
    jokers = {meld_face(card): physical_card(card) for card in reversed(deal.melds[number - 1].cards) if is_joker(card)}
    for card in cards_to_lay(deal):
        if jokers and face(card) in jokers and not is_joker(card):
            yield JokerSwapped(deal.turn.seat, card, jokers[face(card)], number)


def possible_lay_offs(match: Match, deal: Deal, number: int) -> Iterator[CardsLaidOff]:
    """Yield the lay-offs of single cards of the turn's hand on this meld: a joker as each card that it may stand for."""
    on, wild = deal.melds[number - 1], match.variant.wild == "joker"
    faces, seen = fitting_faces(Meld(on.kind, on.cards), match.variant), set()
    naturals = sum(not is_joker(card) for card in on.cards)
    for card in cards_to_lay(deal):
        if face(card) in seen:
            continue
        seen.add(face(card))
        if not is_joker(card) and face(card) in faces:
            yield CardsLaidOff(deal.turn.seat, (card,), number)
        elif is_joker(card) and wild and naturals >= match.variant.wild_min_naturals:
            yield from (CardsLaidOff(deal.turn.seat, (declare_joker(card, each),), number) for each in sorted(faces))


def retire_meld(match: Match, number: int, *, last: tuple[Card, ...] = ()) -> tuple[MeldRetired, ...]:
    """Return the retirement of the meld with this number, or nothing if it isn't large enough.

    Its cards are in order from low to high, with `last`, the cards just laid off, at the end.
    """
    deal, size = match.deal, match.variant.meld_retire_at
    assert deal is not None
    meld = deal.melds[number - 1]
    if size == "never" or len(meld.cards) < size:
        return ()
    cards = tuple(map(physical_card, meld.cards))
    lying = tuple(card for card in cards if card not in last)
    return (MeldRetired(deal.turn.seat, number, lying + tuple(card for card in cards if card in last)),)


def melds_that_fit(match: Match, cards: tuple[Card, ...]) -> tuple[int, ...]:
    """Return the numbers, from 1, of the melds on which these cards can be laid off together."""
    return _touchable(match, lambda on: extend_meld(Meld(on.kind, on.cards), cards, match.variant) is not None)


def melds_with_joker_for(match: Match, card: Card) -> tuple[int, ...]:
    """Return the numbers, from 1, of the melds in which a joker stands for this card."""
    return _touchable(match, lambda on: any(is_joker(each) and meld_face(each) == face(card) for each in on.cards))


def _touchable(match: Match, is_meant: Callable[[TableMeld], bool]) -> tuple[int, ...]:
    """Return the numbers of those meant that the seat to act may touch; of all if of none, so that the refusal says why."""
    if (deal := match.deal) is None:
        return ()
    meant = [number for number, on in enumerate(deal.melds, start=1) if is_meant(on)]
    return tuple([number for number in meant if can_touch(match.variant, deal, deal.turn.seat, number)] or meant)
