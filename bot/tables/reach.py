"""How far a correction has reached: standings that it moved, and tables of ended seasons, which stay as they were kept."""

from dataclasses import dataclass

from bot.league.terms import Term
from bot.tables.past import MatchRecord


@dataclass(frozen=True, slots=True)
class Reach:
    """Where the match counted, or counts now: in running seasons (`moved`), in seasons that have ended (`kept`), in ratings."""

    moved: tuple[Term, ...] = ()
    kept: tuple[Term, ...] = ()
    rated: bool = False


def reach_of(before: MatchRecord, after: MatchRecord) -> Reach:
    """The match as it was before the correction, and as it is with it."""
    terms = {
        (one.term.number, one.term.season.number): one.term
        for record in (before, after)
        for one in record.counting
        if one.why_not is None
    }
    return Reach(
        moved=tuple(term for term in terms.values() if term.season.end is None),
        kept=tuple(term for term in terms.values() if term.season.end is not None),
        rated=any(term.league.rated for term in terms.values()),
    )
