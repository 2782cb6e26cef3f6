"""The words of Colonel: those of basic rummy, and the challenge."""

from collections.abc import Iterator

from bot.messages.games import rummy
from bot.messages.table.render_context import RenderContext
from bot.messages.words import Words
from bot.rummy.events import Awaited, DealEnded, EndedBy
from bot.rummy.variant import Variant
from bot.rummy.view import DealView, View


def _labels(variant: Variant, say: Words) -> Iterator[str]:
    yield say.option("for two: aces are high, and each stock is played once")
    if variant.challenge:
        yield say.option("challenges")


def _answer_title(view: View, deal: DealView, context: RenderContext) -> str:
    return context.say("You're challenged. Show both hands? The lower one scores the difference.")


def _why_nobody_won(ended: DealEnded, variant: Variant, say: Words) -> Iterator[str]:
    if ended.how == EndedBy.CHALLENGE:
        yield say("Challenge accepted: the lower hand wins the difference.")
    else:
        yield from rummy.WORDS.why_nobody_won(ended, variant, say)


WORDS = rummy.WORDS._replace(
    labels=_labels,
    special=(*rummy.WORDS.special, "challenge"),
    more_rules=(*rummy.WORDS.more_rules, "challenge"),
    titles={
        **rummy.WORDS.titles,
        Awaited.ANSWER: _answer_title,
        Awaited.DRAW_REFUSED: rummy.WORDS.titles[Awaited.DRAW],
    },
    why_nobody_won=_why_nobody_won,
)
