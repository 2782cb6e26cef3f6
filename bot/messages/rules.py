"""The rules of a game as its variant answers them: short, complete, and nothing that is not played."""

from collections.abc import Iterator

from discord import ui

from bot.messages.buttons import layout
from bot.messages.scene import listed
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


def facts(variant: Variant, say: Words) -> Iterator[str]:
    """What tells this game from another, in a few words each: for the lobby."""
    if variant.melds_per_turn == "unlimited":
        yield say("any number of melds a turn")
    else:
        yield say.many("one meld a turn", "{count} melds a turn", variant.melds_per_turn)
    if variant.layoff_scope != "all" or variant.layoff_requires_meld:
        yield say("lay-offs restricted")
    if variant.out_by == "discard_only":
        yield say("last card discarded")
    if variant.rummy_bonus == "double":
        yield say("going rummy counts double")
    elif variant.rummy_bonus == "add":
        yield say.many("going rummy: one point more", "going rummy: {count} points more", variant.rummy_add)
    if variant.recycle_max == 0:
        yield say("no new stock")
    elif variant.recycle == "turn_over":
        yield say("discards turned over for a new stock")
    else:
        yield say("discards shuffled for a new stock")


def _cards(variant: Variant, say: Words) -> str:
    least, most = variant.players
    pack = say("**Cards**: 52, for {least} to {most} people. The ace is low.", least=least, most=most)
    sizes = [(players, variant.cards_each(players)) for players in range(least, most + 1)]
    if len({size for _, size in sizes}) == 1:
        dealt = say.many("Everybody is dealt one card.", "Everybody is dealt {count} cards.", sizes[0][1])
    else:
        shown = listed(f"{players} → **{size}**" for players, size in sizes)
        dealt = say("Players → cards each: {sizes}.", sizes=shown)
    return f"{pack} {dealt}"


def _melds(variant: Variant, say: Words) -> str:
    least, most = variant.set_size
    return say(
        "**Melds**: sets, {least} to {most} of one rank (7♣ 7♦ 7♠); runs, {run} or more in sequence in one suit (7♥ 8♥ 9♥).",
        least=least,
        most=most,
        run=variant.run_size,
    )


def _laying(variant: Variant, say: Words) -> str:
    if variant.melds_per_turn == "unlimited":
        melds = say("**Laying**: as many melds a turn as you like.")
    else:
        melds = say.many("**Laying**: one meld a turn.", "**Laying**: {count} melds a turn.", variant.melds_per_turn)
    return f"{melds} {_laying_off(variant, say)}"


def _laying_off(variant: Variant, say: Words) -> str:
    if variant.layoff_scope == "none":
        return say("There is no laying off.")
    if variant.layoff_scope == "own":
        return say("Lay off any number of cards, on your own melds only.")
    if variant.layoff_requires_meld:
        return say("Once you have a meld, lay off any number of cards on any meld.")
    return say("Lay off any number of cards on any meld.")


def _out(variant: Variant, say: Words) -> str:
    if variant.out_by == "discard_only":
        return say("**Going out**: get rid of all cards; the last one must be discarded.")
    return say("**Going out**: get rid of all cards, by melding, laying off or discarding; the deal ends at once.")


def _stock(variant: Variant, say: Words) -> str:
    if variant.recycle_max == 0:
        return say("**Empty stock**: take the discard, or the deal is blocked and ends.")
    if variant.recycle == "turn_over" and variant.recycle_keep_top:
        anew = say("**Empty stock**: for who declines the discard, all discards but the top one are turned over, unshuffled.")
    elif variant.recycle == "turn_over":
        anew = say("**Empty stock**: for who declines the discard, the discards are turned over, unshuffled.")
    elif variant.recycle_keep_top:
        anew = say("**Empty stock**: for who declines the discard, all discards but the top one are shuffled.")
    else:
        anew = say("**Empty stock**: for who declines the discard, the discards are shuffled.")
    if variant.recycle_max == "unlimited":
        return anew
    often = say.many(
        "That is done once a deal; then it is blocked.",
        "That is done {count} times a deal; then it is blocked.",
        variant.recycle_max,
    )
    return f"{anew} {often}"


def _score(variant: Variant, say: Words) -> str:
    score = say(
        "**Score**: who goes out gets what the others hold: ace {ace}, jack, queen and king {court}, the others their number.",
        ace=variant.points_of_ace(),
        court=variant.court_points,
    )
    match variant.rummy_bonus:
        case "double":
            return score + " " + say("**Going rummy** (the whole hand in one turn, nothing laid before) counts double.")
        case "add":
            bonus = say.many(
                "**Going rummy** (the whole hand in one turn, nothing laid before): one point more.",
                "**Going rummy** (the whole hand in one turn, nothing laid before): {count} points more.",
                variant.rummy_add,
            )
            return f"{score} {bonus}"
        case _:
            return score


def _end(variant: Variant, say: Words) -> str:
    target, deals = variant.match_target, variant.match_deals
    if target == "none":
        return say.many(
            "**The match** is one deal.",
            "**The match** is {count} deals; most points win.",
            deals if deals != "none" else 1,
        )
    goal = say.many(
        "**The match** ends when somebody has one point; most points win.",
        "**The match** ends when somebody has {count} points; most points win.",
        target,
    )
    if deals == "none":
        return goal
    latest = say.many("It ends after one deal in any case.", "It ends after {count} deals in any case.", deals)
    return f"{goal} {latest}"
