"""The move that typed cards mean: which copies in the person's hand, and which meld on the table; and the moves that are
offered while somebody types. Cards may also be the emojis that messages show, as they are copied. They are read in English and
in the person's language; if both are possible, there are two moves, and the person is asked.

If it is not the person's turn, the move is one that `decide` refuses with the reason.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Annotated, TypeVar

from discord.app_commands import Choice

from bot.interactions.call import Call, TableServices
from bot.interactions.table.find_table import find_table_on_turn
from bot.messages.card_text import SUIT_SIGNS, typed_emoji_as_text
from bot.messages.components import LONGEST_OPTION, MOST_OPTIONS
from bot.messages.table.hand.hand_message import hand_view
from bot.messages.table.hand.move_buttons import in_order
from bot.messages.table.hand.move_words import MOVE_WORDS, cards_label, move_in_full
from bot.messages.words import Words
from bot.rummy import refusals as rummy
from bot.rummy.at import At
from bot.rummy.card_words import CardWords, plain_letters, ways_to_read
from bot.rummy.cards import FACE_OF, FIGURE_NAMES, NUMERALS, Card, face, is_joker, meld_face, physical_card
from bot.rummy.decide import decide
from bot.rummy.games import phase_of
from bot.rummy.legal_moves import legal_moves
from bot.rummy.match import Deal
from bot.rummy.moves import (
    DRAW,
    LAY_OFF_ALL,
    Discard,
    LayingMove,
    LayMeld,
    LayMelds,
    LayOff,
    Leave,
    SeatMove,
    Swap,
    TakeAndLay,
    laid_cards,
    read_move,
)
from bot.rummy.picked_cards import picked_move
from bot.rummy.steps.permissions import check_in_hand, touchable_melds
from bot.rummy.steps.plays import melds_that_fit, melds_with_joker_for
from bot.rummy.typed_cards import (
    KIND_WORDS,
    cards_or_none,
    pick_from_hand,
    read_card,
    read_held_cards,
    read_melds,
    readings_of,
    spelled_parts,
)
from bot.rummy.view import RecentResults
from bot.tables.table import Phase, Table
from bot.wording.sentence import Cards, Either, Refusal, Refused


class FitsNoMeld(Refusal):
    cards: Cards
    counted = "cards"
    sentence = "{cards} doesn't fit any meld on the table. Lay off something else, or nothing more."
    plural = "{cards} don't fit any meld on the table. Lay off something else, or nothing more."


class WhichMeld(Refusal):
    """The cards fit several melds, so the move must name one (RULES 5.16)."""

    melds: Annotated[tuple[int, ...], "`meld:{}`", Either]
    sentence = "That fits several melds. Add {melds}."


_NOT_POSSIBLE = (FitsNoMeld, rummy.NotAMeld, rummy.NotInHand, rummy.DoesNotFit, rummy.NoJokerFor, rummy.NoJokerOnTable)
"""Why a reading of typed cards isn't meant if another one is a meld or fits one."""
_IS_ASKED = (rummy.JokerUndeclared, rummy.KindUndeclared)
"""What the hand asks when the button with the move is pressed."""
TypedMove = LayingMove | Swap | Discard
ReadMove = Callable[[Table, int, str], TypedMove]
"""Returns the move of typed cards, in English, for a table and the number of a person; or raises Refused."""
ReadMoves = Callable[[Table, int, str, Words], Sequence[SeatMove]]
"""Returns the move of a typed text, in the words of its person, or all that it may mean; or raises Refused."""


def moves_meant(read: ReadMove, table: Table, person: int, typed: str, say: Words) -> list[TypedMove]:
    """Return the move that `read` finds in typed cards; several if the person may mean either, in English and their language.

    Raise what `read` raises, and Refused if the rules forbid all that the cards may mean.
    """
    readings = readings_of(typed_emoji_as_text(typed), table.variant.deck, say.locale, _hand(table, person))
    if len(readings) == 1:
        return [read(table, person, readings[0])]
    judged = [_judge(read, table, person, reading) for reading in readings]
    possible = [(move, why) for move, why in judged if not isinstance(why, _NOT_POSSIBLE)] or judged
    refused = [why for move, why in possible if why is not None and (move is None or not isinstance(why, _IS_ASKED))]
    moves = [move for move, _ in possible if move is not None]
    if refused and (len(refused) == len(possible) or len(moves) < len(possible)):
        raise Refused(refused[0], table.number)
    return moves


def _judge(read: ReadMove, table: Table, person: int, reading: str) -> tuple[TypedMove | None, Refusal | None]:
    """Return the move, None if there is none, and why the rules forbid it."""
    move = None
    try:
        move = read(table, person, reading)
        decide(table.match, table.seats.seat_of(person), move)
    except Refused as refused:
        return move, refused.refusal
    return move, None


def read_typed_melds(table: Table, person: int, text: str) -> LayingMove:
    """Return the move that lays one meld, or several, as picked cards do. Raise IllegalMove for text that isn't cards."""
    move, seat = read_melds(typed_emoji_as_text(text), table.variant.deck, _hand(table, person)), table.seats.seat_of(person)
    if table.match is None or seat is None or isinstance(move, LayMelds) or move.kind is not None:
        return move
    return picked_move(table.match, seat, move.cards, None)


def read_lay_off(table: Table, person: int, text: str, meld: int | None) -> LayOff:
    """Return the move that lays off cards on this meld, or on the only one that they fit.

    Raise IllegalMove for text that isn't cards, and for cards that aren't in the hand, whether or not they would fit. Raise
    Refused if no meld is given and they don't fit exactly one.
    """
    hand = _hand(table, person)
    cards = pick_from_hand(read_held_cards(typed_emoji_as_text(text), table.variant.deck, hand), hand)
    at = _turn_with(LayOff, table, person)
    if meld is not None or at is None:
        return LayOff(cards, meld or 1)
    check_in_hand(at, tuple(map(physical_card, cards)))
    fitting = melds_that_fit(at, cards)
    if not fitting and not _lays_first(at):
        raise Refused(FitsNoMeld(cards), table.number)
    return LayOff(cards, _only_meld(fitting or (1,), table))


def read_swap(table: Table, person: int, text: str, meld: int | None) -> Swap:
    """Return the move that puts a card in the place of a joker in this meld, or in the only one with a joker for it.

    Raise IllegalMove for text that isn't a card, a card that isn't in the hand, or if no joker stands for it, and Refused if no
    meld is given and several have one.
    """
    (card,) = pick_from_hand((read_card(typed_emoji_as_text(text), table.variant.deck),), _hand(table, person))
    at = _turn_with(Swap, table, person)
    if meld is not None or at is None or at.rules.wild_swap == "never":
        return Swap(card, meld or 1)
    check_in_hand(at, (card,))
    fitting = melds_with_joker_for(at, card)
    if not fitting and not _lays_first(at):
        raise rummy.IllegalMove(rummy.NoJokerOnTable(card))
    return Swap(card, _only_meld(fitting or (1,), table))


def _lays_first(at: At) -> bool:
    """Return True if every meld on the table is refused as the seat must lay one of its own, or its contract, first."""
    return bool(at.rules.contract or (at.deal.melds and not touchable_melds(at)))


def read_discard(table: Table, person: int, text: str) -> Discard:
    """Return the discard; of two copies of a card, the one that may be discarded. Raise IllegalMove for no card."""
    (card,) = pick_from_hand((read_card(typed_emoji_as_text(text), table.variant.deck),), _hand(table, person)[::-1])
    return Discard(card)


_ReadOnMeld = Callable[[Table, int, str, int | None], TypedMove]


def _read_on_meld(read: _ReadOnMeld, table: Table, person: int, text: str) -> TypedMove:
    """Return the move of cards and perhaps, as the last word, the number of a meld: `10H 2`."""
    cards, _, number = text.rpartition(" ")
    is_given = bool(cards) and number.isdecimal() and len(number) < 3
    return read(table, person, cards if is_given else text, int(number) if is_given else None)


_LAY_OFF = re.compile(r"lay\s+off\b", re.IGNORECASE)
_READ_AFTER: Mapping[str, ReadMove] = {
    "meld": read_typed_melds,
    "lay": read_typed_melds,
    "layoff": partial(_read_on_meld, read_lay_off),
    "swap": partial(_read_on_meld, read_swap),
    "discard": read_discard,
}
"""For the first word of a typed move what reads the cards after it, as the command with this name does."""


def moves_in_words(table: Table, person: int, text: str, say: Words) -> Sequence[SeatMove]:
    """Return the move that is offered in these words, or that they mean otherwise; several if the person may mean either.

    Raise Refused as the commands for cards do, and IllegalMove for a text that is no move.
    """
    seat = table.seats.seat_of(person)
    moves = [] if table.match is None or seat is None else _moves(table.match, seat)
    offered = move_choices((table, moves), say, text)
    for one in offered:
        if _together(text) in (_together(one.name), _together(one.value)):
            return [read_move(one.value)]
    if _together(text) == _together(str(LAY_OFF_ALL)):
        return [LAY_OFF_ALL]
    word, _, cards = _LAY_OFF.sub("layoff", text.strip()).partition(" ")
    if cards and (read := _READ_AFTER.get(word.casefold())) is not None:
        return moves_meant(read, table, person, cards, say)
    if len(offered) == 1:
        return [read_move(offered[0].value)]
    deal = None if table.match is None else table.match.deal
    return [DRAW if _together(text) == "draw" else read_written_move(text, deal, _hand(table, person))]


def _together(text: str) -> str:
    return "".join(typed_emoji_as_text(text).casefold().split())


def read_written_move(text: str, deal: Deal | None = None, hand: Sequence[Card] = ()) -> SeatMove:
    """Return the move with this written form, in upper or lower case, and with signs of suits: `discard 7♥`.

    Of a card that is there several times, it has the copies that the person holds, and takes from the pile of the deal.
    Raise IllegalMove for any other text, and for leaving: it asks first.
    """
    words = _LAY_OFF.sub("layoff", typed_emoji_as_text(text)).translate(_SIGN_SUITS).replace("|", " | ").split()
    pairs = ((word, Card(word.upper())) for word in words)
    written = [card if physical_card(card) in FACE_OF else word.lower() for word, card in pairs]
    try:
        move = read_move(_AS_KIND.sub("as", " ".join(_in_copies(written, () if deal is None else deal.discard_pile, hand))))
    except rummy.IllegalMove:
        raise rummy.IllegalMove(rummy.MoveNotUnderstood(text)) from None
    laid = laid_cards(move.laying) if isinstance(move, TakeAndLay) else ()
    if isinstance(move, Leave) or not all(physical_card(card) in FACE_OF for card in laid):
        raise rummy.IllegalMove(rummy.MoveNotUnderstood(text))
    return move


def _in_copies(words: Sequence[str], pile: tuple[Card, ...], hand: Sequence[Card]) -> list[str]:
    """Return the words of a move with the copies of its cards that are there: taken from the pile, or else held."""
    found, there = [*words], hand
    places = [at for at, word in enumerate(words) if physical_card(Card(word)) in FACE_OF]
    if words[:1] == ["take"]:
        taken = pile[-1:]
        if places[:1] == [1]:  # from deeper in the pile
            (deepest,) = pick_from_hand((Card(words[places.pop(0)]),), pile[::-1])
            found[1], taken = deepest, pile[pile.index(deepest) :] if deepest in pile else ()
        there = (*taken, *hand)
    for at, card in zip(places, pick_from_hand(tuple(Card(words[at]) for at in places), there), strict=True):
        found[at] = card
    return found


def _only_meld(melds: tuple[int, ...], table: Table) -> int:
    if len(melds) > 1:
        raise Refused(WhichMeld(melds), table.number)
    return melds[0]


def _hand(table: Table, person: int) -> list[Card]:
    """Return the sorted hand, with the card just taken at the front.

    Melds therefore use it before its duplicate, and discards use it last.
    """
    seat, deal = table.seats.seat_of(person), None if table.match is None else table.match.deal
    if seat is None or deal is None:
        return []
    return sorted(deal.hands[seat], key=lambda card: (card != deal.turn.taken_card, card))


def _turn_with(kind: type[SeatMove], table: Table, person: int) -> At | None:
    """Return the turn if the person may make moves of this kind now."""
    if table.match is None or table.person_to_act() != person:
        return None
    at = At(table.match)
    return at if kind in phase_of(at).causes else None


_moves = RecentResults(legal_moves)
_SIGN_SUITS = str.maketrans({sign: suit for suit, sign in SUIT_SIGNS.items()})
_AS_KIND = re.compile("AS(?= (?:run|set))")  # no ace of spades
_SUIT_LETTER = re.compile(r"[CDHS](?='*(?: |$))")
_C = TypeVar("_C")
_NO_CARDS = {"french52": frozenset("|"), "cuccu40": KIND_WORDS | {"|"}}
"""By deck: words in a typed meld that are not cards."""
_MOST_WORDS = 30
"""Typed words that are looked at. No move has more cards."""
PossibleMoves = tuple[Table, list[SeatMove]]
"""A table, and the legal moves of one player there."""


async def offer(
    choices: Callable[[PossibleMoves, Words, str], list[_C]],
    services: TableServices,
    call: Call,
    typed: str,
    *,
    given: str | None = None,
) -> list[_C]:
    """Return the choices for what was typed, or in the option `given`; none if it isn't clear which table is meant."""
    try:
        table = await find_table_on_turn(services, call, call.options.get("table"), is_move=True)
    except Refused:
        return []
    seat = table.seats.seat_of((await services.person(call)).number)
    if table.match is None or seat is None or table.phase != Phase.DEAL:
        return []
    text = typed if given is None else call.options.get(given) or ""
    return choices((table, _moves(table.match, seat)), services.say(call), text)


def move_choices(possible: PossibleMoves, say: Words, typed: str) -> list[Choice[str]]:
    """Return the moves of the view in words, with their written forms as values; each typed word is in one of the two."""
    table, moves = possible
    if not moves or table.match is None or table.match.deal is None:
        return []  # also for who isn't to act
    view = hand_view(table.match, table.match.deal.turn.seat)
    words = [*islice(dict.fromkeys(typed_emoji_as_text(typed).casefold().split()), _MOST_WORDS)]

    def is_meant(label: str, written: str) -> bool:
        text = f"{label} {written}".casefold()
        return len(written) <= LONGEST_OPTION and all(word in text for word in words)

    ordered = sorted(view.moves, key=lambda move: MOVE_WORDS[type(move)].order(move, view))
    labels = ((move_in_full(move, view, say), str(move)) for move in ordered)
    found = (Choice(name=label[:LONGEST_OPTION], value=written) for label, written in labels if is_meant(label, written))
    return list(islice(found, MOST_OPTIONS))


def meld_choices(possible: PossibleMoves, say: Words, typed: str) -> list[Choice[str]]:
    """Return the melds that may be laid, in the order of the select."""
    table, moves = possible
    ways = _read_words(typed, table, say)
    melds = [move for move in moves if isinstance(move, LayMeld | LayMelds) and _match_words(laid_cards(move), ways)]
    deal = None if table.match is None else table.match.deal
    if deal is None:
        return []
    ordered = in_order(melds, deal.hands[deal.turn.seat], table.variant, is_all_at_once=deal.is_all_at_once)
    return _choices(((cards_label(move, say), str(move).removeprefix("meld ")) for move in ordered), table, say)


def card_choices(kind: type[LayOff | Swap | Discard], possible: PossibleMoves, say: Words, typed: str) -> list[Choice[str]]:
    """Return the cards of the legal moves of this kind, each once."""
    table, ways = possible[0], _read_words(typed, possible[0], say)
    rows = dict.fromkeys(_cards_of(move) for move in possible[1] if isinstance(move, kind))
    return _choices(((say.cards(cards), " ".join(cards)) for cards in rows if _match_words(cards, ways)), table, say)


def target_choices(kind: type[LayOff | Swap], possible: PossibleMoves, say: Words, typed: str) -> list[Choice[int]]:
    """Return the melds on the table on which the typed cards may be laid off or swapped; if none are typed, any."""
    table, targets = possible[0], ((_cards_of(move)[0], move.meld) for move in possible[1] if isinstance(move, kind))
    wanted = [card for text, language in _ways(typed, table, say) for card in cards_or_none(text, table.variant.deck, language)]
    deal = table.match.deal if table.match is not None else None
    numbers = dict.fromkeys(number for card, number in targets if not wanted or any(_may_mean(one, card) for one in wanted))
    if deal is None:
        return []
    labels = [(f"{number}: {say.cards(deal.melds[number - 1].cards)}", number) for number in numbers]
    return [Choice(name=label[:LONGEST_OPTION], value=number) for label, number in labels[:MOST_OPTIONS]]


def _cards_of(move: LayOff | Swap | Discard) -> tuple[Card, ...]:
    return move.cards if isinstance(move, LayOff) else (move.card,)


def _choices(moves: Iterable[tuple[str, str]], table: Table, say: Words) -> list[Choice[str]]:
    """Return choices for labels and values. A value that is too long for a choice is left out: it can still be typed.

    Where suits have several letters, the values have their signs, which mean the same in every language.
    """
    if len(_ways("", table, say)) > 1:
        moves = [(label, _SUIT_LETTER.sub(lambda found: SUIT_SIGNS[found[0]], value)) for label, value in moves]
    return [Choice(name=label[:LONGEST_OPTION], value=value) for label, value in moves if len(value) <= LONGEST_OPTION][
        :MOST_OPTIONS
    ]


def _ways(typed: str, table: Table, say: Words) -> list[tuple[str, CardWords]]:
    return ways_to_read(typed_emoji_as_text(typed), table.variant.deck, say.locale)


@dataclass(frozen=True, slots=True)
class _Word:
    """A typed word: the cards that it is, or else parts of which a card has one."""

    cards: tuple[Card, ...]
    parts: tuple[str, ...]
    is_french: bool


def _read_words(typed: str, table: Table, say: Words) -> list[list[_Word]]:
    """Return the typed words, in each language in which they may be meant."""
    return [_words_of(text, language, table.variant.deck) for text, language in _ways(typed, table, say)]


def _words_of(typed: str, language: CardWords, deck: str) -> list[_Word]:
    """Return each typed card or word once, but for words that say what the cards are."""
    is_french = deck == "french52"
    if is_french and (whole := cards_or_none(typed, deck, language)):
        return [_Word((card,), (card,), is_french) for card in islice(dict.fromkeys(whole), _MOST_WORDS)]
    words = dict.fromkeys(word for word in typed.split() if plain_letters(word) not in _NO_CARDS[deck])
    return [
        _Word(
            cards_or_none(word, deck, language),
            tuple(part.translate(_SIGN_SUITS) for part in (spelled_parts(word, language) if is_french else (word.upper(),))),
            is_french,
        )
        for word in islice(words, _MOST_WORDS)
    ]


def _match_words(cards: tuple[Card, ...], ways: Iterable[Iterable[_Word]]) -> bool:
    """Return True if, in one language, each typed word is one of the cards or a part of one: a rank, a suit, or the beginning
    of a name.
    """
    return any(all(_is_among(word, cards) for word in words) for words in ways)


def _is_among(word: _Word, cards: tuple[Card, ...]) -> bool:
    if word.cards and all(any(_may_mean(one, card) for card in cards) for one in word.cards):
        return True
    if word.is_french:
        return any(part in card for part in word.parts for card in cards)
    return any(spelling.startswith(word.parts) for card in cards for spelling in _spellings(card))


def _spellings(card: Card) -> tuple[str, ...]:
    """Return how a card of the Cuccù deck can be typed: `XIII`, `SALTA` and `13`; a joker also as `JK1`."""
    shown = meld_face(card)
    number = (str(NUMERALS.index(shown) + 1),) if shown in NUMERALS else ()
    return (card, shown, FIGURE_NAMES.get(shown, "").upper(), *number)


def _may_mean(typed: Card, card: Card) -> bool:
    """Return True if the typed card may be this one: any duplicate of it, any joker."""
    return face(typed) == face(card) and ("=" not in typed or meld_face(typed) == meld_face(card) or not is_joker(card))
