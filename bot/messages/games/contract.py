"""The words of contract rummy: its contracts, and which one a player must lay."""

from collections.abc import Iterator

from bot.messages.games import rummy
from bot.messages.table.render_context import RenderContext
from bot.messages.text import join_parts
from bot.messages.words import Words
from bot.rummy.events import Awaited
from bot.rummy.variant import CONTRACTS, EVERYONE_DEALS, Variant
from bot.rummy.view import DealView, View


def _labels(variant: Variant, say: Words) -> Iterator[str]:
    yield say.option("each deal has its contract: the melds that you lay first")
    yield say.option("cards left count against you")


def _of_each_deal(variant: Variant) -> list[Variant]:
    """Return the answers for each deal with a contract of its own."""
    deals = variant.match_deals if isinstance(variant.match_deals, int) else len(CONTRACTS)
    return [variant.for_deal(number) for number in range(1, min(deals, len(CONTRACTS)) + 1)]


def _contracts(variant: Variant, say: Words) -> Iterator[str]:
    yield say("**Contract**: lay exactly the deal's melds first, all in one go.")
    yield say("In deal 1: {melds}.", melds=say.contract(CONTRACTS[0][1]))


def _list(variant: Variant, say: Words) -> Iterator[str]:
    yield say("**Contracts**, deal by deal:")
    yield join_parts(say.contract(rules.contract or ()) for rules in _of_each_deal(variant))
    if variant.match_deals == EVERYONE_DEALS:  # fewer than there are contracts
        yield say("In fewer deals, some are left out.")


def _last(variant: Variant, say: Words) -> Iterator[str]:
    if any(rules.meld_all_at_once == "always" for rules in _of_each_deal(variant)):
        yield say("**The last contract** takes your whole hand: runs may be longer, and no card is left to discard.")


def contract_line(view: View, say: Words) -> Iterator[str]:
    """Yield what the viewer must lay, as long as they haven't; for onlookers what the deal's contract is."""
    if wanted := view.variant.contract:
        if view.deal is not None and view.deal.is_all_at_once:
            yield say("Contract: {melds}, your whole hand", melds=say.contract(wanted))
        else:
            yield say("Contract: {melds}", melds=say.contract(wanted))


def _piles(view: View, deal: DealView, say: Words) -> Iterator[str]:
    yield from contract_line(view, say)
    yield from rummy.WORDS.piles(view, deal, say)


def _title(view: View, deal: DealView, context: RenderContext) -> str:
    return join_parts((rummy.WORDS.titles[view.awaits](view, deal, context), *contract_line(view, context.say)))


def _deal(view: View, say: Words) -> Iterator[str]:
    yield from contract_line(view, say)
    yield from _whole_hand(view, say)


def _whole_hand(view: View, say: Words) -> Iterator[str]:
    if view.deal is not None and view.deal.is_all_at_once:
        yield say("In this deal, lay your whole hand in one go.")


def _why_no_meld(view: View, deal: DealView, say: Words) -> str:
    if view.seat_to_act != view.viewer:  # otherwise the title says it
        return join_parts(contract_line(view, say))
    return say("not the contract yet") if rummy.melds_kept(view) else ""


WORDS = rummy.WORDS._replace(
    labels=_labels,
    first_rules=(
        *("scoring match_target match_deals winner", "contracts", "turn end_of_turn", "set_size run_size", "layoff after"),
        "ace_points court_points joker_points",
    ),
    special=(),
    more_rules=(
        *("list", "last", "deck packs jokers players cards"),
        *("opening direction next_dealer", "out_by", "discard_taken", "set_unique ace"),
        *("wild wild_min_naturals wild_max wild_adjacent wild_swap", "take_back stock_count_public", "stock"),
        *("recycle recycle_max", "blocked_scoring", "tie", "leaving"),
    ),
    sentences={
        **rummy.WORDS.sentences,
        "contracts": _contracts,
        "list": _list,
        "after": lambda variant, say: [say("After your contract, lay no more melds.")],
        "cards": lambda variant, say: [say("10 cards each, or 12 where the contract takes 10 or more.")],
        "last": _last,
    },
    titles={Awaited.DRAW: _title, Awaited.PLAY: _title},
    why_no_meld=_why_no_meld,
    notes=lambda view, deal, say: _whole_hand(view, say),
    piles=_piles,
    deal=_deal,
)
