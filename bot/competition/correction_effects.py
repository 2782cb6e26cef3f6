"""The effects of a correction: the running seasons whose standings it changes, and the ended ones, whose tables stay."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.competition.match_history import MatchRecord
from bot.league.seasons import Term
from bot.league.standings import Effect


@dataclass(frozen=True, slots=True)
class CorrectionEffects:
    """What a correction changed in running seasons, and the seasons that it can't change any more.

    `ended_terms` are seasons that have ended and in which the match counted, whether it was voided later or not, because their
    tables still contain it. `is_rated` is True if the match counts in a rated league before or after the correction.
    """

    running: tuple[Effect, ...] = ()
    ended_terms: tuple[Term, ...] = ()
    is_rated: bool = False


def effects_of(running: tuple[Effect, ...], before: MatchRecord, after: MatchRecord) -> CorrectionEffects:
    """Return the effects of a correction on a match, given its record before and after."""
    unvoided = [one for record in (before, after) for one in record.unvoided]
    ended = [one.term for one in unvoided if one.term.season.end is not None and one.changes_standings]
    counting = [one.term for record in (before, after) for one in record.verdicts if one.why_not is None]
    return CorrectionEffects(running, _without_duplicates(ended), is_rated=any(term.league.rated for term in counting))


def _without_duplicates(terms: Iterable[Term]) -> tuple[Term, ...]:
    return tuple({(term.number, term.season.number): term for term in terms}.values())
