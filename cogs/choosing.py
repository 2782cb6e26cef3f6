"""What autocomplete offers: the tables and the moves that are possible now, narrowed by what has been typed."""

from collections.abc import Iterable, Mapping

from discord.app_commands import Choice

from bot.messages.panel import choices, rules_named
from bot.messages.words import SUIT_SIGNS, Words
from bot.rummy.legal import legal_moves
from bot.rummy.moves import Discard, LayMeld, LayOff, SeatMove
from bot.rummy.refusals import IllegalMove
from bot.rummy.scoring import count
from bot.rummy.typed import read_cards
from bot.rummy.variant import Variant
from bot.tables.house_rules import RULES
from bot.tables.refusals import Refused
from bot.tables.saved import DEFAULT
from bot.tables.table import Phase, Table
from cogs.desk import Desk, Interaction

MOST = 25
SIGN_SUITS = {sign: suit for suit, sign in SUIT_SIGNS.items()}


async def offered_tables(desk: Desk, interaction: Interaction, *, seated: bool) -> list[Choice[int]]:
    """The tables of this channel and those where the person sits; `seated`: only where he sits."""
    person = (await desk.person(interaction)).number
    tables = {table.number: table for table in desk.tables.in_play.of_person(person)}
    if not seated:
        tables |= {table.number: table for table in desk.here(interaction)}
    offered = []
    for table in list(tables.values())[:MOST]:
        names = await desk.names(table)
        label = f"{table.number}: {table.variant.title} – {', '.join(names.plain(one) for one in table.people)}"
        offered.append(Choice(name=label[:100], value=table.number))
    return offered


async def games(desk: Desk, interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The games there are in this server."""
    return _named(await desk.games.all(interaction.guild_id), typed)


async def saved_games(desk: Desk, interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Those that this server has saved."""
    saved = await desk.games.saved(interaction.guild_id)
    return _named({one.variant.name: one.variant for one in saved}, typed)


def _named(found: Mapping[str, Variant], typed: str) -> list[Choice[str]]:
    text = typed.strip().casefold()
    return [Choice(name=one.title, value=name) for name, one in found.items() if text in one.title.casefold()][:MOST]


async def house_rules(desk: Desk, interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The names of house rules, with the answers of the table that is meant."""
    variant, say = await _rules_meant(desk, interaction), desk.say(interaction)
    return [Choice(name=label, value=name) for name, label in rules_named(typed, variant, say)][:MOST]


async def answers(desk: Desk, interaction: Interaction, typed: str) -> list[Choice[str]]:
    """What may be answered to the house rule that has been chosen."""
    rule = RULES.get(str(interaction.namespace.rule or "").strip().lower())
    if rule is None:
        return []
    text, variant, say = typed.strip().lower(), await _rules_meant(desk, interaction), desk.say(interaction)
    labels = [(answer, f"{answer}: {label}"[:100]) for answer, label in choices(rule, variant, say)]
    return [Choice(name=label, value=answer) for answer, label in labels if text in label.lower()][:MOST]


async def _rules_meant(desk: Desk, interaction: Interaction) -> Variant:
    try:
        return (await desk.find(interaction, interaction.namespace.table)).variant
    except Refused:
        return desk.games.presets[DEFAULT]


async def moves_of(desk: Desk, interaction: Interaction, number: int | None) -> tuple[Table, list[SeatMove]] | None:
    """The table that would be meant and the person's legal moves there; None if it is not clear which."""
    try:
        table = await desk.find(interaction, number)
    except Refused:
        return None
    seat = table.seat_of((await desk.person(interaction)).number)
    if table.match is None or seat is None or table.phase != Phase.DEAL:
        return table, []
    return table, legal_moves(table.match, seat)


def melds(table: Table, moves: Iterable[SeatMove], say: Words, typed: str) -> list[Choice[str]]:
    """The melds that may be laid, most points first."""
    laid = sorted((move.cards for move in moves if isinstance(move, LayMeld)), key=lambda cards: -count(table.variant, cards))
    return [_cards(cards, say) for cards in laid if _fits(cards, typed)][:MOST]


def lay_offs(moves: Iterable[SeatMove], say: Words, typed: str) -> list[Choice[str]]:
    """The cards that may be laid off somewhere, each once."""
    cards = dict.fromkeys(move.cards for move in moves if isinstance(move, LayOff))
    return [_cards(one, say) for one in cards if _fits(one, typed)][:MOST]


def melds_for(table: Table, moves: Iterable[SeatMove], say: Words, cards: str) -> list[Choice[int]]:
    """The melds on the table that the cards typed so far fit; all that anything fits, where none are typed."""
    wanted = _read(cards)
    fitting = dict.fromkeys(move.meld for move in moves if isinstance(move, LayOff) and (not wanted or move.cards[0] in wanted))
    deal = table.match.deal if table.match is not None else None
    if deal is None:
        return []
    return [Choice(name=f"{number}: {say.cards(deal.melds[number - 1].cards)}"[:100], value=number) for number in fitting][
        :MOST
    ]


def discards(moves: Iterable[SeatMove], say: Words, typed: str) -> list[Choice[str]]:
    """The cards that may be discarded."""
    cards = ((move.card,) for move in moves if isinstance(move, Discard))
    return [_cards(one, say) for one in cards if _fits(one, typed)][:MOST]


def _cards(cards: Iterable[str], say: Words) -> Choice[str]:
    return Choice(name=say.cards(cards)[:100], value=" ".join(cards)[:100])


def _fits(cards: Iterable[str], typed: str) -> bool:
    """Whether each word typed so far is one of the cards, or stands in one: a rank, a suit, the beginning of a card."""
    cards = tuple(cards)
    return all(_is_among(word, cards) for word in typed.split())


def _is_among(word: str, cards: tuple[str, ...]) -> bool:
    read = _read(word)
    if read:
        return set(read) <= set(cards)
    part = "".join(SIGN_SUITS.get(sign, sign) for sign in word.upper())
    return any(part in card for card in cards)


def _read(text: str) -> tuple[str, ...]:
    try:
        return read_cards(text)
    except IllegalMove:
        return ()
