"""What an organiser reads after a correction: what it changed in the standings, and which tables of ended seasons stay."""

from bot.competition.correction_effects import CorrectionEffects
from bot.league.corrections import Correction
from bot.league.seasons import Term
from bot.messages.league.action_lines import effect_line
from bot.messages.league.corrections import correction_line, people_in_change
from bot.messages.league.leagues import season_name
from bot.messages.names import Names, names_of
from bot.messages.text import lines_that_fit, safe_text
from bot.messages.words import Words
from bot.tables.ports import KnownPeople

_MOST_CHANGED, _MOST_KEPT = 900, 500  # characters of the 2000 of a reply, which also contains the reason


def correction_answer(one: Correction, effects: CorrectionEffects, people: KnownPeople, say: Words) -> str:
    """Return the line about a correction, and below it its effects."""
    moved = (move.person for effect in effects.running for move in effect.moves)
    names = names_of(people, (one.by, *people_in_change(one.change), *moved), say)
    return "\n".join((correction_line(one, names, say), *_effect_lines(effects, names, say)))


def _effect_lines(effects: CorrectionEffects, names: Names, say: Words) -> list[str]:
    """Return a line for each league whose standings have changed, and one for each ended season whose table stays."""
    changed = [effect_line(one, names, say) for one in effects.running]
    changed = changed or [say("No standings have changed in running seasons.")]
    lines = [*lines_that_fit(changed, _MOST_CHANGED), *([say("Ratings recalculated.")] if effects.is_rated else [])]
    kept = lines_that_fit((_kept_season_text(term, say) for term in effects.ended_terms), _MOST_KEPT)
    return [f"-# {line}" for line in (*lines, *kept)]


def _kept_season_text(term: Term, say: Words) -> str:
    facts = {"season": season_name(term.season), "league": safe_text(term.league.name)}
    if term.season.name:
        return say("The season “{season}” of {league} has already ended, so its final table stays as it is.", **facts)
    return say("Season {season} of {league} has already ended, so its final table stays as it is.", **facts)
