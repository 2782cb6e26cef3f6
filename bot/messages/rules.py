"""The rules of a game as its variant answers them: short, complete, and nothing that is not played."""

from collections.abc import Iterator

from discord import ui

from bot.messages.buttons import layout
from bot.messages.words import Words
from bot.rummy.variant import Variant

_BLUE = 0x3B6EA5


def rules_layout(variant: Variant, say: Words) -> ui.LayoutView:
    lines = "\n".join(f"- {line}" for line in _lines(variant, say))
    return layout(ui.TextDisplay(f"### {say('The rules of {game}', game=variant.title)}\n{lines}"), accent=_BLUE)


def _lines(variant: Variant, say: Words) -> Iterator[str]:
    yield _cards(variant, say)
    yield say("**A turn**: draw one card, from the stock or the top of the discards; then meld and lay off; then discard one.")
    yield _melds(variant, say)
    yield _laying(variant, say)
    yield say("A card taken from the discards may not be discarded in the same turn.")
    yield _out(variant, say)
    yield _stock(variant, say)
    yield _score(variant, say)
    yield say("**Blocked**: the lowest hand wins what the others hold more than it; equal lowest hands share it.")
    yield _end(variant, say)
    yield say("**Leaving** a match forfeits it: last place. The others play on; what you hold goes to the winner of the deal.")


def _cards(variant: Variant, say: Words) -> str:
    least, most = variant.players
    sizes = [(players, variant.cards_each(players)) for players in range(least, most + 1)]
    if len({size for _, size in sizes}) == 1:
        dealt = say("{count} cards each", count=sizes[0][1])
    else:
        dealt = say("cards each: {sizes}", sizes=", ".join(_for_players(players, size, say) for players, size in sizes))
    return say("**Cards**: 52; {least} to {most} players; {dealt}. The ace is low.", least=least, most=most, dealt=dealt)


def _for_players(players: int, size: int, say: Words) -> str:
    return say("{size} for {players} players", size=size, players=players)


def _melds(variant: Variant, say: Words) -> str:
    least, most = variant.set_size
    return say(
        "**Melds**: sets of {least} to {most} cards of one rank (7♣ 7♦ 7♠), runs of {run} or more in one suit (7♥ 8♥ 9♥).",
        least=least,
        most=most,
        run=variant.run_size,
    )


def _laying(variant: Variant, say: Words) -> str:
    if variant.melds_per_turn == "unlimited":
        melds = say("as many melds a turn as you like")
    else:
        melds = say.many("one meld a turn", "{count} melds a turn", variant.melds_per_turn)
    if variant.layoff_scope == "none":
        return say("**Laying**: {melds}; no laying off.", melds=melds)
    if variant.layoff_scope == "own":
        return say("**Laying**: {melds}; lay off any number of cards on your own melds.", melds=melds)
    if variant.layoff_requires_meld:
        return say("**Laying**: {melds}; once you have a meld, lay off any number of cards on all melds.", melds=melds)
    return say("**Laying**: {melds}; lay off any number of cards on any meld.", melds=melds)


def _out(variant: Variant, say: Words) -> str:
    if variant.out_by == "discard_only":
        return say("**Going out**: get rid of all cards; the last one must be discarded.")
    return say("**Going out**: get rid of all cards, by melding, laying off or discarding; the deal ends at once.")


def _stock(variant: Variant, say: Words) -> str:
    if variant.recycle_max == 0:
        return say("**Empty stock**: take the discard, or the deal is blocked and ends.")
    if variant.recycle == "turn_over":
        how = say("the discards are turned over, unshuffled")
    elif variant.recycle_keep_top:
        how = say("all discards but the top one are shuffled")
    else:
        how = say("the discards are shuffled")
    if variant.recycle_max == "unlimited":
        return say("**Empty stock**: who declines the discard draws from a new stock: {how}.", how=how)
    return say.many(
        "**Empty stock**: who declines the discard draws from a new stock ({how}), once a deal; then it is blocked.",
        "**Empty stock**: who declines the discard draws from a new stock ({how}), {count} times a deal; then it is blocked.",
        variant.recycle_max,
        how=how,
    )


def _score(variant: Variant, say: Words) -> str:
    ace = say.many("one point", "{count} points", variant.points_of_ace())
    score = say(
        "**Score**: who goes out gets what the others hold: ace {ace}, jack, queen and king {court}, the others their number.",
        ace=ace,
        court=variant.court_points,
    )
    match variant.rummy_bonus:
        case "double":
            return score + " " + say("**Going rummy** (the whole hand in one turn, nothing laid before) counts double.")
        case "add":
            bonus = say(
                "**Going rummy** (the whole hand in one turn, nothing laid before): {count} more.", count=variant.rummy_add
            )
            return f"{score} {bonus}"
        case _:
            return score


def _end(variant: Variant, say: Words) -> str:
    target, deals = variant.match_target, variant.match_deals
    if deals == "none":
        return say("**The match** ends when somebody has {target} points; most points win.", target=target)
    if target == "none":
        return say.many("**The match** is one deal.", "**The match** is {count} deals; most points win.", deals)
    return say.many(
        "**The match** ends after one deal.",
        "**The match** ends when somebody has {target} points, or after {count} deals; most points win.",
        deals,
        target=target,
    )
