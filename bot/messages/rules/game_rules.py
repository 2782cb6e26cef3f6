"""The rules of a game in words: complete, with examples, and without rules that the game doesn't use."""

from collections.abc import Iterator

from discord import ui

from bot.messages.components import BLUE, layout
from bot.messages.rules.example_melds import example_lay_off
from bot.messages.rules.meld_rules import discard_rules, joker_rules, meld_rules, melding_rules
from bot.messages.rules.point_rules import blocked_deal_rules, match_end_rules, point_rules, rummy_rules
from bot.messages.words import Words
from bot.rummy.variant.variant import Variant


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
        yield say.many("**Cards**: one pack of 52.", "**Cards**: {count} packs of 52.", packs[least])
    elif is_same:
        yield say.many(
            "**Cards**: one Cuccù pack of 40, twenty kinds, each twice.",
            "**Cards**: {count} Cuccù packs of 40, each of twenty kinds, each twice.",
            packs[least],
        )
    elif is_french:
        yield say("**Cards**: packs of 52. Players → packs: {packs}.", packs=_by_players(packs))
    else:
        yield say("**Cards**: Cuccù packs of 40, twenty kinds, each twice. Players → packs: {packs}.", packs=_by_players(packs))
    if variant.jokers:
        yield say.many("With them one joker.", "With them {count} jokers.", variant.jokers)
    if least == most:
        yield say.many("For one player.", "For {count} players.", most)
    else:
        yield say("For {least} to {most} players.", least=least, most=most)
    sizes = {players: variant.cards_each(players) for players in range(least, most + 1)}
    if len(set(sizes.values())) == 1:
        yield say.many("Everybody is dealt one card.", "Everybody is dealt {count} cards.", sizes[least])
    else:
        yield say("Players → cards each: {sizes}.", sizes=_by_players(sizes))


def _dealing_rules(variant: Variant, say: Words) -> Iterator[str]:
    if variant.opening == "upcard":
        yield say("**Dealing**: the card after the hands is turned up and begins the discards.")
    else:
        yield say("**Dealing**: who starts gets one card more and does not draw in the first turn; no card is turned up.")
    if variant.direction == "clockwise":
        yield say("Play goes clockwise; who sits next to the dealer starts.")
    else:
        yield say("Play goes counterclockwise; who sits next to the dealer starts.")
    match variant.next_dealer:
        case "rotate":
            yield say("The deal goes round.")
        case "winner":
            yield say("Who won the deal deals the next.")
        case _:
            yield say("Who held most at the end of the deal deals the next.")


def _turn_rules(variant: Variant, say: Words) -> Iterator[str]:
    if not _has_lay_offs(variant):
        yield say("**A turn**: draw one card, from the stock or the top of the discards; then meld; then discard one.")
    else:
        yield say(
            "**A turn**: draw one card, from the stock or the top of the discards; then meld and lay off; then discard one."
        )
    if variant.take_back:
        yield say("What you play can be taken back until your turn ends.")
    else:
        yield say("What you have played stays where it is.")
    if variant.stock_count_public:
        yield say("Everybody sees how many cards the stock has.")
    else:
        yield say("Nobody is shown how many cards the stock has.")


def _going_out_rules(variant: Variant, say: Words) -> Iterator[str]:
    if variant.out_by == "discard_only":
        yield say("**Going out**: get rid of all cards; the last one must be discarded.")
    elif not _has_lay_offs(variant):
        yield say("**Going out**: get rid of all cards, by melding or discarding; the deal ends at once.")
    else:
        yield say("**Going out**: get rid of all cards, by melding, laying off or discarding; the deal ends at once.")


def _stock_rules(variant: Variant, say: Words) -> Iterator[str]:
    if variant.recycle_max == 0:
        yield say("**Empty stock**: take the discard, or the deal is blocked and ends.")
        yield _idle_rule(say)
        return
    match variant.recycle, variant.recycle_keep_top:
        case "turn_over", True:
            yield say(
                "**Empty stock**: for who declines the discard, all discards but the top one are turned over, unshuffled."
            )
        case "turn_over", _:
            yield say("**Empty stock**: for who declines the discard, the discards are turned over.")
        case _, True:
            yield say("**Empty stock**: for who declines the discard, all discards but the top one are shuffled.")
        case _:
            yield say("**Empty stock**: for who declines the discard, the discards are shuffled.")
    if variant.recycle_max == "unlimited":
        yield say("That is done as often as needed.")
    else:
        yield say.many("That is done once a deal.", "That is done {count} times a deal.", variant.recycle_max)
        yield say("After that, the deal goes on as long as the discard is taken; a player who declines it blocks the deal.")
        yield _idle_rule(say)


def _idle_rule(say: Words) -> str:
    """Return the rule that ends a deal without a stock (RULES 5.26)."""
    return say("The deal is also blocked when nobody plays a card to the table for two rounds.")


def _leaving_rules(variant: Variant, say: Words) -> Iterator[str]:
    yield say("**Leaving** a match forfeits it: last place. Who stays plays on, and the last to stay wins.")
    if variant.scoring != "penalty":
        yield say("What you hold goes to the winner of the deal.")


def _has_lay_offs(variant: Variant) -> bool:
    """Return whether cards are laid off in a turn; where all is melded in one turn, `melding_rules` covers the last card."""
    return variant.meld_all_at_once != "always" and example_lay_off(variant) is not None


def _by_players(table: dict[int, int]) -> str:
    return " · ".join(f"{players} → **{number}**" for players, number in sorted(table.items()))
