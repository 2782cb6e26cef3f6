"""The position that the first lines of a transcript describe."""

from dataclasses import dataclass, field
from itertools import chain

from msgspec.structs import replace

from bot.rummy.apply import stock_seats_of
from bot.rummy.cards import Card, physical_card
from bot.rummy.events import Awaited, DealEnded, EndedBy, MeldKind
from bot.rummy.match import Deal, Match, TableMeld, Turn
from bot.rummy.melds import read_meld
from bot.rummy.variant import Variant
from tests.rummy.presets import variant
from tests.rummy.transcript_words import Puzzled, read_answer, read_cards, read_numbers, sorted_row

SEED = "5eed" * 16


@dataclass
class Position:
    """The position that the lines before the first move describe."""

    preset: str
    house_rules: dict[str, str | int | bool] = field(default_factory=dict)
    hands: tuple[tuple[Card, ...], ...] = ()
    stock: tuple[Card, ...] = ()
    discards: tuple[Card, ...] = ()
    melds: list[tuple[tuple[Card, ...], int, MeldKind | None]] = field(default_factory=list)
    dealer: int | None = None
    turn: int | None = None
    drawn: Card | None = None
    taken: Card | None = None
    played: frozenset[int] = frozenset()
    scores: tuple[int, ...] | None = None
    recycles: int = 0
    idle_recycles: int = 0
    left: tuple[int, ...] = ()
    out: tuple[tuple[int, ...], ...] = ()
    back: tuple[tuple[int, ...], ...] = ()
    number: int = 1
    melders: frozenset[int] = frozenset()
    awaits: Awaited | None = None
    turn_number: int = 1
    first_upcard: Card | None = None
    knocker: int | None = None
    settled: int | None = None
    stages: tuple[int, ...] = ()
    instead: dict[str, str | int | bool] = field(default_factory=dict)

    def rules(self) -> Variant:
        """Return the variant with its house rules; `instead` are answers that replace those of the transcript."""
        return variant(self.preset, **self.house_rules | self.instead)

    def read(self, line: str) -> None:
        """Read one line of the set-up."""
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        match word:
            case "variant":
                self.preset = rest
            case "with":
                question, _, answer = rest.partition(" ")
                self.house_rules[question] = read_answer(answer.strip())
            case "deal":
                self.hands = tuple(map(read_cards, rest.split("|")))
            case "stock":
                self.stock = read_cards(rest)
            case "upcard" | "discards":
                self.discards = read_cards(rest)
            case "meld":
                number, _, laid = rest.partition(":")
                cards, _, seat = laid.partition(" by ")
                if int(number) != len(self.melds) + 1:
                    raise Puzzled("melds are numbered from 1 in the order of their lines")
                shown, _, kind = cards.partition(" as ")
                self.melds.append((read_cards(shown), int(seat), MeldKind(kind.strip()) if kind else None))
            case "dealer" | "turn" | "recycles" | "idle_recycles" | "number" | "settled" | "turn_number" | "knocker":
                setattr(self, word, int(rest))
            case "drawn":
                self.drawn = Card(rest)
            case "taken":
                self.drawn = self.taken = Card(rest)
            case "melders":
                self.melders = frozenset(read_numbers(rest))
            case "awaits":
                self.awaits = Awaited(rest)
            case "first_upcard":
                self.first_upcard = Card(rest)
            case "played":
                self.played = frozenset(read_numbers(rest))
            case "left":
                self.left = read_numbers(rest)
            case "out" | "back":
                setattr(self, word, tuple(map(read_numbers, rest.split("|"))))
            case "stages":
                self.stages = read_numbers(rest)
            case "scores":
                self.scores = read_numbers(rest)
            case _:
                raise Puzzled("no such line in a set-up")

    def match(self) -> Match:
        """Return the match in this position."""
        if len(self.hands) < 2:
            raise Puzzled("a set-up needs the hands of two or more seats")
        rules = self.rules().with_deals_for(len(self.hands))
        dealer = len(self.hands) - 1 if self.dealer is None else self.dealer
        match = Match(
            variant=rules,
            seating=tuple(range(len(self.hands))),
            first_dealer=dealer,
            scores=self.scores or (0,) * len(self.hands),
            left_seats=self.left,
            deal=None,
            ended_deals=(),
            regular_deals=self.settled,
            placings=None,
            is_broken_off=False,
            out_seats=tuple(chain.from_iterable(self.out)),
        )
        turn = match.next_staying_seat(dealer) if self.turn is None else self.turn
        number = self.settled or self.number
        melds = tuple(_table_meld(rules, cards, seat, kind) for cards, seat, kind in self.melds)
        deal = Deal(
            number=self.number,
            dealer=dealer,
            seed=SEED,
            hands=self.hands,
            known_hands=((),) * len(self.hands),
            stock=self.stock,
            discard_pile=self.discards,
            melds=melds,
            turn=Turn(
                turn,
                number=self.turn_number,
                awaits=self.awaits or (Awaited.DRAW if self.drawn is None else Awaited.PLAY),
                drawn_card=self.drawn,
                taken_card=self.taken,
            ),
            melded_seats=self.melders | {meld.owner for meld in melds},
            rummy_spoiled=self.played,
            is_all_at_once=rules.for_deal(number).is_all_at_once(number),
            recycles=self.recycles,
            idle_recycles=self.idle_recycles,
            end=None,
            knocker=self.knocker,
            upcard=self.first_upcard or next(iter(self.discards), None),
        )
        _check_deck(deal, rules)
        if self.drawn is not None and self.drawn not in self.hands[turn]:
            raise Puzzled(f"{self.drawn} was drawn but is not in hand {turn}")
        deal = replace(deal, stock_seats=stock_seats_of(match, len(deal.stock)))
        return replace(match, deal=deal, ended_deals=self.ended_deals())

    def ended_deals(self) -> tuple[DealEnded, ...]:
        """Return the earlier deals, which count towards the end of the match. The last have who was out or came back."""
        if max(len(self.out), len(self.back), bool(self.stages)) >= self.number:
            raise Puzzled("`number` must leave a deal for each part of `out` and `back`, and for `stages`")
        seats, earlier = len(self.hands), self.number - 1
        nothing = ((),) * seats
        drawn = DealEnded(EndedBy.BLOCKED, None, rummy=False, hands=nothing, points=(0,) * seats, stages=self.stages)
        out, back = (((),) * (earlier - len(parts)) + parts for parts in (self.out, self.back))
        return tuple(replace(drawn, out=out[at], back=back[at]) for at in range(earlier))


def _table_meld(rules: Variant, cards: tuple[Card, ...], seat: int, kind: MeldKind | None) -> TableMeld:
    meld = read_meld(cards, rules, kind)
    if meld is None:
        raise Puzzled(f"{' '.join(cards)} is not a meld")
    return TableMeld(meld.kind, meld.cards, (seat,) * len(cards), seat)


def _check_deck(deal: Deal, rules: Variant) -> None:
    piles = (*deal.hands, deal.stock, deal.discard_pile, *(meld.cards for meld in deal.melds))
    cards = [physical_card(card) for pile in piles for card in pile]
    twice = {card for card in cards if cards.count(card) > 1}
    if twice:
        raise Puzzled(f"written twice: {sorted_row(twice)}")
    if others := set(cards).difference(rules.deck_for(len(deal.hands))):
        raise Puzzled(f"not among the cards of this table: {sorted_row(others)}")


def match_at(preset: str, *lines: str) -> Match:
    """Return a match of a preset in the position that these lines describe."""
    setup = Position(preset)
    for line in lines:
        setup.read(line)
    return setup.match()
