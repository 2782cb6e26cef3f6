"""The words of 500 rummy: its rules, what was taken from the pile, the whole pile, and what everybody laid in a deal."""

from collections.abc import Iterator

from bot.messages.games import rummy
from bot.messages.table.render_context import RenderContext
from bot.messages.text import with_minus
from bot.messages.words import Words
from bot.rummy.events import Awaited, DealEnded
from bot.rummy.games.rummy500 import MOST_DEALS, points_laid
from bot.rummy.match import hand_points
from bot.rummy.variant import Variant
from bot.rummy.view import DealView, View


def _labels(variant: Variant, say: Words) -> Iterator[str]:
    yield say.option("score what you lay")
    yield say.option("take any card of the pile, with all above it")


def _most_deals(variant: Variant, say: Words) -> Iterator[str]:
    if variant.match_deals == "none":
        yield say.many(
            "The match ends after 1 deal at the latest.", "The match ends after {count} deals at the latest.", MOST_DEALS
        )


def _turn(variant: Variant, say: Words) -> Iterator[str]:
    yield say("**A turn**: draw, or take any card of the discard pile with all above it.")
    yield say("Lay the deepest card you take immediately.")


def _pile(variant: Variant, say: Words) -> Iterator[str]:
    yield say("**Discard pile**: everyone sees all its cards. What you take from it and don't lay goes to your hand.")


def _low_ace(variant: Variant, say: Words) -> Iterator[str]:
    if variant.value_of_ace() > 1 and variant.ace != "high":
        yield say("On the table, an ace below a 2 counts 1.")


def _laid(variant: Variant, say: Words) -> Iterator[str]:
    yield say("**Points**: a card you lay off scores for you, on anybody's meld. A deal's points can be negative.")


def _out(variant: Variant, say: Words) -> Iterator[str]:
    yield say("**Going out**: meld, lay off or discard your last card. The deal ends immediately.")
    yield say("Everyone scores, not only the player who went out.")


def _stock(variant: Variant, say: Words) -> Iterator[str]:
    if variant.stock == "own":
        yield say("Each player draws from their own part of the stock, which is never refilled.")
        yield say("When your part is empty, take from the discard pile, or the deal ends.")
    elif variant.recycle_max == 0:
        yield say("**Empty stock**: take from the discard pile, or the deal ends.")
    else:
        yield say("**Empty stock**: take from the discard pile, or refill the stock.")


def _taking_back(variant: Variant, say: Words) -> Iterator[str]:
    if variant.take_back:
        yield say("You can take back what you laid, until you discard.")
        yield say("The deepest card you took from the pile stays on the table.")
    else:
        yield say("You can't take back what you laid.")


def _leaving(variant: Variant, say: Words) -> Iterator[str]:
    yield say("**Leaving**: you come last, and the others play on.")
    yield say("If only one player remains, they win. Before everyone has had a turn, nobody wins.")
    yield say("Your melds stay on the table.")
    yield say("In a casual match, a computer takes your seat instead. If only computers are left, nobody wins.")


def _play_title(view: View, deal: DealView, context: RenderContext) -> str:
    if not deal.pile_taken:
        return rummy.play_title(view, deal, context)
    return context.say.many(
        "Your turn: you took 1 card from the pile", "Your turn: you took {count} cards from the pile", deal.pile_taken
    )


def _table(deal: DealView, say: Words) -> Iterator[str]:
    yield from rummy.WORDS.table(deal, say)
    if len(deal.discard_pile) > 1:
        cards = (", " if say.spells_suits else " ").join(map(say.card, deal.discard_pile))
        yield say("Discard pile, top last: {cards}", cards=f"**{cards}**")


def _piles(view: View, deal: DealView, say: Words) -> Iterator[str]:
    if view.variant.recycle_max != 0:
        yield from rummy.WORDS.piles(view, deal, say)


def _why_nobody_won(ended: DealEnded, variant: Variant, say: Words) -> Iterator[str]:
    if ended.winner is None and variant.stock == "own":
        yield say("A part of the stock is used up: nobody went out.")
    elif ended.winner is None:
        yield say("The stock is used up: nobody went out.")


def _points(seat: int, ended: DealEnded, variant: Variant, say: Words) -> str:
    points = ended.points[seat]
    laid = say("laid {points}", points=points + hand_points(variant, ended.hands[seat]))
    return f"**{with_minus(points, '+' if points > 0 else '')}** ({laid})"


WORDS = rummy.WORDS._replace(
    labels=_labels,
    first_rules=(
        *("goal", "match_target match_deals winner", "own_turn melds_per_turn end_of_turn", "set_size", "run_size"),
        *("layoff", "special", "ace_points joker_points"),
    ),
    special=("jokers",),
    more_rules=(
        *("pile", "laid low_ace", "deck packs players hand_size", "opening direction next_dealer", "out"),
        *("set_kind set_unique ace", "wild", "taking_back stock_count_public", "own_stock recycle_max"),
        *("most_deals tie", "leaving"),
    ),
    sentences={
        **rummy.WORDS.sentences,
        "goal": lambda variant, say: [say("**Goal**: score the cards you lay. Cards left in your hand count against you.")],
        "most_deals": _most_deals,
        "own_turn": _turn,
        "pile": _pile,
        "low_ace": _low_ace,
        "laid": _laid,
        "out": _out,
        "own_stock": _stock,
        "taking_back": _taking_back,
        "leaving": _leaving,
    },
    titles={**rummy.WORDS.titles, Awaited.PLAY: _play_title},
    table=_table,
    piles=_piles,
    why_nobody_won=_why_nobody_won,
    points=_points,
    points_laid=lambda seat, deal, variant: points_laid(deal.melds, variant, seat),
)
