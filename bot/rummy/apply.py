"""How an event changes a match. `apply` never refuses: the event has already happened.

Whether the stock is used up, and the deal blocked, follows from what `apply` counts (RULES 5.26).
"""

from collections.abc import Iterable
from itertools import cycle, islice
from typing import TypeVar, assert_never

from msgspec.structs import replace

from bot.rummy.cards import FACE_OF, Card, Face, physical_card
from bot.rummy.events import (
    Awaited,
    CardDiscarded,
    CardDrawn,
    CardsDealt,
    CardsLaidOff,
    Challenged,
    ChallengeRefused,
    DealEnded,
    DiscardTaken,
    Event,
    InTurn,
    JokerSwapped,
    Knocked,
    MatchBrokenOff,
    MatchEnded,
    MatchStarted,
    MeldKind,
    MeldLaid,
    MeldRetired,
    OpenPlay,
    Passed,
    PileTaken,
    SeatLeft,
    StockRecycled,
    TakenBack,
    TurnOpened,
    TurnSkipped,
)
from bot.rummy.match import Deal, Match, TableMeld, TablePlay, Turn, is_limit_reached, with_bonuses
from bot.rummy.melds import Meld, extend_meld
from bot.rummy.variant import Variant


def fold(events: Iterable[Event], match: Match | None = None) -> Match | None:
    """Return the match after these events: the one function that turns a log into a state."""
    for event in events:
        match = apply(match, event)
    return match


def apply(match: Match | None, event: Event) -> Match:
    """Return the match after the event; `match` is None only before MatchStarted."""
    if match is None:
        assert isinstance(event, MatchStarted), "a match begins with MatchStarted"
        return _new_match(event)
    match event:
        case InTurn() | StockRecycled():
            assert match.deal is not None, "nothing is played before CardsDealt"
            return replace(match, deal=_deal_after(match, match.deal, event))
        case CardsDealt():
            return replace(match, deal=_new_deal(match, event))
        case SeatLeft(seat=seat):
            return _remove_seat(match, seat)
        case DealEnded():
            return _end_deal(match, event)
        case MatchEnded(placings=placings, bonuses=bonuses):
            return replace(with_bonuses(match, bonuses), placings=placings)
        case MatchBrokenOff():
            return replace(match, is_broken_off=True)
        case MatchStarted():
            return _new_match(event)
        case _:
            assert_never(event)


def _deal_after(match: Match, deal: Deal, event: CardDrawn | StockRecycled | OpenPlay) -> Deal:
    """Return the deal after what is done in a turn.

    The most frequent events come first, and their patterns name no fields: each other pattern that is tried takes time.
    """
    turn, hands = deal.turn, deal.hands
    match event:
        case CardDiscarded():
            seat, card = event.seat, event.card
            hands, known = _without_card(hands, seat, card), _known_hands(deal, seat, lost=(card,))
            discard_pile = (*deal.discard_pile, *turn.retired_cards, card)
            return _open_next_turn(match, replace(deal, hands=hands, known_hands=known, discard_pile=discard_pile))
        case CardDrawn():
            seat, card = event.seat, event.card
            turn = replace(turn, awaits=Awaited.PLAY, drawn_card=card)
            at = deal.stock_seats.index(seat) if deal.stock_seats else 0
            stock, stock_seats = _without(deal.stock, at), _without(deal.stock_seats, at)
            return replace(deal, hands=_with_card(hands, seat, card), stock=stock, stock_seats=stock_seats, turn=turn)
        case DiscardTaken():
            seat, card = event.seat, event.card
            turn = replace(turn, awaits=Awaited.PLAY, drawn_card=card, taken_card=card)
            hands, known = _with_card(hands, seat, card), _known_hands(deal, seat, gained=(card,))
            return replace(deal, hands=hands, known_hands=known, discard_pile=deal.discard_pile[:-1], turn=turn)
        case PileTaken(seat=seat, cards=cards):
            turn = replace(turn, awaits=Awaited.PLAY, drawn_card=cards[0], pile_taken=cards)
            hands, known = _with(hands, seat, (*hands[seat], *cards)), _known_hands(deal, seat, gained=cards)
            pile = deal.discard_pile[: -len(cards)]
            return replace(deal, hands=hands, known_hands=known, discard_pile=pile, turn=turn)
        case MeldLaid(seat=seat, cards=cards):
            hands = _without_cards(hands, seat, tuple(map(physical_card, cards)))
            melds, melded_seats = (*deal.melds, new_table_meld(event)), deal.melded_seats | {seat}
            return _play_on_table(deal, event, hands=hands, melds=melds, melded_seats=melded_seats)
        case CardsLaidOff(seat=seat, cards=cards, meld=number):
            hands = _without_cards(hands, seat, tuple(map(physical_card, cards)))
            larger = extend_table_meld(deal.melds[number - 1], event, match.variant)
            return _play_on_table(deal, event, hands=hands, melds=_with(deal.melds, number - 1, larger))
        case JokerSwapped(seat=seat, card=card, joker=joker, meld=number):
            hands = _with_card(_without_card(hands, seat, card), seat, joker)
            melds = _with(deal.melds, number - 1, swap_in_table_meld(deal.melds[number - 1], event))
            return _play_on_table(deal, event, hands=hands, melds=melds)
        case MeldRetired(meld=number, cards=cards):
            melds = _without(deal.melds, number - 1)
            retired = (*deal.retired_melds, deal.melds[number - 1])
            turn = replace(turn, retired_cards=turn.retired_cards + cards)
            return replace(deal, melds=melds, retired_melds=retired, turn=turn)
        case TakenBack():
            assert turn.deal_before_play is not None, "only a play of this turn is taken back"
            back, play = turn.deal_before_play, turn.table_plays[-1]
            return replace(back, known_hands=_known_hands(deal, play.seat, gained=_played(play), lost=_gained(play)))
        case Passed() | TurnSkipped() | Challenged() | ChallengeRefused():
            return _open_next_turn(match, deal)
        case Knocked(seat=seat):  # shows the whole hand: what is melded and discarded follows
            return replace(
                deal, knocker=seat, known_hands=_with(deal.known_hands, seat, tuple(map(FACE_OF.__getitem__, hands[seat])))
            )
        case TurnOpened(seat=seat, awaits=awaits):
            return replace(deal, turn=replace(turn, seat=seat, awaits=awaits))
        case StockRecycled(stock=stock, kept=kept):
            idle = deal.idle_recycles + 1
            return replace(deal, stock=stock, discard_pile=kept, recycles=deal.recycles + 1, idle_recycles=idle)
        case _:
            assert_never(event)


def _play_on_table(
    deal: Deal,
    play: TablePlay,
    *,
    hands: tuple[tuple[Card, ...], ...],
    melds: tuple[TableMeld, ...],
    melded_seats: frozenset[int] | None = None,
) -> Deal:
    """Return the deal after a play on the table, which can be taken back."""
    return replace(
        deal,
        known_hands=_known_hands(deal, play.seat, gained=_gained(play), lost=_played(play)),
        hands=hands,
        melds=melds,
        melded_seats=deal.melded_seats if melded_seats is None else melded_seats,
        turn=replace(deal.turn, table_plays=(*deal.turn.table_plays, play), deal_before_play=deal),
    )


def _end_deal(match: Match, event: DealEnded) -> Match:
    scores = tuple(score + won for score, won in zip(match.scores, event.points, strict=True))
    assert match.deal is not None, "a deal ends after CardsDealt"
    after = replace(
        match,
        scores=scores,
        ended_deals=(*match.ended_deals, event),
        deal=replace(match.deal, end=event),
        out_seats=match.out_seats + event.out,
    )
    is_last_regular = match.regular_deals is None and is_limit_reached(after)
    return replace(after, regular_deals=len(after.ended_deals)) if is_last_regular else after


def _new_match(event: MatchStarted) -> Match:
    return Match(
        variant=event.variant,
        seating=event.seating,
        first_dealer=event.dealer,
        scores=(0,) * len(event.seating),
        left_seats=(),
        deal=None,
        ended_deals=(),
        regular_deals=None,
        placings=None,
        is_broken_off=False,
    )


def _new_deal(match: Match, event: CardsDealt) -> Deal:
    """Return the deal as its first turn opens. An extra deal is played by the rules of the last regular one (RULES 5.13)."""
    number = match.regular_deals or event.deal
    return Deal(
        number=event.deal,
        dealer=event.dealer,
        seed=event.seed,
        hands=event.hands,
        known_hands=((),) * len(event.hands),
        stock=event.stock,
        discard_pile=() if event.upcard is None else (event.upcard,),
        melds=(),
        turn=Turn(match.next_staying_seat(event.dealer), 1, Awaited.PLAY if event.upcard is None else Awaited.DRAW),
        melded_seats=frozenset(),
        rummy_spoiled=frozenset(),
        is_all_at_once=match.variant.for_deal(number).is_all_at_once(number),
        recycles=0,
        end=None,
        stock_seats=stock_seats_of(match, len(event.stock)),
        made_of=event.made_of,
        upcard=event.upcard,
    )


def stock_seats_of(match: Match, cards: int) -> tuple[int, ...]:
    """Return whose part each of so many cards of a new stock is in: the seats that stay take turns; empty if it is shared."""
    if match.variant.stock == "shared":
        return ()
    return tuple(islice(cycle(match.staying_seats()), cards))


def _open_next_turn(match: Match, deal: Deal) -> Deal:
    turn = deal.turn
    return replace(
        deal,
        turn=Turn(match.next_staying_seat(turn.seat), turn.number + 1, Awaited.DRAW),
        rummy_spoiled=deal.rummy_spoiled | {turn.seat} if turn.table_plays else deal.rummy_spoiled,
        idle_turns=idle_turns_after(match, deal),
        idle_recycles=0 if turn.table_plays else deal.idle_recycles,
    )


def _remove_seat(match: Match, seat: int) -> Match:
    """Return the match without a seat that leaves. If it was its turn, that turn ends without a discard.

    Cards that retired in that turn go to the bottom of the discard pile, where nobody can take them.
    """
    after = replace(match, left_seats=(*match.left_seats, seat))
    deal = match.deal
    if deal is None or deal.end is not None or deal.turn.seat != seat or len(after.staying_seats()) < 2:
        return after
    discard_pile = deal.turn.retired_cards + deal.discard_pile
    return replace(after, deal=_open_next_turn(after, replace(deal, discard_pile=discard_pile)))


def _played(play: TablePlay) -> tuple[Card, ...]:
    """Return the cards that the play moves from the hand to the table."""
    return (play.card,) if isinstance(play, JokerSwapped) else tuple(map(physical_card, play.cards))


def _gained(play: TablePlay) -> tuple[Card, ...]:
    """Return the cards that the play moves from the table to the hand."""
    return (play.joker,) if isinstance(play, JokerSwapped) else ()


def _known_hands(
    deal: Deal, seat: int, *, gained: tuple[Card, ...] = (), lost: tuple[Card, ...] = ()
) -> tuple[tuple[Face, ...], ...]:
    """Return what everyone knows of the hands after this seat has gained and lost these cards, which everyone has seen.

    Messages show duplicates alike, so a lost card counts as a known one of its face, if there is one.
    """
    known = deal.known_hands[seat]
    if not known and not gained:
        return deal.known_hands
    for card in lost:
        if FACE_OF[card] in known:
            known = _without(known, known.index(FACE_OF[card]))
    for card in gained:
        known = (*known, FACE_OF[card])
    return _with(deal.known_hands, seat, known)


T = TypeVar("T")


def _with(row: tuple[T, ...], at: int, one: T) -> tuple[T, ...]:
    changed = list(row)
    changed[at] = one
    return tuple(changed)


def _without(row: tuple[T, ...], at: int) -> tuple[T, ...]:
    return row[:at] + row[at + 1 :]


def _with_card(hands: tuple[tuple[Card, ...], ...], seat: int, card: Card) -> tuple[tuple[Card, ...], ...]:
    return _with(hands, seat, (*hands[seat], card))


def _without_card(hands: tuple[tuple[Card, ...], ...], seat: int, card: Card) -> tuple[tuple[Card, ...], ...]:
    return _with(hands, seat, _without(hands[seat], hands[seat].index(card)))


def _without_cards(hands: tuple[tuple[Card, ...], ...], seat: int, cards: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    return _with(hands, seat, tuple([card for card in hands[seat] if card not in cards]))


def new_table_meld(event: MeldLaid) -> TableMeld:
    """Return the meld that was laid."""
    return TableMeld(event.kind, event.cards, (event.seat,) * len(event.cards), event.seat)


def extend_table_meld(on: TableMeld, event: CardsLaidOff, variant: Variant) -> TableMeld:
    """Return the meld with the cards of a lay-off."""
    larger = extend_meld(Meld(on.kind, on.cards), event.cards, variant)
    assert larger is not None, f"{event.cards} were laid off on {on}"
    player, cards = dict(zip(on.cards, on.played_by, strict=True)), larger.cards
    if on.kind == MeldKind.RUN and (at := cards.index(on.cards[0])) + len(on.cards) > len(cards):
        start = at - len(event.cards)  # a run of all ranks could begin anywhere, and an ace above the king stays there
        cards = cards[start:] + cards[:start]
    return replace(on, cards=cards, played_by=tuple(player.get(card, event.seat) for card in cards))


def swap_in_table_meld(on: TableMeld, event: JokerSwapped) -> TableMeld:
    """Return the meld with a natural card in the place of a joker; the card is the swapper's (RULES 5.15)."""
    at = joker_place(on, event.joker)
    cards = (*on.cards[:at], event.card, *on.cards[at + 1 :])
    return replace(on, cards=cards, played_by=(*on.played_by[:at], event.seat, *on.played_by[at + 1 :]))


def joker_place(on: TableMeld, joker: Card) -> int:
    """Return the index of this joker in the meld."""
    return next(at for at, card in enumerate(on.cards) if physical_card(card) == joker)


IDLE_TURNS = 2
"""A deal without a stock is blocked after this many turns of each seat in which nobody plays on the table (RULES 5.26)."""

IDLE_RECYCLES, IDLE_RECYCLES_ALL_AT_ONCE = 5, 20
"""Without a limit of recycles, so many in a row in which nobody plays on the table are the last ones (RULES 8.15): fewer in
deals in which melds needn't empty the hand at once."""


def can_recycle(variant: Variant, deal: Deal) -> bool:
    """Return True if the discard pile can become the stock (B:L104, RULES 5.5)."""
    most_idle = IDLE_RECYCLES_ALL_AT_ONCE if deal.is_all_at_once else IDLE_RECYCLES
    if variant.recycle_max == "unlimited" and deal.idle_recycles >= most_idle:
        return False
    kept = 1 if variant.recycle_keep_top else 0
    return variant.can_recycle_again(deal.recycles) and len(deal.discard_pile) > kept


def is_used_up(match: Match, deal: Deal) -> bool:
    """Return True if the stock, or the part of every seat that stays, is empty and can't be replenished."""
    if deal.stock_seats:
        return set(match.left_seats).issuperset(deal.stock_seats)
    return not deal.stock and not can_recycle(match.variant, deal)


def idle_turns_after(match: Match, deal: Deal) -> tuple[int, ...]:
    """Return `Deal.idle_turns` at the end of the deal's turn.

    A meld, lay-off or swap starts the count again. A turn counts if the stock was used up when it began, so that its card came
    from the discard pile.
    """
    turn = deal.turn
    if turn.table_plays or not is_used_up(match, deal):
        return ()
    counts = deal.idle_turns or (0,) * len(deal.hands)
    return tuple(count + (seat == turn.seat and turn.taken_card is not None) for seat, count in enumerate(counts))


def turns_until_blocked(match: Match) -> int | None:
    """Return how many more turns without a play on the table block the deal; None unless the stock is used up."""
    deal = match.deal
    assert deal is not None
    if deal.end is not None or not is_used_up(match, deal):
        return None
    counts = () if deal.turn.table_plays else deal.idle_turns
    return sum(max(0, IDLE_TURNS - (counts[seat] if counts else 0)) for seat in match.staying_seats())


def is_stalled(match: Match) -> bool:
    """Return True if the stock is used up, and nobody has played on the table in two turns of every seat."""
    deal = match.deal
    assert deal is not None
    return bool(deal.idle_turns) and all(deal.idle_turns[seat] >= IDLE_TURNS for seat in match.staying_seats())
