"""The words of the questions about the cards, the players, dealing, and the stock."""

from collections.abc import Iterator, Mapping

from bot.messages.rules.question_words import QuestionWords, WordsOf
from bot.messages.text import join_parts
from bot.messages.words import Words
from bot.rummy.apply import IDLE_RECYCLES, IDLE_RECYCLES_ALL_AT_ONCE
from bot.rummy.variant import Variant

_TWICE = 2


def deck_name(deck: str, say: Words) -> str:
    """Return what the cards of a deck are called."""
    return say("French cards") if deck == "french52" else say("Cuccù cards")


def _by_players(numbers: Mapping[int, int], say: Words, mark: str = "") -> str:
    """Return `10 with 2 players · 7 with 3 or 4 players`; `mark` is the Markdown around each number."""
    players: dict[int, list[str]] = {}
    for count, number in sorted(numbers.items()):
        players.setdefault(number, []).append(str(count))
    return join_parts(
        say("{number} with {players} players", number=f"{mark}{number}{mark}", players=say.any_of(counts))
        for number, counts in players.items()
    )


def _allowed(variant: Variant) -> range:
    """Return the numbers of players that the variant allows."""
    return range(variant.players[0], variant.players[1] + 1)


def _deck(variant: Variant, say: Words) -> QuestionWords:
    return QuestionWords(
        say("Deck"),
        say("Which cards you play with. The kinds of sets and runs change with the deck."),
        deck_name(variant.deck, say),
    )


def _packs(variant: Variant, say: Words) -> QuestionWords:
    packs = variant.packs
    if isinstance(packs, int):
        label = say.many("one pack", "{count} packs", packs)
    else:
        label = f"{say('packs')}: {_by_players(packs, say)}"
    return QuestionWords(say("Packs"), say("How many packs are shuffled together."), label, _card_rules(variant, say))


def _card_rules(variant: Variant, say: Words) -> Iterator[str]:
    packs = {players: variant.packs_for(players) for players in _allowed(variant)}
    least = variant.players[0]
    is_same, is_french = len(set(packs.values())) == 1, variant.deck == "french52"
    if is_same and is_french:
        yield say.many("**Cards**: 1 pack of 52.", "**Cards**: {count} packs of 52.", packs[least])
    elif is_same:
        yield say.many(
            "**Cards**: 1 Cuccù pack of 40 (20 kinds, two of each).",
            "**Cards**: {count} Cuccù packs of 40 (20 kinds, two of each per pack).",
            packs[least],
        )
    elif is_french:
        yield say("**Cards**: packs of 52.")
        yield f"{say('Packs')}: {_by_players(packs, say, '**')}."
    else:
        yield say("**Cards**: Cuccù packs of 40 (20 kinds, two of each per pack).")
        yield f"{say('Packs')}: {_by_players(packs, say, '**')}."


def _hand_size(variant: Variant, say: Words) -> QuestionWords:
    size = variant.hand_size
    if isinstance(size, int):
        label = say.many("one card each", "{count} cards each", size)
    else:
        label = f"{say('cards each')}: {_by_players(size, say)}"
    return QuestionWords(
        say("Cards dealt"),
        say("The cards in each hand. With large hands, fewer people can play."),
        label,
        _hand_rules(variant, say),
    )


def _hand_rules(variant: Variant, say: Words) -> Iterator[str]:
    sizes = {players: variant.cards_each(players) for players in _allowed(variant)}
    if len(set(sizes.values())) == 1:
        yield say.many("Each player gets 1 card.", "Each player gets {count} cards.", sizes[variant.players[0]])
    else:
        yield f"{say('Cards each')}: {_by_players(sizes, say, '**')}."


def _players(variant: Variant, say: Words) -> QuestionWords:
    least, most = variant.players
    if least == most:
        label = say.many("one player", "{count} players", most)
        rule = say.many("For 1 player.", "For {count} players.", most)
    else:
        label = say("{least} to {most} players", least=least, most=most)
        rule = say("For {least} to {most} players.", least=least, most=most)
    return QuestionWords(say("Players"), say("How many people can play at this table."), label, [rule])


def _opening(variant: Variant, say: Words) -> QuestionWords:
    if variant.opening == "upcard":
        label = say("the discard pile starts with a card")
        rule = say("**Dealing**: after the hands, one card is turned up to start the discard pile.")
    else:
        label = say("the first player gets one card more and doesn't draw")
        rule = say("**Dealing**: the first player gets one card more and doesn't draw in the first turn. No card is turned up.")
    return QuestionWords(
        say("Start of a deal"),
        say("Whether the discard pile starts with a card, or the first player gets one card more."),
        label,
        [rule],
    )


def _direction(variant: Variant, say: Words) -> QuestionWords:
    if variant.direction == "clockwise":
        label = say("play goes clockwise")
        rule = say("The player after the dealer starts, and play goes clockwise.")
    else:
        label = say("play goes counterclockwise")
        rule = say("The player after the dealer starts, and play goes counterclockwise.")
    return QuestionWords(say("Direction of play"), say("Which way the turns go round the table."), label, [rule])


def _next_dealer(variant: Variant, say: Words) -> QuestionWords:
    label, rule = {
        "rotate": (say("the deal passes round the table"), say("The deal passes round the table.")),
        "winner": (say("the winner deals next"), say("The winner of a deal deals the next one.")),
        "loser": (say("the loser deals next"), say("The player with the most points left in hand deals the next one.")),
    }[variant.next_dealer]
    return QuestionWords(say("Next dealer"), say("Whose deal is next. The player after the dealer starts."), label, [rule])


def _recycle(variant: Variant, say: Words) -> QuestionWords:
    match variant.recycle, variant.recycle_keep_top:
        case "turn_over", False:
            label = say("when the stock runs out: turn over the discard pile")
            rule = say("**Empty stock**: if you don't want the discard, the pile is turned over to make a new stock.")
        case "turn_over", _:
            label = say("when the stock runs out: turn over the discard pile, except for its top card")
            rule = say(
                "**Empty stock**: if you don't want the discard, the rest of the pile is turned over to make a new stock."
            )
        case _, False:
            label = say("when the stock runs out: shuffle the discard pile")
            rule = say("**Empty stock**: if you don't want the discard, the pile is shuffled to make a new stock.")
        case _:
            label = say("when the stock runs out: shuffle the discard pile, except for its top card")
            rule = say("**Empty stock**: if you don't want the discard, the rest of the pile is shuffled to make a new stock.")
    if variant.recycle_max == 0:
        rule = say("**Empty stock**: take the discard, or the deal is blocked and ends.")
    return QuestionWords(
        say("When the stock runs out"),
        say("What happens when the stock is empty and you don't take the top discard."),
        label,
        [rule],
    )


def _recycle_max(variant: Variant, say: Words) -> QuestionWords:
    match variant.recycle_max:
        case 0:
            label = say("the stock is never refilled")
        case "unlimited":
            label = say("the stock is refilled as often as needed")
        case 2:
            label = say("the stock is refilled at most twice per deal")
        case most:
            label = say.many(
                "the stock is refilled at most once per deal",
                "the stock is refilled at most {count} times per deal",
                most,
            )
    return QuestionWords(
        say("Refills of the stock"),
        say("How many times the discard pile can become the stock in a deal."),
        label,
        _refill_rules(variant, say),
    )


def _refill_rules(variant: Variant, say: Words) -> Iterator[str]:
    """Yield how often the stock is refilled, and the rule that ends a deal without a stock (RULES 5.26)."""
    most = variant.recycle_max
    if most == "unlimited":
        few, many = IDLE_RECYCLES, IDLE_RECYCLES_ALL_AT_ONCE
        yield say(
            "This happens as often as needed, but not after {count} times in a row without a meld, lay-off or swap.",
            count=many if variant.meld_all_at_once == "always" else few,
        )
        if variant.meld_all_at_once not in ("always", "never"):
            yield say("In deals in which you lay down your whole hand in one move, it's {count} times.", count=many)
    elif most > 0:
        if most == _TWICE:
            yield say("This happens at most twice per deal.")
        else:
            yield say.many("This happens at most once per deal.", "This happens at most {count} times per deal.", most)
        yield say("After that, you can only take the discard: the deal is blocked when a player doesn't want it.")
    yield say("Without a new stock, the deal is also blocked when nobody melds or lays off for two rounds.")


CARD_QUESTIONS: Mapping[str, WordsOf] = {
    "deck": _deck,
    "packs": _packs,
    "hand_size": _hand_size,
    "players": _players,
    "opening": _opening,
    "direction": _direction,
    "next_dealer": _next_dealer,
    "recycle": _recycle,
    "recycle_max": _recycle_max,
}
