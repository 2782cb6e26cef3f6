"""The words of the questions about the cards, the players, dealing and the stock, written as `question_words.py` says."""

from collections.abc import Iterator, Mapping

from bot.messages.text import join_parts
from bot.messages.words import Words
from bot.rummy.apply import IDLE_RECYCLES, IDLE_RECYCLES_ALL_AT_ONCE
from bot.rummy.games import lays_melds, takes_from_pile
from bot.rummy.variant import GROWING_SIZES, Variant


def deck_name(deck: str, say: Words) -> str:
    """Return what the cards of a deck are called."""
    return say.option("French cards") if deck == "french52" else say.option("Cuccù cards")


def _by_players(numbers: Mapping[int, int], say: Words, mark: str = "") -> str:
    """Return `10 (2 players) · 7 (3 or 4)`; `mark` is the Markdown around each number."""
    players: dict[int, list[str]] = {}
    for count, number in sorted(numbers.items()):
        players.setdefault(number, []).append(str(count))
    facts = [{"number": f"{mark}{number}{mark}", "players": say.any_of(counts)} for number, counts in players.items()]
    first = say.option("{number} ({players} players)", **facts[0])
    return join_parts((first, *("{number} ({players})".format(**one) for one in facts[1:])))


def _allowed(variant: Variant) -> range:
    """Return the numbers of players that the variant allows."""
    return range(variant.players[0], variant.players[1] + 1)


def deck(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("Deck")
    yield say.option("Another deck has other sets and runs.")
    yield deck_name(variant.deck, say)
    by_players = {players: variant.packs_for(players) for players in _allowed(variant)}
    is_same, is_french = len(set(by_players.values())) == 1, variant.deck == "french52"
    if is_same and is_french:
        yield say.many("**Cards**: 1 pack of 52.", "**Cards**: {count} packs of 52.", by_players[variant.players[0]])
    elif is_same:
        yield say.many(
            "**Cards**: 1 Cuccù pack of 40, two of each kind.",
            "**Cards**: {count} Cuccù packs of 40, each with two of each kind.",
            by_players[variant.players[0]],
        )
    else:
        yield (
            say("**Cards**: packs of 52.") if is_french else say("**Cards**: Cuccù packs of 40, each with two of each kind.")
        )
        yield say("Packs: {value}.", value=_by_players(by_players, say, "**"))


def packs(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("Packs")
    yield say.option("Shuffled together.")
    if isinstance(variant.packs, int):
        yield say.many("one pack", "{count} packs", variant.packs, "option")
    else:
        yield say.option("packs: {value}", value=_by_players(variant.packs, say))


def hand_size(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("Cards dealt")
    yield say.option("For each player. Large hands leave fewer seats.")
    if isinstance(variant.hand_size, int):
        yield say.many("1 card each", "{count} cards each", variant.hand_size, "option")
    else:
        yield say.option("cards each: {value}", value=_by_players(variant.hand_size, say))
    sizes = {players: variant.cards_each(players) for players in _allowed(variant)}
    if len(set(sizes.values())) == 1:
        yield say.many("Each player gets 1 card.", "Each player gets {count} cards.", sizes[variant.players[0]])
    else:
        yield say("Cards each: {value}.", value=_by_players(sizes, say, "**"))


def players(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("Players")
    yield say.option("Seats at this table.")
    least, most = variant.players
    if least == most:
        yield say.many("1 player", "{count} players", most, "option")
        yield say.many("For 1 player.", "For {count} players.", most)
    else:
        yield say.option("{least} to {most} players", least=least, most=most)
        yield say("For {least} to {most} players.", least=least, most=most)


def opening(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("Start of a deal")
    yield say.option("A first discard, or an extra card for the first player.")
    if variant.opening == "upcard":
        yield say.option("the discard pile starts with a card")
        yield say("**Dealing**: one card is turned up to start the discard pile.")
    else:
        yield say.option("the first player gets an extra card and skips the first draw")
        yield say("**Dealing**: the first player gets an extra card and skips the first draw. No card is turned up.")


def direction(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("Direction of play")
    yield say.option("Clockwise or counterclockwise.")
    if variant.direction == "clockwise":
        yield say.option("play goes clockwise")
        yield say("The player after the dealer starts, and play goes clockwise.")
    else:
        yield say.option("play goes counterclockwise")
        yield say("The player after the dealer starts, and play goes counterclockwise.")


def next_dealer(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("Next dealer")
    yield say.option("After each deal.")
    match variant.next_dealer:
        case "rotate":
            yield say.option("the deal passes round the table")
            yield say("The deal passes round the table.")
        case "winner":
            yield say.option("the winner deals next")
            yield say("The winner of a deal deals next.")
        case "loser":
            yield say.option("the loser deals next")
            yield say("The player left with the most points deals next.")


def stock(variant: Variant, say: Words) -> Iterator[str]:
    """Yield also the rule that ends a deal without a stock (RULES 5.26)."""
    yield say.label("Parts of the stock")
    yield say.option("One stock for all, or a part for each player.")
    if variant.stock == "shared":
        yield say.option("everyone draws from one stock")
        return
    yield say.option("each player draws from their own part of the stock")
    yield say("Each player draws from their own part of the stock, which is never refilled.")
    yield say("When your part is empty, you may take the top discard, or block the deal.")
    if lays_melds(variant.game):
        yield say("If all parts are empty, two rounds without a card laid block the deal, too.")


def recycle(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("When the stock runs out")
    yield say.option("The discard pile becomes the new stock.")
    match variant.recycle, variant.recycle_keep_top:
        case "turn_over", False:
            yield say.option("empty stock: turn over the discard pile")
            rule = say("To refill, turn over the discard pile.")
        case "turn_over", _:
            yield say.option("empty stock: turn over the discard pile, but not its top card")
            rule = say("To refill, turn over the discard pile, but not its top card.")
        case _, False:
            yield say.option("empty stock: shuffle the discard pile")
            rule = say("To refill, shuffle the discard pile.")
        case _:
            yield say.option("empty stock: shuffle the discard pile, but not its top card")
            rule = say("To refill, shuffle the discard pile, but not its top card.")
    if variant.recycle_max == 0:
        yield say("**Empty stock**: take the top discard, or the deal is blocked.")
    else:
        yield say("**Empty stock**: take the top discard, or refill the stock.")
        yield rule


def recycle_max(variant: Variant, say: Words) -> Iterator[str]:
    """Yield also the rule that ends a deal without a stock (RULES 5.26)."""
    yield say.label("Refills of the stock")
    yield say.option("Per deal, from the discard pile.")
    match variant.recycle_max:
        case 0:
            yield say.option("no refills of the stock")
            yield say("The stock is never refilled.")
        case "unlimited":
            yield say.option("refills of the stock as often as needed")
            few, many = IDLE_RECYCLES, IDLE_RECYCLES_ALL_AT_ONCE
            yield say("Refill the stock as often as needed.")
            yield say(
                "At most {count} in a row without a new or changed meld.",
                count=many if variant.meld_all_at_once == "always" else few,
            )
            if variant.meld_all_at_once not in ("always", "never"):
                yield say("Where you meld your whole hand in one go, it's {count}.", count=many)
        case most:
            yield say.many(
                "at most 1 refill of the stock per deal",
                "at most {count} refills of the stock per deal",
                most,
                "option",
            )
            yield say.many("At most 1 refill per deal.", "At most {count} refills per deal.", most)
    if variant.recycle_max != 0:
        yield say("With no refill left, you may take the top discard, or block the deal.")
    if lays_melds(variant.game) and not takes_from_pile(variant.game):
        yield say("Once the stock is used up, two rounds without a card laid block the deal, too.")


def growing_hands(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("Wild cards")
    yield say.option("3 to 13 cards, and the rank of that number is wild.")
    if not variant.growing_hands:
        yield say.option("13 cards in each deal, and nothing is wild")
        yield say("**Deals** of 13 cards each.")
        return
    yield say.option("3 to 13 cards, and the rank of that number is wild")
    deals = variant.match_deals
    if isinstance(deals, int) and deals < len(GROWING_SIZES):
        sizes = [str(variant.for_deal(number).hand_size) for number in range(1, deals + 1)]
        yield say("**Deals** of {sizes} cards each.", sizes=say.all_of(sizes))
    elif isinstance(deals, str) and deals != "none":
        yield say("**Deals** of more and more cards, 13 each in the last.")
    else:
        yield say("**Deals** of 3 cards each, then 4 and so on to 13.")
    yield say("The rank of that number is **wild**: with 7 cards, sevens.")


CARD_QUESTIONS = (deck, packs, hand_size, players, opening, direction, next_dealer, stock, recycle, recycle_max, growing_hands)
