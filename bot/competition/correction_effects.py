"""The effects of a correction: the running seasons whose standings it changes, and the ended ones, whose tables stay."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.competition.match_history import MatchRecord
from bot.league.eligibility import Voided
from bot.league.seasons.season_terms import Term


@dataclass(frozen=True, slots=True)
class CorrectionEffects:
    """The seasons in which the match counted before the correction or counts after it.

    `running_terms` are the running ones; `ended_terms` have ended, and include those in which the match was voided later,
    because their tables still contain it. `is_rated` is True if a rated league is among the seasons.
    """

    running_terms: tuple[Term, ...] = ()
    ended_terms: tuple[Term, ...] = ()
    is_rated: bool = False


def effects_of(before: MatchRecord, after: MatchRecord) -> CorrectionEffects:
    """Return the effects of a correction on a match, given its record before and after."""
    verdicts = [one for record in (before, after) for one in record.verdicts]
    counting_terms = [one.term for one in verdicts if one.why_not is None]
    ended = [one.term for one in verdicts if one.term.season.end is not None and isinstance(one.why_not, Voided | None)]
    return CorrectionEffects(
        running_terms=_without_duplicates(term for term in counting_terms if term.season.end is None),
        ended_terms=_without_duplicates(ended),
        is_rated=any(term.league.rated for term in counting_terms),
    )


def _without_duplicates(terms: Iterable[Term]) -> tuple[Term, ...]:
    return tuple({(term.number, term.season.number): term for term in terms}.values())
