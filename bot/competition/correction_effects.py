"""How far a correction has reached: standings that it moved, and tables of ended seasons, which stay as they were kept."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.competition.match_history import MatchRecord
from bot.league.eligibility import Voided
from bot.league.seasons.season_terms import Term


@dataclass(frozen=True, slots=True)
class CorrectionEffects:
    """Where the match counted, or counts now: in running seasons (`moved`), in ratings, in seasons that have ended (`kept`).

    In these also if it has been voided since: their tables show it.
    """

    running_terms: tuple[Term, ...] = ()
    ended_terms: tuple[Term, ...] = ()
    is_rated: bool = False


def effects_of(before: MatchRecord, after: MatchRecord) -> CorrectionEffects:
    """The match as it was before the correction, and as it is with it."""
    judged = [one for record in (before, after) for one in record.verdicts]
    counting = [one.term for one in judged if one.why_not is None]
    ended = [one.term for one in judged if one.term.season.end is not None and isinstance(one.why_not, Voided | None)]
    return CorrectionEffects(
        running_terms=_once(term for term in counting if term.season.end is None),
        ended_terms=_once(ended),
        is_rated=any(term.league.rated for term in counting),
    )


def _once(terms: Iterable[Term]) -> tuple[Term, ...]:
    return tuple({(term.number, term.season.number): term for term in terms}.values())
