"""Random tables at the limits of the lobby: two packs, six jokers, fourteen cards each, and melds of every kind."""

import random
from collections.abc import Iterator, Sequence
from itertools import count

from msgspec.structs import replace

from bot.rummy.cards import FIGURES, RANK_OF, Card, Face, declare_joker, face, is_joker
from bot.rummy.contradictions import contradictions
from bot.rummy.events import Awaited
from bot.rummy.match import Deal, Match, TableMeld, Turn
from bot.rummy.melds import faces_of_kind, rank_stretches, read_meld
from bot.rummy.variant import Variant
from bot.tables.events import NO_CLOCK
from bot.tables.table import Lobby, Seats, Table, Terms

ANSWERS = {
    "ace": ("low", "high_or_low", "around_corner", "around_corner", "high"),
    "set_size": ((3, 4), (3, 8), (3, 5), (3, 8)),
    "set_unique": (True, False),
    "run_size": (3, 3, 4, 5),
    "run_suited": (False, False, False, True),
    "wild_min_naturals": (1, 1, 2, 3),
    "wild_swap": ("on_turn", "never"),
    "melds_per_turn": ("unlimited", 1),
    "meld_all_at_once": ("never", "never", "never", "always"),
    "meld_retire_at": ("never", "never", "never", 4, 8),
    "layoff_requires_meld": (False, False, True),
    "discard_taken": ("forbid_face", "allow"),
    "out_by": ("any", "discard_only"),
    "opening": ("upcard", "starter_extra"),
}
PLAYERS = 3


def extreme_variant(dice: random.Random) -> Variant:
    """Return a variant with as many packs, jokers and cards as it can have, and random answers about melds."""
    cuccu = dice.random() < 0.15
    base = Variant(
        name="rami",
        title="Rami",
        deck="cuccu40" if cuccu else "french52",
        packs=2,
        jokers=6,
        wild="joker",
        hand_size=14,
        players=(2, PLAYERS),
        match_target=100,
    )
    while True:
        answers = {question: dice.choice(some) for question, some in ANSWERS.items()}
        kind = "distinct_figures" if dice.random() < (0.6 if cuccu else 0.15) else "same_rank"
        variant = replace(base, **answers, set_kind=kind)
        if not any(contradictions(variant)):
            return variant


def extreme_table(dice: random.Random, variant: Variant) -> Table:
    """Return a table on which person 1 in seat 0 has drawn, with many jokers and neighbouring cards in hand."""
    deck = list(variant.deck_for(PLAYERS))
    dice.shuffle(deck)
    hand = _hand(dice, variant, deck, variant.cards_each(PLAYERS) + 1)
    melds = tuple(_table_melds(dice, variant, deck, dice.choice((0, 1, 3, 6, 9))))
    others = tuple(tuple(deck.pop() for _ in range(min(3, len(deck) // 4))) for _ in range(PLAYERS - 1))
    drawn = dice.choice(hand)
    deal = Deal(
        number=1,
        dealer=PLAYERS - 1,
        seed="0" * 64,
        hands=(hand, *others),
        known_hands=((),) * PLAYERS,
        stock=tuple(deck[1:]),
        discard_pile=tuple(deck[:1]),
        melds=melds,
        turn=Turn(0, 1, Awaited.PLAY, drawn_card=drawn, taken_card=dice.choice((None, drawn))),
        melded_seats=frozenset({0}),
        rummy_spoiled=frozenset(),
        is_all_at_once=variant.is_all_at_once(1),
        recycles=0,
        end=None,
    )
    match = Match(
        variant=variant,
        seating=tuple(range(PLAYERS)),
        first_dealer=PLAYERS - 1,
        scores=(0,) * PLAYERS,
        left_seats=(),
        deal=deal,
        ended_deals=(),
        regular_deals=None,
        placings=None,
        is_broken_off=False,
    )
    people = tuple(range(1, PLAYERS + 1))
    lobby, seats = Lobby((Terms(variant, NO_CLOCK, may_count=True),) * PLAYERS), Seats(people, occupants=people)
    return Table(1, 10, 20, False, variant, variant, 0, lobby, seats, version=1, step=12345, match=match)


def before_the_draw(table: Table) -> Table:
    """Return the table before its player drew: the card that they drew is the top discard."""
    match = table.match
    assert match is not None
    assert match.deal is not None
    deal = match.deal
    drawn = deal.turn.drawn_card
    assert drawn is not None
    hand = tuple(card for card in deal.hands[0] if card != drawn)
    turn = Turn(0, 1, Awaited.DRAW)
    before = replace(deal, hands=(hand, *deal.hands[1:]), discard_pile=(*deal.discard_pile, drawn), turn=turn)
    return replace(table, match=replace(match, deal=before))


def _hand(dice: random.Random, variant: Variant, deck: list[Card], size: int) -> tuple[Card, ...]:
    """Take a hand from the deck: many jokers, and most other cards of a few neighbouring ranks, of one suit or of figures."""
    jokers = [card for card in deck if is_joker(card)][: dice.choice((0, 1, 2, 3, 4, 5, 6, 6, 6))]
    start, width, suits = dice.randrange(13), dice.randint(2, 13), dice.sample("CDHS", dice.randint(1, 4))

    def wanted(card: Card) -> bool:
        rank = RANK_OF.get(face(card), -1)
        if variant.set_kind == "distinct_figures" and width < 6:
            return face(card) in FIGURES
        return (rank - start) % 13 < width and (variant.deck == "cuccu40" or card.rstrip("'")[-1] in suits)

    naturals = [card for card in deck if not is_joker(card)]
    naturals.sort(key=lambda card: not wanted(card) or dice.random() < 0.1)
    hand = tuple([*jokers, *naturals][:size])
    for card in hand:
        deck.remove(card)
    return hand


def _table_melds(dice: random.Random, variant: Variant, deck: list[Card], most: int) -> Iterator[TableMeld]:
    """Take melds from the deck: short runs, a few with jokers."""
    found = 0
    for _ in range(200):
        if found == most:
            return
        stretch = dice.choice(rank_stretches(variant.deck, variant.ace, variant.run_size))
        suit = dice.choice("CDHS")
        row: list[Face] = []
        for rank in stretch:
            faces = faces_of_kind(variant.deck, rank)
            row.append(
                next((each for each in faces if each.endswith(suit)), faces[0]) if variant.run_suited else dice.choice(faces)
            )
        cards = _cards_for(row, deck)
        if cards and (meld := read_meld(cards, variant)) is not None and variant.meld_retire_at not in range(len(cards) + 1):
            for card in meld.cards:
                deck.remove(Card(card.partition("=")[0]))
            found += 1
            yield TableMeld(meld.kind, meld.cards, (dice.randrange(PLAYERS),) * len(cards), dice.randrange(PLAYERS))


def _cards_for(row: Sequence[Face], deck: Sequence[Card]) -> tuple[Card, ...]:
    """Return cards that show the faces, a joker for at most one that the deck lacks; none if it lacks more."""
    cards: list[Card] = []
    for each in row:
        natural = next((card for card in deck if face(card) == each and card not in cards), None)
        joker = next((card for card in deck if is_joker(card)), None)
        if natural is None and (joker is None or any(map(is_joker, cards))):
            return ()
        cards.append(natural if natural is not None else declare_joker(joker, each))
    return tuple(cards)


def extreme_tables(seed: int) -> Iterator[tuple[int, Table]]:
    """Yield tables without end, each with the number that makes it again."""
    for number in count(seed):
        dice = random.Random(number)
        yield number, extreme_table(dice, extreme_variant(dice))
