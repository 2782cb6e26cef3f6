"""The moves that autocomplete offers: those that are possible now, narrowed by what has been typed."""

from collections.abc import Iterable

from discord.app_commands import Choice

from bot.interactions.services import Interaction, Services
from bot.interactions.table.find_table import find_table
from bot.messages.table.hand_controls import move_cards, move_label
from bot.messages.words import SUIT_SIGNS, Words
from bot.rummy.deck.cards import FIGURE_NAMES, NUMERALS, Card, face, is_joker, meld_face
from bot.rummy.legal_moves import legal_moves
from bot.rummy.moves import Discard, LayMeld, LayMelds, LayOff, SeatMove, Swap
from bot.rummy.refusals import IllegalMove
from bot.rummy.scoring import hand_points
from bot.rummy.typed_cards import read_cards
from bot.tables.refusals import Refused
from bot.tables.table import Phase, Table

MOST, LONGEST = 25, 100
_SIGN_SUITS = {sign: suit for suit, sign in SUIT_SIGNS.items()}
_NO_CARDS = {"french52": frozenset("|"), "cuccu40": frozenset(("|", "as", "run", "set"))}
Offered = tuple[Table, list[SeatMove]]


async def moves_of(services: Services, interaction: Interaction) -> Offered | None:
    """The table that would be meant and the person's legal moves there; None if it is not clear which."""
    try:
        table = await find_table(services, interaction, interaction.namespace.table)
    except Refused:
        return None
    seat = table.seat_of((await services.person(interaction)).number)
    if table.match is None or seat is None or table.phase != Phase.DEAL:
        return table, []
    return table, legal_moves(table.match, seat)


def melds(offered: Offered, say: Words, typed: str) -> list[Choice[str]]:
    """The melds that may be laid, most points first."""
    table, moves = offered
    laid = [move for move in moves if isinstance(move, LayMeld | LayMelds) and _fits(move_cards(move), typed, table)]
    laid.sort(key=lambda move: -hand_points(table.variant, move_cards(move)))
    return _choices((move_label(move, say), str(move).removeprefix("meld ")) for move in laid)


def lay_offs(offered: Offered, say: Words, typed: str) -> list[Choice[str]]:
    """The cards that may be laid off somewhere, each once."""
    return _cards(offered[0], (move.cards for move in offered[1] if isinstance(move, LayOff)), say, typed)


def swaps(offered: Offered, say: Words, typed: str) -> list[Choice[str]]:
    """The cards that may take the place of a joker, each once."""
    return _cards(offered[0], ((move.card,) for move in offered[1] if isinstance(move, Swap)), say, typed)


def discards(offered: Offered, say: Words, typed: str) -> list[Choice[str]]:
    """The cards that may be discarded."""
    return _cards(offered[0], ((move.card,) for move in offered[1] if isinstance(move, Discard)), say, typed)


def melds_for(offered: Offered, say: Words, typed: str) -> list[Choice[int]]:
    """The melds on the table that the cards typed so far may be laid off on; all that any may, where none are typed."""
    return _melds(offered, ((move.cards[0], move.meld) for move in offered[1] if isinstance(move, LayOff)), say, typed)


def melds_to_swap(offered: Offered, say: Words, typed: str) -> list[Choice[int]]:
    """The melds with a joker that the card typed may take the place of."""
    return _melds(offered, ((move.card, move.meld) for move in offered[1] if isinstance(move, Swap)), say, typed)


def _melds(offered: Offered, fitting: Iterable[tuple[Card, int]], say: Words, typed: str) -> list[Choice[int]]:
    table = offered[0]
    wanted = _read(typed, table)
    deal = table.match.deal if table.match is not None else None
    numbers = dict.fromkeys(number for card, number in fitting if not wanted or any(_same(one, card) for one in wanted))
    if deal is None:
        return []
    labels = [(f"{number}: {say.cards(deal.melds[number - 1].cards)}", number) for number in numbers]
    return [Choice(name=label[:LONGEST], value=number) for label, number in labels[:MOST]]


def _cards(table: Table, rows: Iterable[tuple[Card, ...]], say: Words, typed: str) -> list[Choice[str]]:
    fitting = [cards for cards in dict.fromkeys(rows) if _fits(cards, typed, table)]
    return _choices((say.cards(cards), " ".join(cards)) for cards in fitting)


def _choices(offered: Iterable[tuple[str, str]]) -> list[Choice[str]]:
    """What is too long to be chosen is typed."""
    return [Choice(name=label[:LONGEST], value=written) for label, written in offered if len(written) <= LONGEST][:MOST]


def _fits(cards: tuple[Card, ...], typed: str, table: Table) -> bool:
    """Whether each word typed so far is one of the cards, or stands in one: a rank, a suit, the beginning of a name."""
    words = [word for word in typed.split() if word.lower() not in _NO_CARDS[table.variant.deck]]
    return all(_is_among(word, cards, table) for word in words)


def _is_among(word: str, cards: tuple[Card, ...], table: Table) -> bool:
    read = _read(word, table)
    if read and all(any(_same(one, card) for card in cards) for one in read):
        return True
    part = "".join(_SIGN_SUITS.get(sign, sign) for sign in word.upper())
    if table.variant.deck == "french52":
        return any(part in card for card in cards)
    return any(spelling.startswith(part) for card in cards for spelling in _spellings(card))


def _spellings(card: Card) -> tuple[str, ...]:
    """`XIII`, `SALTA` and `13`; for a joker also `JK1`."""
    shown = meld_face(card)
    number = (str(NUMERALS.index(shown) + 1),) if shown in NUMERALS else ()
    return (card, shown, FIGURE_NAMES.get(shown, "").upper(), *number)


def _same(typed: Card, card: Card) -> bool:
    """Whether the typed card may mean this one: any twin of it, any joker."""
    return face(typed) == face(card) and ("=" not in typed or meld_face(typed) == meld_face(card) or not is_joker(card))


def _read(text: str, table: Table) -> tuple[Card, ...]:
    try:
        return read_cards(text, table.variant.deck)
    except IllegalMove:
        return ()
