"""Everything that is said of corrections, without a letter in it that is not of the catalogue."""

from collections.abc import Iterator

from msgspec.structs import replace

from bot.league.league import League
from bot.league.seasons import Season
from bot.league.terms import Term
from bot.messages.put_right import done_lines
from bot.messages.words import Words
from bot.tables.reach import Reach

RUNS = Term(1, League(server=10, name="77"), Season(3, 5))
OVER = replace(RUNS, season=Season(2, 1, 5, "66"))


def put_right_texts(say: Words) -> Iterator[str]:
    for reach in (
        Reach(),
        Reach(kept=(OVER,)),
        Reach(kept=(OVER,), rated=True),
        Reach((RUNS,), (OVER,)),
        Reach((RUNS,), (OVER,), rated=True),
        Reach((RUNS,) * 40, (OVER,) * 40, rated=True),
    ):
        yield from done_lines(reach, say)
