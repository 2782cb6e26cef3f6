"""Plays a transcript: a text that sets up a position, makes moves, and states what must be true afterwards.

    # The claim, with its source.
    with    melds_per_turn unlimited     a house rule; the variant is the name of the folder, or `variant ramino`
    deal    2C 3C 4C | 2D 3D 4D          the hands, seat 0 first; `-` is an empty one
    stock   9S 8S 7S                     the next card to be drawn first
    upcard  6S                           or `discards 4C 9D 6S`, the top last

    0 take                               a seat and its move
    0 discard 6S   refused JustTaken 6S  the refusal, with as many of its facts as matter
    hand 0  3C 4C 6S                     anything else is a check

Further lines of the set-up: `dealer 1` (otherwise the last seat, so that seat 0 starts), `turn 1`, `drawn 9S` or `taken 6S`
(the card, which is in the hand already), `meld 2: 5S 6S 7S by 0`, `played 0` (seats that laid something on the table in an
earlier turn), `scores 0 149`, `recycles 1`, `left 2`, `number 4` (of the deal), `melders 0` (seats whose melds have left the
table), `starter plays` (the seat whose turn it is need not draw), `meld 1: XIII XIIII XV as run by 0`, `settled 6` (the match
was to end after this many deals: this one is an extra deal). A position may be a partial deck.
Moves of the table: `table starts 3` (players, in place of a position), `table deals`, `table breaks off`. The checks are the
functions of `CHECKS`, each under its word. House rules that contradict each other: `variant refused` and the sentence.
Every accepted move must have been offered before, and no refused move may have been.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from typing import TypeVar

from msgspec.structs import replace

from bot.rummy.decide import decide, play
from bot.rummy.deck.cards import DECK_FACES, JOKER, Card, face, is_joker, meld_face, physical_card, sort_cards
from bot.rummy.events import CardsLaidOff, DealEnded, EndedBy, MeldKind, MeldLaid
from bot.rummy.legal_moves import legal_moves
from bot.rummy.match import Deal, Match, TableMeld, Turn
from bot.rummy.melds.melds import read_meld
from bot.rummy.moves import BreakOff, DealCards, Discard, LayMeld, LayMelds, LayOff, Leave, SeatMove, StartMatch, read_move
from bot.rummy.refusals import IllegalMove, Refusal
from bot.rummy.variant.variant import Variant
from bot.rummy.variant.variant_reader import VariantRefused
from bot.rummy.view import view_for
from tests.rummy.presets import variant

SEED = "5eed" * 16


class TableReport(Exception):  # noqa: N818  (what a failed test prints)
    """A difference between the transcript and the table: the line, what it expects, and what happened."""

    def __init__(self, number: int, line: str, expected: str, got: str) -> None:
        super().__init__(f"line {number}:  {line.strip()}\n  expected  {expected}\n  got       {got}")


class Puzzled(Exception):  # noqa: N818
    """A line that the transcript's reader does not understand."""


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
    left: tuple[int, ...] = ()
    number: int = 1
    melders: frozenset[int] = frozenset()
    starts: bool = False
    settled: int | None = None
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
                self.house_rules[question] = _answer(answer.strip())
            case "deal":
                self.hands = tuple(map(_cards, rest.split("|")))
            case "stock":
                self.stock = _cards(rest)
            case "upcard" | "discards":
                self.discards = _cards(rest)
            case "meld":
                number, _, laid = rest.partition(":")
                cards, _, seat = laid.partition(" by ")
                if int(number) != len(self.melds) + 1:
                    raise Puzzled("melds are numbered from 1 in the order of their lines")
                shown, _, kind = cards.partition(" as ")
                self.melds.append((_cards(shown), int(seat), MeldKind(kind.strip()) if kind else None))
            case "dealer" | "turn" | "recycles" | "number" | "settled":
                setattr(self, word, int(rest))
            case "drawn":
                self.drawn = Card(rest)
            case "taken":
                self.drawn = self.taken = Card(rest)
            case "melders":
                self.melders = frozenset(_numbers(rest))
            case "starter":
                self.starts = rest == "plays"
            case "played":
                self.played = frozenset(_numbers(rest))
            case "left":
                self.left = _numbers(rest)
            case "scores":
                self.scores = _numbers(rest)
            case _:
                raise Puzzled("no such line in a set-up")

    def match(self) -> Match:
        """Return the match in this position."""
        if len(self.hands) < 2:
            raise Puzzled("a set-up needs the hands of two or more seats")
        rules = self.rules()
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
        )
        turn = match.next_staying_seat(dealer) if self.turn is None else self.turn
        melds = tuple(_table_meld(rules, cards, seat, kind) for cards, seat, kind in self.melds)
        deal = Deal(
            number=self.number,
            dealer=dealer,
            seed=SEED,
            hands=self.hands,
            stock=self.stock,
            discard_pile=self.discards,
            melds=melds,
            turn=Turn(
                turn, number=1, has_drawn=self.drawn is not None or self.starts, drawn_card=self.drawn, taken_card=self.taken
            ),
            melded_seats=self.melders | {meld.owner for meld in melds},
            rummy_spoiled=self.played,
            is_all_at_once=rules.is_all_at_once(self.settled or self.number),
            recycles=self.recycles,
            end=None,
        )
        _check_deck(deal)
        if self.drawn is not None and self.drawn not in self.hands[turn]:
            raise Puzzled(f"{self.drawn} was drawn but is not in hand {turn}")
        return replace(match, deal=deal, ended_deals=(_drawn_deal(len(self.hands)),) * (self.number - 1))


def perform(text: str, preset: str, **instead: str | int | bool) -> Match | None:
    """Play the transcript to its end, and return the match; None for a transcript of contradictions alone.

    Raise TableReport at the first difference. `instead` are answers that replace those of the transcript, to test that it
    fails.
    """
    position, match, was_refused = Position(preset, instead=instead), None, False
    for number, line in enumerate(text.splitlines(), start=1):
        said = " ".join(line.partition("#")[0].split())
        if not said:
            continue
        try:
            actor = said.split(" ", 1)[0]
            if said.startswith("variant refused "):
                was_refused = _variant_refused(position, said.removeprefix("variant refused "))
            elif match is None and said.startswith("table starts "):
                match = _started(position, said)
            elif actor.isdecimal() or actor == "table":
                match = _moved(match or position.match(), said)
            elif match is None and actor not in _CHECKS_ONLY:
                position.read(said)
            else:
                match = match or position.match()
                _check(match, said)
        except Puzzled as puzzled:
            raise TableReport(number, line, "a line of a transcript", str(puzzled)) from None
        except _Otherwise as otherwise:
            raise TableReport(number, line, *otherwise.args) from None
        except VariantRefused as refused:
            raise TableReport(number, line, "house rules that can be played", "; ".join(refused.faults)) from None
        except (ValueError, LookupError) as error:
            raise TableReport(number, line, "a line of a transcript", f"{type(error).__name__}: {error}") from None
    if match is None and not was_refused:
        raise TableReport(0, "(the whole text)", "a move or a check", "none")
    return match


class _Otherwise(Exception):  # noqa: N818
    def __init__(self, expected: str, got: str) -> None:
        super().__init__(expected, got)


def _variant_refused(position: Position, sentence: str) -> bool:
    try:
        position.rules()
    except VariantRefused as refused:
        if any(sentence in " ".join(fault.split()) for fault in refused.faults):
            return True
        raise _Otherwise(sentence, "; ".join(refused.faults)) from None
    raise _Otherwise(f"refused {sentence}", "a variant that can be played")


def _started(position: Position, said: str) -> Match | None:
    """Return a new match, or None if its refusal is the point."""
    asked, _, refusal = said.removeprefix("table starts ").partition(" refused ")
    try:
        match = play(None, None, StartMatch(position.rules(), int(asked), SEED))
    except IllegalMove as illegal:
        return _refused(illegal, refusal, None)
    if refusal:
        raise _Otherwise(f"refused {refusal}", "accepted")
    return match


M = TypeVar("M", Match, None)


def _refused(illegal: IllegalMove, refusal: str, match: M) -> M:
    got = written(illegal.refusal)
    if not refusal or not f"{got} ".startswith(f"{refusal} "):
        raise _Otherwise(f"refused {refusal}" if refusal else "accepted", f"refused {got}") from None
    return match


def _moved(match: Match, said: str) -> Match:
    """Return the match after a line that is a move."""
    asked, refused, refusal = said.partition(" refused")
    actor, _, words = asked.partition(" ")
    refusal = refusal.strip()
    if refused and not refusal:
        raise _Otherwise("a refusal by its name", "none")
    try:
        after = _table_moved(match, words) if actor == "table" else _seat_moved(match, int(actor), words, refused=bool(refusal))
    except IllegalMove as illegal:
        return _refused(illegal, refusal, match)
    if refusal:
        raise _Otherwise(f"refused {refusal}", "accepted")
    return after


def _table_moved(match: Match, words: str) -> Match:
    match words:
        case "deals":
            return play(match, None, DealCards(SEED))
        case "breaks off":
            return play(match, None, BreakOff())
        case _:
            raise Puzzled("the table `deals` or `breaks off`")


def _seat_moved(match: Match, seat: int, words: str, *, refused: bool) -> Match:
    move = read_move(words)
    if refused and _stands_among(legal_moves(match, seat), move, match.variant):
        raise _Otherwise("a refused move is not offered", f"offered: {move}")
    after = play(match, seat, move)
    if not refused and not _is_offered(match, seat, move):
        raise _Otherwise("an accepted move is offered", f"not offered: {move}")
    return after


def _stands_among(offered: list[SeatMove], move: SeatMove, rules: Variant) -> bool:
    """Return True if the move is among the offered ones.

    Of duplicates one is offered, except where only the taken card is forbidden.
    """
    if isinstance(move, Discard) and rules.discard_taken == "forbid_card":
        return move in offered
    return _comparable(move) in map(_comparable, offered)


def _is_offered(match: Match, seat: int, move: SeatMove) -> bool:
    """Return True if an offered move has the same effect.

    Lay-offs are offered card by card, melds together only all at once.
    """
    if isinstance(move, Leave) or (isinstance(move, LayOff) and len(move.cards) > 1):
        return True
    if isinstance(move, LayMelds) and not _of(match).is_all_at_once:
        return True
    effect = _effect(match, seat, move)
    return any(_effect(match, seat, each) == effect for each in legal_moves(match, seat))


def _effect(match: Match, seat: int, move: SeatMove) -> list[str]:
    """Return the effect of a move, the same for every duplicate or joker."""
    return sorted(
        " ".join([type(event).__name__, *map(_alike, event.cards)]) if isinstance(event, MeldLaid | CardsLaidOff) else "-"
        for event in decide(match, seat, move)
    ) + ([] if isinstance(move, LayMeld | LayMelds | LayOff) else [_comparable(move)])


def _comparable(move: SeatMove) -> str:
    """Return the move without the order of its cards and melds, and without the difference between duplicates or jokers."""
    if isinstance(move, LayMeld):
        return f"meld {_part(move)}"
    if isinstance(move, LayMelds):
        return f"meld {' | '.join(sorted(map(_part, move.melds)))}"
    return " ".join(map(_alike, str(move).split()))


def _part(meld: LayMeld) -> str:
    return " ".join(sorted(map(_alike, meld.cards))) + (f" as {meld.kind}" if meld.kind is not None else "")


def _alike(word: str) -> str:
    card = Card(word)
    return face(card) + (f"={meld_face(card)}" if "=" in word else "")


def written(refusal: Refusal) -> str:
    """Return the refusal as transcripts write it, its name and its facts: `DoesNotFit 7C 1 3C 4C 5C`."""
    facts = [getattr(refusal, fact.name) for fact in fields(refusal)]
    return " ".join([type(refusal).__name__, *(_fact(fact) for fact in facts if not isinstance(fact, bool))])


def _fact(fact: object) -> str:
    """Return a fact as text: cards one after the other, choices between bars."""
    if not isinstance(fact, tuple):
        return str(fact)
    return (" | " if any(isinstance(each, tuple) for each in fact) else " ").join(map(_fact, fact))


# --- checks: each gives what was expected and what was so, in the same writing ---------------------------------------------


def _check(match: Match, said: str) -> None:
    word, *words = said.split()
    if word not in CHECKS:
        raise Puzzled(f"no such check; there are {', '.join(CHECKS)}")
    expected, got = CHECKS[word](match, words)
    if expected != got:
        raise _Otherwise(expected, got)


Check = Callable[[Match, list[str]], tuple[str, str]]


def _hand(match: Match, words: list[str]) -> tuple[str, str]:
    seat, *cards = words
    return _sorted(_cards(" ".join(cards))), _sorted(_of(match).hands[int(seat)])


def _stock(match: Match, words: list[str]) -> tuple[str, str]:
    if words[0] == "shuffled":
        return _sorted(_cards(" ".join(words[1:]))), _sorted(_of(match).stock)
    return _plain(words), _row(_of(match).stock)


def _meld(match: Match, words: list[str]) -> tuple[str, str]:
    number, *cards = words
    melds = _of(match).melds
    return _plain(cards), str(melds[int(number) - 1]) if int(number) <= len(melds) else "no such meld"


def _played_by(match: Match, words: list[str]) -> tuple[str, str]:
    number, *seats = words
    return _plain(seats), _row(_of(match).melds[int(number) - 1].played_by)


def _offered(match: Match, words: list[str]) -> tuple[str, str]:
    """Check `moves 0 draw stock; take`: exactly these, in any order; `moves 0 -`: none."""
    seat, *rest = words
    expected = sorted(_comparable(read_move(each)) for each in " ".join(rest).split(";") if each.strip() != "-")
    return "; ".join(expected) or "-", "; ".join(sorted(map(_comparable, legal_moves(match, int(seat))))) or "-"


def _stock_seen(match: Match, words: list[str]) -> tuple[str, str]:
    """Check `stock_seen 1 23`: the size of the stock that seat 1 is shown; `-`: it is not shown."""
    seat, seen = words
    deal = view_for(match, int(seat)).deal
    assert deal is not None
    return seen, "-" if deal.stock_size is None else str(deal.stock_size)


def _until_blocked(match: Match, words: list[str]) -> tuple[str, str]:
    """Check `until_blocked 4`: so many more turns without a play on the table end the deal; `-`: the stock is not used up."""
    deal = view_for(match, None).deal
    assert deal is not None
    return _plain(words), "-" if deal.turns_until_blocked is None else str(deal.turns_until_blocked)


def _last(match: Match) -> DealEnded:
    if not match.ended_deals:
        raise _Otherwise("a deal that has ended", "none has")
    return match.ended_deals[-1]


CHECKS: dict[str, Check] = {
    "hand": _hand,
    "stock": _stock,
    "discards": lambda match, words: (_plain(words), _row(_of(match).discard_pile)),
    "meld": _meld,
    "melds": lambda match, words: (_plain(words), str(len(_of(match).melds))),
    "played_by": _played_by,
    "sizes": lambda match, words: (_plain(words), _row(map(len, _of(match).hands))),
    "turn": lambda match, words: (_plain(words), "nobody" if match.seat_to_act() is None else str(match.seat_to_act())),
    "awaits": lambda match, words: (_plain(words), match.awaits),
    "moves": _offered,
    "dealer": lambda match, words: (_plain(words), str(_of(match).dealer)),
    "number": lambda match, words: (_plain(words), str(_of(match).number)),
    "recycles": lambda match, words: (_plain(words), str(_of(match).recycles)),
    "ended": lambda match, words: (_plain(words), _last(match).how),
    "winner": lambda match, words: (_plain(words), "nobody" if _last(match).winner is None else str(_last(match).winner)),
    "rummy": lambda match, words: (_plain(words), "yes" if _last(match).rummy else "no"),
    "points": lambda match, words: (_plain(words), _row(_last(match).points)),
    "scores": lambda match, words: (_plain(words), _row(match.scores)),
    "placings": lambda match, words: (_plain(words), "-" if match.placings is None else _row(match.placings)),
    "over": lambda match, words: (_plain(words) or "yes", "yes" if match.is_over else "no"),
    "stock_size": lambda match, words: (_plain(words), str(len(_of(match).stock))),
    "stock_seen": _stock_seen,
    "until_blocked": _until_blocked,
    "retired": lambda match, words: (_plain(words), _row(_of(match).turn.retired_cards)),
    "settled": lambda match, words: (_plain(words), str(match.regular_deals or "no")),
    "scored": lambda match, words: (_plain(words), str(len(match.ended_deals))),
}
_CHECKS_ONLY = frozenset(CHECKS) - {"stock", "discards", "meld", "turn", "dealer", "number", "recycles", "scores", "settled"}


# --- reading and writing ---------------------------------------------------------------------------------------------------


def _cards(text: str) -> tuple[Card, ...]:
    cards = tuple(Card(word) for word in text.split() if word != "-")
    for card in cards:
        of_a_deck = any(faces >= {meld_face(card)} for faces in DECK_FACES.values())
        if not of_a_deck and not (is_joker(card) and str(physical_card(card)) != JOKER):
            raise Puzzled(f"{card} is no card")
    return cards


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def _answer(text: str) -> str | int | bool:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isdecimal() else text


def _plain(words: Iterable[str]) -> str:
    return " ".join(words)


def _row(things: Iterable[object]) -> str:
    return " ".join(map(str, things)) or "-"


def _sorted(cards: Iterable[Card]) -> str:
    return _row(sort_cards(cards))


def _of(match: Match) -> Deal:
    assert match.deal is not None
    return match.deal


def _table_meld(rules: Variant, cards: tuple[Card, ...], seat: int, kind: MeldKind | None) -> TableMeld:
    meld = read_meld(cards, rules, kind)
    if meld is None:
        raise Puzzled(f"{' '.join(cards)} is no meld")
    return TableMeld(meld.kind, meld.cards, (seat,) * len(cards), seat)


def _check_deck(deal: Deal) -> None:
    piles = (*deal.hands, deal.stock, deal.discard_pile, *(meld.cards for meld in deal.melds))
    cards = [physical_card(card) for pile in piles for card in pile]
    twice = {card for card in cards if cards.count(card) > 1}
    if twice:
        raise Puzzled(f"written twice: {_sorted(twice)}")


def _drawn_deal(seats: int) -> DealEnded:
    """Return an earlier deal: it counts towards the end of the match, and nothing asks for its facts."""
    return DealEnded(EndedBy.BLOCKED, None, rummy=False, hands=((),) * seats, points=(0,) * seats)
