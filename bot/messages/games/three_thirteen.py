"""The words of Three Thirteen: its rules, which rank is wild, the head of a hand, and how a deal ended."""

from collections.abc import Iterator

from bot.messages.games import gin, rummy
from bot.messages.table.render_context import RenderContext
from bot.messages.text import join_parts, with_minus
from bot.messages.words import Words
from bot.rummy.cards import RANKS
from bot.rummy.events import Awaited, DealEnded
from bot.rummy.variant import Variant
from bot.rummy.view import DealView, View


def _labels(variant: Variant, say: Words) -> Iterator[str]:
    if variant.growing_hands:
        yield say.option("3 to 13 cards, and the rank of that number is wild")
    yield say.option("go out with melds alone")


def _going_out(variant: Variant, say: Words) -> Iterator[str]:
    yield say("**Going out**: with all cards in melds but one, discard it and show them.")
    yield say("Everyone else then has one last turn.")


def _wild(variant: Variant, say: Words) -> Iterator[str]:
    if variant.growing_hands:
        yield say("**Wild cards** stand for any card. A meld may have several, or be a set of wild cards alone.")
        yield say("With 11 cards, J is wild, with 12 Q, and with 13 K. Outside your melds, they count as what they show.")


def _stock(variant: Variant, say: Words) -> Iterator[str]:
    if variant.stock == "own":
        yield say("**Stock**: each player draws from their own part. The deal ends when the next player's part is empty.")
    else:
        yield say("**Empty stock**: the discard pile but its top card is shuffled, twice in a deal. Then the deal ends.")


def _wild_rank(view: View, say: Words) -> Iterator[str]:
    size = view.variant.hand_size
    if view.variant.growing_hands and isinstance(size, int):
        yield say("Wild: {rank}", rank=RANKS[size - 1])


def _title(view: View, deal: DealView, context: RenderContext) -> str:
    say, title = context.say, rummy.WORDS.titles[view.awaits](view, deal, context)
    return join_parts((title, *([say("last turn")] if deal.knocker is not None else []), *_wild_rank(view, say)))


def _notes(view: View, deal: DealView, say: Words) -> Iterator[str]:
    yield from _wild_rank(view, say)
    yield from gin.left_note(view, deal, say)


def _why_no_meld(view: View, deal: DealView, say: Words) -> str:
    shown = () if view.seat_to_act == view.viewer or not deal.hand else _wild_rank(view, say)
    return join_parts(filter(None, (*shown, gin.WORDS.why_no_meld(view, deal, say))))


def _why_nobody_won(ended: DealEnded, variant: Variant, say: Words) -> Iterator[str]:
    if ended.winner is None:
        yield say("Nobody went out, and there's nothing left to draw.")


def _points(seat: int, ended: DealEnded, variant: Variant, say: Words) -> str:
    return f"**{with_minus(ended.points[seat], '+')}**" if ended.points[seat] else ""


WORDS = rummy.WORDS._replace(
    labels=_labels,
    first_rules=(
        *("goal match_target match_deals winner", "growing_hands", "turn end_of_turn", "going_out", "set_size run_size"),
        "ace_points court_points",
    ),
    special=(),
    more_rules=(
        *("wild", "showing", "deck packs players", "opening direction next_dealer", "discard_taken"),
        *("set_unique ace", "stock_count_public", "stock_end", "tie", "leaving"),
    ),
    sentences={
        **rummy.WORDS.sentences,
        "goal": lambda variant, say: [say("**Goal**: have all your cards in melds. Cards outside them count against you.")],
        "going_out": _going_out,
        "showing": lambda variant, say: [say("Melds stay in your hand until then. Nobody lays off.")],
        "wild": _wild,
        "stock_end": _stock,
    },
    titles={Awaited.DRAW: _title, Awaited.PLAY: _title},
    why_no_meld=_why_no_meld,
    notes=_notes,
    table=gin.WORDS.table,
    piles=lambda view, deal, say: _wild_rank(view, say),
    why_nobody_won=_why_nobody_won,
    won=rummy.WORDS.won,
    points=_points,
    deal=lambda view, say: _wild_rank(view, say),
    knock=lambda left, card, say: say.button("Go out: discard {card}", card=card),
    nothing_left=lambda say: say("went out"),
)
