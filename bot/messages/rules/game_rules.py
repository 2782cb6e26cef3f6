"""The rules of a game in words: complete, with examples, and without rules that the game doesn't use."""

from collections.abc import Iterator

from discord import ui

from bot.messages.components import BLUE, layout
from bot.messages.rules.by_players import by_players_text
from bot.messages.rules.example_melds import example_lay_off
from bot.messages.rules.meld_rules import discard_rules, joker_rules, meld_rules, melding_rules
from bot.messages.rules.point_rules import blocked_deal_rules, match_end_rules, point_rules, rummy_rules
from bot.messages.words import Words
from bot.rummy.turn.stock import IDLE_RECYCLES, IDLE_RECYCLES_ALL_AT_ONCE
from bot.rummy.variant.variant import Variant

_TWICE = 2


def rules_layout(variant: Variant, say: Words) -> ui.LayoutView:
    """Render the rules of a game."""
    title = f"### {say('The rules of {game}', game=variant.title)}"
    lines = (" ".join(line) for line in _lines(variant, say))
    return layout(ui.TextDisplay("\n".join((title, *(f"- {line}" for line in lines)))), accent=BLUE)


def _lines(variant: Variant, say: Words) -> Iterator[Iterator[str]]:
    """Yield the lines, each as its sentences."""
    yield _card_rules(variant, say)
    yield _dealing_rules(variant, say)
    yield _turn_rules(variant, say)
    yield meld_rules(variant, say)
    if variant.jokers:
        yield joker_rules(variant, say)
    yield melding_rules(variant, say)
    yield discard_rules(variant, say)
    yield _going_out_rules(variant, say)
    yield _stock_rules(variant, say)
    yield point_rules(variant, say)
    if variant.rummy_bonus != "none" and variant.meld_all_at_once != "always":
        yield rummy_rules(variant, say)
    yield blocked_deal_rules(variant, say)
    yield match_end_rules(variant, say)
    yield _leaving_rules(variant, say)


def _card_rules(variant: Variant, say: Words) -> Iterator[str]:
    least, most = variant.players
    packs = {players: variant.packs_for(players) for players in range(least, most + 1)}
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
        yield f"{say('Packs')}: {by_players_text(packs, say, '**')}."
    else:
        yield say("**Cards**: Cuccù packs of 40 (20 kinds, two of each per pack).")
        yield f"{say('Packs')}: {by_players_text(packs, say, '**')}."
    if variant.jokers:
        yield say.many("Plus 1 joker.", "Plus {count} jokers.", variant.jokers)
    if least == most:
        yield say.many("For 1 player.", "For {count} players.", most)
    else:
        yield say("For {least} to {most} players.", least=least, most=most)
    sizes = {players: variant.cards_each(players) for players in range(least, most + 1)}
    if len(set(sizes.values())) == 1:
        yield say.many("Each player gets 1 card.", "Each player gets {count} cards.", sizes[least])
    else:
        yield f"{say('Cards each')}: {by_players_text(sizes, say, '**')}."


def _dealing_rules(variant: Variant, say: Words) -> Iterator[str]:
    if variant.opening == "upcard":
        yield say("**Dealing**: after the hands, one card is turned up to start the discard pile.")
    else:
        yield say("**Dealing**: the first player gets one card more and doesn't draw in the first turn. No card is turned up.")
    if variant.direction == "clockwise":
        yield say("The player after the dealer starts, and play goes clockwise.")
    else:
        yield say("The player after the dealer starts, and play goes counterclockwise.")
    match variant.next_dealer:
        case "rotate":
            yield say("The deal passes round the table.")
        case "winner":
            yield say("The winner of a deal deals the next one.")
        case _:
            yield say("The player with the most points left in hand deals the next one.")


def _turn_rules(variant: Variant, say: Words) -> Iterator[str]:
    if not _has_lay_offs(variant):
        yield say("**A turn**: draw a card from the stock or the discard pile, meld if you like, then discard a card.")
    else:
        yield say(
            "**A turn**: draw a card from the stock or the discard pile, meld and lay off if you like, then discard a card."
        )
    if variant.take_back:
        yield say("You can take your moves back until your turn ends.")
    else:
        yield say("Moves can't be taken back.")
    if variant.stock_count_public:
        yield say("The number of cards in the stock is shown.")
    else:
        yield say("The number of cards in the stock isn't shown.")


def _going_out_rules(variant: Variant, say: Words) -> Iterator[str]:
    if variant.out_by == "discard_only":
        yield say("**Going out**: get rid of all your cards. You must discard the last one.")
    elif not _has_lay_offs(variant):
        yield say("**Going out**: get rid of all your cards by melding or discarding. The deal ends immediately.")
    else:
        yield say("**Going out**: get rid of all your cards by melding, laying off or discarding. The deal ends immediately.")


def _stock_rules(variant: Variant, say: Words) -> Iterator[str]:
    if variant.recycle_max == 0:
        yield say("**Empty stock**: take the discard, or the deal is blocked and ends.")
        yield _idle_rule(say)
        return
    match variant.recycle, variant.recycle_keep_top:
        case "turn_over", True:
            yield say(
                "**Empty stock**: if you don't want the discard, the rest of the pile is turned over to make a new stock."
            )
        case "turn_over", _:
            yield say("**Empty stock**: if you don't want the discard, the pile is turned over to make a new stock.")
        case _, True:
            yield say("**Empty stock**: if you don't want the discard, the rest of the pile is shuffled to make a new stock.")
        case _:
            yield say("**Empty stock**: if you don't want the discard, the pile is shuffled to make a new stock.")
    if variant.recycle_max == "unlimited":
        few, many = IDLE_RECYCLES, IDLE_RECYCLES_ALL_AT_ONCE
        text = say(
            "This happens as often as needed, but not after {count} times in a row without a meld, lay-off or swap.",
            count=many if variant.meld_all_at_once == "always" else few,
        )
        if variant.meld_all_at_once not in ("always", "never"):
            text += " " + say("In deals in which you lay down your whole hand in one move, it's {count} times.", count=many)
        yield text
        yield _idle_rule(say)
    else:
        if variant.recycle_max == _TWICE:
            yield say("This happens at most twice per deal.")
        else:
            yield say.many(
                "This happens at most once per deal.", "This happens at most {count} times per deal.", variant.recycle_max
            )
        yield say("After that, you can only take the discard: the deal is blocked when a player doesn't want it.")
        yield _idle_rule(say)


def _idle_rule(say: Words) -> str:
    """Return the rule that ends a deal without a stock (RULES 5.26)."""
    return say("Without a new stock, the deal is also blocked when nobody melds or lays off for two rounds.")


def _leaving_rules(variant: Variant, say: Words) -> Iterator[str]:
    yield say(
        "**Leaving** forfeits the match (last place). The others play on; the last player wins once everyone has had a turn."
    )
    if variant.scoring != "penalty":
        yield say("The player who goes out in that deal still gets the points of the cards that you held.")
    yield say(
        "In a match with computers, or at a table that pauses, a computer takes your seat instead. "
        "If nobody else is left, nobody wins."
    )


def _has_lay_offs(variant: Variant) -> bool:
    """Return whether cards are laid off in a turn; where all is melded in one turn, `melding_rules` covers the last card."""
    return variant.meld_all_at_once != "always" and example_lay_off(variant) is not None
