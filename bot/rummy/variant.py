"""A variant: one frozen record with an answer to every question of the rules, including the house rules of a table."""

from enum import StrEnum
from functools import cached_property, partial
from typing import Annotated, Literal, assert_never

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from bot.rummy.cards import COURT, FACE_OF, JOKER, RANK_OF, RANKS, Card, deck_of, physical_card
from bot.rummy.notation import FACES, JOKERS, KIND_MASKS

Title = Annotated[str, Meta(min_length=1, max_length=60)]
Unlimited = Literal["unlimited"]
Players = Annotated[int, Meta(ge=2, le=6)]
HandSize = Annotated[int, Meta(ge=1, le=20)]
Target = Annotated[int, Meta(ge=1, le=1000)]
Deals = Annotated[int, Meta(ge=1, le=50)]
Points = Annotated[int, Meta(ge=0, le=100)]
Ace = Literal["low", "high_or_low", "around_corner", "high"]
ANY_NUMBER = 99
EVERYONE_DEALS: Literal["everyone_deals"] = "everyone_deals"
"""The answer to question 35 that depends on the number of players: everyone deals once, or with two players twice."""


GROWING_SIZES = range(3, 14)
"""The cards of each hand in the deals of question 52, and the ranks that are wild."""


class Wanted(Struct, frozen=True, array_like=True):
    """A meld of a contract: its kind, and how many cards it has when it is laid."""

    kind: Literal["set", "run"]
    size: int


_SET, _RUN = Wanted("set", 3), Wanted("run", 4)
CONTRACTS = (
    *((10, wanted) for wanted in ((_SET, _SET), (_SET, _RUN), (_RUN, _RUN), (_SET, _SET, _SET))),
    *((12, wanted) for wanted in ((_SET, _SET, _RUN), (_SET, _RUN, _RUN), (_RUN, _RUN, _RUN))),
)
"""For each deal of question 53 the cards of each hand, and the contract. The last one is laid with the whole hand."""
_set, _run = partial(Wanted, "set"), partial(Wanted, "run")
STAGES: tuple[tuple[Wanted, ...], ...] = (
    *((_set(3), _set(3)), (_set(3), _run(4)), (_set(4), _run(4)), (_run(7),), (_run(8),), (_run(9),)),
    *((_set(4), _set(4)), (_set(3), _run(6)), (_set(5), _set(3)), (_set(5), _run(5))),
)
"""What each seat lays, one after the other in its own time, where question 53 is answered so."""


class MeldRules(Struct, frozen=True, cache_hash=True):
    """What melds are, and what cards count; a key of caches."""

    deck: str
    ace: Ace
    set_kind: str
    set_size: tuple[int, int]
    set_unique: bool
    run_size: int
    run_suited: bool
    wild: int  # the mask of the wild cards
    min_naturals: int
    most_wild: int
    wild_adjacent: bool
    kinds: tuple[str, ...]  # of the melds that a hand makes; lay-offs are on both
    points: tuple[int, ...]  # of each face, by its number
    wild_points: int
    is_usual: bool  # runs are of one suit, and sets of different suits


class Variant(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """The answers. The numbers in the comments are those of the questions in the rules (RULES 2)."""

    name: str
    title: Title
    game: str = "rummy"  # the game of `games/` whose moves it is played with; earlier versions didn't store it
    deck: Literal["french52", "cuccu40"] = "french52"  # 1
    packs: Annotated[int, Meta(ge=1, le=4)] | dict[Players, Annotated[int, Meta(ge=1, le=4)]] = 1  # 2
    jokers: Annotated[int, Meta(ge=0, le=12)] = 0  # 3
    players: tuple[Players, Players] = (2, 6)  # 4: least, most
    hand_size: HandSize | dict[Players, HandSize] = field(default_factory=lambda: {2: 10, 3: 7, 4: 7, 5: 6, 6: 6})  # 5
    opening: Literal["upcard", "starter_extra"] = "upcard"  # 6
    direction: Literal["clockwise", "counterclockwise"] = "clockwise"  # 7
    next_dealer: Literal["rotate", "winner", "loser"] = "rotate"  # 8
    ace: Ace = "low"  # 9
    ace_points: Points | Literal["auto"] = "auto"  # 10
    court_points: Points = 10  # 11
    joker_points: Points = 15
    figure_points: Points = 10
    set_kind: Literal["same_rank", "distinct_figures"] = "same_rank"  # 12
    set_size: tuple[Annotated[int, Meta(ge=3, le=8)], Annotated[int, Meta(ge=3, le=8)]] = (3, 4)  # 13
    set_unique: bool = True  # 14
    run_size: Annotated[int, Meta(ge=3, le=13)] = 3  # 15
    run_suited: bool = True  # 16
    melds_per_turn: Annotated[int, Meta(ge=1, le=20)] | Unlimited = 1  # 17
    meld_all_at_once: Literal["never", "always"] | Annotated[tuple[Deals, ...], Meta(max_length=50)] = "never"  # 18
    first_meld: Literal["none"] | Annotated[int, Meta(ge=1, le=100)] = "none"  # 39: the least worth of first melds
    meld_retire_at: Literal["never"] | Annotated[int, Meta(ge=3, le=8)] = "never"  # 19
    wild: Literal["none", "joker", "king"] = "none"  # 20
    wild_min_naturals: Annotated[int, Meta(ge=1, le=8)] = 1  # 21
    wild_swap: Literal["never", "on_turn"] = "never"  # 22
    layoff_scope: Literal["all", "own", "none"] = "all"  # 23
    layoff_requires_meld: bool = False  # 24
    discard_taken: Literal["forbid_face", "forbid_card", "allow"] = "forbid_face"  # 25
    out_by: Literal["any", "discard_only"] = "any"  # 26
    recycle: Literal["turn_over", "shuffle"] = "turn_over"  # 27
    recycle_keep_top: bool = False  # 28
    recycle_max: Annotated[int, Meta(ge=0, le=20)] | Unlimited = 2  # 29
    scoring: Literal["winner_collects", "penalty", "payment"] = "winner_collects"  # 30
    rummy_bonus: Literal["none", "double", "add"] = "none"  # 31
    rummy_add: Points = 10  # 32
    blocked_scoring: Literal["auto", "all_penalty"] = "auto"  # 33
    match_target: Target | Literal["none"] = "none"  # 34
    match_deals: Deals | Literal["none", "everyone_deals"] = "none"  # 35
    tie: Literal["shared", "extra_deal"] = "shared"  # 36
    stock_count_public: bool = True  # 37
    take_back: bool = True  # 38: melds, lay-offs and swaps may be taken back until the discard
    stock: Literal["shared", "own"] = "shared"  # 40: own: each seat draws from its own part, which is never refilled
    knock_limit: Annotated[int, Meta(ge=0, le=50)] | Literal["upcard"] = 10  # 41: upcard: the points of the first upcard
    gin_scores: Literal["modern", "classic"] = "modern"  # 42
    spades_double: bool = False  # 43
    games_at_once: Annotated[int, Meta(ge=1, le=3)] = 1  # 44
    wild_max: Annotated[int, Meta(ge=1, le=8)] | Unlimited = "unlimited"  # 45: the most wild cards in a meld
    wild_adjacent: bool = True  # 46: two wild cards may be side by side in a run
    first_meld_waived: bool = False  # 47: whoever lays the whole hand in one move needs no first melds of so many points
    discard_from: Literal["start", "first_meld"] = "start"  # 48: first_meld: taken only with or after one's first melds
    elimination: bool = False  # 49: whoever reaches the target is out, and the others play on
    re_entries: Annotated[int, Meta(ge=0, le=3)] = 0  # 50: how often a seat comes back instead
    challenge: bool = False  # 51: before the draw, a player may ask the other one to show both hands
    growing_hands: bool = False  # 52: a card more in each deal, and the rank of as many is wild
    contracts: Literal["none", "deals", "stages"] | tuple[Wanted, ...] = "none"  # 53: what a seat lays first, or its melds

    def cards_each(self, players: int) -> int:
        """Return how many cards each of this number of players is dealt.

        If players have left, so that there are fewer than the variant allows, it is the number for the fewest allowed.
        """
        return self.hand_size if isinstance(self.hand_size, int) else self.hand_size[max(players, self.players[0])]

    def for_deal(self, number: int) -> "Variant":
        """Return the answers for the deal with this number: where hands grow, their size and the wild cards are its own.

        Eleven deals have 3 to 13 cards. Of fewer deals the last has 13, and the others are spread; later ones begin anew (RULES
        8.26). So it is with seven contracts, but of fewer deals the first has the first one (RULES 8.27).
        """
        if self.growing_hands:
            most = len(GROWING_SIZES)
            deals = min(most, self.match_deals) if isinstance(self.match_deals, int) else most
            return self._by_size[-1 - (deals - number) % deals * most // deals]
        if self.contracts == "deals":
            most = len(CONTRACTS)
            deals = min(most, self.match_deals) if isinstance(self.match_deals, int) else most
            return self._by_contract[(number - 1) % deals * most // deals]
        return self

    @cached_property
    def _by_size(self) -> tuple["Variant", ...]:
        return tuple(replace(self, hand_size=size) for size in GROWING_SIZES)

    @cached_property
    def _by_contract(self) -> tuple["Variant", ...]:
        at_once = ("never",) * (len(CONTRACTS) - 1) + ("always",)
        return tuple(
            replace(self, hand_size=cards, contracts=wanted, meld_all_at_once=rule)
            for (cards, wanted), rule in zip(CONTRACTS, at_once, strict=True)
        )

    @cached_property
    def by_stage(self) -> tuple["Variant", ...]:
        """The answers for a seat that must lay each of the stages: shorter melds are none."""
        return tuple(map(self._at_stage, STAGES))

    def _at_stage(self, wanted: tuple[Wanted, ...]) -> "Variant":
        least = {kind: min(each.size for each in wanted if each.kind == kind) for kind in {each.kind for each in wanted}}
        sets = (least.get("set", self.set_size[0]), self.set_size[1])
        return replace(self, contracts=wanted, run_size=least.get("run", self.run_size), set_size=sets)

    @property
    def contract(self) -> tuple[Wanted, ...] | None:
        """The melds that a seat lays first in this deal, empty once they are laid; None where there are no contracts."""
        return None if isinstance(self.contracts, str) else self.contracts

    @cached_property
    def after_contract(self) -> "Variant":
        """The answers for a seat that has laid its contract: it lays no further meld."""
        return replace(self, contracts=())

    def packs_for(self, players: int) -> int:
        return self.packs if isinstance(self.packs, int) else self.packs[max(players, self.players[0])]

    def with_deals_for(self, players: int) -> "Variant":
        """Return the variant with the number of deals that everyone deals once among these players, or twice between two.

        A variant with another answer to question 35 is returned as it is.
        """
        if self.match_deals != EVERYONE_DEALS:
            return self
        return replace(self, match_deals=2 * players if players == 2 else players)

    def for_same_deals(self) -> "Variant":
        """Return the variant for tables that play the same deals: nothing depends on how a deal ended (RULES 8.17, 8.19)."""
        return replace(self, stock="own", next_dealer="rotate", elimination=False)

    def deck_for(self, players: int) -> tuple[Card, ...]:
        """Return all cards that this number of players play with."""
        return deck_of(self.deck, self.packs_for(players), self.jokers)

    def cards_of_a_kind(self) -> int:
        """Return how many cards of one rank or figure there are, with the most packs that any number of players uses."""
        packs = max(self.packs_for(players) for players in range(self.players[0], self.players[1] + 1))
        return packs * (4 if self.deck == "french52" else 2)

    def has_duplicates(self) -> bool:
        """Return True if the deck has duplicates, not counting jokers."""
        return self.cards_of_a_kind() > (4 if self.deck == "french52" else 1)

    def largest_set(self) -> int:
        """Return the number of cards of the largest possible set, whatever `set_size` says (questions 12, 14, 20, 21)."""
        if self.set_kind == "distinct_figures":
            return 3 if self.deck == "french52" else 10
        if self.set_unique:
            return 4 if self.deck == "french52" else 1
        naturals = self.cards_of_a_kind()
        return naturals + self.jokers * (self.wild == "joker" and naturals >= self.wild_min_naturals)

    def has_sets(self) -> bool:
        """Return True if there are sets at all (RULES 8.10)."""
        return self.set_size[0] <= self.largest_set()

    def smallest_meld(self) -> int:
        """Return the number of cards of the smallest melds."""
        return min(self.set_size[0], self.run_size) if self.has_sets() else self.run_size

    def points(self, card: Card) -> int:
        """Return what a card left in hand counts (questions 10, 11; RULES 5.15, 5.17, 6)."""
        points = self.card_points
        return points[card] if card in points else points[physical_card(card)]

    @cached_property
    def card_points(self) -> dict[str, int]:
        """The points of each card, a joker without what it stands for."""
        points = {**dict(zip(FACES[self.deck], self.face_points, strict=True)), JOKER: self.joker_points}
        return {card: points[face] for card, face in FACE_OF.items() if face in points}

    @cached_property
    def face_points(self) -> tuple[int, ...]:
        """The points of each face, by its number."""
        if self.deck == "cuccu40":
            return tuple(RANK_OF[each] + 1 if each in RANK_OF else self.figure_points for each in FACES["cuccu40"])
        return tuple(self._points_of_rank(each[:-1]) for each in FACES["french52"])

    def _points_of_rank(self, rank: str) -> int:
        if self.wild == "king":
            return 25 if rank == "K" else 10 if rank in ("10", "J", "Q") else 5
        if rank in COURT:
            return self.court_points
        return self.value_of_ace() if rank == "A" else int(rank)

    def value_of_ace(self) -> int:
        if self.ace_points != "auto":
            return self.ace_points
        match self.ace:
            case "low":
                return 1
            case "high":
                return 10
            case "high_or_low" | "around_corner":
                return 15
            case _:
                assert_never(self.ace)

    @cached_property
    def meld_rules(self) -> MeldRules:
        size = self.hand_size
        rank = size - 1 if self.growing_hands and isinstance(size, int) and size in GROWING_SIZES else None
        rank = RANKS.index("K") if self.wild == "king" else rank
        return MeldRules(
            deck=self.deck,
            ace=self.ace,
            set_kind=self.set_kind,
            set_size=self.set_size,
            set_unique=self.set_unique,
            run_size=self.run_size,
            run_suited=self.run_suited,
            wild=KIND_MASKS[self.deck][rank] if rank is not None else JOKERS if self.wild == "joker" else 0,
            min_naturals=self.wild_min_naturals,
            most_wild=ANY_NUMBER if self.wild_max == "unlimited" else self.wild_max,
            wild_adjacent=self.wild_adjacent,
            kinds=("run", "set") if self.contract is None else tuple(sorted({wanted.kind for wanted in self.contract})),
            points=self.face_points,
            wild_points=self.joker_points if rank is None else self.face_points[rank],
            is_usual=self.deck == "french52" and self.run_suited and self.set_unique and self.set_kind == "same_rank",
        )

    def is_lowest_score_best(self) -> bool:
        """Return True if the lowest score wins. It follows from `scoring` and is never configured."""
        return self.scoring == "penalty"

    def has_deals_for_all_stages(self) -> bool:
        """Return True if a match is long enough to complete every stage (RULES 8.28)."""
        deals = self.match_deals
        return deals != EVERYONE_DEALS and not (isinstance(deals, int) and deals < len(STAGES))

    def eliminates(self) -> bool:
        """Return True if whoever reaches the target is out (question 49): only where points count against the players."""
        return self.elimination and self.scoring == "penalty" and self.match_target != "none"

    def has_first_melds(self) -> bool:
        """Return True if a seat's first melds in a deal are laid together, and must be something (questions 39, 53)."""
        return self.first_meld != "none" or self.contracts != "none"

    def is_all_at_once(self, deal: int) -> bool:
        """Return True if melds in this deal must empty the hand in one move (question 18)."""
        if isinstance(self.meld_all_at_once, str):
            return self.meld_all_at_once == "always"
        return deal in self.meld_all_at_once

    def can_recycle_again(self, recycles: int) -> bool:
        return self.stock == "shared" and (self.recycle_max == "unlimited" or recycles < self.recycle_max)


QUESTIONS = tuple(field for field in Variant.__struct_fields__ if field not in ("name", "title", "game", "contracts"))
"""The questions of the rules, in their order; contracts are what a game is about, so its file answers for all tables."""


def differing_questions(variant: Variant, other: Variant) -> tuple[str, ...]:
    """Return the questions that the two answer differently, in the order of the rules."""
    return tuple(question for question in QUESTIONS if getattr(variant, question) != getattr(other, question))


class Length(StrEnum):
    """ONE: one deal. SHORT: everyone deals once, between two players twice. FULL: what the game's own rules say."""

    ONE = "one"
    SHORT = "short"
    FULL = "full"

    def reaches(self, least: "Length") -> bool:
        """Return True if it is at least as long as the other length."""
        in_order = tuple(Length)
        return in_order.index(self) >= in_order.index(least)
