"""The words of Ten stages: the stages, which one a player must lay, and what kings and jokers do."""

from collections.abc import Iterator

from bot.messages.games import rummy
from bot.messages.table.render_context import RenderContext
from bot.messages.text import join_parts
from bot.messages.words import Words
from bot.rummy.events import Awaited
from bot.rummy.variant import STAGES, Variant
from bot.rummy.view import DealView, View


def _labels(variant: Variant, say: Words) -> Iterator[str]:
    yield say.option("ten stages: own melds to lay first")
    yield say.option("kings wild, jokers skip")


def _goal(variant: Variant, say: Words) -> Iterator[str]:
    if variant.has_deals_for_all_stages():
        yield say("**Goal**: complete ten stages first.")
    else:
        yield say("**Goal**: complete the most stages.")


def _end(variant: Variant, say: Words) -> Iterator[str]:
    yield say("Once you've laid your stage, you have the next one in the next deal.")
    yield say("After the deal of somebody's tenth stage, the match ends.")
    if isinstance(deals := variant.match_deals, int):
        yield say.many("It ends after 1 deal at the latest.", "It ends after {count} deals at the latest.", deals)
    yield say("Most stages win, then fewest points.")


def _stages(variant: Variant, say: Words) -> Iterator[str]:
    yield say("**Stages**: lay exactly your stage's melds first, all in one go.")
    yield say("Stage 1: {melds}.", melds=say.contract(STAGES[0]))


def _list(variant: Variant, say: Words) -> Iterator[str]:
    yield say("**The stages**:")
    yield join_parts(f"{number}: {say.contract(stage)}" for number, stage in enumerate(STAGES, start=1))


def _points(variant: Variant, say: Words) -> Iterator[str]:
    ace, ten, king = (variant.face_points[rank] for rank in (0, 9, 12))
    yield say("**Points** against you: ace to 9: {low} each, 10 to queen: {high}.", low=ace, high=ten)
    yield say("A joker counts {joker}, a king {king}.", joker=variant.joker_points, king=king)


def _stage(view: View, say: Words) -> Iterator[str]:
    """Yield what the viewer must lay, as long as they haven't."""
    if view.viewer is not None and (wanted := view.variant.contract):
        number = 1 + STAGES.index(wanted)
        yield say("Stage {number}: {melds}", number=number, melds=say.contract(wanted))


def _title(view: View, deal: DealView, context: RenderContext) -> str:
    return join_parts((rummy.WORDS.titles[view.awaits](view, deal, context), *_stage(view, context.say)))


def _why_no_meld(view: View, deal: DealView, say: Words) -> str:
    if view.seat_to_act != view.viewer:
        return join_parts(_stage(view, say))
    return say("not the whole stage yet") if rummy.melds_kept(view) else ""


WORDS = rummy.WORDS._replace(
    labels=_labels,
    first_rules=("goal", "stages", "turn end_of_turn", "layoff after", "kings", "skips", "set_size run_size"),
    special=(),
    more_rules=(
        *("list", "end", "match_target", "places takes points", "deck packs jokers players hand_size"),
        *("opening direction next_dealer", "out_by", "set_unique ace", "take_back stock_count_public", "stock"),
        *("recycle recycle_max", "blocked_scoring", "tie", "leaving"),
    ),
    sentences={
        **rummy.WORDS.sentences,
        **{"goal": _goal, "stages": _stages, "list": _list, "end": _end, "points": _points},
        "after": lambda variant, say: [say("After your stage, lay no more melds.")],
        "kings": lambda variant, say: [say("**Kings** stand for any card. A meld needs at least two other cards.")],
        "places": lambda variant, say: [say("In a run, a king fills a gap, or else goes above.")],
        "skips": lambda variant, say: [say("**Jokers** are never laid. Discard one, and the next player loses a turn.")],
        "takes": lambda variant, say: [say("Nobody takes a joker from the discard pile.")],
    },
    titles={Awaited.DRAW: _title, Awaited.PLAY: _title},
    why_no_meld=_why_no_meld,
    notes=lambda view, deal, say: _stage(view, say),
)
