"""The state of a match: frozen values that only `apply` makes.

Below it are the points at the end of a deal, and the end of a match with its places (RULES 4.5, 4.6, 5.8, 5.11; questions
34-36).

`Match.awaits` is what the match waits for, and so which moves `decide` accepts:

    StartMatch
        │
        ▼       DealCards                         moves of the game
      DEAL ───────────────► the phases of a turn ───┐
       ▲                     │             ▲        │
       │                     │             └────────┘
       │                 deal ends
       │                     │
       └───── undecided ─────┤
                             │ decided
                             ▼
                          NOTHING

- The phases of a turn, and the moves of each, are those of the match's game (`games/`). Every wait is a turn of one seat.
- The end of a deal decides the match, or the match waits for the next deal.
- Leave is accepted in every state but NOTHING, also out of turn. In the seat's own turn it ends the turn; if only one seat
  remains, or an extra deal is no longer needed, it decides the match. BreakOff leads to NOTHING from every state.

The values are msgspec structs rather than dataclasses because every move replaces some of them, and replacing a struct is
thirty times as fast.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from operator import add

from msgspec.structs import replace

from bot.rummy.cards import Card, Face
from bot.rummy.columns import sheet_of
from bot.rummy.events import Awaited, CardsLaidOff, DealEnded, EndedBy, JokerSwapped, MeldKind, MeldLaid, Parts, SeedParts
from bot.rummy.variant import STAGES, Variant
from bot.rummy.written_form import Written, deal_text, match_text


class TableMeld(Written, frozen=True, cache_hash=True):
    """A meld on the table: its cards in order, and for each card the seat that played it."""

    kind: MeldKind
    cards: tuple[Card, ...]
    played_by: tuple[int, ...]
    owner: int

    def __str__(self) -> str:
        return " ".join(self.cards)


TablePlay = MeldLaid | CardsLaidOff | JokerSwapped
"""A play on the table that can be taken back in the same turn."""


class Turn(Written, frozen=True):
    seat: int
    number: int  # within the deal, from 1
    awaits: Awaited  # PLAY from the beginning for a starter who doesn't draw
    drawn_card: Card | None = None  # from the stock or the discard pile
    taken_card: Card | None = None  # the drawn card if it came from the discard pile
    pile_taken: tuple[Card, ...] = ()  # what was taken with cards above it; the deepest one, which must be laid, is the first
    table_plays: tuple[TablePlay, ...] = ()  # the melds, lay-offs and swaps that have not been taken back
    deal_before_play: "Deal | None" = None  # the deal before the last of `table_plays`, to take it back
    retired_cards: tuple[Card, ...] = ()  # from melds that retired; they go under this turn's discard

    def __str__(self) -> str:
        return f"turn {self.number}: seat {self.seat} to {self.awaits}"

    @property
    def melds_laid(self) -> int:
        return len([play for play in self.table_plays if isinstance(play, MeldLaid)])


class Deal(Written, frozen=True):
    """The current state of one deal. `part_of(seat)[0]` is drawn next; `discard_pile[-1]` is the top of the pile."""

    number: int
    dealer: int
    seed: str
    hands: tuple[tuple[Card, ...], ...]
    known_hands: tuple[tuple[Face, ...], ...]  # of each hand the faces that the events show it must hold
    stock: tuple[Card, ...]
    discard_pile: tuple[Card, ...]
    melds: tuple[TableMeld, ...]
    turn: Turn
    melded_seats: frozenset[int]  # the seats that have laid a meld in this deal, also one that has retired
    rummy_spoiled: frozenset[int]  # the seats that melded, laid off or swapped in an earlier turn, so can't go rummy
    is_all_at_once: bool  # melds of this deal must empty the hand (question 18)
    recycles: int  # how often the discard pile became the stock
    end: DealEnded | None  # None while the deal is in play
    idle_turns: tuple[int, ...] = ()  # of each seat, since the stock was used up or somebody last played on the table
    idle_recycles: int = 0  # how often the discard pile became the stock since somebody last played on the table
    retired_melds: tuple[TableMeld, ...] = ()  # as they left the table
    stock_seats: tuple[int, ...] = ()  # whose part each card of the stock is in (question 40); empty if it is shared
    made_of: SeedParts | None = None  # as in CardsDealt
    knocker: int | None = None  # the seat that has knocked
    upcard: Card | None = None  # the first one, wherever it is now

    def __str__(self) -> str:
        turn = self.turn
        state = f"seat {turn.seat} to {turn.awaits}" if self.end is None else f"ended by {self.end.how}"
        hand_sizes = map(len, self.hands)
        return deal_text(self.number, turn.number, state, self.discard_pile, len(self.stock), self.melds, hand_sizes)

    def part_of(self, seat: int) -> tuple[Card, ...]:
        """Return the cards of the stock that the seat may draw, the next one first: all if the stock is shared."""
        if not self.stock_seats:
            return self.stock
        return tuple(card for card, owner in zip(self.stock, self.stock_seats, strict=True) if owner == seat)

    def top_discard(self) -> Card | None:
        return self.discard_pile[-1] if self.discard_pile else None


class Match(Written, frozen=True):
    """The current state of a match. Seats are numbers from 0."""

    variant: Variant
    seating: tuple[int, ...]  # for each seat the place in the lobby of its player
    first_dealer: int
    scores: tuple[int, ...]
    left_seats: tuple[int, ...]  # the seats that have left, in that order
    deal: Deal | None  # the deal in play or the last one; None before the first
    ended_deals: tuple[DealEnded, ...]
    regular_deals: int | None  # deals until the target or the number of deals was reached; None before. More are extra deals
    placings: tuple[int, ...] | None  # None until the match has ended
    is_broken_off: bool
    bonuses: tuple[Parts, ...] = ()  # of each seat, at the end of the match; the scores have them
    out_seats: tuple[int, ...] = ()  # the seats that have reached the target, and play no further deal (question 49)

    def __str__(self) -> str:
        return match_text(
            self.variant.name, self.deal, self.scores, self.left_seats, self.placings, is_broken_off=self.is_broken_off
        )

    @property
    def rules(self) -> Variant:
        """The answers for the deal in play, or the last one. An extra deal is played as the last regular one (RULES 5.13)."""
        return self.variant if self.deal is None else self.variant.for_deal(self.regular_deals or self.deal.number)

    @property
    def seats(self) -> int:
        return len(self.seating)

    def rules_of(self, seat: int | None) -> Variant:
        """Return the answers for this seat: its own stage, or if it has laid that, or its contract, no further melds."""
        rules = self.rules
        if rules.contracts == "none" or self.deal is None or seat is None:
            return rules
        if seat in self.deal.melded_seats:
            return rules.after_contract
        return rules.by_stage[min(self.stages[seat], len(STAGES) - 1)] if rules.contracts == "stages" else rules

    @property
    def stages(self) -> tuple[int, ...]:
        """How many stages each seat has completed in the deals that have ended (question 53)."""
        return stages_after(self.ended_deals) or (0,) * self.seats

    @property
    def is_over(self) -> bool:
        return self.placings is not None or self.is_broken_off

    @property
    def awaits(self) -> Awaited:
        if self.placings is not None or self.is_broken_off:
            return Awaited.NOTHING
        if self.deal is None or self.deal.end is not None:
            return Awaited.DEAL
        return self.deal.turn.awaits

    def seat_to_act(self) -> int | None:
        """Return the seat whose turn it is, or None between deals and after the match."""
        deal = self.deal
        if deal is None or deal.end is not None or self.placings is not None or self.is_broken_off:
            return None
        return deal.turn.seat

    @property
    def gone_seats(self) -> tuple[int, ...]:
        """The seats that have left or are out."""
        return self.left_seats + self.out_seats if self.out_seats else self.left_seats

    def staying_seats(self) -> list[int]:
        """Return the seats that have not left and aren't out, in seat order."""
        gone = self.gone_seats
        return [seat for seat in range(len(self.seating)) if seat not in gone]

    def next_staying_seat(self, seat: int) -> int:
        """Return the next seat in playing order that has not left and isn't out."""
        seats, step = len(self.seating), 1 if self.variant.direction == "clockwise" else -1
        following, gone = (seat + step) % seats, self.gone_seats
        while following in gone:
            following = (following + step) % seats
        return following

    def receivers(self, dealer: int) -> list[int]:
        """Return the seats that get cards from this dealer, in their order: the dealer is last, if still there."""
        found = [self.next_staying_seat(dealer)]
        while (seat := self.next_staying_seat(found[-1])) != found[0]:
            found.append(seat)
        return found


Hands = Sequence[tuple[Card, ...]]


def hand_points(variant: Variant, hand: Iterable[Card]) -> int:
    """Return the points of the cards left in a hand."""
    return sum(map(variant.points, hand))


def deal_points(
    variant: Variant, hands: Hands, left_seats: Sequence[int], *, winner: int | None, rummy: bool
) -> tuple[int, ...]:
    """Return the points of each seat.

    `winner` is the seat that went out, or None in a blocked deal; `left_seats` have left the match. A seat that left
    before the deal holds no card and has no part in it.
    """
    counts = [hand_points(variant, hand) for hand in hands]
    if winner is None:
        return _blocked_points(variant, counts, left_seats)
    factor = 2 if rummy and variant.rummy_bonus == "double" else 1
    added = variant.rummy_add if rummy and variant.rummy_bonus == "add" else 0
    owed = [factor * points for points in counts]
    match variant.scoring:
        case "winner_collects":
            return _points_for_winner(winner, sum(owed) + added, len(hands))
        case "penalty":
            return tuple(-added if seat == winner else points for seat, points in enumerate(owed))
        case "payment":
            paid = [0 if seat == winner or not hands[seat] else points + added for seat, points in enumerate(owed)]
            return tuple(sum(paid) if seat == winner else -points for seat, points in enumerate(paid))


def _points_for_winner(winner: int, points: int, seats: int) -> tuple[int, ...]:
    return tuple(points if seat == winner else 0 for seat in range(seats))


def _blocked_points(variant: Variant, counts: Sequence[int], left_seats: Sequence[int]) -> tuple[int, ...]:
    """Return the points of a blocked deal: each seat's own hand, or the differences to the lowest hand (RULES 4.6, 5.21)."""
    if variant.scoring == "penalty":
        return tuple(counts)
    if variant.blocked_scoring == "all_penalty":
        return tuple(-points for points in counts)
    winners, differences = lowest_hands(counts, left_seats)
    if variant.scoring == "winner_collects":
        share = sum(differences) // len(winners)
        return tuple(share if seat in winners else 0 for seat in range(len(counts)))
    shares = [points // len(winners) for points in differences]  # the payer keeps what can't be shared
    return tuple(sum(shares) if seat in winners else -len(winners) * shares[seat] for seat in range(len(counts)))


def lowest_hands(counts: Sequence[int], left_seats: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return the seats with the lowest hand, and for each hand its difference from the lowest.

    The hand of a seat that has left is paid, but is never the lowest; if it is below the lowest, it pays nothing.
    """
    least = min(points for seat, points in enumerate(counts) if seat not in left_seats)
    winners = [seat for seat, points in enumerate(counts) if points == least and seat not in left_seats]
    return winners, [max(0, points - least) for points in counts]


def with_eliminated(match: Match, ended: DealEnded) -> DealEnded:
    """Return the end of a deal with the seats that are out by it, or come back (questions 49, 50, RULES 8.23).

    If nobody stays below the target, only those with more points than the lowest are out.
    """
    target = match.variant.match_target
    if not match.variant.eliminates() or target == "none":
        return ended
    totals, staying = list(map(add, match.scores, ended.points)), match.staying_seats()
    below = [seat for seat in staying if totals[seat] < target]
    limit = target if below else 1 + min(totals[seat] for seat in staying)
    reached = [seat for seat in staying if totals[seat] >= limit]
    times = Counter(seat for deal in match.ended_deals for seat in deal.back)
    back = tuple(seat for seat in reached if len(below) > 1 and times[seat] < match.variant.re_entries)
    most = max((totals[seat] for seat in below), default=0)
    points = tuple(most - match.scores[seat] if seat in back else won for seat, won in enumerate(ended.points))
    return replace(ended, points=points, out=tuple(seat for seat in reached if seat not in back), back=back)


EXTRA_DEALS = 3
"""After this many extra deals a tie is shared (RULES 5.13)."""


def is_limit_reached(match: Match) -> bool:
    """Return True if a total is at least the target, or the number of deals is reached (A:L102, B:L75, RULES 5.25)."""
    target, deals = match.variant.match_target, match.variant.match_deals
    reached = target != "none" and max(match.scores[seat] for seat in match.staying_seats()) >= target
    if match.variant.eliminates():
        reached = reached or len(match.staying_seats()) < 2
    if match.variant.games_at_once > 1:
        reached = not sheet_of(match.variant, match.seats, match.ended_deals).open_games()
    done = stages_after(match.ended_deals)
    reached = reached or any(done[seat] == len(STAGES) for seat in match.staying_seats() if done)
    return reached or (isinstance(deals, int) and _played(match, match.ended_deals) >= deals)


def _played(match: Match, ended_deals: Sequence[DealEnded]) -> int:
    """Return how many of these deals count: a void deal is dealt again, but where tables play the same deals (RULES 8.19)."""
    return sum(ended.how != EndedBy.VOID or match.variant.stock == "own" for ended in ended_deals)


def stages_after(ended_deals: Sequence[DealEnded]) -> tuple[int, ...]:
    """Return how many stages each seat has completed after these deals; nothing before the first, or in other games."""
    return ended_deals[-1].stages if ended_deals else ()


def with_stages(match: Match, ended: DealEnded) -> DealEnded:
    """Return the end of a deal with the stages that each seat has completed: one more if it has laid its own."""
    assert match.deal is not None
    laid = match.deal.melded_seats
    done = tuple(min(len(STAGES), stage + (seat in laid)) for seat, stage in enumerate(match.stages))
    return replace(ended, stages=done)


def is_decided(match: Match) -> bool:
    """Return True if the limit is reached and no tie for the first place needs an extra deal."""
    if match.regular_deals is None:
        return False
    if match.variant.tie == "shared" or _played(match, match.ended_deals[match.regular_deals :]) >= EXTRA_DEALS:
        return True
    return placings(match).count(1) == 1


def with_bonuses(match: Match, bonuses: tuple[Parts, ...]) -> Match:
    """Return the match with what each seat gets at its end."""
    if not bonuses:
        return match
    added = (sum(points for _, points in parts) for parts in bonuses)
    return replace(match, scores=tuple(map(sum, zip(match.scores, added, strict=True))), bonuses=bonuses)


def placings(match: Match) -> tuple[int, ...]:
    """Return the place of each seat, from 1, by stages, and then by score; equal scores share a place.

    Seats that are out come after those that play on, by the deal after which they were out. Seats that left come after all
    others: the first to leave is last.
    """
    sign, last = -1 if match.variant.is_lowest_score_best() else 1, len(match.ended_deals)
    out_after = {seat: number for number, ended in enumerate(match.ended_deals) for seat in ended.out}
    reached = {
        seat: (out_after.get(seat, last), match.stages[seat], sign * match.scores[seat])
        for seat in range(match.seats)
        if seat not in match.left_seats
    }
    return tuple(
        1 + sum(other > reached[seat] for other in reached.values())
        if seat in reached
        else match.seats - match.left_seats.index(seat)
        for seat in range(match.seats)
    )
