"""The protests against the result of a match, as the match shows them."""

from collections.abc import Sequence

from bot.competition.protests import Protest
from bot.league.corrections import LONGEST_REASON
from bot.messages.names import Names
from bot.messages.text import lines_that_fit, safe_text
from bot.messages.words import Words

_ROOM = 800  # characters


def protest_lines(protests: Sequence[Protest], names: Names, say: Words) -> list[str]:
    """Return a line for each protest: whose it is, why, and what an organiser answered."""
    return lines_that_fit((_protest_line(one, names, say) for one in protests), _ROOM)


def _protest_line(protest: Protest, names: Names, say: Words) -> str:
    """Return the line; a person whose data was deleted has left no reason."""
    name, why = names.person(protest.line.by), safe_text(protest.line.why, LONGEST_REASON)
    if protest.answer is None and protest.line.why:
        return say("**Open protest** by {name}: “{why}”", name=name, why=why)
    if protest.answer is None:
        return say("**Open protest** by {name}", name=name)
    by, answer = names.person(protest.answer.by), safe_text(protest.answer.why, LONGEST_REASON)
    if protest.line.why:
        return say("Protest by {name}: “{why}” · answered by {by}: “{answer}”", name=name, why=why, by=by, answer=answer)
    return say("Protest by {name} · answered by {by}: “{answer}”", name=name, by=by, answer=answer)
